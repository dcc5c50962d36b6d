"""What the sixteen court figures hold, each at its place on the card."""

from __future__ import annotations

from typing import Final

from vision.artwork.palette import BROWN, INK, LEAF, OCHRE, RED, ROSE, SKY, SNOW, STONE, WINE
from vision.artwork.suits import suit_sign
from vision.artwork.svg import blob, box, disc, line, lines, oval, path, placed, poly

# --- kings: sceptre, orb, sword, oak staff ------------------------------------------------------------------

_SCEPTRE: Final = line("514,560 496,250", OCHRE, 16) + suit_sign("H", 494, 214, 70) + disc(496, 258, 15, RED)
_ORB: Final = (
    disc(500, 346, 52, OCHRE, INK, 5)
    + line("450,338 500,352 550,338", RED, 11)
    + line("500,294 500,348", RED, 11)
    + lines(["500,240 500,292", "480,262 520,262"], OCHRE, 13)
)
_SWORD: Final = (
    poly("486,380 484,180 500,140 516,180 514,380", STONE, INK, 4)
    + line("448,380 552,380", OCHRE, 17)
    + line("500,386 500,464", BROWN, 16)
)
_OAK_STAFF: Final = (
    line("508,560 500,400 494,240", BROWN, 18)
    + oval(464, 236, 40, 22, LEAF, 30)
    + oval(526, 230, 40, 22, LEAF, -30)
    + oval(496, 200, 40, 22, LEAF, 90)
    + oval(476, 280, 13, 18, OCHRE)
    + oval(518, 284, 13, 18, OCHRE)
)

# --- ladies: rose, fan, mirror, grapes ----------------------------------------------------------------------

_ROSE: Final = (
    line("470,452 484,360 480,300", LEAF, 9)
    + oval(504, 372, 26, 12, LEAF, -30)
    + disc(480, 282, 42, RED)
    + line("458,288 474,262 500,272 492,298 472,292", ROSE, 6)
)
_FAN: Final = blob("470,452 386,330 430,284 484,274 532,300 562,352", RED) + lines(
    [f"470,452 {rib}" for rib in ("386,330", "430,284", "484,274", "532,300", "562,352")], OCHRE, 6
)
_MIRROR: Final = (
    line("470,482 482,360", OCHRE, 15)
    + oval(488, 296, 50, 64, OCHRE)
    + oval(488, 296, 36, 50, SKY)
    + line("470,310 498,268", SNOW, 7)
)
_BERRIES: Final = (
    (486, 330),
    (462, 352),
    (510, 352),
    (474, 382),
    (500, 382),
    (486, 410),
    (446, 326),
    (526, 326),
)
_GRAPES: Final = (
    "".join(disc(x, y, 19, WINE) + disc(x - 6, y - 6, 5, ROSE) for x, y in _BERRIES)
    + oval(464, 296, 34, 18, LEAF, 20)
    + oval(514, 298, 30, 16, LEAF, -24)
)

# --- riders: sabre, lance with a pennon, sword, standard ----------------------------------------------------

_SABRE: Final = path("M506,420C530,330 560,250 548,120C528,230 510,320 490,410Z", STONE, INK, 3) + line(
    "478,404 530,430", OCHRE, 13
)
_LANCE: Final = (
    line("508,560 520,70", BROWN, 12)
    + path("M518,84L440,104L470,128L440,152L517,160Z", RED)
    + poly("520,44 534,84 506,84", STONE)
)
_BLADE: Final = poly("500,410 512,130 524,100 536,130 524,412", STONE, INK, 3) + line(
    "474,410 548,414", OCHRE, 14
)
_STANDARD: Final = (
    line("508,560 516,60", BROWN, 12)
    + path("M516,72C532,62 546,86 566,76V160C548,174 534,146 514,158Z", OCHRE)
    + disc(516, 56, 12, OCHRE)
)

# --- knaves: halberd, letter, spear, lute -------------------------------------------------------------------

_HALBERD: Final = (
    line("500,560 496,90", BROWN, 14)
    + poly("496,40 512,100 480,100", STONE, INK, 3)
    + path("M500,120C550,110 560,150 552,190C536,170 520,168 500,176Z", STONE, INK, 3)
    + poly("492,130 452,146 492,166", STONE, INK, 3)
)
_LETTER: Final = (
    poly("440,360 560,340 572,430 452,450", SNOW, INK, 5)
    + line("442,362 512,404 560,342", INK, 5, smooth=False)
    + disc(512, 404, 15, RED)
)
_SPEAR: Final = (
    line("506,560 494,110", BROWN, 13)
    + path("M494,50C520,90 520,120 494,150C468,120 468,90 494,50Z", STONE, INK, 4)
    + line("470,160 520,158", RED, 15)
)
_LUTE: Final = placed(
    line("0,-60 0,-250", BROWN, 20)
    + poly("-12,-246 12,-246 40,-300 14,-312", BROWN)
    + blob("0,-92 38,-52 60,4 44,56 0,74 -44,56 -60,4 -38,-52", OCHRE, BROWN, 6)
    + disc(0, -14, 20, INK)
    + box(-24, 40, 48, 10, BROWN)
    + lines(["-5,44 -5,-250", "5,44 5,-250"], INK, 3),
    498,
    440,
    0.92,
    9,
)

ATTRIBUTES: Final = {
    "HK": _SCEPTRE, "DK": _ORB, "SK": _SWORD, "CK": _OAK_STAFF,
    "HQ": _ROSE, "DQ": _FAN, "SQ": _MIRROR, "CQ": _GRAPES,
    "HC": _SABRE, "DC": _LANCE, "SC": _BLADE, "CC": _STANDARD,
    "HJ": _HALBERD, "DJ": _LETTER, "SJ": _SPEAR, "CJ": _LUTE,
}  # fmt: skip
