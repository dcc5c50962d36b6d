"""Between a tournament's log and those of its tables: what is told to whom, and what a process that ended left undone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.hub.hub import Follower
from server.store.sqlite import SqliteStore
from server.tables.commands import Command as TableCommand
from server.tables.events import read_event as read_table_event
from server.tables.log import Speaker
from server.tables.registry import Tables
from server.tables.roles import Role
from server.tournaments import service
from server.tournaments.actor import EVERY, TournamentActor
from server.tournaments.commands import Command
from server.tournaments.events import TournamentCreated, read_event
from server.tournaments.service import Tournaments
from tests.server.tournaments.evenings import NAMES, WON

HOST = Speaker("host", Role.ADMIN)
CREATED = TournamentCreated(name="Probe", mode="total", rules="steiermark-2017")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "kiebitz.db")
    yield store
    store.close()


def command(id_: str, *words: dict[str, Any]) -> Command:
    return Command(id=id_, say=tuple(read_event(word) for word in words))


async def drawn(at: Tournaments) -> TournamentActor:
    """Eight players and the seats of the first round."""
    actor = await at.create(CREATED, HOST, "make")
    listed = {"type": "players_listed", "players": list(NAMES[:8])}
    words = (listed, {"type": "rounds_drawn", "count": 1, "seed": "7"})
    await at.execute(actor.table, HOST, command("begin", *words))
    return actor


async def opened(at: Tournaments) -> TournamentActor:
    actor = await drawn(at)
    await at.execute(actor.table, HOST, command("open", {"type": "round_opened", "round": 1}))
    return actor


async def play(at: Tournaments, log: str, id_: str, *words: dict[str, Any]) -> None:
    said = tuple(read_table_event(word) for word in words)
    await (await at.tables.get(log)).execute(HOST, TableCommand(id=id_, say=said))  # type: ignore[arg-type]


async def restarted(store: SqliteStore, name: str) -> tuple[Tournaments, TournamentActor]:
    again = Tournaments(Tables(store))
    return again, await again.get(name)


def heard(follower: Follower) -> dict[str, Any]:
    """The sections that a client has after what it was told."""
    sections: dict[str, Any] = {}
    while not follower.queue.empty():
        message = follower.queue.get_nowait()
        assert message is not None
        sections |= json.loads(message.text)["sections"]
    return sections


def test_a_screen_that_joins_while_a_command_is_written_takes_the_news_from_nobody(
    store: SqliteStore,
) -> None:
    async def story() -> None:
        at = Tournaments(Tables(store))
        actor = await opened(at)
        early = await actor.follow(HOST)
        writing = asyncio.create_task(
            actor.execute(HOST, command("seed", {"type": "seed_announced", "seed": "x"}))
        )
        await asyncio.sleep(0)
        assert actor.busy
        late = await actor.follow(HOST)
        await writing
        await asyncio.sleep(2 * EVERY)
        told = heard(late)
        assert told["tournament"]["seed"] == "x" and heard(early) == told
        await at.stop()

    asyncio.run(story())


def test_names_that_were_mended_in_the_list_alone_are_mended_at_the_table_by_the_next_process(
    store: SqliteStore,
) -> None:
    async def story() -> None:
        actor = await opened(Tournaments(Tables(store)))
        log = next(t.log for t in actor.state.rounds[0].tables if "Anna" in t.players)
        mended = command("mend", {"type": "player_renamed", "player": "Anna", "to": "Xaver"})
        await actor.execute(HOST, mended)  # and the process ended
        at, actor = await restarted(store, actor.table)
        players = (await at.tables.get(log)).state.players
        assert "Xaver" in players and "Anna" not in players
        done = (await at.tables.get(log)).state.seq
        at, actor = await restarted(store, actor.table)
        assert (await at.tables.get(log)).state.seq == done
        await at.stop()

    asyncio.run(story())


def test_a_mended_name_that_is_somebody_elses_at_a_later_table_stays_there(store: SqliteStore) -> None:
    async def story() -> None:
        at = Tournaments(Tables(store))
        actor = await opened(at)
        words: tuple[dict[str, Any], ...] = (
            {"type": "player_renamed", "player": "Anna", "to": "Anna H."},
            {"type": "players_listed", "players": ["Anna"]},
            {"type": "player_left", "player": "Anna H."},
            {"type": "rounds_drawn", "count": 1, "seed": "8"},
        )
        await at.execute(actor.table, HOST, command("mend", *words))
        second = {"type": "round_opened", "round": 2, "despite_missing": True}
        await at.execute(actor.table, HOST, command("open2", second))
        at, actor = await restarted(store, actor.table)
        logs = [
            next(t.log for t in drawn.tables if {"Anna", "Anna H."} & {*t.players})
            for drawn in actor.state.rounds
        ]
        first, later = [(await at.tables.get(log)).state.players for log in logs]
        assert "Anna H." in first and "Anna" not in first
        assert "Anna" in later and "Anna H." not in later
        await at.stop()

    asyncio.run(story())


def test_after_a_restart_a_later_correction_of_a_decided_deal_stands(store: SqliteStore) -> None:
    """Two decisions in one command, and one of the two deals is put right once more."""

    async def story() -> None:
        at = Tournaments(Tables(store))
        actor = await opened(at)
        logs = [table.log for table in actor.state.rounds[0].tables]
        for log in logs:
            await play(at, log, "deal", {"type": "deal_opened"}, {"type": "result_entered", "result": WON})
        calls = [{"type": "referee_called", "round": 1, "table": number} for number in (1, 2)]
        await at.execute(actor.table, HOST, command("call", *calls))
        strike = {"type": "deal_corrected", "number": 1, "reason": "Huber: gestrichen"}
        word = {
            "type": "call_decided",
            "referee": "Huber",
            "decision": "gestrichen",
            "deal": 1,
            "correction": strike,
        }
        await at.execute(
            actor.table, HOST, command("decide", *(word | {"call": number} for number in (1, 2)))
        )
        for log in logs:
            assert (await at.tables.get(log)).state.deal(1).versions[-1].result is None
            again = {"type": "deal_corrected", "number": 1, "result": WON, "reason": "zählt doch"}
            await play(at, log, "again", again)
        at, actor = await restarted(store, actor.table)
        for log in logs:
            assert [v.reason for v in (await at.tables.get(log)).state.deal(1).versions][1:] == [
                "Huber: gestrichen",
                "zählt doch",
            ]
        await at.stop()

    asyncio.run(story())


def test_a_table_that_another_process_lays_late_is_listened_to(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a shared store the opened round is heard of before its tables are there, and nothing tells of them."""
    monkeypatch.setattr(service, "_AGAIN", 0.01)

    async def story() -> None:
        one, other = Tournaments(Tables(store)), Tournaments(Tables(store))
        writer = await drawn(one)
        reader = await other.get(writer.table)
        await writer.execute(HOST, command("open", {"type": "round_opened", "round": 1}))
        await reader.catch_up()
        await asyncio.sleep(0.1)
        assert not reader.now
        await one._lay_tables(writer.table, writer.state, 1)
        for _ in range(200):
            await asyncio.sleep(0.01)
            if len(reader.now) == 2:
                break
        assert set(reader.now) == {(1, 1), (1, 2)}
        await one.stop()
        await other.stop()

    asyncio.run(story())


def test_what_waits_for_a_table_ends_with_the_server(store: SqliteStore) -> None:
    async def story() -> None:
        at = Tournaments(Tables(store))
        actor = await drawn(at)
        await actor.execute(HOST, command("open", {"type": "round_opened", "round": 1}))
        await asyncio.sleep(0.1)
        waiting = set(at._tasks)
        assert len(waiting) == 2
        await at.stop()
        assert all(task.cancelled() for task in waiting)

    asyncio.run(story())
