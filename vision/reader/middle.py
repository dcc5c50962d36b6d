"""Where the middle of the table is, how large cards are there and how obliquely the camera looks: as the cards show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from vision.identity import Quad
from vision.reader.sight import Sight
from vision.reader.tracks import Track, plausible
from vision.reader.tricks import Heap
from vision.table.calibration import Calibration, squash_of
from vision.table.quads import centre_of

ASTRAY: Final = 1.5
"""A talon whose middle is farther from the picture's, in card lengths, was put aside."""
HASTY: Final = 3
"""In so many looks what is seen of the camera's tilt weighs more."""


class Middle:
    """A camera seldom looks exactly at the middle of the table: talon and first trick show where it is."""

    def __init__(self, sight: Sight, *, sure: bool) -> None:
        self.sight = sight
        self.sure = sure
        """Whether a whole trick, or a person, has shown it."""
        self._anchored = False

    @property
    def calibration(self) -> Calibration:
        return self.sight.calibration

    def show(self, calibration: Calibration) -> None:
        """A person says where it is: the cards of the first trick need not show it any more."""
        self.sight.calibration = calibration
        self.sure, self._anchored = True, False

    def belongs(self, quad: Quad) -> bool:
        """Whether this may be a card of a trick, by its place and size."""
        return self.sight.is_middle(centre_of(quad)) and plausible(quad, self.calibration, sure=self.sure)

    def beyond(self, quad: Quad) -> bool:
        """Whether it may be a card that lies openly outside the tricks: in the middle what is none of them is no card."""
        return not self.belongs(quad) and not (self.sure and self.sight.is_middle(centre_of(quad)))

    def reconsider(self, laid: Sequence[Track]) -> None:
        """The first card was taken up again: it may only have been held there."""
        if self._anchored and not laid:
            self.sight.calibration = self.calibration.forgotten()
            self.sure = self._anchored = False

    def tilt(self, quads: Sequence[Quad], looks: int) -> None:
        """All cards in the picture, heaps too, show how obliquely the camera looks."""
        squash = squash_of(np.array(quads, np.float32).reshape(-1, 4, 2))
        if squash is not None:
            weight = 0.5 if looks <= HASTY else 0.1
            self.sight.calibration = self.calibration.foreshortened(
                (1 - weight) * self.calibration.squash + weight * squash
            )

    def talon(self, quads: Sequence[Quad]) -> None:
        """An open talon lies in the middle: until the first trick shows better where that is."""
        if self.sight.seeking:
            centres = np.stack([centre_of(q) for q in quads])
            middle = (centres.min(axis=0) + centres.max(axis=0)) / 2
            if self.calibration.distance(middle) <= ASTRAY:
                length = float(np.median([self.calibration.length_of(q) for q in quads]))
                self.sight.calibration = self.calibration.centred(middle, length)

    def first_of_all(self, quad: Quad) -> None:
        """The first card that is laid shows how long cards are."""
        if self.calibration.card is None:
            self.sight.calibration = replace(self.calibration, card=self.calibration.length_of(quad))

    def laid(self, track: Track, heap: Heap) -> None:
        """A card was added to its trick."""
        lengths = [self.calibration.length_of(t.quad) for t in heap.cards]
        length = float(np.median(lengths)) if lengths else 0.0
        if not self.sure and heap.number == 1 and heap.cards:
            places = [(centre_of(t.quad), t.seat) for t in heap.cards]
            self.sight.calibration = self.calibration.anchored(places, length)
            self.sure, self._anchored = heap.full, True
        if heap.full and not track.gift:
            centres = np.stack([centre_of(t.quad) for t in heap.cards])
            self.sight.calibration = self.calibration.learn(centres, length)
