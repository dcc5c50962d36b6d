"""Keeping a table by hand: whose Kontra counts, what was laid last, and what is confirmed when others wrote meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.server.web.conftest import Open
from tests.server.web.site import Site
from tests.server.web.test_board import DREIER, OPENED, gone, laid, see
from tests.server.web.test_entry import NAMES, stands, tap

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

RUFER = {"type": "contract_set", "game": "rufer", "declarer": "A", "called": "HK"}
WRITTEN = {"contract": {"game": "dreier", "declarer": "B"}, "declarer_thirds": 120}
NEXT = ({"type": "result_entered", "result": WRITTEN}, OPENED)
"""Another device writes the deal and opens the next."""
HEARS = """() => {
  const parse = JSON.parse;
  JSON.parse = (text) => {
    const found = parse(text);
    if (found?.sections?.deal?.number === 2) window.heard = true;
    return found;
  };
}"""
"""Tells that the second deal has come to a page that does not draw it yet."""


def offered(page: Page, what: str) -> list[str]:
    return page.locator(f"[data-key=kontraby-{what}] option").all_inner_texts()


def written(site: Site, table: str, page: Page) -> tuple[Any, list[int]]:
    """The deal's Kontra and its points by seat, once it was written."""
    see(page, ".check-result .sums", "Bert")
    tap(page, "write-result")
    see(page, "[data-key=open-deal]", "Spiel 2")
    sections = stands(site, table)
    players, row = sections["sheet"]["players"], sections["sheet"]["rows"][0]
    said = [(call["by"], call["level"]) for call in sections["last"]["result"]["kontra"]]
    return said, [row["points"][players.index(NAMES[seat])] for seat in "ABCD"]


def result_of(site: Site, window: Open, contract: dict[str, Any]) -> tuple[str, Page]:
    table = site.table(name="Wessen Kontra")
    site.say(table, OPENED, contract)
    page = window(f"/table/{table}", 360)
    tap(page, "tab-result")
    page.fill("#r-points", "40")
    return table, page


def test_kontra_on_what_the_opponents_announced_comes_from_the_declarer(site: Site, window: Open) -> None:
    table, page = result_of(site, window, DREIER | {"declarer": "A"})
    page.select_option("[data-key='opponents.pagat']", "lost.C")
    page.select_option("[data-key='kontra-pagat']", "kontra")
    assert offered(page, "pagat") == ["Bert"]
    assert written(site, table, page) == ([("A", "kontra")], [27, -9, -9, -9])


def test_re_comes_from_the_opponent_who_announced(site: Site, window: Open) -> None:
    table, page = result_of(site, window, RUFER)
    tap(page, "partner-B")
    page.select_option("[data-key='opponents.pagat']", "lost.C")
    page.select_option("[data-key='kontra-pagat']", "re")
    page.select_option("[data-key='kontraby-pagat']", "B")
    assert offered(page, "pagat") == ["Bert", "Cilli"]
    assert written(site, table, page) == ([("B", "kontra"), ("C", "re")], [9, 9, -9, -9])


def test_kontra_on_the_game_never_comes_from_the_partner(site: Site, window: Open) -> None:
    """Also where it was chosen before he was the partner, and where nobody was chosen."""
    table, page = result_of(site, window, RUFER)
    page.select_option("[data-key='kontra-game']", "sub")
    page.select_option("[data-key='kontraby-game']", "B")
    tap(page, "partner-B")
    assert offered(page, "game") == ["Dora", "Anna"]
    assert page.input_value("[data-key='kontraby-game']") == "C"
    said, points = written(site, table, page)
    assert said == [("C", "kontra"), ("A", "re"), ("C", "sub")] and points == [8, 8, -8, -8]


def test_the_default_kontra_doubles(site: Site, window: Open) -> None:
    table, page = result_of(site, window, RUFER)
    tap(page, "partner-B")
    page.select_option("[data-key='kontra-game']", "kontra")
    assert written(site, table, page) == ([("C", "kontra")], [2, 2, -2, -2])


def test_a_bonus_that_both_sides_announced_is_doubled_from_either(site: Site, window: Open) -> None:
    table, page = result_of(site, window, RUFER)
    tap(page, "partner-B")
    page.select_option("[data-key='declarers.pagat']", "lost.B")
    page.select_option("[data-key='opponents.pagat']", "lost.D")
    page.select_option("[data-key='kontra-pagat']", "re")
    assert offered(page, "pagat") == ["Dora", "Anna", "Bert", "Cilli"]
    page.select_option("[data-key='kontraby-pagat']", "A")
    assert written(site, table, page)[0] == [("A", "kontra"), ("D", "re")]


