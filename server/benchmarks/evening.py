"""A whole evening against real servers: `python -m server.benchmarks.evening [--postgres URL]`.

Every deal is played by the engine and sent card by card over WebSocket. With `--postgres` two server processes share the
database and one of them is killed; without it one process keeps SQLite. Some tables have no network for a whole round.
At the end all sheets, standings and cup points are computed a second time, from the exported records alone.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from engine.dealing import random_deal
from engine.judge import judge
from engine.record import write_deal
from engine.record_reading import read_deal
from server.app import open_store
from server.benchmarks.evening_hall import Board, Json, Process, Tablet, ask, words
from server.settings import Settings
from server.store.verify import verify
from server.tournaments.evidence import check_evening

RULES: Final = "steiermark-2017"
_CUP: Final = (
    "223 198 180 168 156 147 138 131 124 117 110 105 100 95 90 85 80 76 72 68 64 60 56 52 49 46 43 40 37 34 31 28 26 24 22 20 "
    "18 16 14 12 10 9 8 7 6 5 4 3 2 1"
)
"""The table of 50 places once more, so that the check does not lean on what it checks."""


@dataclass(slots=True)
class Tally:
    """What an evening showed. `lost`, `different` and `findings` have to be 0."""

    tables: int
    players: int
    rounds: int
    deals: int
    servers: int
    store: str
    offline: int = 0
    kills: int = 0
    resent: int = 0
    commands: int = 0
    seconds: float = 0.0
    board: dict[str, float] = field(default_factory=dict)
    """Seconds from the acknowledgement of a deal's last word to the deal's points on the hall's board."""
    board_from_sending: dict[str, float] = field(default_factory=dict)
    """The same from the moment at which the tablet sent that word."""
    answer: dict[str, float] = field(default_factory=dict)
    """Seconds from sending any word to its acknowledgement: what this machine needs for the least of all ways."""
    memory: list[list[float]] = field(default_factory=list)
    """Megabytes of each server after each round."""
    processor: list[float] = field(default_factory=list)
    """Seconds of processor time of each server, its start and what it lost when it was killed included."""
    processor_ms_per_deal: float = 0.0
    """Processor time of all servers from the first word to the last, for each deal with all its words."""
    standings_sent: int = 0
    """How often a standing went to one hall's board."""
    busiest_second: int = 0
    """The most messages that a board got within one second."""
    events: int = 0
    bytes_of_bodies: int = 0
    """What the logs hold, without indexes."""
    lost: int = 0
    different: int = 0
    findings: int = 0

    @property
    def good(self) -> bool:
        return not (self.lost or self.different or self.findings)


@dataclass(slots=True)
class Plan:
    tables: int = 60
    rounds: int = 3
    deals: int = 2
    offline: int = 5
    kills: int = 2
    pace: float = 0.0
    """Seconds between two cards of a table; 0 sends as fast as the servers answer."""
    seed: int = 1


