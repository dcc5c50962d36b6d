"""How recognition is measured: matching, what is asked for, and intervals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.cards import BY_ID
from tests.vision.namer_stand_ins import TRUST, ColourNamer, ToldFinder, deck, outline, table
from vision.bench import (
    Score,
    beside_ultralytics,
    matched,
    read_labels,
    score_folder,
    share,
    time_reader,
    time_stages,
    wilson,
)
from vision.images import PictureError
from vision.reading import Reader, SeenCard

QUADS = [outline(300 + 250 * i, 350, 0.2 * i) for i in range(4)]
NAMES = ["T17", "HK", "S7", "D1"]


def label(*cards: tuple[str, int, float], kind: str = "trick") -> dict[str, Any]:
    rows = [{"card": c, "quad": QUADS[i].tolist(), "visible": v} for c, i, v in cards]
    return {"kind": kind, "deck": "test", "cards": rows}


def trick(visible: float = 1.0) -> dict[str, Any]:
    return label(*((card, i, visible) for i, card in enumerate(NAMES)))


def seen(*cards: tuple[str, int]) -> list[SeenCard]:
    return [SeenCard(c, QUADS[i], 0.9, (("T17", 0.5),) if c == "??" else ()) for c, i in cards]


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [(0, 0, 0.0, 1.0), (10, 10, 0.722, 1.0), (0, 10, 0.0, 0.278), (50, 100, 0.404, 0.596)],
)
def test_intervals_are_wilsons(count: int, total: int, low: float, high: float) -> None:
    assert list(wilson(count, total)) == pytest.approx([low, high], abs=1e-3)


def test_answers_are_matched_one_to_one_by_overlap() -> None:
    cards = trick()["cards"]
    answers = seen(("HK", 1), ("T17", 0), ("S7", 0))
    assert matched(cards, answers) in ({0: 1, 1: 0}, {0: 2, 1: 0})
    assert matched(cards, []) == {}


@pytest.mark.parametrize(
    ("answers", "right", "whole"),
    [
        (seen(*zip(NAMES, range(4), strict=True)), 4, 1),
        (seen(("T17", 0), ("HK", 1), ("S7", 2)), 3, 0),
        (seen(("T18", 0), ("HK", 1), ("S7", 2), ("D1", 3)), 3, 0),
        (seen(("??", 0), ("HK", 1), ("S7", 2), ("D1", 3)), 3, 0),
    ],
)
def test_a_trick_counts_as_whole_only_without_a_fault(
    answers: list[SeenCard], right: int, whole: int
) -> None:
    score = Score()
    score.add(trick(), answers)
    assert (score.bins["0.9-1"].right, score.tricks["0.9-1"]) == (right, [whole, 1])


def test_something_extra_spoils_a_trick_and_a_back_does_not() -> None:
    for extra, whole in (("T05", 0), ("??", 0), ("BACK", 1)):
        score = Score()
        far = SeenCard(extra, outline(1150, 120, 0.0, 120), 0.9)
        score.add(trick(), [*seen(*zip(NAMES, range(4), strict=True)), far])
        assert score.tricks["0.9-1"] == [whole, 1]
        assert score.extra_named == (extra == "T05")


def test_to_be_unsure_about_a_heap_spoils_no_trick_and_to_name_it_does() -> None:
    heap = {"card": "BACK", "quad": outline(1150, 120, 0.0, 120).tolist(), "visible": 1.0}
    beside = {**trick(), "cards": [*trick()["cards"], heap]}
    for answer, whole in (("??", 1), ("BACK", 1), ("T05", 0)):
        score = Score()
        there = SeenCard(answer, outline(1150, 120, 0.0, 120), 0.9)
        score.add(beside, [*seen(*zip(NAMES, range(4), strict=True)), there])
        assert score.tricks["0.9-1"] == [whole, 1]


def test_tricks_are_told_apart_by_how_much_of_the_lowest_card_is_seen() -> None:
    score = Score()
    covered = {**trick(), "cards": [{**trick()["cards"][0], "visible": 0.4}, *trick()["cards"][1:]]}
    score.add(covered, seen(*zip(NAMES, range(4), strict=True)))
    score.add(trick(), seen(*zip(NAMES[:3], range(3), strict=True)))
    report = score.report()
    assert report["whole_tricks"] == share(1, 2)
    assert report["whole_tricks_by_least_visible"] == {"0.9-1": share(0, 1), "0.25-0.5": share(1, 1)}


def test_hidden_cards_are_not_asked_for_and_bare_tables_are_counted() -> None:
    score = Score()
    score.add(label(("T17", 0, 0.2), ("BACK", 1, 1.0)), seen(("T04", 0)))
    score.add(label(kind="empty"), seen(("T04", 0)))
    assert sum(t.asked for t in score.bins.values()) == 0
    assert (score.bare, score.bare_named) == (1, 1)


def test_cards_shorter_than_asked_are_neither_asked_for_nor_punished() -> None:
    small = {"card": "H1", "quad": outline(1100, 120, 0.3, 60).tolist(), "visible": 1.0}
    cards = {**trick(), "cards": [*trick()["cards"], small]}
    wrong = SeenCard("H2", outline(1100, 120, 0.3, 60), 0.9)
    for least, asked in ((0.0, 5), (90.0, 4)):
        score = Score(least=least)
        score.add(cards, [*seen(*zip(NAMES, range(4), strict=True)), wrong])
        assert (score.bins["0.9-1"].asked, score.bins["0.9-1"].right) == (asked, 4)
        assert score.confusions["H1", "H2"] == asked - 4
        assert score.extra_named == 0


def test_a_folder_of_labelled_pictures_is_scored_and_timed(tmp_path: Path) -> None:
    cards = [(BY_ID[name], quad) for name, quad in zip(NAMES, QUADS, strict=True)]
    picture = table(cards)
    cv2.imwrite(str(tmp_path / "a.png"), picture)
    (tmp_path / "labels.json").write_text(json.dumps({"a.png": trick()}))
    eyes = ColourNamer()
    reader = Reader(ToldFinder(QUADS, [False] * 4), eyes, [deck("test", eyes)], TRUST)
    report = score_folder(tmp_path, lambda _: reader).report()
    assert report["by_visible_share"]["0.9-1"]["right_of_asked"] == share(4, 4)
    assert report["whole_tricks"]["count"] == 1
    assert report["by_deck"]["test"]["0.9-1"]["found"]["count"] == 4
    assert time_reader(reader, [picture], 3)["cards_per_picture"] == 4
    assert set(time_stages(reader, [picture, np.zeros_like(picture)])) == {"decode", "find", "look", "name"}


@pytest.mark.parametrize(
    "labels",
    [
        [],
        {"a.jpg": 3},
        {"a.jpg": {"cards": [{"card": "T01", "quad": [[0, 0]] * 3, "visible": 1}]}},
        {"a.jpg": {"cards": [{"card": "T01", "quad": [[0, 0]] * 4, "visible": 1.2}]}},
    ],
)
def test_labels_that_are_none_are_one_error(tmp_path: Path, labels: object) -> None:
    (tmp_path / "labels.json").write_text(json.dumps(labels))
    with pytest.raises(ValueError, match=r"expected|needs"):
        read_labels(tmp_path)


def test_a_labelled_picture_that_is_not_there_is_named(tmp_path: Path) -> None:
    (tmp_path / "labels.json").write_text(json.dumps({"gone.jpg": {"kind": "trick", "cards": []}}))
    with pytest.raises(PictureError, match=r"gone\.jpg: there is no such file"):
        score_folder(tmp_path, lambda _: None)  # type: ignore[arg-type,return-value]


def test_the_comparison_with_ultralytics_says_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.bench.find_spec", lambda _: None)
    assert beside_ultralytics([]) == {"skipped": "torch is not installed"}
