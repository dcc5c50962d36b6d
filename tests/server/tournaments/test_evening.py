"""An evening from the list of names to the final list: draws, rounds, the clock, sheets, corrections, the referee."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.tournament import as_json, draw_rounds, rank, read_tournament
from server.tournaments.evidence import check_evening
from server.tournaments.record import Live
from server.tournaments.state import Seated, Sheet
from server.tournaments.views import contested
from tests.server.house import House, house
from tests.server.tournaments.evenings import NAMES, WON, Evening


def test_a_whole_evening_at_two_tables(at: House) -> None:
    evening = Evening(at, mode="steirischer-cup")
    evening.begin(8)
    evening.play(1, deals=3)
    score = evening.scores()
    assert any(map(int, score.values())) and sum(map(int, score.values())) == 0
    assert evening.sections()["standing"]["provisional"]
    evening.hand_in(1)
    evening.slips()
    shown = evening.sections()
    assert shown["tournament"]["complete"] and not shown["standing"]["provisional"]
    evening.say("tournament_closed")
    record = at.host.get(f"{evening.path}/exports/record.json").json()
    result = as_json(rank(read_tournament(record)))
    rows = [
        {k: v for k, v in row.items() if not k.endswith("shown")}
        for row in evening.sections()["standing"]["standings"]
    ]
    assert rows == result["standings"]
    assert result["standings"][0]["cup_points"] == "223"


def test_the_draw_is_the_engines_and_its_seed_is_published(at: House) -> None:
    evening = Evening(at, mode="kantine")
    evening.say("players_listed", players=list(NAMES))
    evening.say("seed_announced", seed="Lotto 1 2 3")
    evening.say("rounds_drawn", count=4)
    rounds = evening.sections()["rounds"]
    record = {"format": "kiebitz-tournament/1", "mode": "kantine", "players": list(NAMES), "rounds": []}
    drawn = draw_rounds(read_tournament(record), "Lotto 1 2 3", 4)
    assert [[tuple(t["players"]) for t in r["tables"]] for r in rounds] == [
        list(r.tables) for r in drawn.rounds
    ]
    assert {r["seed"] for r in rounds} == {"Lotto 1 2 3"}
    assert len({name for r in rounds for name in r["sitting_out"]}) == 4


def test_who_comes_late_and_who_leaves(at: House) -> None:
    evening = Evening(at)
    evening.begin(8, rounds=2)
    evening.slips()
    assert evening.refused("players_listed", players=["Karl", "Anna"]) == ("player", "say[0].players[1]")
    evening.say("players_listed", players=["Karl", "Lisl", "Mitzi", "Otto"])
    evening.say("player_left", player="Anna")
    evening.say("seat_fixed", player="Otto", table=2)
    evening.say("draw_withdrawn", reason="Nachzügler")
    evening.say("rounds_drawn", seed="8")
    second = evening.sections()["rounds"][1]["tables"]
    seated = [name for table in second for name in table["players"]]
    assert "Anna" not in seated and len(seated) == 11 and "Otto" in second[1]["players"]
    assert evening.refused("player_struck", player="Anna") == ("seated", "say[0].player")
    rows = {r["player"]: r["rounds"] for r in evening.sections()["standing"]["standings"]}
    assert rows["Karl"] == [None] and rows["Anna"][0] is not None


def test_somebody_is_replaced_in_the_middle_of_a_round(at: House) -> None:
    """As directors.md says: the round counts for the name that was drawn; the substitute is drawn from the next on."""
    evening = Evening(at)
    evening.begin(8)
    gone = evening.players(1)[0]
    evening.play(1)
    evening.say("player_left", player=gone)
    evening.say("players_listed", players=["Zilli"])
    evening.play(1)
    evening.hand_in(1)
    evening.slips()
    score = evening.scores()[gone]
    assert evening.scores()["Zilli"] == "0"
    evening.say("rounds_drawn", count=1, seed="8")
    seated = {name for table in evening.sections()["rounds"][1]["tables"] for name in table["players"]}
    assert "Zilli" in seated and gone not in seated
    evening.say("round_opened", round=2)
    evening.slips(2)
    assert evening.scores()[gone] == score and evening.scores()["Zilli"] != "0"


def test_the_desk_of_a_table_is_small_and_of_its_own_table(at: House) -> None:
    evening = Evening(at)
    evening.begin(8)
    tablet = at.device("scorer")
    choosing = tablet.get(f"{evening.path}/desk").json()
    assert [row["table"] for row in choosing["tables"]] == [1, 2] and choosing["mine"] is None
    mine = tablet.get(f"{evening.path}/desk?round=1&table=2").json()
    assert mine["tables"] == [] and mine["mine"]["players"] == evening.players(2)
    evening.play(2)
    evening.hand_in(2)
    done = tablet.get(f"{evening.path}/desk?round=1&table=2").json()
    assert done["mine"]["status"] == "in" and done["tables"]  # what comes next is chosen
    bound = at.device("scorer", evening.log(1))
    assert bound.get(f"{evening.path}/desk?round=1&table=2").json()["mine"]["table"] == 1
    assert tablet.get(f"{evening.path}/desk?round=9&table=9").json()["mine"] is None


def test_a_name_is_mended_everywhere(at: House) -> None:
    evening = Evening(at)
    evening.begin(8)
    evening.play(1)
    wrong = evening.players(1)[2]
    evening.say("player_renamed", player=wrong, to="Xaver")
    assert evening.players(1)[2] == "Xaver"
    table = at.host.get(f"/api/tables/{evening.log(1)}").json()["sections"]["table"]
    assert "Xaver" in table["players"] and wrong not in table["players"]
    assert evening.sections()["hall"][0]["contested"] is None
    evening.hand_in(1)


def test_a_name_that_a_table_refuses_is_not_mended_in_the_list_either(at: House) -> None:
    evening = Evening(at)
    evening.begin(8)
    before = evening.players(1)
    word = {"type": "player_renamed", "player": 3, "name": "Xaver"}
    assert at.say(evening.log(1), word).status_code == 200  # by hand, at the table
    wrong = next(name for name in before if name in table_players(evening, 1))
    assert evening.refused("player_renamed", player=wrong, to="Xaver")[0] == "player"
    assert evening.players(1) == before
    evening.say("player_renamed", player=evening.players(2)[0], to="Xaver")  # elsewhere nobody minds


def table_players(evening: Evening, table: int) -> list[str]:
    found = evening.at.host.get(f"/api/tables/{evening.log(table)}").json()["sections"]["table"]["players"]
    return list(found)


def test_the_clock(at: House) -> None:
    evening = Evening(at)
    assert evening.refused("clock_paused")[0] == "round"
    evening.begin(8)
    before = time.time() * 1000
    evening.say("clock_started", round=1)
    clock = evening.sections()["clock"]
    assert clock["seconds"] == 3600 and 0 <= clock["started"] - before < 60_000
    evening.say("clock_paused")
    assert evening.refused("clock_paused") == ("clock", "say[0].type")
    evening.say("clock_resumed")
    evening.say("clock_extended", minutes=5)
    after = evening.sections()["clock"]
    assert after["paused"] is None and after["ends"] >= clock["ends"] + 300_000


def test_a_sheet_is_handed_in_as_the_four_confirmed_it(at: House) -> None:
    evening = Evening(at)
    evening.begin(8)
    tablet = at.device("scorer")
    evening.say("table_taken", by=tablet, round=1, table=1)
    assert evening.sections()["hall"][0]["status"] == "taken"
    evening.play(1, deals=2, by=tablet)
    players, log = evening.players(1), evening.log(1)
    seq = at.host.get(f"/api/tables/{log}").json()["seq"]
    whole: dict[str, Any] = {"round": 1, "table": 1, "seq": seq, "confirmed": players}
    assert evening.refused("sheet_handed_in", tablet, **whole | {"confirmed": players[:3]}) == (
        "confirm",
        "say[0].confirmed",
    )
    assert evening.refused("sheet_handed_in", tablet, **whole | {"seq": seq - 1}) == ("expect", "seq")
    at.say(log, {"type": "deal_opened"})
    assert evening.refused("sheet_handed_in", tablet, **whole | {"seq": seq + 1})[0] == "unfinished"
    at.say(log, {"type": "deal_struck", "reason": "Signal", "redeal": False})
    evening.hand_in(1, by=tablet)
    sheet = evening.sections()["rounds"][0]["tables"][0]["sheets"][0]
    assert (sheet["games"], sheet["by"], sum(sheet["points"])) == (2, "tablet", 0)
    assert set(sheet["confirmed"]) == set(players)
    assert evening.refused("slip_entered", round=1, table=1, games=1, points=[0, 0, 0, 0])[0] == "handed_in"


def test_a_sheet_can_be_handed_in_after_something_between_deals_that_changes_no_points(at: House) -> None:
    """The number with which it is handed in is the one that the hall shows."""
    evening = Evening(at)
    evening.begin(8)
    evening.play(1)
    row = evening.sections()["hall"][0]
    assert at.say(evening.log(1), {"type": "camera_noted", "status": "manual"}).status_code == 200
    assert evening.sections()["hall"][0]["seq"] == row["seq"] + 1
    assert at.say(evening.log(1), {"type": "deal_opened"}).status_code == 200
    playing = evening.sections()["hall"][0]
    assert at.say(evening.log(1), {"type": "card_laid", "by": "A", "card": "HK"}).status_code == 200
    assert evening.sections()["hall"][0] == playing  # no card is told
    word = {"type": "deal_struck", "reason": "Signal", "redeal": False}
    assert at.say(evening.log(1), word).status_code == 200
    seq = evening.sections()["hall"][0]["seq"]
    evening.say("sheet_handed_in", round=1, table=1, seq=seq, confirmed=evening.players(1))


def test_a_clients_word_for_what_the_server_knows_does_not_count(at: House) -> None:
    evening = Evening(at)
    evening.begin(8)
    evening.play(1)
    seq = at.host.get(f"/api/tables/{evening.log(1)}").json()["seq"]
    evening.say(
        "sheet_handed_in", round=1, table=1, seq=seq, games=9, points=[100, -100, 0, 0], head="x",
        confirmed=evening.players(1),
    )  # fmt: skip
    sheet = evening.sections()["rounds"][0]["tables"][0]["sheets"][0]
    assert sheet["games"] == 1 and 100 not in sheet["points"]
    evening.say(
        "sheet_corrected", round=1, table=1, games=1, points=[0, 0, 0, 0], reason="x",
        log_games=9, log_points=[100, -100, 0, 0],
    )  # fmt: skip
    (noted,) = at.host.get(f"{evening.path}/events?after=5").json()["events"]
    assert (noted["event"]["log_games"], noted["event"]["log_points"]) == (1, sheet["points"])
    seats = [{"tables": [list("abcd")]}]
    evening.say("rounds_drawn", rounds=seats, seed="1", again=99)
    assert evening.sections()["rounds"][1]["again"] != 99
    assert set(evening.players(1, 2)) <= set(NAMES)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"games": 10, "points": [5, 1, -2, -5]}, ("not_zero_sum", "say[0].points")),
        ({"games": 10, "points": [5, 1, -2, -2, -2]}, ("points", "say[0].points")),
        ({"games": 21, "points": [5, 1, -2, -4]}, ("games", "say[0].games")),
        ({"games": 10}, ("slip", "say[0].points")),
        ({"lines": [[1, 1, -1, -1], [1, 1, 1, -1]]}, ("not_zero_sum", "say[0].lines[1]")),
        ({"lines": [[1, 1, -1, -1]], "struck": [1]}, ("slip", "say[0].struck")),
        ({"lines": [[1, 1, -1, -1]], "struck": [2]}, ("struck", "say[0].struck")),
        ({"lines": [[1, 1, -1, -1]], "games": 1}, ("slip", "say[0].points")),
        ({"games": 1, "points": [0, 0, 0, 0], "struck": [1]}, ("struck", "say[0].struck")),
        ({"lines": [[1, -1, 0]]}, ("line", "say[0].lines[0]")),
        ({"lines": [[1, 1, -1, -1], [1, -1, 0, 0, 0]]}, ("line", "say[0].lines[1]")),
        ({"round": 2, "games": 1, "points": [0, 0, 0, 0]}, ("round", "say[0].round")),
        ({"table": 9, "games": 1, "points": [0, 0, 0, 0]}, ("table", "say[0].table")),
    ],
)
def test_a_slip_that_cannot_be(at: House, fields: dict[str, Any], expected: tuple[str, str]) -> None:
    evening = Evening(at, mode="hopfgarten", rules="hopfgarten-2023")
    evening.begin(8)
    assert evening.refused("slip_entered", **{"round": 1, "table": 1} | fields) == expected


@pytest.mark.parametrize("written", [[1, 1, 1, -1], [1, -1, 0], [1, -1, 0, 0, 5], []])
def test_a_line_that_nobody_can_explain_is_struck_whatever_stands_there(
    at: House, written: list[int]
) -> None:
    evening = Evening(at, mode="hopfgarten", rules="hopfgarten-2023")
    evening.begin(8)
    lines = [[2, 2, -2, -2], written, [3, -1, -1, -1]]
    evening.say("slip_entered", round=1, table=1, lines=lines, struck=[2])
    sheet = evening.sections()["rounds"][0]["tables"][0]["sheets"][0]
    assert (sheet["games"], sheet["points"], sheet["struck"]) == (2, [5, 1, -3, -3], [2])


def test_corrections_are_the_directors_with_a_reason_and_stay_visible(at: House) -> None:
    evening = Evening(at)
    evening.begin(8)
    evening.slips()
    fields: dict[str, Any] = {"round": 1, "table": 1, "games": 10, "points": [6, 0, -2, -4]}
    assert evening.refused("sheet_corrected", at.device("scorer"), **fields | {"reason": "x"})[0] == "role"
    assert evening.refused("sheet_corrected", at.device("referee"), **fields | {"reason": "x"})[0] == "role"
    answer = evening.ask({"type": "sheet_corrected", "reason": "", **fields})
    assert answer.status_code == 422
    evening.say("tournament_closed")
    assert evening.refused("player_left", player="Anna")[0] == "closed"
    evening.say("sheet_corrected", **fields | {"reason": "Zeile 3 verschrieben"})
    old, new = evening.sections(at.device("viewer"))["rounds"][0]["tables"][0]["sheets"]
    assert (old["points"], new["points"], new["reason"]) == (
        [5, 1, -2, -4],
        [6, 0, -2, -4],
        "Zeile 3 verschrieben",
    )
    assert evening.scores()[evening.players(1)[0]] == "6"


def test_the_referee_decides_under_his_name_and_it_counts(at: House) -> None:
    evening = Evening(at)
    evening.begin(8)
    evening.play(1, deals=2)
    log = evening.log(1)
    player, referee, viewer = at.device("player", log), at.device("referee"), at.device("viewer")
    asked = {"id": "call-1", "log": log, "question": "Herz nicht bedient?"}
    assert player.post(f"{evening.path}/call", json=asked).status_code == 200
    assert player.post(f"{evening.path}/call", json=asked).json()["repeated"]
    assert evening.sections()["hall"][0]["calls"] == [1]
    (call,) = evening.sections(referee)["calls"]
    assert (call["question"], call["log"]) == ("Herz nicht bedient?", log)
    assert "question" not in evening.sections(viewer)["calls"][0]
    before = evening.scores()
    word = {
        "id": "d-1",
        "referee": "Dr. Huber",
        "decision": "Renonce, das Spiel zählt nicht",
        "deal": 2,
        "strike": True,
    }
    path = f"{evening.path}/calls/1/decision"
    assert player.post(path, json=word).status_code == 403
    assert referee.post(path, json=word).status_code == 200
    assert referee.post(path, json=word).json()["repeated"]
    deal = at.host.get(f"/api/tables/{log}/deals/2").json()
    assert deal["struck"] and deal["reason"] == "Dr. Huber: Renonce, das Spiel zählt nicht"
    assert evening.scores() != before
    assert evening.sections(viewer)["calls"][0]["referee"] == "Dr. Huber"
    assert referee.post(path, json=word | {"id": "d-2"}).status_code == 422


def test_a_decision_after_the_sheet_is_in_waits_for_the_director(at: House) -> None:
    evening = Evening(at)
    evening.begin(8)
    evening.play(1, deals=2)
    evening.hand_in(1)
    at.host.post(f"{evening.path}/call", json={"id": "c", "round": 1, "table": 1})
    word = {"id": "d", "referee": "Huber", "decision": "gestrichen", "deal": 1, "strike": True}
    assert at.host.post(f"{evening.path}/calls/1/decision", json=word).status_code == 200
    row = evening.sections()["hall"][0]
    assert (row["status"], row["contested"]) == ("in", "differs")
    live = at.host.get(f"/api/tables/{evening.log(1)}/sheet").json()
    totals = dict(zip(live["players"], live["totals"], strict=True))
    points = [totals[p] for p in evening.players(1)]
    evening.say("sheet_corrected", round=1, table=1, games=1, points=points, reason="Entscheidung Huber")
    assert evening.sections()["hall"][0]["contested"] is None


def on_the_sheet(evening: Evening, table: int) -> tuple[int, list[int]]:
    """Games and points of a table's own log, in the order of the seats."""
    sheet = evening.at.host.get(f"/api/tables/{evening.log(table)}/sheet").json()
    totals = dict(zip(sheet["players"], sheet["totals"], strict=True))
    return len(sheet["rows"]), [totals[player] for player in evening.players(table)]


