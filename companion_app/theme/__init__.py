"""How the app looks: tokens of colour, type and distance, the live theme, and the pictures of the cards."""
