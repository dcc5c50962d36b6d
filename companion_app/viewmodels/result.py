"""Typing in a result: what happened, not how; checked and settled while it is typed."""

from __future__ import annotations

from dataclasses import dataclass

from companion_app.viewmodels.common import Choice, Group
from companion_app.viewmodels.settlement import AmountLine, PayView


@dataclass(frozen=True, slots=True)
class Stepper:
    """A number with its bounds; the screen emits `SetAmount(field, value)`."""

    field: str
    label: str
    value: int | None
    low: int
    high: int
    less: Choice
    more: Choice


@dataclass(frozen=True, slots=True)
class AmountRow:
    """Points and Blatt (or tricks) of one side or seat, and what is left for the others."""

    name: str
    steppers: tuple[Stepper, ...]
    rest: str = ""


@dataclass(frozen=True, slots=True)
class BonusRow:
    """A bonus of one side: how it went, and by whom it was announced."""

    title: str
    what: str
    side: str
    side_name: str
    outcomes: tuple[Choice, ...]
    """Nothing, silent, won, lost; in the order in which they are drawn."""


@dataclass(frozen=True, slots=True)
class ResultView:
    title: str
    contract: str
    """The contract, as one would say it."""
    edit_contract: Choice
    partner: Group | None
    amounts: tuple[AmountRow, ...]
    bonuses: tuple[BonusRow, ...]
    ends: Group | None
    """Played, given up, empty."""
    renonce: Group | None
    flags: tuple[Choice, ...]
    """Called king in the talon, left lying."""
    problems: tuple[str, ...]
    """What is missing or cannot be; empty when it can be noted."""
    lines: tuple[AmountLine, ...]
    pay: tuple[PayView, ...]
    commit: Choice
    undo: Choice | None = None
