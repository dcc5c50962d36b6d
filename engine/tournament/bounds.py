"""What no draw can avoid: lower bounds for repeated meetings, to be printed beside what a draw has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.tournament.seating import Hall


@dataclass(frozen=True, slots=True)
class Floor:
    """`again`: meetings of two who have met before. `coincidences`: pairs of rounds in which the same two sit together.

    Who meets three times meets again twice, and coincides three times: the search keeps the second number small, so that
    the same two do not meet again and again.
    """

    again: int
    coincidences: int


def floor(hall: Hall, out: Sequence[Sequence[int]], before: Sequence[Sequence[int]]) -> Floor:
    """For new rounds in which `out` sit out; `before` has the sizes of the earlier rounds' tables, the absent left out."""
    short = _short_of_partners(hall, out)
    groups = [_groups(sizes, hall.players) for sizes in before]
    new = [_groups(hall.sizes, hall.players) for _ in out]
    crowded = sum(_crowded(a, b) for i, b in enumerate(new) for a in (*groups, *new[:i]))
    # v meetings of one pair are v·(v−1)/2 coincidences and at least v−1 again; v is at most the number of rounds.
    rounds = len(before) + len(out)
    most = max(1, rounds - 1)
    again = -(-crowded // most) if before else -(-2 * crowded // max(1, rounds))
    return Floor(max(short, again), max(short, crowded))


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


def _groups(sizes: Sequence[int], players: int) -> list[int]:
    """A round as a division of the players: its tables, and everybody without a place alone."""
    return [*sizes, *([1] * (players - sum(sizes)))]


def _crowded(one: Sequence[int], other: Sequence[int]) -> int:
    """Pairs who must be together in both rounds because a table has more players than the other round has groups."""
    return max(
        sum(_spread(size, len(other)) for size in one),
        sum(_spread(size, len(one)) for size in other),
    )


def _spread(players: int, groups: int) -> int:
    """Pairs within the same group if the players are spread over the groups as evenly as can be."""
    each, rest = divmod(players, groups)
    return groups * (each * (each - 1) // 2) + rest * each
