"""The sixteen court cards: double-headed kings, ladies, riders and knaves, known by their outlines."""

from __future__ import annotations

from typing import Final

from vision.artwork.dress import (
    LIVERIES,
    Livery,
    beard,
    crown,
    diadem,
    face,
    hand,
    knave_cap,
    lady_hair_before,
    lady_hair_behind,
    neck,
    rider_hat,
    ruff,
)
from vision.artwork.palette import BROWN, INK, LEAF, OCHRE, PAPER, RED, ROSE, SAND, SNOW, STONE, WINE
from vision.artwork.pips import index
from vision.artwork.suits import suit_sign
from vision.artwork.svg import (
    CENTRE,
    Point,
    above,
    blob,
    both_ends,
    box,
    disc,
    line,
    lines,
    mirror,
    outline,
    oval,
    path,
    placed,
    poly,
)

_X, _SEAM = CENTRE
INDEX_LETTERS: Final = {"K": "K", "Q": "D", "C": "R", "J": "B"}


def court_card(suit: str, rank: str) -> str:
    figure = {"K": _king, "Q": _queen, "C": _rider, "J": _knave}[rank](suit, LIVERIES[suit])
    return _frame() + both_ends(figure) + _sash(suit, rank) + both_ends(index(suit, INDEX_LETTERS[rank]))


def _frame() -> str:
    return box(26, 26, 558, 1078, "none", 24, INK, 4)


def _sash(suit: str, rank: str) -> str:
    """The belt that joins the two halves."""
    livery = LIVERIES[suit]
    slant = {"K": 0, "Q": 0, "C": -30, "J": 20}[rank]
    left, right = _SEAM + slant, _SEAM - slant
    wide = {"K": 236, "Q": 146, "C": 226, "J": 142}[rank]

    def at(x: float) -> float:
        return _SEAM + (_X - x) / wide * slant

    band = poly(
        [(_X - wide, left - 24), (_X + wide, right - 24), (_X + wide, right + 24), (_X - wide, left + 24)],
        livery.lining,
        INK,
        5,
    )
    beads = "".join(
        disc(_X + dx, at(_X + dx), 10, livery.trim) for dx in range(-wide + 34, wide - 20, 42) if abs(dx) > 40
    )
    return band + beads + disc(_X, _SEAM, 40, livery.trim, INK, 5) + suit_sign(suit, _X, _SEAM, 50)


def _signs(suit: str, places: list[Point], size: float, fill: str) -> str:
    return "".join(suit_sign(suit, x, y, size, fill) for x, y in places)


# --- king ------------------------------------------------------------------------------------------------------


def _king(suit: str, livery: Livery) -> str:
    head = 226.0
    mantle = blob(mirror(_X, "0,286 60,290 150,322 214,420 232,600 100,620 0,620"), livery.cloth)
    folds = "".join(
        line([(_X + s * 176, 392), (_X + s * 190, 470), (_X + s * 196, 550)], livery.trim, 5) for s in (-1, 1)
    )
    pattern = _signs(
        suit, [(_X + s * dx, y) for s in (-1, 1) for dx, y in ((136, 386), (150, 478))], 44, livery.trim
    )
    tunic = poly([(_X - 70, 330), (_X + 70, 330), (_X + 96, 580), (_X - 96, 580)], livery.lining)
    buttons = lines([[(_X - 62, y), (_X + 62, y)] for y in (430, 470, 510)], INK, 4)
    return (
        blob(
            mirror(_X, [(0, head - 84), (60, head - 66), (74, head), (76, head + 56), (40, head + 74)]),
            livery.hair,
        )
        + mantle
        + folds
        + pattern
        + tunic
        + buttons
        + neck(_X, head + 72)
        + _ermine()
        + face(_X, head)
        + beard(suit, _X, head, livery.hair)
        + crown(suit, _X, head - (30 if suit == "D" else 36))
        + _regalia(suit)
    )


def _ermine() -> str:
    cape = "0,300 50,296 140,330 176,392 120,398 70,372 36,420 0,440"
    tails = [
        (dx, y)
        for dx, y in (
            (-132, 362),
            (132, 362),
            (-92, 348),
            (92, 348),
            (-52, 368),
            (52, 368),
            (-24, 408),
            (24, 408),
        )
    ]
    return blob(mirror(_X, cape), SNOW, INK, 4) + lines(
        [[(_X + dx, y), (_X + dx * 0.97, y + 18)] for dx, y in tails], INK, 7
    )


