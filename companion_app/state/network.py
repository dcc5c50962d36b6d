"""What the server tells: connections by generation, the table's stream, answers to commands."""

from __future__ import annotations

from dataclasses import replace

from companion_app.actions import Action, Screen
from companion_app.state import messages as m
from companion_app.state.commands import confirmed, refused
from companion_app.state.following import heard
from companion_app.state.model import AppState, Link, Notice, TableCopy

Stepped = tuple[AppState, tuple[m.Effect, ...]]
_KEPT = 8
_PICTURES = 60


def update(state: AppState, message: Action | m.Message) -> Stepped | None:
    match message:
        case m.Linked(generation=generation):
            if generation <= state.generation:
                return state, ()
            return replace(state, generation=generation, link=Link.CONNECTED), ()
        case m.Lost(generation=generation):
            current = generation == state.generation
            return (replace(state, link=Link.RECONNECTING) if current else state), ()
        case m.Heard(generation=generation, message=told):
            return _told(state, told) if generation == state.generation else (state, ())
        case m.Confirmed(command=command, first=first):
            return confirmed(state, command, first), ()
        case m.Refused(command=command, code=code, message=words):
            return refused(state, command, code, words), ()
        case m.DealCame(number=number, data=data):
            kept = [(n, d) for n, d in state.deals if n != number]
            return replace(state, deals=tuple([*kept, (number, data)][-_KEPT:])), ()
        case m.PictureCame(id=picture, path=path):
            held = [(i, p) for i, p in state.pictures if i != picture]
            return replace(state, pictures=tuple([*held, (picture, path)][-_PICTURES:])), ()
        case m.Exported(path=path):
            return replace(state, notice=Notice("exported", (("path", path),), tone="good")), ()
    return None


def _told(state: AppState, message: dict[str, object]) -> Stepped:
    if state.table is None:
        return state, ()
    before = state.copy or TableCopy(state.table)
    after = heard(before, message)
    if after is before:
        return state, ()
    state = replace(state, copy=after)
    if _closed_count(after) > _closed_count(before) and before.sections:
        state = _closed(state, _closed_count(after))
    if before.section("sheet") == after.section("sheet"):
        return state, ()
    stale = [number for number, data in state.deals if _outdated(after, number, data)]
    known = tuple((number, data) for number, data in state.deals if number not in stale)
    return replace(state, deals=known), tuple(m.FetchDeal(n) for n in stale if n <= _closed_count(after))


def _closed_count(copy: TableCopy) -> int:
    return len((copy.section("sheet") or {}).get("rows", ()))


def _outdated(copy: TableCopy, number: int, data: dict[str, object]) -> bool:
    """A fetched deal of which the sheet knows a newer version."""
    rows = (copy.section("sheet") or {}).get("rows", ())
    row = next((r for r in rows if r["number"] == number), None)
    return row is None or len(row["earlier"]) + 1 != data.get("versions")


def _closed(state: AppState, number: int) -> AppState:
    """The deal is over: what belonged to it alone goes, and its settlement comes up."""
    mine = state.entry is not None and state.entry.deal in (None, number)
    entry = None if mine else state.entry
    result = state.result if state.result is not None and state.result.deal is not None else None
    state = replace(
        state, entry=entry, result=result, pad=None, last_trick=False, left=frozenset(), ruling=None
    )
    if state.picking is not None and state.picking.deal is None:
        state = replace(state, picking=None)
    in_deal = (Screen.TABLE, Screen.CONTRACT, Screen.CORRECTION, Screen.RULING, Screen.RESULT)
    if state.screen in in_deal:
        state = replace(state, screen=Screen.SETTLEMENT, trail=(Screen.TABLE,), shown_deal=None)
    return state
