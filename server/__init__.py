"""The table server: the only owner of what happened at a table, and the command line."""
