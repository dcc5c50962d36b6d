"""What a court figure can be made of: faces, hair, headgear and stuff, each drawn round the figure's own axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from vision.artwork.palette import (
    BROWN,
    INK,
    LEAF,
    NIGHT,
    OCHRE,
    ORANGE,
    PAPER,
    PETROL,
    RED,
    ROSE,
    SAND,
    SKIN,
    SNOW,
    STONE,
    WINE,
)
from vision.artwork.svg import blob, disc, line, lines, mirror, oval, path, poly


@dataclass(frozen=True, slots=True)
class Livery:
    """The colours of one suit's court."""

    cloth: str
    lining: str
    trim: str
    hair: str


LIVERIES: Final = {
    "H": Livery(RED, OCHRE, SNOW, BROWN),
    "D": Livery(ORANGE, PETROL, SAND, OCHRE),
    "S": Livery(NIGHT, RED, OCHRE, INK),
    "C": Livery(PETROL, OCHRE, SAND, STONE),
}
LADIES_HAIR: Final = {"H": BROWN, "D": WINE, "S": INK, "C": OCHRE}


def face(x: float, y: float) -> str:
    """A calm face seen from the front, about 104 wide and 128 high."""
    return (
        blob(mirror(x, [(0, y - 66), (40, y - 52), (53, y - 8), (40, y + 42), (14, y + 66)]), SKIN)
        + oval(x - 31, y + 18, 12, 8, ROSE)
        + oval(x + 31, y + 18, 12, 8, ROSE)
        + path(
            f"M{x - 34:g},{y - 2:g}Q{x - 21:g},{y - 15:g} {x - 8:g},{y - 2:g}Q{x - 21:g},{y + 6:g} {x - 34:g},{y - 2:g}Z",
            SNOW,
        )
        + path(
            f"M{x + 34:g},{y - 2:g}Q{x + 21:g},{y - 15:g} {x + 8:g},{y - 2:g}Q{x + 21:g},{y + 6:g} {x + 34:g},{y - 2:g}Z",
            SNOW,
        )
        + disc(x - 20, y - 4, 6.5, INK)
        + disc(x + 20, y - 4, 6.5, INK)
        + line([(x - 36, y - 18), (x - 22, y - 25), (x - 8, y - 19)], INK, 5)
        + line([(x + 36, y - 18), (x + 22, y - 25), (x + 8, y - 19)], INK, 5)
        + line([(x + 2, y - 8), (x + 7, y + 18), (x - 5, y + 20)], BROWN, 4.5)
        + line([(x - 13, y + 36), (x, y + 40), (x + 13, y + 36)], WINE, 6)
    )


def neck(x: float, y: float) -> str:
    return poly([(x - 24, y - 30), (x + 24, y - 30), (x + 30, y + 30), (x - 30, y + 30)], SKIN)


def hand(x: float, y: float) -> str:
    return disc(x, y, 24, SKIN) + lines(
        [
            [(x - 8, y - 8), (x + 14, y - 8)],
            [(x - 8, y + 2), (x + 16, y + 2)],
            [(x - 8, y + 12), (x + 13, y + 12)],
        ],
        BROWN,
        3,
    )


# --- kings -----------------------------------------------------------------------------------------------------


def beard(suit: str, x: float, y: float, colour: str) -> str:
    """Full and round, forked, moustaches alone, long and pointed: one for each king."""
    mouth = line([(x - 12, y + 38), (x, y + 42), (x + 12, y + 38)], RED, 6)
    moustache = path(
        f"M{x:g},{y + 26:g}C{x - 16:g},{y + 20:g} {x - 34:g},{y + 30:g} {x - 46:g},{y + 46:g}C{x - 28:g},{y + 44:g} {x - 10:g},{y + 42:g} {x:g},{y + 34:g}"
        f"C{x + 10:g},{y + 42:g} {x + 28:g},{y + 44:g} {x + 46:g},{y + 46:g}C{x + 34:g},{y + 30:g} {x + 16:g},{y + 20:g} {x:g},{y + 26:g}Z",
        colour,
    )
    if suit == "S":
        return path(moustache_wide(x, y), colour) + mouth
    outlines = {
        "H": [(0, y + 34), (30, y + 28), (56, y - 4), (62, y + 30), (50, y + 76), (20, y + 100)],
        "D": [(0, y + 34), (28, y + 28), (54, y - 2), (58, y + 40), (44, y + 116), (20, y + 84)],
        "C": [(0, y + 34), (30, y + 28), (56, y - 4), (58, y + 36), (36, y + 96), (8, y + 146)],
    }
    return blob(mirror(x, outlines[suit]), colour) + moustache + mouth + _beard_cuts(x, y)


