"""What each role may see of a tournament: its sections, and what a player sees of his own evening."""

from __future__ import annotations

import json
from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from typing import Any, Final

from engine.systems import SYSTEMS
from engine.tournament import MODES, Mode, Standings, as_json
from server.tables.log import Speaker
from server.tables.roles import Role
from server.tournaments.record import Live, Now, is_provisional, options_of, standing
from server.tournaments.state import Clock, RoundState, Seated, Sheet, TournamentState

Json = dict[str, Any]
SECTIONS: Final = ("tournament", "players", "rounds", "clock", "hall", "standing", "calls")


class Sight(Enum):
    """Devices that see the same share one view."""

    PUBLIC = "public"  # the hall
    DESK = "desk"  # director, referee and scribes: also what is asked and by whom
    BOUND = "bound"  # a desk that is for one table: the same, without the cards of other tables
    TICK = "tick"  # followers that make their own message of what is public

    @property
    def desk(self) -> bool:
        return self in (Sight.DESK, Sight.BOUND)


_SIGHT_OF: Final = {
    Role.VIEWER: Sight.PUBLIC,
    Role.PLAYER: Sight.PUBLIC,
    Role.CAMERA: Sight.PUBLIC,
    Role.SCORER: Sight.DESK,
    Role.REFEREE: Sight.DESK,
    Role.ADMIN: Sight.DESK,
}


def sight_of(speaker: Speaker) -> Sight:
    sight = _SIGHT_OF[speaker.role]
    return Sight.BOUND if sight is Sight.DESK and speaker.table is not None else sight


def event_for(data: Json, sight: Sight) -> Json:
    """An event of the log as a view may see it.

    The hall hears that something happened and sees in the sections what. A desk hears everything; one that is bound to a
    table is not told what cards a decision wrote into a deal: those of its own table it finds there.
    """
    event = data["event"]
    if not sight.desk:
        return {"seq": data["seq"], "at": data["at"], "event": {"type": event["type"]}}
    if sight is Sight.BOUND and "correction" in event:
        correction = {k: v for k, v in event["correction"].items() if k not in ("record", "result")}
        return data | {"event": event | {"correction": correction}}
    return data


def section(name: str, state: TournamentState, now: Now, sight: Sight) -> Any:
    """One section of a tournament as a view may see it."""
    return _SECTIONS[name](state, now, sight)


def sections(state: TournamentState, now: Now, sight: Sight) -> Json:
    return {name: section(name, state, now, sight) for name in SECTIONS}


# --- the evening -----------------------------------------------------------------------------------------------------


def _tournament(state: TournamentState, now: Now, sight: Sight) -> Json:  # noqa: ARG001
    mode = MODES[state.mode]
    return {
        "name": state.name,
        "mode": state.mode,
        "options": options_of(state),
        "rules": state.rules,
        "system": SYSTEMS[state.rules].name,
        "agreements": json.loads(state.agreements),
        "minutes": state.minutes,
        "deals": state.deals,
        "seed": state.seed or None,
        "round": state.current,
        "drawn": len(state.rounds),
        "planned": mode.rounds_planned,
        "limit": mode.rounds_limit,
        "finalists": mode.finalists,
        "per_game": mode.per_game,
        "present": sum(p.present for p in state.players),
        "complete": state.complete,
        "closed": state.closed,
    }


def mode_json(mode: Mode) -> Json:
    """A mode before it is chosen: what it says, what its text leaves open, and where that stands."""
    return {
        "id": mode.id,
        "rounds": mode.rounds_planned,
        "rounds_limit": mode.rounds_limit,
        "games_limit": mode.games_limit,
        "largest_table": mode.largest_table,
        "sitting_out": mode.sitting_out,
        "per_game": mode.per_game,
        "finalists": mode.finalists,
        "cup_points": bool(mode.cup_points),
        "options": [
            {
                "name": name,
                "values": list(option.values),
                "default": option.default,
                "question": option.question,
            }
            for name, option in mode.options.items()
        ],
        "sources": [
            {"about": about, "system": s.system, "section": s.section, "quote": s.quote}
            for about, s in mode.sources.items()
        ],
    }


