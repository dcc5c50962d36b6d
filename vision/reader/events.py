"""What the reader says happened on the table, in the source's own time. Seats are edges of the picture: S E N W."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from vision.identity import Quad

Candidates = tuple[tuple[Card, float], ...]


@dataclass(frozen=True, slots=True)
class Name:
    """What a card was read as; `card` is None below the threshold, the candidates then say what it may be."""

    card: Card | None
    confidence: float
    candidates: Candidates = ()


@dataclass(frozen=True, slots=True)
class Laid:
    """A card came to rest in the middle. `track` is its number for the rest of the deal."""

    t: float
    track: int
    trick: int
    seat: str
    name: Name
    rest: float
    quad: Quad
    seat_sure: float = 1.0
    """How sure it is that the card is that seat's, from 0 to 1."""
    in_time: bool = True
    """Not so for a card that was seen first when its trick was taken in: nobody knows when it was laid."""


@dataclass(frozen=True, slots=True)
class Given:
    """A card of the talon was added to a trick (Trischaken). It may have been told of as laid before: then it moves."""

    t: float
    track: int
    trick: int
    name: Name
    rest: float
    quad: Quad


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A card went back to the hand while its trick stayed."""

    t: float
    track: int


@dataclass(frozen=True, slots=True)
class Swept:
    """A trick left the middle, towards `seat`; None if nobody saw where to."""

    t: float
    trick: int
    seat: str | None


@dataclass(frozen=True, slots=True)
class Renamed:
    """A card laid earlier was recognised, or recognised as another one, by what was seen since."""

    t: float
    track: int
    name: Name


Event = Laid | Given | TakenBack | Swept | Renamed
