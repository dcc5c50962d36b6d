"""A director runs a small evening in the browser, from a list of names to the final list; every page of it fits."""

from __future__ import annotations

import urllib.request
from typing import Any

import pytest

from tests.server.tournaments.evenings import WON
from tests.server.web.conftest import Open
from tests.server.web.site import Proxy, Site
from tests.server.web.test_pages import BESIDE, CONTRAST, UNLABELLED

NAMES = [
    "Anna",
    "Bert",
    "Cilli",
    "Dora",
    "Emil",
    "Franz",
    "Gerti",
    "Hans",
    "Ilse",
    "Josef",
    "Karl",
    "Lisl <b>",
]


def words(site: Site, tournament: str, *say: dict[str, Any]) -> None:
    body = {"id": f"t{next(site._numbers)}", "say": list(say)}
    site.ask("POST", f"/api/tournaments/{tournament}/commands", body)


def sections(site: Site, tournament: str) -> Any:
    return site.ask("GET", f"/api/tournaments/{tournament}")["sections"]


def test_a_director_runs_an_evening_from_the_names_to_the_final_list(site: Site, window: Open) -> None:
    desk = window("/tournaments")
    desk.fill("#t-name", "Probeabend")
    desk.click("[data-key='m-steirischer-cup']")
    desk.click("[data-key=sources]")
    desk.get_by_text("in fixe Cuppunkte umgerechnet").wait_for()
    desk.click("[data-key=create]")
    desk.wait_for_url("**/director/*")
    tournament = desk.url.rsplit("/", 1)[1]

    desk.fill("#names", "\n".join([*NAMES, "Anna", "123"]))
    desk.get_by_text("Kommt mehrmals vor, wird einmal genommen: Anna").wait_for()
    desk.get_by_text("Kein Name in Zeile 14").wait_for()
    desk.click("[data-key=addnames]")
    desk.fill("#f-count", "1")
    desk.fill("#f-seed", "Lotto 7")
    desk.click("[data-key=draw]")
    desk.get_by_text("Sitzplan aushängen").wait_for()
    desk.click("[data-key=open]")
    desk.get_by_text("Es fehlen 3 von 3 Zetteln").wait_for()
    desk.click("[data-key=start]")
    desk.locator(".clock .time").wait_for()
    assert desk.locator(".clock .time").inner_text().startswith(("59", "60"))

    hall = window(f"/hall/{tournament}", 1920)
    hall.get_by_text("es spielt noch: Tisch 1, 2, 3").wait_for()
    rows = sections(site, tournament)["hall"]
    log, players = rows[0]["log"], rows[0]["players"]

    tablet = window(f"/scribe/{tournament}", 768)
    tablet.click("[data-key='take-1-1']")
    tablet.get_by_role("heading", name="Tisch 1").wait_for()
    site.say(log, {"type": "deal_opened"}, {"type": "result_entered", "result": WON})
    tablet.get_by_text("1 Spiel", exact=True).first.wait_for()
    hall.locator(".table[data-status=between]").get_by_text("1 Spiel").wait_for()

    tablet.click("[data-key=call]")
    tablet.fill("#question", "Hat Bert bedient?")
    tablet.click("[data-key=callnow]")
    desk.get_by_text("Offene Rufe nach dem Schiedsrichter: 1").click()
    desk.fill("#name", "Dr. Huber")
    desk.click("[data-key='come-1']")
    desk.get_by_text("Dr. Huber kommt").wait_for()
    desk.click("[data-key='look-1']")
    desk.click("[data-key='e-strike']")
    desk.fill("#word", "Spiel gestrichen")
    desk.click("[data-key=decide]")
    desk.get_by_text("Spiel gestrichen").wait_for()
    site.say(log, {"type": "deal_opened"}, {"type": "result_entered", "result": WON})
    hall.get_by_text("(Dr. Huber)").wait_for()

    for player in players:
        tablet.click(f"[data-key='c-{player}']")
    tablet.click("[data-key=handin]")
    tablet.get_by_text("Der Zettel ist abgegeben").wait_for()
    desk.goto(f"{site.url}/director/{tournament}")
    for table in (2, 3):
        desk.click(f"[data-key='slip-1-{table}']")
        for n, value in enumerate(("5", "1", "-2", "-3")):
            desk.fill(f"#s-1-{table}-{n}", value)
        desk.fill(f"#s-1-{table}-g", "12")
        desk.get_by_text("Die Summe ist +1").wait_for()
        assert desk.locator(f"[data-key='send-1-{table}']").is_disabled()
        desk.fill(f"#s-1-{table}-3", "-4")
        desk.click(f"[data-key='send-1-{table}']")
        desk.locator(f"[data-table='1-{table}'][data-status=in]").wait_for()
    hall.get_by_text("alle Zettel sind da").wait_for()
    desk.click("[data-key=close]")
    desk.click("[data-key=close-yes]")
    desk.get_by_text("Das Turnier ist abgeschlossen").wait_for()
    hall.get_by_role("heading", name="Endstand").wait_for()
    first = hall.locator(".standing tbody tr").first.inner_text().split()
    assert first[0] == "1" and first[-1] == "223"
    with urllib.request.urlopen(f"{site.url}/api/tournaments/{tournament}/exports/standing.pdf") as paper:
        assert paper.read().startswith(b"%PDF")

    phone = window(f"/player/{tournament}", 360)
    phone.fill("#find", players[0][:3])
    phone.click(f"[data-key='n-{players[0]}']")
    phone.get_by_text("Tisch 1").first.wait_for()
    phone.get_by_text("Cuppunkte").wait_for()


