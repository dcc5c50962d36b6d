"""The HTTP interface: what can be asked, under stable addresses, with typed errors."""
