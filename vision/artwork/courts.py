"""The sixteen court cards: double-headed kings, ladies, riders and knaves, known by their outlines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from vision.artwork.attributes import ATTRIBUTES
from vision.artwork.headgear import crown, diadem, knave_cap, rider_hat, ruff
from vision.artwork.heads import beard, face, hand, lady_hair_before, lady_hair_behind, neck, whiskers
from vision.artwork.palette import (
    BROWN,
    INK,
    NIGHT,
    OCHRE,
    ORANGE,
    PAPER,
    PETROL,
    RED,
    SAND,
    SKIN,
    SNOW,
    STONE,
)
from vision.artwork.pips import index
from vision.artwork.suits import suit_sign
from vision.artwork.svg import (
    CENTRE,
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
    pair,
    poly,
)

_X, _SEAM = CENTRE
INDEX_LETTERS: Final = {"K": "K", "Q": "D", "C": "R", "J": "B"}


@dataclass(frozen=True, slots=True)
class Livery:
    """The colours of one suit's court."""

    cloth: str
    lining: str
    trim: str
    hair: str


_LIVERIES: Final = {
    "H": Livery(RED, OCHRE, SNOW, BROWN),
    "D": Livery(ORANGE, PETROL, SAND, OCHRE),
    "S": Livery(NIGHT, RED, OCHRE, INK),
    "C": Livery(PETROL, OCHRE, SAND, STONE),
}


def court_card(suit: str, rank: str) -> str:
    figure = {"K": _king, "Q": _lady, "C": _rider, "J": _knave}[rank](suit, _LIVERIES[suit])
    frame = box(26, 26, 558, 1078, "none", 24, INK, 4)
    return frame + both_ends(figure) + _sash(suit, rank) + both_ends(index(suit, INDEX_LETTERS[rank]))


@dataclass(frozen=True, slots=True)
class _Belt:
    """Half the belt's width, and how far its left end hangs below the middle."""

    wide: int
    drop: int

    @property
    def slope(self) -> float:
        return -self.drop / self.wide


_BELTS: Final = {"K": _Belt(236, 0), "Q": _Belt(146, 0), "C": _Belt(226, -30), "J": _Belt(142, 20)}


def _sash(suit: str, rank: str) -> str:
    """The belt that joins the two halves."""
    livery, belt = _LIVERIES[suit], _BELTS[rank]

    def at(dx: float) -> float:
        return _SEAM + belt.slope * dx

    upper = [(_X + dx, at(dx) - 24) for dx in (-belt.wide, belt.wide)]
    lower = [(_X + dx, at(dx) + 24) for dx in (belt.wide, -belt.wide)]
    beads = [side * dx for dx in range(70, belt.wide - 20, 40) for side in (-1, 1)]
    return (
        poly([*upper, *lower], livery.lining, INK, 5)
        + "".join(disc(_X + dx, at(dx), 10, livery.trim) for dx in beads)
        + disc(_X, _SEAM, 40, livery.trim, INK, 5)
        + suit_sign(suit, _X, _SEAM, 50)
    )


# --- king ---------------------------------------------------------------------------------------------------


_MANTLE: Final = "0,286 60,290 150,322 214,420 232,600 100,620 0,620"


def _king(suit: str, livery: Livery) -> str:
    head = 226.0
    trimmings = (
        line("481,392 495,470 501,550", livery.trim, 5)
        + suit_sign(suit, 441, 386, 44, livery.trim)
        + suit_sign(suit, 455, 478, 44, livery.trim)
    )
    return (
        blob(mirror(_X, "0,142 60,160 74,226 76,282 40,300"), livery.hair)
        + poly(above(outline(mirror(_X, _MANTLE)), 0), livery.cloth)
        + pair(trimmings, _X)
        + poly("235,330 375,330 401,580 209,580", livery.lining)
        + lines(["243,430 367,430", "243,470 367,470", "243,510 367,510"], INK, 4)
        + neck(_X, 298)
        + _ermine()
        + face(_X, head)
        + beard(suit, _X, head, livery.hair)
        + crown(suit, _X, 196 if suit == "D" else 190)  # the tall orb needs the room
        + ATTRIBUTES[suit + "K"]
        + hand(500, 420)
    )


def _ermine() -> str:
    cape = blob(mirror(_X, "0,300 50,296 140,330 176,392 120,398 70,372 36,420 0,440"), SNOW, INK, 4)
    return cape + pair(
        lines(["437,362 433,380", "397,348 394,366", "357,368 355,386", "329,408 328,426"], INK, 7), _X
    )


# --- lady ---------------------------------------------------------------------------------------------------


