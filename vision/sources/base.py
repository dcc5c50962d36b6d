"""What every source of frames is: something to iterate over, with the frame's own time, and to close."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Protocol

import cv2
import numpy as np

from vision.images import Image

SAME_SHAPE: Final = 0.01
"""Pictures whose sides differ by no more have one shape."""


class SourceError(Exception):
    """A source that cannot be opened or read; the message says what would be right."""


def speakable(name: str) -> str:
    """The name itself; OpenCV ends the whole program where one cannot be written as UTF-8."""
    try:
        name.encode()
    except UnicodeEncodeError as error:
        shown = name.encode(errors="replace").decode()
        raise SourceError(f"{shown}: its name is not UTF-8; rename it") from error
    return name


def same_shape(one: tuple[int, int], two: tuple[int, int]) -> bool:
    """Whether pictures of these widths and heights show the same, smaller or larger."""
    return abs(one[0] * two[1] - one[1] * two[0]) <= SAME_SHAPE * one[0] * two[1]


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture (BGR) with the source's time in seconds and its number in the source."""

    image: Image
    t: float
    index: int

    def sized(self, width: int, height: int) -> Frame:
        """As large as the pictures before it, if it has their shape: on a slow line a phone sends smaller ones."""
        high, wide = self.image.shape[:2]
        if (wide, high) == (width, height) or not same_shape((wide, high), (width, height)):
            return self
        way = cv2.INTER_AREA if wide > width else cv2.INTER_LINEAR
        return replace(
            self, image=np.asarray(cv2.resize(self.image, (width, height), interpolation=way), np.uint8)
        )


class Source(Protocol):
    """Frames in the order of time. `live`: frames that nobody takes in time are lost."""

    name: str
    live: bool

    def __iter__(self) -> Iterator[Frame]: ...
    def close(self) -> None: ...


class Device(Protocol):
    """Something that is asked for its next picture and may fail at any time, as a camera may."""

    def read(self) -> Image | None: ...
    def close(self) -> None: ...
