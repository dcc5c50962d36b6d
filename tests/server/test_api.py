"""The API from outside: what it does, and what it answers to what it cannot do."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.api.live import LAGGED
from tests.server.cameras.pictures import jpeg
from tests.server.house import House, house
from tests.server.stories import dealt, plain

Word = dict[str, Any]


@pytest.fixture
def at(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path) as built:
        yield built


def story(seed: int = 4) -> list[Word]:
    return [json.loads(plain(said)) for said in dealt(seed)[1]]


def play(at: House, table: str, words: list[Word]) -> None:
    for start in range(0, len(words), 40):
        answer = at.say(table, *words[start : start + 40])
        assert answer.status_code == 200, answer.text


def test_a_whole_deal_over_http(at: House) -> None:
    table = at.table()
    play(at, table, story())
    whole = at.host.get(f"/api/tables/{table}").json()
    assert whole["sections"]["deal"] is None and whole["sections"]["last"]["number"] == 1
    sheet = at.host.get(f"/api/tables/{table}/sheet").json()
    assert sheet == whole["sections"]["sheet"] and sum(sheet["totals"]) == 0
    deal = at.host.get(f"/api/tables/{table}/deals/1").json()
    assert deal["judgement"]["format"] == "kiebitz-judgement/1"
    page = at.host.get(f"/api/tables/{table}/events?after=2&limit=3").json()
    assert [event["seq"] for event in page["events"]] == [3, 4, 5] and page["head"] == whole["seq"]
    assert [t["id"] for t in at.host.get("/api/tables").json()["tables"]] == [table]


@pytest.mark.parametrize(
    ("body", "status", "code", "place"),
    [
        ({"id": "x", "say": [{"type": "card_laid", "by": "A", "card": "T99"}]}, 422, "value_error", "say[0].card"),
        ({"id": "x", "say": [{"type": "card_laid", "by": "A"}]}, 422, "missing", "say[0].card"),
        ({"id": "x", "say": [], "extra": 1}, 422, "too_short", "say"),
        ({"id": "x", "say": [{"type": "card_laid", "by": "A", "card": "HK"}]}, 422, "no_deal", "say[0].type"),
        ({"id": "x", "expect": 7, "say": [{"type": "deal_opened"}]}, 409, "expect", "expect"),
        ({"id": "x", "say": [{"type": "table_created", "name": "a", "rules": "sb-2023", "players": list("abcd")}]}, 403, "role", "say[0].type"),
        ({"id": "x", "say": [{"type": "settled", "number": 1, "points": [], "cents": [], "totals": [], "cash": []}]}, 422, "union_tag_invalid", "say[0]"),
        ("nonsense", 422, "dataclass_type", ""),
    ],
)  # fmt: skip
def test_errors_have_code_message_and_place(at: House, body: Any, status: int, code: str, place: str) -> None:
    answer = at.host.post(f"/api/tables/{at.table()}/commands", json=body)
    assert answer.status_code == status
    error = answer.json()["error"]
    assert (error["code"], error["at"]) == (code, place) and error["message"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/tables/t000000000000", 404),
        ("GET", "/api/tables/nonsense", 422),
        ("GET", "/api/nothing", 404),
        ("PATCH", "/api/tables", 405),
        ("DELETE", "/api/devices/d1", 404),
    ],
)
def test_what_is_not_there(at: House, method: str, path: str, status: int) -> None:
    answer = at.host.request(method, path)
    assert answer.status_code == status and set(answer.json()["error"]) >= {"code", "message", "at"}


@pytest.mark.parametrize(
    "raw", [b"{", b'{"id": "\\ud800"}', b"\xff\xfe", b'{"id": NaN}', b"[" * 20 + b"]" * 20, b""]
)
def test_broken_json_is_refused_with_a_word(at: House, raw: bytes) -> None:
    headers = {"content-type": "application/json"}
    answer = at.host.post(f"/api/tables/{at.table()}/commands", content=raw, headers=headers)
    assert answer.status_code in (400, 422) and answer.json()["error"]["code"]


def test_live_tablets_hear_commands_of_others_and_send_their_own(at: House) -> None:
    table = at.table()
    with at.live(table) as socket:
        assert socket.receive_json()["type"] == "state"
        at.say(table, {"type": "deal_opened"})
        update = socket.receive_json()
        assert update["seq"] == 2 and update["sections"]["deal"]["number"] == 1
        socket.send_json({"id": "w1", "say": [{"type": "card_laid", "by": "A", "card": "♥K"}]})
        answers = {m["type"]: m for m in (socket.receive_json(), socket.receive_json())}
        assert answers["done"]["command"] == "w1" and answers["update"]["events"][0]["event"]["card"] == "HK"
        socket.send_text("{nonsense")
        assert socket.receive_json()["error"]["code"] == "json"
        socket.send_bytes(b"\xff\x00")
        assert socket.receive_json()["error"]["code"] == "encoding"
        socket.send_json({"id": "w2", "say": [{"type": "card_laid", "by": "A", "card": "HK"}]})
        refused = socket.receive_json()
        assert (refused["command"], refused["error"]["code"]) == ("w2", "card_twice")
    with at.live(table, query="?after=1") as socket:
        resumed = socket.receive_json()
        assert [e["seq"] for e in resumed["events"]] == [2, 3]
        assert socket.receive_json()["seq"] == 3


def test_too_many_connections_of_one_device_are_refused(tmp_path: Path) -> None:
    with house(tmp_path, connections_per_device=1) as at:
        table = at.table()
        with at.live(table) as first:
            first.receive_json()
            with at.live(table) as second:
                assert second.receive_json()["error"]["code"] == "connections"
        with at.live(table) as third:
            assert third.receive_json()["type"] == "state"
    assert LAGGED == 4408


def test_a_camera_reports_what_it_saw(at: House) -> None:
    table = at.table()
    at.say(table, {"type": "deal_opened"}, {"type": "contract_set", "game": "dreier", "declarer": "A"})
    camera = at.device("camera", table)
    events = [
        {"t": 1.0, "event": "card", "seat": "A", "card": "HK", "confidence": 0.99, "rest": 0.8},
        {"t": 2.0, "event": "card", "seat": "B", "card": "??"},
        {"t": 2.1, "event": "question", "id": "q1", "trick": 1, "position": 2, "candidates": [["H4", 0.5], ["H3", 0.4]]},
        {"t": 3.0, "event": "card", "seat": "C", "card": "H2"},
        {"t": 3.5, "event": "revised", "trick": 1, "position": 3, "card": "H1", "was": "H2"},
        {"t": 4.0, "event": "card", "seat": "D", "card": "T05"},
        {"t": 5.0, "event": "collected", "trick": 1, "by": "D"},
    ]  # fmt: skip
    path = f"/api/tables/{table}/camera/events"
    answers = camera.post(path, json={"id": "r1", "events": events}).json()["events"]
    assert [a["noted"] for a in answers] == [True] * 7
    again = camera.post(path, json={"id": "r1", "events": events}).json()["events"]
    assert [a.get("repeated") for a in again][:3] == [True, True, True]
    at.say(table, {"type": "question_answered", "id": "q1", "card": "H4"})
    deal = at.host.get(f"/api/tables/{table}").json()["sections"]["deal"]
    trick = {"cards": [["A", "HK"], ["B", "H4"], ["C", "H1"], ["D", "T05"]], "collected_by": "D"}
    assert deal["record"]["tricks"] == [trick] and deal["questions"] == []


def test_pictures_of_a_phone(at: House) -> None:
    table = at.table()
    camera = at.device("camera", table)
    path = f"/api/tables/{table}/camera/pictures"
    assert at.host.get(f"/api/tables/{table}/camera/picture").status_code == 404
    assert camera.post(path, content=b"no picture").status_code == 415
    assert camera.post(path, content=b"\xff\xd8\xff picture").status_code == 415
    picture = jpeg(640, 360)
    assert camera.post(path, content=picture).json() == {"number": 1, "reader": "none"}
    assert at.host.get(f"/api/tables/{table}/camera/picture").content == picture


def test_exports_and_formulas_in_names(at: House) -> None:
    names = ["=HYPERLINK(1)", "+1", "@SUM(A1)", "Čeněk"]
    table = at.table(players=names, name="<b>Tisch & Co</b>")
    won = {"contract": {"game": "dreier", "declarer": "A"}, "declarer_thirds": 120}
    at.say(table, {"type": "deal_opened"}, {"type": "result_entered", "result": won})
    at.say(table, {"type": "deal_corrected", "number": 1, "result": won, "reason": "-2+3"})
    path = f"/api/tables/{table}/exports/"
    rows = list(csv.reader(io.StringIO(at.host.get(path + "sheet.csv").content.decode("utf-8-sig"))))
    assert rows[0][3:7] == ["'=HYPERLINK(1)", "'+1", "'@SUM(A1)", "Čeněk"] and len(rows) == 3
    assert rows[1][-1] == "berichtigt, -2+3"
    book = zipfile.ZipFile(io.BytesIO(at.host.get(path + "sheet.xlsx").content))
    assert b"<f>" not in book.read("xl/worksheets/sheet1.xml")
    assert at.host.get(path + "sheet.pdf").content.startswith(b"%PDF")
    record = json.loads(at.host.get(path + "records.jsonl").content)
    assert record["format"] == "kiebitz-result/1"
    assert at.host.get(path + "sheet.exe").status_code == 404


def test_the_api_is_documented_for_the_host(at: House) -> None:
    described = at.host.get("/openapi.json").json()
    assert "/api/tables/{table}/commands" in described["paths"]
    assert "Notes what happened" in at.host.get("/docs").text
    assert at.device("viewer").get("/docs").status_code == 403


def test_a_preview_says_what_would_change_and_notes_nothing(at: House) -> None:
    table = at.table()
    at.say(table, {"type": "deal_opened"})
    result = {
        "contract": {"game": "dreier", "declarer": "B", "partner": None, "with": []},
        "declarer_thirds": 120,
    }
    typed = {"type": "result_entered", "result": result}
    path = f"/api/tables/{table}"
    before = at.host.get(path).json()
    shown = at.host.post(f"{path}/preview", json={"id": "x", "say": [typed]}).json()["sections"]
    assert shown["sheet"]["rows"][0]["points"] == [-5, -5, 15, -5]  # the first player deals, the second is A
    assert at.host.get(path).json() == before
    at.say(table, typed)
    assert at.host.get(path).json()["sections"]["sheet"] == shown["sheet"]
    refused = at.host.post(f"{path}/preview", json={"id": "y", "say": [typed]})
    assert refused.json()["error"]["code"] == "no_deal"
    for role in ("player", "camera", "viewer"):  # by trying, they would find hidden cards
        asked = at.device(role).post(f"{path}/preview", json={"id": "z", "say": [{"type": "deal_opened"}]})
        assert asked.json()["error"]["code"] == "role"
