"""The pictures of Tarock I to VII: the four birds of the game, then mountain, lake and railway."""

from __future__ import annotations

from vision.artwork.nature import acorn, fir, gull, head, land, leaf, sun, waves
from vision.artwork.palette import (
    BROWN,
    INK,
    LEAF,
    NIGHT,
    OCHRE,
    ORANGE,
    PETROL,
    RED,
    ROSE,
    SAND,
    SKIN,
    SKY,
    SNOW,
    STONE,
    WINE,
)
from vision.artwork.svg import blob, box, disc, fitted, line, lines, mirror, oval, path, polar, poly


def pagat() -> str:
    """I: a juggler dances on a drum, and a sparrow looks on."""
    x = 330
    colours = (RED, OCHRE, PETROL, RED, OCHRE)
    balls = "".join(
        (
            disc(*polar(x, 218, 150, angle), 21, colour)
            for angle, colour in zip((-78, -39, 0, 39, 78), colours, strict=True)
        )
    )
    skirt = blob("304,300 356,300 414,372 462,436 390,452 330,440 270,452 198,436 246,372", RED)
    stripes = "".join(
        line([(x + dx * 0.2, 312), (x + dx * 0.72, 380), (x + dx, 438)], OCHRE, 11)
        for dx in (-96, -34, 34, 96)
    )
    legs = line("306,440 290,500", SNOW, 17) + line("356,440 404,486", SNOW, 17)
    shoes = path("M280,506C254,508 238,502 234,488C258,494 286,486 298,492L300,508Z", WINE) + path(
        "M396,478C420,502 442,500 454,484C438,484 422,470 410,468Z", WINE
    )
    arms = line("304,246 246,244 214,196", SNOW, 22) + line("356,246 414,244 446,196", SNOW, 22)
    arms += disc(211, 190, 14, SKIN) + disc(449, 190, 14, SKIN)
    arms += line("302,244 254,244", SNOW, 27) + line("358,244 406,244", SNOW, 27)
    bodice = poly("294,232 366,232 357,306 303,306", PETROL) + lines(
        ["318,250 342,262", "342,250 318,262", "319,272 341,284", "341,272 319,284"], SNOW, 4
    )
    cap = (
        path("M288,172C280,128 244,140 240,166C256,160 270,168 288,182Z", OCHRE)
        + path("M372,172C380,128 416,140 420,166C404,160 390,168 372,182Z", PETROL)
        + path("M286,180C290,120 370,120 374,180C350,168 310,168 286,180Z", RED)
        + disc(240, 172, 9, SNOW)
        + disc(420, 172, 9, SNOW)
    )
    drum = (
        box(218, 506, 224, 80, OCHRE)
        + lines(
            [[(218 + 32 * i, 512 + 48 * (i % 2)), (250 + 32 * i, 560 - 48 * (i % 2))] for i in range(7)],
            BROWN,
            6,
        )
        + box(210, 500, 240, 18, BROWN, 6)
    )
    return (
        land("20,520 160,508 330,514 590,506", LEAF)
        + _sparrow(128, 470)
        + drum
        + legs
        + shoes
        + skirt
        + stripes
        + arms
        + bodice
        + head(x, 196, 38, SKIN, BROWN)
        + cap
        + balls
    )


def _sparrow(x: float, y: float) -> str:
    return (
        blob(
            [
                (x - 46, y - 4),
                (x - 20, y - 30),
                (x + 18, y - 32),
                (x + 44, y - 6),
                (x + 34, y + 22),
                (x, y + 34),
                (x - 30, y + 20),
            ],
            SAND,
        )
        + blob([(x - 72, y - 10), (x - 40, y - 18), (x + 2, y - 16), (x + 8, y + 6), (x - 24, y + 14)], BROWN)
        + disc(x + 36, y - 24, 25, BROWN)
        + oval(x + 40, y - 15, 15, 11, SNOW)
        + poly([(x + 58, y - 30), (x + 80, y - 20), (x + 58, y - 14)], INK)
        + disc(x + 42, y - 30, 4.5, INK)
        + lines([[(x - 4, y + 32), (x - 4, y + 52)], [(x + 14, y + 30), (x + 14, y + 52)]], INK, 5)
    )


