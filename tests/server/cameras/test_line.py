"""From a reader elsewhere to the table: what it saw waits on its disk while the server is away, and comes once."""

from __future__ import annotations

import shutil
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from server.cameras.access import (
    Answer,
    Offline,
    Server,
    ServerError,
    address_of,
    table_named,
    token_for,
    trust,
)
from server.cameras.line import Line
from server.cameras.outbox import Outbox, left_behind
from server.security.certificates import ensure, fingerprint
from tests.server.web.site import Site

CARDS = [("A", "HK"), ("B", "H4"), ("C", "H3"), ("D", "T18")]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    built = Site(tmp_path / "server")
    built.start()
    yield built
    built.stop()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.cameras.line.PAUSES", (0.02,))
    monkeypatch.setattr("server.cameras.line.EVERY", 0.05)


def laid(position: int) -> dict[str, Any]:
    seat, card = CARDS[position - 1]
    return {"t": 1.0, "event": "card", "seat": seat, "card": card, "trick": 1, "position": position}


def tricks(site: Site, table: str) -> Any:
    return site.ask("GET", f"/api/tables/{table}")["sections"]["deal"]["record"]["tricks"]


def until(true: Callable[[], bool], seconds: float = 15.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.02)


def line(site: Site, table: str, folder: Path, url: str | None = None) -> Line:
    built = Line(Server(url or site.url), table, Outbox(folder))
    built.news = {"source": "camera 0"}
    return built


def test_what_is_seen_reaches_the_table_and_leaves_the_disk(site: Site, tmp_path: Path) -> None:
    table = site.table()
    site.say(table, {"type": "deal_opened"})
    talking = line(site, table, tmp_path / "box" / "r1")
    talking.start(lambda: np.full((90, 160, 3), 77, np.uint8))
    orders = talking.first_orders(10.0)
    assert orders is not None and orders["deal"]["number"] == 1
    number = talking.outbox.add(1, laid(1) | {"evidence": "r1.0"})
    quad = np.array([[10, 10], [40, 10], [40, 70], [10, 70]], np.float32)
    talking.show(number, np.full((90, 160, 3), 120, np.uint8), quad)
    until(lambda: bool(tricks(site, table)) and not talking.outbox.pictures() and not talking._shown.qsize())
    picture = f"/api/tables/{table}/camera/picture"
    until(lambda: _status(site, f"/api/tables/{table}/evidence/4") == 200)
    assert _status(site, picture) == 200  # asked for, and sent by the reader
    assert talking.close(5.0) == 0
    assert not (tmp_path / "box" / "r1").exists()


def _status(site: Site, path: str) -> int:
    with closing(Server(site.url)) as server:
        return server.call("GET", path).status


def test_a_server_that_goes_away_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cards fall while it is away; then the reader's machine is switched off, too."""
    folder = tmp_path / "server"
    first = Site(folder)
    first.start()
    table = first.table()
    first.say(table, {"type": "deal_opened"})
    box = tmp_path / "box"
    talking = line(first, table, box / "r1")
    talking.start(lambda: None)
    talking.outbox.add(1, laid(1))
    assert talking.outbox.settled(10.0)
    first.stop()
    talking.outbox.add(1, laid(2))
    until(lambda: not talking.online)
    talking.outbox.add(1, laid(3))
    assert talking.close(0.1) == 2
    assert left_behind(box, "r2") == []  # it may still be at work
    monkeypatch.setattr("server.cameras.outbox.ALIVE", 0.0)
    assert [path.name for path in left_behind(box, "r2")] == ["r1"]

    second = Site(folder)
    second.start()
    again = line(second, table, box / "r2")
    again.start(lambda: None)
    again.outbox.add(1, laid(4))
    until(lambda: bool(tricks(second, table)) and len(tricks(second, table)[0]["cards"]) == 4)
    assert again.close(5.0) == 0
    assert tricks(second, table)[0]["cards"] == [list(card) for card in CARDS]
    assert left_behind(box, "") == []
    second.stop()


def test_what_the_server_cannot_take_does_not_hold_up_the_rest(site: Site, tmp_path: Path) -> None:
    table = site.table()
    site.say(table, {"type": "deal_opened"})
    notices: list[str] = []
    talking = line(site, table, tmp_path / "r1")
    talking.notice = notices.append
    for event in (laid(1), {"event": "nonsense"}, laid(2)):
        talking.outbox.add(1, event)
    talking.start(lambda: None)
    until(lambda: len((tricks(site, table) or [{"cards": []}])[0]["cards"]) == 2)
    assert talking.close(5.0) == 0
    assert any("nonsense" in notice for notice in notices)


def test_a_camera_whose_access_is_taken_away_ends(site: Site, tmp_path: Path) -> None:
    table = site.table()
    talking = line(site, table, tmp_path / "r1")
    talking.server.token = "kz_" + "x" * 43
    talking.start(lambda: None)
    until(lambda: talking.fatal is not None)
    assert "any more" in str(talking.fatal)
    talking.close(0.1)


def test_an_outbox_that_was_cut_off_in_a_line(tmp_path: Path) -> None:
    box = Outbox(tmp_path / "r1")
    for position in (1, 2, 3):
        box.add(1, laid(position))
    batch = box.batch(0.0, most=1)
    assert batch is not None and batch.first == 0
    box.done(batch)
    box.close()
    with (tmp_path / "r1" / "events.jsonl").open("a") as file:
        file.write('{"n": 3, "deal": 1, "ev')
    again = Outbox(tmp_path / "r1")
    batch = again.batch(0.0)
    assert batch is not None and (batch.first, len(batch.events)) == (1, 2)
    assert again.next_number == 3
    again.close()


