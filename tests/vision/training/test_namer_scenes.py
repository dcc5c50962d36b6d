"""What the namer learns from whole tables: found cards with their names, and what is taken for a card."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.cards import BACK_ID, BY_ID
from vision.detector import Detections
from vision.rendering.scene import LaidCard, Scene
from vision.training.namer_scenes import crops_of

CARD = np.array([[100, 100], [160, 100], [160, 211], [100, 211]], np.float32)
AWAY = np.array([300, 200], np.float32)


class FixedFinder:
    def __init__(self, *quads: NDArray[np.float32]) -> None:
        self.quads = np.array(quads, np.float32).reshape(-1, 4, 2)

    def find(self, frame_bgr: NDArray[np.uint8]) -> Detections:
        return Detections(self.quads, np.zeros(len(self.quads), bool), np.ones(len(self.quads), np.float32))


def table(*cards: LaidCard) -> Scene:
    owner = np.full((720, 1280), -1, np.int16)
    for number, card in enumerate(cards):
        (left, top), (right, bottom) = card.quad[0].astype(int), card.quad[2].astype(int)
        owner[top:bottom, left:right] = number
    return Scene(np.zeros((720, 1280, 3), np.uint8), list(cards), "trick", 0.0, "d", owner)


def test_a_found_card_is_cut_around_two_invented_outlines_and_the_found_one() -> None:
    crops = list(crops_of(np.random.default_rng(1), table(LaidCard("T21", CARD, 1.0)), FixedFinder(CARD + 2)))
    assert [card for _, card in crops] == [BY_ID["T21"]] * 3
    assert all(crop.cells.mean() > 0.85 for crop, _ in crops)
    found = crops[2][0]
    assert found.offsets.reshape(4, 2) == pytest.approx(np.tile(found.offsets[:2], (4, 1)), abs=2e-3), (
        "all corners are off alike"
    )


def test_what_hides_a_part_of_a_card_is_not_the_card() -> None:
    below, above = LaidCard("T21", CARD, 0.5), LaidCard("SK", CARD + np.array([30, 0], np.float32), 1.0)
    crops = list(crops_of(np.random.default_rng(2), table(below, above), FixedFinder(CARD)))
    seen = [crop.cells for crop, card in crops if card == BY_ID["T21"]]
    assert len(seen) == 3
    for cells in seen:
        halves = sorted((float(cells[:, :3].mean()), float(cells[:, 3:].mean())))
        assert halves[0] < 0.2 and halves[1] > 0.6


def test_an_outline_where_no_card_lies_is_a_stranger() -> None:
    crops = list(
        crops_of(np.random.default_rng(3), table(LaidCard("T21", CARD, 1.0)), FixedFinder(CARD, CARD + AWAY))
    )
    assert [card for _, card in crops] == [BY_ID["T21"]] * 3 + [-1]
    assert not crops[3][0].cells.any() and not crops[3][0].offsets.any()


def test_an_outline_between_right_and_wrong_teaches_nothing() -> None:
    crops = list(
        crops_of(
            np.random.default_rng(4),
            table(LaidCard("T21", CARD, 1.0)),
            FixedFinder(CARD + np.array([0, 25], np.float32)),
        )
    )
    assert [card for _, card in crops] == [BY_ID["T21"]] * 2


def test_backs_and_hidden_cards_get_no_name() -> None:
    scene = table(LaidCard(BACK_ID, CARD, 1.0), LaidCard("T21", CARD + AWAY, 0.1))
    crops = [c for k in range(40) for c in crops_of(np.random.default_rng(k), scene, FixedFinder(CARD))]
    assert crops and {card for _, card in crops} == {-1}


def test_without_a_map_of_owners_there_is_nothing_to_learn() -> None:
    scene = Scene(np.zeros((720, 1280, 3), np.uint8), [LaidCard("T21", CARD, 1.0)], "trick", 0.0, "d")
    assert list(crops_of(np.random.default_rng(5), scene, FixedFinder(CARD))) == []
