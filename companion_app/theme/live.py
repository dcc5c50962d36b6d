"""The theme in force: one palette, text scale and habits, that every widget asks while it is built."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from kivy.event import EventDispatcher
from kivy.metrics import dp, sp

from companion_app.theme.tokens import (
    LARGEST_SCALE,
    PALETTES,
    SAFE_SUITS_ON_DARK,
    SAFE_SUITS_ON_LIGHT,
    SMALLEST_SCALE,
    SPACE,
    TOUCH,
    TYPE,
    Palette,
    Rgba,
)
from companion_app.viewmodels.frame import Appearance


def palette_for(look: Appearance) -> Palette:
    """Two suit colours are the cards' old red and black; four are apart for every kind of colour vision."""
    dark = look.theme == "dark"
    palette = PALETTES["dark" if dark else "light", look.contrast]
    if look.suits == "four":
        return replace(palette, **(SAFE_SUITS_ON_DARK if dark else SAFE_SUITS_ON_LIGHT))
    return replace(palette, diamonds=palette.hearts, clubs=palette.spades)


class Theme(EventDispatcher):
    """Says `on_change` when the look changed; screens then build themselves anew."""

    __events__ = ("on_change",)

    def __init__(self) -> None:
        super().__init__()
        self.look = Appearance()
        self.palette: Palette = palette_for(self.look)
        self._room = 1.0

    @property
    def scale(self) -> float:
        """Of text: what the person chose, and more on a screen that is large (and far away)."""
        return float(self.look.scale * self._room)

    def stand_in(self, width: float, height: float) -> bool:
        """The window's size in pixels; whether that changed the scale."""
        long, short = max(width, height) / dp(1), min(width, height) / dp(1)
        room = max(1.0, round(0.8 * min(long / 1024, short / 600), 2))
        changed = bool(room != self._room)
        self._room = room
        return changed

    def use(self, look: Appearance) -> bool:
        """Whether the look is another one than before."""
        look = replace(look, scale=min(max(look.scale, SMALLEST_SCALE), LARGEST_SCALE))
        if look == self.look:
            return False
        self.look, self.palette = look, palette_for(look)
        self.dispatch("on_change")
        return True

    def on_change(self) -> None:
        """Kivy asks for a default handler."""

    def colour(self, name: str, alpha: float = 1.0) -> Rgba:
        return self.palette.rgba(name, alpha)

    def font(self, role: str) -> float:
        """A type size in pixels."""
        return float(sp(TYPE[role]) * self.scale)

    def space(self, step: int) -> float:
        return float(dp(SPACE[step]))

    def touch(self) -> float:
        """The least side of what a finger is offered: grows with the text, but never below 48 dp."""
        return float(dp(TOUCH) * max(1.0, min(self.scale, 1.3)))

    def ems(self, width: float) -> float:
        """A width in units that shrink as the text grows: what decides about columns."""
        return float(width / (dp(1) * self.scale))


theme: Final = Theme()
