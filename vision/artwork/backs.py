"""Three backs, the same from both ends."""

from __future__ import annotations

import math

from vision.artwork.birds import lapwing
from vision.artwork.palette import INK, NIGHT, OCHRE, PAPER, PETROL, RED, SAND, SNOW
from vision.artwork.svg import CENTRE, both_ends, box, disc, lines, path, placed, poly, turned

_X, _Y = CENTRE


def back(kind: int) -> str:
    return {1: _lattice, 2: _flock, 3: _feathers}[kind]()


def _field(fill: str) -> str:
    return box(34, 34, 542, 1062, fill, 24)


def _frame(colour: str) -> str:
    return box(48, 48, 514, 1034, "none", 16, colour, 7)


def _lattice() -> str:
    """Red, a lattice of lozenges, and the bird in a medallion."""
    cells = [
        _lozenge(_X + column * 64 + (32 if row % 2 else 0), _Y + row * 56, 22, 38)
        for row in range(-9, 10)
        for column in range(-4, 5)
        if abs(column * 64 + (32 if row % 2 else 0)) < 250 and abs(row * 56) < 500
    ]
    medallion = (
        disc(_X, _Y, 168, RED)
        + disc(_X, _Y, 156, PAPER)
        + disc(_X, _Y, 156, "none", INK, 8)
        + disc(_X, _Y, 138, "none", OCHRE, 6)
    )
    birds = lapwing(_X + 2, _Y - 68, 0.6)
    bar = lines([f"{_X - 134},{_Y} {_X + 134},{_Y}"], INK, 7)
    return _field(RED) + "".join(cells) + _frame(SAND) + medallion + birds + turned(birds) + bar


def _lozenge(x: float, y: float, w: float, h: float) -> str:
    return poly([(x, y - h), (x + w, y), (x, y + h), (x - w, y)], SAND) + poly(
        [(x, y - h / 2), (x + w / 2, y), (x, y + h / 2), (x - w / 2, y)], RED
    )


def _flock() -> str:
    """Petrol, a flock of lapwings that flies both ways."""
    flock = ""
    for row in range(5):
        for column in range(3 if row % 2 == 0 else 2):
            x = (136 if row % 2 == 0 else 220.5) + column * 169
            flock += _flying(x, 116 + row * 98)
    return _field(PETROL) + both_ends(flock) + _frame(SAND) + lines([f"90,{_Y} 520,{_Y}"], OCHRE, 8)


def _flying(x: float, y: float) -> str:
    """A lapwing in flight from above: broad round wings with white tips, a white tail with a black end."""
    wing = "M0,-8C20,-40 48,-46 70,-34C82,-26 84,-10 76,-2C54,4 30,12 0,14Z"
    hand_feathers = "M34,-40C52,-46 72,-40 80,-26C84,-14 82,-6 76,-2C66,2 56,4 46,6C40,-8 36,-24 34,-40Z"
    half = path(wing, SAND) + path(hand_feathers, INK) + path("M70,-34C80,-28 84,-16 80,-8L70,-16Z", SNOW)
    bird = (
        half
        + placed(half, 0, 0, flip=True)
        + path("M0,-30C12,-18 12,14 6,28H-6C-12,14 -12,-18 0,-30Z", OCHRE)
        + path("M-7,26H7L15,50H-15Z", SNOW)
        + path("M-13,43H13L15,52H-15Z", INK)
        + disc(0, -30, 11, INK)
        + path("M-4,-38L0,-54L4,-38Z", INK)
    )
    return placed(bird, x, y, 0.84)


def _feathers() -> str:
    """Night blue, rows of feathers cut in sand and ochre."""
    feathers = ""
    for row in range(8):
        for column in range(9 if row % 2 == 0 else 8):
            x = _X + (column - (4 if row % 2 == 0 else 3.5)) * 56
            if math.hypot(x - _X, 112 + row * 58 - _Y) > 110:
                feathers += _feather(x, 82 + row * 58, OCHRE if (row + column) % 3 == 0 else SAND)
    star = "".join(_petal(angle) for angle in range(0, 360, 45))
    return _field(NIGHT) + both_ends(feathers) + _frame(SAND) + star + disc(_X, _Y, 16, RED)


def _feather(x: float, y: float, fill: str) -> str:
    leaf = path("M0,0C20,16 20,44 0,60C-20,44 -20,16 0,0Z", fill) + lines(["0,10 0,50"], NIGHT, 4)
    return f'<g transform="translate({x:g} {y:g})">{leaf}</g>'


def _petal(angle: int) -> str:
    petal = path("M0,-16C16,-34 16,-58 0,-76C-16,-58 -16,-34 0,-16Z", OCHRE if angle % 90 else SAND)
    return f'<g transform="translate({_X:g} {_Y:g}) rotate({angle})">{petal}</g>'