def _lady(suit: str, livery: Livery) -> str:
    head = 222.0
    sleeve = blob("365,330 423,340 463,410 455,480 401,470 375,400", livery.lining) + lines(
        ["401,362 431,462", "423,358 451,440"], livery.trim, 5
    )
    folds = lines(["333,500 361,556", "357,500 409,556"], livery.lining, 7)
    pearls = disc(_X, 336, 7.5, SNOW) + pair(
        disc(320, 329.7, 7.5, SNOW) + disc(335, 323.4, 7.5, SNOW) + disc(349, 317.5, 7.5, SNOW), _X
    )
    return (
        lady_hair_behind(suit, _X, head)
        + poly("239,480 371,480 455,574 155,574", livery.cloth)
        + pair(folds, _X)
        + blob(mirror(_X, "0,350 44,336 84,344 82,430 70,490 92,540 110,578 0,580"), livery.cloth)
        + pair(sleeve, _X)
        + blob(mirror(_X, "0,268 26,272 36,310 88,338 60,372 26,392 0,396"), SKIN)
        + line("221,348 255,392 305,408 355,392 389,348", livery.trim, 13)
        + pair(lines(["281,414 329,430", "281,444 329,460", "281,474 329,490"], livery.trim, 5), _X)
        + pearls
        + disc(_X, 346, 10, RED)
        + face(_X, head)
        + lady_hair_before(suit, _X, head)
        + diadem(suit, _X, 170)
        + ATTRIBUTES[suit + "Q"]
        + line("445,470 461,480 470,472", SNOW, 24)
        + hand(470, 458)
    )


# --- rider --------------------------------------------------------------------------------------------------

_HORSES: Final = {
    "H": (SNOW, STONE, INK),
    "D": (BROWN, INK, SAND),
    "S": (INK, RED, PAPER),
    "C": (SAND, BROWN, INK),
}
_COAT: Final = "372,290 436,306 490,356 512,470 522,640 232,640 252,420 302,316"
_HORSE: Final = (
    "128,620 148,540 166,500 116,522 78,520 62,494 76,462 120,416 146,366 180,340 186,296 212,330 "
    "252,352 300,430 330,520 352,620"
)
_MANE: Final = (
    "196,330 232,326 268,352 306,400 338,466 356,560 318,540 322,500 290,486 290,440 258,424 250,384 222,376"
)


def _rider(suit: str, livery: Livery) -> str:
    x, head = 372.0, 222.0
    return (
        blob("312,202 372,152 432,202 438,270 372,282 306,270", livery.hair)
        + ATTRIBUTES[suit + "C"]
        + poly(above(outline(_COAT), _BELTS["C"].slope), livery.cloth)
        + lines([f"328,{y} 416,{y}" for y in (352, 390, 428, 466)], livery.trim, 8)
        + neck(x, 292)
        + line("332,312 372,326 412,312", livery.lining, 24)
        + face(x, head)
        + whiskers(suit, x, head, livery.hair)
        + rider_hat(suit, x, 182)
        + line("468,360 510,420 500,452", livery.cloth, 52)
        + line("484,438 516,448", livery.trim, 18)
        + hand(510, 420)
        + _horse(suit)
    )


def _horse(suit: str) -> str:
    """Head and neck of the horse, looking left: the outline that says Reiter."""
    coat, mane, eye = _HORSES[suit]
    edge = INK if coat in (SNOW, SAND) else PAPER
    bridle = RED if mane != RED else OCHRE
    return (
        poly(above(outline(_HORSE), _BELTS["C"].slope), coat, edge, 5)
        + poly(above(_MANE, _BELTS["C"].slope), mane)
        + poly("176,346 182,286 214,336", coat, edge, 5)
        + oval(158, 400, 12, 9, eye, -30)
        + oval(82, 490, 8, 6, eye, -30)
        + line("70,508 92,506 104,496", eye, 5)
        + line("114,424 146,452 158,496", bridle, 11)
        + line("100,440 122,468 124,518", bridle, 11)
        + disc(124, 494, 11, OCHRE)
        + line("128,494 200,520 300,500", OCHRE, 8)
    )


# --- knave --------------------------------------------------------------------------------------------------


def _knave(suit: str, livery: Livery) -> str:
    slashes = line("327,356 322.6,440 327,540", livery.lining, 17) + line(
        "371,356 357.8,440 371,540", livery.lining, 17
    )
    hair = BROWN if suit == "C" else livery.hair  # the grey of this suit's king would make the boy old
    return (
        blob(mirror(_X, "0,158 56,176 72,236 78,280 50,286"), hair)
        + blob(mirror(_X, "0,312 60,318 104,346 104,450 96,520 128,576 0,582"), livery.cloth)
        + pair(slashes + _puffed_sleeve(livery), _X)
        + neck(_X, 302)
        + ruff(_X, 326)
        + face(_X, 236)
        + knave_cap(suit, _X, 196)
        + ATTRIBUTES[suit + "J"]
        + hand(490, 470)
        + hand(128, 486)
    )


def _puffed_sleeve(livery: Livery) -> str:
    return (
        blob("389,336 445,340 481,386 465,436 417,440 395,396", livery.lining)
        + lines(["415,350 423,430", "437,350 445,430", "457,350 465,430"], livery.cloth, 9)
        + line("447,436 469,484", livery.cloth, 44)
        + line("443,470 491,470", livery.trim, 14)
    )
