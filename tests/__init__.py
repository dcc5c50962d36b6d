"""Tests of the whole house; the folders mirror the rooms."""
