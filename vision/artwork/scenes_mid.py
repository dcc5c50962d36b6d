"""The pictures of Tarock VIII to XIV: wine, wind, dance, stone, air, water and wood."""

from __future__ import annotations

from vision.artwork.nature import cloud, fir, head, land, leaf, tree, waves
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
    SKIN,
    SKY,
    SNOW,
    STONE,
    WINE,
)
from vision.artwork.svg import blob, box, disc, fitted, line, lines, mirror, oval, path, polar, poly


def vine() -> str:
    """VIII: grapes, and what becomes of them."""
    rows = (
        (272, (0, 46, 92, 138)),
        (312, (-23, 23, 69, 115, 161)),
        (352, (0, 46, 92, 138)),
        (392, (23, 69, 115)),
        (432, (46, 92)),
        (472, (69,)),
    )
    berries = "".join(
        (
            disc(150 + x, y, 28, NIGHT if (x + y) % 4 else WINE) + disc(142 + x, y - 9, 6, SKY)
            for y, row in rows
            for x in row
        )
    )
    stalk = line("60,262 150,244 219,250 330,236 470,246 590,226", BROWN, 15) + line(
        "330,238 350,280 336,300 352,318", BROWN, 6
    )
    leaves = (
        leaf(300, 246, 150, 150, LEAF)
        + leaf(110, 250, 130, -140, LEAF)
        + leaf(216, 250, 118, 192, PETROL)
        + leaf(500, 236, 90, 150, LEAF)
        + leaf(540, 230, 80, 210, PETROL)
    )
    glass = (
        path("M392,306H516C520,386 500,430 454,436C408,430 388,386 392,306Z", SNOW, INK, 5)
        + path("M398,346H510C510,396 492,422 454,426C416,422 398,396 398,346Z", WINE)
        + line("454,436 454,514", INK, 10)
        + path("M404,524Q454,500 504,524Z", INK)
        + line("412,326 416,372", SNOW, 7)
    )
    return (
        box(20, 520, 570, 60, BROWN)
        + lines(["40,540 250,540", "310,546 570,546"], OCHRE, 4)
        + stalk
        + leaves
        + berries
        + glass
    )


def windmill() -> str:
    """IX: the windmill over the corn."""
    x, y = (374, 236)
    body = poly("316,260 432,260 462,512 286,512", SNOW, INK, 5)
    bricks = lines(
        [f"{320 - i * 6 + 20},{300 + 50 * i} {360 - i * 6},{300 + 50 * i}" for i in range(4)]
        + [f"{396 + i * 5},{324 + 50 * i} {428 + i * 5},{324 + 50 * i}" for i in range(4)],
        STONE,
        5,
    )
    cap = path("M304,266C310,200 438,200 444,266Z", RED)
    sails = "".join(_sail(x, y, angle) for angle in (30, 120, 210, 300))
    door = path("M350,512V460A24,24 0 0 1 398,460V512Z", BROWN) + box(354, 350, 40, 46, PETROL, 4)
    corn = (
        land("20,500 180,486 340,508 590,490", OCHRE)
        + lines([[(34 + 26 * i, 572), (40 + 26 * i, 524 + 9 * (i % 3))] for i in range(21)], BROWN, 5)
        + "".join(oval(41 + 26 * i, 522 + 9 * (i % 3), 6, 13, SAND, 12) for i in range(21))
    )
    return (
        cloud(500, 130, 0.8)
        + land("20,440 150,400 300,432 590,390", LEAF)
        + tree(120, 470, 36)
        + tree(186, 484, 28, PETROL)
        + fitted(body + bricks + cap + door + sails + disc(x, y, 17, INK), 0.9, 380, 512, 34)
        + corn
    )


def _sail(x: float, y: float, angle: float) -> str:
    arm = [polar(x, y, 0, angle), polar(x, y, 172, angle)]
    cloth = [
        polar(x, y, 44, angle),
        polar(x, y, 170, angle),
        polar(x, y, 176, angle + 14),
        polar(x, y, 58, angle + 42),
    ]
    slats = [
        [polar(x, y, r, angle), polar(x, y, r * 1.04, angle + 15 + (170 - r) * 0.16)] for r in (76, 108, 140)
    ]
    return poly(cloth, SAND) + lines(slats, BROWN, 4) + lines([arm], BROWN, 9)


