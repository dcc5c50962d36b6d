"""The tournaments of a server: created, commanded, and following the tables of their rounds."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import defaultdict
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from server.tables.actor import TableActor
from server.tables.errors import Damaged, NotFound, TableError
from server.tables.events import TableCreated
from server.tables.log import Done, Speaker
from server.tables.registry import AnyActor, Tables, log_id, whole
from server.tables.roles import Role
from server.tournaments import events as e
from server.tournaments.actor import TournamentActor
from server.tournaments.commands import Command, creation
from server.tournaments.fold import apply
from server.tournaments.live import live_of
from server.tournaments.state import Seated, TournamentState
from server.tournaments.written import Mended, corrections, mended, told, writes_at_tables

_SWEEP: Final = 30.0
"""Seconds between looks for tables that are over and need not be kept at hand."""
_AGAIN: Final = 1.0
"""Seconds until a table that another process is about to lay is looked for again."""
_OUT_OF_REACH: Final = (Damaged, NotFound)
"""One table takes no other away, and one that is not laid yet will be laid with the right names."""
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

    async def every(self) -> tuple[list[TournamentActor], list[str]]:
        """All that can be read, and the ids of the damaged ones."""
        return await whole(await self.tables.names("e"), self.get)

    async def get(self, name: str) -> TournamentActor:
        """A tournament, with its tables followed."""
        actor = await self.tables.log(name, TournamentActor, "tournament")
        if name not in self._known:
            self._known.add(name)
            actor.watchers.append(partial(self._changed, actor))
            await self._follow_tables(actor)
            await self._catch_up(actor)
        return actor

    async def logs(self) -> set[str]:
        """The logs of all tables that belong to a tournament."""
        actors, _ = await self.every()
        rounds = [drawn for actor in actors for drawn in actor.state.rounds]
        return {seated.log for drawn in rounds for seated in drawn.tables if seated.log}

    async def stop(self) -> None:
        """The server ends: nothing is waited for any more."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

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
                return await self._decided(actor, speaker, command)
        return await self._execute(actor, speaker, command)

    async def _execute(self, actor: TournamentActor, speaker: Speaker, command: Command) -> Done:
        with contextlib.suppress(TableError):  # what cannot be is refused by the actor, who has the last word
            await self._prepare(actor, command)
        renames = any(isinstance(said, e.PlayerRenamed) for said in command.say)
        if renames and not await self._said(actor.table, command.id):
            await self._demand_names(actor, speaker, command)
        done = await actor.execute(speaker, command)
        # Only now, so that no table keeps the names of a draw that was withdrawn; also when repeated: the first time may have been
        # cut short.
        for said in command.say:
            if isinstance(said, e.RoundOpened):
                await self._lay_tables(actor.table, actor.state, said.round)
        if renames:
            for before, _, stored in await self._told(actor):
                if stored.id == command.id:
                    await self._mend(speaker, mended(before, stored.id, stored.say))
        return done

    async def _demand_names(self, actor: TournamentActor, speaker: Speaker, command: Command) -> None:
        """Nobody is renamed in the list alone: a table at which the right name is somebody else's refuses for all."""
        events, _ = actor.planned(speaker, command)
        for each in mended(actor.state, command.id, events):
            with contextlib.suppress(*_OUT_OF_REACH):
                table = await self.tables.get(each.log)
                if (word := each.command(table.state.players)) is not None:
                    table.planned(speaker, word)

    async def _mend(self, speaker: Speaker, names: Iterable[Mended]) -> None:
        """Names that were mended in the list are mended at their tables, too; each once, also when all is asked again."""
        for each in names:
            with contextlib.suppress(*_OUT_OF_REACH):
                table = await self.tables.get(each.log)
                word = each.command(table.state.players)
                if word is not None and not await self._said(each.log, each.id):
                    await table.execute(speaker, word)

    async def _prepare(self, actor: TournamentActor, command: Command) -> None:
        """What a command needs beside its own log: the tables that it names are at hand."""
        for said in command.say:
            if not isinstance(said, e.SheetHandedIn | e.SheetCorrected):
                continue
            log = actor.state.table(said.round, said.table).log
            if log:
                table = await self.tables.get(log)
                actor.tables[log] = (table.state, table.head.hash)

    async def _lay_tables(self, name: str, state: TournamentState, number: int) -> None:
        """The real tables of a round, each once, however often this is asked."""
        drawn = state.round(number)
        for index, seated in enumerate(drawn.tables, 1):
            word = "Finale" if drawn.final else f"R{number}"
            event = TableCreated(
                name=f"{state.name[:40]} · {word} · Tisch {index}",
                rules=state.rules,
                options=json.loads(state.agreements),
                players=seated.players,
            )
            if not seated.log or await self._missing(seated.log):
                await self.tables.create(event, _HOUSE, creation(name, number, index))

    async def _missing(self, log: str) -> bool:
        return (await asyncio.to_thread(self.tables.store.head, log)).seq == 0

    # --- the referee -------------------------------------------------------------------------------------------

    async def _decided(self, actor: TournamentActor, speaker: Speaker, command: Command) -> Done:
        """The word stands first, in the one log that has one writer however many processes there are; then the deal.

        So of two decisions of one call only one writes a deal. What fails in between is done when the word is sent again,
        or by the next process that reads the tournament.
        """
        written = corrections(actor.state, command)
        if written and not await self._said(actor.table, command.id):
            actor.planned(speaker, command)
            for log, word in written:
                (await self.tables.get(log)).planned(speaker, word)
        done = await self._execute(actor, speaker, command)
        for log, word in written:
            await (await self.tables.get(log)).execute(speaker, word)
        return done

    async def _catch_up(self, actor: TournamentActor) -> None:
        """What was not written any more because a process ended in between: tables of an opened round, deals of decisions,
        mended names."""
        opened = [
            n for n, drawn in enumerate(actor.state.rounds, 1) if any(seated.log for seated in drawn.tables)
        ]
        if opened:
            await self._lay_tables(actor.table, actor.state, opened[-1])
        for before, speaker, command in await self._told(actor):
            for each in mended(before, command.id, command.say):
                with contextlib.suppress(TableError):  # the table has other names by now
                    await self._mend(speaker, (each,))
            for log, word in corrections(actor.state, command):
                if not await self._said(log, word.id):
                    with contextlib.suppress(TableError):  # the deal is no longer what it was
                        await (await self.tables.get(log)).execute(speaker, word)

    async def _told(self, actor: TournamentActor) -> list[tuple[TournamentState, Speaker, Command]]:
        """The commands of a log, if any of them has to do with a table's own log."""

        def read() -> list[tuple[TournamentState, Speaker, Command]]:
            links = self.tables.store.read(actor.table)
            return list(told(links)) if writes_at_tables(links) else []

        return await asyncio.to_thread(read)

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
                if not await self._listen(seated.log):
                    self._spawn(self._await_table(seated.log))

    async def _listen(self, log: str) -> bool:
        """Whether a table is there: its log is written after its round was opened, perhaps by another process."""
        try:
            table = await self.tables.get(log)
        except NotFound:
            return False
        except TableError:
            return True  # but it cannot be read
        self._opened(table)
        self._heard(table)
        return True

    async def _await_table(self, log: str) -> None:
        """Not every store says that another process wrote, and nobody polls for a log that is not at hand."""
        while True:
            await asyncio.sleep(_AGAIN)
            with contextlib.suppress(Exception):  # a store that cannot be read now is asked again
                if await self._listen(log):
                    return

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
