"""Questions, corrections and rulings by touch: what changes, what is told before, and how it is taken back."""

from __future__ import annotations

import random

import pytest

from companion_app import actions as a
from companion_app.presenters.frame import frame_of
from companion_app.state import messages as m
from companion_app.state.record import now
from companion_app.viewmodels.correction import CorrectionView
from companion_app.viewmodels.table import TableView
from engine.cards import IDS
from engine.dealing import random_deal, with_revoke
from engine.record import Deal, write_deal
from engine.systems import agreed
from server.benchmarks.story import say, told
from tests.companion_app.desk import Desk
from tests.companion_app.fingers import choices


def dealt(rules: str, game: str, seed: int = 1) -> Deal:
    row = next(g for g in agreed(rules).games if g.id == game)
    return random_deal(random.Random(seed), rules, row, announce=0)


# --- questions and corrections ---------------------------------------------------------------------------------------------


def with_question() -> Desk:
    desk = Desk()
    desk.touch("do.contract", "game.rufer", "called.HK", "contract.commit")
    candidates = [{"card": "T17", "share": 0.55}, {"card": "T18", "share": 0.41}]
    desk.noted(
        say("card_laid", by="A", card="T05", source="camera", evidence="e1"),
        say("card_laid", by="B", card="??", source="camera", evidence="e2"),
        say("question_asked", id="q1", trick=1, position=2, candidates=candidates, evidence="e2"),
    )
    return desk


def test_a_question_is_a_strip_answered_by_one_touch_and_undone_by_another() -> None:
    desk = with_question()
    strip = frame_of(desk.state).strip
    assert strip is not None and strip.text == "Stich 1: Was legte Cilli?"
    assert [c.card.id for c in strip.candidates if c.card][:2] == ["T17", "T18"]
    assert strip.picture is not None and strip.picture.id.isdigit()
    desk.taps = 0
    desk.touch("answer.T18")
    assert desk.taps == 1 and frame_of(desk.state).strip is None
    assert desk.copy.section("deal")["record"]["tricks"][0]["cards"][1] == ["B", "T18"]
    desk.touch("undo")
    assert frame_of(desk.state).strip is not None


def test_a_question_never_blocks_the_table() -> None:
    desk = with_question()
    desk.touch("tab.sheet", "tab.table", "do.cards", "card.HK")
    assert frame_of(desk.state).strip is not None and not desk.refusals


def test_the_answer_frees_a_card_that_was_read_elsewhere() -> None:
    desk = with_question()
    desk.do(a.Answer("q1", "T05"))
    assert desk.copy.section("deal")["record"]["tricks"][0]["cards"] == [["A", "??"], ["B", "T05"]]
    assert not desk.refusals
    desk.touch("undo")
    assert desk.copy.section("deal")["record"]["tricks"][0]["cards"] == [["A", "T05"], ["B", "??"]]


def test_a_card_is_corrected_in_two_touches_with_what_it_changes_before_ones_eyes() -> None:
    desk = Desk("steiermark-2017")
    deal = dealt("steiermark-2017", "dreier", seed=3)
    words = list(told(write_deal(deal)))
    desk.noted(*words)
    desk.taps = 0
    trick, position = 2, 1
    desk.do(a.OpenCorrection(trick, position, 1))  # the first touch: the card itself
    view = frame_of(desk.state).view
    assert isinstance(view, CorrectionView)
    every = [choice.key for group in view.groups for choice in group.choices]
    assert len(every) == 54
    swap = deal.tricks[4].cards[0][1]
    assert swap is not None
    before = desk.copy.section("last")["record"]["tricks"][trick - 1]["cards"][0][1]
    desk.touch(f"card.{IDS[swap]}")  # the second
    record = desk.copy.section("last")["record"]
    assert record["tricks"][trick - 1]["cards"][0][1] == IDS[swap]
    assert record["tricks"][4]["cards"][0][1] == before  # both are exchanged: each card exists once
    desk.touch("undo")
    assert desk.copy.section("last")["record"]["tricks"][trick - 1]["cards"][0][1] == before
    assert not desk.refusals


