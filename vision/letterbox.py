"""How a picture of any shape, or a part of one, is fitted into the finder's one input shape, and the way back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Quads = NDArray[np.float32]

INPUT_WIDTH: Final = 640
INPUT_HEIGHT: Final = 384
_GREY: Final = (114, 114, 114)

Window = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of a picture, in pixels."""


@dataclass(frozen=True, slots=True)
class Letterbox:
    """How a picture is scaled, where it lies in the input, and whether it was turned.

    An upright picture is turned by a quarter first: cards lie at any angle anyway, and so it keeps its resolution.
    """

    width: int
    height: int
    turned: bool
    scale: float
    left: int
    top: int
    size: tuple[int, int]

    @staticmethod
    def of(
        width: int, height: int, size: tuple[int, int] = (INPUT_WIDTH, INPUT_HEIGHT), *, share: float = 1.0
    ) -> Letterbox:
        """`share` of the input is filled by the picture; the rest is grey."""
        turned = height > width
        w, h = (height, width) if turned else (width, height)
        scale = share * min(size[0] / w, size[1] / h)
        left = (size[0] - max(1, round(w * scale))) // 2
        top = (size[1] - max(1, round(h * scale))) // 2
        return Letterbox(width, height, turned, scale, left, top, size)

    def apply(self, frame: Image) -> Image:
        picture = np.asarray(cv2.rotate(frame, cv2.ROTATE_90_CLOCKWISE), np.uint8) if self.turned else frame
        h, w = picture.shape[:2]
        size = max(1, round(w * self.scale)), max(1, round(h * self.scale))
        if size != (w, h):
            how = cv2.INTER_AREA if self.scale < 1 else cv2.INTER_LINEAR
            picture = np.asarray(cv2.resize(picture, size, interpolation=how), np.uint8)
        right, bottom = self.size[0] - size[0] - self.left, self.size[1] - size[1] - self.top
        full = cv2.copyMakeBorder(
            picture, self.top, bottom, self.left, right, cv2.BORDER_CONSTANT, value=_GREY
        )
        return np.asarray(full, np.uint8)

    def back(self, points: Quads) -> Quads:
        """Input pixels → pixels of the picture. Pixel centres are whole numbers on both sides."""
        w, h = (self.height, self.width) if self.turned else (self.width, self.height)
        fx, fy = w / max(1, round(w * self.scale)), h / max(1, round(h * self.scale))
        x = (points[..., 0] - self.left + 0.5) * fx - 0.5
        y = (points[..., 1] - self.top + 0.5) * fy - 0.5
        if self.turned:
            # A quarter clockwise took (x, y) to (height − 1 − y, x).
            x, y = y, (self.height - 1) - x
        return np.stack([x, y], axis=-1).astype(np.float32)


def window_around(
    low: NDArray[np.floating[Any]],
    high: NDArray[np.floating[Any]],
    width: int,
    height: int,
    *,
    most: float,
    worth: float,
    size: tuple[int, int] = (INPUT_WIDTH, INPUT_HEIGHT),
) -> Window | None:
    """The part of the picture from `low` to `high` (x, y), or more of it, so that no pixel gets larger than `most`.

    None where it would be seen less than `worth` times as large as in the whole picture.
    """
    across, down = size if width >= height else size[::-1]
    middle, half = (low + high) / 2, np.maximum((high - low) / 2, np.array([across, down]) / most / 2)
    x0, y0 = np.clip(middle - half, 0, [width - 1, height - 1]).astype(int).tolist()
    x1, y1 = np.clip(np.ceil(middle + half), [x0 + 1, y0 + 1], [width, height]).astype(int).tolist()
    nearer = Letterbox.of(x1 - x0, y1 - y0, size).scale
    return (x0, y0, x1, y1) if nearer >= worth * Letterbox.of(width, height, size).scale else None


def as_batch(picture: Image) -> NDArray[np.float32]:
    """A batch of one: RGB planes from 0 to 1."""
    # Plane by plane: OpenCV's own way to a blob takes a tenth of the network's time.
    batch = np.empty((1, 3, *picture.shape[:2]), np.float32)
    for plane, channel in zip(batch[0], reversed(cv2.split(picture)), strict=True):
        np.multiply(channel, np.float32(1 / 255), out=plane)
    return batch
