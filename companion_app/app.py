"""The window: Kivy and the network in one asyncio loop. Nothing else of the app's logic imports Kivy."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import webbrowser
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion_app.actions import Action, Back
from companion_app.caller import Caller
from companion_app.core import Companion
from companion_app.folders import data_folder, export_folder
from companion_app.local_server import LocalServer
from companion_app.memory import Memory
from companion_app.presenters.spoken import spoken
from companion_app.sounds import sound_file
from companion_app.state.heralds import Herald
from companion_app.state.model import AppState

ESCAPE = 27
_SILENT = logging.CRITICAL + 1
"""What matters to people is said in the window, or by the command in one line."""


class NoWindow(Exception):
    """This machine shows no windows."""


@dataclass(frozen=True, slots=True)
class Start:
    """What the command line says."""

    server: str | None = None
    here: bool = False
    data: Path | None = None
    size: tuple[int, int] | None = None
    fullscreen: bool = False


def _before_kivy(start: Start) -> None:
    """Kivy reads these when it is imported: our arguments are ours, and its own files lie with ours."""
    home = (start.data or data_folder()) / "kivy"
    home.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("KIVY_HOME", str(home))
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")
    log = logging.getLogger("kivy")
    log.setLevel(_SILENT)
    from kivy.config import Config

    log.setLevel(_SILENT)  # Kivy has set its own while it was imported
    width, height = start.size or (1024, 600)
    Config.set("graphics", "width", str(width))
    Config.set("graphics", "height", str(height))
    Config.set("graphics", "fullscreen", "auto" if start.fullscreen else "0")
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("input", "mouse", "mouse,disable_multitouch")


def run(start: Start | None = None) -> None:
    """Until the window is closed."""
    chosen = start or Start()
    _before_kivy(chosen)
    asyncio.run(_run(chosen))


async def _run(start: Start) -> None:
    from kivy.app import App
    from kivy.core.window import Window

    if Window is None:
        raise NoWindow("no window can be opened here: is there a display, and OpenGL?")
    from companion_app.screens.root import Root

    folder = start.data or data_folder()
    companion = Companion(
        Memory(folder),
        export_folder(folder),
        LocalServer(data=None if start.data is None else folder / "server"),
    )
    companion.open_file = lambda path: _opened(path)
    voice = Voice(companion, folder / "sounds")
    companion.herald = voice

    class CompanionApp(App):
        """The shell around the root; Kivy wants a class of its own."""

        title = "Kiebitz"

        def build(self) -> Root:
            root = Root()
            root.bind(on_action=lambda _, action: companion.dispatch(action))
            companion.show = root.show
            Window.bind(on_keyboard=lambda _window, key, *_more: _key(companion, key))
            Window.softinput_mode = "below_target"
            return root

        def on_start(self) -> None:
            companion.begin(start.server, start.here)

        def on_pause(self) -> bool:
            companion.save()
            return True

        def on_resume(self) -> None:
            companion.wake()

    app = CompanionApp()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows ends by KeyboardInterrupt
            loop.add_signal_handler(number, app.stop)
    try:
        await app.async_run("asyncio")
    finally:
        await companion.end()


def _key(companion: Companion, key: int) -> bool:
    """Escape, and the back key of a telephone, go one step back; at the root the system has the key."""
    if key != ESCAPE or companion.frame().back is None:
        return key == ESCAPE and sys.platform != "linux"
    action: Action = Back()
    companion.dispatch(action)
    return True


def _opened(path: Path) -> None:
    with suppress(Exception):  # without a viewer the notice still says where the file is
        webbrowser.open(path.resolve().as_uri())


@dataclass(slots=True)
class Voice:
    """Sounds and the spoken caller, each as the settings say."""

    companion: Companion
    folder: Path
    caller: Caller | None = None
    _loaded: dict[str, Any] | None = None

    def __call__(self, state: AppState, herald: Herald) -> None:
        if state.settings.sounds:
            self._play(herald.kind)
        if state.settings.caller:
            self.caller = self.caller or Caller()
            text = spoken(state, herald)
            if text:
                self.caller.say(state.lang, text)

    def _play(self, kind: str) -> None:
        from kivy.core.audio import SoundLoader

        self._loaded = {} if self._loaded is None else self._loaded
        if kind not in self._loaded:
            with suppress(OSError):
                self._loaded[kind] = SoundLoader.load(str(sound_file(self.folder, kind)))
        sound = self._loaded.get(kind)
        if sound is not None:  # a machine without sound stays silent
            sound.stop()
            sound.play()


if __name__ == "__main__":
    run()
