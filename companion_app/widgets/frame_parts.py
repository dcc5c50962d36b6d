"""What stands around every screen: head with title and tabs, connection, a question's strip, notices, a picture."""

from __future__ import annotations

from pathlib import Path

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.image import Image

from companion_app.actions import ShowPicture
from companion_app.theme.live import theme
from companion_app.viewmodels.common import Choice, Pictured, Tone
from companion_app.viewmodels.frame import ConnectionView, Frame, NoticeView
from companion_app.viewmodels.question import StripView
from companion_app.widgets.blocks import Block, Column, Row, Space, Tiles
from companion_app.widgets.touch import Emit, Tap, tap
from companion_app.widgets.words import Words

TONE_COLOURS = {
    Tone.PLAIN: "ink",
    Tone.QUIET: "soft",
    Tone.GOOD: "good",
    Tone.BAD: "bad",
    Tone.NOTICE: "info",
    Tone.WARNING: "bad",
}


class Photo(Block):
    """A picture from the camera in a box; an empty one while it is still coming."""

    def __init__(self, picture: Pictured, width: float, tall: float, weight: float = 0) -> None:
        super().__init__(weight=weight)
        self._wide, self._tall = width, tall
        with self.canvas.before:
            Color(*theme.colour("raised"))
            self._ground = Rectangle()
        self._image: Image | None = None
        if picture.path and Path(picture.path).is_file():
            self._image = Image(source=picture.path, fit_mode="contain", size_hint=(None, None))
            self.add_widget(self._image)
        self._caption = Words(picture.caption, "small", "soft", align="center") if picture.caption else None
        if self._caption is not None:
            self.add_widget(self._caption)
        self.fbind("pos", self._move)
        self.fbind("size", self._move)

    def natural(self) -> float:
        return self._wide

    def fit(self, width: float) -> float:
        wide = width if self.weight else min(width, self._wide)
        below = self._caption.fit(wide) if self._caption is not None else 0.0
        self.size = (wide, self._tall + below)
        return float(self.height)

    def _move(self, *_: object) -> None:
        below = self._caption.height if self._caption is not None else 0
        box = (self.x, self.y + below), (self.width, max(self.height - below, 1))
        self._ground.pos, self._ground.size = box
        if self._image is not None:
            self._image.pos, self._image.size = box
        if self._caption is not None:
            self._caption.put(self.x, self.y)


def photo(picture: Pictured | None, emit: Emit, width: float, tall: float, weight: float = 0) -> Block | None:
    """The picture where there is one; a touch shows it large."""
    if picture is None or not picture.path:
        return None
    inside = Photo(picture, width, tall, weight=weight)
    return Tap(
        [inside],
        lambda: emit(ShowPicture(picture.id)),
        "quiet",
        f"picture.{picture.id}",
        weight=weight,
        pad=(dp(2), dp(2)),
    )


def connection_sign(view: ConnectionView) -> Block | None:
    """Nothing while all is well."""
    if not view.text:
        return None
    colour = {Tone.BAD: "bad", Tone.WARNING: "bad"}.get(view.tone, "info")
    return Column(
        [Words(view.text, "small", colour, align="center")],
        pad=(theme.space(3), theme.space(1)),
        fill="sheet",
        edge=colour,
    )


def tab(choice: Choice, emit: Emit, tight: bool = False) -> Tap:
    kind = "tab_on" if choice.chosen else "tab"
    fill = "on_cloth" if choice.chosen else "on_cloth_soft"
    button = Tap(
        [Words(choice.label, "small", fill, bold=choice.chosen, align="center")],
        lambda: emit(choice.action),
        "cloth" if choice.chosen else "quiet",
        choice.key or kind,
        choice.enabled,
        pad=(theme.space(1 if tight else 2), theme.space(2)),
    )
    if choice.chosen:
        button.ground.paint("cloth", "accent", 2)
    return button


def head(frame: Frame, emit: Emit, wide: bool) -> Block:
    """Title, way back and connection; on a wide screen the tabs as well."""
    back = tap(frame.back, emit, "cloth", "small") if frame.back is not None else None
    title = Words(frame.title, "large", "on_cloth", bold=True, weight=1)
    tabs = (
        Row([tab(c, emit) for c in frame.tabs], gap=theme.space(2), even=True)
        if wide and frame.tabs
        else None
    )
    sign = connection_sign(frame.connection)
    least = Space(height=theme.touch())  # as tall with buttons as without
    parts: list[Block | None] = [back, title, sign, tabs, least]
    pad = (theme.space(3), theme.space(1))
    if sign is None or (wide and theme.scale < 1.3):
        return Row(parts, pad=pad, gap=theme.space(3), fill="cloth_deep", round_by=0)
    return Column(
        [Row([back, title, tabs, least], gap=theme.space(3)), sign],
        pad=pad,
        gap=theme.space(1),
        fill="cloth_deep",
        round_by=0,
    )


def tab_bar(frame: Frame, emit: Emit) -> Block | None:
    if not frame.tabs:
        return None
    return Tiles(
        [tab(c, emit, tight=len(frame.tabs) > 3) for c in frame.tabs],
        least=1,
        most=len(frame.tabs),
        pad=(theme.space(2), theme.space(1)),
        gap=theme.space(1),
        fill="cloth_deep",
        round_by=0,
    )


def strip(view: StripView, emit: Emit, width: float) -> Block:
    """A question: what the camera saw, the likeliest answers, another card, nobody knows."""
    narrow = theme.ems(width) < 620
    scale = min(theme.scale, 1.4)
    seen = photo(view.picture, emit, dp(78) * scale, dp(92) * scale)
    if seen is None and view.picture is not None:
        seen = Photo(view.picture, dp(78) * scale, dp(92) * scale)  # still coming: its place is kept
    face = dp(48) * scale
    likely = [_candidate(c, emit, face) for c in view.candidates]
    others = [tap(view.other, emit, role="small"), tap(view.unknown, emit, role="small")]
    text = Words(view.text, "text", bold=True, weight=1)
    more = Words(view.more, "small", "soft") if view.more else None
    pad = (theme.space(4), theme.space(2))
    if narrow:
        answers = Row([seen, Tiles(likely, least=face, most=4, weight=1)], align="top")
        body: list[Block | None] = [Row([text, more]), answers, Tiles(others, least=dp(120), most=2)]
    else:
        words = Column([text, more], gap=0, weight=1)
        body = [Row([seen, words, Row([*likely], even=True), Column(others)], gap=theme.space(3))]
    return Column(body, pad=pad, fill="sheet", edge="accent", bar="accent", round_by=4)


def _candidate(choice: Choice, emit: Emit, face: float) -> Tap:
    return tap(choice, emit, role="small", picture=face, half=True)


def notice(view: NoticeView, emit: Emit, close: Tap) -> Block:
    colour = TONE_COLOURS[view.tone]
    choice = tap(view.choice, emit, "plain") if view.choice is not None else None
    text = Words(view.text, "text", "ink" if colour == "ink" else colour, weight=1)
    return Row(
        [text, choice, close],
        pad=(theme.space(4), theme.space(1)),
        fill="raised",
        edge="edge",
        bar=colour if view.tone is not Tone.PLAIN else "cloth",
        round_by=4,
    )
