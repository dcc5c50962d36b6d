"""Every obligation of play as one set: a card is legal exactly if the hand holds no card of the set M.

From M come the legal cards, the Renonce by contradiction, the proof by exclusion and the explanation. M is given in
parts, each with the kind of irregularity that holding one of its cards would be; the parts stand in the order in
which a card that breaks several rules is named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import MOND, PAGAT, SKUES, SUIT_SETS, SUITS, TAROCKS, Card, CardSet, above, members, suit_of
from engine.systems.base import Kaiserstich, Nature, System

FARBZWANG = "farbzwang"
TAROCKZWANG = "tarockzwang"
STICHZWANG = "stichzwang"
PAGAT_ZULETZT = "pagat_zuletzt"
FARBSPIEL_AUSSPIEL = "farbspiel_ausspiel"

Part = tuple[str, CardSet]
_PAGAT_BIT = 1 << PAGAT


@dataclass(frozen=True, slots=True)
class PlayRules:
    """How cards must be laid and which one wins, in one game of one system."""

    stichzwang: bool = False
    pagat_last: bool = False
    suit_game: bool = False
    plain_tarock: bool = False
    """Tarock is an ordinary fifth suit (only in suit games, by agreement)."""
    kaiserstich: Kaiserstich = Kaiserstich.NONE
    tarock_trumps: bool = False
    """Tarock trumps even in a suit game (by agreement)."""
    kaiserstich_on_any_lead: bool = False
    """The Kaiserstich counts in a suit game also when a suit was led (by agreement)."""

    # --- who wins ----------------------------------------------------------------------------------------------

    def winning_place(self, cards: Sequence[Card | None]) -> int | None:
        """The place (0 = the lead) of the winning card so far; None where an unread card leaves it open."""
        if not cards or cards[0] is None:
            return None
        if self._fairy_tale(cards):
            return cards.index(PAGAT)
        best, place = cards[0], 0
        for i, card in enumerate(cards):
            if card is None:
                return None
            if self._beats(card, best):
                best, place = card, i
        return place

    def _beats(self, card: Card, best: Card) -> bool:
        if suit_of(card) == suit_of(best):
            return card > best
        return card < 22 and (not self.suit_game or self.tarock_trumps)

    def _fairy_tale(self, cards: Sequence[Card | None]) -> bool:
        """Kaiserstich: Sküs, Mond and Pagat in one trick, and the Pagat wins."""
        if self.kaiserstich is Kaiserstich.NONE or not all(c in cards for c in (PAGAT, MOND, SKUES)):
            return False
        if (
            self.suit_game
            and not self.kaiserstich_on_any_lead
            and not (cards[0] is not None and cards[0] < 22)
        ):
            return False
        mond, skues, pagat = cards.index(MOND), cards.index(SKUES), cards.index(PAGAT)
        if self.kaiserstich is Kaiserstich.CONSECUTIVE:
            return mond + 1 == skues == pagat - 1
        in_order = mond < skues < pagat
        return in_order or self.kaiserstich is Kaiserstich.ANY_ORDER

    def _pagat_would_win(self, prefix: Sequence[Card | None]) -> bool:
        if self.kaiserstich is Kaiserstich.NONE or MOND not in prefix or SKUES not in prefix:
            return False
        if self.kaiserstich is Kaiserstich.CONSECUTIVE:
            return list(prefix[-2:]) == [MOND, SKUES]
        return self.kaiserstich is Kaiserstich.ANY_ORDER or prefix.index(MOND) < prefix.index(SKUES)

    def _pagat_may_win(self, prefix: Sequence[Card | None]) -> bool:
        """The same, where an unread card may be the missing Mond or Sküs."""
        unread = self.kaiserstich is not Kaiserstich.NONE and None in prefix
        return unread or self._pagat_would_win(prefix)

    # --- what is forbidden -------------------------------------------------------------------------------------

    def parts(self, prefix: Sequence[Card | None], card: Card) -> list[Part]:
        """M of laying `card` after `prefix`, in parts. Unread cards oblige to nothing."""
        if not prefix:
            return self._lead(card)
        led = prefix[0]
        if led is None:
            return []
        suit = SUIT_SETS[suit_of(led)]
        if 1 << card & suit:
            return self._following(prefix, suit, led, card)
        if card < 22:
            return self._ruffing(prefix, suit, card)
        parts = [(FARBZWANG, suit)]
        if led >= 22 and not (self.suit_game and self.plain_tarock):
            parts.append((TAROCKZWANG, TAROCKS))
        return parts

    def _lead(self, card: Card) -> list[Part]:
        if self.suit_game and not self.plain_tarock and card < 22:
            return [(FARBSPIEL_AUSSPIEL, SUITS)]
        if self.pagat_last and card == PAGAT:
            return [(PAGAT_ZULETZT, TAROCKS & ~_PAGAT_BIT)]
        return []

    def _following(self, prefix: Sequence[Card | None], suit: CardSet, led: Card, card: Card) -> list[Part]:
        parts: list[Part] = []
        tarock_led = led < 22
        ruffed = not tarock_led and any(c is not None and c < 22 for c in prefix)
        would_win = tarock_led and self._pagat_would_win(prefix)
        if self.stichzwang and not ruffed and None not in prefix:
            best = max(c for c in prefix if c is not None and 1 << c & suit)
            beaters = above(best) if card < best else 0
            if would_win and card != PAGAT:
                beaters |= _PAGAT_BIT
            if beaters:
                parts.append((STICHZWANG, beaters))
        if self.pagat_last and card == PAGAT and not self._pagat_may_win(prefix):
            parts.append((PAGAT_ZULETZT, TAROCKS & ~_PAGAT_BIT))
        return parts

    def _ruffing(self, prefix: Sequence[Card | None], suit: CardSet, card: Card) -> list[Part]:
        parts: list[Part] = [(FARBZWANG, suit)]
        would_win = self._pagat_would_win(prefix)
        if self.stichzwang and None not in prefix:
            best = max((c for c in prefix if c is not None and c < 22), default=-1)
            beaters = above(best) if best >= 0 and card < best else 0
            if would_win and card != PAGAT:
                beaters |= _PAGAT_BIT
            if beaters:
                parts.append((STICHZWANG, beaters))
        if self.pagat_last and card == PAGAT and not self._pagat_may_win(prefix):
            parts.append((PAGAT_ZULETZT, TAROCKS & ~_PAGAT_BIT))
        return parts

    def forbidden(self, prefix: Sequence[Card | None], card: Card) -> CardSet:
        """M as one set."""
        if not self.stichzwang and not self.pagat_last and not self.suit_game:
            return self._plain(prefix, card)
        result = 0
        for _, cards in self.parts(prefix, card):
            result |= cards
        return result

    def _plain(self, prefix: Sequence[Card | None], card: Card) -> CardSet:
        """The same for the ordinary positive game, where following is always legal: the path of most plays."""
        if not prefix or (led := prefix[0]) is None:
            return 0
        suit = SUIT_SETS[suit_of(led)]
        if 1 << card & suit:
            return 0
        return suit if card < 22 else suit | TAROCKS

    def legal(self, hand: CardSet, prefix: Sequence[Card | None]) -> CardSet:
        """The cards of the hand that may be laid."""
        if not prefix or prefix[0] is None:
            return self._may_lead(hand) if not prefix else hand
        suit = SUIT_SETS[suit_of(prefix[0])]
        follow = hand & suit
        cards = follow or (hand if self.suit_game and self.plain_tarock else hand & TAROCKS)
        if not cards:
            return hand
        if self.suit_game and self.plain_tarock and not follow:
            return cards
        return self._narrowed(cards, hand, prefix, suit)

    def _may_lead(self, hand: CardSet) -> CardSet:
        if self.suit_game and not self.plain_tarock:
            return hand & SUITS or hand
        if self.pagat_last and hand & TAROCKS & ~_PAGAT_BIT:
            return hand & ~_PAGAT_BIT
        return hand

    def _narrowed(
        self, cards: CardSet, hand: CardSet, prefix: Sequence[Card | None], suit: CardSet
    ) -> CardSet:
        """What Stichzwang and the last Pagat leave of the cards that follow or ruff."""
        tarocks = bool(cards & TAROCKS)
        if tarocks and self._pagat_would_win(prefix):
            must = self.stichzwang and None not in prefix and cards & _PAGAT_BIT
            return _PAGAT_BIT if must else cards
        if (
            self.stichzwang
            and None not in prefix
            and (tarocks or not any(c is not None and c < 22 for c in prefix))
        ):
            lying = TAROCKS if tarocks else suit
            best = max((c for c in prefix if c is not None and lying >> c & 1), default=-1)
            if best >= 0:
                cards = cards & above(best) or cards
        free = self._pagat_may_win(prefix) or not hand & TAROCKS & ~_PAGAT_BIT
        if self.pagat_last and cards & _PAGAT_BIT and not free:
            cards &= ~_PAGAT_BIT
        return cards

    def legal_by_definition(self, hand: CardSet, prefix: Sequence[Card | None]) -> CardSet:
        """The same from M itself, card by card: what `legal` must agree with."""
        result = 0
        for card in members(hand):
            if not hand & self.forbidden(prefix, card):
                result |= 1 << card
        return result


def play_rules(system: System, nature: Nature) -> PlayRules:
    """The rules of play of one game in one system."""
    return PlayRules(
        system.has_stichzwang(nature),
        system.has_pagat_last(nature),
        nature.suit_game,
        nature.suit_game and system.suit_tarock_is_plain,
        system.kaiserstich if system.has_kaiserstich(nature) else Kaiserstich.NONE,
        nature.suit_game and system.tarock_trumps_in_suit_games,
        nature.suit_game and system.kaiserstich_in_suit_games == "always",
    )
