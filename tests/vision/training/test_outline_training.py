"""What the outline network learns from. Runs where PyTorch is installed (the `train` extra)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the train extra is not installed")

from vision.detector import Detections  # noqa: E402
from vision.outline import CROP_HEIGHT, CROP_WIDTH, frame_in_crop  # noqa: E402
from vision.rendering.scene import LaidCard, Scene  # noqa: E402
from vision.training.outline_train import OutlineNet, found_outlines, started, turned, unlikely  # noqa: E402

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


def test_the_network_answers_offsets_and_doubts_for_each_crop() -> None:
    offsets, doubts = OutlineNet().eval()(torch.rand(3, 3, CROP_HEIGHT, CROP_WIDTH))
    assert tuple(offsets.shape) == tuple(doubts.shape) == (3, 8)
    assert (doubts > 0).all()


def test_it_is_best_to_be_as_doubtful_as_one_errs() -> None:
    aim, found = torch.zeros(1), torch.full((1,), 2.0)
    doubts = torch.tensor([0.5, 1.0, 2.0, 4.0, 8.0], requires_grad=True)
    unlikely(found, doubts, aim).sum().backward()
    assert doubts.grad is not None
    assert (doubts.grad.sign() == torch.tensor([-1.0, -1.0, 0.0, 1.0, 1.0])).all()


def test_a_network_that_gave_offsets_alone_goes_on_with_doubts(tmp_path: Path) -> None:
    net = OutlineNet()
    old = {f"module.{k}": v for k, v in net.state_dict().items()}
    for name in ("module.answer.weight", "module.answer.bias"):
        old[name] = old[name][:8]
    torch.save({"average": old}, tmp_path / "old.pt")
    other = OutlineNet()
    other.load_state_dict(started(tmp_path / "old.pt"))
    crops = torch.rand(2, 3, CROP_HEIGHT, CROP_WIDTH)
    assert torch.allclose(net.eval()(crops)[0], other.eval()(crops)[0], atol=1e-5)
    assert torch.allclose(other(crops)[1], torch.ones(2, 8))
