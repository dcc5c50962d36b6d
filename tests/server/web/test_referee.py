"""A Renonce, from the table's call to the sheet: the referee sees question, proof and pictures on his telephone and decides."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from tests.server.tournaments.evenings import WON
from tests.server.web.conftest import Open
from tests.server.web.site import Site
from tests.server.web.test_board import DREIER, OPENED, laid
from tests.server.web.test_replay import ENDED, jpeg
from tests.server.web.test_tournament import sections, words

NAMES = ["Anna", "Bert", "Cilli", "Dora"]
LOOK = os.environ.get("KIEBITZ_LOOK")


def tournament_with_a_renonce(site: Site, window: Open) -> tuple[str, Any]:
    """Seat B throws a spade on hearts, and shows a heart in the next trick; both cards have their pictures."""
    made = {"name": "Mit Renonce", "mode": "total", "rules": "tirol-deluxe", "minutes": 60}
    tournament = str(site.ask("POST", f"/api/tournaments?command=r{next(site._numbers)}", made)["id"])
    words(site, tournament, {"type": "players_listed", "players": NAMES})
    words(site, tournament, {"type": "rounds_drawn", "seed": "7"}, {"type": "round_opened", "round": 1})
    row = sections(site, tournament)["hall"][0]
    seen = {**laid("B", "S8"), "evidence": "e1", "source": "camera"}
    shown = {**laid("B", "T07"), "evidence": "e2", "source": "camera"}
    site.say(row["log"], OPENED, DREIER, laid("A", "HK"), seen, laid("C", "H1"), laid("D", "T05"))
    site.say(row["log"], laid("D", "T03"), laid("A", "T06"), shown, laid("C", "T08"), ENDED)
    asking = window("/pair").request
    for name in ("e1", "e2"):
        address = f"{site.url}/api/tables/{row['log']}/camera/evidence/{name}/crop"
        assert asking.put(address, data=jpeg(), headers={"content-type": "image/jpeg"}).ok
    return tournament, row


def called(site: Site, players: int, deals: tuple[int, ...]) -> tuple[str, list[Any]]:
    """So many deals at each table, and the referee called to all of them."""
    made = {"name": "Zwei Rufe", "mode": "total", "rules": "steiermark-2017"}
    tournament = str(site.ask("POST", f"/api/tournaments?command=q{next(site._numbers)}", made)["id"])
    listed = [f"P{n:02d}" for n in range(players)]
    words(
        site, tournament, {"type": "players_listed", "players": listed}, {"type": "rounds_drawn", "seed": "7"}
    )
    words(site, tournament, {"type": "round_opened", "round": 1})
    rows = sections(site, tournament)["hall"]
    for row, count in zip(rows, deals, strict=True):
        for _ in range(count):
            site.say(row["log"], OPENED, {"type": "result_entered", "result": WON})
        words(site, tournament, {"type": "referee_called", "round": 1, "table": row["table"]})
    return tournament, rows


def test_a_slow_answer_about_one_table_changes_nothing_at_another(site: Site, window: Open) -> None:
    tournament, rows = called(site, 8, (1, 2))
    page = window(f"/referee/{tournament}")
    waiting: list[Any] = []
    page.route(f"**/api/tables/{rows[0]['log']}", lambda route: waiting.append(route))
    page.click("[data-key=look-1]")
    page.click("[data-key=look-2]")
    page.get_by_text("Letztes Spiel: 2").wait_for()
    page.click("[data-key=e-strike]")
    assert page.input_value("[data-key=deal]") == "2"
    with page.expect_response(f"**/api/tables/{rows[0]['log']}"):
        waiting[0].continue_()
    page.fill("#word", "gestrichen")
    assert page.input_value("[data-key=deal]") == "2"


def test_who_sat_out_has_no_renonce_and_the_page_says_so(site: Site, window: Open) -> None:
    tournament, rows = called(site, 5, (1,))
    row = site.ask("GET", f"/api/tables/{rows[0]['log']}/sheet")["rows"][0]
    (out,) = row["sitting_out"]
    page = window(f"/referee/{tournament}")
    page.fill("#name", "Huber")
    page.click("[data-key=look-1]")
    page.click("[data-key=e-renonce]")
    page.click(f"[data-key='b-{out}']")
    page.fill("#word", "Renonce")
    page.click("[data-key=decide]")
    page.get_by_role("alert").get_by_text(f"{out} hat in diesem Spiel ausgesetzt.").wait_for()


def test_a_renonce_is_decided_on_the_telephone_and_counts_with_his_name(site: Site, window: Open) -> None:
    tournament, row = tournament_with_a_renonce(site, window)
    site.say(row["log"], OPENED, {"type": "deal_struck", "redeal": False, "reason": ""})
    sheet = site.ask("GET", f"/api/tables/{row['log']}/sheet")
    offender = sheet["rows"][0]["seats"]["B"]

    tablet = window(f"/scribe/{tournament}", 768)
    tablet.click("[data-key='take-1-1']")
    tablet.click("[data-key=call]")
    tablet.fill("#question", "Hat B Herz bedient?")
    tablet.click("[data-key=callnow]")

    phone = window(f"/referee/{tournament}", 360)
    phone.get_by_text("„Hat B Herz bedient?“").wait_for()
    assert "Tisch 1" in phone.locator(".call h2").inner_text()
    phone.fill("#name", "Dr. Huber")
    phone.click("[data-key='come-1']")
    phone.get_by_text("Dr. Huber kommt").wait_for()
    phone.click("[data-key='look-1']")
    phone.get_by_text("Letztes Spiel: 2").wait_for()
    phone.click("[data-key='e-renonce']")
    phone.select_option("[data-key=deal]", "1")

    # The deal of the question is not the last one: its proof comes up with it.
    ruling = phone.locator(".ruling.renonce").first
    ruling.wait_for()
    assert offender in ruling.inner_text() and ruling.locator("blockquote").count() == 1
    ruling.locator("summary").first.click()
    assert ruling.locator("ol li").count() >= 2
    pictures = ruling.locator("img.crop")
    assert pictures.count() == 2
    for n in range(2):
        pictures.nth(n).scroll_into_view_if_needed()
        assert pictures.nth(n).evaluate("(node) => node.decode().then(() => node.naturalWidth)") > 0
    phone.click(f"[data-key='b-{offender}']")
    phone.fill("#word", f"Renonce von {offender}")
    assert ruling.locator("ol li").first.is_visible()  # the proof stays open while one types
    if LOOK is not None:
        phone.screenshot(path=str(Path(LOOK) / "20-referee-360.png"), full_page=True)
    phone.click("[data-key=decide]")
    phone.get_by_text(f"Renonce von {offender} (Dr. Huber").or_(
        phone.get_by_text("(Dr. Huber")
    ).first.wait_for()

    after = site.ask("GET", f"/api/tables/{row['log']}/sheet")["rows"][0]
    assert after["reason"] == f"Dr. Huber: Renonce von {offender}" and after["earlier"]
    assert after["points"][sheet["players"].index(offender)] < 0 and sum(after["points"]) == 0
    table = window(f"/table/{row['log']}", 768)
    table.get_by_text(f"Dr. Huber: Renonce von {offender}").first.wait_for()
    hall = window(f"/hall/{tournament}", 1280)
    hall.get_by_text("(Dr. Huber)").wait_for()
