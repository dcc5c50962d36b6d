"""What touches do, and how many it takes."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion_app import actions as a
from companion_app.actions import Screen
from companion_app.presenters.frame import frame_of
from companion_app.state import messages as m
from companion_app.state.commands import say as says
from companion_app.state.record import now
from companion_app.viewmodels.contract import ContractView
from companion_app.viewmodels.result import ResultView
from companion_app.viewmodels.table import TableView
from engine.dealing import random_deal
from engine.judge import judge
from engine.record import Deal, write_deal
from engine.systems import SYSTEMS, agreed
from server.benchmarks.story import say, told
from server.tables.events import CallSaid, event_json
from server.tables.roles import Role
from tests.companion_app.desk import Desk
from tests.companion_app.fingers import choices


def contract_of(desk: Desk) -> dict[str, object]:
    found: dict[str, object] = desk.copy.section("deal")["record"]["contract"]
    return found


def dealt(rules: str, game: str, seed: int = 1) -> Deal:
    row = next(g for g in agreed(rules).games if g.id == game)
    return random_deal(random.Random(seed), rules, row, announce=0)


# --- contract ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", SYSTEMS)
def test_a_rufer_with_one_announcement_takes_at_most_six_touches(rules: str) -> None:
    desk = Desk(rules)
    bonus = next(b.id for b in agreed(rules).bonuses if b.announced and b.id == "trull")
    desk.touch("do.contract", "game.rufer", "called.HK", f"bonus.{bonus}", "talon.second", "contract.commit")
    assert desk.taps <= 6 and not desk.refusals
    record = desk.copy.section("deal")["record"]
    assert contract_of(desk) == {"game": "rufer", "declarer": "A", "called": "HK", "with": []}
    assert record["announcements"] == [{"by": "A", "what": "trull"}] and record["taken"] == "second"
    assert desk.state.screen is Screen.TABLE


@pytest.mark.parametrize("rules", SYSTEMS)
def test_trischaken_in_one_touch(rules: str) -> None:
    desk = Desk(rules)
    desk.touch("quick.trischaken")
    assert desk.taps == 1 and contract_of(desk)["game"] == "trischaken" and not desk.refusals


def test_an_empty_rufer_in_one_touch_where_it_is_settled_unplayed() -> None:
    desk = Desk("hopfgarten-2023")
    desk.touch("quick.blank.D")
    assert desk.taps == 1 and not desk.refusals
    row = desk.copy.section("sheet")["rows"][0]
    assert [row["seats"][s] for s in row["declarers"]] == ["Bert", "Anna"] and row["points"] == [1, 1, -1, -1]
    assert desk.state.screen is Screen.SETTLEMENT
    for rules in ("steiermark-2017", "kantine-2.0", "sb-2023", "tirol-deluxe"):
        assert not any(key.startswith("quick.blank") for key in choices(frame_of(Desk(rules).state)))


@pytest.mark.parametrize("rules", SYSTEMS)
def test_only_the_games_of_the_system_with_their_values(rules: str) -> None:
    desk = Desk(rules)
    desk.touch("do.contract", "declarer.C")
    view = frame_of(desk.state).view
    assert isinstance(view, ContractView)
    offered = [choice for group in view.games for choice in group.choices]
    assert len(offered) == len(agreed(rules).games)
    forehand = {f"game.{g.id}" for g in agreed(rules).games if g.opening.name != "ANYONE"}
    assert {choice.key for choice in offered if not choice.enabled} == forehand
    assert all(choice.detail for choice in offered)


def test_values_are_those_of_the_written_table() -> None:
    desk = Desk("steiermark-2017")
    desk.touch("do.contract")
    shown = choices(frame_of(desk.state))
    wanted = {
        "game.besserrufer.pagat": "3",
        "game.besserrufer.uhu": "5",
        "game.besserrufer.quapil": "9",
        "game.bettler": "4",
        "game.solodreier": "10",
    }
    assert {key: shown[key].detail for key in wanted} == wanted
    desk.touch("game.solorufer")
    assert choices(frame_of(desk.state))["bonus.trull"].detail == "+4"  # solo: all bonuses double


def test_announcements_and_kontra_by_seat() -> None:
    desk = Desk()
    desk.touch("do.contract", "declarer.B", "game.besserrufer", "called.SK", "bonus.pagat")
    desk.touch("speaker.D", "kontra.pagat", "kontra.game", "bonus.koenig_ultimo", "speaker.B", "kontra.game")
    desk.touch("contract.commit")
    record = desk.copy.section("deal")["record"]
    assert contract_of(desk)["bird"] == "pagat" and not desk.refusals
    assert record["announcements"] == [{"by": "D", "what": "koenig_ultimo"}]
    assert record["kontra"] == [
        {"by": "D", "on": "pagat", "level": "kontra"},
        {"by": "D", "on": "game", "level": "kontra"},
        {"by": "B", "on": "game", "level": "re"},
    ]


def test_kontra_is_each_opponents_own_in_a_negative_game() -> None:
    desk = Desk("steiermark-2017")
    desk.touch("do.contract", "declarer.C", "game.bettler")
    assert not choices(frame_of(desk.state))["kontra.game"].enabled  # the declarer speaks
    desk.touch("speaker.A", "kontra.game", "kontra.game", "speaker.D", "kontra.game", "contract.commit")
    assert desk.copy.section("deal")["record"]["kontra"] == [
        {"by": "A", "on": "game", "level": "kontra"},
        {"by": "C", "on": "game", "level": "re", "to": "A"},
        {"by": "D", "on": "game", "level": "kontra"},
    ]


def test_every_step_of_the_entry_can_be_undone_and_so_can_the_entry() -> None:
    desk = Desk()
    desk.touch("do.contract", "game.rufer", "called.HK", "bonus.trull")
    before = desk.state.entry
    desk.touch("speaker.C", "bonus.koenig_ultimo", "undo", "undo")
    assert before is not None and desk.state.entry is not None and desk.state.entry.now == before.now
    desk.touch("contract.commit", "undo")
    assert "contract" not in desk.copy.section("deal")["record"]
    assert not desk.copy.section("deal")["record"].get("announcements")
    view = frame_of(desk.state).view
    assert isinstance(view, TableView) and view.phase == "bidding"


def test_a_contract_is_changed_afterwards_by_what_differs() -> None:
    desk = Desk()
    desk.touch("do.contract", "game.rufer", "called.HK", "bonus.trull", "contract.commit")
    desk.touch("contract.edit", "called.SK", "bonus.trull", "speaker.B", "kontra.game", "contract.commit")
    record = desk.copy.section("deal")["record"]
    assert contract_of(desk)["called"] == "SK" and not record.get("announcements") and not desk.refusals
    assert record["kontra"] == [{"by": "B", "on": "game", "level": "kontra"}]


def test_the_auction_offers_what_may_be_said_and_leads_to_the_contract() -> None:
    desk = Desk("steiermark-2017")
    desk.touch(
        "do.open", "call.vorhand", "call.besserrufer.pagat", "call.weiter", "call.weiter", "call.weiter"
    )
    assert not desk.refusals
    desk.touch("do.contract")
    entry = desk.state.entry
    assert entry is not None and (entry.now.declarer, entry.now.game, entry.now.bird) == (
        "B",
        "besserrufer",
        "pagat",
    )


def test_a_bid_that_does_not_count_leaves_the_bird_of_the_one_that_does() -> None:
    """C, who has passed, says a lower bird: the contract stays B's Uhu."""
    desk = Desk("hopfgarten-2023")
    desk.touch("do.open")
    desk.noted(
        CallSaid(by="A", call="vorhand"),
        CallSaid(by="B", call="besserrufer", bird="uhu"),
        CallSaid(by="C", call="weiter"),
        CallSaid(by="D", call="weiter"),
        CallSaid(by="C", call="besserrufer", bird="kakadu"),
        CallSaid(by="A", call="weiter"),
    )
    desk.touch("do.contract")
    entry = desk.state.entry
    assert entry is not None and (entry.now.declarer, entry.now.bird) == ("B", "uhu")


