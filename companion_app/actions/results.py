"""Result, settlement, sheet, and the replay of a closed deal."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OpenResult:
    """Types in a result: of the open deal (None), or a closed one anew."""

    deal: int | None = None


@dataclass(frozen=True, slots=True)
class SetAmount:
    """A number of the result: `points` or `blatt` of the declarers, or of a seat (`points:A`, `blatt:A`, `tricks:A`)."""

    field: str
    value: int


@dataclass(frozen=True, slots=True)
class SetBonus:
    """How a bonus went: `made` or `lost`, announced or `silent`; an empty `outcome` takes it out."""

    what: str
    side: str
    outcome: str
    announced_by: str | None = None


@dataclass(frozen=True, slots=True)
class SetResult:
    """Another field of the result: `partner`, `end`, `king_in_talon`, `king_left`, `renonce`."""

    field: str
    value: str | bool | None


@dataclass(frozen=True, slots=True)
class CommitResult:
    """The typed result is noted."""


@dataclass(frozen=True, slots=True)
class OpenSettlement:
    """The settlement of a closed deal (None: the last one)."""

    deal: int | None = None


@dataclass(frozen=True, slots=True)
class StrikeClosed:
    """A closed deal counts nothing any more; its line stays on the sheet."""

    deal: int


@dataclass(frozen=True, slots=True)
class Export:
    """`sheet.pdf`, `sheet.csv`, `sheet.xlsx`, `records.jsonl`, or `print`."""

    kind: str


@dataclass(frozen=True, slots=True)
class OpenReplay:
    deal: int


@dataclass(frozen=True, slots=True)
class Seek:
    """To this step of the replay, from 0 (nothing lies) on."""

    step: int


@dataclass(frozen=True, slots=True)
class PlayReplay:
    """The replay runs by itself, or stops."""

    running: bool


OfResults = (
    OpenResult
    | SetAmount
    | SetBonus
    | SetResult
    | CommitResult
    | OpenSettlement
    | StrikeClosed
    | Export
    | OpenReplay
    | Seek
    | PlayReplay
)
