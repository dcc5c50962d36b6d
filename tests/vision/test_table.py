"""Calibration, drift and quality of a camera's view."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.vision.namer_stand_ins import outline
from tests.vision.table_stand_ins import Stage
from vision.table import Calibration, CalibrationError
from vision.table.calibration import load, path_for, read, save, squash_of
from vision.table.drift import Drift
from vision.table.picture import draw_calibration
from vision.table.quality import Defect, quality

TAPS = [(900.0, 100.0), (300.0, 100.0), (1200.0, 700.0), (0.0, 700.0)]


def test_four_taps_in_any_order_make_the_same_table() -> None:
    one = Calibration.tapped(1280, 720, TAPS)
    other = Calibration.tapped(1280, 720, TAPS[::-1])
    assert one == other
    assert one.corners == ((0.0, 700.0), (1200.0, 700.0), (900.0, 100.0), (300.0, 100.0))


def test_the_middle_of_an_oblique_table_is_where_its_diagonals_meet() -> None:
    table = Calibration.tapped(1280, 720, TAPS)
    assert table.middle == pytest.approx((600.0, 300.0))


@pytest.mark.parametrize(
    "taps",
    [
        TAPS[:3],
        [(1.0, 1.0)] * 4,
        [(0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (3.0, 3.0)],
        [*TAPS[:3], (float("nan"), 350.0)],
        [*TAPS[:3], (float("inf"), 350.0)],
    ],
)
def test_taps_that_span_no_table_are_refused(taps: list[tuple[float, float]]) -> None:
    with pytest.raises(CalibrationError):
        Calibration.tapped(1280, 720, taps)


def test_a_calibration_is_kept_per_camera(tmp_path: Path) -> None:
    table = Calibration.tapped(1280, 720, TAPS).learn(np.array([[600.0, 310.0]] * 4), 130.0)
    save(table, "camera 0", tmp_path)
    assert load("camera 0", tmp_path) == table
    assert load("camera 1", tmp_path) is None


def test_what_only_cards_showed_is_looked_for_anew_the_next_time(tmp_path: Path) -> None:
    """Another table's phone, or the same camera on another arm: a middle that is wrong would make the reader blind."""
    learnt = Calibration.guessed(1280, 720).learn(np.array([[500.0, 300.0]] * 4), 130.0)
    save(learnt, "phone", tmp_path)
    known = load("phone", tmp_path)
    assert known is not None and (known.found, known.card) == (False, learnt.card)
    assert known.middle == (640.0, 360.0)


@pytest.mark.parametrize(
    "change",
    [
        {"width": -1},
        {"middle": [1]},
        {"corners": [[0, 0]]},
        {"format": "other"},
        {"extra": 1},
        {"card": "long"},
    ],
)
def test_a_damaged_calibration_says_what_to_do(tmp_path: Path, change: dict[str, object]) -> None:
    row = Calibration.guessed(1280, 720).as_json() | change
    with pytest.raises(CalibrationError, match="delete it"):
        read(json.dumps(row))
    path_for("c", tmp_path).write_text("[")
    with pytest.raises(CalibrationError):
        load("c", tmp_path)


def test_the_middle_follows_the_tricks() -> None:
    table = Calibration.guessed(1000, 800)
    for _ in range(12):
        table = table.learn(np.array([[540.0, 430.0]] * 4), 100.0)
    assert table.middle == pytest.approx((540, 430), abs=1.0)
    assert table.is_middle(np.array([640.0, 430.0]))
    assert not table.is_middle(np.array([800.0, 430.0]))


def test_before_a_card_was_laid_the_middle_may_be_nearly_anywhere() -> None:
    table = Calibration.guessed(1280, 720)
    assert table.is_middle(np.array([980.0, 220.0]))
    assert not table.is_middle(np.array([1200.0, 360.0]))
    assert not table.is_middle(np.array([640.0, 640.0]))


