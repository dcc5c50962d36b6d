"""What the finder is trained towards. Runs where PyTorch is installed (the `train` extra)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the train extra is not installed")
pytest.importorskip("ultralytics", reason="the train extra is not installed")

from vision.rendering.scene import LaidCard, Scene  # noqa: E402
from vision.training.finder_data import BACK, FACE, collate, mirrored, to_sample  # noqa: E402
from vision.training.finder_model import CARD_CLASSES, Exported, build, turned_boxes  # noqa: E402
from vision.training.finder_train import Plan, rate_at  # noqa: E402

CARD = np.array([[100, 100], [160, 100], [160, 211], [100, 211]], np.float32)


def scene(*cards: LaidCard) -> Scene:
    image = np.zeros((360, 640, 3), np.uint8)
    image[101:210, 101:159] = 255
    return Scene(image, list(cards), "single", 0.0, "d")


def test_hidden_cards_are_not_asked_for_and_the_letterbox_moves_outlines() -> None:
    sample = to_sample(
        scene(
            LaidCard("T01", CARD, 1.0),
            LaidCard("T02", CARD, 0.05),
            LaidCard("BACK", CARD, 0.2),
            LaidCard("BACK", CARD, 0.9),
        )
    )
    assert sample.classes.tolist() == [FACE, BACK]
    assert np.allclose(sample.quads[0], CARD + np.array([0, 12]))
    assert sample.image.shape == (3, 384, 640)


def test_for_comparison_every_card_has_a_class() -> None:
    cards = [LaidCard("T01", CARD, 1.0), LaidCard("C10", CARD, 1.0), LaidCard("BACK", CARD, 1.0)]
    sample = to_sample(scene(*cards), named=True)
    assert [CARD_CLASSES[int(c)] for c in sample.classes] == ["T01", "C10", "BACK"]


def test_a_network_that_names_begins_with_what_the_finder_sees(tmp_path: Path) -> None:
    finder = build("obb").eval()
    torch.save({"average": finder.state_dict()}, tmp_path / "finder.pt")
    namer = build("obb", start=tmp_path / "finder.pt", classes=55).eval()
    picture = torch.rand(1, 3, 64, 96)
    with torch.no_grad():
        two, many = (Exported(m, "obb").eval()(picture) for m in (finder, namer))
    assert many.shape[1] == 55 + 8
    assert torch.allclose(many[:, :54], two[:, :1].expand(-1, 54, -1), atol=1e-5)
    assert torch.allclose(many[:, 54:], two[:, 1:], atol=1e-4)
    with pytest.raises(ValueError, match="7"):
        build("obb", classes=7)


def test_mirrored_outlines_lie_on_the_mirrored_card_and_run_clockwise() -> None:
    sample = to_sample(scene(LaidCard("T01", CARD, 1.0)))
    for seed in range(8):
        other = mirrored(np.random.default_rng(seed), sample, seed % 3)
        quad = other.quads[0]
        side = np.roll(quad, -1, axis=0) - quad
        follow = np.roll(side, -1, axis=0)
        assert (side[:, 0] * follow[:, 1] - side[:, 1] * follow[:, 0] > 0).all()
        assert side[1] @ side[1] > side[0] @ side[0]  # the second side is still the long one
        bright = np.argwhere(other.image[0] > other.image[0].max() - 5).mean(axis=0)[::-1]
        assert np.allclose(bright, quad.mean(axis=0), atol=1.5)


def test_a_batch_knows_whose_cards_are_whose() -> None:
    one, none = to_sample(scene(LaidCard("T01", CARD, 1.0))), to_sample(scene())
    batch = collate([none, one, one])
    assert batch["batch_idx"].tolist() == [1, 2]
    assert tuple(batch["img"].shape) == (3, 3, 384, 640)


def test_turned_boxes_know_half_turns() -> None:
    quads = torch.from_numpy(np.stack([CARD, np.roll(CARD, 2, axis=0)]))
    first, second = turned_boxes(quads)
    assert torch.allclose(first[:4], second[:4])
    assert torch.allclose(first[:4], torch.tensor([130.0, 155.5, 60.0, 111.0]))


def test_the_rate_rises_stays_and_falls() -> None:
    plan = Plan(pictures=1000, batch=10, rate=1.0, warmup=100, decay_share=0.5)
    rates = [rate_at(plan, seen) for seen in (0, 50, 300, 500, 750, 999)]
    assert rates == pytest.approx([0.1, 0.6, 1.0, 1.0, 0.5, 0.01])
