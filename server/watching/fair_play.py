"""Which rulings may be told while a deal runs: a warning can betray a hidden hand."""

from __future__ import annotations

from enum import Enum


class FairPlay(Enum):
    """What a table has chosen. Once the deal is over everything is told."""

    REFEREE = "referee"
    """Everything as soon as it is proven, for the referee's eyes only."""
    FAIR = "fair_play"
    """Only what the cards on the table show directly, to all."""
    OFF = "off"
    """Nothing."""

    def may_tell(self, proof: str | None, *, to_referee: bool) -> bool:
        """Whether somebody is told of a ruling that was proven so."""
        if self is FairPlay.FAIR:
            return proof == "direct"
        return self is FairPlay.REFEREE and to_referee
