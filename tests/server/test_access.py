"""Who reaches what: roles, pairing, hosts, origins, limits."""

from __future__ import annotations

import json
import logging
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from server.security import origins
from server.security.guard import COOKIE
from server.security.pairing import TRIES
from server.tables.roles import COMMANDS, OPERATIONS, Role
from tests.server.house import House, OpenLan, house

TABLE = "t000000000000"
EVENING, CUP = "e000000000000", "c000000000000"
FOR_PLAYERS = ("/api/now", "/api/player/{tournament}", "/api/player/{tournament}/stream")
"""What a player sees of a tournament without any login."""
REQUESTS: dict[str, list[tuple[str, str, Any]]] = {
    "rules.read": [("GET", "/api/systems", None)],
    "me.read": [("GET", "/api/me", None)],
    "tables.list": [("GET", "/api/tables", None)],
    "table.read": [("GET", "/api/tables/{t}", None)],
    "table.preview": [("POST", "/api/tables/{t}/preview", {})],
    "table.follow": [("GET", "/api/tables/{t}/stream?after=abc", None)],
    "table.events": [("GET", "/api/tables/{t}/events", None)],
    "table.sheet": [("GET", "/api/tables/{t}/sheet", None)],
    "table.deal": [("GET", "/api/tables/{t}/deals/1", None)],
    "table.export": [("GET", "/api/tables/{t}/exports/sheet.csv", None)],
    "table.create": [("POST", "/api/tables?command=c", {})],
    "camera.report": [
        ("POST", "/api/tables/{t}/camera/events", {}),
        ("POST", "/api/tables/{t}/camera/sync", {}),
        ("PUT", "/api/tables/{t}/camera/evidence/r.1/crop", {}),
        ("PUT", "/api/tables/{t}/camera/picture", {}),
    ],
    "camera.picture": [("POST", "/api/tables/{t}/camera/pictures", {})],
    "camera.look": [("GET", "/api/tables/{t}/camera/picture", None), ("GET", "/api/tables/{t}/camera", None)],
    "camera.manage": [
        ("GET", "/api/cameras", None),
        ("POST", "/api/tables/{t}/camera", {"source": "0"}),
        ("DELETE", "/api/tables/{t}/camera", None),
        ("PUT", "/api/tables/{t}/camera/corners", {}),
    ],
    "evidence.crop": [("GET", "/api/tables/{t}/evidence/1", None)],
    "evidence.frame": [("GET", "/api/tables/{t}/evidence/1?frame=1", None)],
    "pairing.offer": [("POST", "/api/pairings", {})],
    "devices.manage": [("GET", "/api/devices", None), ("DELETE", "/api/devices/d1", None)],
    "lan.open": [("GET", "/api/lan", None), ("PUT", "/api/lan", {})],
    "checkup.read": [("GET", "/api/checkup", None)],
    "docs.read": [("GET", "/docs", None), ("GET", "/openapi.json", None)],
    "tournaments.list": [("GET", "/api/tournaments", None), ("GET", "/api/tournaments/modes", None)],
    "tournament.read": [
        ("GET", f"/api/tournaments/{EVENING}", None),
        ("GET", f"/api/tournaments/{EVENING}/code", None),
        ("GET", f"/api/tournaments/{EVENING}/desk", None),
        ("GET", "/api/tables/{t}/tournament", None),
    ],
    "tournament.follow": [("GET", f"/api/tournaments/{EVENING}/stream?after=abc", None)],
    "tournament.command": [
        ("POST", f"/api/tournaments/{EVENING}/commands", {}),
        ("POST", f"/api/tournaments/{EVENING}/call", {}),
    ],
    "tournament.events": [("GET", f"/api/tournaments/{EVENING}/events", None)],
    "tournament.export": [("GET", f"/api/tournaments/{EVENING}/exports/standing.csv", None)],
    "tournament.create": [("POST", "/api/tournaments?command=c", {}), ("POST", "/api/tournaments/names", {})],
    "tournament.decide": [("POST", f"/api/tournaments/{EVENING}/calls/1/decision", {})],
    "cups.list": [("GET", "/api/cups", None)],
    "cup.read": [("GET", f"/api/cups/{CUP}", None)],
    "cup.export": [("GET", f"/api/cups/{CUP}/exports/cup.csv", None)],
    "cup.create": [("POST", "/api/cups?command=c", {})],
    "cup.command": [("POST", f"/api/cups/{CUP}/commands", {})],
}


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, str, dict[Role, TestClient]]]:
    """One house with a device of every role, for the tests that only ask."""
    with house(tmp_path_factory.mktemp("house")) as at:
        table = at.table()
        yield at, table, {role: at.device(role.value) for role in Role}


