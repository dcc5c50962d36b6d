"""A cup over many evenings: the best events of each player and the final, added up exactly."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine.tournament.model import Cup, Event
from engine.tournament.problems import Path
from engine.tournament.reader import Reader

FORMAT = "kiebitz-cup/1"
STANDINGS_FORMAT = "kiebitz-cup-standings/1"

MOST_EVENTS = 5_000
MOST_COUNTED = 300
_SCORE = re.compile(r"(-?[0-9]{1,12})(?:/([0-9]{1,12}))?")


@dataclass(frozen=True, slots=True)
class CupRow:
    """`counted` are the numbers, from 1, of the events that count."""

    place: int
    player: str
    points: Fraction
    counted: tuple[int, ...]
    final: Fraction | None


def read_cup(tree: object) -> Cup:
    """The cup in this tree of JSON values, or `Unusable` with all that is wrong."""
    reader = Reader(tree)
    fields = reader.record(FORMAT, ("format", "best", "events", "final"), ("best", "events"))
    best = 1
    if "best" in fields:
        best = _best(reader, fields["best"])
    items = reader.items(fields["events"], ("events",), MOST_EVENTS) if "events" in fields else None
    events = tuple(_event(reader, item, ("events", i)) for i, item in enumerate(items or ()))
    final = _final(reader, fields.get("final"), events) if items is not None else None
    reader.finish()
    return Cup(best, events, final)


def cup_standings(cup: Cup) -> tuple[CupRow, ...]:
    """Everybody who took part in an event, by place and within a place by name."""
    played: dict[str, list[tuple[Fraction, int]]] = {}
    for number, event in enumerate(cup.events, 1):
        for player, points in event.points.items():
            played.setdefault(player, []).append((-points, number))
    totals: list[tuple[Fraction, str, tuple[int, ...], Fraction | None]] = []
    for player, results in played.items():
        counted = sorted(results)[: cup.best]  # of equal ones the earlier
        final = (cup.final or {}).get(player)
        total = -sum((p for p, _ in counted), Fraction(0)) + (final or 0)
        totals.append((-total, player, tuple(sorted(n for _, n in counted)), final))
    totals.sort(key=lambda t: t[:2])
    rows: list[CupRow] = []
    for i, (negative, player, numbers, final) in enumerate(totals):
        place = rows[-1].place if rows and totals[i - 1][0] == negative else i + 1
        rows.append(CupRow(place, player, -negative, numbers, final))
    return tuple(rows)


def cup_as_json(rows: tuple[CupRow, ...]) -> dict[str, Any]:
    """The fixed output format; points are strings."""
    lines = [
        {
            "place": row.place,
            "player": row.player,
            "points": str(row.points),
            "counted": list(row.counted),
            "final": None if row.final is None else str(row.final),
        }
        for row in rows
    ]
    return {"format": STANDINGS_FORMAT, "standings": lines}


def _best(reader: Reader, value: object) -> int:
    number = reader.whole(value, ("best",), 10**18)
    if number is not None and not 1 <= number <= MOST_COUNTED:
        reader.note("out_of_range", ("best",), value=number, low=1, high=MOST_COUNTED)
    return number or 1


def _event(reader: Reader, value: object, path: Path) -> Event:
    fields = reader.fields(value, path, ("name", "points"), ("name", "points"), points="object") or {}
    name = reader.name(fields["name"], (*path, "name")) if "name" in fields else None
    points = _points(reader, fields["points"], (*path, "points")) if "points" in fields else {}
    return Event(name or "", points)


def _final(reader: Reader, value: object, events: tuple[Event, ...]) -> Mapping[str, Fraction] | None:
    if value is None:
        return None
    fields = reader.fields(value, ("final",), ("points",), ("points",), points="object") or {}
    took_part = {name for event in events for name in event.points}
    points = _points(reader, fields["points"], ("final", "points")) if "points" in fields else {}
    for name in points:
        if name not in took_part:
            reader.note("no_event", ("final", "points", name), value=name)
    return points


def _points(reader: Reader, value: object, path: Path) -> dict[str, Fraction]:
    """A score for each name. A faulty score still says that the player took part."""
    if not isinstance(value, dict):
        reader.note("wrong_type", path, "object", value=value)
        return {}
    return {
        name: _score(reader, score, (*path, name))
        for name, score in value.items()
        if reader.name(name, (*path, name)) is not None
    }


def _score(reader: Reader, value: object, path: Path) -> Fraction:
    match = _SCORE.fullmatch(value) if isinstance(value, str) else None
    if match is None or int(match[2] or 1) == 0:
        reader.note("not_a_score", path, value=value)
        return Fraction(0)
    return Fraction(int(match[1]), int(match[2] or 1))
