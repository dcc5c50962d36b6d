"""Crowns, diadems, riders' hats and knaves' caps, each drawn on the middle of the brow."""

from __future__ import annotations

from typing import Final

from vision.artwork.palette import (
    BROWN,
    INK,
    LEAF,
    OCHRE,
    PETROL,
    RED,
    SAND,
    SNOW,
    STONE,
    WINE,
)
from vision.artwork.svg import blob, disc, line, lines, mirror, oval, pair, path, placed, poly

# --- kings: five tall points, arches under an orb, three lilies, a low wreath of gold leaves ----------------

_POINTS: Final = (
    poly("-66,-20 -78,-92 -53,-52 -40,-106 -18,-52 0,-112 18,-52 40,-106 53,-52 78,-92 66,-20", OCHRE)
    + pair(disc(78, -92, 11, RED) + disc(40, -106, 11, RED))
    + disc(0, -112, 11, RED)
)
_ARCHES: Final = (
    blob(mirror(0, "0,-112 58,-96 84,-56 62,-20"), WINE)
    + pair(line("70,-26 62,-84 0,-106", OCHRE, 15))
    + line("0,-14 0,-106", OCHRE, 13)
    + disc(0, -116, 14, OCHRE)
    + lines(["0,-146 0,-122", "-11,-138 11,-138"], OCHRE, 8)
)
_LILY: Final = path("M0,-96C22,-66 14,-40 9,0H-9C-14,-40 -22,-66 0,-96Z", OCHRE) + line(
    "-28,-46 -24,-62 -12,-40 0,-10 12,-40 24,-62 28,-46", OCHRE, 9
)
_LILIES: Final = placed(_LILY, -58, -24) + placed(_LILY, 58, -24) + placed(_LILY, 0, -14)
_GOLD_LEAF: Final = blob("0,-16 -24,-40 -14,-68 0,-92 14,-68 24,-40", OCHRE)
_WREATH: Final = (
    placed(_GOLD_LEAF, -54, 0)
    + placed(_GOLD_LEAF, 0, 0)
    + placed(_GOLD_LEAF, 54, 0)
    + pair(disc(28, -50, 11, LEAF))
)
_CROWNS: Final = {"H": _POINTS, "D": _ARCHES, "S": _LILIES, "C": _WREATH}


def crown(suit: str, x: float, y: float) -> str:
    band = path("M-66,0Q0,20 66,0V-26Q0,-6 -66,-26Z", OCHRE)
    gems = disc(0, -3, 9, RED) + pair(disc(36, -8, 7, PETROL))
    return placed(_CROWNS[suit] + band + gems + line("-66,-24 0,-8 66,-24", INK, 4), x, y)


# --- ladies: a diadem, the gold bonnet of the Danube towns, a star with a veil, a wreath of flowers ---------

_DIADEM: Final = (
    poly("-56,0 -44,-34 -22,-18 0,-56 22,-18 44,-34 56,0 0,10", OCHRE)
    + disc(0, -10, 9, RED)
    + disc(0, -58, 9, SNOW)
)
_BONNET: Final = (
    blob(mirror(0, "0,-66 48,-96 66,-40 50,6 20,-4"), OCHRE)
    + lines([[(dx, -12), (dx * 1.3, -66)] for dx in (-32, -16, 0, 16, 32)], BROWN, 4)
    + line("-52,0 0,-8 52,0", RED, 10)
)
_STAR: Final = (
    path("M0,-48C80,-48 104,40 128,190C92,110 72,20 40,-14Z", STONE)
    + line("-54,-2 0,-18 54,-2", OCHRE, 13)
    + pair(disc(36, -20, 10, SNOW) + disc(18, -30, 10, SNOW))
    + poly("0,-74 12,-44 30,-34 12,-24 0,0 -12,-24 -30,-34 -12,-44", OCHRE)
)
_FLOWERS: Final = (
    pair(oval(56, -13.2, 19, 11, LEAF, 50) + oval(34, -19.6, 19, 11, LEAF, 31))
    + pair(disc(24, -24, 15, SNOW) + disc(24, -24, 6, OCHRE))
    + disc(0, -30, 20, RED)
    + disc(0, -30, 8, OCHRE)
)
_LADIES: Final = {"H": _DIADEM, "D": _BONNET, "S": _STAR, "C": _FLOWERS}


