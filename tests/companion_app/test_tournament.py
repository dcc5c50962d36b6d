"""A tablet at a tournament: taken over, played on without network, confirmed by the four, handed in."""

from __future__ import annotations

import copy
import random
from dataclasses import replace
from typing import Any

import pytest

from companion_app import actions as a
from companion_app import tournament_actions as ta
from companion_app.memory import Memory
from companion_app.presenters.frame import frame_of
from companion_app.state import messages as m
from companion_app.state.commands import say as says
from companion_app.state.model import Link, may_order
from companion_app.state.tournament import next_order, written
from companion_app.state.tournament_clock import signal_at
from companion_app.viewmodels.tournament import TournamentView
from engine.dealing import random_deal
from engine.record import write_deal
from server.benchmarks.story import told
from server.tables.events import event_json
from server.tables.roles import TOURNAMENT_WORDS, Role
from tests.companion_app.desk import TABLE, Desk
from tests.companion_app.fingers import choices, texts

PLAYERS = ["Anna", "Bert", "Cilli", "Dora"]
EVENING = "e0123456789ab"


def row(number: int = 1, table: int = 7, log: str = TABLE, **more: Any) -> dict[str, Any]:
    fields = {"round": number, "table": table, "players": PLAYERS, "log": log, "games": 0, "points": [0] * 4}
    return fields | {"status": "waiting", "contested": None, "calls": [], "seq": 1} | more


def desk_of(mine: dict[str, Any] | None, *tables: dict[str, Any], number: int = 1, **more: Any) -> m.DeskCame:
    clock = {"round": number, "seconds": 3600, "started": 0, "paused": None, "ends": 3_600_000}
    told = {"name": "Probe", "round": number, "final": False, "closed": False, "clock": clock}
    if mine is not None:
        mine = {"called": [], "reason": ""} | mine
    return m.DeskCame(EVENING, told | {"mine": mine, "tables": list(tables)} | more, 0.0)


class Hall(Desk):
    """A desk whose table is table 7 of a tournament's first round."""

    def __init__(self, **more: Any) -> None:
        super().__init__("steiermark-2017", **more)
        self.do(ta.ChooseTournament(EVENING))
        self.step(desk_of(None, row(), row(table=8, log="t000000000008")))
        self.touch("take.1.7")

    @property
    def known(self) -> Any:
        return self.state.tournament

    @property
    def view(self) -> TournamentView:
        found = frame_of(self.state).view
        assert isinstance(found, TournamentView)
        return found

    def closes_a_deal(self, seed: int = 3) -> None:
        """A whole deal, as it was said here card by card."""
        deal = write_deal(random_deal(random.Random(seed), "steiermark-2017"))
        words = [event_json(word) for word in told(deal)]
        self.step_say(lambda state: says(state, *words[:40]))
        self.step_say(lambda state: says(state, *words[40:]))

    def step_say(self, change: Any) -> None:
        before = self.state
        self.state = change(self.state)
        self.step(a.CloseNotice())  # every step looks ahead
        assert self.state is not before
        self.deliver()

    def all_confirm(self) -> None:
        self.do(a.Open(a.Screen.TOURNAMENT))
        self.touch(*(f"confirm.{i}" for i in range(4)))


def test_a_table_is_taken_over_with_one_touch() -> None:
    hall = Hall()
    assert hall.state.screen is a.Screen.TABLE and hall.state.table == TABLE and hall.taps == 1
    order, path, body = next_order(hall.state)  # type: ignore[misc]
    assert (path, body["say"]) == ("/commands", [{"type": "table_taken", "round": 1, "table": 7}])
    hall.step(m.Ordered(order.id))
    assert next_order(hall.state) is None
    strip = frame_of(hall.state).round
    assert strip is not None and strip.text == "Tisch 7 · Runde 1"
    assert strip.clock is not None and strip.clock.ends == 3600


