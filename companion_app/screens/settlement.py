"""The settlement: lines adding up before one's eyes, who gets what, and every trick with its cards to be corrected."""

from __future__ import annotations

from kivy.metrics import dp

from companion_app.screens.base import Screen, load_rules
from companion_app.theme.live import theme
from companion_app.viewmodels.common import LaidCard
from companion_app.viewmodels.settlement import SettlementView, TrickLine
from companion_app.widgets.blocks import Block, Column, Flow, Row, Tiles
from companion_app.widgets.cards import CardPicture
from companion_app.widgets.frame_parts import TONE_COLOURS
from companion_app.widgets.ledger import Amount, amounts, payments
from companion_app.widgets.touch import Tap, tap
from companion_app.widgets.words import Words

load_rules(__file__)


class SettlementScreen(Screen):
    """The lines come in one after the other when a deal is shown for the first time."""

    _seen = ""

    def body(self, view: SettlementView) -> Block:
        fresh, self._seen = view.title != self._seen, view.title
        notes = " · ".join(part for part in (view.double, view.reason, view.open_hint) if part)
        outcome = self.panel(
            [
                Words(view.title, "text", "soft", bold=True),
                Words(view.outcome, "large", bold=True) if view.outcome else None,
                Words(notes, "text", "soft") if notes else None,
            ],
            bar=TONE_COLOURS[view.tone],
        )
        lines = self.panel([amounts(view.lines, view.sum_text, fresh)]) if view.lines else None
        pay = self.panel([payments(view.pay, view.check)]) if view.pay else None
        rulings = (
            Column([tap(c, self.emit, "bad", align="left") for c in view.rulings]) if view.rulings else None
        )
        other = Tiles(
            [tap(c, self.emit, role="small") for c in view.secondary], least=150 * dp(1) * theme.scale, most=4
        )
        return Column(
            [
                outcome,
                rulings,
                self.columns([lines], [pay]),
                other if view.secondary else None,
                self._tricks(view),
            ],
            gap=theme.space(4),
        )

    def _tricks(self, view: SettlementView) -> Block | None:
        if not view.tricks:
            return None
        return Tiles([self._trick(t) for t in view.tricks], least=min(380 * dp(1), self.room), most=3)

    def _trick(self, view: TrickLine) -> Block:
        face = dp(54)
        number = Amount(view.number, "text", "soft", dp(30) * theme.scale, bold=True)
        cards = [self._card(c, face) for c in view.cards]
        taken = Flow(
            [
                Words(view.taken_by, "small", bold=True),
                Words(view.points, "small", "soft") if view.points else None,
            ]
        )
        words = Column([taken], gap=0, weight=1)
        return Row(
            [number, Row(cards, gap=dp(2)), words],
            pad=(theme.space(2), dp(3)),
            fill="sheet",
            edge="line",
            gap=theme.space(3),
        )

    def _card(self, laid: LaidCard, face: float) -> Block:
        ring = "bad" if laid.warned else "accent" if laid.winning else ""
        picture = CardPicture(laid.card.id, face, half=True, ring=ring)
        action = laid.action
        if action is None:
            return picture
        return Tap([picture], lambda: self.emit(action), "quiet", f"laid.{laid.seat}", pad=(dp(1), dp(1)))

    def foot_of(self, view: SettlementView) -> Block | None:
        return self.buttons(main=view.next) if view.next is not None else None
