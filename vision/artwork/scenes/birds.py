"""The four birds of the game, Tarock I to IIII: Pagat, Uhu, Kakadu, Quapil."""

from __future__ import annotations

from vision.artwork.nature import acorn, head, land, leaf
from vision.artwork.palette import (
    BROWN,
    INK,
    LEAF,
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
    poly,
)


def pagat() -> str:
    """I: a juggler dances on a drum, and a sparrow looks on."""
    axis = 330
    colours = {-78: RED, -39: OCHRE, 0: PETROL, 39: RED, 78: OCHRE}
    balls = "".join(disc(*polar(axis, 218, 150, angle), 21, fill) for angle, fill in colours.items())
    zigzag = [[(218 + 32 * i, 512 + 48 * (i % 2)), (250 + 32 * i, 560 - 48 * (i % 2))] for i in range(7)]
    drum = box(218, 506, 224, 72, OCHRE) + lines(zigzag, BROWN, 6) + box(210, 500, 240, 18, BROWN, 6)
    arm = (
        line("356,246 414,244 446,196", SNOW, 22)
        + line("358,244 406,244", SNOW, 27)
        + disc(449, 190, 14, SKIN)
    )
    return (
        land("20,520 160,508 330,514 590,506", LEAF)
        + placed(_sparrow(), 128, 470)
        + drum
        + _dancing_legs()
        + blob("304,300 356,300 414,372 462,436 390,452 330,440 270,452 198,436 246,372", RED)
        + pair(
            line("336.8,312 354.5,380 364,438", OCHRE, 11) + line("349.2,312 399.1,380 426,438", OCHRE, 11),
            axis,
        )
        + pair(arm, axis)
        + poly("294,232 366,232 357,306 303,306", PETROL)
        + pair(lines(["318,250 342,262", "319,272 341,284"], SNOW, 4), axis)
        + head(axis, 196, 38, SKIN, BROWN)
        + path("M288,172C280,128 244,140 240,166C256,160 270,168 288,182Z", OCHRE)
        + path("M372,172C380,128 416,140 420,166C404,160 390,168 372,182Z", PETROL)
        + path("M286,180C290,120 370,120 374,180C350,168 310,168 286,180Z", RED)
        + dots("240,172,9 420,172,9", SNOW)
        + balls
    )


def _dancing_legs() -> str:
    stockings = line("306,440 290,500", SNOW, 17) + line("356,440 404,486", SNOW, 17)
    shoes = "M280,506C254,508 238,502 234,488C258,494 286,486 298,492L300,508Z"
    return stockings + path(shoes + "M396,478C420,502 442,500 454,484C438,484 422,470 410,468Z", WINE)


def _sparrow() -> str:
    return (
        blob("-46,-4 -20,-30 18,-32 44,-6 34,22 0,34 -30,20", SAND)
        + blob("-72,-10 -40,-18 2,-16 8,6 -24,14", BROWN)
        + disc(36, -24, 25, BROWN)
        + oval(40, -15, 15, 11, SNOW)
        + poly("58,-30 80,-20 58,-14", INK)
        + disc(42, -30, 4.5, INK)
        + lines(["-4,32 -4,52", "14,30 14,52"], INK, 5)
    )


def uhu() -> str:
    """II: the eagle owl on a pine bough."""
    axis = 340
    wing = blob("432,256 482,300 490,400 458,500 432,440 424,340", INK) + lines(
        ["444,330 476,344", "444,372 476,386", "444,414 476,428", "444,456 476,470"], OCHRE, 6
    )
    breast = {322: (-44, 0, 44), 362: (-62, -22, 22, 62), 402: (-44, 0, 44), 442: (-22, 22), 474: (0,)}
    marks = [
        [(axis + dx - 13, y - 9), (axis + dx, y + 7), (axis + dx + 13, y - 9)]
        for y, row in breast.items()
        for dx in row
    ]
    eye = disc(390, 216, 57, SAND) + disc(390, 216, 43, ORANGE) + disc(388, 218, 23, INK)
    brow = (
        "M236,158C280,150 320,172 340,214C360,172 400,150 444,158"
        "C400,130 360,140 340,168C320,140 280,130 236,158Z"
    )
    return (
        _pine_bough()
        + pair(poly("424,186 448,84 360,142", BROWN), axis)
        + blob(mirror(axis, "0,136 72,150 112,220 128,330 108,440 52,500 0,508"), BROWN)
        + pair(wing, axis)
        + blob(mirror(axis, "0,276 60,290 82,360 72,440 34,492 0,498"), SAND)
        + lines(marks, BROWN, 7)
        + pair(eye, axis)
        + dots("284,209,8 380,209,8", SNOW)
        + path(brow, INK)
        + path("M324,236Q340,226 356,236Q350,272 340,284Q330,272 324,236Z", INK)
        + pair(dots("364,504,14 384,504,14 404,504,14", OCHRE), axis)
    )