@dataclass(slots=True)
class Evening:
    """The evening as it goes."""

    plan: Plan
    processes: list[Process]
    tally: Tally
    tournament: str = ""
    sent: dict[tuple[int, int, int], float] = field(default_factory=dict)
    """When a deal's last word was sent, by round, table and number of the deal; and when it was acknowledged."""
    settled: dict[tuple[int, int, int], float] = field(default_factory=dict)
    answered: list[float] = field(default_factory=list)
    expected: dict[tuple[int, int], list[list[int]]] = field(default_factory=dict)
    """What the engine says of each table's deals, by seat."""

    async def ask(self, method: str, path: str, body: Json | None = None) -> Json:
        return await asyncio.to_thread(ask, self.processes, method, path, body)

    async def say(self, command: str, **said: Any) -> None:
        await self.ask("POST", f"/api/tournaments/{self.tournament}/commands", {"id": command, "say": [said]})

    async def run(self) -> None:
        plan = self.plan
        made = {"name": "Probeabend", "mode": "steirischer-cup", "rules": RULES, "minutes": 60}
        self.tournament = (await self.ask("POST", "/api/tournaments?command=evening", made))["id"]
        await self.say("names", type="players_listed", players=[f"P{n:03d}" for n in range(plan.tables * 4)])
        await self.say("draw", type="rounds_drawn", count=plan.rounds, seed=str(plan.seed))
        begun = sum(process.processor() for process in self.processes)
        boards = [Board(process, self.tournament) for process in self.processes]
        watching = [asyncio.create_task(board.watch()) for board in boards]
        for number in range(1, plan.rounds + 1):
            await self._round(number)
            await asyncio.sleep(1)
            self.tally.memory.append([process.memory() for process in self.processes])
        await self.say("close", type="tournament_closed")
        await asyncio.sleep(2)
        self._latency(boards[0])
        self.tally.processor = [process.processor() for process in self.processes]
        spent = sum(self.tally.processor) - begun
        self.tally.processor_ms_per_deal = round(1000 * spent / self.tally.deals, 1)
        self.tally.standings_sent = boards[0].standings
        self.tally.busiest_second = busiest(boards[0].heard)
        standings = (await self.ask("GET", f"/api/tournaments/{self.tournament}"))["sections"]["standing"]
        self.tally.different += sum(board.sections.get("standing") != standings for board in boards)
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)

    async def _round(self, number: int) -> None:
        await self.say(f"open{number}", type="round_opened", round=number)
        await self.say(f"clock{number}", type="clock_started", round=number)
        found = await self.ask("GET", f"/api/tournaments/{self.tournament}")
        rows = found["sections"]["rounds"][number - 1]["tables"]
        offline = set(range(1, self.plan.offline + 1)) if number == min(2, self.plan.rounds) else set()
        online = [row for row in rows if row["table"] not in offline]
        kill = asyncio.create_task(self._kill(number)) if self.plan.kills >= number else None
        await asyncio.gather(*(self._table(number, row, self.plan.pace) for row in online))
        if kill is not None:
            await kill
        # The network is back: what waited comes in its order, under the ids that it has had all along.
        await asyncio.gather(*(self._table(number, row, 0) for row in rows if row["table"] in offline))
        self.tally.offline += len(offline)

    async def _table(self, number: int, row: Json, pace: float) -> None:
        tablet = Tablet(row["log"], self.processes, row["table"])
        rng = random.Random(f"{self.plan.seed} {number} {row['table']}")
        place = (number, row["table"])
        self.expected[place] = []
        for deal in range(1, self.plan.deals + 1):
            dealt = random_deal(rng, RULES)
            settlement = judge(dealt).settlement
            assert settlement is not None
            self.expected[place].append(list(settlement.sheet))
            for word in words(row["log"], deal, write_deal(dealt)):
                last = word[1][0]["type"] == "deal_ended"
                if last:
                    self.sent[(*place, deal)] = time.perf_counter()
                await tablet.send(word)
                if last:
                    self.settled[(*place, deal)] = time.perf_counter()
                self.tally.commands += 1
                if pace:
                    await asyncio.sleep(pace * rng.uniform(0.5, 1.5))
        await self.say(
            f"in.{number}.{row['table']}", type="sheet_handed_in", round=number, table=row["table"],
            seq=tablet.seq, confirmed=row["players"],
        )  # fmt: skip
        self.tally.resent += tablet.resent
        self.answered += tablet.answered
        await tablet.leave()

    async def _kill(self, number: int) -> None:
        """In the middle of the round, without warning; a moment later it is there again."""
        target, half = self.processes[-1], self.plan.tables * self.plan.deals // 2
        while sum(key[0] == number for key in self.settled) < half:
            await asyncio.sleep(0.05)
        await asyncio.to_thread(target.kill)
        self.tally.kills += 1
        await asyncio.sleep(0.5)
        await asyncio.to_thread(target.start)

    def _latency(self, board: Board) -> None:
        shown = {key: at for key, at in board.shown.items() if key in self.settled}
        self.tally.lost += len(self.settled) - len(shown)
        # A board may hear of a deal before the tablet that sent it does.
        self.tally.board = marks([max(0.0, at - self.settled[key]) for key, at in shown.items()])
        self.tally.board_from_sending = marks([at - self.sent[key] for key, at in shown.items()])
        self.tally.answer = marks(self.answered)


def busiest(times: list[float]) -> int:
    """The most of them that lie within one second."""
    return max((sum(at <= later < at + 1 for later in times[n:]) for n, at in enumerate(times)), default=0)


