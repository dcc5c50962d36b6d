"""The pictures of Tarock XV to XXI: bees, sunflowers, coffee, the great wheel, music, snow and the moon."""

from __future__ import annotations

from vision.artwork.nature import fir, flower, land, leaf, waves
from vision.artwork.palette import (
    BROWN,
    INK,
    LEAF,
    MIST,
    NIGHT,
    OCHRE,
    ORANGE,
    PETROL,
    RED,
    ROSE,
    SAND,
    SKY,
    SNOW,
    STONE,
    WINE,
)
from vision.artwork.svg import (
    blob,
    box,
    disc,
    fitted,
    line,
    lines,
    mirror,
    oval,
    path,
    placed,
    polar,
    poly,
    star,
)


def bees() -> str:
    """XV: the beehive."""
    x = 330
    skep = blob(mirror(x, "0,226 64,250 112,330 126,430 120,500 0,506"), OCHRE)
    ropes = "".join(
        (
            path(f"M{x - w},{y}Q330,{y + 26} {x + w},{y}", "none", BROWN, 6)
            for y, w in ((270, 76), (308, 100), (348, 114), (388, 122), (428, 126), (468, 124))
        )
    )
    door = path("M300,506V470A30,30 0 0 1 360,470V506Z", INK)
    knob = disc(x, 228, 18, BROWN)
    bench = box(150, 502, 360, 22, BROWN, 6) + box(186, 520, 26, 60, BROWN) + box(448, 520, 26, 60, BROWN)
    swarm = "".join(
        (
            _bee(bx, by, turn)
            for bx, by, turn in (
                (142, 292, 24),
                (508, 266, -26),
                (524, 400, 12),
                (120, 400, -12),
                (440, 200, 10),
                (396, 454, -34),
            )
        )
    )
    flowers = "".join(
        (
            line([(fx, 580), (fx, fy)], LEAF, 7) + leaf(fx, 560, 50, t, LEAF) + flower(fx, fy, 27, colour)
            for fx, fy, t, colour in (
                (80, 474, 40, RED),
                (120, 514, -50, SNOW),
                (546, 490, -40, RED),
                (572, 530, -60, SNOW),
            )
        )
    )
    return land("20,540 200,528 400,540 590,530", LEAF) + bench + knob + skep + ropes + door + flowers + swarm


def _bee(x: float, y: float, turn: float) -> str:
    bee = (
        oval(-8, -22, 14, 24, SNOW, -24)
        + oval(16, -22, 14, 24, SNOW, 24)
        + oval(0, 0, 34, 20, ORANGE)
        + lines(["-10,-18 -10,18", "6,-19 6,19", "20,-14 20,14"], INK, 8)
        + disc(-30, 0, 14, INK)
        + disc(-34, -4, 3.5, SNOW)
    )
    return placed(bee, x, y, 0.95, turn)


def sunflowers() -> str:
    """XVI: sunflowers at harvest."""

    def bloom(x: float, y: float, r: float) -> str:
        petals = "".join(
            leaf(*polar(x, y, r * 0.45, a), r * 0.62, a, OCHRE if a % 40 else ORANGE, BROWN)
            for a in range(0, 360, 20)
        )
        seeds = "".join(
            (
                disc(*polar(x, y, r * q, a), r * 0.045, OCHRE)
                for q, step in ((0.16, 90), (0.32, 45))
                for a in range(0, 360, step)
            )
        )
        return petals + disc(x, y, r * 0.52, BROWN) + seeds

    stalks = (
        line("196,580 190,480 200,400", PETROL, 15)
        + line("410,580 418,470 416,380", PETROL, 17)
        + line("540,580 534,540 536,500", PETROL, 13)
    )
    leaves = (
        leaf(196, 540, 110, -64, LEAF)
        + leaf(196, 520, 100, 58, LEAF)
        + leaf(406, 500, 130, -52, LEAF)
        + leaf(408, 470, 120, 62, LEAF)
        + leaf(520, 560, 80, 46, LEAF)
    )
    return (
        land("20,540 200,530 400,544 590,528", BROWN)
        + stalks
        + leaves
        + bloom(178, 386, 112)
        + bloom(416, 372, 124)
        + bloom(536, 506, 62)
    )


