"""The page of figures: what was measured beside what is to be reached, and nothing that was not."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.benchmarks.aims import FIGURES, percent
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
    assert "| 80,000 ordinary; 65,000 under Stichzwang | yes | `kiebitz bench engine` |" in page
    assert MISSING in page


def test_the_terminal_shows_only_what_was_measured() -> None:
    text = as_table(PARTS, FIGURES)
    assert "✗ finished deals judged" in text
    assert "kill -9" not in text


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
