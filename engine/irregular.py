"""Irregular acts beside the obligations of play: turn and count, talon and discard, calls, announcements, Kontra."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.cards import DECK, KINGS, SUITS, TAROCKS, TRULL, Card, card_set, members
from engine.facts import Facts, announced, is_complete, sides, valid_plays
from engine.record import Collection, Deal
from engine.systems.base import BIRDS, MATERIAL, NATURES, Family, Moment, Ouvert, Talon

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


def is_past(deal: Deal, facts: Facts, trick: int, place: int) -> bool:
    """Whether the moment is over until which an irregular card in this trick (from 0) could be corrected."""
    record = deal.tricks[trick]
    next_led = any(t.cards for t in deal.tricks[trick + 1 :])
    over = deal.end == "played"
    ouvert = deal.contract is not None and deal.contract.nature.ouvert is not Ouvert.NO
    if ouvert and deal.system.ouvert_waits_for_next_lead:
        return next_led or (over and is_complete(deal, trick))
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
    if not all(len(t.cards) == 4 and len(valid_plays(t)) == 4 for t in deal.tricks):
        acts += _two_cards(deal, facts)
    acts += _collections(deal, facts)
    acts += _card_counts(deal)
    if deal.contract is not None:
        acts += _self_call(deal, facts)
        acts += _bird_bid(deal)
        acts += _announcements(deal, facts)
        acts += _kontra(deal, facts)
        acts += _discards(deal, facts)
    return acts


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
        for i, (seat, card) in enumerate(plays):
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
        if hand is not None and len(hand) != 12:
            flagged.add(seat)
            de, en = f"hatte {len(hand)} Karten statt 12", f"held {len(hand)} cards instead of 12"
            yield Act("kartenzahl", seat, status, "kartenzahl", (0, 4), None, None, (1, 1), de, en)
    if deal.end != "played" or len(deal.tricks) < 12:
        return
    if all(len(t.cards) == 4 and len(valid_plays(t)) == 4 for t in deal.tricks):
        return
    two = {s for t in deal.tricks for s in range(4) if sum(seat == s for seat, _ in t.cards) > 1}
    last = len(deal.tricks[11].cards)
    for seat in range(4):
        laid = sum(s == seat for t in deal.tricks for s, _ in t.cards)
        missed = any(t.cards and all(s != seat for s, _ in t.cards) for t in deal.tricks)
        if seat in flagged or seat in two or (laid == 12 and not missed):
            continue
        de = f"hat {laid} Karten gespielt statt 12"
        en = f"played {laid} cards instead of 12"
        yield Act("kartenzahl", seat, status, "kartenzahl", (12, 9), None, None, (12, max(1, last)), de, en)


# --- calls and announcements -----------------------------------------------------------------------------------


def _laid_at(deal: Deal, card: Card) -> tuple[int, int, int] | None:
    """Seat, trick and place of a card that was laid."""
    for t, trick in enumerate(deal.tricks):
        for i, (seat, laid) in enumerate(trick.cards):
            if laid == card:
                return seat, t + 1, i + 1
    return None


def _self_call(deal: Deal, facts: Facts) -> Iterator[Act]:
    """«Selbstrufen ist generell nicht erlaubt und Renonce»: proven when the caller lays the king that he called."""
    contract, called = deal.contract, facts.called
    if (
        contract is None
        or called is None
        or deal.system.self_call == "allowed"
        or contract.called == "fourth"
    ):
        return
    where = _laid_at(deal, called)
    known = contract.nature.talon is Talon.NONE or (
        deal.talon is not None and deal.taken in ("first", "second")
    )
    if where is None or where[0] != contract.declarer or not known or called in deal.taken_cards:
        return
    if deal.talon is not None and called in deal.talon[0] + deal.talon[1]:
        return
    de, en = "rief sich selbst", "called himself"
    status = deal.system.self_call
    yield Act(
        "selbstruf", contract.declarer, status, "selbstruf", (0, 1), None, None, where[1:], de, en, (called,)
    )


def _bid_birds(deal: Deal) -> tuple[str, ...]:
    """The birds that a bid of this contract's game promises one of."""
    contract, system = deal.contract, deal.system
    row = system.game(contract.game, contract.bird) if contract is not None else None
    if contract is None or row is None:
        return ()
    named = len(row.birds) == 1 and contract.bird is not None
    return row.birds if named else system.birds_of(contract.game)


