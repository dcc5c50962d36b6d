"""The actor of a table: the log of one evening at one table."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, ClassVar

from server.store.chain import Stored
from server.tables.commands import Command, plan
from server.tables.events import Event, canonical, event_json
from server.tables.fold import TableState, fold
from server.tables.log import LogActor, Speaker
from server.tables.views import SECTIONS, VIEW_OF, View, event_for, section

__all__ = ["Speaker", "TableActor"]


@dataclass(slots=True)
class TableActor(LogActor[TableState, Command]):
    """All commands of a table pass through here one after the other."""

    letter: ClassVar[str] = "t"

    def start(self) -> TableState:
        return TableState()

    def planned(self, speaker: Speaker, command: Command) -> tuple[list[Event], TableState]:
        return plan(self.state, speaker.role, command)

    def folded(self, links: Sequence[Stored]) -> TableState:
        return fold((stored.event for stored in links), self.state)

    def view_of(self, speaker: Speaker) -> View:
        return VIEW_OF[speaker.role]

    def shown(self, view: Enum) -> Iterator[tuple[str, str]]:
        for name in SECTIONS:
            yield name, canonical(section(name, self.state, View(view)))

    def event_text(self, body: str, view: Enum) -> str:
        return _event_text(body, View(view))

    def written(self, event: Any) -> dict[str, Any]:
        return event_json(event)


@lru_cache(maxsize=8192)
def _event_text(body: str, view: View) -> str:
    return canonical(event_for(json.loads(body), view))
