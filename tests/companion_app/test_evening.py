"""An evening against a real server process: started, paired, played by hand, broken, killed, corrected, exported."""

from __future__ import annotations

import asyncio
import random
import urllib.request
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion_app import actions as a
from companion_app.actions import Screen
from companion_app.core import Companion
from companion_app.local_server import LocalServer
from companion_app.memory import Memory
from companion_app.state.model import Link
from companion_app.viewmodels.settlement import SettlementView
from companion_app.viewmodels.start import StartView
from companion_app.viewmodels.table import TableView
from engine.dealing import random_deal
from engine.judge import judge
from engine.record import Announcement, Deal, write_deal
from engine.systems import agreed
from tests.companion_app.fingers import LiveFingers, choices
from tests.companion_app.table_server import TableServer, free_port

RULES = "steiermark-2017"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TableServer]:
    found = TableServer(tmp_path / "server")
    found.start()
    yield found
    found.stop()


@asynccontextmanager
async def app(folder: Path, address: str | None) -> AsyncIterator[LiveFingers]:
    """An app on its own device, as it is after its start."""
    companion = Companion(Memory(folder), folder / "exports", delays=(0.05, 0.1, 0.2))
    companion.begin(server=address)
    try:
        yield LiveFingers(companion)
    finally:
        await companion.end()


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(story, 110))


def dealt(seed: int, game: str = "rufer") -> Deal:
    row = next(g for g in agreed(RULES).games if g.id == game)
    return random_deal(random.Random(seed), RULES, row, announce=0)


async def enter_contract(person: LiveFingers, document: dict[str, Any], *more: str) -> None:
    contract = document["contract"]
    await person.touch(
        "do.contract", f"game.{contract['game']}", f"called.{contract['called']}", *more, "contract.commit"
    )


async def lay(person: LiveFingers, cards: list[str]) -> None:
    for card in cards:
        await person.touch(f"card.{card}")


def cards_of(document: dict[str, Any]) -> list[str]:
    return [card for trick in document["tricks"] for _, card in trick["cards"]]


def left_of(document: dict[str, Any]) -> list[str]:
    found: list[str] = document["talon"][1 if document["taken"] == "first" else 0]
    return found


def test_an_evening_with_a_misread_card_a_correction_and_the_right_sheet(
    server: TableServer, tmp_path: Path
) -> None:
    async def story() -> None:
        async with app(tmp_path / "tablet", server.address) as person:
            await person.until(lambda: "start.new" in choices(person.frame), "the tables")
            await person.touch("start.new")
            for index, name in enumerate(("Anna", "Bert", "Cilli", "Dora")):
                person.companion.dispatch(a.FillTable(f"player{index}", name))
            await person.touch(f"rules.{RULES}", "new.create")
            await person.until(lambda: person.state.screen is Screen.TABLE, "the table")

            deal = dealt(11)
            document = write_deal(deal)
            await enter_contract(person, document, "bonus.trull")
            await person.touch("do.cards")
            cards = cards_of(document)
            wrong = left_of(document)[0]  # the scorer hits a wrong card, and notices it only later
            await lay(person, [*cards[:5], wrong, *cards[6:]])
            await person.settled()
            person.companion.dispatch(a.OpenCorrection(2, 2))
            await person.touch(f"card.{cards[5]}")
            await person.settled()
            await lay(person, left_of(document))
            await person.touch("do.settle")
            await person.until(lambda: person.state.screen is Screen.SETTLEMENT, "the settlement")
            view = person.frame.view
            assert isinstance(view, SettlementView)
            wanted = judge(replace(deal, announcements=(Announcement(0, "trull"),))).sheet
            assert wanted is not None
            row = person.state.section("sheet")["rows"][0]
            by_seat = [
                row["points"][["Anna", "Bert", "Cilli", "Dora"].index(row["seats"][s])] for s in "ABCD"
            ]
            assert by_seat == list(wanted) and view.check == "Summe 0"

            await person.touch("settle.next", "do.result", "declarer.C", "game.bettler", "contract.commit")
            for seat, tricks in (("A", 4), ("B", 4), ("D", 4)):
                person.companion.dispatch(a.SetAmount(f"tricks:{seat}", tricks))
            await person.touch("result.commit")
            await person.until(lambda: len(person.state.section("sheet")["rows"]) == 2, "the second line")

            await person.touch("settle.next", "quick.trischaken", "tab.sheet")
            await person.settled()
            await person.touch("export.sheet.csv")
            await person.until(
                lambda: "Gespeichert" in (person.frame.notice.text if person.frame.notice else ""),
                "the export",
            )
            exported = list((tmp_path / "tablet" / "exports").glob("*.csv"))
            assert len(exported) == 1 and "Anna" in exported[0].read_text(encoding="utf-8-sig")

        asked = server.ask(f"/api/tables/{person.state.table}/sheet")
        assert asked == person.state.section("sheet")

    run(story())


