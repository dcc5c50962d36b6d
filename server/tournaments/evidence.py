"""An evening with every deal behind it, and the check of such a file: its result follows from its records alone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from engine.fields import InputError
from engine.record_reading import read_deal
from engine.result import read_result
from engine.sheet import Evening, compute
from engine.sheet import Version as SheetVersion
from engine.systems import SYSTEMS, agreed
from engine.tournament import Unusable, as_json, rank, read_tournament
from server.exports.records import record_line
from server.store.chain import Stored
from server.store.protocol import Store
from server.tables.errors import readable
from server.tables.fold import DealLog, TableState, apply
from server.tournaments.record import record_json, settled
from server.tournaments.state import Seated, Sheet, TournamentState

FORMAT: Final = "kiebitz-evening/1"
Json = dict[str, Any]


def evening_json(name: str, state: TournamentState, store: Store) -> Json:
    """Everything that is in: the tournament's record, for each sheet its deals, and the standings."""
    head = store.head(name)
    complete = [drawn for drawn in state.rounds if drawn.complete]
    return {
        "format": FORMAT,
        "id": name,
        "name": state.name,
        "head": {"seq": head.seq, "hash": head.hash},
        "rules": state.rules,
        "options": json.loads(state.agreements),
        "tournament": record_json(state),
        "sheets": [
            _sheet(store, number, index, drawn.final, seated)
            for number, drawn in enumerate(complete, 1)
            for index, seated in enumerate(drawn.tables, 1)
        ],
        "standings": as_json(settled(state)),
    }


def _sheet(store: Store, number: int, table: int, final: bool, seated: Seated) -> Json:
    first = seated.sheets[0]
    data: Json = {
        "round": number,
        "final": final,
        "table": table,
        "players": list(seated.players),
        "by": first.by,
        "versions": [_version(sheet) for sheet in seated.sheets],
    }
    if first.by == "tablet" and first.head:
        data |= {"log": seated.log, "head": first.head, **_deals(store, seated, first)}
    return data


def _version(sheet: Sheet) -> Json:
    return {"games": sheet.games, "points": list(sheet.points), "by": sheet.by, "reason": sheet.reason}


def _deals(store: Store, seated: Seated, first: Sheet) -> Json:
    """The table's deals as they stood when the sheet was handed in; `Damaged` where its log cannot be read any more."""
    with readable(seated.log):
        return _deals_in(store.read(seated.log), seated, first)


def _deals_in(links: Sequence[Stored], seated: Seated, first: Sheet) -> Json:
    state = TableState()
    for stored in links:
        state = apply(state, stored.event, checked=True)
        if stored.hash == first.head:
            break
    # Both logs had the same four names when the sheet was handed in; they may have been mended since.
    order = [first.players.index(name) for name in state.players]
    return {
        "seated": [seated.players[at] for at in order],
        "first_dealer": state.first_dealer,
        "deals": [_line(deal) for deal in state.closed_deals],
    }


def _line(deal: DealLog) -> Json:
    """What counts for a deal. Thrown in at first, its dealer dealt again, whatever it was put right to later."""
    line, redeal = record_line(deal), deal.versions[0].redeal
    return line | ({"redeal": redeal} if redeal or line.get("struck") else {})


# --- the check -------------------------------------------------------------------------------------------------------


def check_evening(document: object) -> Iterator[str]:
    """Every place where a file's result does not follow from its own records. Whatever the file holds."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        yield f"format: expected {FORMAT}"
        return
    try:
        tournament = read_tournament(document.get("tournament"))
        standings = as_json(rank(tournament))
    except Unusable as error:
        yield f"tournament: {error}"
        return
    if standings != document.get("standings"):
        yield "standings: they are not those of the tournament's record"
    try:
        yield from _check_sheets(document)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        yield f"sheets: they cannot be read ({type(error).__name__}: {error})"


def _check_sheets(document: Json) -> Iterator[str]:
    record, seen = document["tournament"], set[tuple[int, int]]()
    for sheet in document["sheets"]:
        number, table = sheet["round"], sheet["table"]
        at = f"round {number}, table {table}"
        seen.add((number, table))
        rounds = record["final"] if sheet["final"] else record["rounds"][number - 1]
        line = rounds["tables"][table - 1]
        last = sheet["versions"][-1]
        if (line["players"], line["games"], line["points"]) != (
            sheet["players"],
            last["games"],
            last["points"],
        ):
            yield f"{at}: the tournament's record has another sheet"
        for version in sheet["versions"][1:]:
            if not version["reason"]:
                yield f"{at}: a correction has no reason"
        if sheet["by"] == "tablet":
            yield from _check_deals(document, sheet, at)
    count = sum(len(r["tables"]) for r in record["rounds"]) + len(
        (record["final"] or {"tables": []})["tables"]
    )
    if count != len(seen):
        yield f"sheets: {len(seen)} for {count} tables"


def _check_deals(document: Json, sheet: Json, at: str) -> Iterator[str]:
    """Every deal settled anew by the engine, added up, and compared with what was handed in."""
    if document["rules"] not in SYSTEMS:
        yield f"rules: there is no system {document['rules']!r}"
        return
    try:
        deals = tuple((_content(deal),) for deal in sheet["deals"])
    except InputError as error:
        yield f"{at}: a deal cannot be read: {error}"
        return
    evening = Evening(
        system=agreed(document["rules"], document["options"]),
        players=tuple(sheet["seated"]),
        first_dealer=sheet["first_dealer"],
        deals=deals,
    )
    totals = dict(zip(sheet["seated"], compute(evening).totals, strict=True))
    points = [totals[name] for name in sheet["players"]]
    games = sum(not deal.get("struck") for deal in sheet["deals"])
    first = sheet["versions"][0]
    if (games, points) != (first["games"], first["points"]):
        yield f"{at}: its deals give {games} games and {points}, handed in were {first['games']} and {first['points']}"


def _content(line: Json) -> SheetVersion:
    redeal = bool(line.get("redeal"))
    if line.get("struck"):
        return SheetVersion(None, str(line.get("reason", "")), redeal)
    record = {name: value for name, value in line.items() if name != "redeal"}
    return SheetVersion(read_deal(record) if "tricks" in record else read_result(record), redeal=redeal)
