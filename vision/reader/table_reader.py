"""Reads a table from frame to frame: looks only where something came to rest, and says what happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card, CardSet
from vision.decks import Deck
from vision.identity import Image, Looks, Quad, Trust
from vision.reader.arrivals import DOUBT, HASTE, HOLD, PHANTOM, Arrivals, like_a_card
from vision.reader.events import Event, Name
from vision.reader.hands import Hands
from vision.reader.laying import Laying
from vision.reader.leaving import Leaving
from vision.reader.middle import Middle
from vision.reader.naming import Namer, Views
from vision.reader.nearer import together, where_new, whole_within
from vision.reader.newcomers import Newcomers
from vision.reader.open_cards import TALON, OpenCard, OpenCards
from vision.reader.shapes import card_shaped
from vision.reader.sight import PRESENT, Sight
from vision.reader.stillness import Mask
from vision.reader.talon import KnownTalon
from vision.reader.tracks import (
    HALO,
    SAME_PLACE,
    UNSEEN,
    Track,
    Waiting,
    grown,
    nearest,
    plausible,
)
from vision.reader.tricks import TrickBook
from vision.reading import Finder, overlap, portrait
from vision.table.calibration import Calibration

NEWS: Final = 0.035
"""So much of a card's size must be new and at rest before the networks look."""
STRANGE: Final = 0.4
"""So much of a card's size must be neither table nor known card nor hand for a search."""
OTHER: Final = 0.15
"""Of a lying card so much must have changed for it to be looked at anew."""
ALIKE: Final = 0.8
BESIDE: Final = 0.5
"""So often is it looked beside the tricks at most."""
HELD: Final = 1.5
AT_ONCE: Final = 0.97
"""A card read so surely is told of at its first look,"""
OPENLY: Final = 0.7
"""if so much of it is seen, as a new card lies on top; for others"""
LOOKS: Final = 3
"""so many looks are waited for, or `HASTE`."""
WHOLLY: Final = 0.8
"""A card on top of the others that shows less may be in a hand, however little that differs from the table."""
HARDLY: Final = 0.15
"""What is less like a card than this is none,"""
MOSTLY: Final = 0.5
"""and of what is hardly like one so much must have come."""
DISPUTED: Final = 0.45
"""Outlines that share so much are of one card: crossed cards share less."""
REPLACED: Final = 0.6
"""An outline that was not found again gives way to one of this look that shares so much with it."""
EXACTLY: Final = 0.01
SOME: Final = 3
"""So many cards at once are of an open talon, and none of them a play."""


class Recogniser(Protocol):
    """What a `vision.reading.Reader` gives."""

    finder: Finder
    decks: list[Deck]
    trust: Trust

    def look_at(self, picture: Image, quads: NDArray[np.float32], /) -> tuple[list[Quad], Looks]: ...


@dataclass(frozen=True, slots=True)
class Expected:
    """What a deal lets expect: `out_of_play` lies elsewhere all the time, `talon` may lie open in the middle before trick 1.

    `shown`: cards may lie openly beside the tricks, and it matters which. `talon_unknown`: before trick 1 they may be an open talon.
    """

    out_of_play: CardSet = 0
    talon: CardSet = 0
    shown: bool = False
    talon_unknown: bool = False


