"""Who may reach the server: pairing, tokens, origins, limits, certificates."""
