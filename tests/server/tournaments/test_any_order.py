"""Whatever is said in whatever order: it is noted or refused with a word, and what is noted can be added up."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from server.tables.errors import TableError
from server.tables.fold import TableState
from server.tables.log import Speaker
from server.tables.roles import Role
from server.tournaments.commands import Command, plan
from server.tournaments.events import event_json, read_event
from server.tournaments.fold import fold
from server.tournaments.record import record_json, standing
from server.tournaments.state import TournamentState
from server.tournaments.views import Sight, sections

DIRECTOR = Speaker("host", Role.ADMIN)
NAMES = st.sampled_from([f"P{n}" for n in range(18)])
SMALL = st.integers(1, 4)
POINTS = st.lists(st.integers(-9, 9), min_size=4, max_size=5).map(lambda p: [*p[:-1], -sum(p[:-1])])


def word(type_: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"type": st.just(type_), **fields})


WORDS = st.one_of(
    word("players_listed", players=st.lists(NAMES, min_size=1, max_size=12, unique=True)),
    word("player_renamed", player=NAMES, to=NAMES),
    word("player_struck", player=NAMES),
    word("player_left", player=NAMES),
    word("player_came", player=NAMES),
    word("seat_fixed", player=NAMES, table=SMALL),
    word("rounds_drawn", count=st.integers(1, 2), seed=st.sampled_from(["7", "x"])),
    word("draw_withdrawn", reason=st.just("x")),
    word("round_opened", round=SMALL, despite_missing=st.booleans()),
    word("clock_started", round=SMALL, minutes=SMALL),
    word("clock_paused"),
    word("clock_resumed"),
    word("clock_extended", minutes=st.integers(-9, 9)),
    word("table_taken", round=SMALL, table=SMALL),
    word("slip_entered", round=SMALL, table=SMALL, games=st.integers(1, 21), points=POINTS),
    word("sheet_corrected", round=SMALL, table=SMALL, games=SMALL, points=POINTS, reason=st.just("x")),
    word("referee_called", round=SMALL, table=SMALL),
    word("call_decided", call=SMALL, referee=NAMES, decision=st.just("x")),
    word("tournament_closed"),
)


class World:
    def now(self) -> int:
        return 1_000

    def table(self, log: str) -> tuple[TableState, str] | None:
        return None


@given(st.sampled_from(["steirischer-cup", "hopfgarten", "kantine", "total"]), st.lists(WORDS, max_size=40))
@settings(max_examples=120)
def test_any_words_in_any_order(mode: str, said: list[dict[str, Any]]) -> None:
    first = {"type": "tournament_created", "name": "x", "mode": mode, "rules": "steiermark-2017"}
    log = [read_event(first)]
    state = fold(log)
    twelve = {"type": "players_listed", "players": [f"Q{n:02d}" for n in range(12)]}
    draw = {"type": "rounds_drawn", "seed": "1"}
    for number, data in enumerate([twelve, draw, {"type": "round_opened", "round": 1}, *said]):
        command = Command(id=f"c{number}", say=(read_event(data),))
        try:
            events, state = plan("e000000000000", state, DIRECTOR, command, World())
        except TableError as error:
            assert error.code and str(error).isprintable()
            continue
        log += events
    check(state)
    assert fold(read_event(event_json(event)) for event in log) == state


def check(state: TournamentState) -> None:
    """Every section can be shown, the standing holds everybody once, and each sheet adds up to zero."""
    assert set(sections(state, {}, Sight.DESK))
    rows = standing(state).rows
    assert sorted(row.player for row in rows) == sorted(p.name for p in state.players)
    for drawn in state.rounds:
        for table in drawn.tables:
            assert all(not sum(sheet.points) for sheet in table.sheets)
    assert record_json(state)["mode"] == state.mode
