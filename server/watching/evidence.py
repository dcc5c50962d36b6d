"""Keeps the pictures behind the events: the frame and the crop of each card, within a bound."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from vision.identity import Image, Quad, rectify

MOST: Final = 400
"""Events whose pictures are kept; the oldest go first. A deal has about sixty."""
INDEX_NAME: Final = "index.jsonl"
_NAME: Final = re.compile(r"\d{5}-[\w-]+\.jpg", re.ASCII)
QUALITY: Final = [cv2.IMWRITE_JPEG_QUALITY, 88]


class Evidence:
    """A folder with `index.jsonl`: one row per event with the names of its pictures."""

    def __init__(self, folder: Path, most: int = MOST) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._most = most
        self._rows: deque[dict[str, Any]] = deque(self._kept_before())
        self._count = max((int(str(row["frame"])[:5]) for row in self._rows), default=0)
        self._write_index()  # a folder that cannot be written to is noticed now

    def keep(self, row: dict[str, Any], image: Image, quad: Quad) -> None:
        self._count += 1
        stem = f"{self._count:05d}-{row['event']}-{row.get('card', row.get('id', ''))}".replace("?", "_")
        shown = image.copy()
        cv2.polylines(shown, [np.asarray(np.round(quad), np.int32)], True, (0, 200, 255), 2, cv2.LINE_AA)
        crop, _ = rectify(image, quad)
        files = {"frame": f"{stem}-frame.jpg", "crop": f"{stem}-crop.jpg"}
        self._write(files["frame"], shown)
        self._write(files["crop"], np.asarray(cv2.resize(crop, None, fx=2, fy=2), np.uint8))
        self._rows.append({"event": row, **files})
        while len(self._rows) > self._most:
            old = self._rows.popleft()
            for kind in ("frame", "crop"):
                (self.folder / str(old[kind])).unlink(missing_ok=True)
        self._write_index()

    def _kept_before(self) -> Iterator[dict[str, Any]]:
        """What an earlier deal left here stays as long as there is room, and no picture takes another one's name."""
        try:
            lines = (self.folder / INDEX_NAME).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            return
        for line in lines:
            with suppress(ValueError):
                row = json.loads(line)
                names = [row.get(kind) for kind in ("frame", "crop")] if isinstance(row, dict) else []
                if names and all(isinstance(name, str) and _NAME.fullmatch(name) for name in names):
                    yield row

    def _write(self, name: str, image: Image) -> None:
        _, data = cv2.imencode(".jpg", image, QUALITY)
        (self.folder / name).write_bytes(data.tobytes())

    def _write_index(self) -> None:
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in self._rows)
        part = self.folder / f"{INDEX_NAME}.part"
        part.write_text(text, encoding="utf-8")
        part.replace(self.folder / INDEX_NAME)
