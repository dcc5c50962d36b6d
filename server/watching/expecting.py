"""What a deal lets the reader expect: cards that lie elsewhere, an open talon, cards beside the tricks."""

from __future__ import annotations

from engine.cards import CardSet, known_cards
from engine.record import Deal
from server.watching.shown import has_open_talon, is_expected
from vision.reader.table_reader import Expected


def expected_of(start: Deal, *, from_the_first: bool) -> Expected:
    """What the reader may expect to see; a talon lies open only before the first trick."""
    silent = start.talon is None or start.taken is None
    return Expected(
        out_of_play(start),
        talon=known_cards(c for half in start.talon or () for c in half),
        shown=is_expected(start),
        talon_unknown=from_the_first and has_open_talon(start) and silent,
    )


def out_of_play(start: Deal) -> CardSet:
    """Cards that lie elsewhere for the whole deal: what nobody took of a talon that is known, and discards that were shown."""
    left = start.left_cards
    if start.taken == "none" and start.talon is not None:
        left = tuple(card for half in start.talon for card in half)
    return known_cards((*left, *(start.discards or ())))