@pytest.fixture
def at(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path) as built:
        yield built


Shared = tuple[House, str, dict[Role, TestClient]]

# --- roles -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("operation", list(OPERATIONS))
@pytest.mark.parametrize("role", list(Role), ids=lambda r: r.value)
def test_every_role_and_every_operation(shared: Shared, role: Role, operation: str) -> None:
    _, table, devices = shared
    for method, path, body in REQUESTS[operation]:
        answer = devices[role].request(method, path.format(t=table), json=body)
        refused = answer.status_code == 403 and answer.json()["error"]["code"] == "role"
        assert refused == (role not in OPERATIONS[operation]), answer.text
        assert answer.status_code != 401 and answer.status_code < 500


@pytest.mark.parametrize("role", list(Role), ids=lambda r: r.value)
def test_every_role_and_every_word(shared: Shared, role: Role) -> None:
    """A word that the role may not say is refused for that; one that it may say is refused, if at all, for another reason."""
    at, table, devices = shared
    words: dict[str, dict[str, Any]] = {
        "table_created": {"name": "x", "rules": "sb-2023", "players": list("abcd")},
        "players_seated": {"players": ["Anna", "Bert", "Cilli", "Dora"]},
        "player_renamed": {"player": 0, "name": "Anna"},
        "options_agreed": {"options": {}},
        "fair_play_chosen": {"mode": "fair_play"},
        "camera_noted": {"status": "manual"},
        "call_said": {"by": "A", "call": "vorhand"},
        "contract_set": {"game": "dreier", "declarer": "A"},
        "talon_shown": {"halves": [["T05", "HQ", "S7"], ["D1", "C8", "T14"]]},
        "talon_taken": {"taken": "first"},
        "discarded": {"cards": ["??"]},
        "hand_shown": {"seat": "A", "cards": ["??"]},
        "announced": {"by": "A", "what": "trull"},
        "kontra_said": {"by": "B"},
        "card_laid": {"by": "A", "card": "??"},
        "card_taken_back": {"by": "A", "card": "HK"},
        "trick_collected": {"trick": 1, "by": "A"},
        "gift_laid": {"trick": 1, "card": "??"},
        "question_asked": {"id": "q", "trick": 1, "position": 1},
        "question_answered": {"id": "nobody", "card": "HK"},
        "deal_ended": {},
        "result_entered": {"result": {}},
        "deal_struck": {},
        "deal_corrected": {"number": 99},
        "retracted": {"event": 10**6},
        "corrected": {"event": 10**6, "to": {"type": "card_laid", "by": "A", "card": "??"}},
        "deal_opened": {},
        "settled": {"number": 1, "points": [], "cents": [], "totals": [], "cash": []},
    }
    assert set(words) == set(COMMANDS)
    at.say(table, {"type": "deal_opened"})
    for word, fields in words.items():
        answer = at.say(table, {"type": word} | fields, by=devices[role])
        allowed = role in COMMANDS[word]
        assert (answer.status_code == 200 or answer.json()["error"]["code"] != "role") == (
            allowed or word == "settled"
        ), (word, answer.text)
        assert answer.status_code == 200 or answer.status_code in (403, 422), (word, answer.text)
        if not allowed:
            assert answer.status_code in (403, 422)


