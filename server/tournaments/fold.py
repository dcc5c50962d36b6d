"""From a tournament's events to its state. Pure; the same events always give the same state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine.fields import Place, Problems
from engine.systems import SYSTEMS
from engine.terms import read_options
from engine.tournament import MODES
from engine.tournament.modes import SMALLEST_TABLE
from server.tables.errors import Refused
from server.tables.events import canonical
from server.tournaments import events as e
from server.tournaments.state import Call, Clock, Player, RoundState, Seated, Sheet, TournamentState


def fold(events: Iterable[e.Said], state: TournamentState | None = None) -> TournamentState:
    state = state or TournamentState()
    for event in events:
        state = apply(state, event)
    return state


def apply(state: TournamentState, event: e.Said) -> TournamentState:
    """The state after one more event; `Refused` if it cannot have happened here."""
    if isinstance(event, e.TournamentCreated) == (state.seq > 0):
        raise Refused("begun", "a tournament begins with its creation, once", "type")
    if state.closed and not isinstance(event, e.SheetCorrected):
        raise Refused(
            "closed", "the tournament is closed; only the director's corrections come after it", "type"
        )
    return replace(_change(state, event), seq=state.seq + 1)


def _change(state: TournamentState, event: e.Said) -> TournamentState:
    match event:
        case e.TournamentCreated():
            return _create(event)
        case (
            e.PlayersListed()
            | e.PlayerRenamed()
            | e.PlayerStruck()
            | e.PlayerLeft()
            | e.PlayerCame()
            | e.SeatFixed()
        ):
            return _people(state, event)
        case e.SeedAnnounced():
            return replace(state, seed=event.seed)
        case e.RoundsDrawn():
            return _draw(state, event)
        case e.DrawWithdrawn():
            if state.current == len(state.rounds):
                raise Refused("draw", "no round is drawn that is not open already", "type")
            return replace(state, rounds=state.rounds[: state.current])
        case e.RoundOpened():
            return _open(state, event)
        case e.ClockStarted() | e.ClockPaused() | e.ClockResumed() | e.ClockExtended():
            return _clock(state, event)
        case e.TableTaken():
            seated = _opened(state, event.round, event.table)
            return _with(state, event.round, event.table, replace(seated, device=event.device or ""))
        case e.SheetHandedIn() | e.SlipEntered() | e.SheetCorrected():
            return _sheet(state, event)
        case e.RefereeCalled() | e.RefereeComes() | e.CallDecided():
            return _call(state, event)
        case e.TournamentClosed():
            if not state.complete:
                raise Refused("sheets", "sheets are missing; the list cannot be closed yet", "type")
            return replace(state, closed=True)


def _create(event: e.TournamentCreated) -> TournamentState:
    mode = MODES[event.mode]
    for name, value in event.options.items():
        if name not in mode.options:
            raise Refused("option", f"this mode has the options {', '.join(mode.options)}", f"options.{name}")
        if value not in mode.options[name].values:
            values = ", ".join(mode.options[name].values)
            raise Refused("option", f"expected one of {values}", f"options.{name}")
    problems = Problems()
    agreed: dict[str, Any] = read_options(
        SYSTEMS[event.rules], Place(event.agreements, "agreements", problems)
    )
    if problems.found:
        raise Refused(*problems.found[0])
    return TournamentState(
        name=event.name,
        mode=event.mode,
        options=tuple(sorted(event.options.items())),
        rules=event.rules,
        agreements=canonical(agreed),
        minutes=event.minutes,
        deals=event.deals,
    )


# --- people ----------------------------------------------------------------------------------------------------------


def _people(state: TournamentState, event: Any) -> TournamentState:
    match event:
        case e.PlayersListed():
            known = {p.name for p in state.players}
            for index, name in enumerate(event.players):
                if name in known:
                    raise Refused("player", f"{name} is in the list already", f"players[{index}]")
                known.add(name)
            return replace(state, players=(*state.players, *map(Player, event.players)))
        case e.PlayerRenamed():
            return _rename(state, event)
        case e.PlayerStruck():
            state.player(event.player)
            if any(event.player in _names(r) for r in state.rounds):
                raise Refused("seated", f"{event.player} has a seat; who leaves stays in the list", "player")
            return replace(state, players=tuple(p for p in state.players if p.name != event.player))
        case e.PlayerLeft():
            return _person(state, replace(state.player(event.player), present=False))
        case e.PlayerCame():
            return _person(state, replace(state.player(event.player), present=True))
        case _:
            return _person(state, replace(state.player(event.player), table=event.table))


def _person(state: TournamentState, player: Player) -> TournamentState:
    return replace(state, players=tuple(player if p.name == player.name else p for p in state.players))


def _names(drawn: RoundState) -> set[str]:
    return {*drawn.sitting_out, *(name for table in drawn.tables for name in table.players)}


def _rename(state: TournamentState, event: e.PlayerRenamed) -> TournamentState:
    state.player(event.player)
    if any(p.name == event.to for p in state.players):
        raise Refused("player", f"{event.to} is in the list already", "to")

    def name(old: str) -> str:
        return event.to if old == event.player else old

    def names(old: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(name, old))

    def table(old: Seated) -> Seated:
        sheets = tuple(replace(s, confirmed=names(s.confirmed)) for s in old.sheets)
        return replace(old, players=names(old.players), sheets=sheets)

    return replace(
        state,
        players=tuple(replace(p, name=name(p.name)) for p in state.players),
        rounds=tuple(
            replace(r, tables=tuple(map(table, r.tables)), sitting_out=names(r.sitting_out))
            for r in state.rounds
        ),
    )


# --- rounds ----------------------------------------------------------------------------------------------------------


def _draw(state: TournamentState, event: e.RoundsDrawn) -> TournamentState:
    if not event.rounds or event.seed is None:
        raise Refused("draw", "the seats are the server's own word", "rounds")
    drawn = tuple(
        RoundState(
            tables=tuple(Seated(tuple(names)) for names in seats.tables),
            sitting_out=tuple(seats.sitting_out),
            seed=event.seed,
            again=event.again,
            floor=event.floor,
            final=event.final,
        )
        for seats in event.rounds
    )
    return replace(state, rounds=state.rounds + drawn)


def _open(state: TournamentState, event: e.RoundOpened) -> TournamentState:
    opening = state.round(event.round)
    if event.round != state.current + 1:
        raise Refused("round", f"the next round to open is {state.current + 1}", "round")
    before = state.rounds[: event.round - 1]
    if not event.despite_missing and not all(r.complete for r in before):
        raise Refused(
            "sheets", "sheets of the round before are missing; say despite_missing to go on", "round"
        )
    if len(event.tables) != len(opening.tables):
        raise Refused("tables", "the ids of the tables are the server's own word", "tables")
    tables = tuple(replace(t, log=log) for t, log in zip(opening.tables, event.tables, strict=True))
    return _with_round(state, event.round, replace(opening, tables=tables, opened=True))


def _with_round(state: TournamentState, number: int, drawn: RoundState) -> TournamentState:
    return replace(state, rounds=(*state.rounds[: number - 1], drawn, *state.rounds[number:]))


def _with(state: TournamentState, number: int, table: int, seated: Seated) -> TournamentState:
    drawn = state.rounds[number - 1]
    tables = (*drawn.tables[: table - 1], seated, *drawn.tables[table:])
    return _with_round(state, number, replace(drawn, tables=tables))


def _opened(state: TournamentState, number: int, table: int) -> Seated:
    seated = state.table(number, table)
    if not state.round(number).opened:
        raise Refused("round", f"round {number} is not open yet", "round")
    return seated


def _clock(state: TournamentState, event: Any) -> TournamentState:
    number = event.round if isinstance(event, e.ClockStarted) else state.current
    if not number:
        raise Refused("round", "no round is open yet", "type")
    drawn = state.round(number)
    if isinstance(event, e.ClockStarted):
        minutes = event.minutes or state.minutes
        if not drawn.opened or minutes is None:
            raise Refused("clock", "expected an open round and the minutes that it lasts", "minutes")
        return _with_round(state, number, replace(drawn, clock=Clock(minutes * 60, event.at)))
    clock = drawn.clock
    if clock is None:
        raise Refused("clock", "the clock does not run", "type")
    match event:
        case e.ClockPaused():
            if clock.paused is not None:
                raise Refused("clock", "the clock rests already", "type")
            clock = replace(clock, paused=event.at)
        case e.ClockResumed():
            if clock.paused is None:
                raise Refused("clock", "the clock runs already", "type")
            clock = replace(clock, paused=None, rested=clock.rested + max(0, event.at - clock.paused))
        case e.ClockExtended():
            clock = replace(clock, seconds=max(0, clock.seconds + 60 * event.minutes))
    return _with_round(state, number, replace(drawn, clock=clock))


# --- sheets ----------------------------------------------------------------------------------------------------------


def _sheet(
    state: TournamentState, event: e.SheetHandedIn | e.SlipEntered | e.SheetCorrected
) -> TournamentState:
    seated = _opened(state, event.round, event.table)
    seq = state.seq + 1
    match event:
        case e.SheetHandedIn():
            _not_in(seated, event)
            if event.games is None:
                raise Refused("sheet", "what the sheet says is the server's own word", "games")
            sheet = Sheet(
                event.games,
                event.points,
                "tablet",
                seq,
                confirmed=event.confirmed,
                head=event.head,
                players=seated.players,
            )
        case e.SlipEntered():
            _not_in(seated, event)
            sheet = replace(slip(event), event=seq)
        case e.SheetCorrected():
            if not seated.sheets:
                raise Refused("sheet", "no sheet is in that could be corrected", "table")
            log = None
            if event.log_games is not None and event.log_points is not None:
                log = event.log_games, event.log_points
            sheet = Sheet(event.games, event.points, "director", seq, reason=event.reason, log_said=log)
    _check(state, seated, sheet)
    return _with(state, event.round, event.table, replace(seated, sheets=(*seated.sheets, sheet)))


def _not_in(seated: Seated, event: e.SheetHandedIn | e.SlipEntered) -> None:
    if seated.sheets:
        place = f"round {event.round}, table {event.table}"
        raise Refused("handed_in", f"the sheet of {place} is in; the director can correct it", "table")


def slip(event: e.SlipEntered) -> Sheet:
    """The sums of a slip: as typed, or from its lines, the struck ones left out."""
    if not event.lines:
        if event.games is None or event.points is None:
            raise Refused("slip", "expected games and points, or lines", "points")
        if event.struck:
            raise Refused("struck", "only lines can be struck; leave the game out of the sums", "struck")
        return Sheet(event.games, tuple(event.points), "slip", 0)
    if event.games is not None or event.points is not None:
        raise Refused("slip", "expected games and points or lines, got both", "points")
    for number in event.struck:
        if number > len(event.lines):
            raise Refused("struck", f"there is no line {number}", "struck")
    kept: list[tuple[int, ...]] = []
    for index, line in enumerate(event.lines):
        if index + 1 in event.struck:  # whatever stands there
            continue
        width = len(kept[0]) if kept else min(max(len(line), 4), 6)
        if len(line) != width:
            raise Refused("line", f"expected {width} numbers, got {len(line)}", f"lines[{index}]")
        if sum(line):
            message = f"the line adds up to {sum(line)}, not to 0; explain it or strike it"
            raise Refused("not_zero_sum", message, f"lines[{index}]")
        kept.append(line)
    if not kept:
        raise Refused("slip", "every line is struck", "struck")
    points = tuple(map(sum, zip(*kept, strict=True)))
    return Sheet(len(kept), points, "slip", 0, struck=tuple(sorted(set(event.struck))))


def _check(state: TournamentState, seated: Seated, sheet: Sheet) -> None:
    mode = MODES[state.mode]
    if len(sheet.points) != len(seated.players):
        raise Refused("points", f"expected {len(seated.players)} numbers, got {len(sheet.points)}", "points")
    if sum(sheet.points):
        raise Refused("not_zero_sum", f"the points add up to {sum(sheet.points)}, not to 0", "points")
    limit = mode.games_limit or 1000
    if not 1 <= sheet.games <= limit:
        raise Refused("games", f"this mode allows 1 to {limit} games, got {sheet.games}", "games")
    if len(seated.players) < SMALLEST_TABLE:
        raise Refused("too_few", "a table has at least four players", "table")


# --- the referee -----------------------------------------------------------------------------------------------------


def _call(state: TournamentState, event: e.RefereeCalled | e.RefereeComes | e.CallDecided) -> TournamentState:
    if isinstance(event, e.RefereeCalled):
        _opened(state, event.round, event.table)
        call = Call(event.round, event.table, event.question, event.at)
        return replace(state, calls=(*state.calls, call))
    call = state.call(event.call)
    if call.decision:
        raise Refused("call", f"call {event.call} is decided", "call")
    if isinstance(event, e.RefereeComes):
        call = replace(call, referee=event.referee)
    else:
        call = replace(
            call, referee=event.referee, decision=event.decision, deal=event.deal, decided_at=event.at
        )
    calls = (*state.calls[: event.call - 1], call, *state.calls[event.call :])
    return replace(state, calls=calls)
