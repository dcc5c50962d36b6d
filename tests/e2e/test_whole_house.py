"""From the pixels of a filmed deal through a real server process to the score on the board and on the tablet.

The score alone would tell little, for the Renonce fixes it: every card of the closed record is compared with the film's truth.
"""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion_app.actions import ChooseTable, Screen
from companion_app.viewmodels.sheet import SheetView
from engine.judge import judge
from engine.record import write_deal
from server.benchmarks.demo_film import demo_deal
from server.benchmarks.story import say, told
from server.demo import House, Teller, film_camera, follow, house, lay_table, stop
from server.tables.events import event_json
from tests.e2e.cable import cable
from tests.e2e.tablet import Tablet, tablet

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PATIENCE = 240.0
"""Seconds without any progress; however slow a machine is, it may take its time."""
SOON = 60.0
"""Seconds from the server to a screen."""


def truth() -> Any:
    """The judgement of the deal that was filmed."""
    return judge(demo_deal().deal)


def true_record() -> dict[str, Any]:
    return write_deal(demo_deal().deal)


def tricks_of(record: dict[str, Any]) -> list[dict[str, Any]]:
    """The tricks card by card; an unread card is none that was filmed."""
    return [
        {"cards": [tuple(laid) for laid in trick["cards"]], "taken in by": trick.get("collected_by")}
        for trick in record["tricks"]
    ]


