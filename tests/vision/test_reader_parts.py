"""The reader's small decisions, each by itself."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from engine.cards import card_set
from tests.vision.namer_stand_ins import TRUST, ColourNamer, deck, outline
from tests.vision.table_stand_ins import recogniser
from vision.identity import Image, Looks
from vision.reader import TableReader
from vision.reader.arrivals import Arrivals
from vision.reader.events import Laid, Name, TakenBack
from vision.reader.hands import Backdrop, Presence
from vision.reader.laying import Laying
from vision.reader.leaving import Leaving
from vision.reader.middle import Middle
from vision.reader.naming import FOUND, Namer, Views
from vision.reader.newcomers import Newcomers
from vision.reader.open_cards import OpenCards
from vision.reader.seats import axis_of, centre_of, hand_shares, seat_of
from vision.reader.sight import Sight
from vision.reader.stillness import Mask, Stillness
from vision.reader.tracks import Track, Waiting, grown, mask_of, nearest, plausible, same_way
from vision.reader.tricks import TrickBook
from vision.table import Calibration

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


def track(number: int, seat: str, rest: float) -> Track:
    return Track(number, outline(0, 0, 0), seat, rest, Views(), name=Name(number, 1.0))


def test_cards_are_in_the_order_in_which_they_came_to_rest() -> None:
    book = TrickBook()
    for number, (seat, rest) in enumerate([("S", 1.0), ("N", 3.0), ("E", 2.0)]):
        book.add(track(number, seat, rest))
    assert [t.seat for t in book.heaps[0].cards] == ["S", "E", "N"]


def test_after_four_seats_the_next_card_leads() -> None:
    book = TrickBook()
    for number, seat in enumerate("SENWN"):
        book.add(track(number, seat, float(number)))
    assert [len(heap.cards) for heap in book.heaps] == [4, 1]


def test_two_cards_laid_at_once_by_the_last_player_are_one_tricks() -> None:
    book = TrickBook()
    for number, (seat, rest) in enumerate([("S", 1.0), ("E", 2.0), ("N", 3.0), ("W", 4.0), ("W", 4.1)]):
        book.add(track(number, seat, rest))
    assert [len(heap.cards) for heap in book.heaps] == [5]


def test_only_as_many_gifts_as_are_due() -> None:
    book = TrickBook(lambda trick: 1 if trick <= 6 else 0)
    for number, seat in enumerate("SENWSN"):
        book.add(track(number, seat, 2.0 * number))
    assert [(len(heap.cards), len(heap.gifts)) for heap in book.heaps] == [(4, 1), (1, 0)]


def test_a_gift_seen_before_the_fourth_card_becomes_the_gift_when_all_have_laid() -> None:
    book = TrickBook(lambda _: 1)
    for number, (seat, away) in enumerate([("S", 0.6), ("E", 0.6), ("E", 0.1), ("N", 0.6), ("W", 0.6)]):
        each = track(number, seat, float(number))
        each.away = away
        heap = book.add(each)
    assert book.late_gift(heap) is heap.gifts[0]
    assert [t.number for t in heap.gifts] == [2]
    assert [t.number for t in heap.cards] == [0, 1, 3, 4]


def test_two_cards_before_one_seat_are_no_gift() -> None:
    book = TrickBook(lambda _: 1)
    for number, seat in enumerate("SEENW"):
        each = track(number, seat, float(number))
        each.away = 0.6
        heap = book.add(each)
    assert book.late_gift(heap) is None


def test_a_next_lead_taken_back_leaves_the_old_trick() -> None:
    book = TrickBook()
    tracks = [track(number, seat, float(number)) for number, seat in enumerate("SENWN")]
    for each in tracks:
        book.add(each)
    book.remove(tracks[-1])
    assert [len(heap.cards) for heap in book.heaps] == [4]


def picture(value: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.full((90, 160, 3), value, np.uint8)


def test_what_came_to_rest_is_news_once() -> None:
    still = Stillness()
    still.feed(picture(60), 0.0)
    still.looked()
    changed = picture(60)
    changed[20:40, 20:40] = 200
    still.feed(changed, 0.1)
    assert not still.news().any()  # it has only just moved
    still.feed(changed, 0.4)
    assert still.news().sum() == 400
    still.looked()
    assert not still.news().any()


def test_an_arm_is_told_from_what_lies_and_by_its_edge() -> None:
    backdrop = Backdrop()
    nowhere = np.zeros((90, 160), np.bool_)
    moved = np.zeros((90, 160), np.float32)
    backdrop.feed(picture(60), moved, 0.0, 0.0, [], nowhere)
    shown = picture(60)
    shown[40:50, 80:] = 180  # from the right edge
    backdrop.feed(shown, moved + 0.5, 0.5, 0.0, [], nowhere)
    place = nowhere.copy()
    place[40:50, 80:90] = True
    assert hand_shares(backdrop.history, place, 0.0, 1.0).tolist() == [0, 0.5, 0, 0]


def test_what_has_not_moved_for_a_while_is_nobodys_arm() -> None:
    """A card of an open hand was played: the place that it bared reaches the edge, and was never seen before."""
    backdrop = Backdrop()
    nowhere, moved = np.zeros((90, 160), np.bool_), np.zeros((90, 160), np.float32)
    backdrop.feed(picture(60), moved, 0.0, 0.0, [], nowhere)
    shown = picture(60)
    shown[60:, 60:80] = 180  # at the lower edge
    place = nowhere.copy()
    place[40:70, 60:90] = True
    backdrop.feed(shown, moved + 0.5, 0.6, 0.0, [], nowhere)
    assert hand_shares(backdrop.history, place, 0.5, 1.0)[0] > 0
    shown[40:50, 80:] = 180  # now an arm comes from the right
    moved[40:50, 80:] = 1.9
    backdrop.feed(shown, np.maximum(moved, 0.5), 1.9, 0.0, [], nowhere)
    shares = hand_shares(backdrop.history, place, 1.5, 2.0)
    assert shares[1] > 0 and shares[0] == 0


def test_an_arm_in_a_dim_light_is_not_learnt_as_table() -> None:
    """It differs too little from the wood to be seen moving: only what stays for long belongs to the table."""
    backdrop = Backdrop()
    nowhere, moved = np.zeros((90, 160), np.bool_), np.zeros((90, 160), np.float32)
    backdrop.feed(picture(40), moved, 10.0, 0.0, [], nowhere)
    dim = picture(40)
    dim[40:50] = 58
    for t in (11.0, 11.5, 12.0):
        backdrop.feed(dim, moved, t, 0.0, [], nowhere)
    assert int(backdrop.table.max()) == 40


def test_a_broken_arm_is_followed_by_its_faint_parts_to_its_edge() -> None:
    backdrop = Backdrop()
    nowhere, moved = np.zeros((90, 160), np.bool_), np.zeros((90, 160), np.float32)
    backdrop.feed(picture(40), moved, 0.0, 0.0, [], nowhere)
    dim = picture(40)
    dim[40:, 70:80] = 53  # a dark sleeve from the lower edge
    dim[40:50, 70:80] = 90  # and a hand
    backdrop.feed(dim, moved + 0.5, 0.5, 0.0, [], nowhere)
    place = nowhere.copy()
    place[38:52, 65:85] = True
    shares = hand_shares(backdrop.history, place, 0.0, 1.0)
    assert shares[0] > 0.3
    assert shares[1:].sum() == 0


def test_where_arms_are_seen_clearly_faint_differences_say_nothing() -> None:
    """A lamp that flickers makes half of a dim picture differ faintly, from another edge than the arm's."""
    backdrop = Backdrop()
    nowhere, moved = np.zeros((90, 160), np.bool_), np.zeros((90, 160), np.float32)
    backdrop.feed(picture(40), moved, 0.0, 0.0, [], nowhere)
    arm = picture(40)
    arm[40:50, 80:] = 90  # clearly, from the right
    shade = picture(40)
    shade[50:, :60] = 53  # faintly, from below
    shade[38:52, 40:90] = 53
    place = nowhere.copy()
    place[38:52, 65:90] = True
    for i, shown in enumerate((arm, shade, shade, arm, shade)):
        backdrop.feed(shown, moved + i, 0.1 + 0.1 * i, 0.0, [], nowhere)
    shares = hand_shares(backdrop.history, place, 0.0, 1.0)
    assert shares[1] > 0.9
    assert shares[0] == 0


