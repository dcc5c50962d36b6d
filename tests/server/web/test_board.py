"""The board: live, said to screen readers, and back again after a line was cut or went dead."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.server.web.conftest import Open
from tests.server.web.site import Proxy, Site, story

if TYPE_CHECKING:
    from playwright.sync_api import Page

OPENED = {"type": "deal_opened"}
DREIER = {"type": "contract_set", "game": "dreier", "declarer": "B"}


def laid(seat: str, card: str) -> dict[str, str]:
    return {"type": "card_laid", "by": seat, "card": card}


def see(page: Page, selector: str, text: str = "") -> None:
    page.locator(selector).filter(has_text=text).first.wait_for()


def gone(page: Page, selector: str) -> None:
    page.locator(selector).first.wait_for(state="detached")


def test_a_trick_comes_in_live_and_is_said(site: Site, window: Open) -> None:
    table = site.table(name="Live")
    page = window(f"/board/{table}")
    see(page, ".contract h1", "Live")
    site.say(table, OPENED, DREIER)
    see(page, ".contract h1", "Cilli spielt Dreier")
    see(page, ".seat.turn h3", "Bert")
    site.say(table, laid("A", "HK"), laid("B", "H4"))
    page.locator(".laid img[data-card=H4]").wait_for()
    assert page.get_attribute(".laid img[data-card=HK]", "alt") == "Bert: Herz-König"
    see(page, ".seat.turn h3", "Dora")
    site.say(table, laid("C", "H1"), laid("D", "T05"))
    see(page, ".seat.winner h3", "Anna")
    see(page, ".seat.turn h3", "Anna")  # who took the trick leads
    said = page.locator("[aria-live=polite]").all_inner_texts()
    assert "Anna legt Tarock V." in " ".join(said) and "Stich an Anna." in " ".join(said)
    site.say(table, laid("D", "S7"))
    see(page, ".trickline li.winner", "Anna")
    page.click("[data-key=lang-en]")
    see(page, ".contract h1", "Cilli plays Dreier")
    assert page.get_attribute(".laid img[data-card=S7]", "alt") == "Anna: 7 of spades"


def test_an_irregular_card_is_ruled_with_the_rules_own_words(site: Site, window: Open) -> None:
    table = site.table(name="Regel")
    page = window(f"/board/{table}")
    see(page, ".contract h1", "Regel")
    site.say(table, OPENED, DREIER)
    site.say(table, laid("A", "HK"), laid("B", "S8"), laid("C", "H1"), laid("D", "T05"))
    site.say(table, laid("D", "T03"), laid("A", "T06"), laid("B", "T07"))
    ruling = page.locator(".ruling").first
    ruling.wait_for()
    text = ruling.inner_text()
    assert "Tarockzwang" in text and "«" in text and "Cilli" in text and "Stich 2" in text
    assert "Regelverstoß" in page.locator("[aria-live=assertive]").inner_text()


def test_nobody_is_warned_where_the_table_chose_so(site: Site, window: Open) -> None:
    table = site.table(name="Still", fair_play="referee")
    page = window(f"/board/{table}")
    site.say(table, OPENED, DREIER)
    site.say(table, laid("A", "HK"), laid("B", "S8"), laid("C", "H1"), laid("D", "T05"))
    site.say(table, laid("D", "T03"), laid("A", "T06"), laid("B", "T07"))
    page.locator(".laid img[data-card=T07]").wait_for()
    assert page.locator(".ruling").count() == 0
    assert page.locator(".counting").count() == 0  # nor is anybody helped in counting


def test_between_deals_the_settlement_adds_up(site: Site, window: Open) -> None:
    table = site.table(name="Danach")
    site.say(table, *story(2)[1])
    page = window(f"/board/{table}", width=360)
    see(page, "h2", "Abrechnung von Spiel 1")
    sums = [int(text.split()[0].replace("−", "-")) for text in page.locator(".sums dd").all_inner_texts()]
    assert len(sums) == 4 and sum(sums) == 0
    totals = page.locator(".score b").all_inner_texts()
    row = site.ask("GET", f"/api/tables/{table}/sheet")["totals"]
    assert [int(text.replace("−", "-")) for text in totals] == row


@pytest.mark.parametrize("way", ["cut", "dead"])
def test_a_broken_line_is_shown_and_resumed_by_number(site: Site, window: Open, way: str) -> None:
    table = site.table(name="Leitung")
    site.say(table, OPENED, DREIER, laid("A", "HK"))
    proxy = Proxy(site.port)
    with proxy.serving() as base:
        page = window("/pair", base=base)
        page.clock.install()  # so that half a minute of silence needs none here
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{base}/board/{table}")
        page.locator(".laid img[data-card=HK]").wait_for()
        seen = int(site.ask("GET", f"/api/tables/{table}")["seq"])
        if way == "cut":
            proxy.shut = True
            proxy.cut()
        else:
            proxy.mute = True
            page.clock.fast_forward(36_000)
        see(page, ".stale", "Nicht live")
        assert page.get_attribute(".head .line", "data-status") == "waiting"
        site.say(table, laid("B", "H4"), laid("C", "H1"))
        proxy.shut = proxy.mute = False
        proxy.cut()
        page.clock.fast_forward(15_000)
        page.locator(".laid img[data-card=H1]").wait_for()
        gone(page, ".stale")
        assert page.get_attribute(".head .line", "data-status") == "live"
        assert any(re.search(rf"/stream\?public=true&after={seen}$", url) for url in asked)


def test_a_page_that_nobody_looks_at_lets_its_line_go(site: Site, window: Open) -> None:
    table = site.table(name="Schlaf")
    site.say(table, OPENED, DREIER, laid("A", "HK"))
    page = window("/pair")
    page.clock.install()
    page.goto(f"{site.url}/board/{table}")
    page.locator(".laid img[data-card=HK]").wait_for()
    hide = """(state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }"""
    with page.expect_event("requestfailed", lambda request: "/stream" in request.url):
        page.evaluate(hide, "hidden")
        page.clock.fast_forward(61_000)
    site.say(table, laid("B", "H4"))
    page.evaluate(hide, "visible")
    page.locator(".laid img[data-card=H4]").wait_for()
    assert page.get_attribute(".head .line", "data-status") == "live"


def test_the_hosts_board_shows_no_more_than_lies_openly(site: Site, window: Open) -> None:
    """The machine at the wall is often the host's, and he has entered hidden cards."""
    table = site.table(name="Wand")
    hand = ["T22", "T21", "T20", "T19", "T18", "T17", "HK", "HQ", "DK", "DQ", "SK", "SQ"]
    partner = {"type": "contract_set", "game": "rufer", "declarer": "A", "called": "CK", "partner": "C"}
    site.say(table, OPENED, partner, {"type": "hand_shown", "seat": "B", "cards": hand}, laid("A", "H4"))
    page = window(f"/board/{table}")
    page.locator(".laid img[data-card=H4]").wait_for()
    assert page.locator(".open, .mark.partner").count() == 0
    assert page.locator("img[data-card=T22]").count() == 0
    assert site.ask("GET", f"/api/tables/{table}")["sections"]["deal"]["record"]["contract"]["partner"] == "C"


def test_open_hands_of_an_ouvert_game_lie_on_the_board(site: Site, window: Open) -> None:
    table = site.table(name="Ouvert")
    hand = ["T05", "T06", "T07", "T08", "H1", "H2", "H3", "H4", "D1", "D2", "D3", "D4"]
    site.say(table, OPENED, {"type": "contract_set", "game": "bettler_ouvert", "declarer": "B"})
    site.say(table, {"type": "hand_shown", "seat": "B", "cards": hand}, laid("B", "H4"))
    page = window(f"/board/{table}", 360)
    page.locator(".laid img[data-card=H4]").wait_for()
    assert page.locator(".open").count() == 0  # open after the first trick
    site.say(table, laid("C", "HJ"), laid("D", "HQ"), laid("A", "HK"))
    page.locator(".open img[data-card=T05]").wait_for()
    assert page.locator(".open img").count() == 11


def test_a_device_that_was_sent_away_is_told(site: Site, window: Open) -> None:
    page = window("/board/t000000000000")
    see(page, ".empty", "darf diesen Tisch nicht")
    assert page.get_attribute(".head .line", "data-status") == "ended"
