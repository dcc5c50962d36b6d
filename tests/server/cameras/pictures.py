"""Pictures for the tests of cameras."""

from __future__ import annotations

import cv2
import numpy as np


def jpeg(width: int, height: int, grey: int = 90) -> bytes:
    """A whole JPEG, with something to see in it."""
    image = np.full((height, width, 3), grey, np.uint8)
    cv2.rectangle(image, (width // 3, height // 3), (width // 2, height // 2), (250, 250, 250), -1)
    return bytes(cv2.imencode(".jpg", image)[1].tobytes())
