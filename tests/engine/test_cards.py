"""The 54 cards and their names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import (
    ALL_CARDS,
    BY_ID,
    DECK,
    DECK_THIRDS,
    IDS,
    above,
    card_set,
    long_name,
    members,
    parse_card,
    points_and_blatt,
    short_name,
    suit_of,
    thirds_of,
)


def test_the_deck_has_54_cards_and_210_thirds() -> None:
    assert len(set(IDS)) == 54
    assert DECK.bit_count() == 54
    assert DECK_THIRDS == thirds_of(ALL_CARDS) == 210


@pytest.mark.parametrize("card", ALL_CARDS)
@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_name_leads_back_to_its_card(card: int, lang: str) -> None:
    for name in (
        IDS[card],
        IDS[card].lower(),
        short_name(card, lang),
        long_name(card, lang),
        long_name(card, lang).upper(),
    ):
        assert parse_card(name) == card


@pytest.mark.parametrize(
    ("said", "card_id"),
    [
        ("XXI", "T21"), ("iiii", "T04"), ("IV", "T04"), ("Sküs", "T22"), ("Gstieß", "T22"), ("gstiess", "T22"), ("Mond", "T21"),
        ("Pagat", "T01"), ("Uhu", "T02"), ("Kakadu", "T03"), ("Maus", "T03"), ("Pelikan", "T03"), ("Quapil", "T04"), ("♥K", "HK"),
        ("Herz-König", "HK"), ("herz könig", "HK"), ("Pik 10", "S10"), ("Treff Dame", "CQ"), ("Kreuz-Reiter", "CC"), ("Karo 1", "D1"),
        ("karo ass", "D1"), ("♦R", "DC"), ("♣B", "CJ"), ("dc", "DC"), ("T1", "T01"), ("Tarock XVII", "T17"), ("king of hearts", "HK"),
    ],
)  # fmt: skip
def test_what_players_say(said: str, card_id: str) -> None:
    assert IDS[parse_card(said)] == card_id


@pytest.mark.parametrize("nonsense", ["", "Joker", "XXIII", "H5", "S1", "T23", "♥", "A", "x" * 1000, "??"])
def test_what_is_no_card_says_what_would_be_one(nonsense: str) -> None:
    with pytest.raises(ValueError, match="expected an id"):
        parse_card(nonsense)


@given(st.sets(st.sampled_from(list(ALL_CARDS))))
def test_a_set_holds_its_members_in_rising_order(cards: set[int]) -> None:
    assert list(members(card_set(cards))) == sorted(cards)


@given(st.sampled_from(list(ALL_CARDS)))
def test_above_are_the_higher_cards_of_the_suit(card: int) -> None:
    higher = list(members(above(card)))
    assert all(suit_of(c) == suit_of(card) and c > card for c in higher)
    assert len(higher) == sum(suit_of(c) == suit_of(card) and c > card for c in ALL_CARDS)


def test_thirty_five_and_two_is_107() -> None:
    assert points_and_blatt(107) == (35, 2)
    assert points_and_blatt(thirds_of([BY_ID["T05"]])) == (0, 1)
