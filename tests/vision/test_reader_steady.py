"""A shaking camera."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.table_stand_ins import Stage
from vision.reader.steady import Steady, shifted
from vision.reader.stillness import Image, shrink


def furnished(image: Image) -> Image:
    """With a pad, a heap and a glass, as real tables have them."""
    shown = image.copy()
    shown[250:330, 430:560] = 200
    shown[40:110, 60:100] = (90, 40, 60)
    cv2.circle(shown, (560, 70), 32, (130, 120, 110), 4)
    return shown


def shaken(image: Image, x: float, y: float) -> Image:
    matrix = np.array([[1, 0, x], [0, 1, y]], np.float32)
    size = image.shape[1], image.shape[0]
    return np.asarray(cv2.warpAffine(image, matrix, size, borderMode=cv2.BORDER_REFLECT), np.uint8)


@pytest.mark.parametrize(("x", "y"), [(3.0, 0.0), (-1.6, 2.4), (6.0, -5.0)])
def test_a_shift_is_measured_and_taken_back(x: float, y: float) -> None:
    stage = Stage()
    table = shrink(furnished(stage.shots[-1].image))
    stage.lay("S", "HK")
    full = furnished(stage.shots[-1].image)
    moved = shrink(shaken(full, x, y))
    held, shift = Steady().align(moved, table)
    assert shift == pytest.approx((x / 2, y / 2), abs=0.45)
    calm = shrink(full)
    inner = np.s_[10:-10, 10:-10]
    before = np.abs(moved[inner].astype(int) - calm[inner]).mean()
    assert np.abs(held[inner].astype(int) - calm[inner]).mean() < 0.7 * before


def test_a_hand_alone_shifts_nothing() -> None:
    stage = Stage()
    table = shrink(furnished(stage.shots[-1].image))
    stage.reach("E")
    for shot in stage.shots[6:]:
        assert Steady().align(shrink(furnished(shot.image)), table)[1] == (0.0, 0.0)


def test_a_full_picture_is_shifted_like_the_small_one() -> None:
    image = np.zeros((40, 60, 3), np.uint8)
    image[10:20, 10:20] = 255
    assert (shifted(shaken(image, 4, 2), 4, 2) == image).all()
