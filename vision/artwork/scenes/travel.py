"""Sail, railway, balloon and the great wheel: Tarock VI, VII, XII and XVIII."""

from __future__ import annotations

from vision.artwork.nature import cloud, fir, gull, land, sun, tree, waves
from vision.artwork.palette import BROWN, INK, LEAF, NIGHT, OCHRE, PETROL, RED, SAND, SKY, SNOW, STONE
from vision.artwork.svg import blob, box, disc, dots, fitted, line, lines, mirror, path, placed, polar, poly


def lake() -> str:
    """VI: a sail on the lake."""
    return (
        sun(128, 300, 42, 12)
        + land("20,400 120,340 230,382 330,352 470,300 590,380", LEAF)
        + box(20, 404, 570, 174, PETROL)
        + line("326,448 326,70", INK, 10)
        + path("M338,86C420,190 470,300 474,424H338Z", RED)
        + path("M314,120C270,220 220,320 172,424H314Z", SNOW, INK, 4)
        + lines(["338,200 400,200", "338,282 446,282", "338,360 464,360"], SNOW, 5)
        + poly("326,60 326,92 272,76", OCHRE)
        + path("M176,444H462C450,496 410,508 330,508H262C216,506 186,480 176,444Z", BROWN)
        + line("186,462 452,462", OCHRE, 8)
        + waves(50, 160, 440, SKY, 6)
        + waves(480, 580, 456, SKY, 6)
        + waves(80, 260, 530, SKY, 6)
        + waves(330, 580, 540, SKY, 6)
        + gull(470, 150, 36)
        + gull(530, 206, 26)
    )


def railway() -> str:
    """VII: the mountain railway on its viaduct."""
    arches = "".join(f"M{x},580V496A44,44 0 0 1 {x + 88},496V580Z" for x in (40, 148, 256, 364, 472))
    stones = [f"{x},448 {x + 34},448" for x in range(44, 540, 70)] + [
        f"{x},466 {x + 24},466" for x in range(20, 570, 108)
    ]
    smoke = "216,232,22 252,204,30 304,184,36 366,186,30 414,200,24 462,190,18 500,196,12"
    return (
        land("20,380 110,300 220,372 340,310 470,366 590,290", LEAF)
        + fir(70, 430, 110)
        + fir(120, 430, 80)
        + dots(smoke, SNOW)
        + box(20, 424, 570, 154, STONE)
        + box(20, 416, 570, 18, INK)
        + path(arches, NIGHT)
        + lines(stones, SNOW, 4)
        + _coach()
        + _engine()
    )


def _engine() -> str:
    return (
        box(170, 330, 160, 60, INK, 14)
        + box(316, 282, 88, 108, INK)
        + box(334, 300, 50, 38, SAND)
        + box(306, 270, 108, 18, RED, 6)
        + poly("196,334 190,282 182,264 232,264 224,282 220,334", INK)
        + disc(276, 328, 18, OCHRE)
        + poly("170,388 132,420 170,420", RED)
        + disc(172, 360, 12, OCHRE)
        + dots("196,396,22 250,396,22 310,396,28 376,396,28", RED)
        + dots("196,396,7.9 250,396,7.9 310,396,10.1 376,396,10.1", INK)
    )


def _coach() -> str:
    windows = box(442, 316, 38, 36, SAND) + box(494, 316, 38, 36, SAND) + box(546, 316, 38, 36, SAND)
    return (
        box(424, 296, 166, 92, RED)
        + box(416, 282, 174, 16, INK)
        + windows
        + dots("468,398,19 540,398,19", INK)
        + box(400, 376, 30, 10, INK)
    )


def balloon() -> str:
    """XII: a balloon over the fields."""
    furrows = ["60,530 90,574", "110,520 150,574", "160,516 210,574", "210,520 262,574"]
    furrows += ["460,520 440,574", "510,512 500,574", "556,508 556,574"]
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
        + land("20,470 160,440 300,470 590,446", LEAF)
        + path("M20,520C140,480 260,500 330,580H20Z", OCHRE)
        + path("M380,580C420,500 500,486 590,490V580Z", SAND)
        + lines(furrows, BROWN, 4)
        + village
        + tree(310, 482, 18, PETROL)
        + tree(150, 462, 20, PETROL)
        + fitted(_aerostat(), 0.95, 420, 60, 27)
    )


def _aerostat() -> str:
    gores = (
        "M408,65C324,126 320,236 386,348H408C372,246 374,136 420,64Z"
        "M432,65C516,126 520,236 454,348H432C468,246 466,136 420,64Z"
    )
    return (
        lines(["388,346 394,396", "410,346 412,396", "430,346 428,396", "452,346 446,396"], INK, 4)
        + blob(mirror(420, "0,64 82,94 124,184 100,278 34,346"), RED)
        + path(gores, OCHRE)
        + path("M296,182Q420,222 544,182L542,216Q420,258 298,216Z", PETROL)
        + dots("330,205.4,9 375,211.7,9 420,218,9 465,211.7,9 510,205.4,9", SNOW)
        + path("M386,396H454L447,446H393Z", BROWN)
        + lines(["392,412 448,412", "394,428 446,428"], OCHRE, 4)
    )


def great_wheel() -> str:
    """XVIII: the great wheel of the Prater."""
    x, y, r = 330, 392, 138
    turns = [turn for turn in range(0, 360, 24) if not 156 <= turn <= 216]  # the booth hides the lowest three
    cabins = "".join(placed(_cabin(RED if turn % 48 else OCHRE), *polar(x, y, r + 4, turn)) for turn in turns)
    return (
        lines([[(x, y), polar(x, y, r, turn)] for turn in range(0, 360, 24)], INK, 4)
        + disc(x, y, r, "none", INK, 10)
        + disc(x, y, r * 0.76, "none", INK, 5)
        + cabins
        + dots("60,520,52 546,516,56", LEAF)
        + dots("130,536,44 478,540,40", PETROL)
        + lines(["330,392 234,556", "330,392 426,556", "280,468 380,468"], BROWN, 15)
        + disc(x, y, 25, BROWN)
        + disc(x, y, 11, OCHRE)
        + land("20,540 200,534 400,541 590,534", SAND)
        + box(288, 500, 84, 50, SNOW)
        + poly("272,504 330,462 388,504", RED)
        + box(315, 514, 30, 36, INK)
    )


def _cabin(fill: str) -> str:
    return box(-25, -17, 50, 34, fill, 5, INK, 4) + lines(["-13,-5 -3,-5", "5,-5 15,-5"], SNOW, 9)
