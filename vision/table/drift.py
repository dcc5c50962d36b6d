"""Notices that the camera or the table was moved: what lies still all evening has another place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Image

MOVED: Final = 0.012
"""From this share of the picture's width on, the view has moved."""
SURE: Final = 0.15
"""Below this the two views cannot be compared: too much else has changed."""


@dataclass(frozen=True, slots=True)
class Shift:
    """How far the view has moved, in pixels of the picture, and how clearly that can be seen (0 to 1)."""

    x: float
    y: float
    clarity: float
    width: int

    @property
    def moved(self) -> bool:
        return self.clarity >= SURE and float(np.hypot(self.x, self.y)) > MOVED * self.width


class Drift:
    """Compares the resting table with what it was when the calibration was made."""

    def __init__(self, reference: Image) -> None:
        self._reference = _edges(reference)
        self._window = cv2.createHanningWindow(self._reference.shape[::-1], cv2.CV_32F)

    def compare(self, table: Image, scale: float = 1.0) -> Shift:
        """`table` has the reference's size; `scale` leads from its pixels to those of the full picture."""
        now = _edges(table)
        if now.shape != self._reference.shape:
            return Shift(0, 0, 0, table.shape[1])
        (x, y), clarity = cv2.phaseCorrelate(self._reference, now, self._window)
        width = round(table.shape[1] / scale)
        return Shift(x / scale, y / scale, float(np.clip(clarity, 0, 1)), width)


def _edges(image: Image) -> NDArray[np.float32]:
    """Edges instead of brightness: lamps may change."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    grey = np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.0), np.float32)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    return np.asarray(np.sqrt(across**2 + down**2), np.float32)
