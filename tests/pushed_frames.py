"""A source that a test feeds."""

from __future__ import annotations

from collections.abc import Iterator

from vision.images import Image
from vision.sources.base import Frame
from vision.sources.slot import NewestSlot


class PushedFrames:
    """`push` from any thread; the reader gets the newest. Ends when it is closed."""

    live = True

    def __init__(self, name: str = "pushed") -> None:
        self.name = name
        self._slot: NewestSlot[Frame] = NewestSlot()
        self._index = 0

    @property
    def dropped(self) -> int:
        return self._slot.dropped

    def push(self, image: Image, t: float) -> None:
        self._slot.put(Frame(image, t, self._index))
        self._index += 1

    def __iter__(self) -> Iterator[Frame]:
        while True:
            frame = self._slot.take(timeout=0.5)
            if frame is not None:
                yield frame
            elif self._slot.closed:
                return

    def close(self) -> None:
        self._slot.close()
