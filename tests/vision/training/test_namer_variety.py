"""Crops that are covered and toned anew each time that they are learnt from."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.identity import CROP_HEIGHT, CROP_WIDTH
from vision.training.namer_crops import GRID_SHAPE
from vision.training.namer_variety import LEAST_LEFT, covered, toned


def _columns(count: int, *, copy: int = 3) -> list[NDArray[Any]]:
    """Crops of one colour each, wholly visible."""
    shades = np.linspace(20, 240, count).astype(np.uint8)
    pictures = np.broadcast_to(shades[:, None, None, None], (count, CROP_HEIGHT, CROP_WIDTH, 3)).copy()
    return [
        pictures,
        np.full((count, 3), copy, np.int16),
        np.ones((count, *GRID_SHAPE), np.float16),
        np.zeros((count, 8), np.float16),
        np.ones(count, np.float16),
    ]


def test_where_another_card_was_laid_the_cells_say_that_this_one_is_covered() -> None:
    columns = _columns(64)
    before = columns[0].copy()
    covered(columns, np.random.default_rng(1))
    pictures, labels, cells, _, visible = columns
    hidden = np.flatnonzero(visible < 1)
    assert 10 <= len(hidden) <= 40
    assert visible.min() >= LEAST_LEFT - 0.01
    assert np.all(labels == 3)
    for i in range(64):
        changed = np.abs(pictures[i].astype(int) - before[i]).max(2) > 2
        by_cell = changed.reshape(12, CROP_HEIGHT // 12, 6, CROP_WIDTH // 6).mean((1, 3))
        if i not in hidden:
            assert not changed.any()
        else:
            assert np.abs(1 - cells[i] - by_cell).max() < 0.25
            assert abs(float(visible[i]) - float(cells[i].mean(dtype=np.float32))) < 0.01


def test_what_is_no_card_or_hardly_seen_is_left_as_it_is() -> None:
    strangers = _columns(32, copy=-1)
    hidden = _columns(32)
    hidden[4][:] = 0.3
    for columns in (strangers, hidden):
        before = [column.copy() for column in columns]
        covered(columns, np.random.default_rng(2))
        assert all(np.array_equal(a, b) for a, b in zip(before, columns, strict=True))


def test_other_tones_keep_the_order_of_light_and_dark() -> None:
    columns = _columns(64)
    columns[0][:] = np.arange(CROP_HEIGHT, dtype=np.uint8)[None, :, None, None]
    toned(columns, np.random.default_rng(3))
    down = columns[0][:, :, 0, 0].astype(int)
    assert np.all(np.diff(down, axis=1) >= 0)
    other = np.any(down != np.arange(CROP_HEIGHT), axis=1)
    assert 20 <= int(other.sum()) <= 44
