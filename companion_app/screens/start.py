"""The start: find the server, type the code, choose the table."""

from __future__ import annotations

from kivy.metrics import dp

from companion_app.actions import TypeAddress
from companion_app.screens.base import Screen, load_rules
from companion_app.theme.live import theme
from companion_app.viewmodels.start import StartView
from companion_app.widgets.blocks import Block, Column, Row, Tiles
from companion_app.widgets.cards import CardPicture
from companion_app.widgets.fields import Field
from companion_app.widgets.frame_parts import TONE_COLOURS
from companion_app.widgets.touch import Emit, tap
from companion_app.widgets.words import Words

load_rules(__file__)


class StartScreen(Screen):
    """Three steps on one screen: `find`, `pair`, `tables`."""

    def __init__(self, emit: Emit, **kwargs: object) -> None:
        super().__init__(emit, **kwargs)
        self._address: Field | None = None

    def body(self, view: StartView) -> Block:
        message = None
        if view.message:
            colour = TONE_COLOURS[view.tone]
            message = self.panel([Words(view.message, "text", "ink")], bar=colour)
        title = Column([Words(view.title, "title", bold=True), Words(view.hint, "text", "soft")])
        head = Row(
            [CardPicture("BACK", dp(58) * min(theme.scale, 1.4)), Column([title], weight=1)],
            gap=theme.space(4),
        )
        step = {"find": self._find, "pair": self._pair, "tables": self._tables}[view.step]
        discard = tap(view.discard, self.emit, "quiet") if view.discard is not None else None
        return Column([head, message, step(view), discard], gap=theme.space(4))

    def _find(self, view: StartView) -> Block:
        servers: list[Block | None] = [tap(c, self.emit, align="left") for c in view.servers]
        here = tap(view.run_here, self.emit, "main", "large") if view.run_here is not None else None
        again = tap(view.again, self.emit, "quiet") if view.again is not None else None
        field = self._field(view)
        connect = tap(view.connect, self.emit) if view.connect is not None else None
        typed = Column([Words(view.address_label, "small", "soft", bold=True), Row([field, connect])])
        return self.columns([*servers, again], [here, typed])

    def _field(self, view: StartView) -> Field:
        if self._address is None:
            self._address = Field(
                view.address, lambda text: self.emit(TypeAddress(text)), "address", self._enter
            )
        if self._address.parent is not None:
            self._address.parent.remove_widget(self._address)
        self._address.write(view.address)
        return self._address

    def _enter(self) -> None:
        if self.view is not None and self.view.connect is not None and self.view.connect.enabled:
            self.emit(self.view.connect.action)

    def _pair(self, view: StartView) -> Block:
        digits = (view.code + "········")[:8]
        shown = Words(f"{digits[:4]} {digits[4:]}", "huge", bold=True, align="center")
        code = self.panel([Words(view.code_label, "small", "soft", bold=True), shown])
        keys = Tiles([tap(c, self.emit, "plain", "title") for c in view.keys], least=1, most=3, fewest=3)
        again = tap(view.again, self.emit, "quiet") if view.again is not None else None
        return self.columns([code, again], [keys])

    def _tables(self, view: StartView) -> Block:
        tables: list[Block | None] = [tap(c, self.emit, "main", "large") for c in view.tournaments]
        tables += [tap(c, self.emit, role="large", align="left") for c in view.tables]
        kind = "plain" if view.tournaments else "main"
        new = tap(view.new_table, self.emit, kind, "large") if view.new_table is not None else None
        again = tap(view.again, self.emit, "quiet") if view.again is not None else None
        return self.columns(tables, [new, again]) if tables else Column([new, again])
