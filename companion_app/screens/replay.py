"""A deal again, card by card: the cloth as at the table, but marked as a replay all around."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, SmoothLine
from kivy.metrics import dp
from kivy.properties import NumericProperty

from companion_app.actions import Seek
from companion_app.screens.base import Screen, load_rules
from companion_app.theme.live import theme
from companion_app.theme.tokens import ROUND_PANEL
from companion_app.viewmodels.replay import ReplayView
from companion_app.widgets.blocks import Block, Column, Tiles
from companion_app.widgets.cloth import Cloth
from companion_app.widgets.frame_parts import TONE_COLOURS
from companion_app.widgets.slider import Track
from companion_app.widgets.touch import Emit, tap
from companion_app.widgets.words import Words

load_rules(__file__)


class ReplayScreen(Screen):
    """The frame around the cloth and the mark say at every moment that this is no running deal."""

    beside_from = NumericProperty(0)
    beside_share = NumericProperty(0)

    def __init__(self, emit: Emit, **kwargs: object) -> None:
        super().__init__(emit, **kwargs)
        self.cloth = Cloth(self.emit)
        self.add_widget(self.cloth)
        with self.canvas.after:
            Color(*theme.colour("accent"))
            self._border = SmoothLine(width=dp(3))
        self._shape_of: Any = None

    @property
    def beside(self) -> bool:
        return bool(theme.ems(self.width) >= self.beside_from and self.width > self.height)

    def build(self) -> None:
        if self.view is None or self.width < 2:
            return
        self._built_for = self.width
        self._shape_of = (self.width, self.beside)
        self.scroll.carry(self._things(self.view))
        self._place()
        self.cloth.show(self.view.seats, self.view.trick)

    def lay_out(self) -> None:
        if self.view is None:
            return
        if self._shape_of != (self.width, self.beside):
            self.build()
        else:
            self._place()
            self.cloth.lay_out()

    def _things(self, view: ReplayView) -> Block:
        mark = Column(
            [Words(view.mark, "text", "on_accent", bold=True, align="center")],
            pad=dp(4),
            fill="accent",
            round_by=6,
        )
        line = view.contract
        game = None
        if line is not None:
            who = " · ".join(part for part in (line.by, line.partner) if part)
            game = Column([Words(line.title, "text", bold=True), Words(who, "small", "soft")], gap=0)
        track = Track(
            view.step,
            0,
            max(view.steps, 1),
            1,
            lambda v: self.emit(Seek(int(v))),
            view.marks,
            key="replay.track",
        )
        keys = (view.first, view.previous, view.play, view.following, view.last)
        taps = [tap(c, self.emit, "main" if c is view.play else "plain", "small") for c in keys]
        least = max(
            theme.touch(), 0.62 * max(button.natural() for button in taps)
        )  # words shrink, but do not break
        steer = Tiles(taps, least=least, most=5, gap=dp(4))
        warnings = [
            tap(w.choice, self.emit, "bad") if w.choice.label == w.text else self._warning(w.text, w.tone)
            for w in view.warnings
        ]
        counts = Words(view.counts, "text", bold=True) if view.counts else None
        sentence = Words(view.sentence, "large", bold=True)
        return Column([mark, sentence, track, steer, *warnings, counts, game], gap=theme.space(2))

    def _warning(self, text: str, tone: Any) -> Block:
        colour = TONE_COLOURS[tone]
        return Column(
            [Words(text, "text")],
            pad=(theme.space(4), theme.space(2)),
            fill="sheet",
            edge=colour,
            bar=colour,
            round_by=6,
        )

    def _place(self) -> None:
        pad, gap = self.pad, theme.space(3)
        x, y, w, h = self.x + pad, self.y + pad, self.width - 2 * pad, self.height - 2 * pad
        if self.beside:
            side = w * self.beside_share
            left = theme.look.hand == "left"
            self.scroll.lay_out(x if left else x + w - side, y, side, h)
            self.cloth.pos, self.cloth.size = (x + side + gap if left else x, y), (w - side - gap, h)
        else:
            assert self.scroll.block is not None
            tall = min(self.scroll.block.fit(w), h * 0.5)
            self.scroll.lay_out(x, y, w, tall)
            self.cloth.pos, self.cloth.size = (x, y + tall + gap), (w, max(h - tall - gap, 1))
        c = self.cloth
        self._border.rounded_rectangle = (c.x, c.y, max(c.width, 1), max(c.height, 1), dp(ROUND_PANEL))