def test_the_four_confirm_and_the_sheet_goes_out_with_the_number_that_it_had() -> None:
    hall = Hall()
    hall.step(m.Ordered(hall.known.orders[0].id))
    hall.closes_a_deal()
    hall.all_confirm()
    assert hall.view.mine is not None and hall.view.mine.hand_in is not None
    hall.touch("round.hand_in")
    order, _, body = next_order(hall.state)  # type: ignore[misc]
    said = {"type": "sheet_handed_in", "round": 1, "table": 7, "seq": hall.copy.seq, "confirmed": PLAYERS}
    assert body["say"] == [said] and order.games == 1 and sum(order.points) == 0
    hall.step(m.Ordered(order.id))
    hall.step(desk_of(row(status="in", games=1, points=list(order.points))))
    assert "Der Zettel ist abgegeben. Danke!" in texts(frame_of(hall.state))


def test_nobody_hands_in_for_the_others() -> None:
    hall = Hall()
    hall.closes_a_deal()
    hall.do(a.Open(a.Screen.TOURNAMENT))
    hall.touch("confirm.0", "confirm.1", "confirm.2")
    button = choices(frame_of(hall.state))["round.hand_in"]
    assert not button.enabled and button.why == "Es fehlt: Dora"
    hall.do(ta.HandIn())
    assert all(order.kind != "hand_in" for order in hall.known.orders)


def test_what_was_confirmed_is_confirmed_anew_when_the_sheet_changes() -> None:
    hall = Hall()
    hall.closes_a_deal()
    hall.all_confirm()
    assert len(hall.known.confirmed) == 4
    hall.do(a.StrikeClosed(1))
    assert hall.known.confirmed == ()
    hall.closes_a_deal(seed=4)
    hall.all_confirm()
    hall.do(a.OpenDeal())
    assert hall.known.confirmed == ()
    hall.do(a.Open(a.Screen.TOURNAMENT))
    assert "Erst das laufende Spiel beenden." in texts(frame_of(hall.state))


@pytest.mark.parametrize("seed", range(4))
def test_what_is_counted_without_network_is_what_the_server_counts_then(seed: int) -> None:
    hall = Hall()
    hall.offline = True
    hall.step(m.Lost(hall.state.generation))
    for number in range(1, 4):
        hall.closes_a_deal(seed * 10 + number)
        assert hall.state.screen is a.Screen.SETTLEMENT
        assert len(hall.state.section("sheet")["rows"]) == number and not hall.copy.section("sheet")["rows"]
    hall.do(a.Export("sheet.csv"))
    notice = frame_of(hall.state).notice
    assert notice is not None and "Erst muss hinaus" in notice.text
    assert not [effect for effect in hall.effects if isinstance(effect, m.SaveExport)]
    ahead = {name: hall.state.section(name) for name in ("sheet", "table")}
    last = hall.state.section("last")
    hall.offline = False
    hall.deliver()
    assert hall.state.ahead is None and not hall.refusals
    assert {name: hall.state.section(name) for name in ("sheet", "table")} == ahead
    assert hall.state.section("last")["judgement"] == last["judgement"]
    assert hall.state.screen is a.Screen.SETTLEMENT


def test_a_deal_that_was_open_when_the_network_went_counts_the_same_after_every_touch() -> None:
    hall = Hall()
    deal = write_deal(random_deal(random.Random(3), "steiermark-2017"))
    words = [event_json(word) for word in told(deal)]
    hall.step_say(lambda state: says(state, *words[:30]))
    record = copy.deepcopy(hall.copy.section("deal")["record"])
    hall.offline = True
    hall.step(m.Lost(hall.state.generation))
    hall.step_say(lambda state: says(state, *words[30:]))
    shown = hall.state.section("sheet")
    for screen in (a.Screen.SETTINGS, a.Screen.SHEET, a.Screen.TABLE):
        hall.do(a.Open(screen))
    assert hall.state.section("sheet") == shown and not hall.state.section("last")["struck"]
    assert hall.copy.section("deal")["record"] == record  # what the server told stays as it told it
    hall.offline = False
    hall.deliver()
    assert hall.state.section("sheet") == shown and not hall.refusals


