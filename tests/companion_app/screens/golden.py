"""Golden pictures: how they are kept small, and when two pictures are the same."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

GOLDEN = Path(__file__).with_name("golden")
UPDATE = os.environ.get("KIEBITZ_UPDATE_GOLDEN") == "1"

# Kept at a longest side of 512 pixels. Measured over eight screens in two themes (tiles of 16 × 16 pixels): against its
# own kept picture a screen has at most 2 % of other pixels in a tile; softened and with noise, as another version of the
# graphics library might draw it, at most 2 % as well (mean up to 3.6); with a button missing or moved by 6 dp at least 9 %.
LONGEST = 512
QUALITY = 85
MEAN = 4.5  # mean absolute difference, of 255
LEVEL = 40  # from this difference in a channel on, a pixel counts as another one
TILE = 16  # pixels
SHARE = 0.06  # of a tile's pixels that may be others


@dataclass(frozen=True, slots=True)
class Difference:
    mean: float
    worst: float
    """The share of other pixels in the tile that has most of them."""

    @property
    def same(self) -> bool:
        return self.mean <= MEAN and self.worst <= SHARE


def small(size: tuple[int, int], rgba: bytes) -> Image.Image:
    """Averaged down."""
    picture = Image.frombytes("RGBA", size, rgba).convert("RGB")
    factor = LONGEST / max(size)
    return picture.resize((round(size[0] * factor), round(size[1] * factor)), Image.Resampling.BOX)


def save(picture: Image.Image, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.save(path, "JPEG", quality=QUALITY, subsampling=0, optimize=True)


def difference(one: Image.Image, other: Image.Image) -> Difference:
    if one.size != other.size:
        return Difference(255.0, 1.0)
    apart = np.abs(np.asarray(one.convert("RGB"), np.int16) - np.asarray(other.convert("RGB"), np.int16))
    others = apart.max(axis=2) >= LEVEL
    tall, wide = (-(-side // TILE) * TILE for side in others.shape)
    padded = np.zeros((tall, wide))
    padded[: others.shape[0], : others.shape[1]] = others
    tiles = padded.reshape(tall // TILE, TILE, wide // TILE, TILE).mean(axis=(1, 3))
    return Difference(float(apart.mean()), float(tiles.max()))
