"""Which of the laid cards belong together: a trick has four, then comes a gift or the next lead."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from vision.reader.open_cards import TALON
from vision.reader.tracks import Track

TOGETHER: Final = 0.35
"""Two cards of one seat that come to rest within so many seconds were laid at once."""
CENTRAL: Final = 0.4
"""A gift is laid on the trick, not before a seat: nearer to the middle than this, in card lengths."""
CLEAR: Final = 0.98
AHEAD: Final = 0.2
"""Who leads while the trick lies does so in front of his own card: so much farther from the middle, in card lengths."""


@dataclass(slots=True)
class Heap:
    """The cards of one trick while they lie in the middle and afterwards."""

    number: int
    cards: list[Track] = field(default_factory=list)
    gifts: list[Track] = field(default_factory=list)
    swept: bool = False

    @property
    def seats(self) -> set[str]:
        return {track.seat for track in self.cards}

    @property
    def full(self) -> bool:
        return len(self.seats) == 4

    def lacks_only(self, seat: str) -> bool:
        return len(self.seats) == 3 and seat not in self.seats

    @property
    def all(self) -> list[Track]:
        return [*self.cards, *self.gifts]

    @property
    def doubled(self) -> set[str]:
        """The seats that have more than one card in it."""
        seats = [track.seat for track in self.cards]
        return {seat for seat in seats if seats.count(seat) > 1}


class TrickBook:
    """Puts each laid card into its trick. `gifts_due` says how many talon cards a trick may be given."""

    def __init__(self, gifts_due: Callable[[int], int] = lambda _: 0) -> None:
        self.heaps: list[Heap] = [Heap(1)]
        self.gifts_due = gifts_due

    @property
    def lying(self) -> list[Track]:
        return [track for heap in self.heaps if not heap.swept for track in heap.all]

    @property
    def every(self) -> list[Track]:
        return [track for heap in self.heaps for track in heap.all]

    @property
    def before(self) -> Heap | None:
        """The trick before the last one, if it still lies there: the next has begun beside it."""
        return self.heaps[-2] if len(self.heaps) > 1 and not self.heaps[-2].swept else None

    def awaits_gift(self, heap: Heap) -> bool:
        """Whether the trick is whole and has not yet all talon cards that are due."""
        return heap.full and len(heap.gifts) < self.gifts_due(heap.number)

    def add(self, track: Track) -> Heap:
        heap = self._later(track) or self._next(track)
        track.trick = heap.number
        pile = heap.gifts if track.gift else heap.cards
        pile.append(track)
        # A hand may linger on a card while the next is laid: what counts is when it came to rest.
        pile.sort(key=lambda t: t.rest)
        return heap

    def _later(self, track: Track) -> Heap | None:
        """The trick before, if it comes to that one although the next has begun: instead of what was taken back, or as a gift.

        Only a trick that was whole is followed by another one. So who is missing in it took a card back, and lays another one there
        before anything else, even if it is that player's turn in the next.
        """
        heap = self.before
        if heap is None:
            return None
        if heap.lacks_only(track.seat):
            return heap
        central = self.awaits_gift(heap) and track.away <= CENTRAL
        track.gift = central or _stuck_to_a_gift(track, heap)
        return heap if track.gift else None

    def _next(self, track: Track) -> Heap:
        """The last trick, or a new one that it begins."""
        heap = self.heaps[-1]
        own = [t for t in heap.cards if t.seat == track.seat]
        if not heap.swept and (not heap.full or _stuck(track, own)):
            return heap
        due = self.awaits_gift(heap) and not _ahead(track, heap)
        track.gift = not heap.swept and (due or _stuck_to_a_gift(track, heap))
        if not track.gift:
            heap = Heap(heap.number + 1)
            self.heaps.append(heap)
        return heap

    def late_gift(self, heap: Heap, *, over: bool = False) -> Track | None:
        """Where one seat has two cards now that all four have laid: the second is the gift that is due, seen too early.

        A trick has four cards, and what was laid on it lies in the middle, turned towards nobody. `over`: it is taken in, so that a
        card of the four may have been missed.
        """
        complete = (heap.full and len(heap.cards) == 5) or (over and len(heap.cards) == 4)
        if not complete or len(heap.gifts) >= self.gifts_due(heap.number):
            return None
        seats = [track.seat for track in heap.cards]
        second = next((t for i, t in enumerate(heap.cards) if t.seat in seats[:i]), None)
        if second is None:
            return None
        if not _like_a_gift(second):
            return None
        heap.cards.remove(second)
        heap.gifts.append(second)
        second.gift = True
        return second

    def remove(self, track: Track) -> None:
        for heap in self.heaps:
            for pile in (heap.cards, heap.gifts):
                if track in pile:
                    pile.remove(track)
        if len(self.heaps) > 1 and not self.heaps[-1].all and not self.heaps[-2].swept:
            # The next lead was taken back while the old trick still lies.
            self.heaps.pop()


def _stuck(track: Track, others: Iterable[Track]) -> bool:
    """Whether it came with one of them: it stuck to that, so it is what that is, and one of the two will go."""
    return any(abs(other.rest - track.rest) < TOGETHER for other in others)


def _stuck_to_a_gift(track: Track, heap: Heap) -> bool:
    return len(heap.gifts) < TALON and _like_a_gift(track) and _stuck(track, heap.gifts)


def _like_a_gift(track: Track) -> bool:
    """A gift is laid on the trick; what lies before a seat is that seat's."""
    return track.away <= CENTRAL or track.seat_sure <= CLEAR


def _ahead(track: Track, heap: Heap) -> bool:
    """Whether it is led in front of its player's card of a trick that lies there: farther aside than gifts fall."""
    own = max((t.away for t in heap.cards if t.seat == track.seat), default=0.0)
    return not _like_a_gift(track) and track.away >= max(own, CENTRAL) + AHEAD
