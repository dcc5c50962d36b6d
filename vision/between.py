"""Cards that the finder drew into their neighbours: a card that shows less than all that was found leaves open has another one on it.

Where two cards of a row lie side by side it is looked for halfway between them. Nothing else is guessed: rows whose cards show
what they should are complete.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.identity import FULL, Quad
from vision.proposals import aligned, corner_distance

LACK: Final = 0.06
"""So much less than its neighbours leave open must be seen of a card,"""
HIDES: Final = 0.04
"""and of that the card that is looked for would hide at least so much, and"""
UPON: Final = 0.25
"""lie on so much of it."""
ASLANT: Final = 25.0
"""Cards of a row differ by so many degrees at most,"""
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
    lacking = [
        (quad, rest)
        for i, quad in enumerate(quads)
        if (rest := _others(quads, i)) and hidden_by(quad, rest) + _open(visible[i]) < 1 - lack
    ]
    if not lacking:
        return []
    found = np.array(quads, np.float32)
    chosen: list[Quad] = []
    for i, one in enumerate(quads):
        for two in quads[:i]:
            middle = _halfway(one, two)
            if middle is None or corner_distance(middle, np.array([*found, *chosen])).min() < TAKEN:
                continue
            if any(_explains(middle, quad, rest) for quad, rest in lacking):
                chosen.append(middle)
    return chosen


def _others(quads: Sequence[Quad], i: int) -> list[Quad]:
    return [quad for j, quad in enumerate(quads) if j != i]


def _open(visible: np.float32) -> float:
    return min(float(visible) / FULL, 1.0)


def _explains(middle: Quad, quad: Quad, rest: Sequence[Quad]) -> bool:
    """Whether it would lie on this card, and hide some of what the rest leaves open."""
    if hidden_by(quad, [middle]) < UPON:
        return False
    return hidden_by(quad, [*rest, middle]) - hidden_by(quad, rest) >= HIDES


def _halfway(one: Quad, two: Quad) -> Quad | None:
    """The outline in the middle of two that lie side by side."""
    two = aligned(one, two[None])[0]
    first, second = _along(one), _along(two)
    lengths = float(np.linalg.norm(first)), float(np.linalg.norm(second))
    if min(lengths) <= 0 or max(lengths) > LONGER * min(lengths):
        return None
    if float(first @ second) < np.cos(np.radians(ASLANT)) * lengths[0] * lengths[1]:
        return None
    step = float(np.linalg.norm(one.mean(axis=0) - two.mean(axis=0))) / (0.5 * sum(lengths))
    return np.asarray((one + two) / 2, np.float32) if STEPS[0] < step < STEPS[1] else None


def _along(quad: Quad) -> NDArray[np.float32]:
    return np.asarray(0.5 * (quad[3] - quad[0] + quad[2] - quad[1]), np.float32)


def hidden_by(quad: Quad, others: Sequence[Quad]) -> float:
    """The share of an outline that lies inside of others."""
    box = np.array([[0, 0], [32, 0], [32, 56], [0, 56]], np.float32)
    matrix = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), box)
    mask = np.zeros((56, 32), np.uint8)
    for other in others:
        corners = cv2.perspectiveTransform(np.asarray(other, np.float32)[None], matrix)[0]
        if np.isfinite(corners).all() and float(np.abs(corners).max()) < 4096:
            cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
    return float(mask.mean())