def marks(times: list[float]) -> dict[str, float]:
    """Half, nineteen of twenty, ninety-nine of a hundred, and the longest."""
    ordered = sorted(times)
    if not ordered:
        return {}
    shares = (("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("max", 1.0))
    return {
        name: round(ordered[min(len(ordered) - 1, int(len(ordered) * share))], 3) for name, share in shares
    }


# --- the second computation ------------------------------------------------------------------------------------------


def recount(document: Json) -> tuple[dict[str, int], dict[str, int], dict[tuple[int, int], list[list[int]]]]:
    """Totals and cup points by player, and every deal's points by seat, from an exported evening alone.

    Written apart from the tournament's own code: the forehand moves on by one seat with each deal, points are added up,
    who has more stands before, equal sums share the better place.
    """
    totals: dict[str, int] = dict.fromkeys(document["tournament"]["players"], 0)
    by_seat: dict[tuple[int, int], list[list[int]]] = {}
    for sheet in document["sheets"]:
        deals = by_seat.setdefault((sheet["round"], sheet["table"]), [])
        seated, dealer = sheet["seated"], sheet["first_dealer"]
        for record in sheet["deals"]:
            settlement = judge(read_deal(record)).settlement
            assert settlement is not None
            deals.append(list(settlement.sheet))
            for seat, points in enumerate(settlement.sheet):
                totals[seated[(dealer + 1 + seat) % 4]] += points
            dealer = (dealer + 1) % 4
    worth = [int(points) for points in _CUP.split()]
    cup = {}
    for name, total in totals.items():
        place = sum(other > total for other in totals.values())
        cup[name] = worth[place] if place < len(worth) else 0
    return totals, cup, by_seat


def compare(evening: Evening, document: Json) -> None:
    """Every player's score and cup points, and every deal that was sent, against the second computation."""
    tally = evening.tally
    totals, cup, by_seat = recount(document)
    rows = {row["player"]: row for row in document["standings"]["standings"]}
    tally.different += sum(rows[name]["score"] != str(total) for name, total in totals.items())
    tally.different += sum(rows[name]["cup_points"] != str(points) for name, points in cup.items())
    tally.different += by_seat != evening.expected
    tally.findings += len(list(check_evening(document)))


def simulate(plan: Plan, folder: Path, database: str | None = None) -> Tally:
    """The whole evening, its servers started and stopped here."""
    count = 2 if database else 1
    processes = [Process(folder / f"server{n}", database) for n in range(count)]
    store = "PostgreSQL" if database else "SQLite"
    tally = Tally(
        plan.tables, plan.tables * 4, plan.rounds, plan.tables * plan.rounds * plan.deals, count, store
    )
    begin = time.monotonic()
    evening = Evening(plan, processes, tally)
    try:
        for process in processes:
            process.folder.mkdir(parents=True, exist_ok=True)
            process.start()
        asyncio.run(evening.run())
        path = f"/api/tournaments/{evening.tournament}/exports/evening.json"
        compare(evening, ask(processes[::-1], "GET", path))
    finally:
        for process in processes:
            if process.alive:
                process.stop()
    where: dict[str, Any] = {"data": processes[0].folder, "database": database}
    kept = open_store(Settings(**where))
    try:
        tally.findings += sum(len(report.findings) for report in verify(kept))
        for name in kept.tables():
            links = kept.read(name)
            tally.events += len(links)
            tally.bytes_of_bodies += sum(len(stored.body.encode()) for stored in links)
    finally:
        kept.close()
    tally.seconds = round(time.monotonic() - begin, 1)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description="A whole evening against real servers.")
    parser.add_argument("--postgres", help="postgresql://… of an empty database: two server processes on it")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--deals", type=int, default=2, help="of each table in each round")
    parser.add_argument("--offline", type=int, default=5, help="tables without network for a whole round")
    parser.add_argument("--kills", type=int, help="of one of two servers; 2 by default, none with one server")
    parser.add_argument("--pace", type=float, default=0.0, help="seconds between two cards of a table")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    kills = (2 if given.postgres else 0) if given.kills is None else given.kills
    plan = Plan(given.tables, given.rounds, given.deals, given.offline, kills, given.pace, given.seed)
    with tempfile.TemporaryDirectory() as folder:
        tally = simulate(plan, Path(folder), given.postgres)
    sys.stdout.write(json.dumps(asdict(tally), indent=1) + "\n")
    sys.exit(0 if tally.good else 1)


if __name__ == "__main__":
    main()
