"""Trout, stag, bees and sunflowers: Tarock XIII to XVI."""

from __future__ import annotations

from vision.artwork.nature import drop, fir, flower, land, leaf, waves
from vision.artwork.palette import BROWN, INK, LEAF, OCHRE, ORANGE, PETROL, RED, SAND, SKY, SNOW, STONE
from vision.artwork.svg import (
    blob,
    box,
    disc,
    dots,
    fitted,
    line,
    lines,
    mirror,
    oval,
    pair,
    path,
    placed,
    polar,
)


def trout() -> str:
    """XIII: the trout leaps."""
    reeds = line("500,560 495,470 484,380", LEAF, 9) + line("526,560 528,470 532,380", LEAF, 9)
    reeds += line("552,560 560,470 578,380", LEAF, 9)
    heads = (
        oval(486, 372, 11, 34, BROWN, -8)
        + oval(532, 366, 11, 34, BROWN, 4)
        + oval(576, 378, 10, 30, BROWN, 12)
    )
    splash = (
        (120, 420, 12),
        (96, 350, 9),
        (150, 300, 10),
        (270, 460, 10),
        (310, 420, 12),
        (350, 452, 8),
        (210, 250, 8),
    )
    return (
        box(20, 452, 570, 126, PETROL)
        + reeds
        + heads
        + fitted(_fish(), 0.9, 340, 480, 0, 10)
        + oval(210, 476, 120, 20, SKY)
        + oval(210, 478, 90, 12, PETROL)
        + waves(370, 560, 476, SKY, 6)
        + waves(60, 240, 520, SKY, 6)
        + waves(290, 580, 530, SKY, 6)
        + "".join(drop(*place) for place in splash)
    )


def _fish() -> str:
    body = (
        "150,478 176,380 240,290 330,238 430,232 486,262 500,284 480,304 420,314 350,330 280,376 "
        "226,436 200,492"
    )
    back = (
        "M150,470C176,380 240,290 330,240C400,226 470,240 492,276"
        "C420,262 340,280 280,326C226,370 196,420 184,480Z"
    )
    belly = (
        "M500,290C470,312 400,312 350,332C290,360 240,420 214,482"
        "C236,404 290,350 350,318C400,300 450,300 500,290Z"
    )
    fins = (
        "M300,256C300,214 330,190 366,186C364,206 368,224 380,236Z"
        "M356,326C366,354 392,370 416,370C412,350 404,330 392,318Z"
        "M238,420C262,440 290,444 310,436C300,418 282,404 262,398Z"
    )
    return (
        blob(body, STONE)
        + path(back, LEAF)
        + path(belly, SNOW)
        + path(fins, RED)
        + dots(
            "238,354,12 276,318,13 322,290,13 372,274,12 412,268,11 206,404,12 252,384,11 306,338,11", SNOW
        )
        + dots("238,354,8 276,318,9 322,290,9 372,274,8 412,268,7 206,404,8 252,384,7 306,338,7", RED)
        + disc(456, 262, 13, SNOW)
        + disc(458, 262, 8, INK)
        + line("502,286 478,292 462,302", INK, 6)
        + line("424,246 410,276 420,306", INK, 6)
    )


def stag() -> str:
    """XIV: the stag in the wood."""
    wood = fir(86, 562, 240, LEAF) + fir(160, 562, 160, LEAF)
    wood += fir(540, 562, 270, LEAF) + fir(480, 562, 160, LEAF)
    return wood + land("20,540 160,526 330,548 590,530", PETROL) + fitted(_stag(340), 0.74, 330, 580)


