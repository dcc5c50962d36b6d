"""What can happen at a table: one small set of frozen event types, each with its canonical JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from server.tables.words import (
    STRICT,
    Bird,
    BonusId,
    Called,
    CallWord,
    Card,
    Compass,
    Confidence,
    FairPlay,
    GameId,
    Id,
    KnownCard,
    KontraOn,
    Level,
    Name,
    Position,
    Reason,
    Seat,
    Seq,
    SystemId,
    Taken,
    TrickNumber,
)

DealNumber = Annotated[int, Field(ge=1, le=10_000)]
Cents = Annotated[int, Field(ge=0, le=1_000_000)]
Options = dict[Annotated[str, Field(max_length=60)], bool | Annotated[str, Field(max_length=60)]]
Document = dict[str, Any]
SeenBy = Literal["camera"] | None
"""Who said what has no source of its own: a camera, or people."""
Half = Annotated[tuple[Card, ...], Field(min_length=3, max_length=3)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Strict:
    """An event refuses fields that it does not know."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT


# --- the table ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCreated(Strict):
    """A table with its written system, its agreements and four to six players in their order of play."""

    type: Literal["table_created"] = "table_created"
    name: Name
    rules: SystemId
    options: Options = field(default_factory=dict)
    players: Annotated[tuple[Name, ...], Field(min_length=4, max_length=6)]
    first_dealer: Annotated[int, Field(ge=0, le=5)] = 0
    first_seat: Compass = "S"
    """Where the first player sits in the picture of the camera; with four at the table the others follow."""
    radl: bool = False
    pagatkassa_cents: Cents | None = None
    fair_play: FairPlay = "fair_play"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersSeated(Strict):
    """Other players, or another order: possible until the first deal is opened."""

    type: Literal["players_seated"] = "players_seated"
    players: Annotated[tuple[Name, ...], Field(min_length=4, max_length=6)]
    first_dealer: Annotated[int, Field(ge=0, le=5)] = 0
    first_seat: Compass = "S"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRenamed(Strict):
    type: Literal["player_renamed"] = "player_renamed"
    player: Annotated[int, Field(ge=0, le=5)]
    name: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsAgreed(Strict):
    """Agreements from the next deal on; what was played stays as it was agreed then."""

    type: Literal["options_agreed"] = "options_agreed"
    options: Options


@dataclass(frozen=True, slots=True, kw_only=True)
class FairPlayChosen(Strict):
    type: Literal["fair_play_chosen"] = "fair_play_chosen"
    mode: FairPlay


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraNoted(Strict):
    """How the camera is: it watches, the table goes on by hand, or it was lost and why."""

    type: Literal["camera_noted"] = "camera_noted"
    status: Literal["watching", "manual", "lost"]
    notice: Reason = ""


# --- a deal ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class DealOpened(Strict):
    type: Literal["deal_opened"] = "deal_opened"
    forehand: Compass | None = None
    """Where the forehand sits; with four players it follows from the table."""
    number: DealNumber | None = None
    """Which deal of the table this is for whoever opens it: said late, it opens no other one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSaid(Strict):
    type: Literal["call_said"] = "call_said"
    by: Seat
    call: CallWord
    bird: Bird | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractSet(Strict):
    type: Literal["contract_set"] = "contract_set"
    game: GameId
    declarer: Seat
    bird: Bird | None = None
    called: Called | None = None
    partner: Seat | None = None
    beside: Annotated[tuple[Seat, ...], Field(max_length=3)] = ()
    """Who plays the same negative game beside the declarer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TalonShown(Strict):
    type: Literal["talon_shown"] = "talon_shown"
    halves: Annotated[tuple[Half, ...], Field(min_length=2, max_length=2)]
    source: SeenBy = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TalonTaken(Strict):
    type: Literal["talon_taken"] = "talon_taken"
    taken: Taken
    source: SeenBy = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Discarded(Strict):
    type: Literal["discarded"] = "discarded"
    cards: Annotated[tuple[Card, ...], Field(max_length=12)]
    source: SeenBy = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandShown(Strict):
    """A hand as held when trick 1 is led."""

    type: Literal["hand_shown"] = "hand_shown"
    seat: Seat
    cards: Annotated[tuple[Card, ...], Field(max_length=18)]
    source: SeenBy = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced(Strict):
    type: Literal["announced"] = "announced"
    by: Seat
    what: BonusId


