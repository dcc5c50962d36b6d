"""The next trick begins while the one before still lies there, or the source ends while it goes."""

from __future__ import annotations

import pytest

from engine.cards import BY_ID
from tests.vision.reader_stand_ins import lay_trick, told, track
from tests.vision.table_stand_ins import LENGTH, Stage, place
from vision.reader.tracks import Track
from vision.reader.tricks import TrickBook


def lying(seat: str, rest: float, away: float) -> Track:
    each = track(int(10 * rest), seat, rest)
    each.away = away
    return each


def whole_trick(book: TrickBook) -> None:
    for number, seat in enumerate("SENW"):
        book.add(lying(seat, float(number), 0.6))


def seats(book: TrickBook) -> list[str]:
    """Of each trick, with a plus before its gifts."""
    rows = ("".join(t.seat for t in heap.cards) + "+" * len(heap.gifts) for heap in book.heaps)
    return list(rows)


# --- a card is corrected while the next lead lies ---------------------------------------------------------------


@pytest.mark.parametrize("seat", ["S", "E", "N"])
def test_who_took_a_card_back_lays_another_one_to_that_trick(seat: str) -> None:
    """It may be the leader's card, and the card of the one whose turn it is in the next trick."""
    book = TrickBook()
    whole_trick(book)
    book.add(lying("S", 6.0, 1.0))
    book.remove(next(t for t in book.heaps[0].cards if t.seat == seat))
    assert book.add(lying(seat, 8.0, 0.6)).number == 1
    assert book.add(lying("E", 9.0, 1.0)).number == 2
    assert [sorted(each) for each in seats(book)] == [sorted("SENW"), ["E", "S"]]


def test_another_ones_card_belongs_to_the_next_trick() -> None:
    book = TrickBook()
    whole_trick(book)
    book.add(lying("S", 6.0, 1.0))
    book.remove(book.heaps[0].cards[2])
    assert book.add(lying("E", 8.0, 1.0)).number == 2


def test_after_the_trick_was_swept_every_card_is_the_next_tricks() -> None:
    book = TrickBook()
    whole_trick(book)
    book.add(lying("S", 6.0, 1.0))
    book.remove(book.heaps[0].cards[2])
    book.heaps[0].swept = True
    assert book.add(lying("N", 8.0, 0.6)).number == 2


def test_a_card_is_corrected_while_the_next_lead_lies() -> None:
    stage = Stage()
    laid = lay_trick(stage)
    stage.lay("S", "D2", away=1.05)
    stage.wait(10)
    stage.take_back("N", "T05")
    stage.wait(8)
    stage.lay("N", "H2")
    stage.wait(8)
    stage.sweep("S", keep=["D2"])
    stage.lay("E", "D3")
    assert told(stage) == [*laid, "2: S D2", "T05 back", "1: N H2", "1: to S", "2: E D3"]


def test_a_leader_exchanges_his_card_of_the_trick_before_at_once() -> None:
    """The other one lies half in its place before anybody was told that it has gone."""
    stage = Stage()
    laid = lay_trick(stage)
    stage.lay("S", "D2", away=1.2)
    stage.lying = [row for row in stage.lying if row[0] != BY_ID["HK"]]
    stage.lying.append((BY_ID["H2"], place("S", 0.62, 0.1) + LENGTH * 0.2))
    stage.wait(10)
    stage.sweep("S", keep=["D2"])
    stage.lay("E", "D3")
    assert told(stage) == [*laid, "2: S D2", "HK back", "1: S H2", "1: to S", "2: E D3"]


# --- a lead lies before the gift does ---------------------------------------------------------------------------


def test_a_lead_in_front_of_its_players_card_is_no_gift_although_one_is_due() -> None:
    book = TrickBook(lambda _: 1)
    whole_trick(book)
    assert book.add(lying("S", 6.0, 1.05)).number == 2
    assert book.add(lying("S", 8.0, 0.1)).number == 1  # the gift
    assert book.add(lying("S", 8.1, 0.2)).number == 1  # stuck to it
    assert book.add(lying("E", 9.0, 0.3)).number == 2
    assert seats(book) == ["SENW++", "SE"]


@pytest.mark.parametrize(("away", "sure"), [(0.1, 1.0), (0.45, 1.0), (0.7, 1.0), (1.0, 0.9)])
def test_a_gift_may_fall_somewhat_aside(away: float, sure: float) -> None:
    book = TrickBook(lambda _: 1)
    whole_trick(book)
    gift = lying("S", 6.0, away)
    gift.seat_sure = sure
    assert book.add(gift).gifts == [gift]


def test_a_lead_before_the_gift_is_taken_back() -> None:
    book = TrickBook(lambda _: 1)
    whole_trick(book)
    lead = lying("S", 6.0, 1.05)
    book.add(lead)
    book.remove(lead)
    book.add(lying("S", 8.0, 0.1))
    assert seats(book) == ["SENW+"]


def test_a_gift_comes_after_the_next_lead() -> None:
    stage = Stage()
    laid = lay_trick(stage)
    stage.wait(6)
    stage.lay("S", "D2", away=1.05)
    stage.wait(6)
    stage.give("S", "T20")
    stage.wait(8)
    stage.sweep("S", keep=["D2"])
    for seat, card in (("E", "D3"), ("N", "D4"), ("W", "DK")):
        stage.lay(seat, card)
    stage.give("W", "T18")
    stage.sweep("W")
    next_ones = ["2: E D3", "2: N D4", "2: W DK", "2: + T18", "2: to W"]
    assert told(stage, lambda trick: trick <= 6) == [*laid, "2: S D2", "1: + T20", "1: to S", *next_ones]


# --- the source ends while a trick is drawn in ------------------------------------------------------------------


@pytest.mark.parametrize("frames", [4, 5])
@pytest.mark.parametrize("by", ["E", "N", "W"])
def test_a_trick_that_is_drawn_in_when_the_source_ends_is_swept(frames: int, by: str) -> None:
    stage = Stage()
    laid = lay_trick(stage)
    stage.wait(6)
    until = len(stage.shots) + frames
    stage.sweep(by)
    del stage.shots[until:]
    assert told(stage, ended=True) == [*laid, f"1: to {by}"]


def test_one_card_that_is_gone_when_the_source_ends_was_taken_back() -> None:
    stage = Stage()
    laid = lay_trick(stage)
    stage.take_back("N", "T05")
    del stage.shots[-4:]
    assert told(stage, ended=True) == [*laid, "T05 back"]
