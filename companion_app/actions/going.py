"""Going about: from screen to screen, back, and what this device is set to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Screen(StrEnum):
    """Where the app can be."""

    START = "start"
    NEW_TABLE = "new_table"
    TABLE = "table"
    CONTRACT = "contract"
    CORRECTION = "correction"
    RULING = "ruling"
    RESULT = "result"
    SETTLEMENT = "settlement"
    SHEET = "sheet"
    REPLAY = "replay"
    SETTINGS = "settings"
    TOURNAMENT = "tournament"


@dataclass(frozen=True, slots=True)
class Open:
    """Shows a screen."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Back:
    """To where one came from; what was half entered stays as a draft."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes the last step back: of a draft on this device, else of what was noted last at the table."""


@dataclass(frozen=True, slots=True)
class CloseNotice:
    """The notice at the foot of the screen was read."""


@dataclass(frozen=True, slots=True)
class Change:
    """A setting of this device (see `settings.Settings`), or `table.fair_play`, `table.camera` of the table."""

    setting: str
    value: str | bool | float


Going = Open | Back | Undo | CloseNotice | Change