def _elsewhere(deal: Deal, card: Card, seat: int) -> tuple[int, int] | None:
    """When it is seen that a seat did not hold a card at the bid: it lay in the opened talon, or another lays it."""
    if card in deal.taken_cards or card in deal.left_cards:
        return (1, 1)
    where = _laid_at(deal, card)
    if where is not None and where[0] != seat:
        return where[1:]
    return next(((t + 1, 5) for t, trick in enumerate(deal.tricks) if card in trick.gifts), None)


def _bird_bid(deal: Deal) -> Iterator[Act]:
    """A bird game bid without a bird in hand."""
    contract, system = deal.contract, deal.system
    if contract is None or contract.game not in ("besserrufer", "solobesser"):
        return
    row = system.game(contract.game, contract.bird)
    if row is None or row.optional_bird:
        return
    needed = _bid_birds(deal)
    seen = [_elsewhere(deal, BIRDS[b][0], contract.declarer) for b in needed]
    moments = [m for m in seen if m is not None]
    if len(moments) < len(needed) or not moments:
        return
    de, en = "bot ein Vogelspiel ohne Vogel im Blatt", "bid a bird game without a bird in hand"
    topic = "kein_vogel" if "kein_vogel" in system.sources else "falsche_ansage"
    cards = tuple(BIRDS[b][0] for b in needed)
    yield Act(
        "falsche_ansage",
        contract.declarer,
        system.no_bird_status,
        topic,
        (0, 0),
        None,
        None,
        max(moments),
        de,
        en,
        cards,
    )


def _announcements(deal: Deal, facts: Facts) -> Iterator[Act]:
    contract, system = deal.contract, deal.system
    if contract is None:
        return
    declarers = sides(contract, facts)
    said: set[tuple[str, int]] = set()
    for n, (what, by) in enumerate(announced(deal, contract)):
        of_bid = n == 0 and contract.bird is not None and len(_bid_birds(deal)) == 1
        if (
            system.bonus(what) is None
            or not _may_count(deal, what)
            or (what in MATERIAL and _announced_valat_bars(deal))
        ):
            de = f"sagte «{what}» an, das hier nicht zählt"
            yield Act(
                "ansage",
                by,
                "notice",
                "ansage",
                (0, 2),
                None,
                None,
                None,
                de,
                f"announced «{what}», which does not count here",
            )
        elif (what, by) in said:
            de = f"sagte «{what}» zweimal an"
            yield Act(
                "ansage", by, "notice", "ansage", (0, 2), None, None, None, de, f"announced «{what}» twice"
            )
        said.add((what, by))
        card = facts.called if what == "koenig_ultimo" else BIRDS[what][0] if what in BIRDS else None
        commanded = (
            system.command_birds
            and by in declarers
            and (what == "koenig_ultimo" or _may_be_picked_up(deal, card))
        )
        if card is None or of_bid or commanded:
            continue
        where = _laid_at(deal, card)
        if card in deal.left_cards:
            where = (-1, 1, 1)
        if (
            where is not None
            and where[0] != by
            and not (card in deal.taken_cards and by == contract.declarer)
        ):
            de, en = (
                f"sagte «{what}» an, ohne die Karte im Blatt zu haben",
                f"announced «{what}» without holding the card",
            )
            yield Act(
                "falsche_ansage",
                by,
                system.false_bird_status,
                "falsche_ansage",
                (0, 2),
                None,
                None,
                where[1:],
                de,
                en,
                (card,),
            )


def _may_be_picked_up(deal: Deal, card: Card | None) -> bool:
    """«vom Spieler aufgenommene Vögel dürfen dem Spieler auch vom Partner angesagt werden»."""
    return card in deal.taken_cards or not deal.taken_cards or None in deal.taken_cards


def _announced_valat_bars(deal: Deal) -> bool:
    """«Im angesagten Valat kann man Trull oder 4 Könige nicht ansagen»."""
    barred = deal.system.valat.material == "announced_if_silent"
    return barred and any(a.what == "valat" for a in deal.announcements)


def _may_count(deal: Deal, what: str) -> bool:
    nature = deal.contract.nature if deal.contract else None
    if nature is None or not nature.positive:
        return False
    if what in ("koenig_ultimo", "koenigfang") and nature.family is not Family.CALLING:
        return False
    return not nature.suit_game or what in deal.system.suit_game_bonuses


