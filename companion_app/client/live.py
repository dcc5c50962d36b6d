"""The live connection: follows a table, sends what waits, and comes back by itself after every break."""

from __future__ import annotations

import asyncio
import json
import random
import ssl
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI

from companion_app.client.address import websocket_address
from companion_app.client.http import Answered, Api, ClientError, Untrusted
from companion_app.state import messages as m
from companion_app.state.model import AppState, Pending

HISTORY: Final = 400
"""Events to look back at the first time: more than a deal with its corrections has."""
_ANSWER: Final = 10.0
_PING: Final = 5.0
_STEADY: Final = 5.0
_DELAYS: Final = (0.3, 0.6, 1.2, 2.5, 5.0, 8.0)
TRANSIENT: Final = frozenset({"read_only", "busy", "rate", "internal"})
"""Refusals that say nothing about the command: it is sent again."""
_BROKEN = (
    OSError,
    ConnectionClosed,
    InvalidHandshake,
    InvalidURI,
    TimeoutError,
    ClientError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
)
"""What ends a connection, and the next one is tried: also an answer that is not understood."""


class Silent(TimeoutError):
    """The server did not answer a command in time."""


class TurnedAway(ConnectionError):
    """The server wants nothing of this connection: too many stand open, or it may not follow this table now."""


@dataclass(slots=True)
class Live:
    """One table of one server. `tell` takes what comes; `state` is read anew for every command."""

    api: Api
    table: str
    state: Callable[[], AppState]
    tell: Callable[[m.Message], None]
    delays: tuple[float, ...] = _DELAYS
    _poked: asyncio.Event = field(default_factory=asyncio.Event)
    _current: asyncio.Event = field(default_factory=asyncio.Event)
    """How the table stands was heard: only then is anything said, for it may be at another deal."""
    _answers: dict[str, asyncio.Future[str]] = field(default_factory=dict)

    def poke(self) -> None:
        """Something waits to be sent."""
        self._poked.set()

    async def run(self) -> None:
        """Until it is cancelled."""
        loop = asyncio.get_running_loop()
        waits, told = self._waits(), False
        while True:
            generation, began = self.state().generation + 1, loop.time()
            try:
                await self._connected(generation)
            except (InvalidStatus, Answered):
                if await self._revoked():
                    self.tell(m.Revoked())
                    return
            except (ssl.SSLCertVerificationError, Untrusted):
                if not told:
                    self.tell(m.Failed("start.changed"))
                    told = True
            except _BROKEN:
                pass
            self.tell(m.Lost(generation))
            if loop.time() - began > _STEADY:
                waits = self._waits()
            await asyncio.sleep(next(waits))

    def _waits(self) -> Iterator[float]:
        """Longer and longer, and never all tablets of a hall at once."""
        for delay in self.delays:
            yield delay * random.uniform(0.8, 1.2)
        while True:
            yield self.delays[-1] * random.uniform(0.8, 1.2)

    async def _revoked(self) -> bool:
        try:
            await self.api.get("/api/me")
        except Answered as error:
            return error.status == 401
        except ClientError:
            return False
        return False

    async def _connected(self, generation: int) -> None:
        path = f"/api/tables/{self.table}/live?after={await self._after()}"
        async with connect(
            websocket_address(self.api.base, path),
            additional_headers=self.api.headers,
            ssl=self.api.context,
            proxy=None,
            compression=None,
            open_timeout=_ANSWER,
            close_timeout=1,
            ping_interval=_PING,
            ping_timeout=_PING,
            max_size=16 * 1024 * 1024,
        ) as socket:
            self.tell(m.Linked(generation))
            self._answers.clear()
            self._current.clear()
            hearing = asyncio.create_task(self._hear(socket, generation))
            sending = asyncio.create_task(self._send(socket))
            try:
                done, _ = await asyncio.wait({hearing, sending}, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
            finally:
                for task in (hearing, sending):
                    task.cancel()
                    with suppress(asyncio.CancelledError, *_BROKEN):
                        await task

    async def _after(self) -> int:
        """The number to resume from; the first time far enough back to know the whole open deal."""
        copy = self.state().copy
        if copy is not None and copy.id == self.table:
            return copy.seq
        tables = (await self.api.get("/api/tables"))["tables"]
        seq = next((int(t["seq"]) for t in tables if t["id"] == self.table), 0)
        return max(0, seq - HISTORY)

    async def _hear(self, socket: ClientConnection, generation: int) -> None:
        async for text in socket:
            message = json.loads(text)
            kind = message.get("type")
            if kind == "done":
                self.tell(m.Confirmed(message["command"], message["first"]))
                self._answer(message["command"], "done")
            elif kind == "error" or "error" in message:
                self._refused(message)
            else:
                self.tell(m.Heard(generation, message))
                if kind == "state":
                    self._current.set()

    def _refused(self, message: dict[str, Any]) -> None:
        """An answer to a command refuses that one; any other error is about the connection."""
        error = message["error"]
        if message.get("type") != "error":
            raise TurnedAway(str(error["code"]))
        command = message["command"] or next(iter(self._answers), None)  # one is under way at a time
        if command is None:
            return
        if error["code"] in TRANSIENT:
            self._answer(command, "again")
            return
        self.tell(m.Refused(command, str(error["code"]), str(error["message"])))
        self._answer(command, "refused")

    def _answer(self, command: str, outcome: str) -> None:
        waiting = self._answers.pop(command, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(outcome)

    async def _send(self, socket: ClientConnection) -> None:
        """One command after the other, in their order; the next only when the last was answered."""
        await self._current.wait()
        while True:
            pending = self._first()
            if pending is None:
                self._poked.clear()
                await self._poked.wait()
                continue
            answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
            self._answers[pending.id] = answer
            await socket.send(json.dumps({"id": pending.id, "say": pending.say}))
            try:
                async with asyncio.timeout(_ANSWER):
                    outcome = await answer
            except TimeoutError:
                raise Silent from None
            if outcome == "again":
                await asyncio.sleep(1.0)

    def _first(self) -> Pending | None:
        return next((p for p in self.state().outbox if p.table == self.table), None)
