"""Small things that several pictures share: firs, clouds, leaves, small heads."""

from __future__ import annotations

from typing import Final

from vision.artwork.palette import BROWN, INK, LEAF, OCHRE, PETROL, RED, SNOW
from vision.artwork.svg import Points, blob, curve, disc, line, lines, number, oval, path, placed, polar, poly

FLOOR: Final = 578.0
"""Where the ground of a half picture ends: a little below the seam, which is covered by the band."""


def land(skyline: Points, fill: str) -> str:
    """Ground from a skyline (left to right) down to the seam."""
    return path(curve(skyline, closed=False) + f"V{FLOOR:g}H20Z", fill)


def fir(x: float, foot: float, height: float, fill: str = PETROL) -> str:
    tiers = [(0.0, 0.42, 0.2), (0.24, 0.7, 0.29), (0.5, 0.94, 0.37)]
    drawn = line([(x, foot), (x, foot - height * 0.15)], BROWN, height * 0.07)
    for top, bottom, half in tiers:
        y0, y1, dx = foot - height * (1 - top), foot - height * (1 - bottom), height * half * 0.62
        drawn += poly([(x, y0), (x + dx, y1), (x, y1 - height * 0.06), (x - dx, y1)], fill)
    return drawn


def tree(x: float, foot: float, r: float, fill: str = LEAF) -> str:
    return (
        line([(x, foot), (x, foot - r * 1.4)], BROWN, r * 0.26)
        + disc(x, foot - r * 1.9, r, fill)
        + lines(
            [
                [(x - r * 0.4, foot - r * 1.7), (x + r * 0.1, foot - r * 2.1)],
                [(x, foot - r * 1.5), (x + r * 0.5, foot - r * 1.9)],
            ],
            SNOW,
            3,
        )
    )


def cloud(x: float, y: float, size: float = 1, fill: str = SNOW) -> str:
    billows = "M-70,14C-90,-22 -44,-34 -32,-16C-30,-60 34,-58 34,-16C56,-36 92,-10 70,14Z"
    return placed(path(billows, fill), x, y, size)


def drop(x: float, y: float, size: float) -> str:
    return placed(path("M0,-1.6C1,0 1,1 0,1C-1,1 -1,0 0,-1.6Z", SNOW), x, y, size)


def sun(x: float, y: float, r: float, rays: int, fill: str = OCHRE) -> str:
    beams = [
        [polar(x, y, r * 1.25, 360 / rays * i), polar(x, y, r * (1.7 if i % 2 else 1.5), 360 / rays * i)]
        for i in range(rays)
    ]
    return disc(x, y, r, fill) + lines(beams, fill, r * 0.14)


def waves(x0: float, x1: float, y: float, colour: str, width: float, step: float = 44) -> str:
    """A row of small wave crests."""
    data, x = f"M{x0:g},{y:g}", x0
    while x + step <= x1:
        data += f"q{step / 4:g},{-step / 4:g} {step / 2:g},0t{step / 2:g},0"
        x += step
    return path(data, "none", colour, width)


def leaf(x: float, y: float, length: float, turn: float, fill: str = LEAF, rib: str = SNOW) -> str:
    """A pointed leaf from its stalk at (x, y), 0° up."""
    side, middle = length * 0.258, length * 0.486
    edge = f"M0,0Q{number(-side)},{number(-middle)} 0,{number(-length)}Q{number(side)},{number(-middle)} 0,0Z"
    vein = lines([[(0, -length * 0.12), (0, -length * 0.8)]], rib, max(2.5, length * 0.035))
    return placed(path(edge, fill) + vein, x, y, turn=turn)


def flower(x: float, y: float, r: float, fill: str = RED, heart: str = OCHRE, petals: int = 6) -> str:
    drawn = "".join(disc(*polar(x, y, r * 0.62, 360 / petals * i), r * 0.44, fill) for i in range(petals))
    return drawn + disc(x, y, r * 0.36, heart)


def gull(x: float, y: float, span: float) -> str:
    return placed(line("-100,-30 -40,-40 0,0 40,-40 100,-30", INK, 14), x, y, span / 100)


def head(x: float, y: float, r: float, skin: str, hair: str) -> str:
    """A small head for the people of the pictures: hair, face, two eyes."""
    return (
        disc(x, y - r * 0.16, r * 1.12, hair)
        + oval(x, y + r * 0.12, r * 0.84, r * 0.9, skin)
        + disc(x - r * 0.32, y, r * 0.11, INK)
        + disc(x + r * 0.32, y, r * 0.11, INK)
        + line([(x - r * 0.26, y + r * 0.48), (x, y + r * 0.58), (x + r * 0.26, y + r * 0.48)], RED, r * 0.13)
    )


def acorn(x: float, y: float, size: float, turn: float = 0) -> str:
    nut = (
        blob("-16,-2 -14,20 0,36 14,20 16,-2", OCHRE)
        + path("M-22,2C-22,-26 22,-26 22,2Z", BROWN)
        + lines(["0,-18 0,-30"], BROWN, 5)
    )
    return placed(nut, x, y, size, turn)
