"""Card faces to learn from: scans of printed decks, the project's own deck, and decks that never existed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import BY_ID
from vision.decks import make_prototypes
from vision.identity import CROP_HEIGHT, CROP_WIDTH, Embedder, Prototypes, card_in_crop

Image = NDArray[np.uint8]

FACE_HEIGHT: Final = 384
FACE_WIDTH: Final = 208

PRINT_OF_FOLDER: Final = {
    "piatnik-b1": "B",
    "piatnik-b2": "B",
    "piatnik-b3": "B",
    "piatnik-a1": "B",
    "piatnik-hu1": "B",
    "piatnik-hu2": "B",
    "piatnik-hu3": "B",
    "piatnik-worn1": "B",
    "piatnik-photo1": "B",
    "typeb-19c": "D",
    "budapest-1910": "E",
    "redrawn-1": "F",
    "slovenia-modern": "H",
    "slovenia-schmidt": "I",
}
"""Copies of one print share the artwork line by line. A and B are one print, with and without a frame."""

HELD_OUT: Final = frozenset({"piatnik-b2", "typeb-19c", "slovenia-modern"})
"""A copy of a print that is trained on, and two whole prints that are not."""


@dataclass(frozen=True, slots=True)
class Copy:
    """One copy of one print: card → picture of its face (384 × 208, BGR)."""

    name: str
    print_name: str
    faces: dict[int, Image]
    weight: float = 1.0


def load_copy(folder: Path, print_name: str, *, weight: float = 1.0) -> Copy:
    faces = {}
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() in {".jpg", ".png", ".webp"} and path.stem in BY_ID:
            faces[BY_ID[path.stem]] = load_face(path)
    return Copy(folder.name, print_name, faces, weight)


def load_own_deck(folder: Path) -> Copy:
    """The project's drawings, as pixels."""
    from vision.artwork.raster import rasterise

    faces = {}
    for path in sorted(folder.glob("*.svg")):
        if path.stem in BY_ID:
            rgba = rasterise(path.read_text("utf-8"), 2 * FACE_WIDTH)
            bgra = cv2.cvtColor(rgba, cv2.COLOR_RGBA2BGRA)
            faces[BY_ID[path.stem]] = _at_face_size(_on_paper(np.asarray(bgra, np.uint8)))
    return Copy("kiebitz", "kiebitz", faces)


def load_face(path: Path) -> Image:
    return _at_face_size(read_scan(path))


def read_scan(path: Path) -> Image:
    """A scan as it is; through transparent corners, or pips without a card, paper shows."""
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise ValueError(f"{path} is no picture")
    return _on_paper(np.asarray(picture, np.uint8))


def _at_face_size(picture: Image) -> Image:
    return np.asarray(cv2.resize(picture, (FACE_WIDTH, FACE_HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


def _on_paper(picture: Image) -> Image:
    if picture.ndim == 3 and picture.shape[2] == 4:
        alpha = picture[..., 3:].astype(np.float32) / 255
        picture = (picture[..., :3] * alpha + 250 * (1 - alpha)).astype(np.uint8)
    return np.ascontiguousarray(picture, np.uint8)


def load_copies(decks: Path, own: Path | None = None, *, held_out: bool) -> list[Copy]:
    """The copies for training, or with `held_out` those that are kept aside."""
    copies = []
    for name, print_name in PRINT_OF_FOLDER.items():
        if (name in HELD_OUT) == held_out and (decks / name).is_dir():
            copies.append(load_copy(decks / name, print_name))
    if own is not None and own.is_dir() and not held_out:
        copies.append(load_own_deck(own))
    return copies


def load_pictures(folder: Path, *, held_out: bool | None, longest: int = 420) -> list[Image]:
    """Surfaces, photographs or hands (with alpha). About 15 % of them are held out, by their names."""
    pictures = []
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() not in {".jpg", ".png", ".webp"} or (
            held_out is not None and is_held_out(path.name) != held_out
        ):
            continue
        flags = cv2.IMREAD_UNCHANGED if path.suffix == ".webp" else cv2.IMREAD_COLOR
        picture = cv2.imread(str(path), flags)
        if picture is not None and picture.ndim == 3:
            scale = longest / max(picture.shape[:2])
            if scale < 1:
                picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            pictures.append(np.asarray(picture, np.uint8))
    return pictures


def is_held_out(name: str) -> bool:
    """As the renderer of whole scenes decides it: by the name alone."""
    return crc32(name.encode()) % 100 < 15


def flat_crop(face: Image) -> Image:
    """A scan that fills its picture, as a crop; what lies around it is grey."""
    height, width = face.shape[:2]
    scale = np.diag([CROP_WIDTH / width, CROP_HEIGHT / height, 1.0])
    size = (CROP_WIDTH, CROP_HEIGHT)
    small = cv2.resize(face, size, interpolation=cv2.INTER_AREA)
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    placed = cv2.perspectiveTransform(corners[None], scale)[0] - 0.5
    matrix = cv2.getPerspectiveTransform(placed.astype(np.float32), card_in_crop())
    return np.asarray(cv2.warpPerspective(small, matrix, size, borderValue=(90, 90, 90)), np.uint8)


def prototypes_of(embedder: Embedder, faces: dict[int, Image]) -> Prototypes:
    """Enrolled with one scan per card, as the program itself does it."""
    return make_prototypes(embedder, np.stack([flat_crop(face) for face in faces.values()]), faces)


def join(several: list[Prototypes]) -> Prototypes:
    return Prototypes(
        np.concatenate([p.vectors for p in several]),
        np.concatenate([p.cards for p in several]),
        np.concatenate([p.flipped for p in several]),
    )


def pyramid(face: Image) -> tuple[Image, ...]:
    """The face at full, half and quarter size, so that small cards are drawn without aliasing."""
    half = cv2.resize(face, (FACE_WIDTH // 2, FACE_HEIGHT // 2), interpolation=cv2.INTER_AREA)
    quarter = cv2.resize(half, (FACE_WIDTH // 4, FACE_HEIGHT // 4), interpolation=cv2.INTER_AREA)
    return face, np.asarray(half, np.uint8), np.asarray(quarter, np.uint8)


def contact_sheet(pictures: Sequence[Image], columns: int) -> Image:
    """Pictures of one size side by side, for a person to look at."""
    blank = np.zeros_like(pictures[0])
    padded = [*pictures, *[blank] * (-len(pictures) % columns)]
    rows = [np.hstack(padded[i : i + columns]) for i in range(0, len(padded), columns)]
    return np.vstack(rows)
