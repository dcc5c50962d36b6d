"""What a table's tablet has to know of its tournament: the clock, its own line, and the tables that it may take over."""

from __future__ import annotations

from typing import Any

from server.tournaments.record import Now
from server.tournaments.state import TournamentState
from server.tournaments.views import Sight, clock_json, hall_rows, table_row

Json = dict[str, Any]


def desk_view(state: TournamentState, now: Now, place: tuple[int, int] | None) -> Json:
    """Small, because sixty tablets ask for it all evening; the other tables only for who is about to choose one."""
    mine = None if place is None else _mine(state, now, place)
    number = state.current
    choosing = mine is None or mine["status"] == "in"
    return {
        "name": state.name,
        "round": number,
        "final": bool(number) and state.rounds[number - 1].final,
        "closed": state.closed,
        "clock": clock_json(state, now, Sight.DESK),
        "mine": mine,
        "tables": hall_rows(state, now, Sight.DESK) if choosing else [],
    }


def _mine(state: TournamentState, now: Now, place: tuple[int, int]) -> Json | None:
    number, index = place
    if number > state.current or index > len(state.rounds[number - 1].tables):
        return None
    table = state.rounds[number - 1].tables[index - 1]
    called = [
        {"call": n, "referee": c.referee, "decision": c.decision, "deal": c.deal}
        for n, c in enumerate(state.calls, 1)
        if (c.round, c.table) == place
    ]
    row = table_row(state, place, table, now.get(place))
    return row | {"called": called, "reason": table.sheet.reason if table.sheet else ""}
