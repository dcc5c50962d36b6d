"""Rulings: an irregular act with its status, its proof, the words of the rule, and a sentence in two languages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.auction import auction_acts
from engine.cards import Card, members
from engine.duties import VOGEL_PFLICHT, VOGEL_REIHENFOLGE
from engine.facts import Facts
from engine.irregular import Act, is_past, other_acts
from engine.obligations import PAGAT_ZULETZT, STICHZWANG
from engine.record import Deal, card_id
from engine.renonce import Finding, Squeeze, all_parts, find_irregular_plays
from engine.said import said_acts
from engine.systems.base import Family, Source, System
from engine.table import Play, Table, lay_out
from engine.terms import SEATS
from engine.texts import Evidence, act_text, exclusion_text, play_text


@dataclass(frozen=True, slots=True)
class Ruling:
    """One irregular act. What a deal in progress leaves open is None."""

    kind: str | None
    by: int | None
    suspects: tuple[int, ...]
    trick: int | None
    card: Card | None
    proven: tuple[int, int] | None
    proof: str
    status: str | None
    source: Source
    system: System
    text: dict[str, str]
    cards: tuple[Card, ...] = ()
    certificate: tuple[dict[str, Any], ...] = ()
    order: tuple[int, int] = field(default=(99, 99))
    """The time of the act, for «the first Renonce in time of the act»."""
    openly: Ruling | None = None
    """The same act told by the open cards alone, where more than that is known of it."""

    @property
    def shown(self) -> Ruling | None:
        """What the open cards alone show of it; None while they show nothing. Whoever hears no more learns nothing of a hidden hand."""
        return self.openly or (self if self.proof == "direct" else None)

    def as_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "by": None if self.by is None else SEATS[self.by],
            "suspects": [SEATS[s] for s in self.suspects],
            "trick": self.trick,
            "card": None if self.card is None else card_id(self.card),
            "proven": None if self.proven is None else {"trick": self.proven[0], "card": self.proven[1]},
            "proof": self.proof,
            "status": self.status,
            "because": {"cards": [card_id(c) for c in self.cards], "text": self.text},
            "certificate": list(self.certificate),
            "rule": {"system": self.system.id, "section": self.source.section, "quote": self.source.quote},
        }


def rule_on(deal: Deal, facts: Facts) -> list[Ruling]:
    """Every ruling of a record, in the order of the acts."""
    table = lay_out(deal, facts)
    rulings = [_of_finding(finding, table, deal, facts) for finding in find_irregular_plays(table)]
    acts = [*other_acts(deal, facts), *said_acts(deal, facts), *auction_acts(deal)]
    rulings += [_of_act(act, deal) for act in acts]
    if len(rulings) > 1:
        rulings.sort(key=lambda r: r.order)
    return rulings


def _of_act(act: Act, deal: Deal) -> Ruling:
    return Ruling(
        kind=act.kind,
        by=act.by,
        suspects=(act.by,),
        trick=act.trick,
        card=act.card,
        proven=act.proven,
        proof="direct",
        status=act.status,
        source=deal.system.source(act.topic),
        system=deal.system,
        text=act_text(act.by, act.trick, act.de, act.en, act.cards),
        cards=act.cards or (() if act.card is None else (act.card,)),
        order=act.order,
    )


def _of_finding(finding: Finding, table: Table, deal: Deal, facts: Facts) -> Ruling:
    act = finding.play
    cards = [] if act is None or act.card is None else [act.card]
    if (
        finding.shown_by is not None
        and finding.shown_by is not act
        and finding.shown_by.card is not None
        and finding.proof == "direct"
    ):
        cards.append(finding.shown_by.card)
    if finding.explained_by is not None and finding.explained_by.card is not None:
        cards.append(finding.explained_by.card)
    if finding.lies_open is not None:
        cards.append(finding.lies_open)
    if finding.squeeze is not None:
        cards += [c for c in members(finding.squeeze.cards) if c not in cards]
    topic = _topic(finding.kind, deal)
    return Ruling(
        kind=finding.kind,
        by=finding.by,
        suspects=finding.suspects,
        trick=None if act is None else act.trick + 1,
        card=None if act is None else act.card,
        proven=finding.proven,
        proof=finding.proof,
        status=_status(finding, deal, facts),
        source=deal.system.source(topic),
        system=deal.system,
        text=_text(finding, deal),
        cards=tuple(cards),
        certificate=tuple(_certificate(finding, table)),
        order=(99, 0) if act is None else (act.trick + 1, act.place - 1),
        openly=None if finding.openly is None else _of_finding(finding.openly, table, deal, facts),
    )


def _topic(kind: str | None, deal: Deal) -> str:
    """The source of a kind; Trischaken has its own sentences in some texts."""
    if kind is None:
        return "renonce"
    trischaken = deal.contract is not None and deal.contract.nature.family is Family.TRISCHAKEN
    if trischaken and kind in (STICHZWANG, PAGAT_ZULETZT) and f"{kind}_trischaken" in deal.system.sources:
        return f"{kind}_trischaken"
    return kind


def _status(finding: Finding, deal: Deal, facts: Facts) -> str | None:
    act = finding.play
    if act is None:
        return None
    if not is_past(deal, facts, act.trick, act.place):
        return "correctable"
    if finding.kind == VOGEL_PFLICHT:
        return deal.system.bird_lost_status
    if finding.kind == VOGEL_REIHENFOLGE:
        return deal.system.bird_order_status
    return "renonce"


# --- the certificate: what a referee follows card by card -------------------------------------------------------


def _certificate(finding: Finding, table: Table) -> Iterator[dict[str, Any]]:
    act = finding.play
    if act is not None and act.card is not None:
        yield {
            "step": "act",
            "seat": SEATS[act.seat],
            "trick": act.trick + 1,
            "place": act.place,
            "card": card_id(act.card),
            "legal_only_without": [card_id(c) for _, cards in all_parts(table, act) for c in members(cards)],
        }
    if finding.proof == "direct":
        shown = finding.shown_by
        if shown is not None and shown is not act and shown.card is not None:
            yield {
                "step": "shown",
                "seat": SEATS[shown.seat],
                "trick": shown.trick + 1,
                "place": shown.place,
                "card": card_id(shown.card),
            }
        return
    if finding.squeeze is not None:
        yield from _squeeze_steps(finding, finding.squeeze, table)


def _squeeze_steps(finding: Finding, squeeze: Squeeze, table: Table) -> Iterator[dict[str, Any]]:
    """Why each of the cards cannot lie with the other seats, then how little room is left."""
    last = next(e for e, m in enumerate(table.moments) if m == finding.proven)
    deal = table.deal
    taken = [c for c in deal.taken_cards if c is not None and squeeze.cards >> c & 1]
    if taken and deal.contract is not None:
        yield {"step": "taken", "seat": SEATS[deal.contract.declarer], "cards": [card_id(c) for c in taken]}
    hidden = deal.discards is None or None in deal.discards
    if deal.discard_count and hidden and "Ablage" not in squeeze.places:
        yield {"step": "no_discard", "cards": [card_id(c) for c in members(squeeze.cards)]}
    for play in table.plays:
        if play.event > last or play.card is None:
            continue
        kept_out = play.forbidden & squeeze.cards
        if kept_out and SEATS[play.seat] not in squeeze.places:
            yield {
                "step": "excludes",
                "seat": SEATS[play.seat],
                "trick": play.trick + 1,
                "place": play.place,
                "card": card_id(play.card),
                "cards": [card_id(c) for c in members(kept_out)],
            }
    yield {
        "step": "no_room",
        "cards": [card_id(c) for c in members(squeeze.cards)],
        "places": list(squeeze.places),
        "room": squeeze.room,
    }


def _text(finding: Finding, deal: Deal) -> dict[str, str]:
    act = finding.play
    if act is None or act.card is None:
        return exclusion_text(finding.suspects, finding.squeeze, finding.proven)
    prefix = [c for _, c in deal.tricks[act.trick].cards[: act.place - 1]]
    evidence = Evidence(
        _place(finding.shown_by, act),
        finding.squeeze,
        finding.proven,
        _place(finding.explained_by, act),
        finding.lies_open,
    )
    return play_text(finding.kind, act.seat, act.trick + 1, act.card, prefix, evidence)


def _place(shown: Play | None, act: Play) -> tuple[int, Card] | None:
    if shown is None or shown is act or shown.card is None:
        return None
    return shown.trick + 1, shown.card
