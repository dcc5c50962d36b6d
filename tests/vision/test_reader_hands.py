"""What moves, what rests, what lies beneath, and which of it is an arm."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.reader_stand_ins import picture
from vision.identity import Image
from vision.reader.backdrop import Backdrop
from vision.reader.seats import hand_shares
from vision.reader.stillness import Mask, Stillness


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
    moved = np.zeros((90, 160))
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
    nowhere, moved = np.zeros((90, 160), np.bool_), np.zeros((90, 160))
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
    nowhere, moved = np.zeros((90, 160), np.bool_), np.zeros((90, 160))
    backdrop.feed(picture(40), moved, 10.0, 0.0, [], nowhere)
    dim = picture(40)
    dim[40:50] = 58
    for t in (11.0, 11.5, 12.0):
        backdrop.feed(dim, moved, t, 0.0, [], nowhere)
    assert int(backdrop.table.max()) == 40


def test_a_broken_arm_is_followed_by_its_faint_parts_to_its_edge() -> None:
    backdrop = Backdrop()
    nowhere, moved = np.zeros((90, 160), np.bool_), np.zeros((90, 160))
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
    nowhere, moved = np.zeros((90, 160), np.bool_), np.zeros((90, 160))
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


def test_what_differs_faintly_all_the_time_is_another_light_and_no_arm() -> None:
    backdrop = Backdrop()
    nowhere, moved = np.zeros((90, 160), np.bool_), np.zeros((90, 160))
    backdrop.feed(picture(40), moved, 0.0, 0.0, [], nowhere)
    light = picture(40)
    light[:52, 60:120] = 53  # faintly, to the upper edge: another light
    arm = light.copy()
    arm[40:46, :60] = 53  # a sleeve like the cloth, from the left
    arm[40:46, 60:80] = 90  # its hand
    place = nowhere.copy()
    place[38:52, 55:85] = True
    for i, shown in enumerate((light, arm, arm, arm, light, light)):
        backdrop.feed(shown, moved + i, 1.0 + 0.1 * i, 0.0, [], nowhere)
    # Of the table as it was first seen nothing is remembered any more.
    backdrop.history.popleft()
    shares = hand_shares(backdrop.history, place, 1.0, 2.0)
    assert shares.argmax() == 3
    assert shares[2] < 0.1


def test_in_a_dim_light_a_place_shows_what_it_is_nearer_to() -> None:
    """Card and table differ by little more than what counts as different at all, and the picture is noisy."""
    backdrop = Backdrop()
    nowhere, moved = np.zeros((90, 160), np.bool_), np.zeros((90, 160))
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
    nowhere, moved = np.zeros((90, 160), np.bool_), np.zeros((90, 160))
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
    nowhere, moved = np.zeros((90, 160), np.bool_), np.zeros((90, 160))
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
    nowhere, moved = np.zeros((90, 160), np.bool_), np.zeros((90, 160))
    backdrop.feed(other, moved, 0.2, 0.0, [], nowhere)
    backdrop.lift(2, 0.2)
    seen = backdrop.presence(1, other)
    assert (seen.card, seen.pixels) == (1.0, int((lower & ~upper).sum()))


def test_a_picture_of_another_size_begins_anew() -> None:
    backdrop, *_ = two_cards()
    small = np.full((45, 80, 3), 40, np.uint8)
    backdrop.feed(small, np.zeros((45, 80)), 1.0, 0.0, [], np.zeros((45, 80), np.bool_))
    backdrop.lift(2, 1.0)
    assert backdrop.presence(1, small).pixels == 0


def test_what_stays_becomes_part_of_the_table_and_uncovers_it_again() -> None:
    backdrop = Backdrop()
    nowhere = np.zeros((90, 160), np.bool_)
    moved = np.zeros((90, 160))
    glass = picture(60)
    glass[:20, :20] = 150
    backdrop.feed(picture(60), moved, 0.0, 0.0, [], nowhere)
    assert backdrop.feed(glass, moved + 1, 1.0, 0.0, [], nowhere).areas.sum() > 0
    for t in (3.5, 4.0):
        hands = backdrop.feed(glass, moved + 1, t, 0.0, [], nowhere)
    assert hands.areas.sum() == 0
    assert backdrop.feed(picture(60), moved + 5, 5.0, 0.0, [], nowhere).areas.sum() == 0


def test_what_moves_is_not_at_rest_however_long_the_camera_has_run() -> None:
    """Times of a camera that is left on for months are large numbers with small steps."""
    still, begin = Stillness(), 60 * 86400.0
    still.feed(picture(60), begin)
    for frame in range(1, 9):
        moving = picture(60)
        moving[20:40, 10 * frame : 10 * frame + 20] = 200
        still.feed(moving, begin + frame / 30)
        assert not still.at_rest[20:40, 10 * frame : 10 * frame + 20].any()
