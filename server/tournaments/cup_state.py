"""A cup over a season as a log: evenings collected, the final, names that are one person. Folded, and added up by the engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Annotated, Any, Final, Literal

from pydantic import Field, TypeAdapter

from engine.tournament import CupRow, Standings, Unusable, cup_standings, read_cup
from engine.tournament.modes import CUP_POINTS
from server.tables.errors import Refused
from server.tables.events import Strict
from server.tables.words import Name, Reason

Score = Annotated[str, Field(pattern=r"^-?[0-9]{1,12}(/[1-9][0-9]{0,11})?$")]
PointsOf = dict[Name, Score]
Number = Annotated[int, Field(ge=1, le=5000)]
Worth = Literal["cup_points", "table", "score"]
TournamentRef = Annotated[str, Field(pattern=r"^e[0-9a-f]{12}$")]


@dataclass(frozen=True, slots=True, kw_only=True)
class CupCreated(Strict):
    """A season: the best `best` evenings count, and the final."""

    type: Literal["cup_created"] = "cup_created"
    name: Name
    best: Annotated[int, Field(ge=1, le=300)] = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class EventAdded(Strict):
    """An evening: of a closed tournament here (its points are the server's own word), or typed in."""

    type: Literal["event_added"] = "event_added"
    name: Name
    tournament: TournamentRef | None = None
    worth: Worth | None = None
    points: PointsOf = field(default_factory=dict)
    final: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRemoved(Strict):
    type: Literal["event_removed"] = "event_removed"
    event: Number
    reason: Annotated[Reason, Field(min_length=1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRenewed(Strict):
    """An evening that was corrected after it was added: its points are looked up anew; the old ones stay visible."""

    type: Literal["event_renewed"] = "event_renewed"
    event: Number | None = None
    """Without it the final is meant."""
    points: PointsOf = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalWithdrawn(Strict):
    """The final does not count any more; only then can another be added."""

    type: Literal["final_withdrawn"] = "final_withdrawn"
    reason: Annotated[Reason, Field(min_length=1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class NamesMerged(Strict):
    """Two spellings of one person: what stands under `name` counts for `into`."""

    type: Literal["names_merged"] = "names_merged"
    name: Name
    into: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeUndone(Strict):
    """They are two persons after all."""

    type: Literal["merge_undone"] = "merge_undone"
    merge: Number


CupSaid = CupCreated | EventAdded | EventRemoved | EventRenewed | FinalWithdrawn | NamesMerged | MergeUndone
_SAID: Final[TypeAdapter[CupSaid]] = TypeAdapter(Annotated[CupSaid, Field(discriminator="type")])


def read_cup_event(data: object) -> CupSaid:
    return _SAID.validate_python(data)


def cup_event_json(what: CupSaid) -> dict[str, Any]:
    data: dict[str, Any] = _SAID.dump_python(what, mode="json", exclude_none=True)
    return data


@dataclass(frozen=True, slots=True)
class Entry:
    name: str
    points: tuple[tuple[str, str], ...]
    tournament: str = ""
    worth: str = ""
    removed: str = ""
    """Why it does not count any more."""
    earlier: tuple[tuple[tuple[str, str], ...], ...] = ()
    """The points that counted before the evening was corrected."""


@dataclass(frozen=True, slots=True)
class Merge:
    name: str
    into: str
    undone: bool = False


@dataclass(frozen=True, slots=True)
class CupState:
    seq: int = 0
    name: str = ""
    best: int = 6
    entries: tuple[Entry, ...] = ()
    final: Entry | None = None
    withdrawn: tuple[Entry, ...] = ()
    """Finals that were taken out again, each with its reason."""
    merges: tuple[Merge, ...] = ()

    @property
    def counted(self) -> list[Entry]:
        return [entry for entry in self.entries if not entry.removed]

    def person(self, name: str) -> str:
        """Under which name a spelling counts."""
        into = {merge.name: merge.into for merge in self.merges if not merge.undone}
        for _ in range(len(into) + 1):
            if name not in into:
                break
            name = into[name]
        return name

    def record(self, events: int | None = None) -> dict[str, Any]:
        """The `kiebitz-cup/1` record, as it stood after so many evenings, or whole."""
        counted = self.counted if events is None else self.counted[:events]
        final = None if self.final is None or events is not None else {"points": self._points(self.final)}
        return {
            "format": "kiebitz-cup/1",
            "best": self.best,
            "events": [{"name": entry.name, "points": self._points(entry)} for entry in counted],
            "final": final,
        }

    def _points(self, entry: Entry) -> dict[str, str]:
        return {self.person(name): points for name, points in entry.points}


def rows_of(state: CupState, events: int | None = None) -> tuple[CupRow, ...]:
    return cup_standings(read_cup(state.record(events)))


def fold_cup(events: Iterable[CupSaid], state: CupState | None = None) -> CupState:
    state = state or CupState()
    for event in events:
        state = apply_cup(state, event)
    return state


def apply_cup(state: CupState, event: CupSaid) -> CupState:
    """The state after one more event; `Refused` if it cannot be."""
    if isinstance(event, CupCreated) == (state.seq > 0):
        raise Refused("begun", "a cup begins with its creation, once", "type")
    after = replace(_change(state, event), seq=state.seq + 1)
    try:
        read_cup(after.record())
    except Unusable as error:
        raise Refused(error.problems[0].code, error.problems[0].message("en"), "points") from None
    return after


def _change(state: CupState, event: CupSaid) -> CupState:
    match event:
        case CupCreated():
            return replace(state, name=event.name, best=event.best)
        case EventAdded():
            return _add(state, event)
        case EventRemoved():
            return _remove(state, event)
        case EventRenewed():
            return _renew(state, event)
        case FinalWithdrawn():
            if state.final is None:
                raise Refused("final", "there is no final that could be withdrawn", "type")
            away = replace(state.final, removed=event.reason)
            return replace(state, final=None, withdrawn=(*state.withdrawn, away))
        case NamesMerged():
            return _merge(state, event)
        case MergeUndone():
            if event.merge > len(state.merges) or state.merges[event.merge - 1].undone:
                raise Refused("merge", f"there is no merge {event.merge} that could be undone", "merge")
            merges = list(state.merges)
            merges[event.merge - 1] = replace(merges[event.merge - 1], undone=True)
            return replace(state, merges=tuple(merges))


def _add(state: CupState, event: EventAdded) -> CupState:
    if not event.points:
        raise Refused("points", "expected points, or a closed tournament that has them", "points")
    if event.tournament and any(e.tournament == event.tournament for e in _every(state)):
        raise Refused("tournament", "this evening is in the cup already", "tournament")
    entry = Entry(event.name, tuple(event.points.items()), event.tournament or "", event.worth or "")
    _apart(state, entry)
    return replace(state, final=entry) if event.final else replace(state, entries=(*state.entries, entry))


def _remove(state: CupState, event: EventRemoved) -> CupState:
    if event.event > len(state.entries) or state.entries[event.event - 1].removed:
        raise Refused("event", f"there is no event {event.event} that counts", "event")
    entries = list(state.entries)
    entries[event.event - 1] = replace(entries[event.event - 1], removed=event.reason)
    return replace(state, entries=tuple(entries))


def entry_of(state: CupState, event: int | None) -> Entry:
    """An evening that counts, by its number; without a number the final."""
    if event is None and state.final is not None:
        return state.final
    if event is None or event > len(state.entries) or state.entries[event - 1].removed:
        raise Refused("event", f"there is no event {event or 'that is the final'} that counts", "event")
    return state.entries[event - 1]


def _renew(state: CupState, event: EventRenewed) -> CupState:
    old = entry_of(state, event.event)
    if not old.tournament or not event.points:
        raise Refused("points", "only what a tournament here brought can be looked up anew", "event")
    entry = replace(old, points=tuple(event.points.items()), earlier=(*old.earlier, old.points))
    _apart(state, entry)
    if event.event is None:
        return replace(state, final=entry)
    entries = list(state.entries)
    entries[event.event - 1] = entry
    return replace(state, entries=tuple(entries))


def _merge(state: CupState, event: NamesMerged) -> CupState:
    known = {name for entry in _every(state) for name, _ in entry.points}
    for where, name in (("name", event.name), ("into", event.into)):
        if name not in known:
            raise Refused("player", f"{name} is in no event of this cup", where)
    if state.person(event.name) == state.person(event.into):
        raise Refused("merge", "these are one person already", "into")
    after = replace(state, merges=(*state.merges, Merge(state.person(event.name), state.person(event.into))))
    for entry in _every(after):
        _apart(after, entry)
    return after


def _every(state: CupState) -> list[Entry]:
    return [*state.counted, *([state.final] if state.final else [])]


def _apart(state: CupState, entry: Entry) -> None:
    """Two spellings in one evening are two persons."""
    seen: dict[str, str] = {}
    for name, _ in entry.points:
        person = state.person(name)
        if person in seen:
            message = f"{seen[person]} and {name} both took part in {entry.name}: they are two persons"
            raise Refused("merge", message, "name")
        seen[person] = name


def points_of(result: Standings, worth: str | None) -> tuple[dict[str, str], str]:
    """What an evening is worth in a cup: its own cup points, the table of 50 by place, or the score itself.

    Only the Steirischer Cup's text has cup points; for the others the table is an agreement. Hopfgarten's evening counts
    as it stood after the Vorrunden, by place and by score, as its text says.
    """
    worth = worth or ("cup_points" if result.tournament.mode.cup_points else "table")
    points: dict[str, str] = {}
    for row in result.rows:
        if not row.came:
            continue
        place = row.preliminary_place or row.place
        match worth:
            case "cup_points" if row.cup_points is not None:
                points[row.player] = str(row.cup_points)
            case "cup_points":
                raise Refused("worth", "this mode has no cup points of its own; say table or score", "worth")
            case "table":
                points[row.player] = str(CUP_POINTS[place - 1] if place <= len(CUP_POINTS) else 0)
            case _:
                points[row.player] = str(sum((r for r in row.rounds if r is not None), Fraction(0)))
    return points, worth


def cup_json(state: CupState) -> Mapping[str, Any]:
    """Everything of a cup: who leads, how it came, and which spellings were merged.

    `counted` are numbers of `events`, in which removed ones stay.
    """
    numbers = [number for number, entry in enumerate(state.entries, 1) if not entry.removed]
    return {
        "name": state.name,
        "best": state.best,
        "events": [_entry(entry) for entry in state.entries],
        "final": None if state.final is None else _entry(state.final),
        "withdrawn": [_entry(entry) for entry in state.withdrawn],
        "merges": [
            {"merge": n, "name": m.name, "into": m.into, "undone": m.undone}
            for n, m in enumerate(state.merges, 1)
        ],
        "standing": [
            {
                "place": row.place,
                "player": row.player,
                "points": str(row.points),
                "counted": [numbers[n - 1] for n in row.counted],
                "final": None if row.final is None else str(row.final),
            }
            for row in rows_of(state)
        ],
        "after": [
            [
                {"place": row.place, "player": row.player, "points": str(row.points)}
                for row in rows_of(state, n)
            ]
            for n in range(1, len(state.counted) + 1)
        ],
    }


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "tournament": entry.tournament or None,
        "worth": entry.worth or None,
        "points": dict(entry.points),
        "removed": entry.removed or None,
        "earlier": [dict(points) for points in entry.earlier],
    }
