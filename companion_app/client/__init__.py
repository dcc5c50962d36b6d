"""Speaking with the server: addresses, HTTP, the live connection, and what waits to be sent."""
