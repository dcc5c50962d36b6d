"""Standings: what each mode makes of the same facts, exact to the fraction."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tournament import (
    Standings,
    Unusable,
    as_json,
    cup_as_json,
    cup_standings,
    rank,
    read_cup,
    read_tournament,
)
from engine.tournament.modes import CUP_POINTS

SHARED = Path(__file__).parents[3] / "shared" / "rules" / "tournament_public.jsonl"

Seating = Sequence[tuple[str, Sequence[int]]]


def record(
    mode: str, players: str, rounds: Sequence[Seating], games: int = 16, **more: Any
) -> dict[str, Any]:
    """Players are single letters: a round is [("ABCD", (3, 1, -1, -3)), …]."""
    return {
        "format": "kiebitz-tournament/1",
        "mode": mode,
        "options": more.pop("options", {}),
        "players": list(players),
        "rounds": [
            {"tables": tables(seats, games), "sitting_out": list(more.get("out", ""))} for seats in rounds
        ],
        "final": more.get("final"),
    }


def tables(seats: Seating, games: int = 16) -> list[dict[str, Any]]:
    return [{"players": list(names), "games": games, "points": list(points)} for names, points in seats]


def ranked(tree: dict[str, Any]) -> Standings:
    return rank(read_tournament(tree))


def places(result: Standings) -> str:
    return " ".join(f"{row.place}{row.player}" for row in result.rows)


@pytest.mark.skipif(not SHARED.exists(), reason="the shared examples are not here")
def test_every_shared_example() -> None:
    cases = [json.loads(line) for line in SHARED.read_text(encoding="utf-8").splitlines()]
    assert cases
    for case in cases:
        tree = case["input"]
        is_cup = tree["format"] == "kiebitz-cup/1"
        if "error_at" in case:
            with pytest.raises(Unusable) as raised:
                read_cup(tree) if is_cup else read_tournament(tree)
            assert raised.value.problems[0].at == case["error_at"], case["id"]
        else:
            got = cup_as_json(cup_standings(read_cup(tree))) if is_cup else as_json(ranked(tree))
            assert got == case["expect"], case["id"]


def test_a_plain_sum_shares_places_and_sorts_them_by_name() -> None:
    result = ranked(record("total", "DCBA", [[("ABCD", (3, 3, -1, -5))], [("ABCD", (-1, -1, 1, 1))]]))
    assert places(result) == "1A 1B 3C 4D"
    assert [row.score for row in result.rows] == [2, 2, 0, -4]


def test_who_was_not_there_has_null_and_loses_nothing() -> None:
    out = as_json(ranked(record("total", "ABCDE", [[("ABCD", (3, 1, -1, -3))]])))
    assert [(r["player"], r["score"], r["rounds"]) for r in out["standings"]] == [
        ("A", "3", ["3"]),
        ("B", "1", ["1"]),
        ("E", "0", [None]),
        ("C", "-1", ["-1"]),
        ("D", "-3", ["-3"]),
    ]


def test_who_never_came_can_be_ranked_last_and_gets_no_place_that_others_earned() -> None:
    tree = record("total", "ABCDE", [[("ABCD", (3, 1, -1, -3))]], options={"never_came": "last"})
    assert places(ranked(tree)) == "1A 2B 3C 4D 5E"


@pytest.mark.parametrize(("never_came", "worth"), [("last", "0"), ("ranked", "180")])
def test_who_never_came_and_is_ranked_last_has_no_cup_points(never_came: str, worth: str) -> None:
    rounds = [[("ABCD", (3, 1, -1, -3))]]
    tree = record("steirischer-cup", "ABCDE", rounds, options={"never_came": never_came})
    points = {row["player"]: row["cup_points"] for row in as_json(ranked(tree))["standings"]}
    assert (points["E"], points["A"]) == (worth, "223")


class TestSteirischerCup:
    def test_the_table_of_cup_points_is_the_one_of_the_text(self) -> None:
        assert len(CUP_POINTS) == 50
        assert (CUP_POINTS[:3], CUP_POINTS[-1]) == ((223, 198, 180), 1)
        assert list(CUP_POINTS) == sorted(CUP_POINTS, reverse=True)

    @pytest.mark.parametrize(
        ("ties", "expected"),
        [("shared", ["223", "198", "198", "168"]), ("average", ["223", "189", "189", "168"])],
    )
    def test_a_shared_place(self, ties: str, expected: list[str]) -> None:
        tree = record("steirischer-cup", "ABCD", [[("ABCD", (3, 0, 0, -3))]], options={"ties": ties})
        assert [row["cup_points"] for row in as_json(ranked(tree))["standings"]] == expected

    def test_the_average_counts_places_after_the_fiftieth_as_nothing(self) -> None:
        names = [f"P{i:02}" for i in range(56)]
        points = [(3 * (13 - t), 0, 0, -3 * (13 - t)) for t in range(14)]
        tree = record("steirischer-cup", "", [], options={"ties": "average"}) | {"players": names}
        tree["rounds"] = [
            {
                "tables": [
                    t | {"players": names[4 * i : 4 * i + 4]}
                    for i, t in enumerate(tables([("", p) for p in points]))
                ]
            }
        ]
        rows = ranked(tree).rows
        # Thirteen winners, 30 with nothing on places 14 to 43, then the losers, of whom the first seven are worth points.
        zeros = [row.cup_points for row in rows if row.score == 0]
        assert zeros == [Fraction(sum(CUP_POINTS[13:43]), 30)] * 30
        assert [row.cup_points for row in rows[43:]] == [7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0]

    def test_a_shared_place_that_reaches_past_the_fiftieth(self) -> None:
        names = [f"P{i:02}" for i in range(52)]
        tree = record("steirischer-cup", "", [], options={"ties": "average"}) | {"players": names}
        nothing = [
            t | {"players": names[4 * i : 4 * i + 4]} for i, t in enumerate(tables([("", (0, 0, 0, 0))] * 13))
        ]
        tree["rounds"] = [{"tables": nothing}]
        assert {row.cup_points for row in ranked(tree).rows} == {Fraction(sum(CUP_POINTS), 52)}


class TestKantine:
    def test_points_are_divided_by_the_games(self) -> None:
        out = as_json(ranked(record("kantine", "ABCD", [[("ABCD", (12, -4, -7, -1))]])))
        assert [(r["player"], r["score"]) for r in out["standings"]] == [
            ("A", "3/4"),
            ("D", "-1/16"),
            ("B", "-1/4"),
            ("C", "-7/16"),
        ]

    @pytest.mark.parametrize(("bye", "expected"), [("own_average", "3/2"), ("zero", "1")])
    def test_sitting_out(self, bye: str, expected: str) -> None:
        tree = record("kantine", "ABCDE", [], options={"bye": bye})
        tree["rounds"] = [
            {"tables": tables([("ABCD", (8, -8, 0, 0))]), "sitting_out": ["E"]},
            {"tables": tables([("ABCE", (8, -8, 0, 0))]), "sitting_out": ["D"]},
            {"tables": tables([("BCDE", (-8, 0, 0, 8))]), "sitting_out": ["A"]},
        ]
        scores = {row["player"]: row["score"] for row in as_json(ranked(tree))["standings"]}
        assert scores["A"] == expected

    def test_who_only_sat_out_has_no_average(self) -> None:
        tree = record("kantine", "ABCDE", [[("ABCD", (8, -8, 0, 0))]], out="E")
        assert [r.rounds for r in ranked(tree).rows if r.player == "E"] == [(Fraction(0),)]


class TestHopfgarten:
    """Sixteen players A–P; each round everybody keeps his table, so the points are easy to follow."""

    PLAYERS = "ABCDEFGHIJKLMNOP"

    def seats(self, *points: Sequence[int]) -> Seating:
        return [(self.PLAYERS[4 * t : 4 * t + 4], row) for t, row in enumerate(points)]

    def preliminaries(self) -> list[Seating]:
        nothing = (0, 0, 0, 0)
        first = self.seats((8, 7, -7, -8), (6, 5, -5, -6), (4, 3, -3, -4), (2, 1, -1, -2))
        return [first, self.seats(*[nothing] * 4), self.seats(*[nothing] * 4)]

    def test_before_the_third_round_nobody_is_a_finalist(self) -> None:
        result = ranked(record("hopfgarten", self.PLAYERS, self.preliminaries()[:2]))
        assert (result.finalists, result.undecided) == ((), ())
        assert all(row.preliminary_place == row.place for row in result.rows)

    def test_the_best_twelve(self) -> None:
        result = ranked(record("hopfgarten", self.PLAYERS, self.preliminaries()))
        assert "".join(result.finalists) == "ABEFIJKLMNOP"
        assert result.undecided == ()

    def test_equal_points_are_decided_by_the_better_best_round(self) -> None:
        a, b = ("ABCD", (5, 3, -4, -4)), ("ABCD", (-2, 0, 1, 1))
        result = ranked(record("hopfgarten", "ABCD", [[a], [b], [("ABCD", (0, 0, 0, 0))]]))
        assert places(result) == "1A 2B 3C 3D"

    def test_who_shares_the_twelfth_place_is_undecided(self) -> None:
        rounds = [
            self.seats((9, 0, 0, -9), (8, 0, 0, -8), (7, 0, 0, -7), (0, 0, 0, 0)),
            *self.preliminaries()[1:],
        ]
        result = ranked(record("hopfgarten", self.PLAYERS, rounds))
        assert "".join(result.finalists) == "AEI"
        assert "".join(result.undecided) == "BCFGJKMNOP"

    def test_the_final_takes_half_along_and_decides_ties(self) -> None:
        final = {
            "tables": tables([("ABEF", (1, 0, 0, -1)), ("IJMN", (0, 0, 0, 0)), ("OPKL", (-3, 0, 0, 3))], 20)
        }
        tree = record("hopfgarten", self.PLAYERS, self.preliminaries(), final=final)
        result = ranked(tree)
        assert places(result) == "1A 2B 3E 4I 5J 6F 7L 8M 9N 10P 11K 12O 13G 14H 15C 16D"
        scores = {row.player: (row.score, row.final) for row in result.rows}
        assert scores["A"] == (Fraction(5), Fraction(1))
        assert scores["F"] == (Fraction(3, 2), Fraction(-1))
        assert scores["C"] == (Fraction(-7), None)

    def test_with_half_points_equal_the_better_final_wins(self) -> None:
        # After the Vorrunden F stands at 5 and J at 3; 5/2 − 1 = 3/2 + 0: the better final is J's.
        final = {
            "tables": tables([("ABEF", (1, 0, 0, -1)), ("IJMN", (0, 0, 0, 0)), ("OPKL", (-3, 0, 0, 3))], 20)
        }
        rows = ranked(record("hopfgarten", self.PLAYERS, self.preliminaries(), final=final)).rows
        order = [row.player for row in rows]
        assert {row.score for row in rows if row.player in "FJ"} == {Fraction(3, 2)}
        assert order.index("J") + 1 == order.index("F")

    def test_the_others_follow_the_finalists(self) -> None:
        final = {
            "tables": tables([("ABEF", (1, 0, 0, -1)), ("IJMN", (0, 0, 0, 0)), ("OPKL", (-40, 0, 0, 40))], 20)
        }
        rows = ranked(record("hopfgarten", self.PLAYERS, self.preliminaries(), final=final)).rows
        assert [row.player for row in rows[12:]] == ["G", "H", "C", "D"]
        assert [row.place for row in rows[12:]] == [13, 14, 15, 16]
        assert rows[11].player == "O"
        assert rows[11].score < rows[12].score


names = st.text("ABCDEFGHIJ", min_size=1, max_size=2)


@st.composite
def tournaments(draw: st.DrawFn) -> dict[str, Any]:
    """Valid records of any mode, with absent players and those who sit out."""
    mode = draw(st.sampled_from(["steirischer-cup", "hopfgarten", "kantine", "total"]))
    players = draw(st.lists(names, unique=True, min_size=4, max_size=13))
    rounds = []
    for _ in range(draw(st.integers(0, 3))):
        here = draw(st.permutations(players))
        count = draw(st.integers(1, len(here) // 4))
        seated, rest = here[: 4 * count], here[4 * count :]
        played = []
        for t in range(count):
            points = draw(st.lists(st.integers(-50, 50), min_size=3, max_size=3))
            games = draw(st.integers(1, 20))
            played.append(
                {"players": seated[4 * t : 4 * t + 4], "games": games, "points": [*points, -sum(points)]}
            )
        out = [] if mode == "hopfgarten" else rest[: draw(st.integers(0, len(rest)))]
        rounds.append({"tables": played, "sitting_out": out})
    return {"format": "kiebitz-tournament/1", "mode": mode, "players": players, "rounds": rounds}


def shuffled(tree: dict[str, Any], seed: int) -> dict[str, Any]:
    """The same facts, written down in another order."""
    rng = random.Random(seed)

    def table(t: dict[str, Any]) -> dict[str, Any]:
        order = rng.sample(range(4), 4)
        return t | {"players": [t["players"][i] for i in order], "points": [t["points"][i] for i in order]}

    rounds = [
        {
            "sitting_out": rng.sample(r["sitting_out"], len(r["sitting_out"])),
            "tables": [table(t) for t in rng.sample(r["tables"], len(r["tables"]))],
        }
        for r in tree["rounds"]
    ]
    return tree | {"players": rng.sample(tree["players"], len(tree["players"])), "rounds": rounds}


@given(tournaments(), st.integers(0, 2**32))
@settings(max_examples=150)
def test_the_order_of_tables_and_players_never_changes_a_result(tree: dict[str, Any], seed: int) -> None:
    assert as_json(ranked(tree)) == as_json(ranked(shuffled(tree, seed)))


@given(tournaments())
@settings(max_examples=150)
def test_scores_are_the_exact_sum_of_the_rounds_and_places_follow_them(tree: dict[str, Any]) -> None:
    out = as_json(ranked(tree))["standings"]
    assert sorted(row["player"] for row in out) == sorted(tree["players"])
    for row in out:
        assert Fraction(row["score"]) == sum(Fraction(r) for r in row["rounds"] if r is not None)
    scores = [Fraction(row["score"]) for row in out]
    assert scores == sorted(scores, reverse=True)
    for above, below in pairwise(out):
        assert below["place"] in (above["place"], out.index(below) + 1)
        if tree["mode"] != "hopfgarten":
            assert (above["place"] == below["place"]) == (above["score"] == below["score"])
        if above["place"] == below["place"]:
            assert above["player"] < below["player"]


@given(tournaments())
@settings(max_examples=80)
def test_without_byes_an_evening_is_zero_sum(tree: dict[str, Any]) -> None:
    if tree["mode"] == "kantine":
        for played in tree["rounds"]:
            played["sitting_out"] = []
    assert sum(row.score for row in ranked(tree).rows) == 0
