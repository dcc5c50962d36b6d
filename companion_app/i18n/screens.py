"""Captions that the screens themselves need, beside what the view models say."""

from __future__ import annotations

from typing import Final

SCREEN_WORDS: Final[dict[str, tuple[str, str]]] = {
    "screen.demo": ("Beispiel", "example"),
}
