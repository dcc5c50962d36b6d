"""What to do with entries that are kept back: send them now, write them in a deal's place, or throw them away."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SendHeld:
    """The table has come to this deal: what was entered for it goes out."""

    deal: int


@dataclass(frozen=True, slots=True)
class ReplaceByHeld:
    """The table's deal, to be corrected to what was entered here."""

    deal: int


@dataclass(frozen=True, slots=True)
class DiscardHeld:
    """What was entered here for a deal is not wanted; asks first, unless `sure`."""

    deal: int
    sure: bool = False


@dataclass(frozen=True, slots=True)
class DiscardElsewhere:
    """The same for everything that waits for other tables."""

    sure: bool = False


OfHeld = SendHeld | ReplaceByHeld | DiscardHeld | DiscardElsewhere