def test_a_decision_that_is_taken_back_after_the_director_took_it_over_is_seen(at: House) -> None:
    """The log then says what the first sheet said, and what counts is another one."""
    evening = Evening(at)
    evening.begin(8)
    evening.play(1, deals=2)
    evening.hand_in(1)
    log = evening.log(1)
    strike = {"type": "deal_corrected", "number": 1, "reason": "gestrichen"}
    assert at.say(log, strike).status_code == 200
    games, points = on_the_sheet(evening, 1)
    evening.say("sheet_corrected", round=1, table=1, games=games - 1, points=points, reason="gestrichen")
    assert evening.sections()["hall"][0]["contested"] is None
    assert at.say(log, strike | {"result": WON, "reason": "zählt doch"}).status_code == 200
    row = evening.sections()["hall"][0]
    assert row["contested"] == "differs"
    games, points = on_the_sheet(evening, 1)
    assert row["log_says"] == {"games": games, "points": points}
    evening.say("sheet_corrected", round=1, table=1, games=games, points=points, reason="zählt doch")
    assert evening.sections()["hall"][0]["contested"] is None


def test_a_slip_that_the_director_confirms_against_the_tablet_is_contested_no_more(tmp_path: Path) -> None:
    """Two deals on the tablet, then it failed; the rest was written on paper."""
    slip: dict[str, Any] = {"round": 1, "table": 1, "games": 16, "points": [5, 1, -2, -4]}
    with house(tmp_path) as at:
        evening = Evening(at)
        evening.begin(8)
        evening.play(1, deals=2)
        evening.say("slip_entered", **slip)
        assert evening.sections()["hall"][0]["contested"] == "differs"
        evening.say("sheet_corrected", **slip, reason="stimmt so")
        assert evening.sections()["hall"][0]["contested"] is None
    with house(tmp_path) as again:
        evening.at = again
        assert evening.sections()["hall"][0]["contested"] is None
        evening.play(1)  # and now the log says something that the director has not seen
        assert evening.sections()["hall"][0]["contested"] == "differs"