def dance() -> str:
    """X: a couple turns in the dance."""
    lady, man = (262, 416)
    skirt = blob("238,300 286,300 332,390 370,478 262,492 144,470 188,380", PETROL)
    apron = blob("244,304 282,304 306,390 312,462 218,460 222,390", SNOW) + "".join(
        line([(224, y), (lady, y + 6), (306, y)], RED, 5) for y in (420, 440)
    )
    bodice = poly("222,236 302,236 288,306 236,306", RED)
    lady_arm = line("226,250 178,284 210,314", SNOW, 26) + disc(220, 318, 14, SKIN)
    joined = line("298,250 340,284 386,300", SNOW, 26) + disc(382, 300, 15, SKIN)
    trousers = poly("374,330 458,330 482,424 438,428 418,372 390,428 354,418", BROWN)
    stockings = line("374,424 376,486", SNOW, 26) + line("460,426 492,474", SNOW, 26)
    shoes = oval(366, 502, 32, 14, INK) + oval(512, 488, 30, 14, INK, 24)
    shirt = poly("368,222 464,222 458,340 374,340", SNOW)
    vest = poly("370,224 404,224 412,336 374,336", INK) + poly("462,224 428,224 420,336 458,336", INK)
    man_arm = line("460,236 512,262 478,318", SNOW, 26) + disc(470, 322, 14, SKIN)
    hat = (
        path("M354,148C386,136 446,136 478,148Q416,166 354,148Z", LEAF)
        + path("M382,142C382,90 450,90 450,142Z", LEAF)
        + line("382,136 450,136", RED, 9)
        + path("M438,128C446,90 478,72 500,76C490,100 472,122 450,134Z", SNOW)
    )
    plaits = line("226,196 206,236 214,276", OCHRE, 14) + line("298,196 322,232 332,262", OCHRE, 14)
    floor = box(20, 506, 570, 80, OCHRE) + lines(
        ["20,530 590,530", "150,508 120,556", "300,508 300,556", "450,508 480,556"], BROWN, 5
    )
    lanterns = line("180,84 330,110 590,70", INK, 4) + "".join(
        (disc(x, y, 17, c) for x, y, c in ((252, 120, RED), (490, 116, OCHRE), (560, 100, RED)))
    )
    shoes_lady = oval(232, 500, 24, 11, INK) + oval(298, 502, 24, 11, INK)
    return (
        floor
        + lanterns
        + shoes_lady
        + skirt
        + apron
        + bodice
        + lady_arm
        + plaits
        + head(lady, 194, 38, SKIN, OCHRE)
        + stockings
        + shoes
        + trousers
        + shirt
        + vest
        + man_arm
        + joined
        + head(man, 170, 40, SKIN, BROWN)
        + hat
    )


def castle() -> str:
    """XI: the castle on its rock."""
    rock = poly("120,580 150,500 196,470 214,420 300,404 470,404 500,450 548,486 580,580", BROWN)
    cuts = lines(
        [
            "230,440 210,500",
            "300,430 280,520",
            "380,430 390,500",
            "440,430 470,510",
            "340,470 340,540",
            "510,490 530,540",
        ],
        SAND,
        5,
    )
    walls = (
        box(250, 316, 240, 96, STONE)
        + box(216, 250, 66, 164, STONE)
        + box(452, 232, 72, 182, STONE)
        + box(330, 176, 86, 236, STONE)
    )
    battlements = "".join(
        (box(x, y, 16, 20, STONE) for x, y in ((250, 300), (288, 300), (312, 300), (424, 300)))
    )
    roofs = (
        poly("204,254 249,160 294,254", RED)
        + poly("440,236 488,128 536,236", RED)
        + poly("318,180 373,70 428,180", PETROL)
    )
    flags = (
        line("373,74 373,44", INK, 6)
        + path("M376,44L420,54L376,68Z", OCHRE)
        + line("488,130 488,100", INK, 5)
        + path("M490,100L530,109L490,120Z", RED)
    )
    gate = path("M348,412V356A25,25 0 0 1 398,356V412Z", INK) + lines(
        ["360,340 360,410", "373,334 373,410", "386,340 386,410"], OCHRE, 4
    )
    windows = "".join(
        (
            box(x, y, 15, 28, NIGHT, 7)
            for x, y in (
                (242, 284),
                (242, 340),
                (480, 272),
                (480, 330),
                (352, 210),
                (380, 210),
                (366, 268),
                (298, 346),
                (430, 346),
            )
        )
    )
    joints = lines(
        [
            "224,320 250,320",
            "256,366 274,366",
            "462,300 480,300",
            "496,370 514,370",
            "338,250 360,250",
            "390,310 410,310",
            "300,384 330,384",
            "414,390 444,390",
        ],
        SNOW,
        4,
    )
    return (
        cloud(118, 300, 0.75)
        + land("20,500 120,470 300,500 590,450", LEAF)
        + fitted(
            rock + cuts + walls + battlements + joints + roofs + flags + gate + windows, 0.9, 370, 580, 14
        )
        + fir(100, 556, 150)
        + fir(54, 564, 110)
        + fir(556, 560, 120)
    )


