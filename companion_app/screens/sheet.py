"""The sheet of the evening as on paper: a line for each deal, totals below, the curve, exports."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from companion_app.screens.base import Screen, load_rules
from companion_app.theme.live import theme
from companion_app.viewmodels.sheet import Cell, RowView, SheetView
from companion_app.widgets.blocks import Block, Column, Row, Space, Tiles
from companion_app.widgets.curve import Curve
from companion_app.widgets.ledger import Stroke
from companion_app.widgets.seats import DealerSign
from companion_app.widgets.touch import Tap, tap
from companion_app.widgets.words import Words

load_rules(__file__)


class Fixed(Column):
    """A column of the sheet: always as wide as it was made."""

    def __init__(self, parts: list[Block | None], wide: float, **kwargs: Any) -> None:
        super().__init__(parts, **kwargs)
        self._wide = wide

    def natural(self) -> float:
        return self._wide


class SheetScreen(Screen):
    """Touching a line shows its settlement."""

    def body(self, view: SheetView) -> Block:
        two = theme.ems(self.room) >= 860 and bool(view.curve)
        width = self.room * (0.62 if two else 1.0)
        self._first = min(dp(92) * theme.scale, width * 0.24)
        self._each = (width - 2 * theme.space(2) - self._first) / max(len(view.players), 1)
        if view.empty:
            lines: Block = self.panel([Words(view.empty, "large", "soft", align="center")])
        else:
            lines = self._on_paper(view)
        beside = self._beside(view)
        if not two:
            return Column([lines, *beside], gap=theme.space(4))
        left, right = Fixed([lines], width), Column(beside, gap=theme.space(4), weight=1)
        return Row([left, right], gap=theme.space(4), align="top")

    def _on_paper(self, view: SheetView) -> Block:
        rows: list[Block | None] = [self._names(view), Stroke("edge", 2)]
        for row in view.rows:
            rows += [self._row(row), Stroke()]
        rows += [Stroke("edge", 2), self._foot(view.total_label, view.totals, "large", bold=True)]
        if any(view.cash):
            rows.append(self._foot(view.cash_label, view.cash, "small"))
        return Column(rows, gap=0, pad=(theme.space(2), theme.space(2)), fill="sheet", edge="line")

    def _names(self, view: SheetView) -> Block:
        cells: list[Block | None] = [Fixed([Space()], self._first)]
        cells += [
            Fixed([Words(name, "text", bold=True, align="center")], self._each, pad=(dp(2), dp(2)))
            for name in view.players
        ]
        return Row(cells, gap=0)

    def _row(self, view: RowView) -> Block:
        number = Words(view.number, "small", "soft", bold=True)
        words: list[Block | None] = [
            number,
            Words(view.game, "small", "ink" if not view.double else "accent_text"),
        ]
        if view.reason:
            words.append(Words(view.reason, "small", "info"))
        first = Fixed(words, self._first, gap=0, pad=(dp(14), dp(2)))
        cells = [self._cell(cell, i == view.dealer) for i, cell in enumerate(view.cells)]
        row = Row([first, *cells], gap=0, even=True)
        action = view.action
        if action is None:
            return row
        key = f"row.{view.number}"
        line = Tap([row], lambda: self.emit(action), "quiet", key, pad=(0, dp(2)))
        if view.double:
            line.ground.bar_name = "accent"
            line.ground.paint("", "")
        return line

    def _cell(self, view: Cell, dealer: bool) -> Block:
        """The running total as it is written; below it what this deal brought."""
        if view.sits_out:
            return Fixed([Words("–", "text", "soft", align="center")], self._each)
        total = Words(view.total, "text", bold=view.played, align="center")
        sign = DealerSign(theme.font("small") * 0.7, "soft") if dealer else None
        old = Words(view.earlier, "small", "soft", struck=True, align="center") if view.earlier else None
        change = Words(view.change, "small", "soft") if view.change else None
        narrow = theme.ems(self._each) < 76
        below: list[Block | None] = [sign, None if narrow else old, change]
        cell = Fixed(
            [total, old if narrow else None, Row(below, gap=dp(4), centred=True)],
            self._each,
            gap=0,
            pad=(dp(2), dp(2)),
            fill="raised" if view.played else "",
            round_by=4,
        )
        cell.middle = True
        return cell

    def _foot(self, label: str, figures: tuple[str, ...], role: str, bold: bool = False) -> Block:
        first = Fixed([Words(label, "small", "soft", bold=True)], self._first, pad=(dp(14), dp(4)))
        cells = [
            Fixed([Words(f, role, bold=bold, align="center")], self._each, pad=(dp(2), dp(4)))
            for f in figures
        ]
        return Row([first, *cells], gap=0)

    def _beside(self, view: SheetView) -> list[Block | None]:
        notes = [Words(text, "text", "soft") for text in (view.next, view.kassa) if text]
        curve = None
        if any(len(c.values) > 1 for c in view.curve):
            tall = dp(220) * min(theme.scale, 1.4)
            curve = self.panel([Words(view.curve_title, "small", "soft", bold=True), Curve(view.curve, tall)])
        exports = None
        if view.exports:
            exports = Tiles(
                [tap(c, self.emit) for c in view.exports], least=110 * dp(1) * theme.scale, most=4
            )
        return [Column(notes, gap=theme.space(1)) if notes else None, curve, exports]
