"""Which screen draws which view; a screen's module is loaded when it is shown for the first time."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from companion_app.screens.base import Screen

SCREENS: Final = {
    "StartView": ("start", "StartScreen"),
    "NewTableView": ("new_table", "NewTableScreen"),
    "TableView": ("table", "TableScreen"),
    "ContractView": ("contract", "ContractScreen"),
    "CorrectionView": ("correction", "CorrectionScreen"),
    "RulingView": ("ruling", "RulingScreen"),
    "ResultView": ("result", "ResultScreen"),
    "SettlementView": ("settlement", "SettlementScreen"),
    "SheetView": ("sheet", "SheetScreen"),
    "ReplayView": ("replay", "ReplayScreen"),
    "SettingsView": ("settings", "SettingsScreen"),
    "TournamentView": ("tournament", "TournamentScreen"),
}


def screen_for(view: Any) -> type[Screen]:
    module, name = SCREENS[type(view).__name__]
    screen: type[Screen] = getattr(import_module(f"companion_app.screens.{module}"), name)
    return screen
