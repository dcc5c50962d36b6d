"""Tests of the room vision."""
