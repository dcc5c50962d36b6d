"""Where a card lies: whose it is, which outline is whose, where the middle may be."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.namer_stand_ins import outline
from vision.reader.seats import seat_of
from vision.reader.sight import Sight
from vision.reader.tracks import nearest, plausible, same_way
from vision.table import Calibration
from vision.table.quads import axis_of, centre_of

NOBODY = np.zeros(4)


DIRECTIONS = Calibration.guessed(1280, 720).directions()


ACROSS, UPRIGHT = np.pi / 2, 0.0


def hand(seat: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array([1.0 if seat == s else 0.0 for s in "SENW"])


@pytest.mark.parametrize(
    ("offset", "angle", "edge", "seat"),
    [
        ((0.0, 0.6), UPRIGHT, "", "S"),
        ((0.6, 0.0), ACROSS, "", "E"),
        ((0.1, -0.6), UPRIGHT + 0.3, "", "N"),
        ((-0.6, 0.1), ACROSS - 0.3, "", "W"),
        ((0.0, 0.0), UPRIGHT, "N", "N"),  # dead in the middle: the hand decides
        ((0.0, 0.3), UPRIGHT, "N", "N"),  # a little too far: hand and turn outvote the place
        ((0.5, 0.5), ACROSS, "E", "E"),
        ((0.0, 0.6), UPRIGHT, "E", "S"),  # another one's arm was there: place and turn outvote the hand
    ],
)
def test_a_seat_is_where_a_card_comes_from_and_lies(
    offset: tuple[float, float], angle: float, edge: str, seat: str
) -> None:
    axis = axis_of(outline(0, 0, angle))
    shares = hand(edge) if edge else NOBODY
    assert seat_of(np.array(offset), axis, DIRECTIONS, shares)[0] == seat


def test_the_middle_of_a_card_seen_aslant_is_where_its_diagonals_meet() -> None:
    slanted = np.array([[0, 0], [10, 0], [20, 30], [-10, 30]], np.float32)
    assert centre_of(slanted) == pytest.approx([5, 7.5])


def test_an_oblique_view_shortens_upright_cards_and_they_are_as_plausible_as_lying_ones() -> None:
    """At 45° a card before the far seat is half as long in the picture as one that lies across."""
    view = replace(Calibration.guessed(1280, 720), card=115.0).foreshortened(0.71)
    across = outline(500, 300, ACROSS, 135)
    upright = outline(500, 300, UPRIGHT, 135) * np.array([1, 0.71 * 0.9], np.float32)
    assert plausible(across, view) and plausible(upright, view)
    assert view.length_of(upright) == pytest.approx(0.9 * view.length_of(across), rel=0.01)
    assert not plausible(outline(500, 300, UPRIGHT, 70) * np.array([1, 0.71], np.float32), view)


def test_an_outline_is_begun_at_the_same_end_as_before() -> None:
    quad = outline(100, 100, 0.2)
    assert same_way(np.roll(quad, 2, axis=0), quad) == pytest.approx(quad)


def test_the_nearest_outline_is_near_either_way_round() -> None:
    quad = outline(100, 100, 0.2)
    others = [outline(300, 100, 0.2), np.roll(quad + 2, 2, axis=0)]
    index, distance = nearest(quad, others)
    assert index == 1
    assert distance < 0.05


def test_a_hand_that_hid_half_of_a_card_does_not_make_it_later() -> None:
    sight = Sight(Calibration.guessed(1280, 720))
    table = np.full((720, 1280, 3), 60, np.uint8)
    quad = outline(600, 300, np.pi / 2, 120)
    lying = table.copy()
    cv2.fillConvexPoly(lying, quad.astype(np.int32), (240, 240, 240))
    held = lying.copy()
    cv2.rectangle(held, (0, 250), (610, 350), (120, 150, 205), -1)
    for t, shown in ((3.0, table), (4.0, held), (4.2, held), (4.4, held), (4.6, lying), (4.8, lying)):
        sight.take(shown, t, [quad])
    assert sight.rest_of(quad, 4.6) == pytest.approx(4.0)
    # Pips on pips may differ by more than a change that counts as one.
    sight.stillness.moved[sight.mask(quad)] = -5.0
    assert sight.rest_of(quad, 4.6) == 4.6


def test_a_card_that_was_hard_to_find_came_before_the_one_that_was_laid_half_upon_it() -> None:
    sight = Sight(Calibration.guessed(1280, 720))
    table = np.full((720, 1280, 3), 60, np.uint8)
    quad, upper = outline(600, 300, np.pi / 2, 120), outline(672, 330, 0.0, 120)
    lying, both = table.copy(), table.copy()
    for shown in (lying, both):
        cv2.fillConvexPoly(shown, quad.astype(np.int32), (240, 240, 240))
    cv2.fillConvexPoly(both, upper.astype(np.int32), (180, 60, 60))
    times = np.arange(0.0, 7.0, 0.2)
    for t in times:
        sight.take(table if t < 3 else lying if t < 5.4 else both, float(t), [quad, upper])
    assert sight.rest_of(quad, 6.2) == pytest.approx(3.0, abs=0.05)
    assert sight.rest_of(upper, 6.2) == pytest.approx(5.4, abs=0.05)


def test_a_white_card_on_a_white_cloth_did_not_come_when_the_trick_before_it_went() -> None:
    """Hardly any of it is strange; a stain that has been there since then is, but most has changed only now."""
    sight = Sight(Calibration.guessed(1280, 720))
    table = np.full((720, 1280, 3), 200, np.uint8)
    quad = outline(600, 300, np.pi / 2, 120)
    swept, lying = table.copy(), table.copy()
    cv2.fillConvexPoly(lying, quad.astype(np.int32), (222, 222, 222))
    for shown in (swept, lying):
        cv2.rectangle(shown, (560, 270), (590, 330), (160, 160, 160), -1)
    for t in np.arange(0.0, 10.0, 0.2):
        sight.take(table if t < 3 else swept if t < 9 else lying, float(t), [])
    assert sight.rest_of(quad, 9.4) == pytest.approx(9.0, abs=0.3)


def test_until_the_middle_is_known_a_card_may_lie_nearly_anywhere() -> None:
    aside = np.array([980.0, 220.0])
    assert Sight(None).is_middle(aside)
    known = Calibration.guessed(1280, 720).centred(np.array([600.0, 380.0]), 130.0)
    assert not Sight(known).is_middle(aside)
    assert Sight(known).is_middle(np.array([700.0, 330.0]))
