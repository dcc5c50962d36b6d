"""What every source of frames is: something to iterate over, with the frame's own time, and to close."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from vision.images import Image


class SourceError(Exception):
    """A source that cannot be opened or read; the message says what would be right."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture (BGR) with the source's time in seconds and its number in the source."""

    image: Image
    t: float
    index: int


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
