"""Cards on their way to the table: seen in the middle, and not yet known to lie there because a hand may hold them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from vision.identity import Looks, Quad
from vision.reader.hands import Hands
from vision.reader.naming import Views
from vision.reader.sight import TOUCH, Sight
from vision.reader.stillness import REST, Mask
from vision.reader.tracks import HALO, SAME_PLACE, Waiting, grown, nearest, same_way, widened
from vision.reading import overlap

PATIENCE: Final = 2.5
"""A card that has lain still so long is taken to lie there even if a hand rests on it."""
STAYS: Final = 0.07
"""An outline that has moved less than so many card lengths has not moved."""
DOUBT: Final = 0.6
"""Seconds in which a card that is not recognised is looked at again and again."""
STRANGER: Final = 2.0
PHANTOM: Final = 0.6
"""What is called by its likeliest name with less confidence is mostly an outline drawn between cards and hands."""
STILL: Final = 0.3
HOLD: Final = 1.0
"""So long at most do other cards wait for one that seems to lie under a hand."""
GLIMPSE: Final = 0.07
"""A card that was seen at its place for so long had been laid, even if a hand came at once to sweep it."""
LOST: Final = 1.5
"""So long are cards remembered that were seen for an instant only."""
RECALLED: Final = 0.3
"""Two views of one place that are so alike show one card, even if a hand hid a part of it in one of them."""
HELD_BY: Final = 0.1
"""Something that shows so much of a card's size right beside it may be the hand that holds it."""
COME: Final = 0.2
"""Of its place so much must show something that was not there before."""
DOUBLE: Final = 0.3
"""Two outlines of one card overlap at least so much."""
HASTE: Final = 0.3
"""After so many seconds what could not be read is looked at again."""
GRACE: Final = 0.3
"""So long a card that rested under a hand may be missed before others stop waiting for it."""
CERTAIN: Final = 0.9
"""So clearly a card was seen at its place that it lies there as long as nothing moves, whether or not it is found again."""
HALF: Final = 0.5
GENUINE: Final = 0.35
VISIBLE: Final = 0.3


