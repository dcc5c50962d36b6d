"""What a table's own log says now, as its tournament counts it: each deal as soon as it is settled."""

from __future__ import annotations

from collections.abc import Sequence

from server.tables.evening import sheet_of
from server.tables.fold import TableState, Version
from server.tournaments.record import Live


def live_of(table: TableState, players: Sequence[str], heard: int, before: Live | None = None) -> Live:
    """`before` is what was known of the same table: what was not closed anew is not added up again."""
    playing = table.open_deal is not None
    if set(table.players) != set(players):
        return Live(playing=playing, strangers=True, seq=table.seq, heard=heard)
    word = table.settled
    totals = dict(zip(table.players, word.totals if word else (0,) * len(players), strict=True))
    points = tuple(totals[name] for name in players)
    games = sum(_counts(deal.versions[-1]) for deal in table.closed_deals)
    if before is not None and before.word == word and before.games == games:
        unsettled = before.unsettled
    else:
        unsettled = any(row.open for row in sheet_of(table).rows)
    return Live(games, points, playing, unsettled, False, table.seq, heard, word)


def _counts(version: Version) -> bool:
    """A deal that was thrown in, or struck, is no game."""
    return not (version.play is None and version.record is None and version.result is None)