def test_what_a_log_of_before_said_when_its_sheet_was_corrected_is_not_known() -> None:
    """There the sheets before are taken for seen, so that no evening of old becomes contested."""
    first, written = Sheet(2, (3, 3, -3, -3), "tablet", 5), Sheet(2, (0, 0, 0, 0), "director", 6)
    live = Live(first.games, first.points)
    assert contested(Seated(NAMES[:4], sheets=(first, written)), live) is None
    noted = replace(written, log_said=(1, (0, 0, 0, 0)))
    assert contested(Seated(NAMES[:4], sheets=(first, noted)), live) == "differs"
    assert contested(Seated(NAMES[:4], sheets=(first, noted)), Live(1, (0, 0, 0, 0))) is None


def test_hopfgarten_to_its_final(at: House) -> None:
    evening = Evening(at, mode="hopfgarten", rules="hopfgarten-2023")
    evening.begin(16)
    evening.slips(1, (9, 3, -5, -7))
    for number in (2, 3):
        evening.say("rounds_drawn", seed=str(number))
        evening.say("round_opened", round=number)
        if number == 3:
            assert evening.refused("rounds_drawn")[0] == "sheets"
        evening.slips(number, (number, 1, -1, -number))
    evening.say("rounds_drawn", seed="final")
    drawn = evening.sections()["rounds"][3]
    assert drawn["final"] and [len(t["players"]) for t in drawn["tables"]] == [4, 4, 4]
    assert evening.refused("rounds_drawn")[0] == "draw"
    evening.say("round_opened", round=4)
    assert "Finale" in at.host.get(f"/api/tables/{evening.log(1, 4)}").json()["sections"]["table"]["name"]
    evening.slips(4)
    result = evening.sections()["standing"]
    assert sum(row["final"] is not None for row in result["standings"]) == 12
    assert {row["player"] for row in result["standings"][:12]} == {
        n for t in drawn["tables"] for n in t["players"]
    }


