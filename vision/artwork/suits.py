"""The four suit signs."""

from __future__ import annotations

from typing import Final

from vision.artwork.palette import SUIT_COLOURS
from vision.artwork.svg import path, placed

# Each in a field of 100 by 100 round its middle.
_SHAPES: Final = {
    "H": (
        "M0,48C-12,28-50,6-50,-20C-50,-38-38,-48-25,-48C-13,-48-3,-40 0,-28"
        "C3,-40 13,-48 25,-48C38,-48 50,-38 50,-20C50,6 12,28 0,48Z"
    ),
    "D": "M0,-52Q15,-19 43,0Q15,19 0,52Q-15,19-43,0Q-15,-19 0,-52Z",
    "S": (
        "M0,-50C12,-28 48,-8 48,16C48,31 37,39 26,39C15,39 7,32 3,23C4,36 9,45 18,50H-18"
        "C-9,45-4,36-3,23C-7,32-15,39-26,39C-37,39-48,31-48,16C-48,-8-12,-28 0,-50Z"
    ),
    "C": (
        "M0,-50C14,-50 24,-40 24,-27C24,-18 18,-11 13,-6C18,-9 22,-11 27,-11C41,-11 50,-1 50,12"
        "C50,26 40,36 27,36C16,36 8,30 4,21C5,35 9,45 18,50H-18C-9,45-5,35-4,21C-8,30-16,36-27,36"
        "C-40,36-50,26-50,12C-50,-1-41,-11-27,-11C-22,-11-18,-9-13,-6C-18,-11-24,-18-24,-27"
        "C-24,-40-14,-50 0,-50Z"
    ),
}


def suit_sign(suit: str, x: float, y: float, size: float, fill: str = "", turn: float = 0) -> str:
    """The sign of H, D, S or C, centred on (x, y), in its own colour unless another is named."""
    return placed(path(_SHAPES[suit], fill or SUIT_COLOURS[suit]), x, y, size / 100, turn)
