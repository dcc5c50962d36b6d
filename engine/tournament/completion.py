"""Further rounds without a repeated meeting, by systematic search where chance alone rarely finds them (few players)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.tournament.design import Rounds
from engine.tournament.lot import Lot
from engine.tournament.seating import Hall


def complete(hall: Hall, out: Sequence[Sequence[int]], lot: Lot, tries: int) -> Rounds | None:
    """As many rounds as `out` has, in none of which anybody meets somebody again; `None` if the tries do not suffice."""
    n = hall.players
    free = [sum(1 << q for q in range(n) if q != p and not hall.met[p][q]) for p in range(n)]
    there = [(1 << n) - 1 - sum(1 << p for p in names) for names in out]
    for _ in range(tries):
        rounds = _Completion(hall, lot, 60 * n).rounds(free, there)
        if rounds is not None:
            return rounds
    return None


class _Completion:
    """One search with its own order of choices; sets of players are bits. It gives up when its steps are used up."""

    def __init__(self, hall: Hall, lot: Lot, steps: int) -> None:
        self.hall, self.lot, self.steps = hall, lot, steps
        self.tables: list[list[int]] = []

    def rounds(self, free: list[int], there: list[int]) -> Rounds | None:
        """Round after round; where a later one fails the one before it is chosen anew."""
        if not there:
            return []
        self.tables = [[] for _ in self.hall.sizes]
        rest = there[0]
        for p, t in self.hall.fixed.items():
            if rest >> p & 1:
                if any(not free[p] >> q & 1 for q in self.tables[t]):
                    return None
                self.tables[t].append(p)
                rest &= ~(1 << p)
        for _ in self._fill(free, rest):
            tables = [list(table) for table in self.tables]
            after = list(free)
            for table in tables:
                together = sum(1 << p for p in table)
                for p in table:
                    after[p] &= ~together
            # The search of the next round works on tables of its own.
            following = _Completion(self.hall, self.lot, self.steps)
            later = following.rounds(after, there[1:])
            self.steps = following.steps
            if later is not None:
                return [tables, *later]
        return None

    def _fill(self, free: list[int], rest: int) -> Iterator[None]:
        """Seats the rest; yields whenever everybody has a place."""
        if not rest:
            yield
            return
        begun = [t for t, table in enumerate(self.tables) if 0 < len(table) < self.hall.sizes[t]]
        if begun:
            together = rest
            for p in self.tables[begun[0]]:
                together &= free[p]
            yield from self._join(free, rest, begun[0], together)
            return
        p = min(_members(rest), key=lambda q: (free[q] & rest).bit_count())
        empty = {self.hall.sizes[t]: t for t, table in enumerate(self.tables) if not table}
        sizes = sorted(empty)
        self.lot.shuffle(sizes)
        for size in sizes:
            self.tables[empty[size]].append(p)
            yield from self._join(free, rest & ~(1 << p), empty[size], rest & free[p])
            self.tables[empty[size]].pop()

    def _join(self, free: list[int], rest: int, t: int, candidates: int) -> Iterator[None]:
        """Fills table t with players of whom none has met another."""
        missing = self.hall.sizes[t] - len(self.tables[t])
        if not missing:
            yield from self._fill(free, rest)
            return
        order = _members(candidates)
        self.lot.shuffle(order)
        for p in order:
            if candidates.bit_count() < missing or self.steps <= 0:
                return
            self.steps -= 1
            candidates &= ~(1 << p)  # whoever was tried here is not tried as a later guest of the same table
            self.tables[t].append(p)
            yield from self._join(free, rest & ~(1 << p), t, candidates & free[p])
            self.tables[t].pop()


def _members(bits: int) -> list[int]:
    members = []
    while bits:
        low = bits & -bits
        members.append(low.bit_length() - 1)
        bits ^= low
    return members
