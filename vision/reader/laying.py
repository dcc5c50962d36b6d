"""Puts cards down: whose each is, when it came to rest, into which trick it belongs, and what all of them are called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final

import numpy as np

from vision.identity import Quad
from vision.reader.arrivals import CERTAIN, GLIMPSE, Arrivals
from vision.reader.events import Event, Given, Laid, Name, Renamed, Swept
from vision.reader.leaving import Leaving
from vision.reader.middle import Middle
from vision.reader.naming import Namer, Views
from vision.reader.newcomers import Newcomers
from vision.reader.seats import hand_shares, seat_of
from vision.reader.sight import Sight
from vision.reader.tracks import Track, Waiting, grown
from vision.reader.tricks import Heap, TrickBook
from vision.reading import overlap
from vision.table.quads import axis_of, centre_of

KEEP: Final = 0.6
PART: Final = 0.03
"""Cards that share at least so much lay on each other."""
SURELY: Final = 0.95
"""So sure it must be that two cards are the same seat's."""
GUESSED: Final = 12.0
"""As long as the middle is only guessed, a place says so many times less about whose card it is."""


class Laying:
    """What lies on the table after each look, told as events."""

    def __init__(
        self,
        sight: Sight,
        book: TrickBook,
        namer: Namer,
        arrivals: Arrivals,
        newcomers: Newcomers,
        leaving: Leaving,
        middle: Middle,
    ) -> None:
        self.sight, self.book, self.namer = sight, book, namer
        self._arrivals, self._newcomers = arrivals, newcomers
        self._leaving, self._middle = leaving, middle
        self._numbers = 0

    def lay(self, laid: Sequence[Waiting]) -> list[Event]:
        """These lie there now."""
        ordered = sorted(laid, key=self._arrivals.moment)
        # What lies beneath was laid before, even if it seems to have come to rest a frame later.
        rests = accumulate((self._arrivals.came(each) for each in ordered), max)
        rows = list(zip(rests, ordered, strict=True))
        back: list[Event] = []
        new: list[tuple[Track, Heap]] = []
        for rest, each in rows:
            self._middle.first_of_all(each.quad)
            track = self._track(each.quad, rest, each.views)
            heap, before = self._lay(track)
            new.append((track, heap))
            back += before
        late = [self.book.late_gift(heap) for _, heap in new]
        changed = self.rename(silent=frozenset(track.number for track, _ in new))
        told_before = [t for t in late if t is not None and all(t is not track for track, _ in new)]
        given = [self._told(track, self.book.heaps[track.trick - 1]) for track in told_before]
        return [*back, *given, *(self._told(track, heap) for track, heap in new), *changed]

    def rescued(self, events: Sequence[Event]) -> list[Event]:
        """A trick of three that is taken in: was the fourth card seen for an instant, before the hand came?"""
        told: list[Event] = []
        for event in events:
            if isinstance(event, Swept):
                heap = self.book.heaps[event.trick - 1]
                gift = self.book.late_gift(heap, over=True)
                told += [self._told(gift, heap)] if gift is not None else []
                told += self._rescue(heap)
            told.append(event)
        return told

    def rename(self, silent: frozenset[int] = frozenset()) -> list[Event]:
        """Names all cards of the deal together; `silent` ones are told of by their own event."""
        tracks = self.book.every
        names = self.namer.name([track.views for track in tracks])
        events: list[Event] = []
        for track, seen in zip(tracks, names, strict=True):
            name = _kept(track.name, seen)
            if name.card != track.name.card and track.number not in silent:
                events.append(Renamed(self.sight.t, track.number, name))
            track.name = name
        return events

    def _lay(self, track: Track) -> tuple[Heap, list[Event]]:
        """It lies there now; and what is told before: another card went when it came."""
        self.sight.backdrop.lay(track.number, self.sight.mask(track.quad), self.sight.stillness.small)
        gone = self._exchanged(track)
        before = [] if gone is None else [self._leaving.take_back(gone)]
        heap = self.book.add(track)
        self._middle.laid(track, heap)
        return heap, before

    def _exchanged(self, new: Track) -> Track | None:
        """The card instead of which this one was laid, or which it lay beneath."""
        last, before = self.book.heaps[-1], self.book.before
        gone = self._exchanged_in(last, new)
        # Who has played to the next trick already corrects the one before; of others nobody knows to which of them they lay.
        if gone is None and before is not None and new.seat in last.seats:
            gone = self._exchanged_in(before, new)
        return gone

    def _exchanged_in(self, heap: Heap, new: Track) -> Track | None:
        """The same, of a trick that lies and that this card alone has left.

        A gift lies on its giver's card, a lead beside it, and over both may be a sleeve that is like the table: so the two
        must have shared a place, and no arm may be there.
        """
        sight = self.sight
        gone = [track for track in heap.all if sight.bared(track)]
        if len(gone) != 1 or gone[0] not in heap.cards or gone[0].seat != new.seat or heap.swept:
            return None
        if self.book.awaits_gift(heap):
            return None
        place = sight.mask(gone[0].quad)
        calm = sight.rested(gone[0].quad) and not sight.backdrop.history[-1].shaded(place)
        sure = min(gone[0].seat_sure, new.seat_sure) >= SURELY
        return gone[0] if calm and sure and overlap(gone[0].quad, new.quad) > PART else None

    def _track(self, quad: Quad, rest: float, views: Views) -> Track:
        """A card that lies, or lay, there: whose it is."""
        sight = self.sight
        offset = sight.calibration.offset(centre_of(quad)) / (GUESSED if sight.seeking else 1)
        hand = hand_shares(sight.backdrop.history, sight.mask(grown(quad, 1.25)), rest - 0.8, sight.t)
        seat, sure = seat_of(offset, axis_of(quad), sight.calibration.directions(), hand)
        self._numbers += 1
        away, pixels = float(np.linalg.norm(offset)), int(sight.mask(quad).sum())
        return Track(self._numbers, quad, seat, rest, views, pixels=pixels, seat_sure=sure, away=away)

    def _rescue(self, heap: Heap) -> list[Event]:
        seats = {track.seat for track in heap.cards}
        if len(heap.cards) != 3 or len(seats) != 3:
            return []
        seen = self._arrivals.seen_for_an_instant()
        # What cannot be read is asked about, with what was seen of it.
        unread = {each for each in seen if self._newcomers.tried(each).card is None}
        lay = {each: each.rest or (each.quad, each.since, each.lost or self.sight.t) for each in seen}
        # What lay there longest is the card; the others were drawn while the trick was on its way.
        for each in sorted(seen, key=lambda e: (e in unread, lay[e][1] - lay[e][2])):
            quad, since, until = lay[each]
            late = until - since >= GLIMPSE and since >= heap.cards[-1].rest
            if not late or (each in unread and (each.shaped or max(each.views.genuine) < CERTAIN)):
                continue
            track = self._track(quad, since, each.views)
            if track.seat not in seats:
                self._arrivals.lost = []
                heap.cards.append(track)
                track.trick, track.in_time = heap.number, False
                changed = self.rename(silent=frozenset([track.number]))
                return [self._told(track, heap), *changed]
        return []

    def _told(self, track: Track, heap: Heap) -> Event:
        common = self.sight.t, track.number, heap.number
        if track.gift:
            return Given(*common, track.name, track.rest, track.quad)
        return Laid(*common, track.seat, track.name, track.rest, track.quad, track.seat_sure, track.in_time)


def _kept(before: Name, now: Name) -> Name:
    """A reading is not taken back because it has become a little less sure, only if it would be another card."""
    if before.card is None or now.card is not None or not now.candidates:
        return now
    likeliest, share = now.candidates[0]
    return replace(now, card=before.card) if likeliest == before.card and share >= KEEP else now