def _kontra(deal: Deal, facts: Facts) -> Iterator[Act]:
    """Kontra among partners never counts; where the text says so, by the called partner it is a breach of the rules."""
    contract, system = deal.contract, deal.system
    if contract is None:
        return
    declarers = sides(contract, facts)
    said = dict(announced(deal, contract))
    for call in deal.kontra:
        if contract.nature.family is Family.TRISCHAKEN or (
            not contract.nature.positive and not system.kontra_in_negative
        ):
            yield Act(
                "kontra",
                call.by,
                "notice",
                "kontra_trischaken",
                (0, 3),
                None,
                None,
                None,
                "sagte Kontra, wo es keines gibt",
                "said Kontra where there is none",
            )
            continue
        owner = contract.declarer if call.on == "game" else said.get(call.on)
        if owner is None:
            yield Act(
                "kontra",
                call.by,
                "notice",
                "kontra",
                (0, 3),
                None,
                None,
                None,
                f"kontrierte «{call.on}», das niemand angesagt hat",
                f"said Kontra to «{call.on}», which nobody announced",
            )
        elif (
            contract.nature.positive and call.level != "re" and (call.by in declarers) == (owner in declarers)
        ):
            yield _among_partners(deal, facts, call.by)


def _among_partners(deal: Deal, facts: Facts, by: int) -> Act:
    contract, system = deal.contract, deal.system
    knowing = facts.partner == by and system.kontra_by_partner == "renonce"
    where = _laid_at(deal, facts.called) if facts.called is not None else None
    de, en = "kontrierte den eigenen Partner", "said Kontra to his own partner"
    if contract is not None and knowing:
        return Act(
            "kontra", by, "renonce", "kontra", (0, 3), None, None, where[1:] if where else None, de, en
        )
    topic = "kontra_unknowing" if "kontra_unknowing" in system.sources else "kontra"
    return Act("kontra", by, "notice", topic, (0, 3), None, None, where[1:] if where else None, de, en)


# --- discards --------------------------------------------------------------------------------------------------


def _discards(deal: Deal, facts: Facts) -> Iterator[Act]:
    """Kings and Trull never; Tarock only when forced; in suit games Tarock first, and enough suit cards kept."""
    contract = deal.contract
    if contract is None or deal.discard_count == 0:
        return
    known = card_set(c for c in deal.discards or () if c is not None)
    end = (12, len(deal.tricks[11].cards)) if len(deal.tricks) == 12 and deal.end == "played" else None
    by_accounting = _accounted(deal, facts) if end is not None else 0
    for card in members((known | by_accounting) & (TRULL | KINGS)):
        when = (1, 1) if known >> card & 1 else end
        de, en = (
            "verlegte eine Karte, die nie verlegt werden darf",
            "discarded a card that may never be discarded",
        )
        yield Act("ablage", contract.declarer, "renonce", "ablage", (0, 4), None, card, when, de, en, (card,))
    discards = known | by_accounting
    if end is None or discards.bit_count() != deal.discard_count or discards & (TRULL | KINGS):
        return
    hand = card_set(c for t in deal.tricks for s, c in t.cards if s == contract.declarer and c is not None)
    if hand.bit_count() == 12:
        yield from _forced_discards(deal, contract.declarer, contract.nature.suit_game, discards, hand, end)


def _forced_discards(
    deal: Deal, by: int, suit_game: bool, discards: int, hand: int, end: tuple[int, int]
) -> Iterator[Act]:
    wrong, better = (SUITS, _SUIT_GAME_ORDINARY) if suit_game else (TAROCKS, SUITS & ~KINGS)
    if discards & wrong and hand & better:
        card = next(members(discards & wrong))
        topic = "ablage_farbspiel" if suit_game and "ablage_farbspiel" in deal.system.sources else "ablage"
        de = "verlegte eine Karte, ohne dazu gezwungen zu sein"
        en = "discarded a card without being forced to"
        cards = (card, next(members(hand & better)))
        status = "renonce" if suit_game else deal.system.tarock_discard_status
        yield Act("ablage", by, status, topic, (0, 4), None, card, end, de, en, cards)
    elif suit_game and (hand & SUITS).bit_count() < deal.system.suit_minimum:
        de = f"hatte nach dem Verlegen weniger als {deal.system.suit_minimum} Farbkarten"
        en = f"held fewer than {deal.system.suit_minimum} suit cards after the discard"
        yield Act("ablage", by, "renonce", "ablage_minimum", (0, 4), None, None, end, de, en)


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
    rest = DECK & ~facts.seen & ~card_set(c for c in left if c is not None)
    return rest if rest.bit_count() == deal.discard_count else 0
