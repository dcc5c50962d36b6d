"""Where something new lies the picture is looked at once more from nearer: of two cards that lie alike one may be missed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detector import NEAR_LENGTH
from vision.identity import Quad
from vision.letterbox import Window, window_around
from vision.reader.stillness import Mask
from vision.reader.tracks import SAME_PLACE, nearest

AROUND: Final = 0.35
"""So many card lengths around what is new are looked at."""
JOINED: Final = 5
"""Pieces of something new that are so few small pixels apart are one thing."""
WORTH_IT: Final = 1.3


def where_new(news: Mask, scale: float, length: float, width: int, height: int) -> Window | None:
    """The part of the picture around what is new, no nearer than the finder knows cards; None if that is hardly nearer."""
    mask = cv2.morphologyEx(news.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    mask = cv2.dilate(mask, np.ones((JOINED, JOINED), np.uint8))
    count, _, pieces, _ = cv2.connectedComponentsWithStats(mask)
    if count < 2:
        return None
    x, y, w, h, _ = pieces[1 + int(pieces[1:, cv2.CC_STAT_AREA].argmax())].tolist()
    low = np.array([x, y]) / scale - AROUND * length
    high = np.array([x + w, y + h]) / scale + AROUND * length
    return window_around(low, high, width, height, most=NEAR_LENGTH / length, worth=WORTH_IT)


def whole_within(quad: Quad, window: Window) -> bool:
    """Whether the outline does not reach beyond what was looked at."""
    x0, y0, x1, y1 = window
    low, high = quad.min(axis=0), quad.max(axis=0)
    return bool(low[0] >= x0 and low[1] >= y0 and high[0] <= x1 and high[1] <= y1)


def together(
    near: Sequence[Quad], far: Sequence[Quad], back: NDArray[np.bool_]
) -> tuple[list[Quad], NDArray[np.bool_]]:
    """Both looks as one, with which of them lie face down: what was seen from nearer stands for what lies at its place."""
    others = [i for i, quad in enumerate(far) if nearest(quad, near)[1] >= SAME_PLACE]
    face_up = np.zeros(len(near), np.bool_)
    return [*near, *(far[i] for i in others)], np.concatenate([face_up, back[others]])