def hopfgarten(at: House, points: tuple[int, ...] = (2, 1, -1, -2)) -> Evening:
    """The final of sixteen is drawn and open."""
    evening = Evening(at, mode="hopfgarten", rules="hopfgarten-2023")
    evening.begin(16, rounds=3)
    for number in (1, 2, 3):
        if number > 1:
            evening.say("round_opened", round=number)
        evening.slips(number, points)
    evening.say("rounds_drawn", seed="final")
    evening.say("round_opened", round=4)
    return evening


def test_all_vorrunden_drawn_at_once_are_no_reason_to_draw_the_final_after_the_first(at: House) -> None:
    evening = Evening(at, mode="hopfgarten", rules="hopfgarten-2023")
    evening.begin(16, rounds=3)
    evening.slips()
    assert evening.refused("rounds_drawn")[0] == "sheets"


def test_who_is_in_the_final_by_lot_reads_so_and_nobody_waits_for_a_lot_any_more(at: House) -> None:
    evening = hopfgarten(at, (0, 0, 0, 0))
    seated = {name for table in (1, 2, 3) for name in evening.players(table, 4)}
    standing = evening.sections()["standing"]
    assert set(standing["finalists"]) == seated and standing["undecided"] == []
    for name in seated ^ {row["player"] for row in standing["standings"]}:
        assert not at.stranger().get(f"/api/player/{evening.id}?name={name}").json()["in_final"]
    for name in seated:
        assert at.stranger().get(f"/api/player/{evening.id}?name={name}").json()["in_final"]


