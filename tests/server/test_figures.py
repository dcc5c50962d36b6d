"""The page of figures: what was measured beside what is to be reached, and nothing that was not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from server.benchmarks.aims import BREAKDOWNS, FIGURES, percent
from server.benchmarks.figures import (
    MISSING,
    FiguresError,
    as_page,
    as_table,
    kept,
    lines,
    read_notes,
    read_parts,
    write_parts,
)
from server.cli import app, bench

ENGINE = {
    "judged_per_second": {"legal": 4000, "with_one_revoke": 900},
    "playouts_per_second": {"ordinary": 80_000, "stichzwang": 65_000},
    "openspiel_klop": {"installed": False},
}
FUZZ = {"frames": 500, "done": 20, "refused": 480, "untyped": 0, "damaged": 0}
PARTS = {"engine": kept(ENGINE, "kiebitz bench engine", "2026-01-02"), "fuzz": kept(FUZZ, "x", "2026-01-02")}


def by_name(text: str) -> dict[str, bool | None]:
    return {line.figure.what: line.reached for line in lines(PARTS, FIGURES) if text in line.figure.what}


@pytest.mark.parametrize(
    ("what", "reached"),
    [
        ("judged per second", False),
        ("played out per second", True),
        ("OpenSpiel", None),  # not installed: missing, not zero
        ("damaged messages", None),  # good, but too few to tell
        ("kill -9", None),  # not measured at all
    ],
)
def test_each_figure_is_held_against_its_aim(what: str, reached: bool | None) -> None:
    assert list(by_name(what).values()) == [reached]


def test_a_fault_counts_in_a_run_of_any_size() -> None:
    parts = {"fuzz": kept({**FUZZ, "untyped": 1}, "x", "2026-01-02")}
    assert [line.reached for line in lines(parts, FIGURES) if line.figure.part == "fuzz"] == [False]


def test_the_page_has_tables_notes_and_what_is_missing() -> None:
    notes = read_notes("# Figures\n\nFirst words.\n\n## Rules engine\n\nA note.\n")
    page = as_page(PARTS, FIGURES, notes)
    assert page.startswith("# Figures\n\nFirst words.")
    assert page.index("## Rules engine") < page.index("A note.") < page.index("## Server")
    assert "| 80,000 ordinary; 65,000 under Stichzwang | yes | `kiebitz bench engine` | 2026-01-02 |" in page
    assert MISSING in page


def test_the_terminal_says_how_to_measure_what_was_not() -> None:
    text = as_table(PARTS, FIGURES)
    assert "✗ finished deals judged" in text
    assert "· `kill -9` at random moments: not measured: kiebitz bench server --kills 10000" in text
    assert (
        "(C++, its Klop, driven from Python), in the same run: not measured: kiebitz bench engine (with"
        in text
    )
    assert all(line.command for line in lines({}, FIGURES))


def test_the_page_in_the_docs_is_what_the_command_makes_of_figures_and_notes() -> None:
    docs = Path(__file__).parents[2] / "docs"
    notes = read_notes((docs / "figures.notes.md").read_text(encoding="utf-8"))
    page = as_page(read_parts(docs / "figures.json"), FIGURES, notes, BREAKDOWNS)
    assert (docs / "figures.md").read_text(encoding="utf-8") == page, "run: kiebitz bench page"


def test_films_stand_by_angle_print_and_tempo_under_their_figures() -> None:
    share = {"count": 3, "of": 4, "share": 0.75, "interval": [0.3, 0.95]}
    kinds = ("cards", "tricks", "deals", "deals_with_one_question")
    some = {"films": 4} | dict.fromkeys(kinds, share)
    report = {"by_angle": {"0-15°": some}, "by_print": {"kiebitz": some}, "by_tempo": {"brisk": some}}
    parts = {"watch": kept(report, "kiebitz bench watch", "2026-01-02")}
    page = as_page(parts, FIGURES, {"Reading a table": "Words."}, BREAKDOWNS)
    row = "| 4 | " + " | ".join(["3 of 4 = 75.0 % [30.0–95.0]"] * 4) + " |"
    assert all(f"| {name} {row}" in page for name in ("0–15°", "kiebitz", "brisk"))
    assert page.index("| brisk") < page.index("Words.")
    assert "camera’s angle" not in as_page(PARTS, FIGURES, {}, BREAKDOWNS)


def test_a_kept_part_says_when_and_of_which_code_and_networks() -> None:
    part = kept(FUZZ, "x", "2026-01-02", {"finder.onnx": "58ec5cf62e11"})
    assert part["day"] == "2026-01-02" and part["networks"] == {"finder.onnx": "58ec5cf62e11"}
    assert part["commit"] is None or re.fullmatch(r"[0-9a-f]{12,}\+?", part["commit"])
    assert "networks" not in kept(FUZZ, "x", "2026-01-02")


BESIDE = {
    "times_as_fast": 1.6,
    "finder_ms": 26.0,
    "times_as_fast_for_films": 4.2,
    "finder_as_for_films_ms": 10.0,
    "predict_ms": 42.0,
}
BESIDE_SAID = (
    "one sure search, as films are read: 4.2 × (10.0 against 42.0 ms);"
    " a crowded picture with all its searches: 1.6 × (26.0 ms)"
)


@pytest.mark.parametrize(
    ("report", "measured", "reached"),
    [
        (BESIDE, BESIDE_SAID, False),
        ({"skipped": "torch is not installed"}, MISSING, None),
    ],
)
def test_the_figure_beside_ultralytics_is_a_row(
    report: dict[str, object], measured: str, reached: bool | None
) -> None:
    parts = {"vision": kept({"beside_ultralytics": report}, "kiebitz bench vision", "2026-01-02")}
    (line,) = (line for line in lines(parts, FIGURES) if "Ultralytics" in line.figure.what)
    assert (line.measured, line.reached, line.figure.aim) == (measured, reached, "3 ×")


@pytest.mark.parametrize("order", ["before", "after"])
def test_figures_are_kept_wherever_the_option_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, order: str
) -> None:
    monkeypatch.setattr(bench, "_engine", lambda _: {"engine": ENGINE})
    place = tmp_path / "figures.json"
    option = ["--keep", str(place)]
    words = ["bench", *option, "engine"] if order == "before" else ["bench", "engine", *option]
    monkeypatch.setattr("sys.argv", ["kiebitz", *words])
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0
    assert read_parts(place)["engine"]["command"] == "kiebitz bench engine"
    assert "kill -9" not in result.stderr  # only the parts that were asked for


def test_the_bare_command_names_every_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    for part in ("_soundness", "_vision", "_server"):
        monkeypatch.setattr(bench, part, lambda *_: {})
    monkeypatch.setattr(bench, "_engine", lambda _: {"engine": ENGINE})
    result = CliRunner().invoke(app, ["bench"])
    assert result.exit_code == 0
    assert all(figure.what in result.stderr for figure in FIGURES)
    assert "not measured: make demo (in a fresh clone)" in result.stderr


@pytest.mark.parametrize("command", ["bench", "deck"])
def test_the_help_speaks_of_the_command_alone(command: str) -> None:
    assert "completion" not in CliRunner().invoke(app, [command, "--help"]).stdout


def test_parts_are_kept_beside_earlier_ones(tmp_path: Path) -> None:
    place = tmp_path / "figures.json"
    assert read_parts(place) == {}
    write_parts(place, PARTS)
    assert read_parts(place) == PARTS


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"format": "other", "parts": {}}', '{"format": "kiebitz-bench/1"}']
)
def test_another_file_is_refused(tmp_path: Path, text: str) -> None:
    place = tmp_path / "figures.json"
    place.write_text(text, encoding="utf-8")
    with pytest.raises(FiguresError, match=r"figures\.json"):
        read_parts(place)


def test_a_share_shows_its_interval() -> None:
    share = {"count": 99, "of": 100, "share": 0.99, "interval": [0.9455, 0.9982]}
    assert percent(share) == "99 of 100 = 99.0 % [94.5–99.8]"
