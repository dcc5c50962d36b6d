"""Devices that are not paired, and the host's panels for them: code, secret behind the #, roles, taking access away."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.tables.roles import Role
from tests.server.web.conftest import Open
from tests.server.web.site import Site
from tests.server.web.test_board import see


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Site]:
    """A server to which nobody is the host by sitting at it: every browser is a stranger, and has few requests."""
    built = Site(tmp_path, local_admin=False)
    built.start()
    yield built
    built.stop()


def test_a_stranger_is_led_to_the_pairing_page_and_gets_in_by_the_code(strict: Site, window: Open) -> None:
    page = window("/setup", 360, base=strict.url)
    page.wait_for_url("**/pair")
    see(page, "h1", "koppeln")
    page.fill("#code", "00000000")
    see(page, ".notice.wrong", "gilt nicht")
    code, _ = strict.code(Role.VIEWER)
    page.fill("#code", f"{code[:4]} {code[4:]}")
    page.wait_for_url(f"{strict.url}/")
    see(page, ".foot", "Zuschauer")
    assert page.locator("form").count() == 0  # a viewer makes no tables


@pytest.mark.parametrize(("role", "there"), [(Role.SCORER, "/"), (Role.CAMERA, "/phone")])
def test_a_scanned_secret_is_used_at_once_and_leaves_the_address(
    strict: Site, window: Open, role: Role, there: str
) -> None:
    _, secret = strict.code(role)
    page = window("/pair", base=strict.url)
    see(page, "h1", "koppeln")
    with page.expect_request("**/api/pair") as asked:
        page.goto(f"{strict.url}/pair#{secret}")
    assert secret not in asked.value.url
    page.wait_for_url(f"{strict.url}{there}")
    assert secret not in page.evaluate("location.href + document.referrer")


def test_the_host_pairs_a_device_and_takes_its_access_away(site: Site, window: Open) -> None:
    host = window("/")
    host.locator("#pair-name").fill("Annas Telefon")
    host.click("[data-key=role-viewer]")
    host.click("[data-key=offer]")
    host.locator("img.qr").wait_for()
    assert host.evaluate("document.querySelector('img.qr').decode().then(() => true)")
    code = host.locator(".offer .code").inner_text().replace(" ", "")
    assert len(code) == 8 and code.isdigit()
    phone = window("/pair", 360)
    phone.fill("#code", code)
    phone.wait_for_url(f"{site.url}/")
    see(host, ".devices li", "Annas Telefon")
    see(host, "#pair .notice", "Annas Telefon")
    host.click("[data-key=offer]")
    host.locator("img.qr").wait_for()
    assert host.locator("#pair .notice", has_text="Annas Telefon").count() == 0  # that was the one before
    phone.goto(f"{site.url}/board/{site.table(name='Weg')}")
    see(phone, ".contract h1", "Weg")
    revoke = host.locator(".devices li", has_text="Annas Telefon").locator("button")
    revoke.click()
    see(host, ".devices button", "wirklich")  # asked once more, before it is done
    revoke.click()
    host.locator(".devices li", has_text="Annas Telefon").wait_for(state="detached")


def test_the_network_is_opened_with_one_click(site: Site, window: Open, tmp_path: Path) -> None:
    page = window("/setup")
    page.click("[data-key=lan]")
    see(page, ".addresses li", "https://")
    page.click("[data-key=lan]")
    page.locator(".addresses").wait_for(state="detached")


def test_a_device_bound_to_one_table_sees_only_that(strict: Site, window: Open) -> None:
    _, secret = strict.code(Role.ADMIN)
    host = window(f"/pair#{secret}", base=strict.url)
    host.wait_for_url(f"{strict.url}/")
    see(host, ".steps li", "Kamera")  # how to begin, where nothing has begun
    made = host.evaluate(
        """async () => (await (await fetch("/api/tables?command=one", {method: "POST", headers: {"content-type":
        "application/json"}, body: JSON.stringify({name: "Nur dieser", rules: "sb-2023",
        players: ["A", "B", "C", "D"]})})).json()).id"""
    )
    _, bound = strict.code(Role.SCORER, made)
    page = window(f"/pair#{bound}", 360, base=strict.url)
    page.wait_for_url(f"{strict.url}/table/{made}")
    see(page, "[data-key=open-deal]", "Spiel 1")
    page.goto(f"{strict.url}/")
    see(page, "h2", "Nur dieser")
    assert page.locator("article").count() == 1


def test_loading_the_pairing_page_again_and_again_locks_nobody_out(strict: Site) -> None:
    for _ in range(12):
        for name in ("pair.js", "kiebitz.css", "words/pair.de.json", "shell.js", "i18n.js"):
            with urllib.request.urlopen(f"{strict.url}/pair/{name}") as answer:
                assert answer.status == 200
