"""Small things that several pictures share: firs, clouds, suns, waves, leaves."""

from __future__ import annotations

from vision.artwork.palette import BROWN, INK, LEAF, OCHRE, PETROL, RED, SNOW
from vision.artwork.svg import Points, blob, disc, line, lines, oval, path, polar, poly

FLOOR = 580.0
"""Where the ground of a half picture ends: a little below the seam, which is covered by the band."""


def land(skyline: Points, fill: str) -> str:
    """Ground from a skyline (left to right) down to the seam."""
    from vision.artwork.svg import curve

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
    shape = [(-70, 14), (-62, -12), (-34, -18), (-12, -40), (22, -32), (38, -14), (66, -10), (74, 14)]
    return (
        path(
            "M"
            + "C".join(
                [
                    f"{x - 70 * size:.1f},{y + 14 * size:.1f}",
                    f"{x - 90 * size:.1f},{y - 22 * size:.1f} {x - 44 * size:.1f},{y - 34 * size:.1f} {x - 32 * size:.1f},{y - 16 * size:.1f}",
                ]
            )
            + f"C{x - 30 * size:.1f},{y - 60 * size:.1f} {x + 34 * size:.1f},{y - 58 * size:.1f} {x + 34 * size:.1f},{y - 16 * size:.1f}"
            + f"C{x + 56 * size:.1f},{y - 36 * size:.1f} {x + 92 * size:.1f},{y - 10 * size:.1f} {x + 70 * size:.1f},{y + 14 * size:.1f}Z",
            fill,
        )
        if shape
        else ""
    )


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
    tip, left, right = (
        polar(x, y, length, turn),
        polar(x, y, length * 0.55, turn - 28),
        polar(x, y, length * 0.55, turn + 28),
    )
    return path(
        f"M{x:.1f},{y:.1f}Q{left[0]:.1f},{left[1]:.1f} {tip[0]:.1f},{tip[1]:.1f}Q{right[0]:.1f},{right[1]:.1f} {x:.1f},{y:.1f}Z",
        fill,
    ) + lines(
        [[polar(x, y, length * 0.12, turn), polar(x, y, length * 0.8, turn)]], rib, max(2.5, length * 0.035)
    )


def flower(x: float, y: float, r: float, fill: str = RED, heart: str = OCHRE, petals: int = 6) -> str:
    drawn = "".join(disc(*polar(x, y, r * 0.62, 360 / petals * i), r * 0.44, fill) for i in range(petals))
    return drawn + disc(x, y, r * 0.36, heart)


def gull(x: float, y: float, span: float) -> str:
    return line(
        [
            (x - span, y - span * 0.3),
            (x - span * 0.4, y - span * 0.4),
            (x, y),
            (x + span * 0.4, y - span * 0.4),
            (x + span, y - span * 0.3),
        ],
        INK,
        span * 0.14,
    )


def head(x: float, y: float, r: float, skin: str, hair: str) -> str:
    """A small head for the people of the pictures: hair, face, two eyes."""
    return (
        disc(x, y - r * 0.16, r * 1.12, hair)
        + oval(x, y + r * 0.12, r * 0.84, r * 0.9, skin)
        + disc(x - r * 0.32, y, r * 0.11, INK)
        + disc(x + r * 0.32, y, r * 0.11, INK)
        + line([(x - r * 0.26, y + r * 0.48), (x, y + r * 0.58), (x + r * 0.26, y + r * 0.48)], RED, r * 0.13)
    )


def hill_cuts(x: float, y: float, w: float, rows: int, colour: str, gap: float = 16) -> str:
    """Gouge marks on a slope."""
    return "".join(
        line(
            [(x - w / 2 + i * 9, y + i * gap), (x, y - 8 + i * gap), (x + w / 2 - i * 14, y + 3 + i * gap)],
            colour,
            4,
        )
        for i in range(rows)
    )


def acorn(x: float, y: float, size: float, turn: float = 0) -> str:
    nut = (
        blob("-16,-2 -14,20 0,36 14,20 16,-2", OCHRE)
        + path("M-22,2C-22,-26 22,-26 22,2Z", BROWN)
        + lines(["0,-18 0,-30"], BROWN, 5)
    )
    from vision.artwork.svg import placed

    return placed(nut, x, y, size, turn)