def begun(site: Site, name: str, players: int, rounds: int = 1) -> str:
    """A tournament whose first round is open."""
    made = {"name": name, "mode": "total", "rules": "steiermark-2017"}
    tournament = str(site.ask("POST", f"/api/tournaments?command=b{next(site._numbers)}", made)["id"])
    words(site, tournament, {"type": "players_listed", "players": NAMES[:players]})
    words(site, tournament, {"type": "rounds_drawn", "count": rounds, "seed": "7"})
    words(site, tournament, {"type": "round_opened", "round": 1})
    return tournament


def slip(number: int, table: int) -> dict[str, Any]:
    return {"type": "slip_entered", "round": number, "table": table, "games": 9, "points": [5, 1, -2, -4]}


def test_a_sheet_that_is_missing_since_an_earlier_round_stops_no_director(site: Site, window: Open) -> None:
    tournament = begun(site, "Säumig", 8, rounds=3)
    words(site, tournament, slip(1, 1), {"type": "round_opened", "round": 2, "despite_missing": True})
    words(site, tournament, slip(2, 1), slip(2, 2))
    desk = window(f"/director/{tournament}")
    panel = desk.locator(".panel.next")
    panel.get_by_text("Es fehlen 1 von 2 Zetteln").wait_for()
    panel.get_by_text("R1 Tisch 2").wait_for()
    desk.click("[data-key=early]")
    desk.click("[data-key=early-yes]")
    desk.locator("[data-table='3-1']").wait_for()
    words(site, tournament, slip(3, 1), slip(3, 2))
    panel.get_by_text("Es fehlen 1 von 2 Zetteln").wait_for()
    desk.locator("[data-key=draw]").wait_for()  # the next round can be drawn, the end cannot come yet
    assert desk.locator("[data-key=close]").count() == 0
    words(site, tournament, slip(1, 2))
    desk.locator("[data-key=close]").wait_for()


def test_with_three_left_the_sheets_are_missed_and_the_tournament_is_closed(site: Site, window: Open) -> None:
    tournament = begun(site, "Spät", 4)
    words(site, tournament, {"type": "player_left", "player": "Anna"})
    desk = window(f"/director/{tournament}")
    desk.get_by_text("Es fehlen 1 von 1 Zetteln").wait_for()
    words(site, tournament, slip(1, 1))
    desk.locator(".panel.next #names").wait_for()
    assert desk.locator("[data-key=draw]").count() == 0
    desk.click("[data-key=close]")
    desk.click("[data-key=close-yes]")
    desk.get_by_text("Das Turnier ist abgeschlossen").wait_for()


def test_what_somebody_unfolded_stays_so_while_the_page_is_drawn_anew(site: Site, window: Open) -> None:
    tournament = begun(site, "Klappe", 8)
    tablet = window(f"/scribe/{tournament}", 768)
    tablet.click("[data-key='take-1-1']")
    tablet.click("[data-key=call]")
    tablet.fill("#question", "Hat Bert")
    words(site, tournament, slip(1, 2))
    tablet.locator("li.table[data-status=in]").wait_for()  # something happened elsewhere
    assert tablet.locator("#question").is_visible()
    tablet.keyboard.type(" bedient?")
    assert tablet.input_value("#question") == "Hat Bert bedient?"
    tablet.click("[data-key=call]")  # and folded it stays folded
    words(site, tournament, {"type": "clock_started", "round": 1, "minutes": 5})
    tablet.locator(".clock .time").wait_for()
    assert tablet.locator("#question").is_hidden()


def test_an_answer_that_was_lost_makes_no_second_cup(site: Site, window: Open) -> None:
    page = window("/tournaments")
    page.fill("#c-name", "Einmal")
    page.route("**/api/cups?command=*", lambda route: (route.fetch(), route.abort()), times=1)
    page.click("[data-key=createcup]")
    page.get_by_text("Der Server antwortet nicht").wait_for()
    page.click("[data-key=createcup]")
    page.wait_for_url("**/cup/*")
    assert [cup["name"] for cup in site.ask("GET", "/api/cups")["cups"]].count("Einmal") == 1


