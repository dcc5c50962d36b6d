"""Wine, dance, coffee and music: Tarock VIII, X, XVII and XIX."""

from __future__ import annotations

from vision.artwork.nature import head, leaf
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
from vision.artwork.svg import blob, box, disc, dots, line, lines, mirror, oval, pair, path, placed, poly


def vine() -> str:
    """VIII: grapes, and what becomes of them."""
    bunch = {272: (150, 196, 242, 288), 312: (127, 173, 219, 265, 311), 352: (150, 196, 242, 288)}
    bunch |= {392: (173, 219, 265), 432: (196, 242), 472: (219,)}
    ripe = {(150, 272), (242, 272), (150, 352), (242, 352), (242, 432)}
    berries = "".join(
        disc(x, y, 28, WINE if (x, y) in ripe else NIGHT) + disc(x - 8, y - 9, 6, SKY)
        for y, row in bunch.items()
        for x in row
    )
    glass = (
        path("M392,306H516C520,386 500,430 454,436C408,430 388,386 392,306Z", SNOW, INK, 5)
        + path("M398,346H510C510,396 492,422 454,426C416,422 398,396 398,346Z", WINE)
        + line("454,436 454,514", INK, 10)
        + path("M404,524Q454,500 504,524Z", INK)
        + line("412,326 416,372", SNOW, 7)
    )
    return (
        box(20, 520, 570, 58, BROWN)
        + lines(["40,540 250,540", "310,546 570,546"], OCHRE, 4)
        + line("60,262 150,244 219,250 330,236 470,246 590,226", BROWN, 15)
        + line("330,238 350,280 336,300 352,318", BROWN, 6)
        + leaf(110, 250, 120, -140, LEAF)
        + placed(_vine_leaf(PETROL), 352, 248, 0.9, -24)
        + placed(_vine_leaf(LEAF), 548, 240, 0.8, 12)
        + berries
        + glass
    )


def _vine_leaf(fill: str) -> str:
    lobes = mirror(0, "0,0 26,-18 52,-4 44,22 66,44 40,58 34,92 12,80 0,112")
    veins = lines(["0,24 44,44", "0,50 24,76"], SNOW, 4)
    return poly(lobes, fill) + lines(["0,6 0,92"], SNOW, 4) + pair(veins)


def dance() -> str:
    """X: a couple turns in the dance."""
    planks = ["20,530 590,530", "150,508 120,556", "300,508 300,556", "450,508 480,556"]
    return (
        box(20, 506, 570, 72, OCHRE)
        + lines(planks, BROWN, 5)
        + line("180,84 330,110 590,70", INK, 4)
        + dots("252,120,17 560,100,17", RED)
        + disc(490, 116, 17, OCHRE)
        + _lady()
        + _man()
    )


def _lady() -> str:
    return (
        oval(232, 500, 24, 11, INK)
        + oval(298, 502, 24, 11, INK)
        + blob("238,300 286,300 332,390 370,478 262,492 144,470 188,380", PETROL)
        + blob("244,304 282,304 306,390 312,462 218,460 222,390", SNOW)
        + line("224,420 262,426 306,420", RED, 5)
        + line("224,440 262,446 306,440", RED, 5)
        + poly("222,236 302,236 288,306 236,306", RED)
        + line("226,250 178,284 210,314", SNOW, 26)
        + disc(220, 318, 14, SKIN)
        + line("226,196 206,236 214,276", OCHRE, 14)
        + line("298,196 322,232 332,262", OCHRE, 14)
        + head(262, 194, 38, SKIN, OCHRE)
    )


def _man() -> str:
    hat = (
        path("M354,148C386,136 446,136 478,148Q416,166 354,148Z", LEAF)
        + path("M382,142C382,90 450,90 450,142Z", LEAF)
        + line("382,136 450,136", RED, 9)
        + path("M438,128C446,90 478,72 500,76C490,100 472,122 450,134Z", SNOW)
    )
    return (
        line("374,424 376,486", SNOW, 26)
        + line("460,426 492,474", SNOW, 26)
        + oval(366, 502, 32, 14, INK)
        + oval(512, 488, 30, 14, INK, 24)
        + poly("374,330 458,330 482,424 438,428 418,372 390,428 354,418", BROWN)
        + poly("402,200 430,200 434,230 398,230", SKIN)
        + poly("376,218 400,212 416,230 432,212 456,218 464,232 458,340 374,340 368,232", SNOW)
        + pair(poly("462,224 428,224 420,336 458,336", INK), 416)
        + line("460,236 512,262 478,318", SNOW, 26)
        + disc(470, 322, 14, SKIN)
        + line("298,250 340,284 386,300", SNOW, 26)  # the lady's arm, laid in his
        + disc(382, 300, 15, SKIN)
        + head(416, 170, 40, SKIN, BROWN)
        + hat
    )


