"""Every role and every word of a tournament, and what each role's page holds."""

from __future__ import annotations

from typing import Any

import pytest

from server.api import players
from server.api.live import STILL_HERE
from server.hub.hub import Message
from server.tables.events import canonical
from server.tables.log import Speaker
from server.tables.roles import TOURNAMENT_WORDS, Role
from server.tournaments.actor import TournamentActor
from server.tournaments.events import Said, read_event
from server.tournaments.views import Sight
from tests.server.house import House
from tests.server.tournaments.evenings import NAMES, Evening

WORDS: dict[str, dict[str, Any]] = {
    "tournament_created": {"name": "x", "mode": "total", "rules": "sb-2023"},
    "players_listed": {"players": ["Zilli"]},
    "player_renamed": {"player": "Niemand", "to": "Jemand"},
    "player_struck": {"player": "Niemand"},
    "player_left": {"player": "Niemand"},
    "player_came": {"player": "Niemand"},
    "seat_fixed": {"player": "Niemand"},
    "seed_announced": {"seed": "7"},
    "rounds_drawn": {"count": 100},
    "draw_withdrawn": {"reason": "x"},
    "round_opened": {"round": 9},
    "clock_started": {"round": 9},
    "clock_paused": {},
    "clock_resumed": {},
    "clock_extended": {"minutes": 1},
    "table_taken": {"round": 9, "table": 1},
    "sheet_handed_in": {"round": 9, "table": 1, "seq": 1},
    "slip_entered": {"round": 9, "table": 1},
    "sheet_corrected": {"round": 9, "table": 1, "games": 1, "points": [0, 0, 0, 0], "reason": "x"},
    "referee_called": {"round": 9, "table": 1},
    "referee_comes": {"call": 9, "referee": "Huber"},
    "call_decided": {"call": 9, "referee": "Huber", "decision": "x"},
    "tournament_closed": {},
}
PUBLIC_CALL = {"call", "round", "table", "at", "referee", "decision", "deal", "decided_at"}


def test_the_table_knows_every_word() -> None:
    types = {word.__dataclass_fields__["type"].default for word in Said.__args__}
    assert types == set(TOURNAMENT_WORDS) == set(WORDS)
    for word, fields in WORDS.items():
        assert read_event({"type": word} | fields).type == word


@pytest.mark.parametrize("role", list(Role), ids=lambda r: r.value)
def test_every_role_and_every_word(at: House, role: Role) -> None:
    evening = Evening(at)
    device = at.device(role.value)
    for word, fields in WORDS.items():
        answer = evening.ask({"type": word} | fields, by=device)
        refused = answer.status_code == 403 and answer.json()["error"]["code"] == "role"
        assert refused == (role not in TOURNAMENT_WORDS[word]), (word, answer.text)
        assert answer.status_code in (200, 403, 409, 422), (word, answer.text)


@pytest.mark.parametrize("role", [r for r in Role if r is not Role.CAMERA], ids=lambda r: r.value)
def test_what_a_role_sees(at: House, role: Role) -> None:
    evening = Evening(at)
    evening.begin(8)
    at.host.post(f"{evening.path}/call", json={"id": "c", "round": 1, "table": 1, "question": "geheim?"})
    shown = evening.sections(at.device(role.value))
    assert set(shown) == {"tournament", "players", "rounds", "clock", "hall", "standing", "calls"}
    desk = role in (Role.SCORER, Role.REFEREE, Role.ADMIN)
    assert set(shown["calls"][0]) == (PUBLIC_CALL | {"question", "log"} if desk else PUBLIC_CALL)


def test_the_log_is_for_director_and_referee(at: House) -> None:
    evening = Evening(at)
    evening.say("players_listed", players=list(NAMES[:8]))
    page = at.device("referee").get(f"{evening.path}/events?after=1").json()
    assert [e["event"]["type"] for e in page["events"]] == ["players_listed"] and page["head"] == 2
    assert at.device("scorer").get(f"{evening.path}/events").status_code == 403


