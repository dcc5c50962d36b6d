"""What can happen in a tournament: one small set of frozen event types, each with its canonical JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field, TypeAdapter

from engine.tournament import MODES
from server.tables.events import DealCorrected, Document, Options, Strict
from server.tables.words import Id, Name, Reason, SystemId


def _mode(text: str) -> str:
    if text not in MODES:
        raise ValueError(f"expected one of {', '.join(MODES)}")
    return text


Mode = Annotated[str, AfterValidator(_mode), Field(max_length=40, json_schema_extra={"enum": list(MODES)})]
Choice = Annotated[str, Field(max_length=60)]
Round = Annotated[int, Field(ge=1, le=100)]
Table = Annotated[int, Field(ge=1, le=1000)]
Minutes = Annotated[int, Field(ge=1, le=600)]
Games = Annotated[int, Field(ge=1, le=1000)]
Points = Annotated[
    tuple[Annotated[int, Field(ge=-(10**9), le=10**9)], ...], Field(min_length=4, max_length=6)
]
Line = Annotated[tuple[Annotated[int, Field(ge=-(10**9), le=10**9)], ...], Field(max_length=6)]
"""A line of a slip; one that is struck may be anything that stands there."""
Seed = Annotated[Reason, Field(min_length=1)]
Millis = Annotated[int, Field(ge=0, le=2**53)]
Question = Annotated[Reason, Field(min_length=1)]
Because = Annotated[Reason, Field(min_length=1)]
Players = Annotated[tuple[Name, ...], Field(max_length=2000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCreated(Strict):
    """An evening with its mode, the readings of what the text leaves open, and what its tables play."""

    type: Literal["tournament_created"] = "tournament_created"
    name: Name
    mode: Mode
    options: dict[Choice, Choice] = field(default_factory=dict)
    rules: SystemId
    agreements: Options = field(default_factory=dict)
    minutes: Minutes | None = None
    """How long a round lasts; without it there is no clock unless the director starts one."""
    deals: Games | None = None
    """How many deals a round has, where that is agreed."""


# --- who plays -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersListed(Strict):
    """Names that come to the list: before the first draw, and latecomers between rounds."""

    type: Literal["players_listed"] = "players_listed"
    players: Annotated[Players, Field(min_length=1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRenamed(Strict):
    """A name that was written wrongly; everything under it goes with it."""

    type: Literal["player_renamed"] = "player_renamed"
    player: Name
    to: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStruck(Strict):
    """Listed by mistake: possible for who was never seated."""

    type: Literal["player_struck"] = "player_struck"
    player: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLeft(Strict):
    """Not there from the next draw on; what was played stays."""

    type: Literal["player_left"] = "player_left"
    player: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCame(Strict):
    """There again."""

    type: Literal["player_came"] = "player_came"
    player: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFixed(Strict):
    """Who must sit at a certain table in all draws to come; without `table` the wish ends."""

    type: Literal["seat_fixed"] = "seat_fixed"
    player: Name
    table: Table | None = None


# --- rounds ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedAnnounced(Strict):
    """Announced before the draw, so that nobody can choose the seats by choosing the seed."""

    type: Literal["seed_announced"] = "seed_announced"
    seed: Seed


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats(Strict):
    tables: tuple[tuple[Name, ...], ...]
    sitting_out: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundsDrawn(Strict):
    """The seats of the next rounds. Asked are `count` and perhaps a seed; the rest is the server's own word."""

    type: Literal["rounds_drawn"] = "rounds_drawn"
    count: Round = 1
    seed: Seed | None = None
    rounds: tuple[Seats, ...] = ()
    again: int = 0
    floor: int = 0
    final: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawWithdrawn(Strict):
    """Rounds that are drawn and not yet opened are drawn anew: somebody came or went."""

    type: Literal["draw_withdrawn"] = "draw_withdrawn"
    reason: Because


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOpened(Strict):
    """Its tables can be taken over. Asked is the round; the ids of the tables' logs are the server's own word."""

    type: Literal["round_opened"] = "round_opened"
    round: Round
    despite_missing: bool = False
    """Although sheets of the round before are not in yet."""
    tables: tuple[Id, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStarted(Strict):
    type: Literal["clock_started"] = "clock_started"
    round: Round
    minutes: Minutes | None = None
    at: Millis = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPaused(Strict):
    type: Literal["clock_paused"] = "clock_paused"
    at: Millis = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockResumed(Strict):
    type: Literal["clock_resumed"] = "clock_resumed"
    at: Millis = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockExtended(Strict):
    type: Literal["clock_extended"] = "clock_extended"
    minutes: Annotated[int, Field(ge=-600, le=600)]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTaken(Strict):
    """A tablet takes a table over."""

    type: Literal["table_taken"] = "table_taken"
    round: Round
    table: Table
    device: Id | None = None


# --- sheets ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetHandedIn(Strict):
    """The table's own sheet as it stood at its event `seq`, confirmed by its players; what it says the server looks up."""

    type: Literal["sheet_handed_in"] = "sheet_handed_in"
    round: Round
    table: Table
    seq: Annotated[int, Field(ge=1, le=2**53)]
    confirmed: Players = ()
    games: int | None = None
    points: tuple[int, ...] = ()
    head: Annotated[str, Field(max_length=64)] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipEntered(Strict):
    """A table without a tablet, typed in: the sums, or line by line; a line that nobody can explain is struck."""

    type: Literal["slip_entered"] = "slip_entered"
    round: Round
    table: Table
    games: Games | None = None
    points: Points | None = None
    lines: Annotated[tuple[Line, ...], Field(max_length=1000)] = ()
    struck: Annotated[tuple[Games, ...], Field(max_length=1000)] = ()
    """Numbers of the lines, from 1, that are struck without replacement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetCorrected(Strict):
    """A sheet that is in, changed by the director; the old one stays visible. What the table's log says then, the server adds."""

    type: Literal["sheet_corrected"] = "sheet_corrected"
    round: Round
    table: Table
    games: Games
    points: Points
    reason: Because
    log_games: Annotated[int, Field(ge=0)] | None = None
    log_points: Points | None = None


# --- the referee -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeCalled(Strict):
    type: Literal["referee_called"] = "referee_called"
    round: Round
    table: Table
    question: Question = "?"
    at: Millis = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeComes(Strict):
    type: Literal["referee_comes"] = "referee_comes"
    call: Annotated[int, Field(ge=1, le=100_000)]
    referee: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class CallDecided(Strict):
    """The referee's word with his name; `deal` is the deal of the table's sheet that he corrected with it."""

    type: Literal["call_decided"] = "call_decided"
    call: Annotated[int, Field(ge=1, le=100_000)]
    referee: Name
    decision: Question
    deal: Annotated[int, Field(ge=1, le=10_000)] | None = None
    correction: DealCorrected | None = None
    """How he writes that deal; done at the table as soon as his word stands here, where only one can."""
    at: Millis = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentClosed(Strict):
    """The final list is fixed; only the director's corrections come after it."""

    type: Literal["tournament_closed"] = "tournament_closed"


Said = (
    TournamentCreated
    | PlayersListed
    | PlayerRenamed
    | PlayerStruck
    | PlayerLeft
    | PlayerCame
    | SeatFixed
    | SeedAnnounced
    | RoundsDrawn
    | DrawWithdrawn
    | RoundOpened
    | ClockStarted
    | ClockPaused
    | ClockResumed
    | ClockExtended
    | TableTaken
    | SheetHandedIn
    | SlipEntered
    | SheetCorrected
    | RefereeCalled
    | RefereeComes
    | CallDecided
    | TournamentClosed
)

_EVENT: Final[TypeAdapter[Said]] = TypeAdapter(Annotated[Said, Field(discriminator="type")])


def read_event(data: object) -> Said:
    return _EVENT.validate_python(data)


def event_json(what: Said) -> Document:
    """JSON data of an event, without the fields that nobody gave."""
    data: dict[str, Any] = _EVENT.dump_python(what, mode="json", exclude_none=True)
    return data
