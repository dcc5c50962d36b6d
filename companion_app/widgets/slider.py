"""A track to touch or to draw along, with a button at each end: for the replay's steps and the text's size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.graphics import Color, Ellipse, Rectangle, SmoothRoundedRectangle
from kivy.metrics import dp

from companion_app.theme.live import theme
from companion_app.widgets.blocks import Block


class Track(Block):
    """A value on a line; marks show places worth a look."""

    def __init__(
        self,
        value: float,
        low: float,
        high: float,
        step: float,
        on_value: Callable[[float], None],
        marks: Sequence[float] = (),
        key: str = "",
    ) -> None:
        super().__init__(weight=1)
        self.value, self.low, self.high, self.step = value, low, high, step
        self.on_value, self.marks, self.key = on_value, marks, key
        self.fbind("pos", self._draw)
        self.fbind("size", self._draw)

    def fit(self, width: float) -> float:
        self.size = (width, theme.touch())
        return float(self.height)

    def _at(self, value: float) -> float:
        margin = dp(16)
        share = (value - self.low) / max(self.high - self.low, 1e-9)
        return float(self.x + margin + (self.width - 2 * margin) * share)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        middle, x = self.center_y, self._at(self.value)
        start, end = self._at(self.low), self._at(self.high)
        with self.canvas:
            Color(*theme.colour("line"))
            SmoothRoundedRectangle(pos=(start, middle - dp(4)), size=(end - start, dp(8)), radius=[dp(4)])
            Color(*theme.colour("cloth"))
            SmoothRoundedRectangle(
                pos=(start, middle - dp(4)), size=(max(x - start, 1), dp(8)), radius=[dp(4)]
            )
            Color(*theme.colour("bad"))
            for mark in self.marks:
                Rectangle(pos=(self._at(mark) - dp(2), middle - dp(11)), size=(dp(4), dp(22)))
            Color(*theme.colour("edge"))
            Ellipse(pos=(x - dp(14), middle - dp(14)), size=(dp(28), dp(28)))
            Color(*theme.colour("accent"))
            Ellipse(pos=(x - dp(12), middle - dp(12)), size=(dp(24), dp(24)))

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._to(touch.x)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        self._to(touch.x)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._to(touch.x)
        self.on_value(self.value)
        return True

    def _to(self, x: float) -> None:
        start, end = self._at(self.low), self._at(self.high)
        share = min(max((x - start) / max(end - start, 1), 0.0), 1.0)
        self.value = self.low + round(share * (self.high - self.low) / self.step) * self.step
        self._draw()
