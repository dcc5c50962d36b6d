"""What is drawn behind words: rounded grounds, edges, bars."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp

from companion_app.theme.live import theme
from companion_app.theme.tokens import ROUND_PANEL

Shape = tuple[Any, Any]  # a colour and what is drawn in it


class Backdrop:
    """A rounded ground with an edge and a coloured bar at its left, kept under a widget; only what is seen is drawn."""

    def __init__(
        self, widget: Any, fill: str = "", edge: str = "", bar: str = "", round_by: float | None = None
    ) -> None:
        self.widget = widget
        self.radius = dp(ROUND_PANEL if round_by is None else round_by)
        self.bar_name = bar
        self._ground: Shape | None = None
        self._edge: Shape | None = None
        self._bar: Shape | None = None
        self.paint(fill, edge)
        widget.fbind("pos", self._move)
        widget.fbind("size", self._move)

    def paint(self, fill: str, edge: str = "", edge_width: float = 1) -> None:
        before = self.widget.canvas.before
        for shape in (self._ground, self._edge, self._bar):
            if shape is not None:
                before.remove(shape[0])
                before.remove(shape[1])
        self._ground = self._shape(fill, lambda: SmoothRoundedRectangle(radius=[self.radius]))
        width = dp(edge_width) * (1.6 if theme.look.contrast else 1.0)
        self._edge = self._shape(edge, lambda: SmoothLine(width=width))
        self._bar = self._shape(self.bar_name, lambda: SmoothRoundedRectangle(radius=[dp(2)]))
        self._move()

    def _shape(self, colour: str, make: Callable[[], Any]) -> Shape | None:
        if not colour:
            return None
        with self.widget.canvas.before:
            return Color(*theme.colour(colour)), make()

    def _move(self, *_: object) -> None:
        widget = self.widget
        radius = min(self.radius, widget.width / 2, widget.height / 2)
        if self._ground is not None:
            ground = self._ground[1]
            ground.pos, ground.size, ground.radius = widget.pos, widget.size, [max(radius, 0.1)]
        if self._edge is not None:
            edge = self._edge[1]
            half = edge.width / 2
            wide, tall = max(widget.width - 2 * half, 1), max(widget.height - 2 * half, 1)
            edge.rounded_rectangle = (widget.x + half, widget.y + half, wide, tall, max(radius, 0.1))
        if self._bar is not None:
            inset = dp(6)
            self._bar[1].pos = (widget.x + inset, widget.y + inset)
            self._bar[1].size = (dp(5), max(widget.height - 2 * inset, 1))
