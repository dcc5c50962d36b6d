"""What a touch means at a tournament: a table taken over, its sheet confirmed and handed in, the referee called."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChooseTournament:
    """This device works at a tournament."""

    tournament: str


@dataclass(frozen=True, slots=True)
class TakeTable:
    """This device takes a table of the tournament over."""

    round: int
    table: int


@dataclass(frozen=True, slots=True)
class ConfirmPoints:
    """A player says that his points are right, or that they are not."""

    player: str


@dataclass(frozen=True, slots=True)
class HandIn:
    """The sheet that the four have confirmed goes to the director."""


@dataclass(frozen=True, slots=True)
class CallReferee:
    """The referee is called to this table."""


@dataclass(frozen=True, slots=True)
class LeaveTable:
    """This device lies at another table of the tournament."""


TournamentAction = ChooseTournament | TakeTable | ConfirmPoints | HandIn | CallReferee | LeaveTable
