"""The app's own small kit: blocks that are measured and placed in one pass, words, buttons, cards, curves."""
