"""What a tournament's words write at its tables, beside its own log: deals that were decided, names that were mended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from server.store.chain import Stored
from server.tables.commands import Command as TableCommand
from server.tables.events import PlayerRenamed
from server.tables.log import Speaker
from server.tables.roles import Role
from server.tournaments import events as e
from server.tournaments.commands import Command
from server.tournaments.fold import apply, fold
from server.tournaments.state import TournamentState


@dataclass(frozen=True, slots=True)
class Mended:
    """Names that one command mended, for one of the tables at which they sat then; the id is the table's command."""

    log: str
    id: str
    names: tuple[tuple[str, str], ...]

    def command(self, players: Sequence[str]) -> TableCommand | None:
        """What is said at a table with these players; nothing if it has other names."""
        now, words = list(players), []
        for wrong, right in self.names:
            if wrong in now:
                at = now.index(wrong)
                now[at] = right
                words.append(PlayerRenamed(player=at, name=right))
        return TableCommand(id=self.id, say=tuple(words)) if words else None


def mended(state: TournamentState, command: str, said: Iterable[e.Said]) -> list[Mended]:
    """The names that these events mend, table by table. `state` is what was true before them: later tables have the
    right names, and a wrong one may be somebody else's there."""
    found: dict[str, Mended] = {}
    for index, event in enumerate(said):
        if isinstance(event, e.PlayerRenamed):
            for log in _logs_with(state, event.player):
                before = found.get(log, Mended(log, f"{command}.{index}", ()))
                found[log] = Mended(log, before.id, (*before.names, (event.player, event.to)))
        state = apply(state, event)
    return list(found.values())


def _logs_with(state: TournamentState, player: str) -> list[str]:
    tables = (table for drawn in state.rounds for table in drawn.tables)
    return [table.log for table in tables if table.log and player in table.players]


def corrections(state: TournamentState, command: Command) -> list[tuple[str, TableCommand]]:
    """What a command's decisions write at their tables, each once."""
    found: list[tuple[str, TableCommand]] = []
    for said in command.say:
        if isinstance(said, e.CallDecided) and said.correction is not None:
            call = state.call(said.call)
            log = state.table(call.round, call.table).log
            name = f"{command.id}.deal{len(found) or ''}"
            found.append((log, TableCommand(id=name, say=(said.correction,))))
    return found


def writes_at_tables(links: Iterable[Stored]) -> bool:
    """Whether anything in a log may have been written at a table as well."""
    events = (stored.data["event"] for stored in links)
    return any(event["type"] == "player_renamed" or "correction" in event for event in events)


def told(links: Iterable[Stored]) -> Iterator[tuple[TournamentState, Speaker, Command]]:
    """The commands of a log, each with all of its events, who said it, and the state before it."""
    state = TournamentState()
    for (name, device, role), events in groupby(links, key=_origin):
        command = Command(id=name, say=tuple(e.read_event(stored.data["event"]) for stored in events))
        yield state, Speaker(device, Role(role)), command
        state = fold(command.say, state)


def _origin(stored: Stored) -> tuple[str, str, str]:
    data = stored.data
    return data["command"], data["device"], data["role"]
