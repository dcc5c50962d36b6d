"""What the renderer paints with: decks, surfaces, photographs and hands, from folders or drawn by code."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from zlib import crc32

import cv2
import numpy as np

from vision.rendering.canvas import Image
from vision.rendering.faces import Deck, load_deck
from vision.rendering.hands import Hand, make_hand

HELD_OUT_DECKS = frozenset({"piatnik-b2", "slovenia-modern", "typeb-19c"})
_PICTURES = {".jpg", ".jpeg", ".png", ".webp"}


@dataclass(slots=True)
class Assets:
    """Everything that is read from disk once. Surfaces, photos and hands may be empty: then all is drawn."""

    decks: list[Deck]
    surfaces: list[Image] = field(default_factory=list)
    photos: list[Image] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)


def held_out(name: str) -> bool:
    """Whether a surface, photograph or hand of this name is kept for evaluation (about 15 %), by its name alone."""
    return crc32(name.encode()) % 100 < 15


def _pictures(folder: Path, part: str) -> list[Path]:
    if not folder.is_dir():
        return []
    paths = sorted(p for p in folder.iterdir() if p.suffix.lower() in _PICTURES)
    return [p for p in paths if part == "all" or held_out(p.name) == (part == "held-out")]


def _read(path: Path, longest: int) -> Image | None:
    picture = cv2.imread(str(path))
    if picture is None:
        return None
    factor = longest / max(picture.shape[:2])
    if factor < 1:
        picture = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(picture, np.uint8)


def _read_hand(path: Path) -> Hand | None:
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim != 3 or picture.shape[2] != 4:
        return None
    return make_hand(np.asarray(picture, np.uint8))


def load_assets(
    root: Path, part: str, decks: list[str] | None = None, more: list[Path] | None = None
) -> Assets:
    """Reads `decks/ textures/ hands/` below root.

    `part` is `training`, `held-out` or `all`; it chooses decks as well unless they are named. `more` are further
    folders of faces.
    """
    if part not in ("training", "held-out", "all"):
        raise ValueError(f"part: expected training, held-out or all, not {part!r}")
    if decks is None:
        names = sorted(p.name for p in (root / "decks").iterdir() if p.is_dir())
        decks = [n for n in names if part == "all" or (n in HELD_OUT_DECKS) == (part == "held-out")]
    loaded = [load_deck(root / "decks" / name) for name in decks] + [load_deck(path) for path in more or []]
    surfaces = [_read(p, 512) for p in _pictures(root / "textures" / "surfaces", part)]
    photos = [_read(p, 480) for p in _pictures(root / "textures" / "photos", part)]
    hands = [_read_hand(p) for p in _pictures(root / "hands", part)]
    return Assets(
        loaded,
        [s for s in surfaces if s is not None],
        [p for p in photos if p is not None],
        [h for h in hands if h is not None],
    )
