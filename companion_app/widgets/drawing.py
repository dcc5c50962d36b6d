"""What is drawn behind and beside words: rounded grounds, edges, bars, and the four suits as own shapes."""

from __future__ import annotations

import math
from typing import Any, Final

from kivy.graphics import Color, Line, Mesh, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp

from companion_app.theme.live import theme
from companion_app.theme.tokens import ROUND_PANEL

Point = tuple[float, float]


class Backdrop:
    """A rounded ground with an edge and a coloured bar at its left, kept under a widget."""

    def __init__(
        self, widget: Any, fill: str = "", edge: str = "", bar: str = "", round_by: float | None = None
    ) -> None:
        self.widget = widget
        self.radius = dp(ROUND_PANEL if round_by is None else round_by)
        self.edge_width = dp(1)
        with widget.canvas.before:
            self.fill_colour = Color(0, 0, 0, 0)
            self.ground = SmoothRoundedRectangle(radius=[self.radius])
            self.edge_colour = Color(0, 0, 0, 0)
            self.edge = SmoothLine(width=self.edge_width)
            self.bar_colour = Color(0, 0, 0, 0)
            self.bar = SmoothRoundedRectangle(radius=[dp(2)])
        self.bar_name = bar
        self.paint(fill, edge)
        widget.fbind("pos", self._move)
        widget.fbind("size", self._move)

    def paint(self, fill: str, edge: str = "", edge_width: float = 1) -> None:
        clear = (0.0, 0.0, 0.0, 0.0)
        self.fill_colour.rgba = theme.colour(fill) if fill else clear
        self.edge_colour.rgba = theme.colour(edge) if edge else clear
        self.bar_colour.rgba = theme.colour(self.bar_name) if self.bar_name else clear
        self.edge.width = dp(edge_width) * (1.6 if theme.look.contrast else 1.0)
        self._move()

    def _move(self, *_: object) -> None:
        widget, half = self.widget, self.edge.width / 2
        self.ground.pos, self.ground.size = widget.pos, widget.size
        wide, tall = max(widget.width - 2 * half, 1), max(widget.height - 2 * half, 1)
        radius = min(self.radius, wide / 2, tall / 2)
        self.ground.radius = [radius]
        self.edge.rounded_rectangle = (widget.x + half, widget.y + half, wide, tall, radius)
        inset = dp(6)
        self.bar.pos = (widget.x + inset, widget.y + inset)
        self.bar.size = (dp(5), max(widget.height - 2 * inset, 1))


# --- suits -------------------------------------------------------------------------------------------------------


def _heart() -> list[Point]:
    points = []
    for i in range(48):
        t = math.tau * i / 48
        x = 16 * math.sin(t) ** 3
        y = 13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)
        points.append((0.5 + x / 34, 0.53 + y / 34))
    return points


def _circle(x: float, y: float, r: float) -> list[Point]:
    return [(x + r * math.cos(math.tau * i / 28), y + r * math.sin(math.tau * i / 28)) for i in range(28)]


_FOOT: Final[list[Point]] = [(0.5, 0.52), (0.53, 0.28), (0.68, 0.07), (0.32, 0.07), (0.47, 0.28)]

# Each suit as convex-enough pieces: a fan from the piece's middle fills it.
SUIT_SHAPES: Final[dict[str, tuple[list[Point], ...]]] = {
    "H": (_heart(),),
    "D": ([(0.5, 0.98), (0.84, 0.5), (0.5, 0.02), (0.16, 0.5)],),
    "S": ([(x, 1.06 - y) for x, y in _heart()], _FOOT),
    "C": (_circle(0.5, 0.72, 0.215), _circle(0.27, 0.42, 0.215), _circle(0.73, 0.42, 0.215), _FOOT),
}
SUIT_COLOURS: Final = {"H": "hearts", "D": "diamonds", "S": "spades", "C": "clubs"}


def draw_suit(canvas: Any, suit: str, x: float, y: float, side: float, colour: Any) -> None:
    """A suit's sign within a square; its rim is drawn once more as a thin line, which smooths it."""
    with canvas:
        Color(*colour)
        for piece in SUIT_SHAPES[suit]:
            points = [(x + px * side, y + py * side) for px, py in piece]
            cx, cy = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
            if piece is _FOOT:
                cy = y + 0.2 * side
            vertices: list[float] = []
            for px, py in [(cx, cy), *points, points[0]]:
                vertices += [px, py, 0, 0]
            Mesh(vertices=vertices, indices=list(range(len(points) + 2)), mode="triangle_fan")
            SmoothLine(points=[c for p in points for c in p], close=True, width=dp(0.6))


def draw_mark(canvas: Any, x: float, y: float, side: float, colour: Any) -> None:
    """An exclamation mark in a triangle: a warning that needs no words."""
    with canvas:
        Color(*colour)
        Line(points=[x, y, x + side, y, x + side / 2, y + side], close=True, width=dp(1.2))