def moustache_wide(x: float, y: float) -> str:
    return (
        f"M{x:g},{y + 24:g}C{x - 20:g},{y + 14:g} {x - 44:g},{y + 44:g} {x - 74:g},{y + 16:g}C{x - 66:g},{y + 52:g} {x - 26:g},{y + 54:g} {x:g},{y + 34:g}"
        f"C{x + 26:g},{y + 54:g} {x + 66:g},{y + 52:g} {x + 74:g},{y + 16:g}C{x + 44:g},{y + 44:g} {x + 20:g},{y + 14:g} {x:g},{y + 24:g}Z"
    )


def _beard_cuts(x: float, y: float) -> str:
    strokes = [[(x + dx, y + 54), (x + dx * 0.8, y + 80)] for dx in (-34, -17, 0, 17, 34)]
    return lines(strokes, PAPER, 3)


def crown(suit: str, x: float, y: float) -> str:
    """A crown on a brow line y, another for each king."""
    band = path(
        f"M{x - 66:g},{y:g}Q{x:g},{y + 20:g} {x + 66:g},{y:g}V{y - 26:g}Q{x:g},{y - 6:g} {x - 66:g},{y - 26:g}Z",
        OCHRE,
    )
    gems = disc(x, y - 3, 9, RED) + disc(x - 36, y - 8, 7, PETROL) + disc(x + 36, y - 8, 7, PETROL)
    edge = line([(x - 66, y - 24), (x, y - 8), (x + 66, y - 24)], INK, 4)
    if suit == "H":  # five tall points with balls
        tips = [(-78, -92), (-40, -106), (0, -112), (40, -106), (78, -92)]
        zigzag = [(x - 66, y - 20)]
        for i, (dx, dy) in enumerate(tips):
            zigzag.append((x + dx, y + dy))
            if i < 4:
                zigzag.append((x + (dx + tips[i + 1][0]) / 2 * 0.9, y - 52))
        top = poly([*zigzag, (x + 66, y - 20)], OCHRE) + "".join(
            disc(x + dx, y + dy, 11, RED) for dx, dy in tips
        )
    elif suit == "D":  # an arched crown with an orb
        top = (
            blob(mirror(x, [(0, y - 112), (58, y - 96), (84, y - 56), (62, y - 20)]), WINE)
            + line([(x - 70, y - 26), (x - 62, y - 84), (x, y - 106)], OCHRE, 15)
            + line([(x + 70, y - 26), (x + 62, y - 84), (x, y - 106)], OCHRE, 15)
            + line([(x, y - 14), (x, y - 106)], OCHRE, 13)
            + disc(x, y - 116, 14, OCHRE)
            + lines([[(x, y - 146), (x, y - 122)], [(x - 11, y - 138), (x + 11, y - 138)]], OCHRE, 8)
        )
    elif suit == "S":  # three lilies
        top = "".join(_lily(x + dx, y + dy) for dx, dy in ((-58, -24), (58, -24), (0, -14)))
    else:  # an oak-leaf crown: low, broad, with acorns between
        top = "".join(
            blob(
                [
                    (x + dx, y - 16),
                    (x + dx - 24, y - 40),
                    (x + dx - 14, y - 68),
                    (x + dx, y - 92),
                    (x + dx + 14, y - 68),
                    (x + dx + 24, y - 40),
                ],
                OCHRE,
            )
            for dx in (-54, 0, 54)
        ) + "".join(disc(x + dx, y - 50, 11, LEAF) for dx in (-28, 28))
    return top + band + gems + edge