def _players(state: TournamentState, now: Now, sight: Sight) -> list[Json]:  # noqa: ARG001
    seated = {name for r in state.rounds for t in r.tables for name in t.players}
    seated |= {name for r in state.rounds for name in r.sitting_out}
    return [
        {"name": p.name, "present": p.present, "table": p.table, "seated": p.name in seated}
        for p in state.players
    ]


def _rounds(state: TournamentState, now: Now, sight: Sight) -> list[Json]:  # noqa: ARG001
    return [
        {
            "number": number,
            "final": drawn.final,
            "opened": drawn.opened,
            "complete": drawn.complete,
            "seed": drawn.seed,
            "again": drawn.again,
            "floor": drawn.floor,
            "sitting_out": list(drawn.sitting_out),
            "tables": [_seated(table, number) for number, table in enumerate(drawn.tables, 1)],
        }
        for number, drawn in enumerate(state.rounds, 1)
    ]


def _seated(table: Seated, number: int) -> Json:
    return {
        "table": number,
        "players": list(table.players),
        "log": table.log or None,
        "taken": bool(table.device),
        "sheets": [
            {
                "games": s.games,
                "points": list(s.points),
                "by": s.by,
                "reason": s.reason,
                "confirmed": list(s.confirmed),
                "struck": list(s.struck),
                "event": s.event,
            }
            for s in table.sheets
        ],
    }


def clock_json(state: TournamentState, now: Now, sight: Sight) -> Json | None:  # noqa: ARG001
    """Without the time that is left: who shows it counts from the start, so that a quiet clock sends nothing."""
    number = state.current
    clock: Clock | None = state.rounds[number - 1].clock if number else None
    if clock is None:
        return None
    return {
        "round": number,
        "seconds": clock.seconds,
        "started": clock.started,
        "paused": clock.paused,
        "ends": clock.started + clock.rested + clock.seconds * 1000,
    }


# --- the hall --------------------------------------------------------------------------------------------------------


def hall_rows(state: TournamentState, now: Now, sight: Sight) -> list[Json]:  # noqa: ARG001
    """Every table of the opened round, and those of earlier ones that owe their sheet or are contested."""
    shown = []
    for number, drawn in enumerate(state.rounds, 1):
        for index, table in enumerate(drawn.tables, 1) if drawn.opened else ():
            live = now.get((number, index))
            odd = live is not None and contested(table, live) is not None
            if number == state.current or not table.sheets or odd:
                shown.append(table_row(state, (number, index), table, live))
    return shown


def table_row(state: TournamentState, place: tuple[int, int], table: Seated, live: Live | None) -> Json:
    sheet = table.sheet
    live = live or Live()
    asked = [
        n for n, call in enumerate(state.calls, 1) if (call.round, call.table) == place and not call.decision
    ]
    games = sheet.games if sheet else live.games
    points = sheet.points if sheet else live.points
    odd = contested(table, live)
    return {
        "round": place[0],
        "table": place[1],
        "players": list(table.players),
        "log": table.log,
        "games": games,
        "points": list(points or (0,) * len(table.players)),
        "status": status_of(table, live),
        "contested": odd,
        "calls": asked,
        "seq": live.seq,
    } | ({"log_says": {"games": live.games, "points": list(live.points)}} if odd == "differs" else {})


def status_of(table: Seated, live: Live) -> str:
    """`in`, `playing`, `between` deals, `taken` over and not begun, or `waiting` for a tablet."""
    if table.sheets:
        return "in"
    if live.playing:
        return "playing"
    if live.games or live.seq > 1:
        return "between"
    return "taken" if table.device else "waiting"


def contested(table: Seated, live: Live) -> str | None:
    """Why a director should look: the sheet that is in is not what the table's log says, or strangers sit there."""
    if live.strangers:
        return "players"
    sheet = table.sheet
    if sheet is None:
        return "unsettled" if live.unsettled else None
    if not live.games or (live.games, live.points) in _seen(table, sheet):
        return None
    return "differs"