def test_a_player_learns_nothing_of_hidden_cards_by_answering(at: House) -> None:
    """A card that is hidden in a hand, one that lies openly and one that is free: the refusal is the same."""
    table = at.table()
    player = at.device("player", table)
    at.say(table, {"type": "deal_opened"}, {"type": "hand_shown", "seat": "C", "cards": ["T18"]})
    at.say(
        table, {"type": "card_laid", "by": "A", "card": "HK"}, {"type": "card_laid", "by": "B", "card": "??"}
    )
    at.say(table, {"type": "question_asked", "id": "q1", "trick": 1, "position": 2})
    answers = [
        at.say(table, {"type": "question_answered", "id": "q1", "card": card}, by=player)
        for card in ("T18", "HK", "T17")
    ]
    assert {answer.status_code for answer in answers} == {403}
    assert len({answer.text for answer in answers}) == 1
    assert at.say(table, {"type": "question_answered", "id": "q1", "card": "T17"}).status_code == 200


def test_who_is_not_paired_reaches_nothing_but_the_pairing(shared: Shared) -> None:
    at, table, _ = shared
    paths = at.host.get("/openapi.json").json()["paths"]
    stranger = at.stranger()
    for path, methods in paths.items():
        for method in methods:
            fitted = path.format_map(defaultdict(lambda: "1", table=table, tournament=EVENING, cup=CUP))
            answer = at.stranger().request(method, fitted, json={} if method != "get" else None)
            open_to_all = path == "/api/pair" or path in FOR_PLAYERS
            assert (answer.status_code != 401) == open_to_all, (method, path)
    assert (
        stranger.get("/", headers={"accept": "text/html"}, follow_redirects=False).headers["location"]
        == "/pair"
    )
    with pytest.raises(WebSocketDisconnect) as closed, at.live(table, by=stranger):
        pass
    assert closed.value.code == 4401


def test_a_device_bound_to_a_table_sees_no_other(at: House) -> None:
    one, two = at.table(name="Eins"), at.table(name="Zwei")
    scorer = at.device("scorer", one)
    assert [t["id"] for t in scorer.get("/api/tables").json()["tables"]] == [one]
    assert scorer.get(f"/api/tables/{one}").status_code == 200
    for path in ("", "/events", "/sheet", "/exports/sheet.csv", "/stream"):
        assert scorer.get(f"/api/tables/{two}{path}").status_code == 404
    assert at.say(two, {"type": "deal_opened"}, by=scorer).status_code == 404


# --- pairing -----------------------------------------------------------------------------------------------------


def offer(at: House, role: str = "viewer") -> dict[str, Any]:
    answer: dict[str, Any] = at.host.post("/api/pairings", json={"role": role, "name": "Gerät"}).json()
    return answer


def test_a_secret_pairs_one_device_once(at: House) -> None:
    offered = offer(at, "player")
    address, _, secret = offered["url"].partition("#")
    assert secret and "?" not in address and offered["qr"].startswith("<svg")
    client = at.stranger()
    paired = client.post("/api/pair", json={"secret": secret, "name": "Annas Telefon"})
    assert paired.status_code == 201 and paired.json()["role"] == "player"
    cookie = paired.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie
    assert client.get("/api/me").json()["name"] == "Annas Telefon"
    replayed = at.stranger().post("/api/pair", json={"secret": secret})
    assert (replayed.status_code, replayed.json()["error"]["code"]) == (403, "pairing")
    with_code = at.stranger().post("/api/pair", json={"code": offered["code"]})
    assert with_code.status_code == 403


