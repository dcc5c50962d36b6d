"""Mountain, windmill, castle, village and moonlit water: Tarock V, IX, XI, XX and XXI."""

from __future__ import annotations

from vision.artwork.nature import cloud, fir, land, sun, tree, waves
from vision.artwork.palette import (
    BROWN,
    DUSK,
    INK,
    LEAF,
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
)
from vision.artwork.svg import box, disc, dots, fitted, line, lines, oval, path, placed, polar, poly, star


def mountain() -> str:
    """V: the summit with its cross, and a hut in the firs."""
    snow = "290,246 330,190 372,116 430,210 452,240 424,256 404,236 384,276 360,238 336,268 318,236"
    gullies = [
        "384,290 420,370",
        "420,280 470,360",
        "340,290 310,360",
        "300,300 250,380",
        "460,300 520,390",
        "372,300 372,380",
    ]
    hut = (
        box(176, 452, 104, 66, BROWN)
        + poly("160,458 228,404 296,458", RED)
        + box(196, 474, 24, 22, OCHRE)
        + box(240, 474, 22, 44, INK)
    )
    return (
        sun(502, 146, 44, 16, RED)
        + poly("20,470 130,330 210,420 300,300 420,430 520,330 590,420 590,580 20,580", LEAF)
        + poly("90,520 250,300 330,190 372,116 430,210 470,262 590,470 590,580 90,580", PETROL)
        + poly(snow, SNOW)
        + lines(gullies, NIGHT, 6)
        + lines(["372,118 372,60", "350,80 394,80"], INK, 9)
        + land("20,500 170,516 320,510 590,478", SAND)
        + hut
        + fir(96, 526, 150, NIGHT)
        + fir(340, 528, 110, NIGHT)
        + fir(492, 514, 150, NIGHT)
        + fir(556, 520, 110, NIGHT)
    )


def windmill() -> str:
    """IX: the windmill over the corn."""
    ears = [(34 + 26 * i, 524 + 9 * (i % 3)) for i in range(21)]
    corn = (
        land("20,500 180,486 340,508 590,490", OCHRE)
        + lines([[(x, 572), (x + 6, y)] for x, y in ears], BROWN, 5)
        + "".join(oval(x + 7, y - 2, 6, 13, SAND, 12) for x, y in ears)
    )
    return (
        cloud(500, 130, 0.8)
        + land("20,440 150,400 300,432 590,390", LEAF)
        + tree(120, 470, 36, PETROL)
        + tree(186, 484, 28, NIGHT)
        + fitted(_mill(), 0.9, 380, 512, 34)
        + corn
    )


def _mill() -> str:
    bricks = ["340,300 360,300", "334,350 354,350", "328,400 348,400", "322,450 342,450"]
    bricks += ["396,324 428,324", "401,374 433,374", "406,424 438,424", "411,474 443,474"]
    cloth = [polar(0, 0, 44, 0), polar(0, 0, 170, 0), polar(0, 0, 176, 14), polar(0, 0, 58, 42)]
    slats = [[(0, -r), polar(0, 0, r * 1.04, 15 + (170 - r) * 0.16)] for r in (76, 108, 140)]
    sail = poly(cloth, SAND) + lines(slats, BROWN, 4) + lines(["0,0 0,-172"], BROWN, 9)
    return (
        poly("316,260 432,260 462,512 286,512", SNOW, INK, 5)
        + lines(bricks, STONE, 5)
        + path("M304,266C310,200 438,200 444,266Z", RED)
        + path("M350,512V460A24,24 0 0 1 398,460V512Z", BROWN)
        + box(354, 350, 40, 46, PETROL, 4)
        + "".join(placed(sail, 374, 236, turn=turn) for turn in (30, 120, 210, 300))
        + disc(374, 236, 17, INK)
    )