def start_of(film: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(film.with_name("demo.start.json").read_text(encoding="utf-8"))
    return found


@contextmanager
def board(browser: Browser, found: House, table: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    context.add_init_script("localStorage.setItem('kiebitz.lang', 'de')")
    page = context.new_page()
    page.goto(f"{found.url}/board/{table}")
    try:
        yield page
    finally:
        context.close()


def at_the_table(person: Tablet, table: str) -> None:
    fingers = person.person

    async def choose() -> None:
        await fingers.until(lambda: fingers.state.server is not None, "the server", SOON)
        person.companion.dispatch(ChooseTable(table))
        await fingers.until(lambda: fingers.state.screen is Screen.TABLE, "the table", SOON)
        await fingers.until(lambda: bool(fingers.state.section("deal")), "the deal", SOON)

    person.does(choose(), PATIENCE)


def sheet_on(person: Tablet) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Players and totals, as the tablet's sheet shows them."""
    fingers = person.person

    async def look() -> SheetView:
        await fingers.until(
            lambda: len((fingers.state.section("sheet") or {}).get("rows", [])) == 1, "the line", SOON
        )
        await fingers.touch("tab.sheet")
        view = fingers.frame.view
        assert isinstance(view, SheetView)
        return view

    view = person.does(look(), PATIENCE)
    return view.players, view.totals


def expected(found: House, table: str) -> dict[str, str]:
    """Each player's points, from the judgement of what was filmed; the server only says who sat where."""
    seats = found.ask(f"/api/tables/{table}/sheet")["rows"][0]["seats"]
    signed = [f"+{p}" if p > 0 else f"−{-p}" if p else "0" for p in truth().sheet]
    return {seats[seat]: points for seat, points in zip("ABCD", signed, strict=True)}


def test_a_filmed_deal_reaches_board_and_tablet(film: Path, browser: Browser, tmp_path: Path) -> None:
    said: list[str] = []
    with house(tmp_path) as found:
        start = start_of(film)
        table = lay_table(found, start)
        with board(browser, found, table) as page, tablet(tmp_path / "tablet", found.url) as person:
            at_the_table(person, table)
            camera = film_camera(found, table, film, realtime=False)
            try:
                closed = follow(found, table, Teller(said.append, "de"), camera, PATIENCE)
            finally:
                stop(camera)
            wanted = [(r["kind"], r["by"], r["trick"], r["proven"]) for r in map_json(truth().rulings)]
            got = [(r["kind"], r["by"], r["trick"], r["proven"]) for r in closed["judgement"]["rulings"]]
            assert got == wanted
            assert tricks_of(closed["record"]) == tricks_of(true_record())
            points = expected(found, table)
            page.get_by_text("Farbzwang").first.wait_for(timeout=1000 * SOON)
            text = page.locator("main").inner_text()
            for name in points:
                assert name in text
            assert on_board(page, points)
            players, totals = sheet_on(person)
            assert dict(zip(players, totals, strict=True)) == points
    assert sum("⚑" in line for line in said) >= 1


def map_json(rulings: Any) -> list[dict[str, Any]]:
    return [r.as_json() for r in rulings]


def on_board(page: Page, points: dict[str, str]) -> bool:
    """Whether the board's score shows every player with his points, soon."""
    end = time.monotonic() + SOON
    while time.monotonic() < end:
        rows = [r.inner_text().split() for r in page.locator("main li, main tr").all()]
        if all(any(r[:1] == [n] and p in r for r in rows) for n, p in points.items()):
            return True
        time.sleep(0.2)
    pytest.fail(f"the board never showed {points}: {page.locator('main').inner_text()}")


def test_with_every_plug_pulled_on_the_way_every_card_is_right(
    film: Path, browser: Browser, tmp_path: Path
) -> None:
    """The network of camera, board and tablet goes, then the server is killed, then the camera is, for good."""
    with house(tmp_path) as found, cable(found.port) as wire:
        far = House(found.folder, wire.port)  # the same server, as the others reach it
        table = lay_table(found, start_of(film))
        with board(browser, far, table) as page, tablet(tmp_path / "tablet", far.url) as person:
            at_the_table(person, table)
            camera = film_camera(far, table, film, realtime=False)
            try:
                tricks_laid(found, table, 2)
                with wire.cut():
                    time.sleep(1.0)  # what was under way arrives
                    quiet = running(found, table)
                    time.sleep(4.0)  # the reader goes on and keeps what it sees
                    assert running(found, table) == quiet
                tricks_laid(found, table, 4)
                assert found.server is not None
                found.server.send_signal(signal.SIGKILL)
                found.server.wait()
                time.sleep(1.5)
                found.start()
                tricks_laid(found, table, 7)
                camera.send_signal(signal.SIGKILL)
                camera.wait()
            finally:
                stop(camera)
            by_hand(found, table)
            assert tricks_of(found.ask(f"/api/tables/{table}/deals/1")["record"]) == tricks_of(true_record())
            points = expected(found, table)
            assert on_board(page, points)
            players, totals = sheet_on(person)
            assert dict(zip(players, totals, strict=True)) == points


def running(found: House, table: str) -> list[dict[str, Any]]:
    """The tricks of the deal that is being played."""
    deal = found.ask(f"/api/tables/{table}")["sections"]["deal"]
    return list(deal["record"].get("tricks", []))


def tricks_laid(found: House, table: str, number: int) -> None:
    """Waits for the first card of a trick, as long as cards still come."""
    seen: list[dict[str, Any]] = []
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        tricks = running(found, table)
        if len(tricks) >= number:
            return
        if tricks != seen:
            seen, end = tricks, time.monotonic() + PATIENCE
        time.sleep(0.2)
    pytest.fail(f"trick {number} never came; the last was {seen[-1:]}")


def by_hand(found: House, table: str) -> None:
    """The scribe answers what was asked, enters what the camera no longer saw, and ends the deal."""
    deal = found.ask(f"/api/tables/{table}")["sections"]["deal"]
    tricks, document = deal["record"]["tricks"], true_record()
    true = {(n, seat): card for n, t in enumerate(document["tricks"], 1) for seat, card in t["cards"]}
    words = []
    for question in deal["questions"]:
        seat, _ = tricks[question["trick"] - 1]["cards"][question["position"] - 1]
        answer = say("question_answered", id=question["id"], card=true[question["trick"], seat])
        words.append(event_json(answer))
    seen = {(n, seat) for n, t in enumerate(tricks, 1) for seat, _ in t["cards"]}
    collected = {n for n, t in enumerate(tricks, 1) if t.get("collected_by")}
    for word in map(event_json, told(document)):
        if word["type"] == "card_laid" and (word["trick"], word["by"]) not in seen:
            words.append(word)
        if word["type"] == "trick_collected" and word["trick"] not in collected:
            words.append(word)
    for number, word in enumerate([*words, event_json(say("deal_ended", end="played"))]):
        found.ask(f"/api/tables/{table}/commands", {"id": f"hand{number}", "say": [word]})
