"""Pictures that another process sends through a pipe: each behind a header with its time and its size."""

from __future__ import annotations

import struct
import threading
from collections.abc import Callable, Iterator
from typing import IO, Final

from vision.images import MAX_BYTES, PictureError, decode
from vision.sources.base import Frame
from vision.sources.slot import NewestSlot

HEADER: Final = struct.Struct(">dI")
"""Before each picture: its time in seconds, its size in bytes."""
BACKWARDS: Final = 0.05
"""Where a sender's clock was set back, time goes on by so much,"""
FORWARDS: Final = 3600.0
"""and likewise where it was set forward by more than this."""


class PipedPictures:
    """The newest picture of a pipe, decoded only when it is taken. Ends with the pipe."""

    live = True

    def __init__(
        self, pipe: IO[bytes], name: str = "pictures", on_bad: Callable[[str], None] = lambda _: None
    ) -> None:
        """`on_bad` hears of each picture that cannot be decoded."""
        self.name = name
        self.bad = 0
        self._pipe, self._tell = pipe, on_bad
        self._slot: NewestSlot[tuple[float, bytes]] = NewestSlot()
        self._offset: float | None = None
        self._last = 0.0

    @property
    def dropped(self) -> int:
        return self._slot.dropped

    def __iter__(self) -> Iterator[Frame]:
        threading.Thread(target=self._read, daemon=True, name="pictures").start()
        index = 0
        while not self._slot.closed:
            taken = self._slot.take(timeout=0.5)
            if taken is None:
                continue
            try:
                image = decode(taken[1])
            except PictureError as error:
                self.bad += 1
                self._tell(str(error))
                continue
            yield Frame(image, self._time(taken[0]), index)
            index += 1

    def close(self) -> None:
        self._slot.close()

    def _time(self, t: float) -> float:
        """From zero, and never back."""
        on = 0.0 if self._offset is None else t - self._offset - self._last
        if self._offset is None or not -1.0 < on < FORWARDS:
            self._offset = t - self._last - (BACKWARDS if self._last else 0.0)
        self._last = max(t - self._offset, self._last + 1e-3 if self._last else 0.0)
        return self._last

    def _read(self) -> None:
        while True:
            header = self._exactly(HEADER.size)
            if header is None:
                break
            t, size = HEADER.unpack(header)
            data = self._exactly(size) if size <= MAX_BYTES else None
            if data is None:
                break
            self._slot.put((t, data))
        self._slot.close()

    def _exactly(self, size: int) -> bytes | None:
        """So many bytes; None at the end of the pipe. It may be one that gives fewer than it is asked for."""
        found = bytearray()
        while len(found) < size:
            part = self._pipe.read(size - len(found))
            if not part:
                return None
            found += part
        return bytes(found)
