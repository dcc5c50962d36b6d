"""Measuring the chain: each print in its own way, and the table that goes into the model card."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from engine.cards import BY_ID
from tests.vision.namer_stand_ins import TRUST, ColourNamer, ToldFinder, deck, outline, table
from vision.training.measure import Chain, as_table, measure

NAMES = ("T17", "HK", "S7", "D1")
QUADS = [outline(300 + 250 * i, 350, 0.2 * i) for i in range(4)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The same trick of a known print and of one that was never seen."""
    rows = [
        {"card": c, "quad": q.tolist(), "visible": v}
        for c, q, v in zip(NAMES, QUADS, (1.0, 0.7, 0.3, 1.0), strict=True)
    ]
    labels = {}
    for edition, copy in enumerate(("piatnik-b2", "typeb-19c")):
        picture = table([(BY_ID[name], quad) for name, quad in zip(NAMES, QUADS, strict=True)], edition)
        cv2.imwrite(str(tmp_path / f"{copy}.png"), picture)
        labels[f"{copy}.png"] = {"kind": "trick", "deck": copy, "cards": rows}
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    return tmp_path


def chain() -> Chain:
    eyes = ColourNamer()
    known, other = deck("known", eyes), deck("typeb-19c", eyes, 1)
    decks = {
        ("known", "piatnik-b2"): [known],
        ("scan", "typeb-19c"): [other],
        ("none", "typeb-19c"): [known],
    }
    return Chain(ToldFinder(QUADS, [False] * 4), eyes, decks, TRUST)


def test_each_print_is_read_in_its_own_ways(folder: Path) -> None:
    scores = measure(chain(), [folder])
    right = {way: score.tricks["0.25-0.5"][0] for way, score in scores.items()}
    assert right == {"known": 1, "scan": 1, "none": 0}
    assert list(scores["known"].decks) == ["piatnik-b2"]
    assert scores["none"].bins["0.9-1"].right == 0


def test_the_table_has_a_row_for_each_way_print_and_figure(folder: Path) -> None:
    lines = as_table(measure(chain(), [folder])).splitlines()
    rows = [line for line in lines if line.startswith("| ") and "`" in line]
    assert len(rows) == 3 * 4
    assert rows[0].startswith("| known, `piatnik-b2`: found | 2/2 = 100.00 % [34.2–100.0] | 1/1")
    assert any("whole tricks 1/1" in line for line in lines)
