"""Outlines as the outline network leaves them: exact where corners are seen, guessed where they are not."""

from __future__ import annotations

import numpy as np

from vision.training.namer_crops import hidden_corners, mended

CARD = np.array([[40, 30], [101, 30], [101, 143], [40, 143]], np.float32)


def test_corners_under_a_neighbour_are_hidden() -> None:
    seen = np.zeros((180, 150), np.uint8)
    seen[30:143, 40:70] = 255  # the right half lies under something
    assert hidden_corners(seen, CARD).tolist() == [False, True, True, False]


def test_a_card_that_reaches_out_of_the_picture_has_hidden_corners_there() -> None:
    seen = np.full((100, 150), 255, np.uint8)
    seen[-1] = 0
    assert hidden_corners(seen, CARD).tolist() == [False, False, True, True]


def test_hidden_corners_err_more_than_seen_ones() -> None:
    rng = np.random.default_rng(3)
    hidden = np.array([False, True, True, False])
    away = np.mean([np.linalg.norm(mended(rng, CARD, hidden) - CARD, axis=1) for _ in range(400)], axis=0)
    assert away[hidden].min() > 2 * away[~hidden].max()
    assert away[~hidden].max() < 0.03 * 113
