"""Cards on their way to the table: what waits, for whom, and for how long."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.namer_stand_ins import outline
from tests.vision.reader_stand_ins import looks_of, seen_as, track
from tests.vision.table_stand_ins import recogniser
from vision.reader import TableReader
from vision.reader.arrivals import Arrivals
from vision.reader.events import Name
from vision.reader.sight import Sight
from vision.reader.tracks import Waiting, grown
from vision.table import Calibration


def test_a_card_over_which_a_hand_passed_came_when_it_was_first_seen() -> None:
    sight = Sight(None)
    sight.t = 5.0
    arrivals = Arrivals(sight)
    before = Waiting(outline(300, 200, 0.1), 4.0, seen_as((6, 0.8), (20, 0.5)), lost=4.6)
    before.rest = before.quad, 4.0, 4.5
    arrivals.lost = [before]
    same = Waiting(outline(302, 201, 0.1), 4.9, seen_as((6, 1.0)))
    other = Waiting(outline(302, 201, 0.1), 4.9, seen_as((30, 1.0)))
    beside = Waiting(outline(380, 201, 0.1), 4.9, seen_as((6, 1.0)))
    for each in (same, other, beside):
        arrivals.recall(each)
    assert [each.since for each in (same, other, beside)] == [4.0, 4.9, 4.9]


@pytest.mark.parametrize("hand", [False, True])
def test_what_is_right_beside_a_card_may_be_the_hand_that_holds_it(hand: bool) -> None:
    """The finder drew an outline over the hand, so it counts as a card in the air."""
    sight = Sight(Calibration.guessed(1280, 720))
    table = np.full((720, 1280, 3), 60, np.uint8)
    sight.take(table, 3.0, [])
    quad, over = outline(600, 400, 0.0, 110), outline(600, 300, np.pi / 2, 120)
    shown = table.copy()
    cv2.fillConvexPoly(shown, quad.astype(np.int32), (240, 240, 240))
    if hand:
        cv2.rectangle(shown, (550, 270), (650, 352), (120, 150, 205), -1)
    sight.take(shown, 3.1, [grown(each, 1.06) for each in ((quad, over) if hand else (quad,))])
    assert Arrivals(sight).shaded(Waiting(quad, 3.0)) is hand


def test_others_wait_a_moment_for_a_card_that_was_missed_under_the_hand_that_lets_it_go() -> None:
    sight = Sight(Calibration.guessed(1280, 720))
    arrivals = Arrivals(sight)
    sight.take(np.full((720, 1280, 3), 60, np.uint8), 5.0, [])
    under = Waiting(outline(600, 300, 0.1), 4.2, seen_as((6, 1.0)), lost=5.0)
    under.rest = under.quad, 4.2, 4.9
    later = Waiting(outline(600, 420, 0.1), 4.6, seen_as((20, 1.0)))
    again = Waiting(outline(602, 300, 0.1), 4.2, seen_as((6, 1.0)))
    arrivals.lost = [under]
    assert arrivals.to_wait([later], [], []) == [later]
    assert arrivals.to_wait([later, again], [], []) == []
    under.lost = 4.6
    assert arrivals.to_wait([later], [], []) == []


@pytest.mark.parametrize(
    ("ripe_since", "seen", "waits"),
    [(None, None, False), (4.7, None, True), (None, 4.9, True), (None, 4.8, False), (None, 4.6, False)],
)
def test_others_wait_for_a_card_over_which_a_hand_passes_again(
    ripe_since: float | None, seen: float | None, waits: bool
) -> None:
    """It was seen for a moment where it lies; what was only seen on its way may still be carried."""
    sight = Sight(Calibration.guessed(1280, 720))
    arrivals = Arrivals(sight)
    sight.take(np.full((720, 1280, 3), 60, np.uint8), 5.0, [])
    sight.rest_of = lambda quad, since: 4.5 if since < 4.9 else since  # type: ignore[method-assign]
    sight.rested = lambda quad: False  # type: ignore[method-assign]
    shaken = Waiting(outline(600, 300, 0.1), 4.8, seen_as((6, 1.0)), ripe_since=ripe_since, seen=seen)
    later = Waiting(outline(600, 420, 0.1), 4.9, seen_as((20, 1.0)))
    assert arrivals.to_wait([later], [], [shaken]) == ([later] if waits else [])


@pytest.mark.parametrize(
    ("visible", "moment", "waits"), [(0.8, 4.65, True), (0.4, 4.65, False), (0.8, 4.8, False)]
)
def test_others_wait_for_a_card_that_is_seen_clearly_as_the_hand_goes(
    visible: float, moment: float, waits: bool
) -> None:
    """Its outline has just changed, but its pixels have rested for longer than those of the card that is ripe."""
    sight = Sight(Calibration.guessed(1280, 720))
    arrivals = Arrivals(sight)
    sight.take(np.full((720, 1280, 3), 60, np.uint8), 5.0, [])
    sight.rest_of = lambda quad, since: moment if since == 5.0 else 4.85  # type: ignore[method-assign]
    sight.rested = lambda quad: False  # type: ignore[method-assign]
    beneath = Waiting(outline(600, 300, 0.1), 5.0, seen_as((6, 1.0)), seen=5.0)
    beneath.views.visible[:] = [visible]
    later = Waiting(outline(600, 420, 0.1), 4.9, seen_as((20, 1.0)))
    assert arrivals.to_wait([later], [], [beneath]) == ([later] if waits else [])


def test_a_card_that_is_not_found_again_lies_there_as_long_as_nothing_moves() -> None:
    sight = Sight(Calibration.guessed(1280, 720))
    table = np.full((720, 1280, 3), 60, np.uint8)
    arrivals = Arrivals(sight)
    quad = outline(600, 400, 0.1)
    bare = sight.take(table, 3.0, [])
    each = Waiting(quad, 2.5, seen_as((6, 1.0)), seen=3.0)
    arrivals.waiting = [each]
    arrivals.sort([], bare)
    assert arrivals.unfound == []  # nothing has come there
    arrivals.lost = []
    laid = table.copy()
    cv2.fillConvexPoly(laid, quad.astype(np.int32), (240, 240, 240))
    for t in (3.2, 4.0):
        hands = sight.take(laid, t, [grown(quad, 1.06)])
    for genuine, stays in ((0.95, True), (0.6, False)):
        each = Waiting(quad, 3.5, seen_as((6, 1.0)), seen=4.0)
        each.views.genuine[:] = [genuine]
        arrivals.waiting = [each]
        arrivals.sort([], hands)
        assert (arrivals.unfound, arrivals.lost) == (([each], []) if stays else ([], [each]))
        arrivals.lost = []
    each.views.genuine[:] = [0.95]
    arrivals.waiting = [each]
    arrivals.sort([], sight.take(np.full((720, 1280, 3), 200, np.uint8), 4.1, []))
    assert arrivals.unfound == []


def test_a_doubtful_card_is_looked_at_longer_than_a_sure_one() -> None:
    def wanted(confidence: float) -> int:
        each = track(1, "S", 0.0)
        each.name = Name(1, confidence)
        while each.wants_views:
            each.views.add(np.full(4, 0.5, np.float32), 0.9, 1.0)
        return each.views.taken

    assert wanted(0.995) < wanted(0.98) < wanted(0.9)


def test_a_card_of_which_a_hand_touches_another_outline_waits_for_a_while() -> None:
    reader = TableReader(recogniser()[0])
    ten, rest_of_it = Waiting(outline(300, 200, 0.0), 1.0), Waiting(outline(300, 215, 0.0), 1.0)
    across = Waiting(outline(300, 200, np.pi / 2), 1.0)
    reader.sight.t = 1.0
    assert not reader._disputed(rest_of_it, [across])
    assert reader._disputed(rest_of_it, [across, ten])
    reader.sight.t = 2.1
    assert not reader._disputed(rest_of_it, [ten])


def test_a_card_that_rests_under_a_hand_is_looked_at_once() -> None:
    sight = Sight(Calibration.guessed(1280, 720))
    for t in (4.0, 5.0):
        sight.take(np.full((720, 1280, 3), 60, np.uint8), t, [])
    arrivals = Arrivals(sight)
    under = Waiting(outline(600, 300, 0.1), 4.9)
    arrivals.waiting = [under]
    assert not arrivals.unseen()  # it may be moving still
    under.since = 4.7
    assert arrivals.unseen()
    under.tried = 4.9  # nothing could be read of it then
    assert not arrivals.unseen()
    under.tried = 4.6
    assert arrivals.unseen()
    under.views = seen_as((6, 1.0))
    assert not arrivals.unseen()


def test_a_card_that_comes_to_light_under_the_hand_again_has_lain_there_since_before() -> None:
    """So what was laid on it meanwhile waits for it."""
    sight = Sight(None)
    sight.take(np.full((720, 1280, 3), 60, np.uint8), 5.0, [])
    arrivals = Arrivals(sight)
    before = Waiting(outline(300, 200, 0.1), 4.2, seen_as((6, 1.0)), lost=4.8)
    before.rest = before.quad, 4.2, 4.7
    arrivals.lost = [before]
    again = Waiting(outline(302, 201, 0.1), 5.0)
    arrivals.remember([again], looks_of(seen_as((6, 1.0)), 0.5), 0)
    assert again.since == 4.2


def test_what_lies_on_the_edge_of_the_middle_and_was_found_outside_is_no_play() -> None:
    sight = Sight(Calibration.guessed(1280, 720))
    quad = outline(600, 400, 0.1)
    sight.take(np.full((720, 1280, 3), 60, np.uint8), 3.0, [])
    laid = np.full((720, 1280, 3), 60, np.uint8)
    cv2.fillConvexPoly(laid, quad.astype(np.int32), (240, 240, 240))
    for t in (3.2, 4.0):
        hands = sight.take(laid, t, [grown(quad, 1.06)])
    for outside, stays in (([], True), ([quad + np.float32(3)], False), ([quad + np.float32(90)], True)):
        arrivals = Arrivals(sight)
        each = Waiting(quad, 3.5, seen_as((6, 1.0)), seen=4.0)
        each.views.genuine[:] = [0.95]
        arrivals.waiting = [each]
        arrivals.sort([], hands, outside)
        assert arrivals.unfound == ([each] if stays else [])


@pytest.mark.parametrize(
    ("card", "seen", "unfound", "elsewhere"),
    [
        (6, 5.0, True, True),
        (20, 5.0, True, False),
        (6, 4.9, True, False),
        (6, 5.0, False, False),
    ],
    ids=["the same card", "another one", "not of this look", "found again itself"],
)
def test_an_outline_that_is_not_found_again_gives_way_to_its_card_under_the_hand(
    card: int, seen: float, unfound: bool, elsewhere: bool
) -> None:
    reader = TableReader(recogniser()[0])
    reader._t = 5.0
    first = Waiting(outline(340, 230, 0.0), 4.8, seen_as((6, 1.0)), likeliest=6)
    held = Waiting(outline(300, 200, 0.0), 4.9, seen_as((card, 1.0)), seen=seen)
    reader._arrivals.unfound = [first] if unfound else []
    assert reader._found_elsewhere(first, [held, Waiting(outline(0, 0, 0.0), 5.0)]) is elsewhere


def test_of_two_outlines_at_a_card_that_waits_the_nearer_one_is_that_card() -> None:
    sight = Sight(Calibration.guessed(1280, 720))
    hands = sight.take(np.full((720, 1280, 3), 60, np.uint8), 5.0, [])
    arrivals = Arrivals(sight)
    before = Waiting(outline(600, 300, 0.1), 4.0)
    arrivals.waiting = [before]
    moved, same = outline(611, 300, 0.1), outline(600, 300, 0.1)
    waiting, ripe = arrivals.sort([moved, same], hands)
    there = {float(each.quad[:, 0].mean()): each.since for each in (*waiting, *ripe)}
    assert {round(x): since for x, since in there.items()} == {600: 4.0, 611: 5.0}


@pytest.mark.parametrize(("y", "until", "came"), [(301, 4.9, 4.0), (301, 4.2, 4.9), (360, 4.9, 4.9)])
def test_a_card_under_a_hand_came_when_it_began_to_rest_there_although_its_outline_shook(
    y: float, until: float, came: float
) -> None:
    """The next card is laid on it, and both hands leave together: it was the lead."""
    sight = Sight(None)
    sight.rest_of = lambda quad, since: since  # type: ignore[method-assign]
    each = Waiting(outline(300, y, 0.1), 4.9, seen_as((6, 1.0)))
    each.rest = outline(300, 300, 0.1), 4.0, until
    assert Arrivals(sight).came(each) == came
