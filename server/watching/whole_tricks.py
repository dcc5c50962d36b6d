"""What a trick must have been when it is over: four cards, one of each seat, even if one of them was missed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol, TypeVar

MOST: Final = 5
AT_ONCE: Final = 3.0
"""Two cards of one seat in one trick are believed if they came within so many seconds."""
SURE: Final = 0.97
"""A card is named from a lower confidence on; an accusation needs more."""
SEAT_SURE: Final = 0.95
"""A card whose seat is less sure than this may be another seat's."""


class Placed(Protocol):
    """A card of a trick, as far as this matters."""

    seat: int
    seat_sure: float
    rest: float

    @property
    def sure(self) -> bool: ...


P = TypeVar("P", bound=Placed)


def whole(cards: Sequence[P], leader: int | None) -> list[tuple[int, P | None]]:
    """The cards with their seats, in order; None is a card that nobody saw. `leader` is who should have led.

    These are physical facts: nobody takes a trick in before four cards lie. What is sure is never changed, so that two cards of
    one seat and a seat that laid none stay what they were.
    """
    seats = [card.seat for card in cards]
    kept = list(cards)
    for seat in (s for s in range(4) if s not in seats):
        unsure = [
            i for i, card in enumerate(kept) if seats.count(seats[i]) > 1 and card.seat_sure < SEAT_SURE
        ]
        if unsure:
            seats[min(unsure, key=lambda i: kept[i].seat_sure)] = seat
    rows: list[tuple[int, P | None]] = []
    for seat, card in zip(seats, kept, strict=True):
        mine = [c for s, c in zip(seats, kept, strict=True) if s == seat]
        if len(mine) == 1 or _believed(mine, kept) or card is _surest(mine):
            rows.append((seat, card))
    laid = {seat for seat, _ in rows}
    if len(rows) < 4 and len(laid) == len(rows):
        for seat in (s for s in range(4) if s not in laid):
            rows.insert(turn(seat, [s for s, _ in rows], leader), (seat, None))
    return rows


def _believed(mine: Sequence[P], kept: Sequence[P]) -> bool:
    """Whether one seat really laid these cards: all read surely, its own, and at once, or there are but four.

    Else one is an outline drawn between the cards, or a lead of which the sweep before was missed.
    """
    beyond_doubt = all(card.sure and card.seat_sure >= SEAT_SURE for card in mine)
    return beyond_doubt and (len(kept) <= 4 or (len(kept) <= MOST and at_once(mine)))


def at_once(cards: Sequence[P]) -> bool:
    """Whether they came so soon after one another that one hand may have laid them together."""
    rests = [card.rest for card in cards]
    return max(rests) - min(rests) <= AT_ONCE


def _surest(mine: Sequence[P]) -> P:
    """The first of the sure ones; where none is, the first."""
    return next((card for card in mine if card.sure and card.seat_sure >= SEAT_SURE), mine[0])


def turn(seat: int, order: Sequence[int], leader: int | None) -> int:
    """Where a card belongs that nobody saw being laid: first, if it is the leader's, else behind the seat that plays before it."""
    before = (seat - 1) % 4
    if seat == leader or before not in order:
        return 0
    return order.index(before) + 1
