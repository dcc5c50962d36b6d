"""The followers of one log: every message reaches each of them in order, or the follower is dropped."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

QUEUE = 256
"""Messages that a client may lie behind: about ten seconds of a lively table."""


@dataclass(frozen=True, slots=True)
class Message:
    """A text for a client; `seq` is where the client stands after it."""

    seq: int
    text: str


@dataclass(slots=True, eq=False)
class Follower:
    """One client. `dropped` is set when it lay too far behind; it then ends and resumes by its number."""

    view: Enum
    queue: asyncio.Queue[Message | None]
    device: str = ""
    dropped: bool = False

    async def next(self) -> Message | None:
        """The next message; None when there are no more."""
        if self.dropped and self.queue.empty():
            return None
        return await self.queue.get()


@dataclass(slots=True)
class Hub:
    size: int = QUEUE
    followers: set[Follower] = field(default_factory=set)
    dropped: int = 0

    def join(self, view: Enum, first: Iterable[Message], device: str = "") -> Follower:
        """A new follower, with what it missed already in its queue."""
        missed = list(first)
        queue: asyncio.Queue[Message | None] = asyncio.Queue(self.size + len(missed))
        for message in missed:
            queue.put_nowait(message)
        follower = Follower(view, queue, device)
        self.followers.add(follower)
        return follower

    def leave(self, follower: Follower) -> None:
        self.followers.discard(follower)

    def views(self) -> set[Enum]:
        return {follower.view for follower in self.followers}

    def publish(self, messages: dict[Enum, Message]) -> None:
        for follower in list(self.followers):
            message = messages.get(follower.view)
            if message is None:
                continue
            try:
                follower.queue.put_nowait(message)
            except asyncio.QueueFull:
                self._drop(follower)

    def dismiss(self, device: str) -> None:
        """A device that was revoked hears nothing more."""
        for follower in [f for f in self.followers if f.device == device]:
            self._drop(follower, counted=False)

    def close(self) -> None:
        """The server ends: each follower is told after what it still has."""
        for follower in list(self.followers):
            self._drop(follower, counted=False)

    def _drop(self, follower: Follower, counted: bool = True) -> None:
        follower.dropped = True
        self.followers.discard(follower)
        self.dropped += counted
        # Room for the end mark is made at the end: what is sent has no gap, so the client resumes where it stopped.
        waiting = [follower.queue.get_nowait() for _ in range(follower.queue.qsize())]
        for message in (*waiting[: follower.queue.maxsize - 1], None):
            follower.queue.put_nowait(message)
