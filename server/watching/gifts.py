"""The talon of a Trischaken: how many of its cards each trick is given, and which they were although nobody read one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.cards import IDS, Card, CardSet, card_set
from engine.facts import gifts_due
from engine.record import Deal, Trick

PLAYED: Final = 48


def with_all_gifts(start: Deal, tricks: Sequence[Trick], perhaps: CardSet = 0) -> list[Trick]:
    """The talon is what nobody played: where all 48 played cards were read, a gift that was missed is known by elimination.

    Only if one trick alone lacks gifts; else it is not known which of them was given to which. `perhaps` is what the played
    cards may be besides: if the missing one is among it, it may have been played.
    """
    played = [card for trick in tricks for _, card in trick.cards]
    known = {card for trick in tricks for card in trick.gifts if card is not None}
    due = [gifts_due(start, number) for number in range(1, len(tricks) + 1)]
    short = [i for i, trick in enumerate(tricks) if sum(c is not None for c in trick.gifts) < due[i]]
    four_each = len(tricks) == 12 and all(len(trick.cards) == 4 for trick in tricks)
    if not four_each or None in played or len(set(played)) != PLAYED or len(short) != 1:
        return list(tricks)
    rest = [card for card in range(len(IDS)) if card not in played and card not in known]
    if len(known) + len(rest) != sum(due) or card_set(rest) & perhaps:
        return list(tricks)
    return [
        replace(trick, gifts=_filled(trick.gifts, rest)) if i == short[0] else trick
        for i, trick in enumerate(tricks)
    ]


def _filled(gifts: Sequence[Card | None], rest: Sequence[Card]) -> tuple[Card, ...]:
    """What was seen stays at its place: a question may be open about it. What is more than the talon has was no gift."""
    missing = iter(rest)
    filled = [next(missing, None) if card is None else card for card in gifts]
    return (*(card for card in filled if card is not None), *missing)
