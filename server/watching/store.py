"""Stores a session as frames with their times, so that it can be read again: every mistake becomes a test case."""

from __future__ import annotations

import json
from pathlib import Path
from typing import IO, Any, Final

import cv2
import numpy as np

from vision.reader.stillness import apart, shrink
from vision.sources.base import Frame
from vision.sources.files import INDEX_NAME, is_picture

START_NAME: Final = "start.json"
EVENTS_NAME: Final = "events.jsonl"
QUALITY: Final = [cv2.IMWRITE_JPEG_QUALITY, 95]
IDLE: Final = 0.5
"""While nothing moves, one frame in so many seconds is enough."""
MOST: Final = 60_000


class SessionStore:
    """A folder that `kiebitz watch` reads as a source."""

    def __init__(self, folder: Path, start: dict[str, Any], most: int = MOST) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / INDEX_NAME).exists():
            raise FileExistsError(f"{folder} already holds a stored session")
        if (folder / START_NAME).exists() or any(is_picture(place) for place in folder.iterdir()):
            raise FileExistsError(f"{folder} holds pictures or a deal of your own: choose a new folder")
        (folder / START_NAME).write_text(json.dumps(start, ensure_ascii=False, indent=1), encoding="utf-8")
        self.folder = folder
        self._index: IO[str] = (folder / INDEX_NAME).open("w", encoding="utf-8")
        self._events: IO[str] = (folder / EVENTS_NAME).open("w", encoding="utf-8")
        self._last: Frame | None = None
        self._small = np.zeros((0, 0, 3), np.uint8)
        self._left = most

    def frame(self, frame: Frame) -> None:
        small = shrink(frame.image)
        moved = small.shape != self._small.shape or float((apart(small, self._small) > 12).mean()) > 0.0005
        due = self._last is None or frame.t - self._last.t >= IDLE
        if not (moved or due) or self._left <= 0:
            return
        self._left -= 1
        self._last, self._small = frame, small
        name = f"{frame.index:07d}.jpg"
        _, data = cv2.imencode(".jpg", frame.image, QUALITY)
        (self.folder / name).write_bytes(data.tobytes())
        self._index.write(json.dumps({"file": name, "t": frame.t}) + "\n")

    def event(self, row: dict[str, Any]) -> None:
        self._events.write(json.dumps(row, ensure_ascii=False) + "\n")

    def close(self) -> None:
        self._index.close()
        self._events.close()
