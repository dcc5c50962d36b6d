"""Moves an outline's corners to where the card really ends, by a small network that looks at the full picture.

The finder sees the picture reduced; the namer needs corners to the pixel. Each card is cut out along its rough
outline, with a margin, and the network says how far each corner is off.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane import Mended, Plane, mended
from vision.runtime import MODELS, Network, load_network

Image = NDArray[np.uint8]
Quads = NDArray[np.float32]

MODEL_NAME: Final = "outline.onnx"
CROP_WIDTH: Final = 80
CROP_HEIGHT: Final = 128
# The rough outline inside the crop: what is around it shows where the card ends.
MARGIN: Final = 0.14
BATCH: Final = 8


@dataclass(frozen=True, slots=True)
class Outlines:
    """Outlines (N,4,2), and how far each corner may be off across and along its card (N,4,2), in pixels on average.

    A network that does not say how sure it is leaves `spread` out, and then there is no `plane`: the view in which all
    cards have one size.
    """

    quads: Quads
    spread: Quads | None = None
    plane: Plane | None = None


def frame_in_crop() -> Quads:
    """Where the rough outline's corners lie in the crop."""
    x, y = MARGIN * CROP_WIDTH, MARGIN * CROP_HEIGHT
    w, h = CROP_WIDTH - 1, CROP_HEIGHT - 1
    return np.array([[x, y], [w - x, y], [w - x, h - y], [x, h - y]], np.float32)


def crop(levels: list[Image], quad: Quads) -> tuple[Image, NDArray[np.float64]]:
    """The card upright, with its margin; and the way from crop pixels to picture pixels."""
    height = float(np.linalg.norm(quad[3] - quad[0] + quad[2] - quad[1])) / 2
    level = 0
    while level + 1 < len(levels) and height / 2 ** (level + 1) >= 0.8 * CROP_HEIGHT:
        level += 1
    to_picture = np.asarray(cv2.getPerspectiveTransform(frame_in_crop(), quad), np.float64)
    k = 0.5**level
    shrink = np.array([[k, 0, (k - 1) / 2], [0, k, (k - 1) / 2], [0, 0, 1.0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (CROP_WIDTH, CROP_HEIGHT)
    picture = cv2.warpPerspective(
        levels[level], shrink @ to_picture, size, flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(picture, np.uint8), to_picture


def pyramid(frame: Image) -> list[Image]:
    """The picture at full, half and quarter size."""
    levels = [frame]
    for _ in range(2):
        if min(levels[-1].shape[:2]) < 2 * CROP_WIDTH:
            break
        h, w = levels[-1].shape[:2]
        # Even sizes keep the halves exactly aligned.
        even = levels[-1][: h - h % 2, : w - w % 2]
        levels.append(np.asarray(cv2.resize(even, (w // 2, h // 2), interpolation=cv2.INTER_AREA), np.uint8))
    return levels


def moved(quad: Quads, to_picture: NDArray[np.float64], offsets: NDArray[np.float32]) -> Quads:
    """The outline after the network's answer (crop pixels per corner)."""
    corners = (frame_in_crop() + offsets.reshape(4, 2)).astype(np.float64)
    result = cv2.perspectiveTransform(corners[None], to_picture)[0].astype(np.float32)
    return result if np.isfinite(result).all() else quad


def spread_in_picture(quad: Quads, doubts: NDArray[np.float32]) -> Quads:
    """The network's doubts (crop pixels per coordinate) in pixels of the picture, across and along the card."""
    across, along = quad[[1, 0, 3, 2]] - quad, quad[[3, 2, 1, 0]] - quad
    sides = np.stack([np.linalg.norm(across, axis=1), np.linalg.norm(along, axis=1)], axis=1)
    inner = (1 - 2 * MARGIN) * np.array([CROP_WIDTH, CROP_HEIGHT])
    return np.asarray(doubts.reshape(4, 2) * sides / inner, np.float32)


class Refiner:
    """The network with everything around it."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def refine(self, frame: Image, quads: Quads, *, rounds: int = 1, known: Plane | None = None) -> Outlines:
        """The same outlines, closer to the cards. Between rounds they are mended by the size that all cards share.

        `known` is the view that a camera had before, if it stands still.
        """
        result = Outlines(quads)
        if not len(quads):
            return result
        levels = pyramid(frame)
        for left in reversed(range(rounds)):
            before = result.plane
            result = self._round(levels, result.quads)
            if left:
                result = one_size(frame, result, known=known, guess=before)
            else:
                result = Outlines(result.quads, result.spread, before)
        return result

    def _round(self, levels: list[Image], quads: Quads) -> Outlines:
        result, spread = quads.copy(), np.zeros_like(quads)
        sure = False
        for start in range(0, len(quads), BATCH):
            part = range(start, min(start + BATCH, len(quads)))
            cut = [crop(levels, quads[i]) for i in part]
            batch = np.empty((len(cut), 3, CROP_HEIGHT, CROP_WIDTH), np.float32)
            for row, (picture, _) in enumerate(cut):
                batch[row] = picture[..., ::-1].transpose(2, 0, 1) * np.float32(1 / 255)
            offsets, *doubts = self.network.run(batch)
            sure = bool(doubts)
            for row, i in enumerate(part):
                result[i] = moved(quads[i], cut[row][1], offsets[row])
                if sure:
                    spread[i] = spread_in_picture(result[i], doubts[0][row])
        return Outlines(result, spread if sure else None)


def one_size(
    frame: Image, outlines: Outlines, *, known: Plane | None = None, guess: Plane | None = None
) -> Outlines:
    """The outlines once all cards have the same size, where it is known how sure each corner is."""
    if outlines.spread is None:
        return outlines
    size = frame.shape[1], frame.shape[0]
    result: Mended | None = mended(outlines.quads, outlines.spread, size, plane=known, guess=guess)
    return outlines if result is None else Outlines(result.quads, outlines.spread, result.plane)


def load_refiner(path: Path | None = None, *, threads: int = 2, engine: str | None = None) -> Refiner:
    """The shipped network, or another of the same form."""
    return Refiner(load_network(path or MODELS / MODEL_NAME, threads=threads, engine=engine))
