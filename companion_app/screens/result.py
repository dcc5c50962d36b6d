"""Typing in a result: points with large buttons, bonuses, and the settlement while it is typed."""

from __future__ import annotations

from kivy.metrics import dp

from companion_app.screens.base import Screen, load_rules
from companion_app.theme.live import theme
from companion_app.viewmodels.result import AmountRow, BonusRow, ResultView, Stepper
from companion_app.widgets.blocks import Block, Column, Row, Tiles
from companion_app.widgets.ledger import amounts, payments
from companion_app.widgets.touch import tap
from companion_app.widgets.words import Words

load_rules(__file__)


class ResultScreen(Screen):
    """What is missing stands above the button that writes it down."""

    def body(self, view: ResultView) -> Block:
        edit = tap(view.edit_contract, self.emit, role="small")
        head = self.panel(
            [Row([Words(view.contract or view.title, "large", bold=True, weight=1), edit])], bar="accent"
        )
        left: list[Block | None] = [
            self.choices(view.partner, least=92),
            self.choices(view.ends, least=110),
            *(self._amount(row) for row in view.amounts),
            self._flags(view),
            self.choices(view.renonce, least=92),
        ]
        problems = [Words(text, "text", "info") for text in view.problems]
        right: list[Block | None] = [
            *(self._bonus(row) for row in view.bonuses),
            self.panel([*problems], bar="info") if problems else None,
            self.panel([amounts(view.lines, "", fresh=False), payments(view.pay)]) if view.lines else None,
        ]
        return Column([head, self.columns(left, right)], gap=theme.space(4))

    def _amount(self, row: AmountRow) -> Block:
        steppers = Tiles([self._stepper(s) for s in row.steppers], least=190 * dp(1) * theme.scale, most=2)
        rest = Words(row.rest, "small", "soft") if row.rest else None
        return self.panel([Words(row.name, "text", bold=True), steppers, rest])

    def _stepper(self, view: Stepper) -> Block:
        figure = Words(
            "–" if view.value is None else str(view.value), "title", bold=True, align="center", weight=1
        )
        less, more = tap(view.less, self.emit, role="large"), tap(view.more, self.emit, role="large")
        return Column([Words(view.label, "small", "soft", align="center"), Row([less, figure, more])], gap=0)

    def _bonus(self, row: BonusRow) -> Block:
        title = Row(
            [Words(row.title, "text", bold=True), Words(row.side_name, "small", "soft")], gap=theme.space(2)
        )
        least = 84 * dp(1) * theme.scale
        return Column(
            [
                title,
                Tiles(
                    [tap(c, self.emit, role="small") for c in row.outcomes], least=least, most=4, gap=dp(4)
                ),
            ],
            gap=theme.space(1),
        )

    def _flags(self, view: ResultView) -> Block | None:
        if not view.flags:
            return None
        return Tiles(
            [tap(c, self.emit, role="small") for c in view.flags], least=170 * dp(1) * theme.scale, most=2
        )

    def foot_of(self, view: ResultView) -> Block | None:
        return self.buttons(view.undo, main=view.commit)
