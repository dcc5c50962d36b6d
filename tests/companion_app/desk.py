"""A table server without a network, and an app at it: commands are planned by the server's own code, at once."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from companion_app.actions import ChooseTable
from companion_app.settings import Settings
from companion_app.state import messages as m
from companion_app.state.model import AppState, Link, Server, TableCopy
from companion_app.state.update import update
from server.tables.commands import Command, plan
from server.tables.errors import TableError
from server.tables.events import Event, TableCreated, event_json
from server.tables.fold import TableState, apply
from server.tables.roles import Role
from server.tables.views import VIEW_OF, closed_deal, event_for, sections
from tests.companion_app.fingers import Fingers
from tests.server.stories import created

TABLE = "t0123456789ab"
_COMMAND: TypeAdapter[Command] = TypeAdapter(Command)


class Desk(Fingers):
    """Fingers whose words the table notes, as a server would; with `offline` they wait."""

    def __init__(
        self, rules: str = "tirol-deluxe", role: Role = Role.SCORER, lang: str = "de", **more: Any
    ) -> None:
        word = created(rules, **more)
        self.role = role
        self.table = TableState()
        self.told = 0
        self.stream: list[dict[str, Any]] = []
        self.offline = False
        self.refusals: list[str] = []
        self.effects: list[m.Effect] = []
        server = Server("http://127.0.0.1:8765", role=role.value)
        super().__init__(
            AppState(
                settings=Settings(lang=lang), server=server, table=TABLE, link=Link.CONNECTED, generation=1
            )
        )
        self._begin(word)

    def _begin(self, word: TableCreated) -> None:
        self.table = apply(self.table, word)
        self._tell([word])
        self.hear(
            {"type": "state", "table": TABLE, "seq": self.table.seq, "events": [], "sections": self.sections}
        )
        self.do(ChooseTable(TABLE))

    @property
    def sections(self) -> dict[str, Any]:
        return sections(self.table, VIEW_OF[self.role])

    def do(self, action: Any) -> None:
        self.step(action)
        self.deliver()

    def step(self, message: Any) -> None:
        self.state, effects = update(self.state, message)
        self.effects += effects
        for effect in effects:
            if isinstance(effect, m.FetchDeal):
                self.step(m.DealCame(effect.number, closed_deal(self.table, effect.number)))

    def hear(self, message: dict[str, Any]) -> None:
        self.step(m.Heard(self.state.generation, message))

    def deliver(self) -> None:
        """What waits is noted, one command after the other."""
        while self.state.outbox and not self.offline:
            pending = self.state.outbox[0]
            command = _COMMAND.validate_python({"id": pending.id, "say": list(pending.say)})
            try:
                events, after = plan(self.table, self.role, command)
            except TableError as error:
                self.refusals.append(error.message)
                self.step(m.Refused(pending.id, error.code, error.message))
                continue
            first = self.table.seq + 1
            self.table = after
            update_ = self._tell(events)
            self.step(m.Confirmed(pending.id, first))
            self.hear(update_)

    def noted(self, *words: Any) -> None:
        """What others say at the table."""
        for number, word in enumerate(words):
            events, self.table = plan(
                self.table, Role.ADMIN, Command(id=f"x{self.table.seq}.{number}", say=(word,))
            )
            self.hear(self._tell(events))

    def _tell(self, events: list[Event]) -> dict[str, Any]:
        """The update as the server sends it: the events as this role sees them, and all that is true now."""
        view = VIEW_OF[self.role]
        first = self.told + 1
        self.told += len(events)
        stored = [{"seq": first + i, "at": "t", "event": event_json(event)} for i, event in enumerate(events)]
        message = {
            "type": "update",
            "table": TABLE,
            "seq": self.told,
            "events": [event_for(data, view) for data in stored],
            "sections": self.sections,
        }
        self.stream.append(message)
        return message

    @property
    def copy(self) -> TableCopy:
        assert self.state.copy is not None
        return self.state.copy