def test_likely_cards_say_what_they_would_change() -> None:
    desk = Desk("steiermark-2017")
    desk.touch("do.contract", "declarer.B", "game.dreier", "contract.commit", "do.cards")
    desk.touch("card.HJ", "card.H3", "card.T09", "card.H4")
    desk.do(a.OpenCorrection(1, 3))
    view = frame_of(desk.state).view
    assert isinstance(view, CorrectionView) and 1 <= len(view.likely) <= 6
    assert view.likely[0].choice.card is not None and view.likely[0].choice.card.id in ("T10", "T08")
    assert all(entry.effects for entry in view.likely)
    desk.touch("card.HK")
    assert desk.copy.section("deal")["record"]["tricks"][0]["cards"][2] == ["C", "HK"]
    desk.do(a.OpenCorrection(1, 3))
    desk.touch("seat.D")
    assert desk.copy.section("deal")["record"]["tricks"][0]["cards"][2] == ["D", "HK"]
    desk.touch("undo", "undo")
    assert desk.copy.section("deal")["record"]["tricks"][0]["cards"][2] == ["C", "T09"]
    assert not desk.refusals


def test_the_preview_of_a_running_deal_tells_no_more_than_the_tables_fair_play() -> None:
    for mode, told_ in (("off", False), ("referee", False), ("fair_play", True)):
        desk = Desk("steiermark-2017", fair_play=mode)
        desk.touch("do.contract", "declarer.B", "game.dreier", "contract.commit", "do.cards")
        desk.touch("card.HJ", "card.S7", "card.H2", "card.H4", "card.S10", "card.H3")
        desk.do(a.OpenCorrection(2, 2))  # B threw a spade on hearts; this heart shows it
        view = frame_of(desk.state).view
        assert isinstance(view, CorrectionView)
        words = [effect.text for entry in view.likely for effect in entry.effects]
        assert any("Farbzwang" in word or "Tarockzwang" in word for word in words) is told_, (mode, words)


def test_the_preview_tells_a_renonce_that_exclusion_proved_by_the_card_that_shows_it() -> None:
    """D took V and XI, so he had Tarock in trick 1; it is told where his XX lies openly, and not before."""
    desk = Desk("kantine-2.0", fair_play="fair_play")
    trick = [say("card_laid", by=s, card=c) for s, c in zip("ABCD", ("SQ", "SK", "S9", "DJ"), strict=True)]
    desk.noted(
        say("deal_opened"),
        say("contract_set", game="dreier", declarer="D"),
        say("talon_shown", halves=[["C9", "C10", "H1"], ["DC", "T11", "T05"]]),
        say("talon_taken", taken="second"),
        *trick,
        say("card_laid", by="B", card="C8"),
        say("card_laid", by="C", card="CJ"),
    )

    def renonce_told() -> bool:
        desk.do(a.OpenCorrection(1, 4))
        view = frame_of(desk.state).view
        assert isinstance(view, CorrectionView)
        return any("Tarockzwang" in effect.text for each in view.likely for effect in each.effects)

    assert not renonce_told()
    desk.noted(say("card_laid", by="D", card="T20"))
    assert renonce_told()


def test_a_card_out_of_play_and_a_card_taken_back() -> None:
    desk = Desk()
    desk.touch(
        "do.contract", "game.rufer", "called.HK", "contract.commit", "do.cards", "card.T17", "card.T18"
    )
    desk.do(a.OpenCorrection(1, 2))
    desk.touch("remove.back")
    trick = desk.copy.section("deal")["record"]["tricks"][0]
    assert trick["cards"] == [["A", "T17"]] and trick["taken_back"] == [["B", "T18"]]
    desk.do(a.OpenCorrection(1, 1))
    desk.touch("remove.never")
    assert desk.copy.section("deal")["record"]["tricks"][0]["cards"] == [] and not desk.refusals


# --- rulings ---------------------------------------------------------------------------------------------------------------


def with_renonce(rules: str = "steiermark-2017") -> Desk:
    """B throws a spade on hearts in trick 1, and lays hearts in trick 2."""
    desk = Desk(rules)
    desk.touch("do.contract", "declarer.B", "game.dreier", "contract.commit", "do.cards")
    desk.touch("card.HJ", "card.S7", "card.H2", "card.H4", "card.HQ", "card.H3")
    return desk


def test_a_warning_is_seen_at_the_table_and_opens_the_ruling() -> None:
    desk = with_renonce()
    view = frame_of(desk.state).view
    assert isinstance(view, TableView) and view.warnings[0].text == "Farbzwang: Cilli"
    desk.touch("warning.0")
    assert {"rule.misread", "rule.leave", "rule.renonce"} <= set(choices(frame_of(desk.state)))
    desk.touch("rule.misread", "card.H1")
    assert not desk.copy.section("judgement")["rulings"]


