"""What has come and is shaped as a card is one, although the finder has not found it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.namer_stand_ins import outline
from vision.identity import Quad
from vision.reader.middle import Middle
from vision.reader.shapes import card_shaped
from vision.reader.sight import Sight
from vision.reader.stillness import Mask
from vision.reader.tracks import mask_of, nearest
from vision.table import Calibration

VIEW = replace(Calibration.guessed(1280, 720), card=130.0, found=True)
CARD = outline(600, 380, 0.3, 130)


def drawn(*quads: Quad) -> Mask:
    come = np.zeros((180, 320), np.bool_)
    for quad in quads:
        come |= mask_of(quad, come.shape, 0.25)
    return come


@pytest.mark.parametrize("angle", np.linspace(0, 3, 7))
def test_a_card_by_itself_is_seen_by_its_shape_even_with_gaps(angle: float) -> None:
    quad = outline(600, 380, angle, 130)
    come = drawn(quad)
    come[94, 140:160] = False  # a printed stripe of the table's colour
    (found,) = card_shaped(come, 0.25, VIEW)
    assert nearest(found, [quad])[1] < 0.08


def test_what_is_no_card_by_its_shape_is_none() -> None:
    hand = np.zeros((180, 320), np.uint8)
    cv2.ellipse(hand, (150, 95), (17, 9), 20, 0, 360, 1, -1)
    beside = outline(600, 380, 0.3, 130) + np.float32(60)
    others = [hand.astype(np.bool_), drawn(CARD, beside), drawn(outline(600, 380, 0.3, 65))]
    others += [drawn(outline(600, 380, 0.3, 200)), drawn(), np.ones((180, 320), np.bool_)]
    assert [card_shaped(come, 0.25, VIEW) for come in others] == [[]] * len(others)
    assert (
        card_shaped(drawn(CARD), 0.25, Calibration.guessed(1280, 720)) == []
    )  # nobody knows how long cards are


def test_in_the_middle_what_is_no_card_of_a_trick_is_none_that_lies_beside_them() -> None:
    """Half a card, as stripes across it make the finder see it, would shut out the whole one."""
    sight = Sight(replace(VIEW, middle=(600.0, 380.0)))
    sight.take(np.full((720, 1280, 3), 60, np.uint8), 3.0, [])
    half, beside = outline(600, 380, 0.3, 72), outline(1000, 380, 0.3, 130)
    assert [Middle(sight, sure=True).beyond(quad) for quad in (CARD, half, beside)] == [False, False, True]
    assert Middle(sight, sure=False).beyond(outline(600, 380, 0.3, 62))