def coffee() -> str:
    """XVII: the coffee house: a cup, a glass of water, and time."""
    steam = "".join(
        path(f"M{x},300C{x - 30},270 {x + 30},256 {x},226", "none", SNOW, 13) for x in (190, 240, 290)
    )
    saucer = oval(240, 484, 170, 26, SNOW) + oval(240, 480, 110, 14, STONE)
    cup = (
        path("M134,322H346C346,410 316,474 240,476C164,474 134,410 134,322Z", SNOW, INK, 5)
        + oval(240, 324, 106, 22, BROWN)
        + oval(240, 326, 74, 11, SAND)
    )
    ear = path("M342,350C400,340 408,420 330,424", "none", INK, 25) + path(
        "M342,350C400,340 408,420 330,424", "none", SNOW, 15
    )
    band = path("M138,370Q240,400 342,370L338,392Q240,424 142,392Z", PETROL) + "".join(
        disc(240 + dx, 396 - abs(dx) * 0.13, 6, OCHRE) for dx in (-70, -35, 0, 35, 70)
    )
    glass = (
        poly("430,270 544,270 528,482 446,482", SKY, SNOW, 6)
        + poly("436,330 538,330 527,476 447,476", LEAF)
        + lines(["454,344 460,440"], SNOW, 7)
    )
    spoon = line("420,254 556,254", STONE, 11) + oval(418, 254, 30, 14, STONE)
    tray = path("M50,500H570L540,530H80Z", INK) + line("54,500 566,500", STONE, 10)
    return (
        box(20, 520, 570, 60, WINE)
        + lines([[(30 + 54 * i, 578), (60 + 54 * i, 534)] for i in range(11)], ROSE, 4)
        + tray
        + steam
        + saucer
        + ear
        + cup
        + band
        + glass
        + spoon
    )


def great_wheel() -> str:
    """XVIII: the great wheel of the Prater."""
    x, y, r = (330, 392, 138)
    spokes = lines([[(x, y), polar(x, y, r, a)] for a in range(0, 360, 24)], INK, 4)
    rims = disc(x, y, r, "none", INK, 10) + disc(x, y, 104.88, "none", INK, 5)
    cabins = "".join(
        (
            _cabin(*polar(x, y, 142, a), RED if i % 2 else OCHRE)
            for i, a in enumerate(range(0, 360, 24))
            if not 156 <= a <= 216
        )
    )
    legs = (
        lines(["330,392 234,556", "330,392 426,556", "280,468 380,468"], BROWN, 15)
        + disc(x, y, 25, BROWN)
        + disc(x, y, 11, OCHRE)
    )
    booth = box(288, 500, 84, 50, SNOW) + poly("272,504 330,462 388,504", RED) + box(315, 514, 30, 36, INK)
    trees = "".join(
        (
            disc(tx, ty, tr, fill)
            for tx, ty, tr, fill in (
                (60, 520, 52, LEAF),
                (130, 536, 44, PETROL),
                (546, 516, 56, LEAF),
                (478, 540, 40, PETROL),
            )
        )
    )
    return spokes + rims + cabins + trees + legs + land("20,540 200,534 400,541 590,534", SAND) + booth


def _cabin(x: float, y: float, fill: str) -> str:
    return box(x - 25, y - 17, 50, 34, fill, 5, INK, 4) + lines(
        [
            f"{x - 13:.1f},{y - 5:.1f} {x - 3:.1f},{y - 5:.1f}",
            f"{x + 5:.1f},{y - 5:.1f} {x + 15:.1f},{y - 5:.1f}",
        ],
        SNOW,
        9,
    )


def music() -> str:
    """XIX: fiddle and bow."""
    shape = mirror(0, "0,-150 62,-138 82,-92 54,-44 48,-10 62,26 104,66 104,132 56,170 0,176")
    fiddle = (
        blob(shape, ORANGE, BROWN, 7)
        + path("M-34,20C-58,30 -34,56 -46,78", "none", INK, 7)
        + path("M34,20C58,30 34,56 46,78", "none", INK, 7)
        + poly("-18,-60 18,-60 14,-290 -14,-290", INK)
        + disc(0, -306, 24, BROWN)
        + disc(0, -306, 10, OCHRE)
        + lines(["-30,-272 30,-272", "-30,-250 30,-250"], BROWN, 10)
        + box(-30, 62, 60, 13, SAND, 4)
        + poly("-16,110 16,110 24,160 -24,160", INK)
        + lines(["-9,-280 -9,120", "-3,-280 -3,120", "3,-280 3,120", "9,-280 9,120"], SAND, 2.5)
    )
    bow = line("120,474 330,470 560,330", BROWN, 11) + line("128,490 560,346", SNOW, 5)
    notes = "".join(
        (_note(x, y, tall) for x, y, tall in ((116, 330, 80), (196, 290, 80), (508, 250, 90), (90, 440, 70)))
    )
    return (
        box(20, 526, 570, 60, WINE)
        + lines([[(20 + 64 * i, 578), (52 + 64 * i, 536), (84 + 64 * i, 578)] for i in range(9)], OCHRE, 4)
        + notes
        + placed(fiddle, 366, 372, 0.86, 33)
        + bow
    )