def test_undo_takes_out_what_was_laid_last_wherever_it_lies(site: Site, window: Open) -> None:
    table = site.table(name="Zuletzt gelegt")
    site.say(table, OPENED, DREIER, laid("A", "HK"), laid("B", "H4"), laid("C", "H3"))
    site.say(table, {"type": "card_taken_back", "by": "A", "card": "HK"}, laid("A", "HQ"))
    page = window(f"/table/{table}", 360)
    page.locator("[data-key=laid-0] img[data-card=HQ]").wait_for()
    tap(page, "undo")
    page.locator("[data-key=laid-2]").wait_for(state="detached")
    assert stands(site, table)["deal"]["record"]["tricks"][0]["cards"] == [["B", "H4"], ["C", "H3"]]
    tap(page, "undo")
    page.locator("[data-key=laid-1]").wait_for(state="detached")
    assert stands(site, table)["deal"]["record"]["tricks"][0]["cards"] == [["B", "H4"]]


def test_a_seat_that_was_chosen_waits_for_the_card_before(site: Site, window: Open) -> None:
    table = site.table(name="Zu schnell")
    site.say(table, OPENED, DREIER)
    page = window(f"/table/{table}", 360)
    held: list[Route] = []
    page.route("**/commands", lambda route: held.append(route), times=1)
    page.click("[data-pick=HK]")
    tap(page, "whose-C")
    page.click("[data-pick=H3]")  # too early: the first is under way
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    page.locator("[data-key=laid-0] img[data-card=HK]").wait_for()
    see(page, "[data-key=undo]:enabled")
    see(page, "[data-key=whose-C][aria-pressed=true]")
    page.click("[data-pick=H3]")
    page.locator("[data-key=laid-1] img[data-card=H3]").wait_for()
    assert stands(site, table)["deal"]["record"]["tricks"][0]["cards"] == [["A", "HK"], ["C", "H3"]]
    see(page, "[data-key=whose-D][aria-pressed=true]")  # it was for one card


def test_who_was_chosen_and_the_gift_stay_where_a_card_was_refused(site: Site, window: Open) -> None:
    table = site.table(name="Abgelehnt")
    site.say(table, OPENED, {"type": "contract_set", "game": "trischaken", "declarer": "A"}, laid("A", "HK"))
    page = window(f"/table/{table}", 360)
    refusal = {"error": {"code": "read_only", "message": "the disk is full"}}
    page.locator("[data-key=laid-0]").wait_for()
    for key, card in (("whose-D", "H4"), ("gift", "T05")):
        page.route("**/commands", lambda route: route.fulfill(status=503, json=refusal), times=1)
        tap(page, key)
        page.click(f"[data-pick={card}]")
        see(page, ".notice.wrong", "nichts aufschreiben")
        page.click(f"[data-pick={card}]")
        page.locator(f"[data-pick={card}]:disabled").wait_for()
    (trick,) = stands(site, table)["deal"]["record"]["tricks"]
    assert trick["cards"] == [["A", "HK"], ["D", "H4"]] and trick["gift"] == "T05"
    assert not page.locator("[data-key=gift]").is_checked()


def second(site: Site, table: str, page: Page) -> None:
    site.say(table, *NEXT)
    see(page, ".entry h2", "Spiel 2")


def not_done(site: Site, table: str, page: Page) -> None:
    see(page, ".notice.wrong", "inzwischen ein anderes Spiel offen")
    assert page.locator("dialog").count() == 0
    sections = stands(site, table)
    assert sections["deal"]["number"] == 2 and len(sections["sheet"]["rows"]) == 1


def test_what_was_asked_of_one_deal_is_not_done_to_the_next(site: Site, window: Open) -> None:
    table = site.table(name="Inzwischen")
    site.say(table, OPENED, DREIER)
    page = window(f"/table/{table}", 360)
    tap(page, "tab-more")
    tap(page, "struck")
    see(page, "dialog .sums dd")
    second(site, table, page)
    page.click("dialog button.main")
    not_done(site, table, page)
    tap(page, "struck")  # now it is this deal that is meant
    page.click("dialog button.main")
    see(page, "[data-key=open-deal]", "Spiel 3")
    gone(page, ".notice.wrong")


def test_who_had_the_king_is_not_said_of_the_next_deal(site: Site, window: Open) -> None:
    table = site.table("hopfgarten-2023", name="Leer")
    site.say(table, OPENED, RUFER)
    page = window(f"/table/{table}", 360)
    tap(page, "tab-more")
    tap(page, "blank")
    page.locator("dialog [data-key=blank-C]").wait_for()
    second(site, table, page)
    tap(page, "blank-C")
    not_done(site, table, page)


def test_a_result_goes_to_the_deal_for_which_it_was_typed(site: Site, window: Open) -> None:
    """While a list is open the page is not drawn anew; not every browser's buttons take the focus away from it."""
    table = site.table(name="Falsches Spiel")
    site.say(table, OPENED, DREIER)
    page = window(f"/table/{table}", 360)
    tap(page, "tab-result")
    page.fill("#r-points", "20")
    see(page, ".check-result .sums", "Bert")
    page.focus("[data-key='declarers.pagat']")
    page.evaluate(HEARS)
    site.say(table, *NEXT)
    while not page.evaluate("window.heard ?? false"):
        page.wait_for_timeout(20)
    page.evaluate("document.querySelector('[data-key=write-result]').click()")
    not_done(site, table, page)
    see(page, ".entry h2", "Spiel 2")
