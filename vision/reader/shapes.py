"""A card that the finder does not find is told by its shape: something new at rest, with four corners and as large as a card.

Printed stripes across a card may look like the edges of several; its outline on the table does not.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.identity import Quad
from vision.reader.stillness import Mask
from vision.reader.tracks import grown
from vision.reading import portrait
from vision.table.calibration import SHAPE, Calibration

PIECES: Final = 3
"""Gaps of so many small pixels, where the card shows a colour of the table, belong to it."""
FULL: Final = 0.8
"""So much of the outline must have come, and so much of what has come must be within it."""
RIM: Final = 1.03
"""The middle of the outermost small pixels lies within the card's edge."""
LIKE: Final = 0.2
"""Its sides may differ so much from a card's."""


def card_shaped(come: Mask, scale: float, view: Calibration) -> list[Quad]:
    """Outlines in the full picture of what is shaped as one card that lies by itself."""
    if view.card is None:
        return []
    mask = cv2.morphologyEx(come.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((PIECES, PIECES), np.uint8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((PIECES, PIECES), np.uint8))
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    quads = (_four_corners(np.asarray(contour, np.int32), scale) for contour in contours)
    return [quad for quad in quads if quad is not None and _sides_fit(quad, view)]


def _four_corners(contour: np.ndarray[tuple[int, ...], np.dtype[np.int32]], scale: float) -> Quad | None:
    hull = cv2.convexHull(contour)
    around = cv2.arcLength(hull, True)
    corners = next(
        (
            c
            for by in (0.02, 0.03, 0.04, 0.05, 0.07)
            if len(c := cv2.approxPolyDP(hull, by * around, True)) == 4
        ),
        None,
    )
    if corners is None:
        return None
    came, outlined = cv2.contourArea(contour), cv2.contourArea(corners)
    if min(came, outlined) < FULL * max(came, outlined, 1.0):
        return None
    quad = (corners.reshape(4, 2).astype(np.float32) + 0.5) / scale - 0.5
    # Of slanted edges the corners of pixels are cut off.
    return grown(portrait(np.asarray(quad, np.float32)), RIM * float(np.sqrt(came / outlined)))


def _sides_fit(quad: Quad, view: Calibration) -> bool:
    short, long = sorted(view.sides_of(quad))
    length = view.card_length
    off = np.log(np.array([long, max(short, 1.0) * SHAPE]) / length)
    return bool(np.abs(off).max() < LIKE)