def test_in_a_dim_light_a_place_shows_what_it_is_nearer_to() -> None:
    """Card and table differ by little more than what counts as different at all, and the picture is noisy."""
    backdrop = Backdrop()
    nowhere, moved = np.zeros((90, 160), np.bool_), np.zeros((90, 160), np.float32)
    backdrop.feed(picture(40), moved, 0.0, 0.0, [], nowhere)
    place = nowhere.copy()
    place[20:50, 60:80] = True
    lying = picture(40)
    lying[place] = 68
    backdrop.lay(1, place, lying)
    assert backdrop.presence(1, lying).card == 1.0
    bared = picture(44)
    assert backdrop.presence(1, bared).table == 1.0
    assert backdrop.presence(1, bared).card == 0.0


def two_cards(light: float = 1.0) -> tuple[Backdrop, Mask, Mask, Image, Image]:
    """One card half on another: the memory, their places, the picture with both, and with the lower one only."""
    backdrop = Backdrop()
    nowhere, moved = np.zeros((90, 160), np.bool_), np.zeros((90, 160), np.float32)
    backdrop.feed(picture(40), moved, 0.0, 0.0, [], nowhere)
    lower, upper = nowhere.copy(), nowhere.copy()
    lower[20:50, 60:80] = True
    upper[30:60, 70:90] = True
    bared = picture(40)
    bared[lower] = 120
    backdrop.lay(1, lower, bared)
    both = bared.copy()
    both[upper] = 170
    backdrop.lay(2, upper, both)
    both, bared = (np.asarray(shown * light, np.uint8) for shown in (both, bared))
    backdrop.feed(both, moved, 0.1, 0.0, [], nowhere)
    return backdrop, lower, upper, both, bared


