"""From what a person types to a source: a number is a camera, a URL a stream, a folder frames, a file a film."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from vision.sources.base import Source, SourceError
from vision.sources.cameras import CvDevice, LiveSource, without_password
from vision.sources.files import FrameFolder, Paced, VideoFile
from vision.sources.watchdog import Trouble

SCHEMES: Final = ("rtsp", "rtsps", "http", "https")


def open_source(
    text: str, *, realtime: bool = False, on_trouble: Callable[[Trouble | None], None] = lambda _: None
) -> Source:
    """Opens it, or says in one sentence what is wrong with it."""
    if text.isascii() and text.isdigit() and not _exists(text):
        number = int(text) if len(text) < 9 else 100
        if number > 99:
            raise SourceError(
                f"camera {text[:20]}: expected a number as `kiebitz watch --list-cameras` shows it"
            )
        return LiveSource(f"camera {number}", lambda: CvDevice(number), on_trouble=on_trouble)
    scheme, mark, _ = text.partition("://")
    if mark:
        if scheme.lower() not in SCHEMES:
            raise SourceError(f"{scheme[:20]}://…: expected one of {', '.join(f'{s}://' for s in SCHEMES)}")
        return LiveSource(without_password(text), lambda: CvDevice(text), on_trouble=on_trouble)
    try:
        path = Path(text)
        stored = FrameFolder(path) if path.is_dir() else VideoFile(path)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a usable path"
        raise SourceError(f"{text[:200]!r}: {reason}") from error
    return Paced(stored) if realtime else stored


def _exists(text: str) -> bool:
    try:
        return Path(text).exists()
    except OSError:  # too long for a name
        return False
