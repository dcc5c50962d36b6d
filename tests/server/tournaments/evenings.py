"""A tournament in the test's own house, told in short sentences."""

from __future__ import annotations

import itertools
from typing import Any

from starlette.testclient import TestClient

from tests.server.house import House

_NUMBERS = itertools.count()
NAMES = (
    "Anna", "Bert", "Cilli", "Dora", "Emil", "Franz", "Gerti", "Hans", "Ilse", "Josef", "Karl", "Lisl",
    "Mitzi", "Otto", "Paula", "Resi", "Sepp",
)  # fmt: skip
WON = {
    "contract": {"game": "rufer", "declarer": "A", "partner": "B", "bird": None, "with": []},
    "declarer_thirds": 131,
    "bonuses": [],
    "kontra": [],
    "king_in_talon": False,
    "king_left": False,
    "end": "played",
}
"""A plain Rufer that A and B have won."""


class Evening:
    """One tournament of a house; `by` speaks for the director unless another device is named."""

    def __init__(self, at: House, **more: Any) -> None:
        fields = {"name": "Probe", "mode": "total", "rules": "steiermark-2017", "minutes": 60} | more
        self.at = at
        answer = at.host.post(f"/api/tournaments?command=e{next(_NUMBERS)}", json=fields)
        assert answer.status_code == 201, answer.text
        self.id = str(answer.json()["id"])

    @property
    def path(self) -> str:
        return f"/api/tournaments/{self.id}"

    def ask(self, *words: dict[str, Any], by: TestClient | None = None, **more: Any) -> Any:
        body = {"id": f"w{next(_NUMBERS)}", "say": list(words)} | more
        return (by or self.at.host).post(f"{self.path}/commands", json=body)

    def say(self, type_: str, by: TestClient | None = None, **fields: Any) -> None:
        answer = self.ask({"type": type_} | fields, by=by)
        assert answer.status_code == 200, answer.text

    def refused(self, type_: str, by: TestClient | None = None, **fields: Any) -> tuple[str, str]:
        """Code and place of a refusal."""
        answer = self.ask({"type": type_} | fields, by=by)
        assert answer.status_code in (403, 409, 422), answer.text
        error = answer.json()["error"]
        return error["code"], error["at"]

    def sections(self, by: TestClient | None = None) -> dict[str, Any]:
        answer = (by or self.at.host).get(self.path)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()["sections"]
        return found

    def begin(self, players: int, seed: str = "7", rounds: int = 1) -> None:
        """Names, draw, first round open."""
        self.say("players_listed", players=list(NAMES[:players]))
        self.say("rounds_drawn", count=rounds, seed=seed)
        self.say("round_opened", round=1)

    def log(self, table: int, number: int = 1) -> str:
        return str(self.sections()["rounds"][number - 1]["tables"][table - 1]["log"])

    def players(self, table: int, number: int = 1) -> list[str]:
        found: list[str] = self.sections()["rounds"][number - 1]["tables"][table - 1]["players"]
        return found

    def play(self, table: int, deals: int = 1, number: int = 1, by: TestClient | None = None) -> None:
        """Deals typed in at the table's tablet."""
        log = self.log(table, number)
        for _ in range(deals):
            for word in ({"type": "deal_opened"}, {"type": "result_entered", "result": WON}):
                answer = self.at.say(log, word, by=by)
                assert answer.status_code == 200, answer.text

    def hand_in(self, table: int, number: int = 1, by: TestClient | None = None) -> None:
        seq = self.at.host.get(f"/api/tables/{self.log(table, number)}").json()["seq"]
        players = self.players(table, number)
        self.say("sheet_handed_in", by, round=number, table=table, seq=seq, confirmed=players)

    def slips(self, number: int = 1, points: tuple[int, ...] = (5, 1, -2, -4), games: int = 10) -> None:
        """Every table that is not in hands its slip to the director."""
        for row in self.sections()["rounds"][number - 1]["tables"]:
            if not row["sheets"]:
                fields = {"round": number, "table": row["table"], "games": games, "points": list(points)}
                self.say("slip_entered", **fields)

    def scores(self) -> dict[str, str]:
        return {row["player"]: row["score"] for row in self.sections()["standing"]["standings"]}