@pytest.mark.parametrize("light", [1.0, 1.4])
def test_where_a_card_is_lifted_the_one_beneath_it_shows_again(light: float) -> None:
    backdrop, lower, upper, both, bared = two_cards(light)
    nowhere, moved = np.zeros((90, 160), np.bool_), np.zeros((90, 160), np.float32)
    assert backdrop.presence(2, both).card == 1.0
    assert (
        backdrop.presence(2, bared).table == 1.0
    )  # a part of its place shows the table, a part the other card
    backdrop.feed(bared, moved, 0.2, 0.0, [], nowhere)
    assert backdrop.strangeness(upper) == 0.0
    backdrop.lift(2, 0.2)
    seen = backdrop.presence(1, bared)
    assert (seen.card, seen.pixels) == (1.0, int(lower.sum()))
    backdrop.feed(bared, moved, 0.3, 0.0, [], nowhere)
    assert backdrop.strangeness(lower) == 0.0
    backdrop.lift(1, 0.4)
    assert int(backdrop.owner.max()) == 0


def test_where_the_lower_card_goes_first_the_upper_one_lies_on_the_table() -> None:
    backdrop, _, upper, both, _ = two_cards()
    backdrop.lift(1, 0.2)
    assert backdrop.presence(2, both).card == 1.0
    gone = picture(40)
    gone[30:60, 80:90] = 170  # only a part of it shows now, on bare table
    assert int((backdrop.beneath[upper] == 40).all()) == 1
    assert backdrop.presence(2, gone).table == pytest.approx(0.5)


def test_what_was_pushed_under_a_card_is_not_the_one_that_lay_there() -> None:
    backdrop, lower, upper, _, bared = two_cards()
    other = bared.copy()
    other[lower & upper] = 230  # a third card, which nobody saw come
    nowhere, moved = np.zeros((90, 160), np.bool_), np.zeros((90, 160), np.float32)
    backdrop.feed(other, moved, 0.2, 0.0, [], nowhere)
    backdrop.lift(2, 0.2)
    seen = backdrop.presence(1, other)
    assert (seen.card, seen.pixels) == (1.0, int((lower & ~upper).sum()))