@dataclass(frozen=True, slots=True, kw_only=True)
class KontraSaid(Strict):
    type: Literal["kontra_said"] = "kontra_said"
    by: Seat
    on: KontraOn = "game"
    level: Level = "kontra"
    to: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLaid(Strict):
    """A card in a trick: without `trick` in the one that is open, without `position` as its last."""

    type: Literal["card_laid"] = "card_laid"
    by: Seat
    card: Card
    trick: TrickNumber | None = None
    position: Position | None = None
    source: Literal["hand", "camera"] = "hand"
    confidence: Confidence | None = None
    evidence: Id | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTakenBack(Strict):
    """A card laid and corrected in time."""

    type: Literal["card_taken_back"] = "card_taken_back"
    by: Seat
    card: KnownCard


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickCollected(Strict):
    type: Literal["trick_collected"] = "trick_collected"
    trick: TrickNumber
    by: Seat
    source: SeenBy = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftLaid(Strict):
    """A talon card added to a trick of Trischaken."""

    type: Literal["gift_laid"] = "gift_laid"
    trick: TrickNumber
    card: Card
    source: Literal["hand", "camera"] = "hand"
    confidence: Confidence | None = None
    evidence: Id | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate(Strict):
    card: KnownCard
    share: Confidence


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionAsked(Strict):
    """The reader asks instead of guessing."""

    type: Literal["question_asked"] = "question_asked"
    id: Id
    trick: TrickNumber
    position: Position
    candidates: Annotated[tuple[Candidate, ...], Field(max_length=5)] = ()
    evidence: Id | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionAnswered(Strict):
    """Which card it was; `??` if nobody can say."""

    type: Literal["question_answered"] = "question_answered"
    id: Id
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class DealEnded(Strict):
    type: Literal["deal_ended"] = "deal_ended"
    end: Literal["played", "schleifen", "blank"] = "played"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultEntered(Strict):
    """The open deal typed in as a plain result (`kiebitz-result/1` without format, rules and options)."""

    type: Literal["result_entered"] = "result_entered"
    result: Document


@dataclass(frozen=True, slots=True, kw_only=True)
class DealStruck(Strict):
    """The open deal is thrown in; with `redeal` the same dealer deals again."""

    type: Literal["deal_struck"] = "deal_struck"
    reason: Reason = ""
    redeal: bool = True


# --- corrections -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCorrected(Strict):
    """A closed deal written anew: with a result, with a whole record, or (with neither) struck."""

    type: Literal["deal_corrected"] = "deal_corrected"
    number: DealNumber
    result: Document | None = None
    record: Document | None = None
    reason: Reason = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Retracted(Strict):
    """An earlier event of a deal, open or closed, did not happen."""

    type: Literal["retracted"] = "retracted"
    event: Seq
    reason: Reason = ""


Happening = (
    CallSaid
    | ContractSet
    | TalonShown
    | TalonTaken
    | Discarded
    | HandShown
    | Announced
    | KontraSaid
    | CardLaid
    | CardTakenBack
    | TrickCollected
    | GiftLaid
    | QuestionAsked
    | QuestionAnswered
)
"""What happens inside a deal, one by one retractable and correctable."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(Strict):
    """An earlier event of a deal, open or closed, was in truth this one, at its place in the order."""

    type: Literal["corrected"] = "corrected"
    event: Seq
    to: Annotated[Happening, Field(discriminator="type")]
    reason: Reason = ""


# --- the server's own word -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled(Strict):
    """What the sheet said after a deal was closed or corrected: `verify` computes it anew and compares."""

    type: Literal["settled"] = "settled"
    number: int
    points: tuple[int, ...]
    cents: tuple[int, ...]
    totals: tuple[int, ...]
    cash: tuple[int, ...]
    open: bool = False


Setup = TableCreated | PlayersSeated | PlayerRenamed | OptionsAgreed | FairPlayChosen | CameraNoted
Closing = DealEnded | ResultEntered | DealStruck
Said = Setup | DealOpened | Happening | Closing | DealCorrected | Retracted | Corrected
Event = Said | Settled

EVENT: Final[TypeAdapter[Event]] = TypeAdapter(Annotated[Event, Field(discriminator="type")])


def read_event(data: object) -> Event:
    """An event from JSON data; pydantic's `ValidationError` names every defect."""
    return EVENT.validate_python(data)


def event_json(what: Event) -> dict[str, Any]:
    """JSON data of an event, without the fields that nobody gave."""
    data: dict[str, Any] = EVENT.dump_python(what, mode="json", exclude_none=True)
    return data


def canonical(data: object) -> str:
    """The one way to write JSON data: sorted names, no spaces, plain UTF-8, no NaN."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
