"""The standings of a tournament: a pure function of its record, exact to the fraction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any

from engine.tournament.model import Tournament

FORMAT = "kiebitz-standings/1"
_ZERO = Fraction(0)
_NEVER = Fraction(-(10**30))  # below every best round of those who played one


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the final list. `rounds` holds `None` where the player was not there."""

    place: int
    player: str
    score: Fraction
    rounds: tuple[Fraction | None, ...]
    cup_points: Fraction | None = None
    preliminary_place: int | None = None
    final: Fraction | None = None

    @property
    def came(self) -> bool:
        return any(r is not None for r in self.rounds)


@dataclass(frozen=True, slots=True)
class Standings:
    """`finalists` and `undecided` are known once all Vorrunden are played, and empty in modes without a final."""

    tournament: Tournament
    rows: tuple[Row, ...]
    finalists: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()


def rank(tournament: Tournament) -> Standings:
    """Everybody's place. A tournament whose rounds are not all played cannot be ranked: read it as a full record."""
    rows = _preliminaries(tournament)
    mode = tournament.mode
    if mode.cup_points:
        rows = _with_cup_points(rows, mode.cup_points, tournament.options)
    if not mode.finalists:
        return Standings(tournament, rows)
    rows = tuple(replace(row, preliminary_place=row.place) for row in rows)
    sure, undecided = _qualified(rows, tournament)
    if tournament.final is not None:
        rows = _with_final(rows, tournament)
    return Standings(tournament, rows, tuple(sorted(sure)), tuple(sorted(undecided)))


def qualified(tournament: Tournament) -> tuple[frozenset[str], frozenset[str]]:
    """Who is in the final after the Vorrunden, and between whom the lot decides."""
    return _qualified(_preliminaries(tournament), tournament)


def as_json(result: Standings) -> dict[str, Any]:
    """The fixed output format; scores are strings."""
    mode = result.tournament.mode
    lines: list[dict[str, Any]] = []
    for row in result.rows:
        line: dict[str, Any] = {
            "place": row.place,
            "player": row.player,
            "score": str(row.score),
            "rounds": [None if r is None else str(r) for r in row.rounds],
        }
        if row.cup_points is not None:
            line["cup_points"] = str(row.cup_points)
        if mode.finalists:
            line["preliminary_place"] = row.preliminary_place
            line["final"] = None if row.final is None else str(row.final)
        lines.append(line)
    out: dict[str, Any] = {"format": FORMAT, "standings": lines}
    if mode.finalists:
        out |= {"finalists": list(result.finalists), "undecided": list(result.undecided)}
    return out


