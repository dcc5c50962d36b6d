"""All tables of a server: found in the store, each with its one actor."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from server.store.chain import Origin, link, start_of, timestamp
from server.store.protocol import Overtaken, Store
from server.store.protocol import Unwritable as StoreUnwritable
from server.tables.actor import Speaker, TableActor
from server.tables.commands import Command
from server.tables.errors import NotFound, Refused, Unwritable
from server.tables.events import TableCreated
from server.tables.fold import apply, fold

_POLL = 1.0
"""Seconds between looks at the store, behind the wake-ups of other processes."""


@dataclass(slots=True)
class Tables:
    store: Store
    threads: int = 1
    clock: Callable[[], float] = time.time
    _actors: dict[str, TableActor] = field(default_factory=dict)
    _pool: ThreadPoolExecutor = field(init=False)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _loop: asyncio.AbstractEventLoop | None = None

    def __post_init__(self) -> None:
        self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="store")

    async def start(self) -> None:
        """Follows what other processes write, if the store is shared."""
        self._loop = asyncio.get_running_loop()
        if self.store.shared:
            self.store.listen(self._woken, self._wanted)
            self._spawn(self._poll())

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        for task in list(self._tasks):
            with contextlib.suppress(asyncio.CancelledError):
                await task
        for actor in self._actors.values():
            actor.hub.close()
            if self.store.shared:
                await actor.release()
        self._pool.shutdown()
        self.store.close()

    # --- tables ------------------------------------------------------------------------------------------------

    async def names(self) -> list[str]:
        return await asyncio.get_running_loop().run_in_executor(self._pool, self.store.tables)

    async def get(self, table: str) -> TableActor:
        """The actor of a table, read from the store when it is first asked for."""
        actor = self._actors.get(table)
        if actor is None:
            if table not in await self.names():
                raise NotFound("table", f"there is no table {table[:64]!r}", "table")
            actor = self._actors.setdefault(table, self._actor(table))
        if actor.head.seq == 0 or self.store.shared:
            await actor.catch_up()
        return actor

    def _actor(self, table: str) -> TableActor:
        return TableActor(table, self.store, self._pool, self.clock)

    async def create(self, event: TableCreated, speaker: Speaker, command: str) -> TableActor:
        """A new table, once per command id: the id of the table follows from it."""
        apply(fold([]), event)
        loop = asyncio.get_running_loop()
        table = "t" + hashlib.sha256(command.encode()).hexdigest()[:12]
        try:
            await loop.run_in_executor(self._pool, self._create, table, event, speaker, command)
        except StoreUnwritable as error:
            raise Unwritable("read_only", f"nothing was noted: {error}") from None
        return await self.get(table)

    def _create(self, table: str, event: TableCreated, speaker: Speaker, command: str) -> None:
        digest = Command(id=command, say=(event,)).digest
        origin = Origin(timestamp(self.clock()), speaker.device, speaker.role.value, command)
        if self.store.receipt(table, command) is None:
            try:
                self.store.acquire(table)
                self.store.append(table, link(table, start_of(table), [event], origin), command, digest)
            except Overtaken:
                pass  # by the same command at another process: its receipt says what was asked
        receipt = self.store.receipt(table, command)
        if receipt is None:
            raise Unwritable("busy", "another server process is creating this table; try again")
        if receipt.digest != digest:
            raise Refused("command_id", "another table was created under this id before", "id")

    def dismiss(self, device: str) -> None:
        """A revoked device hears nothing more, at any table."""
        for actor in self._actors.values():
            actor.hub.dismiss(device)

    # --- other processes ---------------------------------------------------------------------------------------

    def _woken(self, table: str) -> None:
        """From the store's thread: another process wrote."""
        self._from_outside(table, self._catch_up)

    def _wanted(self, table: str) -> None:
        """From the store's thread: another process wants to write."""
        self._from_outside(table, self._release)

    def _from_outside(self, table: str, action: Callable[[TableActor], object]) -> None:
        def run() -> None:
            actor = self._actors.get(table)
            if actor is not None:
                action(actor)

        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(run)

    def _catch_up(self, actor: TableActor) -> None:
        self._spawn(self._quietly(actor))

    def _release(self, actor: TableActor) -> None:
        self._spawn(actor.release())

    async def _quietly(self, actor: TableActor) -> None:
        """A store that cannot be read now is asked again at the next poll."""
        with contextlib.suppress(Exception):
            await actor.catch_up()

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(_POLL)
            for actor in list(self._actors.values()):
                if actor.hub.followers:
                    await self._quietly(actor)

    def _spawn(self, work: object) -> None:
        task = asyncio.ensure_future(work)  # type: ignore[call-overload]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
