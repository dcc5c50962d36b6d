"""`kiebitz serve` and the commands around its store, as a host calls them."""

from __future__ import annotations

import json
import sqlite3
import ssl
import urllib.error
import urllib.request
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from server.benchmarks.viewers import Host, free_port, run, server
from server.checkup import _GERMAN
from server.cli import app
from server.cli.serve import settings_of
from server.extras import how_to_get
from server.settings import Settings, environment_of_its_own
from server.store.holder import alone
from server.store.sqlite import SqliteStore
from tests.server.stories import dealt, kept, played
from vision.folders import data_folder

RUNNER = CliRunner()


def kiebitz(*arguments: str) -> tuple[int, str, str]:
    result = RUNNER.invoke(app, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with one table and one played deal."""
    store = SqliteStore(tmp_path / "kiebitz.db")
    kept(store, "t0123456789ab", played(dealt(1)[1])[1], chunk=5)
    store.close()
    return tmp_path


def test_verify_says_what_is_wrong(data: Path) -> None:
    code, out, _ = kiebitz("verify", "--data", str(data))
    assert code == 0 and "1 deals, ok" in out
    with sqlite3.connect(data / "kiebitz.db") as db:
        db.execute("UPDATE events SET body = replace(body, 'Anna', 'Anni') WHERE seq = 1")
    db.close()
    code, out, _ = kiebitz("verify", "--data", str(data), "--json")
    assert code == 1 and json.loads(out)["tables"][0]["findings"][0]["seq"] == 1


def test_backup_restore_and_export(data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert kiebitz("backup", str(copy), "--data", str(data))[0] == 0
    assert kiebitz("backup", str(copy), "--data", str(data))[0] == 2  # overwrites nothing
    new = tmp_path / "new"
    assert kiebitz("restore", str(copy), "--data", str(new))[0] == 0
    assert kiebitz("verify", "--data", str(new))[0] == 0
    code, out, _ = kiebitz("export", "Tisch 1", "records.jsonl", "--data", str(new))
    assert code == 0 and json.loads(out)["format"] == "kiebitz-deal/1"
    paper = tmp_path / "sheet.pdf"
    assert kiebitz("export", "t0123456789ab", "sheet.pdf", "--out", str(paper), "--data", str(new))[0] == 0
    assert paper.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    "arguments",
    [
        ("verify", "--data", "{t}/none"),
        ("restore", "{t}/none.db", "--data", "{t}"),
        ("export", "Tisch 9", "sheet.csv", "--data", "{t}"),
        ("export", "Tisch 1", "sheet.exe", "--data", "{t}"),
        ("verify", "--database", "postgresql://kiebitz@127.0.0.1:1/none"),
    ],
)
def test_what_cannot_be_used_is_one_line(data: Path, arguments: tuple[str, ...]) -> None:
    code, _, err = kiebitz(*(a.format(t=data) for a in arguments))
    assert code == 2 and len(err.strip().splitlines()) == 1 and err.startswith("kiebitz: ")


def test_doctor_says_what_is_there(data: Path) -> None:
    code, out, _ = kiebitz("doctor", "--json", "--data", str(data))
    checks = {check["check"]: check for check in json.loads(out)["checks"]}
    assert code == 0 and checks["store"]["state"] == "ok" and "1 tables" in checks["store"]["text"]["en"]
    assert {"python", "disk", "port", "certificates", "clock", "camera"} <= set(checks)
    assert kiebitz("doctor", "--data", str(data), "--lang", "xx")[0] == 2


def test_doctor_speaks_german(data: Path) -> None:
    """Every check that there is has its German name, and no English one is left."""
    code, out, _ = kiebitz("doctor", "--data", str(data))
    signs = [line for line in out.splitlines() if line[:1] in "✓✗–"]
    assert code == 0 and len(signs) > 8
    names = {line[2:].split(":")[0].split()[0] for line in signs}
    assert names <= set(_GERMAN.values()) and not names & {"disk", "store", "clock", "extra"}


@pytest.mark.parametrize(
    ("files", "told"),
    [(("pyproject.toml",), ".venv/bin/pip install -e '.[train]'"), ((), "pip install 'kiebitz[train]'")],
)
def test_how_to_get_an_extra_depends_on_where_it_runs_from(
    tmp_path: Path, files: tuple[str, ...], told: str
) -> None:
    for name in files:
        (tmp_path / name).touch()
    assert how_to_get("train", tmp_path) == told


def test_a_real_server_opens_and_closes_its_second_door(tmp_path: Path) -> None:
    with server(tmp_path) as (port, _), Host(port) as host:
        opened = host.ask("PUT", "/api/lan", {"open": True})
        if not opened["addresses"]:
            pytest.skip("this machine is in no network")
        trust = ssl.create_default_context(cafile=str(tmp_path / "certificates" / "authority.pem"))
        address = opened["addresses"][0] + "/api/me"
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(address, context=trust, timeout=20)
        assert refused.value.code == 401
        refused.value.close()
        assert not host.ask("PUT", "/api/lan", {"open": False})["open"]
        with pytest.raises(urllib.error.URLError):
            urllib.request.urlopen(address, context=trust, timeout=20)


def messages(port: int, path: str, headers: dict[str, str], count: int) -> list[dict[str, Any]]:
    """The first messages of a stream of server-sent events, each with its number."""
    line = HTTPConnection("127.0.0.1", port, timeout=30)
    line.request("GET", path, headers=headers)
    answer = line.getresponse()
    assert answer.status == 200 and answer.headers["content-type"].startswith("text/event-stream")
    found: list[dict[str, Any]] = []
    number = ""
    while len(found) < count:
        text = answer.readline().decode().strip()
        if text.startswith("id: "):
            number = text.removeprefix("id: ")
        elif text.startswith("data: "):
            found.append(json.loads(text.removeprefix("data: ")))
            assert str(found[-1]["seq"]) == number
    answer.close()
    line.close()
    return found


def test_a_board_resumes_its_stream_where_it_was(tmp_path: Path) -> None:
    with server(tmp_path) as (port, _), Host(port) as host:
        table = host.table()
        words = [{"type": "deal_opened"}, {"type": "card_laid", "by": "A", "card": "HK"}]
        for number, word in enumerate(words):
            host.ask("POST", f"/api/tables/{table}/commands", {"id": f"c{number}", "say": [word]})
        path = f"/api/tables/{table}/stream"
        [fresh] = messages(port, path, {}, 1)
        missed, state = messages(port, path, {"last-event-id": "1"}, 2)
        assert fresh["type"] == "state" and fresh["seq"] == 3
        assert [event["seq"] for event in missed["events"]] == [2, 3]
        assert state["sections"] == fresh["sections"]


def test_forty_viewers_hear_every_card_and_come_back() -> None:
    report = run(viewers=40, rate=20, seconds=2, stalled=0.1)
    assert report["lost_or_reordered"] == 0 and report["missing_deliveries"] == 0
    assert report["reconnect"]["wrong"] == 0 and report["memory_mb"] < 250


def test_one_server_for_each_folder(tmp_path: Path) -> None:
    """Two would not hear of each other's words."""
    with server(tmp_path):
        code, out, err = kiebitz("serve", "--port", str(free_port()), "--data", str(tmp_path))
        assert (code, out) == (2, "") and "another server" in err and err.count("\n") == 1
    with alone(tmp_path):  # it is gone, and so is its hold
        pass


def test_a_shared_store_is_not_restored_into_a_folder(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert kiebitz("backup", str(tmp_path / "copy.db"), "--data", str(data))[0] == 0
    monkeypatch.setenv("KIEBITZ_DATABASE", "postgresql://127.0.0.1:1/club")
    code, out, err = kiebitz("restore", str(tmp_path / "copy.db"), "--data", str(tmp_path / "new"))
    assert (code, out) == (2, "") and "KIEBITZ_DATABASE" in err and not (tmp_path / "new").exists()


def test_what_runs_for_a_moment_is_not_led_to_the_clubs_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_DATABASE", "postgresql://127.0.0.1:1/club")
    monkeypatch.setenv("KIEBITZ_RUNTIME", "onnxruntime")
    own = environment_of_its_own(KIEBITZ_LAN_PORT="1")
    assert "KIEBITZ_DATABASE" not in own
    assert (own["KIEBITZ_LAN_PORT"], own["KIEBITZ_RUNTIME"]) == ("1", "onnxruntime")


def test_the_folder_variable_means_one_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    for value in ("~/kiebitz", ""):
        monkeypatch.setenv("KIEBITZ_DATA", value)
        assert settings_of().data == data_folder() and "~" not in str(data_folder())


def test_postgresql_without_its_packages_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(settings: Settings) -> None:
        raise ModuleNotFoundError("psycopg")

    monkeypatch.setattr("server.app.open_store", missing)
    code, out, err = kiebitz("verify", "--database", "postgresql://127.0.0.1:1/club")
    assert (code, out) == (2, "") and "postgres" in err and err.count("\n") == 1
