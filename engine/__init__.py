"""The rules of Königrufen: pure functions of what happened at a table. Standard library only."""