def test_a_tournament_is_no_table_and_a_table_no_tournament(at: House) -> None:
    evening, table = Evening(at), at.table()
    assert [t["id"] for t in at.host.get("/api/tables").json()["tables"]] == [table]
    assert [t["id"] for t in at.host.get("/api/tournaments").json()["tournaments"]] == [evening.id]
    assert at.host.get(f"/api/tables/{evening.id}").status_code == 422
    assert at.host.get("/api/tournaments/e000000000000").status_code == 404


def test_the_tables_of_a_tournament_can_be_left_out_of_the_list(at: House) -> None:
    evening, table = Evening(at), at.table()
    evening.begin(8)
    every = {t["id"] for t in at.host.get("/api/tables").json()["tables"]}
    assert every == {table, evening.log(1), evening.log(2)}
    own = at.host.get("/api/tables?tournaments=false").json()["tables"]
    assert [t["id"] for t in own] == [table]
    assert at.host.get(f"/api/tables/{evening.log(2)}/tournament").json() == {
        "tournament": evening.id,
        "round": 1,
        "table": 2,
    }
    assert at.host.get(f"/api/tables/{table}/tournament").json()["tournament"] is None


def test_a_player_hears_signs_of_life_in_a_lively_hall(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever watches for a dead line hears something in time, also when only others have news."""
    evening = Evening(at)
    evening.say("players_listed", players=list(NAMES[:4]))
    portal = at.host.portal
    assert portal is not None
    actor: TournamentActor = portal.call(at.app.app.state.services.tournaments.get, evening.id)  # type: ignore[attr-defined]

    async def told() -> list[str]:
        follower = actor.hub.join(Sight.TICK, [Message(1, "{}")] * 2)
        first = canonical(players._of_player(actor, NAMES[0]))
        texts = players._changes(actor, NAMES[0], follower, first)
        return [await anext(texts) for _ in range(3)]

    monkeypatch.setattr(players, "QUIET", 0.0)
    assert portal.call(told)[1:] == [STILL_HERE, STILL_HERE]


RECORD = {
    "contract": {"game": "dreier", "declarer": "A"},
    "tricks": [{"cards": [["A", "HK"], ["B", "H1"], ["C", "H2"], ["D", "H3"]]}],
    "discards": ["S8", "S9", "S7"],
    "end": "running",
}


def heard(at: House, evening: Evening, role: Role, table: str | None) -> str:
    """All that the tournament's stream tells a device from the start on."""
    tournaments = at.app.app.state.services.tournaments  # type: ignore[attr-defined]
    portal = at.host.portal
    assert portal is not None
    actor: TournamentActor = portal.call(tournaments.get, evening.id)
    follower = portal.call(actor.follow, Speaker("d", role, table), 0)
    actor.hub.leave(follower)
    messages = [follower.queue.get_nowait() for _ in range(follower.queue.qsize())]
    return "".join(message.text for message in messages if message is not None)


def test_a_device_of_one_table_hears_no_cards_of_another(at: House) -> None:
    """What a referee wrote into a closed deal is read at its table, by who may see that."""
    evening = Evening(at)
    evening.begin(8)
    evening.play(2)
    at.host.post(f"{evening.path}/call", json={"id": "c", "round": 1, "table": 2, "question": "?"})
    word = {"id": "d", "referee": "Huber", "decision": "so war es", "deal": 1, "record": RECORD}
    assert at.host.post(f"{evening.path}/calls/1/decision", json=word).status_code == 200
    own, other = evening.log(1), evening.log(2)
    for role in (Role.SCORER, Role.REFEREE):
        bound = at.device(role.value, own)
        assert bound.get(f"/api/tables/{other}/deals/1").status_code == 404
        told = heard(at, evening, role, own)
        assert "so war es" in told and '"correction":{' in told and '"HK"' not in told and '"S8"' not in told
        assert '"HK"' in heard(at, evening, role, None)
    pages = [at.device("referee", table).get(f"{evening.path}/events").text for table in (own, other, None)]
    assert [("so war es" in page, '"HK"' in page) for page in pages] == [
        (True, False),
        (True, False),
        (True, True),
    ]
    assert '"HK"' in at.device("referee", other).get(f"/api/tables/{other}/deals/1").text
