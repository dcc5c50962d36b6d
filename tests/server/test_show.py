"""What is printed of a judgement: names where there are any, and what was inferred is marked as such."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache

import pytest
from rich.console import Console

from engine.cards import short_name
from engine.judge import judge
from engine.record import Deal
from server.benchmarks.demo_film import demo_deal
from server.cli import show

PLAYERS = ("Anna", "Bert", "Cilli", "Dora")


@cache
def the_deal() -> Deal:
    """The demo's deal with its discards, so that one unread card can be inferred."""
    deal = demo_deal().deal
    laid = {c for trick in deal.tricks for _, c in trick.cards}
    return replace(
        deal, discards=tuple(c for c in range(54) if c not in laid | set(deal.left_cards)), hands=None
    )


def printed(deal: Deal, lang: str, players: tuple[str, ...] = PLAYERS) -> str:
    out = io.StringIO()
    console = Console(file=out, highlight=False, soft_wrap=True, width=110, color_system=None)
    show.judgement(judge(deal), lang, console, players=players)
    return out.getvalue()


def without(deal: Deal, trick: int, seat: int) -> Deal:
    """The card of a seat in a trick was not read."""
    tricks = list(deal.tricks)
    cards = tuple((s, None if s == seat else c) for s, c in tricks[trick - 1].cards)
    tricks[trick - 1] = replace(tricks[trick - 1], cards=cards)
    return replace(deal, tricks=tuple(tricks))


@pytest.mark.parametrize("lang", ["de", "en"])
def test_with_names_no_seat_is_left(lang: str) -> None:
    text = printed(the_deal(), lang)
    words = text.replace("(", " ").replace(",", " ").replace(":", " ").split()
    quoted = text[text.index("«") : text.index("»")].split()
    assert not set("ABCD") & {w for w in words if w not in quoted}
    assert all(name in text for name in PLAYERS)
    assert "(…)" not in text


def test_an_inferred_card_is_marked_and_what_it_proves_is_told_as_hindsight() -> None:
    ruling = judge(the_deal()).rulings[0]
    assert ruling.by is not None and ruling.proven is not None
    whole = printed(the_deal(), "de")
    gap = without(the_deal(), ruling.proven[0], ruling.by)
    assert judge(gap).opening.inferred_deal is not None
    text = printed(gap, "de")
    card = short_name(dict(the_deal().tricks[ruling.proven[0] - 1].cards)[ruling.by] or 0, "de")
    assert f"({card})" in text and f"({card})" not in whole
    assert show.WORDS["de"]["inferred"] in text and show.WORDS["de"]["inferred"] not in whole
    # during the deal that card was a question: it can have proven nothing then, and the two statements agree
    assert f"bewiesen seit Stich {ruling.proven[0]}, Karte {ruling.proven[1]}" in text
    assert "aus den gelesenen Karten allein" in text and "aus den gelesenen Karten allein" not in whole
    live = next((r.proven for r in judge(replace(gap, end="running")).rulings if r.by == ruling.by), None)
    assert live is None or "allein seit Stich {}, Karte {}".format(*live) in text
