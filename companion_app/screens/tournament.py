"""The tournament at a table: which one is ours, the four confirm their points, the sheet is handed in, the referee called."""

from __future__ import annotations

from kivy.metrics import dp

from companion_app.screens.base import Screen, load_rules
from companion_app.theme.live import theme
from companion_app.viewmodels.tournament import MineView, PlayerLine, TournamentView
from companion_app.widgets.blocks import Block, Column, Row, Tiles
from companion_app.widgets.countdown import Countdown
from companion_app.widgets.frame_parts import TONE_COLOURS
from companion_app.widgets.touch import Tap, tap
from companion_app.widgets.words import Words

load_rules(__file__)


class TournamentScreen(Screen):
    """Our own table left, everything else right."""

    def body(self, view: TournamentView) -> Block:
        left: list[Block | None] = [self._head(view)]
        right: list[Block | None] = []
        if view.same is not None:
            left.append(tap(view.same, self.emit, "main", "large"))
        if view.mine is not None:
            left.append(self._mine(view.mine))
        call = tap(view.call, self.emit, role="large") if view.call is not None else None
        called = self.panel([Words(view.called, "text")], bar="info") if view.called else None
        leave = tap(view.leave, self.emit, "quiet", "small") if view.leave is not None else None
        tables = self._tables(view)
        if view.mine is None and view.same is None:
            return Column([self._head(view), tables, called, call], gap=theme.space(4))
        right += [called, call, tables, leave]
        return self.columns(left, right)

    def _head(self, view: TournamentView) -> Block:
        words = Column(
            [
                Words(view.heading, "large", bold=True),
                Words(view.clock_word, "small", "soft") if view.clock_word else None,
            ],
            gap=0,
            weight=1,
        )
        clock = Countdown(view.clock, "huge", align="right") if view.clock is not None else None
        hint = Words(view.hint, "text", "soft") if view.hint else None
        return Column([Row([words, clock], gap=theme.space(4)), hint])

    def _mine(self, view: MineView) -> Block:
        colour = TONE_COLOURS[view.tone]
        title = Row(
            [Words(view.title, "large", bold=True, weight=1), Words(view.status, "small", colour, bold=True)]
        )
        lines: list[Block | None] = [self._line(line) for line in view.lines]
        notes: list[Block | None] = [Words(note, "small", "bad") for note in view.notes]
        hand_in = None
        if view.hand_in is not None:
            hand_in = tap(view.hand_in, self.emit, "main", "large")
        write = tap(view.write, self.emit) if view.write is not None else None
        hint = Words(view.hint, "text", "soft")
        return self.panel([title, *notes, hint, *lines, hand_in, write])

    def _line(self, view: PlayerLine) -> Block:
        """Name and points; the whole line is touched."""
        chosen = view.choice.chosen
        ink = "on_accent" if chosen else "ink"
        said = Words(view.word, "small", ink if chosen else "good", bold=True) if view.word else None
        figures = Words(view.points, "large", ink, bold=True, align="right")
        row = Row([Words(view.name, "text", ink, bold=chosen, weight=1), said, figures], gap=theme.space(4))
        kind = "chosen" if chosen else "plain" if view.choice.enabled else "off"
        return Tap([row], lambda: self.emit(view.choice.action), kind, view.choice.key, view.choice.enabled)

    def _tables(self, view: TournamentView) -> Block | None:
        if not view.tables:
            return None
        tiles = Tiles(
            [tap(c, self.emit, role="large", align="left") for c in view.tables],
            least=dp(230) * theme.scale,
            most=4,
        )
        return Column([Words(view.tables_title, "small", "soft", bold=True), tiles])
