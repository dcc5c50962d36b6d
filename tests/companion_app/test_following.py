"""After any break the copy of a table ends the same, and what is old is dropped."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion_app.state import messages as m
from companion_app.state.following import happened, heard
from companion_app.state.model import AppState, TableCopy
from companion_app.state.update import update
from engine.dealing import random_deal
from engine.record import write_deal
from server.benchmarks.story import say, told
from server.tables.roles import Role
from tests.companion_app.desk import TABLE, Desk

Message = dict[str, Any]


@lru_cache(maxsize=4)
def evening(role: str) -> tuple[Message, ...]:
    """What the server tells a follower of an evening: two deals by cards, a correction, a result, a half deal."""
    desk = Desk("tirol-deluxe", Role(role))
    rng = random.Random(7)
    for _ in range(2):
        desk.noted(*told(write_deal(random_deal(rng, "tirol-deluxe"))))
    words = list(told(write_deal(random_deal(rng, "tirol-deluxe"))))
    desk.noted(*words[:20])
    laid = next(n for n, e in happened(desk.copy, "card_laid", "hand_shown", "talon_shown"))
    desk.noted(say("retracted", event=laid))
    return tuple(desk.stream)


def everything(stream: tuple[Message, ...], upto: int) -> Message:
    """`state`: all sections as they are after so many messages."""
    sections: dict[str, Any] = {}
    for message in stream[:upto]:
        sections |= message["sections"]
    return {
        "type": "state",
        "table": TABLE,
        "seq": stream[upto - 1]["seq"],
        "events": [],
        "sections": sections,
    }


def missed(stream: tuple[Message, ...], after: int, upto: int) -> Message:
    events = [e for message in stream[:upto] for e in message["events"] if e["seq"] > after]
    return {
        "type": "events",
        "table": TABLE,
        "seq": stream[upto - 1]["seq"],
        "events": events,
        "sections": {},
    }


def followed(stream: tuple[Message, ...]) -> TableCopy:
    copy = TableCopy(TABLE)
    for message in stream:
        copy = heard(copy, message)
    return copy


def same(one: TableCopy, other: TableCopy) -> bool:
    return (one.seq, dict(one.sections), one.log) == (other.seq, dict(other.sections), other.log)


@pytest.mark.parametrize("role", ["scorer", "viewer", "referee"])
@settings(max_examples=60)
@given(data=st.data())
def test_after_any_breaks_the_copy_is_the_one_that_never_broke(role: str, data: st.DataObject) -> None:
    stream = evening(role)
    whole = followed(stream)
    breaks = sorted(data.draw(st.sets(st.integers(1, len(stream) - 1), max_size=6)))
    copy, at = TableCopy(TABLE), 0
    for cut in [*breaks, len(stream)]:
        lost = data.draw(st.integers(0, 5))  # messages that were sent and never came
        for message in stream[at : max(at, cut - lost)]:
            copy = heard(copy, message)
        if cut < len(stream) or lost:
            copy = heard(heard(copy, missed(stream, copy.seq, cut)), everything(stream, cut))
        at = cut
    assert same(copy, whole)


@given(st.lists(st.integers(0, 40), max_size=40))
@settings(max_examples=60)
def test_what_comes_twice_or_late_changes_nothing(again: list[int]) -> None:
    stream = evening("scorer")
    copy = followed(stream)
    for index in again:
        assert heard(copy, stream[index % len(stream)]) is copy


def test_messages_of_an_older_connection_or_another_table_are_dropped() -> None:
    stream = evening("scorer")
    state = AppState(table=TABLE, generation=3)
    for generation in (1, 2):
        told_, _ = update(state, m.Heard(generation, everything(stream, 5)))
        assert told_ is state
    other = everything(stream, 5) | {"table": "tffffffffffff"}
    assert update(state, m.Heard(3, other))[0].copy is None
    assert update(state, m.Heard(3, everything(stream, 5)))[0].copy is not None
    assert update(state, m.Linked(2))[0] is state
    assert update(state, m.Lost(2))[0].link is state.link


def test_a_server_that_was_set_back_is_believed() -> None:
    stream = evening("scorer")
    copy = heard(followed(stream), everything(stream, 4))
    assert copy.seq == stream[3]["seq"] and not copy.log


def test_the_log_holds_one_deal_only_however_long_the_evening_is() -> None:
    stream = evening("scorer")
    copy, most = TableCopy(TABLE), 0
    for message in stream:
        copy = heard(copy, message)
        most = max(most, len(copy.log))
    deals = [e for m_ in stream for e in m_["events"] if e["event"]["type"] == "deal_opened"]
    assert len(deals) == 3 and most < sum(len(m_["events"]) for m_ in stream) / 2
