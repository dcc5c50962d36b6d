"""What the server tells: connections by generation, the table's stream, answers to commands."""

from __future__ import annotations

from dataclasses import replace

from companion_app.actions import Action, Screen
from companion_app.state import messages as m
from companion_app.state.commands import confirmed, hold, refused
from companion_app.state.following import heard
from companion_app.state.model import AppState, Json, Link, Notice, TableCopy
from companion_app.state.tournament import strange

Stepped = tuple[AppState, tuple[m.Effect, ...]]
_KEPT = 8
_PICTURES = 60


def update(state: AppState, message: Action | m.Message) -> Stepped | None:
    match message:
        case m.Linked(generation=generation):
            if generation <= state.generation:
                return state, ()
            asks = (m.FindTournament(state.table),) if state.table is not None and strange(state) else ()
            return replace(state, generation=generation, link=Link.CONNECTED), asks
        case m.Lost(generation=generation):
            current = generation == state.generation
            return (replace(state, link=Link.RECONNECTING) if current else state), ()
        case m.Heard(generation=generation, message=told):
            return _told(state, told) if generation == state.generation else (state, ())
        case m.Confirmed(command=command, first=first):
            return confirmed(state, command, first), ()
        case m.Refused(command=command, code=code, message=words):
            return refused(state, command, code, words), ()
        case m.DealCame(table=table) | m.PictureCame(table=table) if table not in (None, state.table):
            return state, ()  # asked for at another table
        case m.DealCame(number=number, data=data):
            kept = [(n, d) for n, d in state.deals if n != number]
            return replace(state, deals=tuple([*kept, (number, data)][-_KEPT:])), ()
        case m.PictureCame(id=picture, path=path):
            held = [(i, p) for i, p in state.pictures if i != picture]
            return replace(state, pictures=tuple([*held, (picture, path)][-_PICTURES:])), ()
        case m.Exported(path=path):
            return replace(state, notice=Notice("exported", (("path", path),), tone="good")), ()
    return None


def _told(state: AppState, message: Json) -> Stepped:
    if state.table is None:
        return state, ()
    before = state.copy or TableCopy(state.table)
    after = heard(before, message)
    if after is before:
        return state, ()
    landed = tuple((first, pending) for first, pending in state.landed if first > after.seq)
    state = _late(_noted(replace(state, copy=after, landed=landed), message))
    if before.section("sheet") == after.section("sheet"):
        return state, ()
    stale = [number for number, data in state.deals if _outdated(after, number, data)]
    known = tuple((number, data) for number, data in state.deals if number not in stale)
    return replace(state, deals=known), tuple(m.FetchDeal(n) for n in stale if n <= _closed_count(after))


def _noted(state: AppState, message: Json) -> AppState:
    """Our own words that came back in the stream are on the disk, also if their confirmation is still under way."""
    waiting = {pending.id for pending in (*state.outbox, *state.held)}
    for stored in message.get("events", ()) if waiting else ():
        command = stored.get("command")
        if command in waiting:
            waiting.discard(command)
            state = confirmed(state, command, stored["seq"])
    return state


def _late(state: AppState) -> AppState:
    """What waits for deals that are closed at the table by now would be noted in another one."""
    closed = 0 if state.copy is None else _closed_count(state.copy)
    waiting = {p.deal for p in state.outbox if p.table == state.table and p.deal is not None}
    for number in sorted(number for number in waiting if number <= closed):
        state = hold(state, str(state.table), number)
    return state


def closed_here(before: AppState, state: AppState) -> AppState:
    """A deal that was just closed, here or at another device: its settlement comes up."""
    old, new = before.section("sheet"), state.section("sheet")
    if before.table != state.table or old is None or new is None or len(new["rows"]) <= len(old["rows"]):
        return state
    return _closed(state, len(new["rows"]))


def _closed_count(copy: TableCopy) -> int:
    return len((copy.section("sheet") or {}).get("rows", ()))


def _outdated(copy: TableCopy, number: int, data: dict[str, object]) -> bool:
    """A fetched deal of which the sheet knows a newer version."""
    rows = (copy.section("sheet") or {}).get("rows", ())
    row = next((r for r in rows if r["number"] == number), None)
    return row is None or len(row["earlier"]) + 1 != data.get("versions")


def _closed(state: AppState, number: int) -> AppState:
    """The deal is over: what belonged to it alone goes, also a notice whose undo would take back something else now."""
    mine = state.entry is not None and state.entry.deal in (None, number)
    entry = None if mine else state.entry
    result = state.result if state.result is not None and state.result.deal is not None else None
    undoable = tuple(u for u in state.undoable if u.deal is None or u.deal > number)
    notice = None if state.notice is not None and state.notice.undo else state.notice
    state = replace(
        state, entry=entry, result=result, pad=None, last_trick=False, left=frozenset(), ruling=None,
        undoable=undoable, notice=notice,
    )  # fmt: skip
    if state.picking is not None and state.picking.deal is None:
        state = replace(state, picking=None)
    in_deal = (Screen.TABLE, Screen.CONTRACT, Screen.CORRECTION, Screen.RULING, Screen.RESULT)
    if state.screen in in_deal:
        state = replace(state, screen=Screen.SETTLEMENT, trail=(Screen.TABLE,), shown_deal=None)
    return state