def _preliminaries(tournament: Tournament) -> tuple[Row, ...]:
    rows = [
        Row(0, player, sum((r for r in rounds if r is not None), _ZERO), rounds)
        for player, rounds in _rounds_of(tournament).items()
    ]
    last = tournament.options.get("never_came") == "last"
    # Whole numbers order as the fractions do, without a fraction made for each comparison.
    scale = lcm(*(row.score.denominator for row in rows))

    def order(row: Row) -> tuple[Fraction | int, ...]:
        tie = (_best(row),) if tournament.mode.best_round_breaks_ties else ()
        return (last and not row.came, -row.score.numerator * (scale // row.score.denominator), *tie)

    return placed(rows, order)


def _rounds_of(tournament: Tournament) -> dict[str, tuple[Fraction | None, ...]]:
    """What each round counts for each player; sitting out counts what the mode says, absence is `None`."""
    counted: dict[str, list[Fraction | None]] = {
        p: [None] * len(tournament.rounds) for p in tournament.players
    }
    byes: list[tuple[str, int]] = []
    for i, played in enumerate(tournament.rounds):
        for table in played.tables:
            if table.points is None or table.games is None:
                raise ValueError(f"round {i + 1} has a table that is not played yet")
            divisor = table.games if tournament.mode.per_game else 1
            for player, points in zip(table.players, table.points, strict=True):
                counted[player][i] = Fraction(points, divisor)
        byes += [(player, i) for player in played.sitting_out]
    own_average = tournament.options.get("bye") == "own_average"
    averages = {player: _average(counted[player]) if own_average else _ZERO for player, _ in byes}
    for player, i in byes:
        counted[player][i] = averages[player]
    return {player: tuple(rounds) for player, rounds in counted.items()}


def _average(rounds: Iterable[Fraction | None]) -> Fraction:
    """Over the rounds that were played; who played none has nothing to average."""
    played = [r for r in rounds if r is not None]
    return sum(played, _ZERO) / len(played) if played else _ZERO


def placed(rows: Iterable[Row], rank: Callable[[Row], tuple[Any, ...]], first: int = 1) -> tuple[Row, ...]:
    """Sorted by rank, then by name; equal ranks share the better place (1, 2, 2, 4)."""
    keyed = sorted(((rank(row), row.player, row) for row in rows), key=lambda k: k[:2])
    out: list[Row] = []
    for i, (key, _, row) in enumerate(keyed):
        shares = i > 0 and keyed[i - 1][0] == key
        place = out[-1].place if shares else first + i
        out.append(
            Row(place, row.player, row.score, row.rounds, row.cup_points, row.preliminary_place, row.final)
        )
    return tuple(out)


def _best(row: Row) -> Fraction:
    """The best Vorrunde, negated so that the better sorts first."""
    return -max((r for r in row.rounds if r is not None), default=_NEVER)


def _with_cup_points(
    rows: tuple[Row, ...], worth: tuple[int, ...], options: Mapping[str, str]
) -> tuple[Row, ...]:
    average, none_without = options["ties"] == "average", options.get("never_came") == "last"
    sharing: dict[int, int] = {}
    for row in rows:
        sharing[row.place] = sharing.get(row.place, 0) + 1

    def points(row: Row) -> Fraction:
        if none_without and not row.came:
            return _ZERO
        filled = range(row.place, row.place + (sharing[row.place] if average else 1))
        return Fraction(sum(worth[p - 1] for p in filled if p <= len(worth)), len(filled))

    return tuple(replace(row, cup_points=points(row)) for row in rows)


def _qualified(rows: Iterable[Row], tournament: Tournament) -> tuple[frozenset[str], frozenset[str]]:
    """The best twelve of those who came; a place that reaches past the twelfth is undecided."""
    mode = tournament.mode
    if len(tournament.rounds) < (mode.rounds_limit or 0):
        return frozenset(), frozenset()
    groups: dict[int, list[str]] = {}
    for row in rows:
        if row.came:
            groups.setdefault(row.preliminary_place or row.place, []).append(row.player)
    sure: set[str] = set()
    for place in sorted(groups):
        if len(sure) + len(groups[place]) > mode.finalists:
            undecided = groups[place] if len(sure) < mode.finalists else []
            return frozenset(sure), frozenset(undecided)
        sure.update(groups[place])
    return frozenset(sure), frozenset()


def _with_final(rows: tuple[Row, ...], tournament: Tournament) -> tuple[Row, ...]:
    """The finalists first, with half of what they brought; the others follow as they stood."""
    won: dict[str, Fraction] = {}
    for table in tournament.final or ():
        for player, points in zip(table.players, table.points or (), strict=True):
            won[player] = Fraction(points)
    finalists = [
        replace(r, score=r.score / 2 + won[r.player], final=won[r.player]) for r in rows if r.player in won
    ]
    others = [row for row in rows if row.player not in won]

    def by_final(row: Row) -> tuple[Fraction, ...]:
        return (-row.score, -won[row.player])

    first = placed(finalists, by_final)
    # Those who follow keep their order of the Vorrunden, in which the tie rule is already applied.
    rest = placed(others, lambda row: (row.preliminary_place,), len(first) + 1)
    return first + rest
