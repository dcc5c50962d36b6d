"""The open talon: where it lay, and what it bares when it is taken or pushed aside."""

from __future__ import annotations

import cv2
import numpy as np

from engine.cards import card_set
from tests.vision.namer_stand_ins import TRUST, ColourNamer, deck, outline
from tests.vision.reader_stand_ins import looks_of, seen_as
from vision.identity import Image, Looks, Quad
from vision.reader.naming import Namer
from vision.reader.sight import Sight
from vision.reader.talon import KnownTalon
from vision.reader.tricks import TrickBook
from vision.table import Calibration

CARDS = (3, 9, 20)


def row(x: float) -> list[Quad]:
    """Three cards side by side, the first one there."""
    return [outline(x + 90 * i, 360, 0.0, 140) for i in range(3)]


def shown(quads: list[Quad]) -> Image:
    picture = np.full((720, 1280, 3), 60, np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(picture, quad.astype(np.int32), (240, 240, 240))
    return picture


def seen() -> Looks:
    single = [looks_of(seen_as((card, 1.0)), 1.0) for card in CARDS]
    fields = ((each.vectors, each.genuine, each.visible, each.offsets) for each in single)
    return Looks(*(np.concatenate(field) for field in zip(*fields, strict=True)))


def test_what_a_pushed_talon_lay_on_is_learnt_although_its_cards_are_seen_elsewhere_first() -> None:
    """The hand is still over the old place when the cards are recognised at the new one."""
    sight = Sight(Calibration.guessed(1280, 720))
    talon = KnownTalon(sight, Namer([deck("colours", ColourNamer())], TRUST), TrickBook(), card_set(CARDS))
    here, there = row(560), row(160)
    sight.take(shown(here), 0.0, [])
    assert talon.lies(here, seen(), 0)
    sight.take(shown(there), 5.0, [])
    assert talon.lies(there, seen(), 0)
    hands = sight.take(shown(there), 6.0, [])
    old = sight.mask(here[1])
    assert sight.backdrop.table[old].mean() > 200
    talon.bare(there, hands)
    assert sight.backdrop.table[old].mean() < 70
    sight.take(shown([]), 11.0, [])
    hands = sight.take(shown([]), 12.0, [])
    talon.bare([], hands)
    assert sight.backdrop.table[sight.mask(there[1])].mean() < 70
