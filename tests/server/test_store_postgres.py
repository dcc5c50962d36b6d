"""Several server processes on one PostgreSQL: one writer per table, nothing lost."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from server.benchmarks.cluster import run as run_cluster
from server.store.chain import Origin, link
from server.store.postgres import PostgresStore
from server.store.protocol import DeviceRow, Overtaken, PairingRow, Unwritable
from server.store.sqlite import SqliteStore
from server.store.verify import verify
from server.tables.actor import Speaker, TableActor
from server.tables.commands import Command
from server.tables.events import event_json
from server.tables.registry import Tables
from server.tables.roles import Role
from tests.server.postgres_server import PostgresServer
from tests.server.stories import created, dealt, kept, played, say

HOST = Speaker("host", Role.ADMIN)
ORIGIN = Origin("t", "d", "admin", "c", "d")


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    folder = Path(tempfile.mkdtemp(prefix="kiebitz-postgres-"))
    folder.chmod(0o755)
    try:
        server = PostgresServer(folder)
        try:
            yield server.url
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def stores(url: str) -> Iterator[list[PostgresStore]]:
    """Three processes' views of one empty database; the lease is short so that tests need not wait."""
    made = [PostgresStore(url, lease_seconds=0.4) for _ in range(3)]
    for name in ("events", "commands", "leases", "devices", "pairings"):
        made[0]._all(f"DELETE FROM {name} RETURNING 1")
    yield made
    for store in made:
        store.close()


def test_what_is_written_is_read_verified_and_backed_up(stores: list[PostgresStore], tmp_path: Path) -> None:
    _, log = played(dealt(1)[1])
    stores[0].acquire("t1")
    kept(stores[0], "t1", log, chunk=9)
    assert [s.event for s in stores[1].read("t1")] == log
    assert [r.findings for r in verify(stores[2])] == [()]
    stores[1].backup(str(tmp_path / "copy.db"))
    assert verify(SqliteStore(tmp_path / "copy.db")) == verify(stores[2])
    stores[0]._all("UPDATE events SET body = replace(body, 'Anna', 'Anni') WHERE seq = 1 RETURNING 1")
    assert verify(stores[0])[0].findings


def test_verify_finds_a_changed_receipt(stores: list[PostgresStore]) -> None:
    stores[0].acquire("t1")
    kept(stores[0], "t1", played(dealt(1)[1])[1], chunk=9)
    stores[0]._all("UPDATE commands SET digest = 'another' WHERE command_id = 't1-9' RETURNING 1")
    [report] = verify(stores[1])
    assert {f.message for f in report.findings} == {"the receipt of the command t1-9 is not what was asked"}


def test_a_paused_writer_finds_its_token_too_old(stores: list[PostgresStore]) -> None:
    one, two, _ = stores
    one.acquire("t1")
    kept(one, "t1", [created()])
    late = link("t1", one.head("t1"), [event_json(say("deal_opened"))], ORIGIN)
    with pytest.raises(Overtaken):
        two.acquire("t1")
    threading.Event().wait(0.6)  # the first one sleeps past its lease
    assert two.acquire("t1")
    with pytest.raises(Overtaken, match="took this table over"):
        one.append("t1", late, "late", "d")
    two.append("t1", late, "now", "d")
    assert one.head("t1").seq == 2


def test_a_table_is_given_up_when_another_process_wants_it(stores: list[PostgresStore]) -> None:
    one, two, _ = stores
    one.acquire("t1")
    with pytest.raises(Overtaken):
        two.acquire("t1")
    one.append(
        "t1", link("t1", one.head("t1"), [event_json(created())], ORIGIN), "c", "d"
    )  # gives it up with this
    assert two.acquire("t1")


def test_three_servers_share_tables_and_every_follower_hears_all(stores: list[PostgresStore]) -> None:
    async def story() -> None:
        servers = [Tables(store, threads=4) for store in stores]
        for server in servers:
            await server.start()
        try:
            first = await servers[0].create(created(), HOST, "create")
            actors = [await server.get(first.table) for server in servers]
            followers = [await actor.follow(HOST, after=0) for actor in actors]
            said = dealt(3)[1]
            for number, word in enumerate(said):  # every command at another server
                await actors[number % 3].execute(HOST, Command(id=f"c{number}", say=(word,)))
            for actor in actors:
                await actor.catch_up()
            assert len({a.state for a in actors}) == 1 and actors[0].state.open_deal is None
            heads = [
                await _drained(actor, follower) for actor, follower in zip(actors, followers, strict=True)
            ]
            assert heads == [actors[0].state.seq] * 3
        finally:
            for server in servers:
                await server.stop()

    asyncio.run(story())