def uhu() -> str:
    """II: the eagle owl on a pine bough."""
    x = 340
    ears = poly("256,186 232,84 320,142", BROWN) + poly("424,186 448,84 360,142", BROWN)
    body = blob(mirror(x, "0,136 72,150 112,220 128,330 108,440 52,500 0,508"), BROWN)
    wings = "".join(
        blob(
            [
                (x + s * 92, 256),
                (x + s * 142, 300),
                (x + s * 150, 400),
                (x + s * 118, 500),
                (x + s * 92, 440),
                (x + s * 84, 340),
            ],
            INK,
        )
        for s in (-1, 1)
    )
    quills = "".join(
        lines([[(x + s * 104, 330 + 42 * i), (x + s * 136, 344 + 42 * i)] for i in range(4)], OCHRE, 6)
        for s in (-1, 1)
    )
    breast = blob(mirror(x, "0,276 60,290 82,360 72,440 34,492 0,498"), SAND)
    marks = "".join(
        (
            line([(x + dx - 13, y - 9), (x + dx, y + 7), (x + dx + 13, y - 9)], BROWN, 7, smooth=False)
            for y, row in (
                (322, (-44, 0, 44)),
                (362, (-22, 22, -62, 62)),
                (402, (-44, 0, 44)),
                (442, (-22, 22)),
                (474, (0,)),
            )
            for dx in row
        )
    )
    mask = "".join(
        disc(x + s * 50, 216, 57, SAND)
        + disc(x + s * 50, 216, 43, ORANGE)
        + disc(x + s * 48, 218, 23, INK)
        + disc(x + s * 48 - 8, 209, 8, SNOW)
        for s in (-1, 1)
    )
    brow = path(
        "M236,158C280,150 320,172 340,214C360,172 400,150 444,158C400,130 360,140 340,168C320,140 280,130 236,158Z",
        INK,
    )
    beak = path("M324,236Q340,226 356,236Q350,272 340,284Q330,272 324,236Z", INK)
    bough = line("20,520 180,504 360,516 600,492", BROWN, 30) + line("60,512 180,498 330,506", SAND, 4)
    feet = "".join(disc(x + s * 44 + dx, 504, 14, OCHRE) for s in (-1, 1) for dx in (-20, 0, 20))
    needles = "".join(
        (
            lines(
                [[(bx, by), polar(bx, by, 66, angle)] for angle in range(start, start + 121, 15)], PETROL, 7
            )
            for bx, by, start in ((112, 502, -64), (528, 486, -50), (92, 520, 120), (516, 508, 120))
        )
    )
    return needles + bough + ears + body + wings + quills + breast + marks + mask + brow + beak + feet


def kakadu() -> str:
    """III: the cockatoo on its ring."""
    ring = disc(350, 330, 222, "none", OCHRE, 15)
    crest = "".join(
        (
            path(
                f"M340,190Q{polar(340, 190, length * 0.6, angle - 22)[0]:.1f},{polar(340, 190, length * 0.6, angle - 22)[1]:.1f} {polar(340, 190, length, angle)[0]:.1f},{polar(340, 190, length, angle)[1]:.1f}Q{polar(340, 190, length * 0.6, angle + 16)[0]:.1f},{polar(340, 190, length * 0.6, angle + 16)[1]:.1f} 340,190Z",
                fill,
            )
            for angle, length, fill in (
                (78, 128, ORANGE),
                (58, 142, OCHRE),
                (38, 148, ORANGE),
                (18, 144, OCHRE),
                (-2, 128, ORANGE),
            )
        )
    )
    tail = path("M392,430L470,560L500,548L512,520L440,400Z", SNOW, INK, 5) + lines(
        ["416,440 488,552", "430,424 506,534"], INK, 4
    )
    body = blob(
        "300,180 340,158 384,184 420,250 458,330 460,420 420,480 350,490 304,440 292,350 300,280 286,230",
        SNOW,
        INK,
        5,
    )
    wing = (
        blob("352,300 420,290 468,350 490,440 468,486 420,440 370,400", SNOW, INK, 5)
        + line("384,330 428,356 470,440", INK, 4)
        + line("370,356 412,384 456,452", INK, 4)
    )
    cheek = disc(330, 240, 20, ROSE)
    beak = path("M296,196C262,196 246,226 260,262C270,248 284,246 298,244Z", INK)
    eye = disc(322, 206, 13, SKY) + disc(322, 206, 8, INK)
    perch = line("196,498 520,498", BROWN, 22) + "".join(
        disc(x, 494, 14, STONE) for x in (332, 356, 384, 408)
    )
    leaves = "".join(
        (leaf(90, 574, length, angle, PETROL) for angle, length in ((-8, 230), (22, 190), (48, 150)))
    ) + "".join((leaf(578, 574, length, angle, PETROL) for angle, length in ((-14, 170), (-44, 130))))
    return leaves + ring + tail + crest + body + wing + cheek + beak + eye + perch