def balloon() -> str:
    """XII: a balloon over the fields."""
    x, y = (420, 206)
    envelope = blob(mirror(x, "0,64 82,94 124,184 100,278 34,346"), RED)
    gores = path("M408,65C324,126 320,236 386,348H408C372,246 374,136 420,64Z", OCHRE) + path(
        "M432,65C516,126 520,236 454,348H432C468,246 466,136 420,64Z", OCHRE
    )
    girdle = path("M296,182Q420,222 544,182L542,216Q420,258 298,216Z", PETROL) + "".join(
        disc(x + dx, 218 - abs(dx) * 0.14, 9, SNOW) for dx in (-90, -45, 0, 45, 90)
    )
    ropes = lines([[(x + dx, 346), (x + dx * 0.8, 396)] for dx in (-32, -10, 10, 32)], INK, 4)
    basket = path("M386,396H454L447,446H393Z", BROWN) + lines(
        ["392,412 448,412", "394,428 446,428"], OCHRE, 4
    )
    fields = (
        land("20,470 160,440 300,470 590,446", LEAF)
        + path("M20,520C140,480 260,500 330,580H20Z", OCHRE)
        + path("M380,580C420,500 500,486 590,490V580Z", SAND)
    )
    furrows = lines(
        ["60,530 90,574", "110,520 150,574", "160,516 210,574", "210,520 262,574"], BROWN, 4
    ) + lines(["460,520 440,574", "510,512 500,574", "556,508 556,574"], BROWN, 4)
    village = (
        box(196, 438, 44, 34, SNOW)
        + poly("188,442 218,414 248,442", RED)
        + box(252, 432, 20, 42, SNOW)
        + poly("248,436 262,392 276,436", INK)
    )
    return (
        cloud(170, 312, 0.95)
        + cloud(530, 386, 0.5)
        + cloud(96, 390, 0.5)
        + fields
        + furrows
        + village
        + tree(310, 482, 18, PETROL)
        + tree(150, 462, 20, PETROL)
        + fitted(ropes + envelope + gores + girdle + basket, 0.95, x, 60, 27)
    )


