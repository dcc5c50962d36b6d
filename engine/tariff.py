"""What a game and its bonuses are worth in a deal, and which of them count beside each other."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.result import BonusFact, Result
from engine.systems.base import BIRDS, MATERIAL, NATURES, Bonus, Family, Game, System

_STICK = frozenset({*BIRDS, "koenig_ultimo", "mondfang", "koenigfang"})


@dataclass(frozen=True, slots=True)
class ValatState:
    """Whether a Valat rules this settlement, and how it went."""

    announced: bool
    by_declarers: bool
    made: bool


def valat_state(result: Result) -> ValatState | None:
    valats = [f for f in result.bonuses if f.what == "valat" and (f.announced_by is not None or f.made)]
    for fact in sorted(valats, key=lambda f: f.announced_by is None):
        return ValatState(fact.announced_by is not None, fact.declarers, bool(fact.made))
    return None


def game_row(result: Result) -> Game:
    """The row of the table of games that was played."""
    row = result.system.game(result.game, result.bird) or result.system.game(result.game)
    if row is None:
        raise ValueError(f"{result.system.id} has no game {result.game}")
    return row


def game_value(result: Result, row: Game) -> int:
    """The value of the row; a Rufer to which a bird was announced may have another (Hopfgarten, A30)."""
    raised = result.system.rufer_with_bird_value
    with_bird = any(f.what in BIRDS and f.announced_by in result.declarers for f in result.bonuses)
    return raised if raised is not None and row.id == "rufer" and with_bird else row.value


def solo_factor(bonus: Bonus, row: Game) -> int:
    """What a solo makes of a bonus."""
    return 2 if row.solo and bonus.doubles_in_solo else 1


def given_bonuses(result: Result) -> list[BonusFact]:
    """The bonuses as given, with the Königfang that a left king is in Hopfgarten.

    What has no price announced («1 | –») counts as if nobody had announced it.
    """
    facts = [
        f if may_be_announced(result.system, f.what) else replace(f, announced_by=None)
        for f in result.bonuses
        if f.what != "valat"
    ]
    left = result.king_left and result.system.king_left_is_koenigfang
    if left and not any(f.what == "koenigfang" and f.announced_by is not None for f in facts):
        # However it was noted: a king that was left is caught by the opponents.
        facts = [f for f in facts if f.what != "koenigfang"]
        facts.append(BonusFact("koenigfang", None, declarers=False, made=True))
    return facts


def may_be_announced(system: System, what: str) -> bool:
    """Whether the system has this bonus, and a price for it when it is announced."""
    bonus = system.bonus(what)
    return bonus is not None and bonus.announced is not None


def announced_bonuses(result: Result) -> list[BonusFact]:
    """Every announcement, the bird of the bid included."""
    facts = [f for f in result.bonuses if f.announced_by is not None]
    if result.bird is not None and not any(f.what == result.bird and f.declarers for f in facts):
        facts.insert(0, BonusFact(result.bird, result.declarer, declarers=True, made=None))
    return facts if NATURES[result.game].positive else []


def counts(fact: BonusFact, result: Result, valat: ValatState | None) -> bool:
    """Whether a bonus counts in this game, and beside the others that were made or said."""
    system, announced = result.system, fact.announced_by is not None
    nature = NATURES[result.game]
    if not nature.positive or (
        fact.what in ("koenig_ultimo", "koenigfang") and nature.family is not Family.CALLING
    ):
        return False
    if nature.suit_game:
        if fact.what not in system.suit_game_bonuses:
            return False
        if not announced and "only_announced_kings" in system.suit_game_bonuses:
            return False
    if fact.what == "sack1" and system.second_sack_alone and any(f.what == "sack2" for f in result.bonuses):
        return False
    if fact.what == "koenigfang" and any(
        f.what == "koenig_ultimo" and f.announced_by is not None for f in result.bonuses
    ):
        return False
    if valat is None or fact.what == "zehn_tarock":
        return True
    rule = system.valat
    if fact.what in MATERIAL:
        return announced and (
            rule.material == "announced" or (rule.material == "announced_if_silent" and not valat.announced)
        )
    return announced or (rule.silent_birds and fact.what in _STICK)


def claim_value(result: Result, row: Game, what: str) -> int:
    """A silent bonus that the Renonce took away; a silent Valat is worth what it adds to the game."""
    system = result.system
    bonus = system.bonus(what)
    paid = any(f.what == what for f in announced_bonuses(result))
    claimed = BonusFact(what, None, declarers=True, made=True)
    if bonus is None or paid or not counts(claimed, result, _valat_claimed(result, what)):
        return 0
    if what == "valat" and system.valat.multiplies:
        declares = result.renonce is not None and result.renonce.by in (*result.declarers, *result.others)
        return row.value * (row.loss_factor if declares else 1) * (system.valat.silent - 1)
    return (bonus.silent or 0) * solo_factor(bonus, row)


def _valat_claimed(result: Result, what: str) -> ValatState | None:
    """The Valat beside which a claim stands: an announced one, or one that the Renonce took away, too."""
    if any(f.what == "valat" for f in announced_bonuses(result)):
        return ValatState(announced=True, by_declarers=True, made=True)
    claims = result.renonce.claims if result.renonce is not None else ()
    if what != "valat" and any(claim.what == "valat" for claim in claims):
        return ValatState(announced=False, by_declarers=True, made=True)
    return None
