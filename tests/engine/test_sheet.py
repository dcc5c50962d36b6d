"""The sheet of an evening, told as evenings."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dealing import random_deal
from engine.result import read_result
from engine.sheet import Evening, Pagatkassa, Version, compute, seating
from engine.systems import SYSTEMS, agreed

FOUR = ("Anna", "Bert", "Cilli", "Dora")
TIROL, STEIERMARK = agreed("tirol-deluxe"), agreed("steiermark-2017")


def result(rules: str = "tirol-deluxe", **more: Any) -> Any:
    contract = more.pop("contract", {"game": "dreier", "declarer": "A"})
    return read_result({"format": "kiebitz-result/1", "rules": rules, "contract": contract, **more})


WON = result(declarer_thirds=120)
TRISCHAKEN = result(
    contract={"game": "trischaken", "declarer": "A"}, thirds=[90, 60, 40, 20], tricks_won=[9, 1, 1, 1]
)
PAGAT = {"game": "besserrufer", "declarer": "A", "partner": "C", "bird": "pagat"}


def pagat(made: bool) -> Any:
    bonus = {"what": "pagat", "announced_by": "A", "side": "declarers", "made": made}
    return result(contract=PAGAT, declarer_thirds=120, bonuses=[bonus])


def test_dealer_and_forehand_move_on() -> None:
    evening = Evening(STEIERMARK, FOUR, first_dealer=3)
    for _ in range(5):
        evening = evening.add(result("steiermark-2017", declarer_thirds=120))
    sheet = compute(evening)
    assert [row.seating.dealer for row in sheet.rows] == [3, 0, 1, 2, 3]
    assert [row.seating.seats[0] for row in sheet.rows] == [0, 1, 2, 3, 0]
    assert sheet.rows[0].points == (15, -5, -5, -5)
    assert sheet.totals == (15 * 2 - 5 * 3, 15 - 20, 15 - 20, 15 - 20)
    assert sheet.next_seating.dealer == 0


@pytest.mark.parametrize(
    ("players", "dealer", "seats", "out"),
    [
        (4, 0, (1, 2, 3, 0), ()),
        (5, 0, (1, 2, 3, 4), (0,)),
        (5, 4, (0, 1, 2, 3), (4,)),
        (6, 1, (2, 3, 5, 0), (1, 4)),
    ],
)
def test_who_sits_out(players: int, dealer: int, seats: tuple[int, ...], out: tuple[int, ...]) -> None:
    found = seating(players, dealer)
    assert found.seats == seats and found.sitting_out == out


def test_a_correction_recomputes_everything_after_it_and_keeps_the_old_entry() -> None:
    evening = Evening(TIROL, FOUR, radl=True).add(TRISCHAKEN).add(WON).add(WON)
    before = compute(evening)
    assert [row.double for row in before.rows] == [False, True, True]
    after = compute(evening.correct(1, WON, "es war ein Dreier"))
    assert [row.double for row in after.rows] == [False, False, False]
    assert after.rows[0].earlier == (before.rows[0].points,)
    assert after.rows[1].points == tuple(p // 2 for p in before.rows[1].points)


def test_a_radl_lasts_one_round_and_never_counts_fourfold() -> None:
    evening = Evening(TIROL, FOUR, radl=True).add(TRISCHAKEN)
    for _ in range(5):
        evening = evening.add(WON)
    assert [row.double for row in compute(evening).rows] == [False, True, True, True, True, False]
    twice = Evening(TIROL, FOUR, radl=True).add(TRISCHAKEN).add(TRISCHAKEN)
    points = compute(twice).rows[1].points
    assert sorted(points) == sorted(2 * p for p in compute(twice).rows[0].points)


@pytest.mark.parametrize("cause", [result(declarer_thirds=105), TRISCHAKEN])
def test_what_causes_a_radl(cause: Any) -> None:
    assert compute(Evening(TIROL, FOUR, radl=True).add(cause)).next_double
    assert not compute(Evening(TIROL, FOUR).add(cause)).next_double


def test_a_struck_line_and_a_redeal() -> None:
    evening = (
        Evening(STEIERMARK, FOUR)
        .add(result("steiermark-2017", declarer_thirds=120))
        .strike(1, "Schreibfehler")
    )
    row = compute(evening).rows[0]
    assert row.points == (0, 0, 0, 0) and row.reason == "Schreibfehler" and row.earlier != ()
    assert compute(evening.add(None, "vergeben", redeal=True)).next_seating == compute(evening).next_seating


def test_the_pagatkassa_is_won_lost_and_shared() -> None:
    evening = (
        Evening(TIROL, FOUR, first_dealer=3, pagatkassa=Pagatkassa(100))
        .add(WON)
        .add(WON)
        .add(pagat(made=True))
    )
    sheet = compute(evening)
    assert [row.kassa for row in sheet.rows] == [100, 200, 0]
    assert sheet.rows[2].cents == (150, -100, 150, 0)  # the dealer paid in, declarer and partner share 300
    lost = compute(Evening(TIROL, FOUR, pagatkassa=Pagatkassa(100)).add(pagat(made=False)))
    assert lost.kassa == 200 and sum(lost.cash) == -200


def test_a_running_deal_stands_open_on_the_sheet() -> None:
    deal = random_deal(random.Random(1), "steiermark-2017")
    row = compute(Evening(STEIERMARK, FOUR).add(replace(deal, end="running", tricks=deal.tricks[:3]))).rows[0]
    assert row.open and row.points == (0, 0, 0, 0)


@pytest.mark.parametrize("players", [("Anna",), (*FOUR, "Emil", "Fini", "Gerd"), ("Anna",) * 4])
def test_an_evening_needs_four_to_six_different_players(players: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Evening(TIROL, players)


@settings(max_examples=25)
@given(st.integers(4, 6), st.integers(0, 10_000), st.lists(st.booleans(), max_size=8), st.booleans())
def test_totals_are_always_zero_sum(players: int, seed: int, strikes: list[bool], kassa: bool) -> None:
    rng = random.Random(seed)
    system = agreed(rng.choice(list(SYSTEMS)))
    names = tuple(f"P{n}" for n in range(players))
    evening = Evening(
        system, names, radl=seed % 2 == 0, pagatkassa=Pagatkassa(50, 300, 80) if kassa else None
    )
    for n, strike in enumerate(strikes, 1):
        evening = evening.add(random_deal(rng, system.id))
        evening = evening.strike(n, "x") if strike else evening
    sheet = compute(evening)
    assert sum(sheet.totals) == 0
    assert sum(sheet.cash) == -sheet.kassa
    assert sheet.kassa >= 0
    for row in sheet.rows:
        assert sum(row.points) == 0


def test_what_stood_before_a_correction_stays_as_it_stood_whatever_is_corrected_later() -> None:
    """A Radl begins and ends with deal 1: deal 2 counted double when it was corrected, and it stays struck through as it was."""
    lost = result(declarer_thirds=90)
    evening = Evening(TIROL, FOUR, radl=True).add(TRISCHAKEN).add(WON).add(WON)
    before = compute(evening)
    assert [row.double for row in before.rows] == [False, True, True]
    evening = evening.correct(2, lost, "verschrieben")
    assert compute(evening).rows[1].earlier == (before.rows[1].points,)
    once = compute(evening)
    evening = evening.correct(1, WON, "kein Trischaken")
    sheet = compute(evening)
    assert sheet.rows[1].earlier == (before.rows[1].points, once.rows[1].points)
    assert sheet.rows[2].earlier == (before.rows[2].points,), (
        "its points changed, too: no double round any more"
    )
    assert (
        compute(evening.correct(1, None, "zusammengeworfen", redeal=True)).rows[1].earlier[0]
        == before.rows[1].points
    )


def test_a_deal_that_was_added_after_a_correction_was_never_changed_by_it() -> None:
    evening = Evening(TIROL, FOUR, radl=True).add(TRISCHAKEN).correct(1, WON, "kein Trischaken").add(WON)
    sheet = compute(evening)
    assert (sheet.rows[0].earlier != (), sheet.rows[1].earlier) == (True, ())


def test_versions_are_kept_in_the_order_in_which_they_were_written() -> None:
    with pytest.raises(ValueError, match="order"):
        Evening(TIROL, FOUR, deals=((Version(WON), Version(None)),))


def test_the_pagatkassa_is_cash_and_no_kontra() -> None:
    row = compute(Evening(TIROL, FOUR, pagatkassa=Pagatkassa(100)).add(WON)).as_json()["rows"][0]
    assert (row["cents"], row["kontra_cents"]) == ([-100, 0, 0, 0], [0, 0, 0, 0])


def test_a_result_that_says_itself_that_it_counts_double_is_marked() -> None:
    doubled = result(declarer_thirds=120, options={"radl": True})
    assert [row.double for row in compute(Evening(TIROL, FOUR).add(doubled).add(WON)).rows] == [True, False]


@pytest.mark.parametrize(("renonce", "double"), [(None, True), ({"by": "B"}, False)])
def test_points_that_a_renonce_settles_were_not_divided(renonce: Any, double: bool) -> None:
    more = {} if renonce is None else {"renonce": renonce}
    sheet = compute(Evening(TIROL, FOUR, radl=True).add(result(declarer_thirds=105, **more)).add(WON))
    assert sheet.rows[1].double is double
