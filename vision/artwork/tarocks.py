"""The Tarocks: a picture with its numeral, printed from both ends."""

from __future__ import annotations

from typing import Final

from engine.cards import roman
from vision.artwork.numerals import roman_numeral
from vision.artwork.palette import INK, OCHRE, PAPER, SNOW
from vision.artwork.scenes import SCENES
from vision.artwork.skues import skues_card
from vision.artwork.svg import CENTRE, HEIGHT, WIDTH, both_ends, box, path, poly

NUMERAL_HEIGHT: Final = 160
_INSET: Final = 26
_MOON: Final = 21
_SKUES: Final = 22


def tarock_card(number: int) -> str:
    if number == _SKUES:
        return skues_card() + _passepartout()
    sky, scene = SCENES[number]
    numeral = roman_numeral(roman(number), 54, 56, NUMERAL_HEIGHT, SNOW if number == _MOON else INK)
    half = box(_INSET, _INSET, WIDTH - 2 * _INSET, CENTRE[1] - _INSET, sky) + scene() + numeral
    return both_ends(half) + _band() + _passepartout()


def _band() -> str:
    """The seam between the two pictures."""
    x, y = CENTRE
    beads = "".join(
        poly([(x + dx, y - 7), (x + dx + 13, y), (x + dx, y + 7), (x + dx - 13, y)], OCHRE)
        for dx in range(-252, 253, 42)
    )
    return box(_INSET, y - 14, WIDTH - 2 * _INSET, 28, INK) + beads


def _passepartout() -> str:
    """The paper round the picture: it covers what the drawing lets run over its edge."""

    cover = path(_ring(3, 37) + _ring(_INSET, 24), PAPER).replace(" fill=", ' fill-rule="evenodd" fill=')
    return cover + box(_INSET, _INSET, WIDTH - 2 * _INSET, HEIGHT - 2 * _INSET, "none", 24, INK, 5)


def _ring(inset: float, r: float) -> str:
    """A round-cornered rectangle as path data."""
    w, h = WIDTH - 2 * (inset + r), HEIGHT - 2 * (inset + r)
    arc = f"a{r:g},{r:g} 0 0 1 "
    return (
        f"M{inset + r:g},{inset:g}h{w:g}{arc}{r:g},{r:g}v{h:g}{arc}{-r:g},{r:g}"
        f"h{-w:g}{arc}{-r:g},{-r:g}v{-h:g}{arc}{r:g},{-r:g}z"
    )