def _pine_bough() -> str:
    tufts = {(112, 502): -64, (528, 486): -50, (92, 520): 120, (516, 508): 120}
    needles = [
        [tuft, polar(*tuft, 66, angle)]
        for tuft, start in tufts.items()
        for angle in range(start, start + 121, 15)
    ]
    bough = line("20,520 180,504 360,516 590,492", BROWN, 30) + line("60,512 180,498 330,506", SAND, 4)
    return lines(needles, PETROL, 7) + bough


def kakadu() -> str:
    """III: the cockatoo on its ring."""
    body = "300,180 340,158 384,184 420,250 458,330 460,420 420,480 350,490 304,440 292,350 300,280 286,230"
    tail = path("M392,430L470,560L500,548L512,520L440,400Z", SNOW, INK, 5)
    wing = blob("352,300 420,290 468,350 490,440 468,486 420,440 370,400", SNOW, INK, 5)
    palms = ((90, 230, -8), (90, 190, 22), (90, 150, 48), (578, 170, -14), (578, 130, -44))
    bird = (
        tail
        + lines(["416,440 488,552", "430,424 506,534"], INK, 4)
        + _crest()
        + blob(body, SNOW, INK, 5)
        + wing
        + line("384,330 428,356 470,440", INK, 4)
        + line("370,356 412,384 456,452", INK, 4)
        + disc(330, 240, 20, ROSE)
        + path("M296,196C262,196 246,226 260,262C270,248 284,246 298,244Z", INK)
        + disc(322, 206, 13, SKY)
        + disc(322, 206, 8, INK)
    )
    ring = disc(370, 328, 194, "none", OCHRE, 15) + line("222,498 518,498", BROWN, 22)
    claws = dots("350,494,14 374,494,14 402,494,14 426,494,14", STONE)
    palm = "".join(leaf(x, 574, length, turn, PETROL) for x, length, turn in palms)
    return palm + ring + fitted(bird, 1, 0, 0, 18) + claws


def _crest() -> str:
    feather = path("M0,0Q-22,-60 0,-100Q18,-60 0,0Z", ORANGE), path("M0,0Q-22,-60 0,-100Q18,-60 0,0Z", OCHRE)
    fan = ((78, 1.28), (58, 1.42), (38, 1.48), (18, 1.44), (-2, 1.28))
    return "".join(placed(feather[i % 2], 340, 190, size, turn) for i, (turn, size) in enumerate(fan))


def quapil() -> str:
    """IIII: the wild boar under the oak."""
    oak = (
        leaf(560, 110, 150, -100, PETROL)
        + leaf(576, 150, 170, -70, LEAF)
        + leaf(570, 170, 150, -122, PETROL)
        + leaf(584, 80, 120, -60, LEAF)
    )
    ground = land("20,506 150,514 330,508 590,512", OCHRE)
    return (
        ground + oak + acorn(474, 180, 1.1, 12) + acorn(522, 206, 1.1, -14) + fitted(_boar(), 0.92, 330, 524)
    )


def _boar() -> str:
    mane = [(176.0, 330.0)]
    for i in range(15):
        rise = 1 - ((i - 6) / 8) ** 2
        mane += [(190 + i * 20, 236 - 30 * rise), (200 + i * 20, 296 - 34 * rise)]
    body = (
        "66,412 92,376 150,330 200,286 290,258 390,264 470,300 512,360 508,430 470,470 380,476 300,482 "
        "220,466 150,452 100,444 70,436"
    )
    leg = poly("0,440 50,440 36,520 8,520", INK) + poly("8,508 38,508 42,526 2,526", BROWN)
    coat = ["270,310 320,330", "330,300 380,318", "400,310 450,336", "230,350 252,366", "280,356 330,372"]
    coat += ["350,350 400,366", "420,366 466,388", "300,400 350,412", "380,404 430,416"]
    return (
        poly(mane, BROWN)
        + line("506,372 540,366 548,396 532,404", INK, 10)
        + "".join(placed(leg, x, 0) for x in (206, 268, 392, 446))
        + blob(body, INK)
        + poly("192,322 200,240 248,304", INK, SAND, 5)
        + disc(62, 424, 18, ROSE)
        + dots("57,418,4 58,431,4", INK)
        + disc(168, 364, 12, OCHRE)
        + disc(166, 365, 6, INK)
        + path("M116,430C106,406 112,384 130,372C126,396 136,412 144,424Z", SNOW)
        + lines(coat, SAND, 6)
    )