def _lily(x: float, y: float) -> str:
    return path(
        f"M{x:g},{y - 96:g}C{x + 22:g},{y - 66:g} {x + 14:g},{y - 40:g} {x + 9:g},{y:g}H{x - 9:g}C{x - 14:g},{y - 40:g} {x - 22:g},{y - 66:g} {x:g},{y - 96:g}Z",
        OCHRE,
    ) + line(
        [
            (x - 28, y - 46),
            (x - 24, y - 62),
            (x - 12, y - 40),
            (x, y - 10),
            (x + 12, y - 40),
            (x + 24, y - 62),
            (x + 28, y - 46),
        ],
        OCHRE,
        9,
    )


# --- ladies ----------------------------------------------------------------------------------------------------


def lady_hair_behind(suit: str, x: float, y: float) -> str:
    hair = LADIES_HAIR[suit]
    if suit in "HS":  # long and open
        return blob(
            mirror(
                x,
                [
                    (0, y - 92),
                    (62, y - 72),
                    (80, y),
                    (84, y + 80),
                    (104, y + 150),
                    (60, y + 160),
                    (30, y + 100),
                ],
            ),
            hair,
        )
    if suit == "D":  # two plaits
        plaits = "".join(
            oval(x + side * (72 + 4 * i), y + 20 + 34 * i, 20 - i, 22, hair)
            + line(
                [(x + side * (58 + 4 * i), y + 34 + 34 * i), (x + side * (88 + 4 * i), y + 40 + 34 * i)],
                PAPER,
                3,
            )
            for side in (-1, 1)
            for i in range(5)
        )
        return blob(mirror(x, [(0, y - 90), (60, y - 70), (74, y - 10), (58, y + 40)]), hair) + plaits
    return (
        blob(mirror(x, [(0, y - 88), (60, y - 70), (72, y - 10), (54, y + 44)]), hair)
        + disc(x - 76, y + 4, 34, hair)
        + disc(x + 76, y + 4, 34, hair)
    )


def lady_hair_before(suit: str, x: float, y: float) -> str:
    hair = LADIES_HAIR[suit]
    left = f"M{x:g},{y - 74:g}C{x - 18:g},{y - 40:g} {x - 44:g},{y - 34:g} {x - 52:g},{y + 14:g}C{x - 66:g},{y - 30:g} {x - 50:g},{y - 80:g} {x:g},{y - 74:g}Z"
    right = f"M{x:g},{y - 74:g}C{x + 18:g},{y - 40:g} {x + 44:g},{y - 34:g} {x + 52:g},{y + 14:g}C{x + 66:g},{y - 30:g} {x + 50:g},{y - 80:g} {x:g},{y - 74:g}Z"
    return path(left, hair) + path(right, hair)


