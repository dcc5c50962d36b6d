"""`kiebitz verify` and `kiebitz export` with tournaments and cups in the store."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from typer.testing import CliRunner, Result

from server.cli import app
from tests.server.house import house
from tests.server.tournaments.evenings import Evening


def run(*args: str) -> Result:
    result = CliRunner().invoke(app, list(args))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def an_evening(folder: Path) -> str:
    with house(folder) as at:
        evening = Evening(at, name="Cup Graz", mode="steirischer-cup")
        evening.begin(8)
        evening.play(1, deals=2)
        evening.hand_in(1)
        evening.slips()
        evening.say("tournament_closed")
        cup = at.host.post("/api/cups?command=c", json={"name": "Saison", "best": 6}).json()["id"]
        word = {"type": "event_added", "name": "Graz", "tournament": evening.id}
        assert at.host.post(f"/api/cups/{cup}/commands", json={"id": "1", "say": [word]}).status_code == 200
        return evening.id


def test_a_store_with_tournaments_is_whole(tmp_path: Path) -> None:
    an_evening(tmp_path)
    result = run("verify", "--data", str(tmp_path))
    assert result.exit_code == 0, result.stdout
    lines = [line for line in result.stdout.splitlines() if "Cup Graz:" in line or "Saison:" in line]
    assert len(lines) == 2 and all(line.endswith("ok") for line in lines)


def test_a_changed_sheet_is_found_by_its_hash(tmp_path: Path) -> None:
    name = an_evening(tmp_path)
    with sqlite3.connect(tmp_path / "kiebitz.db") as db:
        db.execute(
            "UPDATE events SET body = replace(body, '\"points\":[5,1,-2,-4]', '\"points\":[9,1,-6,-4]')"
        )
    db.close()
    result = run("verify", "--data", str(tmp_path), "--json")
    assert result.exit_code == 1
    (report,) = [r for r in json.loads(result.stdout)["tables"] if r["table"] == name]
    assert "hash does not fit" in report["findings"][0]["message"]


def test_an_exported_evening_is_recomputed_from_itself_alone(tmp_path: Path) -> None:
    an_evening(tmp_path)
    file = tmp_path / "evening.json"
    assert run("export", "Cup Graz", "--out", str(file), "--data", str(tmp_path)).exit_code == 0
    result = run("verify", str(file))
    assert (result.exit_code, result.stdout) == (0, f"{file}: 2 sheets, 2 deals, ok\n")
    document = json.loads(file.read_text())
    document["standings"]["standings"][0]["score"] = "99"
    file.write_text(json.dumps(document))
    result = run("verify", "--json", str(file))
    assert result.exit_code == 1
    assert json.loads(result.stdout)["files"][0]["findings"] == [
        "standings: they are not those of the tournament's record"
    ]


def test_every_kind_of_log_has_its_own_files(tmp_path: Path) -> None:
    an_evening(tmp_path)
    for name, kind, start in (
        ("Cup Graz", "standing.pdf", b"%PDF"),
        ("Saison", "cup.csv", b"\xef\xbb\xbf"),
        ("Saison", "", b"{"),
    ):
        args = [
            "export",
            name,
            *([kind] if kind else []),
            "--out",
            str(tmp_path / "x"),
            "--data",
            str(tmp_path),
        ]
        assert run(*args).exit_code == 0
        assert (tmp_path / "x").read_bytes().startswith(start)
    result = run("export", "Saison", "sheet.pdf", "--data", str(tmp_path))
    assert result.exit_code == 2 and "cup.json" in result.stderr
    assert run("export", "Niemand", "--data", str(tmp_path)).exit_code == 2