def test_a_picture_of_another_size_begins_anew() -> None:
    backdrop, *_ = two_cards()
    small = np.full((45, 80, 3), 40, np.uint8)
    backdrop.feed(small, np.zeros((45, 80), np.float32), 1.0, 0.0, [], np.zeros((45, 80), np.bool_))
    backdrop.lift(2, 1.0)
    assert backdrop.presence(1, small).pixels == 0


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
    [(None, None, False), (4.7, None, True), (None, 4.85, True), (None, 4.75, False)],
)
def test_others_wait_for_a_card_over_which_a_hand_passes_again(
    ripe_since: float | None, seen: float | None, waits: bool
) -> None:
    """It lay there free of hands; where it was only seen on its way, it may still be carried."""
    sight = Sight(Calibration.guessed(1280, 720))
    arrivals = Arrivals(sight)
    sight.take(np.full((720, 1280, 3), 60, np.uint8), 5.0, [])
    sight.rest_of = lambda quad, since: 4.5 if since < 4.9 else since  # type: ignore[method-assign]
    sight.rested = lambda quad: False  # type: ignore[method-assign]
    shaken = Waiting(outline(600, 300, 0.1), 4.8, seen_as((6, 1.0)), ripe_since=ripe_since, seen=seen)
    later = Waiting(outline(600, 420, 0.1), 4.9, seen_as((20, 1.0)))
    assert arrivals.to_wait([later], [], [shaken]) == ([later] if waits else [])


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


def test_what_stays_becomes_part_of_the_table_and_uncovers_it_again() -> None:
    backdrop = Backdrop()
    nowhere = np.zeros((90, 160), np.bool_)
    moved = np.zeros((90, 160), np.float32)
    glass = picture(60)
    glass[:20, :20] = 150
    backdrop.feed(picture(60), moved, 0.0, 0.0, [], nowhere)
    assert backdrop.feed(glass, moved + 1, 1.0, 0.0, [], nowhere).areas.sum() > 0
    for t in (3.5, 4.0):
        hands = backdrop.feed(glass, moved + 1, t, 0.0, [], nowhere)
    assert hands.areas.sum() == 0
    assert backdrop.feed(picture(60), moved + 5, 5.0, 0.0, [], nowhere).areas.sum() == 0


def seen_as(*cards: tuple[int, float]) -> Views:
    """A view that is like several cards, each by so much."""
    prototypes = deck("colours", ColourNamer()).prototypes
    vector = sum(
        weight * prototypes.vectors[list(prototypes.cards).index(card)].astype(np.float64)
        for card, weight in cards
    )
    views = Views()
    views.add(np.asarray(vector / np.linalg.norm(vector), np.float32), 0.9, 1.0)
    return views


def test_of_two_cards_that_look_like_one_the_one_that_gave_way_is_asked_about() -> None:
    """A stained seven looks like an eight, and beside it lies the eight."""
    seven, eight, other = 6, 7, 20
    stained, true = seen_as((eight, 0.8), (seven, 0.5)), seen_as((eight, 0.8), (seven, 0.45))
    namer = Namer([deck("colours", ColourNamer())], TRUST)
    names = namer.name([stained, true, seen_as((other, 1.0))])
    asked = [each for each in names if each.card is None]
    assert len(asked) == 1
    assert {card for card, _ in asked[0].candidates[:2]} == {seven, eight}
    assert max(each.confidence for each in names[:2]) <= 0.95  # nothing may rest on the other one
    assert names[2].confidence > 0.97
    (stained if names[0].card is None else true).answer = seven if names[0].card is None else eight
    assert [each.card for each in namer.name([stained, true])] == [seven, eight]


def test_two_cards_that_each_look_like_themselves_are_no_contest() -> None:
    namer = Namer([deck("colours", ColourNamer())], TRUST)
    names = namer.name([seen_as((6, 0.9), (7, 0.3)), seen_as((7, 0.9), (6, 0.3))])
    assert [each.card for each in names] == [6, 7]


