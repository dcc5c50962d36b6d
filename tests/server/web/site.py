"""A whole server on a port of its own, a proxy that breaks lines, and what the tests of the pages ask of a page."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import socket
import threading
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn

from engine.dealing import random_deal
from engine.record import write_deal
from server.app import create_app
from server.benchmarks.story import PLAYERS, told
from server.security.guard import Guard
from server.settings import Settings
from server.store.sqlite import SqliteStore
from server.tables.events import event_json
from server.tables.roles import Role
from tests.server.house import OpenLan

Words = list[dict[str, Any]]


class Site:
    """The server in a thread, and the host's hands on it."""

    def __init__(self, folder: Path, **more: Any) -> None:
        settings = Settings(data=folder, requests_per_second=10_000.0, **more)
        self.guard: Guard = create_app(settings, SqliteStore(folder / "kiebitz.db"), OpenLan(False))
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.socket.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        config = uvicorn.Config(
            self.guard, log_level="error", access_log=False, timeout_graceful_shutdown=1, ws="none"
        )
        self.server = uvicorn.Server(config)
        self.server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign, assignment]
        self.thread = threading.Thread(target=self.server.run, args=([self.socket],), daemon=True)
        self._numbers = itertools.count()

    def start(self) -> None:
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive()
            threading.Event().wait(0.01)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)
        self.socket.close()

    def ask(self, method: str, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def table(self, rules: str = "tirol-deluxe", **more: Any) -> str:
        fields = {"name": "Tisch 1", "rules": rules, "players": list(PLAYERS)} | more
        return str(self.ask("POST", f"/api/tables?command=n{next(self._numbers)}", fields)["id"])

    def say(self, table: str, *words: dict[str, Any]) -> None:
        for at in range(0, len(words), 60):
            body = {"id": f"c{next(self._numbers)}", "say": words[at : at + 60]}
            self.ask("POST", f"/api/tables/{table}/commands", body)

    def code(self, role: Role, table: str | None = None) -> tuple[str, str]:
        """A code and a secret for a new device."""
        offer = self.guard.pairings.offer(role, table, role.value)
        return offer.code, offer.secret


def story(seed: int, rules: str = "tirol-deluxe") -> tuple[dict[str, Any], Words]:
    """A deal and its events, as a scorer would send them."""
    document = write_deal(random_deal(random.Random(seed), rules))
    return document, [event_json(said) for said in told(document)]


@dataclass(slots=True)
class Proxy:
    """A line between browser and server that can be cut, or go dead without a word."""

    port: int
    own: int = 0
    mute: bool = False
    shut: bool = False
    _loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)
    _writers: set[asyncio.StreamWriter] = field(default_factory=set)
    _ready: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.own = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        self._loop.run_until_complete(self._end(server))
        self._loop.close()

    async def _end(self, server: asyncio.Server) -> None:
        """Lets every connection end by itself, those included that were accepted a moment ago."""
        server.close()
        self.shut = True
        for _ in range(50):
            await asyncio.sleep(0.05)
            self._close_all()
            if len(asyncio.all_tasks()) == 1 and not self._writers:
                break
        await asyncio.sleep(0.05)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.shut:
            writer.close()
            return
        self._writers.add(writer)
        try:
            up, down = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            writer.close()
            self._writers.discard(writer)
            return
        self._writers.add(down)
        await asyncio.gather(self._pump(reader, down), self._pump(up, writer), return_exceptions=True)
        self._writers -= {writer, down}

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if not self.mute:
                    writer.write(data)
                    await writer.drain()
        writer.close()

    def cut(self) -> None:
        """Every open connection ends."""
        self._loop.call_soon_threadsafe(self._close_all)

    def _close_all(self) -> None:
        for writer in list(self._writers):
            writer.close()

    @contextlib.contextmanager
    def serving(self) -> Iterator[str]:
        thread = threading.Thread(target=self.run, daemon=True)
        thread.start()
        self._ready.wait(5)
        try:
            yield f"http://127.0.0.1:{self.own}"
        finally:
            self.cut()
            self._loop.call_soon_threadsafe(self._loop.stop)
            thread.join(5)
