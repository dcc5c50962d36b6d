"""Fair play: while a deal runs the table is told what an open card shows, from that card on, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.rulings import Ruling
from server.tables.fold import TableState, apply
from server.tables.views import View, sections
from server.watching.fair_play import FairPlay
from tests.engine.helpers import judged
from tests.server.stories import created, played, say

BEFORE = [  # D took V and XI, which nobody may discard: that he had Tarock in trick 1 is proven by exclusion
    say("contract_set", game="dreier", declarer="D"),
    say("talon_shown", halves=[["C9", "C10", "H1"], ["DC", "T11", "T05"]]),
    say("talon_taken", taken="second"),
    *(say("card_laid", by=s, card=c) for s, c in zip("ABCD", ("SQ", "SK", "S9", "DJ"), strict=True)),
    *(say("card_laid", by=s, card=c) for s, c in (("B", "C8"), ("C", "CJ"))),
]
SHOWN = say("card_laid", by="D", card="T20")


def table(mode: str, *more: Any) -> TableState:
    state = apply(TableState(), created("kantine-2.0"))
    return played([say("fair_play_chosen", mode=mode), say("deal_opened"), *BEFORE, *more], state)[0]


def told(state: TableState, view: View) -> list[Any]:
    return [r for r in sections(state, view)["judgement"]["rulings"] if r["by"] == "D"]


@pytest.mark.parametrize("view", list(View))
def test_a_renonce_that_exclusion_proved_is_told_by_the_card_that_shows_it(view: View) -> None:
    assert told(table("fair_play"), view) == []
    (ruling,) = told(table("fair_play", SHOWN), view)
    assert (ruling["kind"], ruling["status"], ruling["card"]) == ("tarockzwang", "renonce", "DJ")
    assert (ruling["proof"], ruling["proven"]) == ("direct", {"trick": 2, "card": 3})
    assert ruling["steps"]["de"] and "XX" in ruling["because"]["text"]["de"]


@pytest.mark.parametrize("view", list(View))
def test_and_it_betrays_no_card_that_is_still_in_the_hand(view: View) -> None:
    (ruling,) = told(table("fair_play", SHOWN), view)
    assert ruling["because"]["cards"] == ["DJ", "T20"]
    assert "XI" not in json.dumps([ruling["because"]["text"], ruling["steps"]])
    assert [step["step"] for step in ruling["certificate"]] == ["act", "shown"]


def test_the_referee_and_the_closed_deal_have_the_whole_proof() -> None:
    for more in ((), (SHOWN,)):
        state = table("referee", *more)
        (ruling,) = told(state, View.REFEREE)
        assert (ruling["proof"], ruling["proven"]) == ("exclusion", {"trick": 1, "card": 4})
        assert told(state, View.PUBLIC) == told(state, View.HANDS) == []
    last = sections(table("fair_play", SHOWN, say("deal_ended")), View.PUBLIC)["last"]
    assert [r["proof"] for r in last["judgement"]["rulings"] if r["by"] == "D"] == ["exclusion"]


TEXT = """Kiebitz kantine-2.0
Spiel D dreier
Talon ♣9 ♣10 ♥1 | ♦R XI V
Nimmt 2
1 A:♠D B:♠K C:♠9 D:♦B
2 B:♣8 C:♣B{card}
Ende running
"""


def of_d(card: str) -> list[Ruling]:
    return [r for r in judged(TEXT.format(card=card)).rulings if r.by == 3]


@pytest.mark.parametrize(
    ("mode", "to_referee", "hidden", "open_"),
    [
        (FairPlay.FAIR, False, [], ["direct"]),
        (FairPlay.FAIR, True, [], ["direct"]),
        (FairPlay.REFEREE, True, ["exclusion"], ["exclusion"]),
        (FairPlay.REFEREE, False, [], []),
        (FairPlay.OFF, True, [], []),
    ],
)
def test_what_each_mode_tells(mode: FairPlay, to_referee: bool, hidden: list[str], open_: list[str]) -> None:
    assert [r.proof for r in mode.told(of_d(""), to_referee=to_referee)] == hidden
    assert [r.proof for r in mode.told(of_d(" D:XX"), to_referee=to_referee)] == open_
