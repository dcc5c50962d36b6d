"""What each role may see: redacted on the server, in the sections and in the log alike."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import IDS
from server.tables.events import event_json
from server.tables.fold import TableState
from server.tables.views import View, event_for, sections
from tests.server.stories import dealt, played, say

HANDS = {"A": ["HK", "H1", "T22"], "B": ["S7", "T17"], "C": ["D1"], "D": ["C8"]}


def opened(*words: Any) -> TableState:
    return played([say("deal_opened"), *words])[0]


def shown(state: TableState, view: View) -> Any:
    return sections(state, view)["deal"]["record"]


def hands() -> list[Any]:
    return [say("hand_shown", seat=seat, cards=cards) for seat, cards in HANDS.items()]


def test_hands_and_discards_are_hidden_from_the_public_until_the_deal_is_over() -> None:
    words = [
        say("contract_set", game="dreier", declarer="A"),
        *hands(),
        say("talon_shown", halves=[["T05", "HQ", "S8"], ["D2", "C7", "T14"]]),
        say("talon_taken", taken="first"),
        say("discarded", cards=["HQ", "S8", "H2"]),
    ]
    state = opened(*words)
    public = shown(state, View.PUBLIC)
    assert "hands" not in public and public["discards"] == ["??"] * 3 and public["talon"][0][0] == "T05"
    assert shown(state, View.HANDS)["hands"]["A"] == HANDS["A"]
    over, _ = played([say("deal_ended")], state)
    assert sections(over, View.PUBLIC)["last"]["record"]["discards"] == ["HQ", "S8", "H2"]


@pytest.mark.parametrize(
    ("game", "tricks", "seats"),
    [
        ("bettler", 1, ""),
        ("bettler_semi", 0, ""),
        ("bettler_semi", 1, "A"),
        ("bettler_ouvert", 0, ""),
        ("bettler_ouvert", 1, "ABCD"),
    ],
)
def test_ouvert_hands_lie_open_after_the_first_trick(game: str, tricks: int, seats: str) -> None:
    laid = [say("card_laid", by=seat, card=HANDS[seat][0]) for seat in "ABCD"] if tricks else []
    state = opened(say("contract_set", game=game, declarer="A"), *hands(), *laid)
    assert "".join(shown(state, View.PUBLIC).get("hands", {})) == seats


def test_an_unopened_talon_and_a_known_partner_stay_hidden() -> None:
    state = opened(
        say("contract_set", game="solorufer", declarer="A", called="HK", partner="C"),
        say("talon_shown", halves=[["T05", "HQ", "S8"], ["D2", "C7", "T14"]]),
    )
    public = shown(state, View.PUBLIC)
    assert "talon" not in public and "partner" not in public["contract"]
    assert shown(state, View.REFEREE)["contract"]["partner"] == "C"


@settings(max_examples=10)
@given(st.integers(0, 10_000))
def test_no_hidden_card_is_anywhere_in_what_the_public_gets(seed: int) -> None:
    """While the deal runs, cards that were entered but do not lie open appear in no section and no event."""
    deal, said = dealt(seed)
    state, log = played(said[:-1])
    public = json.dumps(sections(state, View.PUBLIC))
    events = [event_for({"seq": 1, "at": "", "event": event_json(e)}, View.PUBLIC) for e in log]
    held = {card for hand in deal.hands or () for card in hand or () if card is not None}
    laid = {card for trick in deal.tricks for _, card in trick.cards} | set(deal.discards or ())
    for card in held - laid if deal.contract and not deal.contract.nature.ouvert.value > 1 else ():
        assert f'"{IDS[card]}"' not in public
    open_talon = {card for half in deal.talon or () for card in half}
    for discard in set(deal.discards or ()) - open_talon:
        if discard is not None:
            assert f'"{IDS[discard]}"' not in public + json.dumps(events)


# --- fair play ---------------------------------------------------------------------------------------------------

RENONCE = [  # B throws a Tarock on hearts and then shows hearts: a card proves it
    say("contract_set", game="dreier", declarer="A"),
    *(say("card_laid", by=s, card=c) for s, c in (("A", "HK"), ("B", "T17"), ("C", "H4"), ("D", "H3"))),
    *(say("card_laid", by=s, card=c) for s, c in (("B", "HQ"), ("C", "H2"))),
]


@pytest.mark.parametrize(
    ("mode", "public", "hands_view", "referee"),
    [("referee", 0, 0, 1), ("fair_play", 1, 1, 1), ("off", 0, 0, 0)],
)
def test_who_is_warned(mode: str, public: int, hands_view: int, referee: int) -> None:
    state, _ = played([say("fair_play_chosen", mode=mode), say("deal_opened"), *RENONCE])
    seen = [
        len(sections(state, view)["judgement"]["rulings"]) for view in (View.PUBLIC, View.HANDS, View.REFEREE)
    ]
    assert [min(n, 1) for n in seen] == [public, hands_view, referee]
    over, _ = played([say("deal_ended")], state)
    assert sections(over, View.PUBLIC)["last"]["judgement"]["rulings"]


def test_a_hand_that_was_entered_betrays_nothing_in_a_warning() -> None:
    """The same cards on the table give the public the same judgement, whatever hands were entered."""
    words = [say("contract_set", game="dreier", declarer="A"), say("card_laid", by="A", card="HK"), say("card_laid", by="B", card="T17")]  # fmt: skip
    blind = opened(*words)
    known = opened(words[0], say("hand_shown", seat="B", cards=["T17", "H4"]), *words[1:])
    assert sections(blind, View.PUBLIC)["judgement"] == sections(known, View.PUBLIC)["judgement"]


def test_questions_keep_their_guesses_from_the_public() -> None:
    state = opened(
        say("card_laid", by="A", card="??", source="camera"),
        say("question_asked", id="q", trick=1, position=1, candidates=[{"card": "T17", "share": 0.5}]),
    )
    assert sections(state, View.PUBLIC)["deal"]["questions"] == [{"id": "q", "trick": 1, "position": 1}]
    assert sections(state, View.HANDS)["deal"]["questions"][0]["candidates"] == [["T17", 0.5]]


def test_the_auction_says_whose_turn_it_is_and_what_he_may_say() -> None:
    state = opened(say("call_said", by="A", call="vorhand"))
    auction = sections(state, View.PUBLIC)["deal"]["auction"]
    assert auction["turn"] == "B" and {"call": "weiter"} in auction["options"]
