"""Cutting a card out along its rough outline, and moving corners as the network says."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.outline import BATCH, CROP_HEIGHT, CROP_WIDTH, Refiner, crop, frame_in_crop, pyramid

CARD = np.array([[200, 150], [290, 160], [275, 330], [190, 322]], np.float32)


@dataclass
class FixedOffsets:
    """Moves every corner by the same crop pixels."""

    offsets: NDArray[np.float32]
    engine: str = "fixed"
    rounded: bool = False
    calls: int = 0

    def run(self, batch: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        assert 0 < len(batch) <= BATCH
        assert batch.shape[1:] == (3, CROP_HEIGHT, CROP_WIDTH)
        self.calls += 1
        return [np.repeat(self.offsets[None], len(batch), axis=0)]


@pytest.mark.parametrize("scale", [0.5, 1.0, 2.0, 4.0])
def test_the_outline_lies_in_the_crop_where_it_should(scale: float) -> None:
    frame = np.zeros((1700, 1700, 3), np.uint8)
    quad = CARD * scale
    cv2.fillConvexPoly(frame, np.round(quad * 16).astype(np.int32), (255, 255, 255), cv2.LINE_AA, 4)
    picture, to_picture = crop(pyramid(frame), quad)
    drawn = np.zeros((CROP_HEIGHT, CROP_WIDTH), np.uint8)
    cv2.fillConvexPoly(drawn, np.round(frame_in_crop() * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    seen = picture[..., 0] > 127
    assert (seen & (drawn > 127)).sum() / (seen | (drawn > 127)).sum() > 0.95
    back = cv2.perspectiveTransform(frame_in_crop()[None].astype(np.float64), to_picture)[0]
    assert np.allclose(back, quad, atol=0.01)


def test_no_offset_moves_nothing() -> None:
    quads = np.stack([CARD, CARD + 100])
    found = (
        Refiner(FixedOffsets(np.zeros(8, np.float32))).refine(np.zeros((600, 800, 3), np.uint8), quads).quads
    )
    assert np.allclose(found, quads, atol=0.01)


def test_corners_move_as_they_are_told() -> None:
    # One crop pixel outwards at each corner makes the card larger by about that share.
    outwards = np.array([-1, -1, 1, -1, 1, 1, -1, 1], np.float32)
    quad = np.array([[100, 100], [200, 100], [200, 300], [100, 300]], np.float32)
    found = Refiner(FixedOffsets(outwards)).refine(np.zeros((600, 800, 3), np.uint8), quad[None]).quads[0]
    frame = frame_in_crop()
    width = frame[1, 0] - frame[0, 0]
    assert found[1, 0] - found[0, 0] == pytest.approx(100 * (width + 2) / width, rel=1e-3)


@pytest.mark.parametrize(("cards", "calls"), [(0, 0), (1, 1), (BATCH, 1), (BATCH + 1, 2)])
def test_cards_go_through_in_batches(cards: int, calls: int) -> None:
    network = FixedOffsets(np.zeros(8, np.float32))
    quads = np.repeat(CARD[None], cards, axis=0)
    assert Refiner(network).refine(np.zeros((600, 800, 3), np.uint8), quads).quads.shape == (cards, 4, 2)
    assert network.calls == calls


@pytest.mark.parametrize(
    "quad",
    [CARD - 5000, CARD * 0, np.array([[0, 0], [1, 0], [2, 0], [3, 0]], np.float32), CARD * 300],
    ids=["outside", "a point", "a line", "huge"],
)
def test_an_outline_of_nonsense_does_no_harm(quad: NDArray[np.float32]) -> None:
    found = (
        Refiner(FixedOffsets(np.ones(8, np.float32)))
        .refine(np.zeros((200, 300, 3), np.uint8), quad[None])
        .quads
    )
    assert found.shape == (1, 4, 2)
    assert np.isfinite(found).all()


def test_levels_keep_places() -> None:
    frame = np.zeros((401, 643, 3), np.uint8)
    frame[100:116, 200:216] = 255
    for k, level in enumerate(pyramid(frame)):
        ys, xs = np.nonzero(level[..., 0] > 127)
        middle = np.array([xs.mean(), ys.mean()])
        assert np.allclose((middle + 0.5) * 2**k - 0.5, [207.5, 107.5], atol=0.01)


@dataclass
class Doubtful:
    """Moves nothing and doubts the lower end of every card."""

    engine: str = "doubtful"
    rounded: bool = False

    def run(self, batch: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        doubts = np.repeat(np.array([[0.2, 0.2] * 2 + [0.2, 8.0] * 2], np.float32), len(batch), axis=0)
        return [np.zeros((len(batch), 8), np.float32), doubts]


def test_doubts_come_back_in_pixels_of_the_picture_across_and_along_the_card() -> None:
    quad = np.array([[100, 100], [200, 100], [200, 300], [100, 300]], np.float32)
    found = Refiner(Doubtful()).refine(np.zeros((600, 800, 3), np.uint8), quad[None])
    frame = frame_in_crop()
    wide, high = frame[2] - frame[0] + 1
    assert found.spread is not None
    assert found.spread[0, 0] == pytest.approx([0.2 * 100 / wide, 0.2 * 200 / high])
    assert found.spread[0, 2] == pytest.approx([0.2 * 100 / wide, 8.0 * 200 / high])
    assert found.plane is None


def test_between_rounds_doubtful_ends_get_the_length_of_the_other_cards() -> None:
    card = np.array([[0, 0], [60, 0], [60, 111], [0, 111]], np.float32)
    quads = np.stack([card + np.array([100 + 150 * i, 120 + 60 * i], np.float32) for i in range(5)])
    short = quads.copy()
    short[2, 2:, 1] -= 20
    frame = np.zeros((720, 960, 3), np.uint8)
    once = Refiner(Doubtful()).refine(frame, short)
    assert np.allclose(once.quads, short, atol=0.01)
    twice = Refiner(Doubtful()).refine(frame, short, rounds=2)
    assert np.abs(twice.quads - quads).max() < 5
    assert np.abs(twice.quads[:, :2] - quads[:, :2]).max() < 1
    assert twice.plane is not None
    again = Refiner(Doubtful()).refine(frame, short[2:3], rounds=2, known=twice.plane)
    assert np.abs(again.quads - quads[2:3]).max() < 5
