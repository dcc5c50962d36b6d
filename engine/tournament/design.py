"""Rounds in which nobody meets anybody twice, built by arithmetic instead of search.

Number the players as (row i, column x), x in a group of m elements. In round r the table t seats one player of each
row, (i, t + a[i][r]). Two players of different rows meet in round r exactly if their columns differ by
a[j][r] − a[i][r], so nobody meets twice if for every two rows these differences are all different: a (partial)
difference matrix. Two players of the same row never meet. Four rows fill m tables of four; a fifth row, of which only
some are there, makes some of them tables of five. Row 0 has a = 0: its players keep their table in every round.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

Rounds = list[list[list[int]]]  # round → table → players

_MOST_TRIES = 60_000  # the matrices that exist for four rounds show themselves much earlier


def fours(tables: int, rounds: int) -> Rounds | None:
    """So many rounds of 4 · `tables` players; table t of every round holds player t."""
    matrix = _matrix(tables, 4, min(rounds, tables))
    if matrix is None or rounds > tables + (tables == 4):
        return None
    plan = _seats(tables, matrix, 0)
    if (
        rounds > tables
    ):  # the rows themselves are four tables of four who have not met: the affine plane's last class
        plan.append([list(range(i * tables, (i + 1) * tables)) for i in range(4)])
    return plan


def with_fives(tables: int, fives: int, rounds: int) -> Rounds | None:
    """Tables of four, and `fives` of five: the last players, who always sit at these."""
    matrix = _matrix(tables, 5, rounds)
    return None if matrix is None else _seats(tables, matrix, fives)


def with_byes(tables: int, byes: int, rounds: int) -> tuple[Rounds, list[list[int]]] | None:
    """Tables of four, and `byes` more players than places: the rounds, and who sits out in each, nobody twice.

    The last players sit out first. Later each of them takes the place of somebody who sits out then; nobody else meets
    anybody new by that, so it is enough that the three whom he finds there are always others.
    """
    plan = fours(tables, rounds)
    extras = range(4 * tables, 4 * tables + byes)
    if plan is None or rounds * byes > 4 * tables + byes:
        return None
    out: list[list[int]] = [list(extras), *([] for _ in range(rounds - 1))]
    rested: set[int] = set()

    def place(extra: int, r: int, met: frozenset[int]) -> bool:
        if r == rounds:
            return extra + 1 == extras.stop or place(extra + 1, 1, frozenset())
        for table in plan[r]:
            if any(p >= extras.start for p in table):
                continue
            for i, p in enumerate(table):
                others = frozenset(table) - {p}
                if p in rested or others & met:
                    continue
                table[i] = extra
                rested.add(p)
                out[r].append(p)
                if place(extra, r + 1, met | others):
                    return True
                table[i] = p
                rested.remove(p)
                out[r].pop()
        return False

    return (plan, out) if place(extras.start, 1, frozenset()) else None


def _seats(m: int, matrix: tuple[tuple[int, ...], ...], fives: int) -> Rounds:
    return [
        [[i * m + x for i, a in enumerate(column) if (x := _add(m, t, a)) < fives or i < 4] for t in range(m)]
        for column in matrix
    ]


def _add(m: int, a: int, b: int) -> int:
    # Four elements form two groups; only that of the bitwise sum has a matrix of four columns.
    return a ^ b if m == 4 else (a + b) % m


def _minus(m: int, a: int, b: int) -> int:
    return a ^ b if m == 4 else (a - b) % m


@lru_cache(maxsize=64)
def _matrix(m: int, rows: int, columns: int) -> tuple[tuple[int, ...], ...] | None:
    """The columns of the first difference matrix whose row 0 and column 0 are zero, found by backtracking."""
    if columns > m:
        return None
    pairs = [(i, j) for j in range(rows) for i in range(j)]
    seen = [[False] * m for _ in pairs]

    def candidates(r: int) -> Iterator[tuple[int, ...]]:
        # Row 1 may be taken as 0, 1, 2 …: to exchange rounds changes nothing.
        return ((0, r, *rest) for rest in product(range(m), repeat=rows - 2)) if r else iter([(0,) * rows])

    chosen: list[tuple[int, ...]] = []
    tried = [candidates(0)]
    for _ in range(_MOST_TRIES):
        column = next(tried[-1], None)
        if column is None:
            tried.pop()
            if not chosen:
                return None
            _mark(m, seen, pairs, chosen.pop(), False)
        elif not any(s[_minus(m, column[j], column[i])] for s, (i, j) in zip(seen, pairs, strict=True)):
            _mark(m, seen, pairs, column, True)
            chosen.append(column)
            if len(chosen) == columns:
                return tuple(chosen)
            tried.append(candidates(len(chosen)))
    return None


def _mark(
    m: int, seen: list[list[bool]], pairs: list[tuple[int, int]], column: tuple[int, ...], value: bool
) -> None:
    for s, (i, j) in zip(seen, pairs, strict=True):
        s[_minus(m, column[j], column[i])] = value
