"""From the facts of a deal to the result that is settled."""

from __future__ import annotations

from engine.bonuses import announced, bonuses_of
from engine.cards import DECK_THIRDS
from engine.facts import Facts, sides
from engine.record import Contract, Deal
from engine.result import BonusFact, Result
from engine.systems.base import NATURES, Family, System


def to_result(deal: Deal, contract: Contract, facts: Facts) -> Result | None:
    """The result that the facts amount to, or None where they leave the outcome open."""
    nature = NATURES[contract.game]
    thirds = facts.declarer_thirds
    open_partner = nature.family is Family.CALLING and facts.partner is None and not facts.alone
    if deal.end != "schleifen" and open_partner:
        return None
    if deal.end == "played":
        if len(facts.tricks) < 12 or not facts.certain:
            return None
        if nature.positive:
            thirds = _decisive(deal.system, facts)
            if thirds is None:
                return None
        if nature.family is Family.TRISCHAKEN and sum(facts.thirds) != DECK_THIRDS:
            return None
    return Result(
        system=deal.system,
        game=contract.game,
        declarer=contract.declarer,
        partner=None if deal.end == "schleifen" else facts.partner,
        bird=contract.bird,
        others=contract.others,
        declarer_thirds=thirds,
        thirds=facts.thirds,
        tricks_won=facts.tricks_won,
        bonuses=tuple(_bonuses(deal, contract, facts)),
        kontra=deal.kontra,
        king_in_talon=facts.king_in_talon,
        king_left=facts.king_left,
        end=deal.end if deal.end != "running" else "played",
    )


def _decisive(system: System, facts: Facts) -> int | None:
    """The declaring side's points, or any value that decides as every possible one does."""
    if facts.declarer_range is None:
        return None
    low, high = facts.declarer_range
    return low if (low >= system.win_thirds) == (high >= system.win_thirds) else None


def _bonuses(deal: Deal, contract: Contract, facts: Facts) -> list[BonusFact]:
    """What was made in a deal that was played out; of any other only what was announced."""
    if deal.end != "played":
        return _only_announced(deal, contract, facts)
    return bonuses_of(deal, contract, facts) if contract.nature.positive else []


def _only_announced(deal: Deal, contract: Contract, facts: Facts) -> list[BonusFact]:
    declarers = sides(contract, facts)
    rows = {row.id for row in deal.system.bonuses}
    made = {"zehn_tarock": True}
    return [
        BonusFact(w, by, by in declarers, made.get(w)) for w, by in announced(deal, contract) if w in rows
    ]