class TableReader:
    """One deal at one table."""

    def __init__(
        self,
        recogniser: Recogniser,
        *,
        calibration: Calibration | None = None,
        gifts_due: Callable[[int], int] = lambda _: 0,
        expected: Expected | None = None,
    ) -> None:
        self.recogniser = recogniser
        self.sight = Sight(calibration)
        self.book = TrickBook(gifts_due)
        self._leaving = Leaving(self.sight, self.book)
        self.namer = Namer(recogniser.decks, recogniser.trust)
        self.looks = 0
        # What lies elsewhere: as START says, as people answered, and as far as it was understood by sight.
        self._said: CardSet = 0
        self._answered: CardSet = 0
        self._understood: CardSet = 0
        self._talon = KnownTalon(self.sight, self.namer, self.book)
        self._open: OpenCards | None = None
        self._talon_unknown = False
        self.expect(expected or Expected())
        self._looked_beside = -1.0
        self._arrivals = Arrivals(self.sight)
        self._newcomers = Newcomers(self.sight, self.namer, self.book, self._leaving)
        self._middle = Middle(self.sight, sure=calibration is not None and calibration.found)
        self._laying = Laying(
            self.sight,
            self.book,
            self.namer,
            self._arrivals,
            self._newcomers,
            self._leaving,
            self._middle,
        )
        self._shapes: list[Quad] = []
        """What this look knows only by its shape."""
        self._misses = 0
        self._last_look = -1.0
        self._t = 0.0

    # --- a frame ---------------------------------------------------------------------------------------------

    def feed(self, image: Image, t: float) -> list[Event]:
        """The next frame; what it let us know."""
        self._t = t
        if self.sight.too_dark(image, t):
            return []
        self._middle.reconsider(self.book.every)
        hands = self.sight.take(image, t, [grown(quad, HALO) for quad in self._in_the_air()])
        events = self._look(image, hands) if self._worth_a_look(hands) else []
        held = bool(self._arrivals.waiting) and t - self._last_look < HELD
        return [*events, *self._laying.rescued(self._leaving.see(hands, held=held))]

    def _in_the_air(self) -> list[Quad]:
        """Outlines of cards that belong neither to the table nor to a hand."""
        waiting = [each.quad for each in self._arrivals.waiting]
        return waiting if self._open is None else [*waiting, *self._open.lying]

    @property
    def calibration(self) -> Calibration:
        """What is known of the view by now."""
        return self.sight.calibration

    def aim(self, calibration: Calibration) -> None:
        """A person has shown where the middle of the table is."""
        now = self.calibration
        self._middle.show(calibration.scaled(now.width, now.height))

    @property
    def table(self) -> Image:
        """The table without hands and cards, small; `scale` leads to it from the full picture."""
        return self.sight.backdrop.table

    @property
    def scale(self) -> float:
        return self.sight.scale

    @property
    def open_cards(self) -> list[OpenCard]:
        """The cards that were seen to lie openly outside the tricks."""
        return [] if self._open is None else self._open.all()

    @property
    def certain_out_of_play(self) -> CardSet:
        """The cards that lie elsewhere for the whole deal by START's and people's words: no misreading can be among them."""
        return self._said | self._answered

    @property
    def out_of_play(self) -> CardSet:
        """The cards that are known by now to lie elsewhere for the whole deal."""
        return self.certain_out_of_play | self._understood

    def expect(self, expected: Expected) -> None:
        """What is known of the deal before it is played, or only now, or corrected; nothing that was seen is forgotten.

        What lay elsewhere by the words before may be in play by these, and what was understood rested on them, too.
        """
        self._talon.cards = expected.talon
        self._talon_unknown = expected.talon_unknown
        if expected.shown and self._open is None:
            beside = Namer(self.recogniser.decks, self.recogniser.trust, tricks=self.namer)
            self._open = OpenCards(self.sight, beside)
        self._leave_out(expected.out_of_play, self._answered, 0)

    def leave_out(self, cards: CardSet) -> None:
        """All that people say to lie elsewhere for the whole deal: what somebody has put right is free again."""
        self._leave_out(self._said, cards, self._understood)

    def leave_out_by_sight(self, cards: CardSet) -> None:
        """These are understood by now to lie openly elsewhere; what was understood before may have been a misreading."""
        self._leave_out(self._said, self._answered, cards)

    def _leave_out(self, said: CardSet, answered: CardSet, understood: CardSet) -> None:
        before = self.out_of_play
        self._said, self._answered, self._understood = said, answered, understood
        if self.out_of_play != before:
            self.namer.leave_out(self.out_of_play)

    def finish(self) -> list[Event]:
        """The source has ended."""
        return [*self._laying.rescued(self._leaving.see(None)), *self._laying.rename()]

    def answer(self, track: int, card: Card) -> list[Event]:
        """A person says what a card is."""
        for each in self.book.every:
            if each.number == track:
                each.views.answer = card
        return self._laying.rename()

    # --- looking ---------------------------------------------------------------------------------------------

    def _worth_a_look(self, hands: Hands) -> bool:
        card = self.sight.card_area()
        news = self.sight.stillness.news() & self.sight.zone()
        if int(news.sum()) >= NEWS * card:
            return True
        if self._arrivals.worth_a_look(hands):
            return True
        if self._arrivals.unseen():
            return True
        if self._open is not None and self._t - self._looked_beside >= BESIDE:
            beside = self.sight.stillness.news()
            if self._open.ripening or int(beside.sum()) >= 3 * NEWS * card:
                self._looked_beside = self._t
                return True
        # A card that the finder missed is looked for again, less and less often.
        unexplained = int(self.sight.backdrop.strange(self.sight.zone()).sum()) >= STRANGE * card
        self._misses = self._misses if unexplained else 0
        return unexplained and self._t - self._last_look >= min(0.25 * 2**self._misses, 2.0)

    def _look(self, image: Image, hands: Hands) -> list[Event]:
        self.looks += 1
        self._misses, self._last_look = self._misses + 1, self._t
        news = self.sight.stillness.news()
        self.sight.stillness.looked()
        image = self.sight.held_still(image)
        faces, outside, hands = self._find(image, news)
        self._talon.bare(faces, hands)
        faces, beside = self._beside(faces, outside, hands)
        lying = self.book.lying
        still, fresh = self._tell_apart(faces, lying, hands, news)
        waiting, ripe = self._arrivals.sort(fresh, hands, outside)
        for each in (*waiting, *ripe):
            each.shaped = nearest(each.quad, self._shapes)[1] < EXACTLY
        ripe = [*ripe, *self._arrivals.unfound]
        glimpsed = self._arrivals.glimpsed(waiting, hands)
        wanted = [
            *(quad for quad, _ in still),
            *(each.quad for each in ripe),
            *(w.quad for w in glimpsed),
            *beside,
        ]
        outlines, looks = self.recogniser.look_at(image, np.array(wanted, np.float32).reshape(-1, 4, 2))
        self._remember(glimpsed, outlines, looks, len(still) + len(ripe))
        rows = [*enumerate(ripe, start=len(still)), *self._covering(still, looks)]
        new = self._new(rows, outlines, looks, lying, len(still))
        taken = [each for _, each in new]
        poor = (each for i, each in rows if each not in taken and not like_a_card(looks, i))
        poorly = [each for each in poor if self._seen_better(each)]
        self._arrivals.lose(u for u in self._arrivals.unfound if u not in taken and u not in poorly)
        return self._settle(new, looks, waiting, poorly, lying)

    def _find(self, image: Image, news: Mask) -> tuple[list[Quad], list[Quad], Hands]:
        """Open cards in the middle and, where they matter, outside; and the hands, now that cards are known."""
        found = self.recogniser.finder.find(image)
        quads = [portrait(np.asarray(quad, np.float32)) for quad in found.quads]
        self._middle.tilt(quads, self.looks)
        quads, backs = together(self._from_nearer(image, news), quads, found.back)
        self._shapes = self._missed(quads)
        quads, backs = together(self._shapes, quads, backs)
        faces = [q for q, back in zip(quads, backs, strict=True) if not back and self._middle.belongs(q)]
        outside = self._outside(quads, backs)
        # A heap that was just put down face down is no hand, either.
        heaps = [q for q, back in zip(quads, backs, strict=True) if back and self.sight.rested(q)]
        cards = [self.sight.mask(grown(quad, HALO)) for quad in (*faces, *outside, *heaps)]
        return faces, outside, self.sight.backdrop.look_again(cards)

    def _missed(self, found: Sequence[Quad]) -> list[Quad]:
        """What has come to rest in the middle and has the shape of a card, although the finder has not found one there."""
        known = [quad for quad in found if self._middle.belongs(quad)]
        come = self.sight.backdrop.strange(self.sight.zone()) & self.sight.stillness.at_rest
        shapes = card_shaped(come, self.scale, self.calibration)
        return [quad for quad in shapes if all(overlap(quad, each) < DISPUTED for each in known)]

    def _from_nearer(self, image: Image, news: Mask) -> list[Quad]:
        """Open cards around what is new in the middle, if the finder can look at a part of the picture."""
        find_part = getattr(self.recogniser.finder, "find_part", None)
        length = self.calibration.card
        if find_part is None or length is None:
            return []
        zone = self.sight.zone()
        new = news & zone
        height, width = image.shape[:2]
        window = where_new(
            new if new.any() else self.sight.backdrop.strange(zone), self.scale, length, width, height
        )
        if window is None:
            return []
        found = find_part(image, window)
        quads = [
            portrait(np.asarray(q, np.float32))
            for q, back in zip(found.quads, found.back, strict=True)
            if not back
        ]
        return [q for q in quads if whole_within(q, window)]

    def _remember(
        self, glimpsed: Sequence[Waiting], outlines: Sequence[Quad], looks: Looks, first: int
    ) -> None:
        """How cards that are not laid looked, from row `first` on: the glimpsed ones, then those beside the tricks."""
        self._arrivals.remember(glimpsed, looks, first)
        if self._open is None:
            return
        first += len(glimpsed)
        self._open.looked(outlines[first:], looks, first)
        for quad in self._open.left:
            self.sight.backdrop.relearn(self.sight.mask(grown(quad, HALO)), self.sight.stillness.small)
        self._open.left.clear()

    def _covering(self, still: Sequence[tuple[Quad, Track]], looks: Looks) -> list[tuple[int, Waiting]]:
        """Cards that were laid exactly on others; of the others another view is kept."""
        rows: list[tuple[int, Waiting]] = []
        for i, (quad, track) in enumerate(still):
            upon = self._newcomers.covered(track, quad, looks, i)
            if upon is not None and all(upon is not each for _, each in rows):
                rows.append((i, upon))
            elif track.upon is None:
                self._newcomers.view(track, looks, i)
        return rows

    def _new(
        self,
        rows: Sequence[tuple[int, Waiting]],
        outlines: Sequence[Quad],
        looks: Looks,
        lying: Sequence[Track],
        first: int,
    ) -> list[tuple[int, Waiting]]:
        """Of these the cards that were not laid before, each with its row."""
        elsewhere = self.out_of_play | self._talon.lies(outlines, looks, first)
        if self._open is not None and self.sight.seeking:
            # An open card that was pushed aside is no play, as long as nobody knows what is aside.
            elsewhere |= self._open.aside
        new: list[tuple[int, Waiting]] = []
        for i, each in rows:
            if not like_a_card(looks, i) and not self._plainly_there(each, looks, i):
                continue
            likeliest = self.namer.likeliest(looks.vectors[i])
            if elsewhere >> likeliest & 1 or self._newcomers.known(outlines[i], looks, i, lying):
                continue
            if self._talon.is_left(likeliest, outlines[i]):
                continue
            if each in self._arrivals.unfound and any(overlap(n.quad, each.quad) > REPLACED for _, n in new):
                continue
            each.quad, each.likeliest = outlines[i], likeliest
            if each.ripe_since is None and each.since == self._t:
                # Under the hand the outline was another one: of a ten, what showed was a seven.
                each.views = Views()
            self._arrivals.look(each, looks, i)
            self._arrivals.recall(each)
            # Other things have a card's shape, too: only one that is read is a card, and nobody is asked.
            if each.shaped and self._newcomers.tried(each).card is None:
                continue
            new.append((i, each))
        return new

    def _plainly_there(self, each: Waiting, looks: Looks, i: int) -> bool:
        """Something as large as a card has come and lies open: even if it is hardly like one, somebody must be asked."""
        open_one = looks.genuine[i] >= HARDLY and looks.visible[i] >= OPENLY
        return bool(open_one) and self.sight.backdrop.strangeness(self.sight.mask(each.quad)) > MOSTLY

    def _seen_better(self, each: Waiting) -> bool:
        """A poor look takes nothing from a card that was seen well a moment ago: it goes on waiting."""
        return each.seen is not None and self._t - each.seen < DOUBT

    def _settle(
        self,
        new: Sequence[tuple[int, Waiting]],
        looks: Looks,
        waiting: Sequence[Waiting],
        poorly: Sequence[Waiting],
        lying: Sequence[Track],
    ) -> list[Event]:
        """Lays what is beyond doubt; the rest waits, and so does what was seen poorly."""
        single = [
            each
            for i, each in new
            if not self._newcomers.doubled(i, new, looks) and not self._found_elsewhere(each, waiting)
        ]
        names = {each: self._newcomers.tried(each) for each in single}
        swept = self._leaving.being_swept([each.quad for each in single])
        beside = [*single, *waiting, *poorly]
        doubtful = [
            each
            for each in single
            if swept or self._unread(each, names[each], beside) or self._disputed(each, waiting)
        ]
        # What is like no card keeps nobody waiting.
        readable = [each for each in doubtful if names[each].confidence >= PHANTOM]
        doubtful += self._arrivals.to_wait(single, doubtful, [*waiting, *poorly, *readable])
        self._arrivals.waiting = [*waiting, *poorly, *doubtful]
        laid = [
            each
            for each in single
            if each not in doubtful and not self._newcomers.phantom(each, names[each], lying, single)
        ]
        overdue = [w for w in self._arrivals.overdue(laid) if self._newcomers.tried(w).card is not None]
        self._arrivals.waiting = [w for w in self._arrivals.waiting if w not in overdue]
        for track in lying:
            track.upon = None if track.upon in (*laid, *overdue) else track.upon
        return self._laying.lay([*laid, *overdue])

    def _found_elsewhere(self, each: Waiting, waiting: Sequence[Waiting]) -> bool:
        """Whether this look has found the same card under a hand, in place of an outline that it has not found again."""
        if each not in self._arrivals.unfound:
            return False
        return any(
            other.seen == self._t and self.namer.likeliest(other.views.pooled()[0]) == each.likeliest
            for other in waiting
        )

    def _outside(self, quads: Sequence[Quad], back: NDArray[np.bool_]) -> list[Quad]:
        """Open cards that lie outside the middle, where it matters which they are."""
        if self._open is None:
            return []
        # An oblique camera sees what lies before a near seat much larger.
        open_ones = [
            q
            for q, b in zip(quads, back, strict=True)
            if not b and plausible(q, self.calibration, sure=False)
        ]
        return [q for q in open_ones if self._middle.beyond(q)]

    def _beside(
        self, faces: Sequence[Quad], outside: Sequence[Quad], hands: Hands
    ) -> tuple[list[Quad], list[Quad]]:
        """The faces in the middle that may be plays, and open cards outside the tricks that are worth a look.

        Before the first trick, cards in the middle are an open talon if three come to light there at once, or lay there
        from the start with what lies outside, until six were seen or some were taken. Plays come one by one, even if they
        wait for each other.
        """
        if self._open is None:
            return list(faces), []
        self._looked_beside = self._t
        talon = [q for q in faces if self._open.lies_at(q)]
        plays = [q for q in faces if not self._open.lies_at(q)]
        if self._talon_unknown and not self.book.every and len(self._open) < TALON:
            waiting = [each.quad for each in self._arrivals.waiting]
            at_once = [q for q in plays if nearest(q, waiting)[1] >= SAME_PLACE]
            known = len(self._open) >= SOME and not self._open.taken and not self._talon.cards
            if len(at_once) >= SOME or (talon and known):
                talon, plays = [*talon, *plays], []
            there = [q for q in (*faces, *outside) if self.sight.never_came(q)]
            if len(there) >= SOME:
                talon += [q for q in plays if any(q is each for each in there)]
                plays = [q for q in plays if all(q is not each for each in there)]
        if self._talon_unknown and len(talon) >= TALON - 1:
            self._middle.talon(talon)
        return plays, self._open.wanted([*outside, *talon], hands)

    def _tell_apart(
        self, faces: Sequence[Quad], lying: Sequence[Track], hands: Hands, news: Mask
    ) -> tuple[list[tuple[Quad, Track]], list[Quad]]:
        """Cards that lie as they lay, where another view is wanted; and those that were not there before."""
        again: list[tuple[Quad, Track]] = []
        fresh: list[Quad] = []
        for quad in faces:
            place, distance = nearest(quad, [track.quad for track in lying])
            if place < 0 or distance >= SAME_PLACE:
                fresh.append(quad)
                continue
            track = lying[place]
            seen = self.sight.presence(track)
            # Here the question is not whether it still lies there, but whether it is what was found in its place.
            if seen.pixels < UNSEEN * track.pixels or seen.card > PRESENT:
                track.missing_since = None
                other = seen.card < ALIKE or float(news[self.sight.mask(quad)].mean()) > OTHER
                if (track.wants_views or other or track.upon) and self.sight.free(quad, hands):
                    again.append((quad, track))
            else:
                fresh.append(quad)
        return again, fresh

    def _disputed(self, each: Waiting, waiting: Sequence[Waiting]) -> bool:
        """Whether a hand still touches another outline of it: the one that it does not touch leaves out what it holds."""
        held = any(overlap(each.quad, other.quad) > DISPUTED for other in waiting)
        return held and self._arrivals.in_doubt(each, 1.0, HOLD)

    def _unread(self, each: Waiting, name: Name, others: Sequence[Waiting]) -> bool:
        """Whether another look is worth waiting for: a first, hasty one is easily wrong."""
        shown = max(each.views.visible, default=0.0)
        at_once = name.confidence >= AT_ONCE and shown >= OPENLY
        if name.card is not None and (at_once or len(each.views.vectors) >= LOOKS):
            in_hand = shown < WHOLLY and self._arrivals.shaded(each, others)
            return in_hand and self._arrivals.in_doubt(each, 1.0, HOLD)
        return self._arrivals.in_doubt(each, name.confidence, HASTE if name.card is not None else DOUBT)
