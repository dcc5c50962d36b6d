"""Deals told as the events of a table: what the server's measurements (and tests) have happen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from engine.dealing import random_deal
from engine.record import write_deal
from server.tables.events import Said, TableCreated, read_event

PLAYERS = ("Anna", "Bert", "Cilli", "Dora")


def a_table(rules: str = "tirol-deluxe") -> TableCreated:
    return TableCreated(name="Tisch 1", rules=rules, players=PLAYERS)


def evening(seed: int, rules: str = "tirol-deluxe") -> Iterator[Said]:
    """Deal after deal, without end; the same seed tells the same evening."""
    rng = random.Random(seed)
    while True:
        yield from told(write_deal(random_deal(rng, rules)))


def say(type_: str, **fields: Any) -> Any:
    """An event as a client would send it."""
    return read_event({"type": type_, **fields})


def told(document: dict[str, Any]) -> Iterator[Said]:
    """A deal record as the story of a table, from opening to end."""
    yield from begun(document)
    yield from _tricks(document["tricks"])
    yield say("deal_ended", end=document["end"])


def begun(document: dict[str, Any]) -> Iterator[Said]:
    """The same up to the first card."""
    yield say("deal_opened", forehand=document.get("forehand"))
    for call in document.get("auction", []):
        yield say("call_said", **call)
    contract = dict(document["contract"])
    yield say("contract_set", beside=contract.pop("with", []), **contract)
    for seat, hand in document.get("hands", {}).items():
        yield say("hand_shown", seat=seat, cards=hand)
    if "talon" in document:
        yield say("talon_shown", halves=document["talon"])
    if "taken" in document:
        yield say("talon_taken", taken=document["taken"])
    if "discards" in document:
        yield say("discarded", cards=document["discards"])
    for announcement in document.get("announcements", []):
        yield say("announced", **announcement)
    for kontra in document.get("kontra", []):
        yield say("kontra_said", **kontra)


def _tricks(tricks: list[dict[str, Any]]) -> Iterator[Said]:
    for number, trick in enumerate(tricks, 1):
        for seat, card in trick["cards"]:
            yield say("card_laid", by=seat, card=card, trick=number)
        gift = trick.get("gift", [])
        for card in [gift] if isinstance(gift, str) else gift:
            yield say("gift_laid", trick=number, card=card)
        if trick.get("collected_by"):
            yield say("trick_collected", trick=number, by=trick["collected_by"])
