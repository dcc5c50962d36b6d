"""What an announced bird or König ultimo obliges its holder to, as parts of M and as violations seen at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.bonuses import announced
from engine.cards import DECK, SUIT_SETS, SUITS, TAROCKS, Card, CardSet, suit_of
from engine.facts import Facts, sides
from engine.obligations import Part
from engine.record import Deal
from engine.systems.base import BIRDS

VOGEL_PFLICHT = "vogel_pflicht"
VOGEL_REIHENFOLGE = "vogel_reihenfolge"


@dataclass(frozen=True, slots=True)
class Duty:
    """A seat that has to win trick `due` (1 … 12) with `card`."""

    seat: int
    card: Card
    due: int


def duties_of(deal: Deal, facts: Facts) -> list[Duty]:
    """The duties of this deal: none in suit games and negative games, where no bird counts."""
    contract = deal.contract
    if contract is None or not contract.nature.positive or contract.nature.suit_game:
        return []
    if contract.bird is None and not deal.announcements:
        return []
    found: list[Duty] = []
    declarers = sides(contract, facts)
    for what, by in announced(deal, contract):
        if what == "koenig_ultimo" and facts.called is not None:
            card, due = facts.called, 12
        elif what in BIRDS:
            card, due = BIRDS[what]
        else:
            continue
        if card in (deal.discards or ()) or card in deal.left_cards:
            continue  # everybody saw that nobody can lay it
        commanded = deal.system.command_birds and by != contract.declarer
        assumed = by if not commanded else contract.declarer if card in deal.taken_cards else None
        holder = next((s for t in deal.tricks for s, c in t.cards if c == card), assumed)
        if holder is None:
            continue  # commanded: nobody has yet shown who holds it
        if holder != by and not (deal.system.command_birds and (holder in declarers) == (by in declarers)):
            continue
        if all(d.card != card for d in found):
            found.append(Duty(holder, card, due))
    return found


@dataclass(slots=True)
class DutyWatch:
    """Follows the play and tells, card by card, what the duties forbid."""

    duties: list[Duty]

    def play(
        self, seat: int, card: Card, trick: int, prefix: Sequence[Card | None]
    ) -> tuple[list[Part], str | None]:
        """The parts that this play adds to M, and the kind of a violation that needs no further proof."""
        mine = [d for d in self.duties if d.seat == seat]
        if not mine:
            return [], None
        parts: list[Part] = []
        at_once: str | None = None
        reserved = 0
        for duty in mine:
            reserved |= 1 << duty.card
        laid = next((d for d in mine if d.card == card), None)
        if laid is not None and laid.due > trick:
            higher = any(d.card > card and d.due > trick for d in mine if d.card < 22) and card < 22
            at_once = VOGEL_REIHENFOLGE if higher else None
            parts.append((VOGEL_PFLICHT, _alternatives(card, prefix) & ~reserved))
        missed = any(d.due == trick and d.card != card and d.card < 22 for d in mine)
        if missed and _was_playable(card, prefix):
            at_once = VOGEL_PFLICHT
        self.duties = [d for d in self.duties if not (d.seat == seat and (d.card == card or d.due <= trick))]
        return parts, at_once


def _was_playable(card: Card, prefix: Sequence[Card | None]) -> bool:
    """A held Tarock could be laid unless the seat had to follow a suit (which he did)."""
    if not prefix:
        return True
    led = prefix[0]
    return led is not None and (led < 22 or suit_of(card) != suit_of(led))


def _alternatives(card: Card, prefix: Sequence[Card | None]) -> CardSet:
    """The cards that could legally have been laid instead of a reserved one."""
    if not prefix:
        return DECK & ~(1 << card)
    led = prefix[0]
    if led is None:
        return 0
    if suit_of(card) == suit_of(led):
        return SUIT_SETS[suit_of(led)] & ~(1 << card)
    return TAROCKS & ~(1 << card) if card < 22 else SUITS & ~(1 << card)
