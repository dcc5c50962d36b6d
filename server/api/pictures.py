"""Pictures of a phone: at most two under way, the newest kept, handed to whoever reads the table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from server.tables.errors import TableError
from vision.images import PictureError, size_of

UNDER_WAY = 2
MOST_PIXELS = 16 << 20
_KINDS = {b"\xff\xd8\xff": "image/jpeg", b"\x89PNG\r\n\x1a\n": "image/png"}


class Busy(TableError):
    status = 429


class NotAPicture(TableError):
    status = 415


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture as it came: its bytes, its kind, when it came, its number; and by whom it was taken, and when."""

    data: bytes
    kind: str
    at: float
    number: int
    device: str = ""
    name: str = ""
    t: float | None = None
    """The camera's own time in seconds."""


@dataclass(frozen=True, slots=True)
class Taker:
    """Who took a picture, and when by his own clock."""

    device: str = ""
    name: str = ""
    t: float | None = None


class PictureReader(Protocol):
    """A reader of one table: it takes the newest picture and may drop it, it never makes the phone wait."""

    async def take(self, table: str, picture: Picture) -> dict[str, object]:
        """What the phone is told: quality, recognised cards, seats. Empty while nothing was read."""


@dataclass(slots=True)
class NoReader:
    """Nobody reads: pictures are kept for the setup page, and the deal goes on by hand."""

    async def take(self, table: str, picture: Picture) -> dict[str, object]:  # noqa: ARG002
        return {"reader": "none"}


@dataclass(slots=True)
class Pictures:
    reader: PictureReader = field(default_factory=NoReader)
    clock: Callable[[], float] = time.time
    newest: dict[str, Picture] = field(default_factory=dict)
    _under_way: dict[str, int] = field(default_factory=dict)
    _number: int = 0

    def keep(self, table: str, data: bytes) -> Picture:
        """The newest picture of a table."""
        picture = self.newest[table] = self._picture(data, Taker())
        return picture

    def _picture(self, data: bytes, by: Taker) -> Picture:
        """Only its header is looked at: whoever reads it decodes it, elsewhere."""
        kind = _kind(data)
        self._number += 1
        return Picture(data, kind, self.clock(), self._number, by.device, by.name, by.t)

    async def receive(self, table: str, data: bytes, by: Taker | None = None) -> dict[str, object]:
        """Handed to the reader, and answered with what it says."""
        if self._under_way.get(table, 0) >= UNDER_WAY:
            raise Busy("busy", "two pictures of this table are under way; send the next one when one is done")
        self._under_way[table] = self._under_way.get(table, 0) + 1
        try:
            picture = self._picture(data, by or Taker())
            async with asyncio.timeout(10):
                told = await self.reader.take(table, picture)
            self.newest[table] = picture
            return {"number": picture.number} | told
        except TimeoutError:
            raise Busy("slow", "the reader did not take the picture in time") from None
        finally:
            self._under_way[table] -= 1


def _kind(data: bytes) -> str:
    kind = next((kind for head, kind in _KINDS.items() if data.startswith(head)), None)
    if kind is None:
        raise NotAPicture("picture", "expected a JPEG or PNG picture")
    try:
        width, height = size_of(data)
    except PictureError as error:
        raise NotAPicture(error.code, str(error)) from None
    if not min(width, height) >= 64 or width * height > MOST_PIXELS:
        raise NotAPicture(
            "picture_size",
            f"expected 64 pixels a side to {MOST_PIXELS >> 20} megapixels, got {width}×{height}",
        )
    return kind
