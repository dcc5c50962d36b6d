"""The pip cards: red 4 to 1, black 7 to 10, in the layouts that players know, with an index."""

from __future__ import annotations

from typing import Final

from vision.artwork.birds import lapwing
from vision.artwork.numerals import index_sign
from vision.artwork.palette import SUIT_COLOURS
from vision.artwork.suits import suit_sign
from vision.artwork.svg import CENTRE, both_ends

_LEFT, _RIGHT, _MIDDLE = 219.0, 391.0, CENTRE[0]
_TOP, _HIGH, _CENTRE = 126.0, 419.0, CENTRE[1]

# The pips above and on the middle line; those above it are repeated upside down below it.
_PAIR: Final = ((_LEFT, _TOP), (_RIGHT, _TOP))
_LAYOUTS: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "1": ((_MIDDLE, _CENTRE),),
    "2": ((_MIDDLE, _TOP),),
    "3": ((_MIDDLE, _TOP), (_MIDDLE, _CENTRE)),
    "4": _PAIR,
    "7": (*_PAIR, (_LEFT, _CENTRE), (_RIGHT, _CENTRE)),
    "8": (*_PAIR, (_MIDDLE, 345.0), (_LEFT, _CENTRE), (_RIGHT, _CENTRE)),
    "9": (*_PAIR, (_LEFT, _HIGH), (_RIGHT, _HIGH), (_MIDDLE, _CENTRE)),
    "10": (*_PAIR, (_MIDDLE, 272.5), (_LEFT, _HIGH), (_RIGHT, _HIGH)),
}


def index(suit: str, sign: str) -> str:
    """The corner of a suit card: what it is, and below it of which suit."""
    return index_sign(sign, 80, 48, 124, SUIT_COLOURS[suit]) + suit_sign(suit, 80, 230, 82)


def pip_card(suit: str, rank: str) -> str:
    size = {"1": 250.0, "2": 190.0, "3": 190.0, "4": 156.0}.get(rank, 126.0)
    upper = [(x, y) for x, y in _LAYOUTS[rank] if y < _CENTRE]
    middle = [(x, y) for x, y in _LAYOUTS[rank] if y == _CENTRE]
    drawn = both_ends(index(suit, rank) + "".join(suit_sign(suit, x, y, size) for x, y in upper))
    drawn += "".join(suit_sign(suit, x, y, size) for x, y in middle)
    if rank == "7":
        drawn += suit_sign(suit, _MIDDLE, 345, size)
    if suit + rank == "H1":
        drawn += lapwing(_MIDDLE + 6, 850, 0.85)  # the maker's mark, where makers put theirs
    return drawn