def test_a_full_disk_ends_the_keeping_and_not_the_reading(tmp_path: Path) -> None:
    notices: list[str] = []
    box = Outbox(tmp_path / "r1", notices.append)
    with box._log, box._acknowledged:
        pass
    box._log = box._acknowledged = Path("/dev/full").open("a")  # noqa: SIM115 - the box closes it
    for position in (1, 2):
        box.add(1, laid(position))
    batch = box.batch(0.0)
    assert batch is not None and len(batch.events) == 2
    box.done(batch)
    assert box.waiting() == 0
    shutil.rmtree(box.folder)
    box.keep(1, "crop", b"x")
    box.sign()
    box.close()
    assert len(notices) == 1 and "memory only" in notices[0]


def test_events_of_two_deals_are_never_in_one_batch(tmp_path: Path) -> None:
    box = Outbox(tmp_path / "r1")
    for deal in (1, 1, 2):
        box.add(deal, laid(1))
    batch = box.batch(0.0)
    assert batch is not None and (batch.deal, len(batch.events)) == (1, 2)
    box.close()


# --- whom to trust -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "192.168.1.5:8766",
        "ftp://x",
        "http://192.168.1.5:8765",
        "https://",
        "https://a:b",
        "https://a/path",
        "https://[abc",
    ],
)
def test_addresses_that_are_none(url: str) -> None:
    with pytest.raises(ServerError):
        address_of(url)
    assert address_of("https://192.168.1.5") == ("https", "192.168.1.5", 8766)


class Hello:
    """The second door alone: it answers with the authority, and with nothing else."""

    def __init__(self, folder: Path) -> None:
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

        self.papers = papers = ensure(folder, [], ["127.0.0.1"])

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                known = self.path == "/pair/authority.pem"
                body = papers.authority.read_bytes() if known else b"{}"
                self.send_response(200)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: Any) -> None:
                """Nobody reads it."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(papers.certificate, papers.key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.url = f"https://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def test_trust_is_given_once_by_the_fingerprint(tmp_path: Path) -> None:
    hello, kept = Hello(tmp_path / "papers"), tmp_path / "kept"
    right = fingerprint(hello.papers.authority)
    try:
        with pytest.raises(ServerError, match=f"--fingerprint {right}"):
            trust(hello.url, None, None, kept)
        with pytest.raises(ServerError, match="Do not go on"):
            trust(hello.url, None, "ab" * 32, kept)
        spoken = ":".join(right[at : at + 2].upper() for at in range(0, 64, 2))
        for given in (spoken, None):  # the second time it is known
            context = trust(hello.url, None, given, kept)
            with closing(Server(hello.url, context=context)) as server:
                assert server.call("GET", "/").status == 200
        assert trust(hello.url, hello.papers.authority, None, tmp_path / "nothing") is not None
    finally:
        hello.close()


def test_another_machine_with_the_same_address_is_not_trusted(tmp_path: Path) -> None:
    real, false, kept = Hello(tmp_path / "real"), Hello(tmp_path / "false"), tmp_path / "kept"
    try:
        context = trust(real.url, None, fingerprint(real.papers.authority), kept)
        with pytest.raises(ServerError, match="not trusted"):
            Server(false.url, context=context).call("GET", "/")
    finally:
        real.close()
        false.close()


def test_a_code_becomes_a_token_that_is_kept(site: Site, tmp_path: Path) -> None:
    table = site.table()
    offer = site.ask("POST", "/api/pairings", {"role": "camera", "table": table, "name": "Hall"})
    server = Server(site.url)
    with pytest.raises(ServerError, match="--code"):
        token_for(server, None, "00000000" if offer["code"] != "00000000" else "11111111", "x", tmp_path)
    token = token_for(server, None, offer["code"], "camera 7", tmp_path)
    kept = next((tmp_path / "tokens").iterdir())
    assert token and kept.stat().st_mode & 0o077 == 0
    assert token_for(server, None, None, "x", tmp_path) == token
    assert token_for(server, "kz_given", None, "x", tmp_path) == "kz_given"
    server.token = token
    assert server.call("GET", "/api/me").json()["role"] == "camera"
    assert table_named(server, None) == table
    server.close()


def test_tables_by_name(site: Site) -> None:
    server = Server(site.url)
    with pytest.raises(ServerError, match="none yet"):
        table_named(server, None)
    one, two = site.table(name="Eins"), site.table(name="Zwei")
    assert table_named(server, "Eins") == one and table_named(server, two) == two
    for name, words in (
        (None, "--table is missing"),
        ("Drei", "there is no table"),
        ("", "there is no table"),
    ):
        with pytest.raises(ServerError, match=words):
            table_named(server, name)
    server.close()


def test_a_server_that_is_not_there() -> None:
    with pytest.raises(Offline):
        Server("http://127.0.0.1:9").call("GET", "/")


@pytest.mark.parametrize("status", [408, 421, 504])
def test_what_a_server_answers_that_nobody_knows_is_tried_again_with_pauses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    calls: list[str] = []

    def call(self: Server, method: str, path: str, *rest: object, **more: object) -> Answer:
        calls.append(path)
        return Answer(status, b"")

    monkeypatch.setattr(Server, "call", call)
    talking = Line(Server("http://127.0.0.1:1"), "t", Outbox(tmp_path / "box" / "r1"))
    talking.outbox.add(1, laid(1))
    talking.outbox.keep(0, "crop", b"a picture")
    talking.start(lambda: None)
    time.sleep(0.5)
    assert talking.close(0.0) == 1
    assert 1 <= len([path for path in calls if path.endswith("/events")]) <= 40
    assert bool(list((tmp_path / "box" / "r1").rglob("*crop*"))) is (status >= 500)
