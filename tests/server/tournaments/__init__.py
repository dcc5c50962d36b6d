"""Tournaments and cups: logs, standings, pages, paper."""
