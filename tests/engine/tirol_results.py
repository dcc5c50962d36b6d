"""How the tests of the Tirol rules write results and sheets."""

from __future__ import annotations

from typing import Any

from tests.engine.helpers import Json, bonus, result

TIROL = "tirol-deluxe"
FREE = [0, 0, 0, 0]
Sheet = tuple[int, int, int, int]
Row = tuple[Json, Sheet]


def ti(game: str, declarer: str = "B", partner: str | None = None, **more: Any) -> Json:
    return result(TIROL, game, declarer, partner, **more)


def alone(points: int, seat: int = 1) -> Sheet:
    """One against three."""
    a, b, c, d = (3 * points if s == seat else -points for s in range(4))
    return a, b, c, d


def pair(points: int, one: int = 1, other: int = 3) -> Sheet:
    """Two against two."""
    a, b, c, d = (points if s in (one, other) else -points for s in range(4))
    return a, b, c, d


def pagat(made: bool = True, by: str | None = "B") -> Json:
    return bonus("pagat", by, made=made)


def fahren(thirds: list[int], tricks: list[int], **more: Any) -> Json:
    return ti("trischaken", "A", thirds=thirds, tricks_won=tricks, **more)


ONES = [9, 1, 1, 1]
