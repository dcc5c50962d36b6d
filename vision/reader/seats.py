"""Whose card it is: from the edge that its hand came from, from where it lies and how it is turned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.reader.hands import Hands
from vision.reader.stillness import Mask
from vision.table.calibration import SEATS

BY_PLACE: Final = 4.0
BY_TURN: Final = 4.0
BY_HAND: Final = 6.0
"""What each of the three kinds of evidence may weigh at most; two of them outvote the third."""
ENOUGH: Final = 120.0
"""So many pixels of arms, summed over the frames, are full evidence."""


def hand_shares(history: Iterable[Hands], mask: Mask, since: float, until: float) -> NDArray[np.float64]:
    """How much the arms that were at this place in that time came from each edge; sums to 1, or less.

    In a dim light an arm breaks into pieces that faint differences join. Where arms were seen clearly these say nothing.
    """
    history = list(history)
    while_there = [h for h in history if since <= h.t <= until and h.labels.shape == mask.shape]
    middle = np.argwhere(mask).mean(axis=0) if mask.any() else np.zeros(2)
    # What differs faintly all the time, and reaches an edge, is another light and no arm.
    always = np.min([h.faint_edges.sum(axis=0) for h in history], axis=0) if history else np.zeros(4)
    total = np.zeros(4)
    for faintly in (False, True):
        for hands in while_there:
            for pixels, reach in hands.reaches(mask, faintly=faintly):
                arm = np.maximum(reach - always, 0) if faintly else reach
                total += min(pixels, 60.0) * arm / reach.sum()
        if total.sum() >= ENOUGH:
            break
    for hands in while_there:
        if not hands.reaches(mask) and not hands.reaches(mask, faintly=True):
            total += _hands_alone(hands, mask, middle)
    return total / max(float(total.sum()), ENOUGH)


def _hands_alone(hands: Hands, mask: Mask, middle: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of hands whose arms cannot be seen: on which sides of the place they are."""
    total = np.zeros(4)
    inside = np.bincount(hands.labels[mask], minlength=len(hands.edges)).astype(float)
    inside[0] = 0
    for label in np.flatnonzero(inside):
        if not hands.edges[label].any():
            away = np.argwhere(hands.labels == label).mean(axis=0) - middle
            total += 0.3 * min(inside[label], 60.0) * _by_side(away)
    return total


def _by_side(away: NDArray[np.float64]) -> NDArray[np.float64]:
    """For a hand whose arm cannot be seen: the side on which it is, if it is clearly on one. `away` is (y, x)."""
    shares = np.zeros(4)
    y, x = float(away[0]), float(away[1])
    if max(abs(x), abs(y)) > 8:
        shares[(0 if y > 0 else 2) if abs(y) > abs(x) else (1 if x > 0 else 3)] = 1.0
    return shares


def seat_of(
    offset: NDArray[np.float64],
    axis: NDArray[np.float64],
    directions: Mapping[str, NDArray[np.float64]],
    hand: NDArray[np.float64],
) -> tuple[str, float]:
    """The likeliest edge and how sure that is. `offset` is where it lies, in card lengths from the middle."""
    scores = []
    for i, seat in enumerate(SEATS):
        toward = directions[seat]
        place = float(np.clip(offset @ toward / 0.5, -1, 1))
        turned = 2 * abs(float(axis @ toward)) ** 2 - 1
        scores.append(BY_PLACE * place + BY_TURN * turned + BY_HAND * float(hand[i]))
    weights = np.exp(np.array(scores) - max(scores))
    best = int(weights.argmax())
    return SEATS[best], float(weights[best] / weights.sum())
