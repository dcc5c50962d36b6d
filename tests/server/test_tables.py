"""The truth of a table: events and their fold, told as deals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from engine.judge import judge
from engine.record_reading import read_deal
from engine.systems import SYSTEMS
from server.tables.commands import Command, card_at, plan, revision
from server.tables.errors import Conflict, Forbidden, Refused
from server.tables.evening import content_of, evening_of, forehand_side, sheet_of
from server.tables.events import Settled, event_json, read_event
from server.tables.fold import TableState, apply, fold
from server.tables.play import document_of
from server.tables.roles import Role
from server.tables.views import View, sections
from tests.server.stories import created, dealt, plain, played, say


@pytest.mark.parametrize("rules", list(SYSTEMS))
def test_a_deal_told_card_by_card_is_the_deal(rules: str) -> None:
    deal, said = dealt(7, rules)
    state, _ = played([created(rules), *said][1:], apply(TableState(), created(rules)))
    assert content_of(state.deals[0].versions[-1]) == deal
    assert sheet_of(state).rows[0].points != ()


@settings(max_examples=15)
@given(st.integers(0, 10_000), st.data())
def test_replaying_any_prefix_gives_the_same_state(seed: int, data: st.DataObject) -> None:
    _, first = dealt(seed)
    _, second = dealt(seed + 1)
    final, log = played([*first, *second])
    cut = data.draw(st.integers(0, len(log)))
    assert fold(log[cut:], fold(log[:cut])) == final
    assert fold([read_event(event_dict) for event_dict in map(_json, log)]) == final


def _json(event: Any) -> Any:
    import json

    return json.loads(plain(event))


def test_the_server_adds_what_the_sheet_says() -> None:
    deal, said = dealt(3)
    state, log = played(said)
    word = log[-1]
    assert isinstance(word, Settled) and word == state.settled
    settlement = judge(deal).settlement
    assert settlement is not None
    forehand = 1  # the first dealer is player 0, forehand sits next to him
    assert word.points[forehand] == settlement.sheet[0] and sum(word.points) == 0


def test_a_corrected_card_of_a_closed_deal_settles_anew_and_keeps_the_old_points() -> None:
    _, said = dealt(11)
    state, _ = played(said)
    before = sheet_of(state)
    laid = next(seq for seq, e in state.deals[0].play.happened if e.type == "card_laid")
    state, _ = played([say("retracted", event=laid, reason="misread")], state)
    after = sheet_of(state)
    assert after.rows[0].earlier == (before.rows[0].points,)
    assert len(document_of(state.deals[0].play)["tricks"][0]["cards"]) == 3
    back = say("card_laid", by="A", card="T17", trick=1, position=1)
    with pytest.raises(Refused) as refused:
        played([back], state)
    assert refused.value.code == "no_deal"


def test_corrections_keep_the_place_in_the_order() -> None:
    said = [
        say("deal_opened"),
        *(
            say("card_laid", by=s, card=c, source="camera")
            for s, c in zip("ABCD", ("HK", "H4", "H3", "T18"), strict=True)
        ),
    ]
    state, _ = played(said)
    fourth = state.deals[0].play.happened[3][0]
    state, _ = played(
        [say("corrected", event=fourth, to={"type": "card_laid", "by": "D", "card": "T17"})], state
    )
    assert document_of(state.deals[0].play)["tricks"][0]["cards"][3] == ["D", "T17"]
    state, _ = played([revision(state, card_at(state, 1, 2), "H1")], state)
    assert document_of(state.deals[0].play)["tricks"][0]["cards"][1] == ["B", "H1"]
    state, _ = played([say("card_taken_back", by="B", card="H1")], state)
    state, _ = played([say("card_laid", by="B", card="H2", trick=1, position=2)], state)
    trick = document_of(state.deals[0].play)["tricks"][0]
    assert trick["cards"] == [["A", "HK"], ["B", "H2"], ["C", "H3"], ["D", "T17"]]
    assert trick["taken_back"] == [["B", "H1"]]


def _inserted(*more: Any) -> list[Any]:
    """H1 was noted first; the camera then saw that H4 had been led before it."""
    led = say("card_laid", by="A", card="H4", position=1, source="camera")
    return [say("deal_opened"), say("card_laid", by="B", card="H1"), led, *more]


def _cards(state: TableState, trick: int = 1) -> list[list[str]]:
    cards: list[list[str]] = document_of(state.deals[0].play)["tricks"][trick - 1]["cards"]
    return cards


@pytest.mark.parametrize(
    ("to", "cards"),
    [
        ({"by": "A", "card": "H3"}, [["A", "H3"], ["B", "H1"]]),
        ({"by": "A", "card": "H3", "trick": 1}, [["A", "H3"], ["B", "H1"]]),
        ({"by": "C", "card": "H4", "trick": 1}, [["C", "H4"], ["B", "H1"]]),
        ({"by": "A", "card": "H3", "trick": 1, "position": 2}, [["B", "H1"], ["A", "H3"]]),
    ],
)
def test_a_card_put_right_lies_where_the_wrong_one_lay(to: dict[str, Any], cards: list[list[str]]) -> None:
    right = say("corrected", event=4, to={"type": "card_laid"} | to)
    state, log = played(_inserted(right))
    assert _cards(state) == cards
    assert fold(log) == state
    again, _ = played(
        [say("corrected", event=4, to={"type": "card_laid", "by": "A", "card": "H2", "trick": 1})], state
    )
    assert [card for _, card in _cards(again)].index("H2") == cards.index([to["by"], to["card"]])


def test_a_card_put_into_another_trick_is_its_last() -> None:
    other = [say("trick_collected", trick=1, by="B"), say("card_laid", by="B", card="S8")]
    late = say("card_laid", by="C", card="S7", trick=1, position=1)
    state, _ = played(_inserted(*other, late))
    assert _cards(state)[0] == ["C", "S7"]
    state, _ = played(
        [say("corrected", event=7, to={"type": "card_laid", "by": "C", "card": "S7", "trick": 2})], state
    )
    assert _cards(state, 2) == [["B", "S8"], ["C", "S7"]]


def test_what_is_laid_for_a_card_that_was_taken_back_has_its_place() -> None:
    """D has laid meanwhile, in his turn: on the card that was taken back. So nobody played out of turn."""
    laid = zip("ABCD", ("S7", "S9", "H4", "SJ"), strict=True)
    words = [say("deal_opened"), *(say("card_laid", by=by, card=card) for by, card in laid)]
    words += [say("card_taken_back", by="C", card="H4"), say("card_laid", by="C", card="S10")]
    record = document_of(played(words)[0].deals[0].play)
    assert record["tricks"][0]["cards"] == [["A", "S7"], ["B", "S9"], ["C", "S10"], ["D", "SJ"]]
    assert not judge(read_deal(record)).rulings


def test_a_card_whose_forerunners_were_taken_out_of_the_log_stays() -> None:
    """Its place was said when they lay; that they never did is no reason to refuse, then or when the log is read."""
    third = say("card_laid", by="C", card="H2", position=2)
    right = say("corrected", event=5, to={"type": "card_laid", "by": "C", "card": "H3", "trick": 1})
    gone = [say("retracted", event=3), say("retracted", event=4)]
    state, log = played(_inserted(third, right, *gone))
    assert _cards(state) == [["C", "H3"]] and fold(log) == state


def test_a_place_where_no_cards_lie_is_refused() -> None:
    far = {"by": "C", "card": "H2", "position": 4}
    words = [say("card_laid", **far), say("corrected", event=4, to={"type": "card_laid"} | far)]
    for word in words:
        with pytest.raises(Refused) as refused:
            played(_inserted(word))
        assert (refused.value.code, refused.value.at) == ("position", "say[0].position")


def test_a_camera_does_not_change_what_was_entered_by_hand() -> None:
    state, _ = played([say("deal_opened"), say("card_laid", by="A", card="HK")])
    first = card_at(state, 1, 1)
    with pytest.raises(Refused) as refused:
        revision(state, first, "HQ")
    assert refused.value.code == "by_hand"
    for word in (
        say("corrected", event=first, to={"type": "card_laid", "by": "A", "card": "HQ"}),
        say("retracted", event=first),
        say("retracted", event=2),
    ):
        with pytest.raises(Refused) as refused:
            plan(state, Role.CAMERA, Command(id="c", say=(word,)))
        assert refused.value.code == "by_hand"


def test_a_camera_corrects_its_own_cards_and_what_it_says_is_marked_so() -> None:
    state, _ = played([say("deal_opened"), say("card_laid", by="A", card="HK", source="camera")])
    laid = {"type": "card_laid", "by": "A", "card": "HQ"}
    events, state = plan(state, Role.CAMERA, Command(id="c", say=(say("corrected", event=3, to=laid),)))
    assert event_json(events[0])["to"]["source"] == "camera"
    with pytest.raises(Refused):
        other = say("corrected", event=3, to={"type": "discarded", "cards": []})
        plan(state, Role.CAMERA, Command(id="d", say=(other,)))
    _, state = plan(state, Role.CAMERA, Command(id="e", say=(say("retracted", event=3),)))
    assert document_of(state.deals[0].play)["tricks"] == []


def test_what_was_answered_or_corrected_by_people_stays() -> None:
    asked = [
        say("deal_opened"),
        say("card_laid", by="A", card="??", source="camera"),
        say("question_asked", id="q1", trick=1, position=1),
    ]
    state, _ = played([*asked, say("question_answered", id="q1", card="T18")])
    with pytest.raises(Refused) as refused:
        revision(state, 3, "T17")
    assert refused.value.code == "by_hand"
    state, _ = played([say("corrected", event=3, to={"type": "card_laid", "by": "A", "card": "T19"})], state)
    assert document_of(state.deals[0].play)["tricks"][0]["cards"] == [["A", "T19"]]


def test_a_question_goes_with_its_card() -> None:
    """A card that is entered before it moves it on; one that is read later, or taken back, needs no answer."""
    state, _ = played(
        [
            say("deal_opened"),
            say("card_laid", by="B", card="??", source="camera"),
            say("question_asked", id="q1", trick=1, position=1),
            say("card_laid", by="A", card="HK", trick=1, position=1),
        ]
    )
    shown = sections(state, View.HANDS)["deal"]["questions"]
    assert [(q["id"], q["trick"], q["position"]) for q in shown] == [("q1", 1, 2)]
    answered, _ = played([say("question_answered", id="q1", card="H4")], state)
    assert document_of(answered.deals[0].play)["tricks"][0]["cards"] == [["A", "HK"], ["B", "H4"]]
    for word in (revision(state, 3, "H3"), say("retracted", event=3)):
        after, _ = played([word], state)
        assert sections(after, View.HANDS)["deal"]["questions"] == []


def test_an_answered_question_names_the_card() -> None:
    state, _ = played(
        [
            say("deal_opened"),
            say("card_laid", by="A", card="??", source="camera"),
            say("question_asked", id="q1", trick=1, position=1, candidates=[{"card": "T17", "share": 0.6}]),
            say("question_answered", id="q1", card="T18"),
        ]
    )
    assert document_of(state.deals[0].play)["tricks"][0]["cards"] == [["A", "T18"]]


@pytest.mark.parametrize(
    ("said", "code", "at"),
    [
        ([say("card_laid", by="A", card="HK")], "no_deal", "say[0].type"),
        ([say("deal_opened"), say("deal_opened")], "deal_open", "say[0].type"),
        ([say("deal_opened"), say("card_laid", by="A", card="HK"), say("card_laid", by="B", card="HK")], "card_twice", "say[0].tricks[0].cards[1]"),
        ([say("deal_opened"), say("card_laid", by="A", card="HK", trick=3)], "trick", "say[0].trick"),
        ([say("deal_opened"), say("deal_ended")], "contract", "say[0].contract"),
        ([say("deal_opened"), say("contract_set", game="triccolo_ouvert", declarer="A")], "game", "say[0].contract.game"),
        ([say("deal_opened"), say("result_entered", result={"contract": {"game": "dreier", "declarer": "A"}})], "missing", "say[0].result.declarer_thirds"),
        ([say("retracted", event=99)], "event", "say[0].event"),
        ([say("deal_corrected", number=4)], "deal", "say[0].number"),
        ([say("options_agreed", options={"skat": True})], "option", "say[0].options.skat"),
        ([say("player_renamed", player=1, name="Anna")], "player", "say[0].players[1]"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_its_place(said: list[Any], code: str, at: str) -> None:
    with pytest.raises(Refused) as refused:
        played(said)
    assert (refused.value.code, refused.value.at) == (code, at)


def test_nothing_is_refused_for_being_illegal() -> None:
    """Out of turn, two cards of one seat, no suit followed: facts."""
    state, _ = played(
        [
            say("deal_opened"),
            say("contract_set", game="dreier", declarer="A"),
            *(
                say("card_laid", by=s, card=c)
                for s, c in [("A", "HK"), ("C", "T02"), ("C", "H4"), ("B", "S7")]
            ),
        ]
    )
    assert len(judge(read_deal(document_of(state.deals[0].play))).rulings) >= 1


def test_a_typed_result_and_its_correction() -> None:
    won = {"contract": {"game": "dreier", "declarer": "A"}, "declarer_thirds": 120}
    state, _ = played([say("deal_opened"), say("result_entered", result=won)])
    points = sheet_of(state).rows[0].points
    state, _ = played([say("deal_corrected", number=1, result=won | {"declarer_thirds": 90})], state)
    row = sheet_of(state).rows[0]
    assert row.points == tuple(-p for p in points) and row.earlier == (points,)


def test_forehand_moves_round_the_table_in_the_direction_of_play() -> None:
    state, _ = played([])
    sides = []
    for _ in range(4):
        sides.append(forehand_side(state))
        state, _ = played([say("deal_opened"), say("deal_struck", redeal=False)], state)
    assert sides == ["E", "N", "W", "S"]
    clockwise = apply(TableState(), created("sb-2023", options={"direction": "clockwise"}))
    assert forehand_side(clockwise) == "W"


def test_five_players_take_turns_in_sitting_out() -> None:
    state = apply(TableState(), created(players=["A1", "B1", "C1", "D1", "E1"]))
    state, _ = played([say("deal_opened"), say("deal_struck", redeal=False)], state)
    assert evening_of(state).players[sheet_of(state).rows[0].seating.sitting_out[0]] == "A1"
    assert forehand_side(state) is None


def test_expect_and_roles() -> None:
    state, _ = played([say("deal_opened")])
    late = Command(id="x", expect=1, say=(say("card_laid", by="A", card="HK"),))
    with pytest.raises(Conflict) as conflict:
        plan(state, Role.SCORER, late)
    assert conflict.value.seq == 2
    with pytest.raises(Forbidden):
        plan(state, Role.VIEWER, Command(id="x", say=late.say))


@pytest.mark.parametrize(
    "data",
    [
        {"type": "card_laid", "by": "A", "card": "T23"},
        {"type": "card_laid", "by": "E", "card": "HK"},
        {"type": "card_laid", "by": "A", "card": "HK", "colour": 1},
        {"type": "table_created", "name": "x\u202e", "rules": "tirol-deluxe", "players": list("abcd")},
        {"type": "table_created", "name": "\ud800", "rules": "tirol-deluxe", "players": list("abcd")},
        {"type": "nonsense"},
        {},
        [],
    ],
)
def test_malformed_events_are_no_events(data: Any) -> None:
    with pytest.raises(ValidationError):
        read_event(data)


def test_who_dealt_stays_when_a_deal_that_was_thrown_in_is_written_anew() -> None:
    """The same dealer dealt again: whatever the first deal becomes, the second one's points stay its players'."""
    _, second = dealt(3)
    state, _ = played([say("deal_opened"), say("deal_struck", redeal=True), *second])
    before = sheet_of(state).rows[1]
    written = {"contract": {"game": "dreier", "declarer": "A"}, "declarer_thirds": 120}
    for content in ({"result": written}, {}):
        state, _ = played([say("deal_corrected", number=1, reason="", **content)], state)
        after = sheet_of(state).rows[1]
        assert (after.seating, after.points) == (before.seating, before.points)


def test_a_card_taken_out_of_an_earlier_trick_leaves_the_later_ones_as_they_lay() -> None:
    laid = [say("card_laid", by=by, card=card) for by, card in zip("ABCD" * 2, FALLEN, strict=True)]
    state, _ = played([say("deal_opened"), *laid])
    number = state.deals[0].play.happened[1][0]
    state, _ = played([say("retracted", event=number, reason="")], state)
    tricks = document_of(state.deals[0].play)["tricks"]
    assert [card for _, card in tricks[0]["cards"]] == [FALLEN[0], *FALLEN[2:4]]
    assert [card for _, card in tricks[1]["cards"]] == list(FALLEN[4:])
    state, _ = played([say("card_laid", by="B", card=FALLEN[1], trick=1, position=2)], state)
    tricks = document_of(state.deals[0].play)["tricks"]
    assert [[card for _, card in trick["cards"]] for trick in tricks] == [list(FALLEN[:4]), list(FALLEN[4:])]


FALLEN = ("HK", "H4", "H3", "H1", "D1", "D2", "D3", "D4")


@pytest.mark.parametrize(
    ("taken", "game", "stays"),
    [
        ("all", "rufer", False),
        ("first", "trischaken", False),
        ("first", "rufer", True),
        ("all", "sechserdreier", True),
    ],
)
def test_what_was_taken_goes_with_a_game_that_takes_otherwise(taken: str, game: str, stays: bool) -> None:
    state, _ = played(
        [say("deal_opened"), say("talon_taken", taken=taken), say("contract_set", game=game, declarer="A")]
    )
    assert (document_of(state.deals[0].play).get("taken") == taken) is stays


def test_a_card_that_a_person_put_right_keeps_its_picture() -> None:
    seen = say("card_laid", by="A", card="HK", source="camera", evidence="r1.1")
    state, _ = played([say("deal_opened"), seen])
    number = state.deals[0].play.happened[0][0]
    state, _ = played(
        [say("corrected", event=number, to=say("card_laid", by="A", card="HQ"), reason="")], state
    )
    (card,) = sections(state, View.PUBLIC)["deal"]["cards"]
    assert (card["camera"], card["picture"]) == (False, True)


def _asked(first: str) -> TableState:
    """B's and C's cards were not read, and people said what they are."""
    words = [
        say("deal_opened"),
        say("card_laid", by="A", card=first, source="camera"),
        say("card_laid", by="B", card="??", source="camera"),
        say("question_asked", id="q1", trick=1, position=2),
        say("card_laid", by="C", card="??", source="camera"),
        say("question_asked", id="q2", trick=1, position=3),
        say("question_answered", id="q1", card="H4"),
    ]
    return played(words)[0]


def test_an_answer_stays_with_its_card_when_another_one_is_taken_out() -> None:
    state = _asked("HK")
    first = state.deals[0].play.happened[0][0]
    state, _ = played([say("retracted", event=first)], state)
    assert document_of(state.deals[0].play)["tricks"][0]["cards"] == [["B", "H4"], ["C", "??"]]
    shown = sections(state, View.HANDS)["deal"]["questions"]
    assert [(q["id"], q["trick"], q["position"]) for q in shown] == [("q2", 1, 2)]


def test_a_question_and_its_answer_go_with_a_card_that_was_none() -> None:
    state = _asked("HK")
    phantom = state.deals[0].play.happened[1][0]
    state, _ = played([say("retracted", event=phantom)], state)
    assert document_of(state.deals[0].play)["tricks"][0]["cards"] == [["A", "HK"], ["C", "??"]]
    assert [q["id"] for q in sections(state, View.HANDS)["deal"]["questions"]] == ["q2"]


def test_who_took_a_trick_is_taken_out_and_the_next_one_stays_a_trick() -> None:
    laid = [say("card_laid", by=by, card=card) for by, card in zip("ABC", ("HK", "H4", "H3"), strict=True)]
    following = [
        say("card_laid", by=by, card=card) for by, card in zip("ABCD", ("D1", "D2", "D3", "D4"), strict=True)
    ]
    state, _ = played([say("deal_opened"), *laid, say("trick_collected", trick=1, by="A"), *following])
    took = next(n for n, event in state.deals[0].play.happened if event.type == "trick_collected")
    for word in (
        say("retracted", event=took),
        say("corrected", event=took, to={"type": "trick_collected", "trick": 1, "by": "B"}),
    ):
        after, _ = played([word], state)
        assert [len(trick["cards"]) for trick in document_of(after.deals[0].play)["tricks"]] == [3, 4]


def test_a_deal_thrown_in_written_and_thrown_in_again_doubles_nothing() -> None:
    start = apply(TableState(), replace(created("tirol-deluxe"), radl=True))
    trischaken = {
        "contract": {"game": "trischaken", "declarer": "A"},
        "thirds": [60, 60, 50, 40],
        "tricks_won": [4, 4, 2, 2],
    }
    dreier = {"contract": {"game": "dreier", "declarer": "A"}, "declarer_thirds": 120}

    def totals(*anew: Any) -> Any:
        words = [say("deal_opened"), say("result_entered", result=trischaken), say("deal_opened")]
        words += [say("deal_struck", redeal=True), *anew]
        for _ in range(4):
            words += [say("deal_opened"), say("result_entered", result=dreier)]
        return sheet_of(played(words, start)[0]).totals

    anew = say("deal_corrected", number=2, reason="wrong line", result=dreier)
    assert totals() == totals(anew, say("deal_corrected", number=2, reason="taken back"))


def test_a_card_taken_from_the_talon_goes_with_a_game_that_takes_a_half() -> None:
    words = [
        say("deal_opened"),
        say("contract_set", game="einer", declarer="A"),
        say("talon_shown", halves=[["T05", "HQ", "S7"], ["D1", "C8", "T14"]]),
        say("talon_taken", taken="HQ"),
        say("contract_set", game="dreier", declarer="A"),
        say("card_laid", by="A", card="T05"),
    ]
    record = document_of(played(words)[0].deals[0].play)
    assert "taken" not in record and record["tricks"][0]["cards"] == [["A", "T05"]]
