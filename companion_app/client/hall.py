"""The line to a tournament: asks every few seconds how it stands, and sends what the table said as soon as it can."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from companion_app.client.http import Answered, Api, ClientError
from companion_app.client.live import TRANSIENT
from companion_app.state import messages as m
from companion_app.state.model import AppState
from companion_app.state.tournament import agrees, next_order

EVERY: Final = 3.0
_LATER: Final = TRANSIENT | {"http"}
_PATIENCE: Final = 3
"""Looks at a sheet that says something else than what was confirmed: its last lines may still be on their way."""


class _Later(Exception):
    """Not now: the same order is tried again."""


@dataclass(slots=True)
class Hall:
    """One tournament of one server; what is asked and said is small, so polling it costs little and breaks nowhere."""

    api: Api
    tournament: str
    state: Callable[[], AppState]
    tell: Callable[[m.Message], None]
    every: float = EVERY
    clock: Callable[[], float] = time.time
    _poked: asyncio.Event = field(default_factory=asyncio.Event)
    _differs: int = 0

    @property
    def path(self) -> str:
        return f"/api/tournaments/{self.tournament}"

    def poke(self) -> None:
        """Something waits to be sent, or may go out now."""
        self._poked.set()

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            self._poked.clear()
            with suppress(ClientError, _Later, ValueError, KeyError, TypeError):
                await self._look()
                if await self._send():
                    await self._look()
            with suppress(TimeoutError):
                async with asyncio.timeout(self.every):
                    await self._poked.wait()

    async def _look(self) -> None:
        known = self.state().tournament
        if known is None:
            return
        place = "" if known.place is None else f"?round={known.place[0]}&table={known.place[1]}"
        asked = self.clock()
        desk = await self.api.get(f"{self.path}/desk{place}")
        offset = float(desk["now"]) - (asked + self.clock()) * 500  # the middle of asking, in milliseconds
        self.tell(m.DeskCame(self.tournament, desk, offset))

    async def _send(self) -> bool:
        """Everything that can go out now, in its order."""
        sent = False
        while (found := next_order(self.state())) is not None:
            order, path, body = found
            if order.kind == "hand_in" and not agrees(self.state(), order):
                self._differs += 1
                if self._differs < _PATIENCE:
                    raise _Later
                self.tell(m.OrderRefused(order.id, "changed", ""))
                continue
            self._differs = 0
            try:
                await self.api.post(self.path + path, body)
            except Answered as error:
                if error.code in _LATER or (order.kind == "hand_in" and error.code == "expect"):
                    raise _Later from None
                self.tell(m.OrderRefused(order.id, error.code, error.message))
            else:
                self.tell(m.Ordered(order.id))
            sent = True
        return sent
