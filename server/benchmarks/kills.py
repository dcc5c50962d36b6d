"""Kills, write errors and a full disk: is anything lost that was acknowledged? `python -m server.benchmarks.kills`."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import random
import resource
import signal
import sqlite3
import struct
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from server.benchmarks.story import a_table, evening
from server.store.sqlite import SqliteStore
from server.store.verify import verify_table
from server.tables.actor import Speaker, TableActor
from server.tables.commands import Command
from server.tables.errors import Unwritable
from server.tables.events import Said
from server.tables.registry import Tables
from server.tables.roles import Role

HOST = Speaker("host", Role.ADMIN)
_WORDS = 60
_NUMBER = struct.Struct("<I")


@dataclass(slots=True)
class Tally:
    """What a run of trials showed. Everything but `trials`, `acknowledged`, `refused` and `seconds` has to be 0."""

    trials: int = 0
    acknowledged: int = 0
    refused: int = 0
    lost: int = 0
    damaged: int = 0
    done_twice: int = 0
    seconds: float = 0.0

    @property
    def good(self) -> bool:
        return not (self.lost or self.damaged or self.done_twice)


async def write_evening(store: SqliteStore, words: list[Said], told: Any) -> None:
    """Says an evening word by word; `told(n)` is called when word n was acknowledged."""
    tables = Tables(store)
    actor = await tables.create(a_table(), HOST, "create")
    for number, word in enumerate(words):
        await actor.execute(HOST, Command(id=f"w{number}", say=(word,)))
        told(number + 1)


def kill_once(folder: Path, words: list[Said], rng: random.Random, tally: Tally) -> None:
    """A child writes, is killed at a random moment, and what it had acknowledged is looked for.

    The moment lies within the two words that follow a random one: a child that is done has nothing to lose.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        with contextlib.suppress(BaseException):
            told = lambda n: os.write(writing, _NUMBER.pack(n))  # noqa: E731
            asyncio.run(write_evening(SqliteStore(folder / "kiebitz.db"), words, told))
        os._exit(0)
    os.close(writing)
    aim = rng.randrange(1, len(words) - 1)
    said, begun = os.read(reading, _NUMBER.size), time.monotonic()
    while len(said) < aim * _NUMBER.size and (more := os.read(reading, aim * _NUMBER.size - len(said))):
        said += more
    a_word = (time.monotonic() - begun) / aim
    time.sleep(rng.random() * 2 * a_word)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    said += b"".join(iter(lambda: os.read(reading, 65536), b""))
    os.close(reading)
    acknowledged = _NUMBER.unpack_from(said, len(said) // 4 * 4 - 4)[0] if len(said) >= 4 else 0
    tally.trials += 1
    tally.acknowledged += acknowledged
    asyncio.run(_look(folder, words, acknowledged, tally))


async def _look(folder: Path, words: list[Said], acknowledged: int, tally: Tally) -> None:
    """After the restart: the chain, every acknowledged word, and the next one said again."""
    store = SqliteStore(folder / "kiebitz.db")
    try:
        table = store.tables()[0]
        if verify_table(store, table).findings:
            tally.damaged += 1
        known = dict(store.receipts(table))
        tally.lost += sum(f"w{number}" not in known for number in range(acknowledged))
        actor = await Tables(store).get(table)
        again = range(max(0, acknowledged - 1), min(acknowledged + 2, len(words)))
        for number in again:  # a client that heard no answer says its words again
            await actor.execute(HOST, Command(id=f"w{number}", say=(words[number],)))
        tally.done_twice += _repeated(store, table)
    finally:
        store.close()


def _repeated(store: SqliteStore, table: str) -> int:
    """Commands whose events stand in the log more than once."""
    seen: dict[str, list[int]] = {}
    for stored in store.read(table):
        seen.setdefault(str(stored.data["command"]), []).append(stored.seq)
    receipts = dict(store.receipts(table))
    return sum(numbers != list(range(receipts[c].first, receipts[c].last + 1)) for c, numbers in seen.items())


def kills(trials: int, seed: int = 0) -> Tally:
    """`kill -9` at random moments of a writing server."""
    rng, tally, start = random.Random(seed), Tally(), time.monotonic()
    words = list(itertools.islice(evening(seed), _WORDS))
    for _ in range(trials):
        with tempfile.TemporaryDirectory() as folder:
            kill_once(Path(folder), words, rng, tally)
    tally.seconds = round(time.monotonic() - start, 1)
    return tally


# --- write errors ------------------------------------------------------------------------------------------------


class Faulty(sqlite3.Connection):
    """A connection whose disk fails at random: before, at, or just after a commit."""

    rng = random.Random(0)
    share = 0.0

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        luck = self.rng.random() if sql == "COMMIT" or sql.startswith("INSERT") else 1.0
        if luck < self.share / 2:
            raise sqlite3.OperationalError("disk I/O error")
        done = super().execute(sql, *values)
        if luck < self.share:
            raise sqlite3.OperationalError("disk I/O error")
        return done


def write_errors(commands: int, seed: int = 0, share: float = 0.2) -> Tally:
    """Every fifth write fails; a client repeats what was refused until it is acknowledged."""
    tally, start = Tally(), time.monotonic()
    words = list(itertools.islice(evening(seed), commands))
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "kiebitz.db", Faulty)
        actor = asyncio.run(_begin(store))
        Faulty.rng, Faulty.share = random.Random(seed), share
        try:
            asyncio.run(_insist(actor, words, tally))
        finally:
            Faulty.share = 0.0
        _count(store, actor.table, words, tally)
        store.close()
    tally.seconds = round(time.monotonic() - start, 1)
    return tally