# --- cards by hand -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "game"),
    [
        ("steiermark-2017", "rufer"),
        ("tirol-deluxe", "einer"),
        ("kantine-2.0", "sechserdreier"),
        ("steiermark-2017", "trischaken"),
        ("sb-2023", "trischaken"),
        ("hopfgarten-2023", "dreier"),
        ("tirol-deluxe", "bettler"),
    ],
)
def test_a_deal_laid_by_hand_settles_as_it_was_played(rules: str, game: str) -> None:
    deal = dealt(rules, game)
    document = write_deal(deal)
    desk = Desk(rules)
    contract = document["contract"]
    keys = [f"declarer.{contract['declarer']}", f"game.{game}"]
    if contract.get("called"):
        keys.append(f"called.{contract['called']}")
    desk.touch("do.contract", *keys, "contract.commit", "do.cards")
    for trick in document["tricks"]:
        for seat, card in trick["cards"]:
            view = frame_of(desk.state).view
            assert isinstance(view, TableView) and view.pad is not None
            assert next(c for c in view.pad.seats if c.chosen).key == f"pad.seat.{seat}"
            desk.touch(f"card.{card}")
        if agreed(rules).trischaken.talon == "first_six" and isinstance(trick.get("gift"), str):
            desk.touch(f"card.{trick['gift']}")
    view = frame_of(desk.state).view
    assert isinstance(view, TableView) and view.phase == "over"
    if view.pad is not None and view.pad.title.startswith("Was blieb"):
        taken = document["taken"]
        left = (
            [c for half in document["talon"] for c in half if c != taken]
            if taken not in ("first", "second")
            else document["talon"][1 if taken == "first" else 0]
        )
        assert len(left) in (3, 5)
        desk.touch(*(f"card.{card}" for card in left))
    desk.touch("do.settle")
    assert not desk.refusals
    row = desk.copy.section("sheet")["rows"][0]
    sheet = judge(deal).sheet
    assert sheet is not None
    assert {row["seats"][s]: sheet[i] for i, s in enumerate("ABCD")} == dict(
        zip(desk.table.players, row["points"], strict=True)
    )


