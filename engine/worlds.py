"""Cards that nobody could read: every way of filling them in is looked at, and what all ways share is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations
from math import perm
from typing import Any

from engine.cards import IDS, Card, CardSet, card_set, members
from engine.facts import gather, to_result, unseen
from engine.record import Deal
from engine.settle import Settlement, settle
from engine.terms import SEATS

MOST_WORLDS = 800
Slot = tuple[int, int]
"""Trick and place of an unread card, from 0; the place behind the cards is a gift."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What unread cards leave open."""

    slots: tuple[Slot, ...] = ()
    candidates: tuple[tuple[Card, ...], ...] = ()
    inferred_deal: Deal | None = None
    """The deal with every unread card filled in, where accounting leaves one way only."""
    thirds: tuple[tuple[int, int], ...] | None = None
    declarer_thirds: tuple[int, int] | None = None
    sheets: tuple[tuple[int, int, int, int], ...] = ()
    settlement: Settlement | None = None
    """The settlement, where every way leads to the same."""

    def as_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "cards": [
                {"trick": t + 1, "place": p + 1, "candidates": [IDS[c] for c in cards]}
                for (t, p), cards in zip(self.slots, self.candidates, strict=True)
            ]
        }
        if self.inferred_deal is not None:
            data["inferred"] = True
        if self.thirds is not None:
            data["thirds"] = {SEATS[s]: list(span) for s, span in enumerate(self.thirds)}
        if self.declarer_thirds is not None:
            data["declarer_thirds"] = list(self.declarer_thirds)
        if len(self.sheets) > 1:
            data["sheets"] = [list(s) for s in self.sheets]
        return data


def open_outcome(deal: Deal) -> Opening:
    """What is known of a finished deal with unread cards."""
    slots = list(_slots(deal))
    rest = unseen(deal, gather(deal)) & ~card_set(c for c in _talon_of_solo(deal) if c is not None)
    candidates = [_candidates(deal, slot, rest) for slot in slots]
    if perm(rest.bit_count(), len(slots)) > 50 * MOST_WORLDS:
        return Opening(tuple(slots), tuple(tuple(members(c)) for c in candidates))
    worlds: list[Deal] = []
    possible = [0] * len(slots)
    for filling in permutations(tuple(members(rest)), len(slots)):
        if all(candidates[i] >> card & 1 for i, card in enumerate(filling)):
            worlds.append(_filled(deal, dict(zip(slots, filling, strict=True))))
            for i, card in enumerate(filling):
                possible[i] |= 1 << card
        if len(worlds) > MOST_WORLDS:
            return Opening(tuple(slots), tuple(tuple(members(c)) for c in candidates))
    shown = tuple(tuple(members(c)) for c in possible)
    if len(worlds) == 1:
        return Opening(tuple(slots), shown, inferred_deal=worlds[0])
    return _shared(tuple(slots), shown, worlds)


def _slots(deal: Deal) -> Iterator[Slot]:
    for t, trick in enumerate(deal.tricks):
        for p, card in enumerate((*(c for _, c in trick.cards), *trick.gifts)):
            if card is None:
                yield t, p


def _talon_of_solo(deal: Deal) -> tuple[Card | None, ...]:
    """The talon of a solo, where it was shown."""
    if deal.talon is None or deal.taken not in (None, "none"):
        return ()
    return deal.talon[0] + deal.talon[1]


def _candidates(deal: Deal, slot: Slot, rest: CardSet) -> CardSet:
    """The unseen cards that a slot can hold: those of the seat's hand, where the hand is on record."""
    t, p = slot
    trick = deal.tricks[t]
    if p >= len(trick.cards) or deal.hands is None:
        return rest
    hand = deal.hands[trick.cards[p][0]]
    return rest if hand is None or None in hand else rest & card_set(c for c in hand if c is not None)


def _filled(deal: Deal, filling: dict[Slot, Card]) -> Deal:
    tricks = list(deal.tricks)
    for (t, p), card in filling.items():
        trick = tricks[t]
        if p < len(trick.cards):
            cards = list(trick.cards)
            cards[p] = (cards[p][0], card)
            tricks[t] = replace(trick, cards=tuple(cards))
        else:
            gifts = list(trick.gifts)
            gifts[p - len(trick.cards)] = card
            tricks[t] = replace(trick, gifts=tuple(gifts))
    return replace(deal, tricks=tuple(tricks))


def _shared(slots: tuple[Slot, ...], candidates: tuple[tuple[Card, ...], ...], worlds: list[Deal]) -> Opening:
    if not worlds:
        return Opening(slots, candidates)
    facts = [gather(world) for world in worlds]
    thirds = tuple((min(f.thirds[s] for f in facts), max(f.thirds[s] for f in facts)) for s in range(4))
    spans = [f.declarer_range for f in facts if f.declarer_range is not None]
    declarer = (min(s[0] for s in spans), max(s[1] for s in spans)) if spans else None
    settlements: list[Settlement] = []
    for world, fact in zip(worlds, facts, strict=True):
        result = to_result(world, world.contract, fact) if world.contract is not None else None
        if result is None:
            return Opening(slots, candidates, None, thirds, declarer)
        settlements.append(settle(result))
    sheets = tuple(sorted({s.sheet for s in settlements}))
    same = settlements[0] if len(set(settlements)) == 1 else None
    if same is None and len(sheets) == 1:
        same = replace(settlements[0], lines=())
    return Opening(slots, candidates, None, thirds, declarer, sheets, same)
