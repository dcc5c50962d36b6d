"""`kiebitz export` and `kiebitz verify` for tournaments and cups: whatever log is named, its own files and its own checks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from server.cli.common import fail, load, warn
from server.exports import EXPORTS, export
from server.exports.tournament_files import CUP_EXPORTS, TOURNAMENT_EXPORTS, export_cup, export_tournament
from server.store.chain import Stored
from server.store.protocol import Store
from server.tables.errors import Damaged, readable
from server.tables.fold import TableState, fold
from server.tournaments.cup_state import CupState, fold_cup, read_cup_event
from server.tournaments.events import read_event
from server.tournaments.evidence import check_evening
from server.tournaments.fold import fold as fold_tournament
from server.tournaments.state import TournamentState

State = TableState | TournamentState | CupState


@dataclass(frozen=True, slots=True)
class Kept:
    """A log of the store as it stands."""

    id: str
    state: State

    @property
    def kinds(self) -> tuple[str, ...]:
        """What can be exported of it; the first when nothing is asked for."""
        match self.state:
            case TournamentState():
                return ("evening.json", *(k for k in TOURNAMENT_EXPORTS if k != "evening.json"))
            case CupState():
                return ("cup.json", *(k for k in CUP_EXPORTS if k != "cup.json"))
            case _:
                return tuple(EXPORTS)

    def exported(self, kind: str, store: Store, lang: str) -> bytes:
        match self.state:
            case TournamentState() as tournament:
                return export_tournament(kind, self.id, tournament, store, lang)
            case CupState() as cup:
                return export_cup(kind, cup, lang)
            case TableState() as table:
                return export(kind, self.id, table, store.head(self.id).hash, lang)


def kept(store: Store) -> Iterator[Kept]:
    """Every log that can be read. The others are named in one line, so that nobody takes them for gone."""
    damaged = []
    for name in store.tables():
        try:
            found = Kept(name, _followed(name, store.read(name)))
        except Damaged:
            damaged.append(name)
        else:
            yield found
    if damaged:
        warn(f"damaged and left out: {', '.join(damaged)}; `kiebitz verify` tells where")


def _followed(name: str, links: Sequence[Stored]) -> State:
    with readable(name):
        if not links:
            raise ValueError("its events are gone")
        match name[0]:
            case "e":
                return fold_tournament(read_event(s.data["event"]) for s in links)
            case "c":
                return fold_cup(read_cup_event(s.data["event"]) for s in links)
            case _:
                return fold(s.event for s in links)


def find(store: Store, wanted: str) -> Kept:
    """The one log with this id or name."""
    every = list(kept(store))
    found = [k for k in every if k.id == wanted] or [k for k in every if k.state.name == wanted]
    if not found:
        known = ", ".join(f"{k.id} ({k.state.name})" for k in every[:20])
        fail(f"TABLE: there is no table {wanted[:60]!r}; there is {known or 'none yet'}")
    if len(found) > 1:
        fail(f"TABLE: several are called {wanted[:60]!r}: {', '.join(k.id for k in found)}")
    return found[0]


def verify_files(files: list[str]) -> list[dict[str, Any]]:
    """Exported evenings, each recomputed from its own records alone."""
    reports = []
    for file in files:
        document = load(file)
        findings = list(check_evening(document))
        sheets = document.get("sheets") if isinstance(document, dict) else None
        counted = [s for s in sheets if isinstance(s, dict)] if isinstance(sheets, list) else []
        deals = [len(s["deals"]) for s in counted if isinstance(s.get("deals"), list)]
        reports.append({"file": file, "sheets": len(counted), "deals": sum(deals), "findings": findings})
    return reports
