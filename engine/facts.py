"""What a record says happened: who won which trick, whose cards are whose, and who played with whom."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import (
    DECK,
    DECK_THIRDS,
    KINGS,
    SUITS,
    TAROCKS,
    THIRDS,
    TRULL,
    Card,
    CardSet,
    card_set,
    known_cards,
    members,
    thirds_of,
)
from engine.obligations import PlayRules, play_rules
from engine.record import FOURTH, Contract, Deal, Trick
from engine.systems.base import Family, Nature, Talon

PLAIN = Nature(Family.ALONE)


@dataclass(frozen=True, slots=True)
class TrickFact:
    """One trick: its winner where it is certain, and the cards that were taken with it."""

    complete: bool
    winner: int | None
    cards: tuple[Card, ...]
    thirds: int | None


@dataclass(slots=True)
class Facts:
    """All that follows from the record by counting alone."""

    tricks: list[TrickFact]
    seen: CardSet
    unread: int
    called: Card | None = None
    partner: int | None = None
    alone: bool = False
    """The declarer certainly has no partner."""
    king_in_talon: bool = False
    king_left: bool = False
    declarer_range: tuple[int, int] | None = None

    @property
    def tricks_won(self) -> tuple[int, int, int, int]:
        a, b, c, d = (sum(t.winner == s for t in self.tricks) for s in range(4))
        return a, b, c, d

    @property
    def thirds(self) -> tuple[int, int, int, int]:
        """What each seat took in its complete tricks, as far as the cards were read."""
        over = [t for t in self.tricks if t.complete]
        a, b, c, d = (sum(thirds_of(t.cards) for t in over if t.winner == s) for s in range(4))
        return a, b, c, d

    @property
    def certain(self) -> bool:
        return all(t.winner is not None and t.thirds is not None for t in self.tricks if t.complete)

    @property
    def declarer_thirds(self) -> int | None:
        if self.declarer_range is None or self.declarer_range[0] != self.declarer_range[1]:
            return None
        return self.declarer_range[0]


def rules_of(deal: Deal) -> PlayRules:
    return play_rules(deal.system, deal.contract.nature if deal.contract else PLAIN)


def is_complete(deal: Deal, index: int) -> bool:
    """A trick is over when four cards lie, when the next is led, or when the deal is."""
    seats = {seat for seat, _ in deal.tricks[index].cards}
    if len(seats) == 4:
        return True
    later = any(t.cards for t in deal.tricks[index + 1 :])
    return bool(seats) and (later or deal.end == "played")


def valid_plays(trick: Trick) -> list[tuple[int, Card | None]]:
    """The first card of each seat, in order: a second card laid in the same trick cannot win it."""
    if len({seat for seat, _ in trick.cards}) == len(trick.cards):
        return list(trick.cards)
    plays: list[tuple[int, Card | None]] = []
    for seat, card in trick.cards:
        if all(seat != s for s, _ in plays):
            plays.append((seat, card))
    return plays


def gather(deal: Deal) -> Facts:
    """The facts of a record. Total: whatever cannot be known stays open."""
    rules = rules_of(deal)
    tricks = [_trick_fact(deal, i, rules) for i in range(len(deal.tricks))]
    seen, unread = _seen(deal)
    facts = Facts(tricks, seen, unread)
    contract = deal.contract
    if contract is None:
        return facts
    if contract.nature.family is Family.TRISCHAKEN:
        _talon_to_last_trick(deal, facts)
    if contract.nature.family is Family.CALLING:
        _find_partner(deal, contract, facts)
    elif contract.nature.positive:
        facts.alone = True
    if contract.nature.positive:
        facts.declarer_range = _declarer_range(deal, contract, facts)
    return facts


def _trick_fact(deal: Deal, index: int, rules: PlayRules) -> TrickFact:
    trick = deal.tricks[index]
    taken = [c for _, c in trick.cards] + list(trick.gifts)
    cards = tuple(c for c in taken if c is not None)
    if not is_complete(deal, index):
        return TrickFact(False, None, cards, None)
    plays = valid_plays(trick)
    place = rules.winning_place([c for _, c in plays])
    thirds = None if None in taken else thirds_of(cards)
    return TrickFact(True, None if place is None else plays[place][0], cards, thirds)


def _seen(deal: Deal) -> tuple[CardSet, int]:
    """The cards that were laid or given, and how many of them nobody could read."""
    seen, unread = 0, 0
    for trick in deal.tricks:
        for card in (*(c for _, c in trick.cards), *trick.gifts):
            if card is None:
                unread += 1
            else:
                seen |= 1 << card
    return seen, unread


def unseen(deal: Deal, facts: Facts) -> CardSet:
    """The cards of the deck that were neither laid, given, read among the discards, nor left in an opened talon."""
    return DECK & ~facts.seen & ~known_cards((deal.discards or ()) + deal.left_cards)


def gifts_due(deal: Deal, trick: int) -> int:
    """How many cards of the talon a trick (from 1) is given in a Trischaken: one each of the first six, or all with the last."""
    contract = deal.contract
    if contract is None or contract.nature.family is not Family.TRISCHAKEN:
        return 0
    if deal.system.trischaken.talon == "first_six":
        return 1 if trick <= 6 else 0
    return 6 if trick == 12 else 0


def _talon_to_last_trick(deal: Deal, facts: Facts) -> None:
    """«Talon zum letzten Stich»: in a finished deal the cards that nobody laid came with it, all six or those that nobody saw."""
    if (
        deal.end != "played"
        or facts.unread
        or len(facts.tricks) != 12
        or deal.system.trischaken.talon != "last_trick"
    ):
        return
    rest = tuple(members(DECK & ~facts.seen))
    last = facts.tricks[11]
    if len(rest) + len(deal.tricks[11].gifts) == 6 and last.complete and last.thirds is not None:
        facts.tricks[11] = TrickFact(True, last.winner, last.cards + rest, last.thirds + thirds_of(rest))
        facts.seen = DECK


# --- the partner -----------------------------------------------------------------------------------------------


def laid_by(deal: Deal, card: Card) -> int | None:
    """The seat that laid this card, as far as it was read."""
    return next((seat for trick in deal.tricks for seat, c in trick.cards if c == card), None)


def surely_left(deal: Deal, facts: Facts) -> CardSet:
    """The cards of which it is certain that they lay in the half of the talon that nobody took.

    Seen there; or, when all 48 plays are read, what can lie nowhere else: unseen discards are taken to be legal ones.
    """
    contract = deal.contract
    left = known_cards(deal.left_cards)
    shown = deal.left_cards and None not in deal.left_cards
    if shown or contract is None or contract.nature.talon in (Talon.NONE, Talon.ALL):
        return left
    if deal.end != "played" or facts.unread or facts.seen.bit_count() != 48:
        return left
    known = known_cards((*(deal.discards or ()), *deal.taken_cards))
    rest = DECK & ~facts.seen & ~known & ~left
    hidden = deal.discard_count - sum(c is not None for c in deal.discards or ())
    legal = may_be_discarded(contract.nature)
    return left | (rest & ~legal if hidden else rest)


def may_be_discarded(nature: Nature) -> CardSet:
    """The cards that are discarded without being forced to: no Tarock and no King; in suit games Tarocks, but no Trull."""
    return TAROCKS & ~TRULL if nature.suit_game else SUITS & ~KINGS


def _called_card(deal: Deal, contract: Contract) -> Card | None:
    """The called card; «der Vierte» is the king that shows up anywhere but with the declarer."""
    if contract.called != FOURTH:
        return contract.called if isinstance(contract.called, int) else None
    opened = [c for c in deal.taken_cards + deal.left_cards if c is not None and 1 << c & KINGS]
    if len(opened) == 1:
        return opened[0]
    for king in members(KINGS):
        seat = laid_by(deal, king)
        if seat is not None and seat != contract.declarer:
            return king
    own = [k for k in members(KINGS) if laid_by(deal, k) == contract.declarer]
    rest = KINGS & ~card_set(own)
    return rest.bit_length() - 1 if len(own) == 3 else None


def _find_partner(deal: Deal, contract: Contract, facts: Facts) -> None:
    called = facts.called = _called_card(deal, contract)
    if called is None:
        facts.partner = contract.partner
        kings = sum(laid_by(deal, king) == contract.declarer for king in members(KINGS))
        facts.alone = contract.called == FOURTH and kings == 4
        return
    layer = laid_by(deal, called)
    if layer is not None and layer != contract.declarer:
        facts.partner = layer
    elif layer == contract.declarer or called in deal.taken_cards:
        facts.alone = True
        facts.king_in_talon = called in deal.taken_cards
    elif called in deal.left_cards:
        facts.alone = facts.king_in_talon = facts.king_left = True
    elif contract.partner is not None:
        facts.partner = contract.partner
    elif deal.end == "played" and not facts.unread and _played_out(deal):
        facts.alone = True
        facts.king_left = bool(surely_left(deal, facts) >> called & 1)
        facts.king_in_talon = facts.king_left or contract.nature.talon is Talon.NONE
    elif deal.end != "running" and deal.hands is not None:
        holder = next((s for s, hand in enumerate(deal.hands) if hand and called in hand), None)
        if holder is None:
            facts.alone = all(
                hand is not None and len(hand) == 12 and None not in hand for hand in deal.hands
            )
        else:
            facts.partner, facts.alone = (None, True) if holder == contract.declarer else (holder, False)
    if (
        facts.partner is None
        and not facts.alone
        and deal.talon is not None
        and called in deal.talon[0] + deal.talon[1]
    ):
        facts.alone = facts.king_in_talon = True


def _played_out(deal: Deal) -> bool:
    return sum(len(t.cards) for t in deal.tricks) == 48


# --- the declaring side's points -------------------------------------------------------------------------------


def sides(contract: Contract, facts: Facts) -> tuple[int, ...]:
    return (contract.declarer,) if facts.partner is None else (contract.declarer, facts.partner)


def _declarer_range(deal: Deal, contract: Contract, facts: Facts) -> tuple[int, int] | None:
    """The least and the most that the declaring side can have, discards and talon as the system assigns them.

    «Sobald diese einen Stich haben» the left half is the opponents': before, it is nobody's, so never the declarers'.
    """
    declarers = sides(contract, facts)
    own = sum(facts.thirds[s] for s in declarers)
    discards = thirds_of(c for c in deal.discards or () if c is not None)
    if deal.end == "played" and not facts.certain:
        return None
    if deal.end != "played" or len(facts.tricks) < 12:
        return own + discards, own + discards
    others = sum(facts.thirds) - own
    if contract.nature.talon is Talon.ALL:
        return DECK_THIRDS - others, DECK_THIRDS - others
    if contract.nature.talon is Talon.NONE:
        return _solo_range(deal, facts, own)
    left = deal.left_cards
    if len(left) in (3, 5) and None not in left:
        low = high = thirds_of(c for c in left if c is not None)
    else:
        rest = sorted(THIRDS[c] for c in members(DECK & ~facts.seen & ~known_cards(deal.discards or ())))
        known = sum(c is not None for c in deal.discards or ())
        count = len(rest) - (deal.discard_count - known)
        if not 0 <= count <= len(rest):
            return None
        low, high = sum(rest[:count]), sum(rest[len(rest) - count :])
    return DECK_THIRDS - others - high, DECK_THIRDS - others - low


def _solo_range(deal: Deal, facts: Facts, own: int) -> tuple[int, int] | None:
    """The talon of a solo is the opponents', except the half in which the called king lay."""
    if not facts.king_in_talon or facts.called is None:
        return own, own
    for half in deal.talon or ():
        if facts.called in half and None not in half:
            total = own + thirds_of(c for c in half if c is not None)
            return total, total
    rest = sorted(THIRDS[c] for c in members(DECK & ~facts.seen & ~(1 << facts.called)))
    king = THIRDS[facts.called]
    return own + king + sum(rest[:2]), own + king + sum(rest[-2:])
