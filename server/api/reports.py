"""What a reader reports, event by event, and what the table notes of it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from server.tables.actor import Speaker, TableActor
from server.tables.commands import Command, revision
from server.tables.errors import TableError
from server.tables.events import (
    Candidate,
    CardLaid,
    CardTakenBack,
    GiftLaid,
    QuestionAsked,
    Said,
    TrickCollected,
)
from server.tables.words import Card, Confidence, Id, KnownCard, Position, Seat, TrickNumber

Seconds = Annotated[float, Field(ge=0, le=1e7)]


class _Seen(BaseModel):
    model_config = ConfigDict(extra="forbid")

    t: Seconds


class SeenCard(_Seen):
    event: Literal["card"]
    seat: Seat
    card: Card
    confidence: Confidence | None = None
    rest: Seconds | None = None
    evidence: Id | None = None


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


class SeenTakenBack(_Seen):
    event: Literal["taken_back"]
    seat: Seat
    card: KnownCard


class SeenRevised(_Seen):
    event: Literal["revised"]
    trick: TrickNumber
    position: Position
    card: Card
    was: Card | None = None


class SeenQuestion(_Seen):
    event: Literal["question"]
    id: Id
    trick: TrickNumber
    position: Position
    candidates: Annotated[list[tuple[KnownCard, Confidence]], Field(max_length=54)] = Field(
        default_factory=list
    )


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
    | SeenRuling
    | SeenDeal,
    Field(discriminator="event"),
]


async def note(actor: TableActor, speaker: Speaker, command: str, event: CameraEvent) -> dict[str, Any]:
    """One event noted; what cannot be is refused by itself and does not hold up the others."""
    try:
        said = _said(actor, event)
        if said is None:
            return {"noted": False, "reason": "acknowledged"}
        done = await actor.execute(speaker, Command(id=command, say=(said,)))
    except TableError as error:
        if error.status >= 500:
            raise
        return {"noted": False, **error.as_json()}
    return {"noted": True, "seq": done.last, "repeated": done.repeated}


def _said(actor: TableActor, event: CameraEvent) -> Said | None:
    match event:
        case SeenCard():
            return CardLaid(
                by=event.seat,
                card=event.card,
                source="camera",
                confidence=event.confidence,
                evidence=event.evidence,
            )
        case SeenCollected():
            return TrickCollected(trick=event.trick, by=event.by)
        case SeenGift():
            return GiftLaid(trick=event.trick, card=event.card)
        case SeenTakenBack():
            return CardTakenBack(by=event.seat, card=event.card)
        case SeenRevised():
            return revision(actor.state, event.trick, event.position, event.card)
        case SeenQuestion():
            best = sorted(event.candidates, key=lambda c: -c[1])[:5]
            candidates = tuple(Candidate(card=card, share=share) for card, share in best)
            return QuestionAsked(
                id=event.id, trick=event.trick, position=event.position, candidates=candidates
            )
        case _:
            return None