class Arrivals:
    """Sorts what is new into what is ripe to be laid and what must wait."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.waiting: list[Waiting] = []
        self.lost: list[Waiting] = []
        self.unfound: list[Waiting] = []
        """Those that nothing has moved since they were seen, although this look has not found them."""

    def worth_a_look(self, hands: Hands) -> bool:
        """Whether the hand that held one of them is away."""
        return any(self.sight.free(each.quad, hands) or self._let_go(each, hands) for each in self.waiting)

    def unseen(self) -> bool:
        """Whether one rests under a hand of which nothing was seen: the trick may be swept before the hand goes."""
        t = self.sight.t
        return any(
            self._rests(each) and not each.views.vectors and (each.tried is None or t - each.tried >= HASTE)
            for each in self.waiting
        )

    def _let_go(self, each: Waiting, hands: Hands) -> bool:
        """No arm reaches it: what still differs there may be the rest of the card itself."""
        return not len(hands.arms(self._around(each)))

    def shaded(self, each: Waiting, others: Sequence[Waiting] = ()) -> bool:
        """Whether a hand may hold it that hardly differs from the table, or over which an outline was drawn.

        What lies beside it may be one of the `others`, if that looks like a card.
        """
        backdrop, around = self.sight.backdrop, self._around(each)
        for other in others:
            if other is not each and other.views.vectors:
                around = around & ~self.sight.mask(grown(other.quad, HALO))
        rim = around & ~self.sight.mask(grown(each.quad, HALO))
        beside = backdrop.strangeness(rim) * int(rim.sum()) > HELD_BY * self.sight.card_area()
        return beside or backdrop.history[-1].shaded(around)

    def _around(self, each: Waiting) -> Mask:
        return widened(self.sight.mask(each.quad), TOUCH * self.sight.card_length())

    def sort(
        self, fresh: Sequence[Quad], hands: Hands, outside: Sequence[Quad] = ()
    ) -> tuple[list[Waiting], list[Waiting]]:
        """Cards that move or are held; and cards at rest that no hand touches.

        What was found `outside` the middle now lies there, however near to it.
        """
        t = self.sight.t
        waiting: list[Waiting] = []
        ripe: list[Waiting] = []
        places = [each.quad for each in self.waiting]
        for quad in sorted(fresh, key=lambda quad: nearest(quad, places)[1]):
            before = [each for each in self.waiting if all(each is not w for w in (*waiting, *ripe))]
            place, distance = nearest(quad, [each.quad for each in before])
            if place >= 0 and distance < SAME_PLACE:
                each = before[place]
                each.quad = same_way(quad, each.quad)
                each.since = each.since if distance < STAYS else t
            else:
                each = Waiting(quad, t)
            patient = t - each.since >= PATIENCE
            if self.sight.rested(quad) and (patient or self.sight.free(quad, hands)):
                ripe.append(each)
            else:
                waiting.append(each)
        gone = [each for each in self.waiting if all(each is not w for w in (*waiting, *ripe))]
        self.unfound = [
            each for each in gone if self._stays(each, hands) and nearest(each.quad, outside)[1] >= SAME_PLACE
        ]
        self.lose([each for each in gone if each not in self.unfound])
        return waiting, ripe

    def _stays(self, each: Waiting, hands: Hands) -> bool:
        """A finder may miss what it found a moment ago; a card that has come does not go without anything moving."""
        if each.seen is None or max(each.views.genuine, default=0.0) < CERTAIN:
            return False
        place = self.sight.mask(each.quad)
        still = bool((self.sight.stillness.moved[place] <= each.seen).all())
        return still and self.sight.backdrop.strangeness(place) > COME and self.sight.free(each.quad, hands)

    def glimpsed(self, waiting: Iterable[Waiting], hands: Hands) -> list[Waiting]:
        """Those that no hand touches although they have not come to rest, and those that rest under a hand.

        The next hand may be on its way, and the first may stay until the trick is taken in.
        """
        return [each for each in waiting if self.sight.free(each.quad, hands) or self._rests(each)]

    def _rests(self, each: Waiting) -> bool:
        return self.sight.t - each.since >= REST and self.sight.rested(each.quad)

    def remember(self, glimpsed: Sequence[Waiting], looks: Looks, first: int) -> None:
        """How they looked, from row `first` on."""
        for i, each in enumerate(glimpsed, start=first):
            each.tried = self.sight.t
            if like_a_card(looks, i):
                self.look(each, looks, i)
                self.recall(each)
                if self._rests(each):
                    each.rested(self.sight.t)

    def look(self, each: Waiting, looks: Looks, i: int) -> None:
        """One view more of it."""
        each.views.add(looks.vectors[i], float(looks.genuine[i]), float(looks.visible[i]))
        each.seen = self.sight.t

    def lose(self, gone: Iterable[Waiting]) -> None:
        """These are not there any more."""
        t = self.sight.t
        for each in gone:
            if each.views.vectors and (t - each.since >= GLIMPSE or each.rest is not None):
                each.lost = t
                self.lost.append(each)
        self.lost = [each for each in self.lost if each.lost is not None and t - each.lost < LOST]

    def seen_for_an_instant(self) -> list[Waiting]:
        """Cards that lay there although they never were ripe, the latest first."""
        return [each for each in reversed([*self.lost, *self.waiting]) if each.views.vectors]

    def recall(self, each: Waiting) -> None:
        """A card over which a hand passed has lain there since before: that says which of two cards came first."""
        here = nearest(each.quad, [before.quad for before in self.lost])[1]
        for before in self.lost if here < SAME_PLACE else ():
            if before.rest is not None and nearest(each.quad, [before.rest[0]])[1] < SAME_PLACE:
                alike = float(before.views.pooled()[0] @ each.views.pooled()[0])
                each.since = min(each.since, before.rest[1]) if alike >= RECALLED else each.since

    # --- who waits for whom ------------------------------------------------------------------------------------

    def in_doubt(self, each: Waiting, confidence: float, seconds: float = DOUBT) -> bool:
        """Whether it is worth another look before anybody is asked: longer for what is like no card at all."""
        each.ripe_since = self.sight.t if each.ripe_since is None else each.ripe_since
        return self.sight.t - each.ripe_since < (seconds if confidence >= PHANTOM else STRANGER)

    def to_wait(
        self, single: Sequence[Waiting], doubtful: Sequence[Waiting], before: Sequence[Waiting]
    ) -> list[Waiting]:
        """Cards are told of in their order: what came after a doubtful one, or one under a hand, waits for it."""
        unripe = [*(w for w in before if w in doubtful or self._held(w)), *self._just_lost(single)]
        first = min((self.moment(each) for each in unripe), default=None)
        if first is None:
            return []
        return [each for each in single if each not in doubtful and self.moment(each) > first]

    def _just_lost(self, found: Sequence[Waiting]) -> list[Waiting]:
        """Cards that rested under a hand and were missed by this look or the last: the hand may be letting go."""
        t, places = self.sight.t, [each.quad for each in found]
        return [
            each
            for each in self.lost
            if nearest(each.quad, places)[1] >= SAME_PLACE
            and each.rest is not None
            and t - (each.lost or t) < GRACE
            and each.rest[2] - each.rest[1] >= STILL
        ]

    def overdue(self, laid: Sequence[Waiting]) -> list[Waiting]:
        """Cards that rest under a hand since before one of these was laid: nobody plays before the one whose turn it was."""
        last = max((self.moment(each) for each in laid), default=None)
        if last is None:
            return []
        chosen: list[Waiting] = []
        rested = (each for each in self.waiting if self._has_rested(each) and self.moment(each) < last)
        for each in sorted(rested, key=lambda w: -_visible(w.views)):
            if all(overlap(each.quad, other.quad) <= DOUBLE for other in chosen):
                chosen.append(each)
        return chosen

    def _has_rested(self, each: Waiting) -> bool:
        """For longer than others wait for it, where it is still; its outline may have shaken before."""
        if each.rest is None or self.sight.t - self.came(each) < HOLD:
            return False
        quad, since, until = each.rest
        return until - since >= STILL and nearest(each.quad, [quad])[1] < SAME_PLACE

    def _held(self, each: Waiting) -> bool:
        """Whether it seems to lie under a hand, lay there free of it a moment ago, or is seen clearly as the hand goes.

        Its outline shakes there: what counts is for how long its pixels rest.
        """
        if not STILL <= self.sight.t - self.came(each) < HOLD:
            return False
        stayed = each.seen is not None and each.seen - each.since >= GLIMPSE
        lay_free = each.ripe_since is not None or stayed
        seen = zip(each.views.genuine, each.views.visible, strict=True)
        clear = any(genuine >= CERTAIN and visible >= HALF for genuine, visible in seen)
        return (
            lay_free
            or (clear and each.seen == self.sight.t)
            or self.sight.t - each.since >= STILL
            or self.sight.rested(each.quad)
        )

    def moment(self, each: Waiting) -> tuple[float, float]:
        """Of cards that came at the same time the one that is covered lies beneath, so it was laid before."""
        return round(self.came(each), 1), _visible(each.views)

    def came(self, each: Waiting) -> float:
        """When it came to rest: if it lay there under a hand before its outline shook, then already."""
        rest = self.sight.rest_of(each.quad, each.since)
        if each.rest is None:
            return rest
        quad, since, until = each.rest
        lay_there = until - since >= STILL and nearest(each.quad, [quad])[1] < SAME_PLACE
        return min(rest, since) if lay_there else rest


def _visible(views: Views) -> float:
    return views.visible[-1] if views.visible else 0.0


def like_a_card(looks: Looks, i: int) -> bool:
    """Whether this look shows so much of an open card that it may be named."""
    return bool(looks.genuine[i] >= GENUINE and looks.visible[i] >= VISIBLE)
