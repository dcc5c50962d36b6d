"""Decks of card faces, from folders of pictures named by card id, at the sizes that rendering needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from engine.cards import BY_ID
from vision.rendering.canvas import Image, Sprite

CARD_WIDTH = 61.0
CARD_HEIGHT = 113.0
_HEIGHTS = (420, 300, 212, 150, 106, 75, 53)
_SUFFIXES = {".jpg", ".jpeg", ".png", ".webp"}


@dataclass(slots=True)
class Deck:
    """Faces by card id. `ratio` is height by width of this print."""

    name: str
    faces: dict[str, Image]
    ratio: float
    levels: dict[tuple[str, int], Image] = field(default_factory=dict)

    def face(self, card: str, height: int) -> Image:
        """The face at the smallest kept height that is not below the asked one."""
        level = min((h for h in _HEIGHTS if h >= height), default=_HEIGHTS[0])
        key = (card, level)
        if key not in self.levels:
            size = max(8, round(level / self.ratio)), level
            self.levels[key] = np.asarray(
                cv2.resize(self.faces[card], size, interpolation=cv2.INTER_AREA), np.uint8
            )
        return self.levels[key]


def read_face(path: Path, height: int = _HEIGHTS[0]) -> Image | None:
    """One face without its transparent rim, on white paper; none if the file is no picture."""
    raw = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_UNCHANGED)
    if raw is None:
        return None
    picture = np.asarray(raw)
    if picture.ndim == 2:
        picture = np.repeat(picture[..., None], 3, axis=2)
    if picture.shape[2] == 4:
        alpha = picture[..., 3:].astype(np.float32) / 255.0
        picture = (picture[..., :3] * alpha + 250.0 * (1.0 - alpha)).astype(np.uint8)
    # Scans come with a thin rim of the scanner's glass; the outermost half per cent is no loss.
    rim = max(1, round(0.005 * picture.shape[0]))
    picture = picture[rim:-rim, rim:-rim]
    if picture.shape[0] > height:
        size = max(8, round(picture.shape[1] * height / picture.shape[0])), height
        picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(picture, np.uint8)


def load_deck(folder: Path) -> Deck:
    """All faces of a folder (`T01.jpg … C10.png`)."""
    faces: dict[str, Image] = {}
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() in _SUFFIXES and path.stem in BY_ID:
            face = read_face(path)
            if face is not None:
                faces[path.stem] = face
    if not faces:
        raise FileNotFoundError(f"no card faces (T01.jpg … C10.jpg) in {folder}")
    ratio = float(np.median([face.shape[0] / face.shape[1] for face in faces.values()]))
    return Deck(folder.name, faces, ratio)


def card_mask(height: int, width: int, radius: float) -> Image:
    """The shape of a card: a rectangle with round corners, smooth at the edge (`radius` in pixels)."""
    big = 4
    shape = np.zeros((height * big, width * big), np.uint8)
    r = max(1, round(radius * big))
    h, w = shape.shape
    cv2.rectangle(shape, (r, 0), (w - 1 - r, h - 1), 255, -1)
    cv2.rectangle(shape, (0, r), (w - 1, h - 1 - r), 255, -1)
    for x in (r, w - 1 - r):
        for y in (r, h - 1 - r):
            cv2.circle(shape, (x, y), r, 255, -1)
    return np.asarray(cv2.resize(shape, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def card_sprite(picture: Image, mask: Image, width_mm: float) -> Sprite:
    """A card as a sprite, with a rim of two empty pixels so that its edge is smooth when it is warped."""
    return Sprite(
        np.asarray(cv2.copyMakeBorder(picture, 2, 2, 2, 2, cv2.BORDER_REPLICATE), np.uint8),
        np.asarray(cv2.copyMakeBorder(mask, 2, 2, 2, 2, cv2.BORDER_CONSTANT, value=0), np.uint8),
        picture.shape[1] / width_mm,
    )