def test_a_card_that_lies_cannot_be_laid_again_and_a_card_out_of_turn_can() -> None:
    desk = Desk()
    desk.touch("do.contract", "game.rufer", "called.HK", "contract.commit", "do.cards", "card.T17")
    assert not choices(frame_of(desk.state))["card.T17"].enabled
    desk.touch("pad.seat.D", "card.T18", "card.T19")
    tricks = desk.copy.section("deal")["record"]["tricks"]
    assert tricks[0]["cards"] == [["A", "T17"], ["D", "T18"], ["A", "T19"]]


def test_the_last_card_is_taken_back_by_undo() -> None:
    desk = Desk()
    desk.touch(
        "do.contract",
        "game.rufer",
        "called.HK",
        "contract.commit",
        "do.cards",
        "card.T17",
        "card.T18",
        "undo",
    )
    assert desk.copy.section("deal")["record"]["tricks"][0]["cards"] == [["A", "T17"]]
    desk.touch("undo", "undo")
    assert not desk.copy.section("deal")["record"]["tricks"]
    assert "contract" not in desk.copy.section("deal")["record"]


# --- results -----------------------------------------------------------------------------------------------------------------


def test_a_result_is_typed_in_with_its_check_and_written_down() -> None:
    desk = Desk("steiermark-2017")
    desk.touch("do.result", "declarer.B", "game.besserrufer.pagat", "called.HK", "contract.commit")
    assert desk.state.screen is Screen.RESULT
    view = frame_of(desk.state).view
    assert isinstance(view, ResultView) and len(view.problems) >= 2 and not view.commit.enabled
    desk.touch("partner.D")
    desk.do(a.SetAmount("points", 41))
    desk.do(a.SetAmount("blatt", 2))
    desk.touch("outcome.pagat.declarers.made", "outcome.trull.opponents.made")
    view = frame_of(desk.state).view
    assert isinstance(view, ResultView) and not view.problems
    assert [pay.points for pay in view.pay] == ["−2", "+2", "−2", "+2"]  # 1 + 2 − 1
    desk.touch("result.commit")
    assert not desk.refusals
    row = desk.copy.section("sheet")["rows"][0]
    assert [row["points"][desk.table.players.index(row["seats"][s])] for s in "ABCD"] == [-2, 2, -2, 2]