def test_a_players_page_notices_a_dead_line_and_comes_back(site: Site, window: Open) -> None:
    """A laptop that slept ends no connection: what is old is not called live."""
    made = site.ask(
        "POST", "/api/tournaments?command=dead-line", {"name": "Schlaf", "mode": "total", "rules": "sb-2023"}
    )
    words(site, made["id"], {"type": "players_listed", "players": NAMES[:4]})
    proxy = Proxy(site.port)
    with proxy.serving() as base:
        page = window("/pair", base=base)
        page.clock.install()  # so that half a minute of silence needs none here
        page.goto(f"{base}/player/{made['id']}")
        page.click("[data-key='n-Anna']")
        page.locator(".head .line[data-status=live]").wait_for()
        proxy.mute = True
        page.clock.fast_forward(36_000)
        page.locator(".head .line[data-status=waiting]").wait_for()
        words(site, made["id"], {"type": "rounds_drawn", "seed": "7"}, {"type": "round_opened", "round": 1})
        proxy.mute = False
        proxy.cut()
        page.clock.fast_forward(15_000)
        page.locator(".head .line[data-status=live]").wait_for()
        page.get_by_text("Tisch 1").first.wait_for()
        page.click("[data-key=other]")
        page.locator("[data-key='n-Bert']").wait_for()
        assert page.locator(".head .line").is_hidden()


@pytest.fixture(scope="module")
def lively(site: Site) -> tuple[str, str]:
    """A tournament in its second round, with everything that a page can show, and a cup."""
    made = {"name": "Lebhaft", "mode": "kantine", "rules": "kantine-2.0", "minutes": 60}
    number = next(site._numbers)
    tournament = str(site.ask("POST", f"/api/tournaments?command=l{number}", made)["id"])
    listed = [*NAMES, "Maximilian-Alexander von und zu Hohenstein"]
    words(site, tournament, {"type": "players_listed", "players": listed})
    words(site, tournament, {"type": "rounds_drawn", "count": 3, "seed": "7"})
    words(site, tournament, {"type": "round_opened", "round": 1})
    for table in (1, 2, 3):
        slip = {"round": 1, "table": table, "games": 9, "points": [5, 1, -2, -4]}
        words(site, tournament, {"type": "slip_entered", **slip})
    fixed = {"round": 1, "table": 2, "games": 9, "points": [4, 2, -2, -4], "reason": "verlesen"}
    words(site, tournament, {"type": "sheet_corrected", **fixed})
    words(site, tournament, {"type": "round_opened", "round": 2}, {"type": "clock_started", "round": 2})
    log = sections(site, tournament)["hall"][0]["log"]
    site.say(log, {"type": "deal_opened"}, {"type": "result_entered", "result": WON}, {"type": "deal_opened"})
    words(site, tournament, {"type": "referee_called", "round": 2, "table": 1, "question": "Renonce?"})
    cup = str(site.ask("POST", f"/api/cups?command=l{number}", {"name": "Saison", "best": 6})["id"])
    said = [
        {"type": "event_added", "name": "Graz", "points": {"Franz Müller": "223", "Anna": "198"}},
        {"type": "event_added", "name": "Wien", "points": {"Franz Mueller": "147/2", "Anna": "198"}},
        {"type": "names_merged", "name": "Franz Mueller", "into": "Franz Müller"},
    ]
    site.ask("POST", f"/api/cups/{cup}/commands", {"id": f"said{number}", "say": said})
    return tournament, cup


PAGES = ("tournaments", "hall", "director", "referee", "scribe", "player", "cup")


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(("width", "lang"), [(360, "de"), (1280, "en")])
def test_a_page_opens_fits_and_is_labelled(
    site: Site, window: Open, lively: tuple[str, str], name: str, width: int, lang: str
) -> None:
    ids = {"tournaments": "", "cup": f"/{lively[1]}"}
    page = window(f"/{name}{ids.get(name, f'/{lively[0]}')}", width, lang)
    page.locator("main h1").first.wait_for()
    assert page.locator("h1").count() == 1
    if name == "player":
        page.click("[data-key='n-Anna']")
        page.locator(".seat").wait_for()
    if name == "referee":
        page.click("[data-key='look-1']")
        page.locator("[data-key=decide]").wait_for()
    if name == "director":
        for tab in ("people", "standing", "paper", "tables"):
            page.click(f"[data-key=tab-{tab}]")
            assert page.evaluate(BESIDE) == []
    if name == "scribe":
        page.click("[data-key='take-2-1']")
        page.locator("[data-key=handin]").wait_for()
    assert page.evaluate(UNLABELLED) == []
    assert page.evaluate(BESIDE) == []
    assert "undefined" not in page.inner_text("body") and "NaN" not in page.inner_text("body")
    assert page.evaluate("document.querySelectorAll('main b b').length") == 0  # a name is a text


