"""Seating by search: swaps two players at a time until as few as possible meet again.

Only whole numbers and the lot are used, and no clock, so the same seed leads to the same seats everywhere. The search is
late-acceptance hill climbing (Burke, Bykov 2017): a swap is taken if it is no worse than where the search stood a
while ago.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from engine.tournament.lot import Lot

Rounds = list[list[list[int]]]  # round → table → players

_AGAIN = 16  # what a repeated meeting costs, beside 1 for sitting at a larger table once more
_SWEEPS = 200  # how often the search passes its whole memory of earlier costs
_STEPS = (20_000, 40_000, 80_000, 160_000)  # of the searches
_ENOUGH = 2  # searches that had as few repeats as can be; the more even one is taken


@dataclass(slots=True)
class Hall:
    """Who is to be seated, and what has been: players are numbers from 0."""

    players: int
    sizes: Sequence[int]  # of the tables; the larger ones last
    met: list[bytearray]  # met[p][q]: how often these two sat together
    large: list[int]  # how often each sat at a table of more than four
    fixed: Mapping[int, int] = field(default_factory=dict)  # player → table


def seat(hall: Hall, out: Sequence[Sequence[int]], lot: Lot, floor: int) -> Rounds:
    """The best of several searches; `floor` is a number of repeated meetings that cannot be undercut."""
    best: tuple[tuple[int, int], Rounds] | None = None
    reached = 0
    for steps in _STEPS:
        search = _Search(hall, out, lot)
        search.run(steps, floor)
        coincidences, unevenness = search.repeats()
        key = (search.best, unevenness)
        if best is None or key < best[0]:
            best = (key, search.kept)
        reached += coincidences <= floor
        if reached == _ENOUGH:
            break
    assert best is not None
    return best[1]


class _Search:
    def __init__(self, hall: Hall, out: Sequence[Sequence[int]], lot: Lot) -> None:
        self.hall, self.lot = hall, lot
        self.met = [bytearray(row) for row in hall.met]
        self.large = list(hall.large)
        self.rounds = [self._lay(set(names)) for names in out]
        self.cost = 0
        for tables in self.rounds:
            for table in tables:
                for p, q in combinations(table, 2):
                    self.cost += _AGAIN * self.met[p][q]
                    self.met[p][q] += 1
                    self.met[q][p] += 1
                if len(table) > 4:
                    for p in table:
                        self.cost += self.large[p]
                        self.large[p] += 1
        self.best = self.cost
        self.kept = self._copy()

    def _lay(self, out: set[int]) -> list[list[int]]:
        """One round by the lot alone, the fixed seats first."""
        tables: list[list[int]] = [[] for _ in self.hall.sizes]
        fixed = {p: t for p, t in self.hall.fixed.items() if p not in out}
        for p, t in fixed.items():
            tables[t].append(p)
        rest = [p for p in range(self.hall.players) if p not in out and p not in fixed]
        self.lot.shuffle(rest)
        for table, size in zip(tables, self.hall.sizes, strict=True):
            while len(table) < size:
                table.append(rest.pop())
        return tables

    def _copy(self) -> Rounds:
        return [[list(table) for table in tables] for tables in self.rounds]

    def run(self, steps: int, floor: int) -> None:
        """Tries swaps of one who meets somebody again (or sits large again) with anybody of another table."""
        memory = [self.cost] * (steps // _SWEEPS)
        hot: list[tuple[int, int, int]] = []
        target = floor * _AGAIN + self._turns()
        for step in range(steps):
            if self.best <= target:
                return
            if not hot:
                hot = self._hot()
                if not hot:
                    return
            r, t, i = hot.pop()
            tables = self.rounds[r]
            u = self.lot.below(len(tables))
            if u == t:
                continue
            j = self.lot.below(len(tables[u]))
            p, q = tables[t][i], tables[u][j]
            if p in self.hall.fixed or q in self.hall.fixed:
                continue
            cost = self.cost + self._difference(tables[t], tables[u], p, q)
            late = step % len(memory)
            if cost <= self.cost or cost <= memory[late]:
                self._swap(tables[t], tables[u], i, j)
                self.cost = cost
                if cost < self.best:
                    self.best, self.kept = cost, self._copy()
            memory[late] = self.cost

    def _turns(self) -> int:
        """What the larger tables cost at least, if everybody has his turn."""
        times = Counter(self.hall.large)
        cost = 0
        for _ in range(len(self.rounds) * sum(size for size in self.hall.sizes if size > 4)):
            least = min(times)
            cost += least
            times[least + 1] += 1
            times -= Counter([least])
        return cost

    def _hot(self) -> list[tuple[int, int, int]]:
        hot = [
            (r, t, i)
            for r, tables in enumerate(self.rounds)
            for t, table in enumerate(tables)
            if len(tables) > 1
            for i, p in enumerate(table)
            if any(self.met[p][q] > 1 for q in table if q != p) or (len(table) > 4 and self.large[p] > 1)
        ]
        self.lot.shuffle(hot)
        return hot

    def _difference(self, here: list[int], there: list[int], p: int, q: int) -> int:
        """What it costs more if p and q change places."""
        of_p, of_q = self.met[p], self.met[q]
        change = 0
        for x in here:
            if x != p:
                change += of_q[x] - of_p[x] + 1
        for x in there:
            if x != q:
                change += of_p[x] - of_q[x] + 1
        change *= _AGAIN
        if (len(here) > 4) != (len(there) > 4):
            leaves, comes = (p, q) if len(here) > 4 else (q, p)
            change += self.large[comes] - (self.large[leaves] - 1)
        return change

    def _swap(self, here: list[int], there: list[int], i: int, j: int) -> None:
        p, q = here[i], there[j]
        for x in here:
            if x != p:
                self._meet(p, x, -1)
                self._meet(q, x, 1)
        for x in there:
            if x != q:
                self._meet(q, x, -1)
                self._meet(p, x, 1)
        if (len(here) > 4) != (len(there) > 4):
            leaves, comes = (p, q) if len(here) > 4 else (q, p)
            self.large[leaves] -= 1
            self.large[comes] += 1
        here[i], there[j] = q, p

    def _meet(self, p: int, q: int, times: int) -> None:
        self.met[p][q] += times
        self.met[q][p] += times

    def repeats(self) -> tuple[int, int]:
        """Of the best seating: its coincidences, and how unevenly repeats fall on the players (the sum of squares)."""
        met = [bytearray(row) for row in self.hall.met]
        again = [0] * self.hall.players
        coincidences = 0
        for tables in self.kept:
            for table in tables:
                for p, q in combinations(table, 2):
                    coincidences += met[p][q]
                    if met[p][q]:
                        again[p] += 1
                        again[q] += 1
                    met[p][q] += 1
                    met[q][p] += 1
        return coincidences, sum(n * n for n in again)
