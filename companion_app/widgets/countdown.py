"""What is left of a round, counted down by itself; and the strip above the table that shows it."""

from __future__ import annotations

import time

from kivy.clock import Clock

from companion_app.theme.live import theme
from companion_app.viewmodels.common import Tone
from companion_app.viewmodels.tournament import ClockView, RoundStrip
from companion_app.widgets.blocks import Block, Column, Row
from companion_app.widgets.touch import Emit, tap
from companion_app.widgets.words import Words

SOON = 300


def left_of(view: ClockView, now: float) -> int:
    """Seconds; negative after the signal."""
    return view.left if view.ends is None else round(view.ends - now)


def shown(left: int) -> str:
    """`12:04`, after the signal `+0:45`."""
    minutes, seconds = divmod(abs(left), 60)
    return f"{'+' if left < 0 else ''}{minutes}:{seconds:02d}"


class Countdown(Block):
    """Draws its figures anew each second while it is on the screen."""

    def __init__(self, view: ClockView, role: str = "large", align: str = "left") -> None:
        super().__init__()
        self._view, self._role, self._align = view, role, align
        self._words: Words | None = None
        self._ticks = Clock.schedule_interval(lambda _: self._draw(), 1.0)
        self._wide = Words("+00:00", role, bold=True).natural()
        self.fbind("parent", self._gone)

    def _gone(self, _: object, parent: object) -> None:
        if parent is None:
            self._ticks.cancel()

    @property
    def text(self) -> str:
        return "" if self._words is None else self._words.plain

    def natural(self) -> float:
        return self._wide

    def fit(self, width: float) -> float:
        self.width = max(width, 1)
        self._draw()
        assert self._words is not None
        self.height = self._words.height
        return float(self.height)

    def put(self, x: float, y: float) -> None:
        super().put(x, y)
        if self._words is not None:
            self._words.put(x, y)

    def _draw(self) -> None:
        left = left_of(self._view, time.time())
        text = shown(left)
        if self._words is not None and self._words.plain == text and self._words.width == self.width:
            return
        colour = "bad" if left <= 0 else "accent_text" if left <= SOON else "ink"
        words = Words(text, self._role, colour, bold=True, align=self._align)
        words.fit(self.width)
        if self._words is not None:
            self.remove_widget(self._words)
        self._words = words
        self.add_widget(words)
        words.put(self.x, self.y)


def round_strip(view: RoundStrip, emit: Emit) -> Block:
    """Table and round, the clock, and the way to the sheet."""
    warned = view.tone is Tone.WARNING
    words: list[Block | None] = [Words(view.text, "small", "ink", bold=True)]
    if view.state:
        words.append(Words(view.state, "small", "bad" if warned else "soft"))
    clock = Countdown(view.clock) if view.clock is not None else None
    button = tap(view.choice, emit, "main" if warned else "plain", role="small")
    return Row(
        [clock, Column(words, gap=0, weight=1), button],
        pad=(theme.space(4), theme.space(1)),
        gap=theme.space(3),
        fill="sheet",
        edge="bad" if warned else "line",
        bar="bad" if warned else "",
        round_by=0,
    )
