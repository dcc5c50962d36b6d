"""Where something new lies is looked at from nearer, and both looks are one."""

from __future__ import annotations

import numpy as np
import pytest

from vision.letterbox import Letterbox
from vision.reader.nearer import WORTH_IT, together, where_new, whole_within

SCALE = 0.25
"""From a picture 1280 wide to the small one."""
CARD = np.array([[600, 300], [660, 300], [660, 411], [600, 411]], np.float32)


def news(*boxes: tuple[int, int, int, int]) -> np.ndarray:
    mask = np.zeros((180, 320), np.bool_)
    for x0, y0, x1, y1 in boxes:
        mask[round(y0 * SCALE) : round(y1 * SCALE), round(x0 * SCALE) : round(x1 * SCALE)] = True
    return mask


def window(mask: np.ndarray, length: float = 111) -> tuple[int, int, int, int] | None:
    return where_new(mask, SCALE, length, 1280, 720)


def test_the_window_holds_what_is_new_and_shows_it_larger() -> None:
    found = window(news((600, 300, 660, 411)))
    assert found is not None and whole_within(CARD, found)
    x0, y0, x1, y1 = found
    whole = Letterbox.of(1280, 720).scale
    assert WORTH_IT * whole < Letterbox.of(x1 - x0, y1 - y0).scale <= 150 / 111 * 1.02


@pytest.mark.parametrize(
    ("mask", "length"),
    [
        (news(), 111),
        (news((600, 300, 606, 306)), 111),
        (news((100, 50, 1200, 700)), 111),
        (news((600, 300, 800, 660)), 360),
    ],
    ids=["nothing new", "a speck", "nearly everything", "cards that are large anyway"],
)
def test_where_a_nearer_look_shows_no_more_there_is_none(mask: np.ndarray, length: float) -> None:
    assert window(mask, length) is None


def test_of_two_new_things_the_larger_is_looked_at() -> None:
    found = window(news((600, 300, 660, 411), (100, 100, 140, 140)))
    assert found is not None and whole_within(CARD, found)


def test_the_window_stays_within_the_picture() -> None:
    found = window(news((1240, 0, 1280, 60)))
    assert found is not None
    assert found[0] >= 0 and found[1] == 0 and found[2] == 1280 and found[3] <= 720


def test_in_an_upright_picture_the_window_is_upright() -> None:
    mask = np.zeros((320, 180), np.bool_)
    mask[150:178, 80:95] = True
    found = where_new(mask, SCALE, 111, 720, 1280)
    assert found is not None
    x0, y0, x1, y1 = found
    assert y1 - y0 > x1 - x0


def test_what_reaches_beyond_the_window_was_not_seen_whole() -> None:
    assert whole_within(CARD, (590, 290, 670, 420))
    assert not whole_within(CARD, (610, 290, 670, 420))


def test_the_nearer_look_stands_for_what_lies_at_its_place() -> None:
    blended, elsewhere, back = CARD + 8, CARD + 300, CARD - 250
    quads, backs = together([CARD], [blended, elsewhere, back], np.array([False, False, True]))
    assert [q[0].tolist() for q in quads] == [CARD[0].tolist(), elsewhere[0].tolist(), back[0].tolist()]
    assert backs.tolist() == [False, False, True]


def test_without_a_nearer_look_all_stays_as_it_was() -> None:
    quads, backs = together([], [CARD], np.array([True]))
    assert len(quads) == 1 and backs.tolist() == [True]
