"""judge: everything that can be said of a deal. A pure, total function of the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.facts import Facts, gather, sides
from engine.outcome import to_result, with_any_partner
from engine.record import Deal
from engine.result import Renonce
from engine.rulings import Ruling, rule_on
from engine.settle import Line, Settlement, settle
from engine.systems.base import Family
from engine.terms import SEATS
from engine.worlds import Opening, open_outcome, with_unread_gifts

FORMAT = "kiebitz-judgement/1"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is known of a deal at the end of its record."""

    deal: Deal
    facts: Facts
    rulings: tuple[Ruling, ...]
    settlement: Settlement | None
    opening: Opening = field(default_factory=Opening)

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.settlement.lines if self.settlement else ()

    @property
    def sheet(self) -> tuple[int, int, int, int] | None:
        return self.settlement.sheet if self.settlement else None

    @property
    def renonce(self) -> Ruling | None:
        """The first Renonce in time of the act: it settles the deal."""
        return next((r for r in self.rulings if r.status == "renonce" and r.by is not None), None)

    @property
    def declarers(self) -> tuple[int, ...]:
        contract = self.deal.contract
        if contract is None or contract.nature.family is Family.TRISCHAKEN:
            return ()
        return sides(contract, self.facts)

    @property
    def declarer_thirds(self) -> int | None:
        contract = self.deal.contract
        if contract is None or not contract.nature.positive:
            return None
        low, high = self.opening.declarer_thirds or (None, None)
        return low if low is not None and low == high else self.facts.declarer_thirds

    def as_json(self) -> dict[str, Any]:
        facts = self.facts
        data: dict[str, Any] = {
            "format": FORMAT,
            "tricks": [
                {"winner": None if t.winner is None else SEATS[t.winner], "thirds": t.thirds}
                for t in facts.tricks
            ],
            "tricks_won": list(facts.tricks_won),
            "thirds": _sure(self.opening.thirds, facts.thirds),
            "declarers": [SEATS[s] for s in self.declarers],
            "declarer_thirds": self.declarer_thirds,
            "rulings": [r.as_json() for r in self.rulings],
            "lines": [line.as_json() for line in self.lines],
            "sheet": None if self.sheet is None else list(self.sheet),
            "kontra_cents": [0, 0, 0, 0] if self.settlement is None else list(self.settlement.kontra_cents),
        }
        if not facts.certain or facts.unread or self.opening.slots:
            data["open"] = self.opening.as_json()
        elif facts.declarer_range is not None and facts.declarer_thirds is None:
            data["open"] = {"declarer_thirds": list(facts.declarer_range)}
        if self.deal.system.assumed_tariff:
            data["assumed_tariff"] = True
        return data


def _sure(spans: Sequence[tuple[int, int]] | None, taken: Sequence[int]) -> list[int]:
    """What was read, and where every way of filling in the others leads to one number, that."""
    if spans is None:
        return list(taken)
    return [low if low == high else own for (low, high), own in zip(spans, taken, strict=True)]


def judge(deal: Deal) -> Judgement:
    """Judges a finished or running deal as far as it goes."""
    deal = with_unread_gifts(deal)
    facts = gather(deal)
    opening = Opening()
    judged = deal
    if facts.unread and deal.end == "played":
        opening = open_outcome(deal)
        if opening.inferred_deal is not None:
            judged = opening.inferred_deal
            facts = gather(judged)
    rulings = rule_on(judged, facts)
    judgement = Judgement(judged, facts, tuple(rulings), None, opening)
    return replace(judgement, settlement=_settlement(judgement))


def _settlement(judgement: Judgement) -> Settlement | None:
    deal, facts = judgement.deal, judgement.facts
    contract = deal.contract
    if contract is None or deal.end == "running":
        return None
    result = to_result(deal, contract, facts)
    offence = judgement.renonce
    if offence is not None and offence.by is not None:
        renonce = Renonce(offence.by, no_bird=offence.kind == "falsche_ansage")
        if result is not None:
            return settle(replace(result, renonce=renonce))
        # The hand ended with the Renonce, before its outcome was known, and perhaps before anybody knew the partner.
        playing = replace(deal, end="blank" if deal.end == "blank" else "running")
        ways = [to_result(playing, contract, way) for way in with_any_partner(contract, facts)]
        settled = [settle(replace(way, renonce=renonce)) for way in ways if way is not None]
        same = all(
            (way.sheet, way.kontra_cents) == (settled[0].sheet, settled[0].kontra_cents) for way in settled
        )
        return settled[0] if len(settled) == len(ways) and same else None
    if result is None:
        return judgement.opening.settlement
    return settle(result)