@pytest.mark.parametrize(("sure", "named"), [(3, False), (9, True)])
def test_a_deck_whose_cards_are_mostly_read_surely_was_taught(sure: int, named: bool) -> None:
    """In a poor light no single view says so; then the lower limit holds for the one that is less sure."""
    trust = replace(TRUST, threshold=0.8, doubtful=0.97, deck_bias=-2.0)
    namer = Namer([deck("colours", ColourNamer())], trust)
    clear = [seen_as((card, 1.0)) for card in range(sure)]
    weaker = seen_as((30, 1.0), (31, 0.68))
    *others, name = namer.name([*clear, weaker])
    assert all(each.confidence >= 0.97 for each in others)
    assert 0.8 <= name.confidence < 0.97
    assert (name.card == 30) is named


def test_views_that_are_like_no_card_do_not_spoil_the_clear_ones() -> None:
    namer = Namer([deck("colours", ColourNamer())], TRUST)
    clear = seen_as((3, 1.0))
    alone = namer.name([clear])[0].confidence
    random = np.random.default_rng(5)
    for _ in range(4):
        blur = random.normal(0, 1, clear.vectors[0].shape)
        clear.add((blur / np.linalg.norm(blur)).astype(np.float32), 0.9, 1.0)
    name = namer.name([clear])[0]
    assert name.card == 3
    assert name.confidence > alone - 0.02


def test_a_doubtful_card_is_looked_at_longer_than_a_sure_one() -> None:
    def wanted(confidence: float) -> int:
        each = track(1, "S", 0.0)
        each.name = Name(1, confidence)
        while each.wants_views:
            each.views.add(np.full(4, 0.5, np.float32), 0.9, 1.0)
        return each.views.taken

    assert wanted(0.995) < wanted(0.98) < wanted(0.9)


def test_a_card_that_lies_has_the_finders_word_with_which_trust_was_fitted() -> None:
    """Leaving the finder's share out of the sum would make every reading look less sure than it is."""
    namer = ColourNamer()
    decks = [deck("colours", namer)]
    views = Views()
    vector = decks[0].prototypes.vectors[0]
    views.add(np.asarray(vector, np.float32), 0.9, 1.0)
    fitted = replace(TRUST, bias=TRUST.bias - 3.0 * FOUND, finder=3.0)
    plain = Namer(decks, TRUST).name([views])[0]
    assert Namer(decks, fitted).name([views])[0].confidence == pytest.approx(plain.confidence, abs=1e-5)


def test_until_the_middle_is_known_a_card_may_lie_nearly_anywhere() -> None:
    aside = np.array([980.0, 220.0])
    assert Sight(None).is_middle(aside)
    known = Calibration.guessed(1280, 720).centred(np.array([600.0, 380.0]), 130.0)
    assert not Sight(known).is_middle(aside)
    assert Sight(known).is_middle(np.array([700.0, 330.0]))


def newcomers(strange: float = 0.0, left_open: int = 100) -> Newcomers:
    """At a table where everything rests; so much of every outline shows what is neither table nor known card."""
    sight: Any = SimpleNamespace(
        t=10.0,
        rested=lambda quad: True,
        presence=lambda track: Presence(1.0, 0.0, left_open, left_open),
        mask=lambda quad: np.zeros((4, 4), np.bool_),
        backdrop=SimpleNamespace(bare=lambda mask: 0.0, strangeness=lambda mask: strange),
    )
    nobody: Any = None
    return Newcomers(sight, Namer([deck("colours", ColourNamer())], TRUST), nobody, nobody)


def looks_of(views: Views, visible: float) -> Looks:
    return Looks(
        np.stack(views.vectors), np.array([0.98]), np.array([visible]), np.zeros((1, 4, 2), np.float32)
    )


def told_of_upon(judge: Newcomers, lying: Track, look: Looks) -> bool:
    """Whether a card seen in the place of another one is told of at the second look; once may deceive."""
    assert judge.covered(lying, lying.quad, look, 0) is None
    judge.sight.t += 0.1
    return judge.covered(lying, lying.quad, look, 0) is not None


