"""Draws what is known of a table into its picture: the seats, the middle, the corners."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.images import Image
from vision.table.calibration import Calibration

_LINE: Final = (60, 220, 255)
_DARK: Final = (20, 20, 20)


def draw_calibration(image: Image, calibration: Calibration) -> Image:
    """A copy with the trick area as a circle seen from the side and each seat's letter at its edge."""
    shown = image.copy()
    height, width = image.shape[:2]
    size = max(1, round(height / 360))
    middle = np.array(calibration.middle)
    reach = calibration.reach * calibration.card_length
    centre = (round(float(middle[0])), round(float(middle[1])))
    for colour, weight in ((_DARK, 3 * size), (_LINE, size)):
        axes = (round(reach), round(reach * calibration.squash))
        cv2.ellipse(shown, centre, axes, 0, 0, 360, colour, weight, cv2.LINE_AA)
        cv2.drawMarker(shown, centre, colour, cv2.MARKER_CROSS, 12 * size, weight)
        if calibration.corners is not None:
            corners = np.array(calibration.corners, np.int32)
            cv2.polylines(shown, [corners], True, colour, weight, cv2.LINE_AA)
    for seat, direction in calibration.directions().items():
        point = middle + direction * reach * 1.25 * np.array([1.0, calibration.squash])
        x = int(np.clip(point[0], 20 * size, width - 30 * size))
        y = int(np.clip(point[1], 25 * size, height - 12 * size))
        for colour, weight in ((_DARK, 6 * size), (_LINE, 2 * size)):
            cv2.putText(
                shown,
                seat,
                (x - 8 * size, y + 8 * size),
                cv2.FONT_HERSHEY_SIMPLEX,
                size,
                colour,
                weight,
                cv2.LINE_AA,
            )
    return np.asarray(shown, np.uint8)