def test_an_hour_without_network_and_then_handed_in(tmp_path: Any) -> None:
    hall = Hall()
    hall.step(m.Ordered(hall.known.orders[0].id))
    hall.offline = True
    hall.step(m.Lost(hall.state.generation))
    for seed in range(5):
        hall.closes_a_deal(seed)
    hall.all_confirm()
    hall.touch("round.hand_in")
    assert next_order(hall.state) is None  # first the deals
    assert any("Kein Netz" in text for text in texts(frame_of(hall.state)))
    confirmed = hall.known.orders[0].points
    assert written(hall.state) == (5, confirmed)

    memory = Memory(tmp_path)
    memory.save(hall.state)  # the tablet is switched off and on
    kept = memory.load()
    assert kept.tournament == hall.known and kept.outbox == hall.state.outbox
    hall.state = replace(hall.state, tournament=kept.tournament, outbox=kept.outbox)

    hall.offline = False
    hall.step(m.Linked(hall.state.generation + 1))
    hall.deliver()
    _, _, body = next_order(hall.state)  # type: ignore[misc]
    assert body["say"][0]["seq"] == hall.table.seq
    assert written(hall.state) == (5, confirmed)


OTHER = "t00000000000b"


def confirmed_without_network() -> Hall:
    """The four have confirmed their sheet, and it waits with its deals."""
    hall = Hall()
    hall.step(m.Ordered(hall.known.orders[0].id))
    hall.offline = True
    hall.step(m.Lost(hall.state.generation))
    hall.closes_a_deal()
    hall.all_confirm()
    hall.touch("round.hand_in")
    return hall


def test_a_sheet_that_waits_stays_with_its_table_when_the_device_is_bound_to_another_one() -> None:
    hall = confirmed_without_network()
    sheet, sections = hall.known.orders, dict(hall.sections)
    server = hall.state.server
    assert server is not None
    hall.step(m.Paired(replace(server, bound=OTHER, token="new")))
    assert hall.state.table == OTHER
    hall.step(m.Linked(hall.state.generation + 1))
    hall.step(m.Belongs(OTHER, EVENING, (1, 8)))
    assert (hall.known.place, hall.known.log, hall.known.orders) == ((1, 7), TABLE, sheet)
    told_ = {"type": "state", "table": OTHER, "seq": 5, "events": [], "sections": sections}
    hall.step(m.Heard(hall.state.generation, told_))
    assert next_order(hall.state) is None and len(hall.state.outbox) == 2


def test_a_sheet_that_the_device_may_not_hand_in_now_waits_until_it_may() -> None:
    hall = confirmed_without_network()
    hall.offline = False
    hall.step(m.Linked(hall.state.generation + 1))
    hall.deliver()
    scorer = hall.state.server
    assert scorer is not None and next_order(hall.state) is not None
    hall.state = replace(hall.state, server=replace(scorer, role="viewer"))
    assert next_order(hall.state) is None and len(hall.known.orders) == 1
    hall.state = replace(hall.state, server=scorer)
    assert next_order(hall.state) is not None


def test_another_table_waits_until_this_one_is_through() -> None:
    hall = Hall()
    hall.offline = True
    hall.closes_a_deal()
    hall.all_confirm()
    hall.touch("round.hand_in")
    hall.step(desk_of(row(status="in"), row(2, 7, "t00000000000a"), number=2))
    button = choices(frame_of(hall.state))["take.2.7"]
    assert not button.enabled and button.why
    hall.do(ta.TakeTable(2, 7))
    assert hall.state.table == TABLE
    hall.offline = False
    hall.deliver()
    hall.touch("take.2.7")
    assert hall.state.table == "t00000000000a" and hall.known.place == (2, 7)


def test_the_same_table_of_the_next_round_comes_first() -> None:
    hall = Hall()
    hall.step(desk_of(row(status="in"), row(2, 3, "t3"), row(2, 7, "t00000000000a"), number=2))
    hall.do(a.Open(a.Screen.TOURNAMENT))
    assert hall.view.same is not None and hall.view.same.label == "Tisch 7 übernehmen"


