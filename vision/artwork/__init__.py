"""The house deck: 54 faces and three backs in the Industrie-und-Glück manner, drawn by code."""

from __future__ import annotations

from typing import Final

from engine.cards import BACK_ID, IDS, Card, is_tarock
from vision.artwork.backs import back
from vision.artwork.courts import INDEX_LETTERS, court_card
from vision.artwork.palette import EDGE, PAPER
from vision.artwork.pips import pip_card
from vision.artwork.svg import HEIGHT, RADIUS, WIDTH, box, document
from vision.artwork.tarocks import tarock_card

BACKS: Final = (1, 2, 3)
SIZE: Final = (WIDTH, HEIGHT)
"""Of a card, in tenths of a millimetre; its corners are rounded by RADIUS."""

__all__ = ["BACKS", "RADIUS", "SIZE", "back_svg", "drawings", "face_svg"]


def face_svg(card: Card) -> str:
    """The face of a card as an SVG document."""
    return document(_paper() + _print(card))


def back_svg(kind: int = 1) -> str:
    """One of the three backs as an SVG document."""
    if kind not in BACKS:
        raise ValueError(f"back {kind!r} does not exist; expected one of {', '.join(map(str, BACKS))}")
    return document(_paper() + back(kind))


def drawings() -> dict[str, str]:
    """Every face by its id and every back as BACK-1 …, in this order."""
    faces = {card_id: face_svg(card) for card, card_id in enumerate(IDS)}
    return faces | {f"{BACK_ID}-{kind}": back_svg(kind) for kind in BACKS}


def _paper() -> str:
    return box(1.5, 1.5, WIDTH - 3, HEIGHT - 3, PAPER, RADIUS - 1.5, EDGE, 3)


def _print(card: Card) -> str:
    if is_tarock(card):
        return tarock_card(card + 1)
    suit, rank = IDS[card][0], IDS[card][1:]
    return court_card(suit, rank) if rank in INDEX_LETTERS else pip_card(suit, rank)
