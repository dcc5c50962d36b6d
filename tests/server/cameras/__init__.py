"""Tests of the cameras of a server."""
