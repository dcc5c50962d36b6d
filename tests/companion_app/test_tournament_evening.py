"""A tournament's round at a tablet, against a real server process: taken over, cut off, killed, handed in."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from companion_app import actions as a
from companion_app.core import Companion
from companion_app.memory import Memory
from companion_app.state.heralds import Herald
from companion_app.state.model import Link
from tests.companion_app.fingers import LiveFingers, choices, texts
from tests.companion_app.table_server import TableServer
from tests.companion_app.test_evening import run

NAMES = ["Anna", "Bert", "Cilli", "Dora", "Emil", "Franz", "Gerti", "Hans"]


class Evening(TableServer):
    """The director, who speaks over HTTP as his page does."""

    id = ""

    def begin(self, rounds: int = 2) -> None:
        made = {"name": "Martini-Cup", "mode": "total", "rules": "hopfgarten-2023", "minutes": 60}
        self.id = str(self.ask("/api/tournaments?command=cup", made)["id"])
        self.order("players_listed", players=NAMES)
        self.order("rounds_drawn", count=rounds, seed="7")
        self.order("round_opened", round=1)

    def order(self, type_: str, **fields: Any) -> None:
        body = {"id": f"d.{time.monotonic_ns()}", "say": [{"type": type_} | fields]}
        self.ask(f"/api/tournaments/{self.id}/commands", body)

    def seated(self, number: int, round_: int = 1) -> Any:
        return self.sections["rounds"][round_ - 1]["tables"][number - 1]

    @property
    def sections(self) -> Any:
        return self.ask(f"/api/tournaments/{self.id}")["sections"]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path / "server")
    found.start()
    found.begin()
    yield found
    found.stop()


@asynccontextmanager
async def tablet(folder: Path, address: str | None) -> AsyncIterator[LiveFingers]:
    companion = Companion(Memory(folder), folder / "exports", delays=(0.05, 0.1, 0.2), every=0.1)
    companion.begin(server=address)
    try:
        yield LiveFingers(companion)
    finally:
        await companion.end()


async def plays(person: LiveFingers, deals: int) -> None:
    """Each an empty Rufer in two touches."""
    for _ in range(deals):
        before = len((person.state.section("sheet") or {"rows": ()})["rows"])
        await person.touch("tab.table", "quick.blank.B")
        await person.until(
            lambda n=before: len(person.state.section("sheet")["rows"]) > n,  # type: ignore[misc]
            "the deal on the sheet",
        )


async def hands_in(person: LiveFingers) -> None:
    await person.touch("tab.tournament", *(f"confirm.{i}" for i in range(4)), "round.hand_in")


def test_a_round_from_the_first_touch_to_the_sheet(server: Evening, tmp_path: Path) -> None:
    async def story() -> None:
        async with tablet(tmp_path / "tablet", server.address) as person:
            await person.touch(f"tournament.{server.id}", "take.1.2")
            await person.until(lambda: bool(server.seated(2)["taken"]), "the director to see it")
            await person.until(lambda: person.state.link is Link.CONNECTED, "the table")
            assert set(person.state.section("table")["players"]) == set(server.seated(2)["players"])
            server.order("clock_started", round=1)
            await person.until(
                lambda: person.frame.round is not None and person.frame.round.clock is not None, "the clock"
            )
            await plays(person, 3)
            await person.touch("tab.table", "round.call")
            await person.until(lambda: len(server.sections["calls"]) == 1, "the call")
            assert server.sections["calls"][0]["question"] == "Spiel 3: bitte zum Tisch kommen"
            await hands_in(person)
            await person.until(lambda: bool(server.seated(2)["sheets"]), "the sheet")
            sheet = server.seated(2)["sheets"][0]
            assert (sheet["games"], sheet["by"]) == (3, "tablet") and len(sheet["confirmed"]) == 4
            await person.until(
                lambda: "Der Zettel ist abgegeben. Danke!" in texts(person.frame), "the thanks"
            )
            server.order("slip_entered", round=1, table=1, games=3, points=[1, 1, -1, -1])
            server.order("round_opened", round=2)
            await person.touch("take.2.2")  # the same table, four others
            assert person.state.tournament is not None and person.state.tournament.place == (2, 2)
            await person.until(
                lambda: (
                    set((person.state.section("table") or {"players": ()})["players"])
                    == set(server.seated(2, 2)["players"])
                ),
                "the new four",
            )

    run(story())


def test_without_network_the_table_plays_on_and_hands_in_later(server: Evening, tmp_path: Path) -> None:
    async def before() -> None:
        async with tablet(tmp_path / "tablet", server.address) as person:
            await person.touch(f"tournament.{server.id}", "take.1.1")
            await plays(person, 1)
            await person.settled()
            server.kill()
            await person.until(lambda: person.state.link is Link.RECONNECTING, "the break")
            await plays(person, 4)
            await hands_in(person)
            assert any("Kein Netz" in text for text in texts(person.frame))

    async def after() -> None:
        async with tablet(tmp_path / "tablet", None) as person:  # it was switched off meanwhile
            assert person.state.tournament is not None and len(person.state.tournament.orders) == 1
            await asyncio.to_thread(server.start)
            await person.until(lambda: bool(server.seated(1)["sheets"]), "the sheet")
            sheet = server.seated(1)["sheets"][0]
            assert sheet["games"] == 5 and sum(sheet["points"]) == 0
            assert not person.state.outbox

    run(before())
    run(after())
    log = server.seated(1)["log"]
    totals = dict(
        zip(*(server.ask(f"/api/tables/{log}/sheet")[k] for k in ("players", "totals")), strict=True)
    )
    seated, sheet = server.seated(1)["players"], server.seated(1)["sheets"][0]
    assert [totals[name] for name in seated] == sheet["points"]


def test_the_signal_sounds_at_the_end_of_the_round_and_rests_with_the_clock(
    server: Evening, tmp_path: Path
) -> None:
    async def story() -> None:
        async with tablet(tmp_path / "tablet", server.address) as person:
            heard: list[Herald] = []
            person.companion.herald = lambda _, what: heard.append(what)
            await person.touch(f"tournament.{server.id}", "take.1.1")
            server.order("clock_started", round=1, minutes=1)
            server.order("clock_paused")
            await person.until(
                lambda: person.frame.round is not None and person.frame.round.state == "angehalten",
                "the rest",
            )
            assert not heard
            server.order("clock_resumed")
            server.order("clock_extended", minutes=-1)  # the time is up at once
            await person.until(lambda: Herald("signal") in heard, "the signal")
            assert person.frame.notice is not None and "Wechselsignal" in person.frame.notice.text
            await asyncio.sleep(0.4)
            assert heard.count(Herald("signal")) == 1

    run(story())


def test_a_tablet_that_is_paired_with_a_table_of_a_tournament_finds_it(
    server: Evening, tmp_path: Path
) -> None:
    log = server.seated(2)["log"]
    offer = server.ask("/api/pairings", {"role": "scorer", "table": log, "name": "Tablet"})
    server.stop()
    server.local_admin = False
    server.start()

    async def story() -> None:
        async with tablet(tmp_path / "tablet", server.address) as person:
            for digit in offer["code"]:
                await person.touch(f"digit.{digit}")
            await person.until(lambda: "tab.tournament" in choices(person.frame), "the tournament")
            assert person.state.tournament is not None and person.state.tournament.place == (1, 2)
            await plays(person, 1)
            await hands_in(person)
            await person.until(
                lambda: (
                    person.state.tournament is not None
                    and (person.state.tournament.mine or {}).get("status") == "in"
                ),
                "the sheet",
            )
            assert person.state.screen is a.Screen.TOURNAMENT

    run(story())
