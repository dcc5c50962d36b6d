"""From the facts of a deal to the result that is settled."""

from __future__ import annotations

from dataclasses import replace

from engine.bonuses import announced, bonuses_of, material_is_open
from engine.cards import DECK_THIRDS, KINGS, members
from engine.facts import Facts, sides
from engine.record import FOURTH, Contract, Deal
from engine.result import BESIDE_A_BLANK, BonusFact, Result
from engine.systems.base import NATURES, SACKS, Family


def to_result(deal: Deal, contract: Contract, facts: Facts) -> Result | None:
    """The result that the facts amount to, or None where they leave the outcome open."""
    nature = NATURES[contract.game]
    thirds = facts.declarer_thirds
    open_partner = nature.family is Family.CALLING and facts.partner is None and not facts.alone
    if deal.end != "schleifen" and open_partner:
        return None
    left = facts.king_left or deal.taken is not None or not deal.system.king_left_is_koenigfang
    if deal.end == "blank" and facts.king_in_talon and not left:
        return None  # in which half it lay is known, but not which was taken
    if deal.end == "blank" and any(what not in BESIDE_A_BLANK for what, _ in announced(deal, contract)):
        return None  # a Rufer with an announcement is not empty
    if deal.end == "played":
        if len(facts.tricks) < 12 or not facts.certain:
            return None
        if nature.positive:
            thirds = _decisive(deal, contract, facts)
            if thirds is None or material_is_open(deal, contract, facts):
                return None
        if nature.family is Family.TRISCHAKEN and sum(facts.thirds) != DECK_THIRDS:
            return None
    bonuses = _bonuses(deal, contract, facts)
    if bonuses is None:
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
        bonuses=tuple(bonuses),
        kontra=deal.kontra,
        king_in_talon=facts.king_in_talon,
        king_left=facts.king_left,
        end=deal.end if deal.end != "running" else "played",
    )


def with_any_partner(contract: Contract, facts: Facts) -> list[Facts]:
    """The facts as they are; where nobody knows yet who plays with the declarer, as every possible way would make them."""
    if NATURES[contract.game].family is not Family.CALLING or facts.partner is not None or facts.alone:
        return [facts]
    alone = replace(facts, alone=True)
    in_talon = replace(alone, king_in_talon=True)
    others = [replace(facts, partner=seat) for seat in range(4) if seat != contract.declarer]
    return [alone, in_talon, replace(in_talon, king_left=True), *others]


def _decisive(deal: Deal, contract: Contract, facts: Facts) -> int | None:
    """The declaring side's points, or the least if every possible value decides the game and the Sacks alike.

    A Sack of which nobody spoke («1. Sack – | 2») decides nothing.
    """
    if facts.declarer_range is None:
        return None
    system, said = deal.system, {what for what, _ in announced(deal, contract)}
    sacks = [
        thirds
        for sack, thirds in SACKS.items()
        if (row := system.bonus(sack)) is not None and (row.silent or sack in said)
    ]
    bounds = [system.win_thirds, *sacks, *(DECK_THIRDS - thirds + 1 for thirds in sacks)]
    low, high = facts.declarer_range
    return low if all((low >= bound) == (high >= bound) for bound in bounds) else None


def _bonuses(deal: Deal, contract: Contract, facts: Facts) -> list[BonusFact] | None:
    """What was made in a deal that was played out; of any other only what was announced. None where that is open."""
    if deal.end != "played":
        return _only_announced(deal, contract, facts)
    if not contract.nature.positive:
        return []
    if not (facts.alone and facts.called is None and contract.called == FOURTH):
        return bonuses_of(deal, contract, facts)
    # One of his four kings came from a talon that nobody read: each of them may be the called one.
    ways = [bonuses_of(deal, contract, replace(facts, called=king)) for king in members(KINGS)]
    return ways[0] if all(way == ways[0] for way in ways) else None


def _only_announced(deal: Deal, contract: Contract, facts: Facts) -> list[BonusFact]:
    declarers = sides(contract, facts)
    rows = {row.id for row in deal.system.bonuses}
    made = {"zehn_tarock": True}
    return [
        BonusFact(w, by, by in declarers, made.get(w)) for w, by in announced(deal, contract) if w in rows
    ]