def _note(x: float, y: float, tall: float) -> str:
    return (
        oval(x, y, 22, 16, INK, -20)
        + line([(x + 19, y - 4), (x + 19, y - tall)], INK, 7)
        + path(
            f"M{x + 19},{y - tall}C{x + 24},{y - tall + 26} {x + 52},{y - tall + 24} {x + 46},{y - tall + 58}C{x + 42},{y - tall + 40} {x + 30},{y - tall + 36} {x + 19},{y - tall + 34}Z",
            INK,
        )
    )


def winter() -> str:
    """XX: the village church in the snow."""
    tower = box(330, 290, 84, 210, SAND) + box(322, 280, 100, 16, BROWN)
    onion = path(
        "M372,84C378,120 372,132 388,150C420,168 446,196 436,236C430,262 408,270 416,286H328C336,270 314,262 308,236C298,196 324,168 356,150C372,132 366,120 372,84Z",
        RED,
    ) + path("M352,166C334,186 330,220 344,250", "none", ROSE, 6)
    cross = disc(372, 96, 10, OCHRE) + lines(["372,90 372,54", "358,68 386,68"], OCHRE, 7)
    clock = disc(372, 340, 30, SNOW, INK, 5) + lines(["372,340 372,320", "372,340 386,348"], INK, 5)
    window = path("M356,430V404A16,16 0 0 1 388,404V430Z", INK)
    nave = (
        box(410, 400, 88, 104, SAND)
        + poly("408,406 420,350 486,350 506,406", SNOW, INK, 5)
        + "".join(path(f"M{x},470V440A13,13 0 0 1 {x + 26},440V470Z", INK) for x in (442,))
    )
    cottage = (
        box(150, 436, 110, 70, BROWN)
        + poly("134,442 205,378 276,442", SNOW, INK, 5)
        + box(178, 456, 26, 26, OCHRE)
        + box(222, 456, 26, 50, INK)
        + box(232, 380, 22, 34, BROWN)
    )
    drifts = (
        land("20,496 150,500 330,490 590,500", SNOW)
        + line("60,536 200,520 330,536", SKY, 7)
        + line("340,544 460,526 570,540", SKY, 7)
    )
    flakes = "".join(
        (
            disc(x, y, r, SNOW)
            for x, y, r in (
                (84, 270, 8),
                (140, 330, 7),
                (200, 262, 9),
                (260, 320, 7),
                (290, 220, 8),
                (474, 120, 9),
                (526, 190, 8),
                (464, 240, 7),
                (556, 280, 8),
                (500, 310, 6),
                (400, 70, 6),
                (550, 90, 7),
                (80, 390, 7),
                (236, 350, 5),
            )
        )
    )
    return (
        land("20,440 140,390 280,430 420,380 590,430", PETROL)
        + flakes
        + fitted(nave + tower + onion + cross + clock + window, 1, 372, 500, 74)
        + cottage
        + fir(96, 520, 150, LEAF)
        + fir(302, 520, 110, LEAF)
        + drifts
    )


def moon() -> str:
    """XXI: the moon over the water, by night."""
    x, y, r = (404, 338, 120)
    halo = disc(x, y, 160, "#2a4268")
    crescent = path(
        "M434,218A120,120 0 1 0 434,458C354,434 354,398 370,378C396,382 402,364 390,352L426,336C418,314 384,304 386,282C390,242 404,222 434,218Z",
        OCHRE,
    )
    face = (
        path("M338,304Q358,284 378,300", "none", BROWN, 7)
        + oval(358, 314, 12, 8, INK)
        + path("M344,390Q362,394 374,378", "none", RED, 8)
        + disc(326, 360, 18, ORANGE)
    )
    stars = "".join(
        (
            star(sx, sy, size, size * 0.42, tips, SAND)
            for sx, sy, size, tips in (
                (110, 290, 24, 5),
                (190, 360, 16, 5),
                (500, 330, 20, 5),
                (540, 240, 15, 5),
                (460, 390, 14, 5),
                (86, 400, 13, 5),
                (548, 380, 12, 5),
                (470, 262, 12, 5),
            )
        )
    )
    hills = land("20,470 130,430 250,468 400,440 590,466", INK)
    water = box(20, 488, 570, 92, PETROL) + "".join(
        (waves(a, b, wy, OCHRE, 6, 36) for a, b, wy in ((300, 440, 504), (320, 420, 522), (336, 410, 540)))
    )
    boat = (
        path("M84,500C100,536 200,536 226,496L196,506H112Z", INK)
        + line("150,506 150,440", INK, 7)
        + path("M156,446C176,462 180,480 178,496H156Z", SAND)
    )
    return halo + stars + hills + water + crescent + face + boat


SCENES = {
    15: (SKY, bees),
    16: (MIST, sunflowers),
    17: (ROSE, coffee),
    18: (SKY, great_wheel),
    19: (MIST, music),
    20: (SKY, winter),
    21: (NIGHT, moon),
}
