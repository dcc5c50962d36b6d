"""Batches for the namer. Runs where PyTorch is installed (the `train` extra)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("torch", reason="the train extra is not installed")

import torch

from vision.identity import CROP_HEIGHT, CROP_WIDTH, card_in_crop
from vision.training.namer_network import EMBEDDING, PART_DIM, PARTS, evened
from vision.training.namer_train import Proxies, _took_proxies, turned


def test_a_crop_turned_upside_down_keeps_its_corners_and_shows_the_other_end() -> None:
    size = np.array([CROP_WIDTH, CROP_HEIGHT], np.float32)
    rng = np.random.default_rng(1)
    corners = card_in_crop() + rng.integers(2, 5, (4, 2)).astype(np.float32)
    offsets = ((corners - card_in_crop()) / size).reshape(1, 8).astype(np.float32)
    pictures = np.zeros((1, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    for number, (x, y) in enumerate(np.round(corners).astype(int)):
        pictures[0, min(y, CROP_HEIGHT - 1), min(x, CROP_WIDTH - 1)] = number + 1
    cells = rng.random((1, 12, 6)).astype(np.float32)
    labels = np.array([[3, 7, 0]], np.int16)
    columns: list[NDArray[Any]] = [
        pictures.copy(),
        labels.copy(),
        cells.copy(),
        offsets.copy(),
        np.ones(1, np.float32),
    ]
    turned(columns, np.array([True]))
    assert columns[1].tolist() == [[3, 7, 1]]
    assert np.array_equal(columns[2][0], cells[0, ::-1, ::-1])
    now = columns[3].reshape(4, 2) * size + card_in_crop()
    expected = np.roll((size - 1) - corners, 2, axis=0)
    assert now == pytest.approx(expected, abs=1.01)
    turned(columns, np.array([True]))
    assert np.array_equal(columns[0], pictures)
    assert np.allclose(columns[3], offsets)
    assert columns[1].tolist() == [[3, 7, 0]]


def test_a_stranger_has_no_end() -> None:
    columns: list[NDArray[Any]] = [
        np.zeros((1, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8),
        np.full((1, 3), -1, np.int16),
        np.zeros((1, 12, 6), np.float32),
        np.zeros((1, 8), np.float32),
        np.zeros(1, np.float32),
    ]
    turned(columns, np.array([True]))
    assert columns[1].tolist() == [[-1, -1, -1]]


def test_of_a_known_card_each_field_weighs_the_same() -> None:
    torch.manual_seed(1)
    seen = torch.randn(2, EMBEDDING)
    kept = evened(seen)
    fields = kept[:, : PARTS * PART_DIM].reshape(2, PART_DIM, PARTS).norm(dim=1)
    assert torch.allclose(kept.norm(dim=1), torch.ones(2))
    assert torch.allclose(fields, fields[:1, :1].expand(2, PARTS))
    assert torch.allclose(evened(kept), kept, atol=1e-6)
    same = torch.nn.functional.cosine_similarity(
        seen[:, : PARTS * PART_DIM].reshape(2, PART_DIM, PARTS),
        kept[:, : PARTS * PART_DIM].reshape(2, PART_DIM, PARTS),
    )
    assert torch.allclose(same, torch.ones_like(same), atol=1e-5)


def test_a_run_goes_on_with_the_proxies_of_another_one_if_it_learnt_the_same_copies(tmp_path: Path) -> None:
    two = [{"cards": [0, 1, 2]}, {"cards": [0, 5]}]
    torch.manual_seed(1)
    earlier, same, other = Proxies(two), Proxies(two), Proxies([{"cards": [0, 1, 2]}, {"cards": [0, 6]}])
    torch.save({"proxies": earlier.state_dict()}, tmp_path / "checkpoint.pt")
    torch.save({"step": 0}, tmp_path / "restored.pt")
    assert _took_proxies(tmp_path / "checkpoint.pt", same)
    assert torch.equal(same.points, earlier.points)
    untouched = other.points.clone()
    assert not _took_proxies(tmp_path / "checkpoint.pt", other)
    assert not _took_proxies(tmp_path / "restored.pt", other)
    assert torch.equal(other.points, untouched)
