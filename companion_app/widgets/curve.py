"""The curve of the evening: a line for each player, told apart by colour, by mark and by name at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kivy.graphics import Color, Ellipse, Line, Rectangle, SmoothLine
from kivy.metrics import dp

from companion_app.theme.live import theme
from companion_app.viewmodels.sheet import CurveView
from companion_app.widgets.blocks import Block
from companion_app.widgets.spread import apart
from companion_app.widgets.words import Words

COLOURS: Final = ("bad", "info", "accent_text", "good", "ink", "soft")


def signed(value: int) -> str:
    return f"{value:+d}".replace("-", "−") if value else "0"


class Curve(Block):
    """Totals from deal to deal, zero in the middle as a line."""

    def __init__(self, curves: Sequence[CurveView], tall: float) -> None:
        super().__init__(weight=1)
        self.curves = curves
        self._tall = tall
        last = [c.values[-1] if c.values else 0 for c in curves]
        self.names = [
            Words(f"{c.name} {signed(v)}", "small", COLOURS[i % len(COLOURS)], bold=True)
            for i, (c, v) in enumerate(zip(curves, last, strict=True))
        ]
        for name in self.names:
            self.add_widget(name)
        self.fbind("pos", self._draw)
        self.fbind("size", self._draw)

    def fit(self, width: float) -> float:
        self.size = (width, self._tall)
        return float(self._tall)

    def _draw(self, *_: object) -> None:
        if self.width < 2 or not self.curves:
            return
        margin = min(max(n.natural() for n in self.names) + dp(14), self.width * 0.42)
        left, right = self.x + dp(6), self.right - margin
        low, high = self.y + dp(12), self.top - dp(12)
        steps = max(max((len(c.values) for c in self.curves), default=1) - 1, 1)
        values = [v for c in self.curves for v in c.values] or [0]
        bottom, top = min(0, *values), max(0, *values)
        span = max(top - bottom, 1)

        def at(i: int, value: int) -> tuple[float, float]:
            return left + (right - left) * i / steps, low + (high - low) * (value - bottom) / span

        self.canvas.before.clear()
        with self.canvas.before:
            Color(*theme.colour("line"))
            zero = at(0, 0)[1]
            Rectangle(pos=(left, zero - dp(0.75)), size=(right - left, dp(1.5)))
            for i, curve in enumerate(self.curves):
                Color(*theme.colour(COLOURS[i % len(COLOURS)]))
                points = [p for n, v in enumerate(curve.values) for p in at(n, v)]
                if len(points) >= 4:
                    SmoothLine(points=points, width=dp(1.6), joint="round")
                if len(points) >= 2:
                    self._mark(i, points[-2], points[-1])
        self._place_names(
            [at(len(c.values) - 1, c.values[-1] if c.values else 0)[1] for c in self.curves], right, margin
        )

    @staticmethod
    def _mark(i: int, x: float, y: float) -> None:
        """A disc, a square, a ring, a box: which line is whose without its colour."""
        r = dp(5)
        if i % 4 == 0:
            Ellipse(pos=(x - r, y - r), size=(2 * r, 2 * r))
        elif i % 4 == 1:
            Rectangle(pos=(x - r, y - r), size=(2 * r, 2 * r))
        elif i % 4 == 2:
            Line(circle=(x, y, r), width=dp(1.6))
        else:
            Line(rectangle=(x - r, y - r, 2 * r, 2 * r), width=dp(1.6))

    def _place_names(self, ends: list[float], right: float, margin: float) -> None:
        """At the ends of the lines, pushed apart where they would cover each other."""
        for name in self.names:
            name.fit(max(margin - dp(12), 1))
        places = apart(ends, [name.height for name in self.names], self.y, self.top)
        for name, place in zip(self.names, places, strict=True):
            name.put(right + dp(12), place)