async def _begin(store: SqliteStore) -> TableActor:
    return await Tables(store).create(a_table(), HOST, "create")


async def _insist(actor: TableActor, words: list[Said], tally: Tally) -> None:
    for number, word in enumerate(words):
        for _ in range(200):
            tally.trials += 1
            try:
                await actor.execute(HOST, Command(id=f"w{number}", say=(word,)))
            except Unwritable:
                tally.refused += 1
                continue
            tally.acknowledged += 1
            break


def _count(store: SqliteStore, table: str, words: list[Said], tally: Tally) -> None:
    tally.lost += sum(store.receipt(table, f"w{n}") is None for n in range(len(words)))
    tally.damaged += len(verify_table(store, table).findings)
    tally.done_twice += _repeated(store, table)


def full_disk(seed: int = 0, room: int = 150_000) -> Tally:
    """Files may not grow past a limit of the system: words are refused, none is acknowledged falsely, and it goes on after."""
    tally, start = Tally(), time.monotonic()
    words = list(itertools.islice(evening(seed), 400))
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "kiebitz.db")
        actor = asyncio.run(_begin(store))
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
            said = asyncio.run(_until_refused(actor, words, tally))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            signal.signal(signal.SIGXFSZ, before)
        for number in range(said):
            tally.lost += store.receipt(actor.table, f"w{number}") is None
        asyncio.run(_insist(actor, words[: said + 5], tally))  # there is room again
        _count(store, actor.table, words[: said + 5], tally)
        store.close()
    tally.seconds = round(time.monotonic() - start, 1)
    return tally


async def _until_refused(actor: TableActor, words: list[Said], tally: Tally) -> int:
    for number, word in enumerate(words):
        tally.trials += 1
        try:
            await actor.execute(HOST, Command(id=f"w{number}", say=(word,)))
        except Unwritable:
            tally.refused += 1
            return number
        tally.acknowledged += 1
    raise RuntimeError("the disk never became full; give less room")


def reports(arguments: argparse.Namespace) -> Iterator[tuple[str, Tally]]:
    yield "kills", kills(arguments.kills, arguments.seed)
    yield "write_errors", write_errors(arguments.commands, arguments.seed)
    yield "full_disk", full_disk(arguments.seed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--commands", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    found = dict(reports(parser.parse_args()))
    sys.stdout.write(json.dumps({name: asdict(tally) for name, tally in found.items()}, indent=1) + "\n")
    sys.exit(0 if all(tally.good for tally in found.values()) else 1)


if __name__ == "__main__":
    main()
