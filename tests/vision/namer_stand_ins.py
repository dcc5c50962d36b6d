"""A deck of coloured patterns, a namer that sees colours, and a finder that was told where the cards lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.decks import Deck, make_prototypes
from vision.detector import Detections
from vision.identity import CROP_HEIGHT, CROP_WIDTH, Embedder, Image, Trust, rectify

TRUST = Trust(bias=-6, margin=20, best=2, genuine=0.2, visible=0, threshold=0.9, floor=0.2, stranger=0.1)


def face(card: int, edition: int = 0) -> Image:
    """A face of 6 × 12 fields of colour, other ones for every card and edition."""
    fields = np.random.default_rng([edition, card]).integers(0, 256, (12, 6, 3), np.uint8)
    return np.asarray(cv2.resize(fields, (122, 226), interpolation=cv2.INTER_NEAREST), np.uint8)


class ColourNamer:
    """Embeds a crop as the colours of its fields; what is of one colour is no card, and a row of one colour is hidden."""

    def run(self, batch: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        rows, extras = [], []
        for crop in batch:
            small = cv2.resize(crop.transpose(1, 2, 0)[12:-12, 6:-6], (6, 12), interpolation=cv2.INTER_AREA)
            vector = (small - small.mean()).ravel()
            rows.append(vector / max(float(np.linalg.norm(vector)), 1e-6))
            shown = float((small.std(axis=1).max(axis=1) > 0.06).mean())
            extras.append([*[0.0] * 8, 6.0 if small.std() > 0.1 else -6.0, shown])
        return [np.array(rows, np.float32), np.array(extras, np.float32)]


@dataclass(slots=True)
class ToldFinder:
    """Finds what it was told."""

    quads: Sequence[NDArray[np.float32]]
    back: Sequence[bool]

    def find(self, frame_bgr: Image) -> Detections:
        if not self.quads:
            return Detections.none()
        ones = np.ones(len(self.quads), np.float32)
        return Detections(np.stack(list(self.quads)), np.array(self.back), ones)


def outline(x: float, y: float, angle: float, length: float = 200) -> NDArray[np.float32]:
    """A card's corners around (x, y), beginning at its printed top left."""
    half = np.array([[-61, -113], [61, -113], [61, 113], [-61, 113]]) / 226 * length
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(half @ np.array([[c, s], [-s, c]]) + [x, y], np.float32)


def table(cards: Sequence[tuple[int, NDArray[np.float32]]], edition: int = 0) -> Image:
    """A green table with these cards laid in order."""
    picture = np.full((720, 1280, 3), (60, 110, 60), np.uint8)
    for card, quad in cards:
        drawn = face(card, edition)
        corners = np.array([[0, 0], [122, 0], [122, 226], [0, 226]], np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(corners, quad)
        size = (1280, 720)
        warped = cv2.warpPerspective(drawn, matrix, size)
        mask = cv2.warpPerspective(np.full(drawn.shape[:2], 255, np.uint8), matrix, size)
        picture[mask > 127] = warped[mask > 127]
    return picture


def deck(name: str, embedder: Embedder, edition: int = 0, cards: Sequence[int] = range(54)) -> Deck:
    """Enrolled with one flat picture per card."""
    return Deck(name, make_prototypes(embedder, crops(edition, cards), cards))


def crops(edition: int = 0, cards: Sequence[int] = range(54)) -> NDArray[np.uint8]:
    quad = np.array([[0, 0], [121, 0], [121, 225], [0, 225]], np.float32)
    made = np.stack([rectify(face(card, edition), quad)[0] for card in cards])
    assert made.shape[1:] == (CROP_HEIGHT, CROP_WIDTH, 3)
    return made
