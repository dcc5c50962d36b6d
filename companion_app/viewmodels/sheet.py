"""The sheet of the evening as on paper, with its curve."""

from __future__ import annotations

from dataclasses import dataclass

from companion_app.actions import Action
from companion_app.viewmodels.common import Choice


@dataclass(frozen=True, slots=True)
class Cell:
    """What a player has in a line: the running total as it is written, and the change."""

    total: str
    change: str
    played: bool = False
    """He is of the declaring side (drawn with a mark)."""
    sits_out: bool = False
    earlier: str = ""
    """The change that stood here before a correction; drawn struck through."""


@dataclass(frozen=True, slots=True)
class RowView:
    number: str
    game: str
    """Short: `Bess. I`"""
    cells: tuple[Cell, ...]
    dealer: int
    """Index of the player who dealt."""
    double: bool = False
    corrected: bool = False
    open: bool = False
    reason: str = ""
    action: Action | None = None
    """Touching the line shows its settlement."""


@dataclass(frozen=True, slots=True)
class CurveView:
    """The totals of one player after each deal, from 0 on."""

    name: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SheetView:
    title: str
    players: tuple[str, ...]
    rows: tuple[RowView, ...]
    totals: tuple[str, ...]
    cash: tuple[str, ...]
    """Kontra money and Pagatkassa in euros; empty where nothing but points is written."""
    kassa: str
    cash_label: str
    total_label: str
    curve: tuple[CurveView, ...]
    curve_title: str
    exports: tuple[Choice, ...]
    empty: str = ""
    """What to read while there is no line yet."""
    next: str = ""
    """`Als Nächste gibt Cilli`"""
