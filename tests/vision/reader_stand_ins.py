"""What the tests of the reader's parts share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from engine.cards import BY_ID, IDS, card_set
from tests.vision.namer_stand_ins import TRUST, ColourNamer, deck, outline
from tests.vision.table_stand_ins import Stage, play, recogniser
from vision.identity import Looks, Quad
from vision.reader import Given, Laid, Renamed, Swept, TableReader, TakenBack
from vision.reader.events import Name
from vision.reader.naming import Namer, Views
from vision.reader.newcomers import Newcomers
from vision.reader.table_reader import Expected
from vision.reader.tracks import Track

Story = list[str]
TRICK = (("S", "HK"), ("E", "H4"), ("N", "T05"), ("W", "H1"))


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


def told(
    stage: Stage,
    gifts_due: Callable[[int], int] = lambda _: 0,
    talon: Sequence[str] = (),
    *,
    left: Sequence[str] = (),
    shown: bool = False,
    talon_unknown: bool = False,
    untaught: str = "",
    face_down: Sequence[Quad] = (),
    ended: bool = False,
) -> Story:
    """The reader's events as short sentences. `left` of the talon lies there all the time. The deck may lack a card.

    `ended`: with what is told when the source has ended.
    """
    recognise, finder = recogniser()
    finder.face_down = tuple(face_down)
    if untaught:
        taught = [card for card in range(54) if card != BY_ID[untaught]]
        recognise.decks = [deck("colours", ColourNamer(), cards=taught)]
    known = card_set(BY_ID[card] for card in talon)
    reader = TableReader(
        recognise,
        gifts_due=gifts_due,
        expected=Expected(card_set(BY_ID[card] for card in left), known, shown, talon_unknown),
    )
    names: dict[int, str] = {}
    story: Story = []
    events = [event for image, t in play(stage.shots, finder) for event in reader.feed(image, t)]
    for event in [*events, *(reader.finish() if ended else [])]:
        if isinstance(event, Laid):
            names[event.track] = "??" if event.name.card is None else IDS[event.name.card]
            story.append(f"{event.trick}: {event.seat} {names[event.track]}")
        elif isinstance(event, Given):
            assert event.name.card is not None
            story.append(f"{event.trick}: + {IDS[event.name.card]}")
        elif isinstance(event, TakenBack):
            story.append(f"{names[event.track]} back")
        elif isinstance(event, Swept):
            story.append(f"{event.trick}: to {event.seat}")
        elif isinstance(event, Renamed):
            story.append(f"{names[event.track]} is another")
    return story


def lay_trick(stage: Stage, number: int = 1) -> Story:
    for seat, card in TRICK:
        stage.lay(seat, card)
    return [f"{number}: {seat} {card}" for seat, card in TRICK]