def quapil() -> str:
    """IIII: the wild boar under the oak."""
    bristles = [(176, 330)]
    for i in range(15):
        bristles += [
            (190 + i * 20, 262 - 30 * (1 - ((i - 6) / 8) ** 2) - 26),
            (200 + i * 20, 296 - 34 * (1 - ((i - 6) / 8) ** 2)),
        ]
    body = blob(
        "66,412 92,376 150,330 200,286 290,258 390,264 470,300 512,360 508,430 470,470 380,476 300,482 220,466 150,452 100,444 70,436",
        INK,
    )
    legs = "".join(
        poly([(x, 440), (x + 50, 440), (x + 36, 520), (x + 8, 520)], INK) for x in (206, 268, 392, 446)
    )
    hoofs = "".join(
        poly([(x + 8, 508), (x + 38, 508), (x + 42, 526), (x + 2, 526)], BROWN) for x in (206, 268, 392, 446)
    )
    ear = poly("192,322 200,240 248,304", INK, SAND, 5)
    tusk = path("M116,430C106,406 112,384 130,372C126,396 136,412 144,424Z", SNOW)
    face = (
        disc(62, 424, 18, ROSE)
        + disc(57, 418, 4, INK)
        + disc(58, 431, 4, INK)
        + disc(168, 364, 12, OCHRE)
        + disc(166, 365, 6, INK)
    )
    tail = line("506,372 540,366 548,396 532,404", INK, 10)
    cuts = lines(
        [
            "270,310 320,330",
            "330,300 380,318",
            "400,310 450,336",
            "280,356 330,372",
            "350,350 400,366",
            "420,366 466,388",
            "300,400 350,412",
            "380,404 430,416",
            "230,350 252,366",
        ],
        SAND,
        6,
    )
    boar = poly(bristles, BROWN) + tail + legs + hoofs + body + ear + face + tusk + cuts
    oak = "".join(
        leaf(*place)
        for place in (
            (560, 110, 150, -100, PETROL),
            (576, 150, 170, -70, LEAF),
            (570, 170, 150, -122, PETROL),
            (590, 80, 120, -60, LEAF),
        )
    )
    ground = land("20,506 150,514 330,508 590,512", OCHRE)
    return ground + oak + acorn(474, 180, 1.1, 12) + acorn(522, 206, 1.1, -14) + fitted(boar, 0.92, 330, 524)


def mountain() -> str:
    """V: the summit with its cross, and a hut in the firs."""
    far = poly("20,470 130,330 210,420 300,300 420,430 520,330 600,420 600,580 20,580", LEAF)
    peak = poly("90,520 250,300 330,190 372,116 430,210 470,262 590,470 590,580 90,580", PETROL)
    snow = poly(
        "290,246 330,190 372,116 430,210 452,240 424,256 404,236 384,276 360,238 336,268 318,236", SNOW
    )
    shade = lines(
        [
            "384,290 420,370",
            "420,280 470,360",
            "340,290 310,360",
            "300,300 250,380",
            "460,300 520,390",
            "372,300 372,380",
        ],
        NIGHT,
        6,
    )
    cross = lines(["372,118 372,60", "350,80 394,80"], INK, 9)
    hut = (
        box(176, 452, 104, 66, BROWN)
        + poly("160,458 228,404 296,458", RED)
        + box(196, 474, 24, 22, OCHRE)
        + box(240, 474, 22, 44, INK)
    )
    meadow = land("20,500 170,516 320,510 590,478", SAND)
    return (
        sun(502, 146, 44, 16, RED)
        + far
        + peak
        + snow
        + shade
        + cross
        + meadow
        + hut
        + fir(96, 526, 150, NIGHT)
        + fir(340, 528, 110, NIGHT)
        + fir(492, 514, 150, NIGHT)
        + fir(556, 520, 110, NIGHT)
    )


