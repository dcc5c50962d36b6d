"""What the open cards alone show of a Renonce: from that card on, and nothing that a hand still hides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from engine.cards import BY_ID, Card
from engine.dealing import random_deal, with_revoke
from engine.judge import judge
from engine.record import Deal
from engine.rulings import Ruling
from engine.systems import SYSTEMS
from tests.engine.helpers import judged
from tests.engine.second_opinion import Onlooker, plays_of, until

TAKEN = """Kiebitz kantine-2.0
Spiel D dreier
Talon ♣9 ♣10 ♥1 | ♦R XI V
Nimmt 2
1 A:♠D B:♠K C:♠9 D:♦B
2 B:♣8 C:♣B"""
"""D took V and XI, which nobody may discard; so he had Tarock in trick 1."""


def of_d(text: str) -> Ruling:
    return next(r for r in judged(text).rulings if r.by == 3)


def test_what_exclusion_proved_is_shown_by_the_card_that_lies_open_later() -> None:
    before, after = of_d(f"{TAKEN}\nEnde running\n"), of_d(f"{TAKEN} D:XX\nEnde running\n")
    assert (before.proof, before.proven, before.shown) == ("exclusion", (1, 4), None)
    assert (after.proof, after.proven) == ("exclusion", (1, 4))  # the judgement stays as it is
    shown = after.shown
    assert shown is not None and (shown.kind, shown.proof, shown.proven) == ("tarockzwang", "direct", (2, 3))
    assert shown.status == after.status == "renonce"


def test_what_is_shown_names_no_card_that_is_still_in_a_hand() -> None:
    ruling = of_d(f"{TAKEN} D:XX\nEnde running\n")
    assert {BY_ID["T05"], BY_ID["T11"]} <= set(ruling.cards) and ruling.shown is not None
    assert ruling.shown.cards == (BY_ID["DJ"], BY_ID["T20"])
    assert [step["step"] for step in ruling.shown.certificate] == ["act", "shown"]
    assert ruling.shown.text["de"].endswith("musste aber Tarock zugeben: In Stich 2 kam XX.")


def with_every_moment(seeds: int) -> Iterator[tuple[Deal, Ruling]]:
    """Deals with one irregular card, card by card, and what is ruled on it."""
    for seed in range(seeds):
        rng = Random(f"shown{seed}")
        revoke = with_revoke(rng, random_deal(rng, rng.choice(sorted(SYSTEMS)), announce=0))
        if revoke is None:
            continue
        deal = replace(revoke.deal, hands=None)
        for moment in Onlooker(deal).moments:
            running = until(deal, moment)
            for ruling in plays_of(judge(running)):
                yield running, ruling


def laid_later(deal: Deal, ruling: Ruling) -> set[Card]:
    """What the culprit has laid since."""
    assert ruling.trick is not None
    later = deal.tricks[ruling.trick :]
    return {c for trick in later for seat, c in trick.cards if seat == ruling.by and c is not None}


def test_an_act_is_shown_from_the_card_on_that_contradicts_it_and_by_open_cards_alone() -> None:
    tally: Counter[str] = Counter()
    for deal, ruling in with_every_moment(120):
        shown = ruling.shown
        if ruling.trick is None:
            assert shown is None
            continue
        kept_out = {BY_ID[c] for c in ruling.certificate[0]["legal_only_without"]}
        contradicted = laid_later(deal, ruling) & kept_out
        assert (shown is not None) == bool(contradicted), ruling.text["de"]
        if shown is None:
            tally["hidden"] += 1
            continue
        tally[f"{ruling.proof}{' of another kind' if shown.kind != ruling.kind else ''}"] += 1
        assert shown.proof == "direct" and (shown.trick, shown.card) == (ruling.trick, ruling.card)
        open_cards = {c for trick in deal.tricks for _, c in trick.cards}
        assert set(shown.cards) <= open_cards
        assert [step["step"] for step in shown.certificate] == ["act", "shown"]
        # Which rule it was, too, is told by a card that lies there, not by what is left for his hand.
        if shown.kind == "farbzwang":
            led = deal.tricks[ruling.trick - 1].cards[0][1]
            assert any(_suit(c) == _suit(led) for c in contradicted), shown.text["de"]
    assert min(tally[k] for k in ("hidden", "exclusion", "direct", "direct of another kind")) > 0, tally


def _suit(card: Card | None) -> int:
    assert card is not None
    return 0 if card < 22 else 1 + (card - 22) // 8
