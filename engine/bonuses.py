"""Which bonuses were made, by which side: announced or in silence."""

from __future__ import annotations

from engine.cards import (
    DECK,
    DECK_THIRDS,
    KINGS,
    MOND,
    PAGAT,
    SKUES,
    TRULL,
    Card,
    CardSet,
    card_set,
    known_cards,
)
from engine.facts import Facts, laid_by, sides, surely_left, valid_plays
from engine.record import Contract, Deal
from engine.result import BonusFact
from engine.systems.base import BIRDS, SACKS, Talon, Untaken
from engine.tariff import may_be_announced


def announced(deal: Deal, contract: Contract) -> list[tuple[str, int]]:
    """Every announcement with its seat, the bird of the bid first."""
    said = [(contract.bird, contract.declarer)] if contract.bird is not None else []
    return said + [(a.what, a.by) for a in deal.announcements]


def promised_card(what: str, facts: Facts) -> Card | None:
    """The card that the announcer of a bird or of König ultimo says he holds."""
    return facts.called if what == "koenig_ultimo" else BIRDS[what][0] if what in BIRDS else None


def bonuses_of(deal: Deal, contract: Contract, facts: Facts) -> list[BonusFact]:
    """Announced and silent bonuses of a finished deal. What is announced by any side is not counted silently too."""
    system, declarers = deal.system, sides(contract, facts)
    made = {row.id: _made(row.id, deal, contract, facts) for row in system.bonuses}
    found: list[BonusFact] = []
    for what, by in announced(deal, contract):
        if what not in made or any(f.what == what and f.declarers == (by in declarers) for f in found):
            continue
        if not may_be_announced(system, what):
            continue
        false = deal.system.false_bird_status == "lost_bird" and not _held(what, by, deal, facts)
        found.append(
            BonusFact(
                what,
                by,
                by in declarers,
                not false and ((by in declarers) in made[what] or (what == "zehn_tarock" and _ten(deal, by))),
            )
        )
    said = {f.what for f in found}
    for what, by_sides in made.items():
        if what in said or what == "zehn_tarock":
            continue
        found += [BonusFact(what, None, side, True) for side in by_sides]
        if not by_sides and system.silent_bird_minus and what in BIRDS:
            found += _lost_silent_bird(what, deal, declarers)
    return found


def _held(what: str, by: int, deal: Deal, facts: Facts) -> bool:
    """Whether the announcer of a bird or of König ultimo laid that card himself."""
    card = promised_card(what, facts)
    return card is None or laid_by(deal, card) == by


def _ten(deal: Deal, seat: int) -> bool:
    return sum(s == seat and c is not None and c < 22 for t in deal.tricks for s, c in t.cards) >= 10


def _lost_silent_bird(what: str, deal: Deal, declarers: tuple[int, ...]) -> list[BonusFact]:
    card, number = BIRDS[what]
    laid = [s for s, c in deal.tricks[number - 1].cards if c == card] if len(deal.tricks) >= number else []
    return [BonusFact(what, None, s in declarers, False) for s in laid]


def _made(what: str, deal: Deal, contract: Contract, facts: Facts) -> list[bool]:
    """The sides (True: the declarers) that made a bonus."""
    declarers = sides(contract, facts)
    if what in BIRDS:
        card, number = BIRDS[what]
        return _won_by_itself(card, number, deal, facts, declarers)
    if what == "koenig_ultimo":
        last = facts.tricks[11] if len(facts.tricks) == 12 else None
        return [True] if last and facts.called in last.cards and last.winner in declarers else []
    if what == "mondfang":
        caught = _captured(MOND, deal, facts, declarers)
        by_pagat = any(MOND in t.cards and SKUES in t.cards and PAGAT in t.cards for t in facts.tricks)
        return [] if by_pagat and not deal.system.mondfang_by_pagat else caught
    if what == "koenigfang":
        caught = _captured(facts.called, deal, facts, declarers) if facts.called is not None else []
        return [side for side in caught if not side]
    if what in ("trull", "vier_koenige"):
        wanted = TRULL if what == "trull" else KINGS
        return [side for side in (True, False) if wanted & ~_cards_of(side, deal, contract, facts) == 0]
    if what in SACKS:
        if facts.declarer_range is None:
            return []
        own = facts.declarer_range[0]  # a range that leaves a Sack open has no result
        return [side for side, thirds in ((True, own), (False, DECK_THIRDS - own)) if thirds >= SACKS[what]]
    if what == "valat":
        won = sum(facts.tricks_won[s] for s in declarers)
        return [won == 12] if won in (0, 12) and len(facts.tricks) == 12 else []
    return []


def _won_by_itself(
    card: Card, number: int, deal: Deal, facts: Facts, declarers: tuple[int, ...]
) -> list[bool]:
    if len(deal.tricks) < number:
        return []
    winner = facts.tricks[number - 1].winner
    return [s in declarers for s, c in valid_plays(deal.tricks[number - 1]) if c == card and s == winner]


def _captured(card: Card, deal: Deal, facts: Facts, declarers: tuple[int, ...]) -> list[bool]:
    for trick, fact in zip(deal.tricks, facts.tricks, strict=True):
        for seat, laid in trick.cards:
            if laid == card and fact.winner is not None and (fact.winner in declarers) != (seat in declarers):
                return [fact.winner in declarers]
    return []


def material_is_open(deal: Deal, contract: Contract, facts: Facts) -> bool:
    """Whether Trull or the kings depend on which cards lay with the called king in a talon that nobody read."""
    half = _king_half(deal, contract, facts)
    if not _king_half_is_his(contract, facts) or (half and None not in half) or facts.called is None:
        return False
    king = 1 << facts.called
    hidden = DECK & ~facts.seen & ~king
    sides_cards = [_won(True, contract, facts) | king, _won(False, contract, facts)]
    return any(
        wanted & hidden and any(wanted & ~(cards | hidden) == 0 for cards in sides_cards)
        for wanted in (TRULL, KINGS)
    )


def _won(declaring: bool, contract: Contract, facts: Facts) -> CardSet:
    """The cards of a side's tricks."""
    declarers = sides(contract, facts)
    mine = (t for t in facts.tricks if t.winner is not None and (t.winner in declarers) == declaring)
    return card_set(c for t in mine for c in t.cards)


def _king_half(deal: Deal, contract: Contract, facts: Facts) -> tuple[Card | None, ...]:
    """The half of the talon that is the soloist's because the called king lies in it, as far as it was seen."""
    if not _king_half_is_his(contract, facts):
        return ()
    return next((half for half in deal.talon or () if facts.called in half), ())


def _cards_of(declaring: bool, deal: Deal, contract: Contract, facts: Facts) -> CardSet:
    """The cards that count as a side's own for Trull and kings."""
    cards = _won(declaring, contract, facts)
    king_half = _king_half(deal, contract, facts)
    king = 1 << facts.called if facts.called is not None and _king_half_is_his(contract, facts) else 0
    if declaring:
        return cards | king | known_cards((*(deal.discards or ()), *king_half))
    if deal.system.untaken is Untaken.OPPONENTS:
        if contract.nature.talon is Talon.NONE and not facts.unread:
            cards |= DECK & ~facts.seen & ~king & ~known_cards(king_half)
        cards |= surely_left(deal, facts)
    return cards


def _king_half_is_his(contract: Contract, facts: Facts) -> bool:
    return contract.nature.talon is Talon.NONE and facts.king_in_talon