def _regalia(suit: str) -> str:
    """Sceptre, orb, sword and oak staff: what the kings hold."""
    x, y = 500.0, 420.0
    if suit == "H":
        held = (
            line([(x + 14, 560), (x - 4, 250)], OCHRE, 16)
            + suit_sign("H", x - 6, 214, 70)
            + disc(x - 4, 258, 15, RED)
        )
    elif suit == "D":
        held = (
            disc(x, y - 74, 52, OCHRE, INK, 5)
            + line([(x - 50, y - 82), (x, y - 68), (x + 50, y - 82)], RED, 11)
            + line([(x, y - 126), (x, y - 72)], RED, 11)
            + lines([[(x, y - 180), (x, y - 128)], [(x - 20, y - 158), (x + 20, y - 158)]], OCHRE, 13)
        )
    elif suit == "S":
        held = (
            poly([(x - 14, y - 40), (x - 16, 180), (x, 140), (x + 16, 180), (x + 14, y - 40)], STONE, INK, 4)
            + line([(x - 52, y - 40), (x + 52, y - 40)], OCHRE, 17)
            + line([(x, y - 34), (x, y + 44)], BROWN, 16)
        )
    else:
        held = (
            line([(x + 8, 560), (x, 400), (x - 6, 240)], BROWN, 18)
            + "".join(
                oval(x - 4 + dx, 236 + dy, 40, 22, LEAF, turn)
                for dx, dy, turn in ((-32, 0, 30), (30, -6, -30), (0, -36, 90))
            )
            + oval(x - 24, 280, 13, 18, OCHRE)
            + oval(x + 18, 284, 13, 18, OCHRE)
        )
    return held + hand(x, y)


# --- lady ------------------------------------------------------------------------------------------------------


def _queen(suit: str, livery: Livery) -> str:
    head = 222.0
    sleeves = "".join(
        blob(
            [
                (_X + s * 60, 330),
                (_X + s * 118, 340),
                (_X + s * 158, 410),
                (_X + s * 150, 480),
                (_X + s * 96, 470),
                (_X + s * 70, 400),
            ],
            livery.lining,
        )
        + lines(
            [[(_X + s * 96, 362), (_X + s * 126, 462)], [(_X + s * 118, 358), (_X + s * 146, 440)]],
            livery.trim,
            5,
        )
        for s in (-1, 1)
    )
    bodice = blob(mirror(_X, "0,350 44,336 84,344 82,430 70,490 92,540 110,578 0,580"), livery.cloth)
    skirt = poly([(_X - 66, 480), (_X + 66, 480), (_X + 150, 574), (_X - 150, 574)], livery.cloth) + lines(
        [[(_X + dx * 0.5, 500), (_X + dx, 556)] for dx in (-104, -56, 56, 104)], livery.lining, 7
    )
    lacing = lines(
        [[(_X - 24, y), (_X + 24, y + 16)] for y in (414, 444, 474)]
        + [[(_X + 24, y), (_X - 24, y + 16)] for y in (414, 444, 474)],
        livery.trim,
        5,
    )
    shoulders = blob(mirror(_X, "0,268 26,272 36,310 88,338 60,372 26,392 0,396"), "#f3cda9")
    pearls = "".join(disc(_X + dx, 336 - abs(dx) * 0.42, 7.5, SNOW) for dx in (-44, -30, -15, 0, 15, 30, 44))
    return (
        lady_hair_behind(suit, _X, head)
        + skirt
        + bodice
        + sleeves
        + shoulders
        + line([(_X - 84, 348), (_X - 50, 392), (_X, 408), (_X + 50, 392), (_X + 84, 348)], livery.trim, 13)
        + lacing
        + pearls
        + disc(_X, 346, 10, RED)
        + face(_X, head)
        + lady_hair_before(suit, _X, head)
        + diadem(suit, _X, head - 52)
        + _keepsake(suit)
    )


