"""Cards that nobody could read: every way of filling them in is looked at, and what all ways share is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from engine.cards import DECK, IDS, Card, CardSet, card_set, known_cards, members
from engine.facts import gather, gifts_due, unseen
from engine.outcome import to_result
from engine.record import Deal
from engine.settle import Settlement, settle
from engine.terms import SEATS

MOST_WORLDS = 800
MOST_SLOTS = 8
TALON = 6
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
                for (t, p), cards in sorted(zip(self.slots, self.candidates, strict=True))
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


def with_unread_gifts(deal: Deal) -> Deal:
    """A gift that is not in the record of a finished Trischaken was given all the same: it is a card that nobody read."""
    if deal.end != "played" or len(deal.tricks) != 12:
        return deal
    without = [t for t, trick in enumerate(deal.tricks) if gifts_due(deal, t + 1) == 1 and not trick.gifts]
    noted = sum(len(trick.gifts) for trick in deal.tricks)
    # Gifts that were given otherwise than the text says are noted as they were given.
    if not without or noted + len(without) != TALON:
        return deal
    tricks = list(deal.tricks)
    for t in without:
        tricks[t] = replace(tricks[t], gifts=(None,))
    return replace(deal, tricks=tuple(tricks))


def open_outcome(deal: Deal) -> Opening:
    """What is known of a finished deal with unread cards."""
    rest = unseen(deal, gather(deal))
    # the tightest first, so that what cannot be filled is soon seen
    slots = tuple(sorted(_slots(deal), key=lambda slot: _candidates(deal, slot, rest).bit_count()))
    candidates = [_candidates(deal, slot, rest) for slot in slots]
    fillings = list(islice(_fillings(candidates), MOST_WORLDS + 1)) if len(slots) <= MOST_SLOTS else None
    if fillings is None or len(fillings) > MOST_WORLDS:
        return Opening(slots, tuple(tuple(members(c)) for c in candidates))
    worlds = [_filled(deal, dict(zip(slots, filling, strict=True))) for filling in fillings]
    possible = [card_set(filling[i] for filling in fillings) for i in range(len(slots))]
    shown = tuple(tuple(members(c)) for c in possible)
    if len(worlds) == 1:
        return Opening(slots, shown, inferred_deal=worlds[0])
    return _shared(slots, shown, worlds)


def _slots(deal: Deal) -> Iterator[Slot]:
    for t, trick in enumerate(deal.tricks):
        for p, card in enumerate((*(c for _, c in trick.cards), *trick.gifts)):
            if card is None:
                yield t, p


def _fillings(candidates: Sequence[CardSet]) -> Iterator[tuple[Card, ...]]:
    """Every way to lay a different card into each slot."""
    if not candidates:
        yield ()
        return
    for card in members(candidates[0]):
        for others in _fillings([c & ~(1 << card) for c in candidates[1:]]):
            yield (card, *others)


def _candidates(deal: Deal, slot: Slot, rest: CardSet) -> CardSet:
    """The unseen cards that a slot can hold by where they physically were; legality is never used to read a card."""
    t, p = slot
    trick = deal.tricks[t]
    untouched = _untouched_talon(deal)
    hands = [known_cards(hand or ()) for hand in deal.hands or ((),) * 4]
    if p >= len(trick.cards):
        held = hands[0] | hands[1] | hands[2] | hands[3]
        return (rest & card_set(untouched)) if len(untouched) == 6 else rest & ~held
    seat = trick.cards[p][0]
    elsewhere = card_set(untouched)
    for other in range(4):
        if other != seat:
            elsewhere |= hands[other]
    if deal.contract is not None and seat != deal.contract.declarer:
        elsewhere |= known_cards(deal.taken_cards)
    hand = deal.hands[seat] if deal.hands is not None else None
    return rest & ~elsewhere & (DECK if hand is None or None in hand else hands[seat])


def _untouched_talon(deal: Deal) -> tuple[Card, ...]:
    """The read cards of a talon that nobody took from: that of a solo or of Trischaken, where it was shown."""
    if deal.talon is None or deal.taken not in (None, "none"):
        return ()
    return tuple(c for half in deal.talon for c in half if c is not None)


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
