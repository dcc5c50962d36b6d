"""Tests of the room rendering."""
