"""The form for a new table: name, rules, who sits there."""

from __future__ import annotations

from dataclasses import dataclass

from companion_app.viewmodels.common import Choice, Group


@dataclass(frozen=True, slots=True)
class NameField:
    """A name to be typed; the screen emits `FillTable(field, text)` with every change."""

    field: str
    label: str
    text: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class NewTableView:
    title: str
    name: NameField
    systems: Group
    count: Group
    """Four, five or six players."""
    players: tuple[NameField, ...]
    """In their order of play around the table."""
    order_hint: str
    """Which way round they sit."""
    dealer: Group
    fair_play: Group
    options: tuple[Group, ...]
    """The agreements of the table: each group is one option with its choices."""
    create: Choice
    busy: bool = False