def test_the_referee_is_called_with_one_touch_and_his_word_is_shown() -> None:
    hall = Hall()
    hall.step(m.Ordered(hall.known.orders[0].id))
    hall.do(a.OpenDeal())
    hall.touch("round.call")
    order, path, body = next_order(hall.state)  # type: ignore[misc]
    assert path == "/call" and body["question"] == "Spiel 1: bitte zum Tisch kommen"
    assert "round.call" not in choices(frame_of(hall.state))  # once is enough
    hall.step(m.Ordered(order.id))
    call = {"call": 1, "referee": "", "decision": "", "deal": None}
    hall.step(desk_of(row(calls=[1], called=[call])))
    hall.do(a.Open(a.Screen.TOURNAMENT))
    assert hall.view.called == "Der Schiedsrichter ist gerufen." and hall.view.call is None
    hall.step(desk_of(row(called=[call | {"referee": "Huber", "decision": "Es bleibt."}])))
    assert hall.view.called == "Huber hat entschieden: Es bleibt." and hall.view.call is not None


def test_a_refusal_is_said_and_the_order_dropped() -> None:
    hall = Hall()
    hall.closes_a_deal()
    hall.all_confirm()
    hall.touch("round.hand_in")
    order = hall.known.orders[-1]
    hall.step(m.OrderRefused(order.id, "changed", ""))
    assert order not in hall.known.orders and hall.known.confirmed == ()
    notice = frame_of(hall.state).notice
    assert notice is not None and "noch einmal bestätigen" in notice.text


def test_the_signal_is_given_once() -> None:
    hall = Hall()
    hall.step(m.Signal(1))
    notice = frame_of(hall.state).notice
    assert notice is not None and notice.text.startswith("Wechselsignal!")
    strip = frame_of(hall.state).round
    assert strip is not None and strip.state == "dieses Spiel noch fertig spielen"
    hall.do(a.CloseNotice())
    hall.step(m.Signal(1))
    assert frame_of(hall.state).notice is None


def test_a_clock_that_goes_on_after_the_signal_rings_once_more() -> None:
    """The director adds five minutes, or starts it anew."""
    hall = Hall()
    first = signal_at(hall.state)
    assert first is not None
    hall.step(m.Signal(1))
    assert signal_at(hall.state) is None
    clock = {"round": 1, "seconds": 3900, "started": 0, "paused": None, "ends": 3_900_000}
    hall.step(desk_of(row(), clock=clock))
    assert signal_at(hall.state) == (1, first[1] + 300)
    strip = frame_of(hall.state).round
    assert strip is not None and strip.state == ""
    hall.step(m.Signal(1))
    assert signal_at(hall.state) is None


def test_a_table_that_was_opened_by_itself_is_asked_for_its_tournament() -> None:
    desk = Desk("steiermark-2017")
    desk.step(m.Linked(desk.state.generation + 1))
    assert m.FindTournament(TABLE) in desk.effects
    desk.step(m.Belongs(TABLE, EVENING, (1, 7)))
    assert desk.state.tournament is not None and desk.state.tournament.place == (1, 7)
    assert "tab.tournament" in choices(frame_of(desk.state))
    desk.step(m.Belongs(TABLE))
    assert desk.state.tournament is None and "tab.tournament" not in choices(frame_of(desk.state))


def test_the_words_that_a_role_may_say_are_the_servers() -> None:
    for word in ("table_taken", "sheet_handed_in", "referee_called"):
        for role in Role:
            assert may_order(role.value, word) == (role in TOURNAMENT_WORDS[word]), (word, role)


def test_a_viewer_has_nothing_to_take_over() -> None:
    desk = Desk("steiermark-2017", role=Role.VIEWER)
    desk.do(ta.ChooseTournament(EVENING))
    desk.step(desk_of(None, row()))
    assert not [key for key in choices(frame_of(desk.state)) if key.startswith("take.")]
    assert desk.state.link is Link.CONNECTED
