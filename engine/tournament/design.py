"""Rounds in which nobody meets anybody twice, built by arithmetic instead of search.

Number 4·m players as (row i, column x), i = 0…3, x in a group of m elements. In round r the table t seats the four
players (i, t + a[i][r]). Two players of different rows meet in round r exactly if their columns differ by
a[j][r] − a[i][r], so nobody meets twice if for every two rows these differences are all different: a (partial)
difference matrix. Two players of the same row never meet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

_ROWS = 4
_MOST_TRIES = 20_000  # every m that has a matrix of four columns shows it much earlier


def design(tables: int, rounds: int) -> list[list[list[int]]] | None:
    """So many rounds of 4 · `tables` players without a repeated meeting, or `None` if this way finds none."""
    # Four elements form two groups; only that of the bitwise sum has a matrix (the affine plane of order 4).
    add: Callable[[int, int], int] = (lambda a, b: a ^ b) if tables == 4 else (lambda a, b: (a + b) % tables)
    minus: Callable[[int, int], int] = (
        (lambda a, b: a ^ b) if tables == 4 else (lambda a, b: (a - b) % tables)
    )
    matrix = _matrix(tables, min(rounds, tables), minus)
    if matrix is None or rounds > tables + (tables == 4):
        return None
    plan = [
        [[i * tables + add(t, matrix[i][r]) for i in range(_ROWS)] for t in range(tables)]
        for r in range(min(rounds, tables))
    ]
    if rounds > tables:  # the rows themselves are four tables of four who have not met
        plan.append([list(range(i * tables, (i + 1) * tables)) for i in range(_ROWS)])
    return plan


def _matrix(m: int, columns: int, minus: Callable[[int, int], int]) -> list[list[int]] | None:
    """The first difference matrix in lexical order whose row 0 and column 0 are zero; backtracking, column by column."""
    if columns > m:
        return None
    seen = {(i, j): [False] * m for j in range(_ROWS) for i in range(j)}

    def fits(column: tuple[int, ...]) -> bool:
        return all(not seen[i, j][minus(column[j], column[i])] for i, j in seen)

    def mark(column: tuple[int, ...], value: bool) -> None:
        for i, j in seen:
            seen[i, j][minus(column[j], column[i])] = value

    def candidates(r: int) -> Iterator[tuple[int, ...]]:
        # Row 1 may be taken as 0, 1, 2 …: relabelling the rounds changes nothing.
        return ((0, r, b, c) for b in range(m) for c in range(m)) if r else iter([(0, 0, 0, 0)])

    chosen: list[tuple[int, ...]] = []
    open_: list[Iterator[tuple[int, ...]]] = [candidates(0)]
    for _ in range(_MOST_TRIES):
        column = next(open_[-1], None)
        if column is None:
            open_.pop()
            if not chosen:
                return None
            mark(chosen.pop(), False)
        elif fits(column):
            mark(column, True)
            chosen.append(column)
            if len(chosen) == columns:
                return [[c[i] for c in chosen] for i in range(_ROWS)]
            open_.append(candidates(len(chosen)))
    return None
