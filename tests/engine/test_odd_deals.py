"""Odd deals that somebody else derived by hand from the texts, with the rulings that must come out and when."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.judge import judge
from engine.record import Collection, Deal, card_id
from engine.record_reading import read_deal
from engine.terms import SEATS

ROWS = [
    json.loads(line) for line in (Path(__file__).parent / "odd_deals.jsonl").read_text("utf-8").splitlines()
]


def rulings(deal: Deal) -> list[list[Any]]:
    return [
        [
            r.kind,
            None if r.by is None else SEATS[r.by],
            r.trick,
            None if r.card is None else card_id(r.card),
            None if r.proven is None else list(r.proven),
            r.status,
        ]
        for r in judge(deal).rulings
    ]


def until(deal: Deal, trick: int, card: int) -> Deal:
    """The deal as it was when that card had just been laid."""
    last = replace(
        deal.tricks[trick - 1], cards=deal.tricks[trick - 1].cards[:card], collection=Collection.LYING
    )
    return replace(deal, tricks=(*deal.tricks[: trick - 1], last), end="running")


@pytest.mark.parametrize("row", ROWS, ids=[f"{n}-{row['deal']['rules']}" for n, row in enumerate(ROWS)])
def test_what_follows_from_the_text_and_no_more(row: dict[str, Any]) -> None:
    assert rulings(read_deal(row["deal"])) == row["rulings"], row["why"]


@pytest.mark.parametrize("row", ROWS, ids=[f"{n}-{row['deal']['rules']}" for n, row in enumerate(ROWS)])
def test_each_is_told_with_the_card_that_proves_it_and_not_before(row: dict[str, Any]) -> None:
    deal = read_deal(row["deal"])
    for kind, by, _, _, (trick, card), _ in row["rulings"]:
        if kind == "kartenzahl":
            continue  # known when the last trick is over
        then = [(r[0], r[1], r[4]) for r in rulings(until(deal, trick, card))]
        assert (by, [trick, card]) in [(r[1], r[2]) for r in then], row["why"]
        if card > 1:
            before = [(r[0], r[1]) for r in rulings(until(deal, trick, card - 1))]
            assert (kind, by) not in before, row["why"]


def test_the_reason_names_the_card_that_shows_the_rule() -> None:
    (row,) = [row for row in ROWS if "later club" in row["why"]]
    (ruling,) = [r for r in judge(read_deal(row["deal"])).rulings if r.kind == "farbzwang"]
    assert "In Stich 8 kam ♣B; sicher war es schon früher: In Stich 4 kam XVII" in ruling.text["de"]
