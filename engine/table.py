"""What lies open at a table, event by event: the cards, what each says of its hand (M), and what contradicts it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.cards import Card, CardSet, card_set, known_cards
from engine.duties import DutyWatch, duties_of, promised_cards
from engine.facts import Facts, rules_of
from engine.obligations import Part
from engine.record import Deal
from engine.systems.base import Ouvert

NEVER = 10_000


class Play(NamedTuple):
    """One laid card, with M and with the moment (event number) at which it was laid."""

    event: int
    trick: int
    place: int
    seat: int
    card: Card | None
    forbidden: CardSet = 0
    parts: tuple[Part, ...] = ()
    at_once: str | None = None


@dataclass(slots=True)
class Table:
    """What lies open, event by event: plays and gifts."""

    deal: Deal
    plays: list[Play] = field(default_factory=list)
    moments: list[tuple[int, int]] = field(default_factory=list)
    seen_at: list[CardSet] = field(default_factory=list)
    gifts_at: list[int] = field(default_factory=list)
    open_seats: tuple[int, ...] = ()
    opened: int = NEVER
    contradicted: list[int] = field(default_factory=list)
    """For each play the first event that contradicts it."""

    def moment(self, event: int) -> tuple[int, int]:
        return self.moments[event]


def lay_out(deal: Deal, facts: Facts) -> Table:
    """Goes through the play once and notes M for every card."""
    rules = rules_of(deal)
    duties = duties_of(deal, facts)
    watch = DutyWatch(duties, promised_cards(deal, facts)) if duties else None
    table = Table(deal)
    seen = 0
    gifts = 0
    forbidden = rules.forbidden
    for t, trick in enumerate(deal.tricks):
        prefix: list[Card | None] = []
        laid: set[int] = set()
        for i, (seat, card) in enumerate(trick.cards):
            event = len(table.moments)
            second = seat in laid
            banned: CardSet = 0
            parts: list[Part] = []
            at_once = None
            if card is not None and not second:
                banned = forbidden(prefix, card)
                if watch is not None:
                    parts, at_once = watch.play(seat, card, t + 1, prefix)
                    for _, cards in parts:
                        banned |= cards
            elif card is None and watch is not None:
                watch.unread.add(seat)
            table.plays.append(Play(event, t, i + 1, seat, card, banned, tuple(parts), at_once))
            if not second:
                prefix.append(card)
            laid.add(seat)
            if card is not None:
                seen |= 1 << card
            table.moments.append((t + 1, i + 1))
            table.seen_at.append(seen)
            table.gifts_at.append(gifts)
        for g, gift in enumerate(trick.gifts):
            if gift is not None:
                gifts += 1
                seen |= 1 << gift
            table.moments.append((t + 1, len(trick.cards) + g + 1))
            table.seen_at.append(seen)
            table.gifts_at.append(gifts)
    _open_hands(table)
    table.contradicted = _contradictions(table)
    return table


def _open_hands(table: Table) -> None:
    """In ouvert games the hands lie open after the first trick; in semi-ouvert only the declarer's."""
    deal = table.deal
    if deal.contract is None or deal.hands is None or deal.contract.nature.ouvert is Ouvert.NO:
        return
    declarer = deal.contract.declarer
    shown: Sequence[int] = range(4)
    if deal.contract.nature.ouvert is Ouvert.DECLARER:
        reverse = bool(deal.system.values.get("semi_revers"))
        shown = [s for s in range(4) if (s == declarer) != reverse]
    hands = deal.hands
    table.open_seats = tuple(s for s in shown if (hand := hands[s]) is not None and None not in hand)
    fourth = [e for e, moment in enumerate(table.moments) if moment == (1, 4)]
    table.opened = fourth[0] if fourth and table.open_seats else NEVER


def _contradictions(table: Table) -> list[int]:
    """For each play, the first event at which its seat shows a card of M."""
    result = [NEVER] * len(table.plays)
    later: list[CardSet] = [0, 0, 0, 0]
    plays = table.plays
    for i in range(len(plays) - 1, -1, -1):
        play = plays[i]
        if play.forbidden & later[play.seat]:
            result[i] = next(
                q.event
                for q in plays[i + 1 :]
                if q.seat == play.seat and q.card is not None and play.forbidden >> q.card & 1
            )
        if play.card is not None:
            later[play.seat] |= 1 << play.card
    if table.opened is not NEVER and table.deal.hands is not None:
        for i, play in enumerate(plays):
            if play.seat in table.open_seats:
                held = known_cards(table.deal.hands[play.seat] or ())
                before = card_set(
                    q.card for q in plays[: i + 1] if q.seat == play.seat and q.card is not None
                )
                unread = sum(q.seat == play.seat and q.card is None for q in plays[: i + 1])
                if (play.forbidden & held & ~before).bit_count() > unread:
                    result[i] = max(play.event, table.opened)
    return result
