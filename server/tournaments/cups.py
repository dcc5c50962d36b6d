"""The cups of a server: each a log with its one actor; evenings come from closed tournaments or from a list of points."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import pairwise
from typing import Annotated, Any, ClassVar

from pydantic import Field

from server.store.chain import Stored
from server.tables.errors import Conflict, Damaged, Refused
from server.tables.events import Strict, canonical
from server.tables.log import Done, LogActor, Speaker
from server.tables.registry import log_id, whole
from server.tables.words import Id
from server.tournaments.cup_state import (
    CupCreated,
    CupSaid,
    CupState,
    Entry,
    EventAdded,
    EventRenewed,
    apply_cup,
    cup_event_json,
    cup_json,
    entry_of,
    fold_cup,
    points_of,
    read_cup_event,
)
from server.tournaments.record import settled
from server.tournaments.service import Tournaments
from server.tournaments.state import TournamentState
from server.tournaments.views import Sight


@dataclass(frozen=True, slots=True, kw_only=True)
class CupCommand(Strict):
    """Sent twice with the same id it is done once."""

    id: Id
    expect: Annotated[int, Field(ge=0, le=2**53)] | None = None
    say: Annotated[
        tuple[Annotated[CupSaid, Field(discriminator="type")], ...], Field(min_length=1, max_length=64)
    ]

    @property
    def digest(self) -> str:
        return hashlib.sha256(canonical([cup_event_json(said) for said in self.say]).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Completed:
    """A command with the server's own words in it; what was asked is still told by the digest of the command itself."""

    asked: CupCommand
    say: tuple[CupSaid, ...]

    @property
    def id(self) -> str:
        return self.asked.id

    @property
    def digest(self) -> str:
        return self.asked.digest


@dataclass(slots=True)
class CupActor(LogActor[CupState, Completed]):
    letter: ClassVar[str] = "c"

    def start(self) -> CupState:
        return CupState()

    def planned(self, speaker: Speaker, command: Completed) -> tuple[list[CupSaid], CupState]:  # noqa: ARG002
        if command.asked.expect is not None and command.asked.expect != self.state.seq:
            message = f"the cup stands at {self.state.seq}, not at {command.asked.expect}"
            raise Conflict("expect", message, self.state.seq)
        state = self.state
        for index, said in enumerate(command.say):
            if isinstance(said, EventAdded) and said.final and state.final is not None:
                # Not in the fold: logs in which a final replaced another stay readable.
                message = f"{state.final.name} is the final already; it has to be withdrawn first"
                raise Refused("second_final", message, f"say[{index}].final")
            try:
                state = apply_cup(state, said)
            except Refused as refused:
                raise Refused(refused.code, refused.message, f"say[{index}].{refused.at}") from None
        return list(command.say), state

    def folded(self, links: Sequence[Stored]) -> CupState:
        return fold_cup((read_cup_event(stored.data["event"]) for stored in links), self.state)

    def view_of(self, speaker: Speaker) -> Sight:  # noqa: ARG002
        return Sight.PUBLIC

    def shown(self, view: Enum) -> Iterator[tuple[str, str]]:  # noqa: ARG002
        yield "cup", canonical(cup_json(self.state))

    def event_text(self, body: str, view: Enum) -> str:  # noqa: ARG002
        return body

    def written(self, event: Any) -> dict[str, Any]:
        return cup_event_json(event)


@dataclass(slots=True)
class Cups:
    tournaments: Tournaments
    _worth: dict[tuple[str, str], tuple[int, tuple[dict[str, str], str]]] = field(default_factory=dict)
    """What tournaments are worth, with the number at which their logs stood."""

    async def every(self) -> tuple[list[CupActor], list[str]]:
        """All that can be read, and the ids of the damaged ones."""
        return await whole(await self.tournaments.tables.names("c"), self.get)

    async def get(self, name: str) -> CupActor:
        return await self.tournaments.tables.log(name, CupActor, "cup")

    async def create(self, event: CupCreated, speaker: Speaker, command: str) -> CupActor:
        apply_cup(CupState(), event)
        name = log_id("c", command)
        digest = CupCommand(id=command, say=(event,)).digest
        await self.tournaments.tables.begin(name, cup_event_json(event), speaker, command, digest)
        return await self.get(name)

    async def execute(self, name: str, speaker: Speaker, command: CupCommand) -> Done:
        """The points of an evening that was played here are looked up before the command is noted."""
        actor = await self.get(name)
        say = tuple([await self._completed(actor.state, said) for said in command.say])
        return await actor.execute(speaker, Completed(command, say))

    async def _completed(self, cup: CupState, said: CupSaid) -> CupSaid:
        if isinstance(said, EventRenewed):
            if said.points:
                raise Refused("points", "the points of a tournament are the server's own word", "points")
            entry = entry_of(cup, said.event)
            points, _ = await self._points(entry.tournament, entry.worth) if entry.tournament else ({}, "")
            return replace(said, points=points)
        if not isinstance(said, EventAdded) or said.tournament is None:
            return said
        if said.points:
            raise Refused("points", "the points of a tournament are the server's own word", "points")
        points, worth = await self._points(said.tournament, said.worth)
        return replace(said, points=points, worth=worth)  # type: ignore[arg-type]

    async def _points(self, tournament: str, worth: str | None) -> tuple[dict[str, str], str]:
        """What an evening is worth as it stands now; added up once for each of its corrections."""
        state = (await self.tournaments.get(tournament)).state
        if not state.closed:
            raise Refused("tournament", "this tournament is not closed yet", "tournament")
        key = (tournament, worth or "")
        known = self._worth.get(key)
        if known is None or known[0] != state.seq:
            known = (state.seq, points_of(settled(state), worth))
            self._worth[key] = known
        return known[1]

    async def corrections(self, cup: CupState) -> list[dict[str, Any]]:
        """Of each evening that was played here what was corrected in it, and whether its points here are out of date."""
        numbered: list[tuple[int | None, Entry]] = list(enumerate(cup.entries, 1))
        numbered += [(None, cup.final)] if cup.final is not None else []
        found = []
        for number, entry in numbered:
            if not entry.tournament or entry.removed:
                continue
            row: dict[str, Any] = {"event": number, "name": entry.name, "damaged": False}
            try:
                row |= await self._changed(entry)
            except Damaged:
                # Its points here stand; whether they still are those of the evening, nobody can say.
                row |= {"damaged": True, "stale": [], "corrections": []}
            found.append(row)
        return found

    async def _changed(self, entry: Entry) -> dict[str, Any]:
        points, _ = await self._points(entry.tournament, entry.worth)
        was = dict(entry.points)
        changed = [
            {"player": name, "was": was.get(name), "now": points.get(name)}
            for name in sorted({*was, *points})
            if was.get(name) != points.get(name)
        ]
        state = (await self.tournaments.get(entry.tournament)).state
        return {"stale": changed, "corrections": corrected_sheets(state)}


def corrected_sheets(state: TournamentState) -> list[dict[str, Any]]:
    """Every sheet that the director changed: where, why, and what stood there before."""
    return [
        {
            "round": number,
            "table": index,
            "players": list(table.players),
            "reason": now.reason,
            "was": list(before.points),
            "now": list(now.points),
        }
        for number, drawn in enumerate(state.rounds, 1)
        for index, table in enumerate(drawn.tables, 1)
        for before, now in pairwise(table.sheets)
    ]
