"""A tournament's state as the engine's record: for the draw, for the standing as it changes, and for the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.tournament import MODES, Round, Standings, Table, Tournament, rank
from server.tables.events import Settled
from server.tournaments.state import RoundState, Seated, TournamentState

FORMAT = "kiebitz-tournament/1"


@dataclass(frozen=True, slots=True)
class Live:
    """What a table's own log says now, in the order of the players of its seats."""

    games: int = 0
    points: tuple[int, ...] = ()
    playing: bool = False
    """A deal is open."""
    unsettled: bool = False
    """A closed deal has no settlement yet."""
    strangers: bool = False
    """Its players are not those who were seated there."""
    seq: int = 0
    heard: int = 0
    """When this process last heard of it, in milliseconds of server time."""
    word: Settled | None = None
    """The sheet's last word."""


Now = Mapping[tuple[int, int], Live]
"""By round and table."""


def options_of(state: TournamentState) -> dict[str, str]:
    """Every option of the mode with the reading that counts."""
    return {name: option.default for name, option in MODES[state.mode].options.items()} | dict(state.options)


def engine_seats(state: TournamentState) -> Tournament:
    """For the draw: who sits where, with points where all of a round's sheets are in."""
    rounds = tuple(
        Round(tuple(_played(t) or Table(t.players) for t in r.tables), r.sitting_out)
        for r in state.rounds
        if not r.final
    )
    final = next((tuple(Table(t.players) for t in r.tables) for r in state.rounds if r.final), None)
    return Tournament(
        MODES[state.mode], options_of(state), tuple(p.name for p in state.players), rounds, final
    )


def standing(state: TournamentState, now: Now | None = None) -> Standings:
    """The standing: of the sheets that are in and, for the others, of what their tables have settled so far."""
    now = now or {}
    rounds, final = [], None
    for number, drawn in enumerate(state.rounds, 1):
        if not drawn.opened:
            continue
        if drawn.final:
            final = tuple(_so_far(t, now.get((number, i))) for i, t in enumerate(drawn.tables, 1))
            continue
        tables = [_so_far(t, now.get((number, i))) for i, t in enumerate(drawn.tables, 1)]
        played = tuple(t for t in tables if t.games)
        out = drawn.sitting_out if played else ()
        rounds.append(Round(played, out))
    players = tuple(p.name for p in state.players)
    ranked = rank(Tournament(MODES[state.mode], options_of(state), players, tuple(rounds), final))
    if (seated := _in_final(state)) is not None:
        return replace(ranked, finalists=tuple(sorted(seated)), undecided=())
    # Who goes on is known when the Vorrunden are complete, and not by sheets that are still to come.
    return replace(ranked, finalists=(), undecided=()) if is_provisional(state) else ranked


def is_provisional(state: TournamentState) -> bool:
    """Whether sheets of an opened round are still missing."""
    return bool(state.current) and not state.complete


def _in_final(state: TournamentState) -> frozenset[str] | None:
    """Who sits in the final, once it is drawn."""
    final = next((drawn for drawn in state.rounds if drawn.final), None)
    return None if final is None else frozenset(name for table in final.tables for name in table.players)


def _played(seated: Seated) -> Table | None:
    sheet = seated.sheet
    return None if sheet is None else Table(seated.players, sheet.games, sheet.points)


def _so_far(seated: Seated, live: Live | None) -> Table:
    table = _played(seated)
    if table is not None:
        return table
    if live is None or not live.games or live.strangers:
        return Table(seated.players, 0, (0,) * len(seated.players))
    return Table(seated.players, live.games, live.points)


def settled(state: TournamentState) -> Standings:
    """The standing of the rounds of which every sheet is in.

    A final stays who played it, even if a later correction of a Vorrunde would have seated others.
    """
    rounds = [r for r in state.rounds if r.complete]
    tables = [tuple(t for seated in r.tables if (t := _played(seated)) is not None) for r in rounds]
    played = tuple(Round(t, r.sitting_out) for r, t in zip(rounds, tables, strict=True) if not r.final)
    final = next((t for r, t in zip(rounds, tables, strict=True) if r.final), None)
    players = tuple(p.name for p in state.players)
    return rank(Tournament(MODES[state.mode], options_of(state), players, played, final))


def record_json(state: TournamentState) -> dict[str, Any]:
    """The `kiebitz-tournament/1` record of the rounds of which every sheet is in."""
    rounds = [r for r in state.rounds if r.complete]
    final = next((r for r in rounds if r.final), None)
    return {
        "format": FORMAT,
        "mode": state.mode,
        "options": options_of(state),
        "players": [p.name for p in state.players],
        "rounds": [{"tables": _tables(r), "sitting_out": list(r.sitting_out)} for r in rounds if not r.final],
        "final": None if final is None else {"tables": _tables(final)},
    }


def _tables(drawn: RoundState) -> list[dict[str, Any]]:
    return [
        {"players": list(t.players), "games": t.sheet.games, "points": list(t.sheet.points)}
        for t in drawn.tables
        if t.sheet is not None
    ]