def test_a_final_stays_who_played_it_when_a_vorrunde_is_corrected(at: House) -> None:
    """The record then says truly that others would have played it; nothing else suffers."""
    evening = hopfgarten(at, (6, 1, -3, -4))
    evening.slips(4)
    evening.say("tournament_closed")
    seated = {name for table in (1, 2, 3) for name in evening.players(table, 4)}
    rows = evening.sections()["rounds"][0]["tables"]
    number, names = next((t["table"], t["players"]) for t in rows if set(t["players"]) - seated)
    out = next(i for i, name in enumerate(names) if name not in seated)
    points = [300 if i == out else -100 for i in range(4)]
    evening.say("sheet_corrected", round=1, table=number, games=10, points=points, reason="verlesen")
    document = at.host.get(f"{evening.path}/exports/evening.json")
    assert document.status_code == 200
    (finding,) = check_evening(document.json())
    assert "is not among the 12 finalists" in finding
    assert {row["player"] for row in document.json()["standings"]["standings"][:12]} == seated


def test_kantine_counts_what_is_in_progress_and_who_sits_out(at: House) -> None:
    evening = Evening(at, mode="kantine", rules="kantine-2.0")
    evening.begin(9, rounds=2)
    evening.slips(1, (8, 0, -3, -5), games=16)
    out = evening.sections()["rounds"][0]["sitting_out"]
    assert len(out) == 1 and evening.scores()[out[0]] == "0"
    assert evening.scores()[evening.players(1)[0]] == "1/2"
    evening.say("round_opened", round=2)
    evening.play(1, number=2)
    scores = evening.scores()
    rested = evening.sections()["rounds"][1]["sitting_out"][0]
    first = next(r for r in evening.sections()["standing"]["standings"] if r["player"] == rested)
    assert first["rounds"][0] == first["rounds"][1] and scores


