"""The round's clock as this device shows it: by the server's time, also while there is no network."""

from __future__ import annotations

from dataclasses import dataclass

from companion_app.state.model import AppState

LATE = 120.0
"""Seconds after the end at which nobody needs the signal any more."""


@dataclass(frozen=True, slots=True)
class RoundClock:
    round: int
    ends: float | None
    """By this device's clock, in seconds; None while it rests."""
    left: int
    """Seconds, where it rests."""


def clock_of(state: AppState) -> RoundClock | None:
    known = state.tournament
    clock = None if known is None else known.desk.get("clock")
    if known is None or clock is None:
        return None
    if clock["paused"] is not None:
        return RoundClock(clock["round"], None, round((clock["ends"] - clock["paused"]) / 1000))
    return RoundClock(clock["round"], (clock["ends"] - known.offset) / 1000, 0)


def signal_at(state: AppState) -> tuple[int, float] | None:
    """For which round, and when by this device's clock, the signal has to be given here."""
    known, clock = state.tournament, clock_of(state)
    if known is None or clock is None or clock.ends is None or known.signalled >= clock.round:
        return None
    return clock.round, round(clock.ends, 0)
