"""A deal again, card by card, plainly marked as a replay."""

from __future__ import annotations

from dataclasses import dataclass

from companion_app.viewmodels.common import Choice
from companion_app.viewmodels.table import ContractLine, SeatView, TrickView, WarningView


@dataclass(frozen=True, slots=True)
class ReplayView:
    title: str
    """`Wiedergabe · Spiel 7`"""
    mark: str
    """`WIEDERGABE`: always in sight."""
    step: int
    steps: int
    """The last step; the slider goes from 0 to here and emits `Seek`."""
    sentence: str
    """What this step is: `Stich 3: Bert legt XVII`."""
    seats: tuple[SeatView, ...]
    contract: ContractLine | None
    trick: TrickView | None
    marks: tuple[int, ...]
    """Steps at which a ruling was proven, to be marked on the slider."""
    warnings: tuple[WarningView, ...]
    first: Choice
    previous: Choice
    play: Choice
    following: Choice
    last: Choice
    running: bool = False
    counts: str = ""