def test_a_round_opens_although_a_sheet_is_missing_only_if_the_director_says_so(at: House) -> None:
    evening = Evening(at)
    evening.begin(8, rounds=2)
    evening.play(1)
    assert evening.refused("round_opened", round=2) == ("sheets", "say[0].round")
    evening.say("round_opened", round=2, despite_missing=True)
    owing = [(row["round"], row["table"]) for row in evening.sections()["hall"]]
    assert owing == [(1, 1), (1, 2), (2, 1), (2, 2)]
    evening.slips(2)
    document = at.host.get(f"{evening.path}/exports/evening.json").json()
    assert list(check_evening(document)) == []  # of the second round alone
    evening.hand_in(1)  # late, and still in its own round
    assert evening.refused("tournament_closed")[0] == "sheets"


def test_the_tables_commands_wait_and_come_later(at: House) -> None:
    """A tablet without a network: its words keep their ids, come in order when the line is back, and are done once."""
    evening = Evening(at)
    evening.begin(8)
    log, tablet = evening.log(1), at.device("scorer")
    seq = tablet.get(f"/api/tables/{log}").json()["seq"]
    kept = []
    for deal in range(3):
        kept.append({"id": f"o{deal}", "expect": seq, "say": [{"type": "deal_opened"}]})
        kept.append({"id": f"r{deal}", "expect": seq + 1, "say": [{"type": "deal_struck", "redeal": False}]})
        seq += 3  # the server adds its own word after each deal
    for command in [*kept, *kept]:
        answer = tablet.post(f"/api/tables/{log}/commands", json=command)
        assert answer.status_code == 200, answer.text
    assert tablet.get(f"/api/tables/{log}").json()["seq"] == seq


def test_two_directors_do_not_do_the_same_thing_twice(at: House) -> None:
    evening = Evening(at)
    evening.say("players_listed", players=list(NAMES[:8]))
    seq = at.host.get(evening.path).json()["seq"]
    draw = {"type": "rounds_drawn", "seed": "1"}
    assert evening.ask(draw, expect=seq).status_code == 200
    assert evening.ask(draw, expect=seq).status_code == 409
    assert len(evening.sections()["rounds"]) == 1


def test_a_restarted_server_knows_everything_again(tmp_path: Path) -> None:
    with house(tmp_path) as at:
        evening = Evening(at)
        evening.begin(8)
        evening.play(1, deals=2)
        evening.say("clock_started", round=1)
        before = evening.sections()
    with house(tmp_path) as again:
        evening.at = again
        assert evening.sections() == before
        evening.play(1)
        assert evening.sections()["hall"][0]["games"] == 3


