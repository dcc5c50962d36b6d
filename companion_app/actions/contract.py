"""Contract entry: who plays what, with what beside it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PickDeclarer:
    seat: str


@dataclass(frozen=True, slots=True)
class PickGame:
    game: str
    bird: str | None = None


@dataclass(frozen=True, slots=True)
class PickCalled:
    """The king (or queen) called, or `fourth`; None takes it back."""

    card: str | None


@dataclass(frozen=True, slots=True)
class PickTalon:
    """`first`, `second`, `all`, `none`; None takes it back."""

    taken: str | None


@dataclass(frozen=True, slots=True)
class ToggleBeside:
    """Another seat plays the same negative game beside the declarer."""

    seat: str


@dataclass(frozen=True, slots=True)
class SpeakFor:
    """Whose announcements and Kontra the next touches are."""

    seat: str


@dataclass(frozen=True, slots=True)
class ToggleAnnouncement:
    """The speaking seat announces this, or takes it back."""

    what: str


@dataclass(frozen=True, slots=True)
class SayKontra:
    """The next level (Kontra, Re, Sub) on the game or on an announcement, by the speaking seat."""

    on: str = "game"
    to: str | None = None


@dataclass(frozen=True, slots=True)
class CommitContract:
    """What was entered is noted at the table."""


@dataclass(frozen=True, slots=True)
class QuickDeal:
    """In one touch: `trischaken` sets the contract; `blank` writes an empty Rufer with its partner down."""

    kind: str
    partner: str | None = None


OfContract = (
    PickDeclarer
    | PickGame
    | PickCalled
    | PickTalon
    | ToggleBeside
    | SpeakFor
    | ToggleAnnouncement
    | SayKontra
    | CommitContract
    | QuickDeal
)
