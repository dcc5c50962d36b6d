"""One reader process, kept alive: started, fed with pictures, started anew when it dies, given up when it dies too often."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from vision.sources.piped import HEADER

RESTARTS: Final = 5
WITHIN: Final = 60.0
PAUSE: Final = 0.5
"""Seconds before a reader that died is started anew."""
UNUSABLE: Final = 2
"""The exit code of a call that cannot be done: starting it again changes nothing."""
LINES: Final = 20

Told = Callable[[str, str], Awaitable[None]]
"""Hears how the process is: `starting`, `restarting`, `failed` or `ended`, and its last words."""


@dataclass(slots=True)
class Budget:
    """So many restarts within so many seconds, and no more."""

    most: int = RESTARTS
    within: float = WITHIN
    clock: Callable[[], float] = time.monotonic
    _times: deque[float] = field(default_factory=deque)

    def take(self) -> bool:
        now = self.clock()
        while self._times and self._times[0] <= now - self.within:
            self._times.popleft()
        if len(self._times) >= self.most:
            return False
        self._times.append(now)
        return True


@dataclass(slots=True)
class Keeper:
    """Runs a command until it is stopped. Pictures that the process does not take in time are replaced by newer ones."""

    command: Sequence[str]
    environment: Mapping[str, str]
    tell: Told
    budget: Budget = field(default_factory=Budget)
    pause: float = PAUSE
    _process: asyncio.subprocess.Process | None = None
    _newest: tuple[float, bytes] | None = None
    _fresh: asyncio.Event = field(default_factory=asyncio.Event)
    _task: asyncio.Task[None] | None = None
    _stopping: bool = False
    _words: deque[str] = field(default_factory=lambda: deque(maxlen=LINES))

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    @property
    def running(self) -> bool:
        return self._task is not None and not self._task.done()

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    def push(self, t: float, picture: bytes) -> None:
        self._newest = (t, picture)
        self._fresh.set()

    def kill(self) -> None:
        """A process that says nothing any more; it counts as one that died."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def stop(self) -> None:
        self._stopping = True
        if self._task is None:
            return
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(3):
                    await asyncio.shield(self._task)
            self.kill()
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _run(self) -> None:
        await self.tell("starting", "")
        while not self._stopping:
            code = await self._once()
            if self._stopping:
                return
            words = f"signal {-code}" if code < 0 else self._words[-1] if self._words else f"exit code {code}"
            if code == 0:
                await self.tell("ended", "")
                return
            if code == UNUSABLE or not self.budget.take():
                await self.tell("failed", words)
                return
            await self.tell("restarting", words)
            await asyncio.sleep(self.pause)

    async def _once(self) -> int:
        """From start to end of one process."""
        self._words.clear()
        process = await asyncio.create_subprocess_exec(
            *self.command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, **self.environment},
            start_new_session=sys.platform != "win32",  # the terminal's Ctrl-C is for the server
        )
        self._process = process
        helpers = [asyncio.create_task(self._feed(process)), asyncio.create_task(self._listen(process))]
        try:
            return await process.wait()
        finally:
            self._process = None
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
            helpers[0].cancel()
            await asyncio.gather(*helpers, return_exceptions=True)
            if process.stdin is not None:
                process.stdin.close()

    async def _feed(self, process: asyncio.subprocess.Process) -> None:
        pipe = process.stdin
        while pipe is not None:
            await self._fresh.wait()
            self._fresh.clear()
            if self._newest is None:
                continue
            (t, picture), self._newest = self._newest, None
            try:
                pipe.write(HEADER.pack(t, len(picture)) + picture)
                await pipe.drain()
            except (ConnectionError, OSError):
                return

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        """What it says is kept, the last words only: they tell why it died."""
        while process.stderr is not None:
            try:
                line = await process.stderr.readline()
            except ValueError:  # a line without end
                continue
            if not line:
                return
            text = " ".join(line.decode("utf-8", "replace").split())
            if text:
                self._words.append(text[:160])
