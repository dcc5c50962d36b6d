"""A device that was revoked at another process of the same store loses its open connections here, too."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from server import app
from server.store.protocol import DeviceRow


def row(name: str, revoked: str | None) -> DeviceRow:
    return DeviceRow(name, name, "scorer", None, "hash", "2026-01-01", revoked)


def test_only_the_revoked_that_are_connected_are_dismissed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "_REVOKED_S", 0.01)
    rows = [row("gone", "2026-01-02"), row("here", None), row("away", "2026-01-02")]
    asked: list[int] = []
    dismissed: list[str] = []

    def devices() -> list[DeviceRow]:
        asked.append(1)
        if len(asked) == 1:
            raise OSError("the database is away")
        return rows

    services: Any = SimpleNamespace(
        pairings=SimpleNamespace(store=SimpleNamespace(devices=devices)),
        connections={"gone": 1, "here": 2},
        tables=SimpleNamespace(dismiss=dismissed.append),
    )

    async def story() -> None:
        looking = asyncio.create_task(app._hear_of_revoked(services))
        while len(asked) < 3:
            await asyncio.sleep(0.01)
        looking.cancel()

    asyncio.run(asyncio.wait_for(story(), 10))
    assert set(dismissed) == {"gone"}