def test_two_spellings_are_merged_on_the_page_and_parted_again(
    site: Site, window: Open, lively: tuple[str, str]
) -> None:
    page = window(f"/cup/{lively[1]}")
    page.get_by_text("Franz Mueller zählt für Franz Müller").wait_for()
    page.get_by_text("auch Franz Mueller").wait_for()
    page.click("[data-key='undo-1']")
    page.get_by_text("zurückgenommen").wait_for()
    page.select_option("[data-key=from]", "Franz Mueller")
    page.select_option("[data-key=into]", "Franz Müller")
    page.click("[data-key=merge]")
    page.locator("[data-key='undo-2']").wait_for()


def test_a_cup_says_that_an_evening_was_corrected_and_takes_it_with_one_touch(
    site: Site, window: Open
) -> None:
    number = next(site._numbers)
    made = {"name": "Zuvor", "mode": "steirischer-cup", "rules": "steiermark-2017"}
    evening = str(site.ask("POST", f"/api/tournaments?command=z{number}", made)["id"])
    words(site, evening, {"type": "players_listed", "players": NAMES[:4]}, {"type": "rounds_drawn"})
    slip = {"round": 1, "table": 1, "games": 9, "points": [5, 1, -2, -4]}
    words(site, evening, {"type": "round_opened", "round": 1})
    words(site, evening, {"type": "slip_entered", **slip}, {"type": "tournament_closed"})
    cup = str(site.ask("POST", f"/api/cups?command=z{number}", {"name": "Saison", "best": 6})["id"])
    said = [{"type": "event_added", "name": "Zuvor", "tournament": evening}]
    site.ask("POST", f"/api/cups/{cup}/commands", {"id": f"z{number}.add", "say": said})
    fixed = slip | {"points": [-5, 1, 0, 4], "reason": "verlesen"}
    words(site, evening, {"type": "sheet_corrected", **fixed})
    page = window(f"/cup/{cup}", 360)
    page.get_by_text("Zuvor wurde berichtigt, nachdem es hier eingetragen war").wait_for()
    page.get_by_text("von der Leitung berichtigt: verlesen").first.wait_for()
    page.click("[data-key='renew-1']")
    page.get_by_text("Zuvor wurde berichtigt").wait_for(state="detached")
    page.click("[data-key='history-1']")
    page.get_by_text("von der Leitung berichtigt: verlesen").wait_for()
    fresh = site.ask("GET", f"/api/cups/{cup}")
    assert fresh["events"][0]["earlier"] and not fresh["evenings"][0]["stale"]


def test_a_final_is_withdrawn_on_the_page(site: Site, window: Open) -> None:
    number = next(site._numbers)
    cup = str(site.ask("POST", f"/api/cups?command=f{number}", {"name": "Saison", "best": 6})["id"])
    said = [
        {"type": "event_added", "name": "Graz", "points": {"Anna": "198"}},
        {"type": "event_added", "name": "Abend", "points": {"Anna": "10"}, "final": True},
    ]
    site.ask("POST", f"/api/cups/{cup}/commands", {"id": f"fs{number}", "say": said})
    page = window(f"/cup/{cup}")
    page.click("[data-key='ask-final']")
    page.fill("#why", "falscher Abend")
    page.click("[data-key='rm-final']")
    page.get_by_text("herausgenommen: falscher Abend").wait_for()
    assert page.locator("[data-key='ask-final']").count() == 0
    page.click("[data-key='ask-0']")
    page.click("[data-key='rm-0']")
    page.get_by_text("herausgenommen: –").wait_for()


@pytest.mark.parametrize("name", ["hall", "director", "scribe", "player"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_drawn_can_be_read(window: Open, lively: tuple[str, str], name: str, scheme: Any) -> None:
    page = window(f"/{name}/{lively[0]}", 1280, color_scheme=scheme)
    page.locator("main h1").first.wait_for()
    assert page.evaluate(CONTRAST) == []


def test_a_table_leads_to_where_its_sheet_is_handed_in(
    site: Site, window: Open, lively: tuple[str, str]
) -> None:
    page = window(f"/table/{sections(site, lively[0])['hall'][0]['log']}")
    page.get_by_role("link", name="Tischschreiber").click()
    page.wait_for_url(f"**/scribe/{lively[0]}")


def test_the_start_leads_to_the_tournaments(window: Open) -> None:
    page = window("/")
    page.get_by_role("link", name="Turniere").click()
    page.wait_for_url("**/tournaments")