def _keepsake(suit: str) -> str:
    """Rose, fan, mirror and grapes: what the ladies hold."""
    x, y = 470.0, 452.0
    if suit == "H":
        held = (
            line([(x, y), (x + 14, 360), (x + 10, 300)], LEAF, 9)
            + oval(x + 34, 372, 26, 12, LEAF, -30)
            + disc(x + 10, 282, 42, RED)
            + line([(x - 12, 288), (x + 4, 262), (x + 30, 272), (x + 22, 298), (x + 2, 292)], ROSE, 6)
        )
    elif suit == "D":
        ribs = [(x - 84, 330), (x - 40, 284), (x + 14, 274), (x + 62, 300), (x + 92, 352)]
        held = blob([(x, y), *ribs], RED) + lines([[(x, y), rib] for rib in ribs], OCHRE, 6)
    elif suit == "S":
        held = (
            line([(x, y + 30), (x + 12, 360)], OCHRE, 15)
            + oval(x + 18, 296, 50, 64, OCHRE)
            + oval(x + 18, 296, 36, 50, "#b4d6dd")
            + line([(x, 310), (x + 28, 268)], SNOW, 7)
        )
    else:
        berries = [(0, 330), (-24, 352), (24, 352), (-12, 382), (14, 382), (0, 410), (-40, 326), (40, 326)]
        held = (
            "".join(
                disc(x + 16 + dx, dy, 19, WINE) + disc(x + 10 + dx, dy - 6, 5, ROSE) for dx, dy in berries
            )
            + oval(x - 6, 296, 34, 18, LEAF, 20)
            + oval(x + 44, 298, 30, 16, LEAF, -24)
        )
    return held + line([(_X + 140, 470), (_X + 156, 480), (x, y + 20)], SNOW, 24) + hand(x, y + 6)


# --- rider -----------------------------------------------------------------------------------------------------

_RIDERS_SEAM: Final = 30 / 226
_HORSES: Final = {
    "H": (SNOW, STONE, INK),
    "D": (BROWN, INK, SAND),
    "S": (INK, RED, PAPER),
    "C": (SAND, BROWN, INK),
}


def _rider(suit: str, livery: Livery) -> str:
    x, head = 372.0, 222.0
    shape = [
        (x, 290),
        (x + 64, 306),
        (x + 118, 356),
        (x + 140, 470),
        (x + 150, 640),
        (x - 140, 640),
        (x - 120, 420),
        (x - 70, 316),
    ]
    coat = poly(above(outline(shape), _RIDERS_SEAM), livery.cloth)
    frogging = lines([[(x - 44, y), (x + 44, y)] for y in (352, 390, 428, 466)], livery.trim, 8)
    return (
        blob(
            [
                (x - 60, head - 20),
                (x, head - 70),
                (x + 60, head - 20),
                (x + 66, head + 48),
                (x, head + 60),
                (x - 66, head + 48),
            ],
            livery.hair,
        )
        + _sabre(suit)
        + coat
        + frogging
        + neck(x, head + 70)
        + line([(x - 40, 312), (x, 326), (x + 40, 312)], livery.lining, 24)
        + face(x, head)
        + _whiskers(suit, x, head, livery.hair)
        + rider_hat(suit, x, head - 40)
        + line([(x + 96, 360), (x + 138, 420), (x + 128, 452)], livery.cloth, 52)
        + line([(x + 112, 438), (x + 144, 448)], livery.trim, 18)
        + hand(x + 138, 424 - 4)
        + _horse(suit)
    )


def _whiskers(suit: str, x: float, y: float, colour: str) -> str:
    if suit in "DS":
        return ""
    return line(
        [(x - 40, y + 36), (x - 18, y + 28), (x, y + 32), (x + 18, y + 28), (x + 40, y + 36)], colour, 9
    )


def _sabre(suit: str) -> str:
    """A weapon raised on the right: sabre, lance with pennon, sword, standard."""
    if suit == "H":
        return path("M506,420C530,330 560,250 548,120C528,230 510,320 490,410Z", STONE, INK, 3) + line(
            "478,404 530,430", OCHRE, 13
        )
    if suit == "D":
        return (
            line("508,560 520,70", BROWN, 12)
            + path("M518,84L440,104L470,128L440,152L517,160Z", RED)
            + poly("520,44 534,84 506,84", STONE)
        )
    if suit == "S":
        return poly("500,410 512,130 524,100 536,130 524,412", STONE, INK, 3) + line(
            "474,410 548,414", OCHRE, 14
        )
    return (
        line("508,560 516,60", BROWN, 12)
        + path("M516,72C532,62 546,86 566,76V160C548,174 534,146 514,158Z", OCHRE)
        + disc(516, 56, 12, OCHRE)
    )


