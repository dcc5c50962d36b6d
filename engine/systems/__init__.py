"""One module per written rule system."""
