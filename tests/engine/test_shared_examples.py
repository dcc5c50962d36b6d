"""Every published example: the settlements, the deals with a Renonce, and the micro cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.cards import BY_ID, IDS, card_set, members, points_and_blatt, thirds_of
from engine.judge import judge
from engine.obligations import play_rules
from engine.record_reading import read_deal
from engine.result import read_result
from engine.settle import settle
from engine.systems import agreed
from engine.systems.base import NATURES

RULES = Path(__file__).parents[3] / "shared" / "rules"
pytestmark = pytest.mark.skipif(
    not RULES.is_dir(), reason="the published examples (../shared/rules) are not here"
)


def cases(name: str) -> list[Any]:
    path = RULES / name
    if not path.is_file():
        return []
    return [pytest.param(c, id=c["id"]) for c in map(json.loads, path.read_text("utf-8").splitlines())]


@pytest.mark.parametrize("case", cases("settle_public.jsonl"))
def test_a_typed_in_result_settles_as_published(case: dict[str, Any]) -> None:
    settled = settle(read_result(case["input"]))
    assert list(settled.sheet) == case["expect"]["sheet"]
    if case["expect"]["kontra_cents"] is not None:
        assert list(settled.kontra_cents) == case["expect"]["kontra_cents"]


@pytest.mark.parametrize("case", cases("revokes_public.jsonl"))
def test_a_deal_with_a_renonce_is_judged_as_published(case: dict[str, Any]) -> None:
    judged = judge(read_deal(case["deal"])).as_json()
    assert [t["winner"] for t in judged["tricks"]] == case["expect"]["winners"]
    assert judged["sheet"] == case["expect"]["sheet"]
    assert len(judged["rulings"]) == len(case["expect"]["rulings"])
    for got, want in zip(judged["rulings"], case["expect"]["rulings"], strict=True):
        assert {key: got[key] for key in want} == want


@pytest.mark.parametrize("case", cases("micro.jsonl"))
def test_counting_winning_and_legal_cards_as_published(case: dict[str, Any]) -> None:
    if case["kind"] == "count":
        thirds = thirds_of(BY_ID[c] for c in case["cards"])
        assert (thirds, *points_and_blatt(thirds)) == (case["thirds"], case["points"], case["blatt"])
        return
    rules = play_rules(agreed(case["rules"]), NATURES[case["game"]])
    if case["kind"] == "winner":
        place = rules.winning_place([BY_ID[card] for _, card in case["cards"]])
        assert place is not None and case["cards"][place][0] == case["winner"]
    else:
        legal = rules.legal(card_set(BY_ID[c] for c in case["hand"]), [BY_ID[c] for c in case["trick"]])
        assert {IDS[c] for c in members(legal)} == set(case["legal"])
