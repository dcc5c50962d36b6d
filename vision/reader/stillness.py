"""The motion gate: where the picture has come to rest and shows something that was not looked at yet."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]

WIDTH: Final = 320
"""Everything cheap is done on a picture of this width: a card is still some thirty pixels long."""
MOVING: Final = 14
NEW: Final = 22
TREMBLE: Final = 0.3
"""Share of the local contrast that a trembling camera may change."""
REST: Final = 0.15
"""Seconds without a change after which a pixel has come to rest: two frames of a slow camera."""


def shrink(image: Image) -> Image:
    height, width = image.shape[:2]
    size = WIDTH, max(1, round(height * WIDTH / width))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def apart(one: Image, two: Image) -> NDArray[np.uint8]:
    """The largest difference of the three colours, per pixel."""
    split = cv2.absdiff(one, two)
    return np.asarray(cv2.max(cv2.max(split[..., 0], split[..., 1]), split[..., 2]), np.uint8)


def tolerance(small: Image) -> NDArray[np.float32]:
    """What a shift by half a small pixel changes at most: printed lines and edges tremble with the camera."""
    kernel = np.ones((3, 3), np.uint8)
    span = cv2.split(cv2.subtract(cv2.dilate(small, kernel), cv2.erode(small, kernel)))
    most = cv2.max(cv2.max(span[0], span[1]), span[2])
    return np.asarray(most * np.float32(TREMBLE), np.float32)


class Stillness:
    """Since when each pixel has been at rest, and what it showed when it was last looked at."""

    def __init__(self) -> None:
        self.small: Image = np.zeros((0, 0, 3), np.uint8)
        self.moved: NDArray[np.float64] = np.zeros((0, 0), np.float64)
        """When each pixel last changed."""
        self.moving: Mask = np.zeros((0, 0), np.bool_)
        self.t = 0.0
        self.begun = 0.0
        """When the first frame of this size was taken."""
        self._seen: Image = np.zeros((0, 0, 3), np.uint8)
        self._noise = 0.0
        self._tolerance: NDArray[np.float32] = np.zeros((0, 0), np.float32)

    def feed(self, small: Image, t: float) -> None:
        self._tolerance = tolerance(small)
        if small.shape != self.small.shape:
            self.moved = np.full(small.shape[:2], t - 60, np.float64)
            self.moving = np.zeros(small.shape[:2], np.bool_)
            self._seen = np.full_like(small, 0)
            self.begun = t
        else:
            change = apart(small, self.small)
            # A sensor's noise is in every pixel: its middle value follows the light.
            self._noise += 0.1 * (float(np.median(change[::4, ::4])) - self._noise)
            self.moving = np.asarray(change > MOVING + 3 * self._noise + self._tolerance, np.bool_)
            self.moved[self.moving] = t
        self.small, self.t = small, t

    @property
    def noise(self) -> float:
        return self._noise

    @property
    def at_rest(self) -> Mask:
        return np.asarray(self.moved <= self.t - REST, np.bool_)

    def news(self) -> Mask:
        """At rest, and other than when it was last looked at."""
        different = apart(self.small, self._seen) > NEW + 3 * self._noise + self._tolerance
        return np.asarray(different & self.at_rest, np.bool_)

    def looked(self) -> None:
        cv2.copyTo(self.small, self.at_rest.view(np.uint8), self._seen)
