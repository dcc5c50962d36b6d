"""A window that nobody sees, and pictures of what would be in it."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from companion_app.viewmodels.frame import Frame


def prepare(home: Path) -> None:
    """To be called before Kivy is imported for the first time: no display, no log files, no own arguments."""
    os.environ.update(
        SDL_VIDEODRIVER="offscreen",
        SDL_AUDIODRIVER="dummy",
        LIBGL_ALWAYS_SOFTWARE="1",
        KIVY_NO_ARGS="1",
        KIVY_NO_FILELOG="1",
        KIVY_LOG_MODE="PYTHON",
        KIVY_HOME=str(home),
    )
    from kivy.config import Config

    Config.set("graphics", "multisamples", "0")
    Config.set("graphics", "maxfps", "0")
    Config.set(
        "widgets", "scroll_timeout", "20"
    )  # a finger that rests this long is no longer about to scroll
    Config.set("kivy", "exit_on_escape", "0")


class Studio:
    """One window with the app's root in it; sizes are in dp, the density says how many pixels a dp has."""

    def __init__(self) -> None:
        from kivy.base import EventLoop
        from kivy.core.window import Window

        from companion_app.screens.root import Root

        self._loop = EventLoop
        self.window = Window
        Window.clearcolor = (0, 0, 0, 1)
        self.actions: list[Any] = []
        self.root = Root(size_hint=(None, None))
        self.root.bind(on_action=lambda _, action: self.actions.append(action))
        Window.add_widget(self.root)

    def resize(self, width: int, height: int, density: float = 1.0) -> None:
        from kivy.metrics import Metrics

        if Metrics.density != density:
            Metrics.density = density
            self.root.start_anew()
        size = (int(width * density), int(height * density))
        if tuple(self.window.system_size) != size:
            self.window.size = size
            self.frames(2)
        self.root.pos, self.root.size = (0, 0), size

    def show(self, frame: Frame) -> None:
        self.root.show(frame)
        self.settle()

    def settle(self) -> None:
        """What is due is done, without drawing the window: pictures are drawn apart from it."""
        from kivy.clock import Clock
        from kivy.lang import Builder

        for _ in range(2):
            Clock.tick()
            Builder.sync()
            Clock.tick_draw()

    def frames(self, count: int = 1) -> None:
        for _ in range(count):
            self._loop.idle()

    def save(self, path: Path) -> None:
        self.root.export_to_png(str(path))

    def pixels(self) -> tuple[tuple[int, int], bytes]:
        """Width, height and RGBA bytes, the top line first."""
        image = self.root.export_as_image()
        texture = image.texture
        return tuple(texture.size), texture.pixels

    def touch(self, x: float, y: float) -> None:
        """A finger at a place of the window, down and up again, as Kivy's own input would bring it."""
        from kivy.tests.common import UnitTestTouch

        touch = UnitTestTouch(x, y)
        touch.touch_down()
        resting = time.monotonic()
        while time.monotonic() - resting < 0.03:
            self.settle()
        touch.touch_up()
        self.settle()

    def find(self, key: str) -> Any:
        """The widget with this key, wherever it is."""
        for widget in self.root.walk():
            if getattr(widget, "key", None) == key:
                return widget
        raise KeyError(key)

    def into_sight(self, widget: Any) -> None:
        """Scrolls as a person would."""
        from kivy.uix.scrollview import ScrollView

        parent = widget.parent
        while parent is not None and parent is not self.root and not isinstance(parent, ScrollView):
            parent = parent.parent
        if isinstance(parent, ScrollView):
            parent.scroll_to(widget, animate=False)
            self.settle()

    def tap(self, key: str) -> list[Any]:
        """Touches the middle of a widget and says which actions that gave."""
        widget = self.find(key)
        before = len(self.actions)
        self.into_sight(widget)
        self.touch(*widget.to_window(*widget.center))
        return self.actions[before:]
