"""What a reader has seen and the server has not yet acknowledged: on the disk, in order, sent until it is taken."""

from __future__ import annotations

import json
import shutil
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

BATCH: Final = 32
PICTURES: Final = 400
"""Pictures that wait at most; the oldest go first."""
ALIVE: Final = 8.0
"""Seconds after its last sign of life in which a folder is left to its own reader."""
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Batch:
    """Events of one deal, numbered from `first`."""

    reader: str
    first: int
    deal: int
    events: list[Row]


class Outbox:
    """One reader's events of one run, in a folder of its own. Safe between threads."""

    def __init__(self, folder: Path, notice: Callable[[str], None] = lambda _: None) -> None:
        """A disk that is full ends the keeping, which `notice` hears once, and not the reading."""
        self._notice, self._full = notice, False
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.folder, self.reader = folder, folder.name
        self._changed = threading.Condition()
        self._waiting: deque[tuple[int, int, Row]] = deque()
        self._next = 0
        self._load()
        self._log: IO[str] = (folder / "events.jsonl").open("a", encoding="utf-8")
        self._acknowledged: IO[str] = (folder / "acknowledged").open("a", encoding="utf-8")

    def _load(self) -> None:
        """What an earlier run left behind; a line that was cut off by a crash is none."""
        done = _numbers(self.folder / "acknowledged")
        try:
            lines = (self.folder / "events.jsonl").read_text(encoding="utf-8").splitlines()
        except OSError:
            return
        for line in lines:
            try:
                row = json.loads(line)
                number, deal, event = int(row["n"]), int(row["deal"]), dict(row["event"])
            except (ValueError, KeyError, TypeError):
                continue
            self._next = max(self._next, number + 1)
            if number >= done:
                self._waiting.append((number, deal, event))

    def sign(self) -> None:
        """Whoever looks for what was left behind leaves this folder alone for now."""
        with self._kept():
            (self.folder / "alive").touch()

    # --- events ----------------------------------------------------------------------------------------------

    @property
    def next_number(self) -> int:
        return self._next

    def add(self, deal: int, event: Row) -> int:
        """Written down before it is sent."""
        with self._changed:
            number = self._next
            self._next += 1
            with self._kept():
                self._log.write(json.dumps({"n": number, "deal": deal, "event": event}) + "\n")
                self._log.flush()
            self._waiting.append((number, deal, event))
            self._changed.notify_all()
            return number

    def waiting(self) -> int:
        with self._changed:
            return len(self._waiting)

    def batch(self, timeout: float, most: int = BATCH) -> Batch | None:
        """The oldest events that belong together, waiting for them; None after the time."""
        with self._changed:
            if not self._changed.wait_for(lambda: bool(self._waiting), timeout):
                return None
            first, deal, _ = self._waiting[0]
            events: list[Row] = []
            for number, its_deal, event in self._waiting:
                if its_deal != deal or number != first + len(events) or len(events) >= most:
                    break
                events.append(event)
            return Batch(self.reader, first, deal, events)

    def done(self, batch: Batch) -> None:
        """The server has answered: these are noted, or will never be."""
        upto = batch.first + len(batch.events)
        with self._changed:
            while self._waiting and self._waiting[0][0] < upto:
                self._waiting.popleft()
            with self._kept():
                self._acknowledged.write(f"{upto}\n")
                self._acknowledged.flush()
            self._changed.notify_all()

    def settled(self, timeout: float) -> bool:
        """Waits until everything is acknowledged."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._waiting, timeout)

    # --- pictures --------------------------------------------------------------------------------------------

    def keep(self, number: int, kind: str, data: bytes) -> None:
        with self._kept():
            (self.folder / f"{number:07d}-{kind}.jpg").write_bytes(data)
        files = self.pictures()
        for path in files[: max(0, len(files) - PICTURES)]:
            path.unlink(missing_ok=True)

    def pictures(self) -> list[Path]:
        return sorted(self.folder.glob("*-*.jpg"))

    @contextmanager
    def _kept(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            if not self._full:
                self._notice(f"{self.folder}: {error.strerror or error}; what waits is kept in memory only")
            self._full = True

    # --- the end -----------------------------------------------------------------------------------------------

    def close(self) -> None:
        """The folder stays where something waits in it; the next run sends that."""
        with self._changed:
            for file in (self._log, self._acknowledged):
                with self._kept():
                    file.close()
            if not self._waiting and not self.pictures():
                shutil.rmtree(self.folder, ignore_errors=True)


def _numbers(path: Path) -> int:
    """The last whole number in a file of numbers; 0 where there is none."""
    try:
        lines = path.read_text(encoding="utf-8").split()
    except OSError:
        return 0
    return max((int(line) for line in lines if line.isascii() and line.isdigit()), default=0)


def left_behind(folder: Path, but: str) -> list[Path]:
    """Folders of earlier runs with something to send, the oldest first."""
    if not folder.is_dir():
        return []
    found = [
        path
        for path in folder.iterdir()
        if path.name != but and (path / "events.jsonl").is_file() and not _alive(path)
    ]
    return sorted(found, key=lambda path: (path / "events.jsonl").stat().st_mtime)


def _alive(folder: Path) -> bool:
    try:
        return time.time() - (folder / "alive").stat().st_mtime < ALIVE
    except OSError:
        return False