def diadem(suit: str, x: float, y: float) -> str:
    """What the ladies wear: a diadem, a bonnet of gold, a star, a wreath."""
    if suit == "H":
        top = [
            (x - 56, y),
            (x - 44, y - 34),
            (x - 22, y - 18),
            (x, y - 56),
            (x + 22, y - 18),
            (x + 44, y - 34),
            (x + 56, y),
        ]
        return poly([*top, (x, y + 10)], OCHRE) + disc(x, y - 10, 9, RED) + disc(x, y - 58, 9, SNOW)
    if suit == "D":  # the gold bonnet of the Danube towns
        return (
            blob(mirror(x, [(0, y - 66), (48, y - 96), (66, y - 40), (50, y + 6), (20, y - 4)]), OCHRE)
            + lines([[(x + dx, y - 12), (x + dx * 1.3, y - 66)] for dx in (-32, -16, 0, 16, 32)], BROWN, 4)
            + line([(x - 52, y), (x, y - 8), (x + 52, y)], RED, 10)
        )
    if suit == "S":
        veil = path(
            f"M{x:g},{y - 48:g}C{x + 80:g},{y - 48:g} {x + 104:g},{y + 40:g} {x + 128:g},{y + 190:g}C{x + 92:g},{y + 110:g} {x + 72:g},{y + 20:g} {x + 40:g},{y - 14:g}Z",
            STONE,
        )
        half = line([(x - 54, y - 2), (x, y - 18), (x + 54, y - 2)], OCHRE, 13)
        return (
            veil
            + half
            + "".join(
                disc(x + dx, y - 22 - dy, 10, SNOW) for dx, dy in ((-36, -2), (-18, 8), (18, 8), (36, -2))
            )
            + poly(
                [
                    (x, y - 74),
                    (x + 12, y - 44),
                    (x + 30, y - 34),
                    (x + 12, y - 24),
                    (x, y),
                    (x - 12, y - 24),
                    (x - 30, y - 34),
                    (x - 12, y - 44),
                ],
                OCHRE,
            )
        )
    leaves = "".join(
        oval(x + dx, y - 12 - (60 - abs(dx)) / 3.4, 19, 11, LEAF, dx * 0.9) for dx in (-56, -34, 34, 56)
    )
    blossoms = "".join(
        disc(x + dx, y - 30 + abs(dx) / 4, r, c) + disc(x + dx, y - 30 + abs(dx) / 4, r * 0.4, OCHRE)
        for dx, r, c in ((-24, 15, SNOW), (24, 15, SNOW), (0, 20, RED))
    )
    return leaves + blossoms


# --- headgear of riders and knaves -----------------------------------------------------------------------------


def rider_hat(suit: str, x: float, y: float) -> str:
    """Shako, turban, helmet with a crest, fur cap: one for each rider."""
    if suit == "H":
        return (
            poly([(x - 54, y + 4), (x - 62, y - 92), (x + 62, y - 92), (x + 54, y + 4)], RED)
            + line([(x - 58, y - 88), (x + 58, y - 88)], OCHRE, 12)
            + path(
                f"M{x - 58:g},{y + 2:g}Q{x:g},{y + 30:g} {x + 58:g},{y + 2:g}Q{x:g},{y - 10:g} {x - 58:g},{y + 2:g}Z",
                INK,
            )
            + disc(x, y - 44, 17, OCHRE)
            + blob(
                [(x, y - 86), (x + 6, y - 118), (x + 34, y - 134), (x + 34, y - 108), (x + 20, y - 88)],
                PETROL,
            )
        )
    if suit == "D":
        return (
            blob(mirror(x, [(0, y - 84), (52, y - 66), (76, y - 26), (60, y + 10), (20, y - 2)]), SNOW)
            + line([(x - 64, y - 2), (x - 10, y - 40), (x + 40, y - 76)], PETROL, 8)
            + line([(x - 46, y + 2), (x + 20, y - 26), (x + 62, y - 52)], PETROL, 8)
            + line([(x - 70, y - 32), (x - 20, y - 66), (x + 6, y - 82)], PETROL, 8)
            + disc(x, y - 82, 15, RED)
        )
    if suit == "S":
        return (
            path(
                f"M{x - 40:g},{y - 66:g}C{x - 30:g},{y - 130:g} {x + 70:g},{y - 140:g} {x + 104:g},{y - 40:g}C{x + 70:g},{y - 80:g} {x + 30:g},{y - 84:g} {x:g},{y - 70:g}Z",
                RED,
            )
            + blob(
                mirror(x, [(0, y - 84), (46, y - 66), (60, y - 10), (62, y + 30), (44, y + 4), (18, y - 4)]),
                STONE,
            )
            + line([(x - 52, y - 8), (x, y - 24), (x + 52, y - 8)], INK, 6)
            + line([(x, y - 80), (x, y - 26)], INK, 6)
            + disc(x, y - 16, 9, OCHRE)
        )
    return (
        blob([(x + 20, y - 92), (x + 66, y - 96), (x + 96, y - 56), (x + 88, y - 10), (x + 62, y - 30)], RED)
        + blob(mirror(x, [(0, y - 104), (54, y - 92), (70, y - 40), (58, y + 6), (20, y - 2)]), BROWN)
        + lines(
            [[(x + dx, y - 12 + abs(dx) / 6), (x + dx * 1.15, y - 40)] for dx in (-44, -22, 0, 22, 44)],
            OCHRE,
            4,
        )
        + lines([[(x + dx, y - 58), (x + dx * 1.05, y - 84)] for dx in (-33, -11, 11, 33)], OCHRE, 4)
        + disc(x + 92, y - 6, 12, OCHRE)
    )


