"""What a tournament and a cup are, once they have been read: facts without judgement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.tournament.modes import Mode


@dataclass(frozen=True, slots=True)
class Table:
    """Who sat together, how many deals they played, and what each wrote. Both are `None` while only drawn."""

    players: tuple[str, ...]
    games: int | None = None
    points: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Round:
    tables: tuple[Table, ...]
    sitting_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tournament:
    mode: Mode
    options: Mapping[str, str]
    players: tuple[str, ...]
    rounds: tuple[Round, ...]
    final: tuple[Table, ...] | None = None

    @property
    def unplayed(self) -> tuple[int, int] | None:
        """The first round and table, both from 0, of which the points are not known yet."""
        return next(
            (
                (i, j)
                for i, played in enumerate(self.rounds)
                for j, table in enumerate(played.tables)
                if table.points is None or table.games is None
            ),
            None,
        )


@dataclass(frozen=True, slots=True)
class Event:
    name: str
    points: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Cup:
    best: int
    events: tuple[Event, ...]
    final: Mapping[str, Fraction] | None = None
