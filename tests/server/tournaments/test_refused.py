"""What is refused leaves nothing behind, and nobody speaks for a table that is not his."""

from __future__ import annotations

from typing import Any

import pytest

from server.exports.tournament_files import TOURNAMENT_EXPORTS
from tests.server.house import House
from tests.server.tournaments.evenings import Evening

STRIKE: dict[str, Any] = {"referee": "Huber", "decision": "zählt nicht", "deal": 1, "strike": True}


def called(at: House, *tables: int) -> Evening:
    """Two tables with two deals each, and the referee called to some of them."""
    evening = Evening(at)
    evening.begin(8)
    for table in (1, 2):
        evening.play(table, deals=2)
    for table in tables:
        evening.say("referee_called", round=1, table=table)
    return evening


def struck(evening: Evening, table: int, deal: int = 1) -> bool:
    found = evening.at.host.get(f"/api/tables/{evening.log(table)}/deals/{deal}").json()
    return bool(found.get("struck"))


def seq(evening: Evening, table: int) -> int:
    return int(evening.at.host.get(f"/api/tables/{evening.log(table)}").json()["seq"])


def test_a_second_decision_does_not_touch_the_deal(at: House) -> None:
    evening = called(at, 1)
    path = f"{evening.path}/calls/1/decision"
    first = {"id": "d1", "referee": "Huber", "decision": "zählt"}
    assert at.host.post(path, json=first).status_code == 200
    before = seq(evening, 1)
    answer = at.host.post(path, json=STRIKE | {"id": "d2"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "call")
    # Nor under the id of the decision that stands, or of anything else that was noted.
    assert at.host.post(path, json=first | {"deal": 1, "strike": True}).status_code == 422
    evening.ask({"type": "seed_announced", "seed": "9"}, id="other")
    assert at.host.post(path, json=STRIKE | {"id": "other"}).status_code == 422
    assert seq(evening, 1) == before and not struck(evening, 1)


def test_after_the_end_no_decision_touches_a_deal(at: House) -> None:
    evening = called(at, 1)
    for table in (1, 2):
        evening.hand_in(table)
    evening.say("tournament_closed")
    before = seq(evening, 1)
    answer = at.host.post(f"{evening.path}/calls/1/decision", json=STRIKE | {"id": "d"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "closed")
    assert seq(evening, 1) == before and not struck(evening, 1)


def test_a_decision_is_repeated_without_a_second_version(at: House) -> None:
    evening = called(at, 1)
    path, word = f"{evening.path}/calls/1/decision", STRIKE | {"id": "d"}
    assert not at.host.post(path, json=word).json()["repeated"]
    before = seq(evening, 1)
    assert at.host.post(path, json=word).json()["repeated"]
    assert seq(evening, 1) == before and struck(evening, 1)


def test_a_referee_of_one_table_decides_there_alone(at: House) -> None:
    evening = called(at, 2, 1)
    referee = at.device("referee", evening.log(1))
    before = seq(evening, 2)
    answer = referee.post(f"{evening.path}/calls/1/decision", json=STRIKE | {"id": "d"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "own_table")
    assert evening.refused("referee_comes", referee, call=1, referee="H") == ("own_table", "say[0].call")
    word = {"referee": "H", "decision": "x"}
    assert evening.refused("call_decided", referee, call=1, **word) == ("own_table", "say[0].call")
    assert evening.refused("call_decided", referee, call=9, **word)[0] == "call"
    assert seq(evening, 2) == before and not evening.sections()["calls"][0]["decision"]
    evening.say("referee_comes", referee, call=2, referee="H")
    assert referee.post(f"{evening.path}/calls/2/decision", json=STRIKE | {"id": "e"}).status_code == 200
    assert struck(evening, 1) and not struck(evening, 2)


def test_two_names_of_one_table_are_mended_with_one_command(at: House) -> None:
    evening = called(at)
    first, second, *others = evening.players(1)
    words = [
        {"type": "player_renamed", "player": first, "to": "Xaver"},
        {"type": "player_renamed", "player": second, "to": first},
    ]
    answer = evening.ask(*words, id="mend")
    assert answer.status_code == 200, answer.text
    assert evening.players(1) == ["Xaver", first, *others]

    def at_the_table() -> list[str]:
        found = at.host.get(f"/api/tables/{evening.log(1)}").json()["sections"]["table"]["players"]
        return list(found)

    assert at_the_table() == ["Xaver", first, *others]
    before = seq(evening, 1)
    again = evening.ask(*words, id="mend")
    assert again.status_code == 200 and again.json()["repeated"]
    assert at_the_table() == ["Xaver", first, *others] and seq(evening, 1) == before
    evening.hand_in(1)


@pytest.mark.parametrize("kind", list(TOURNAMENT_EXPORTS))
def test_a_device_of_one_table_gets_the_deals_of_no_other(at: House, kind: str) -> None:
    evening = called(at)
    for table in (1, 2):
        evening.hand_in(table)
    path = f"{evening.path}/exports/{kind}"
    assert at.device("scorer").get(path).status_code == 200
    bound = at.device("scorer", evening.log(1)).get(path)
    if kind.startswith("evening"):
        assert (bound.status_code, bound.json()["error"]["code"]) == (403, "own_table")
    else:
        assert bound.status_code == 200 and b"declarer" not in bound.content


def test_a_table_has_one_open_call(at: House) -> None:
    evening = called(at)
    log = evening.log(1)
    player = at.device("player", log)

    def call(number: int) -> tuple[int, str]:
        answer = player.post(f"{evening.path}/call", json={"id": f"call-{number}", "log": log})
        return answer.status_code, answer.json().get("error", {}).get("code", "")

    assert call(1) == (200, "")
    assert {call(number) for number in range(2, 9)} == {(422, "called")}
    assert call(1) == (200, "")  # the same one, sent again
    again = {"type": "referee_called", "round": 1, "table": 1}
    other = again | {"table": 2}
    assert evening.ask(other, other).json()["error"]["at"] == "say[1].table"
    evening.say("referee_called", round=1, table=2)
    assert evening.refused("referee_called", player, round=1, table=1) == ("called", "say[0].table")
    assert len(evening.sections()["calls"]) == 2
    evening.say("referee_comes", call=1, referee="Huber")
    assert call(9) == (422, "called")
    evening.say("call_decided", call=1, referee="Huber", decision="zählt")
    assert call(10) == (200, "")


def test_a_round_drawn_and_opened_with_one_command_has_its_tables(at: House) -> None:
    evening = Evening(at)
    evening.say("players_listed", players=["Anna", "Bert", "Cilli", "Dora"])
    words = ({"type": "rounds_drawn", "count": 1, "seed": "7"}, {"type": "round_opened", "round": 1})
    assert evening.ask(*words).status_code == 200
    assert at.host.get(f"/api/tables/{evening.log(1)}").status_code == 200
    evening.play(1)
    assert evening.sections()["hall"][0]["games"] == 1
