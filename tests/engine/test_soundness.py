"""Random deals of every system: legal ones show nothing, one irregular card is found, and nobody else is blamed."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.dealing import random_deal, with_revoke
from engine.judge import judge
from engine.record import Collection
from engine.systems import SYSTEMS, agreed
from server.benchmarks.soundness import check_legal, check_revoke, run

GAMES = [(system.id, n) for system in SYSTEMS.values() for n in range(len(system.games))]


def test_legal_deals_show_nothing_and_one_revoke_is_found() -> None:
    tally = run(legal=250, revokes=120, seed=11)
    assert tally.deals["legal"] == 250 and tally.deals["revokes"] == 120
    assert not tally.failures


@pytest.mark.parametrize(("system", "row"), GAMES, ids=lambda v: str(v))
def test_every_game_of_every_system_can_be_played_and_settled(system: str, row: int) -> None:
    rng = random.Random(row)
    deal = random_deal(rng, system, agreed(system).games[row])
    assert check_legal(judge(deal)) is None


@pytest.mark.parametrize("system", SYSTEMS)
def test_at_every_card_of_a_deal_with_a_revoke_only_the_culprit_is_named(system: str) -> None:
    rng = random.Random(4)
    found = 0
    while found < 2:
        revoke = with_revoke(rng, random_deal(rng, system))
        if revoke is None:
            continue
        found += 1
        finished = judge(revoke.deal)
        assert check_revoke(revoke, finished) is None
        final = next(r for r in finished.rulings if r.status == "renonce")
        first = None
        for t, trick in enumerate(revoke.deal.tricks):
            for laid in range(1, 5):
                lying = replace(
                    trick, cards=trick.cards[:laid], gifts=(), collection=Collection.LYING, collected_by=None
                )
                running = replace(revoke.deal, tricks=(*revoke.deal.tricks[:t], lying), end="running")
                for ruling in judge(running).rulings:
                    if ruling.status == "notice" or ruling.kind == "falsche_ansage":
                        continue
                    assert ruling.by in (None, revoke.seat)
                    if ruling.by is not None and first is None:
                        first = ruling.proven
        assert first == final.proven