def diadem(suit: str, x: float, y: float) -> str:
    return placed(_LADIES[suit], x, y)


# --- riders: shako, turban, helmet with a crest, fur cap ----------------------------------------------------

_SHAKO: Final = (
    poly("-54,4 -62,-92 62,-92 54,4", RED)
    + line("-58,-88 58,-88", OCHRE, 12)
    + path("M-58,2Q0,30 58,2Q0,-10 -58,2Z", INK)
    + disc(0, -44, 17, OCHRE)
    + blob("0,-86 6,-118 34,-134 34,-108 20,-88", PETROL)
)
_TURBAN: Final = (
    blob(mirror(0, "0,-84 52,-66 76,-26 60,10 20,-2"), SNOW)
    + line("-64,-2 -10,-40 40,-76", PETROL, 8)
    + line("-46,2 20,-26 62,-52", PETROL, 8)
    + line("-70,-32 -20,-66 6,-82", PETROL, 8)
    + disc(0, -82, 15, RED)
)
_HELMET: Final = (
    path("M-40,-66C-30,-130 70,-140 104,-40C70,-80 30,-84 0,-70Z", RED)
    + blob(mirror(0, "0,-84 46,-66 60,-10 62,30 44,4 18,-4"), STONE)
    + line("-52,-8 0,-24 52,-8", INK, 6)
    + line("0,-80 0,-26", INK, 6)
    + disc(0, -16, 9, OCHRE)
)
_FUR_CAP: Final = (
    blob("20,-92 66,-96 96,-56 88,-10 62,-30", RED)
    + blob(mirror(0, "0,-104 54,-92 70,-40 58,6 20,-2"), BROWN)
    + lines([[(dx, -12 + abs(dx) / 6), (dx * 1.15, -40)] for dx in (-44, -22, 0, 22, 44)], OCHRE, 4)
    + lines([[(dx, -58), (dx * 1.05, -84)] for dx in (-33, -11, 11, 33)], OCHRE, 4)
    + disc(92, -6, 12, OCHRE)
)
_HATS: Final = {"H": _SHAKO, "D": _TURBAN, "S": _HELMET, "C": _FUR_CAP}


def rider_hat(suit: str, x: float, y: float) -> str:
    return placed(_HATS[suit], x, y)


# --- knaves: a cap with its feather to the right, a hat with a cord, a feather to the left, a pointed hood --

_CAP_RIGHT: Final = (
    blob("-72,0 -70,-40 -10,-66 60,-52 78,-6 0,-10", WINE)
    + path("M-20,-40C20,-130 130,-130 150,-40C110,-80 60,-60 20,-30Z", PETROL)
    + line("-66,-2 0,-14 68,-4", OCHRE, 11)
)
_TALL_HAT: Final = (
    line("40,-30 64,-100 44,-140", RED, 14)
    + poly("-96,4 -40,-16 -24,-84 44,-76 44,-16 92,2 0,6", PETROL)
    + line("-42,-20 0,-26 44,-20", OCHRE, 12)
)
_CAP_LEFT: Final = (
    blob("-64,2 -92,-46 -40,-84 36,-76 66,-20 60,2 0,-10", RED)
    + path("M30,-40C-20,-120 -100,-140 -150,-90C-100,-92 -50,-70 0,-24Z", OCHRE)
    + line("-62,0 0,-12 60,0", INK, 11)
)
_HOOD: Final = (
    path("M-70,6C-60,-70 10,-90 30,-138C60,-80 80,-50 70,6Q0,-16 -70,6Z", LEAF)
    + line("-66,2 0,-12 66,2", SAND, 14)
    + disc(31, -138, 14, RED)
)
_CAPS: Final = {"H": _CAP_RIGHT, "D": _TALL_HAT, "S": _CAP_LEFT, "C": _HOOD}


def knave_cap(suit: str, x: float, y: float) -> str:
    return placed(_CAPS[suit], x, y)


def ruff(x: float, y: float) -> str:
    """A pleated collar."""
    pleats = "".join(oval(dx, abs(dx) * -0.1, 15, 24, SNOW, dx / 3) for dx in range(-66, 67, 22))
    return placed(pleats + lines([[(dx, 12), (dx * 1.06, -10)] for dx in range(-55, 56, 22)], INK, 3), x, y)
