"""What counts as found, missed and invented when a finder is measured."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.detector import Detections
from vision.rendering.scene import LaidCard, Scene, write_scenes
from vision.training.finder_evaluate import Tally, evaluate, overlap, wilson

CARD = np.array([[100, 100], [160, 100], [160, 211], [100, 211]], np.float32)


def seen(*quads: NDArray[np.float32], back: bool = False) -> Detections:
    n = len(quads)
    return Detections(np.array(quads, np.float32).reshape(-1, 4, 2), np.full(n, back), np.ones(n, np.float32))


def row(card: str, quad: NDArray[np.float32], visible: float) -> dict[str, Any]:
    return {"card": card, "quad": quad.tolist(), "visible": visible}


def test_overlap_of_outlines() -> None:
    assert overlap(CARD, CARD) == pytest.approx(1.0)
    assert overlap(CARD, CARD + np.array([30, 0], np.float32)) == pytest.approx(1 / 3, abs=1e-3)
    assert overlap(CARD, CARD + 500) == 0
    assert overlap(CARD, CARD * 0) == 0


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"), [(0, 0, 0, 1), (10, 10, 0.722, 1.0), (50, 100, 0.404, 0.596)]
)
def test_confidence_interval(hits: int, of: int, low: float, high: float) -> None:
    assert wilson(hits, of) == pytest.approx((low, high), abs=1e-3)


def test_a_found_card_counts_in_its_bin_with_its_corner_error() -> None:
    tally = Tally()
    tally.add(
        [row("T01", CARD, 0.95), row("T02", CARD + 400, 0.6)],
        seen(np.roll(CARD + np.array([0, 5.55], np.float32), 2, axis=0)),
    )
    bins = tally.report()["by_visibility"]
    assert (bins["0.90"]["asked"], bins["0.90"]["found"]) == (1, 1.0)
    assert bins["0.90"]["corner_error_median"] == pytest.approx(0.05, abs=1e-3)
    assert (bins["0.50"]["asked"], bins["0.50"]["found"]) == (1, 0.0)


@pytest.mark.parametrize(
    ("card", "quad", "visible"),
    [("BACK", CARD, 1.0), ("T01", CARD, 0.2), ("T01", (CARD - 100) * 0.4, 1.0)],
    ids=["face down", "nearly hidden", "too small"],
)
def test_what_is_not_asked_for_is_neither_missed_nor_invented(
    card: str, quad: NDArray[np.float32], visible: float
) -> None:
    for found in (seen(), seen(quad)):
        tally = Tally()
        tally.add([row(card, quad, visible)], found)
        assert tally.report()["by_visibility"] == {}
        assert tally.extra == 0


def test_one_outline_answers_for_one_card_and_the_rest_is_invented() -> None:
    tally = Tally()
    tally.add([row("T01", CARD, 1.0)], seen(CARD, CARD + 300))
    tally.add([], seen(CARD))
    report = tally.report()
    assert report["invented"] == 2
    assert (report["empty_pictures"], report["invented_on_empty"]) == (1, 1)


def test_a_face_taken_for_a_back_is_told() -> None:
    tally = Tally()
    tally.add([row("T01", CARD, 1.0)], seen(CARD, back=True))
    assert tally.report()["face_taken_for_back"] == 1


class AlwaysTheSame:
    def find(self, frame_bgr: NDArray[np.uint8]) -> Detections:
        assert frame_bgr.ndim == 3
        return seen(CARD)


def test_folders_are_measured_by_kind(tmp_path: Path) -> None:
    blank = np.zeros((360, 640, 3), np.uint8)
    scenes = [
        Scene(blank, [LaidCard("T01", CARD, 1.0)], "single", 0.0, "d"),
        Scene(blank, [], "empty", 0.0, "d"),
    ]
    write_scenes(tmp_path, scenes)
    figures = evaluate(AlwaysTheSame(), [tmp_path], by="kind")
    assert figures["all"]["pictures"] == 2
    assert figures["single"]["by_visibility"]["0.90"]["found"] == 1.0
    assert figures["empty"]["invented_on_empty"] == 1
    missing = next(tmp_path.glob("*.jpg"))
    missing.write_bytes(b"no picture")
    assert cv2.imread(str(missing)) is None
    with pytest.raises(FileNotFoundError):
        evaluate(AlwaysTheSame(), [tmp_path])
