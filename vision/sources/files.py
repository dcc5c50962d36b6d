"""Films and stored sessions: every frame in order, by the film's own time and not by the clock."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from vision.images import MAX_PIXELS, SUFFIXES, PictureError, read_picture
from vision.sources.base import Frame, SourceError, speakable

INDEX_NAME: Final = "session.jsonl"
USUAL_RATE: Final = 25.0
OFF: Final = 0.1
"""So many frames a stamp may be off and still mean an even rate."""


class VideoFile:
    """A film. Two runs over it give the same frames with the same times."""

    live = False

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        if not path.exists():
            raise SourceError(f"{path}: there is no such file")
        if not path.is_file():
            raise SourceError(f"{path}: expected a film, a folder of frames, a camera's number or a URL")
        # Whole: FFmpeg takes what stands before the first colon of a relative name for a protocol.
        self._film = cv2.VideoCapture(speakable(str(path.absolute())))
        self._first: Any = self._film.read()[1] if self._film.isOpened() else None
        if self._first is None:
            self._film.release()
            raise SourceError(f"{path}: not a film that can be read; expected MP4, MKV, AVI, MOV or WebM")
        if self._first.shape[0] * self._first.shape[1] > MAX_PIXELS:
            self._film.release()
            raise SourceError(
                f"{path}: its pictures are too large; up to {MAX_PIXELS >> 20} megapixels are read"
            )
        rate = float(self._film.get(cv2.CAP_PROP_FPS))
        self.rate = rate if 0.5 <= rate <= 1000 else USUAL_RATE

    def __iter__(self) -> Iterator[Frame]:
        image, index, t = self._first, 0, 0.0
        begin = self._stamp()
        self._first = None
        while image is not None:
            t = max(t, self._time(index, self._stamp() - begin))
            yield Frame(np.asarray(image, np.uint8), t, index)
            index += 1
            done, image = self._film.read()
            if not done:
                return

    def _stamp(self) -> float:
        """When the frame that was read last is to be shown, in seconds; 0 where the film does not say."""
        return float(self._film.get(cv2.CAP_PROP_POS_MSEC)) / 1000

    def _time(self, index: int, stamp: float) -> float:
        """A phone takes more pictures in good light than in bad: then the stamps count, and not the rate."""
        even = index / self.rate
        return stamp if stamp > 0 and abs(stamp - even) > OFF / self.rate else even

    def close(self) -> None:
        self._film.release()


class FrameFolder:
    """Pictures in a folder: a stored session with its times, or any pictures in the order of their names."""

    live = False

    def __init__(self, path: Path, *, rate: float = USUAL_RATE) -> None:
        self.name = str(path)
        self._rows = _index(path) if (path / INDEX_NAME).is_file() else _pictures(path, rate)
        if not self._rows:
            raise SourceError(f"{path}: no pictures in this folder; expected JPEG, PNG, WebP or BMP")

    def __iter__(self) -> Iterator[Frame]:
        for index, (path, t) in enumerate(self._rows):
            try:
                yield Frame(read_picture(path), t, index)
            except PictureError as error:
                raise SourceError(f"{path}: {error}") from error

    def close(self) -> None:
        return


def is_picture(path: Path) -> bool:
    """Other systems leave files of their own beside pictures, with the same ending and a dot before the name."""
    return path.suffix.lower() in SUFFIXES and not path.name.startswith(".") and path.is_file()


def _pictures(folder: Path, rate: float) -> list[tuple[Path, float]]:
    paths = sorted(p for p in folder.iterdir() if is_picture(p))
    return [(path, number / rate) for number, path in enumerate(paths)]


def _index(folder: Path) -> list[tuple[Path, float]]:
    rows: list[tuple[Path, float]] = []
    place = folder / INDEX_NAME
    for number, line in enumerate(place.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            row = json.loads(line)
            if "file" not in row:
                continue
            name, t = str(row["file"]), float(row["t"])
            if Path(name).name != name or not np.isfinite(t):
                raise ValueError("expected a plain file name and a time")
            if rows and t < rows[-1][1]:
                raise ValueError(f"its time {t:g} lies before that of the line above")
        except (ValueError, TypeError, KeyError) as error:
            raise SourceError(f"{place}, line {number}: not a line of a stored session ({error})") from error
        rows.append((folder / name, t))
    return rows


class Paced:
    """Another source's frames, none before its time."""

    def __init__(
        self,
        source: VideoFile | FrameFolder,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name, self.live = source.name, False
        self._source, self._clock, self._sleep = source, clock, sleep

    def __iter__(self) -> Iterator[Frame]:
        begin: float | None = None
        for frame in self._source:
            now = self._clock()
            begin = now - frame.t if begin is None else begin
            if (wait := begin + frame.t - now) > 0:
                self._sleep(wait)
            yield frame

    def close(self) -> None:
        self._source.close()
