"""A season: evenings collected, the standing after each, the final, and one person under two spellings."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from engine.tournament import cup_as_json, cup_standings, read_cup
from server.tables.roles import Role
from server.tournaments.cup_state import CupSaid
from tests.server.house import House
from tests.server.tournaments.evenings import Evening

_NUMBERS = itertools.count()


class Season:
    def __init__(self, at: House, best: int = 2) -> None:
        self.at = at
        fields = {"name": "Cup 2026", "best": best}
        self.id = at.host.post(f"/api/cups?command=s{next(_NUMBERS)}", json=fields).json()["id"]

    def ask(self, type_: str, **fields: Any) -> Any:
        body = {"id": f"s{next(_NUMBERS)}", "say": [{"type": type_} | fields]}
        return self.at.host.post(f"/api/cups/{self.id}/commands", json=body)

    def say(self, type_: str, **fields: Any) -> None:
        answer = self.ask(type_, **fields)
        assert answer.status_code == 200, answer.text

    def now(self) -> dict[str, Any]:
        found: dict[str, Any] = self.at.host.get(f"/api/cups/{self.id}").json()
        return found

    def points(self) -> dict[str, str]:
        return {row["player"]: row["points"] for row in self.now()["standing"]}


def with_a_final_played_here(at: House) -> tuple[Evening, Season]:
    """Two tables in Graz, typed in, and a closed evening of this house as the final."""
    evening, season = Evening(at, mode="steirischer-cup"), Season(at)
    evening.begin(8)
    evening.slips()
    evening.say("tournament_closed")
    everybody = {name: "10" for table in (1, 2) for name in evening.players(table)}
    season.say("event_added", name="Graz", points=everybody)
    season.say("event_added", name="Finale", tournament=evening.id, final=True)
    return evening, season


def test_evenings_are_collected_and_the_best_count(at: House) -> None:
    season = Season(at)
    season.say("event_added", name="Graz", points={"Anna": "223", "Bert": "198"})
    season.say("event_added", name="Wien", points={"Anna": "100", "Cilli": "131/2"})
    season.say("event_added", name="Linz", points={"Anna": "147"})
    shown = season.now()
    assert season.points() == {"Anna": "370", "Bert": "198", "Cilli": "131/2"}
    assert [len(rows) for rows in shown["after"]] == [2, 3, 3]
    assert shown["after"][1][0] == {"place": 1, "player": "Anna", "points": "323"}
    assert season.ask("event_added", name="Finale", points={"Niemand": "1"}, final=True).status_code == 422
    season.say("event_added", name="Finale", points={"Bert": "180"}, final=True)
    assert season.points()["Bert"] == "378"
    record = at.host.get(f"/api/cups/{season.id}/exports/cup.json").json()
    assert cup_as_json(cup_standings(read_cup(record)))["standings"] == season.now()["standing"]


def test_the_events_that_count_are_numbered_as_they_stand_beside_it_also_when_one_was_removed(
    at: House,
) -> None:
    season = Season(at)
    for name, points in (("E1", "5"), ("E2", "7"), ("E3", "9")):
        season.say("event_added", name=name, points={"Anna": points})
    season.say("event_removed", event=1, reason="falscher Cup")
    now = season.now()
    (anna,) = now["standing"]
    assert [now["events"][n - 1]["name"] for n in anna["counted"]] == ["E2", "E3"]


def test_an_evening_played_here_brings_its_points_along(at: House) -> None:
    evening, season = Evening(at, mode="steirischer-cup"), Season(at)
    evening.begin(8)
    evening.slips()
    assert season.ask("event_added", name="x", tournament=evening.id).json()["error"]["code"] == "tournament"
    evening.say("tournament_closed")
    own = {"name": "x", "tournament": evening.id, "points": {"Anna": "999"}}
    assert season.ask("event_added", **own).json()["error"]["code"] == "points"
    season.say("event_added", name="Probe", tournament=evening.id)
    first = evening.players(1)[0]
    assert season.points()[first] == "223"
    assert season.ask("event_added", name="y", tournament=evening.id).json()["error"]["code"] == "tournament"
    season.say("event_removed", event=1, reason="falscher Cup")
    season.say("event_added", name="Probe", tournament=evening.id, worth="score")
    assert season.points()[first] == "5"


def test_the_same_command_is_repeated_also_after_a_correction_of_the_evening(at: House) -> None:
    evening, season = Evening(at, mode="steirischer-cup"), Season(at)
    evening.begin(8)
    evening.slips()
    evening.say("tournament_closed")
    body = {"id": "once", "say": [{"type": "event_added", "name": "Probe", "tournament": evening.id}]}
    path = f"/api/cups/{season.id}/commands"
    assert not at.host.post(path, json=body).json()["repeated"]
    before = season.now()
    evening.say("sheet_corrected", round=1, table=1, games=10, points=[-9, 1, 4, 4], reason="verlesen")
    again = at.host.post(path, json=body)
    assert again.status_code == 200 and again.json()["repeated"]
    after = season.now()
    assert (after["seq"], after["events"]) == (before["seq"], before["events"])
    other = {"id": "once", "say": [{"type": "event_added", "name": "anders", "tournament": evening.id}]}
    assert at.host.post(path, json=other).json()["error"]["code"] == "command_id"


def test_an_evening_that_was_corrected_afterwards_is_said_and_renewed_with_one_word(at: House) -> None:
    evening, season = Evening(at, mode="steirischer-cup"), Season(at)
    evening.begin(8)
    evening.slips()
    evening.say("tournament_closed")
    season.say("event_added", name="Probe", tournament=evening.id)
    season.say("event_added", name="Graz", points={"Anna": "1"})
    assert [one["stale"] for one in season.now()["evenings"]] == [[]]
    before = season.points()
    seated = evening.players(1)
    evening.say("sheet_corrected", round=1, table=1, games=10, points=[-9, 1, 4, 4], reason="verlesen")
    assert season.points() == before
    (told,) = season.now()["evenings"]
    assert {row["player"] for row in told["stale"]} >= {seated[0]} and told["event"] == 1
    assert told["corrections"] == [
        {
            "round": 1,
            "table": 1,
            "players": seated,
            "reason": "verlesen",
            "was": [5, 1, -2, -4],
            "now": [-9, 1, 4, 4],
        }
    ]
    assert season.ask("event_renewed", event=1, points={"Anna": "9"}).json()["error"]["code"] == "points"
    assert season.ask("event_renewed", event=2).json()["error"]["code"] == "points"
    assert season.ask("event_renewed", event=3).json()["error"]["code"] == "event"
    assert season.ask("event_renewed").json()["error"]["code"] == "event"
    season.say("event_renewed", event=1)
    shown = season.now()
    assert shown["evenings"][0]["stale"] == [] and season.points() != before
    own = {row["player"]: row["now"] for row in told["stale"]}
    assert all(shown["events"][0]["points"][name] == now for name, now in own.items())
    assert len(shown["events"][0]["earlier"]) == 1
    fresh = Season(at)
    fresh.say("event_added", name="Probe", tournament=evening.id)
    assert fresh.now()["events"][0]["points"] == shown["events"][0]["points"]


def test_a_corrected_final_is_renewed_too(at: House) -> None:
    evening, season = with_a_final_played_here(at)
    evening.say("sheet_corrected", round=1, table=1, games=10, points=[-9, 1, 4, 4], reason="verlesen")
    (told,) = season.now()["evenings"]
    assert told["event"] is None and told["stale"]
    season.say("event_renewed")
    assert season.now()["evenings"][0]["stale"] == [] and season.now()["final"]["earlier"]


def test_an_evening_that_is_the_final_is_no_event_as_well(at: House) -> None:
    evening, season = with_a_final_played_here(at)
    before = season.points()
    assert season.ask("event_added", name="y", tournament=evening.id).json()["error"]["code"] == "tournament"
    assert season.points() == before


def test_hopfgartens_evening_counts_as_it_stood_after_the_vorrunden_also_by_score(at: House) -> None:
    evening, season = Evening(at, mode="hopfgarten", rules="hopfgarten-2023"), Season(at)
    evening.begin(12, rounds=3)
    for number in (1, 2, 3):
        if number > 1:
            evening.say("round_opened", round=number)
        evening.slips(number, (7, 1, -3, -5))
    before = evening.scores()
    evening.say("rounds_drawn", seed="final")
    evening.say("round_opened", round=4)
    evening.slips(4)
    evening.say("tournament_closed")
    season.say("event_added", name="x", tournament=evening.id, worth="score")
    assert season.points() == before != evening.scores()


def test_a_second_final_needs_the_first_withdrawn(at: House) -> None:
    season = Season(at)
    season.say("event_added", name="Graz", points={"Anna": "223", "Bert": "198"})
    assert season.ask("final_withdrawn", reason="x").json()["error"]["code"] == "final"
    season.say("event_added", name="Finale", points={"Bert": "180"}, final=True)
    second = {"name": "Zweites Finale", "points": {"Anna": "50"}, "final": True}
    error = season.ask("event_added", **second).json()["error"]
    assert (error["code"], error["at"]) == ("second_final", "say[0].final") and "Finale" in error["message"]
    assert season.points() == {"Anna": "223", "Bert": "378"}
    assert season.ask("final_withdrawn", reason="").status_code == 422
    season.say("final_withdrawn", reason="falscher Abend")
    assert season.points() == {"Anna": "223", "Bert": "198"} and season.now()["final"] is None
    season.say("event_added", **second)
    assert season.points() == {"Anna": "273", "Bert": "198"}
    (away,) = season.now()["withdrawn"]
    assert (away["name"], away["removed"]) == ("Finale", "falscher Abend")


@pytest.mark.parametrize(
    ("mode", "worth"), [("total", "table"), ("hopfgarten", "table"), ("kantine", "table")]
)
def test_a_mode_without_cup_points_counts_by_the_table_of_places(at: House, mode: str, worth: str) -> None:
    evening, season = Evening(at, mode=mode), Season(at)
    evening.begin(8)
    evening.slips()
    evening.say("tournament_closed")
    answer = season.ask("event_added", name="x", tournament=evening.id, worth="cup_points")
    assert answer.json()["error"]["code"] == "worth"
    season.say("event_added", name="x", tournament=evening.id)
    assert season.now()["events"][0]["worth"] == worth
    assert season.points()[evening.players(1)[0]] == "223"


def test_two_spellings_are_made_one_person_and_parted_again(at: House) -> None:
    season = Season(at)
    season.say("event_added", name="Graz", points={"Franz Müller": "10", "Bert": "5"})
    season.say("event_added", name="Wien", points={"Franz Mueller": "7", "Bert": "5"})
    season.say("names_merged", name="Franz Mueller", into="Franz Müller")
    assert season.points() == {"Franz Müller": "17", "Bert": "10"}
    assert season.now()["merges"] == [
        {"merge": 1, "name": "Franz Mueller", "into": "Franz Müller", "undone": False}
    ]
    assert season.ask("names_merged", name="Franz Müller", into="Franz Mueller").status_code == 422
    answer = season.ask("names_merged", name="Bert", into="Franz Müller").json()["error"]
    assert answer["code"] == "merge" and "two persons" in answer["message"]
    season.say("merge_undone", merge=1)
    assert season.points() == {"Franz Müller": "10", "Bert": "10", "Franz Mueller": "7"}
    assert season.now()["merges"][0]["undone"]
    assert season.ask("merge_undone", merge=1).status_code == 422


WORDS: dict[str, dict[str, Any]] = {
    "cup_created": {"name": "x"},
    "event_added": {"name": "x", "points": {"A": "1"}},
    "event_removed": {"event": 9, "reason": "x"},
    "event_renewed": {"event": 9},
    "final_withdrawn": {"reason": "x"},
    "names_merged": {"name": "A", "into": "B"},
    "merge_undone": {"merge": 9},
}


@pytest.mark.parametrize("role", list(Role), ids=lambda r: r.value)
def test_every_role_and_every_word_of_a_cup(at: House, role: Role) -> None:
    assert {word.__dataclass_fields__["type"].default for word in CupSaid.__args__} == set(WORDS)
    season, device = Season(at), at.device(role.value)
    for word, fields in WORDS.items():
        body = {"id": f"w.{word}", "say": [{"type": word} | fields]}
        answer = device.post(f"/api/cups/{season.id}/commands", json=body)
        assert (answer.status_code == 403) == (role is not Role.ADMIN), (word, answer.text)
        assert answer.status_code in (200, 403, 422), (word, answer.text)


def test_a_season_is_the_hosts(at: House) -> None:
    season = Season(at)
    body = {"id": "x", "say": [{"type": "event_added", "name": "x", "points": {"A": "1"}}]}
    for role in ("viewer", "player", "scorer", "referee"):
        device = at.device(role)
        assert device.get(f"/api/cups/{season.id}").status_code == 200
        assert device.post(f"/api/cups/{season.id}/commands", json=body).status_code == 403
