"""Cards of one size: the view that explains them, and what it makes of outlines that are off."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.plane import Plane, mended

SIZE = (1280, 720)
Floats = NDArray[np.float64]


def table(lean: tuple[float, float] = (0.5, -0.4), focal: float = 1.9, length: float = 0.2) -> Plane:
    return Plane(np.array([*lean, np.log(focal), np.log(length / 1.85), np.log(length)]))


def laid(seed: int, count: int) -> Floats:
    rng = np.random.default_rng(seed)
    return np.column_stack([rng.uniform(-0.5, 0.5, (count, 2)) * [1, 0.5], rng.uniform(0, 2 * np.pi, count)])


def sure(count: int, pixels: float = 0.3) -> NDArray[np.float32]:
    return np.full((count, 4, 2), pixels, np.float32)


def lengths(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1))


@pytest.mark.parametrize("lean", [(0.0, 0.0), (0.6, 0.0), (-0.3, 0.7), (0.2, -0.5)])
def test_a_card_that_ends_under_another_gets_its_length_back(lean: tuple[float, float]) -> None:
    true = table(lean).outlines(laid(1, 6), SIZE)
    for card in range(6):
        quads, spread = true.copy(), sure(6)
        quads[card, 2:] += 0.15 * (quads[card, [1, 0]] - quads[card, 2:])
        spread[card, 2:, 1] = 10.0
        found = mended(quads, spread, SIZE)
        assert found is not None
        assert np.abs(quads - true).max() > 8
        # What is left of the error is a twentieth.
        assert np.abs(found.quads - true).max() < 0.05 * np.abs(quads - true).max() + 0.3


@pytest.mark.parametrize("seed", range(4))
def test_exact_outlines_stay_and_the_view_is_found(seed: int) -> None:
    truth = table((0.6, -0.3))
    true = truth.outlines(laid(seed, 7), SIZE)
    found = mended(true, sure(7), SIZE)
    assert found is not None
    assert np.abs(found.quads - true).max() < 0.2
    assert found.plane.tilt == pytest.approx(truth.tilt, abs=1.5)
    assert (found.misfit < 0.2).all()


def test_a_sure_card_of_another_size_is_left_alone_and_spoils_no_other() -> None:
    true = table().outlines(laid(3, 7), SIZE)
    true[0] = true[0].mean(axis=0) + 1.25 * (true[0] - true[0].mean(axis=0))
    found = mended(true, sure(7), SIZE)
    assert found is not None
    assert np.abs(found.quads[0] - true[0]).max() < 0.1 * np.linalg.norm(true[0, 3] - true[0, 0]) * 0.25
    assert np.abs(found.quads[1:] - true[1:]).max() < 0.6
    assert found.misfit[0] > 3 > found.misfit[1:].max()


def test_with_a_known_view_a_single_card_is_mended() -> None:
    plane = table((0.1, 0.6))
    true = plane.outlines(laid(5, 1), SIZE)
    quads, spread = true.copy(), sure(1)
    quads[0, 2:] += 0.2 * (quads[0, [1, 0]] - quads[0, 2:])
    spread[0, 2:, 1] = 10.0
    assert mended(quads, spread, SIZE) is None
    found = mended(quads, spread, SIZE, plane=plane)
    assert found is not None
    assert np.abs(found.quads - true).max() < 0.05 * np.abs(quads - true).max()
    assert found.plane.view.tolist() == plane.view.tolist()


def test_a_guess_only_shortens_the_way() -> None:
    true = table().outlines(laid(8, 6), SIZE) + np.random.default_rng(2).normal(0, 0.5, (6, 4, 2)).astype(
        np.float32
    )
    far, near = mended(true, sure(6, 1.0), SIZE), None
    assert far is not None
    near = mended(true, sure(6, 1.0), SIZE, guess=far.plane)
    assert near is not None
    assert np.abs(near.quads - far.quads).max() < 0.2


def test_cards_all_of_which_are_unsure_agree_on_one_size() -> None:
    rng = np.random.default_rng(4)
    true = table((0.0, 0.0)).outlines(laid(9, 10), SIZE)
    quads = true + rng.normal(0, 5, true.shape).astype(np.float32)
    found = mended(quads, sure(10, 5.0), SIZE)
    assert found is not None
    assert np.abs(found.quads - true).mean() < 0.8 * np.abs(quads - true).mean()
    assert lengths(found.quads).std() < 0.4 * lengths(quads).std()


@pytest.mark.parametrize(
    "quads",
    [
        np.zeros((3, 4, 2), np.float32),
        np.full((2, 4, 2), np.nan, np.float32),
        np.repeat(np.array([[[0, 0], [1, 0], [2, 0], [3, 0]]], np.float32) * 90, 2, axis=0),
        np.random.default_rng(1).uniform(-3000, 3000, (5, 4, 2)).astype(np.float32),
    ],
    ids=["points", "no numbers", "lines", "anything"],
)
def test_nonsense_gives_nothing_or_finite_outlines(quads: NDArray[np.float32]) -> None:
    found = mended(quads, sure(len(quads)), SIZE)
    assert found is None or np.isfinite(found.quads).all()


def test_one_card_alone_and_none_say_nothing() -> None:
    true = table().outlines(laid(1, 1), SIZE)
    assert mended(true, sure(1), SIZE) is None
    assert mended(true[:0], sure(0), SIZE) is None


def test_where_sure_cards_contradict_each_other_doubtful_ones_are_hardly_touched() -> None:
    true = table().outlines(laid(6, 8), SIZE)
    sizes = np.linspace(0.8, 1.25, 8, dtype=np.float32)[:, None, None]
    middle = true.mean(axis=1, keepdims=True)
    quads, spread = middle + sizes * (true - middle), sure(8)
    spread[3, 2:, 1] = 4.0
    found = mended(quads, spread, SIZE)
    assert found is not None
    away = np.abs(found.quads - quads).max(axis=(1, 2)) / lengths(quads)
    assert away.max() < 0.03