@pytest.mark.parametrize("rules", SYSTEMS)
def test_negative_games_and_trischaken_are_typed_in_by_seat(rules: str) -> None:
    desk = Desk(rules)
    negative = next((g.id for g in agreed(rules).games if g.nature.family.name == "NEGATIVE"), None)
    if negative is not None:
        desk.touch("do.result", "declarer.C", f"game.{negative}", "contract.commit")
        for seat, tricks in (("A", 6), ("B", 5), ("D", 1)):
            desk.do(a.SetAmount(f"tricks:{seat}", tricks))
        desk.touch("result.commit")
        assert not desk.refusals and len(desk.copy.section("sheet")["rows"]) == 1
        desk.touch("settle.next")
    desk.touch("do.result", "game.trischaken", "contract.commit")
    for seat, points, tricks in (("A", 30, 5), ("B", 20, 4), ("C", 20, 3)):
        desk.do(a.SetAmount(f"points:{seat}", points))
        desk.do(a.SetAmount(f"tricks:{seat}", tricks))
    desk.touch("result.commit")
    row = desk.copy.section("sheet")["rows"][-1]
    assert not desk.refusals and any(row["points"]) and not sum(row["points"])


def test_a_result_can_be_typed_in_in_the_middle_of_a_deal() -> None:
    desk = Desk()
    desk.touch(
        "do.contract", "game.rufer", "called.HK", "contract.commit", "do.cards", "card.T17", "do.result"
    )
    assert desk.state.screen is Screen.RESULT
    desk.touch("partner.C")
    desk.do(a.SetAmount("points", 40))
    desk.touch("result.commit")
    assert not desk.refusals and desk.copy.section("deal") is None


def test_an_old_deal_is_corrected_struck_and_put_back() -> None:
    desk = Desk("steiermark-2017")
    for seed in (1, 2, 3):
        desk.noted(*told(write_deal(dealt("steiermark-2017", "dreier", seed))))
    before = desk.copy.section("sheet")["rows"][0]["points"]
    desk.do(a.OpenSettlement(1))
    desk.touch("settle.correct")
    desk.do(a.SetAmount("points", 70))
    desk.do(a.SetAmount("blatt", 0))
    desk.touch("result.commit")
    row = desk.copy.section("sheet")["rows"][0]
    assert not desk.refusals and row["earlier"] == [before]
    desk.touch("settle.strike")
    assert desk.copy.section("sheet")["rows"][0]["points"] == [0, 0, 0, 0]
    desk.touch("undo", "undo")
    assert desk.copy.section("sheet")["rows"][0]["points"] == before and not desk.refusals


# --- who may -----------------------------------------------------------------------------------------------------------------


def test_who_only_watches_is_offered_nothing_to_enter() -> None:
    desk = Desk(role=Role.VIEWER)
    desk.noted(*[w for w in told(write_deal(dealt("tirol-deluxe", "rufer"))) if w.type != "deal_ended"])
    shown = choices(frame_of(desk.state))
    assert not [key for key in shown if key.startswith(("do.", "quick.", "card.", "contract."))]
    assert "tab.sheet" in shown
    view = frame_of(desk.state).view
    assert isinstance(view, TableView) and view.trick is not None
    assert all(card.action is None for card in view.trick.cards)


def test_a_refusal_is_said_in_words_and_the_entry_is_dropped() -> None:
    desk = Desk()
    desk.noted(say("deal_opened"))
    desk.state = replace(desk.state, copy=None)  # this device has not heard of it yet
    desk.do(a.OpenDeal())
    assert desk.refusals and not desk.state.outbox
    notice = frame_of(desk.state).notice
    assert notice is not None and notice.text == "Es läuft schon ein Spiel."


def test_what_is_not_confirmed_waits_and_is_shown_waiting() -> None:
    desk = Desk()
    desk.touch("do.contract", "game.rufer", "called.HK", "contract.commit")
    desk.offline = True
    desk.step(m.Lost(1))
    desk.touch("do.cards", "card.T17", "card.T18")
    frame = frame_of(desk.state)
    assert isinstance(frame.view, TableView) and frame.view.trick is not None
    assert [card.waiting for card in frame.view.trick.cards] == [True, True]
    assert frame.connection.waiting == 2 and "2 Einträge warten" in frame.connection.text
    desk.touch("undo")
    desk.offline = False
    desk.step(m.Linked(2))
    desk.deliver()
    assert desk.copy.section("deal")["record"]["tricks"][0]["cards"] == [["A", "T17"]]
    assert not frame_of(desk.state).connection.text and not desk.refusals