def _horse(suit: str) -> str:
    """Head and neck of the horse, looking left: the outline that says Reiter."""
    coat, mane, eye = _HORSES[suit]
    neck_line = [
        (128, 620),
        (148, 540),
        (166, 500),
        (116, 522),
        (78, 520),
        (62, 494),
        (76, 462),
        (120, 416),
        (146, 366),
        (180, 340),
        (186, 296),
        (212, 330),
        (252, 352),
        (300, 430),
        (330, 520),
        (352, 620),
    ]
    locks = [
        (196, 330),
        (232, 326),
        (268, 352),
        (306, 400),
        (338, 466),
        (356, 560),
        (318, 540),
        (322, 500),
        (290, 486),
        (290, 440),
        (258, 424),
        (250, 384),
        (222, 376),
    ]
    edge = INK if coat in (SNOW, SAND) else PAPER
    return (
        poly(above(outline(neck_line), _RIDERS_SEAM), coat, edge, 5)
        + poly(above(locks, _RIDERS_SEAM), mane)
        + poly([(176, 346), (182, 286), (214, 336)], coat, edge, 5)
        + oval(158, 400, 12, 9, eye, -30)
        + oval(82, 490, 8, 6, eye, -30)
        + line([(70, 508), (92, 506), (104, 496)], eye, 5)
        + line([(114, 424), (146, 452), (158, 496)], RED if mane != RED else OCHRE, 11)
        + line([(100, 440), (122, 468), (124, 518)], RED if mane != RED else OCHRE, 11)
        + disc(124, 494, 11, OCHRE)
        + line([(128, 494), (200, 520), (300, 500)], OCHRE, 8)
    )


# --- knave -----------------------------------------------------------------------------------------------------


def _knave(suit: str, livery: Livery) -> str:
    head = 236.0
    doublet = blob(mirror(_X, "0,312 60,318 104,346 104,450 96,520 128,576 0,582"), livery.cloth)
    slashes = "".join(
        line([(_X + dx, 356), (_X + dx * 0.8, 440), (_X + dx, 540)], livery.lining, 17)
        for dx in (-66, -22, 22, 66)
    )
    sleeves = "".join(_puffed_sleeve(s, livery) for s in (-1, 1))
    return (
        blob(
            mirror(_X, [(0, head - 78), (56, head - 60), (72, head), (78, head + 44), (50, head + 50)]),
            livery.hair if suit != "C" else BROWN,
        )
        + doublet
        + slashes
        + sleeves
        + neck(_X, head + 66)
        + ruff(_X, 326, SNOW)
        + face(_X, head)
        + knave_cap(suit, _X, head - 40)
        + _staff(suit)
        + hand(490, 470)
        + hand(128, 486)
    )


def _puffed_sleeve(side: int, livery: Livery) -> str:
    puff = blob(
        [
            (_X + side * dx, y)
            for dx, y in ((84, 336), (140, 340), (176, 386), (160, 436), (112, 440), (90, 396))
        ],
        livery.lining,
    )
    stripes = lines(
        [[(_X + side * dx, 350), (_X + side * (dx + 8), 430)] for dx in (110, 132, 152)], livery.cloth, 9
    )
    return (
        puff
        + stripes
        + line([(_X + side * 142, 436), (_X + side * 164, 484)], livery.cloth, 44)
        + line([(_X + side * 138, 470), (_X + side * 186, 470)], livery.trim, 14)
    )


_LUTE: Final = (
    line("0,-60 0,-250", BROWN, 20)
    + poly("-12,-246 12,-246 40,-300 14,-312", BROWN)
    + blob("0,-92 38,-52 60,4 44,56 0,74 -44,56 -60,4 -38,-52", OCHRE, BROWN, 6)
    + disc(0, -14, 20, INK)
    + box(-24, 40, 48, 10, BROWN)
    + lines(["-5,44 -5,-250", "5,44 5,-250"], INK, 3)
)


def _staff(suit: str) -> str:
    """Halberd, letter, spear and lute: what the knaves carry."""
    if suit == "H":
        return (
            line("500,560 496,90", BROWN, 14)
            + poly("496,40 512,100 480,100", STONE, INK, 3)
            + path("M500,120C550,110 560,150 552,190C536,170 520,168 500,176Z", STONE, INK, 3)
            + poly("492,130 452,146 492,166", STONE, INK, 3)
        )
    if suit == "D":
        return (
            poly("440,360 560,340 572,430 452,450", SNOW, INK, 5)
            + line("442,362 512,404 560,342", INK, 5, smooth=False)
            + disc(512, 404, 15, RED)
        )
    if suit == "S":
        return (
            line("506,560 494,110", BROWN, 13)
            + path("M494,50C520,90 520,120 494,150C468,120 468,90 494,50Z", STONE, INK, 4)
            + line("470,160 520,158", RED, 15)
        )
    return placed(_LUTE, 498, 440, 0.92, 9)
