"""The one writer of a log: plans a command, has it written to the disk, and only then tells anybody."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

from server.hub.hub import Follower, Hub, Message
from server.store.chain import Head, Origin, Stored, link, start_of, timestamp
from server.store.protocol import Overtaken, Store
from server.store.protocol import Unwritable as StoreUnwritable
from server.tables.errors import Refused, Unwritable, readable
from server.tables.roles import Role

TAIL: Final = 2000
_PATIENCE: Final = 8.0
"""Seconds that a command waits for another process to give a log up: longer than a lease lasts."""
_BATCH: Final = 500


class Asked(Protocol):
    """What every command has: an id of its sender's choice, and a digest of what was asked."""

    @property
    def id(self) -> str: ...

    @property
    def digest(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who sends a command."""

    device: str
    role: Role
    table: str | None = None
    """The only table that the device is for, if it is bound to one."""


@dataclass(frozen=True, slots=True)
class Done:
    """The numbers of the events that a command became, and where the log stands."""

    command: str
    first: int
    last: int
    repeated: bool = False


S = TypeVar("S")
C = TypeVar("C", bound=Asked)


@dataclass(slots=True)
class LogActor(ABC, Generic[S, C]):
    """All commands of a log pass through here one after the other; what they mean, its kinds say."""

    letter: ClassVar[str]
    """With which the ids of this kind of log begin."""

    table: str
    store: Store
    pool: Executor
    clock: Callable[[], float] = time.time
    hub: Hub = field(default_factory=Hub)
    watchers: list[Callable[[], None]] = field(default_factory=list)
    """Called in the event loop after the state has changed."""
    state: S = field(init=False)
    _head: Head = field(init=False)
    _tail: deque[Stored] = field(default_factory=lambda: deque(maxlen=TAIL))
    _told: dict[tuple[Enum, str], str] = field(default_factory=dict)
    _snapshots: dict[Enum, Message] = field(default_factory=dict)
    _published: int = 0
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _behind: bool = True

    def __post_init__(self) -> None:
        self._head = start_of(self.table)
        self.state = self.start()

    # --- what differs from kind to kind ----------------------------------------------------------------------

    @abstractmethod
    def start(self) -> S:
        """The state before the first event."""

    @abstractmethod
    def planned(self, speaker: Speaker, command: C) -> tuple[list[Any], S]:
        """The events that a command becomes and the state after them, or a `TableError`."""

    @abstractmethod
    def folded(self, links: Sequence[Stored]) -> S:
        """The state after what another process wrote."""

    @abstractmethod
    def view_of(self, speaker: Speaker) -> Enum:
        """Devices that see the same share one view."""

    @abstractmethod
    def shown(self, view: Enum) -> Iterator[tuple[str, str]]:
        """Every section by its name, as canonical JSON, as a view may see it."""

    @abstractmethod
    def event_text(self, body: str, view: Enum) -> str:
        """A stored event as a view may see it."""

    @abstractmethod
    def written(self, event: Any) -> dict[str, Any]:
        """An event as JSON data."""

    # --- commands --------------------------------------------------------------------------------------------

    async def execute(self, speaker: Speaker, command: C) -> Done:
        """Done and on the disk when this returns; a `TableError` means that nothing was noted."""
        async with self._lock:
            loop = asyncio.get_running_loop()
            deadline = loop.time() + _PATIENCE
            try:
                while True:
                    try:
                        return await loop.run_in_executor(self.pool, self._execute, speaker, command)
                    except StoreUnwritable as error:
                        raise Unwritable("read_only", f"nothing was noted: {error}") from None
                    except Overtaken:
                        self._behind = True
                        if loop.time() > deadline:
                            raise Unwritable(
                                "busy", "another server process holds this table; try again"
                            ) from None
                    await asyncio.sleep(0.02)
            finally:
                self._publish()

    def _execute(self, speaker: Speaker, command: C) -> Done:
        """In a worker thread, under the lock."""
        done = self._done_before(command)
        if done is not None:
            return done
        if self.store.acquire(self.table) or self._behind:
            self._read_on()
            if (done := self._done_before(command)) is not None:
                return done
        events, after = self.planned(speaker, command)
        now = timestamp(self.clock())
        origin = Origin(now, speaker.device, speaker.role.value, command.id, command.digest)
        links = link(self.table, self._head, map(self.written, events), origin)
        self._behind = True  # until the store has said that it is written
        self.store.append(self.table, links, command.id, command.digest)
        self._behind = False
        self._advance(links, after)
        return Done(command.id, links[0].seq, links[-1].seq)

    def _done_before(self, command: C) -> Done | None:
        receipt = self.store.receipt(self.table, command.id)
        if receipt is None:
            return None
        if receipt.digest != command.digest:
            raise Refused("command_id", "another command was sent under this id before", "id")
        return Done(command.id, receipt.first, receipt.last, repeated=True)

    # --- reading on --------------------------------------------------------------------------------------------

    async def catch_up(self) -> None:
        """Reads what is new in the store, written by another process, and tells it."""
        async with self._lock:
            await asyncio.get_running_loop().run_in_executor(self.pool, self._read_on)
            self._publish()

    def _read_on(self) -> None:
        links = self.store.read(self.table, self._head.seq)
        if links:
            with readable(self.table):
                if [stored.seq - self._head.seq for stored in links] != list(range(1, len(links) + 1)):
                    raise ValueError("events are missing")
                state = self.folded(links)
            self._advance(links, state)
        self._behind = False

    def _advance(self, links: list[Stored], state: S) -> None:
        """The number comes last: who looks on from another thread keeps nothing old under a new number."""
        self._tail.extend(links)
        self.state = state
        self._head = Head(links[-1].seq, links[-1].hash)

    @property
    def head(self) -> Head:
        return self._head

    @property
    def busy(self) -> bool:
        return self._lock.locked()

    # --- telling -----------------------------------------------------------------------------------------------

    def _publish(self) -> None:
        """To every view the new events and the sections that they changed."""
        if self._published == self._head.seq:
            return
        fresh = [stored for stored in self._tail if stored.seq > self._published]
        self._published = self._head.seq
        self._tell(fresh)
        for told in list(self.watchers):
            told()

    def _tell(self, fresh: list[Stored]) -> None:
        views = self.hub.views()
        self._told = {key: text for key, text in self._told.items() if key[0] in views}
        self.hub.publish({view: self._message("update", fresh, view, changed=True) for view in views})

    def _message(self, kind: str, links: list[Stored], view: Enum, changed: bool = False) -> Message:
        parts = [f'"{name}":{text}' for name, text in self._sections(view, changed)]
        return Message(
            self._head.seq,
            f'{{"type":"{kind}","table":"{self.table}","seq":{self._head.seq},'
            f'"events":[{self._events(links, view)}],"sections":{{{",".join(parts)}}}}}',
        )

    def _sections(self, view: Enum, changed: bool) -> Iterator[tuple[str, str]]:
        for name, text in self.shown(view):
            if not changed or self._told.get((view, name)) != text:
                yield name, text
            self._told[view, name] = text

    def _events(self, links: list[Stored], view: Enum) -> str:
        return ",".join(self.event_text(s.body, view) for s in links)

    async def follow(self, speaker: Speaker, after: int | None = None) -> Follower:
        """A new follower: it first gets what came after its number, then everything as it is, then what happens."""
        view = self.view_of(speaker)
        async with self._lock:
            if self._behind:
                await asyncio.get_running_loop().run_in_executor(self.pool, self._read_on)
                self._publish()
            missed = await self._missed(view, after)
            return self.hub.join(view, [*missed, self._snapshot(view)], speaker.device)

    def _snapshot(self, view: Enum) -> Message:
        """Made once for all who join at the same number."""
        made = self._snapshots.get(view)
        if made is None or made.seq != self._head.seq:
            made = self._snapshots[view] = self._message("state", [], view)
        return made

    async def _missed(self, view: Enum, after: int | None) -> list[Message]:
        if after is None or after >= self._head.seq:
            return []
        if self._tail and self._tail[0].seq <= after + 1:
            links = [s for s in self._tail if s.seq > after]
        else:
            loop = asyncio.get_running_loop()
            links = await loop.run_in_executor(self.pool, self.store.read, self.table, after)
            links = [s for s in links if s.seq <= self._head.seq]
        batches = [links[at : at + _BATCH] for at in range(0, len(links), _BATCH)]
        return [Message(batch[-1].seq, self._history(batch, view)) for batch in batches]

    def _history(self, links: list[Stored], view: Enum) -> str:
        return (
            f'{{"type":"events","table":"{self.table}","seq":{links[-1].seq},'
            f'"events":[{self._events(links, view)}],"sections":{{}}}}'
        )

    async def release(self) -> None:
        """Another process wants to write: it may, as soon as nothing is under way here."""
        async with self._lock:
            self._behind = True
            with suppress(StoreUnwritable):  # the lease then ends by itself
                await asyncio.get_running_loop().run_in_executor(self.pool, self.store.release, self.table)
