"""What cards that lie openly beside the tricks mean: the talon, the half that was taken, discards, open hands."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import numpy as np

from engine.cards import Card, known_cards
from engine.record import Deal
from engine.systems.base import Family, Ouvert, Talon
from server.watching.fold import Fold
from server.watching.whole_tricks import SEAT_SURE, SURE
from vision.reader.events import Name
from vision.reader.open_cards import TALON, OpenCard

HAND: Final = 12
SEATED: Final = 4
UNREAD: Final = Name(None, 0.0)
LIKELY: Final = 0.5
SPREAD: Final = 6
"""So many cards before a seat are a hand that was put down."""
UNDER: Final = 0.35
"""A card that lies so near to another one, in card lengths, can hardly be seen below it."""
Half = tuple[Card | None, ...]


def is_expected(start: Deal) -> bool:
    """Whether cards may lie openly beside the tricks, or in the middle before the first."""
    contract = start.contract
    return has_open_talon(start) or (contract is not None and contract.nature.ouvert is not Ouvert.NO)


def has_open_talon(start: Deal) -> bool:
    """Whether the talon is shown in this game, in the middle or elsewhere."""
    contract = start.contract
    return contract is not None and contract.nature.talon in (Talon.HALF, Talon.ONE)


@dataclass(frozen=True, slots=True)
class Shown:
    """The fields of the record that open cards fill; None is that nothing is known."""

    talon: tuple[Half, Half] | None = None
    taken: str | None = None
    discards: Half | None = None
    hands: tuple[Half | None, ...] | None = None

    def onto(self, start: Deal) -> Deal:
        """START with what was seen; what START says itself stays."""
        return replace(
            start,
            talon=start.talon or self.talon,
            taken=self.taken if start.taken is None else start.taken,
            discards=self.discards if start.discards is None else start.discards,
            hands=self.hands if start.hands is None else start.hands,
        )


def understand(start: Deal, cards: Sequence[OpenCard], fold: Fold, *, surely: bool = False) -> Shown:
    """What is known by now. It may change while the deal goes on, as more is seen.

    `surely`: only what is read so surely that an accusation may rest on it; the others are cards that nobody read.
    """
    contract = start.contract
    if contract is None:
        return Shown()
    shown = Shown()
    # A card of another game, a photograph, a label: what is like no card of this deck is none.
    cards = [card for card in cards if _is_a_card(card)]
    if surely:
        cards = [card if card.name.confidence >= SURE else replace(card, name=UNREAD) for card in cards]
    begun = min((card.rest for card in fold.cards), default=None)
    if contract.nature.talon is Talon.HALF and contract.nature.family is not Family.TRISCHAKEN:
        shown = _talon(start, cards, begun)
        known = shown.onto(start)
        if known.taken in ("first", "second"):
            shown = replace(
                shown, discards=_discards(known, [c for c in cards if c.since <= _late(fold)], fold)
            )
    if contract.nature.ouvert is not Ouvert.NO:
        shown = replace(shown, hands=_hands(cards, fold))
    return shown


def _late(fold: Fold) -> float:
    """Until when discards are laid away: what the declarer shows after the first trick are cards that he still has."""
    first = fold.tricks[0].cards if fold.tricks else []
    return first[-1].rest if len(first) >= SEATED or (first and fold.tricks[0].swept) else math.inf


def _is_a_card(card: OpenCard) -> bool:
    """Whether it is likely one of this deck, even if two of its cards look so alike that neither is likely."""
    likeliest = sum(share for _, share in card.name.candidates[:2])
    return max(likeliest, card.name.confidence) >= LIKELY


def _talon(start: Deal, cards: Sequence[OpenCard], begun: float | None) -> Shown:
    """The six cards that lay openly together before the first was played, in the halves in which they lay."""
    six = sorted(cards, key=lambda card: card.since)[:TALON]
    if start.talon is not None or not _lay_together(six) or (begun is not None and six[-1].since > begun):
        return Shown(None, _taken_of(start.talon, cards, begun) if start.talon is not None else None)
    first, second = _halves(six, begun)
    talon = tuple(c.name.card for c in first), tuple(c.name.card for c in second)
    return Shown(talon, None if begun is None else _taken(first, second, begun))


def _lay_together(six: Sequence[OpenCard]) -> bool:
    """Six cards at one moment; one of them may have come to light when the card went that lay on it."""
    if len(six) < TALON:
        return False
    *others, last = six
    went = [card for card in others if card.gone is not None]
    first = min((card.gone for card in went if card.gone is not None), default=np.inf)
    if others[-1].since >= first:
        return False
    return last.since < first or any(math.dist(last.home, card.home) < UNDER * card.length for card in went)


def _halves(six: Sequence[OpenCard], begun: float | None) -> tuple[list[OpenCard], list[OpenCard]]:
    """Three and three: those that went and those that stayed, or else by nearness.

    The half on the left of whoever looks at them from their edge comes first.
    """
    went = tuple(i for i, card in enumerate(six) if card.gone is not None and begun and card.gone < begun)
    places = np.array([card.home for card in six])

    def width(chosen: Sequence[int]) -> float:
        return float(np.ptp(places[list(chosen)], axis=0).sum())

    def together(chosen: tuple[int, ...]) -> float:
        return width(chosen) + width([i for i in range(TALON) if i not in chosen])

    near = min((c for c in combinations(range(TALON), 3) if 0 in c), key=together)
    chosen = went if len(went) == 3 else near
    halves = [six[i] for i in chosen], [six[i] for i in range(TALON) if i not in chosen]
    one, two = (np.mean([card.home for card in half], axis=0) for half in halves)
    along = two - one
    edge = Counter(card.home_edge for card in six).most_common(1)[0][0]
    if abs(along[0]) >= abs(along[1]):
        backwards = along[0] < 0 if edge != "N" else along[0] > 0
    else:
        backwards = along[1] > 0 if edge == "E" else along[1] < 0
    ordered = [_from_left(half, edge) for half in halves]
    return (ordered[1], ordered[0]) if backwards else (ordered[0], ordered[1])


def _from_left(half: Sequence[OpenCard], edge: str) -> list[OpenCard]:
    places = np.array([card.home for card in half])
    axis = int(np.argmax(np.ptp(places, axis=0)))
    backwards = (axis == 0 and edge == "N") or (axis == 1 and edge == "E")
    return sorted(half, key=lambda card: -card.home[axis] if backwards else card.home[axis])


def _taken(first: Sequence[OpenCard], second: Sequence[OpenCard], begun: float) -> str | None:
    """The half that is gone when the first card is played, while the other one lies there still, or was pushed aside first.

    What was laid away again may lie openly by then: one of its cards is gone, and none lies where it lay.
    """

    def went(card: OpenCard) -> bool:
        return card.gone is not None and card.gone < begun

    def is_taken(half: Sequence[OpenCard], other: Sequence[OpenCard]) -> bool:
        gone = sum(map(went, half))
        if gone >= 2:
            return sum(went(card) and not card.moved for card in other) <= 1
        return gone == 1 and not any(map(went, other)) and all(card.moved or went(card) for card in half)

    halves = ("first", is_taken(first, second)), ("second", is_taken(second, first))
    taken = [name for name, so in halves if so]
    return taken[0] if len(taken) == 1 else None


def _taken_of(talon: tuple[Half, Half], cards: Sequence[OpenCard], begun: float | None) -> str | None:
    """The same where START knows the talon: by the names of what lies there still."""
    if begun is None:
        return None
    lying = {c.name.card for c in cards if c.since < begun and (c.gone is None or c.gone > begun)}
    here = [sum(card in lying for card in half) for half in talon]
    if here[1] >= 2 and here[0] <= 1:
        return "first"
    return "second" if here[0] >= 2 and here[1] <= 1 else None


def _discards(known: Deal, cards: Sequence[OpenCard], fold: Fold) -> Half:
    """Cards laid openly before the declarer after he took; the others were put down unseen. What nobody took are none."""
    assert known.contract is not None
    declarer, left = known.contract.declarer, known_cards(known.left_cards)
    talon = sorted(cards, key=lambda card: card.since)[:TALON]
    went = min((c.gone for c in talon if c.gone is not None), default=0.0)
    played = {card.name.card for card in fold.cards}
    put = [
        c.name.card
        for c in cards
        if (c.since >= went or c.moved)
        and fold.seat(c.edge) == declarer
        and c.name.card is not None
        and not left >> c.name.card & 1
        and c.name.card not in played
    ][: known.discard_count]
    return (*put, *[None] * (known.discard_count - len(put)))


def _hands(cards: Sequence[OpenCard], fold: Fold) -> tuple[Half | None, ...] | None:
    """Hands that were put down after the first trick: what still lies there, and what was played from them."""
    if not fold.tricks or not fold.tricks[0].swept:
        return None
    hands: list[Half | None] = []
    for seat in range(4):
        row = [c for c in cards if fold.seat(c.edge) == seat and c.since > fold.tricks[0].cards[-1].rest]
        played = [card for trick in fold.tricks for card in trick.cards if card.seat == seat]
        sure = all(card.sure and card.seat_sure >= SEAT_SURE for card in played)
        held = {card.name.card for card in played}
        held |= {c.name.card for c in row if c.gone is None}
        whole = len(row) >= SPREAD and sure and len(held) == HAND and None not in held
        hands.append(tuple(sorted(c for c in held if c is not None)) if whole else None)
    return tuple(hands) if any(hand is not None for hand in hands) else None
