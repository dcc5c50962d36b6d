"""Many viewers on one server: `python -m server.benchmarks.viewers`. Latency, losses, memory, stalls, reconnection."""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from server.benchmarks.line import Line
from server.benchmarks.story import PLAYERS, evening
from server.settings import environment_of_its_own
from server.tables.events import Said, event_json

Json = dict[str, Any]


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


class Host:
    """The host's own connection to the server under measurement."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._http = HTTPConnection("127.0.0.1", port, timeout=30)

    def __enter__(self) -> Host:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def ask(self, method: str, path: str, body: Json | None = None) -> Json:
        text = None if body is None else json.dumps(body)
        self._http.request(method, path, text, {"content-type": "application/json"})
        answer = self._http.getresponse()
        data: Json = json.loads(answer.read())
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {data}")
        return data

    def table(self) -> str:
        body = {"name": "Tisch 1", "rules": "tirol-deluxe", "players": list(PLAYERS)}
        return str(self.ask("POST", f"/api/tables?command=b{time.time_ns()}", body)["id"])

    def token(self) -> str:
        offer = self.ask("POST", "/api/pairings", {"role": "viewer", "name": "Bank"})
        secret = offer["url"].partition("#")[2]
        return str(self.ask("POST", "/api/pair", {"secret": secret})["token"])


@contextmanager
def server(folder: Path, **settings: str) -> Iterator[tuple[int, int]]:
    """`kiebitz serve` as a process of its own: its port and its process number."""
    port = free_port()
    limits = {
        "KIEBITZ_CONNECTIONS_PER_DEVICE": "10000",
        "KIEBITZ_REQUESTS_PER_SECOND": "10000",
        "KIEBITZ_LAN_PORT": str(free_port()),
    }
    command = [
        sys.executable,
        "-c",
        "from server.cli import main; main()",
        "serve",
        "--data",
        str(folder),
        "--port",
        str(port),
    ]
    process = subprocess.Popen(
        command, env=environment_of_its_own(**limits, **settings), stdout=subprocess.DEVNULL
    )
    try:
        deadline = time.monotonic() + 120
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                if process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError("the server did not start") from None
                time.sleep(0.1)
        yield port, process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def memory_mb(process: int) -> float:
    """The most memory that a process ever held (Linux)."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return round(int(line.split()[1]) / 1024, 1)
    return 0.0


def cpu_seconds(process: int) -> float:
    """What a process has computed so far: a figure that a busy machine does not falsify (Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def join(count: int, port: int, table: str, token: str, after: int | None = None) -> list[Line]:
    loop = asyncio.get_running_loop()
    path = f"/api/tables/{table}/live" + ("" if after is None else f"?after={after}")
    lines = [Line(path, port, token) for _ in range(count)]
    for at in range(0, count, 50):
        await asyncio.gather(
            *(loop.create_connection(lambda one=line: one, "127.0.0.1", port) for line in lines[at : at + 50])  # type: ignore[misc]
        )
    return lines


async def until(lines: list[Line], seq: int, patience: float) -> float:
    """Seconds until all lines stand at a number."""
    start = time.perf_counter()
    while any(line.at < seq for line in lines):
        if time.perf_counter() - start > patience:
            return float("inf")
        await asyncio.sleep(0.01)
    return time.perf_counter() - start


def cards(seed: int) -> Iterator[Said]:
    """An evening as a camera and a scorer enter it: contract, cards, tricks, ends."""
    wanted = ("deal_opened", "contract_set", "card_laid", "trick_collected", "gift_laid", "deal_ended")
    return (word for word in evening(seed) if word.type in wanted)


async def speak(host: Host, table: str, words: Iterator[Said], rate: float, count: int) -> dict[int, float]:
    """Cards at a steady rate; when each was sent."""
    sent: dict[int, float] = {}
    loop = asyncio.get_running_loop()
    start = loop.time()
    for number, word in enumerate(itertools.islice(words, count)):
        await asyncio.sleep(max(0.0, start + number / rate - loop.time()))
        moment = time.perf_counter()
        body = {"id": f"s{time.time_ns()}", "say": [event_json(word)]}
        done = await asyncio.to_thread(host.ask, "POST", f"/api/tables/{table}/commands", body)
        sent[done["last"]] = moment
    return sent


async def measure(
    host: Host, process: int, viewers: int, rate: float, seconds: float, stalled: float
) -> Json:
    table, token = host.table(), host.token()
    lines = await join(viewers, host.port, table, token)
    await until(lines, 1, 60)
    quiet = lines[: int(viewers * stalled)]
    for line in quiet:
        if line.transport is not None:
            line.transport.pause_reading()
    lively = lines[len(quiet) :]
    words, before = cards(1), cpu_seconds(process)
    sent = await speak(host, table, words, rate, int(rate * seconds))
    last = max(sent)
    await until(lively, last, 30)
    cpu = cpu_seconds(process) - before
    delays = sorted(line.heard[seq] - at for line in lively for seq, at in sent.items() if seq in line.heard)
    wrong = sum(line.events != list(range(2, last + 1)) for line in lively)
    back = await _reconnect(host, table, token, words, lines, last)
    return {
        "viewers": viewers,
        "stalled": len(quiet),
        "events": last - 1,
        "rate_reached": round(len(sent) / (max(sent.values()) - min(sent.values())), 1),
        "lost_or_reordered": wrong,
        "missing_deliveries": len(lively) * len(sent) - len(delays),
        "median_ms": round(statistics.median(delays) * 1000, 1),
        "p99_ms": round(delays[int(len(delays) * 0.99)] * 1000, 1),
        "server_cpu_ms_per_event": round(cpu * 1000 / len(sent), 2),
        "reconnect": back,
        "memory_mb": memory_mb(process),
        "load": os.getloadavg()[0],
    }


async def _reconnect(
    host: Host, table: str, token: str, words: Iterator[Said], lines: list[Line], last: int
) -> Json:
    """All hang up, the table goes on, all come back at once."""
    for line in lines:
        line.hang_up()
    await asyncio.sleep(0.5)
    head = max(await speak(host, table, words, 1000, 100))
    start = time.perf_counter()
    again = await join(len(lines), host.port, table, token, after=last)
    joined = time.perf_counter() - start
    await until(again, head, 60)
    caught_up = time.perf_counter() - start
    wrong = sum(line.events != list(range(last + 1, head + 1)) for line in again)
    for line in again:
        line.hang_up()
    return {"connected_s": round(joined, 2), "caught_up_s": round(caught_up, 2), "wrong": wrong}


def run(viewers: int, rate: float, seconds: float, stalled: float) -> Json:
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as (port, process), Host(port) as host:
        return asyncio.run(measure(host, process, viewers, rate, seconds, stalled))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--viewers", type=int, default=500)
    parser.add_argument("--rate", type=float, default=20.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--stalled", type=float, default=0.1, help="Share of the viewers that stop reading.")
    given = parser.parse_args()
    report = run(given.viewers, given.rate, given.seconds, given.stalled)
    sys.stdout.write(json.dumps(report, indent=1) + "\n")
    sys.exit(1 if report["lost_or_reordered"] or report["reconnect"]["wrong"] else 0)


if __name__ == "__main__":
    main()
