"""Tournaments and cups on the server: logs like those of tables, folded into evenings and seasons."""