def test_the_exported_evening_proves_its_own_result(at: House) -> None:
    evening = Evening(at, mode="steirischer-cup")
    evening.begin(8)
    evening.play(1, deals=2)
    evening.hand_in(1)
    evening.slips()
    evening.say("sheet_corrected", round=1, table=2, games=10, points=[4, 2, -2, -4], reason="verlesen")
    evening.say("tournament_closed")
    document = at.host.get(f"{evening.path}/exports/evening.json").json()
    assert list(check_evening(document)) == []
    text = json.dumps(document)
    changed = json.loads(text)
    changed["sheets"][0]["versions"][0]["points"] = [9, -9, 0, 0]
    changed["tournament"]["rounds"][0]["tables"][0]["points"] = [9, -9, 0, 0]
    assert len(list(check_evening(changed))) == 2  # another standing, and deals that say otherwise
    changed = json.loads(text)
    changed["sheets"][0]["deals"][0]["declarer_thirds"] = 60
    assert any("its deals give" in finding for finding in check_evening(changed))
    changed = json.loads(text)
    changed["sheets"][1]["versions"][1]["reason"] = ""
    assert list(check_evening(changed)) == ["round 1, table 2: a correction has no reason"]
    others: list[Any] = [{}, [], {"format": "kiebitz-evening/1"}, json.loads(text) | {"sheets": [1]}]
    for broken in others:
        assert list(check_evening(broken))


def proven(evening: Evening, first: int = 1) -> list[str]:
    """What the check finds in the file of an evening whose first table handed its log in."""
    evening.hand_in(first)
    evening.slips()
    evening.say("tournament_closed")
    document = evening.at.host.get(f"{evening.path}/exports/evening.json").json()
    return list(check_evening(json.loads(json.dumps(document))))


@pytest.mark.parametrize("last", [{"result": WON}, {}])
def test_a_deal_that_was_thrown_in_and_then_put_right_keeps_its_dealer_in_the_file(
    at: House, last: dict[str, Any]
) -> None:
    evening = Evening(at)
    evening.begin(8)
    log = evening.log(1)
    thrown = {"type": "deal_struck", "redeal": True, "reason": ""}
    assert at.say(log, {"type": "deal_opened"}, thrown).status_code == 200
    right = {"type": "deal_corrected", "number": 1, "reason": "war keins"}
    assert at.say(log, right | {"result": WON}).status_code == 200
    assert at.say(log, right | last).status_code == 200
    evening.play(1)
    assert proven(evening) == []


def test_the_file_knows_who_sat_where_whatever_was_seated_and_mended_before_and_after(at: House) -> None:
    evening = Evening(at)
    evening.begin(8)
    log, (a, b, c, d) = evening.log(1), evening.players(1)
    for names in ([a, b, c, "Fremd"], [d, b, a, c]):
        assert at.say(log, {"type": "players_seated", "players": names}).status_code == 200
    evening.play(1, deals=3)
    evening.hand_in(1)
    words = [
        {"type": "player_renamed", "player": x, "to": y} for x, y in ((a, "Tausch"), (b, a), ("Tausch", b))
    ]
    assert evening.ask(*words).status_code == 200  # the two had each other's name
    assert evening.players(1) == [b, a, c, d]
    evening.slips()
    evening.say("tournament_closed")
    assert list(check_evening(at.host.get(f"{evening.path}/exports/evening.json").json())) == []


def test_what_the_hall_sees_holds_nothing_of_a_running_deal(at: House) -> None:
    evening = Evening(at)
    evening.begin(8)
    evening.play(1)
    log, me = evening.log(1), evening.players(1)[0]
    guest = at.stranger()
    path = f"/api/player/{evening.id}"
    assert set(guest.get(path).json()["names"]) == set(NAMES[:8])
    before = guest.get(f"{path}?name={me}").json()
    desk = evening.sections(at.device("viewer"))["hall"][0] | {"seq": 0, "status": ""}
    tablet = f"{evening.path}/desk?round=1&table=1"
    hand = [f"T{n:02d}" for n in range(1, 13)]
    for word in (
        {"type": "deal_opened"},
        {"type": "contract_set", "game": "dreier", "declarer": "A"},
        {"type": "hand_shown", "seat": "A", "cards": hand},
        {"type": "card_laid", "by": "A", "card": "T12"},
    ):
        assert at.say(log, word).status_code == 200
        assert guest.get(f"{path}?name={me}").json() == before
        mine = at.device("viewer").get(tablet).json()["mine"]
        assert mine == desk | {"seq": mine["seq"], "status": "playing", "called": [], "reason": ""}
    text = json.dumps(evening.sections(at.device("viewer"))) + json.dumps(before) + json.dumps(mine)
    assert "dreier" not in text and "T12" not in text
    assert guest.get(f"{path}?name=Niemand").status_code == 404
    assert guest.get(evening.path).status_code == 401


