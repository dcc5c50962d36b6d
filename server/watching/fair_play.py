"""Which rulings may be told when: a warning can betray a hidden hand."""

from __future__ import annotations

from enum import Enum

from engine.rulings import Ruling


class FairPlay(Enum):
    """What a table has chosen."""

    REFEREE = "referee"
    """Everything as soon as it is proven: for the referee's eyes."""
    FAIR = "fair"
    """Only what the cards on the table show directly; the rest after the deal."""
    OFF = "off"
    """Nothing before the deal is over."""

    def may_tell(self, ruling: Ruling) -> bool:
        if self is FairPlay.OFF:
            return False
        return self is FairPlay.REFEREE or ruling.proof == "direct"
