"""What no draw can avoid: lower bounds for repeated meetings, to be printed beside what a draw has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.tournament.seating import Hall


@dataclass(frozen=True, slots=True)
class Floor:
    """`again`: meetings of two who have met before. `coincidences`: pairs of rounds in which the same two sit together.

    Who meets three times meets again twice, and coincides three times: the search keeps the second number small, so that
    the same two do not meet again and again.
    """

    again: int
    coincidences: int


def floor(hall: Hall, out: Sequence[Sequence[int]], before: Sequence[Sequence[Sequence[int]]]) -> Floor:
    """For new rounds in which `out` sit out; `before` are the earlier rounds' tables, the absent left out."""
    short = _short_of_partners(hall, out)
    everybody = frozenset(range(hall.players))
    earlier = [_Round(tuple(map(len, tables)), everybody.difference(*tables)) for tables in before]
    new = [_Round(tuple(hall.sizes), frozenset(names)) for names in out]
    crowded = sum(_crowded(a, b, hall.players) for i, b in enumerate(new) for a in (*earlier, *new[:i]))
    # v meetings of one pair are v·(v−1)/2 coincidences and at least v−1 again; v is at most the number of rounds.
    rounds = len(before) + len(out)
    again = -(-crowded // max(1, rounds - 1)) if before else -(-2 * crowded // max(1, rounds))
    wished = _wished(hall, out)
    return Floor(max(short, again, wished.again), max(short, crowded, wished.coincidences))


@dataclass(frozen=True, slots=True)
class _Round:
    sizes: tuple[int, ...]
    unseated: frozenset[int]


def _wished(hall: Hall, out: Sequence[Sequence[int]]) -> Floor:
    """Those who have a fixed seat at the same table meet whenever neither sits out."""
    again = coincidences = 0
    for (p, table), (q, other) in combinations(hall.fixed.items(), 2):
        if table == other:
            before = hall.met[p][q]
            after = before + sum(p not in names and q not in names for names in out)
            again += max(0, after - 1) - max(0, before - 1)
            coincidences += after * (after - 1) // 2 - before * (before - 1) // 2
    return Floor(again, coincidences)


def _short_of_partners(hall: Hall, out: Sequence[Sequence[int]]) -> int:
    """Each round brings a player at least three others; those whom he has not met may run out."""
    smallest = min(hall.sizes)
    rests = [0] * hall.players
    for names in out:
        for p in names:
            rests[p] += 1
    fresh = [
        sum(1 for q in range(hall.players) if q != p and not hall.met[p][q]) for p in range(hall.players)
    ]
    needs = [(len(out) - rest) * (smallest - 1) for rest in rests]
    each = sum(max(0, need - new) for need, new in zip(needs, fresh, strict=True))
    together = len(out) * sum(size * (size - 1) for size in hall.sizes) - sum(fresh)
    return -(-max(each, together) // 2)


def _crowded(one: _Round, other: _Round, players: int) -> int:
    """Pairs who must be together in both rounds.

    A table of the one takes its players from the tables of the other and from those who had no place there; and those
    who play in both find only so many combinations of a table here and a table there.
    """
    both = players - len(one.unseated | other.unseated)
    return max(
        sum(_spread(size, len(other.sizes) + len(other.unseated)) for size in one.sizes),
        sum(_spread(size, len(one.sizes) + len(one.unseated)) for size in other.sizes),
        _spread(both, max(1, len(one.sizes) * len(other.sizes))),
    )


def _spread(players: int, groups: int) -> int:
    """Pairs within the same group if the players are spread over the groups as evenly as can be."""
    each, rest = divmod(players, groups)
    return groups * (each * (each - 1) // 2) + rest * each
