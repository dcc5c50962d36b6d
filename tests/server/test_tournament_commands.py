"""`kiebitz tournament`, `cup` and `draw` as people and programs call them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from server.cli import app

TABLE = {"players": ["Anna", "Bert", "Cilli", "Dora"], "games": 16, "points": [12, -4, -7, -1]}
TOURNAMENT: dict[str, Any] = {
    "format": "kiebitz-tournament/1",
    "mode": "kantine",
    "options": {},
    "players": ["Anna", "Bert", "Cilli", "Dora", "Emil"],
    "rounds": [{"tables": [TABLE], "sitting_out": ["Emil"]}],
    "final": None,
}
CUP: dict[str, Any] = {
    "format": "kiebitz-cup/1",
    "best": 6,
    "events": [{"name": "Graz", "points": {"Anna": "223"}}],
    "final": {"points": {"Anna": "198"}},
}


def run(*args: str, text: str | bytes = b"") -> Result:
    result = CliRunner().invoke(app, list(args), input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def lines(*trees: object) -> str:
    return "".join(json.dumps(tree, ensure_ascii=False) + "\n" for tree in trees)


def test_the_example_of_the_contract() -> None:
    out = json.loads(run("tournament", "--json", "-", text=json.dumps(TOURNAMENT)).stdout)
    assert out["standings"][0] == {"place": 1, "player": "Anna", "score": "3/4", "rounds": ["3/4"]}
    out = json.loads(run("cup", "--json", "-", text=json.dumps(CUP)).stdout)
    assert out == {
        "format": "kiebitz-cup-standings/1",
        "standings": [{"place": 1, "player": "Anna", "points": "421", "counted": [1], "final": "198"}],
    }


def test_one_answer_per_line_in_order_and_bad_lines_in_place() -> None:
    bad = TOURNAMENT | {"mode": "x"}
    result = run("tournament", "--jsonl", "-", text=lines(TOURNAMENT, bad) + "{\n\n" + lines(TOURNAMENT))
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 1
    assert [answer.get("error", {}).get("at") for answer in answers] == [
        None,
        "mode",
        "line 1 column 2",
        "",
        None,
    ]
    assert set(answers[1]["error"]) == {"code", "message", "at"}
    assert answers[0] == answers[4]


def test_lines_may_hold_separators_that_only_unicode_knows() -> None:
    named = json.loads(json.dumps(TOURNAMENT).replace("Emil", "E\u2009mil"))
    result = run("tournament", "--jsonl", "-", text=lines(named, TOURNAMENT).encode())
    assert result.exit_code == 0
    assert len(result.stdout.strip().split("\n")) == 2


def test_a_file_of_good_lines_ends_with_0(tmp_path: Path) -> None:
    file = tmp_path / "cups.jsonl"
    file.write_bytes(lines(CUP, CUP).encode())
    result = run("cup", "--jsonl", str(file))
    assert (result.exit_code, len(result.stdout.splitlines())) == (0, 2)


def test_for_people() -> None:
    out = run("tournament", "-", text=json.dumps(TOURNAMENT)).stdout.splitlines()
    assert out[0].split() == ["Platz", "Name", "Punkte", "R1"]
    assert out[1].split() == ["1", "Anna", "3/4", "≈", "0,750", "3/4", "≈", "0,750"]
    out = run("cup", "-", "--lang", "en", text=json.dumps(CUP)).stdout.splitlines()
    assert [line.split() for line in out] == [
        ["place", "name", "points", "counted", "final"],
        ["1", "Anna", "421", "1", "198"],
    ]


def test_hopfgarten_for_people() -> None:
    names = [f"Spieler {i}" for i in range(16)]
    tables = [{"players": names[i : i + 4], "games": 20, "points": [3, -1, -1, -1]} for i in range(0, 16, 4)]
    tree: dict[str, object] = {
        "format": "kiebitz-tournament/1",
        "mode": "hopfgarten",
        "players": names,
        "rounds": [{"tables": tables}] * 3,
    }
    out = run("tournament", "-", text=json.dumps(tree)).stdout
    assert "Im Finale: Spieler 0, Spieler 12, Spieler 4, Spieler 8" in out
    assert "Das Los entscheidet zwischen: Spieler 1," in out
    final = [{"players": names[i : i + 4], "games": 20, "points": [3, -1, -1, -1]} for i in (0, 4)]
    last = [names[i] for i in (8, 12, 9, 13)]
    tree["final"] = {"tables": [*final, {"players": last, "games": 20, "points": [3, -1, -1, -1]}]}
    out = run("tournament", "-", text=json.dumps(tree)).stdout
    assert "Spieler 9" in out and "Das Los" not in out


def test_names_from_outside_move_no_cursor() -> None:
    text = json.dumps(TOURNAMENT).replace("Emil", "[red]\\u202eEmil")
    out = run("tournament", "-", text=text).stdout
    assert "[red]\\u202eEmil" in out


@pytest.mark.parametrize("command", ["tournament", "cup", "draw"])
@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"null", b"\xff", b"[" * 100_000, b'{"format": 1, "format": 2}', b"NaN", b"x" * 1_000_000],
)
def test_what_cannot_be_used_is_one_line_and_exit_code_2(command: str, text: bytes) -> None:
    result = run(command, "-", text=text)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert len(result.stderr) < 400


def test_the_line_says_where_and_what_would_be_right() -> None:
    tree = TOURNAMENT | {"rounds": [{"tables": [TABLE | {"points": [13, -4, -7, -1], "games": 0}]}]}
    said = run("tournament", "-", "--lang", "en", text=json.dumps(tree)).stderr
    assert said == (
        "kiebitz: standard input: rounds[0].tables[0].games: this mode does not allow 0 games; "
        "possible are 1 to 1000 (more defects: rounds[0].tables[0].points)\n"
    )


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for args in (("tournament",), ("tournament", "--jsonl"), ("draw",)):
        for file in (tmp_path / "none.json", tmp_path):
            result = run(*args, str(file))
            assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


def test_a_draw_can_be_repeated_and_continued() -> None:
    text = json.dumps(TOURNAMENT)
    first = json.loads(run("draw", "-", "--rounds", "3", "--seed", "7", "--json", text=text).stdout)
    assert first == json.loads(run("draw", "-", "--rounds", "3", "--seed", "7", "--json", text=text).stdout)
    assert first["seed"] == 7
    assert [set(drawn) for drawn in first["rounds"]] == [{"tables", "sitting_out"}] * 3
    # What was drawn goes into the record as it is; the next draw does without games and points.
    rounds = [
        {"tables": [{"players": t} for t in r["tables"]], "sitting_out": r["sitting_out"]}
        for r in first["rounds"]
    ]
    longer = TOURNAMENT | {"rounds": [*TOURNAMENT["rounds"], *rounds]}
    nothing = run("draw", "-", "--seed", "", "--json", text=text)
    assert (nothing.exit_code, nothing.stdout) == (2, ""), "a variable that was not set is no published seed"
    last = json.loads(run("draw", "-", "--seed", "Lotto 1 2 3", "--json", text=json.dumps(longer)).stdout)
    out = {name for drawn in [*rounds, *last["rounds"]] for name in drawn["sitting_out"]}
    assert out == {"Anna", "Bert", "Cilli", "Dora"}
    assert last["seed"] == "Lotto 1 2 3"


def test_without_a_seed_one_is_chosen_and_told() -> None:
    text = json.dumps(TOURNAMENT)
    drawn = json.loads(run("draw", "-", "--json", text=text).stdout)
    again = json.loads(run("draw", "-", "--json", "--seed", str(drawn["seed"]), text=text).stdout)
    assert again == drawn


def test_a_draw_for_people() -> None:
    out = run("draw", "-", "--seed", "7", "--lang", "en", text=json.dumps(TOURNAMENT)).stdout
    assert out.startswith("Round 2\ntable  players\n    1  ")
    assert "Seed of the draw: 7" in out
    assert "Meetings of players who have shared a table before: 3 (at least 3 cannot be avoided)" in out


def test_absent_players_and_fixed_seats() -> None:
    tree = TOURNAMENT | {"mode": "total", "players": [f"P{i}" for i in range(18)], "rounds": []}
    args = (
        "draw",
        "-",
        "--json",
        "--seed",
        "1",
        "--absent",
        "P3",
        "--absent",
        "P4",
        "--seat",
        "P5=4",
        "--rounds",
        "2",
    )
    for drawn in json.loads(run(*args, text=json.dumps(tree)).stdout)["rounds"]:
        assert [len(t) for t in drawn["tables"]] == [4, 4, 4, 4]
        assert "P5" in drawn["tables"][3]
        assert not any({"P3", "P4"} & set(t) for t in drawn["tables"])


@pytest.mark.parametrize(
    "args",
    [
        ("--absent", "Niemand"),
        ("--seat", "Anna"),
        ("--seat", "Anna=x"),
        ("--seat", "Anna=2"),
        ("--seat", "Anna=1", "--seat", "Anna=1"),
        ("--rounds", "0"),
        ("--rounds", "1000"),
        ("--seed", "x" * 500),
        ("--seed", "a\nb"),
        ("--lang", "fr"),
    ],
)
def test_wishes_that_cannot_be_met(args: tuple[str, ...]) -> None:
    result = run("draw", "-", *args, text=json.dumps(TOURNAMENT))
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
