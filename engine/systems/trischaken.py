"""How the systems settle Trischaken (in Hopfgarten: Fahren). Each function gives the sheet for seats A … D."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from engine.systems.base import System, TrischakenFacts

BUERGERMEISTER = 107
SPIEL_HOPFGARTEN = 106


def read_as(system: System, **reading: Any) -> System:
    """The system with another reading of its Trischaken, beside those that it already has."""
    return replace(
        system, trischaken=replace(system.trischaken, settle=partial(system.trischaken.settle, **reading))
    )


def _pay(sheet: list[int], payer: int, receiver: int, amount: int) -> None:
    sheet[payer] -= amount
    sheet[receiver] += amount


def _losers(facts: TrischakenFacts) -> tuple[list[int], bool]:
    """Who pays; a forehand among the equals pays alone, the others «als hätten sie weniger Punkte»."""
    losers = facts.losers
    if facts.forehand in losers:
        return [facts.forehand], True
    return losers, False


def steiermark(
    facts: TrischakenFacts, *, forehand_doubles_virgins: bool = True, three_equals_share: bool = False
) -> list[int]:
    """Three to each; nine to a virgin; the forehand always double, also where the text is silent (reading A1).

    Three equal losers pay a virgin nine each, as two do (reading A2), or share the nine.
    """
    losers, forehand = _losers(facts)
    virgins = facts.virgins
    mayor = facts.thirds[losers[0]] >= BUERGERMEISTER
    double = 2 if forehand else 1
    sheet = [0, 0, 0, 0]
    if len(virgins) == 3:
        for seat in virgins:
            _pay(sheet, losers[0], seat, 12 * double)
    elif virgins:
        double = double if forehand_doubles_virgins else 1
        single = 18 if mayor and len(virgins) == 1 else 9
        if len(losers) == 3 and three_equals_share:
            single = 3
        if len(virgins) == 2 and len(losers) == 2:
            for payer, receiver in zip(losers, virgins, strict=True):
                _pay(sheet, payer, receiver, 9)
        else:
            for payer in losers:
                for receiver in virgins:
                    _pay(sheet, payer, receiver, single * double)
    else:
        for payer in losers:
            for receiver in set(range(4)) - set(losers):
                _pay(sheet, payer, receiver, 3 * double * (2 if mayor else 1))
    return sheet


def kantine(
    facts: TrischakenFacts, *, unit: int = 1, tied_virgin: str = "whole", forehand_shares: bool = False
) -> list[int]:
    """One to each; a virgin draws the whole payout, several share it with three at least for each.

    `tied_virgin` says what one virgin gets from two equal losers: the `whole` payout of four, or `three` from each.
    The forehand pays every virgin double (reading A12), or his doubled payout is what they share.
    """
    losers, forehand = _losers(facts)
    virgins = facts.virgins
    factor = (2 if forehand else 1) * unit
    mayor = 2 if facts.thirds[losers[0]] >= BUERGERMEISTER else 1
    sheet = [0, 0, 0, 0]
    winners = sorted(set(range(4)) - set(losers))
    if not virgins:
        for payer in losers:
            for receiver in winners:
                _pay(sheet, payer, receiver, mayor * factor)
        return sheet
    payout = len(losers) * len(winners) * mayor
    if len(losers) > 1 and len(virgins) == 1 and tied_virgin == "three":
        payout = 3 * len(losers)
    total = max(payout, 3 * len(virgins))
    if forehand and forehand_shares:
        total, factor = max(payout * factor, 3 * len(virgins) * unit), 1
    for payer in losers:
        sheet[payer] -= total // len(losers) * factor
    for receiver in virgins:
        sheet[receiver] += total // len(virgins) * factor
    return sheet


def tirol(
    facts: TrischakenFacts, *, forehand_shares: bool = False, stack: bool = True, tied_pay_full: bool = False
) -> list[int]:
    """Two to each, six in all; forehand and Bürgermeister double, both four-fold (reading A18); equals share.

    `forehand_shares`: a forehand among equals shares the single loss like the others (the other reading of A20);
    `tied_pay_full`: equal losers do not share it, each pays every winner in full (the other reading of A19).
    """
    losers, forehand = _losers(facts)
    if forehand_shares and len(facts.losers) > 1:
        losers, forehand = facts.losers, False
    mayor = facts.thirds[losers[0]] >= BUERGERMEISTER
    total = 6 * (2 if forehand else 1) * (2 if mayor else 1)
    if forehand and mayor and not stack:
        total = 12
    receivers = facts.virgins or sorted(set(range(4)) - set(losers))
    sheet = [0, 0, 0, 0]
    if tied_pay_full and len(losers) > 1:
        total = len(losers) * (total if facts.virgins else total // 3 * len(receivers))
    for payer in losers:
        sheet[payer] -= total // len(losers)
    for receiver in receivers:
        sheet[receiver] += total // len(receivers)
    return sheet


def hopfgarten(
    facts: TrischakenFacts,
    *,
    tied_forehand_alone: bool = False,
    each: int = 3,
    middle_tie: int = 3,
    virgin_paid_by_two: bool = False,
) -> list[int]:
    """Six in all: the two highest to the two lowest, or one alone, or all to who took no trick.

    `each` is what each of the two highest loses (reading A27), `middle_tie` what the outer two exchange where the
    middle ones are equal (A28); `virgin_paid_by_two` lets only the two highest pay a virgin (A29).
    """
    thirds, driver = facts.thirds, facts.forehand
    order = sorted(range(4), key=lambda s: -thirds[s])
    top = order[0]
    has_game = thirds[top] >= SPIEL_HOPFGARTEN
    driver_most = thirds[driver] == thirds[top] and (tied_forehand_alone or facts.losers == [driver])
    virgins = facts.virgins
    if has_game:
        payers, total = [top], 12 if top == driver else 6
    elif driver_most:
        payers, total = [driver], 6
    elif not virgins:
        return _hopfgarten_plain(order, thirds, each, middle_tie)
    else:
        payers, total = _payers_of_a_virgin(order, facts, virgin_paid_by_two), 6
    receivers = virgins or sorted(set(range(4)) - set(payers))
    sheet = [0, 0, 0, 0]
    for payer in payers:
        sheet[payer] -= total // len(payers)
    for receiver in receivers:
        sheet[receiver] += total // len(receivers)
    return sheet


def _payers_of_a_virgin(order: list[int], facts: TrischakenFacts, two: bool) -> list[int]:
    """All who took a trick, or the two highest (the highest alone, where the next two are equal)."""
    if not two:
        return [s for s in order if s not in facts.virgins]
    if len(facts.virgins) == 1 and facts.thirds[order[1]] == facts.thirds[order[2]]:
        return order[:1] if facts.thirds[order[0]] != facts.thirds[order[1]] else order[:3]
    return order[:2]


def _hopfgarten_plain(
    order: list[int], thirds: tuple[int, int, int, int], each: int, middle_tie: int
) -> list[int]:
    """«Die beiden Spieler mit den meisten Punkten zahlen an die beiden anderen je 3 Punkte»; equal middles pay nothing.

    Where three are equal, the middle cannot be told from the edge: the three share the edge's points.
    """
    sheet = [0, 0, 0, 0]
    if thirds[order[1]] != thirds[order[2]]:
        for seat in order[:2]:
            sheet[seat] -= each
        for seat in order[2:]:
            sheet[seat] += each
        return sheet
    payers = [s for s in order if thirds[s] == thirds[order[0]]]
    receivers = [s for s in order if thirds[s] == thirds[order[3]]]
    for seat in payers:
        sheet[seat] -= middle_tie // len(payers)
    for seat in receivers:
        sheet[seat] += middle_tie // len(receivers)
    return sheet
