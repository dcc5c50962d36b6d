"""The trick phase played out at random, card by card with legal cards only: the engine's speed, and its perft."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.cards import ALL_CARDS, SUIT_SETS, TAROCKS, CardSet, suit_of
from engine.obligations import PlayRules

_SUIT_OF_BIT: Final = {1 << card: SUIT_SETS[suit_of(card)] for card in ALL_CARDS}
_AFTER: Final = ((1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2))
Chance = Callable[[], float]


def playout(rules: PlayRules, hands: Sequence[CardSet], leader: int, random: Chance) -> list[int]:
    """Twelve tricks of random legal cards; how many each seat won."""
    if rules == _ORDINARY:
        return _ordinary(hands, leader, random)
    if rules == _FORCED:
        return _forced(hands, leader, random)
    return _general(rules, hands, leader, random)


_ORDINARY: Final = PlayRules()
_FORCED: Final = PlayRules(stichzwang=True, pagat_last=True)


def pick(cards: CardSet, random: Chance) -> CardSet:
    """One card of a set, each with the same chance, as a set of one."""
    skip = int(random() * cards.bit_count())
    while skip:
        cards &= cards - 1
        skip -= 1
    return cards & -cards


def _general(rules: PlayRules, hands: Sequence[CardSet], leader: int, random: Chance) -> list[int]:
    """Any game: the legal cards by the obligations as they are."""
    left = list(hands)
    won = [0, 0, 0, 0]
    for _ in range(12):
        prefix: list[int | None] = []
        for seat in (leader, *_AFTER[leader]):
            bit = pick(rules.legal(left[seat], prefix), random)
            left[seat] ^= bit
            prefix.append(bit.bit_length() - 1)
        leader = (leader + (rules.winning_place(prefix) or 0)) % 4
        won[leader] += 1
    return won


def _ordinary(hands: Sequence[CardSet], leader: int, random: Chance) -> list[int]:
    """The game without Stichzwang and Kaiserstich, unrolled: follow suit, else Tarock, else anything."""
    left = list(hands)
    won = [0, 0, 0, 0]
    for size in range(12, 0, -1):
        cards = left[leader]
        skip = int(random() * size)
        while skip:
            cards &= cards - 1
            skip -= 1
        best = cards & -cards
        left[leader] ^= best
        suit, winner = _SUIT_OF_BIT[best], leader
        for seat in _AFTER[leader]:
            hand = left[seat]
            legal = hand & suit or hand & TAROCKS or hand
            if legal & (legal - 1):
                skip = int(random() * legal.bit_count())
                while skip:
                    legal &= legal - 1
                    skip -= 1
                legal &= -legal
            left[seat] = hand ^ legal
            if legal & suit:
                if legal > best and best & suit:
                    best, winner = legal, seat
            elif legal & TAROCKS and (best & suit or legal > best):
                best, winner = legal, seat
        won[winner] += 1
        leader = winner
    return won


def _forced(hands: Sequence[CardSet], leader: int, random: Chance) -> list[int]:
    """Stichzwang and the Pagat last, unrolled: as above, but beat if possible; the Pagat is the lowest bit."""
    left = list(hands)
    won = [0, 0, 0, 0]
    others = TAROCKS - 1
    for _ in range(12):
        cards = left[leader]
        if cards & others:
            cards &= -2
        skip = int(random() * cards.bit_count())
        while skip:
            cards &= cards - 1
            skip -= 1
        best = cards & -cards
        left[leader] ^= best
        suit, winner = _SUIT_OF_BIT[best], leader
        for seat in _AFTER[leader]:
            hand = left[seat]
            legal = hand & suit
            if legal:
                if best & suit:
                    legal = legal & -(best << 1) or legal
            else:
                legal = hand & TAROCKS
                if not legal:
                    legal = hand
                elif best & TAROCKS:
                    legal = legal & -(best << 1) or legal
            if legal & 1 and hand & others:
                legal &= -2
            if legal & (legal - 1):
                skip = int(random() * legal.bit_count())
                while skip:
                    legal &= legal - 1
                    skip -= 1
                legal &= -legal
            left[seat] = hand ^ legal
            if legal & suit:
                if legal > best and best & suit:
                    best, winner = legal, seat
            elif legal & TAROCKS and (best & suit or legal > best):
                best, winner = legal, seat
        won[winner] += 1
        leader = winner
    return won
