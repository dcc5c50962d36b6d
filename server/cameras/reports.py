"""What a reader reports: the events of `kiebitz watch --jsonl`, with what a table needs besides to find each card again."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from server.tables.words import Card, Confidence, Id, KnownCard, Position, Seat, Taken, TrickNumber

Seconds = Annotated[float, Field(ge=0, le=1e7)]
Number = Annotated[int, Field(ge=0, le=10_000_000)]
ReaderId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,40}$")]


class _Seen(BaseModel):
    model_config = ConfigDict(extra="forbid")

    t: Seconds


class SeenCard(_Seen):
    event: Literal["card"]
    seat: Seat
    card: Card
    confidence: Confidence | None = None
    rest: Seconds | None = None
    trick: TrickNumber | None = None
    position: Position | None = None
    evidence: Id | None = None
    """Under which id the reader sends the card's pictures."""


class SeenTrick(_Seen):
    """A full trick: the table knows it from its cards; it is only acknowledged."""

    event: Literal["trick"]
    number: TrickNumber
    cards: Annotated[list[tuple[Seat, Card]], Field(max_length=8)]
    winner: Seat | None = None


class SeenCollected(_Seen):
    event: Literal["collected"]
    trick: TrickNumber
    by: Seat


class SeenGift(_Seen):
    event: Literal["gift"]
    trick: TrickNumber
    card: Card
    confidence: Confidence | None = None
    of: Number | None = None
    """The number of the event that told of it as a play, if it was taken for one."""
    evidence: Id | None = None


class SeenTakenBack(_Seen):
    event: Literal["taken_back"]
    seat: Seat | None
    """None: a gift, which was nobody's."""
    card: Card
    of: Number | None = None
    """The number of the event that told of the card."""


class SeenRevised(_Seen):
    event: Literal["revised"]
    trick: TrickNumber
    position: Position
    card: Card
    was: Card | None = None
    confidence: Confidence | None = None
    of: Number | None = None


class SeenQuestion(_Seen):
    event: Literal["question"]
    id: Id
    trick: TrickNumber
    position: Position
    candidates: Annotated[list[tuple[KnownCard, Confidence]], Field(max_length=54)] = Field(
        default_factory=list
    )
    of: Number | None = None
    evidence: Id | None = None


class SeenOpenly(_Seen):
    """What lies openly beside the tricks: the talon, which half was taken, discards, a hand laid down."""

    event: Literal["openly"]
    talon: Annotated[list[Annotated[list[Card], Field(min_length=3, max_length=3)]], Field(max_length=2)] = (
        Field(default_factory=list)
    )
    taken: Taken | None = None
    discards: Annotated[list[Card], Field(max_length=12)] = Field(default_factory=list)
    hands: dict[Seat, Annotated[list[Card], Field(max_length=18)]] = Field(default_factory=dict)


class SeenRuling(_Seen):
    """The server judges itself; a reader's ruling is only acknowledged."""

    event: Literal["ruling"]
    ruling: dict[str, Any]


class SeenDeal(_Seen):
    """The end of a reader's source; people end the deal."""

    event: Literal["deal"]
    record: dict[str, Any]
    judgement: dict[str, Any] | None = None


CameraEvent = Annotated[
    SeenCard
    | SeenTrick
    | SeenCollected
    | SeenGift
    | SeenTakenBack
    | SeenRevised
    | SeenQuestion
    | SeenOpenly
    | SeenRuling
    | SeenDeal,
    Field(discriminator="event"),
]


class Report(BaseModel):
    """Some events in their order, numbered from `first`: each is noted once, however often it is sent."""

    model_config = ConfigDict(extra="forbid")

    id: ReaderId
    first: Number = 0
    deal: Annotated[int, Field(ge=1, le=10_000)] | None = None
    """The deal that was watched: what comes late belongs to no other."""
    events: Annotated[list[CameraEvent], Field(min_length=1, max_length=64)]
