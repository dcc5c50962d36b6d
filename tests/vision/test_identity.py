"""From outlines to names: the crop, the likeness, the assignment, and when the namer had better ask."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.cards import BY_ID
from tests.vision.namer_stand_ins import TRUST, ColourNamer, crops, deck, outline, table
from vision.identity import (
    CROP_HEIGHT,
    CROP_WIDTH,
    Looks,
    Marks,
    Prototypes,
    _candidates,
    assign,
    card_in_crop,
    compare,
    hidden_pips,
    look,
    name,
    portrayed,
    rectify,
    refine,
    vivid,
)

EYES = ColourNamer()


def test_stronger_colours_leave_paper_ink_and_darkness_as_they_are() -> None:
    crop = np.full((CROP_HEIGHT, CROP_WIDTH, 3), (180, 200, 210), np.uint8)  # cream paper
    crop[50:90, 20:60] = (18, 20, 21)
    crop[100:140, 20:60] = (120, 150, 190)
    seen = vivid(crop, 3.0)
    assert np.abs(seen[:90].astype(int) - crop[:90]).max() <= 1
    assert np.ptp(seen[120, 40].astype(int)) > 2 * np.ptp(crop[120, 40].astype(int))
    assert not vivid(np.zeros_like(crop), 3.0).any()


@pytest.mark.parametrize("length", [60, 200, 640])
@pytest.mark.parametrize("angle", [0.0, 0.7, 3.0])
def test_a_card_of_any_size_and_turn_is_rectified_to_the_same_crop(length: float, angle: float) -> None:
    quad = outline(640, 360, angle, length)
    crop, matrix = rectify(table([(5, quad)]), quad)
    flat = crops(cards=[5])[0]
    assert crop.shape == (CROP_HEIGHT, CROP_WIDTH, 3)
    inside = np.abs(crop[14:-14, 8:-8].astype(int) - flat[14:-14, 8:-8]).mean()
    assert inside < 14
    corners = np.c_[quad, np.ones(4)] @ matrix.T
    assert np.allclose(corners[:, :2] / corners[:, 2:], card_in_crop(), atol=0.6)


def test_an_outline_beside_the_picture_is_black_and_no_error() -> None:
    quad = np.array([[1100, 0], [1600, 0], [1600, 1000], [1100, 1000]], np.float32)
    crop, _ = rectify(np.full((1000, 1000, 3), 200, np.uint8), quad)
    assert crop.shape == (192, 96, 3)
    assert float(crop.mean()) < 60


def test_offsets_lead_back_to_the_true_outline() -> None:
    true, rough = outline(600, 300, 0.4), outline(608, 295, 0.43, 206)
    _, matrix = rectify(table([]), rough)
    seen = np.c_[true, np.ones(4)] @ matrix.T
    offsets = (seen[:, :2] / seen[:, 2:] - card_in_crop()) / [CROP_WIDTH, CROP_HEIGHT]
    assert np.allclose(refine(rough, matrix, offsets.astype(np.float32)), true, atol=0.05)


def test_both_ends_are_recognised() -> None:
    upright = crops(cards=[7, 8])
    upended = np.ascontiguousarray(upright[:, ::-1, ::-1])
    prototypes = deck("one", EYES).prototypes
    for pictures, flipped in ((upright, False), (upended, True)):
        likeness = compare(look(EYES, pictures).vectors, prototypes)
        assert likeness.cosines.argmax(1).tolist() == [7, 8]
        assert likeness.flipped[[0, 1], [7, 8]].tolist() == [flipped, flipped]


def test_cards_that_a_deck_lacks_are_never_its_answer() -> None:
    prototypes = deck("part", EYES, cards=range(10)).prototypes
    likeness = compare(look(EYES, crops(cards=[3, 20])).vectors, prototypes)
    assert (likeness.cosines[:, 10:] == -1).all()
    assert likeness.cosines[0].argmax() == 3


def test_of_known_cards_is_kept_what_the_network_says_to_keep() -> None:
    class Keeping(ColourNamer):
        def run(self, batch: NDArray[np.float32]) -> list[NDArray[np.float32]]:
            vectors, extras = super().run(batch)
            return [vectors, extras, -vectors]

    pictures = crops(cards=[3, 20])
    assert np.allclose(portrayed(Keeping(), pictures), -look(EYES, pictures).vectors)
    assert np.allclose(portrayed(EYES, pictures), look(EYES, pictures).vectors)
    assert len(portrayed(EYES, [])) == len(look(EYES, [])) == 0


def test_no_prototypes_no_likeness() -> None:
    empty = Prototypes(np.zeros((0, 4), np.float32), np.zeros(0, np.int16), np.zeros(0, np.bool_))
    assert (compare(np.ones((2, 4), np.float32), empty).cosines == -1).all()


def test_each_card_is_given_once_and_the_best_total_wins() -> None:
    cosines = np.full((3, 54), 0.1, np.float32)
    cosines[0, [16, 17]] = 0.90, 0.85
    cosines[1, [16, 17]] = 0.80, 0.30
    cosines[2, 4] = 0.05
    assert assign(cosines, floor=0.2).tolist() == [17, 16, -1]
    assert assign(np.zeros((0, 54), np.float32), floor=0.2).tolist() == []


def test_one_picture_is_read_with_one_deck() -> None:
    decks = [deck(f"edition {n}", EYES, n).prototypes for n in range(3)]
    names = name(look(EYES, crops(2, [1, 30, 53])), decks, TRUST)
    assert names.deck == 2
    assert names.cards.tolist() == [1, 30, 53]
    assert (names.confidence > 0.99).all()


def test_what_lies_between_two_cards_is_asked_and_not_guessed() -> None:
    """A look that is half XVII and half XVIII is named with little confidence, and both are its candidates."""
    seventeen, eighteen = BY_ID["T17"], BY_ID["T18"]
    mixed = (crops(cards=[seventeen]).astype(int) + crops(cards=[eighteen])) // 2
    names = name(look(EYES, mixed.astype(np.uint8)), [deck("one", EYES).prototypes], TRUST)
    assert names.confidence[0] < TRUST.threshold
    assert {card for card, _ in names.candidates[0][:2]} == {seventeen, eighteen}
    assert sum(share for _, share in names.candidates[0]) <= 1.001


def test_nothing_seen_nothing_named() -> None:
    nothing = look(EYES, [])
    assert len(nothing) == 0
    assert name(nothing, [deck("one", EYES).prototypes], TRUST).cards.tolist() == []


def test_a_stranger_has_no_confidence_from_its_looks_alone() -> None:
    looks = look(EYES, crops(cards=[3]))
    doubtful = Looks(looks.vectors, looks.genuine * 0 + 1e-4, looks.visible, looks.offsets)
    sure = name(looks, [deck("one", EYES).prototypes], TRUST).confidence
    assert name(doubtful, [deck("one", EYES).prototypes], TRUST).confidence[0] < sure[0]


def test_only_number_cards_have_hidden_pips() -> None:
    cards = np.array([BY_ID[c] for c in ("D3", "DK", "T03", "S10")])
    hidden = hidden_pips(cards, np.full(4, 0.41, np.float32))
    assert hidden.tolist() == pytest.approx([0.5, 0.0, 0.0, 0.5])
    assert hidden_pips(cards, np.full(4, 0.9, np.float32)).tolist() == [0.0] * 4


def test_on_a_deck_that_nobody_may_have_taught_more_is_asked() -> None:
    careful = replace(TRUST, threshold=0.8, doubtful=0.95, deck_short=10.0, deck_alike=3.0)
    none = np.zeros(0, np.float32)
    fits = Marks(none, none, none, none, none, none, none, short=0.0, alike=1.0)
    strange = replace(fits, short=-0.4, alike=0.1)
    assert (careful.limit(fits), careful.limit(strange)) == (0.8, 0.95)
    told = careful.of_named_deck()
    assert (told.limit(fits), told.limit(strange)) == (0.8, 0.8), "somebody said which deck it is"


def test_no_card_that_is_less_like_it_stands_before_the_named_one() -> None:
    """What little confidence leaves belongs to no card, and not to whichever comes second."""
    cosines = np.full(54, 0.1, np.float32)
    cosines[[10, 11, 12]] = 0.80, 0.62, 0.45
    candidates = dict(_candidates(cosines, 10, 0.25))
    assert next(iter(candidates)) == 10 and candidates[11] < 0.01
    # One that is more like it, and was given to another outline, may well be the true one.
    given = _candidates(cosines, 11, 0.25)
    assert given[0][0] == 10 and sum(share for _, share in given) <= 1.001
