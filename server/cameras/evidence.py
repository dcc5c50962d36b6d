"""The pictures behind the cards of a table: decoded, made small, and kept within a bound."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

import cv2

from server.tables.errors import TableError
from vision.images import PictureError, decode, size_of

Kind = Literal["crop", "frame"]
SIDES: Final[dict[str, int]] = {"crop": 600, "frame": 1920}
"""The longest side of what is taken."""
BYTES: Final[dict[str, int]] = {"crop": 128 * 1024, "frame": 1024 * 1024}
QUALITY: Final = [cv2.IMWRITE_JPEG_QUALITY, 85]


class BadPicture(TableError):
    status = 422


@dataclass(slots=True)
class Pictures:
    """A folder per table. Whoever asks has been let in by the routes; names are made from checked ids only."""

    folder: Path
    most: int = 1200
    """Files per table, two per card: ten deals, the oldest go first."""
    _counts: dict[str, int] = field(default_factory=dict)

    def keep(self, table: str, evidence: str, kind: Kind, data: bytes) -> None:
        """Stored anew from its pixels, so that nothing but a picture is ever given out again. Blocks; for a thread.

        The first picture stays: what a ruling rests on is not exchanged later.
        """
        place = self._place(table, evidence, kind)
        _, encoded = cv2.imencode(".jpg", checked(data, kind), QUALITY)
        if place.exists():
            return
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        part = place.with_suffix(f".{secrets.token_hex(4)}.part")  # two may bring the same one at once
        part.write_bytes(encoded.tobytes())
        part.replace(place)
        self._tidy(table)

    def find(self, table: str, evidence: str, kind: Kind) -> bytes | None:
        try:
            return self._place(table, evidence, kind).read_bytes()
        except OSError:
            return None

    def _place(self, table: str, evidence: str, kind: Kind) -> Path:
        return self.folder / table / f"{evidence.replace(':', '_')}-{kind}.jpg"

    def _tidy(self, table: str) -> None:
        folder = self.folder / table
        if table not in self._counts:
            self._counts[table] = sum(1 for _ in folder.glob("*.jpg"))
        else:
            self._counts[table] += 1
        if self._counts[table] <= self.most:
            return
        files = sorted((entry.stat().st_mtime_ns, entry.path) for entry in os.scandir(folder))
        for _, path in files[: len(files) - self.most + self.most // 10]:
            Path(path).unlink(missing_ok=True)
        self._counts[table] = sum(1 for _ in folder.glob("*.jpg"))


def checked(data: bytes, kind: Kind) -> cv2.typing.MatLike:
    """The picture's pixels; its size is read and judged before anything is decoded."""
    if len(data) > BYTES[kind]:
        raise BadPicture("too_large", f"expected at most {BYTES[kind] >> 10} KiB for a {kind}", "body")
    try:
        if max(size_of(data)) > SIDES[kind]:
            raise BadPicture(
                "too_large", f"expected at most {SIDES[kind]} pixels a side for a {kind}", "body"
            )
        return decode(data)
    except PictureError as error:
        raise BadPicture(error.code, str(error), "body") from None
