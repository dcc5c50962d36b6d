"""The actor of a tournament: its log, and beside it what its tables' logs say now."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Any, ClassVar, Final

from engine.tournament import Standings
from server.hub.hub import Message
from server.store.chain import Stored
from server.tables.events import canonical
from server.tables.fold import TableState
from server.tables.log import LogActor, Speaker
from server.tournaments.commands import Command, plan
from server.tournaments.events import Said, event_json, read_event
from server.tournaments.fold import fold
from server.tournaments.record import Live, standing
from server.tournaments.state import TournamentState
from server.tournaments.views import SECTIONS, Sight, event_for, section, sight_of, standing_json

AT_ONCE: Final = 0.03
"""Seconds in which what happens together is gathered into one message."""
EVERY: Final = 0.25
"""Seconds between two messages at least: four in a second are as many as anybody can read."""
_STATIC: Final = frozenset({"tournament", "players", "rounds", "clock", "calls"})
"""Sections that only the tournament's own log changes."""


@dataclass(slots=True)
class TournamentActor(LogActor[TournamentState, Command]):
    letter: ClassVar[str] = "e"

    now: dict[tuple[int, int], Live] = field(default_factory=dict)
    """What the tables say, by round and table."""
    tables: dict[str, tuple[TableState, str]] = field(default_factory=dict)
    """Tables at hand for a command that hands their sheets in: state and head."""
    lives: int = 0
    """How often a table has said something new."""
    scores: int = 0
    """How often that changed the standing."""
    _made: dict[tuple[str, Sight], tuple[object, str]] = field(default_factory=dict)
    _standing: tuple[tuple[int, int], Standings] | None = None
    _heard_of: int = 0
    _timer: asyncio.TimerHandle | None = None
    _last_told: float = 0.0

    def start(self) -> TournamentState:
        return TournamentState()

    def planned(self, speaker: Speaker, command: Command) -> tuple[list[Said], TournamentState]:
        return plan(self.table, self.state, speaker, command, _World(self))

    def folded(self, links: Sequence[Stored]) -> TournamentState:
        return fold((read_event(stored.data["event"]) for stored in links), self.state)

    def view_of(self, speaker: Speaker) -> Sight:
        return sight_of(speaker)

    def shown(self, view: Enum) -> Iterator[tuple[str, str]]:
        sight = Sight(view)
        if sight is Sight.TICK:
            return
        for name in SECTIONS:
            yield name, self._text(name, sight)

    def _text(self, name: str, sight: Sight) -> str:
        """A section's text, made anew only when what it is made of has changed."""
        since = 0 if name in _STATIC else self.scores if name == "standing" else self.lives
        version = (self._head.seq, since)
        sight = Sight.DESK if name == "calls" and sight.desk else Sight.PUBLIC
        made = self._made.get((name, sight))
        if made is None or made[0] != version:
            if name == "standing":
                content: Any = standing_json(self.state, self.standing())
            else:
                content = section(name, self.state, self.now, sight)
            made = (version, canonical(content))
            self._made[name, sight] = made
        return made[1]

    def event_text(self, body: str, view: Enum) -> str:
        return _event_text(body, Sight(view))

    def written(self, event: Any) -> dict[str, Any]:
        return event_json(event)

    def standing(self) -> Standings:
        """The standing as it is now, added up once for all who ask."""
        version = (self._head.seq, self.scores)
        if self._standing is None or self._standing[0] != version:
            self._standing = (version, standing(self.state, self.now))
        return self._standing[1]

    # --- what the tables say -----------------------------------------------------------------------------------

    def heard(self, place: tuple[int, int], live: Live) -> None:
        """A table has something new. What counts is told soon, together with what others have."""
        before = self.now.get(place)
        self.now[place] = live
        if before is not None and _plain(before) == _plain(live):
            return
        self.lives += 1
        self.scores += before is None or _score(before) != _score(live)
        self._soon()

    # --- telling: at once, but not more often than people can read ------------------------------------------------

    def _snapshot(self, view: Enum) -> Message:
        """What still waits is told first: what a newcomer gets counts as told to all of his view."""
        if self._timer is not None:
            self._timer.cancel()
            self._tell_now()
        return LogActor._snapshot(self, view)

    def _publish(self) -> None:
        if self._heard_of == self._head.seq:
            return
        self._heard_of = self._head.seq
        for told in list(self.watchers):
            told()
        self._soon()

    def _soon(self) -> None:
        if self._timer is None:
            loop = asyncio.get_running_loop()
            wait = max(AT_ONCE, self._last_told + EVERY - loop.time())
            self._timer = loop.call_later(wait, self._tell_now)

    def _tell_now(self) -> None:
        self._timer, self._last_told = None, asyncio.get_running_loop().time()
        head = self._head.seq  # a command may be written meanwhile, in another thread
        fresh = [stored for stored in list(self._tail) if self._published < stored.seq <= head]
        self._published = head
        self._snapshots.clear()
        self._tell(fresh)


def _score(live: Live) -> tuple[object, ...]:
    """What of a table's word counts in the standing."""
    return (live.games, live.points, live.strangers)


def _plain(live: Live) -> tuple[object, ...]:
    """What of a table's word is shown: not each card, but between deals the number that a sheet is handed in with."""
    seq = 0 if live.playing else live.seq
    return (live.games, live.points, live.playing, live.unsettled, live.strangers, seq)


@dataclass(frozen=True, slots=True)
class _World:
    actor: TournamentActor

    def now(self) -> int:
        return int(self.actor.clock() * 1000)

    def table(self, log: str) -> tuple[TableState, str] | None:
        return self.actor.tables.get(log)


@lru_cache(maxsize=2048)
def _event_text(body: str, sight: Sight) -> str:
    return canonical(event_for(json.loads(body), sight))
