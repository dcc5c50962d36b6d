"""A long check of the engine on random deals (`kiebitz bench soundness`).

Legal deals of every system and game must be zero-sum, hold 210 thirds and show no Renonce; with one irregular card the
culprit must be found, by the last card at the latest, and nobody else named for certain.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from engine.cards import DECK_THIRDS
from engine.dealing import Revoke, random_deal, with_revoke
from engine.judge import Judgement, judge
from engine.record import Deal, write_deal
from engine.systems import SYSTEMS

FALSE_FINDINGS = ("renonce", "lost_bird", "correctable")


@dataclass(slots=True)
class Tally:
    """What was tried and what went wrong, with the first few failures as records."""

    deals: Counter[str] = field(default_factory=Counter)
    failures: list[dict[str, Any]] = field(default_factory=list)

    def fail(self, why: str, deal: Deal) -> None:
        self.deals["failed"] += 1
        if len(self.failures) < 5:
            self.failures.append({"why": why, "deal": write_deal(deal)})


def check_legal(judged: Judgement) -> str | None:
    """What is wrong with the judgement of a deal in which everybody kept the rules."""
    if any(r.status in FALSE_FINDINGS for r in judged.rulings):
        return "a false ruling"
    if judged.settlement is None:
        return "no settlement"
    if sum(judged.settlement.sheet) or sum(judged.settlement.kontra_cents):
        return "not zero-sum"
    if sum(judged.facts.tricks_won) != 12:
        return "not twelve tricks"
    return _thirds(judged)


def _thirds(judged: Judgement) -> str | None:
    contract = judged.deal.contract
    if contract is None:
        return "no contract"
    if contract.nature.positive:
        return None if judged.facts.declarer_thirds is not None else "the declarers' points are open"
    total = sum(judged.facts.thirds)
    whole = DECK_THIRDS if contract.game == "trischaken" else None
    return None if whole is None or total == whole else f"{total} thirds instead of 210"


def check_revoke(revoke: Revoke, judged: Judgement) -> str | None:
    """What is wrong with the judgement of a deal with exactly one irregular card."""
    certain = [r for r in judged.rulings if r.status == "renonce" and r.kind != "falsche_ansage"]
    if not certain:
        return "not found"
    if any(r.by != revoke.seat for r in certain):
        return "an innocent seat named"
    act = certain[0]
    if (act.trick, act.card) != (revoke.trick, revoke.card):
        return "another card named"
    if act.proven is None or act.proven > (12, 4):
        return "proven too late"
    return None


def run(legal: int, revokes: int, seed: int) -> Tally:
    rng = random.Random(seed)
    tally = Tally()
    systems = list(SYSTEMS)
    for n in range(legal):
        deal = random_deal(rng, systems[n % len(systems)], watched=rng.random() < 0.7)
        tally.deals["legal"] += 1
        if why := check_legal(judge(deal)):
            tally.fail(why, deal)
    while tally.deals["revokes"] < revokes:
        deal = random_deal(rng, rng.choice(systems))
        revoke = with_revoke(rng, deal)
        if revoke is None:
            continue
        judged = judge(revoke.deal)
        tally.deals["revokes"] += 1
        tally.deals[f"proof_{judged.rulings[0].proof if judged.rulings else 'none'}"] += 1
        if why := check_revoke(revoke, judged):
            tally.fail(why, revoke.deal)
    return tally


def measure(legal: int, revokes: int, seed: int) -> dict[str, Any]:
    """The report of one run; `failures` has to be empty."""
    start = time.perf_counter()
    tally = run(legal, revokes, seed)
    seconds = round(time.perf_counter() - start)
    return {"seed": seed, "seconds": seconds, **tally.deals, "failures": tally.failures}
