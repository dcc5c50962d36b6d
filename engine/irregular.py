"""Irregular acts beside the obligations of play: turn and count, talon and discard, calls, announcements, Kontra."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.cards import DECK, KINGS, SUITS, TAROCKS, TRULL, Card, CardSet, known_cards, members
from engine.facts import Facts, is_complete, valid_plays
from engine.record import Collection, Deal
from engine.systems.base import NATURES, Family, Moment, Ouvert, Talon

_SUIT_GAME_ORDINARY = TAROCKS & ~TRULL


@dataclass(frozen=True, slots=True)
class Act:
    """An irregular act that needs no proof from hidden cards. `order` sorts acts by their time."""

    kind: str
    by: int
    status: str
    topic: str
    order: tuple[int, int]
    trick: int | None = None
    card: Card | None = None
    proven: tuple[int, int] | None = None
    de: str = ""
    en: str = ""
    cards: tuple[Card, ...] = ()
    others: tuple[int, ...] = ()


def remark(kind: str, by: int, topic: str, de: str, en: str, order: tuple[int, int] = (0, 2)) -> Act:
    """A notice on something that was said."""
    return Act(kind, by, "notice", topic, order, de=de, en=en)


def is_past(deal: Deal, facts: Facts, trick: int, place: int) -> bool:
    """Whether the moment is over until which an irregular card in this trick (from 0) could be corrected."""
    record = deal.tricks[trick]
    next_led = any(t.cards for t in deal.tricks[trick + 1 :])
    over = deal.end == "played"
    ouvert = deal.contract is not None and deal.contract.nature.ouvert is not Ouvert.NO
    if ouvert and deal.system.ouvert_waits_for_next_lead:
        return next_led or (over and is_complete(deal, trick))
    if over and (trick < len(deal.tricks) - 1 or record.collection is Collection.TAKEN):
        return True
    unwatched = record.collection is Collection.UNWATCHED and (next_led or over)
    taken = record.collection is Collection.TAKEN
    if deal.system.moment is Moment.NEXT_CARD:
        return taken or next_led or over or len(record.cards) > place
    if deal.system.moment is Moment.WINNER_COLLECTS:
        winner = facts.tricks[trick].winner
        return unwatched or (taken and (winner is None or record.collected_by == winner))
    return taken or next_led or unwatched


def other_acts(deal: Deal, facts: Facts) -> list[Act]:
    """Every irregular act that the record shows by itself."""
    acts = list(_turns(deal, facts))
    if not _four_by_four(deal):
        acts += _two_cards(deal, facts)
    acts += _collections(deal, facts)
    acts += _card_counts(deal)
    acts += _discards(deal, facts)
    return acts


def _four_by_four(deal: Deal) -> bool:
    """Every trick has one card of each seat: the case of nearly all deals."""
    return all(len(t.cards) == 4 and len(valid_plays(t)) == 4 for t in deal.tricks)


# --- turn, count, collection -----------------------------------------------------------------------------------


def first_leader(deal: Deal) -> int | None:
    """Forehand leads; in negative games the declarer."""
    if deal.contract is None:
        return None
    family = NATURES[deal.contract.game].family
    return deal.contract.declarer if family is Family.NEGATIVE else 0


def _turns(deal: Deal, facts: Facts) -> Iterator[Act]:
    """At most one act per trick: after the first card out of turn the others follow it."""
    expected = first_leader(deal)
    for t, trick in enumerate(deal.tricks):
        plays = valid_plays(trick)
        wanted = expected
        laid = {seat for seat, _ in plays}
        for i, (seat, card) in enumerate(plays):
            while facts.tricks[t].complete and wanted is not None and wanted not in laid:
                wanted = (wanted + 1) % 4  # who has no card left, or held one back, is passed over
            if wanted is not None and seat != wanted:
                lead = i == 0
                de = (
                    "spielte aus, obwohl er nicht an der Reihe war"
                    if lead
                    else "gab zu, obwohl er nicht an der Reihe war"
                )
                en = "led out of turn" if lead else "played out of turn"
                yield Act(
                    "ausspiel", seat, "notice", "ausspiel", (t + 1, i), t + 1, card, (t + 1, i + 1), de, en
                )
                break
            wanted = (seat + 1) % 4
        expected = facts.tricks[t].winner


def _two_cards(deal: Deal, facts: Facts) -> Iterator[Act]:
    for t, trick in enumerate(deal.tricks):
        laid: set[int] = set()
        for i, (seat, card) in enumerate(trick.cards):
            if seat in laid:
                past = is_past(deal, facts, t, i + 1)
                status = deal.system.two_cards_status if past else "correctable"
                de, en = "legte zwei Karten in einen Stich", "laid two cards in one trick"
                yield Act(
                    "zwei_karten",
                    seat,
                    status,
                    "zwei_karten",
                    (t + 1, i),
                    t + 1,
                    card,
                    (t + 1, i + 1),
                    de,
                    en,
                )
            laid.add(seat)


def _collections(deal: Deal, facts: Facts) -> Iterator[Act]:
    for t, trick in enumerate(deal.tricks):
        winner = facts.tricks[t].winner
        if (
            trick.collection is Collection.TAKEN
            and winner is not None
            and trick.collected_by not in (None, winner)
        ):
            by = trick.collected_by if trick.collected_by is not None else 0
            place = max(1, len(trick.cards))
            de = f"zog einen Stich ein, den {'ABCD'[winner]} gemacht hat"
            en = f"took in a trick that {'ABCD'[winner]} had won"
            yield Act(
                "falsch_eingezogen",
                by,
                "notice",
                "falsch_eingezogen",
                (t + 1, place),
                t + 1,
                None,
                (t + 1, place),
                de,
                en,
            )


def _card_counts(deal: Deal) -> Iterator[Act]:
    """A hand of the wrong size, or a seat that was short when the others were done."""
    status = deal.system.card_count_status
    flagged: set[int] = set()
    for seat, hand in enumerate(deal.hands or ()):
        all_laid = sum(s == seat for t in deal.tricks for s, _ in t.cards) == 12
        # Who laid twelve had them, whatever was written down of his hand.
        if hand is not None and len(hand) != 12 and not (len(hand) < 12 and all_laid):
            flagged.add(seat)
            de, en = f"hatte {len(hand)} Karten statt 12", f"held {len(hand)} cards instead of 12"
            yield Act("kartenzahl", seat, status, "kartenzahl", (0, 4), None, None, (1, 1), de, en)
    if deal.end != "played" or len(deal.tricks) < 12:
        return
    if _four_by_four(deal):
        return
    two = {s for t in deal.tricks for s in range(4) if sum(seat == s for seat, _ in t.cards) > 1}
    last = len(deal.tricks[11].cards)
    for seat in range(4):
        laid = sum(s == seat for t in deal.tricks for s, _ in t.cards)
        missed = any(t.cards and all(s != seat for s, _ in t.cards) for t in deal.tricks)
        excused = seat in two and deal.system.two_cards_status == "renonce"
        if seat in flagged or excused or (laid == 12 and not missed):
            continue
        if laid == 12:
            de, en = "hat nicht zu jedem Stich eine Karte gespielt", "did not play a card to every trick"
        else:
            de, en = f"hat {laid} Karten gespielt statt 12", f"played {laid} cards instead of 12"
        yield Act("kartenzahl", seat, status, "kartenzahl", (12, 9), None, None, (12, max(1, last)), de, en)


# --- discards --------------------------------------------------------------------------------------------------


def _discards(deal: Deal, facts: Facts) -> Iterator[Act]:
    """Kings and Trull never; Tarock only when forced; in suit games Tarock first, and enough suit cards kept."""
    contract = deal.contract
    if contract is None or deal.discard_count == 0:
        return
    known = known_cards(deal.discards or ())
    end = (12, len(deal.tricks[11].cards)) if len(deal.tricks) == 12 and deal.end == "played" else None
    by_accounting = _accounted(deal, facts) if end is not None else 0
    for card in members((known | by_accounting) & (TRULL | KINGS)):
        when = (1, 1) if known >> card & 1 else end
        de, en = (
            "verlegte eine Karte, die nie verlegt werden darf",
            "discarded a card that may never be discarded",
        )
        yield Act("ablage", contract.declarer, "renonce", "ablage", (0, 4), None, card, when, de, en, (card,))
    if (known | by_accounting) & (TRULL | KINGS):
        return
    # What was seen of the discards may show it early; what only the accounts say of them is known at the end.
    suit_game = contract.nature.suit_game
    acts = list(_forced_discards(deal, contract.declarer, suit_game, known))
    if not acts and end is not None and by_accounting & ~known:
        acts = [
            replace(act, proven=end)
            for act in _forced_discards(deal, contract.declarer, suit_game, known | by_accounting)
        ]
    yield from acts


def _forced_discards(deal: Deal, by: int, suit_game: bool, discards: CardSet) -> Iterator[Act]:
    """A discard that was not forced, or too few suit cards kept: as soon as the cards that he kept show it."""
    wrong, better = (SUITS, _SUIT_GAME_ORDINARY) if suit_game else (TAROCKS, SUITS & ~KINGS)
    for when, held in _kept(deal, by, discards):
        if discards & wrong and held & better:
            card = next(members(discards & wrong))
            topic = (
                "ablage_farbspiel" if suit_game and "ablage_farbspiel" in deal.system.sources else "ablage"
            )
            de = "verlegte eine Karte, ohne dazu gezwungen zu sein"
            en = "discarded a card without being forced to"
            cards = (card, next(members(held & better)))
            status = "renonce" if suit_game else deal.system.tarock_discard_status
            yield Act("ablage", by, status, topic, (0, 4), None, card, when, de, en, cards)
            return
        if suit_game and (held & TAROCKS).bit_count() > 12 - deal.system.suit_minimum:
            de = f"hatte nach dem Verlegen weniger als {deal.system.suit_minimum} Farbkarten"
            en = f"held fewer than {deal.system.suit_minimum} suit cards after the discard"
            yield Act("ablage", by, "renonce", "ablage_minimum", (0, 4), None, None, when, de, en)
            return


def _kept(deal: Deal, seat: int, discards: CardSet) -> Iterator[tuple[tuple[int, int], CardSet]]:
    """From moment to moment the cards that the declarer is known to have kept: what he took and did not discard, what he lays."""
    whole = discards.bit_count() == deal.discard_count
    held = known_cards(deal.taken_cards) & ~discards if whole else 0
    yield (1, 1), held
    for t, trick in enumerate(deal.tricks):
        for i, (by, card) in enumerate(trick.cards):
            if by == seat and card is not None:
                held |= 1 << card
                yield (t + 1, i + 1), held


def _accounted(deal: Deal, facts: Facts) -> int:
    """The cards that can only lie among the discards once 48 cards are read and the rest of the talon is known."""
    if facts.unread or facts.seen.bit_count() != 48:
        return 0
    left = deal.left_cards
    if (
        deal.contract is not None
        and deal.contract.nature.talon is not Talon.ALL
        and (not left or None in left)
    ):
        return 0
    rest = DECK & ~facts.seen & ~known_cards(left)
    return rest if rest.bit_count() == deal.discard_count else 0
