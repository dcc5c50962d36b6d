"""A whole server in the test's own process, and the devices that ask it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from server.api.services import Lan
from server.app import create_app
from server.settings import Settings
from server.store.sqlite import SqliteStore
from tests.server.stories import PLAYERS

LAN_ADDRESS = ("192.168.1.20", 40000)
_NUMBERS = itertools.count()


class OpenLan:
    """A local network that is open from the start."""

    def __init__(self, is_open: bool = True) -> None:
        self.is_open = is_open

    def status(self) -> dict[str, Any]:
        return {"open": self.is_open, "addresses": ["https://192.168.1.5:8766"], "possible": True}

    async def open(self) -> None:
        self.is_open = True

    async def close(self) -> None:
        self.is_open = False


class House:
    """The server with its host; `device` pairs another one."""

    def __init__(self, folder: Path, lan: Lan | None = None, **settings: Any) -> None:
        self.store = SqliteStore(folder / "kiebitz.db")
        self.lan = lan or OpenLan()
        fields: dict[str, Any] = {
            "data": folder,
            "hosts": ("kiebitz.test",),
            "requests_per_second": 10_000.0,
        } | settings
        self.app = create_app(Settings(**fields), self.store, self.lan)
        self.host = self.client(("127.0.0.1", 40000))

    def client(self, address: tuple[str, int] = LAN_ADDRESS, base: str = "http://localhost") -> TestClient:
        return TestClient(self.app, base_url=base, client=address, raise_server_exceptions=False)

    def stranger(self) -> TestClient:
        """A device in the local network that is not paired. Each has its own address."""
        number = next(_NUMBERS) % 60_000
        return self.client((f"192.168.{number // 250}.{number % 250 + 1}", 40000))

    def device(self, role: str, table: str | None = None) -> TestClient:
        offer = self.host.post("/api/pairings", json={"role": role, "table": table, "name": role}).json()
        client = self.stranger()
        secret = offer["url"].partition("#")[2]
        token = client.post("/api/pair", json={"secret": secret}).json()["token"]
        client.cookies.clear()
        client.headers["authorization"] = f"Bearer {token}"
        return client

    def live(self, table: str, by: TestClient | None = None, query: str = "", **more: Any) -> Any:
        """A WebSocket that follows a table."""
        return (by or self.host).websocket_connect(f"ws://localhost/api/tables/{table}/live{query}", **more)

    def table(self, **more: Any) -> str:
        fields = {"name": "Tisch 1", "rules": "tirol-deluxe", "players": list(PLAYERS)} | more
        answer = self.host.post(f"/api/tables?command=n{next(_NUMBERS)}", json=fields)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def say(self, table: str, *words: dict[str, Any], by: TestClient | None = None) -> Any:
        body = {"id": f"c{next(_NUMBERS)}", "say": list(words)}
        return (by or self.host).post(f"/api/tables/{table}/commands", json=body)


@contextmanager
def house(folder: Path, lan: Lan | None = None, **settings: Any) -> Iterator[House]:
    built = House(folder, lan, **settings)
    with built.host:
        yield built