def _stag(axis: float) -> str:
    antler = (
        line("370,268 424,226 490,190 516,118", BROWN, 17)
        + line("414,232 422,180 410,146", BROWN, 13)
        + line("456,208 468,150 458,104", BROWN, 13)
        + line("490,190 530,178 562,146", BROWN, 13)
        + line("392,250 440,262 472,244", BROWN, 13)
    )
    ear = blob("390,294 436,274 476,292 442,322 402,322", ORANGE) + oval(436, 298, 24, 10, SAND, -6)
    mane = ["360,470 362,506", "390,470 395,506", "420,470 428,506", "374,506 377.4,536", "406,506 412.6,536"]
    return (
        pair(antler, axis)
        + blob(mirror(axis, "0,360 56,370 92,440 118,560 110,579 0,580"), BROWN)
        + pair(lines(mane, SAND, 6), axis)
        + lines([f"{axis:g},506 {axis:g},536"], SAND, 6)
        + pair(ear, axis)
        + blob(mirror(axis, "0,250 44,260 62,300 50,360 36,410 40,440 22,462 0,466"), ORANGE)
        + blob(mirror(axis, "0,280 12,300 16,360 12,410 0,416"), SAND)
        + blob(mirror(axis, "0,416 26,420 36,442 20,464 0,468"), SNOW)
        + blob(mirror(axis, "0,424 20,426 14,442 0,450"), INK)
        + pair(oval(378, 324, 10, 13, INK, 16) + disc(376, 319, 4, SNOW), axis)
    )


def bees() -> str:
    """XV: the beehive."""
    axis = 330
    turns = {270: 76, 308: 100, 348: 114, 388: 122, 428: 126, 468: 124}
    ropes = "".join(f"M{axis - w},{y}Q{axis},{y + 26} {axis + w},{y}" for y, w in turns.items())
    swarm = ((270, 296, -14), (398, 362, 22), (262, 420, 8), (404, 470, -30))
    meadow = ((80, 474, 40, RED), (120, 514, -50, SNOW), (546, 490, -40, RED), (572, 530, -60, SNOW))
    return (
        land("20,540 200,528 400,540 590,530", LEAF)
        + box(150, 502, 360, 22, BROWN, 6)
        + box(186, 520, 26, 60, BROWN)
        + box(448, 520, 26, 60, BROWN)
        + disc(axis, 228, 18, BROWN)
        + blob(mirror(axis, "0,226 64,250 112,330 126,430 120,500 0,506"), OCHRE)
        + path(ropes, "none", BROWN, 6)
        + path("M300,506V470A30,30 0 0 1 360,470V506Z", INK)
        + "".join(
            line([(x, 580), (x, y)], LEAF, 7)
            + leaf(x, 560, 50, turn, PETROL, PETROL)
            + flower(x, y, 27, colour)
            for x, y, turn, colour in meadow
        )
        + "".join(placed(_bee(), x, y, 0.95, turn) for x, y, turn in swarm)
    )


def _bee() -> str:
    return (
        oval(-8, -22, 14, 24, SNOW, -24)
        + oval(16, -22, 14, 24, SNOW, 24)
        + oval(0, 0, 34, 20, ORANGE)
        + lines(["-10,-18 -10,18", "6,-19 6,19", "20,-14 20,14"], INK, 8)
        + disc(-30, 0, 14, INK)
        + disc(-34, -4, 3.5, SNOW)
    )


def sunflowers() -> str:
    """XVI: sunflowers at harvest."""
    return (
        land("20,540 200,530 400,544 590,528", BROWN)
        + line("196,580 190,480 200,400", PETROL, 15)
        + line("410,580 418,470 416,380", PETROL, 17)
        + line("540,580 534,540 536,500", PETROL, 13)
        + leaf(196, 540, 110, -64, LEAF)
        + leaf(196, 520, 100, 58, LEAF)
        + leaf(406, 500, 130, -52, LEAF)
        + leaf(408, 470, 120, 62, LEAF)
        + leaf(520, 560, 80, 46, LEAF)
        + _bloom(178, 386, 112)
        + _bloom(416, 372, 124)
        + _bloom(536, 506, 62)
    )


def _bloom(x: float, y: float, r: float) -> str:
    petals = "".join(
        leaf(*polar(x, y, r * 0.45, turn), r * 0.62, turn, OCHRE if turn % 40 else ORANGE, BROWN)
        for turn in range(0, 360, 20)
    )
    seeds = [polar(x, y, r * 0.16, turn) for turn in range(0, 360, 90)]
    seeds += [polar(x, y, r * 0.32, turn) for turn in range(0, 360, 45)]
    return petals + disc(x, y, r * 0.52, BROWN) + "".join(disc(*seed, r * 0.045, OCHRE) for seed in seeds)
