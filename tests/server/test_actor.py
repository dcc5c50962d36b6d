"""The one writer of a table and those who follow it."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.hub.hub import Follower
from server.store.chain import Head
from server.store.protocol import Unwritable as StoreUnwritable
from server.store.sqlite import SqliteStore
from server.tables.actor import Speaker, TableActor
from server.tables.commands import Command
from server.tables.errors import NotFound, Refused, Unwritable
from server.tables.events import Said, event_json
from server.tables.registry import Tables, log_id
from server.tables.roles import Role
from tests.server.stories import created, dealt, say

HOST = Speaker("host", Role.ADMIN)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(tmp_path / "kiebitz.db")
    yield store
    store.close()


async def table(store: SqliteStore) -> TableActor:
    tables = Tables(store)
    return await tables.create(created(), HOST, "create")


async def tell(actor: TableActor, said: list[Said], prefix: str = "c") -> None:
    for number, word in enumerate(said):
        await actor.execute(HOST, Command(id=f"{prefix}{number}", say=(word,)))


def heard(follower: Follower) -> list[dict[str, Any]]:
    messages = []
    while not follower.queue.empty():
        message = follower.queue.get_nowait()
        if message is not None:
            messages.append(json.loads(message.text))
    return messages


def merged(messages: list[dict[str, Any]]) -> tuple[dict[str, Any], list[int]]:
    """What a client knows after these messages: sections, and the numbers of the events in order."""
    sections: dict[str, Any] = {}
    for message in messages:
        sections |= message["sections"]
    return sections, [event["seq"] for message in messages for event in message["events"]]


def test_commands_are_done_once(store: SqliteStore) -> None:
    async def story() -> None:
        actor = await table(store)
        command = Command(id="one", say=(say("deal_opened"),))
        first = await actor.execute(HOST, command)
        again = await actor.execute(HOST, command)
        assert (again.first, again.last, again.repeated) == (first.first, first.last, True)
        with pytest.raises(Refused, match="another command"):
            await actor.execute(HOST, Command(id="one", say=(say("deal_struck"),)))
        assert actor.state.seq == 2

    asyncio.run(story())


def test_a_table_is_created_once_per_command(store: SqliteStore) -> None:
    async def story() -> None:
        tables = Tables(store)
        one = await tables.create(created(), HOST, "x")
        assert (await tables.create(created(), HOST, "x")) is one
        with pytest.raises(Refused):
            await tables.create(created(name="Tisch 2"), HOST, "x")
        assert await tables.names() == [one.table]
        with pytest.raises(NotFound):
            await tables.get("t-unknown")

    asyncio.run(story())


def test_a_table_that_is_begun_while_it_is_asked_for_is_there_and_not_damaged(store: SqliteStore) -> None:
    async def story() -> None:
        others, head = Tables(store), store.head
        asked: list[str] = []

        def before_it_is_begun(name: str) -> Head:
            found = head(name)
            if not asked:
                asked.append(name)
                begun = event_json(created())
                others._begin(name, begun, HOST, "late", Command(id="late", say=(created(),)).digest)
            return found

        store.head = before_it_is_begun  # type: ignore[method-assign, assignment]
        actor = await Tables(store).get(log_id("t", "late"))
        assert asked == [actor.table] and actor.state.players == created().players

    asyncio.run(story())


def test_followers_hear_everything_in_order_and_end_in_the_same_state(store: SqliteStore) -> None:
    async def story() -> None:
        actor = await table(store)
        early = await actor.follow(HOST)
        said = dealt(5)[1]
        await tell(actor, said[:30])
        late = await actor.follow(HOST, after=0)
        await tell(actor, said[30:], "d")
        fresh = await actor.follow(HOST)
        sections, seqs = merged(heard(early))
        assert seqs == list(range(2, actor.state.seq + 1))
        assert merged(heard(late)) == (sections, list(range(1, actor.state.seq + 1)))
        assert merged(heard(fresh)) == (sections, [])
        assert sections["deal"] is None and sections["last"]["number"] == 1

    asyncio.run(story())


def test_resuming_at_any_number_ends_in_the_identical_state(store: SqliteStore) -> None:
    async def story() -> None:
        actor = await table(store)
        said = dealt(8)[1]
        rng = random.Random(1)
        steady = await actor.follow(HOST)
        known: dict[str, Any] = {}
        seqs: list[int] = []
        at = 1
        for number, word in enumerate(said):
            follower = await actor.follow(HOST, after=at)
            await actor.execute(HOST, Command(id=f"c{number}", say=(word,)))
            messages = heard(follower)[: rng.randrange(4)]
            actor.hub.leave(follower)
            sections, new = merged(messages)
            known |= sections
            seqs += new
            at = messages[-1]["seq"] if messages else at
        sections, new = merged(heard(await actor.follow(HOST, after=at)))
        assert known | sections == merged(heard(steady))[0]
        assert seqs + new == list(range(2, actor.state.seq + 1))

    asyncio.run(story())


def test_a_client_that_stalls_is_dropped_and_the_others_hear_everything(store: SqliteStore) -> None:
    async def story() -> None:
        actor = await table(store)
        actor.hub.size = 5
        stalled, lively = await actor.follow(HOST), await actor.follow(HOST)
        got = heard(lively)
        for number, word in enumerate(dealt(5)[1][:20]):
            await actor.execute(HOST, Command(id=f"c{number}", say=(word,)))
            got += heard(lively)
        assert stalled.dropped and not lively.dropped and actor.hub.dropped == 1
        assert merged(got)[1] == list(range(2, actor.state.seq + 1))
        while await stalled.next() is not None:
            pass
        assert await stalled.next() is None

    asyncio.run(story())


def test_nothing_is_acknowledged_or_told_that_was_not_written(store: SqliteStore) -> None:
    async def story() -> None:
        actor = await table(store)
        follower = await actor.follow(HOST)
        heard(follower)
        store._db.execute("PRAGMA query_only=ON")
        with pytest.raises(Unwritable) as refused:
            await tell(actor, [say("deal_opened")])
        assert refused.value.code == "read_only" and heard(follower) == []
        with pytest.raises(Unwritable):
            await Tables(store).create(created(), HOST, "y")
        store._db.execute("PRAGMA query_only=OFF")
        await tell(actor, [say("deal_opened")])
        assert merged(heard(follower))[1] == [2]

    asyncio.run(story())


def test_a_commit_that_failed_after_it_was_written_is_found_again(store: SqliteStore) -> None:
    """The worst moment: the events are on the disk, the answer says they are not. The same command is then done once."""

    async def story() -> None:
        actor = await table(store)
        append = store.append

        def unlucky(*args: Any) -> None:
            append(*args)
            raise StoreUnwritable("the disk went away")

        store.append = unlucky  # type: ignore[method-assign, assignment]
        command = Command(id="c", say=(say("deal_opened"),))
        with pytest.raises(Unwritable):
            await actor.execute(HOST, command)
        store.append = append  # type: ignore[method-assign]
        done = await actor.execute(HOST, command)
        assert (done.repeated, done.last) == (True, 2)
        assert (await actor.execute(HOST, Command(id="d", say=(say("deal_struck"),)))).first == 3

    asyncio.run(story())


def test_a_restarted_server_goes_on(store: SqliteStore) -> None:
    async def story() -> None:
        actor = await table(store)
        said = dealt(6)[1]
        await tell(actor, said[:20])
        again = await Tables(store).get(actor.table)
        assert again.state == actor.state
        await tell(again, said[20:], "d")
        assert again.state.open_deal is None

    asyncio.run(story())
