"""Cards that the finder drew into their neighbours: a card that shows less than all that was found leaves open has another one on it.

Where two cards of a row lie side by side it is looked for halfway between them. Nothing else is guessed: rows whose cards show
what they should are complete.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.identity import FULL, Quad
from vision.proposals import aligned, corner_distance

CARD: Final = np.array([[0, 0], [32, 0], [32, 56], [0, 56]], np.float32)
LACK: Final = 0.06
"""So much less than its neighbours leave open must be seen of a card,"""
HIDES: Final = 0.04
"""and of that the card that is looked for would hide at least so much, and"""
UPON: Final = 0.25
"""lie on so much of it."""
PARALLEL: Final = math.cos(math.radians(25.0))
"""Cards of a row differ by so little in direction,"""
LONGER: Final = 1.25
"""by so much in length,"""
STEPS: Final = (0.22, 0.95)
"""and lie so many card lengths apart."""
TAKEN: Final = 0.12
"""Where an outline is nearer than this, in card lengths, nothing is looked for."""


def between(quads: Sequence[Quad], visible: NDArray[np.float32], lack: float = LACK) -> list[Quad]:
    """Outlines halfway between two of a row that may be cards, given how much is seen of each card that was found.

    All outlines begin at an end of their card's left long side.
    """
    if len(quads) < 2:
        return []
    found = np.array(quads, np.float32)
    low, high = found.min(axis=1), found.max(axis=1)
    near = (
        (low[:, None] < high).all(axis=2)
        & (high[:, None] > low).all(axis=2)
        & ~np.eye(len(quads), dtype=np.bool_)
    )
    covers = [_cover(quad, found[row]) for quad, row in zip(quads, near, strict=True)]
    lacking = [
        (quad, cover)
        for quad, cover, share in zip(quads, covers, visible.tolist(), strict=True)
        if float(cover.mean()) + min(share / FULL, 1.0) < 1 - lack
    ]
    chosen: list[Quad] = []
    for i, j in np.argwhere(np.tril(_side_by_side(found))).tolist() if lacking else ():
        middle = np.asarray((quads[i] + aligned(quads[i], found[j : j + 1])[0]) / 2, np.float32)
        if not any(_explains(middle, quad, cover) for quad, cover in lacking):
            continue
        if corner_distance(middle, np.array([*quads, *chosen])).min() >= TAKEN:
            chosen.append(middle)
    return chosen


def _side_by_side(quads: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which of them are parallel, equally long, and lie neither upon each other nor far apart."""
    along = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    length = np.maximum(np.linalg.norm(along, axis=1), 1.0)
    way = along / length[:, None]
    middles = quads.mean(axis=1)
    step = np.linalg.norm(middles[:, None] - middles, axis=2) / (0.5 * (length[:, None] + length))
    alike = np.maximum(length[:, None], length) <= LONGER * np.minimum(length[:, None], length)
    parallel = np.abs(way @ way.T) >= PARALLEL
    return np.asarray(parallel & alike & (step > STEPS[0]) & (step < STEPS[1]), np.bool_)


def _explains(middle: Quad, quad: Quad, cover: NDArray[np.bool_]) -> bool:
    """Whether it would lie on this card, and hide some of what the others leave open."""
    hidden = _cover(quad, [middle])
    return float(hidden.mean()) >= UPON and float((hidden & ~cover).mean()) >= HIDES


def hidden_by(quad: Quad, others: Sequence[Quad]) -> float:
    """The share of an outline that lies inside of others."""
    return float(_cover(quad, others).mean())


def _cover(quad: Quad, others: Sequence[Quad] | NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which part of an outline lies inside of others, as a small picture of the upright card."""
    mask = np.zeros((56, 32), np.uint8)
    if len(others):
        matrix = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), CARD)
        for corners in cv2.perspectiveTransform(np.array(others, np.float32), matrix):
            if np.isfinite(corners).all() and float(np.abs(corners).max()) < 4096:
                cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
    return mask.astype(np.bool_)
