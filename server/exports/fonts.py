"""Fonts for names with any European letters: a free one of the system, else the one that comes with reportlab."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import reportlab
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

_SYSTEM: Final = (
    (
        "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
        "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
    ),
    ("/usr/share/fonts/TTF/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans-Bold.ttf"),
    (
        "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
        "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans-Bold.ttf",
    ),
    (
        "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
        "/usr/share/fonts/truetype/noto/NotoSans-Bold.ttf",
    ),
    ("/System/Library/Fonts/Supplemental/Arial.ttf", "/System/Library/Fonts/Supplemental/Arial Bold.ttf"),
    ("C:/Windows/Fonts/segoeui.ttf", "C:/Windows/Fonts/segoeuib.ttf"),
    ("C:/Windows/Fonts/arial.ttf", "C:/Windows/Fonts/arialbd.ttf"),
)
"""Regular and bold, the best first. DejaVu and Noto are free; the others belong to their systems and are only embedded."""


@dataclass(frozen=True, slots=True)
class Face:
    """A pair of fonts as reportlab knows them, and the letters that both have."""

    regular: str
    bold: str
    letters: frozenset[int]

    def fitted(self, text: str) -> str:
        """The text with the letters that the fonts have: what is missing loses its marks, and becomes `?` at last."""
        return "".join(
            c if ord(c) in self.letters else self._without_marks(c)
            for c in unicodedata.normalize("NFC", text)
        )

    def _without_marks(self, letter: str) -> str:
        plain = PLAIN.get(letter) or unicodedata.normalize("NFKD", letter)
        kept = "".join(c for c in plain if ord(c) in self.letters and not unicodedata.combining(c))
        return kept or "?"

    def lacks(self, texts: list[str]) -> bool:
        """Whether something could not be written as it is; a paper says so at its foot."""
        return any(self.fitted(text) != unicodedata.normalize("NFC", text) for text in texts)


PLAIN: Final = {
    "Đ": "D",
    "đ": "d",
    "Ł": "L",
    "ł": "l",
    "Ħ": "H",
    "ħ": "h",
    "ı": "i",
    "Ŋ": "N",
    "ŋ": "n",
    "ẞ": "SS",
}


@lru_cache(maxsize=1)
def face() -> Face:
    """The best pair of this machine, registered once."""
    for number, (regular, bold) in enumerate(_candidates()):
        if Path(regular).is_file() and Path(bold).is_file():
            try:
                return register(f"names{number}", Path(regular), Path(bold))
            except (TTFError, OSError):
                continue
    return vera()


def vera() -> Face:
    """What is always there; it has the letters of western Europe."""
    folder = Path(reportlab.__file__).parent / "fonts"
    return register("vera", folder / "Vera.ttf", folder / "VeraBd.ttf")


def register(name: str, regular: Path, bold: Path) -> Face:
    fonts = (TTFont(name, str(regular)), TTFont(f"{name}-bold", str(bold)))
    for font in fonts:
        pdfmetrics.registerFont(font)
    letters = frozenset(fonts[0].face.charToGlyph) & frozenset(fonts[1].face.charToGlyph)
    return Face(name, f"{name}-bold", letters)


def _candidates() -> list[tuple[str, str]]:
    kivy = find_spec("kivy")  # the tablet app brings Roboto along
    found = list(_SYSTEM)
    if kivy is not None and kivy.origin is not None:
        fonts = Path(kivy.origin).parent / "data" / "fonts"
        found.append((str(fonts / "Roboto-Regular.ttf"), str(fonts / "Roboto-Bold.ttf")))
    return found