@pytest.mark.parametrize(("before", "now", "told"), [(1.0, 0.9, True), (1.0, 0.8, False), (0.82, 0.8, True)])
def test_a_card_exactly_on_another_is_seen_if_as_much_of_it_shows_as_ever_did(
    before: float, now: float, told: bool
) -> None:
    """In a dim light four fifths are all that is ever seen of a card; elsewhere a finger may hide the rest."""
    lying = called(6, before)
    assert told_of_upon(newcomers(), lying, looks_of(seen_as((20, 1.0)), now)) is told


@pytest.mark.parametrize(("left_open", "told"), [(100, False), (60, False), (40, True), (7, True)])
def test_a_covered_card_that_seems_to_show_more_than_lies_open_has_another_one_upon_it(
    left_open: int, told: bool
) -> None:
    """Gifts are laid on the trick one after another, and soon one lies exactly where another does."""
    assert told_of_upon(newcomers(left_open=left_open), called(6), looks_of(seen_as((20, 1.0)), 0.7)) is told


def test_what_was_seen_in_a_cards_place_long_ago_counts_for_nothing_and_nor_does_the_card_itself() -> None:
    judge, lying, other = newcomers(), called(6), looks_of(seen_as((20, 1.0)), 0.95)
    assert judge.covered(lying, lying.quad, other, 0) is None
    judge.sight.t += 5.0
    assert judge.covered(lying, lying.quad, other, 0) is None
    judge.sight.t += 0.1
    assert judge.covered(lying, lying.quad, looks_of(seen_as((6, 1.0)), 0.95), 0) is None
    judge.sight.t += 0.1
    assert judge.covered(lying, lying.quad, other, 0) is None


def called(card: int, visible: float = 1.0) -> Track:
    lying = track(1, "S", 0.0)
    lying.views = seen_as((card, 1.0))
    lying.views.visible[0] = visible
    lying.name, lying.pixels = Name(card, 0.99), 100
    return lying


def test_of_two_equal_outlines_the_card_is_the_one_that_was_seen_before() -> None:
    """The finder drew a second one, and the refined outlines fell together: others go on waiting for the first."""
    both = Looks(
        np.stack(2 * seen_as((6, 1.0)).vectors),
        np.array([0.9, 0.9]),
        np.array([0.8, 0.8]),
        np.zeros((2, 4, 2), np.float32),
    )
    before = Waiting(outline(600, 300, 0.1), 4.0, seen_as((6, 1.0)), likeliest=6)
    before.views.add(before.views.vectors[0], 0.9, 0.8)
    again = Waiting(outline(600, 300, 0.1), 5.0, seen_as((6, 1.0)), likeliest=6)
    rows = [(0, before), (1, again)]
    assert [newcomers().doubled(i, rows, both) for i, _ in rows] == [False, True]


@pytest.mark.parametrize(
    ("strange", "visible", "confidence", "phantom"),
    [(0.05, 0.5, 0.8, True), (0.9, 0.5, 0.8, False), (0.05, 0.9, 0.8, False), (0.05, 0.5, 0.995, False)],
    ids=["nothing came", "something came", "seen whole", "seen surely"],
)
def test_an_outline_where_nothing_has_come_is_no_card_even_if_it_is_like_one(
    strange: float, visible: float, confidence: float, phantom: bool
) -> None:
    each = Waiting(outline(300, 200, 0.0), 1.0, seen_as((6, 1.0)))
    each.views.visible[0] = visible
    assert newcomers(strange).phantom(each, Name(6, confidence), []) is phantom


@pytest.mark.parametrize(
    ("strange", "aside", "phantom"),
    [(0.05, 20, True), (0.3, 20, False), (0.05, 90, False)],
    ids=["nothing came", "something came", "beside it"],
)
def test_a_part_of_the_card_that_lies_there_is_no_new_one_however_surely_it_is_read(
    strange: float, aside: float, phantom: bool
) -> None:
    """The end of a ten is covered: what shows is like a seven."""
    ten = track(1, "S", 0.0)
    ten.quad = outline(300, 200, 0.0)
    seven = Waiting(outline(300 + aside, 200, 0.0), 1.0, seen_as((6, 1.0)))
    seven.views.visible[0] = 0.7
    assert newcomers(strange).phantom(seven, Name(6, 0.995), [ten]) is phantom


