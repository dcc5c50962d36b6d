"""The tablet app beside a test, without its window: the product's own core in a loop and a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from companion_app.core import Companion
from companion_app.memory import Memory
from tests.companion_app.fingers import LiveFingers

T = TypeVar("T")


class Tablet:
    """A person at a tablet, called from a thread that a browser keeps busy."""

    def __init__(self, folder: Path) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.companion = Companion(Memory(folder), folder / "exports", delays=(0.1, 0.2, 0.5))
        self.person = LiveFingers(self.companion)

    def does(self, what: Coroutine[Any, Any, T], patience: float = 60) -> T:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(patience)

    def begin(self, server: str) -> None:
        async def start() -> None:
            self.companion.begin(server=server)

        self.does(start())

    def close(self) -> None:
        self.does(self.companion.end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


@contextmanager
def tablet(folder: Path, server: str) -> Iterator[Tablet]:
    found = Tablet(folder)
    found.begin(server)
    try:
        yield found
    finally:
        found.close()
