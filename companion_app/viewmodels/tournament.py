"""A table at a tournament: the round and its clock, the tables to take over, the sheet that the four confirm."""

from __future__ import annotations

from dataclasses import dataclass

from companion_app.viewmodels.common import Choice, Tone


@dataclass(frozen=True, slots=True)
class ClockView:
    """What is left of the round; the screen counts it down by itself."""

    ends: float | None
    """By this device's clock, in seconds; None while it rests."""
    left: int = 0
    """Seconds that are left, where it rests."""


@dataclass(frozen=True, slots=True)
class RoundStrip:
    """Above the table: `Tisch 7 · Runde 2` and what is left of it."""

    text: str
    choice: Choice
    clock: ClockView | None = None
    state: str = ""
    """A word beside the clock: `angehalten`; after the signal, what to do now."""
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One of the four with his points; touching the line confirms them."""

    name: str
    points: str
    choice: Choice
    word: str = ""
    """`stimmt`, once he has said so."""


@dataclass(frozen=True, slots=True)
class MineView:
    """The table that lies here."""

    title: str
    status: str
    tone: Tone
    lines: tuple[PlayerLine, ...]
    hint: str
    """What has to happen before the sheet can be handed in, or what became of it."""
    write: Choice | None = None
    hand_in: Choice | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TournamentView:
    title: str
    heading: str
    """`Cupabend · Runde 2`"""
    hint: str = ""
    clock: ClockView | None = None
    clock_word: str = ""
    mine: MineView | None = None
    same: Choice | None = None
    """The table of the same number in the new round, large."""
    tables_title: str = ""
    tables: tuple[Choice, ...] = ()
    call: Choice | None = None
    called: str = ""
    """Who was called, who comes, what was decided."""
    leave: Choice | None = None