def _seen(table: Seated, sheet: Sheet) -> list[tuple[int, tuple[int, ...]]]:
    """What of the table's log is no news: the sheet that counts, and what the log said when a director decided otherwise."""
    if sheet.by == "director" and sheet.log_said is None:  # a log of before that was noted
        return [(each.games, each.points) for each in table.sheets]
    return [(sheet.games, sheet.points), *([sheet.log_said] if sheet.log_said else [])]


def _standing(state: TournamentState, now: Now, sight: Sight) -> Json:  # noqa: ARG001
    return standing_json(state, standing(state, now))


def standing_json(state: TournamentState, result: Standings) -> Json:
    """The engine's list; each score also as a number that one can compare at a glance."""
    data = as_json(result)
    for row, line in zip(result.rows, data["standings"], strict=True):
        line["shown"] = shown(row.score)
        line["round_shown"] = [None if r is None else shown(r) for r in row.rounds]
    return {"provisional": is_provisional(state), **data}


def shown(score: Fraction) -> str:
    """Exact where it is whole or a half; else three decimals."""
    if score.denominator == 1:
        return str(score)
    return f"{float(score):.1f}" if score.denominator == 2 else f"{float(score):.3f}"


def _calls(state: TournamentState, now: Now, sight: Sight) -> list[Json]:  # noqa: ARG001
    """The hall sees that a referee was called and what he decided, not what was asked."""
    return [
        {
            "call": number,
            "round": call.round,
            "table": call.table,
            "at": call.at,
            "referee": call.referee or None,
            "decision": call.decision or None,
            "deal": call.deal,
            "decided_at": call.decided_at,
        }
        | ({"question": call.question, "log": _log(state, call.round, call.table)} if sight.desk else {})
        for number, call in enumerate(state.calls, 1)
    ]


def _log(state: TournamentState, number: int, table: int) -> str:
    return state.table(number, table).log


_SECTIONS: Final[dict[str, Callable[[TournamentState, Now, Sight], Any]]] = {
    "tournament": _tournament,
    "players": _players,
    "rounds": _rounds,
    "clock": clock_json,
    "hall": hall_rows,
    "standing": _standing,
    "calls": _calls,
}


# --- one player ------------------------------------------------------------------------------------------------------


def player_names(state: TournamentState) -> list[str]:
    return [p.name for p in state.players]


def player_view(state: TournamentState, now: Now, name: str, result: Standings) -> Json:
    """My seat, my points, my rounds; of a deal that runs nothing at all. `result` is the standing as it is now."""
    state.player(name)
    row = next(r for r in result.rows if r.player == name)
    rounds = [_my_round(number, drawn, name, now) for number, drawn in enumerate(state.rounds, 1)]
    waiting = is_provisional(state)
    return {
        "tournament": state.name,
        "player": name,
        "round": state.current,
        "closed": state.closed,
        "provisional": waiting,
        "place": row.place if state.current else None,
        "of": len(result.rows),
        "score": str(row.score),
        "shown": shown(row.score),
        "cup_points": None if row.cup_points is None or waiting else str(row.cup_points),
        "in_final": name in result.finalists,
        "rounds": rounds,
        "clock": clock_json(state, now, Sight.PUBLIC),
    }


def _my_round(number: int, drawn: RoundState, name: str, now: Now) -> Json:
    mine: Json = {"round": number, "final": drawn.final, "opened": drawn.opened}
    if name in drawn.sitting_out:
        return mine | {"table": None, "sits_out": True}
    for index, table in enumerate(drawn.tables, 1):
        if name in table.players:
            at = table.players.index(name)
            live, sheet = now.get((number, index)) or Live(), table.sheet
            games = sheet.games if sheet else live.games
            points = sheet.points if sheet else live.points
            return mine | {
                "table": index,
                "with": [p for p in table.players if p != name],
                "games": games,
                "points": points[at] if points else 0,
                "in": sheet is not None,
                "corrected": len(table.sheets) > 1,
            }
    return mine | {"table": None, "sits_out": False}
