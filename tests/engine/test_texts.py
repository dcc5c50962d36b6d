"""Sets of cards in few words, as rulings say them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import BY_ID, DECK, TAROCKS, card_set
from engine.texts import condensed


@pytest.mark.parametrize(
    ("ids", "german"),
    [
        ("T20 T21 T22", "Tarock ab XX"),
        ("T01 T02 T03", "I, II, III"),
        ("T01 T21 T22", "I, XXI, Sküs"),
        ("H1 HJ HC HQ HK", "♥ ab ♥1"),
        ("H4 HK", "♥4, ♥K"),
    ],
)
def test_runs_from_above_are_said_as_one(ids: str, german: str) -> None:
    assert condensed(card_set(BY_ID[i] for i in ids.split()), "de") == german


def test_whole_suits_and_all_but_one() -> None:
    assert condensed(TAROCKS, "de") == "Tarock"
    assert condensed(TAROCKS & ~1, "en") == "Tarock but I"


@given(st.integers(0, DECK), st.sampled_from(["de", "en"]))
def test_every_set_has_words(cards: int, lang: str) -> None:
    assert bool(condensed(cards, lang)) is bool(cards)