def test_a_card_laid_while_the_line_is_down_stays_in_the_trick_that_its_person_saw() -> None:
    """Meanwhile somebody else goes on: the late card still belongs where it was laid."""
    desk = Desk()
    desk.touch(
        "do.contract", "game.rufer", "called.HK", "contract.commit", "do.cards", "card.T17", "card.T18"
    )
    desk.offline = True
    desk.touch("card.T19")
    desk.noted(say("card_laid", by="D", card="T20"), say("card_laid", by="D", card="HJ", trick=2))
    desk.offline = False
    desk.deliver()
    tricks = [trick["cards"] for trick in desk.copy.section("deal")["record"]["tricks"]]
    assert [sorted(cards) for cards in tricks] == [
        [["A", "T17"], ["B", "T18"], ["C", "T19"], ["D", "T20"]],
        [["D", "HJ"]],
    ]
    assert not desk.refusals


# --- taken back without network ---------------------------------------------------------------------------------------------


def playing() -> Desk:
    desk = Desk()
    desk.touch("do.contract", "game.rufer", "called.HK", "contract.commit", "do.cards")
    return desk


def cut_off(desk: Desk) -> None:
    desk.offline = True
    desk.step(m.Lost(desk.state.generation))


def back(desk: Desk) -> None:
    desk.offline = False
    desk.step(m.Linked(desk.state.generation + 1))
    desk.deliver()
    assert not desk.state.outbox and not desk.state.held


def test_a_card_of_the_wrong_seat_that_was_taken_back_without_network_can_be_laid_by_the_right_one() -> None:
    """It is retracted before it is laid again: each card exists once."""
    desk = playing()
    cut_off(desk)
    desk.touch("card.T17", "undo", "pad.seat.B", "card.T17")
    assert frame_of(desk.state).connection.waiting == 1
    back(desk)
    assert desk.copy.section("deal")["record"]["tricks"] == [{"cards": [["B", "T17"]]}] and not desk.refusals


def test_what_was_taken_back_without_network_is_gone_before_its_deal_ends() -> None:
    document = write_deal(dealt("steiermark-2017", "dreier"))
    words = [event_json(w) for w in told(document) if w.type not in ("hand_shown", "discarded")]
    first = next(i for i, word in enumerate(words) if word["type"] == "card_laid")
    wrong = words[first] | {"card": document["tricks"][5]["cards"][2][1]}
    desk = Desk("steiermark-2017")
    desk.state = says(desk.state, *words[:first])
    desk.deliver()
    cut_off(desk)
    desk.state = says(desk.state, wrong, label="card.noted", undo=({"type": "retracted", "event": -1},))
    desk.do(a.Undo())
    desk.state = says(desk.state, *words[first:40])
    desk.state = says(desk.state, *words[40:])
    desk.step(a.CloseNotice())
    shown = desk.state.section("sheet")["rows"][0]["points"]
    back(desk)
    assert desk.copy.section("sheet")["rows"][0]["points"] == shown and not desk.refusals
    assert desk.copy.section("last")["record"]["tricks"] == document["tricks"]


def test_corrections_taken_back_without_network_leave_the_card_as_it_was() -> None:
    """The second is taken back before the first, as it was touched."""
    desk = playing()
    desk.touch("card.T17")
    cut_off(desk)
    for card in ("T18", "T19"):
        desk.do(a.OpenCorrection(1, 1))
        desk.do(a.Correct(card))
    desk.touch("undo", "undo")
    back(desk)
    assert desk.copy.section("deal")["record"]["tricks"] == [{"cards": [["A", "T17"]]}] and not desk.refusals


def test_what_is_taken_back_while_it_is_under_way_is_followed_by_its_reverse() -> None:
    """The server has noted it, and the answer is late: what was said since comes behind the retraction."""
    desk = playing()
    cut_off(desk)
    desk.touch("card.T17")
    under_way = desk.state.outbox[0]
    desk.touch("undo", "pad.seat.B", "card.T18")
    desk.noted(say("card_laid", by="A", card="T17"))
    desk.step(m.Confirmed(under_way.id, desk.table.seq))
    assert [p.say[0]["type"] for p in desk.state.outbox] == ["retracted", "card_laid"]
    back(desk)
    assert desk.copy.section("deal")["record"]["tricks"] == [{"cards": [["B", "T18"]]}] and not desk.refusals


