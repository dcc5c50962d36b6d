"""The other readings of sentences that can be read in two ways: each option changes just what it says."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import BY_ID
from engine.obligations import play_rules
from engine.result import read_result
from engine.settle import settle
from engine.systems import agreed
from engine.systems.base import NATURES


def winner(system: str, options: dict[str, Any], game: str, cards: str) -> int | None:
    rules = play_rules(agreed(system, options), NATURES[game])
    return rules.winning_place([BY_ID[c] for c in cards.split()])


@pytest.mark.parametrize(
    ("system", "option", "game", "cards", "without", "with_it"),
    [
        # A6
        ("steiermark-2017", {"tarock_sticht_im_farbspiel": True}, "farbendreier", "HK T05 H1 H2", 0, 1),
        ("kantine-2.0", {"tarock_sticht_im_farbspiel": True}, "farbensolo", "HK T05 T07 H2", 0, 2),
        # A8
        ("steiermark-2017", {"kaiserstich_im_farbspiel": "immer"}, "farbendreier", "HK T21 T22 T01", 0, 3),
        ("steiermark-2017", {"kaiserstich_im_farbspiel": "nie"}, "farbendreier", "T21 T22 T01 T05", 2, 1),
        # A21
        ("tirol-deluxe", {"kaiserstich_unmittelbar": True}, "dreier", "T21 T05 T22 T01", 3, 2),
        ("tirol-deluxe", {"kaiserstich_unmittelbar": True}, "dreier", "T05 T21 T22 T01", 3, 3),
    ],
)
def test_who_wins_by_the_other_reading(
    system: str, option: dict[str, Any], game: str, cards: str, without: int, with_it: int
) -> None:
    assert winner(system, {}, game, cards) == without
    assert winner(system, option, game, cards) == with_it


def sheet(rules: str, options: dict[str, Any], contract: dict[str, Any], **more: Any) -> list[int]:
    document = {
        "format": "kiebitz-result/1",
        "rules": rules,
        "options": options,
        "contract": contract,
        **more,
    }
    return list(settle(read_result(document)).sheet)


def bonus(what: str, made: bool) -> dict[str, Any]:
    return {"what": what, "announced_by": "A", "side": "declarers", "made": made}


SECHSER, DREIER = {"game": "sechserdreier", "declarer": "A"}, {"game": "dreier", "declarer": "A"}
FAHREN = {"game": "trischaken", "declarer": "A"}


@pytest.mark.parametrize("rules", ["steiermark-2017", "kantine-2.0"])
def test_a_lost_announced_valat_in_a_sechserdreier(rules: str) -> None:  # A5
    lost = {"declarer_thirds": 190, "bonuses": [bonus("valat", False)]}
    assert sheet(rules, {}, SECHSER, **lost) == [-192, 64, 64, 64]
    single = {"verlorener_valat_im_sechserdreier": "einfach"}
    assert sheet(rules, single, SECHSER, **lost) == [-96, 32, 32, 32]


def test_both_saecke_or_only_the_second() -> None:  # A22
    sacks = {"declarer_thirds": 170, "bonuses": [bonus("sack1", True), bonus("sack2", True)]}
    assert sheet("tirol-deluxe", {}, DREIER, **sacks) == [27, -9, -9, -9]
    assert sheet("tirol-deluxe", {"saecke": "nur der zweite"}, DREIER, **sacks) == [21, -7, -7, -7]


@pytest.mark.parametrize(
    ("thirds", "tricks", "shared", "full"),
    [
        ([30, 80, 80, 20], [1, 5, 5, 1], [3, -3, -3, 3], [4, -4, -4, 4]),
        ([30, 60, 60, 60], [1, 4, 4, 3], [6, -2, -2, -2], [6, -2, -2, -2]),
        ([40, 85, 85, 0], [2, 5, 5, 0], [0, -3, -3, 6], [0, -6, -6, 12]),
    ],
)
def test_equal_losers_share_or_pay_in_full(
    thirds: list[int], tricks: list[int], shared: list[int], full: list[int]
) -> None:  # A19
    facts = {"thirds": thirds, "tricks_won": tricks}
    assert sheet("tirol-deluxe", {}, FAHREN, **facts) == shared
    assert sheet("tirol-deluxe", {"trischaken_gleichstand": "jeder voll"}, FAHREN, **facts) == full