def castle() -> str:
    """XI: the castle on its rock."""
    rock = poly("120,580 150,500 196,470 214,420 300,404 470,404 500,450 548,486 580,580", BROWN) + lines(
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
    return (
        cloud(118, 300, 0.75)
        + land("20,500 120,470 300,500 590,450", LEAF)
        + fitted(rock + _walls() + _roofs(), 0.9, 370, 580, 14)
        + fir(100, 556, 150)
        + fir(54, 564, 110)
        + fir(550, 560, 120)
    )


def _walls() -> str:
    joints = ["224,320 250,320", "256,366 274,366", "462,300 480,300", "496,370 514,370", "338,250 360,250"]
    joints += ["390,310 410,310", "300,384 330,384", "414,390 444,390"]
    windows = (
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
    return (
        box(250, 316, 240, 96, STONE)
        + box(216, 250, 66, 164, STONE)
        + box(452, 232, 72, 182, STONE)
        + box(330, 176, 86, 236, STONE)
        + "".join(box(x, 300, 16, 20, STONE) for x in (288, 312, 424))
        + lines(joints, SNOW, 4)
        + path("M348,412V356A25,25 0 0 1 398,356V412Z", INK)
        + lines(["360,340 360,410", "373,334 373,410", "386,340 386,410"], OCHRE, 4)
        + "".join(box(x, y, 15, 28, NIGHT, 7) for x, y in windows)
    )


def _roofs() -> str:
    return (
        poly("204,254 249,160 294,254", RED)
        + poly("440,236 488,128 536,236", RED)
        + poly("318,180 373,70 428,180", PETROL)
        + line("373,74 373,44", INK, 6)
        + path("M376,44L420,54L376,68Z", OCHRE)
        + line("488,130 488,100", INK, 5)
        + path("M490,100L530,109L490,120Z", RED)
    )


def winter() -> str:
    """XX: the village church in the snow."""
    cottage = (
        box(150, 436, 110, 70, BROWN)
        + poly("134,442 205,378 276,442", SNOW, INK, 5)
        + box(178, 456, 26, 26, OCHRE)
        + box(222, 456, 26, 50, INK)
        + box(232, 380, 22, 34, BROWN)
    )
    flakes = (
        "84,270,8 140,330,7 200,262,9 260,320,7 290,220,8 474,120,9 526,190,8 464,240,7 556,280,8 500,310,6 "
        "400,70,6 550,90,7 80,390,7 236,350,5"
    )
    return (
        land("20,440 140,390 280,430 420,380 590,430", PETROL)
        + dots(flakes, SNOW)
        + _church()
        + cottage
        + fir(96, 520, 150, LEAF)
        + fir(302, 520, 110, LEAF)
        + land("20,496 150,500 330,490 590,500", SNOW)
        + line("60,536 200,520 330,536", SKY, 7)
        + line("340,544 460,526 570,540", SKY, 7)
    )


def _church() -> str:
    onion = (
        "M446,84C452,120 446,132 462,150C494,168 520,196 510,236C504,262 482,270 490,286H402"
        "C410,270 388,262 382,236C372,196 398,168 430,150C446,132 440,120 446,84Z"
    )
    return (
        box(484, 400, 88, 104, SAND)
        + poly("482,406 494,350 560,350 580,406", SNOW, INK, 5)
        + path("M516,470V440A13,13 0 0 1 542,440V470Z", INK)
        + box(404, 290, 84, 210, SAND)
        + box(396, 280, 100, 16, BROWN)
        + path(onion, RED)
        + path("M426,166C408,186 404,220 418,250", "none", ROSE, 6)
        + disc(446, 96, 10, OCHRE)
        + lines(["446,90 446,54", "432,68 460,68"], OCHRE, 7)
        + disc(446, 340, 30, SNOW, INK, 5)
        + lines(["446,340 446,320", "446,340 460,348"], INK, 5)
        + path("M430,430V404A16,16 0 0 1 462,404V430Z", INK)
    )


def moon() -> str:
    """XXI: the moon over the water, by night."""
    crescent = (
        "M434,218A120,120 0 1 0 434,458C354,434 354,398 370,378C396,382 402,364 390,352L426,336"
        "C418,314 384,304 386,282C390,242 404,222 434,218Z"
    )
    sky = (
        (110, 290, 24),
        (190, 360, 16),
        (500, 330, 20),
        (540, 240, 15),
        (460, 390, 14),
        (86, 400, 13),
        (548, 380, 12),
        (470, 262, 12),
    )
    face = (
        path("M338,304Q358,284 378,300", "none", BROWN, 7)
        + oval(358, 314, 12, 8, INK)
        + path("M344,390Q362,394 374,378", "none", RED, 8)
        + disc(326, 360, 18, ORANGE)
    )
    boat = (
        path("M84,500C100,536 200,536 226,496L196,506H112Z", INK)
        + line("150,506 150,440", INK, 7)
        + path("M156,446C176,462 180,480 178,496H156Z", SAND)
    )
    return (
        disc(404, 338, 160, DUSK)
        + "".join(star(x, y, size, size * 0.42, 5, SAND) for x, y, size in sky)
        + land("20,470 130,430 250,468 400,440 590,466", INK)
        + box(20, 488, 570, 90, PETROL)
        + waves(300, 440, 504, OCHRE, 6, 36)
        + waves(320, 420, 522, OCHRE, 6, 36)
        + waves(336, 410, 540, OCHRE, 6, 36)
        + path(crescent, OCHRE)
        + face
        + boat
    )