def test_the_reverse_of_what_the_server_refuses_is_not_sent() -> None:
    desk = playing()
    cut_off(desk)
    desk.touch("card.T17")
    desk.noted(say("card_laid", by="A", card="T17"))
    desk.touch("undo")
    back(desk)
    assert len(desk.refusals) == 1
    assert desk.copy.section("deal")["record"]["tricks"] == [{"cards": [["A", "T17"]]}]


def touched_at_random(desk: Desk, rng: random.Random) -> None:
    """A card, an undo, another word of the contract, or the last card taken back."""
    found = {key: choice for key, choice in choices(frame_of(desk.state)).items() if choice.enabled}
    cards = [key for key in found if key.startswith("card.T")]
    match rng.choice(["card", "card", "undo", "undo", "contract", "back"]):
        case "card" if cards:
            desk.touch(f"pad.seat.{rng.choice('ABCD')}", rng.choice(cards))
        case "undo" if "undo" in found:
            desk.touch("undo")
        case "contract" if "contract.edit" in found:
            desk.touch("contract.edit", f"speaker.{rng.choice('ABCD')}")
            shown = choices(frame_of(desk.state))
            words = [key for key in shown if key.startswith("called.") and not shown[key].chosen]
            words += [
                key for key in ("bonus.trull", "bonus.vier_koenige", "kontra.game") if shown[key].enabled
            ]
            desk.touch(rng.choice(words), "contract.commit")
        case "back":
            tricks = now(desk.state).record["tricks"]  # type: ignore[union-attr]
            if tricks and tricks[-1]["cards"]:
                desk.do(a.OpenCorrection(len(tricks), len(tricks[-1]["cards"])))
                desk.touch("remove.back")
                desk.do(a.Open(Screen.TABLE))
                desk.do(a.ShowPad(True))


@settings(max_examples=40)
@given(seed=st.integers(0, 100_000))
def test_what_the_tablet_shows_without_network_is_what_the_table_says_afterwards(seed: int) -> None:
    rng = random.Random(seed)
    desk = playing()
    for _ in range(rng.randrange(3)):
        touched_at_random(desk, rng)
    cut_off(desk)
    for _ in range(6):  # a trick of the record holds eight cards at most
        touched_at_random(desk, rng)
    shown = now(desk.state)
    assert shown is not None
    back(desk)
    record = desk.copy.section("deal")["record"]
    for name in ("tricks", "announcements", "kontra", "contract"):
        assert (record.get(name) or []) == (shown.record.get(name) or []), name
    assert not desk.refusals


def test_a_word_of_the_contract_can_be_taken_out_again_before_the_server_has_heard_it() -> None:
    desk = Desk()
    cut_off(desk)
    desk.touch("do.contract", "game.rufer", "called.HK", "bonus.trull", "contract.commit")
    desk.touch("contract.edit", "speaker.B", "kontra.trull", "kontra.game", "contract.commit")
    desk.touch("contract.edit", "bonus.trull", "contract.commit")
    found = now(desk.state)
    assert found is not None and not found.record.get("announcements")
    assert found.record["kontra"] == [{"by": "B", "on": "game", "level": "kontra"}]
    assert "undo" not in choices(frame_of(desk.state))  # the last step has no reverse
    back(desk)
    record = desk.copy.section("deal")["record"]
    assert not record.get("announcements") and record["kontra"] == found.record["kontra"]
    assert not desk.refusals and not desk.state.undoable


@pytest.mark.parametrize("step", ["contract", "card"])
def test_after_a_step_without_a_reverse_undo_takes_nothing_older_back(step: str) -> None:
    desk = playing()
    desk.touch("card.H1", "card.H2", "card.H3")
    if step == "contract":
        desk.touch("contract.edit", "called.DK", "contract.commit")
    else:
        desk.do(a.OpenCorrection(1, 2))
        desk.touch("remove.never")
        desk.do(a.Open(Screen.TABLE))
    seq = desk.table.seq
    assert "undo" not in choices(frame_of(desk.state))
    desk.do(a.Undo())
    assert desk.table.seq == seq
    desk.do(a.ShowPad(True))
    desk.touch("card.T17", "undo")  # what is said from now on can be undone
    assert desk.table.seq == seq + 2
