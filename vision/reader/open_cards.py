"""Cards that lie openly beside the tricks: an open talon, discards that were shown, hands put down in ouvert games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card, CardSet, card_set
from vision.between import between
from vision.identity import Looks, Quad
from vision.reader.events import Name
from vision.reader.hands import Hands
from vision.reader.naming import Namer, Views
from vision.reader.sight import Sight
from vision.reader.tracks import SAME_PLACE, nearest, same_way
from vision.reading import overlap
from vision.table.quads import axis_of, centre_of

TALON: Final = 6
"""An open talon has so many cards."""
VIEWS: Final = 3
"""So many looks at a card are enough; they are its best ones."""
PUSHED: Final = 2.0
"""What has been gone for so many seconds was not pushed but taken, and may be played."""
MISSING: Final = 0.4
"""A card whose place was looked at so long without finding it, no hand being there, is gone."""
LACK: Final = 0.2
"""A card that shows so much less than its neighbours leave open is covered by one that was not found;"""
CLEARLY: Final = 0.9
"""that one must look so much like a card."""
VISIBLE: Final = 0.3
GENUINE: Final = 0.5


@dataclass(frozen=True, slots=True)
class OpenCard:
    """A card that was seen to lie openly outside a trick.

    `home` is where it lay first and `home_edge` whoever looked at it from nearest (S, if it lay in the middle); `edge` is the one it
    lies nearest to now, where a card is `length` pixels long.
    """

    number: int
    name: Name
    home: tuple[float, float]
    home_edge: str
    edge: str
    length: float
    moved: bool
    since: float
    gone: float | None


@dataclass(slots=True, eq=False)
class _Seen:
    number: int
    quad: Quad
    since: float
    home: Quad
    """Where it lay first."""
    views: Views = field(default_factory=Views)
    wanted: int = VIEWS
    """So many more looks at it are worth while."""
    moved: bool = False
    found: float | None = None
    """When it was last seen to lie there."""
    missing: float | None = None
    gone: float | None = None


class OpenCards:
    """Remembers them from look to look. Says nothing about what they mean."""

    def __init__(self, sight: Sight, namer: Namer) -> None:
        self.sight, self.namer = sight, namer
        self._seen: list[_Seen] = []
        self._numbers = 0
        self._ripening: list[Quad] = []
        self._guessed: list[Quad] = []
        """What this look has not found, but those beside it seem to hide."""
        self.left: list[Quad] = []
        """Places that such cards have left since somebody last asked."""

    def wanted(self, faces: Sequence[Quad], hands: Hands) -> list[Quad]:
        """Of the outlines found outside the middle those that are worth a look: at rest, free, and not well known."""
        lying = self._lying
        self._guessed = self._missed(faces, lying)
        faces = [*faces, *self._guessed]
        chosen: list[Quad] = []
        ripening: list[Quad] = []
        found: set[int] = set()
        for quad in faces:
            place, distance = nearest(quad, [each.quad for each in lying])
            if place >= 0 and distance < SAME_PLACE:
                found.add(lying[place].number)
                lying[place].missing, lying[place].found = None, self.sight.t
                if lying[place].wanted > 0 and self.sight.free(quad, hands):
                    chosen.append(quad)
                continue
            if self._is_guessed(quad):
                before = 0.0
            else:
                # What is new must be seen twice at its place: a hand may carry it.
                ripening.append(quad)
                _, before = nearest(quad, self._ripening)
            if before < SAME_PLACE and self.sight.rested(quad) and self.sight.free(quad, hands):
                chosen.append(quad)
        self._ripening = ripening
        self._miss(lying, found, hands)
        return chosen

    def _missed(self, faces: Sequence[Quad], lying: Sequence[_Seen]) -> list[Quad]:
        """Where a card must lie between two of a row, because these show less than what was found leaves open."""
        rows = [
            (quad, max(lying[place].views.visible))
            for quad in faces
            for place, distance in [nearest(quad, [each.quad for each in lying])]
            if place >= 0 and distance < SAME_PLACE and lying[place].views.visible
        ]
        seen = np.array([visible for _, visible in rows], np.float32)
        return between([quad for quad, _ in rows], seen, LACK)

    def _is_guessed(self, quad: Quad) -> bool:
        return any(quad is each for each in self._guessed)

    @property
    def lying(self) -> list[Quad]:
        return [each.quad for each in self._lying]

    @property
    def _lying(self) -> list[_Seen]:
        return [each for each in self._seen if each.gone is None]

    @property
    def aside(self) -> CardSet:
        """What those likeliest are that may have been pushed: they lay there a moment ago, and this look does not find them."""
        t = self.sight.t
        return card_set(
            self._likeliest(each)
            for each in self._seen
            if each.found != t and (each.gone is None or t - each.gone < PUSHED)
        )

    @property
    def taken(self) -> bool:
        """Whether any has gone."""
        return any(each.gone is not None for each in self._seen)

    def __len__(self) -> int:
        return len(self._seen)

    def lies_at(self, quad: Quad) -> bool:
        """Whether one of these cards lies there now."""
        return nearest(quad, self.lying)[1] < SAME_PLACE

    @property
    def ripening(self) -> bool:
        """Whether another look will tell something: new was seen once, or one that lay there is missed."""
        return bool(self._ripening) or any(each.missing is not None for each in self._lying)

    def _miss(self, lying: Sequence[_Seen], found: set[int], hands: Hands) -> None:
        t = self.sight.t
        for each in lying:
            # The bare table under it was never seen and may look like a hand: only an arm can hide the card.
            hidden = len(hands.arms(self.sight.mask(each.quad))) > 0 or not self.sight.rested(each.quad)
            if each.number in found or hidden:
                continue
            each.missing = t if each.missing is None else each.missing
            if t - each.missing >= MISSING:
                self.left.append(each.quad)
                each.gone = each.missing
                self._found_again(each)
                for below in lying:
                    # What lay under it shows more now.
                    if below is not each and overlap(below.quad, each.quad) > 0:
                        below.wanted = VIEWS

    def _found_again(self, each: _Seen) -> None:
        """A card that was pushed is seen at its new place before it is missed at the old one: they are one."""
        mine = self._likeliest(each)
        for other in self._seen:
            later = other.gone is None and other.since > each.since
            if later and self._likeliest(other) == mine:
                each.quad, each.moved, each.missing, each.gone = other.quad, True, None, None
                self._seen.remove(other)
                return

    def looked(self, quads: Sequence[Quad], looks: Looks, first: int) -> None:
        """What the namer saw of the wanted outlines, from row `first` on."""
        for i, quad in enumerate(quads, start=first):
            if looks.visible[i] < VISIBLE or looks.genuine[i] < GENUINE:
                continue
            if self._only_guessed(quad, looks, i):
                continue
            each = self._of(quad, looks.vectors[i])
            each.views.add(looks.vectors[i], float(looks.genuine[i]), float(looks.visible[i]))
            each.wanted -= 1

    def _only_guessed(self, quad: Quad, looks: Looks, i: int) -> bool:
        """Whether it was not found, and does not look like a card that is none of the others, either."""
        if nearest(quad, self._guessed)[1] >= SAME_PLACE or self.lies_at(quad):
            return False
        likeliest = self.namer.likeliest(looks.vectors[i])
        return looks.genuine[i] < CLEARLY or any(self._likeliest(each) == likeliest for each in self._seen)

    def _of(self, quad: Quad, vector: NDArray[np.float32]) -> _Seen:
        """The card that lies there; one that was missed elsewhere and looks like it was pushed here."""
        lying = self._lying
        place, distance = nearest(quad, [each.quad for each in lying])
        if place >= 0 and distance < SAME_PLACE:
            return lying[place]
        likeliest = self.namer.likeliest(vector)
        for each in self._seen:
            away = each.gone is not None or each.missing is not None
            if away and self._likeliest(each) == likeliest:
                if each.gone is None:
                    self.left.append(each.quad)
                each.quad, each.moved, each.missing, each.gone = same_way(quad, each.quad), True, None, None
                return each
        self._numbers += 1
        new = _Seen(self._numbers, quad, self.sight.t, quad)
        self._seen.append(new)
        return new

    def _likeliest(self, each: _Seen) -> Card:
        return self.namer.likeliest(each.views.pooled()[0])

    def all(self) -> list[OpenCard]:
        """Every card that was seen so, by the time at which it was first seen, each named once."""
        names = self.namer.name([each.views for each in self._seen])
        return [
            OpenCard(
                each.number,
                name,
                _point(each.home),
                self._home_edge(each),
                self._edge(each.quad),
                self.sight.calibration.length_of(each.quad),
                each.moved,
                each.since,
                each.gone,
            )
            for each, name in zip(self._seen, names, strict=True)
        ]

    def _home_edge(self, each: _Seen) -> str:
        return "S" if self.sight.is_middle(centre_of(each.home)) else self._edge(each.home)

    def _edge(self, quad: Quad) -> str:
        """Whom it lies before: it points at him, and lies on his side."""
        x, y = centre_of(quad) - np.array(self.sight.calibration.middle)
        along = np.abs(axis_of(quad))
        if along[1] >= along[0]:
            return "S" if y > 0 else "N"
        return "E" if x > 0 else "W"


def _point(quad: Quad) -> tuple[float, float]:
    x, y = centre_of(quad)
    return float(x), float(y)
