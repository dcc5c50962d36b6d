"""The colours of the house deck: few, warm, and apart in lightness for colour-blind eyes."""

from __future__ import annotations

from typing import Final

PAPER: Final = "#f8f1e0"
SNOW: Final = "#fffcf3"
INK: Final = "#20233a"
RED: Final = "#c2362a"
WINE: Final = "#8a1f2b"
ORANGE: Final = "#e07320"
OCHRE: Final = "#e6ac34"
SAND: Final = "#f0dba8"
BROWN: Final = "#7c452a"
PETROL: Final = "#1f6a73"
LEAF: Final = "#5f9c93"
MIST: Final = "#d5e4dc"
SKY: Final = "#b4d6dd"
ROSE: Final = "#f0c4ae"
SKIN: Final = "#f3cda9"
STONE: Final = "#a9b0ab"
NIGHT: Final = "#1e2e50"
DUSK: Final = "#2a4268"
EDGE: Final = "#cbbf9f"

SUIT_COLOURS: Final = {"H": "#b51f2c", "D": "#d8621c", "S": INK, "C": "#165a62"}
"""Four tones: hearts darker than diamonds, spades darker than clubs; the shapes say the rest."""