def coffee() -> str:
    """XVII: the coffee house: a cup, a glass of water, and time."""
    steam = "".join(f"M{x},300C{x - 30},270 {x + 30},256 {x},226" for x in (190, 240, 290))
    handle = "M342,350C400,340 408,420 330,424"
    cup = (
        path(handle, "none", INK, 25)
        + path(handle, "none", SNOW, 15)
        + path("M134,322H346C346,410 316,474 240,476C164,474 134,410 134,322Z", SNOW, INK, 5)
        + oval(240, 324, 106, 22, BROWN)
        + oval(240, 326, 74, 11, SAND)
        + path("M138,370Q240,400 342,370L338,392Q240,424 142,392Z", PETROL)
        + dots("170,386.9,6 205,391.5,6 240,396,6 275,391.5,6 310,386.9,6", OCHRE)
    )
    glass = (
        poly("430,270 544,270 528,482 446,482", SKY, SNOW, 6)
        + poly("436,330 538,330 527,476 447,476", LEAF)
        + lines(["454,344 460,440"], SNOW, 7)
        + line("420,254 556,254", STONE, 11)
        + oval(418, 254, 30, 14, STONE)
    )
    return (
        box(20, 520, 570, 58, WINE)
        + lines([[(30 + 54 * i, 578), (60 + 54 * i, 534)] for i in range(10)], ROSE, 4)
        + path("M50,500H570L540,530H80Z", INK)
        + line("54,500 566,500", STONE, 10)
        + path(steam, "none", SNOW, 13)
        + oval(240, 484, 170, 26, SNOW)
        + oval(240, 480, 110, 14, STONE)
        + cup
        + glass
    )


def music() -> str:
    """XIX: fiddle and bow."""
    braid = [[(20 + 64 * i, 578), (52 + 64 * i, 536), (84 + 64 * i, 578)] for i in range(8)]
    return (
        box(20, 526, 570, 52, WINE)
        + lines(braid, OCHRE, 4)
        + _note(116, 344, 80)
        + _note(196, 312, 80)
        + _note(508, 250, 90)
        + _note(90, 448, 70)
        + placed(_fiddle(), 366, 372, 0.86, 33)
        + line("120,474 330,470 560,330", BROWN, 11)
        + line("128,490 560,346", SNOW, 5)
    )


def _fiddle() -> str:
    body = mirror(0, "0,-150 62,-138 82,-92 54,-44 48,-10 62,26 104,66 104,132 56,170 0,176")
    return (
        blob(body, ORANGE, BROWN, 7)
        + path("M-34,20C-58,30 -34,56 -46,78M34,20C58,30 34,56 46,78", "none", INK, 7)
        + poly("-18,-60 18,-60 14,-290 -14,-290", INK)
        + disc(0, -306, 24, BROWN)
        + disc(0, -306, 10, OCHRE)
        + lines(["-30,-272 30,-272", "-30,-250 30,-250"], BROWN, 10)
        + box(-30, 62, 60, 13, SAND, 4)
        + poly("-16,110 16,110 24,160 -24,160", INK)
        + lines(["-9,-280 -9,120", "-3,-280 -3,120", "3,-280 3,120", "9,-280 9,120"], SAND, 2.5)
    )


def _note(x: float, y: float, tall: float) -> str:
    flag = path("M19,0C24,26 52,24 46,58C42,40 30,36 19,34Z", INK)
    return placed(
        oval(0, 0, 22, 16, INK, -20) + lines([[(19, -4), (19, -tall)]], INK, 7) + placed(flag, 0, -tall), x, y
    )
