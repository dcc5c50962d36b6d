"""Faces, hair, beards and hands of the court figures, each drawn round the middle of the face or the palm."""

from __future__ import annotations

from typing import Final

from vision.artwork.palette import BROWN, INK, OCHRE, PAPER, RED, ROSE, SKIN, SNOW, WINE
from vision.artwork.svg import blob, disc, line, lines, mirror, oval, pair, path, placed, poly

LADIES_HAIR: Final = {"H": BROWN, "D": WINE, "S": INK, "C": OCHRE}


def face(x: float, y: float) -> str:
    """A calm face seen from the front, about 104 wide and 128 high."""
    half = (
        oval(31, 18, 12, 8, ROSE)
        + path("M34,-2Q21,-15 8,-2Q21,6 34,-2Z", SNOW)
        + disc(20, -4, 6.5, INK)
        + line("36,-18 22,-25 8,-19", INK, 5)
    )
    drawing = (
        blob(mirror(0, "0,-66 40,-52 53,-8 40,42 14,66"), SKIN)
        + pair(half)
        + line("2,-8 7,18 -5,20", BROWN, 4.5)
        + line("-13,36 0,40 13,36", WINE, 6)
    )
    return placed(drawing, x, y)


def neck(x: float, y: float) -> str:
    return placed(poly("-24,-30 24,-30 30,30 -30,30", SKIN), x, y)


def hand(x: float, y: float) -> str:
    return placed(disc(0, 0, 24, SKIN) + lines(["-8,-8 14,-8", "-8,2 16,2", "-8,12 13,12"], BROWN, 3), x, y)


_BEARDS: Final = {
    "H": "0,34 30,28 56,-4 62,30 50,76 20,100",
    "D": "0,34 28,28 54,-2 58,40 44,116 20,84",
    "C": "0,34 30,28 56,-4 58,36 36,96 8,146",
}


def beard(suit: str, x: float, y: float, colour: str) -> str:
    """Full and round, forked, moustaches alone, long and pointed: one for each king."""
    mouth = line("-12,38 0,42 12,38", RED, 6)
    if suit not in _BEARDS:
        wide = path(
            "M0,24C-20,14 -44,44 -74,16C-66,52 -26,54 0,34C26,54 66,52 74,16C44,44 20,14 0,24Z", colour
        )
        return placed(wide + mouth, x, y)
    moustache = path(
        "M0,26C-16,20 -34,30 -46,46C-28,44 -10,42 0,34C10,42 28,44 46,46C34,30 16,20 0,26Z", colour
    )
    cuts = lines([[(dx, 54), (dx * 0.8, 80)] for dx in (-34, -17, 0, 17, 34)], PAPER, 3)
    return placed(blob(mirror(0, _BEARDS[suit]), colour) + moustache + mouth + cuts, x, y)


def whiskers(suit: str, x: float, y: float, colour: str) -> str:
    """Two of the riders wear a moustache."""
    return placed(line("-40,36 -18,28 0,32 18,28 40,36", colour, 9), x, y) if suit in "HC" else ""


def _plait(colour: str) -> str:
    return "".join(
        oval(72 + 4 * i, 20 + 34 * i, 20 - i, 22, colour)
        + lines([[(58 + 4 * i, 34 + 34 * i), (88 + 4 * i, 40 + 34 * i)]], PAPER, 3)
        for i in range(5)
    )


def lady_hair_behind(suit: str, x: float, y: float) -> str:
    """Long and open, in two plaits, or in two buns."""
    colour = LADIES_HAIR[suit]
    if suit in "HS":
        hair = blob(mirror(0, "0,-92 62,-72 80,0 84,80 104,150 60,160 30,100"), colour)
    elif suit == "D":
        hair = blob(mirror(0, "0,-90 60,-70 74,-10 58,40"), colour) + pair(_plait(colour))
    else:
        hair = blob(mirror(0, "0,-88 60,-70 72,-10 54,44"), colour) + pair(disc(76, 4, 34, colour))
    return placed(hair, x, y)


def lady_hair_before(suit: str, x: float, y: float) -> str:
    """The parting over the forehead."""
    return placed(pair(path("M0,-74C18,-40 44,-34 52,14C66,-30 50,-80 0,-74Z", LADIES_HAIR[suit])), x, y)
