"""The replay and the setup page: card by card, proofs with their pictures, a card put right, a camera's corners."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from tests.server.web.conftest import Open
from tests.server.web.site import Site, story
from tests.server.web.test_board import DREIER, OPENED, laid, see
from tests.server.web.test_entry import stands

ENDED = {"type": "deal_ended", "end": "played"}


def jpeg() -> bytes:
    picture = np.full((180, 320, 3), (70, 95, 45), np.uint8)
    cv2.rectangle(picture, (140, 60), (175, 125), (230, 240, 248), -1)
    return cv2.imencode(".jpg", picture)[1].tobytes()


def test_a_deal_is_gone_through_with_keys_and_buttons(site: Site, window: Open) -> None:
    table = site.table(name="Wieder")
    document, words = story(13)
    site.say(table, *words)
    page = window(f"/replay/{table}/1")
    see(page, ".again", "Wiederholung")
    cards = [card for trick in document["tricks"] for _, card in trick["cards"]]
    page.keyboard.press("ArrowRight")
    assert page.locator(".laid img").get_attribute("data-card") == cards[0]
    page.keyboard.press("ArrowRight")
    assert page.locator(".laid").count() == 2
    page.keyboard.press("ArrowDown")
    assert page.locator(".laid").count() == 4
    page.keyboard.press("ArrowLeft")
    assert page.locator(".laid").count() == 3
    page.keyboard.press("End")
    assert page.locator(".laid img").last.get_attribute("data-card") == cards[-1]
    assert page.locator(".seat.winner").count() == 1
    page.keyboard.press("Home")
    see(page, ".controls p", "Vor dem ersten Stich")
    page.click("[data-key=tricknext]")
    see(page, ".controls p", "Stich 1")
    assert page.evaluate("document.activeElement.dataset.key") == "tricknext"  # the focus stays
    page.fill("#slider", "48")
    assert page.locator(".laid img").last.get_attribute("data-card") == cards[-1]


def test_the_slider_goes_as_far_as_it_is_drawn_and_what_was_unfolded_stays_so(
    site: Site, window: Open
) -> None:
    table = site.table(name="Schieben")
    site.say(table, *story(13)[1])
    page = window(f"/replay/{table}/1")
    page.click("[data-key=hands]")
    box = page.locator("#slider").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 8, box["y"] + box["height"] / 2)
    page.mouse.down()
    for part in (0.25, 0.5, 0.75):
        page.mouse.move(box["x"] + box["width"] * part, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    assert 30 <= int(page.input_value("#slider")) <= 42
    see(page, ".controls p", "Stich 9")
    assert page.locator(".hand").first.is_visible()
    page.keyboard.press("ArrowRight")  # with the keyboard, too, it is still the same one
    assert page.evaluate("document.activeElement.id") == "slider"


def test_a_deal_that_counted_double_is_settled_as_on_the_sheet(site: Site, window: Open) -> None:
    table = site.table(name="Radl", radl=True)
    divided = {"contract": {"game": "dreier", "declarer": "B"}, "declarer_thirds": 105}
    site.say(table, OPENED, {"type": "result_entered", "result": divided})
    site.say(table, *story(13)[1])
    sheet = site.ask("GET", f"/api/tables/{table}/sheet")
    row = sheet["rows"][1]
    assert row["double"]
    page = window(f"/replay/{table}/2")
    see(page, ".settlement .sums dd")
    shown = [int(text.split()[0].replace("−", "-")) for text in page.locator(".sums dd").all_inner_texts()]
    assert shown == [row["points"][sheet["players"].index(row["seats"][seat])] for seat in "ABCD"]


def irregular(site: Site, name: str) -> str:
    """A deal in which Cilli throws a spade on hearts, and shows her Tarock in the next trick; cut short by its end."""
    table = site.table(name=name)
    seen = {**laid("B", "S8"), "evidence": "e1", "source": "camera"}
    shown = {**laid("B", "T07"), "evidence": "e2", "source": "camera"}
    site.say(table, OPENED, DREIER, laid("A", "HK"), seen, laid("C", "H1"), laid("D", "T05"))
    site.say(table, laid("D", "T03"), laid("A", "T06"), shown, laid("C", "T08"))
    site.say(table, ENDED)
    return table


def test_a_ruling_shows_its_proof_step_by_step_with_both_pictures(site: Site, window: Open) -> None:
    table = irregular(site, "Beweis")
    asking = window("/pair").request
    for name in ("e1", "e2"):
        address = f"{site.url}/api/tables/{table}/camera/evidence/{name}/crop"
        assert asking.put(address, data=jpeg(), headers={"content-type": "image/jpeg"}).ok
    page = window(f"/replay/{table}/1", lang="en")
    ruling = page.locator(".ruling").first
    ruling.wait_for()
    assert ruling.locator("ol li").count() >= 2
    assert "Trick 1, card 2" in ruling.inner_text() and "Cilli" in ruling.inner_text()
    pictures = ruling.locator(".evidence .both > img:not(.card)")
    assert pictures.count() == 2
    for n in range(2):
        pictures.nth(n).scroll_into_view_if_needed()
        assert pictures.nth(n).evaluate("(node) => node.decode().then(() => node.naturalWidth)") > 0
    ruling.get_by_role("button", name="To trick 2, card 3").click()
    assert page.locator(".laid img").last.get_attribute("data-card") == "T07"


def test_a_misread_card_is_put_right_and_the_ruling_falls(site: Site, window: Open) -> None:
    table = irregular(site, "Verlesen")
    page = window(f"/replay/{table}/1")
    page.locator(".ruling").first.wait_for()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.click("[data-key=fix-card]")
    page.click("dialog [data-pick=H4]")
    page.fill("dialog input", "verlesen")
    page.click("dialog button.main")
    page.locator(".ruling").first.wait_for(state="detached")
    last = stands(site, table)["last"]
    assert last["record"]["tricks"][0]["cards"][1] == ["B", "H4"] and last["reason"] == "verlesen"


def test_a_deal_without_cards_says_so(site: Site, window: Open) -> None:
    table = site.table(name="Ohne")
    result = {"contract": {"game": "dreier", "declarer": "B"}, "declarer_thirds": 120}
    site.say(table, OPENED, {"type": "result_entered", "result": result})
    see(window(f"/replay/{table}/1"), ".empty", "ohne Karten")
    see(window(f"/replay/{table}/9"), ".empty", "gibt es nicht")


def test_a_cameras_picture_is_shown_and_its_corners_are_set(site: Site, window: Open, tmp_path: Path) -> None:
    table = site.table(name="Kamera")
    corners = [[0.2, 0.2], [0.8, 0.2], [0.9, 0.9], [0.1, 0.9]]
    seats = {"S": [0.5, 0.9], "E": [0.9, 0.5], "N": [0.5, 0.1], "W": [0.1, 0.5]}
    view = {"width": 640, "height": 360, "middle": [0.5, 0.5], "reach": [0.2, 0.2], "seats": seats, "corners": corners}  # fmt: skip
    told = {"id": "reader-1", "source": "Test", "view": view, "defects": ["dark"], "frames_per_second": 12.0}
    page = window(f"/setup#{table}")
    ask = page.request
    ask.post(f"{site.url}/api/tables/{table}/camera/sync", data=told)
    ask.put(f"{site.url}/api/tables/{table}/camera/picture", data=jpeg(), headers={"content-type": "image/jpeg"})  # fmt: skip
    see(page, ".notice", "Zu dunkel")
    page.locator(".aim img").wait_for()
    page.click("[data-key=corners]")
    page.focus("[data-key=corner-0]")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.click("[data-key=keep]")
    page.locator(".handle").first.wait_for(state="detached")
    orders = ask.post(f"{site.url}/api/tables/{table}/camera/sync", data=told).json()
    assert [0.205, 0.205] in orders["corners"] and orders["aim"] > 0


def test_the_check_up_and_the_mode_of_warnings(site: Site, window: Open) -> None:
    table = site.table(name="Modus")
    page = window(f"/setup#{table}", 360)
    see(page, ".checks li", "Python")
    page.click("[data-key=mode-referee]")
    see(page, "[data-key=mode-referee][aria-pressed=true]")
    assert stands(site, table)["table"]["fair_play"] == "referee"
    chosen = page.locator("[data-key=pair-table]").element_handle()
    with page.expect_response("**/camera"):  # the camera's state is looked at again …
        pass
    page.wait_for_timeout(100)
    assert chosen is not None and chosen.evaluate(
        "(node) => node.isConnected"
    )  # … and nothing closes under the finger
