"""Scenes at a small table, and what the reader says of them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.cards import BY_ID, IDS, card_set
from tests.vision.namer_stand_ins import outline
from tests.vision.reader_stand_ins import TRICK, lay_trick, told
from tests.vision.table_stand_ins import (
    HEIGHT,
    LENGTH,
    WIDTH,
    Shot,
    Stage,
    draw_arm,
    grip,
    inside,
    panned,
    place,
    play,
    recogniser,
)
from vision.identity import Image, Looks, Quad
from vision.reader import Laid, TableReader
from vision.reader.table_reader import Expected
from vision.reader.tracks import nearest
from vision.reading import Reader

NEXT_TRICK = (("S", "D1"), ("E", "D2"), ("N", "D3"), ("W", "D4"))


def test_a_trick_is_read_card_by_card_and_swept_to_its_winner() -> None:
    stage = Stage()
    laid = lay_trick(stage)
    stage.sweep("N")
    stage.lay("N", "D1")
    assert told(stage) == [*laid, "1: to N", "2: N D1"]


def test_an_open_talon_is_no_trick_and_the_first_card_lies_where_it_lay() -> None:
    """Nobody has seen the table beneath the talon; when it is taken, what is bared there is no hand."""
    talon = ("D1", "T16", "T18", "HJ", "DQ", "H2")
    stage = Stage(talon=talon)
    for card in talon:
        stage.take_back("E", card)
    stage.wait(8)
    laid = lay_trick(stage)
    stage.sweep("N")
    stage.lay("N", "D2")
    story = told(stage, talon=talon)
    # The first card waits until what the talon bared is known, so it may be told of after the second one.
    assert sorted(story[:4]) == sorted(laid)
    assert story[4:] == ["1: to N", "2: N D2"]


@pytest.mark.parametrize("aside", [(110, 0), (-120, 40), (60, -55), (-90, -45)])
def test_a_camera_that_looks_beside_the_middle_finds_it(aside: tuple[int, int]) -> None:
    stage = Stage()
    laid = lay_trick(stage)
    stage.sweep("N")
    stage.lay("N", "D1")
    stage.lay("W", "D4")
    assert told(panned(stage, *aside)) == [*laid, "1: to N", "2: N D1", "2: W D4"]


def test_a_first_card_that_was_only_held_out_does_not_say_where_the_middle_is() -> None:
    stage = Stage()
    stage.lay("W", "H1", away=2.2)
    stage.take_back("W", "H1")
    stage.lay("W", "H1")
    stage.lay("S", "HK")
    stage.lay("E", "H4")
    stage.lay("N", "T05")
    expected = ["1: W H1", "H1 back", "1: W H1", "1: S HK", "1: E H4", "1: N T05"]
    assert told(stage) == expected


def test_an_empty_table_says_nothing() -> None:
    stage = Stage()
    stage.wait(30)
    assert told(stage) == []


def test_a_card_held_over_the_table_is_not_laid() -> None:
    stage = Stage()
    stage.lay("S", "HK")
    stage.hover("E", "T03", frames=14)
    stage.lay("E", "H4")
    assert told(stage) == ["1: S HK", "1: E H4"]


@pytest.mark.parametrize("beside", [0.35, 0.4])
def test_the_very_first_card_may_be_held_beside_the_middle_for_a_while(beside: float) -> None:
    """Nobody knows yet where the middle is: a hand that is near, even if it does not touch the card, may think again."""
    stage = Stage()
    quad = place("W", 1.6, 0.1)
    x, y = grip("W", quad)
    for _ in range(8):
        stage._shoot("W", (x - beside * LENGTH, y), [(BY_ID["T03"], quad)])
    stage.lay("W", "HK")
    assert told(stage) == ["1: W HK"]


def test_hands_that_cross_the_trick_change_nothing() -> None:
    stage = Stage()
    stage.lay("S", "HK")
    stage.reach("W")
    stage.lay("E", "H4")
    stage.reach("N", frames=10)
    assert told(stage) == ["1: S HK", "1: E H4"]


def test_a_card_taken_back_may_be_played_later() -> None:
    stage = Stage()
    stage.lay("S", "HK")
    stage.lay("E", "T17")
    stage.take_back("E", "T17")
    stage.lay("E", "H4")
    stage.lay("N", "T05")
    stage.lay("W", "H1")
    stage.sweep("N")
    stage.lay("E", "T17")
    expected = ["1: S HK", "1: E T17", "T17 back", "1: E H4", "1: N T05", "1: W H1", "1: to N", "2: E T17"]
    assert told(stage) == expected


@pytest.mark.parametrize("aside", [0.3, 0.5])
def test_the_card_beneath_the_one_that_stuck_to_it_belongs_to_the_same_trick(aside: float) -> None:
    """It comes to light at once, and the upper one is taken back: nobody has led to the next trick."""
    stage = Stage()
    laid = lay_trick(stage)
    upper = stage.lying.pop()[1]
    stage.lying.append((BY_ID["D2"], upper + np.array([0, aside * LENGTH], np.float32)))
    stage.wait(10)
    stage.sweep("N")
    stage.lay("N", "D1")
    assert told(stage) == [*laid, "H1 back", "1: W D2", "1: to N", "2: N D1"]


def sleeve_over(stage: Stage, depth: float, frames: int) -> None:
    """An arm from N in a sleeve of the table's colour, whose hand is beyond what it hides."""
    fingers = (WIDTH // 2, round(HEIGHT / 2 - depth * LENGTH))
    for _ in range(frames):
        stage.wait(1)
        cv2.line(stage.shots[-1].image, fingers, (fingers[0], -50), (40, 70, 60), 40)


@pytest.mark.parametrize("aside", [0.9, -0.8])
@pytest.mark.parametrize("frames", [3, 5])
def test_a_sleeve_like_the_table_over_the_leaders_own_card_does_not_take_it_back(
    aside: float, frames: int
) -> None:
    stage = Stage()
    laid = lay_trick(stage)
    stage.reach("N", frames=1)
    lead = place("N", 0.62, 0.1) + np.array([aside * LENGTH, 0], np.float32)
    stage.lying.append((BY_ID["D1"], np.asarray(lead, np.float32)))
    sleeve_over(stage, 0.1, frames)
    stage.wait(5)
    stage.sweep("N", keep=["D1"])
    stage.lay("W", "D2")
    assert told(stage) == [*laid, "2: N D1", "1: to N", "2: W D2"]


def test_a_card_of_the_old_trick_was_not_exchanged_for_one_of_the_next() -> None:
    """The winner has led and draws his neighbour's card in first, who plays to the lead meanwhile."""
    stage = Stage()
    laid = lay_trick(stage)
    stage.lay("N", "D1", away=1.05, turn=-0.15)
    stage.lying = [row for row in stage.lying if row[0] != BY_ID["H1"]]
    stage.lay("W", "D2", away=1.25, linger=0, leaves=False)
    stage.sweep("N", keep=["D1", "D2"])
    story = told(stage)
    assert story[:5] == [*laid, "2: N D1"]
    assert sorted(story[5:]) == ["1: to N", "2: W D2"]


def test_a_lead_taken_back_is_not_a_trick() -> None:
    stage = Stage()
    stage.lay("S", "HK")
    stage.take_back("S", "HK")
    stage.lay("S", "H4")
    assert told(stage) == ["1: S HK", "HK back", "1: S H4"]


def test_a_lead_under_an_arm_nearly_as_dark_as_the_table_was_not_taken_back() -> None:
    stage = Stage()
    stage.lay("S", "T05")
    stage.skin = (50, 80, 87)
    stage.reach("S", frames=10)
    assert told(stage) == ["1: S T05"]


def test_out_of_turn_the_seat_is_that_of_the_hand() -> None:
    stage = Stage()
    for seat, card in (("E", "HK"), ("S", "H4"), ("W", "T05"), ("N", "H1")):
        stage.lay(seat, card)
    stage.sweep("W")
    assert told(stage) == ["1: E HK", "1: S H4", "1: W T05", "1: N H1", "1: to W"]


def test_the_next_lead_while_the_trick_still_lies() -> None:
    stage = Stage()
    laid = lay_trick(stage)
    stage.lay("N", "D1", away=1.05, turn=-0.15)
    stage.sweep("N", keep=["D1"])
    stage.lay("W", "D2")
    assert told(stage) == [*laid, "2: N D1", "1: to N", "2: W D2"]


def test_a_talon_card_on_the_trick_is_a_gift_where_one_is_due() -> None:
    stage = Stage()
    laid = lay_trick(stage)
    stage.give("N", "CC")
    stage.sweep("N")
    stage.lay("N", "D1")
    assert told(stage, lambda trick: trick <= 6) == [*laid, "1: + CC", "1: to N", "2: N D1"]


def test_two_cards_of_one_seat_in_one_trick() -> None:
    stage = Stage()
    stage.lay("S", "HK")
    stage.lay("E", "H4")
    stage.lying.append((BY_ID["H3"], place("E", 1.2, -0.3)))
    stage.wait(4)
    stage.lay("N", "T05")
    assert told(stage) == ["1: S HK", "1: E H4", "1: E H3", "1: N T05"]


def test_cards_that_lie_outside_the_middle_are_no_plays() -> None:
    stage = Stage()
    for number, away in ((BY_ID["T09"], 2.3), (BY_ID["T10"], 2.5)):
        quad = place("N", away, 0.0)
        assert inside(quad)
        stage.lying.append((number, quad))
    stage.wait(8)
    stage.lay("S", "HK")
    assert told(stage) == ["1: S HK"]


def test_changing_light_is_no_event() -> None:
    stage = Stage()
    stage.lay("S", "HK")
    stage.light = 1.3
    stage.wait(8)
    stage.lay("E", "H4")
    stage.light = 0.8
    stage.lay("N", "T05")
    assert told(stage) == ["1: S HK", "1: E H4", "1: N T05"]


@pytest.mark.parametrize("linger", [0, 1, 10])
def test_a_hand_may_leave_at_once_or_stay(linger: int) -> None:
    stage = Stage()
    stage.lay("S", "HK", linger=linger)
    stage.lay("E", "H4", linger=linger)
    assert told(stage) == ["1: S HK", "1: E H4"]


def test_most_frames_pass_the_gate_without_a_look() -> None:
    stage = Stage()
    stage.lay("S", "HK")
    stage.wait(60)
    recognise, finder = recogniser()
    reader = TableReader(recognise)
    for image, t in play(stage.shots, finder):
        reader.feed(image, t)
    assert 1 <= reader.looks <= len(stage.shots) // 5


def test_two_runs_give_the_same_events() -> None:
    stage = Stage()
    lay_trick(stage)
    stage.sweep("E")
    assert told(stage) == told(stage)


@pytest.mark.parametrize("untaught", ["", "H1"], ids=["read", "not to be read"])
def test_a_card_that_its_hand_held_until_the_sweep_was_laid(untaught: str) -> None:
    stage = Stage()
    for seat, card in TRICK[:3]:
        stage.lay(seat, card)
    seat, card = TRICK[3]
    quad = place(seat, 0.62, 0.1)
    stage.lay(seat, card, linger=5, leaves=False)
    begin = len(stage.shots)
    stage.sweep("N")
    for shot in stage.shots[begin : begin + 8]:  # the winner draws it from under the hand
        draw_arm(shot.image, seat, grip(seat, quad))
    cards = [(seat, "??" if card == untaught else card) for seat, card in TRICK]
    assert told(stage, untaught=untaught) == [*(f"1: {seat} {card}" for seat, card in cards), "1: to N"]


def test_an_outline_drawn_between_lying_cards_is_no_card() -> None:
    stage = Stage()
    lay_trick(stage)
    phantom = place("S", 0.0, 0.0)
    for number, shot in enumerate(stage.shots):
        if number > len(stage.shots) - 12:
            stage.shots[number] = Shot(shot.image, shot.t, (*shot.quads, phantom))
    for _ in range(12):
        stage.wait(1)
        stage.shots[-1] = Shot(stage.shots[-1].image, stage.shots[-1].t, (*stage.shots[-1].quads, phantom))
    assert told(stage) == [f"1: {seat} {card}" for seat, card in TRICK]


def test_a_card_in_a_hand_that_hardly_differs_from_the_table_is_not_laid() -> None:
    stage = Stage()
    stage.lay("S", "HK")
    stage.skin = (60, 94, 84)
    quad = place("E", 0.9, -0.05)
    x, y = grip("E", quad)
    for frame in range(9):
        held = [(BY_ID["T03"], quad if frame < 8 else place("E", 3.0, -0.05))]
        stage._shoot("E", (x - 28 if frame < 8 else x + 120, y), held)
    stage.wait()
    assert told(stage) == ["1: S HK"]


def test_who_plays_next_shows_that_the_card_under_the_hand_before_was_laid() -> None:
    stage = Stage()
    stage.lay("S", "HK", away=0.9)
    held = place("E", 0.9, 0.1)
    stage.lay("E", "H4", away=0.9, linger=16, leaves=False)
    begin = len(stage.shots)
    stage.lay("N", "T05", away=0.9)
    for shot in stage.shots[begin:]:
        draw_arm(shot.image, "E", grip("E", held))
    assert told(stage) == ["1: S HK", "1: E H4", "1: N T05"]


def test_a_card_taken_from_the_open_talon_may_be_led_before_anybody_knows_where_the_middle_is() -> None:
    stage = Stage()
    beside = [place(seat, 4.0, 0.1) for seat in "EW"]
    stage.lying = [(BY_ID["HK"], beside[0]), (BY_ID["T05"], beside[1])]
    stage.wait(12)
    stage.lying = stage.lying[1:]
    stage.wait(40)
    stage.lay("S", "HK")
    assert told(stage, shown=True) == ["1: S HK"]


def test_a_card_of_the_taken_half_may_be_led_while_the_other_half_lies_open() -> None:
    """It lies far from the others, so that it is no talon card any more: the lead is told of before what follows."""
    left = ("D1", "T16", "T18")
    stage = Stage(talon=left)
    aside = np.array([210, -60], np.float32)
    stage.lying = [(card, quad + aside) for card, quad in stage.lying]
    stage.wait(10)
    stage.lay("S", "HK")
    stage.lay("E", "H4")
    story = told(stage, talon=(*left, "HK", "DQ", "H2"), left=left)
    assert story == ["1: S HK", "1: E H4"]


def test_a_card_that_the_finder_never_finds_is_told_by_its_shape() -> None:
    stage = Stage()
    laid = lay_trick(stage)
    stage.sweep("N")
    stage.lay("N", "D1")
    stage.lay("E", "D2")
    missed = next(quad for card, quad in stage.lying if card == BY_ID["D1"])
    stage.shots = [
        replace(shot, quads=tuple(quad for quad in shot.quads if quad is not missed)) for shot in stage.shots
    ]
    assert told(stage) == [*laid, "1: to N", "2: N D1", "2: E D2"]


def test_what_only_has_a_cards_shape_is_no_card_and_nobody_is_asked() -> None:
    """A photograph, a banknote, a patch of table in another light: the finder knows that they are none."""
    stage = Stage()
    laid = lay_trick(stage)
    stage.sweep("N")
    thing = place("N", 0.62, 0.6) + np.array([-0.9 * LENGTH, 0], np.float32)
    stage.lying.append((BY_ID["D1"], np.asarray(thing, np.float32)))
    stage.wait(30)
    for seat, card in (("N", "T17"), ("E", "D2"), ("S", "D3"), ("W", "D4")):
        stage.lay(seat, card)
    stage.sweep("E", keep=["D1"])
    stage.shots = [
        replace(shot, quads=tuple(quad for quad in shot.quads if nearest(quad, [thing])[1] > 0.01))
        for shot in stage.shots
    ]
    assert told(stage, untaught="D1") == [
        *laid,
        "1: to N",
        "2: N T17",
        "2: E D2",
        "2: S D3",
        "2: W D4",
        "2: to E",
    ]


def test_a_poor_look_takes_nothing_from_a_card_that_was_seen_at_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """It shows in part, so it is looked at again; the second look is a bad one, and meanwhile the next card comes."""
    stage = Stage()
    stage.lay("S", "HK")
    first = place("E", 0.62, 0.1)
    stage.lay_together(("E", "H4"), ("N", "T05"))
    stage.wait(12)
    looks_at_first = 0
    look_at = Reader.look_at

    def badly(reader: Reader, picture: Image, quads: NDArray[np.float32]) -> tuple[list[Quad], Looks]:
        nonlocal looks_at_first
        outlines, looks = look_at(reader, picture, quads)
        for i, quad in enumerate(outlines):
            if np.abs(quad.mean(axis=0) - first.mean(axis=0)).max() < 4:
                looks_at_first += 1
                looks.visible[i] = 0.6
                looks.genuine[i] = 0.2 if looks_at_first in (3, 4) else looks.genuine[i]
        return outlines, looks

    monkeypatch.setattr(Reader, "look_at", badly)
    assert told(stage) == ["1: S HK", "1: E H4", "1: N T05"]
    assert looks_at_first > 4


def test_an_open_talon_that_lies_there_from_the_start_is_no_play_even_if_few_of_its_cards_are_seen() -> None:
    stage = Stage(talon=["SC", "D4"])
    stage.lying.append((BY_ID["H3"], place("E", 4.0, 0.1)))
    stage.wait(12)
    stage.shots = stage.shots[6:]  # the third one, which lies aside, was there before the first frame, too
    stage.lying = stage.lying[:1]
    stage.wait(20)
    stage.lying = []
    stage.wait(20)
    lay_trick(stage)
    assert told(stage, shown=True, talon_unknown=True) == [f"1: {seat} {card}" for seat, card in TRICK]


def test_a_first_lead_that_lies_there_from_the_start_is_a_play_even_if_a_talon_is_expected() -> None:
    stage = Stage()
    stage.lay(*TRICK[0])
    stage.shots = stage.shots[-2:]
    stage.wait(8)
    for seat, card in TRICK[1:]:
        stage.lay(seat, card)
    assert told(stage, shown=True, talon_unknown=True) == [f"1: {seat} {card}" for seat, card in TRICK]


def test_a_view_under_the_hand_does_not_name_the_card_that_it_lets_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Half under the hand the finder draws a shorter outline, and what it holds is like another card."""
    stage = Stage()
    stage.lay("S", "HK")
    begin = len(stage.shots)
    quad = place("E", 0.62, 0.1)
    shorter = np.asarray(quad - np.array([0.12 * LENGTH, 0], np.float32), np.float32)
    stage.lay("E", "H4", linger=4, leaves=False)
    x, y = grip("E", quad)
    for back in 3 * (0, 0, 0, 16, 16, 16):
        stage._shoot("E", (x + back, y))
    held = range(begin + 3, len(stage.shots))
    stage._leave("E", quad)
    for number in held:
        shot = stage.shots[number]
        stage.shots[number] = Shot(shot.image, shot.t, (shot.quads[0], shorter))
    look_at, seen_shorter = Reader.look_at, 0

    def mistaken(reader: Reader, picture: Image, quads: NDArray[np.float32]) -> tuple[list[Quad], Looks]:
        nonlocal seen_shorter
        outlines, looks = look_at(reader, picture, quads)
        for i, each in enumerate(outlines):
            if np.abs(each.mean(axis=0) - shorter.mean(axis=0)).max() < 3:
                seen_shorter += 1
                prototypes = reader.decks[0].prototypes
                looks.vectors[i] = prototypes.vectors[list(prototypes.cards).index(BY_ID["T05"])]
                looks.genuine[i] = looks.visible[i] = 1.0
        return outlines, looks

    monkeypatch.setattr(Reader, "look_at", mistaken)
    assert told(stage) == ["1: S HK", "1: E H4"]
    assert seen_shorter > 1


def test_a_heap_just_put_down_beside_a_card_is_no_hand_on_it() -> None:
    stage = Stage()
    heap = outline(WIDTH / 2 + 55, HEIGHT / 2 + 55, 0.0, LENGTH)
    begin = len(stage.shots)
    stage.wait(8)
    stage.lay("S", "HK")
    stage.wait(6)
    for shot in stage.shots[begin:]:
        cv2.fillConvexPoly(shot.image, np.round(heap).astype(np.int32), (120, 60, 90))
    assert told(stage, face_down=[heap]) == ["1: S HK"]
    assert told(stage) == []  # what it is nobody knows: it may hold the card


@pytest.mark.parametrize("genuine", [0.2, 0.1])
def test_what_lies_there_open_is_told_of_even_if_it_is_hardly_like_a_card(
    monkeypatch: pytest.MonkeyPatch, genuine: float
) -> None:
    stage = Stage()
    stage.lay("S", "HK")
    stage.lay("E", "H4")
    nothing = place("N", 0.62, 0.1)  # an outline where nothing has come
    for number in range(20, len(stage.shots)):
        shot = stage.shots[number]
        stage.shots[number] = Shot(shot.image, shot.t, (*shot.quads, nothing))
    stage.wait(40)
    look_at = Reader.look_at

    def doubting(reader: Reader, picture: Image, quads: NDArray[np.float32]) -> tuple[list[Quad], Looks]:
        outlines, looks = look_at(reader, picture, quads)
        for i, quad in enumerate(outlines):
            if np.abs(quad.mean(axis=0) - place("S", 0.62, 0.1).mean(axis=0)).max() > 20:
                looks.genuine[i], looks.visible[i] = genuine, 0.9
        return outlines, looks

    monkeypatch.setattr(Reader, "look_at", doubting)
    events = told(stage)
    assert [event[:4] for event in events] == (["1: S", "1: E"] if genuine > 0.15 else ["1: S"])


@pytest.mark.parametrize("lies", [True, False], ids=["a trick lies", "the table is bare"])
@pytest.mark.parametrize("light", [0.0, 0.1, 0.25])
def test_the_light_goes_out_for_a_moment_and_nothing_is_forgotten(light: float, lies: bool) -> None:
    """A switch, a sleeve before the lens, the first picture of a camera that was plugged in again."""
    stories = []
    for dark in (0, 6):
        stage = Stage()
        for seat, card in TRICK:
            stage.lay(seat, card)
        if not lies:
            stage.sweep("S")
        stage.light = light if dark else 1.0
        stage.wait(6)
        stage.light = 1.0
        stage.wait(12)
        if lies:
            stage.sweep("S")
        stage.wait(6)
        for seat, card in NEXT_TRICK:
            stage.lay(seat, card)
        stage.sweep("E")
        stage.wait(8)
        stories.append(told(stage))
    assert stories[0] == stories[1]
    assert len(stories[0]) == 10


def test_what_lies_elsewhere_may_be_corrected_while_the_deal_is_read() -> None:
    """The other half of the talon was taken: its cards are played. What people answered stays as they said."""
    stage = Stage()
    laid = lay_trick(stage)
    stage.sweep("N")
    before = len(stage.shots)
    stage.lay("N", "T14")
    recognise, finder = recogniser()
    one, other = card_set([BY_ID["T15"], BY_ID["HQ"]]), card_set([BY_ID["D1"], BY_ID["T14"]])
    answered, by_sight = 1 << BY_ID["T01"], 1 << BY_ID["T16"]
    reader = TableReader(recognise, expected=Expected(other))
    reader.leave_out(answered)
    reader.leave_out_by_sight(other | by_sight)
    names: list[str] = []
    for i, (image, t) in enumerate(play(stage.shots, finder)):
        if i == before:
            assert reader.certain_out_of_play == other | answered
            assert reader.out_of_play == other | answered | by_sight
            reader.expect(Expected(one))
            assert reader.out_of_play == reader.certain_out_of_play == one | answered
        laid_now = (event for event in reader.feed(image, t) if isinstance(event, Laid))
        names += [IDS[event.name.card] for event in laid_now if event.name.card is not None]
    assert names == [*(row.split()[-1] for row in laid), "T14"]
