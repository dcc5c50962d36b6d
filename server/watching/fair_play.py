"""Which rulings may be told while a deal runs: a warning can betray a hidden hand."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from engine.rulings import Ruling


class FairPlay(Enum):
    """What a table has chosen. Once the deal is over everything is told."""

    REFEREE = "referee"
    """Everything as soon as it is proven, for the referee's eyes only."""
    FAIR = "fair_play"
    """Only what the cards on the table show directly, to all."""
    OFF = "off"
    """Nothing."""

    def told(self, rulings: Iterable[Ruling], *, to_referee: bool) -> list[Ruling]:
        """What somebody is told of these while the deal runs.

        A Renonce that exclusion proved is told when a card shows it, too, but then by that card alone: the exclusion also
        names cards that are still in a hand.
        """
        if self is FairPlay.FAIR:
            return [ruling.shown for ruling in rulings if ruling.shown is not None]
        return list(rulings) if self is FairPlay.REFEREE and to_referee else []
