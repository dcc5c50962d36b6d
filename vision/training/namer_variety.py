"""Variety while training: crops that were drawn once are covered and toned anew each time that they are used.

Drawing a crop costs more than learning from it twice, so each is seen several times; another card over it and other
colours make it a new one each time.
"""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.identity import CROP_HEIGHT, CROP_WIDTH, card_in_crop
from vision.training.namer_crops import GRID_SHAPE

COVERED: Final = 0.35
"""The share of open cards over which another crop is laid."""
TONED: Final = 0.5
LEAST_LEFT: Final = 0.15
"""So much of the card must stay visible; as in the drawn crops."""
GREY: Final = np.full((3, 3), 1 / 3)


def covered(columns: list[NDArray[Any]], rng: Generator) -> None:
    """Lays other crops of the batch over some of the cards, in place: their cells and visible shares say so."""
    pictures, labels, cells, _, visible = columns
    upper = pictures.copy()
    for i in np.flatnonzero((labels[:, 0] >= 0) & (visible > 0.4) & (rng.random(len(pictures)) < COVERED)):
        matrix = _placed(rng)
        mask = _mask(matrix, float(rng.uniform(0.3, 1.6)))
        left = cells[i] * (1 - cv2.resize(mask, GRID_SHAPE[::-1], interpolation=cv2.INTER_AREA))
        share = float(left.sum() / max(float(cells[i].sum(dtype=np.float32)), 1e-6))
        if share > 0.98 or visible[i] * share < LEAST_LEFT:
            continue
        laid = cv2.warpAffine(
            upper[int(rng.integers(len(upper)))], matrix, (CROP_WIDTH, CROP_HEIGHT), flags=cv2.INTER_LINEAR
        )
        pictures[i] = (pictures[i] * (1 - mask[..., None]) + laid * mask[..., None]).astype(np.uint8)
        cells[i] = left
        visible[i] = visible[i] * share


def _placed(rng: Generator) -> NDArray[np.float64]:
    """Where another card lies over this one: turned by any angle, somewhere across its outline."""
    middle = (CROP_WIDTH / 2, CROP_HEIGHT / 2)
    matrix = np.asarray(
        cv2.getRotationMatrix2D(middle, float(rng.uniform(0, 360)), float(rng.uniform(0.9, 1.15))), np.float64
    )
    away = rng.uniform(0.3, 0.95) * CROP_HEIGHT * 0.75
    towards = rng.uniform(0, 2 * np.pi)
    matrix[:, 2] += away * np.array([0.75 * np.cos(towards), np.sin(towards)])
    return matrix


def _mask(matrix: NDArray[np.float64], softness: float) -> NDArray[np.float32]:
    there = card_in_crop() @ matrix[:, :2].T + matrix[:, 2]
    mask = np.zeros((CROP_HEIGHT, CROP_WIDTH), np.float32)
    cv2.fillConvexPoly(mask, np.rint(there * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), softness), np.float32)


def toned(columns: list[NDArray[Any]], rng: Generator) -> None:
    """Other colours for some crops, in place: paler or stronger, darker or lighter in the middle."""
    pictures = columns[0]
    levels = np.arange(256) / 255
    for i in np.flatnonzero(rng.random(len(pictures)) < TONED):
        strength = rng.uniform(0.35, 1.35)
        matrix = strength * np.eye(3) + (1 - strength) * GREY
        curve = np.clip(255 * levels ** np.exp(rng.normal(0, 0.25)), 0, 255).astype(np.uint8)
        pictures[i] = cv2.LUT(cv2.transform(pictures[i], matrix), curve)