def knave_cap(suit: str, x: float, y: float) -> str:
    """A flat cap and its feather; the feather's sweep and the cap's cut tell the knaves apart."""
    if suit == "H":
        feather = path(
            f"M{x - 20:g},{y - 40:g}C{x + 20:g},{y - 130:g} {x + 130:g},{y - 130:g} {x + 150:g},{y - 40:g}C{x + 110:g},{y - 80:g} {x + 60:g},{y - 60:g} {x + 20:g},{y - 30:g}Z",
            PETROL,
        )
        cap = blob(
            [(x - 72, y), (x - 70, y - 40), (x - 10, y - 66), (x + 60, y - 52), (x + 78, y - 6), (x, y - 10)],
            WINE,
        )
        return cap + feather + line([(x - 66, y - 2), (x, y - 14), (x + 68, y - 4)], OCHRE, 11)
    if suit == "D":
        cap = poly(
            [
                (x - 96, y + 4),
                (x - 40, y - 16),
                (x - 24, y - 84),
                (x + 44, y - 76),
                (x + 44, y - 16),
                (x + 92, y + 2),
                (x, y + 6),
            ],
            PETROL,
        )
        tail = line([(x + 40, y - 30), (x + 64, y - 100), (x + 44, y - 140)], RED, 14)
        return tail + cap + line([(x - 42, y - 20), (x, y - 26), (x + 44, y - 20)], OCHRE, 12)
    if suit == "S":
        cap = blob(
            [
                (x - 64, y + 2),
                (x - 92, y - 46),
                (x - 40, y - 84),
                (x + 36, y - 76),
                (x + 66, y - 20),
                (x + 60, y + 2),
                (x, y - 10),
            ],
            RED,
        )
        feather = path(
            f"M{x + 30:g},{y - 40:g}C{x - 20:g},{y - 120:g} {x - 100:g},{y - 140:g} {x - 150:g},{y - 90:g}C{x - 100:g},{y - 92:g} {x - 50:g},{y - 70:g} {x:g},{y - 24:g}Z",
            OCHRE,
        )
        return cap + feather + line([(x - 62, y), (x, y - 12), (x + 60, y)], INK, 11)
    cap = path(
        f"M{x - 70:g},{y + 6:g}C{x - 60:g},{y - 70:g} {x + 10:g},{y - 90:g} {x + 30:g},{y - 138:g}C{x + 60:g},{y - 80:g} {x + 80:g},{y - 50:g} {x + 70:g},{y + 6:g}Q{x:g},{y - 16:g} {x - 70:g},{y + 6:g}Z",
        LEAF,
    )
    return (
        cap + line([(x - 66, y + 2), (x, y - 12), (x + 66, y + 2)], SAND, 14) + disc(x + 31, y - 138, 14, RED)
    )


def ruff(x: float, y: float, fill: str) -> str:
    """A pleated collar."""
    pleats = "".join(oval(x + dx, y + abs(dx) * -0.1, 15, 24, fill, dx / 3) for dx in range(-66, 67, 22))
    return pleats + lines([[(x + dx, y + 12), (x + dx * 1.06, y - 10)] for dx in range(-55, 56, 22)], INK, 3)
