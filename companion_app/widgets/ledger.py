"""Lines with amounts: the settlement's lines adding up, and what each player gets."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.animation import Animation
from kivy.metrics import dp

from companion_app.theme.live import theme
from companion_app.viewmodels.settlement import AmountLine, PayView
from companion_app.widgets.blocks import Block, Column, Row, Space
from companion_app.widgets.frame_parts import TONE_COLOURS
from companion_app.widgets.words import Words

COME_IN = 0.12  # seconds from line to line


class Amount(Words):
    """A figure in a column of its own width, to the right."""

    def __init__(self, text: str, role: str, colour: str, wide: float, bold: bool = False) -> None:
        super().__init__(text, role, colour, bold=bold, align="right")
        self._column = wide

    def natural(self) -> float:
        return max(self._column, super().natural())


class Stroke(Block):
    """A thin line across."""

    def __init__(self, colour: str = "line", thick: float = 1) -> None:
        super().__init__()
        from kivy.graphics import Color, Rectangle

        self._thick = dp(thick)
        with self.canvas:
            Color(*theme.colour(colour))
            self._line = Rectangle()
        self.fbind("pos", self._move)
        self.fbind("size", self._move)

    def fit(self, width: float) -> float:
        self.size = (width, self._thick)
        return float(self._thick)

    def _move(self, *_: object) -> None:
        self._line.pos, self._line.size = self.pos, self.size


def amounts(lines: Sequence[AmountLine], total: str, fresh: bool) -> Block:
    """What, how much, and the sum so far; each line comes in after the one before it."""
    wide = dp(58) * theme.scale
    rows: list[Block | None] = []
    for i, line in enumerate(lines):
        colour = TONE_COLOURS[line.tone]
        words = Column(
            [Words(line.text, "text"), Words(line.detail, "small", "soft") if line.detail else None],
            gap=0,
            weight=1,
        )
        row = Row(
            [
                words,
                Amount(line.points, "large", colour, wide, bold=True),
                Amount(line.running, "text", "soft", wide),
            ]
        )
        if fresh and theme.look.motion:
            row.opacity = 0
            (Animation(duration=COME_IN * i) + Animation(opacity=1, duration=COME_IN)).start(row)
        rows += [row, Stroke()]
    rows.append(Words(total, "large", bold=True, align="right"))
    return Column(rows, gap=theme.space(2))


def payments(pay: Sequence[PayView], check: str = "") -> Block:
    """Name, what he gets or pays, where he stands then."""
    wide = dp(64) * theme.scale
    cents = any(p.cents for p in pay)
    rows: list[Block | None] = []
    for view in pay:
        colour = TONE_COLOURS[view.tone]
        figures: list[Block | None] = [
            Words(view.name, "text", bold=True, weight=1),
            Amount(view.points, "large", colour, wide, bold=True),
            Amount(view.cents, "small", "soft", wide * 1.25) if cents else None,
            Amount(view.total, "text", "soft", wide),
        ]
        rows += [Row(figures), Stroke()]
    rows.append(Words(check, "small", "soft", align="right") if check else Space())
    return Column(rows, gap=theme.space(2))