async def _drained(actor: TableActor, follower: object) -> int:
    from server.hub.hub import Follower

    assert isinstance(follower, Follower)
    last = 0
    while not follower.queue.empty():
        message = follower.queue.get_nowait()
        assert message is not None and message.seq >= last
        last = message.seq
    return last


def test_a_wake_up_reaches_followers_at_another_process(stores: list[PostgresStore]) -> None:
    async def story() -> None:
        one, two = Tables(stores[0], threads=2), Tables(stores[1], threads=2)
        await two.start()
        try:
            actor = await one.create(created(), HOST, "create")
            follower = await (await two.get(actor.table)).follow(HOST)
            await follower.next()
            await asyncio.sleep(0.2)  # the listener is on the line
            await actor.execute(HOST, Command(id="c", say=(say("deal_opened"),)))
            async with asyncio.timeout(10):
                message = await follower.next()
            assert message is not None and message.seq == 2
        finally:
            await two.stop()

    asyncio.run(story())


def test_the_same_command_at_two_processes_is_done_once(stores: list[PostgresStore]) -> None:
    async def story() -> None:
        servers = [Tables(store, threads=4) for store in stores]
        actor = await servers[0].create(created(), HOST, "create")
        actors = [await server.get(actor.table) for server in servers]
        command = Command(id="c", say=(say("deal_opened"),))
        done = await asyncio.gather(*(a.execute(HOST, command) for a in actors))
        assert {d.last for d in done} == {2} and sum(not d.repeated for d in done) == 1

    asyncio.run(story())


def test_devices_and_pairings(stores: list[PostgresStore]) -> None:
    one, two, _ = stores
    one.save_device(DeviceRow("d1", "Tablet", "scorer", None, "hash", "now"))
    assert two.device_by_token("hash") == one.devices()[0]
    assert two.revoke_device("d1", "later") and not one.revoke_device("d1", "later")
    one.save_pairing(PairingRow("p1", "s", "c", "viewer", None, "Board", expires=100.0))
    assert [p.id for p in two.pairings(99.0)] == ["p1"] and two.note_try("p1") == 1
    assert [one.use_pairing("p1"), two.use_pairing("p1")] == [True, False]


def test_a_database_that_is_not_there_is_said() -> None:
    with pytest.raises(Unwritable, match="cannot be used"):
        PostgresStore("postgresql://kiebitz@127.0.0.1:1/none")


def test_killed_and_paused_servers_lose_nothing_and_never_write_at_once(url: str) -> None:
    """A short share; the long run is `python -m server.benchmarks.cluster`."""
    tally = run_cluster(url, processes=3, tables=12, seconds=12, seed=4)
    assert tally.kills + tally.pauses > 0 and tally.acknowledged > 20
    assert (tally.lost, tally.two_writers, tally.damaged) == (0, 0, 0)


def test_a_damaged_beginning_takes_no_other_log_away(stores: list[PostgresStore]) -> None:
    _, log = played(dealt(1)[1])
    for table in ("t1", "t2", "t3"):
        stores[0].acquire(table)
        kept(stores[0], table, log[:3])
    stores[0]._all("UPDATE events SET body = 'nonsense' WHERE table_id = 't1' AND seq = 1 RETURNING 1")
    stores[0]._all("DELETE FROM events WHERE table_id = 't2' RETURNING 1")
    assert stores[0].tables() == ["t3", "t1", "t2"]
    reports = {report.table: bool(report.findings) for report in verify(stores[0])}
    assert reports == {"t1": True, "t2": True, "t3": False}


def test_servers_that_start_at_once_on_an_empty_database(url: str) -> None:
    base, _, _ = url.rpartition("/")
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("CREATE DATABASE fresh")
    begun = threading.Barrier(4)
    made: list[PostgresStore] = []

    def start() -> None:
        begun.wait()
        made.append(PostgresStore(f"{base}/fresh"))

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    for store in made:
        store.close()
    assert len(made) == 4
