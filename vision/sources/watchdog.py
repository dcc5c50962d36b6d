"""Notices what goes wrong with a camera: no frames, always the same one, black ones, another size."""

from __future__ import annotations

from enum import Enum
from typing import Final

from vision.images import Image, is_black

LIMIT: Final = 2.5
"""Seconds until a trouble is named: people are to know within three."""


class Trouble(Enum):
    UNPLUGGED = "unplugged"
    STALLED = "stalled"
    FROZEN = "frozen"
    BLACK = "black"
    RESIZED = "resized"


SENTENCES: Final[dict[Trouble, dict[str, str]]] = {
    Trouble.UNPLUGGED: {
        "de": "Die Kamera ist weg: Kabel und Strom prüfen.",
        "en": "The camera is gone: check its cable and power.",
    },
    Trouble.STALLED: {
        "de": "Die Kamera liefert keine Bilder mehr; sie wird neu geöffnet.",
        "en": "The camera sends no pictures any more; it is being reopened.",
    },
    Trouble.FROZEN: {
        "de": "Die Kamera zeigt immer dasselbe Bild; sie wird neu geöffnet.",
        "en": "The camera shows the same picture all the time; it is being reopened.",
    },
    Trouble.BLACK: {
        "de": "Das Bild ist schwarz: Abdeckung und Licht prüfen.",
        "en": "The picture is black: check the lens cover and the light.",
    },
    Trouble.RESIZED: {
        "de": "Die Bildgröße hat sich geändert; die Tischmitte wird umgerechnet.",
        "en": "The size of the picture has changed; the middle of the table is recomputed.",
    },
}


class Watchdog:
    """Fed with every frame and asked now and then. It knows no clock: times are passed in."""

    def __init__(self, now: float) -> None:
        self._last_frame = self._last_change = self._last_light = now
        self._print: bytes | None = None
        self._size: tuple[int, int] | None = None

    def frame(self, image: Image, now: float) -> Trouble | None:
        """A frame has come; says at once if its size is another one."""
        self._last_frame = now
        sample = image[::16, ::16]
        # A real sensor never gives the same picture twice: its noise differs.
        mark = sample.tobytes()
        if mark != self._print:
            self._print, self._last_change = mark, now
        if not is_black(image):
            self._last_light = now
        size = (int(image.shape[1]), int(image.shape[0]))
        resized = self._size is not None and size != self._size
        self._size = size
        return Trouble.RESIZED if resized else None

    def check(self, now: float) -> Trouble | None:
        if now - self._last_frame >= LIMIT:
            return Trouble.STALLED
        if now - self._last_light >= LIMIT:
            return Trouble.BLACK
        if now - self._last_change >= LIMIT:
            return Trouble.FROZEN
        return None
