"""Holds the picture still: a camera on a shaking arm moves everything at once, and nothing has happened."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reader.stillness import Image

LEAST: Final = 0.06
MOST: Final = 8.0
"""Small pixels: less is no shaking, more is a camera that was moved."""
BETTER: Final = 0.85
"""The picture is shifted only if it then differs so much less from the table."""
STEEP: Final = 14.0
FEW: Final = 60
"""Without so many pixels on edges nothing can be said."""
CLIP: Final = 24.0
"""A hand counts no more than a moved edge does."""

Shift = tuple[float, float]


class Steady:
    """Finds how far the view is off the table that is remembered, and takes it back."""

    def __init__(self) -> None:
        self._window: NDArray[np.float32] | None = None

    def align(self, small: Image, table: Image) -> tuple[Image, Shift]:
        """The picture as it would be without the shaking, and by how much it was shifted."""
        if small.shape != table.shape:
            return small, (0.0, 0.0)
        now, then = _grey(small), _grey(table)
        if self._window is None or self._window.shape != now.shape:
            self._window = np.asarray(cv2.createHanningWindow(now.shape[::-1], cv2.CV_32F), np.float32)
        (x, y), _ = cv2.phaseCorrelate(then, now, self._window)
        if not LEAST < float(np.hypot(x, y)) * 2 < MOST:
            return small, (0.0, 0.0)
        lines = _lines(then)
        if int(lines.sum()) < FEW:
            return small, (0.0, 0.0)
        if _difference(_moved(now, x, y), then, lines) > BETTER * _difference(now, then, lines):
            return small, (0.0, 0.0)
        return shifted(small, 2 * x, 2 * y), (2 * x, 2 * y)


def _grey(small: Image) -> NDArray[np.float32]:
    half = cv2.resize(small, (small.shape[1] // 2, small.shape[0] // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(half, cv2.COLOR_BGR2GRAY), np.float32)


def shifted(image: Image, x: float, y: float) -> Image:
    """The picture with its view moved back by so many pixels."""
    return np.asarray(_moved(image, x, y), np.uint8)


def _moved(picture: Image | NDArray[np.float32], x: float, y: float) -> cv2.typing.MatLike:
    matrix = np.array([[1, 0, x], [0, 1, y]], np.float32)
    size = picture.shape[1], picture.shape[0]
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(picture, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)


def _lines(picture: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Where the picture has edges, by which a shift can be seen; the outermost rim is left out."""
    kernel = np.ones((3, 3), np.uint8)
    span = cv2.dilate(picture, kernel) - cv2.erode(picture, kernel)
    inside = np.zeros(picture.shape, np.bool_)
    inside[4:-4, 4:-4] = True
    return np.asarray((span > STEEP) & inside, np.bool_)


def _difference(one: cv2.typing.MatLike, two: NDArray[np.float32], where: NDArray[np.bool_]) -> float:
    """Mean difference, the few hands and cards clipped."""
    apart = np.minimum(np.abs(np.asarray(one, np.float32) - two), CLIP)
    return float(apart[where].mean())