def test_a_host_is_bound_to_no_table(at: House) -> None:
    table = at.table()
    answer = at.host.post("/api/pairings", json={"role": "admin", "table": table})
    error = answer.json()["error"]
    assert (answer.status_code, error["code"], error["at"]) == (422, "bound", "table")
    assert at.host.post("/api/pairings", json={"role": "referee", "table": table}).status_code == 201
    assert at.host.post("/api/pairings", json={"role": "admin"}).status_code == 201


def test_a_guessed_code_ends_every_offer(at: House) -> None:
    offered = [offer(at), offer(at)]
    wrong = next(f"{n:08d}" for n in range(10) if f"{n:08d}" not in {o["code"] for o in offered})
    for _ in range(TRIES):
        assert at.stranger().post("/api/pair", json={"code": wrong}).status_code == 403
    for each in offered:
        assert at.stranger().post("/api/pair", json={"code": each["code"]}).status_code == 403
    fresh = offer(at)
    spaced = fresh["code"][:4] + " " + fresh["code"][4:]
    assert at.stranger().post("/api/pair", json={"code": spaced}).status_code == 201


def test_an_offer_lapses(at: House) -> None:
    offered = offer(at)
    pairings = at.app.pairings
    clock = pairings.clock
    pairings.clock = lambda: clock() + 301
    assert at.stranger().post("/api/pair", json={"code": offered["code"]}).status_code == 403


def test_a_revoked_device_is_out_at_once_even_on_an_open_line(at: House) -> None:
    table = at.table()
    viewer = at.device("viewer")
    me = viewer.get("/api/me").json()["device"]
    with at.live(table, by=viewer) as socket:
        assert socket.receive_json()["type"] == "state"
        assert at.host.delete(f"/api/devices/{me}").status_code == 200
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()
    assert viewer.get("/api/me").status_code == 401
    [row] = [d for d in at.host.get("/api/devices").json()["devices"] if d["id"] == me]
    assert row["revoked"]


def test_tokens_are_kept_as_hashes_and_stand_in_no_log(at: House, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        viewer = at.device("viewer")
    token = viewer.headers["authorization"].removeprefix("Bearer ")
    assert token not in caplog.text
    at.store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    files = [f.read_bytes() for f in at.store.path.parent.iterdir() if f.is_file()]
    assert not any(token.encode() in data for data in files)


def test_tokens_in_addresses_are_worth_nothing(at: House) -> None:
    viewer = at.device("viewer")
    token = viewer.headers["authorization"].removeprefix("Bearer ")
    assert at.stranger().get(f"/api/me?token={token}&{COOKIE}={token}").status_code == 401


def test_the_pairing_page_is_all_that_a_stranger_sees(shared: Shared) -> None:
    at, _, devices = shared
    assert "/pair/pair.js" in at.stranger().get("/pair").text
    assert at.stranger().get("/pair/live.js").status_code == 404
    assert "location.hash" in at.stranger().get("/pair/pair.js").text
    assert at.stranger().get("/pair/../api/tables").status_code == 401
    assert "/static/start.js" in devices[Role.VIEWER].get("/").text


# --- the door ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "a b", "localhost@evil"]
)
def test_forged_hosts_are_turned_away(shared: Shared, host: str) -> None:
    at, table, _ = shared
    answer = at.host.get("/api/me", headers={"host": host})
    assert (answer.status_code, answer.json()["error"]["code"]) == (421, "host")
    with pytest.raises(WebSocketDisconnect), at.live(table, headers={"host": host}):
        pass


def test_a_machine_that_joins_another_network_is_known_by_its_new_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, routed = [0.0], [["192.168.1.5"]]
    monkeypatch.setattr(origins, "_routed", lambda: routed[0])
    monkeypatch.setattr("socket.getaddrinfo", lambda *_: [])
    names = origins.OwnNames(["club.example"], clock=lambda: now[0])
    assert {"192.168.1.5", "club.example", "localhost"} <= names()
    routed[0] = ["10.0.0.7"]
    assert "10.0.0.7" not in names()  # not looked up with every request
    now[0] = 10.0
    assert "10.0.0.7" in names() and "10.0.0.8" not in names()


