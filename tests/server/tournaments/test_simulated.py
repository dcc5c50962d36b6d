"""A small simulated evening against real servers; the full size is `python -m server.benchmarks.evening`."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from server.benchmarks.evening import Plan, Tally, recount, simulate
from tests.server.postgres_server import PostgresServer


def simulated(plan: Plan, folder: Path, database: str | None = None) -> Tally:
    """In a thread of its own: where a browser's tests ran before, this one has a running loop already."""
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(simulate, plan, folder, database).result()


def test_one_server_and_a_table_without_network(tmp_path: Path) -> None:
    tally = simulated(Plan(tables=3, rounds=2, deals=1, offline=1, kills=0), tmp_path)
    assert tally.good, tally
    assert (tally.players, tally.deals, tally.offline, tally.resent) == (12, 6, 1, 0)
    assert set(tally.board) == {"p50", "p95", "p99", "max"}


@pytest.fixture
def database() -> Iterator[str]:
    folder = Path(tempfile.mkdtemp(prefix="kiebitz-postgres-"))
    folder.chmod(0o755)  # its user is not ours
    try:
        server = PostgresServer(folder)
        try:
            yield server.url
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def test_two_servers_of_which_one_is_killed(tmp_path: Path, database: str) -> None:
    tally = simulated(Plan(tables=3, rounds=2, deals=1, offline=1, kills=1), tmp_path, database)
    assert tally.good, tally
    assert (tally.servers, tally.kills) == (2, 1)


def test_the_second_computation_counts_by_itself() -> None:
    """A record that says otherwise than its deals is noticed."""
    document = {"tournament": {"players": ["A", "B", "C", "D"]}, "sheets": []}
    totals, cup, deals = recount(document)
    assert set(totals.values()) == {0} and set(cup.values()) == {223} and deals == {}
