"""A reader's view drawn into its picture: the middle, the seats, the cards that it sees."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from server.cameras.view import Spot, View
from vision.images import Image, PictureError, decode

_LIGHT: Final = (90, 220, 255)
_DARK: Final = (25, 25, 25)
_SIDE: Final = 1280


def with_seats(data: bytes, view: View | None) -> bytes:
    """The picture as JPEG; as it is where nothing is known of it. Blocks; for a thread."""
    try:
        image = decode(data)
    except PictureError:
        return data
    scale = _SIDE / max(image.shape[:2])
    if scale < 1:
        image = np.asarray(
            cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
    if view is not None:
        _draw(image, view)
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes())


def _draw(image: Image, view: View) -> None:
    height, width = image.shape[:2]
    size = max(1, round(height / 360))

    def at(spot: Spot) -> tuple[int, int]:
        return round(spot[0] * width), round(spot[1] * height)

    for colour, weight in ((_DARK, 3 * size), (_LIGHT, size)):
        axes = round(view.reach[0] * width), round(view.reach[1] * height)
        cv2.ellipse(image, at(view.middle), axes, 0, 0, 360, colour, weight, cv2.LINE_AA)
        outlines = [view.corners] if view.corners else []
        for corners in (*outlines, *(card.quad for card in view.cards)):
            points = np.array([at(spot) for spot in corners], np.int32)
            cv2.polylines(image, [points], True, colour, weight, cv2.LINE_AA)
    words: list[tuple[str, Spot]] = list(view.seats.items())
    words += [(card.card, card.quad[0]) for card in view.cards]
    for text, spot in words:
        x, y = at(spot)
        place = min(max(x - 8 * size, 2), width - 30 * size), min(max(y + 8 * size, 20 * size), height - 4)
        for colour, weight in ((_DARK, 5 * size), (_LIGHT, 2 * size)):
            cv2.putText(image, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.6 * size, colour, weight, cv2.LINE_AA)
