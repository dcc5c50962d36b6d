"""Pairing over the local network: the server's own authority is pinned, and nobody else is believed from then on."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion_app import actions as a
from companion_app.client.address import BadAddress, read_address, websocket_address
from companion_app.client.http import Api, Untrusted
from companion_app.client.trust import fingerprint, first_certificate, readable
from companion_app.discovery import look_around
from companion_app.presenters.frame import frame_of
from companion_app.state import messages as m
from companion_app.state.model import AppState, Server
from companion_app.state.update import update
from companion_app.viewmodels.start import StartView
from server.security.origins import local_addresses
from tests.companion_app.table_server import TableServer
from tests.companion_app.test_evening import app, run


@pytest.mark.parametrize(
    ("text", "address", "secret"),
    [
        ("192.168.1.5", "https://192.168.1.5:8766", None),
        (" 192.168.1.5:9000 ", "https://192.168.1.5:9000", None),
        ("stube.local", "https://stube.local:8766", None),
        ("https://192.168.1.5:8766/pair#kz-secret_1", "https://192.168.1.5:8766", "kz-secret_1"),
        ("http://127.0.0.1:8765/", "http://127.0.0.1:8765", None),
        ("localhost", "http://localhost:8765", None),
        ("[fd00::2]", "https://[fd00::2]:8766", None),
    ],
)
def test_addresses_as_people_type_them_and_qr_codes_carry_them(
    text: str, address: str, secret: str | None
) -> None:
    assert read_address(text) == (address, secret)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "Anna Bert",
        "http://192.168.1.5:8765",
        "ftp://192.168.1.5",
        "https://",
        "192.168.1.5:99999",
        "https://a@b",
        "x" * 400,
    ],
)
def test_what_is_no_address_is_said_so(text: str) -> None:
    """Clear HTTP beyond this machine is none: a token would travel in it for all to read."""
    with pytest.raises(BadAddress):
        read_address(text)
    state, effects = update(AppState(), a.ChooseServer(text))
    assert not effects and state.start.message == "start.bad_address"


def test_the_socket_follows_the_scheme() -> None:
    assert websocket_address("https://192.168.1.5:8766", "/x") == "wss://192.168.1.5:8766/x"
    assert websocket_address("http://127.0.0.1:8765", "/x") == "ws://127.0.0.1:8765/x"


def test_the_code_is_sent_with_its_eighth_digit_and_only_then() -> None:
    state, _ = update(AppState(), m.NeedsPairing("https://192.168.1.5:8766", "3f2a90c1" * 8))
    asked: list[m.Effect] = []
    for digit in "1234 5678":
        state, effects = update(state, a.TypeCode(state.start.code + digit))
        asked += effects
    assert asked == [m.Pair("https://192.168.1.5:8766", code="12345678")] and state.start.busy
    view = frame_of(state).view
    assert isinstance(view, StartView) and view.hint.endswith("Zeichen des Servers: 3f2a 90c1 3f2a 90c1")


def test_leaving_a_server_keeps_only_the_settings() -> None:
    state = AppState(
        server=Server("https://192.168.1.5:8766", "kz_1"), table="t0123456789ab", counter=5, generation=2
    )
    state, _ = update(state, a.Change("lang", "en"))
    state, _ = update(state, a.Forget())
    assert state.server is None and state.table is None and state.lang == "en" and state.counter == 5
    assert state.generation > 2  # what the old connection still says is dropped


# --- in a real network -----------------------------------------------------------------------------------------------------

needs_network = pytest.mark.skipif(
    not any(":" not in address for address in local_addresses()), reason="this machine is in no network"
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TableServer]:
    found = TableServer(tmp_path / "server", lan=True)
    found.start()
    yield found
    found.stop()


@needs_network
def test_a_tablet_is_paired_by_qr_text_and_believes_only_this_server_afterwards(
    server: TableServer, tmp_path: Path
) -> None:
    table = server.table()
    offer = server.ask("/api/pairings", {"role": "scorer", "table": table, "name": "Tablet"})
    assert offer["url"].startswith("https://")

    async def paired() -> None:
        async with app(tmp_path / "tablet", None) as person:
            person.companion.dispatch(a.PairText(offer["url"]))
            await person.until(lambda: person.state.section("table") is not None, "the table")
            assert person.state.server is not None and "BEGIN CERTIFICATE" in person.state.server.authority
            await person.touch("quick.trischaken")
            await person.settled()

    run(paired())
    server.stop()
    shutil.rmtree(server.folder / "certificates")  # another authority answers at the same address now
    server.start()

    async def changed() -> None:
        async with app(tmp_path / "tablet", None) as person:
            known = person.state.server
            assert known is not None
            with pytest.raises(Untrusted):
                await Api(known.address, known.token, known.authority).get("/api/me")
            await person.until(
                lambda: (
                    person.frame.notice is not None and "weist sich anders aus" in person.frame.notice.text
                ),
                "the warning",
            )
            assert person.state.copy is None and person.state.server == known

    run(changed())


@needs_network
def test_the_sign_on_the_tablet_is_that_of_the_servers_authority(server: TableServer, tmp_path: Path) -> None:
    address = server.ask("/api/lan")["addresses"][0]
    pem = (server.folder / "certificates" / "authority.pem").read_text("ascii")

    async def story() -> None:
        async with app(tmp_path / "tablet", address) as person:
            await person.until(lambda: person.state.start.step == "pair", "the code to be asked for")
            view = person.frame.view
            assert isinstance(view, StartView)
            assert view.hint.endswith(readable(fingerprint(first_certificate(pem))))

    run(story())


@needs_network
def test_the_server_is_found_in_the_network(server: TableServer) -> None:
    address = server.ask("/api/lan")["addresses"][0]
    heard: list[tuple[tuple[tuple[str, str], ...], bool]] = []
    asyncio.run(look_around(lambda found, searching: heard.append((found, searching)), seconds=3))
    assert heard[-1][1] is False
    if not any(found for found, _ in heard):
        pytest.skip("this network carries no multicast")
    assert any(address == found_address for found, _ in heard for _, found_address in found)


def test_a_certificate_is_read_strictly() -> None:
    for text in ("", "hello", "-----BEGIN CERTIFICATE-----\n!!!\n-----END CERTIFICATE-----"):
        with pytest.raises(ValueError):
            first_certificate(text)