def lake() -> str:
    """VI: a sail on the lake."""
    hills = land("20,400 120,340 230,382 330,352 470,300 590,380", LEAF)
    water = box(20, 404, 570, 180, PETROL)
    hull = path("M176,444H462C450,496 410,508 330,508H262C216,506 186,480 176,444Z", BROWN) + line(
        "186,462 452,462", OCHRE, 8
    )
    mast = line("326,448 326,70", INK, 10)
    sails = path("M338,86C420,190 470,300 474,424H338Z", RED) + path(
        "M314,120C270,220 220,320 172,424H314Z", SNOW, INK, 4
    )
    seams = lines(["338,200 400,200", "338,282 446,282", "338,360 464,360"], SNOW, 5)
    pennon = poly("326,60 326,92 272,76", OCHRE)
    ripples = "".join(
        (
            waves(x0, x1, y, SKY, 6)
            for x0, x1, y in ((50, 160, 440), (480, 580, 456), (80, 260, 530), (330, 580, 540))
        )
    )
    return (
        sun(128, 300, 42, 12)
        + hills
        + water
        + mast
        + sails
        + seams
        + pennon
        + hull
        + ripples
        + gull(470, 150, 36)
        + gull(530, 206, 26)
    )


def railway() -> str:
    """VII: the mountain railway on its viaduct."""
    hills = land("20,380 110,300 220,372 340,310 470,366 590,290", LEAF)
    bridge = box(20, 424, 570, 160, STONE) + box(20, 416, 570, 18, INK)
    arches = "".join(
        path(f"M{x},580V496A44,44 0 0 1 {x + 88},496V580Z", NIGHT) for x in (40, 148, 256, 364, 472)
    )
    stones = lines(
        [f"{x},448 {x + 34},448" for x in range(44, 560, 70)]
        + [f"{x},466 {x + 24},466" for x in range(20, 570, 108)],
        SNOW,
        4,
    )
    boiler = (
        box(170, 330, 160, 60, INK, 14)
        + box(316, 282, 88, 108, INK)
        + box(334, 300, 50, 38, SAND)
        + box(306, 270, 108, 18, RED, 6)
    )
    chimney = poly("196,334 190,282 182,264 232,264 224,282 220,334", INK) + disc(276, 328, 18, OCHRE)
    wheels = "".join(
        (
            disc(x, 396, r, RED) + disc(x, 396, r * 0.36, INK)
            for x, r in ((196, 22), (250, 22), (310, 28), (376, 28))
        )
    )
    cow = poly("170,388 132,420 170,420", RED) + disc(172, 360, 12, OCHRE)
    coach = (
        box(424, 296, 180, 92, RED)
        + box(416, 282, 190, 16, INK)
        + "".join(box(x, 316, 38, 36, SAND) for x in (442, 494, 546))
        + disc(468, 398, 19, INK)
        + disc(540, 398, 19, INK)
        + box(400, 376, 30, 10, INK)
    )
    smoke = "".join(
        (
            disc(x, y, r, SNOW)
            for x, y, r in (
                (216, 232, 22),
                (252, 204, 30),
                (304, 184, 36),
                (366, 186, 30),
                (414, 200, 24),
                (462, 190, 18),
                (500, 196, 12),
            )
        )
    )
    return (
        hills
        + fir(70, 430, 110)
        + fir(120, 430, 80)
        + smoke
        + bridge
        + arches
        + stones
        + boiler
        + chimney
        + cow
        + coach
        + wheels
    )


SCENES = {
    1: (ROSE, pagat),
    2: (SAND, uhu),
    3: (SKY, kakadu),
    4: (SAND, quapil),
    5: (SKY, mountain),
    6: (ROSE, lake),
    7: (SAND, railway),
}
