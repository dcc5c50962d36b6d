"""What the outline network learns from. Runs where PyTorch is installed (the `train` extra)."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the train extra is not installed")

from vision.detector import Detections  # noqa: E402
from vision.outline import CROP_HEIGHT, CROP_WIDTH, frame_in_crop  # noqa: E402
from vision.rendering.scene import LaidCard, Scene  # noqa: E402
from vision.training.outline_train import OutlineNet, found_outlines, turned  # noqa: E402

CARD = np.array([[100, 100], [160, 100], [160, 211], [100, 211]], np.float32)


class FixedFinder:
    def __init__(self, *quads: np.ndarray) -> None:
        self.quads = np.array(quads, np.float32).reshape(-1, 4, 2)

    def find(self, frame_bgr: np.ndarray) -> Detections:
        return Detections(
            self.quads, np.zeros(len(self.quads), np.bool_), np.ones(len(self.quads), np.float32)
        )


def test_what_the_finder_found_is_paired_with_its_card_and_covered_cards_count_twice() -> None:
    cards = [LaidCard("T01", CARD + 200, 1.0), LaidCard("T02", CARD, 0.4), LaidCard("T03", CARD + 400, 0.1)]
    scene = Scene(np.zeros((720, 1280, 3), np.uint8), cards, "trick", 0.0, "d")
    pairs = found_outlines(scene, FixedFinder(CARD + 3, CARD + 203, CARD + np.array([700, 0], np.float32)))
    assert [(rough[0, 0], true[0, 0]) for rough, true in pairs] == [(303, 300), (103, 100), (103, 100)]
    assert found_outlines(scene, FixedFinder()) == []


@pytest.mark.parametrize("seed", range(6))
def test_turned_crops_keep_their_corners(seed: int) -> None:
    torch.manual_seed(seed)
    corners = frame_in_crop() + np.array([[1, 2], [3, -4], [-5, 6], [7, 8]], np.float32)
    picture = np.zeros((1, 3, CROP_HEIGHT, CROP_WIDTH), np.uint8)
    for number, (x, y) in enumerate(corners):
        picture[0, 0, round(float(y)), round(float(x))] = 50 * (number + 1)
    offsets = torch.from_numpy((corners - frame_in_crop()).reshape(1, 8))
    other, aim = turned(torch.from_numpy(picture), offsets)
    lit = other[0, 0].nonzero().flip(1).numpy()
    expected = np.round(frame_in_crop() + aim.reshape(4, 2).numpy())
    assert {tuple(p) for p in lit.tolist()} == {tuple(p) for p in expected.astype(int).tolist()}


def test_the_network_answers_eight_numbers_for_each_crop() -> None:
    answer = OutlineNet().eval()(torch.rand(3, 3, CROP_HEIGHT, CROP_WIDTH))
    assert tuple(answer.shape) == (3, 8)
