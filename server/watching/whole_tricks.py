"""What a trick must have been when it is over: four cards, one of each seat, even if one of them was missed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol, TypeVar

MOST: Final = 5
AT_ONCE: Final = 3.0
"""Two cards of one seat in one trick are believed if they came within so many seconds."""
SURELY: Final = 0.95
"""A card whose seat is less sure than this may be another seat's."""


class Placed(Protocol):
    """A card of a trick, as far as this matters."""

    seat: int
    seat_sure: float
    rest: float

    @property
    def read(self) -> bool: ...


P = TypeVar("P", bound=Placed)


def whole(cards: Sequence[P], leader: int | None) -> list[tuple[int, P | None]]:
    """The cards with their seats, in order; None is a card that nobody saw. `leader` is who should have led.

    These are physical facts: nobody takes a trick in before four cards lie. What is sure is never changed, so that two cards of
    one seat and a seat that laid none stay what they were.
    """
    seats = [card.seat for card in cards]
    kept = list(cards)
    for seat in (s for s in range(4) if s not in seats):
        unsure = [i for i, card in enumerate(kept) if seats.count(seats[i]) > 1 and card.seat_sure < SURELY]
        if unsure:
            seats[min(unsure, key=lambda i: kept[i].seat_sure)] = seat
    rows: list[tuple[int, P | None]] = []
    laid: set[int] = set()
    for seat, card in zip(seats, kept, strict=True):
        surplus = seat in laid and len(kept) > 4
        first = next((c for s, c in rows if s == seat and c is not None), card)
        apart = card.rest - first.rest > AT_ONCE or len(kept) > MOST
        if surplus and (not card.read or card.seat_sure < SURELY or apart):
            continue  # an outline drawn between the cards, or a lead of which the sweep before was missed
        laid.add(seat)
        rows.append((seat, card))
    if len(rows) < 4 and len(laid) == len(rows):
        for seat in (s for s in range(4) if s not in laid):
            rows.insert(_turn(seat, [s for s, _ in rows], leader), (seat, None))
    return rows


def _turn(seat: int, order: list[int], leader: int | None) -> int:
    """Where a card that was missed belongs: behind the seat that plays before it."""
    before = (seat - 1) % 4
    if seat == leader or before not in order:
        return 0
    return order.index(before) + 1
