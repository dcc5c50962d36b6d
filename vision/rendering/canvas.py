"""Painting flat things that lie on the table into the picture, and remembering who owns each pixel."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rendering.camera import Matrix

Image = NDArray[np.uint8]

NOBODY = -1


@dataclass(slots=True)
class Sprite:
    """A flat picture with a mask; `per_mm` pixels per millimetre. The colour reaches under the mask's edge."""

    colour: Image
    mask: Image
    per_mm: float

    @property
    def size_mm(self) -> tuple[float, float]:
        return self.colour.shape[1] / self.per_mm, self.colour.shape[0] / self.per_mm

    def shrunk(self, per_mm: float) -> Sprite:
        """The sprite at about the asked density, never enlarged: area-averaged, so that it does not alias."""
        factor = per_mm / self.per_mm
        if factor >= 0.8:
            return self
        height, width = self.mask.shape[:2]
        size = max(2, round(width * factor)), max(2, round(height * factor))
        return Sprite(
            _image(cv2.resize(self.colour, size, interpolation=cv2.INTER_AREA)),
            _image(cv2.resize(self.mask, size, interpolation=cv2.INTER_AREA)),
            self.per_mm * size[1] / height,
        )


def _image(value: object) -> Image:
    return np.asarray(value, np.uint8)


def placed(sprite: Sprite, x: float, y: float, angle: float) -> Matrix:
    """Texture pixel → table millimetres for a sprite centred at x, y and turned clockwise by `angle` degrees."""
    height, width = sprite.mask.shape[:2]
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    k = 1.0 / sprite.per_mm
    # Pixel centres are whole numbers, so the sprite's middle is at (width − 1) / 2.
    middle = np.array([[k, 0, -k * (width - 1) / 2], [0, k, -k * (height - 1) / 2], [0, 0, 1.0]])
    return np.asarray(np.array([[c, -s, x], [s, c, y], [0, 0, 1.0]]) @ middle)


@dataclass(slots=True)
class Canvas:
    """The picture while it is painted. `owner` holds the number of the card that is seen at each pixel."""

    image: Image
    owner: NDArray[np.int16] = field(init=False)

    def __post_init__(self) -> None:
        self.owner = np.full(self.image.shape[:2], NOBODY, np.int16)

    def window(self, corners: Matrix, margin: int) -> tuple[int, int, int, int] | None:
        """The part of the picture around the corners, x0 y0 x1 y1; none if it is outside."""
        height, width = self.owner.shape
        low, high = corners.min(axis=0), corners.max(axis=0)
        if not np.isfinite(low).all() or not np.isfinite(high).all():
            return None
        x0, y0 = max(0, int(low[0]) - margin), max(0, int(low[1]) - margin)
        x1, y1 = min(width, int(high[0]) + margin + 2), min(height, int(high[1]) + margin + 2)
        return (x0, y0, x1, y1) if x1 - x0 > 1 and y1 - y0 > 1 else None

    def shade(self, mask: Image, window: tuple[int, int, int, int], strength: float, blur: float) -> None:
        """Darkens a window by a blurred mask (a shadow)."""
        x0, y0, x1, y1 = window
        soft = cv2.blur(mask, (max(1, round(blur)), max(1, round(blur)))) if blur >= 1 else mask
        scale = 255 - (soft.astype(np.uint16) * int(strength * 256) >> 8)
        part = self.image[y0:y1, x0:x1]
        part[:] = (part * scale[..., None].astype(np.uint16) // 255).astype(np.uint8)

    def blend(self, colour: Image, mask: Image, window: tuple[int, int, int, int]) -> None:
        """Lays colour over a window where the mask is set."""
        x0, y0, x1, y1 = window
        part = self.image[y0:y1, x0:x1].astype(np.int16)
        step = (colour.astype(np.int16) - part) * (mask[..., None].astype(np.int32) + (mask[..., None] >> 7))
        self.image[y0:y1, x0:x1] = (part + (step >> 8)).astype(np.uint8)

    def own(self, mask: Image, window: tuple[int, int, int, int], who: int) -> None:
        x0, y0, x1, y1 = window
        self.owner[y0:y1, x0:x1][mask > 127] = who


def transform(matrix: Matrix, points: Matrix) -> Matrix:
    """Applies a homography to (N,2) points."""
    # Written out: a library product of such thin matrices starts threads and is many times slower.
    (a, b, c), (d, e, f), (g, h, i) = matrix.tolist()
    x, y = points[:, 0], points[:, 1]
    depth = g * x + h * y + i
    return np.stack([(a * x + b * y + c) / depth, (d * x + e * y + f) / depth], axis=1)


def inverse(matrix: Matrix) -> Matrix:
    """The way back."""
    return np.asarray(np.linalg.inv(matrix), np.float64)


def warp(sprite: Sprite, to_image: Matrix, window: tuple[int, int, int, int]) -> tuple[Image, Image]:
    """Colour and mask of the sprite as seen in the window."""
    x0, y0, x1, y1 = window
    matrix = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]]) @ to_image
    size = (x1 - x0, y1 - y0)
    colour = cv2.warpPerspective(
        sprite.colour, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mask = cv2.warpPerspective(
        sprite.mask, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
    )
    return _image(colour), _image(mask)


def density(to_image: Matrix, sprite: Sprite) -> float:
    """How many picture pixels a millimetre of the sprite covers, at its middle (the larger direction)."""
    height, width = sprite.mask.shape[:2]
    middle = np.array([[width / 2, height / 2], [width / 2 + 1, height / 2], [width / 2, height / 2 + 1]])
    p = transform(to_image, middle)
    return float(max(np.linalg.norm(p[1] - p[0]), np.linalg.norm(p[2] - p[0])) * sprite.per_mm)
