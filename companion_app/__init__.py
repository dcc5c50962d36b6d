"""The tablet app beside the cards: a view of the server's truth, and the hands that correct it."""
