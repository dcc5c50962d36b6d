"""Hands drawn by code, for films that use nothing but the project's own pictures."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.rendering.canvas import Image
from vision.rendering.hands import Hand, make_hand

Rng = np.random.Generator
SIZE: Final = 400
_SKINS: Final = ((150, 178, 224), (120, 150, 205), (92, 124, 178), (62, 88, 138), (40, 58, 96))
# Root and direction (degrees from straight ahead), length and thickness of each finger, as shares of the picture.
_FINGERS: Final = (
    (-0.15, 0.46, -38.0, 0.27, 0.062),
    (-0.10, 0.34, -9.0, 0.29, 0.050),
    (-0.03, 0.32, -2.0, 0.32, 0.052),
    (0.05, 0.33, 5.0, 0.29, 0.050),
    (0.12, 0.37, 13.0, 0.23, 0.044),
)


def drawn_hand(rng: Rng) -> Hand:
    """A hand seen from above, fingers ahead, the wrist at the lower edge."""
    skin = np.array(_SKINS[int(rng.integers(len(_SKINS)))], np.float32) * float(rng.uniform(0.9, 1.1))
    mirrored = -1 if rng.random() < 0.5 else 1
    picture = np.zeros((SIZE, SIZE, 4), np.uint8)
    shade = tuple(float(v) for v in np.clip(skin * 0.82, 0, 255))
    tone = tuple(float(v) for v in np.clip(skin, 0, 255))
    for grow, colour in ((3, shade), (0, tone)):
        _palm(picture, mirrored, grow, colour)
        for x, y, turn, length, thick in _FINGERS:
            bend = turn + float(rng.normal(0, 1.5)) if not grow else turn
            _finger(picture, (0.5 + mirrored * x, y), mirrored * bend, length, thick, grow, colour)
    light = cv2.resize(
        rng.normal(0, 7, (6, 6)).astype(np.float32), (SIZE, SIZE), interpolation=cv2.INTER_CUBIC
    )
    colours = np.clip(picture[..., :3] + light[..., None], 0, 255).astype(np.uint8)
    whole: Image = np.dstack([cv2.GaussianBlur(colours, (0, 0), 1.2), picture[..., 3]])
    return make_hand(np.ascontiguousarray(whole, np.uint8))


def _palm(picture: Image, mirrored: int, grow: int, colour: tuple[float, ...]) -> None:
    points = np.array(
        [[-0.13, 0.36], [0.0, 0.31], [0.14, 0.36], [0.15, 0.55], [0.10, 0.72], [0.09, 1.02], [-0.09, 1.02], [-0.11, 0.7], [-0.17, 0.5]]
    )  # fmt: skip
    points = (points * [mirrored, 1] + [0.5, 0.0]) * SIZE
    shape = points.round().astype(np.int32)
    cv2.fillPoly(picture, [shape], (*colour, 255), cv2.LINE_AA)
    cv2.polylines(picture, [shape], True, (*colour, 255), 18 + 2 * grow, cv2.LINE_AA)


def _finger(
    picture: Image, root: tuple[float, float], turn: float, length: float, thick: float, grow: int, colour: tuple[float, ...]
) -> None:  # fmt: skip
    a = np.radians(turn)
    tip = root[0] + length * np.sin(a), root[1] - length * np.cos(a)
    start = round(root[0] * SIZE), round((root[1] + 0.08) * SIZE)
    end = round(float(tip[0]) * SIZE), round(float(tip[1]) * SIZE)
    cv2.line(picture, start, end, (*colour, 255), round(thick * SIZE) + 2 * grow, cv2.LINE_AA)
    if not grow:
        nail = round(0.86 * (end[0] - start[0]) + start[0]), round(0.97 * (end[1] - start[1]) + start[1])
        light = tuple(min(255.0, 1.1 * v + 12) for v in colour)
        cv2.circle(picture, nail, max(2, round(0.34 * thick * SIZE)), (*light, 255), -1, cv2.LINE_AA)
