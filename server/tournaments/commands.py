"""What a client asks a tournament to note, and how the server completes it: seats, ids, sheets and times are its own word."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Protocol

from pydantic import Field

from engine.tournament import Unusable, draw_rounds
from server.tables.errors import Conflict, Forbidden, Refused
from server.tables.events import Strict, canonical
from server.tables.fold import TableState
from server.tables.log import Speaker
from server.tables.registry import log_id
from server.tables.roles import TOURNAMENT_WORDS, Role
from server.tables.words import Id
from server.tournaments import events as e
from server.tournaments.fold import apply
from server.tournaments.live import live_of
from server.tournaments.record import engine_seats
from server.tournaments.state import TournamentState


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(Strict):
    """Sent twice with the same id it is done once. With `expect` it is done only if nothing happened since."""

    id: Id
    expect: Annotated[int, Field(ge=0, le=2**53)] | None = None
    say: Annotated[
        tuple[Annotated[e.Said, Field(discriminator="type")], ...], Field(min_length=1, max_length=64)
    ]

    @property
    def digest(self) -> str:
        """What was asked, so that another command under the same id is noticed."""
        return hashlib.sha256(canonical([e.event_json(said) for said in self.say]).encode()).hexdigest()


class World(Protocol):
    """What a tournament has to know of the rest of the house."""

    def now(self) -> int:
        """Milliseconds of server time."""

    def table(self, log: str) -> tuple[TableState, str] | None:
        """A table as it stands, with the head of its log, if it is at hand."""


def plan(
    name: str, state: TournamentState, speaker: Speaker, command: Command, world: World
) -> tuple[list[e.Said], TournamentState]:
    """The events that a command becomes and the state after them; raises a `TableError` and changes nothing."""
    if command.expect is not None and command.expect != state.seq:
        raise Conflict("expect", f"the tournament stands at {state.seq}, not at {command.expect}", state.seq)
    events: list[e.Said] = []
    for index, said in enumerate(command.say):
        if speaker.role not in TOURNAMENT_WORDS[said.type]:
            message = f"the role {speaker.role.value} may not say {said.type}"
            raise Forbidden("role", message, f"say[{index}].type")
        try:
            event = completed(name, state, speaker, said, world)
            state = apply(state, event)
        except Refused as refused:
            place = f"say[{index}].{refused.at}" if refused.at else f"say[{index}]"
            raise Refused(refused.code, refused.message, place) from None
        events.append(event)
    return events, state


def completed(name: str, state: TournamentState, speaker: Speaker, said: e.Said, world: World) -> e.Said:
    """What the server knows itself is written into the event; a client's word for it does not count."""
    match said:
        case e.RoundsDrawn():
            return _drawn(state, said)
        case e.RoundOpened():
            return replace(said, tables=tables_of(name, state, said.round))
        case e.RefereeCalled():
            _not_called_yet(state, said)
            return replace(said, at=world.now())
        case e.ClockStarted() | e.ClockPaused() | e.ClockResumed() | e.CallDecided():
            return replace(said, at=world.now())
        case e.TableTaken():
            return replace(said, device=speaker.device)
        case e.SheetHandedIn():
            return _handed_in(state, speaker, said, world)
        case e.SheetCorrected():
            return _corrected(state, said, world)
    return said


def _not_called_yet(state: TournamentState, said: e.RefereeCalled) -> None:
    """One open call at a table is enough. Asked here and not in the fold: logs that hold more stay readable."""
    for number, call in enumerate(state.calls, 1):
        if (call.round, call.table) == (said.round, said.table) and not call.decision:
            message = f"the referee is called to this table already (call {number}); he has not decided yet"
            raise Refused("called", message, "table")


def tables_of(name: str, state: TournamentState, number: int) -> tuple[str, ...]:
    """The ids of a round's tables follow from the tournament, the round and the number of the table."""
    count = len(state.round(number).tables)
    return tuple(log_id("t", creation(name, number, table)) for table in range(1, count + 1))


def creation(name: str, number: int, table: int) -> str:
    """The command that creates a round's table, once."""
    return f"{name}.{number}.{table}"


def _drawn(state: TournamentState, said: e.RoundsDrawn) -> e.RoundsDrawn:
    seed = said.seed or state.seed or str(secrets.randbelow(10**9))
    absent = [p.name for p in state.players if not p.present]
    fixed = {p.name: p.table for p in state.players if p.present and p.table is not None}
    if any(r.final for r in state.rounds):
        raise Refused("draw", "the final is drawn; there is nothing left to draw", "type")
    tournament = engine_seats(state)
    limit = tournament.mode.rounds_limit
    if limit is not None and len(state.rounds) >= limit and not all(r.complete for r in state.rounds):
        raise Refused("sheets", "the final is drawn when every sheet of the Vorrunden is in", "type")
    try:
        drawn = draw_rounds(tournament, seed, said.count, absent, fixed)
    except Unusable as error:
        first = error.problems[0]
        raise Refused(first.code, first.message("en"), "draw") from None
    rounds = tuple(e.Seats(tables=r.tables, sitting_out=r.sitting_out) for r in drawn.rounds)
    return replace(said, seed=seed, rounds=rounds, again=drawn.again, floor=drawn.floor, final=drawn.is_final)


def _handed_in(
    state: TournamentState, speaker: Speaker, said: e.SheetHandedIn, world: World
) -> e.SheetHandedIn:
    seated = state.table(said.round, said.table)
    found = world.table(seated.log) if seated.log else None
    if found is None:
        raise Refused("no_log", "this table has no log; type its slip in", "table")
    table, head = found
    if table.seq != said.seq:
        message = f"the table stands at {table.seq}, what was confirmed stood at {said.seq}"
        raise Conflict("expect", message, table.seq, "seq")
    live = live_of(table, seated.players, 0)
    if live.playing:
        raise Refused("unfinished", f"deal {len(table.deals)} is still open", "table")
    if live.unsettled:
        raise Refused("unsettled", "a deal has no settlement yet", "table")
    if live.strangers:
        raise Refused(
            "players", f"seated are {_list(seated.players)}, playing {_list(table.players)}", "table"
        )
    missing = [name for name in seated.players if name not in said.confirmed]
    if missing and speaker.role is not Role.ADMIN:
        raise Refused("confirm", f"not confirmed yet by {_list(missing)}", "confirmed")
    confirmed = tuple(name for name in seated.players if name in said.confirmed)
    return replace(said, games=live.games, points=live.points, head=head, confirmed=confirmed)


def _corrected(state: TournamentState, said: e.SheetCorrected, world: World) -> e.SheetCorrected:
    seated = state.table(said.round, said.table)
    found = world.table(seated.log) if seated.log else None
    live = None if found is None else live_of(found[0], seated.players, 0)
    if live is None or live.strangers:
        return replace(said, log_games=None, log_points=None)
    return replace(said, log_games=live.games, log_points=live.points)


def _list(names: Sequence[str]) -> str:
    return ", ".join(names)