@pytest.mark.parametrize("strange", [0.0, 0.05])
def test_where_nothing_at_all_has_come_a_shorter_outline_of_a_lying_card_is_no_new_one(
    strange: float,
) -> None:
    """It leaves out a row of a nine, and what it holds looks like a whole seven."""
    nine = track(1, "S", 0.0)
    nine.quad = outline(300, 200, 0.0)
    seven = Waiting(outline(300, 190, 0.0), 1.0, seen_as((6, 1.0)))
    assert newcomers(strange).phantom(seven, Name(6, 0.97), [nine]) is (strange == 0.0)


@pytest.mark.parametrize("strange", [0.05, 0.5])
def test_what_shows_in_part_lies_under_another_card_unless_something_has_come(strange: float) -> None:
    lying = track(1, "S", 0.0)
    lying.quad, lying.views, lying.name = outline(300, 200, 0.0), seen_as((6, 1.0)), Name(6, 0.99)
    half = Waiting(outline(330, 240, 0.0), 1.0, seen_as((20, 1.0), (6, 0.6)))
    judge = newcomers(strange)
    judge.book = TrickBook(lambda _: 0)
    assert judge.known(half.quad, looks_of(half.views, 0.5), 0, [lying]) is (strange < 0.2)


@pytest.mark.parametrize(("confidence", "phantom"), [(0.5, True), (0.86, False)])
def test_a_white_card_on_a_white_cloth_is_asked_about(confidence: float, phantom: bool) -> None:
    judge = newcomers(0.1)
    judge.sight.backdrop.bare = lambda mask: 0.9  # type: ignore[method-assign]
    ace = Waiting(outline(300, 200, 0.0), 1.0, seen_as((6, 1.0)))
    assert judge.phantom(ace, Name(None, confidence), []) is phantom


def test_what_has_come_is_the_card_that_shows_better() -> None:
    """An outline drawn over half of a new card and half of an old one."""
    new = mask_of(outline(300, 240, 0.1), (180, 320), 0.5)
    judge = newcomers()
    sight: Any = judge.sight
    sight.mask = lambda quad: mask_of(quad, (180, 320), 0.5)
    sight.backdrop.strangeness = lambda mask: float(new[mask].mean())
    card = Waiting(outline(300, 240, 0.1), 1.0, seen_as((7, 1.0)))
    drawn = Waiting(outline(306, 200, 0.1), 1.0, seen_as((6, 1.0)))
    drawn.views.visible[0] = 0.52
    assert not judge.phantom(drawn, Name(6, 0.97), [])
    assert judge.phantom(drawn, Name(6, 0.97), [], [card, drawn])
    assert not judge.phantom(card, Name(7, 0.97), [], [card, drawn])
    drawn.views.visible[0] = 0.67  # however surely it is read
    assert judge.phantom(drawn, Name(6, 0.995), [], [card, drawn])


def open_cards(sight: Sight) -> OpenCards:
    return OpenCards(sight, Namer([deck("colours", ColourNamer())], TRUST))


def test_an_open_card_that_lies_where_it_lay_is_not_the_one_that_is_played() -> None:
    """A covered one is misread as the card that is led just now."""
    sight = Sight(Calibration.guessed(1280, 720))
    hands = sight.take(np.full((720, 1280, 3), 60, np.uint8), 5.0, [])
    beside, quad = open_cards(sight), outline(1100, 400, 0.1)
    for _ in range(2):
        wanted = beside.wanted([quad], hands)
    beside.looked(wanted, looks_of(seen_as((9, 1.0)), 0.4), 0)
    sight.take(np.full((720, 1280, 3), 60, np.uint8), 5.1, [])
    assert beside.aside == card_set([9])  # it may just be pushed
    beside.wanted([quad], hands)
    assert beside.aside == 0


