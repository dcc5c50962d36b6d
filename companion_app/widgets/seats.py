"""The plate of a seat: name, role, what was said, tricks and points; whose turn it is stands out."""

from __future__ import annotations

from kivy.graphics import Color, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp

from companion_app.theme.live import theme
from companion_app.viewmodels.table import SeatView
from companion_app.widgets.blocks import Block, Column, Row
from companion_app.widgets.words import Words


class DealerSign(Block):
    """A small pack of cards: who dealt."""

    def __init__(self, side: float, colour: str) -> None:
        super().__init__()
        self._side = side
        with self.canvas:
            Color(*theme.colour(colour))
            self._back = SmoothLine(width=dp(1))
            self._front = SmoothRoundedRectangle(radius=[dp(2)])
        self.fbind("pos", self._move)

    def natural(self) -> float:
        return self._side

    def fit(self, width: float) -> float:  # noqa: ARG002
        self.size = (self._side, self._side)
        return self._side

    def _move(self, *_: object) -> None:
        x, y, s = self.x, self.y, self._side
        self._back.rounded_rectangle = (x + s * 0.1, y + s * 0.18, s * 0.5, s * 0.78, dp(2))
        self._front.pos, self._front.size = (x + s * 0.35, y + s * 0.02), (s * 0.5, s * 0.78)


class SeatPlate(Column):
    """One of the four, as a small plate on the cloth. `flat`: at the upper or lower edge, where width is
    plenty; `brief`: on a small cloth, without counts."""

    def __init__(self, view: SeatView, flat: bool, brief: bool = False) -> None:
        self.view, self.flat, self.brief = view, flat, brief
        turn = view.turn
        ink, soft = ("on_accent", "on_accent") if turn else ("on_cloth", "on_cloth_soft")
        dealer = DealerSign(theme.font("small"), ink) if view.dealer else None
        name = Words(view.name, "text", ink, bold=True, align="center", weight=0 if flat else 1)
        said = " · ".join(note for note in (view.role, *view.said, view.call) if note)
        strong = Words(said, "small", ink, align="center") if said else None
        counts = [] if brief else [part for part in (view.tricks, view.points, view.total) if part]
        below = [" · ".join(counts)] if flat else counts
        first: list[Block | None] = [dealer, name, strong] if flat else [dealer, name]
        lines: list[Block | None] = [Row(first, gap=theme.space(2), centred=True), None if flat else strong]
        lines += [Words(line, "small", soft, align="center") for line in below if line]
        super().__init__(
            lines,
            gap=dp(1),
            pad=(theme.space(2), theme.space(1)),
            fill="accent" if turn else "cloth_deep",
            edge="on_cloth",
        )
        assert self.backdrop is not None
        edge = ("on_accent" if turn else "on_cloth") if view.declaring else ""
        self.backdrop.paint("accent" if turn else "cloth_deep", edge, 2)