def test_the_first_cards_show_where_the_middle_is() -> None:
    laid = [(np.array([900.0, 245.0]), "S"), (np.array([855.0, 200.0]), "W")]
    table = Calibration.guessed(1280, 720).anchored(laid[:1], 100.0)
    assert table.middle == pytest.approx((900, 200))
    table = table.anchored(laid, 100.0)
    assert table.middle == pytest.approx((900, 200))
    assert not table.is_middle(np.array([640.0, 360.0]))


def test_another_resolution_is_the_same_view() -> None:
    table = Calibration.tapped(1280, 720, TAPS).scaled(640, 360).scaled(1280, 720)
    assert table == Calibration.tapped(1280, 720, TAPS)


def test_the_picture_shows_seats_and_middle() -> None:
    image = np.zeros((360, 640, 3), np.uint8)
    shown = draw_calibration(image, Calibration.guessed(640, 360))
    assert not image.any()
    assert shown[:60].any() and shown[-60:].any() and shown[:, :240].any() and shown[:, -240:].any()


def test_a_moved_camera_is_noticed_and_cards_are_not() -> None:
    stage = Stage()
    empty = stage.shots[-1].image
    stage.lay("S", "HK")
    with_card = stage.shots[-1].image
    drift = Drift(empty)
    assert not drift.compare(with_card).moved
    shifted = np.roll(empty, (9, 14), axis=(0, 1))
    shift = drift.compare(shifted)
    assert shift.moved
    assert (shift.x, shift.y) == pytest.approx((14, 9), abs=1.5)


def readable() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    random = np.random.default_rng(3)
    table = np.full((360, 640, 3), 70, np.uint8)
    for _ in range(12):
        x, y = random.integers(0, 560), random.integers(0, 300)
        table[y : y + 60, x : x + 70] = 215
        table[y + 10 : y + 50 : 4, x + 10 : x + 60] = 60
    return table


def test_what_is_wrong_with_a_picture_is_named() -> None:
    import cv2

    good = readable()
    assert quality(good).defects == ()
    assert quality((good * 0.12).astype(np.uint8)).defects == (Defect.DARK,)
    assert Defect.BLURRED in quality(np.asarray(cv2.GaussianBlur(good, (0, 0), 6), np.uint8)).defects
    glaring = good.copy()
    cv2.circle(glaring, (320, 180), 60, (255, 255, 255), -1)
    assert quality(glaring).defects == (Defect.GLARE,)
    assert quality(np.full_like(good, 250)).defects[0] is Defect.BRIGHT


@pytest.mark.parametrize("squash", [1.0, 0.7])
def test_the_tilt_shows_in_the_shape_of_cards(squash: float) -> None:
    flat = np.stack([outline(200, 200, 0.1), outline(400, 200, np.pi / 2), outline(600, 300, 0.0)])
    seen = flat * np.array([1.0, squash], np.float32)
    assert squash_of(seen) == pytest.approx(squash, rel=0.06)
    assert squash_of(np.stack([outline(0, 0, np.pi / 4)])) is None


def test_an_oblique_camera_sees_what_is_beyond_the_middle_nearer() -> None:
    straight = replace(Calibration.guessed(1280, 720), card=130.0, found=True)
    beyond = np.array([640.0, 360.0 - 170.0])
    assert straight.is_middle(beyond)
    assert not straight.foreshortened(0.7).is_middle(beyond)


@pytest.mark.parametrize("degrees", [-40, -30, 0, 30, 40])
def test_a_turned_oblong_table_keeps_its_seats(degrees: int) -> None:
    """Its two lowest corners belong to a short side from 27 degrees on."""
    turn = np.radians(degrees)
    way = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = np.array([(-300, 150), (300, 150), (300, -150), (-300, -150)]) @ way + (640, 360)
    table = Calibration.tapped(1280, 720, [(float(x), float(y)) for x, y in corners[[2, 0, 3, 1]]])
    assert np.array(table.corners) == pytest.approx(corners)
    assert table.directions()["S"] == pytest.approx(np.array([0, 1]) @ way)


def test_corners_of_another_picture_are_refused() -> None:
    with pytest.raises(CalibrationError, match="1280x720"):
        Calibration.tapped(1280, 720, [(0, 0), (3840, 0), (3840, 2160), (0, 2160)])
