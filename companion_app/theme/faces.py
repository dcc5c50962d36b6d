"""The pictures of the cards as textures: one sheet for the table, the large drawing where a card is looked at."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from engine.cards import IDS

SHEET: Final = Path(__file__).with_name("cards.png")
NAMES: Final = (*IDS, "BACK-1", "BACK-2", "BACK-3")
SIDE, COLUMNS = 2048, 11
FACE_W, FACE_H, MARGIN = 174, 322, 5
CELL_W, CELL_H = FACE_W + 2 * MARGIN, FACE_H + 2 * MARGIN
_LARGE: Final = Path(__file__).parents[2] / "models" / "deck" / "png"


@lru_cache(maxsize=1)
def _sheet() -> Any:
    from kivy.core.image import Image

    # A power of two on both sides: the small renderings of a texture (mipmaps) exist on every tablet then.
    return Image(str(SHEET), mipmap=True, keep_data=False).texture


@cache
def face(name: str) -> Any:
    """The texture of a card (or of its back: "BACK") as large as the table needs it."""
    i = NAMES.index("BACK-1" if name == "BACK" else name)
    x, y = i % COLUMNS * CELL_W + MARGIN, i // COLUMNS * CELL_H + MARGIN
    return _sheet().get_region(x, SIDE - y - FACE_H, FACE_W, FACE_H)


@lru_cache(maxsize=8)
def large_face(name: str) -> Any:
    """The same card in its full drawing, where that is installed."""
    path = _LARGE / f"{'BACK-1' if name == 'BACK' else name}.png"
    if not path.exists():
        return face(name)
    from kivy.core.image import Image

    return Image(str(path), mipmap=False).texture
