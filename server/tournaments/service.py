"""The tournaments of a server: created, commanded, and following the tables of their rounds."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import defaultdict
from collections.abc import Coroutine
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from server.tables.actor import TableActor
from server.tables.commands import Command as TableCommand
from server.tables.errors import Refused, TableError
from server.tables.events import DealCorrected, PlayerRenamed, TableCreated
from server.tables.log import Done, Speaker
from server.tables.registry import AnyActor, Tables, log_id
from server.tables.roles import Role
from server.tournaments import events as e
from server.tournaments.actor import TournamentActor
from server.tournaments.commands import Command, creation, tables_of
from server.tournaments.fold import apply
from server.tournaments.live import live_of
from server.tournaments.state import Seated, TournamentState

_SWEEP: Final = 30.0
"""Seconds between looks for tables that are over and need not be kept at hand."""
_HOUSE: Final = Speaker("host", Role.ADMIN)


@dataclass(slots=True)
class Tournaments:
    tables: Tables
    _places: dict[str, tuple[TournamentActor, tuple[int, int]]] = field(default_factory=dict)
    """The logs of tables that are listened to, with their tournament, round and number."""
    _known: set[str] = field(default_factory=set)
    _deciding: defaultdict[str, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))
    """While a decision changes a deal, nothing may be noted that makes the decision impossible."""
    _sweeping: bool = False
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def names(self) -> list[str]:
        return await self.tables.names("e")

    async def get(self, name: str) -> TournamentActor:
        """A tournament, with its tables followed."""
        actor = await self.tables.log(name, TournamentActor, "tournament")
        if name not in self._known:
            self._known.add(name)
            actor.watchers.append(partial(self._changed, actor))
            await self._follow_tables(actor)
        return actor

    async def logs(self) -> set[str]:
        """The logs of all tables that belong to a tournament."""
        states = [(await self.get(name)).state for name in await self.names()]
        return {
            seated.log for state in states for drawn in state.rounds for seated in drawn.tables if seated.log
        }

    async def create(self, event: e.TournamentCreated, speaker: Speaker, command: str) -> TournamentActor:
        apply(TournamentState(), event)
        name = log_id("e", command)
        digest = Command(id=command, say=(event,)).digest
        await self.tables.begin(name, e.event_json(event), speaker, command, digest)
        return await self.get(name)

    async def execute(self, name: str, speaker: Speaker, command: Command) -> Done:
        actor = await self.get(name)
        if any(isinstance(said, e.CallDecided | e.TournamentClosed) for said in command.say):
            async with self._deciding[name]:
                return await self._execute(actor, speaker, command)
        return await self._execute(actor, speaker, command)

    async def _execute(self, actor: TournamentActor, speaker: Speaker, command: Command) -> Done:
        with contextlib.suppress(TableError):  # what cannot be is refused by the actor, who has the last word
            await self._prepare(actor, speaker, command)
        done = await actor.execute(speaker, command)
        # Also when repeated: the first time may have been cut short.
        await self._rename(actor, speaker, command)
        return done

    async def _rename(self, actor: TournamentActor, speaker: Speaker, command: Command) -> None:
        """Names that were mended in the list are mended at the tables, too; each once, also when all is asked again."""
        for index, said in enumerate(command.say):
            if not isinstance(said, e.PlayerRenamed):
                continue
            mending = f"{command.id}.{index}"  # one table may have several of these players
            for log, (owner, _) in list(self._places.items()):
                table = await self.tables.get(log) if owner is actor else None
                if table is None or said.player not in table.state.players or await self._said(log, mending):
                    continue
                word = PlayerRenamed(player=table.state.players.index(said.player), name=said.to)
                await table.execute(speaker, TableCommand(id=mending, say=(word,)))

    async def _prepare(self, actor: TournamentActor, speaker: Speaker, command: Command) -> None:
        """What a command needs beside its own log: the tables that it opens exist, and those it names are at hand."""
        for said in command.say:
            match said:
                case e.RoundOpened() if speaker.role is Role.ADMIN:
                    await self._make_tables(actor, said)
                case e.SheetHandedIn():
                    log = actor.state.table(said.round, said.table).log
                    if log:
                        table = await self.tables.get(log)
                        actor.tables[log] = (table.state, table.head.hash)

    async def _make_tables(self, actor: TournamentActor, said: e.RoundOpened) -> None:
        state = actor.state
        apply(state, e.RoundOpened(
            round=said.round,
            despite_missing=said.despite_missing,
            tables=tables_of(actor.table, state, said.round),
        ))  # fmt: skip
        drawn = state.round(said.round)
        for number, seated in enumerate(drawn.tables, 1):
            word = "Finale" if drawn.final else f"R{said.round}"
            event = TableCreated(
                name=f"{state.name[:40]} · {word} · Tisch {number}",
                rules=state.rules,
                options=json.loads(state.agreements),
                players=seated.players,
            )
            await self.tables.create(event, _HOUSE, creation(actor.table, said.round, number))

    # --- the referee -------------------------------------------------------------------------------------------

    async def decide(
        self, name: str, speaker: Speaker, command: str, word: e.CallDecided, correction: DealCorrected | None
    ) -> Done:
        """The referee's word; with a correction it counts on the table's sheet, under his name, before it is noted here."""
        actor = await self.get(name)
        noted = Command(id=command, say=(word,))
        async with self._deciding[name]:
            if correction is not None:
                await self._correct(actor, speaker, noted, word, correction)
            return await self._execute(actor, speaker, noted)

    async def _correct(
        self,
        actor: TournamentActor,
        speaker: Speaker,
        noted: Command,
        word: e.CallDecided,
        correction: DealCorrected,
    ) -> None:
        """The deal as the referee decided it, written at the table only if his word can stand here."""
        call = actor.state.call(word.call)
        log, command = actor.state.table(call.round, call.table).log, f"{noted.id}.deal"
        if await self._said(actor.table, noted.id):
            if not await self._said(log, command):
                raise Refused("command_id", "another command was sent under this id before", "id")
        else:
            actor.planned(speaker, noted)  # raises if the word cannot stand
        table = await self.tables.get(log)
        await table.execute(speaker, TableCommand(id=command, say=(correction,)))

    async def _said(self, log: str, command: str) -> bool:
        return await asyncio.to_thread(self.tables.store.receipt, log, command) is not None

    # --- following the tables ----------------------------------------------------------------------------------

    def __post_init__(self) -> None:
        self.tables.opened.append(self._opened)
        self.tables.wanted_here = self._places.__contains__

    def _changed(self, actor: TournamentActor) -> None:
        self._spawn(self._follow_tables(actor))
        if not self._sweeping:
            self._sweeping = True
            asyncio.get_running_loop().call_later(_SWEEP, self._sweep)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow_tables(self, actor: TournamentActor) -> None:
        """Listens to every table of the opened rounds; what was not touched since its sheet is in need not be read."""
        for number, drawn in enumerate(actor.state.rounds, 1):
            for index, seated in enumerate(drawn.tables, 1):
                if not seated.log or seated.log in self._places:
                    continue
                self._places[seated.log] = (actor, (number, index))
                over = number < actor.state.current or actor.state.closed
                if over and await self._untouched(seated):
                    continue
                with contextlib.suppress(TableError):
                    table = await self.tables.get(seated.log)
                    self._opened(table)
                    self._heard(table)

    async def _untouched(self, seated: Seated) -> bool:
        """Whether a table's log still ends where its sheet was handed in, or never had a word of its own."""
        if not seated.sheets:
            return False
        head = await asyncio.to_thread(self.tables.store.head, seated.log)
        return head.seq <= 1 or head.hash == seated.sheets[0].head

    def _opened(self, table: AnyActor) -> None:
        """A table of ours was read from the store, perhaps not for the first time."""
        if table.table in self._places and isinstance(table, TableActor) and not table.watchers:
            table.watchers.append(partial(self._heard, table))

    def _heard(self, table: TableActor) -> None:
        actor, place = self._places[table.table]
        players = actor.state.rounds[place[0] - 1].tables[place[1] - 1].players
        heard = int(actor.clock() * 1000)
        if table.state.seq:
            actor.heard(place, live_of(table.state, players, heard, actor.now.get(place)))

    def _sweep(self) -> None:
        """Tables of earlier rounds whose sheets are in are put away; what they said last is kept."""
        self._sweeping = False
        for log, (actor, (number, index)) in self._places.items():
            if number < actor.state.current and actor.state.table(number, index).sheets:
                self.tables.put_away(log)
                actor.tables.pop(log, None)
