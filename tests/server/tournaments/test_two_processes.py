"""Two server processes on one PostgreSQL, and two referees who decide the same call at the same moment."""

from __future__ import annotations

import json
import shutil
import tempfile
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from server.benchmarks.evening_hall import Process
from tests.server.postgres_server import PostgresServer
from tests.server.tournaments.evenings import WON

TABLES = 6


@pytest.fixture(scope="module")
def processes() -> Iterator[list[Process]]:
    folder = Path(tempfile.mkdtemp(prefix="kiebitz-postgres-"))
    folder.chmod(0o755)  # its user is not ours
    try:
        server = PostgresServer(folder)
        started = [Process(folder / f"p{n}", server.url) for n in range(2)]
        try:
            for process in started:
                process.folder.mkdir()
                process.start()
            yield started
        finally:
            for process in started:
                if process.alive:
                    process.stop()
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def ask(process: Process, path: str, body: object = None) -> tuple[int, Any]:
    data = None if body is None else json.dumps(body).encode()
    url = f"http://127.0.0.1:{process.port}{path}"
    request = urllib.request.Request(url, data, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=40) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


def say(process: Process, path: str, id_: str, *words: dict[str, Any]) -> None:
    status, told = ask(process, f"{path}/commands", {"id": id_, "say": words})
    assert status == 200, told


@pytest.fixture(scope="module")
def tournament(processes: list[Process]) -> str:
    """Six tables with two deals each, and the referee called to all of them."""
    host = processes[0]
    made = {"name": "Zwei", "mode": "total", "rules": "steiermark-2017"}
    name = str(ask(host, "/api/tournaments?command=two", made)[1]["id"])
    path = f"/api/tournaments/{name}"
    players = [f"P{n:02d}" for n in range(TABLES * 4)]
    say(host, path, "begin", {"type": "players_listed", "players": players}, {"type": "rounds_drawn"})
    say(host, path, "open", {"type": "round_opened", "round": 1})
    for row in ask(host, path)[1]["sections"]["hall"]:
        for deal in range(2):
            words = ({"type": "deal_opened"}, {"type": "result_entered", "result": WON})
            say(host, f"/api/tables/{row['log']}", f"d{deal}", *words)
        say(host, path, f"call{row['table']}", {"type": "referee_called", "round": 1, "table": row["table"]})
    return path


def test_of_two_decisions_at_once_one_stands_and_only_it_writes_the_deal(
    processes: list[Process], tournament: str
) -> None:
    words: tuple[dict[str, Any], dict[str, Any]] = (
        {"referee": "Huber", "decision": "gestrichen", "deal": 1, "strike": True},
        {"referee": "Maier", "decision": "verloren", "deal": 1, "result": WON | {"declarer_thirds": 60}},
    )
    logs = [row["log"] for row in ask(processes[1], tournament)[1]["sections"]["hall"]]
    winners = set()
    for call, log in enumerate(logs, 1):
        barrier = threading.Barrier(2)

        def decide(n: int, call: int = call, barrier: threading.Barrier = barrier) -> tuple[int, Any]:
            barrier.wait()
            return ask(processes[n], f"{tournament}/calls/{call}/decision", {"id": f"{call}.{n}"} | words[n])

        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(decide, range(2)))
        assert sorted(status for status, _ in answers) == [200, 422], answers
        loser = next(told for status, told in answers if status == 422)
        assert loser["error"]["code"] == "call" and f"call {call} is decided" in loser["error"]["message"]
        won = next(n for n, (status, _) in enumerate(answers) if status == 200)
        winners.add(won)
        for process in processes:
            deal = ask(process, f"/api/tables/{log}/deals/1")[1]
            assert deal["versions"] == 2, deal
            assert deal["reason"] == f"{words[won]['referee']}: {words[won]['decision']}"
            told = ask(process, tournament)[1]["sections"]["calls"][call - 1]
            assert (told["referee"], told["decision"]) == (words[won]["referee"], words[won]["decision"])
        # The one who was refused tries once more: he is told the same, and nothing is written.
        again = ask(processes[1 - won], f"{tournament}/calls/{call}/decision", {"id": "x"} | words[1 - won])
        assert again[0] == 422
        assert ask(processes[0], f"/api/tables/{log}/deals/1")[1]["versions"] == 2
    assert winners <= {0, 1}


def test_a_decision_of_which_the_process_died_is_finished_by_the_next(processes: list[Process]) -> None:
    """The word stands in the tournament's log, its deal was not written any more: who reads the tournament writes it."""
    host, other = processes
    made = {"name": "Drei", "mode": "total", "rules": "steiermark-2017"}
    path = f"/api/tournaments/{ask(host, '/api/tournaments?command=three', made)[1]['id']}"
    names = {"type": "players_listed", "players": ["Anna", "Bert", "Cilli", "Dora"]}
    say(host, path, "b", names, {"type": "rounds_drawn"}, {"type": "round_opened", "round": 1})
    log = ask(host, path)[1]["sections"]["hall"][0]["log"]
    say(host, f"/api/tables/{log}", "d", {"type": "deal_opened"}, {"type": "result_entered", "result": WON})
    say(host, path, "c", {"type": "referee_called", "round": 1, "table": 1})
    from server.store.chain import Origin, link, timestamp
    from server.store.postgres import PostgresStore
    from server.tournaments.commands import Command
    from server.tournaments.events import event_json, read_event

    word = read_event(
        {
            "type": "call_decided",
            "call": 1,
            "referee": "Huber",
            "decision": "gestrichen",
            "deal": 1,
            "correction": {"type": "deal_corrected", "number": 1, "reason": "Huber: gestrichen"},
        }
    )
    assert host.folder.parent is not None
    database = host.database
    assert database is not None
    host.kill()
    store = PostgresStore(database)
    try:
        name = path.rsplit("/", 1)[1]
        deadline = threading.Event()
        while True:
            try:
                store.acquire(name)
                break
            except Exception:  # the dead process's lease ends by itself
                deadline.wait(0.2)
        command = Command(id="cut", say=(word,))
        origin = Origin(timestamp(0), "local", "admin", command.id, command.digest)
        links = link(name, store.head(name), [event_json(word)], origin)
        store.append(name, links, command.id, command.digest)
        store.release(name)
    finally:
        store.close()
    assert ask(other, path)[0] == 200
    host.start()
    assert ask(host, path)[1]["sections"]["calls"][0]["decision"] == "gestrichen"
    deal = ask(host, f"/api/tables/{log}/deals/1")[1]
    assert (deal["struck"], deal["reason"], deal["versions"]) == (True, "Huber: gestrichen", 2)
