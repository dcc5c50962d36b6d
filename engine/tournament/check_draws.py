"""Draws every number of players and counts who meets again: `python -m engine.tournament.check_draws`."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from time import perf_counter

from engine.tournament.draw import Draw, draw_rounds
from engine.tournament.model import Tournament
from engine.tournament.modes import MODES, Mode


@dataclass(frozen=True, slots=True)
class Line:
    """One draw, counted anew from the seats alone."""

    mode: str
    players: int
    again: int
    floor: int
    most: int  # how often the same two meet at most
    seconds: float


def blank(mode: Mode, players: int) -> Tournament:
    """A tournament before its first round."""
    options = {name: option.default for name, option in mode.options.items()}
    return Tournament(mode, options, tuple(f"P{i:04}" for i in range(players)), ())


def meetings(drawn: Draw) -> Counter[tuple[str, ...]]:
    """How often every two sit together; raises if somebody has two places or a table a wrong size."""
    met: Counter[tuple[str, ...]] = Counter()
    for played in drawn.rounds:
        names = [*played.sitting_out, *(name for table in played.tables for name in table)]
        if len(set(names)) != len(names) or not all(4 <= len(table) <= 6 for table in played.tables):
            raise AssertionError("somebody has two places, or a table has a wrong size")
        met.update(tuple(sorted(pair)) for table in played.tables for pair in combinations(table, 2))
    return met


def lines(modes: list[str], sizes: range, rounds: int | None, seed: int) -> Iterator[Line]:
    for name in modes:
        mode = MODES[name]
        for players in sizes:
            if not mode.sitting_out and players % 4:
                continue
            began = perf_counter()
            drawn = draw_rounds(blank(mode, players), seed, rounds or mode.rounds_planned)
            seconds = perf_counter() - began
            met = meetings(drawn)
            again = sum(times - 1 for times in met.values())
            yield Line(name, players, again, drawn.floor, max(met.values()), seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mode", action="append", choices=list(MODES), help="default: kantine and total")
    parser.add_argument("--from", dest="first", type=int, default=16)
    parser.add_argument("--to", dest="last", type=int, default=400)
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=None, help="default: what the mode plans")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    modes = args.mode or ["kantine", "total"]
    found = list(lines(modes, range(args.first, args.last + 1, args.step), args.rounds, args.seed))
    for line in found:
        if line.again or line.floor:
            print(
                f"{line.mode} {line.players}: {line.again} meet again (at least {line.floor}), "
                f"the same two at most {line.most} times, {line.seconds:.2f} s"
            )
    clean = sum(not line.again for line in found)
    slowest = max(found, key=lambda line: line.seconds)
    print(f"{clean} of {len(found)} draws without a repeated meeting")
    print(f"slowest: {slowest.mode} {slowest.players} players in {slowest.seconds:.2f} s")


if __name__ == "__main__":
    main()
