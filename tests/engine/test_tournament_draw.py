"""The draw: the same for the same seed, nobody meets anybody twice where that can be, and sitting out goes round."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tournament import (
    MODES,
    Draw,
    Round,
    Table,
    Tournament,
    Unusable,
    draw_rounds,
    rank,
    read_tournament,
)
from engine.tournament.bounds import floor
from engine.tournament.check_draws import blank, lines, meetings
from engine.tournament.lot import Lot
from engine.tournament.seating import Hall, seat


def seated(tournament: Tournament, drawn: Draw) -> Tournament:
    """The same tournament with the drawn rounds in its record."""
    rounds = tuple(Round(tuple(Table(t) for t in r.tables), r.sitting_out) for r in drawn.rounds)
    return replace(tournament, rounds=tournament.rounds + rounds)


def again(tournament: Tournament) -> int:
    """Counted anew: how often two meet who have met before."""
    met = Counter(
        tuple(sorted(pair))
        for played in tournament.rounds
        for table in played.tables
        for pair in combinations(table.players, 2)
    )
    return sum(times - 1 for times in met.values())


def refused(tournament: Tournament, **wishes: object) -> list[tuple[str, str]]:
    with pytest.raises(Unusable) as raised:
        draw_rounds(tournament, 1, **wishes)  # type: ignore[arg-type]
    for problem in raised.value.problems:
        assert (problem.message("de") + problem.message("en")).isprintable()
    return [(p.code, p.at) for p in raised.value.problems]


def test_the_generator_is_splitmix64() -> None:
    lot = Lot(0)
    lot._state = 0
    assert [hex(lot.bits()) for _ in range(3)] == [
        "0xe220a8397b1dcdaf",
        "0x6e789e6aa1b965f4",
        "0x6c45d188009454f",
    ]


def test_a_number_below_n_is_fair() -> None:
    lot = Lot("fair")
    counts = Counter(lot.below(6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert all(850 < count < 1150 for count in counts.values())


def test_the_same_seed_gives_the_same_draw_on_every_machine() -> None:
    drawn = draw_rounds(blank(MODES["kantine"], 17), 7, 2).as_json()
    assert drawn == GOLDEN
    assert draw_rounds(blank(MODES["kantine"], 17), 8, 2).as_json() != GOLDEN


def test_the_order_in_which_players_and_tables_are_listed_changes_nothing() -> None:
    start = blank(MODES["total"], 22)
    evening = seated(start, draw_rounds(start, "erste Runde"))
    turned = replace(
        evening,
        players=tuple(Random(3).sample(evening.players, 22)),
        rounds=tuple(Round(tuple(reversed(r.tables)), r.sitting_out) for r in evening.rounds),
    )
    assert draw_rounds(evening, 5, 2) == draw_rounds(turned, 5, 2)


@pytest.mark.parametrize("mode", ["kantine", "hopfgarten", "total"])
def test_four_rounds_of_fours_without_a_repeated_meeting(mode: str) -> None:
    # Every size from 16 to 400 is drawn by `python -m engine.tournament.check_draws`.
    rounds = 3 if mode == "hopfgarten" else 4
    sizes = (*range(16, 84, 4), 160, 400) if mode == "kantine" else (16, 20, 24, 60)
    for n in sizes:
        for line in lines([mode], range(n, n + 1), rounds, seed=n):
            assert (line.again, line.floor, line.most) == (0, 0, 1), line


@pytest.mark.parametrize(("mode", "first"), [("kantine", 17), ("total", 21), ("steirischer-cup", 21)])
def test_other_numbers_too(mode: str, first: int) -> None:
    for line in lines([mode], range(first, 44), None, seed=2):
        assert line.again == 0, line


@pytest.mark.parametrize("n", [4, 5, 6, 8, 9, 10, 11, 12, 14, 17])
def test_where_repeats_cannot_be_avoided_they_are_few_and_never_fewer_than_the_bound(n: int) -> None:
    for line in lines(["kantine", "total"], range(n, n + 1), 2, seed=1):
        assert line.again == line.floor, line


def test_five_rounds_of_sixteen_use_every_pair_once() -> None:
    drawn = draw_rounds(blank(MODES["total"], 16), 1, 5)
    assert Counter(meetings(drawn).values()) == {1: 120}


@pytest.mark.parametrize("n", [16, 20, 21, 24, 28, 33, 60])
@pytest.mark.parametrize("mode", ["kantine", "total"])
def test_drawn_round_by_round_with_other_seeds_the_evening_stays_without_repeats(mode: str, n: int) -> None:
    evening = blank(MODES[mode], n)
    for r in range(4):
        evening = seated(evening, draw_rounds(evening, 100 * n + r))
    assert again(evening) == 0


@pytest.mark.parametrize(("n", "rest", "rounds"), [(5, 1, 11), (6, 2, 7), (7, 3, 6), (17, 1, 4), (35, 3, 5)])
def test_nobody_sits_out_twice_before_everybody_has(n: int, rest: int, rounds: int) -> None:
    evening = blank(MODES["kantine"], n)
    for r in range(rounds):
        evening = seated(evening, draw_rounds(evening, r))
        out = Counter(name for played in evening.rounds for name in played.sitting_out)
        assert len(evening.rounds[-1].sitting_out) == rest
        times = [out[name] for name in evening.players]
        assert max(times) - min(times) <= 1


def test_five_at_a_table_take_turns() -> None:
    drawn = draw_rounds(blank(MODES["steirischer-cup"], 41), 1, 3)
    large = Counter(
        name for played in drawn.rounds for table in played.tables for name in table if len(table) > 4
    )
    assert max(large.values()) == 1


@pytest.mark.parametrize(
    ("n", "sizes", "out"),
    [(4, [4], 0), (5, [5], 0), (6, [6], 0), (7, [6], 1), (9, [4, 5], 0), (11, [5, 6], 0), (14, [4, 5, 5], 0)],
)
def test_the_sizes_of_tables_where_five_and_six_may_sit(n: int, sizes: list[int], out: int) -> None:
    (played,) = draw_rounds(blank(MODES["total"], n), 1).rounds
    assert ([len(t) for t in played.tables], len(played.sitting_out)) == (sizes, out)


def test_who_leaves_and_who_comes_late() -> None:
    names = tuple(f"P{i:04}" for i in range(24))
    evening = replace(blank(MODES["total"], 0), players=names[:22])
    evening = seated(evening, draw_rounds(evening, 1))
    evening = replace(evening, players=names)  # two come after the first round
    evening = seated(evening, draw_rounds(evening, 2, absent=["P0003"]))
    evening = seated(evening, draw_rounds(evening, 3, absent=["P0003", "P0004", "P0005", "P0006"]))
    here = [{name for t in played.tables for name in t.players} for played in evening.rounds]
    assert here[0] == set(names[:22])
    assert here[1] == set(names) - {"P0003"}
    assert here[2] == set(names) - {"P0003", "P0004", "P0005", "P0006"}
    assert again(evening) == 0


def test_fixed_seats() -> None:
    wishes = {"P0003": 1, "P0009": 4, "P0011": 2}
    drawn = draw_rounds(blank(MODES["total"], 21), 1, 4, seats=wishes)
    for played in drawn.rounds:
        for name, table in wishes.items():
            assert name in played.tables[table - 1]
    assert max(meetings(drawn).values()) == 1
    assert drawn.again == 0


def test_two_who_must_sit_together_meet_in_every_round_and_nobody_else_does() -> None:
    drawn = draw_rounds(blank(MODES["total"], 24), 1, 3, seats={"P0001": 2, "P0002": 2})
    assert drawn.again == 2
    assert Counter(meetings(drawn).values())[3] == 1


def played(n: int, points: tuple[int, ...], rounds: int = 3) -> Tournament:
    names = [f"P{i:04}" for i in range(n)]
    tables = [{"players": names[i : i + 4], "games": 20, "points": list(points)} for i in range(0, n, 4)]
    record = {"format": "kiebitz-tournament/1", "mode": "hopfgarten", "players": names}
    return read_tournament(record | {"rounds": [{"tables": tables}] * rounds})


def test_the_final_of_hopfgarten_is_drawn_among_the_finalists() -> None:
    evening = played(24, (5, 4, -3, -6))
    (final,) = draw_rounds(evening, 1).rounds
    assert draw_rounds(evening, 1).is_final
    assert sorted(name for table in final.tables for name in table) == list(rank(evening).finalists)
    assert [len(table) for table in final.tables] == [4, 4, 4]


def test_the_lot_decides_who_of_the_undecided_is_in_the_final() -> None:
    evening = played(24, (5, 0, 0, -5))
    standing = rank(evening)
    assert len(standing.finalists) == 6
    chosen = set()
    for seed in range(6):
        names = {name for table in draw_rounds(evening, seed).rounds[0].tables for name in table}
        assert len(names) == 12
        assert set(standing.finalists) < names <= {*standing.finalists, *standing.undecided}
        chosen.add(frozenset(names))
    assert len(chosen) > 1


def test_the_lot_is_drawn_among_those_who_are_here() -> None:
    """Of those who share the last place nobody is qualified before the lot was drawn, so who left is only not in it."""
    evening = played(24, (5, 0, 0, -5))
    sharing = list(rank(evening).undecided)
    for gone in (sharing[:1], sharing[:-6]):
        names = {name for table in draw_rounds(evening, 1, absent=gone).rounds[0].tables for name in table}
        assert len(names) == 12 and not names & set(gone)
    assert refused(evening, absent=sharing[:-5]) == [("finalists_missing", "--absent")]


def test_finalists_who_do_not_fill_tables_have_no_final() -> None:
    names = [f"P{i}" for i in range(5)]
    rounds = [
        {"tables": [{"players": [n for n in names if n != out], "games": 20, "points": [1, 2, -1, -2]}]}
        for out in names[2:]
    ]
    record = {"format": "kiebitz-tournament/1", "mode": "hopfgarten", "players": names, "rounds": rounds}
    assert refused(read_tournament(record)) == [("no_final_tables", "rounds")]


def test_what_cannot_be_drawn() -> None:
    kantine, hopfgarten = blank(MODES["kantine"], 9), blank(MODES["hopfgarten"], 12)
    assert refused(blank(MODES["kantine"], 3)) == [("nobody_to_seat", "players")]
    assert refused(blank(MODES["hopfgarten"], 14)) == [("not_by_four", "players")]
    assert refused(hopfgarten, absent=["P0001"]) == [("not_by_four", "players")]
    assert refused(hopfgarten, rounds=4) == [("draw_too_far", "--rounds")]
    assert refused(played(12, (0, 0, 0, 0), 2), rounds=2) == [("draw_too_far", "--rounds")]
    assert refused(played(12, (3, 1, -1, -3)), absent=["P0001"]) == [("finalists_missing", "--absent")]
    unplayed = seated(hopfgarten, draw_rounds(hopfgarten, 1, rounds=3))
    assert refused(unplayed) == [("not_played", "rounds[0].tables[0].points")]
    assert refused(played(8, (3, 1, -1, -3)), absent=["P0001"]) == [("finalists_missing", "--absent")]
    assert refused(kantine, rounds=0) == [("out_of_range", "--rounds")]
    assert refused(kantine, rounds=10**9) == [("out_of_range", "--rounds")]
    assert refused(kantine, absent=["Niemand"]) == [("unknown_player", "--absent")]
    assert refused(kantine, seats={"Niemand": 1}) == [("unknown_player", "--seat")]
    assert refused(kantine, seats={"P0001": 3}) == [("no_such_table", "--seat")]
    assert refused(kantine, seats={"P0001": 0}) == [("no_such_table", "--seat")]
    assert refused(kantine, seats={f"P000{i}": 1 for i in range(5)}) == [("table_full", "--seat")]
    assert refused(kantine, absent=["P0001"], seats={"P0001": 1}) == [("seat_of_absent", "--seat")]


@given(
    st.integers(4, 40),
    st.integers(1, 4),
    st.integers(0, 3),
    st.sampled_from(["kantine", "total"]),
    st.integers(),
)
@settings(max_examples=20)
def test_everybody_has_one_place_and_the_count_is_honest(
    n: int, rounds: int, gone: int, mode: str, seed: int
) -> None:
    evening = blank(MODES[mode], n)
    absent = evening.players[: min(gone, n - 4)]
    drawn = draw_rounds(evening, seed, rounds, absent)
    for played_round in drawn.rounds:
        seats = [*played_round.sitting_out, *(name for table in played_round.tables for name in table)]
        assert sorted(seats) == sorted(set(evening.players) - set(absent))
    assert drawn.again == again(seated(evening, drawn)) >= drawn.floor


@pytest.mark.parametrize(("n", "sizes"), [(8, (4, 4)), (5, (4,)), (6, (4,)), (10, (5, 5))])
def test_no_search_gets_below_the_bound(
    n: int, sizes: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.tournament.seating._STEPS", (10_000, 10_000))
    hall = Hall(n, sizes, [bytearray(n) for _ in range(n)], [0] * n)
    rest = n - sum(sizes)
    for rounds in (1, 2, 3):
        out = [[(rest * r + i) % n for i in range(rest)] for r in range(rounds)]
        bound = floor(hall, out, [])
        found = seat(hall, out, Lot(rounds), 0)
        met = Counter(
            tuple(sorted(pair)) for tables in found for table in tables for pair in combinations(table, 2)
        )
        assert sum(times - 1 for times in met.values()) >= bound.again
        assert sum(times * (times - 1) // 2 for times in met.values()) >= bound.coincidences


GOLDEN = {
    "seed": 7,
    "rounds": [
        {
            "tables": [
                ["P0010", "P0011", "P0015", "P0006"],
                ["P0000", "P0004", "P0014", "P0016"],
                ["P0012", "P0002", "P0009", "P0003"],
                ["P0001", "P0013", "P0008", "P0007"],
            ],
            "sitting_out": ["P0005"],
        },
        {
            "tables": [
                ["P0011", "P0008", "P0012", "P0005"],
                ["P0001", "P0016", "P0002", "P0010"],
                ["P0015", "P0007", "P0004", "P0009"],
                ["P0014", "P0003", "P0013", "P0006"],
            ],
            "sitting_out": ["P0000"],
        },
    ],
}