def test_a_player_sees_seat_points_and_rounds(at: House) -> None:
    evening = Evening(at, mode="kantine", rules="kantine-2.0")
    evening.begin(9, rounds=2)
    evening.slips(1, (8, 0, -3, -5), games=16)
    me = evening.players(1)[0]
    mine = at.stranger().get(f"/api/player/{evening.id}?name={me}").json()
    assert (mine["score"], mine["shown"], mine["place"]) == ("1/2", "0.5", 1)
    first, second = mine["rounds"]
    assert (first["points"], first["in"], len(first["with"])) == (8, True, 3)
    assert second["opened"] is False and (second["table"] or second["sits_out"])


def test_a_device_of_one_table_speaks_for_that_alone(at: House) -> None:
    evening = Evening(at)
    evening.begin(8)
    scorer = at.device("scorer", evening.log(1))
    other = at.device("scorer", at.table())
    slip: dict[str, Any] = {"round": 1, "games": 4, "points": [0, 0, 0, 0]}
    assert evening.refused("slip_entered", scorer, **slip, table=2) == ("own_table", "say[0].table")
    evening.say("slip_entered", scorer, **slip, table=1)
    assert other.get(evening.path).status_code == 404
    assert other.get("/api/tournaments").json()["tournaments"] == []


def test_every_section_is_there_before_anything_happened(at: House) -> None:
    evening = Evening(at)
    shown = evening.sections()
    assert shown["rounds"] == shown["hall"] == shown["calls"] == [] and shown["clock"] is None
    assert shown["standing"]["standings"] == []


def test_after_a_restart_a_correction_of_an_earlier_round_is_still_noticed(tmp_path: Path) -> None:
    with house(tmp_path) as at:
        evening = Evening(at)
        evening.begin(8, rounds=2)
        for table in (1, 2):
            evening.play(table, deals=2)
            evening.hand_in(table)
        evening.say("round_opened", round=2)
        log = evening.log(1)
    with house(tmp_path) as again:
        evening.at = again
        assert {row["round"] for row in evening.sections()["hall"]} == {2}
        assert again.say(log, {"type": "deal_corrected", "number": 1, "reason": "x"}).status_code == 200
        evening.slips(2)
        evening.say("sheet_corrected", round=1, table=2, games=2, points=[0, 0, 0, 0], reason="y")
        odd = [(row["round"], row["table"], row["contested"]) for row in evening.sections()["hall"]]
        assert (1, 1, "differs") in odd


def test_a_second_decision_after_the_directors_sheet_is_seen(at: House) -> None:
    """The director took over what the first decision had changed; of the second one nobody has told him yet."""
    evening = Evening(at)
    evening.begin(8)
    evening.play(1, deals=3)
    evening.hand_in(1)
    for number in (1, 2):
        at.host.post(f"{evening.path}/call", json={"id": f"c{number}", "round": 1, "table": 1})
        word = {
            "id": f"d{number}",
            "referee": "Huber",
            "decision": "gestrichen",
            "deal": number,
            "strike": True,
        }
        assert at.host.post(f"{evening.path}/calls/{number}/decision", json=word).status_code == 200
        assert evening.sections()["hall"][0]["contested"] == "differs"
        sheet = at.host.get(f"/api/tables/{evening.log(1)}/sheet").json()
        totals = dict(zip(sheet["players"], sheet["totals"], strict=True))
        points = [totals[player] for player in evening.players(1)]
        evening.say("sheet_corrected", round=1, table=1, games=3 - number, points=points, reason="Huber")
        assert evening.sections()["hall"][0]["contested"] is None


def test_tables_have_the_names_of_the_draw_with_which_their_round_was_opened(at: House) -> None:
    """A first attempt to open it was refused, and the draw withdrawn."""
    evening = Evening(at)
    evening.say("players_listed", players=list(NAMES[:8]))
    evening.say("rounds_drawn", count=1, seed="7")
    assert evening.ask({"type": "round_opened", "round": 1}, expect=1).status_code == 409
    evening.say("draw_withdrawn", reason="x")
    evening.say("rounds_drawn", count=1, seed="8")
    evening.say("round_opened", round=1)
    for number in (1, 2):
        assert evening.sections()["hall"][number - 1]["contested"] is None
        there = at.host.get(f"/api/tables/{evening.log(number)}").json()["sections"]["table"]["players"]
        assert set(there) == set(evening.players(number))
