"""The settings of this device and of the table."""

from __future__ import annotations

from dataclasses import dataclass

from companion_app.viewmodels.common import Choice, Group


@dataclass(frozen=True, slots=True)
class Slider:
    """A number between bounds; the screen emits `Change(setting, value)`."""

    setting: str
    label: str
    value: float
    low: float
    high: float
    step: float
    text: str
    """`120 %`"""


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off; the choice turns it over."""

    label: str
    on: bool
    choice: Choice
    hint: str = ""


@dataclass(frozen=True, slots=True)
class SettingsView:
    title: str
    language: Group
    scale: Slider
    look: tuple[Group, ...]
    """Theme, suits, hand, seat."""
    switches: tuple[Switch, ...]
    """Contrast, motion, sounds, caller."""
    table: tuple[Group, ...]
    """Fair play and camera of the table, for those who may choose them."""
    server: str
    """`Verbunden mit https://… als Schreiber`"""
    leave: Choice | None = None
    version: str = ""
