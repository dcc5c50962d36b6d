"""The checked words that events are made of: seats, cards, names. Everything from outside passes here first."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import AfterValidator, ConfigDict, Field

from engine.cards import IDS, UNKNOWN_ID, parse_card
from engine.record import FOURTH
from engine.systems import SYSTEMS
from engine.systems.base import BIRDS
from engine.terms import BONUS_IDS, GAME_IDS

STRICT: Final = ConfigDict(extra="forbid")
"""Unknown fields are an error that names the field."""


def _card(text: str) -> str:
    """The id of a card, also from what players write (`Sküs`, `♥K`)."""
    if text == UNKNOWN_ID:
        return text
    try:
        return IDS[parse_card(text)]
    except ValueError as error:
        raise ValueError(str(error)) from None


def _known_card(text: str) -> str:
    card = _card(text)
    if card == UNKNOWN_ID:
        raise ValueError("expected a card that was seen, got ??")
    return card


def _called(text: str) -> str:
    return text if text == FOURTH else _known_card(text)


def _taken(text: str) -> str:
    return text if text in ("first", "second", "all", "none") else _known_card(text)


def _plain(text: str) -> str:
    """Names and reasons are shown, printed and exported: no control or direction signs, no empty ones."""
    if not text.isprintable():
        raise ValueError("expected printable text without control signs")
    return " ".join(text.split())


def _name(text: str) -> str:
    plain = _plain(text)
    if not plain:
        raise ValueError("expected a name, got an empty text")
    return plain


def _one_of(*choices: str) -> AfterValidator:
    def check(text: str) -> str:
        if text not in choices:
            raise ValueError(f"expected one of {', '.join(choices)}")
        return text

    return AfterValidator(check)


def _short(*examples: str) -> object:
    return Field(max_length=40, json_schema_extra={"examples": list(examples)})


Seat = Literal["A", "B", "C", "D"]
Compass = Literal["S", "E", "N", "W"]
Level = Literal["kontra", "re", "sub"]
FairPlay = Literal["referee", "fair_play", "off"]
Card = Annotated[str, _short("T17", "HK", "??"), AfterValidator(_card)]
KnownCard = Annotated[str, _short("T17", "HK"), AfterValidator(_known_card)]
Called = Annotated[str, _short("HK", FOURTH), AfterValidator(_called)]
Taken = Annotated[str, _short("first", "none", "SK"), AfterValidator(_taken)]
Name = Annotated[str, Field(min_length=1, max_length=60), AfterValidator(_name)]
Reason = Annotated[str, Field(max_length=200), AfterValidator(_plain)]
Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9._:-]{1,64}$")]
SystemId = Annotated[str, _one_of(*SYSTEMS), Field(max_length=40, json_schema_extra={"enum": list(SYSTEMS)})]
GameId = Annotated[str, _one_of(*GAME_IDS), Field(max_length=40, json_schema_extra={"enum": list(GAME_IDS)})]
CallWord = Annotated[
    str,
    _one_of("vorhand", "weiter", *GAME_IDS),
    Field(max_length=40, json_schema_extra={"enum": ["vorhand", "weiter", *GAME_IDS]}),
]
Bird = Annotated[str, _one_of(*BIRDS), Field(max_length=40, json_schema_extra={"enum": list(BIRDS)})]
BonusId = Annotated[
    str, _one_of(*BONUS_IDS), Field(max_length=40, json_schema_extra={"enum": list(BONUS_IDS)})
]
KontraOn = Annotated[
    str, _one_of("game", *BONUS_IDS), Field(max_length=40, json_schema_extra={"enum": ["game", *BONUS_IDS]})
]
TrickNumber = Annotated[int, Field(ge=1, le=12)]
Position = Annotated[int, Field(ge=1, le=8)]
Seq = Annotated[int, Field(ge=1, le=2**53)]
Confidence = Annotated[float, Field(ge=0, le=1)]
