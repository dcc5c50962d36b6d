"""Words: text that wraps, never breaks inside a word while it can shrink instead, and shows suits as signs."""

from __future__ import annotations

import math
import re
from typing import Any, Final

from kivy.core.text import Label as CoreLabel
from kivy.core.text.markup import MarkupLabel
from kivy.graphics import Color, Rectangle
from kivy.resources import resource_find
from kivy.utils import escape_markup

from companion_app.theme.live import theme
from companion_app.widgets.blocks import Block

_SIGNS: Final = re.compile(
    "[\u2190-\u2211\u2213-\u2bff]\ufe0e?[0-9A-Z]*"
)  # all but the minus, which Roboto has
_SIGN_COLOURS: Final = {"♥": "hearts", "♦": "diamonds", "♠": "spades", "♣": "clubs"}
_SIGN_FONT: Final = "data/fonts/DejaVuSans.ttf"  # comes with Kivy; Roboto has no card suits
SMALLEST_SHRINK: Final = 0.55


def marked(text: str, colour: str) -> str:
    """Kivy's markup for a text with signs; suits keep their colour where the ground is light or dark paper."""

    def sign(match: re.Match[str]) -> str:
        char = match.group()[0]
        word = match.group().replace("\ufe0e", "")  # a sign and its rank stay one word on one line
        body = f"[font={_SIGN_FONT}]{word}[/font]"
        if char in _SIGN_COLOURS and not colour.startswith("on_"):
            return f"[color={getattr(theme.palette, _SIGN_COLOURS[char])}]{body}[/color]"
        return body

    return _SIGNS.sub(sign, escape_markup(text))


class Words(Block):
    """A text with a role of the theme: `small text large title huge giant`.

    It draws its texture itself: Kivy's label widget brings a thousand objects each, and a screen has a hundred texts.
    """

    def __init__(
        self,
        text: str,
        role: str = "text",
        colour: str = "ink",
        bold: bool = False,
        align: str = "left",
        struck: bool = False,
        weight: float = 0,
    ) -> None:
        super().__init__(weight=weight)
        self.plain, self.role, self.colour_name = text, role, colour
        signs = bool(_SIGNS.search(text)) and resource_find(_SIGN_FONT) is not None
        marks = signs or struck
        body = marked(text, colour) if marks else text
        self._label: Any = (MarkupLabel if marks else CoreLabel)(
            text=f"[s]{body}[/s]" if struck else body,
            font_size=theme.font(role),
            bold=bold,
            halign=align,
            line_height=1.08,
            color=theme.colour(colour),
        )
        self.texture_size: tuple[float, float] = (0, 0)
        with self.canvas:
            Color(1, 1, 1, 1)
            self._face = Rectangle(size=(0, 0))
        self.fbind("pos", self._move)

    @property
    def font_size(self) -> float:
        return float(self._label.options["font_size"])

    def natural(self) -> float:
        """As wide as it would be on one line."""
        self._label.options["font_size"] = theme.font(self.role)
        self._label.text_size = (None, None)
        wide = self._label.render()[0] if self.plain.strip() else 0
        return float(math.ceil(wide) + 2)

    def fit(self, width: float) -> float:
        base = theme.font(self.role)
        self._label.options["font_size"] = base
        widest = max((self._wide(word) for word in self.plain.split()), default=0.0)
        if widest > width:
            shrunk = base * max(SMALLEST_SHRINK, math.floor(100 * width / widest) / 100 - 0.01)
            self._label.options["font_size"] = shrunk
        return self._draw(width)

    def squeeze(self, width: float) -> float:
        """One line, however small it has to be for that."""
        wanted = self.natural()
        if wanted > width:
            self._label.options["font_size"] = theme.font(self.role) * math.floor(96 * width / wanted) / 100
        return self._draw(width)

    def _wide(self, word: str) -> float:
        wide: float = self._label.get_extents(word)[0]
        return wide * (1.08 if _SIGNS.search(word) else 1.0)

    def _draw(self, width: float) -> float:
        if self.plain.strip():
            self._label.text_size = (max(width, 1), None)
            self._label.refresh()
            texture = self._label.texture
            self._face.texture = texture
            self.texture_size = tuple(texture.size)
        self._face.size = self.texture_size
        self.size = (width, self.texture_size[1])
        self._move()
        return float(self.height)

    def _move(self, *_: object) -> None:
        wide, tall = self.texture_size
        self._face.pos = (round(self.x + (self.width - wide) / 2), round(self.y + (self.height - tall) / 2))
