"""The round's clock as this device shows it: by the server's time, also while there is no network."""

from __future__ import annotations

from dataclasses import dataclass

from companion_app.state.model import AppState

SAME_END = 5.0
"""Clocks of two devices differ by so many seconds: a later end than this is another one."""
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


def has_rung(state: AppState) -> bool:
    """Whether the signal for the end that the clock has now was given here."""
    known, clock = state.tournament, clock_of(state)
    if known is None or clock is None or known.signalled != clock.round:
        return known is not None and clock is not None and known.signalled > clock.round
    return clock.ends is None or clock.ends <= known.rung + SAME_END


def signal_at(state: AppState) -> tuple[int, float] | None:
    """For which round, and when by this device's clock, the signal has to be given here."""
    known, clock = state.tournament, clock_of(state)
    if known is None or clock is None or clock.ends is None or has_rung(state):
        return None
    return clock.round, round(clock.ends, 0)