def trout() -> str:
    """XIII: the trout leaps."""
    water = box(20, 452, 570, 130, PETROL)
    rings = (
        oval(210, 476, 120, 20, SKY)
        + oval(210, 478, 90, 12, PETROL)
        + "".join((waves(a, b, y, SKY, 6) for a, b, y in ((370, 560, 476), (60, 240, 520), (290, 580, 530))))
    )
    body = "150,478 176,380 240,290 330,238 430,232 486,262 500,284 480,304 420,314 350,330 280,376 226,436 200,492"
    fish = blob(body, STONE) + path(
        "M150,470C176,380 240,290 330,240C400,226 470,240 492,276C420,262 340,280 280,326C226,370 196,420 184,480Z",
        LEAF,
    )
    belly = path(
        "M500,290C470,312 400,312 350,332C290,360 240,420 214,482C236,404 290,350 350,318C400,300 450,300 500,290Z",
        SNOW,
    )
    spots = "".join(
        (
            disc(x, y, r, RED) + disc(x, y, r + 3, "none", SNOW, 3)
            for x, y, r in (
                (238, 354, 8),
                (276, 318, 9),
                (322, 290, 9),
                (372, 274, 8),
                (412, 268, 7),
                (206, 404, 8),
                (252, 384, 7),
                (306, 338, 7),
            )
        )
    )
    fins = (
        path("M300,256C300,214 330,190 366,186C364,206 368,224 380,236Z", RED)
        + path("M356,326C366,354 392,370 416,370C412,350 404,330 392,318Z", RED)
        + path("M238,420C262,440 290,444 310,436C300,418 282,404 262,398Z", RED)
    )
    face = (
        disc(456, 262, 13, SNOW)
        + disc(458, 262, 8, INK)
        + line("502,286 478,292 462,302", INK, 6)
        + line("424,246 410,276 420,306", INK, 6)
    )
    drops = "".join(
        (
            path(
                f"M{x},{y - s * 1.6:g}C{x + s},{y} {x + s},{y + s} {x},{y + s}C{x - s},{y + s} {x - s},{y} {x},{y - s * 1.6:g}Z",
                SNOW,
            )
            for x, y, s in (
                (120, 420, 12),
                (96, 350, 9),
                (150, 300, 10),
                (270, 460, 10),
                (310, 420, 12),
                (350, 452, 8),
                (210, 250, 8),
            )
        )
    )
    reeds = (
        "".join(
            (
                line([(x, 560), (x + d * 0.3, 470), (x + d, 380)], LEAF, 9)
                for x, d in ((500, -16), (526, 6), (552, 26))
            )
        )
        + oval(486, 372, 11, 34, BROWN, -8)
        + oval(532, 366, 11, 34, BROWN, 4)
        + oval(576, 378, 10, 30, BROWN, 12)
    )
    return water + reeds + fitted(fish + belly + fins + spots + face, 0.9, 340, 480, 0, 10) + rings + drops


def stag() -> str:
    """XIV: the stag in the wood."""
    x = 340
    antlers = "".join(
        line([(x + s * 30, 268), (x + s * 84, 226), (x + s * 150, 190), (x + s * 176, 118)], BROWN, 17)
        + "".join(
            line(tine, BROWN, 13)
            for tine in (
                [(x + s * 74, 232), (x + s * 82, 180), (x + s * 70, 146)],
                [(x + s * 116, 208), (x + s * 128, 150), (x + s * 118, 104)],
                [(x + s * 150, 190), (x + s * 190, 178), (x + s * 222, 146)],
                [(x + s * 52, 250), (x + s * 100, 262), (x + s * 132, 244)],
            )
        )
        for s in (-1, 1)
    )
    ears = "".join(
        blob(
            [
                (x + s * 50, 294),
                (x + s * 96, 274),
                (x + s * 136, 292),
                (x + s * 102, 322),
                (x + s * 62, 322),
            ],
            ORANGE,
        )
        + oval(x + s * 96, 298, 24, 10, SAND, s * -6)
        for s in (-1, 1)
    )
    neck = blob(mirror(x, "0,360 56,370 92,440 118,560 110,579 0,580"), BROWN)
    ruff = lines(
        [
            [(x + dx, 450 + abs(dx) % 30), (x + dx * 1.1, 486 + abs(dx) % 30)]
            for dx in (-80, -50, -20, 20, 50, 80)
        ]
        + [[(x + dx, 506), (x + dx * 1.1, 536)] for dx in (-66, -34, 0, 34, 66)],
        SAND,
        6,
    )
    skull = blob(mirror(x, "0,250 44,260 62,300 50,360 36,410 40,440 22,462 0,466"), ORANGE)
    blaze = blob(mirror(x, "0,280 12,300 16,360 12,410 0,416"), SAND)
    muzzle = blob(mirror(x, "0,416 26,420 36,442 20,464 0,468"), SNOW) + blob(
        mirror(x, "0,424 20,426 14,442 0,450"), INK
    )
    eyes = "".join(
        oval(x + s * 38, 324, 10, 13, INK, s * 16) + disc(x + s * 36, 319, 4, SNOW) for s in (-1, 1)
    )
    return (
        "".join((fir(fx, 574, fh, LEAF) for fx, fh in ((86, 250), (160, 170), (540, 280), (480, 170))))
        + land("20,540 160,526 330,548 590,530", PETROL)
        + fitted(antlers + neck + ruff + ears + skull + blaze + muzzle + eyes, 0.74, 330, 580)
    )


SCENES = {
    8: (SAND, vine),
    9: (SKY, windmill),
    10: (MIST, dance),
    11: (ROSE, castle),
    12: (SKY, balloon),
    13: (MIST, trout),
    14: (SAND, stag),
}
