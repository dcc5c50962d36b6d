"""How far a deal is, and what the table's mode lets everybody see of it."""

from __future__ import annotations

from companion_app.state.model import AppState
from companion_app.state.record import Now, Standing


def phase_of(found: Now | None, where: Standing | None) -> str:
    if found is None or where is None:
        return "idle"
    if not found.record.get("contract"):
        return "bidding"
    return "over" if len(where.deal.tricks) == 12 and where.lying else "play"


def shows_points(state: AppState) -> bool:
    """Points so far are help: in fair play they show what lies open, else they are for the referee, or for nobody."""
    mode = (state.section("table") or {}).get("fair_play", "fair_play")
    return mode == "fair_play" or (mode == "referee" and state.role == "referee")
