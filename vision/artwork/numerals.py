"""Numerals and index letters as shapes: no font is needed, every renderer gives the same card."""

from __future__ import annotations

from typing import Final

from vision.artwork.svg import group, number, path

# Roman numerals: 100 high, the main stroke thick and the other strong enough for a card 40 pixels wide.
_ROMAN: Final = {
    "I": (28, "M0,0H28Q23,50 28,100H0Q5,50 0,0Z"),
    "V": (80, "M0,0H30L45,66L59,0H80L54,100H31Z"),
    "X": (82, "M0,0H31L82,100H51ZM61,0H82L21,100H0Z"),
}
_ROMAN_GAP: Final = 13

# Index signs: the middle line of a pen 18 wide, in a field 60 by 100.
_INDEX: Final = {
    "1": "M12,30L36,11V89M18,89H52",
    "2": "M11,30C11,4 49,4 49,30C49,52 11,66 10,89H52",
    "3": "M11,23C16,5 48,5 48,28C48,43 36,47 27,47C40,47 51,54 51,68C51,94 13,96 9,76",
    "4": "M39,90V11L10,66H54",
    "7": "M9,11H51C37,40 28,62 25,90",
    "8": "M30,47C6,45 6,10 30,10C54,10 54,45 30,47C3,49 3,90 30,90C57,90 57,49 30,47Z",
    "9": "M50,34C50,3 10,3 10,34C10,64 50,64 50,34C50,66 40,82 22,90",
    "0": "M30,10C5,10 5,90 30,90C55,90 55,10 30,10Z",
    "K": "M13,10V90M50,10L15,56M26,44L52,90",
    "D": "M12,10V90H22C63,90 63,10 22,10Z",
    "R": "M13,90V10H28C56,10 56,51 28,51H13M30,51L52,90",
    "B": "M12,10V90H30C60,90 60,48 30,48H12M30,48C54,48 54,10 28,10H12Z",
}
_PEN: Final = 18


def roman_width(text: str, height: float) -> float:
    return (sum(_ROMAN[letter][0] for letter in text) + _ROMAN_GAP * (len(text) - 1)) * height / 100


def roman_numeral(text: str, x: float, y: float, height: float, fill: str) -> str:
    """A Roman numeral with its top left corner at (x, y)."""
    drawn, at = [], 0.0
    for letter in text:
        width, data = _ROMAN[letter]
        drawn.append(group(path(data, fill), f"translate({number(at)} 0)"))
        at += width + _ROMAN_GAP
    return group("".join(drawn), f"translate({number(x)} {number(y)}) scale({height / 100:g})")


def index_sign(text: str, x: float, y: float, height: float, colour: str) -> str:
    """An index, centred on x, with its top at y. Two digits stand closer and narrower."""
    narrow = 1.0 if len(text) == 1 else 0.72
    signs = []
    for i, sign in enumerate(text):
        shift = (i - (len(text) - 1) / 2) * 54
        signs.append(group(path(_INDEX[sign], "none", colour, _PEN), f"translate({number(shift - 30)} 0)"))
    scale = height / 100
    return group("".join(signs), f"translate({number(x)} {number(y)}) scale({scale * narrow:g} {scale:g})")
