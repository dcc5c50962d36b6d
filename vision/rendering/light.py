"""Light on the finished table: gradients, lamps, shadows of things outside the picture, reflections."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
Field = NDArray[np.float32]


def light_field(rng: Rng, width: int, height: int) -> Field:
    """How bright each place is (1 = as drawn), at a quarter of the picture's size, one value per colour."""
    w, h = max(8, width // 4), max(8, height // 4)
    x = np.linspace(-1, 1, w, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, h, dtype=np.float32)[:, None] * np.float32(h / w)
    a = rng.uniform(0, 2 * np.pi)
    field = 1.0 + float(rng.normal(0, 0.15)) * (np.cos(a) * x + np.sin(a) * y)
    if rng.random() < 0.45:
        cx, cy, r = rng.uniform(-0.8, 0.8), rng.uniform(-0.5, 0.5), rng.uniform(0.25, 1.0)
        field = field * (1.0 - rng.uniform(0, 0.5)) + rng.uniform(0.1, 0.8) * np.exp(
            -((x - cx) ** 2 + (y - cy) ** 2) / r**2
        )
    for _ in range(int(rng.choice([0, 0, 1, 1, 2]))):
        field = field * _shadow(rng, x, y)
    tint = 1.0 + rng.normal(0, 0.03, 3).astype(np.float32) * float(rng.random())
    result: Field = np.clip(field, 0.06, 2.2)[..., None].astype(np.float32) * tint.astype(np.float32)
    return result


def _shadow(rng: Rng, x: Field, y: Field) -> Field:
    """A straight edge or band of shadow, sharp or soft, as of a lamp shade, a window frame or a person."""
    a = rng.uniform(0, np.pi)
    along = np.cos(a) * x + np.sin(a) * y - rng.uniform(-0.7, 0.7)
    if rng.random() < 0.4:
        along = np.abs(along) - rng.uniform(0.03, 0.4)
    soft = rng.choice([0.01, 0.04, 0.15, 0.4])
    depth = rng.uniform(0.1, 0.65)
    return np.asarray(1.0 - depth / (1.0 + np.exp(-np.clip(along / soft, -30, 30))), np.float32)


def glare_field(rng: Rng, width: int, height: int) -> Field | None:
    """Light that a glossy table or a lens throws back, to be added; none on most tables."""
    if rng.random() > 0.3:
        return None
    w, h = max(8, width // 8), max(8, height // 8)
    x = np.linspace(-1, 1, w, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, h, dtype=np.float32)[:, None] * np.float32(h / w)
    field = np.zeros((h, w), np.float32)
    for _ in range(int(rng.integers(1, 3))):
        cx, cy = rng.uniform(-0.9, 0.9), rng.uniform(-0.5, 0.5)
        rx, ry = rng.uniform(0.04, 0.45, 2)
        a = rng.uniform(0, np.pi)
        u, v = np.cos(a) * (x - cx) + np.sin(a) * (y - cy), -np.sin(a) * (x - cx) + np.cos(a) * (y - cy)
        field += float(rng.uniform(20, 190)) * np.exp(
            -(((u / rx) ** 2 + (v / ry) ** 2) ** rng.uniform(0.7, 2.0))
        )
    return field


def lit(image: NDArray[np.uint8], field: Field, glare: Field | None) -> Field:
    """The picture under that light, as floats that may pass 255."""
    size = image.shape[1], image.shape[0]
    bright = cv2.resize(field, size, interpolation=cv2.INTER_LINEAR)
    result = np.asarray(cv2.multiply(image, bright, dtype=cv2.CV_32F), np.float32)
    if glare is not None:
        spot = np.asarray(cv2.resize(glare, size, interpolation=cv2.INTER_LINEAR), np.float32)
        result += spot[..., None]
    return result