def test_cards_that_come_at_the_same_time_lie_as_they_are_told() -> None:
    """One came to rest a moment later than the one that lies on it: that can only be an error of the outline."""
    sight = Sight(Calibration.guessed(1280, 720))
    sight.take(np.full((720, 1280, 3), 60, np.uint8), 5.0, [])
    sight.rest_of = lambda quad, since: since  # type: ignore[method-assign]
    book, namer = TrickBook(), Namer([deck("colours", ColourNamer())], TRUST)
    arrivals = Arrivals(sight)
    judge = newcomers()
    middle = Middle(sight, sure=True)
    below = Waiting(outline(640, 420, 0.0), 4.04, seen_as((6, 1.0)))
    below.views.visible[0] = 0.5
    above = Waiting(outline(700, 360, np.pi / 2), 4.01, seen_as((20, 1.0)))
    events = Laying(sight, book, namer, arrivals, judge, middle).lay([above, below])
    assert [event.name.card for event in events if isinstance(event, Laid)] == [6, 20]
    assert [each.name.card for each in book.heaps[0].cards] == [6, 20]


@pytest.mark.parametrize(
    ("open_share", "card", "table", "gone"),
    [(0.9, 0.44, 0.5, True), (0.25, 0.44, 0.5, False), (0.25, 0.1, 0.6, True), (0.9, 0.6, 0.4, False)],
    ids=["half gone", "a strip with another one's rim", "a strip of the table", "still there"],
)
def test_of_a_nearly_covered_card_little_must_look_like_it(
    open_share: float, card: float, table: float, gone: bool
) -> None:
    """What shows of it is next to the card on top, whose outline is never quite exact."""
    sight, book = Sight(Calibration.guessed(1280, 720)), TrickBook()
    sight.take(np.full((720, 1280, 3), 60, np.uint8), 5.0, [])
    for number, seat in enumerate("SE"):
        each = track(number, seat, 1.0 + number)
        each.quad, each.pixels = outline(500 + 200 * number, 400, 0.0, 120), 100
        book.add(each)
    seen = {
        0: Presence(card, table, round(100 * open_share), round(100 * open_share)),
        1: Presence(1.0, 0.0, 100, 100),
    }
    sight.presence = lambda track, hidden=None: seen[track.number]  # type: ignore[method-assign]
    leaving = Leaving(sight, book)
    told = leaving.see(None)
    assert [event.track for event in told if isinstance(event, TakenBack)] == ([0] if gone else [])


@pytest.mark.parametrize(("telling", "swept"), [(90, True), (20, False)])
def test_nearly_covered_cards_are_not_taken_for_a_trick_in_a_hand(telling: int, swept: bool) -> None:
    sight, book = Sight(Calibration.guessed(1280, 720)), TrickBook()
    sight.take(np.full((720, 1280, 3), 60, np.uint8), 5.0, [])
    for number, seat in enumerate("SENW"):
        each = track(number, seat, 1.0 + number)
        each.pixels = 100
        book.add(each)
    seen = {n: Presence(0.44 if n < 2 else 1.0, 0.3, 100, telling if n < 2 else 100) for n in range(4)}
    sight.presence = lambda track, hidden=None: seen[track.number]  # type: ignore[method-assign]
    assert Leaving(sight, book).being_swept() is swept


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
    under.views = seen_as((6, 1.0))
    assert not arrivals.unseen()


@pytest.mark.parametrize(("card", "new"), [(0.35, True), (0.9, False)])
def test_a_gift_on_a_nearly_covered_card_is_a_new_one(card: float, new: bool) -> None:
    """So little would do for the covered one to lie there still; but what was found in its place must look like it."""
    reader = TableReader(recogniser()[0])
    hands = reader.sight.take(np.full((720, 1280, 3), 60, np.uint8), 5.0, [])
    lying = track(1, "S", 1.0)
    lying.quad, lying.pixels = outline(600, 400, 0.0, 120), 100
    reader.sight.presence = lambda track, hidden=None: Presence(card, 0.3, 30, 30)  # type: ignore[method-assign]
    nowhere = np.zeros(reader.sight.stillness.small.shape[:2], np.bool_)
    _, fresh = reader._tell_apart([lying.quad + 2], [lying], hands, nowhere)
    assert len(fresh) == new
