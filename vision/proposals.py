"""From the network's many proposals to one outline for each card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Quads = NDArray[np.float32]

# Proposals that lie this close, in card lengths, are one card, and those that lie closer are averaged.
SAME: Final = 0.08
CLOSE: Final = 0.045
# A smaller outline within a surer one is a piece of that card: all cards of a table have one size.
PIECE: Final = 0.75
# Outlines that share less of the smaller one merely touch: they are not exact yet.
SHARED: Final = 0.02
RIM: Final = 0.08


@dataclass(frozen=True, slots=True)
class Proposals:
    """Outlines (N,4,2) in pixels of the picture, the surest first, before they are made exact."""

    quads: Quads
    back: NDArray[np.bool_]
    scores: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.scores)

    def only(self, rows: NDArray[np.bool_]) -> Proposals:
        return Proposals(self.quads[rows], self.back[rows], self.scores[rows])

    def lengths(self) -> NDArray[np.float32]:
        sides = np.linalg.norm(self.quads - np.roll(self.quads, -1, axis=1), axis=-1)
        return np.asarray(sides.max(axis=1, initial=0.0), np.float32)


def joined(one: Proposals, two: Proposals) -> Proposals:
    """What two looks at a picture propose, each card once."""
    scores = np.concatenate([one.scores, two.scores])
    order = np.argsort(-scores, kind="stable")
    quads, back = np.concatenate([one.quads, two.quads])[order], np.concatenate([one.back, two.back])[order]
    quads, which = merge(quads, scores[order], same=SAME, close=CLOSE)
    return Proposals(quads, back[which], scores[order][which])


def within_larger(quads: Quads, large: Quads) -> NDArray[np.bool_]:
    """Which outlines have their middle in one of the large ones and are clearly smaller."""
    sizes = _area(large)
    return np.array(
        [
            any(
                area < PIECE * size and cv2.pointPolygonTest(outline, middle, False) >= 0
                for outline, size in zip(large, sizes, strict=True)
            )
            for middle, area in zip(quads.mean(axis=1).tolist(), _area(quads), strict=True)
        ],
        np.bool_,
    )


def crossing(quads: Quads) -> bool:
    """Whether any two outlines share more than their rims."""
    sizes = _area(quads)
    return any(
        cv2.intersectConvexConvex(one, quads[j])[0] > SHARED * min(sizes[i], sizes[j])
        for i, one in enumerate(quads)
        for j in range(i)
    )


def corner_distance(quad: Quads, others: Quads) -> NDArray[np.float32]:
    """Mean distance of corners, in card lengths, in the better of the two orders."""
    straight = np.linalg.norm(others - quad, axis=-1).mean(axis=-1)
    turned = np.linalg.norm(others - np.roll(quad, 2, axis=0), axis=-1).mean(axis=-1)
    length = 0.5 * np.linalg.norm(quad[3] - quad[0] + quad[2] - quad[1])
    return np.asarray(np.minimum(straight, turned) / max(float(length), 1.0), np.float32)


def aligned(quad: Quads, others: Quads) -> Quads:
    """The others, each started at the end where `quad` starts."""
    straight = np.linalg.norm(others - quad, axis=-1).mean(axis=-1)
    turned = np.linalg.norm(others - np.roll(quad, 2, axis=0), axis=-1).mean(axis=-1)
    return np.where((turned < straight)[:, None, None], np.roll(others, 2, axis=1), others)


def merge(
    quads: Quads, scores: NDArray[np.float32], *, same: float, close: float
) -> tuple[Quads, NDArray[np.intp]]:
    """One outline per card out of many proposals (best first), and which proposal stands for each.

    Proposals within `same` card lengths are one card: corners tell covering cards apart where boxes and their overlap
    do not. Those within `close` are averaged.
    """
    left = np.ones(len(quads), bool)
    kept: list[Quads] = []
    which: list[int] = []
    for i in range(len(quads)):
        if not left[i]:
            continue
        distance = corner_distance(quads[i], quads)
        friends = left & (distance < close) & (scores > 0.4 * scores[i])
        friends[i] = True
        weight = scores[friends, None, None]
        kept.append((aligned(quads[i], quads[friends]) * weight).sum(axis=0) / weight.sum())
        which.append(i)
        left &= distance >= same
    return np.array(kept, np.float32).reshape(-1, 4, 2), np.array(which, np.intp)


def pieces(quads: Quads, scores: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which outlines lie within a surer one and are clearly smaller."""
    edge = np.roll(quads, -1, axis=1) - quads
    areas = _area(quads)
    # Of each corner to each edge of each outline: how far inside, in shares of the outline's height over that edge.
    away = quads[:, None, :, None] - quads[None, :, None]
    depth = edge[None, :, None, :, 0] * away[..., 1] - edge[None, :, None, :, 1] * away[..., 0]
    within = (depth >= -RIM * areas[None, :, None, None]).all(axis=(2, 3))
    return np.asarray(
        (within & (areas[:, None] < PIECE * areas) & (scores[:, None] < scores)).any(axis=1), np.bool_
    )


def _area(quads: Quads) -> NDArray[np.float32]:
    one, two = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return np.asarray(np.abs(one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]) / 2, np.float32)


def decode(
    raw: NDArray[np.float32], *, threshold: float, most: int = 400, same: float = SAME, close: float = CLOSE
) -> tuple[Quads, NDArray[np.bool_], NDArray[np.float32]]:
    """The network's rows (face, BACK, four corners; one column per anchor) → outlines in input pixels."""
    best = raw[:2].max(axis=0)
    sure = np.flatnonzero(best >= threshold)
    sure = sure[np.argsort(-best[sure], kind="stable")][:most]
    quads = np.ascontiguousarray(raw[2:, sure].T).reshape(-1, 4, 2)
    good = np.isfinite(quads).all(axis=(1, 2)) & _convex(quads)
    sure, quads = sure[good], quads[good]
    kept, which = merge(quads, best[sure], same=same, close=close)
    chosen = sure[which]
    return kept, np.asarray(raw[1, chosen] > raw[0, chosen]), np.asarray(best[chosen], np.float32)


def _convex(quads: Quads) -> NDArray[np.bool_]:
    """Clockwise in the picture, without dents, not thinner than a needle."""
    side = np.roll(quads, -1, axis=1) - quads
    follow = np.roll(side, -1, axis=1)
    cross = side[..., 0] * follow[..., 1] - side[..., 1] * follow[..., 0]
    return np.asarray((cross > 1.0).all(axis=1))
