"""What the tests of the reader's parts share."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from tests.vision.namer_stand_ins import TRUST, ColourNamer, deck, outline
from vision.identity import Looks
from vision.reader.events import Name
from vision.reader.naming import Namer, Views
from vision.reader.newcomers import Newcomers
from vision.reader.tracks import Track


def track(number: int, seat: str, rest: float) -> Track:
    return Track(number, outline(0, 0, 0), seat, rest, Views(), name=Name(number, 1.0))


def picture(value: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.full((90, 160, 3), value, np.uint8)


def seen_as(*cards: tuple[int, float]) -> Views:
    """A view that is like several cards, each by so much."""
    prototypes = deck("colours", ColourNamer()).prototypes
    vector = sum(
        weight * prototypes.vectors[list(prototypes.cards).index(card)].astype(np.float64)
        for card, weight in cards
    )
    views = Views()
    views.add(np.asarray(vector / np.linalg.norm(vector), np.float32), 0.9, 1.0)
    return views


def looks_of(views: Views, visible: float) -> Looks:
    return Looks(
        np.stack(views.vectors), np.array([0.98]), np.array([visible]), np.zeros((1, 4, 2), np.float32)
    )


def newcomers(strange: float = 0.0, left_open: int = 100) -> Newcomers:
    """At a table where everything rests; so much of every outline shows what is neither table nor known card."""
    sight: Any = SimpleNamespace(
        t=10.0,
        rested=lambda quad: True,
        mask=lambda quad: np.zeros((4, 4), np.bool_),
        backdrop=SimpleNamespace(
            bare=lambda mask: 0.0, strangeness=lambda mask: strange, open_pixels=lambda number: left_open
        ),
    )
    nobody: Any = None
    return Newcomers(sight, Namer([deck("colours", ColourNamer())], TRUST), nobody, nobody)
