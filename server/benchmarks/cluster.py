"""Several server processes on one PostgreSQL, killed and paused: `python -m server.benchmarks.cluster URL`."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing as mp
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from server.benchmarks.kills import HOST
from server.benchmarks.story import a_table, say
from server.store.postgres import PostgresStore
from server.store.verify import verify_table
from server.tables.actor import TableActor
from server.tables.commands import Command
from server.tables.errors import TableError
from server.tables.registry import Tables

Ack = tuple[str, str, int]
"""Table, command, and the last number that was acknowledged."""


@dataclass(slots=True)
class Tally:
    """Everything but the first six has to be 0."""

    processes: int
    tables: int
    kills: int = 0
    pauses: int = 0
    acknowledged: int = 0
    seconds: float = 0.0
    lost: int = 0
    two_writers: int = 0
    """Numbers of a table that were acknowledged for two commands."""
    damaged: int = 0


def work(url: str, tables: list[str], name: str, line: Connection) -> None:
    """One server process: it writes to every table, in its own random order, until it is killed."""
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        asyncio.run(_work(url, tables, name, line))


async def _work(url: str, tables: list[str], name: str, line: Connection) -> None:
    servers = Tables(PostgresStore(url, lease_seconds=1.0), threads=4)
    await servers.start()
    await asyncio.gather(*(_write(servers, tables, f"{name}.{n}", line) for n in range(4)))


async def _write(servers: Tables, tables: list[str], name: str, line: Connection) -> None:
    rng, number = random.Random(name), 0
    while True:
        number += 1
        table, command = rng.choice(tables), f"{name}.{number}"
        with contextlib.suppress(TableError):
            actor: TableActor = await servers.get(table)
            word = say("camera_noted", status="manual", notice=command)
            done = await actor.execute(HOST, Command(id=command, say=(word,)))
            line.send((table, command, done.last))


async def _make_tables(url: str, count: int) -> list[str]:
    servers = Tables(PostgresStore(url), threads=4)
    made = [await servers.create(a_table(), HOST, f"table{n}.{time.time_ns()}") for n in range(count)]
    names = [actor.table for actor in made]
    for actor in made:
        await actor.release()
    servers.store.close()
    return names


@dataclass(slots=True)
class Worker:
    """A process and the line on which it tells what was acknowledged."""

    process: BaseProcess
    line: Connection

    def said(self) -> Iterator[Ack]:
        with contextlib.suppress(EOFError, OSError):
            while self.line.poll():
                yield self.line.recv()


def start(url: str, tables: list[str], name: str) -> Worker:
    context = mp.get_context("forkserver")  # the imports are done once, so that a killed one is soon replaced
    context.set_forkserver_preload([__name__ if __name__ != "__main__" else "server.benchmarks.cluster"])
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=work, args=(url, tables, name, theirs), daemon=True)
    process.start()
    theirs.close()
    return Worker(process, ours)


def trouble(
    url: str, tables: list[str], processes: int, seconds: float, rng: random.Random, tally: Tally
) -> list[Ack]:
    """The processes write; every moment one of them is killed or paused longer than its lease."""
    workers = [start(url, tables, f"p{n}") for n in range(processes)]
    said: list[Ack] = []
    for worker in workers:  # all are at work before the trouble begins
        worker.line.poll(120)
    end, born = time.monotonic() + seconds, processes
    next_trouble = time.monotonic() + 1
    while time.monotonic() < end:
        time.sleep(0.02)
        for worker in workers:
            said += worker.said()
        if time.monotonic() < next_trouble:
            continue
        next_trouble = time.monotonic() + rng.uniform(0.5, 3)
        index = rng.randrange(processes)
        if rng.random() < 0.5:
            said += _kill(workers[index])
            workers[index] = start(url, tables, f"p{born}")
            born += 1
            tally.kills += 1
        else:
            tally.pauses += 1
            _pause(workers[index], rng.uniform(0.2, 2.5), workers, said)
    for worker in workers:
        said += _kill(worker)
    return said


def _kill(worker: Worker) -> list[Ack]:
    worker.process.kill()
    worker.process.join()
    said = list(worker.said())
    worker.line.close()
    return said


def _pause(worker: Worker, seconds: float, workers: list[Worker], said: list[Ack]) -> None:
    number = worker.process.pid
    if number is None or not worker.process.is_alive():
        return
    os.kill(number, signal.SIGSTOP)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.02)
        for other in workers:
            if other is not worker:
                said += other.said()
    os.kill(number, signal.SIGCONT)


def count(url: str, tables: list[str], said: list[Ack], tally: Tally) -> None:
    """Every acknowledged command is in the log once, where it was said to be."""
    store = PostgresStore(url)
    tally.acknowledged = len(said)
    by_place: dict[tuple[str, int], set[str]] = {}
    for table, command, number in said:
        by_place.setdefault((table, number), set()).add(command)
    tally.two_writers = sum(len(commands) > 1 for commands in by_place.values())
    receipts = {table: dict(store.receipts(table)) for table in tables}
    for table, command, number in said:
        receipt = receipts[table].get(command)
        tally.lost += receipt is None or receipt.last != number
    tally.damaged = sum(len(verify_table(store, table).findings) for table in tables)
    store.close()


def run(url: str, processes: int = 3, tables: int = 300, seconds: float = 60, seed: int = 0) -> Tally:
    tally, begin = Tally(processes, tables), time.monotonic()
    names = asyncio.run(_make_tables(url, tables))
    said = trouble(url, names, processes, seconds, random.Random(seed), tally)
    count(url, names, said, tally)
    tally.seconds = round(time.monotonic() - begin, 1)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url", help="postgresql://… of an empty database")
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=60)
    given = parser.parse_args()
    tally = run(given.url, given.processes, given.tables, given.seconds)
    sys.stdout.write(json.dumps(asdict(tally), indent=1) + "\n")
    sys.exit(1 if tally.lost or tally.two_writers or tally.damaged else 0)


if __name__ == "__main__":
    main()
