"""Tables and their truth: events, their fold, the one writer, and what each role may see of it."""
