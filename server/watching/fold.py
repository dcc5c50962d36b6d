"""Folds what was seen into a deal record. Compass directions become seats, tracks become cards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Final

from engine.cards import Card, card_set
from engine.facts import gather
from engine.irregular import first_leader
from engine.record import Collection, Deal, Trick, compass_from
from server.watching.gifts import with_all_gifts
from server.watching.whole_tricks import SURE, turn, whole
from vision.reader.events import Name

FEW: Final = 3
ALL: Final = 0.99
UNLIKELY: Final = 0.002
"""A card that was read is none of those that are less likely than this."""


@dataclass(slots=True)
class LaidCard:
    """A card of a trick: who laid it when, and what it is as far as is known."""

    track: int
    seat: int
    rest: float
    name: Name
    seat_sure: float = 1.0
    in_time: bool = True
    """Not so if it was seen first when its trick was taken in: it lies where it was its seat's turn."""
    corrected_at: float | None = None
    """When it came in the place of one that its player took back: others may have laid on that one."""
    doubted: bool = False
    """An accusation would rest on it and it is not sure enough for that: it counts as unread."""
    supposed: Card | None = None
    """What it is supposed to be for a moment, to see what would follow."""

    @property
    def card(self) -> Card | None:
        if self.doubted:
            return None
        return self.name.card if self.supposed is None else self.supposed

    @property
    def read(self) -> bool:
        return self.card is not None

    @property
    def sure(self) -> bool:
        """Read surely enough for an accusation to rest on it."""
        return self.name.card is not None and self.name.confidence >= SURE

    @property
    def is_one_of_few(self) -> bool:
        """Whether it is known what it may be: its likeliest cards are all that it can be."""
        return sum(share for _, share in self.name.candidates[:FEW]) >= ALL

    @property
    def others(self) -> list[Card]:
        """What it may likely be besides what it is taken for."""
        return [card for card, share in self.name.candidates if share >= UNLIKELY and card != self.card]


@dataclass(slots=True)
class SeenTrick:
    cards: list[LaidCard] = field(default_factory=list)
    gifts: list[LaidCard] = field(default_factory=list)
    taken_back: list[tuple[int, Card]] = field(default_factory=list)
    places: dict[int, float] = field(default_factory=dict)
    """By seat: when the card came to rest that it took back. What it lays instead has that card's place."""
    swept: bool = False
    collected_by: int | None = None
    told: bool = False

    @property
    def complete(self) -> bool:
        return len({card.seat for card in self.cards}) == 4

    def trick(self, *, final: bool, leader: int | None = None) -> Trick:
        """As the record has it. A trick that was swept nobody saw where to counts as unwatched.

        `leader` is who took the trick before.
        """
        if self.swept and self.collected_by is not None:
            collection = Collection.TAKEN
        elif self.swept or final:
            collection = Collection.UNWATCHED
        else:
            collection = Collection.LYING
        if self.cards and (self.swept or final):
            rows = whole(self.cards, leader)
            cards = tuple((seat, None if card is None else card.card) for seat, card in rows)
        else:
            cards = tuple((card.seat, card.card) for card in self.cards)
        gifts = tuple(card.card for card in self.gifts)
        return Trick(cards, collection, self.collected_by, gifts, tuple(self.taken_back))


