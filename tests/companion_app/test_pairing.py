"""Pairing over the local network: the server's own authority is pinned, and nobody else is believed from then on."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion_app import actions as a
from companion_app import tournament_actions as ta
from companion_app.client.address import BadAddress, read_address, websocket_address
from companion_app.client.http import Api, Untrusted
from companion_app.client.trust import fingerprint, first_certificate, readable
from companion_app.discovery import look_around
from companion_app.memory import Memory
from companion_app.presenters.frame import frame_of
from companion_app.settings import Settings
from companion_app.state import messages as m
from companion_app.state.model import AppState, Order, Server, Tournament
from companion_app.state.tournament import next_order
from companion_app.state.update import update
from companion_app.viewmodels.start import StartView
from server.security.origins import local_addresses
from tests.companion_app.desk import TABLE, Desk
from tests.companion_app.fingers import choices
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


# --- what waits, when the server is left or found anew ----------------------------------------------------------------------

OLD, NEW = "https://192.168.1.5:8766", "https://192.168.1.77:8766"
TOURNAMENT = "e0123456789ab"


def with_work(authority: str = "PEM one") -> Desk:
    """Two results that were not sent, and a sheet that the four have confirmed."""
    desk = Desk("hopfgarten-2023")
    server = Server(OLD, "kz_1", "scorer", "d1", None, authority)
    desk.state = replace(desk.state, server=server)
    desk.offline = True
    desk.touch("quick.blank.B", "settle.next", "quick.blank.C")
    sheet = Order("k.9", "hand_in", (1, 7), confirmed=("Anna", "Bert", "Cilli", "Dora"), games=2)
    known = Tournament(TOURNAMENT, place=(1, 7), log=TABLE, players=sheet.confirmed, orders=(sheet,))
    desk.state = replace(desk.state, tournament=known)
    return desk


def waits(desk: Desk) -> int:
    known = desk.state.tournament
    return len(desk.state.outbox) + (0 if known is None else len(known.orders))


@pytest.mark.parametrize(
    ("authority", "address", "same"),
    [
        ("PEM one", NEW, True),  # the laptop has another address
        ("PEM one", OLD, True),
        ("PEM two", OLD, False),  # another server where ours was
        ("PEM two", NEW, False),
        ("", OLD, True),  # without an authority there is only the address
        ("", NEW, False),
    ],
)
@pytest.mark.parametrize("left", ["", "forget", "revoked"])
def test_a_server_is_known_by_its_authority_and_what_waits_is_never_thrown_away(
    authority: str, address: str, same: bool, left: str
) -> None:
    desk = with_work()
    if left:
        desk.step(a.Forget() if left == "forget" else m.Revoked())
        assert desk.state.server is None and desk.state.table is None
        assert "3 Einträge warten hier noch" in shown_hint(desk)
    desk.step(m.Paired(Server(address, "kz_2", "scorer", "d2", None, authority)))
    assert waits(desk) == 3 and desk.state.table == (TABLE if same else None)
    if same:
        assert desk.state.screen is a.Screen.TABLE and not desk.state.parted
    else:
        assert "3 Einträge warten hier noch" in shown_hint(desk)
        desk.step(a.Forget())
        desk.step(m.Paired(Server(NEW, "kz_3", "scorer", "d3", None, "PEM one")))
        assert waits(desk) == 3


def shown_hint(desk: Desk) -> str:
    view = frame_of(desk.state).view
    assert isinstance(view, StartView)
    return view.hint


def test_what_waits_goes_out_once_the_device_is_back_and_survives_until_then(tmp_path: Path) -> None:
    desk = with_work()
    desk.step(m.Revoked())
    Memory(tmp_path).save(desk.state)
    desk.state = Memory(tmp_path).load()
    assert waits(desk) == 3 and "3 Einträge warten hier noch" in shown_hint(desk)
    desk.step(m.Paired(Server(NEW, "kz_2", "scorer", "d2", None, "PEM one")))
    assert desk.state.table == TABLE
    desk.offline = False
    desk.step(m.Linked(desk.state.generation + 1))
    desk.hear({"type": "state", "table": TABLE, "seq": desk.table.seq, "sections": desk.sections})
    desk.deliver()
    assert len(desk.copy.section("sheet")["rows"]) == 2 and not desk.refusals and not desk.state.outbox
    sent = next_order(desk.state)
    assert sent is not None and sent[0].kind == "hand_in"


def test_a_sheet_waits_for_its_own_table_at_another_server() -> None:
    """It is neither sent from there nor dropped because another table says something else."""
    desk = with_work()
    desk.step(m.Paired(Server(NEW, "kz_2", "admin", "d2", None, "PEM two")))
    other = "t000000000008"
    desk.step(a.ChooseTable(other))
    desk.step(m.Linked(desk.state.generation + 1))
    desk.step(m.Heard(desk.state.generation, {"type": "state", "table": other, "seq": 4, "sections": {}}))
    assert next_order(desk.state) is None and waits(desk) == 3
    desk.step(ta.ChooseTournament("e00000000000f"))
    desk.step(m.Belongs(other, "e00000000000f", (1, 1)))
    assert waits(desk) == 3


def test_taking_the_tournament_up_again_leads_to_the_table_that_something_waits_for() -> None:
    desk = with_work()
    desk.step(a.Forget())
    desk.state = replace(desk.state, parted=None)
    desk.step(m.Paired(Server(NEW, "kz_2", "scorer", "d2", None, "PEM one")))
    assert desk.state.table is None
    desk.step(ta.ChooseTournament(TOURNAMENT))
    assert desk.state.table == TABLE and waits(desk) == 3


def test_what_waits_is_thrown_away_only_by_who_means_it() -> None:
    desk = with_work()
    desk.step(a.Forget())
    desk.touch("start.discard")
    assert waits(desk) == 3
    desk.touch("sure")
    assert waits(desk) == 0 and desk.state.tournament is None
    assert "start.discard" not in choices(frame_of(desk.state))


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


def test_a_log_that_the_server_cannot_read_is_said_where_the_tables_are_chosen() -> None:
    """It would be missing from the list without a word, and somebody would open its table anew."""
    start = AppState(server=Server("http://127.0.0.1:8765", role="host"))
    shown = {"id": TABLE, "name": "Stube"}
    state, effects = update(start, m.Tables((shown, shown), (), ("t00000000bad1",)))
    assert not effects
    assert len(state.tables) == 2
    assert state.notice is not None
    assert (state.notice.key, dict(state.notice.fields)["detail"]) == ("start.damaged", "t00000000bad1")
    assert update(start, m.Tables((shown, shown)))[0].notice is None


def test_a_table_that_is_asked_for_again_after_a_slow_answer_is_made_once(tmp_path: Path) -> None:
    """The server may have made it already: only another table has another id."""
    asked: list[m.Effect] = []

    def steps(state: AppState, *messages: object) -> AppState:
        for message in messages:
            state, effects = update(state, message)  # type: ignore[arg-type]
            asked.extend(effect for effect in effects if isinstance(effect, m.MakeTable))
        return state

    late = m.Failed("start.not_made", "timed out")
    state = AppState(server=Server("http://127.0.0.1:8765"))
    state = steps(state, a.FillTable("player0", "Anna"), a.CreateTable(), late, a.CreateTable(), late)
    Memory(tmp_path).save(state)
    again = Memory(tmp_path).load()
    state = steps(replace(again, server=state.server), a.FillTable("player0", "Anna"), a.CreateTable(), late)
    assert len({effect.command for effect in asked if isinstance(effect, m.MakeTable)}) == 1
    state = steps(state, a.FillTable("player0", "Berta"), a.CreateTable(), m.Made(TABLE), a.CreateTable())
    assert len({effect.command for effect in asked if isinstance(effect, m.MakeTable)}) == 3


def test_why_the_server_does_not_start_is_said_on_the_start_screen_too() -> None:
    why = "port 8765 on 127.0.0.1 cannot be used"
    for lang in ("de", "en"):
        state = replace(AppState(), settings=Settings(lang=lang))
        state, _ = update(state, m.Failed("start.server_failed", why))
        view = frame_of(state).view
        assert isinstance(view, StartView) and view.message.rstrip(".").endswith(why)