def test_nothing_is_lost_while_the_server_is_gone_and_the_app_is_killed(
    server: TableServer, tmp_path: Path
) -> None:
    """The server dies in the middle of a trick; three cards are laid all the same; the app is killed; both come back."""
    table = server.table(RULES)
    document = write_deal(dealt(12))
    cards = cards_of(document)

    async def first() -> None:
        async with app(tmp_path / "tablet", server.address) as person:
            await enter_contract(person, document)
            await person.touch("do.cards")
            await lay(person, cards[:6])
            await person.settled()
            server.kill()
            await person.until(lambda: person.state.link is Link.RECONNECTING, "the break to be noticed")
            await lay(person, cards[6:9])
            view = person.frame.view
            assert isinstance(view, TableView) and view.trick is not None
            assert view.trick.cards[0].waiting and person.frame.connection.waiting == 3

    async def second() -> None:
        async with app(tmp_path / "tablet", None) as person:
            assert len(person.state.outbox) == 3
            await asyncio.sleep(0.3)
            server.start()
            await person.settled()
            record = person.state.section("deal")["record"]
            assert [card for trick in record["tricks"] for _, card in trick["cards"]] == cards[:9]
            await person.touch("do.cards")
            await lay(person, cards[9:])
            await person.settled()
        shown = server.ask(f"/api/tables/{table}")
        assert (
            shown["sections"]["deal"]["record"]["tricks"] == person.state.section("deal")["record"]["tricks"]
        )

    run(first())
    run(second())


def test_two_tablets_and_a_server_that_is_killed_again_and_again_end_the_same(
    server: TableServer, tmp_path: Path
) -> None:
    table = server.table(RULES)
    document = write_deal(dealt(13))
    cards = cards_of(document)

    async def story() -> None:
        async with (
            app(tmp_path / "one", server.address) as writer,
            app(tmp_path / "two", server.address) as reader,
        ):
            await reader.until(lambda: reader.state.section("table") is not None, "the second tablet")
            await enter_contract(writer, document)
            await writer.touch("do.cards")
            for start in range(0, 48, 12):
                await lay(writer, cards[start : start + 12])
                server.kill()
                await writer.until(lambda: writer.state.link is Link.RECONNECTING, "the break")
                await asyncio.to_thread(server.start)
                await writer.until(lambda: writer.state.link is Link.CONNECTED, "the server to be back")
            await writer.settled()
            await reader.until(lambda: reader.state.copy == writer.state.copy, "both to know the same")
            shown = server.ask(f"/api/tables/{table}")
            assert reader.state.copy is not None and reader.state.copy.seq == shown["seq"]
            assert dict(reader.state.copy.sections) == shown["sections"]
            assert [c for t in shown["sections"]["deal"]["record"]["tricks"] for _, c in t["cards"]] == cards

    run(story())


def test_a_device_is_paired_by_its_code_and_forgotten_when_it_is_revoked(tmp_path: Path) -> None:
    server = TableServer(tmp_path / "server")
    server.start()
    table = server.table(RULES)
    offer = server.ask("/api/pairings", {"role": "scorer", "table": table, "name": "Tablet"})
    server.stop()
    server.local_admin = False  # from now on nobody is the host here without a token
    server.start()

    async def story() -> None:
        async with app(tmp_path / "tablet", server.address) as person:
            await person.until(
                lambda: isinstance(person.frame.view, StartView) and person.frame.view.step == "pair",
                "the code to be asked for",
            )
            for digit in "00000000" if offer["code"] != "00000000" else "11111111":
                await person.touch(f"digit.{digit}")
            await person.until(lambda: person.state.start.message == "start.wrong_code", "the refusal")
            for digit in offer["code"]:
                await person.touch(f"digit.{digit}")
            await person.until(lambda: person.state.section("table") is not None, "the table it is bound to")
            assert person.state.role == "scorer" and person.state.table == table
            await person.touch("quick.trischaken")
            await person.settled()
        async with app(tmp_path / "tablet", None) as person:  # the token was kept
            await person.until(lambda: person.state.section("deal") is not None, "the deal")

    run(story())
    server.stop()
    server.local_admin = True
    server.start()
    devices = server.ask("/api/devices")["devices"]

    async def revoked() -> None:
        async with app(tmp_path / "tablet", None) as person:
            await person.until(lambda: person.state.link is Link.CONNECTED, "the connection")
            request = urllib.request.Request(
                f"{server.address}/api/devices/{devices[0]['id']}", method="DELETE"
            )
            await asyncio.to_thread(lambda: urllib.request.urlopen(request).close())
            await person.until(lambda: person.state.server is None, "the revocation to be noticed")
            assert person.state.start.message == "start.revoked"

    run(revoked())
    server.stop()


def test_the_whole_table_on_this_machine_is_taken_up_again_the_next_time(tmp_path: Path) -> None:
    port = free_port()

    @asynccontextmanager
    async def here() -> AsyncIterator[LiveFingers]:
        server = LocalServer(port, tmp_path / "server")
        companion = Companion(Memory(tmp_path / "app"), tmp_path / "exports", server, delays=(0.05, 0.1, 0.2))
        companion.begin()
        try:
            yield LiveFingers(companion)
        finally:
            await companion.end()
            assert server.process is None

    async def first() -> None:
        async with here() as person:
            await person.touch("start.here")
            await person.until(lambda: "start.new" in choices(person.frame), "the tables", seconds=60)
            await person.touch("start.new")
            for index, name in enumerate(("Anna", "Bert", "Cilli", "Dora")):
                person.companion.dispatch(a.FillTable(f"player{index}", name))
            await person.touch("new.create", "quick.trischaken")
            await person.settled()

    async def again() -> None:
        async with here() as person:
            await person.until(
                lambda: person.state.section("deal") is not None, "the deal of last time", seconds=60
            )
            assert person.state.screen is Screen.TABLE

    run(first())
    run(again())
