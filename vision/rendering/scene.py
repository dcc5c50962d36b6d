"""A labelled picture of a card table."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rendering.canvas import Image


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card in the picture: its id or BACK, its whole outline from the printed top left, clockwise, and how much
    of it is seen. The cards of a scene are in the order in which they lie, the lowest first."""

    card: str
    quad: NDArray[np.float32]
    visible: float


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture and the truth about it."""

    image: Image
    cards: list[LaidCard]
    kind: str
    tilt: float
    deck: str
    owner: NDArray[np.int16] | None = None
    """The number of the card that is seen at each pixel, negative for none."""

    def label(self) -> dict[str, Any]:
        """What `labels.json` says about one picture."""
        height, width = self.image.shape[:2]
        cards = [
            {
                "card": c.card,
                "quad": np.round(c.quad.astype(float), 1).tolist(),
                "visible": round(c.visible, 3),
            }
            for c in self.cards
        ]
        return {
            "width": width,
            "height": height,
            "kind": self.kind,
            "tilt": round(self.tilt, 1),
            "deck": self.deck,
            "cards": cards,
            "complete": True,
        }


def write_scenes(folder: Path, scenes: Iterable[Scene], *, quality: int = 92) -> int:
    """Writes pictures and `labels.json`; returns how many."""
    folder.mkdir(parents=True, exist_ok=True)
    labels: dict[str, Any] = {}
    for number, scene in enumerate(scenes):
        name = f"{number:04d}.jpg"
        cv2.imwrite(str(folder / name), scene.image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        labels[name] = scene.label()
    (folder / "labels.json").write_text(json.dumps(labels, indent=1) + "\n", encoding="utf-8")
    return len(labels)


def read_labels(folder: Path) -> dict[str, dict[str, Any]]:
    """File name → truth, as written by `write_scenes` or by others in the same format."""
    rows: dict[str, dict[str, Any]] = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    return rows