@pytest.mark.parametrize("headers", [
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "http://localhost.evil.example"},
    {"origin": "http://localhost:9999"},
    {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"},
    {"sec-fetch-site": "same-site", "sec-fetch-mode": "cors"},
])  # fmt: skip
def test_pages_of_other_sites_are_turned_away(shared: Shared, headers: dict[str, str]) -> None:
    at, table, _ = shared
    for path in ("/api/me", f"/api/tables/{table}/stream"):
        answer = at.host.get(path, headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "origin")
    assert at.host.post("/api/tables?command=x", json={}, headers=headers).status_code == 403
    with pytest.raises(WebSocketDisconnect), at.live(table, headers=headers):
        pass


def test_own_pages_and_programs_are_let_in(shared: Shared) -> None:
    at, _, _ = shared
    for headers in ({}, {"origin": "http://localhost"}, {"sec-fetch-site": "same-origin"}):
        assert at.host.get("/api/me", headers=headers).status_code == 200


def test_the_network_is_closed_until_the_host_opens_it(tmp_path: Path) -> None:
    with house(tmp_path, lan=OpenLan(False)) as at:
        assert at.stranger().get("/pair").json()["error"]["code"] == "lan"
        assert at.host.put("/api/lan", json={"open": True}).json()["open"]
        assert at.stranger().get("/api/me").status_code == 401


@pytest.mark.parametrize(
    "headers", [{"x-forwarded-for": "1.2.3.4"}, {"forwarded": "for=1.2.3.4"}, {"host": "kiebitz.test"}]
)
def test_who_comes_through_a_proxy_is_not_the_host(shared: Shared, headers: dict[str, str]) -> None:
    at, _, _ = shared
    assert at.host.get("/api/me", headers=headers).status_code == 401


def test_an_old_cookie_does_not_lock_the_host_out_but_a_wrong_token_is_no_host(shared: Shared) -> None:
    at, _, _ = shared
    assert at.host.get("/api/me", headers={"cookie": f"{COOKIE}=kz_old"}).json()["role"] == "admin"
    assert at.host.get("/api/me", headers={"authorization": "Bearer kz_old"}).status_code == 401
    assert at.stranger().get("/api/me", headers={"cookie": f"{COOKIE}=kz_old"}).status_code == 401


def test_bodies_too_large_or_too_deep_are_refused(shared: Shared) -> None:
    at, table, _ = shared
    path = f"/api/tables/{table}/commands"
    limit = 256 * 1024
    assert at.host.post(path, content=b" " * (limit + 1)).status_code == 413
    assert at.host.post(path, content=iter([b" " * limit, b" "])).status_code == 413
    assert at.host.post(path, headers={"content-length": "9" * 30}, content=b"").status_code == 413
    deep = at.host.post(path, content=b"[" * 1000 + b"]" * 1000)
    assert (deep.status_code, deep.json()["error"]["code"]) == (400, "too_deep")
    quoted = json.dumps({"id": "[" * 60, "say": []})
    assert at.host.post(path, content=quoted.encode()).json()["error"]["code"] != "too_deep"
    pictures = f"/api/tables/{table}/camera/pictures"
    assert at.host.post(pictures, content=b"\xff\xd8\xff" + bytes(4 * 1024 * 1024)).status_code == 413


def test_too_many_requests_are_slowed_down(tmp_path: Path) -> None:
    with house(tmp_path, requests_per_second=1.0) as at:
        answers = [at.host.get("/api/me").status_code for _ in range(8)]
        assert answers[:4] == [200] * 4 and 429 in answers


def test_answers_carry_the_headers_of_a_careful_server(shared: Shared) -> None:
    at, _, _ = shared
    headers = at.host.get("/api/me").headers
    assert headers["x-content-type-options"] == "nosniff" and headers["cache-control"] == "no-store"
    assert "default-src 'self'" in headers["content-security-policy"]
