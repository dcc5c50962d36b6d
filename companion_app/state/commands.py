"""Commands of this device: numbered, kept until the server confirms them, and how each is taken back."""

from __future__ import annotations

from dataclasses import replace

from companion_app.state.model import AppState, Json, Notice, Pending, Undoable

_UNDOS = 30


def say(
    state: AppState,
    *events: Json,
    label: str = "",
    undo: tuple[Json, ...] | None = None,
    fields: tuple[tuple[str, str], ...] = (),
) -> AppState:
    """One more command for the table. `undo` names its own events as -1, -2 …; None: it cannot be taken back."""
    if state.table is None or not events:
        return state
    number = state.counter + 1
    pending = Pending(f"{state.device_key}.{number}", state.table, events, label, undo)
    notice = None if not label else Notice(label, fields, undo=undo is not None)
    return replace(state, counter=number, outbox=(*state.outbox, pending), notice=notice)


def retracting(*places: int) -> tuple[Json, ...]:
    """The undo of a command whose events at these places (-1 is the first) are retracted, the last one first."""
    return tuple({"type": "retracted", "event": place} for place in sorted(places))


def confirmed(state: AppState, command: str, first: int) -> AppState:
    """The server has noted a command; from now on it can be taken back by its numbers."""
    done = next((p for p in state.outbox if p.id == command), None)
    if done is None:
        return state
    state = replace(state, outbox=tuple(p for p in state.outbox if p.id != command))
    if not done.cancelled and done.table == state.table and (state.copy is None or state.copy.seq < first):
        state = replace(state, landed=(*state.landed, (first, done)))
    if any(event["type"] in ("deal_ended", "result_entered", "deal_struck") for event in done.say):
        return replace(state, undoable=())
    if done.undo is None:
        return state
    back = tuple(_numbered(event, first) for event in done.undo)
    if done.cancelled:
        return say(state, *back)
    return replace(state, undoable=(*state.undoable, Undoable(done.label, back))[-_UNDOS:])


def _numbered(event: Json, first: int) -> Json:
    number = event.get("event")
    return event | {"event": first - 1 - number} if isinstance(number, int) and number < 0 else event


def refused(state: AppState, command: str | None, code: str, message: str) -> AppState:
    """The server will not note a command: it is dropped, and the reason is shown."""
    outbox = tuple(p for p in state.outbox if p.id != command)
    known = f"refused.{code}" if f"refused.{code}" in _KNOWN else "refused"
    return replace(state, outbox=outbox, notice=Notice(known, (("message", message),), tone="bad"))


_KNOWN = frozenset({"refused.role", "refused.expect", "refused.deal_open", "refused.no_deal", "refused.card"})


def undo_last(state: AppState) -> AppState:
    """Takes back what this device said last: before it was sent, or by retracting it at the table."""
    waiting = [p for p in state.outbox if not p.cancelled]
    if waiting:
        last_said = waiting[-1]
        if last_said.undo is None:
            return state
        outbox = tuple(replace(p, cancelled=True) if p is last_said else p for p in state.outbox)
        return replace(state, outbox=outbox, notice=Notice("undone", (("what", last_said.label),)))
    if not state.undoable:
        return state
    last = state.undoable[-1]
    state = replace(state, undoable=state.undoable[:-1])
    state = say(state, *last.say)
    return replace(state, notice=Notice("undone", (("what", last.label),)))
