"""Keeping a table by hand: a whole deal tapped in on one device while another follows, results, corrections, keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from server.tables.roles import Role
from tests.server.web.conftest import Open
from tests.server.web.site import Proxy, Site, story
from tests.server.web.test_board import DREIER, OPENED, laid, see

if TYPE_CHECKING:
    from playwright.sync_api import Page

NAMES = dict(zip("ABCD", ["Bert", "Cilli", "Dora", "Anna"], strict=True))
"""The first of the list deals, so the second is forehand."""


def tap(page: Page, key: str) -> None:
    page.click(f"[data-key='{key}']")


def stands(site: Site, table: str) -> dict[str, Any]:
    sections: dict[str, Any] = site.ask("GET", f"/api/tables/{table}")["sections"]
    return sections


def test_a_whole_deal_tapped_on_a_phone_is_followed_on_the_board(site: Site, window: Open) -> None:
    document, _ = story(13)
    assert document["contract"]["game"] == "dreier"
    table = site.table(name="Von Hand")
    phone, board = window(f"/table/{table}", 360), window(f"/board/{table}", 1280, "en")
    tap(phone, "open-deal")
    tap(phone, f"declarer-{document['contract']['declarer']}")
    tap(phone, "game-dreier")
    tap(phone, f"taken-{document['taken']}")
    tap(phone, "set-contract")
    name = NAMES[document["contract"]["declarer"]]
    see(board, ".contract h1", f"{name} plays Dreier")
    for number, trick in enumerate(document["tricks"], 1):
        for seat, card in trick["cards"]:
            see(phone, "[data-key^=whose-][aria-pressed=true]", NAMES[seat])  # whose turn it is, is known
            phone.click(f"[data-pick={card}]")
            phone.locator(f"[data-key^=laid-] img[data-card={card}]").wait_for()
        if number in (1, 12):
            board.locator(f".laid img[data-card={trick['cards'][3][1]}]").wait_for()
    see(phone, ".notice", "Alle zwölf Stiche liegen")
    tap(phone, "tab-more")
    tap(phone, "end")
    see(phone, "dialog .sums dd")  # shown before it is written
    phone.click("dialog button.main")
    see(board, "h2", "Settlement of deal 1")
    see(phone, "[data-key=open-deal]", "Spiel 2")
    judged = stands(site, table)["last"]["judgement"]
    assert judged["rulings"] == [] and judged["sheet"] is not None
    shown = [int(text.split()[0].replace("−", "-")) for text in board.locator(".sums dd").all_inner_texts()]
    assert shown == judged["sheet"]


def test_a_card_is_changed_taken_back_and_undone(site: Site, window: Open) -> None:
    table = site.table(name="Irrtum")
    site.say(table, OPENED, DREIER, laid("A", "HK"), laid("B", "H4"))
    page = window(f"/table/{table}", 360)
    tap(page, "laid-1")
    page.get_by_role("button", name="War eine andere Karte").click()
    page.click("dialog [data-pick=H3]")
    page.locator("[data-key=laid-1] img[data-card=H3]").wait_for()
    tap(page, "laid-1")
    page.get_by_role("button", name="Wurde zurückgenommen").click()
    page.locator("[data-key=laid-1]").wait_for(state="detached")
    assert stands(site, table)["deal"]["record"]["tricks"][0]["taken_back"] == [["B", "H3"]]
    tap(page, "undo")
    page.locator("[data-key=laid-0]").wait_for(state="detached")
    tap(page, "whose-C")  # a card out of turn is noted like any other
    page.click("[data-pick=T22]")
    page.locator("[data-key=laid-0] img[data-card=T22]").wait_for()
    assert stands(site, table)["deal"]["record"]["tricks"][0]["cards"] == [["C", "T22"]]
    tap(page, "tab-history")
    page.locator(".history li").first.wait_for()
    page.locator(".history button").first.click()
    page.locator("[data-key=tab-cards]").click()
    page.locator("[data-key=laid-0]").wait_for(state="detached")


def test_talon_and_discards_are_tapped_and_shown(site: Site, window: Open) -> None:
    table = site.table(name="Talon")
    site.say(table, OPENED, DREIER)
    page = window(f"/table/{table}", 360)
    tap(page, "tab-contract")
    tap(page, "talon")
    for card in ("T05", "HQ", "S7", "D1", "C8", "T14"):
        page.click(f"dialog [data-pick={card}]")
    tap(page, "unpick")
    page.click("dialog [data-pick=T15]")
    tap(page, "picked")
    tap(page, "took-first")
    see(page, "[data-key=took-first][aria-pressed=true]")
    tap(page, "discards")
    assert page.locator("dialog [data-pick=T15]").is_disabled()  # of the half that nobody took
    for card in ("H1", "H2", "HQ"):
        page.click(f"dialog [data-pick={card}]")
    tap(page, "picked")
    page.get_by_text("Ablage:").wait_for()
    record = stands(site, table)["deal"]["record"]
    assert record["talon"] == [["T05", "HQ", "S7"], ["D1", "C8", "T15"]] and record["taken"] == "first"
    assert record["discards"] == ["H1", "H2", "HQ"]


def test_what_could_not_be_sent_is_sent_once_the_server_is_back(site: Site, window: Open) -> None:
    table = site.table(name="Netz weg")
    site.say(table, OPENED, DREIER)
    proxy = Proxy(site.port)
    with proxy.serving() as base:
        page = window(f"/table/{table}", 360, base=base)
        page.locator("[data-pick=HK]").wait_for()
        proxy.shut = True
        proxy.cut()
        page.click("[data-pick=HK]")
        see(page, ".notice.wrong", "Nicht live")
        assert stands(site, table)["deal"]["record"]["tricks"] == []
        proxy.shut = False
        page.reload()  # even a page that is loaded again sends it, once
        page.locator("[data-key=laid-0] img[data-card=HK]").wait_for()
        page.locator("[data-key=undo]").click()
        page.locator("[data-key=laid-0]").wait_for(state="detached")


def test_in_the_referees_mode_his_device_alone_is_warned(site: Site, window: Open) -> None:
    table = site.table(name="Nur er", fair_play="referee")
    site.say(table, OPENED, DREIER)
    devices = {}
    for role in (Role.SCORER, Role.REFEREE):
        page = window("/pair", 360)
        page.fill("#code", site.code(role, table)[0])
        page.wait_for_url("**/*/t*")
        page.goto(f"{site.url}/table/{table}")
        page.locator("[data-pick=HK]").wait_for()
        devices[role] = page
    site.say(table, laid("A", "HK"), laid("B", "S8"), laid("C", "H1"), laid("D", "T05"))
    site.say(table, laid("D", "T03"), laid("A", "T06"), laid("B", "T07"))
    see(devices[Role.REFEREE], ".warnings .ruling", "Cilli")
    devices[Role.SCORER].locator("[data-key^=laid-] img[data-card=T07]").wait_for()
    assert devices[Role.SCORER].locator(".warnings").count() == 0


def test_announcements_and_kontra_are_entered_by_seat(site: Site, window: Open) -> None:
    table = site.table(name="Ansagen")
    site.say(table, OPENED, DREIER)
    page = window(f"/table/{table}", 360)
    tap(page, "tab-contract")
    tap(page, "say-by-B")
    page.select_option("[data-key=say-what]", "announce.trull")
    tap(page, "say")
    page.get_by_role("listitem").filter(has_text="Cilli: Trull").wait_for()
    tap(page, "say-by-A")
    page.select_option("[data-key=say-what]", "kontra.trull")
    tap(page, "say")
    page.get_by_role("listitem").filter(has_text="Bert: Kontra (Trull)").wait_for()
    record = stands(site, table)["deal"]["record"]
    assert record["announcements"] == [{"by": "B", "what": "trull"}]
    assert record["kontra"] == [{"by": "A", "on": "trull", "level": "kontra"}]


def test_a_result_is_settled_while_it_is_typed(site: Site, window: Open) -> None:
    table = site.table("steiermark-2017", name="Ergebnis")
    page = window(f"/table/{table}", 360)
    tap(page, "open-deal")
    tap(page, "declarer-B")
    tap(page, "game-besserrufer.pagat")
    tap(page, "called-HK")
    tap(page, "set-contract")
    tap(page, "tab-result")
    see(page, ".check-result", "Es fehlt noch")
    tap(page, "partner-D")
    page.fill("#r-points", "43")
    tap(page, "blatt-2")
    page.select_option("[data-key='declarers.pagat']", "won.B")
    page.select_option("[data-key='opponents.trull']", "silent")
    see(page, ".check-result .sums", "Bert")
    typed = [int(t.replace("−", "-")) for t in page.locator(".check-result .sums dd").all_inner_texts()]
    tap(page, "write-result")
    see(page, "[data-key=open-deal]", "Spiel 2")
    sections = stands(site, table)
    assert sections["last"]["result"]["declarer_thirds"] == 131
    row = sections["sheet"]["rows"][0]
    players = sections["sheet"]["players"]
    assert typed == [row["points"][players.index(NAMES[seat])] for seat in "ABCD"]
    assert sum(typed) == 0 and typed[1] == typed[3] > 0


def test_what_went_out_of_sight_with_another_partner_is_not_written(site: Site, window: Open) -> None:
    """An announcement of who is no partner any more, and the Kontra on it; both are back with the partner."""
    table = site.table("steiermark-2017", name="Anders")
    page = window(f"/table/{table}", 360)
    tap(page, "open-deal")
    tap(page, "declarer-B")
    tap(page, "game-besserrufer.pagat")
    tap(page, "called-HK")
    tap(page, "set-contract")
    tap(page, "tab-result")
    tap(page, "partner-D")
    page.fill("#r-points", "43")
    page.select_option("[data-key='declarers.pagat']", "won.B")
    page.select_option("[data-key='declarers.trull']", "won.D")
    page.select_option("[data-key='kontra-trull']", "kontra")
    tap(page, "partner-C")
    assert page.input_value("[data-key='declarers.trull']") == ""
    assert page.locator("[data-key='kontra-trull']").count() == 0
    see(page, ".check-result .sums", "Dora")
    tap(page, "write-result")
    see(page, "[data-key=open-deal]", "Spiel 2")
    result = stands(site, table)["last"]["result"]
    assert result["contract"]["partner"] == "C"
    assert [bonus["what"] for bonus in result["bonuses"]] == ["pagat"] and result["kontra"] == []


def test_an_answer_that_was_lost_makes_no_second_table(site: Site, window: Open) -> None:
    page = window("/")
    page.fill("#table-name", "Nur einer")
    for n, player in enumerate(("Resi", "Sepp", "Toni", "Vroni")):
        page.fill(f"#player-{n}", player)
    page.route("**/api/tables?command=*", lambda route: (route.fetch(), route.abort()), times=1)
    page.click("[data-key=create]")
    see(page, "[role=alert]", "Der Server antwortet nicht")
    page.click("[data-key=create]")
    page.wait_for_url("**/table/*")
    assert [one["name"] for one in site.ask("GET", "/api/tables")["tables"]].count("Nur einer") == 1


def test_trischaken_is_written_by_points_and_tricks(site: Site, window: Open) -> None:
    table = site.table(name="Trischaken")
    page = window(f"/table/{table}", 360)
    tap(page, "open-deal")
    tap(page, "game-trischaken")
    tap(page, "set-contract")
    tap(page, "tab-result")
    for seat, points, tricks in zip("ABCD", ("20", "30/1", "19/2", "0"), ("4", "5", "3", "0"), strict=True):
        page.fill(f"#r-thirds-{seat}", points)
        page.fill(f"#r-tricks-{seat}", tricks)
    see(page, ".check-result .sums", "Bert")
    tap(page, "write-result")
    see(page, "[data-key=open-deal]", "Spiel 2")
    assert stands(site, table)["last"]["result"]["thirds"] == [60, 91, 59, 0]


def test_a_closed_deal_is_put_right_with_a_reason_and_the_old_points_stay(site: Site, window: Open) -> None:
    table = site.table(name="Berichtigt")
    site.say(table, OPENED, {"type": "result_entered", "result": {"contract": {"game": "dreier", "declarer": "B"}, "declarer_thirds": 120}})  # fmt: skip
    page = window(f"/table/{table}", 360)
    page.click("[data-key=row-1]")
    tap(page, "fix")
    tap(page, "way-rewrite")
    page.fill("#r-points", "20")
    see(page, ".check-result .sums", "Cilli")
    tap(page, "write-result")
    see(page, "[role=alert]", "Grund")  # without one nothing is written
    assert not stands(site, table)["sheet"]["rows"][0]["earlier"]
    page.fill("#fix-reason", "falsch gezählt")
    tap(page, "write-result")
    see(page, ".sheet .why", "falsch gezählt")
    row = stands(site, table)["sheet"]["rows"][0]
    assert row["earlier"] == [[-5, -5, 15, -5]] and row["points"] == [5, 5, -15, 5]
    assert page.locator(".sheet del").all_inner_texts() == ["−5", "−5", "+15", "−5"]
    see(page, "#deal", "falsch gezählt")


def test_a_question_of_the_camera_is_answered(site: Site, window: Open) -> None:
    table = site.table(name="Frage")
    asked = {"type": "question_asked", "id": "q1", "trick": 1, "position": 1, "candidates": [{"card": "T17", "share": 0.6}, {"card": "T18", "share": 0.4}]}  # fmt: skip
    site.say(table, OPENED, DREIER, laid("A", "??"), asked)
    page = window(f"/table/{table}", 360)
    tap(page, "answer-q1-T17")
    page.locator("[data-key=laid-0] img[data-card=T17]").wait_for()
    assert page.locator(".question").count() == 0


def test_names_are_typed_one_after_the_other_with_the_mouse(window: Open) -> None:
    page = window("/")
    for n, player in enumerate(("Resi", "Sepp", "Toni", "Vroni")):
        page.locator(f"#player-{n}").click()
        page.keyboard.type(player)
    assert [page.locator(f"#player-{n}").input_value() for n in range(4)] == ["Resi", "Sepp", "Toni", "Vroni"]
    assert page.locator("[data-key=dealer] option").all_inner_texts() == ["Resi", "Sepp", "Toni", "Vroni"]
    page.locator("#create, [data-key=create]").click()  # one click, straight from the last name
    page.wait_for_url("**/table/*")


def test_a_table_is_made_and_a_deal_opened_with_keys_alone(site: Site, window: Open) -> None:
    page = window("/")
    page.locator("#player-0").wait_for()
    page.bring_to_front()  # of a window behind another, Tab does nothing
    keys = page.keyboard

    def go(key: str, most: int = 120) -> None:
        """Tab by tab, as somebody without a mouse; what has the focus must be seen."""
        visited = []
        for _ in range(most):
            at = page.evaluate("document.activeElement.id || document.activeElement.dataset.key || ''")
            if at == key:
                shown = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
                assert shown != "none"
                return
            visited.append(at)
            keys.press("Tab")
        pytest.fail(f"{key} is not reached with Tab, only {visited}")

    go("table-name")
    keys.press("ControlOrMeta+a")
    keys.type("Nur Tasten")
    go("player-0")
    for player in ("Resi", "Sepp", "Toni", "Vroni"):
        keys.type(player)
        keys.press("Tab")  # from name to name it is one
    go("create")
    keys.press("Enter")
    page.wait_for_url("**/table/*")
    page.locator("[data-key=open-deal]").wait_for()
    go("open-deal")
    keys.press("Enter")
    go("declarer-A")
    keys.press("Space")
    go("game-dreier")
    keys.press("Space")
    go("set-contract")
    keys.press("Enter")
    page.locator("[data-pick=HK]").wait_for()
    go("pick-HK")
    keys.press("Enter")
    page.locator("[data-key=laid-0] img[data-card=HK]").wait_for()
    table = page.url.rpartition("/")[2]
    assert stands(site, table)["table"]["players"] == ["Resi", "Sepp", "Toni", "Vroni"]
    assert stands(site, table)["deal"]["record"]["tricks"][0]["cards"] == [["A", "HK"]]
