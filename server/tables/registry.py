"""All tables of a server: found in the store, each with its one actor."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import time
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from server.store.chain import Origin, link, start_of, timestamp
from server.store.protocol import Overtaken, Store
from server.store.protocol import Unwritable as StoreUnwritable
from server.tables.actor import Speaker, TableActor
from server.tables.commands import Command
from server.tables.errors import Damaged, NotFound, Refused, Unwritable, readable
from server.tables.events import TableCreated, event_json
from server.tables.fold import apply, fold
from server.tables.log import LogActor

_POLL = 1.0
"""Seconds between looks at the store, behind the wake-ups of other processes."""
AnyActor = LogActor[Any, Any]
A = TypeVar("A", bound=AnyActor)


def log_id(kind: str, command: str) -> str:
    """The id of a log follows from the command that creates it."""
    return kind + hashlib.sha256(command.encode()).hexdigest()[:12]


async def whole(names: Iterable[str], get: Callable[[str], Awaitable[A]]) -> tuple[list[A], list[str]]:
    """The logs of a list that can be read, and the ids of those that are damaged: one takes no other away."""
    actors, damaged = [], []
    for name in names:
        try:
            actors.append(await get(name))
        except Damaged:
            damaged.append(name)
    return actors, damaged


@dataclass(slots=True)
class Tables:
    store: Store
    threads: int = 1
    clock: Callable[[], float] = time.time
    opened: list[Callable[[AnyActor], None]] = field(default_factory=list)
    """Called when a log was read from the store for the first time here, or again after it was put away."""
    wanted_here: Callable[[str], bool] = lambda _: False
    """Whether a log that another process wrote to is read although nobody here has it at hand."""
    _actors: dict[str, AnyActor] = field(default_factory=dict)
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

    async def names(self, kind: str = "t") -> list[str]:
        """The ids of all logs of a kind: tables begin with `t`."""
        found = await asyncio.get_running_loop().run_in_executor(self._pool, self.store.tables)
        return [name for name in found if name.startswith(kind)]

    async def get(self, table: str) -> TableActor:
        """The actor of a table, read from the store when it is first asked for."""
        return await self.log(table, TableActor, "table")

    async def log(self, name: str, kind: type[A], word: str) -> A:
        """The one actor of a log in this process; `word` is what people call the kind."""
        if not name.startswith(kind.letter):
            raise NotFound(word, f"{name[:64]!r} is no {word}", word)
        actor = self._actors.get(name)
        if actor is None:
            ask = asyncio.get_running_loop().run_in_executor
            if (await ask(self._pool, self.store.head, name)).seq == 0:
                if not await ask(self._pool, self.store.receipts, name):
                    raise NotFound(word, f"there is no {word} {name[:64]!r}", word)
                # Events come with what acknowledges them: asked in this order, none are there although some were.
                if (await ask(self._pool, self.store.head, name)).seq == 0:
                    with readable(name):
                        raise ValueError("its events are gone")
            actor = self._actors.get(name)
            if actor is None:
                actor = self._actors[name] = kind(name, self.store, self._pool, self.clock)
                for told in self.opened:
                    told(actor)
        assert isinstance(actor, kind)  # the letter of its id says so
        if actor.head.seq == 0 or self.store.shared:
            await actor.catch_up()
        return actor

    async def create(self, event: TableCreated, speaker: Speaker, command: str) -> TableActor:
        """A new table, once per command id: the id of the table follows from it."""
        apply(fold([]), event)
        table = log_id("t", command)
        digest = Command(id=command, say=(event,)).digest
        await self.begin(table, event_json(event), speaker, command, digest)
        return await self.get(table)

    async def begin(
        self, name: str, event: dict[str, Any], speaker: Speaker, command: str, digest: str
    ) -> None:
        """The first event of a log, once."""
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._pool, self._begin, name, event, speaker, command, digest)
        except StoreUnwritable as error:
            raise Unwritable("read_only", f"nothing was noted: {error}") from None

    def _begin(self, name: str, event: dict[str, Any], speaker: Speaker, command: str, digest: str) -> None:
        origin = Origin(timestamp(self.clock()), speaker.device, speaker.role.value, command, digest)
        if self.store.receipt(name, command) is None:
            try:
                self.store.acquire(name)
                self.store.append(name, link(name, start_of(name), [event], origin), command, digest)
            except Overtaken:
                pass  # by the same command at another process: its receipt says what was asked
        receipt = self.store.receipt(name, command)
        if receipt is None:
            raise Unwritable("busy", "another server process is creating this table; try again")
        if receipt.digest != digest:
            raise Refused("command_id", "another table was created under this id before", "id")

    def put_away(self, name: str) -> bool:
        """Forgets a log that nobody follows: it is read from the store when it is next asked for."""
        actor = self._actors.get(name)
        if actor is None or actor.hub.followers or actor.busy:
            return False
        del self._actors[name]
        return True

    def hang_up(self) -> None:
        """The server closes its doors: every follower is told after what it still has."""
        for actor in self._actors.values():
            actor.hub.close()

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

    def _from_outside(self, table: str, action: Callable[[AnyActor], object]) -> None:
        def run() -> None:
            actor = self._actors.get(table)
            if actor is not None:
                action(actor)
            elif self.wanted_here(table):
                self._spawn(self._look(table))

        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(run)

    def _catch_up(self, actor: AnyActor) -> None:
        self._spawn(self._quietly(actor))

    def _release(self, actor: AnyActor) -> None:
        self._spawn(actor.release())

    async def _look(self, table: str) -> None:
        with contextlib.suppress(Exception):
            await self.get(table)

    async def _quietly(self, actor: AnyActor) -> None:
        """A store that cannot be read now is asked again at the next poll."""
        with contextlib.suppress(Exception):
            await actor.catch_up()

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(_POLL)
            for actor in list(self._actors.values()):
                if actor.hub.followers or actor.watchers:
                    await self._quietly(actor)

    def _spawn(self, work: object) -> None:
        task = asyncio.ensure_future(work)  # type: ignore[call-overload]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
