"""The sign of a switch: where its knob is and what colour it has both say whether it is on."""

from __future__ import annotations

from kivy.graphics import Color, Ellipse, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp

from companion_app.theme.live import theme
from companion_app.widgets.blocks import Block


class SwitchSign(Block):
    """Only drawn; what stands around it is touched."""

    def __init__(self, on: bool) -> None:
        super().__init__()
        self._on = on
        self.fbind("pos", self._draw)

    def natural(self) -> float:
        return float(dp(52))

    def fit(self, width: float) -> float:  # noqa: ARG002
        self.size = (dp(52), dp(30))
        return float(self.height)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        x, y, w, h = self.x, self.y, self.width, self.height
        with self.canvas:
            Color(*theme.colour("good" if self._on else "raised"))
            SmoothRoundedRectangle(pos=(x, y), size=(w, h), radius=[h / 2])
            Color(*theme.colour("edge"))
            SmoothLine(rounded_rectangle=(x, y, w, h, h / 2), width=dp(1.2))
            Color(*theme.colour("sheet" if self._on else "edge"))
            side = h - dp(8)
            Ellipse(pos=(x + w - side - dp(4) if self._on else x + dp(4), y + dp(4)), size=(side, side))
