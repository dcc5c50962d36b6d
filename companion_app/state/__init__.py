"""The state of the app as one frozen value, and the pure function that makes the next one of it."""
