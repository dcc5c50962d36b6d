"""The whole picture: head, strip, screen, notice and tabs, from one `Frame`; only what changed is built anew."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion_app.actions import Action, CloseNotice, ShowPicture
from companion_app.screens.base import Screen
from companion_app.screens.catalogue import screen_for
from companion_app.theme.live import theme
from companion_app.viewmodels.common import Choice, Pictured
from companion_app.viewmodels.frame import Frame
from companion_app.widgets import frame_parts
from companion_app.widgets.blocks import Block, Column
from companion_app.widgets.countdown import round_strip
from companion_app.widgets.tidying import Tidy
from companion_app.widgets.touch import Tap, tap
from companion_app.widgets.words import Words

WIDE = 480  # from here on, and lying, the tabs stand in the head


class Root(Widget):
    """Fills the window. Dispatches `on_action(action)` for whatever was touched."""

    __events__ = ("on_action",)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.frame: Frame | None = None
        self.screen: Screen | None = None
        self._screens: dict[type, Screen] = {}
        self._parts: dict[str, tuple[Any, Block]] = {}
        self._picture: Widget | None = None
        self.tidy = Tidy()
        with self.canvas.before:
            self._paper = Color(*theme.colour("paper"))
            self._ground = Rectangle()
        self._again = Clock.create_trigger(lambda _: self._lay_out(), -1)
        self.fbind("size", lambda *_: self._resized())
        self.fbind("pos", lambda *_: self._again())

    def _resized(self) -> None:
        if theme.stand_in(*self.size):
            self.start_anew()
        self._again()

    def start_anew(self) -> None:
        """Everything is built anew: another look, or a screen of another kind."""
        frame, self.frame = self.frame, None
        self._forget()
        if frame is not None:
            self.show(frame)

    def emit(self, action: Action) -> None:
        self.dispatch("on_action", action)

    def on_action(self, action: Action) -> None:
        """Kivy asks for a default handler."""

    def show(self, frame: Frame) -> None:
        if frame == self.frame:
            return
        if theme.use(frame.appearance):
            self._forget()
        self.frame = frame
        self._show_screen(frame)
        self._lay_out()
        self._show_picture(frame.picture, frame.close_picture)
        self.tidy.later()

    def _forget(self) -> None:
        self.clear_widgets()
        self._screens.clear()
        self._parts.clear()
        self.screen = None
        self._picture = None
        self._paper.rgba = theme.colour("paper")

    def _show_screen(self, frame: Frame) -> None:
        kind = type(frame.view)
        screen = self._screens.get(kind)
        if screen is None:
            screen = self._screens[kind] = screen_for(frame.view)(self.emit, size_hint=(None, None))
        if screen is not self.screen:
            if self.screen is not None:
                self.remove_widget(self.screen)
            self.add_widget(screen, index=len(self.children))
            self.screen = screen
        screen.show(frame.view)

    # --- around the screen -------------------------------------------------------------------------------------------

    def _part(self, name: str, what: Any, make: Any) -> Block | None:
        """The part for this value: the old one if the value is the same."""
        old = self._parts.get(name)
        key = (what, self.width, self.width > self.height)
        if old is not None and old[0] == key:
            return old[1]
        if old is not None:
            self.remove_widget(old[1])
            del self._parts[name]
        if what is None:
            return None
        block: Block | None = make()
        if block is not None:
            self._parts[name] = (key, block)
            self.add_widget(block)
        return block

    def _lay_out(self) -> None:
        frame = self.frame
        if frame is None or self.screen is None or self.width < 2:
            return
        self._ground.pos, self._ground.size = self.pos, self.size
        wide = self.width > self.height and theme.ems(self.width) >= WIDE
        top, bottom = self.top, self.y
        head_of = (frame.title, frame.back, frame.connection, frame.tabs)
        above: list[tuple[str, Any, Any]] = [
            ("head", head_of, lambda: frame_parts.head(frame, self.emit, wide)),
            ("round", frame.round, lambda: self._round()),
            ("strip", frame.strip, lambda: self._strip()),
        ]
        below: list[tuple[str, Any, Any]] = [
            ("tabs", None if wide else frame.tabs or None, lambda: frame_parts.tab_bar(frame, self.emit)),
            ("notice", frame.notice, self._notice),
        ]
        for name, what, make in above:
            block = self._part(name, what, make)
            if block is not None:
                top -= block.fit(self.width)
                block.put(self.x, top)
        for name, what, make in below:
            block = self._part(name, what, make)
            if block is not None:
                tall = block.fit(self.width)
                block.put(self.x, bottom)
                bottom += tall
        self.screen.pos = (self.x, bottom)
        self.screen.size = (self.width, max(top - bottom, 1))
        self.screen.lay_out()

    def _strip(self) -> Block:
        assert self.frame is not None and self.frame.strip is not None
        return frame_parts.strip(self.frame.strip, self.emit, self.width)

    def _round(self) -> Block:
        assert self.frame is not None and self.frame.round is not None
        return round_strip(self.frame.round, self.emit)

    def _notice(self) -> Block:
        assert self.frame is not None and self.frame.notice is not None
        close = Tap(
            [Words("×", "large", align="center")], lambda: self.emit(CloseNotice()), "quiet", "notice.close"
        )
        return frame_parts.notice(self.frame.notice, self.emit, close)

    # --- the camera's picture, large ---------------------------------------------------------------------------------

    def _show_picture(self, picture: Pictured | None, close: Choice | None) -> None:
        if self._picture is not None:
            self.remove_widget(self._picture)
            self._picture = None
        if picture is None:
            return
        button = tap(close, self.emit, "main") if close is not None else None
        photo = frame_parts.Photo(picture, self.width, self.height * 0.7, weight=1)
        pad = theme.space(4)
        sheet = Tap(
            [Column([photo, button], pad=pad)],
            lambda: self.emit(ShowPicture(None)),
            "plain",
            "picture",
            pad=(0, 0),
        )
        sheet.fit(self.width)
        sheet.stretch(self.height)
        sheet.put(self.x, self.y)
        self.add_widget(sheet)
        self._picture = sheet