def test_what_is_let_be_is_warned_of_no_more() -> None:
    desk = with_renonce()
    desk.touch("warning.0", "rule.leave")
    view = frame_of(desk.state).view
    assert isinstance(view, TableView) and not view.warnings


def finished_with_renonce() -> Desk:
    desk = Desk("steiermark-2017")
    row = next(g for g in agreed("steiermark-2017").games if g.id == "dreier")
    rng = random.Random(4)
    while True:
        found = with_revoke(rng, random_deal(rng, "steiermark-2017", row, announce=0))
        if found is not None:
            break
    desk.noted(*told(write_deal(found.deal)))
    return desk


def test_a_renonce_that_the_table_lets_be_is_settled_as_played() -> None:
    desk = finished_with_renonce()
    lines = desk.copy.section("sheet")["rows"][0]["lines"]
    assert any(line.get("to") == "each" for line in lines)
    desk.touch("ruling.0", "rule.leave")
    row = desk.copy.section("sheet")["rows"][0]
    assert not any(line.get("to") == "each" for line in row["lines"]) and row["earlier"] and not desk.refusals
    desk.touch("undo")
    assert any(line.get("to") == "each" for line in desk.copy.section("sheet")["rows"][0]["lines"])


def test_an_injured_seat_claims_what_the_renonce_took_from_it() -> None:
    desk = finished_with_renonce()
    desk.touch("ruling.0")
    claim = next(
        key for key in choices(frame_of(desk.state)) if key.startswith("claim.") and key.endswith(".pagat")
    )
    before = desk.copy.section("sheet")["rows"][0]["points"]
    desk.touch(claim)
    row = desk.copy.section("sheet")["rows"][0]
    assert not desk.refusals and row["points"] != before
    assert any(line["what"] == "pagat" and line["by"] == claim.split(".")[1] for line in row["lines"])


def test_a_renonce_let_be_during_the_deal_does_not_settle_it() -> None:
    deal = finished_with_renonce().copy.section("last")["record"]
    desk = Desk("steiermark-2017")
    words = [w for w in told(deal) if w.type != "deal_ended"]
    desk.noted(*words)
    warned = [key for key in choices(frame_of(desk.state)) if key.startswith("warning.")]
    assert warned
    desk.touch(warned[0], "rule.leave", "do.settle")
    row = desk.copy.section("sheet")["rows"][0]
    assert not any(line.get("to") == "each" for line in row["lines"]) and not desk.refusals


@pytest.mark.parametrize("cards", [("H1", "H2", "H3", "SK"), ("SK",)])
def test_a_card_taken_back_without_network_lies_no_more_and_the_next_one_lies_in_its_place(
    cards: tuple[str, ...],
) -> None:
    desk = Desk()
    desk.touch("do.contract", "game.rufer", "called.HK", "contract.commit", "do.cards")
    desk.touch(*(f"card.{card}" for card in cards))
    desk.offline = True
    desk.step(m.Lost(1))
    desk.do(a.OpenCorrection(1, len(cards)))
    desk.touch("remove.back")
    desk.do(a.Open(a.Screen.TABLE))
    desk.do(a.ShowPad(True))
    view = frame_of(desk.state).view
    assert isinstance(view, TableView) and view.pad is not None and view.pad.title.startswith("Stich 1")
    desk.touch("card.H4")
    shown = now(desk.state)
    seat = "ABCD"[len(cards) - 1]
    desk.offline = False
    desk.step(m.Linked(2))
    desk.deliver()
    tricks = desk.copy.section("deal")["record"]["tricks"]
    assert [card for _, card in tricks[0]["cards"]] == [*cards[:-1], "H4"]
    assert tricks[0]["taken_back"] == [[seat, "SK"]] and len(tricks) == 1
    assert shown is not None and shown.record["tricks"] == tricks and not desk.refusals


def test_a_taken_back_card_lies_again_at_once_when_that_is_undone_without_network() -> None:
    desk = Desk()
    desk.touch("do.contract", "game.rufer", "called.HK", "contract.commit", "do.cards", "card.H1", "card.H2")
    desk.do(a.OpenCorrection(1, 2))
    desk.touch("remove.back")
    desk.offline = True
    desk.step(m.Lost(1))
    desk.do(a.Undo())
    shown = now(desk.state)
    assert shown is not None and shown.record["tricks"] == [{"cards": [["A", "H1"], ["B", "H2"]]}]
