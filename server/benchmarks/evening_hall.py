"""The hall of a simulated evening: server processes, tablets that send card by card, and the board that watches."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from server.benchmarks.story import told
from server.benchmarks.viewers import Host, free_port
from server.settings import environment_of_its_own
from server.tables.events import event_json

Json = dict[str, Any]
Word = tuple[str, list[Json]]
"""A command: its id and what it says."""


@dataclass(slots=True)
class Process:
    """`kiebitz serve` on a port of its own; it can be killed and started again."""

    folder: Path
    database: str | None = None
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None
    spent: float = 0.0
    """Seconds of processor time of those that were killed."""

    def start(self) -> None:
        command = [sys.executable, "-c", "from server.cli import main; main()", "serve"]
        command += ["--port", str(self.port), "--data", str(self.folder)]
        command += ["--database", self.database] if self.database else []
        limits = {
            "KIEBITZ_CONNECTIONS_PER_DEVICE": "10000",
            "KIEBITZ_REQUESTS_PER_SECOND": "100000",
            "KIEBITZ_LAN_PORT": str(free_port()),
        }
        with (self.folder / "errors").open("ab") as errors:
            self.process = subprocess.Popen(
                command, env=environment_of_its_own(**limits), stdout=subprocess.DEVNULL, stderr=errors
            )
        end = time.monotonic() + 120
        while time.monotonic() < end:
            with contextlib.suppress(OSError), Host(self.port) as host:
                host.ask("GET", "/api/now")
                return
            time.sleep(0.1)
        raise RuntimeError("the server did not start within two minutes")

    def kill(self) -> None:
        if self.process is not None:
            self.spent = self.processor()
            self.process.kill()
            self.process.wait()

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(60)

    def memory(self) -> float:
        """Megabytes that the process holds in memory now."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status")
        if not status.exists():
            return 0.0
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        return round(int(line.split()[1]) / 1024, 1)

    def processor(self) -> float:
        """Seconds of processor time, all its lives together."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/stat")
        if not status.exists():
            return self.spent
        fields = status.read_text().rpartition(")")[2].split()
        return round(self.spent + (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), 1)

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None


def ask(processes: Sequence[Process], method: str, path: str, body: Json | None = None) -> Json:
    """Of the first process that answers; a command keeps its id, so that asking twice does it once."""
    end = time.monotonic() + 60
    while True:
        for process in processes:
            with contextlib.suppress(OSError), Host(process.port) as host:
                return host.ask(method, path, body)
        if time.monotonic() > end:
            raise RuntimeError(f"no server answers {method} {path}")
        time.sleep(0.2)


def words(table: str, number: int, record: Json) -> Iterator[Word]:
    """A deal as a tablet sends it: what is said before the first card at once, then every card by itself."""
    record = {name: value for name, value in record.items() if name != "forehand"}
    before: list[Json] = []
    count = 0
    for said in told(record):
        event = event_json(said)
        if event["type"] in ("card_laid", "gift_laid", "trick_collected", "deal_ended"):
            if before:
                yield f"{table}.{number}.0", before
                before = []
            count += 1
            yield f"{table}.{number}.{count}", [event]
        else:
            before.append(event)


@dataclass(slots=True)
class Tablet:
    """One table's tablet. It insists: what was not answered is sent again under its id, to whichever server is there."""

    table: str
    processes: Sequence[Process]
    prefers: int
    socket: ClientConnection | None = None
    seq: int = 0
    resent: int = 0
    answered: list[float] = field(default_factory=list)
    """Seconds until each word was on the disk and acknowledged."""

    async def send(self, word: Word) -> int:
        """The number of the last event that the word became."""
        text, begin = json.dumps({"id": word[0], "say": word[1]}), time.perf_counter()
        while True:
            try:
                socket = self.socket or await self._join()
                await socket.send(text)
                last = await self._answer(socket, word[0])
                self.answered.append(time.perf_counter() - begin)
                return last
            except (OSError, WebSocketException, TimeoutError):
                self.resent += 1
                await self.leave()
                self.prefers += 1
                await asyncio.sleep(0.1)

    async def _join(self) -> ClientConnection:
        process = self.processes[self.prefers % len(self.processes)]
        uri = f"ws://127.0.0.1:{process.port}/api/tables/{self.table}/live"
        self.socket = await connect(uri, max_size=None, proxy=None, open_timeout=30, ping_interval=None)
        return self.socket

    async def _answer(self, socket: ClientConnection, command: str) -> int:
        async with asyncio.timeout(60):
            while True:
                message = json.loads(await socket.recv())
                if message.get("command") != command:
                    continue
                if message["type"] == "done":
                    self.seq = int(message["last"])
                    return self.seq
                code = message["error"]["code"]
                if code not in ("busy", "read_only", "rate"):
                    raise RuntimeError(f"{command}: {message}")
                raise TimeoutError(code)

    async def leave(self) -> None:
        if self.socket is not None:
            with contextlib.suppress(OSError, WebSocketException):
                await self.socket.close()
            self.socket = None


@dataclass(slots=True)
class Board:
    """The hall's board at one server: when it showed how many deals of which table, and what it shows now."""

    process: Process
    tournament: str
    shown: dict[tuple[int, int, int], float] = field(default_factory=dict)
    """By round, table and number of deals."""
    sections: Json = field(default_factory=dict)
    clock: Callable[[], float] = time.perf_counter
    heard: list[float] = field(default_factory=list)
    """When messages came."""
    standings: int = 0

    async def watch(self) -> None:
        """Until it is cancelled; a line that broke is taken up again."""
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, ValueError):
                await self._read()
            await asyncio.sleep(0.2)

    async def _read(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.process.port, limit=2**26)
        try:
            path = f"/api/tournaments/{self.tournament}/stream"
            writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.process.port}\r\n\r\n".encode())
            await writer.drain()
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    self._take(json.loads(line[6:]))
        finally:
            writer.close()

    def _take(self, message: Json) -> None:
        self.sections |= message["sections"]
        now = self.clock()
        self.heard.append(now)
        self.standings += "standing" in message["sections"]
        for row in message["sections"].get("hall", []):
            for games in range(1, row["games"] + 1):
                self.shown.setdefault((row["round"], row["table"], games), now)
