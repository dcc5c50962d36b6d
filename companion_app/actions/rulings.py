"""Questions, corrections, rulings."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to the reader's question; `??` if nobody can say."""

    question: str
    card: str


@dataclass(frozen=True, slots=True)
class OpenCorrection:
    """The picker for one card of a deal, all counted from 1; `deal` None is the open one."""

    trick: int
    position: int
    deal: int | None = None


@dataclass(frozen=True, slots=True)
class Correct:
    """The card of the picker was this one."""

    card: str


@dataclass(frozen=True, slots=True)
class CorrectSeat:
    """The card of the picker was laid by this seat."""

    seat: str


@dataclass(frozen=True, slots=True)
class RemoveCard:
    """The card of the picker was never laid; `taken_back`: it was, and was corrected in time."""

    taken_back: bool = False


@dataclass(frozen=True, slots=True)
class OpenRuling:
    """One of the rulings of the open deal (None) or of a closed one, from 0."""

    index: int
    deal: int | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """What the table does with a ruling: `misread` (correct the reading), `taken_back`, `renonce`, `leave`, or
    `claim` with `what` by `seat`."""

    choice: str
    seat: str | None = None
    what: str | None = None


OfRulings = Answer | OpenCorrection | Correct | CorrectSeat | RemoveCard | OpenRuling | Rule
