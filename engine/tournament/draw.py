"""The draw: seats the next rounds of a tournament by a published seed, so that anybody can repeat it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from engine.tournament.bounds import floor
from engine.tournament.completion import complete
from engine.tournament.lot import Lot
from engine.tournament.model import Round, Tournament
from engine.tournament.modes import SMALLEST_TABLE, Mode
from engine.tournament.problems import Unusable, problem
from engine.tournament.record import MOST_ROUNDS, table_path
from engine.tournament.seating import Hall, Rounds, seat
from engine.tournament.standings import qualified

MOST_SEATED = 2_000
_SYSTEMATIC = 2_000  # attempts at a draw without a repeated meeting, times players
_SYSTEMATIC_HALL = (
    500  # players; in larger halls swaps find what there is, and the search would nest too deeply
)
_OTHER_LOTS = 1_000  # other choices of who sits out, times players


@dataclass(frozen=True, slots=True)
class DrawnRound:
    tables: tuple[tuple[str, ...], ...]
    sitting_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """`again` counts the meetings of two who have met before, earlier rounds included; fewer than `floor` are impossible."""

    seed: int | str
    rounds: tuple[DrawnRound, ...]
    again: int
    floor: int
    is_final: bool = False

    def as_json(self) -> dict[str, Any]:
        rounds = [
            {"tables": [list(t) for t in r.tables], "sitting_out": list(r.sitting_out)} for r in self.rounds
        ]
        return {"seed": self.seed, "rounds": rounds}


def draw_rounds(
    tournament: Tournament,
    seed: int | str,
    rounds: int = 1,
    absent: Collection[str] = (),
    seats: Mapping[str, int] | None = None,
) -> Draw:
    """The next rounds. Who is `absent` gets no place; `seats` names a fixed table (from 1) for some. Or `Unusable`.

    The result depends on the set of the names, the meetings so far, the seed and these wishes alone; the order in which
    players and tables are listed changes nothing.
    """
    mode = tournament.mode
    seats = dict(seats or {})
    _check(tournament, rounds, absent, seats)
    lot = Lot(seed, f"round {len(tournament.rounds) + 1}")
    names = sorted(set(tournament.players) - set(absent))
    is_final = mode.rounds_limit is not None and len(tournament.rounds) >= mode.rounds_limit
    if is_final:
        names = _finalists(tournament, absent, lot)
        seats = {name: table for name, table in seats.items() if name in names}
    lot.shuffle(names)
    sizes, resting = _sizes(len(names), mode)
    number = {name: i for i, name in enumerate(names)}
    hall = _hall(tournament.rounds, number, sizes, _fixed(seats, number, sizes))
    ahead = max(rounds, mode.rounds_planned - len(tournament.rounds))
    rested = [sum(name in played.sitting_out for played in tournament.rounds) for name in names]
    before = _earlier(tournament.rounds, number)
    plan, out = _plan(hall, lambda: _resting(rested, resting, ahead, lot), rounds, before, lot)
    for tables in plan:
        _mix(tables, hall, lot)
    drawn = tuple(
        DrawnRound(
            tuple(tuple(names[p] for p in table) for table in tables), tuple(sorted(names[p] for p in rest))
        )
        for tables, rest in zip(plan, out, strict=True)
    )
    return Draw(seed, drawn, _again(hall, plan), floor(hall, out, before).again, is_final)


def _plan(
    hall: Hall, resting: Callable[[], list[list[int]]], rounds: int, before: Rounds, lot: Lot
) -> tuple[Rounds, list[list[int]]]:
    """Without a repeated meeting if that can be, and so that the later rounds of the evening can be so too."""
    tries = max(3, _SYSTEMATIC // hall.players)
    lots = min(20, max(2, _OTHER_LOTS // hall.players))
    first = out = resting()
    for ahead in sorted({len(out), rounds}, reverse=True):
        # Who sits out may decide whether the rest can be seated: other lots, while there is a choice.
        for _ in range(lots if out[0] else 1):
            if hall.players <= _SYSTEMATIC_HALL and floor(hall, out[:ahead], before).coincidences == 0:
                found = complete(hall, out[:ahead], lot, tries)
                if found is not None:
                    return found[:rounds], out[:rounds]
            out = resting()
    lowest = floor(hall, first[:rounds], before).coincidences
    return seat(hall, first[:rounds], lot, lowest), first[:rounds]


def _check(tournament: Tournament, rounds: int, absent: Collection[str], seats: Mapping[str, int]) -> None:
    mode, played = tournament.mode, len(tournament.rounds)
    problems = []
    if len(tournament.players) > MOST_SEATED:
        problems.append(problem("too_many", ("players",), value=len(tournament.players), high=MOST_SEATED))
    listed = set(tournament.players)
    problems += [
        problem("unknown_player", ("--absent",), value=name) for name in absent if name not in listed
    ]
    for name in seats:
        if name not in listed:
            problems.append(problem("unknown_player", ("--seat",), value=name))
        elif name in absent:
            problems.append(problem("seat_of_absent", ("--seat",), value=name))
    if mode.rounds_limit is not None and played >= mode.rounds_limit:
        if tournament.final is not None:
            problems.append(problem("all_drawn", ("final",)))
        elif (open_table := tournament.unplayed) is not None:
            problems.append(problem("not_played", table_path(open_table)))
        left = 1
    else:
        left = (mode.rounds_limit or MOST_ROUNDS) - played
    if rounds < 1:
        problems.append(problem("out_of_range", ("--rounds",), value=rounds, low=1, high=left))
    elif rounds > left:
        code = "draw_too_far" if mode.rounds_limit else "out_of_range"
        problems.append(problem(code, ("--rounds",), value=rounds, low=1, high=left))
    if problems:
        raise Unusable(problems)


def _finalists(tournament: Tournament, absent: Collection[str], lot: Lot) -> list[str]:
    """Who is in the final; between those who share the last place and are here the same seed decides."""
    sure, undecided = qualified(tournament)
    finalists = min(tournament.mode.finalists, len(sure) + len(undecided))
    lots = sorted(undecided - set(absent))
    missing = sure & set(absent)
    if len(sure) + len(lots) < finalists:
        missing |= undecided & set(absent)
    if missing:
        raise Unusable([problem("finalists_missing", ("--absent",), value=", ".join(sorted(missing)))])
    lot.shuffle(lots)
    names = sorted([*sure, *lots[: max(0, finalists - len(sure))]])
    if len(names) % SMALLEST_TABLE:
        raise Unusable([problem("no_final_tables", ("rounds",), value=len(names))])
    return names


def _sizes(present: int, mode: Mode) -> tuple[list[int], int]:
    """The tables, the larger ones last, and how many find no place: as many fours as possible."""
    tables, rest = divmod(present, SMALLEST_TABLE)
    if not tables:
        raise Unusable([problem("nobody_to_seat", ("players",), value=present)])
    if not mode.sitting_out and rest:
        raise Unusable([problem("not_by_four", ("players",), value=present, high=rest)])
    sizes = [SMALLEST_TABLE] * tables
    while rest and sizes[0] < mode.largest_table:
        for i in range(tables - 1, -1, -1):
            if rest and sizes[i] < mode.largest_table:
                sizes[i] += 1
                rest -= 1
    return sizes, rest


def _fixed(seats: Mapping[str, int], number: Mapping[str, int], sizes: Sequence[int]) -> dict[int, int]:
    fixed: dict[int, int] = {}
    problems = []
    for name in sorted(seats):
        table = seats[name] - 1
        wish = f"{name}={seats[name]}"
        if not 0 <= table < len(sizes):
            problems.append(problem("no_such_table", ("--seat",), value=wish, high=len(sizes)))
        elif list(fixed.values()).count(table) == sizes[table]:
            problems.append(problem("table_full", ("--seat",), value=wish))
        else:
            fixed[number[name]] = table
    if problems:
        raise Unusable(problems)
    return fixed


def _earlier(rounds: Sequence[Round], number: Mapping[str, int]) -> list[list[list[int]]]:
    """The earlier rounds as tables of those who are here now."""
    return [
        [here for t in played.tables if (here := [number[name] for name in t.players if name in number])]
        for played in rounds
    ]


def _hall(
    rounds: Sequence[Round], number: Mapping[str, int], sizes: list[int], fixed: dict[int, int]
) -> Hall:
    n = len(number)
    hall = Hall(n, sizes, [bytearray(n) for _ in range(n)], [0] * n, fixed)
    for played in rounds:
        for table in played.tables:
            here = [number[name] for name in table.players if name in number]
            for p, q in combinations(here, 2):
                hall.met[p][q] += 1
                hall.met[q][p] += 1
            if len(table.players) > SMALLEST_TABLE:
                for p in here:
                    hall.large[p] += 1
    return hall


def _resting(before: Sequence[int], count: int, ahead: int, lot: Lot) -> list[list[int]]:
    """Who sits out in each of the next rounds: those who did so least often, and among them by the lot."""
    rested = list(before)
    out: list[list[int]] = []
    for _ in range(ahead):
        order = list(range(len(rested)))
        lot.shuffle(order)
        order.sort(key=rested.__getitem__)
        for p in order[:count]:
            rested[p] += 1
        out.append(order[:count])
    return out


def _mix(tables: list[list[int]], hall: Hall, lot: Lot) -> None:
    """The order in which a search fills the tables must not show: tables of a size change places, and seats within."""
    held = {hall.fixed[p] for table in tables for p in table if p in hall.fixed}
    for size in sorted(set(hall.sizes)):
        alike = [t for t, s in enumerate(hall.sizes) if s == size and t not in held]
        mixed = list(alike)
        lot.shuffle(mixed)
        moved = [tables[t] for t in mixed]
        for t, table in zip(alike, moved, strict=True):
            tables[t] = table
    for table in tables:
        lot.shuffle(table)


def _again(hall: Hall, plan: Rounds) -> int:
    met = [bytearray(row) for row in hall.met]
    again = 0
    for tables in plan:
        for table in tables:
            for p, q in combinations(table, 2):
                again += met[p][q] > 0
                met[p][q] += 1
                met[q][p] += 1
    return again