class Fold:
    """The record of one deal as it grows."""

    def __init__(self, start: Deal, *, tricks_before: int = 0) -> None:
        self.start = replace(start, tricks=(), end="running")
        self.sure_start = self.start
        """Without what was read of open cards too unsurely for an accusation."""
        self.tricks: list[SeenTrick] = []
        self._from_the_first = tricks_before == 0
        self._seats = {compass_from(start.forehand or "S", seat, start.system): seat for seat in range(4)}
        self._where: dict[int, tuple[int, LaidCard]] = {}

    def seat(self, edge: str) -> int:
        """Who sits at an edge; where the record does not say, the forehand sits at S and play is as the system's."""
        return self._seats[edge]

    def lay(
        self,
        trick: int,
        track: int,
        edge: str,
        name: Name,
        rest: float,
        seat_sure: float = 1.0,
        *,
        in_time: bool = True,
    ) -> LaidCard:
        card = LaidCard(track, self.seat(edge), rest, name, seat_sure, in_time)
        if (place := self._place_of_another(trick, card.seat)) is not None:
            card.rest, card.corrected_at = place, rest
        elif not in_time:
            order = [each.seat for each in self.tricks[trick - 1].cards]
            card.rest = self._moment(trick, turn(card.seat, order, self._leader(trick)))
        self._add(trick, card, gift=False)
        return card

    @contextmanager
    def surely(self) -> Iterator[None]:
        """As long as it lasts open cards that are not read surely are not read."""
        start, self.start = self.start, self.sure_start
        try:
            yield
        finally:
            self.start = start

    def _place_of_another(self, trick: int, seat: int) -> float | None:
        """When the card came that this seat took back, if its next card takes the place of that."""
        if trick > len(self.tricks) or any(card.seat == seat for card in self.tricks[trick - 1].cards):
            return None
        return self.tricks[trick - 1].places.pop(seat, None)

    def _leader(self, trick: int) -> int | None:
        """Who should lead: who took the trick before."""
        if trick > 1:
            return self.tricks[trick - 2].collected_by
        return first_leader(self.start) if self._from_the_first else None

    def leaders(self, trick: int) -> set[int]:
        """Who may have had to lead a trick: who was seen to take the one before, and whose that was by its cards."""
        seen = {self._leader(trick)} | ({self.winner(trick - 1)} if trick > 1 else set())
        return {seat for seat in seen if seat is not None}

    def winner(self, trick: int) -> int | None:
        """Whose a trick is by its cards, as far as they were read."""
        return gather(self.deal()).tricks[trick - 1].winner

    def _moment(self, trick: int, position: int) -> float:
        """A moment at which a card would have come to lie behind so many others of its trick."""
        rests = [card.rest for card in self.tricks[trick - 1].cards]
        before = rests[position - 1] if position else rests[0] - 1
        after = rests[position] if position < len(rests) else rests[-1] + 1
        return (before + after) / 2

    def give(self, trick: int, track: int, name: Name, rest: float) -> LaidCard:
        """A gift; if it was taken for a play before, it is none any more."""
        found = self._where.pop(track, None)
        if found is not None:
            self.tricks[found[0] - 1].cards.remove(found[1])
        card = LaidCard(track, -1, rest, name)
        self._add(trick, card, gift=True)
        return card

    def _add(self, trick: int, card: LaidCard, *, gift: bool) -> None:
        while len(self.tricks) < trick:
            self.tricks.append(SeenTrick())
        seen = self.tricks[trick - 1]
        pile = seen.gifts if gift else seen.cards
        pile.append(card)
        pile.sort(key=lambda c: c.rest)
        self._where[card.track] = (trick, card)

    def missing(self, trick: int) -> tuple[int, int] | None:
        """Of a trick that was taken in with three cards: whose card nobody saw, and its position, from 1."""
        seen = self.tricks[trick - 1]
        if not seen.swept or len(seen.cards) != 3:
            return None
        rows = whole(seen.cards, self._leader(trick))
        unseen = [(seat, i) for i, (seat, card) in enumerate(rows, start=1) if card is None]
        return unseen[0] if len(rows) == 4 and len(unseen) == 1 else None

    def add_missing(self, trick: int, card: Card) -> None:
        """Somebody says what the card was that nobody saw."""
        gap = self.missing(trick)
        if gap is None:
            return
        seat, position = gap
        known = Name(card, 1.0, ((card, 1.0),))
        missed = LaidCard(-trick, seat, self._moment(trick, position - 1), known, in_time=False)
        self._add(trick, missed, gift=False)

    def forget_missing(self, trick: int) -> None:
        """What was said of the card that nobody saw was not right."""
        found = self._where.pop(-trick, None)
        if found is not None:
            self.tricks[trick - 1].cards.remove(found[1])

    def find(self, track: int) -> tuple[int, LaidCard] | None:
        """The trick that a card lies in, from 1, and the card."""
        return self._where.get(track)

    def place(self, track: int) -> tuple[int, int] | None:
        """Trick and position of a card, both from 1; a gift stands behind the cards."""
        found = self._where.get(track)
        if found is None:
            return None
        trick, card = found
        seen = self.tricks[trick - 1]
        order = [*seen.cards, *seen.gifts]
        return trick, next(i for i, each in enumerate(order, start=1) if each is card)

    def take_back(self, track: int) -> LaidCard | None:
        found = self._where.pop(track, None)
        if found is None:
            return None
        trick, card = found
        seen = self.tricks[trick - 1]
        for pile in (seen.cards, seen.gifts):
            if card in pile:
                pile.remove(card)
        if card.seat >= 0:
            seen.places[card.seat] = card.rest
        if card.name.card is not None and card.seat >= 0:
            seen.taken_back.append((card.seat, card.name.card))
        return card

    def sweep(self, trick: int, edge: str | None) -> int | None:
        seen = self.tricks[trick - 1]
        seen.swept = True
        seen.collected_by = None if edge is None else self.seat(edge)
        return seen.collected_by

    def deal(self, *, over: bool = False) -> Deal:
        """The record so far; `over` when nothing more will be seen."""
        kept = list(self.tricks)
        while kept and not kept[-1].cards and not kept[-1].taken_back and not kept[-1].gifts:
            kept.pop()
        whole_deal = len(kept) == 12 and all(t.complete or t.swept for t in kept)
        played = whole_deal and (over or kept[-1].swept)
        tricks: list[Trick] = []
        for number, seen in enumerate(kept, start=1):
            tricks.append(seen.trick(final=played, leader=self._leader(number)))
        if played:
            tricks = self._laid_again(tricks)
            doubtful = [card for seen in kept for card in seen.cards if not card.sure]
            if all(card.is_one_of_few for card in doubtful):
                perhaps = card_set(other for card in doubtful for other in card.others)
                tricks = with_all_gifts(self.start, tricks, perhaps)
        return replace(self.start, tricks=tuple(tricks), end="played" if played else "running")

    def _laid_again(self, tricks: list[Trick]) -> list[Trick]:
        """By the end every card that was taken back has been laid again. One that nobody saw again was none of that hand."""
        laid = {(card.seat, card.card) for trick in self.tricks for card in trick.cards if card.read}
        return [
            replace(trick, taken_back=tuple(pair for pair in trick.taken_back if pair in laid))
            for trick in tricks
        ]

    @property
    def cards(self) -> list[LaidCard]:
        return [card for trick in self.tricks for card in (*trick.cards, *trick.gifts)]
