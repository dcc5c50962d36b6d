"""Further rounds without a repeated meeting, by systematic search where chance alone rarely finds them (few players)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.tournament.lot import Lot
from engine.tournament.seating import Hall, Rounds


def complete(hall: Hall, out: Sequence[Sequence[int]], lot: Lot, tries: int) -> Rounds | None:
    """As many rounds as `out` has, in none of which anybody meets somebody again; `None` if the tries do not suffice."""
    n = hall.players
    everybody = (1 << n) - 1
    free = [
        everybody ^ (1 << p) ^ sum(1 << q for q, times in enumerate(hall.met[p]) if times) for p in range(n)
    ]
    there = [everybody - sum(1 << p for p in names) for names in out]
    for _ in range(tries):
        rounds = _Completion(hall, lot, 60 * n).rounds(free, there, hall.large)
        if rounds is not None:
            return rounds
    return None


class _Completion:
    """One search with its own order of choices; sets of players are bits. It gives up when its steps are used up."""

    def __init__(self, hall: Hall, lot: Lot, steps: int) -> None:
        self.hall, self.lot, self.steps = hall, lot, steps
        self.tables: list[list[int]] = []
        self.large: list[int] = []

    def rounds(self, free: list[int], there: list[int], large: list[int]) -> Rounds | None:
        """Round after round; where a later one fails the one before it is chosen anew."""
        if not there:
            return []
        self.tables = [[] for _ in self.hall.sizes]
        self.large = large
        rest = there[0]
        for p, t in self.hall.fixed.items():
            if rest >> p & 1:
                if any(not free[p] >> q & 1 for q in self.tables[t]):
                    return None
                self.tables[t].append(p)
                rest &= ~(1 << p)
        for _ in self._fill(free, rest):
            tables = [list(table) for table in self.tables]
            after, again = list(free), list(large)
            for table in tables:
                for p in table if len(table) > 4 else ():
                    again[p] += 1
                together = sum(1 << p for p in table)
                for p in table:
                    after[p] &= ~together
            # The search of the next round works on tables of its own.
            following = _Completion(self.hall, self.lot, self.steps)
            later = following.rounds(after, there[1:], again)
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
        # The larger tables first, with those who sat at such a table least; then whoever has the fewest left to meet.
        empty = [t for t, table in enumerate(self.tables) if not table]
        t = max(empty, key=lambda t: self.hall.sizes[t])
        guests = _members(rest)
        self.lot.shuffle(guests)
        large = self.large if self.hall.sizes[t] > 4 else None
        p = min(guests, key=lambda q: (large[q] if large else 0, (free[q] & rest).bit_count()))
        self.tables[t].append(p)
        yield from self._join(free, rest & ~(1 << p), t, rest & free[p])
        self.tables[t].pop()

    def _join(self, free: list[int], rest: int, t: int, candidates: int) -> Iterator[None]:
        """Fills table t with players of whom none has met another."""
        missing = self.hall.sizes[t] - len(self.tables[t])
        if not missing:
            yield from self._fill(free, rest)
            return
        order = _members(candidates)
        self.lot.shuffle(order)
        if self.hall.sizes[t] > 4:
            order.sort(key=self.large.__getitem__)
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
