"""`kiebitz bench accuracy`: what it measures with, what it says when it cannot, and how its counts become lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from server.benchmarks.accuracy import AccuracyError, Batch, accuracy, batches, summary
from server.benchmarks.aims import FIGURES
from server.benchmarks.figures import MISSING, kept, lines
from vision.bench import Score, share
from vision.reading import SeenCard

QUAD = [[0, 0], [61, 0], [61, 113], [0, 113]]


def score(*answers: tuple[float, str]) -> Score:
    """A D1 with this visible share each time, and what it was read as; one empty picture."""
    result = Score()
    for visible, answer in answers:
        label = {"kind": "single", "deck": "x", "cards": [{"card": "D1", "quad": QUAD, "visible": visible}]}
        result.add(label, [SeenCard(answer, np.array(QUAD, np.float32), 0.9)])
    result.add({"kind": "empty", "deck": "x", "cards": []}, [])
    return result


def report() -> dict[str, Any]:
    scenes = score((1.0, "D1"), (0.6, "D1"), (0.6, "H1"), (0.3, "??")).report()
    whole: dict[str, Any] = {
        "scenes": {"known, from 90 px": scenes},
        "bare": {"known": scenes, "none": scenes},
    }
    return summary(whole)


def test_each_sort_of_pictures_is_left_out_at_nought() -> None:
    assert [b.name for b in batches(10, 0, 5)] == ["scenes", "bare"]
    assert len(batches(1, 1, 1)[0].kinds) > 5


def test_without_the_scans_it_is_skipped_with_a_reason(tmp_path: Path) -> None:
    found = accuracy(tmp_path, tmp_path, tmp_path, [Batch("bare", ("empty",), 1, 1)])
    assert "decks/" in found["skipped"]


def test_a_folder_without_networks_is_refused(tmp_path: Path) -> None:
    for name in ("decks", "textures", "hands"):
        (tmp_path / name).mkdir()
    with pytest.raises(AccuracyError, match="manifest"):
        accuracy(tmp_path, tmp_path, tmp_path, [])


@pytest.mark.parametrize(
    ("what", "measured", "reached"),
    [
        ("known print, another copy, ≥ 90 px: right", "50–90 %: 1 of 2 = 50.0 %", False),
        ("known print, another copy, ≥ 90 px: answered", "25–50 %: 0 of 1 = 0.0 %", None),  # too few to tell
        ("without cards", "0 of 2 = 0.0 %", None),  # not yet a thousand
        ("one scan per card, ≥ 90 px: right", MISSING, None),
    ],
)
def test_counts_become_lines(what: str, measured: str, reached: bool | None) -> None:
    rows = lines({"accuracy": kept(report(), "x", "2026-01-02")}, FIGURES)
    (line,) = (row for row in rows if what in row.figure.what)
    assert measured in line.measured
    assert line.reached is reached


def test_the_two_ways_of_empty_pictures_are_counted_together() -> None:
    assert report()["lines"]["bare_named"] == share(0, 2)
