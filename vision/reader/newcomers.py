"""Whether an outline shows a new card at all: not one that lies there already, was taken in, or is drawn between others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vision.identity import Looks, Quad
from vision.reader.arrivals import COME, DOUBLE, GENUINE, PHANTOM, VISIBLE
from vision.reader.events import Name
from vision.reader.leaving import Leaving
from vision.reader.naming import Namer
from vision.reader.sight import PRESENT, Sight
from vision.reader.tracks import Track, Waiting, grown, same_way
from vision.reader.tricks import TrickBook
from vision.reading import overlap

SAME_LOOK: Final = 0.8
"""Two views that are so alike show the same card."""
BARE: Final = 0.8
RATHER: Final = 0.8
"""A white card on a white cloth looks like the bare table: what is named so surely is asked about."""
COVERED: Final = 0.6
PARTLY: Final = 0.8
LITTLE: Final = 0.1
NOTHING: Final = 0.02
SURE: Final = 0.99
ROUND: Final = 1.05
"""A card with its rim and its shadow."""
OTHER_LOOK: Final = 0.6
WHOLE: Final = 0.85
LESS: Final = 0.05
MORE: Final = 0.25
LATELY: Final = 1.5
"""What was seen in a card's place is remembered for so many seconds."""
SEEN: Final = 0.5
"""A view that shows less of its card teaches nothing about it."""


class Newcomers:
    """Compares what is new with all that was laid in this deal: each card exists once."""

    def __init__(self, sight: Sight, namer: Namer, book: TrickBook, leaving: Leaving) -> None:
        self.sight, self.namer, self.book, self.leaving = sight, namer, book, leaving

    def tried(self, each: Waiting) -> Name:
        """What it would be called beside all the others."""
        return self.namer.name([*(track.views for track in self.book.every), each.views])[-1]

    def covered(self, track: Track, quad: Quad, looks: Looks, i: int) -> Waiting | None:
        """The card that was laid exactly on this one: white paper, and cards on both, hide that from a small picture.

        Seen at two looks, and at rest: a sleeve's shadow or a shifted outline deceives once.
        """
        vector, t = looks.vectors[i], self.sight.t
        if track.name.card in (None, self.namer.likeliest(vector)) or track.looks_like(vector) >= OTHER_LOOK:
            track.upon = None
            return None
        # In a dim light less seems to be visible of every card: as much as ever was is the whole. And of a card on which
        # others lie no more can be seen than these leave open.
        left_open = self.sight.backdrop.open_pixels(track.number) / max(track.pixels, 1)
        enough = min(WHOLE, max(track.views.visible, default=1.0) - LESS, left_open + MORE)
        enough = max(enough, VISIBLE)
        if looks.genuine[i] < GENUINE or looks.visible[i] < enough or not self.sight.rested(track.quad):
            return None
        before = track.upon
        if before is None or before.seen is None or t - before.seen > LATELY:
            track.upon = Waiting(quad, t, seen=t)
            return None
        return before if before.seen < t else None

    def phantom(
        self, each: Waiting, name: Name, lying: Sequence[Track], others: Sequence[Waiting] = ()
    ) -> bool:
        """An outline drawn over or between cards: nothing has come there but one of the `others`, which shows better."""
        seen = max(each.views.visible, default=1.0)
        better = [o.quad for o in others if max(o.views.visible, default=0.0) > seen]
        place = self.sight.mask(each.quad)
        for quad in better:
            place = place & ~self.sight.mask(grown(quad, ROUND))
        come = self.sight.backdrop.strangeness(place)
        with_better = max((overlap(quad, each.quad) for quad in better), default=0.0)
        shared = max((with_better, *(overlap(t.quad, each.quad) for t in lying)))
        if name.card is not None:
            # Of a ten whose end is covered, a seven: a part of the card that lies there, however surely it is read.
            if shared > DOUBLE and come < (LITTLE if seen < PARTLY else NOTHING):
                return True
            return come < COME and seen < COVERED and name.confidence < SURE
        if name.confidence < RATHER and self.sight.backdrop.bare(self.sight.mask(each.quad)) > BARE:
            return True
        # A white card on a white cloth seems hardly to have come; beside one that came with it and shows better it is part of that.
        if with_better > 0.5 * DOUBLE and come < LITTLE:
            return True
        return shared > 0.5 * DOUBLE and name.confidence < PHANTOM

    def known(self, quad: Quad, looks: Looks, i: int, lying: Sequence[Track]) -> bool:
        """Whether this card was laid before: each exists once, so it was pushed, half covered, or taken in."""
        vector = looks.vectors[i]
        likeliest = self.namer.likeliest(vector)
        taken_in = (t for t in self.book.every if t not in lying and t.name.card == likeliest)
        if any(t.looks_like(vector) > SAME_LOOK for t in taken_in):
            return True
        if not lying:
            return False
        track = max(lying, key=lambda t: t.looks_like(vector))
        if track.looks_like(vector) >= SAME_LOOK and self.sight.presence(track).card <= PRESENT:
            if self.leaving.being_swept():
                return True
            track.missing_since = None
            track.quad = same_way(quad, track.quad)
            self.view(track, looks, i)
            self.sight.lay_anew(track)
            return True
        if any(t.name.card == likeliest and overlap(t.quad, quad) > DOUBLE for t in lying):
            return True
        # What shows only in part lies under another card, so it is no new one; unless something has come there.
        covered = float(looks.visible[i]) < COVERED
        nothing_new = self.sight.backdrop.strangeness(self.sight.mask(quad)) < COME
        return (
            covered
            and nothing_new
            and any(
                t.name.card in self.namer.likeliest_few(vector) and overlap(t.quad, quad) > 0.5 * DOUBLE
                for t in lying
            )
        )

    def doubled(self, i: int, new: Sequence[tuple[int, Waiting]], looks: Looks) -> bool:
        """Whether a better outline of the same card was found beside this one; of two equal ones the card is that seen before."""
        mine = next(each for j, each in new if j == i)
        shown = looks.visible * looks.genuine

        def worth(row: int, each: Waiting) -> tuple[float, int, int]:
            return float(shown[row]), len(each.views.vectors), row

        return any(
            mine.likeliest == other.likeliest
            and overlap(mine.quad, other.quad) > DOUBLE
            and worth(j, other) > worth(i, mine)
            for j, other in new
            if j != i
        )

    def view(self, track: Track, looks: Looks, i: int) -> None:
        if float(looks.visible[i]) > SEEN:
            track.views.add(looks.vectors[i], float(looks.genuine[i]), float(looks.visible[i]))
