"""One damaged log takes no other away: lists and exports go on with the rest, and people see which one it is."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from server.cli import app
from tests.server.house import House, house
from tests.server.tournaments.evenings import Evening

RUNNER = CliRunner()
BODIES = (
    "nonsense",
    "[]",
    "{}",
    '{"event": {"type": "table_created"}}',
    '{"event": {"type": "deal_opened"}}',
)
"""What an altered first event may look like."""


def damage(folder: Path, log: str, body: str = BODIES[3]) -> None:
    with closing(sqlite3.connect(folder / "kiebitz.db")) as db, db:
        assert db.execute("UPDATE events SET body = ? WHERE table_id = ? AND seq = 1", (body, log)).rowcount


@pytest.fixture
def two(tmp_path: Path) -> tuple[str, str]:
    """Two tables in the store of a server that was stopped."""
    with house(tmp_path) as at:
        return at.table(name="Tisch 1"), at.table(name="Tisch 2")


@pytest.mark.parametrize("body", BODIES)
def test_the_list_of_tables_goes_on_and_names_the_damaged_one(
    tmp_path: Path, two: tuple[str, str], body: str
) -> None:
    damage(tmp_path, two[1], body)
    with house(tmp_path) as at:
        for path in ("/api/tables", "/api/tables?tournaments=false", "/api/tables"):
            answer = at.host.get(path).json()
            assert [table["id"] for table in answer["tables"]] == [two[0]] and answer["damaged"] == [two[1]]
        refused = at.host.get(f"/api/tables/{two[1]}")
        assert (refused.status_code, refused.json()["error"]["code"]) == (500, "log_damaged")
        assert "kiebitz verify" in refused.json()["error"]["message"]
        assert at.device("scorer", two[0]).get("/api/tables").json()["damaged"] == []
        assert at.say(two[0], {"type": "deal_opened"}).status_code == 200


def test_the_whole_table_is_exported_and_the_damaged_one_named_in_a_line(
    tmp_path: Path, two: tuple[str, str]
) -> None:
    damage(tmp_path, two[1])
    done = RUNNER.invoke(app, ["export", "Tisch 1", "sheet.csv", "--data", str(tmp_path)])
    assert done.exit_code == 0 and "Anna" in done.stdout
    assert done.stderr.splitlines() == [
        f"kiebitz: damaged and left out: {two[1]}; `kiebitz verify` tells where"
    ]
    failed = RUNNER.invoke(app, ["export", two[1], "sheet.csv", "--data", str(tmp_path)])
    assert failed.exit_code == 2 and isinstance(failed.exception, SystemExit)
    assert two[1] in failed.stderr.splitlines()[0] and len(failed.stderr.splitlines()) == 2


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[tuple[Path, Evening, str]]:
    """A tournament with an opened round, and a cup that counts an evening."""
    with house(tmp_path) as at:
        evening = Evening(at, mode="steirischer-cup")
        evening.begin(8)
        evening.play(1)
        evening.hand_in(1)
        evening.slips()
        evening.say("tournament_closed")
        cup = at.host.post("/api/cups?command=c1", json={"name": "Cup", "best": 2}).json()["id"]
        word = {"type": "event_added", "name": "Graz", "tournament": evening.id}
        assert at.host.post(f"/api/cups/{cup}/commands", json={"id": "1", "say": [word]}).status_code == 200
        yield tmp_path, evening, cup


def reopened(folder: Path, log: str) -> Iterator[House]:
    damage(folder, log)
    with house(folder) as at:
        yield at


def test_a_damaged_tournament_leaves_the_others_and_its_cup(hall: tuple[Path, Evening, str]) -> None:
    folder, evening, cup = hall
    for at in reopened(folder, evening.id):
        assert at.host.get("/api/tournaments").json() == {"tournaments": [], "damaged": [evening.id]}
        assert evening.log(1) in {
            t["id"] for t in at.host.get("/api/tables?tournaments=false").json()["tables"]
        }
        bound = at.device("scorer", evening.log(1))
        assert bound.get("/api/tournaments").json() == {"tournaments": [], "damaged": []}
        evenings = at.host.get(f"/api/cups/{cup}").json()["evenings"]
        assert [(row["name"], row["damaged"], row["stale"]) for row in evenings] == [("Graz", True, [])]


def test_a_damaged_table_leaves_its_tournament(hall: tuple[Path, Evening, str]) -> None:
    folder, evening, _ = hall
    for at in reopened(folder, evening.log(1)):
        assert [t["id"] for t in at.host.get("/api/tournaments").json()["tournaments"]] == [evening.id]
        assert at.host.get(f"{evening.path}/exports/standing.pdf").status_code == 200
        refused = at.host.get(f"{evening.path}/exports/evening.json")
        assert (refused.status_code, refused.json()["error"]["code"]) == (500, "log_damaged")
        assert evening.log(1) in refused.json()["error"]["message"]
    failed = RUNNER.invoke(app, ["export", evening.id, "evening.json", "--data", str(folder)])
    assert failed.exit_code == 2 and isinstance(failed.exception, SystemExit)


def test_a_damaged_cup_leaves_the_others(hall: tuple[Path, Evening, str]) -> None:
    folder, _, cup = hall
    for at in reopened(folder, cup):
        assert at.host.get("/api/cups").json() == {"cups": [], "damaged": [cup]}


@pytest.mark.parametrize("command", [["verify"], ["export", "Tisch 1", "sheet.csv"]])
def test_a_database_with_broken_pages_is_one_line(
    tmp_path: Path, two: tuple[str, str], command: list[str]
) -> None:
    file = tmp_path / "kiebitz.db"
    assert two
    pages = bytearray(file.read_bytes())
    pages[4096 : len(pages) - 4096] = b"\xff" * (len(pages) - 8192)
    file.write_bytes(pages)
    done = RUNNER.invoke(app, [*command, "--data", str(tmp_path)])
    assert isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code == 2 and done.stderr.count("\n") == 1


@pytest.mark.parametrize("lost", ["seq = 1", "seq >= 1", "seq = 2"])
def test_a_log_of_which_events_are_gone_is_named(tmp_path: Path, two: tuple[str, str], lost: str) -> None:
    """What was acknowledged says that there was one, even if nothing of it is left."""
    with house(tmp_path) as at:
        assert at.say(two[1], {"type": "deal_opened"}).status_code == 200
        card = {"type": "card_laid", "by": "A", "card": "HK"}
        assert at.say(two[1], card).status_code == 200
    with closing(sqlite3.connect(tmp_path / "kiebitz.db")) as db, db:
        assert db.execute(f"DELETE FROM events WHERE table_id = ? AND {lost}", (two[1],)).rowcount
    with house(tmp_path) as at:
        answer = at.host.get("/api/tables").json()
        assert [table["id"] for table in answer["tables"]] == [two[0]] and answer["damaged"] == [two[1]]
        assert at.host.get(f"/api/tables/{two[1]}").json()["error"]["code"] == "log_damaged"
    done = RUNNER.invoke(app, ["verify", "--data", str(tmp_path)])
    assert done.exit_code == 1 and two[1] in done.stdout
    done = RUNNER.invoke(app, ["export", "Tisch 1", "sheet.csv", "--data", str(tmp_path)])
    assert done.exit_code == 0 and two[1] in done.stderr
