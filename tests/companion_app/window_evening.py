"""A person at the real window, run as a process of its own: an evening by touches alone, against a real server.

`python -m tests.companion_app.window_evening ADDRESS FOLDER DEAL` prints what was seen as JSON. DEAL is a file with a deal record.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("LIBGL_ALWAYS_SOFTWARE", "1")
os.environ["KIVY_HOME"] = tempfile.mkdtemp()

from companion_app import app
from companion_app.viewmodels.settlement import SettlementView
from companion_app.viewmodels.sheet import SheetView

BY_HAND = 8
"""Cards laid by touches: two tricks."""


class OtherDevice:
    """Something else at the same table."""

    def __init__(self, address: str) -> None:
        self.address = address

    def say(self, words: list[dict[str, Any]]) -> None:
        with urllib.request.urlopen(f"{self.address}/api/tables", timeout=10) as answer:
            table = json.loads(answer.read())["tables"][0]["id"]
        body = json.dumps({"id": "other.1", "say": words}).encode()
        headers = {"content-type": "application/json"}
        asked = urllib.request.Request(f"{self.address}/api/tables/{table}/commands", body, headers)
        urllib.request.urlopen(asked, timeout=10).close()


class Person:
    """Sees the window's frame and touches its widgets at their places."""

    def __init__(self, began: float, server: OtherDevice) -> None:
        self.began = began
        self.first_picture = 0.0
        self.seen: dict[str, Any] = {}
        self.server = server
        self.missed = 0

    @property
    def root(self) -> Any:
        from kivy.app import App

        running = App.get_running_app()
        return None if running is None else running.root

    async def until(self, true: Callable[[], Any], what: str, seconds: float = 90) -> None:
        deadline = time.monotonic() + seconds
        while not true():
            if time.monotonic() > deadline:
                raise AssertionError(f"waited {seconds} s for {what}")
            await asyncio.sleep(0.01)

    def widget(self, key: str) -> Any:
        """The widget with this key on the screen that is shown."""
        if self.root is None:
            return None
        return next((w for w in self.root.walk() if getattr(w, "key", None) == key), None)

    async def frames(self, count: int) -> None:
        """So many pictures have been drawn, however long that takes here."""
        from kivy.clock import Clock

        for _ in range(count):
            drawn = asyncio.get_running_loop().create_future()
            Clock.schedule_once(lambda _, drawn=drawn: drawn.set_result(None))
            await drawn

    async def still(self, key: str) -> Any:
        """The widget once it stays where it is: nobody aims at what is moving."""
        from kivy.uix.scrollview import ScrollView

        place: tuple[float, float] | None = None
        while True:
            await self.until(lambda: self.widget(key), f"{key} on the screen")
            widget = self.widget(key)
            parent = widget.parent
            while parent is not None and not isinstance(parent, ScrollView) and parent is not self.root:
                parent = parent.parent
            if isinstance(parent, ScrollView):
                parent.scroll_to(widget, animate=False)
            await self.frames(2)
            now = tuple(widget.to_window(*widget.center)) if self.widget(key) is widget else None
            if now is not None and now == place:
                return widget
            place = now

    async def tap(self, *keys: str) -> None:
        from kivy.tests.common import UnitTestTouch

        for key in keys:
            widget = await self.still(key)
            touch = UnitTestTouch(*widget.to_window(*widget.center))
            touch.touch_down()
            await self.frames(1)
            touch.touch_up()
            await self.frames(1)

    async def evening(self, document: dict[str, Any]) -> None:
        await self.until(lambda: self.root is not None and self.root.frame is not None, "the first picture")
        self.first_picture = time.time() - self.began
        contract = document["contract"]
        await self.tap(
            "do.contract", f"game.{contract['game']}", f"called.{contract['called']}", "contract.commit"
        )
        await self.tap("do.cards")
        cards = [card for trick in document["tricks"] for _, card in trick["cards"]]
        left = document["talon"][1 if document["taken"] == "first" else 0]
        for number, card in enumerate(cards[:BY_HAND]):
            await self.lay(left[0] if number == 1 else card)
            if number == 2:  # noticed one card later, and set right by touching the card on the cloth
                await self.correct(cards[1])
        await self.rest_from_elsewhere(document, BY_HAND)
        for card in left:
            await self.tap("card." + card)
        await self.tap("do.settle")
        await self.until(lambda: isinstance(self.root.frame.view, SettlementView), "the settlement")
        self.seen["settlement"] = {pay.name: pay.points for pay in self.root.frame.view.pay}
        self.shot("settlement")
        await self.tap("settle.next", "quick.trischaken", "tab.sheet")
        await self.until(lambda: isinstance(self.root.frame.view, SheetView), "the sheet")
        view = self.root.frame.view
        self.seen["sheet"] = dict(zip(view.players, view.totals, strict=True))
        self.shot("sheet")

    async def lay(self, card: str) -> None:
        """A person sees whether the card lies, and touches it again if it does not."""
        for _ in range(3):
            await self.tap("card." + card)
            try:
                await self.until(lambda: card in self.lying(), f"{card} on the cloth", seconds=5)
                return
            except AssertionError:
                self.missed += 1
        raise AssertionError(f"{card} cannot be laid")

    def lying(self) -> list[str]:
        trick = getattr(self.root.frame.view, "trick", None)
        return [] if trick is None else [card.card.id for card in trick.cards]

    async def rest_from_elsewhere(self, document: dict[str, Any], done: int) -> None:
        """Another device goes on, as a camera would, and this one follows."""
        await self.until(lambda: not self.root.frame.connection.waiting, "the server to confirm")
        laid = [play for trick in document["tricks"] for play in trick["cards"]][done:]
        words = [{"type": "card_laid", "by": seat, "card": card} for seat, card in laid]
        await asyncio.to_thread(self.server.say, words)
        await self.until(lambda: self.root.frame.view.phase == "over", "the other device's cards")

    async def correct(self, card: str) -> None:
        """Two touches: the card as it lies, and the right one."""
        laid = self.root.frame.view.trick.cards[1]
        await self.tap(f"laid.{laid.seat}", f"card.{card}")

    def shot(self, name: str) -> None:
        self.root.export_to_png(str(Path(sys.argv[2]) / f"{name}.png"))


async def main(address: str, folder: Path, document: dict[str, Any], began: float) -> dict[str, Any]:
    person = Person(began, OtherDevice(address))

    async def play() -> None:
        from kivy.app import App

        try:
            await person.evening(document)
        except BaseException:
            person.shot("failed")
            raise
        finally:
            running = App.get_running_app()
            if running is not None:
                running.stop()

    playing = asyncio.create_task(play())
    await app._run(app.Start(server=address, data=folder / "app"))
    await playing
    return person.seen | {"first_picture": round(person.first_picture, 2), "missed": person.missed}


if __name__ == "__main__":
    start = time.time()
    deal = json.loads(Path(sys.argv[3]).read_text(encoding="utf-8"))
    app._before_kivy(app.Start())
    print(json.dumps(asyncio.run(main(sys.argv[1], Path(sys.argv[2]), deal, start))))
