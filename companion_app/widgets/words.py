"""Words: text that wraps, never breaks inside a word while it can shrink instead, and shows suits as signs."""

from __future__ import annotations

import math
import re
from typing import Any, Final

from kivy.resources import resource_find
from kivy.uix.label import Label
from kivy.utils import escape_markup

from companion_app.theme.live import theme
from companion_app.widgets.blocks import Block

_SIGNS: Final = re.compile("[\u2190-\u2211\u2213-\u2bff]\ufe0e?")  # all but the minus, which Roboto has
_SIGN_COLOURS: Final = {"♥": "hearts", "♦": "diamonds", "♠": "spades", "♣": "clubs"}
_SIGN_FONT: Final = "data/fonts/DejaVuSans.ttf"  # comes with Kivy; Roboto has no card suits
SMALLEST_SHRINK: Final = 0.55


def marked(text: str, colour: str) -> str:
    """Kivy's markup for a text with signs; suits keep their colour where the ground is light or dark paper."""

    def sign(match: re.Match[str]) -> str:
        char = match.group()[0]
        body = f"[font={_SIGN_FONT}]{char}[/font]"
        if char in _SIGN_COLOURS and not colour.startswith("on_"):
            return f"[color={getattr(theme.palette, _SIGN_COLOURS[char])}]{body}[/color]"
        return body

    return _SIGNS.sub(sign, escape_markup(text))


class Words(Block, Label):
    """A text with a role of the theme: `small text large title huge giant`."""

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
        self.plain, self.role, self.colour_name = text, role, colour
        signs = bool(_SIGNS.search(text)) and resource_find(_SIGN_FONT) is not None
        body = marked(text, colour) if signs or struck else text
        if struck:
            body = f"[s]{body}[/s]"
        super().__init__(
            weight=weight,
            text=body,
            markup=signs or struck,
            font_size=theme.font(role),
            bold=bold,
            halign=align,
            color=theme.colour(colour),
            line_height=1.08,
            shorten=False,
        )
        self._widths: dict[float, float] = {}

    def natural(self) -> float:
        self.font_size = theme.font(self.role)
        self._render((None, None))
        return float(math.ceil(self.texture_size[0]) + 2)

    def fit(self, width: float) -> float:
        base = theme.font(self.role)
        self.font_size = base
        widest = max((self._wide(word) for word in self.plain.split()), default=0.0)
        if widest > width:
            self.font_size = base * max(SMALLEST_SHRINK, math.floor(100 * width / widest) / 100 - 0.01)
        self._render((max(width, 1), None))
        self.size = (width, self.texture_size[1])
        return float(self.height)

    def squeeze(self, width: float) -> float:
        """One line, however small it has to be for that."""
        wanted = self.natural()
        if wanted > width:
            self.font_size = theme.font(self.role) * math.floor(98 * width / wanted) / 100
        self._render((max(width, 1), None))
        self.size = (width, self.texture_size[1])
        return float(self.height)

    def _wide(self, word: str) -> float:
        label = self._label
        label.options["font_size"] = self.font_size
        wide: float = label.get_extents(word)[0]
        return wide * (1.08 if _SIGNS.search(word) else 1.0)

    def _render(self, box: tuple[Any, Any]) -> None:
        self.text_size = box
        self.texture_update()
        trigger = getattr(self, "_trigger_texture", None)
        if trigger is not None:
            trigger.cancel()

    def change(self, text: str) -> None:
        """Another text at the same place, without a new layout."""
        if text != self.plain:
            self.plain = text
            self.markup = bool(_SIGNS.search(text))
            self.text = marked(text, self.colour_name) if self.markup else text
            self.fit(self.width)
