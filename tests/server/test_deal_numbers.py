"""Which deal it is that a device opens: said late, it opens no other one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from server.tables.commands import Command, plan
from server.tables.errors import Conflict, Refused
from server.tables.events import event_json, read_event
from server.tables.fold import fold
from server.tables.roles import Role
from tests.server.house import house
from tests.server.stories import created, dealt, played, say


def opening(number: int) -> Any:
    return say("deal_opened", number=number)


def test_a_deal_is_opened_under_its_own_number() -> None:
    _, said = dealt(3)
    state, log = played([opening(1), *said[1:], opening(2)])
    assert state.open_deal is not None and state.open_deal.number == 2
    assert [event_json(e)["number"] for e in log if e.type == "deal_opened"] == [1, 2]


@pytest.mark.parametrize("open_too", [False, True])
@pytest.mark.parametrize("number", [1, 4])
def test_the_table_has_gone_on_or_is_not_there_yet(number: int, open_too: bool) -> None:
    _, said = dealt(3)
    state, _ = played([*said, *([say("deal_opened")] if open_too else [])])
    result = say("deal_struck")
    with pytest.raises(Conflict) as conflict:
        plan(state, Role.SCORER, Command(id="late", say=(opening(number), result)))
    error = conflict.value
    assert (error.status, error.code, error.at, error.seq) == (409, "deal_number", "say[0].number", state.seq)


def test_its_turn_has_come_but_the_one_before_is_still_open() -> None:
    state, _ = played([say("deal_opened")])
    with pytest.raises(Refused) as refused:
        plan(state, Role.SCORER, Command(id="early", say=(opening(2),)))
    assert refused.value.code == "deal_open"


def test_without_a_number_it_is_the_next_one_and_older_logs_read_as_before() -> None:
    _, said = dealt(3)
    state, log = played(said)
    assert "number" not in event_json(log[1])
    assert fold([read_event(event_json(event)) for event in log]) == state


def test_a_log_is_believed_whatever_number_stands_in_it() -> None:
    """The number is checked when it is said; the log is what happened."""
    assert len(fold([created(), opening(7)]).deals) == 1


@pytest.mark.parametrize("number", [0, -1, 10_001, "x"])
def test_a_number_that_none_can_have(number: Any) -> None:
    with pytest.raises(ValidationError):
        opening(number)


def test_two_devices_write_the_same_deal_and_it_counts_once(tmp_path: Path) -> None:
    won = {"contract": {"game": "dreier", "declarer": "A"}, "declarer_thirds": 120}
    words = ({"type": "deal_opened", "number": 1}, {"type": "result_entered", "result": won})
    with house(tmp_path) as at:
        table = at.table()
        assert at.say(table, *words).status_code == 200
        second = at.say(table, *words)
        assert second.status_code == 409 and second.json()["error"]["code"] == "deal_number"
        assert len(at.host.get(f"/api/tables/{table}/sheet").json()["rows"]) == 1
