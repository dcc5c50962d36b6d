"""What lies openly beside the tricks comes into the record: the talon, the half that was taken, discards, open hands."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import pytest

from engine.cards import BY_ID, card_set
from engine.record_reading import read_deal
from server.watching.fold import Fold
from server.watching.session import Session
from server.watching.shown import understand
from tests.vision.namer_stand_ins import outline
from tests.vision.table_stand_ins import HEIGHT, LENGTH, WIDTH, Stage, play, recogniser
from vision.identity import Quad
from vision.reader.events import Name
from vision.reader.open_cards import OpenCard
from vision.sources.base import Frame

START: dict[str, Any] = {
    "format": "kiebitz-deal/1",
    "rules": "steiermark-2017",
    "options": {},
    "forehand": "S",
    "contract": {"game": "rufer", "declarer": "A", "called": "SK"},
}
HALVES = (("T15", "HQ", "S7"), ("D1", "C8", "T14"))
TRICK = (("S", "HK"), ("E", "H4"), ("N", "T05"), ("W", "H1"))
STEP = 40.0


def beside_east(half: int, j: int) -> Quad:
    """E looks at the table towards the west: what lies on his left is at the bottom."""
    y = HEIGHT / 2 + (1.0 if half == 0 else -1.0) * 110 - (j - 1) * STEP
    return outline(WIDTH - 45, y, 1.5708, LENGTH)


def in_the_middle(half: int, j: int) -> Quad:
    x = WIDTH / 2 + (-1.0 if half == 0 else 1.0) * 70 + (j - 1) * STEP
    return outline(x, HEIGHT / 2, 0.0, LENGTH)


def with_talon(place: Any) -> Stage:
    stage = Stage()
    for half, cards in enumerate(HALVES):
        stage.lying += [(BY_ID[card], place(half, j)) for j, card in enumerate(cards)]
    stage.wait(16)
    return stage


def take(stage: Stage, half: int) -> None:
    """The declarer takes a half into his hand."""
    names = {BY_ID[card] for card in HALVES[half]}
    stage.lying = [(card, quad) for card, quad in stage.lying if card not in names]
    stage.wait(16)


def push(stage: Stage, half: int) -> None:
    """Somebody pushes a half aside as a whole; nothing else lies there."""
    names = {BY_ID[card] for card in HALVES[half]}
    aside = np.array([-200, 30], np.float32)
    stage.lying = [(card, quad + aside) for card, quad in stage.lying if card in names]
    stage.wait(14)


def put(stage: Stage, cards: list[str]) -> None:
    for j, card in enumerate(cards):
        stage.lying.append((BY_ID[card], outline(WIDTH / 2 - 190 + j * STEP, HEIGHT - 42, 0.0, LENGTH)))
    stage.wait(14)


def play_a_trick(stage: Stage) -> None:
    for seat, card in TRICK:
        stage.lay(seat, card)
    stage.sweep("N", keep=[card for half in HALVES for card in half] + ["T07", "D4"])


def read(stage: Stage, **changes: Any) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    recognise, finder = recogniser()
    session = Session(read_deal(START | changes), recognise)
    rows: list[dict[str, Any]] = []
    for number, (image, t) in enumerate(play(stage.shots, finder)):
        rows += [told.row for told in session.feed(Frame(image, t, number))]
    rows += [told.row for told in session.finish()]
    return rows, rows[-1]["record"]


@pytest.mark.parametrize("half", [0, 1])
def test_the_open_talon_and_the_half_that_was_taken(half: int) -> None:
    stage = with_talon(beside_east)
    take(stage, half)
    play_a_trick(stage)
    rows, record = read(stage)
    assert record["talon"] == [list(cards) for cards in HALVES]
    assert record["taken"] == ("first", "second")[half]
    assert [row["card"] for row in rows if row["event"] == "card"] == [card for _, card in TRICK]


def test_a_talon_in_the_middle_is_no_trick_even_if_the_other_half_stays_there() -> None:
    stage = with_talon(in_the_middle)
    take(stage, 1)
    push(stage, 0)
    play_a_trick(stage)
    rows, record = read(stage)
    assert record["talon"] == [list(cards) for cards in HALVES]
    assert record["taken"] == "second"
    assert [row["card"] for row in rows if row["event"] == "card"] == [card for _, card in TRICK]


def test_the_half_that_was_pushed_aside_and_then_taken_off_the_table_was_not_taken() -> None:
    stage = with_talon(in_the_middle)
    take(stage, 1)
    push(stage, 0)
    take(stage, 0)
    play_a_trick(stage)
    _, record = read(stage)
    assert record["talon"] == [list(cards) for cards in HALVES]
    assert record["taken"] == "second"


def test_discards_that_are_shown_are_recorded_and_the_others_are_unseen() -> None:
    stage = with_talon(beside_east)
    take(stage, 0)
    put(stage, ["T07"])
    play_a_trick(stage)
    _, record = read(stage)
    assert record["discards"] == ["T07", "??", "??"]


@pytest.mark.parametrize("laid_away", [["T15", "HQ"], ["HQ", "S7", "T07"]])
def test_the_taken_half_is_known_although_most_of_it_was_laid_away_again(laid_away: list[str]) -> None:
    stage = with_talon(beside_east)
    take(stage, 0)
    put(stage, laid_away)
    play_a_trick(stage)
    _, record = read(stage)
    assert record["taken"] == "first"
    assert sorted(card for card in record["discards"] if card != "??") == sorted(laid_away)


def test_where_one_card_of_the_talon_is_lost_and_the_others_lie_there_nobody_knows_what_was_taken() -> None:
    stage = with_talon(beside_east)
    stage.lying = [(card, quad) for card, quad in stage.lying if card != BY_ID["T15"]]
    stage.wait(16)
    play_a_trick(stage)
    _, record = read(stage)
    assert record.get("taken") is None


@pytest.mark.parametrize(("away", "taken"), [(10, "second"), (70, None)])
def test_a_card_of_the_talon_that_lay_under_another_one_comes_to_light_with_its_half(
    away: float, taken: str | None
) -> None:
    stage = with_talon(beside_east)
    hidden, upon = BY_ID["S7"], BY_ID["D1"]
    quads = dict(stage.lying)
    stage = Stage()
    stage.lying = [(card, quad) for card, quad in quads.items() if card != hidden]
    stage.wait(16)
    stage.lying.append((hidden, quads[upon] + np.array([-away, 8], np.float32)))
    take(stage, 1)
    play_a_trick(stage)
    _, record = read(stage)
    assert record.get("taken") == taken
    if taken:
        # Where exactly it lay under the other one is not seen: the halves are right.
        assert [set(half) for half in record["talon"]] == [set(half) for half in HALVES]


def test_halves_that_lie_over_one_another_are_told_by_what_was_taken() -> None:
    """The last card of one half lies among those of the other."""
    quads = {
        BY_ID[card]: beside_east(half, j) for half, cards in enumerate(HALVES) for j, card in enumerate(cards)
    }
    quads[BY_ID["S7"]] = outline(WIDTH - 75, HEIGHT / 2 - 90, 1.5708, LENGTH)
    stage = Stage()
    stage.lying = list(quads.items())
    stage.wait(16)
    take(stage, 1)
    play_a_trick(stage)
    _, record = read(stage)
    assert record["taken"] is not None
    assert {frozenset(half) for half in record["talon"]} == {frozenset(half) for half in HALVES}


def test_a_card_of_which_only_a_strip_was_seen_is_looked_at_again_when_it_comes_to_light() -> None:
    stage = with_talon(beside_east)
    strip, upon = BY_ID["S7"], BY_ID["D1"]
    quads = dict(stage.lying)
    stage = Stage()
    quads[strip] = quads[upon] + np.array([0, 14], np.float32)
    stage.lying = [(strip, quads[strip]), *((card, quad) for card, quad in quads.items() if card != strip)]
    stage.wait(16)
    take(stage, 1)
    play_a_trick(stage)
    _, record = read(stage)
    assert record.get("taken") == "second"
    assert [set(half) for half in record["talon"]] == [set(half) for half in HALVES]


@pytest.mark.parametrize(
    ("candidates", "understood"),
    [((("D2", 0.48), ("D3", 0.47)), True), ((("D2", 0.2), ("H3", 0.15), ("SK", 0.15)), False)],
    ids=["a two or a three", "a stranger"],
)
def test_a_card_that_is_one_of_two_is_a_card_of_the_talon(
    candidates: tuple[tuple[str, float], ...], understood: bool
) -> None:
    """Between two that look alike neither is likely; of a stranger no two are."""
    doubted = Name(None, candidates[0][1], tuple((BY_ID[name], share) for name, share in candidates))
    names = [Name(BY_ID[c], 0.99, ((BY_ID[c], 0.99),)) for half in HALVES for c in half]
    cards = [
        OpenCard(n, name, (600 + 40.0 * n + 90 * (n > 2), 300.0), "S", "S", LENGTH, False, 1.0, None)
        for n, name in enumerate([*names[:5], doubted])
    ]
    start = read_deal(START)
    talon = understand(start, cards, Fold(start)).talon
    assert talon == (
        ((*(name.card for name in names[:3]),), (names[3].card, names[4].card, None)) if understood else None
    )


def test_what_start_says_itself_stays() -> None:
    stage = with_talon(beside_east)
    take(stage, 0)
    play_a_trick(stage)
    talon = [["T01", "T02", "T03"], ["T04", "T06", "T07"]]
    _, record = read(stage, talon=talon, taken="first", discards=["??", "??", "??"])
    assert (record["talon"], record["taken"]) == (talon, "first")


def test_without_a_talon_to_be_seen_the_record_is_silent() -> None:
    stage = Stage()
    play_a_trick(stage)
    _, record = read(stage)
    assert [record.get(key) for key in ("talon", "taken", "discards")] == [None, None, None]


def test_a_hand_that_is_put_down_in_an_ouvert_game_is_recorded() -> None:
    stage = Stage()
    play_a_trick(stage)
    held = ["C7", "C8", "C9", "C10", "CJ", "CC", "D1", "D2", "D3", "D4", "H2"]
    for j, card in enumerate(held):
        stage.lying.append((BY_ID[card], outline(60 + j * 52, HEIGHT - 38, 0.0, LENGTH)))
    stage.wait(24)
    stage.lay("N", "S7")
    contract = {"game": "bettler_ouvert", "declarer": "A"}
    _, record = read(stage, contract=contract, taken="none")
    assert set(record["hands"]) == {"A"}
    assert set(record["hands"]["A"]) == {*held, "HK"}


def test_a_deal_that_is_over_frees_its_pictures_at_once() -> None:
    """In a circle they would wait for the collector, which a long evening hardly ever calls: 20 MB a deal."""
    recognise, finder = recogniser()
    stage = with_talon(beside_east)
    session = Session(read_deal(START), recognise)
    for number, (image, t) in enumerate(play(stage.shots, finder)):
        session.feed(Frame(image, t, number))
    session.finish()
    left = [weakref.ref(each) for each in (session, session.reader, session.reader.sight.backdrop)]
    gc.disable()
    try:
        del session
        assert [each() for each in left] == [None] * 3
    finally:
        gc.enable()


@pytest.mark.parametrize("said", [{}, {"taken": "first"}])
def test_the_half_that_nobody_took_is_no_discards_although_start_names_the_talon(
    said: dict[str, Any],
) -> None:
    """It was pushed to where the declarer sits."""
    stage = with_talon(beside_east)
    take(stage, 0)
    left = {BY_ID[card] for card in HALVES[1]}
    stage.lying = [(card, quad) for card, quad in stage.lying if card not in left]
    put(stage, list(HALVES[1]))
    play_a_trick(stage)
    _, record = read(stage, talon=[list(half) for half in HALVES], **said)
    assert record["taken"] == "first"
    assert record.get("discards") in (None, ["??", "??", "??"])


def test_a_half_is_on_the_left_of_who_it_lay_before_at_first_wherever_it_is_pushed() -> None:
    stage = with_talon(beside_east)
    pushed = {BY_ID[card] for card in HALVES[0]}
    quads = {
        card: outline(WIDTH / 2 - 190 + 40 * n, HEIGHT - 42, 0.0, LENGTH)
        for n, card in enumerate(sorted(pushed))
    }
    stage.lying = [(card, quads.get(card, quad)) for card, quad in stage.lying]
    stage.wait(16)
    take(stage, 1)
    play_a_trick(stage)
    _, record = read(stage)
    assert record["talon"] == [list(cards) for cards in HALVES]
    assert record["taken"] == "second"


def test_what_was_misread_among_the_left_cards_can_be_played() -> None:
    recognise, _ = recogniser()
    reader = Session(read_deal(START), recognise).reader
    reader.leave_out(1 << BY_ID["T01"])
    reader.leave_out_by_sight(1 << BY_ID["T16"])
    assert reader.out_of_play == 1 << BY_ID["T01"] | 1 << BY_ID["T16"]
    reader.leave_out_by_sight(1 << BY_ID["T17"])
    assert reader.out_of_play == 1 << BY_ID["T01"] | 1 << BY_ID["T17"]


def test_a_contract_that_is_entered_while_the_deal_is_read_says_what_lies_elsewhere() -> None:
    recognise, _ = recogniser()
    session = Session(read_deal({**START, "contract": None}), recognise)
    assert session.reader.open_cards == []
    known = {"talon": [list(half) for half in HALVES], "taken": "first"}
    session.begin_anew(read_deal(START | known))
    assert session.reader.out_of_play == card_set(BY_ID[card] for card in HALVES[1])
    assert session.reader._open is not None
