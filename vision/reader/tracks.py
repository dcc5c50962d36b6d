"""Cards that lie in the middle, and cards that may come to lie there: the same card from frame to frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from vision.identity import Quad
from vision.proposals import corner_distance
from vision.reader.events import Name
from vision.reader.naming import Views
from vision.reader.stillness import Mask
from vision.table.calibration import Calibration
from vision.table.quads import centre_of

SAME_PLACE: Final = 0.16
"""Outlines that are nearer than this, in card lengths, are one card that has not moved."""
UNSEEN: Final = 0.12
"""A card of which less than this share lies open cannot be missed."""
HALO: Final = 1.06
"""An outline enlarged so much holds all of the card's pixels, also where it is a little off."""
PATIENT: Final = 24
"""So many views at most are taken of one card."""


@dataclass(slots=True, eq=False)
class Waiting:
    """A card that was seen in the middle and is not yet known to lie there: a hand may still hold it."""

    quad: Quad
    since: float
    views: Views = field(default_factory=Views)
    likeliest: Card | None = None
    ripe_since: float | None = None
    seen: float | None = None
    """When it was last seen to be a card."""
    tried: float | None = None
    """When it was last looked at under a hand."""
    shaped: bool = False
    """Only its shape says that it may be a card; the finder has not found it."""
    lost: float | None = None
    """When it was last seen, if it is not there any more."""
    rest: tuple[Quad, float, float] | None = None
    """Where it rested longest, from when, until when: a hand may draw it in without ever having let it go."""

    def rested(self, t: float) -> None:
        """It was seen at rest where it is now."""
        if self.rest is None or t - self.since >= self.rest[2] - self.rest[1]:
            self.rest = self.quad.copy(), self.since, t


@dataclass(slots=True, eq=False)
class Track:
    """A card that came to rest in the middle."""

    number: int
    quad: Quad
    seat: str
    rest: float
    views: Views
    trick: int = 0
    gift: bool = False
    name: Name = field(default_factory=lambda: Name(None, 0.0))
    missing_since: float | None = None
    pixels: int = 0
    """How many small pixels of it could be seen when it was laid."""
    seat_sure: float = 1.0
    upon: Waiting | None = None
    """Another card that was seen in its place."""
    away: float = 0.5
    """How far from the middle it lies, in card lengths."""
    in_time: bool = True
    """Whether it was seen before its trick was taken in."""

    def looks_like(self, vector: NDArray[np.float32]) -> float:
        """How alike another look is to what was seen of it: 1 is the same."""
        return float(self.views.pooled()[0] @ vector)

    @property
    def wants_views(self) -> bool:
        """A clear reading needs no more looks; where a doubt is left, a hand may go or the light may change."""
        enough = 2 if self.name.confidence > 0.99 else 6 if self.name.confidence > 0.97 else PATIENT
        return self.views.answer is None and self.views.taken < enough


def same_way(quad: Quad, like: Quad) -> Quad:
    """The outline begun at the same end as another one of the same card."""
    straight = float(np.linalg.norm(quad - like, axis=1).sum())
    turned = np.roll(quad, 2, axis=0)
    return turned if float(np.linalg.norm(turned - like, axis=1).sum()) < straight else quad


def nearest(quad: Quad, others: Sequence[Quad]) -> tuple[int, float]:
    """The outline closest to this one and its distance in card lengths; (-1, inf) where there are none."""
    if not others:
        return -1, float("inf")
    distance = corner_distance(quad, np.stack([np.asarray(q, np.float32) for q in others]))
    best = int(distance.argmin())
    return best, float(distance[best])


def grown(quad: Quad, by: float) -> Quad:
    """The outline with its corners moved away from its middle."""
    middle = centre_of(quad)
    return np.asarray(middle + (np.asarray(quad) - middle) * by, np.float32)


def mask_of(quad: Quad, shape: tuple[int, ...], scale: float) -> Mask:
    """The outline's pixels in the small picture."""
    canvas = np.zeros(shape[:2], np.uint8)
    points = np.asarray(np.round((np.asarray(quad) + 0.5) * scale - 0.5), np.int32)
    cv2.fillConvexPoly(canvas, points, 1)
    return canvas.astype(np.bool_)


def widened(mask: Mask, by: float) -> Mask:
    """The mask with so many pixels more on each side."""
    size = 2 * max(1, round(by)) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    return np.asarray(cv2.dilate(mask.astype(np.uint8), kernel), np.bool_)


def plausible(quad: NDArray[np.float32], view: Calibration, *, sure: bool = True) -> bool:
    """Not much longer or shorter than the other cards; until those are `sure`, a first wrong one must not shut out all."""
    shortest, longest = (0.7, 1.45) if sure else (0.5, 2.0)
    return view.card is None or shortest * view.card < view.length_of(quad) < longest * view.card
