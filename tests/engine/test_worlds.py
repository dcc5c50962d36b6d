"""Cards that nobody could read: what accounting forces is inferred, all else stays an interval or open, never a guess."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.cards import BY_ID, IDS, Card
from engine.dealing import random_deal
from engine.facts import gather
from engine.judge import judge
from engine.record import Deal
from engine.systems import SYSTEMS

GAMES = {(system.id, row.id): row for system in SYSTEMS.values() for row in system.games}


def dealt(game: str, seed: int, system: str = "steiermark-2017") -> Deal:
    """A legal deal in which nothing but the play and the talon is on record."""
    deal = random_deal(Random(seed), system, GAMES[system, game], announce=0)
    return replace(deal, hands=None, discards=None)


def hiding(deal: Deal, *places: tuple[int, int]) -> Deal:
    """The deal without the cards at these places (trick and card from 1; the fifth card is the gift)."""
    tricks = list(deal.tricks)
    for t, p in places:
        trick = tricks[t - 1]
        if p > len(trick.cards):
            tricks[t - 1] = replace(trick, gifts=(None,))
        else:
            cards = [(s, None if i == p else c) for i, (s, c) in enumerate(trick.cards, 1)]
            tricks[t - 1] = replace(trick, cards=tuple(cards))
    return replace(deal, tricks=tuple(tricks))


def at(deal: Deal, t: int, p: int) -> Card | None:
    trick = deal.tricks[t - 1]
    return trick.cards[p - 1][1] if p <= len(trick.cards) else trick.gifts[0]


def open_cards(deal: Deal) -> list[dict[str, Any]]:
    cards: list[dict[str, Any]] = judge(deal).as_json()["open"]["cards"]
    return cards


def test_a_sechserdreier_with_known_discards_leaves_one_card_for_one_gap() -> None:
    deal = random_deal(Random(3), "steiermark-2017", GAMES["steiermark-2017", "sechserdreier"], announce=0)
    laid = {c for t in deal.tricks for _, c in t.cards}
    deal = replace(deal, discards=tuple(c for c in range(54) if c not in laid), hands=None)
    judgement = judge(hiding(deal, (5, 2)))
    assert judgement.deal.tricks == deal.tricks
    assert judgement.sheet == judge(deal).sheet
    assert judgement.opening.as_json() == {
        "cards": [{"trick": 5, "place": 2, "candidates": [IDS[at(deal, 5, 2) or 0]]}],
        "inferred": True,
    }


def test_two_gaps_in_the_hands_of_two_seats_are_filled_from_their_hands() -> None:
    deal = replace(random_deal(Random(8), "sb-2023", GAMES["sb-2023", "bettler"], announce=0), talon=None)
    place = next(p for p in range(1, 5) if deal.tricks[8].cards[p - 1][0] != deal.tricks[2].cards[0][0])
    judgement = judge(hiding(deal, (3, 1), (9, place)))
    assert judgement.deal.tricks == deal.tricks
    assert judgement.as_json()["open"]["inferred"] is True  # reported


def test_the_hidden_discards_keep_a_gap_open() -> None:
    deal = dealt("dreier", 4)
    (card,) = open_cards(hiding(deal, (2, 3)))
    away = set(range(54)) - {c for t in deal.tricks for _, c in t.cards} - set(deal.left_cards)
    assert IDS[at(deal, 2, 3) or 0] in card["candidates"]
    assert len(card["candidates"]) <= len(away) + 1


def test_a_card_that_the_declarer_took_from_the_talon_fills_nobody_elses_gap() -> None:
    for seed in range(40):
        deal = dealt("dreier", seed)
        assert deal.contract is not None
        laid = {c for t in deal.tricks for _, c in t.cards}
        kept_away = {c for c in deal.taken_cards if c is not None} - laid
        seat, card = deal.tricks[0].cards[2]
        if kept_away and seat != deal.contract.declarer and card is not None:
            (gap,) = open_cards(hiding(deal, (1, 3)))
            assert not kept_away & {BY_ID[c] for c in gap["candidates"]}
            return
    pytest.fail("no such deal among forty")


def test_an_unread_gift_is_what_is_left_of_the_shown_talon() -> None:
    deal = dealt("trischaken", 11)
    gifts = [c for t in deal.tricks for c in t.gifts]
    deal = replace(deal, talon=((gifts[0], gifts[1], gifts[2]), (gifts[3], gifts[4], gifts[5])))
    judgement = judge(hiding(deal, (2, 5)))
    assert judgement.deal.tricks == deal.tricks
    assert judgement.sheet == judge(deal).sheet


@pytest.mark.parametrize("seed", range(60))
def test_the_truth_always_lies_inside_what_is_left_open(seed: int) -> None:
    rng = Random(seed)
    system = rng.choice(tuple(SYSTEMS.values()))
    deal = random_deal(rng, system.id, announce=0)
    if rng.random() < 0.7:
        deal = replace(deal, hands=None)
    places = rng.sample([(t, p) for t in range(1, 13) for p in range(1, 5)], rng.randint(1, 3))
    judgement, truth, facts = judge(hiding(deal, *places)), judge(deal), gather(deal)
    left_open = judgement.opening.as_json()
    for gap in left_open["cards"]:
        assert IDS[at(deal, gap["trick"], gap["place"]) or 0] in gap["candidates"]
    for seat, (low, high) in left_open.get("thirds", {}).items():
        assert low <= facts.thirds["ABCD".index(seat)] <= high
    if judgement.sheet is not None:
        assert judgement.sheet == truth.sheet
    if "sheets" in left_open and truth.sheet is not None:
        assert list(truth.sheet) in left_open["sheets"]


def test_a_deal_of_which_nothing_could_be_read_is_judged_all_the_same() -> None:
    deal = dealt("solodreier", 2)
    blind = hiding(deal, *((t, p) for t in range(1, 13) for p in range(1, 5)))
    judgement = judge(blind)
    assert judgement.sheet is None
    assert judgement.rulings == ()
