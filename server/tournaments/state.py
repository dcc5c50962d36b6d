"""What is true of a tournament after so many events: frozen facts, no judgement."""

from __future__ import annotations

from dataclasses import dataclass

from server.tables.errors import Refused


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    present: bool = True
    table: int | None = None
    """A fixed seat."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One version of what a table wrote in a round."""

    games: int
    points: tuple[int, ...]
    by: str
    """`tablet`, `slip` or `director`."""
    event: int
    reason: str = ""
    confirmed: tuple[str, ...] = ()
    struck: tuple[int, ...] = ()
    head: str = ""
    """The head of the table's log that was handed in."""
    players: tuple[str, ...] = ()
    """The four as they were called then: what the table's log calls them at its head."""
    log_said: tuple[int, tuple[int, ...]] | None = None
    """Games and points of the table's log when a director wrote his sheet: what he has seen and decided otherwise."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A table of a round: who sits there, its log, and all versions of its sheet, the last one valid."""

    players: tuple[str, ...]
    log: str = ""
    device: str = ""
    sheets: tuple[Sheet, ...] = ()

    @property
    def sheet(self) -> Sheet | None:
        return self.sheets[-1] if self.sheets else None


@dataclass(frozen=True, slots=True)
class Clock:
    """Server time in milliseconds. It ends `seconds` after the start, the pauses not counted."""

    seconds: int
    started: int
    paused: int | None = None
    rested: int = 0

    def left(self, now: int) -> int:
        """Milliseconds that are left; negative after the signal."""
        upto = now if self.paused is None else self.paused
        return self.seconds * 1000 - (upto - self.started - self.rested)


@dataclass(frozen=True, slots=True)
class RoundState:
    tables: tuple[Seated, ...]
    sitting_out: tuple[str, ...] = ()
    seed: str = ""
    again: int = 0
    floor: int = 0
    final: bool = False
    opened: bool = False
    clock: Clock | None = None

    @property
    def complete(self) -> bool:
        """Every sheet is in."""
        return self.opened and all(table.sheets for table in self.tables)


@dataclass(frozen=True, slots=True)
class Call:
    """A table's call for the referee, and what he decided."""

    round: int
    table: int
    question: str
    at: int
    referee: str = ""
    decision: str = ""
    deal: int | None = None
    decided_at: int | None = None


@dataclass(frozen=True, slots=True)
class TournamentState:
    seq: int = 0
    name: str = ""
    mode: str = "total"
    options: tuple[tuple[str, str], ...] = ()
    rules: str = ""
    agreements: str = "{}"
    minutes: int | None = None
    deals: int | None = None
    players: tuple[Player, ...] = ()
    seed: str = ""
    rounds: tuple[RoundState, ...] = ()
    calls: tuple[Call, ...] = ()
    closed: bool = False

    @property
    def current(self) -> int:
        """The number of the last opened round; 0 before the first."""
        return sum(r.opened for r in self.rounds)

    @property
    def complete(self) -> bool:
        """Every sheet of every opened round is in, and there is one."""
        opened = [r for r in self.rounds if r.opened]
        return bool(opened) and all(r.complete for r in opened)

    def player(self, name: str) -> Player:
        for player in self.players:
            if player.name == name:
                return player
        raise Refused("player", f"{name} is not in the list", "player")

    def round(self, number: int) -> RoundState:
        if not 1 <= number <= len(self.rounds):
            raise Refused("round", f"there is no round {number}; {len(self.rounds)} are drawn", "round")
        return self.rounds[number - 1]

    def table(self, number: int, table: int) -> Seated:
        found = self.round(number)
        if not 1 <= table <= len(found.tables):
            raise Refused("table", f"round {number} has tables 1 to {len(found.tables)}", "table")
        return found.tables[table - 1]

    def call(self, number: int) -> Call:
        if not 1 <= number <= len(self.calls):
            raise Refused("call", f"there is no call {number}", "call")
        return self.calls[number - 1]

    def place_of(self, log: str) -> tuple[int, int] | None:
        """Round and table of a table's log."""
        for r, drawn in enumerate(self.rounds, 1):
            for t, seated in enumerate(drawn.tables, 1):
                if seated.log == log:
                    return r, t
        return None
