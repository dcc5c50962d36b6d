"""What can be seen at this moment, and the small questions that are asked of it: at rest, free of hands, still there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.identity import Image, Quad
from vision.images import is_black
from vision.reader.backdrop import TELLING, Backdrop, Presence
from vision.reader.hands import Hands
from vision.reader.steady import Steady, shifted
from vision.reader.stillness import Mask, Stillness, shrink
from vision.reader.tracks import UNSEEN, Track, mask_of, widened
from vision.table.calibration import INNER, Calibration

ARRIVAL: Final = 1.0
"""A card came to rest at most so many seconds before it was first seen."""
LATE: Final = 8.0
"""One that is hard to find may have lain there for so many."""
EARLY: Final = 0.3
"""So much of a card may be hidden by the hand that lays it, and must not have rested as long as the rest of it."""
THING: Final = 1.0
TOUCH: Final = 0.14
"""A hand nearer than this, in card lengths, still holds the card."""
AWAY: Final = 0.45
PRESENT: Final = 0.5
"""A card lies there if so much of what can be told of it looks as it did;"""
STRIP: Final = 0.4
"""where less than this tells, the rim of the card on top or a shifted row of pips may be much of it,"""
RIM: Final = 0.25
"""and so much is enough."""
BARED: Final = 0.45
"""Where so much shows what the card was laid on, it has gone."""
DIM: Final = 0.5
"""A picture that is suddenly so much darker than the last one"""
PASSING: Final = 2.0
"""may be over in so many seconds: until then nothing is read and nothing forgotten."""
ALWAYS: Final = 0.9
"""Of a card that lay there when the first frame was taken so much has never moved."""


class Sight:
    """The view of the table from frame to frame, small, held still, with its memory."""

    def __init__(self, calibration: Calibration | None) -> None:
        self.known = calibration is not None
        self.calibration = calibration or Calibration.guessed(1280, 720)
        self.stillness = Stillness()
        self.backdrop = Backdrop()
        self.t = 0.0
        self.scale = 1.0
        self._steady = Steady()
        self._level = 0.0
        self._dim_since: float | None = None
        self._shift = (0.0, 0.0)

    @property
    def seeking(self) -> bool:
        """Whether the middle is still to be found: until then, the first cards may lie nearly anywhere."""
        return not self.calibration.found

    def is_middle(self, point: NDArray[np.float64]) -> bool:
        return self.calibration.is_middle(point)

    def too_dark(self, image: Image, t: float) -> bool:
        """Whether this picture says nothing: a lamp went out, a sleeve lies before the lens, a camera is just waking.

        Where it stays, and the table can still be told by it, it is the light of now.
        """
        level, black = float(image[::16, ::16].mean()), is_black(image)
        if not black and level >= DIM * self._level:
            self._level, self._dim_since = level, None
            return False
        self._dim_since = t if self._dim_since is None else self._dim_since
        share = level / max(self._level, 1.0)
        if black or t - self._dim_since < PASSING or not self.backdrop.visible_at(share):
            return True
        self._level, self._dim_since = level, None
        return False

    def take(self, image: Image, t: float, held: Sequence[Quad]) -> Hands:
        """The next frame; `held` are outlines of cards that may still be in a hand."""
        height, width = image.shape[:2]
        if not self.known:
            self.calibration, self.known = Calibration.guessed(width, height), True
        elif (self.calibration.width, self.calibration.height) != (width, height):
            self.calibration = self.calibration.scaled(width, height)
        small, self._shift = self._steady.align(shrink(image), self.backdrop.table)
        self.scale, self.t = small.shape[1] / width, t
        still = self.stillness
        still.feed(small, t)
        masks = [self.mask(quad) for quad in held]
        return self.backdrop.feed(small, still.moved, t, still.noise, masks, self.zone())

    def held_still(self, image: Image) -> Image:
        """The full picture of this moment without the camera's shaking."""
        if self._shift == (0.0, 0.0):
            return image
        return shifted(image, self._shift[0] / self.scale, self._shift[1] / self.scale)

    def presence(self, track: Track, hidden: Mask | None = None) -> Presence:
        return self.backdrop.presence(track.number, self.stillness.small, hidden)

    def lies(self, track: Track, seen: Presence) -> bool:
        """Whether the card lies there still, by what was seen of its place."""
        return seen.card >= (PRESENT if seen.telling >= STRIP * track.pixels else RIM)

    def bared(self, track: Track) -> bool:
        """Whether its place can be seen and shows what it was laid on."""
        seen = self.presence(track)
        open_enough = seen.pixels >= UNSEEN * track.pixels
        return open_enough and seen.table >= BARED and not self.lies(track, seen)

    def mask(self, quad: Quad) -> Mask:
        return mask_of(quad, self.stillness.small.shape, self.scale)

    def card_length(self) -> float:
        return self.calibration.card_length * self.scale

    def card_area(self) -> float:
        return 0.54 * self.card_length() ** 2

    def zone(self) -> Mask:
        """Where cards of tricks may lie, with what belongs to them."""
        shape = self.stillness.small.shape[:2]
        y, x = np.ogrid[: shape[0], : shape[1]]
        if self.seeking:
            wide, high = (share + 0.08 for share in INNER)
            across, down = np.abs(x / shape[1] - 0.5) <= wide, np.abs(y / shape[0] - 0.5) <= high
            return np.asarray(across & down, np.bool_)
        cx, cy = (v * self.scale for v in self.calibration.middle)
        reach = (self.calibration.reach + 0.5) * self.calibration.card_length * self.scale
        return np.asarray((x - cx) ** 2 + (y - cy) ** 2 <= reach * reach, np.bool_)

    def rest_of(self, quad: Quad, since: float) -> float:
        """When it came to rest; a hand that leaves later moves only over part of it."""
        place = self.mask(quad)
        moved = self.stillness.moved[place]
        # What shows neither the table nor what lay there has changed when it came, at the earliest.
        lately = moved > since - ARRIVAL
        strange = self.backdrop.stranger(place)
        before = moved[strange & ~lately & (moved > since - LATE)]
        own = moved[strange & lately]
        # It lay there for a while before it was found; unless most of what has changed there has done so only now, as where
        # a white card comes on a white cloth.
        if before.size >= TELLING and before.size > int(lately.sum()):
            return float(np.quantile(before, 1 - EARLY))
        if own.size >= TELLING:
            return min(since, float(np.quantile(own, EARLY)))
        # White on white moves unseen: only the pixels that changed when it came can say when it came.
        came = moved[lately]
        return since if came.size < 5 else min(since, float(np.quantile(came, 0.45)))

    def rested(self, quad: Quad) -> bool:
        return float(self.stillness.at_rest[self.mask(quad)].mean()) > 0.7

    def never_came(self, quad: Quad) -> bool:
        """Whether it lay there before the first frame."""
        return float((self.stillness.moved[self.mask(quad)] < self.stillness.begun).mean()) > ALWAYS

    def free(self, quad: Quad, hands: Hands) -> bool:
        """Nothing that may be a hand touches the outline."""
        # As long as the middle is not known, the hand must be well away: it may think again beside it.
        touch = AWAY if self.seeking else TOUCH
        near = widened(self.mask(quad), touch * self.card_length())
        return not np.any(hands.areas[hands.touching(near)] > 0.2 * self.card_area())

    def hand_free(self, area: Mask, hands: Hands, share: float) -> bool:
        """Whether nothing there is a hand of more than that share of a card.

        What has no arm and has not moved for a while is none: a place that was bared, a thing that was put down.
        """
        for label in hands.touching(area):
            if hands.areas[label] <= share * self.card_area():
                continue
            arm = hands.edges[label].sum() > 0
            if arm or float(self.stillness.moved[hands.labels == label].max()) > self.t - THING:
                return False
        return True

    def lay_anew(self, track: Track) -> None:
        """After a card was pushed: it lies elsewhere, under the cards that were laid after it."""
        self.backdrop.lift(track.number, self.t)
        mask = self.mask(track.quad) & (self.backdrop.owner < track.number)
        self.backdrop.lay(track.number, mask, self.stillness.small)
