"""Two devices at one table: what one of them enters late counts once, for its own deal, and is never lost without a word."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion_app import actions as a
from companion_app.actions import Screen
from companion_app.memory import Memory
from companion_app.presenters.frame import frame_of
from companion_app.state import messages as m
from companion_app.state.model import Link
from companion_app.state.rulings import is_left, left_as
from companion_app.viewmodels.result import ResultView
from engine.record import write_deal
from server.benchmarks.story import say, told
from server.tables.roles import Role
from tests.companion_app.desk import TABLE, Desk
from tests.companion_app.fingers import choices
from tests.companion_app.table_server import TableServer
from tests.companion_app.test_evening import app, run
from tests.companion_app.test_touches import dealt

WON = {"contract": {"game": "dreier", "declarer": "B"}, "declarer_thirds": 120}
LOST = {"contract": {"game": "dreier", "declarer": "C"}, "declarer_thirds": 90}


def types_in(desk: Desk, declarer: str = "B", points: int = 40) -> None:
    desk.touch("do.result", f"declarer.{declarer}", "game.dreier", "contract.commit")
    desk.do(a.SetAmount("points", points))
    desk.touch("result.commit")


def deal(number: int) -> tuple[Any, Any]:
    """A deal as another device writes it."""
    return say("deal_opened", number=number), say("result_entered", result=WON)


def away() -> Desk:
    """A desk that has written two deals and is cut off."""
    desk = Desk("steiermark-2017")
    desk.noted(*deal(1), *deal(2))
    desk.do(a.Open(Screen.TABLE))
    desk.offline = True
    desk.step(m.Lost(1))
    return desk


def elsewhere(desk: Desk, *words: Any) -> None:
    """What others say, of which this device hears nothing yet."""
    told_, desk.hear = desk.hear, lambda message: None  # type: ignore[method-assign]
    desk.noted(*words)
    desk.hear = told_  # type: ignore[method-assign]


def back(desk: Desk, heard: bool) -> None:
    """The line is there again; `heard`: how the table stands is known before anything is said."""
    desk.offline = False
    desk.step(m.Linked(desk.state.generation + 1))
    if heard:
        desk.hear({"type": "state", "table": TABLE, "seq": desk.table.seq, "sections": desk.sections})
    desk.deliver()
    desk.hear({"type": "state", "table": TABLE, "seq": desk.table.seq, "sections": desk.sections})


def rows(desk: Desk) -> list[Any]:
    return list(desk.copy.section("sheet")["rows"])


def notice(desk: Desk) -> str:
    shown = frame_of(desk.state).notice
    return "" if shown is None else shown.text


# --- a deal that another device has entered meanwhile -----------------------------------------------------------------------


def test_a_deal_is_opened_with_its_number_also_the_second_without_network() -> None:
    desk = away()
    types_in(desk)
    desk.touch("settle.next", "quick.trischaken")
    assert [e["number"] for e in desk.said if e["type"] == "deal_opened"] == [3, 4]
    assert [p.deal for p in desk.state.outbox] == [3, 4]


@pytest.mark.parametrize("heard", [True, False])
def test_a_deal_that_two_devices_wrote_counts_once_and_the_second_is_kept(heard: bool) -> None:
    desk = away()
    types_in(desk)
    elsewhere(desk, *deal(3))
    back(desk, heard)
    assert len(rows(desk)) == 3 and not desk.state.outbox
    assert notice(desk).startswith("Spiel 3 hat schon ein anderes Gerät eingetragen")
    assert frame_of(desk.state).connection.text == "Nicht gesendet: 1"
    desk.do(a.Open(Screen.TABLE))
    assert {"held.replace.3", "held.discard.3"} <= set(choices(frame_of(desk.state)))
    assert "held.send.3" not in choices(frame_of(desk.state))


@pytest.mark.parametrize("heard", [True, False])
def test_everything_of_that_deal_is_held_and_the_next_one_goes_its_way(heard: bool) -> None:
    """Contract and cards of deal 3 would be noted in the deal that is open now; deal 4 is still to come."""
    desk = away()
    desk.touch(
        "do.contract", "game.rufer", "called.HK", "contract.commit", "do.cards", "card.T17", "card.T18"
    )
    elsewhere(desk, *deal(3), say("deal_opened"), say("contract_set", game="dreier", declarer="A"))
    back(desk, heard)
    assert not desk.state.outbox and len(desk.state.held) == 3
    record = desk.copy.section("deal")["record"]
    assert record["contract"]["game"] == "dreier" and not record["tricks"]

    desk = away()
    types_in(desk)
    desk.touch("settle.next")
    types_in(desk, "C", 50)
    elsewhere(desk, *deal(3))
    back(desk, heard)
    assert [row["number"] for row in rows(desk)] == [1, 2, 3, 4] and len(desk.state.held) == 1


def test_cards_of_a_deal_that_was_closed_meanwhile_are_not_laid_in_the_next() -> None:
    desk = Desk()
    desk.touch("do.contract", "game.rufer", "called.HK", "contract.commit", "do.cards", "card.T17")
    desk.offline = True
    desk.touch("card.T18", "card.T19")
    elsewhere(desk, say("result_entered", result=LOST), say("deal_opened"))
    back(desk, heard=True)
    assert not desk.copy.section("deal")["record"]["tricks"]
    assert [p.deal for p in desk.state.held] == [1, 1] and "(2)" in notice(desk)


@pytest.mark.parametrize("end", ["deal_ended", "deal_opened"])
def test_what_loses_nothing_is_not_kept(end: str) -> None:
    """Both tap «Abrechnen», or «Lizitieren»: there is nothing to decide."""
    desk = Desk("steiermark-2017")
    if end == "deal_ended":
        desk.touch("do.contract", "declarer.A", "game.dreier", "contract.commit")
    desk.offline = True
    desk.do(a.EndDeal("played") if end == "deal_ended" else a.OpenDeal())
    elsewhere(desk, say("result_entered", result=WON) if end == "deal_ended" else say("deal_opened"))
    back(desk, heard=False)
    assert not desk.state.held and not desk.state.outbox
    assert notice(desk) in ("Es läuft kein Spiel mehr.", "Der Tisch ist schon bei einem anderen Spiel.")


def test_the_held_deal_is_put_in_the_place_of_the_other_once_people_have_seen_it() -> None:
    desk = away()
    types_in(desk, "C", 50)
    elsewhere(desk, *deal(3))
    back(desk, heard=True)
    before = rows(desk)[2]["points"]
    desk.do(a.Open(Screen.TABLE))
    desk.touch("held.replace.3")
    view = frame_of(desk.state).view
    assert isinstance(view, ResultView) and len(rows(desk)) == 3 and rows(desk)[2]["earlier"] == []
    desk.touch("result.commit")
    assert rows(desk)[2]["earlier"] == [before] and rows(desk)[2]["points"] != before
    assert not desk.state.held and not frame_of(desk.state).connection.text


def test_a_deal_laid_card_by_card_can_take_the_place_too() -> None:
    document = write_deal(dealt("steiermark-2017", "dreier"))
    desk = away()
    words = [{k: v for k, v in _plain(word).items() if k != "forehand"} for word in told(document)]
    from companion_app.state.commands import say as says

    desk.state = says(desk.state, *words[:40])
    desk.state = says(desk.state, *words[40:])
    desk.step(a.CloseNotice())
    assert desk.state.section("sheet")["rows"][-1]["number"] == 3
    elsewhere(desk, *deal(3))
    back(desk, heard=True)
    desk.do(a.Open(Screen.TABLE))
    desk.touch("held.replace.3", "result.commit")
    assert rows(desk)[2]["game"] == "dreier" and not desk.refusals and not desk.state.held


def _plain(word: Any) -> dict[str, Any]:
    from server.tables.events import event_json

    return event_json(word)


def test_nothing_is_thrown_away_by_one_touch() -> None:
    desk = away()
    types_in(desk)
    elsewhere(desk, *deal(3))
    back(desk, heard=True)
    desk.do(a.Open(Screen.TABLE))
    desk.touch("held.discard.3")
    assert len(desk.state.held) == 1 and notice(desk).endswith("weg sind: 1")
    desk.touch("sure")
    assert not desk.state.held and notice(desk) == "Verworfen."


def test_a_deal_that_comes_too_early_is_sent_when_its_turn_has_come() -> None:
    """The end of deal 1 was refused, so deal 2 cannot begin."""
    desk = Desk("steiermark-2017")
    desk.do(a.OpenDeal())
    desk.offline = True
    desk.do(a.EndDeal("played"))  # without its contract
    desk.touch("tab.table")
    types_in(desk)
    back(desk, heard=True)
    assert len(desk.state.held) == 1 and "noch nicht eingetragen" in notice(desk)
    desk.do(a.Open(Screen.TABLE))
    assert "held.send.2" not in choices(frame_of(desk.state))
    desk.noted(say("result_entered", result=LOST))
    desk.do(a.Open(Screen.TABLE))
    desk.touch("held.send.2")
    assert len(rows(desk)) == 2 and not desk.state.held


def test_a_contract_taken_back_without_network_leaves_its_deal_open() -> None:
    """As on the server: what is entered next belongs to that deal, and opens no second one."""
    desk = away()
    desk.touch("do.contract", "game.rufer", "called.HK", "contract.commit", "undo")
    desk.touch("do.contract", "declarer.A", "game.dreier", "contract.commit")
    back(desk, heard=True)
    deal_ = desk.copy.section("deal")
    assert (deal_["number"], deal_["record"]["contract"]["game"]) == (3, "dreier")
    assert not desk.refusals and not desk.state.held


def test_what_is_held_survives_the_end_of_the_app(tmp_path: Path) -> None:
    desk = away()
    types_in(desk)
    elsewhere(desk, *deal(3))
    back(desk, heard=True)
    Memory(tmp_path).save(desk.state)
    again = Memory(tmp_path).load()
    assert again.held == desk.state.held and again.held[0].deal == 3


def test_what_the_server_noted_after_all_is_not_held() -> None:
    """It was under way when the end of its deal was heard."""
    desk = away()
    types_in(desk)
    elsewhere(desk, *deal(3))
    back(desk, heard=True)
    desk.step(m.Confirmed(desk.state.held[0].id, 9))
    assert not desk.state.held and not desk.state.undoable


@pytest.mark.parametrize("heard", [True, False])
def test_what_was_corrected_of_a_held_deal_does_not_change_the_one_of_the_other_device(heard: bool) -> None:
    desk = away()
    types_in(desk)
    desk.do(a.OpenResult(3))
    desk.do(a.SetAmount("points", 50))
    desk.touch("result.commit")
    elsewhere(desk, *deal(3))
    back(desk, heard)
    assert rows(desk)[2]["earlier"] == [] and len(desk.state.held) == 2
    desk.do(a.Open(Screen.TABLE))
    desk.touch("held.replace.3")
    assert desk.state.result is not None and desk.state.result.now.thirds == 150  # as it was corrected here


# --- a device that is paired anew with less ------------------------------------------------------------------------------------


def paired_as(desk: Desk, role: Role) -> None:
    server = desk.state.server
    assert server is not None
    desk.role = role
    desk.step(m.Paired(replace(server, role=role.value)))


@pytest.mark.parametrize("role", [Role.VIEWER, Role.PLAYER])
def test_what_the_device_may_not_say_any_more_is_kept_until_it_may_or_somebody_discards_it(
    role: Role,
) -> None:
    desk = away()
    types_in(desk)
    desk.touch("settle.next")
    types_in(desk, "C", 50)
    paired_as(desk, role)
    back(desk, heard=True)
    assert not desk.state.outbox and [p.deal for p in desk.state.held] == [3, 4] and len(rows(desk)) == 2
    assert "darf jetzt nichts eintragen" in notice(desk)
    desk.do(a.Open(Screen.TABLE))
    shown = set(choices(frame_of(desk.state)))
    assert {"held.discard.3", "held.discard.4"} <= shown and not {"held.send.3", "held.replace.3"} & shown
    paired_as(desk, Role.SCORER)
    back(desk, heard=True)
    desk.do(a.Open(Screen.TABLE))
    desk.touch("held.send.3")
    desk.do(a.Open(Screen.TABLE))
    desk.touch("held.send.4")
    assert len(rows(desk)) == 4 and not desk.state.held


def test_a_correction_that_the_device_may_not_say_any_more_is_kept_too() -> None:
    desk = away()
    desk.do(a.OpenResult(2))
    desk.do(a.SetAmount("points", 50))
    desk.touch("result.commit")
    paired_as(desk, Role.VIEWER)
    back(desk, heard=True)
    assert rows(desk)[1]["earlier"] == [] and len(desk.state.held) == 1
    paired_as(desk, Role.SCORER)
    back(desk, heard=True)
    desk.do(a.Open(Screen.TABLE))
    desk.touch("held.replace.2", "result.commit")
    assert len(rows(desk)[1]["earlier"]) == 1 and not desk.state.held and not desk.refusals[1:]


def test_cards_of_an_open_deal_that_the_device_may_not_lay_now_can_be_sent_when_it_may() -> None:
    desk = Desk()
    desk.touch("do.contract", "game.rufer", "called.HK", "contract.commit", "do.cards", "card.T17")
    desk.offline = True
    desk.touch("card.T18", "card.T19")
    paired_as(desk, Role.VIEWER)
    back(desk, heard=True)
    assert len(desk.state.held) == 2
    paired_as(desk, Role.SCORER)
    back(desk, heard=True)
    desk.do(a.Open(Screen.TABLE))
    desk.touch("held.send.1")
    assert [card for _, card in desk.copy.section("deal")["record"]["tricks"][0]["cards"]] == [
        "T17",
        "T18",
        "T19",
    ]


# --- undo ---------------------------------------------------------------------------------------------------------------------


def test_undo_does_not_reach_into_a_deal_that_another_device_closed() -> None:
    desk = Desk()
    desk.touch("do.contract", "game.rufer", "called.HK", "contract.commit", "do.cards", "card.T17")
    assert len(desk.state.undoable) == 2
    desk.noted(say("deal_struck"), say("deal_opened"))
    assert not desk.state.undoable
    seq = desk.table.seq
    desk.do(a.Undo())
    assert desk.table.seq == seq and rows(desk)[0]["earlier"] == []


def test_corrections_of_closed_deals_stay_undoable_when_another_deal_ends() -> None:
    desk = Desk("steiermark-2017")
    desk.noted(*told(write_deal(dealt("steiermark-2017", "dreier"))))
    before = rows(desk)[0]["points"]
    desk.touch("settle.strike")
    desk.noted(*deal(2))
    desk.do(a.Undo())
    assert rows(desk)[0]["points"] == before


def test_the_undo_of_a_notice_goes_with_the_deal_that_it_was_about() -> None:
    """Touched after another device has closed the deal it would take back what was said before it."""
    desk = Desk("steiermark-2017")
    desk.noted(*deal(1))
    desk.do(a.StrikeClosed(1))
    desk.do(a.Open(Screen.TABLE))
    desk.touch("do.contract", "declarer.B", "game.dreier", "contract.commit", "do.cards", "card.T05")
    shown = frame_of(desk.state).notice
    assert shown is not None and shown.choice is not None
    desk.noted(say("deal_ended", end="played"))
    assert frame_of(desk.state).notice is None


def test_an_undo_that_comes_after_the_end_changes_nothing() -> None:
    desk = Desk()
    desk.touch("do.contract", "game.rufer", "called.HK", "contract.commit", "do.cards", "card.T17")
    desk.offline = True
    desk.do(a.Undo())
    elsewhere(desk, say("deal_struck"), say("deal_opened"))
    back(desk, heard=True)
    assert rows(desk)[0]["earlier"] == [] and not desk.refusals and not desk.state.held


def test_who_may_not_take_back_is_offered_no_undo() -> None:
    """A player bids, and the server lets nobody of the four retract."""
    desk = Desk("steiermark-2017", Role.PLAYER)
    desk.noted(say("deal_opened"))
    desk.touch("call.vorhand")
    assert "undo" not in choices(frame_of(desk.state)) and not desk.state.undoable
    desk.offline = True
    desk.touch("call.besserrufer.pagat")
    assert "undo" not in choices(frame_of(desk.state))
    desk.do(a.Undo())
    assert not desk.state.outbox[0].cancelled


# --- against a real server ------------------------------------------------------------------------------------------------------


def test_a_tablet_that_was_away_does_not_write_the_deal_a_second_time(tmp_path: Path) -> None:
    server = TableServer(tmp_path / "server")
    server.start()
    table = server.table("hopfgarten-2023")

    async def cut_off() -> None:
        async with app(tmp_path / "tablet", server.address) as person:
            await person.until(lambda: person.state.section("table") is not None, "the table")
            server.kill()
            await person.until(lambda: person.state.link is Link.RECONNECTING, "the break")
            await person.touch("quick.blank.D")
            assert len(person.state.outbox) == 1

    async def again() -> None:
        async with app(tmp_path / "tablet", None) as person:
            await person.until(lambda: bool(person.state.held), "the second deal to be held")
            assert not person.state.outbox
            assert person.frame.notice is not None and "Spiel 1" in person.frame.notice.text

    run(cut_off())
    server.start()
    try:
        server.say(table, *({"type": "deal_opened"}, {"type": "result_entered", "result": WON}))
        run(again())
        assert len(server.ask(f"/api/tables/{table}/sheet")["rows"]) == 1
    finally:
        server.stop()


def test_a_half_typed_result_goes_with_the_contract_that_it_was_begun_for() -> None:
    """It was seen while typing that somebody else plays: the form begins anew with him."""
    desk = Desk()
    desk.noted(say("deal_opened"), say("contract_set", game="dreier", declarer="C"))
    desk.do(a.OpenResult(None))
    desk.do(a.SetAmount("points", 40))
    desk.do(a.OpenResult(None))
    assert desk.state.result is not None and desk.state.result.past  # it is still there
    desk.noted(say("contract_set", game="dreier", declarer="D"))
    desk.do(a.OpenResult(None))
    assert desk.state.result.now.contract.declarer == "D" and not desk.state.result.past


def test_a_half_typed_result_is_of_its_deal_alone() -> None:
    """Another device closed the deal while this one was off; the next deal has the same contract."""
    desk = Desk()
    words = say("deal_opened"), say("contract_set", game="dreier", declarer="C")
    desk.noted(*words)
    desk.do(a.OpenResult(None))
    desk.do(a.SetAmount("points", 40))
    kept = desk.state.result
    desk.noted(say("deal_struck"), *words)
    desk.state = replace(desk.state, result=kept)
    desk.do(a.OpenResult(None))
    assert desk.state.result is not None and not desk.state.result.past


def test_undo_is_of_this_table_only() -> None:
    desk = Desk()
    desk.offline = True
    desk.do(a.OpenDeal())
    waits = desk.state.outbox
    assert waits
    desk.step(a.ChooseTable("t000000000009"))
    desk.step(a.Undo())
    assert desk.state.outbox == waits


def test_what_was_asked_of_another_table_is_none_of_this_one() -> None:
    desk = Desk()
    desk.step(m.PictureCame("7", "/x/7.jpg", TABLE))
    assert dict(desk.state.pictures) == {"7": "/x/7.jpg"}
    desk.step(a.ChooseTable("t000000000009"))
    assert not desk.state.pictures
    desk.step(m.PictureCame("8", "/x/8.jpg", TABLE))
    desk.step(m.DealCame(1, {"number": 1}, TABLE))
    assert not desk.state.pictures and not desk.state.deals


def test_a_contract_that_was_put_right_without_network_is_the_one_of_the_result() -> None:
    desk = Desk()
    desk.do(a.Open(Screen.CONTRACT))
    desk.touch("declarer.C", "game.dreier", "contract.commit")
    desk.offline = True
    desk.do(a.Open(Screen.CONTRACT))
    desk.touch("declarer.D", "contract.commit")
    desk.do(a.OpenResult(None))
    assert desk.state.result is not None and desk.state.result.now.contract.declarer == "D"


def test_after_a_start_without_network_nothing_is_entered_for_a_table_that_is_not_known() -> None:
    desk = Desk()
    assert "do.contract" in choices(frame_of(desk.state))
    desk.state = replace(desk.state, copy=None)
    assert not {"do.contract", "do.open", "do.result", "quick.trischaken"} & set(
        choices(frame_of(desk.state))
    )


def test_what_the_table_let_be_is_remembered_for_its_deal(tmp_path: Path) -> None:
    desk = Desk()
    desk.noted(say("deal_opened"))
    ruling = {"kind": "farbzwang", "by": "B", "trick": 1, "card": "H4"}
    desk.state = replace(desk.state, left=frozenset({left_as(desk.state, ruling)}))
    memory = Memory(tmp_path)
    memory.save(desk.state)
    assert memory.load().left == desk.state.left
    assert is_left(desk.state, ruling)
    left = desk.state.left
    desk.noted(say("deal_struck"), say("deal_opened"))
    assert not is_left(replace(desk.state, left=left), ruling)
