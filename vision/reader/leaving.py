"""Sees tricks go and cards being taken back: what left, what is still there, and towards whom it went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.identity import Quad
from vision.reader.events import Event, Swept, TakenBack
from vision.reader.hands import Hands
from vision.reader.seats import hand_shares
from vision.reader.sight import BARED, Sight
from vision.reader.tracks import UNSEEN, Track, grown, widened
from vision.reader.tricks import Heap, TrickBook
from vision.table.calibration import SEATS

GONE: Final = 0.25
CALM: Final = 0.4
SWEEP: Final = 4.0
BEFORE: Final = 0.5
"""A card that has been missing for so many seconds longer than the others did not go with them."""
BESIDE: Final = 0.5
"""An arm so near to a trick, in card lengths, may be the one that draws it in."""


class Leaving:
    """Watches the cards that lie in the middle."""

    def __init__(self, sight: Sight, book: TrickBook) -> None:
        self.sight, self.book = sight, book

    def see(self, hands: Hands | None, *, held: bool = False) -> list[Event]:
        """Tricks that were swept and cards that were taken back. `held`: a hand was seen to hold a card just now."""
        events: list[Event] = []
        # The hand that takes a trick in may look like the table, and hide the next lead.
        before = any(not heap.swept for heap in self.book.heaps[:-1])
        drawn_in = hands is not None and before and self.being_swept()
        for heap in list(self.book.heaps):
            if heap.swept or not heap.all:
                continue
            gone, here = self._sort_out(heap, hands, held)
            if not gone or (drawn_in and not heap.full):
                continue
            # The source ended while a trick was drawn in: nobody takes two cards of a whole one back at once.
            cut_short = hands is None and heap.full and len(gone) >= 2
            if cut_short or (not here and (heap.full or len(heap.cards) >= 3)):
                early = self._went_before(heap, gone)
                events += [self.take_back(track) for track in early]
                events.append(self._sweep(heap, [track for track in gone if track not in early]))
            else:
                events += [self.take_back(track) for track in gone]
        return events

    def _sort_out(self, heap: Heap, hands: Hands | None, held: bool) -> tuple[list[Track], list[Track]]:
        """The heap's cards that certainly left, and those that certainly lie there; the others cannot be seen."""
        gone: list[Track] = []
        here: list[Track] = []
        settled = True
        doubled = heap.doubled
        for track in heap.all:
            seen = self.sight.presence(track)
            if seen.pixels < UNSEEN * track.pixels:
                continue
            second = track.seat in doubled
            lies = self.sight.lies(track, seen)
            if lies or not (seen.table >= BARED or self._replaced(track, hands, second)):
                if not second or lies:
                    track.missing_since = None
                here.append(track)
                continue
            if track.missing_since is None:
                track.missing_since = self.sight.t
            gone.append(track)
            settled &= hands is None or self.sight.t - track.missing_since >= GONE
        since = min((t.missing_since for t in gone if t.missing_since is not None), default=self.sight.t)
        # Two cards gone from a full trick: the sweep has begun, and the others will follow.
        begun = heap.full and len(gone) >= 2 and self.sight.t - since < SWEEP
        taken = bool(gone) and (bool(here) or len(heap.cards) < 3)
        if not settled or (taken and hands is not None and (begun or not self._calm(heap, hands))):
            return [], here  # a hand is still at work, or only hides them: a dark one is like a dark table
        if held and here:
            return [], here
        return gone, here

    def _replaced(self, track: Track, hands: Hands | None, second: bool) -> bool:
        """Its place is at rest and free of hands, so that it shows something else.

        Where a seat has two cards one of them will go, and bares cards as nobody saw them: only an arm is no answer there.
        """
        if hands is None or not (
            self.sight.free(track.quad, hands)
            or (second and not len(hands.arms(self.sight.mask(track.quad))))
        ):
            return False
        return float(self.sight.stillness.moved[self.sight.mask(track.quad)].max()) < self.sight.t - 0.5

    def _calm(self, heap: Heap, hands: Hands) -> bool:
        """No hand is near the trick, and nothing has moved there for a moment."""
        area = np.zeros(self.sight.stillness.small.shape[:2], np.bool_)
        for track in heap.all:
            area |= self.sight.mask(grown(track.quad, 1.3))
        hand_free = self.sight.hand_free(area, hands, 0.25)
        quiet = self.sight.stillness.moved[area] < self.sight.t - CALM
        return hand_free and float(quiet.mean()) > 0.9

    def _sweep(self, heap: Heap, gone: list[Track]) -> Event:
        area = np.zeros(self.sight.stillness.small.shape[:2], np.bool_)
        for track in heap.all:
            area |= self.sight.mask(track.quad)
        # A card that the next lead lies on has been missing for long: most of them say when the sweep began.
        missing = [t.missing_since for t in gone if t.missing_since is not None]
        begin = float(np.median(missing)) if missing else self.sight.t
        # The cards slide out of the hand's way and are gone: what counts is the arm beside them, too.
        area = widened(area, BESIDE * self.sight.card_length())
        shares = hand_shares(self.sight.backdrop.history, area, begin - 0.4, self.sight.t)
        seat = SEATS[int(shares.argmax())] if shares.sum() else None
        for track in heap.all:
            self.sight.backdrop.lift(track.number, self.sight.t)
        heap.swept = True
        return Swept(self.sight.t, heap.number, seat)

    def _went_before(self, heap: Heap, gone: Sequence[Track]) -> list[Track]:
        """Of a seat with two cards the one that had gone before the trick was taken in: there was no calm to tell of it."""
        missing = [t.missing_since for t in gone if t.missing_since is not None]
        if len(heap.cards) <= 4 or not missing:
            return []
        begin, doubled = float(np.median(missing)), heap.doubled
        return [
            track
            for track in heap.cards
            if track.seat in doubled
            and track.missing_since is not None
            and begin - track.missing_since >= BEFORE
        ]

    def take_back(self, track: Track) -> Event:
        """It lies there no more."""
        self.sight.backdrop.lift(track.number, self.sight.t)
        self.book.remove(track)
        return TakenBack(self.sight.t, track.number)

    def being_swept(self, new: Sequence[Quad] = ()) -> bool:
        """Whether a full trick is in a hand just now: its cards are seen on their way and are not laid.

        What is hidden under `new` cards is not disturbed: a gift lies on several cards at once.
        """
        hidden = np.zeros(self.sight.stillness.small.shape[:2], np.bool_)
        for quad in new:
            hidden |= self.sight.mask(grown(quad, 1.1))
        for heap in self.book.heaps:
            if heap.swept or not heap.full:
                continue
            seen = [(self.sight.presence(track, hidden), track) for track in heap.all]
            disturbed = sum(
                not self.sight.lies(track, s) and s.pixels >= UNSEEN * track.pixels for s, track in seen
            )
            if disturbed >= 2:
                return True
        return False
