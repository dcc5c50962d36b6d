"""What an announced bird or König ultimo obliges its holder to, as parts of M and as violations seen at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.bonuses import announced, promised_card
from engine.cards import DECK, SUIT_SETS, SUITS, TAROCKS, Card, CardSet, card_set, suit_of
from engine.facts import Facts, laid_by, sides
from engine.obligations import Part
from engine.record import Contract, Deal
from engine.systems.base import BIRDS, Family

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
        for_partner = deal.system.command_birds and (by in declarers or not sides_are_known(facts))
        assumed: int | None = by
        if for_partner and by != contract.declarer:
            assumed = contract.declarer if card in deal.taken_cards else None
        holder = laid_by(deal, card)
        if holder is None:
            holder = assumed
            if holder is None or _showed_all(deal, holder):
                continue  # nobody has shown yet who holds it, or it was not among his twelve
        if holder != by and not (for_partner and may_speak_for(what, by, holder, contract, declarers)):
            continue
        if all(d.card != card for d in found):
            found.append(Duty(holder, card, due))
    return found


def promised_cards(deal: Deal, facts: Facts) -> tuple[CardSet, ...]:
    """For each seat the cards that are announced of it, by itself or by whoever may speak for it: it need not lay one in place of another."""
    contract = deal.contract
    if contract is None:
        return 0, 0, 0, 0
    declarers, known = sides(contract, facts), sides_are_known(facts)
    calling = contract.nature.family is Family.CALLING
    promised = [0, 0, 0, 0]
    for what, by in announced(deal, contract):
        card = promised_card(what, facts)
        if card is None:
            continue
        for seat in range(4):
            # Whoever speaks may be the caller's partner, as far as the caller knows while he plays.
            perhaps = not known or (calling and seat == contract.declarer)
            commands = deal.system.command_birds and (
                perhaps or may_speak_for(what, by, seat, contract, declarers)
            )
            if seat == by or commands:
                promised[seat] |= 1 << card
    return tuple(promised)


def may_speak_for(what: str, by: int, holder: int, contract: Contract, declarers: tuple[int, ...]) -> bool:
    """«Vom Spieler aufgenommene Vögel dürfen dem Spieler auch vom Partner angesagt werden»; König ultimo by either."""
    if holder not in declarers or by not in declarers:
        return False
    return what == "koenig_ultimo" or holder == contract.declarer


def sides_are_known(facts: Facts) -> bool:
    return facts.partner is not None or facts.alone


def _showed_all(deal: Deal, seat: int) -> bool:
    """Whether twelve cards of a seat were laid and read."""
    laid = [c for trick in deal.tricks for s, c in trick.cards if s == seat]
    return len(laid) == 12 and None not in laid


@dataclass(slots=True)
class DutyWatch:
    """Follows the play and tells, card by card, what the duties forbid.

    A duty breaks at once, unless a card of that seat was not read before: it may have been the announced one. Then the
    announced card is a part of M, and convicts when it is seen later.
    """

    duties: list[Duty]
    promised: tuple[CardSet, ...]
    """For each seat the cards that it keeps for their own tricks."""
    free: CardSet = 0
    """Those whose trick is over: they may be laid like any other."""
    unread: set[int] = field(default_factory=set)

    def play(
        self, seat: int, card: Card, trick: int, prefix: Sequence[Card | None]
    ) -> tuple[list[Part], str | None]:
        """The parts that this play adds to M, and the kind of a violation that needs no further proof."""
        mine = [d for d in self.duties if d.seat == seat]
        if not mine:
            return [], None
        parts: list[Part] = []
        at_once: str | None = None
        laid = next((d for d in mine if d.card == card), None)
        if laid is not None and laid.due > trick:
            higher = card_set(d.card for d in mine if d.card > card and d.due > trick and d.card < 22)
            if higher and card < 22:
                at_once = self._broken(seat, VOGEL_REIHENFOLGE, higher, parts)
            kept = self.promised[seat] & ~self.free
            parts.append((VOGEL_PFLICHT, _alternatives(card, prefix) & ~kept))
        missed = card_set(d.card for d in mine if d.due == trick and d.card != card and d.card < 22)
        if missed and _was_playable(card, prefix):
            at_once = self._broken(seat, VOGEL_PFLICHT, missed, parts)
        over = [d for d in mine if d.card == card or d.due <= trick]
        self.free |= card_set(d.card for d in over)
        self.duties = [d for d in self.duties if d not in over]
        return parts, at_once

    def _broken(self, seat: int, kind: str, cards: CardSet, parts: list[Part]) -> str | None:
        """The kind, if it is certain now that the seat holds these cards."""
        if seat not in self.unread:
            return kind
        parts.append((kind, cards))
        return None


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
