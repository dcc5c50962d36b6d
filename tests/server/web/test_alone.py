"""A director alone with twelve tables, in a real browser: from the pasted list to the final list on the door.

`KIEBITZ_LOOK=FOLDER` keeps a picture of every screen on the way, wide and as on a telephone.
"""

from __future__ import annotations

import os
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.server.tournaments.evenings import WON
from tests.server.web.conftest import Open
from tests.server.web.site import Site
from tests.server.web.test_tournament import sections, words

if TYPE_CHECKING:
    from playwright.sync_api import Page

FIRST = ("Anna", "Bert", "Cilli", "Dora", "Emil", "Franz", "Gerti", "Hans", "Ilse", "Josef", "Karl", "Lisl")
LAST = ("Huber", "Oberhollenzer", "Steiner", "Pichler-Rainer")
PASTED = "Nachname;Vorname\n" + "\n".join(f"{last};{first}" for last in LAST for first in FIRST)
LOOK = os.environ.get("KIEBITZ_LOOK")


def look(page: Page, name: str) -> None:
    """As on the laptop at the door, and as on a telephone."""
    if LOOK is None:
        return
    Path(LOOK).mkdir(parents=True, exist_ok=True)
    for width, height in ((360, 780), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(250)
        page.screenshot(path=str(Path(LOOK) / f"{name}-{width}.png"), full_page=width == 360)


def paper(site: Site, tournament: str, kind: str) -> bytes:
    with urllib.request.urlopen(f"{site.url}/api/tournaments/{tournament}/exports/{kind}?lang=de") as answer:
        data: bytes = answer.read()
    if LOOK is not None:
        (Path(LOOK) / kind).write_bytes(data)
    return data


def play(site: Site, row: Any, deals: int = 2) -> None:
    for _ in range(deals):
        site.say(row["log"], {"type": "deal_opened"}, {"type": "result_entered", "result": WON})


def hand_in(site: Site, tournament: str, table: int) -> None:
    row = next(r for r in sections(site, tournament)["hall"] if r["table"] == table)
    seq = site.ask("GET", f"/api/tables/{row['log']}")["seq"]
    said = {"round": 1, "table": table, "seq": seq, "confirmed": row["players"]}
    words(site, tournament, {"type": "sheet_handed_in", **said})


def begin(desk: Page) -> str:
    """Name and mode, the pasted list, the draw."""
    look(desk, "01-tournaments")
    desk.fill("#t-name", "Martini-Cup")
    desk.click("[data-key='m-hopfgarten']")
    look(desk, "02-mode")
    desk.click("[data-key=create]")
    desk.wait_for_url("**/director/*")
    desk.fill("#names", PASTED)
    desk.get_by_text("48 Namen").first.wait_for()
    look(desk, "03-names")
    desk.click("[data-key=addnames]")
    desk.fill("#f-seed", "Lotto 4 8 15 16 23 42")
    look(desk, "04-draw")
    desk.click("[data-key=draw]")
    desk.get_by_text("Sitzplan aushängen").wait_for()
    look(desk, "05-drawn")
    return desk.url.rsplit("/", 1)[1]


def slip_by_lines(desk: Page, table: int) -> None:
    """Four lines of which one cannot be explained: it is struck, as the text says, and counts as no game."""
    desk.click(f"[data-key='slip-1-{table}']")
    desk.click(f"[data-key='by-lines-1-{table}']")
    for line, values in enumerate(
        (("2", "2", "-2", "-2"), ("1", "-3", "1", "1"), ("4", "-1", "-1", "-1"), ("-1", "3", "-1", "-1"))
    ):
        for at, value in enumerate(values):
            desk.fill(f"#l-1-{table}-{line}-{at}", value)
    desk.get_by_text("Zeile 3 ergibt nicht 0").wait_for()
    assert desk.locator(f"[data-key='send-1-{table}']").is_disabled()
    look(desk, "08-slip-wrong")
    desk.click(f"[data-key='x-1-{table}-2']")
    desk.get_by_text("ersatzlos gestrichen").wait_for()
    look(desk, "09-slip-struck")
    desk.click(f"[data-key='send-1-{table}']")
    desk.locator(f"[data-table='1-{table}'][data-status=in]").wait_for()


def test_one_person_leads_twelve_tables(site: Site, window: Open) -> None:
    desk = window("/tournaments", 1280)
    tournament = begin(desk)
    assert paper(site, tournament, "seats-by-name.pdf").startswith(b"%PDF")
    assert paper(site, tournament, "seats-by-table.pdf").startswith(b"%PDF")
    assert paper(site, tournament, "slips.pdf").startswith(b"%PDF")

    desk.click("[data-key=open]")
    desk.get_by_text("Es fehlen 12 von 12 Zetteln").wait_for()
    desk.click("[data-key=start]")
    look(desk, "06-opened")
    hall = window(f"/hall/{tournament}", 1280)
    rows = sections(site, tournament)["hall"]

    # The director plays at table 1 himself; his tablet lies there.
    tablet = window(f"/scribe/{tournament}", 768)
    tablet.click("[data-key='take-1-1']")
    tablet.get_by_role("heading", name="Tisch 1").wait_for()
    for row in rows[:11]:
        play(site, row)
    site.say(rows[2]["log"], {"type": "deal_opened"})
    desk.locator("[data-table='1-3'][data-status=playing]").wait_for()
    look(desk, "07-playing")
    look(hall, "07-hall")
    look(tablet, "07-scribe")

    slip_by_lines(desk, 12)
    sheet = sections(site, tournament)["rounds"][0]["tables"][11]["sheets"][0]
    assert (sheet["games"], sheet["points"], sheet["struck"]) == (3, [2, 2, -2, -2], [3])
    desk.get_by_text("gestrichen: Zeile 3").wait_for()

    # Table 2 hands in, then the referee decides: the director is told, and takes the new points with a touch.
    for table in (2, *range(4, 12)):
        hand_in(site, tournament, table)
    words(site, tournament, {"type": "referee_called", "round": 1, "table": 2, "question": "Wer gab?"})
    decided = {"id": "alone", "referee": "Dr. Huber", "decision": "Spiel 2 gestrichen", "deal": 2}
    site.ask("POST", f"/api/tournaments/{tournament}/calls/1/decision", decided | {"strike": True})
    desk.locator("[data-table='1-2'][data-status=contested]").wait_for()
    look(desk, "10-contested")
    desk.click("[data-key='accept-1-2']")
    desk.click("[data-key='accept-1-2-yes']")
    desk.locator("[data-table='1-2'][data-status=in]").wait_for()

    site.say(rows[2]["log"], {"type": "result_entered", "result": WON})
    hand_in(site, tournament, 3)
    for player in rows[0]["players"]:
        tablet.click(f"[data-key='c-{player}']")
    last_card = time.monotonic()
    tablet.click("[data-key=handin]")
    desk.locator("[data-key=close]").wait_for()
    look(desk, "11-all-in")
    desk.click("[data-key=close]")
    desk.click("[data-key=close-yes]")
    desk.get_by_text("Das Turnier ist abgeschlossen").wait_for()
    assert paper(site, tournament, "standing.pdf").startswith(b"%PDF")
    assert time.monotonic() - last_card < 60
    look(desk, "12-closed")
    desk.click("[data-key=tab-standing]")
    look(desk, "13-standing")
    desk.click("[data-key=tab-paper]")
    look(desk, "14-paper")
    desk.click("[data-key=tab-people]")
    look(desk, "15-people")
    look(hall, "16-hall-end")
    scores = {r["player"]: r["score"] for r in sections(site, tournament)["standing"]["standings"]}
    assert len(scores) == 48 and sum(map(int, scores.values())) == 0
