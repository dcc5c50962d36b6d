"""Commands of this device: numbered, kept until the server confirms them, and how each is taken back."""

from __future__ import annotations

from dataclasses import replace

from companion_app.state.model import AppState, Json, Notice, Pending, Undoable, may_say
from companion_app.state.record import CLOSING, deal_number

_UNDOS = 30
_OF_TABLE = frozenset({"fair_play_chosen", "camera_noted", "deal_corrected"})
"""Words that belong to no open deal."""
_NO_LOSS = frozenset({"deal_opened", "deal_ended", "retracted"})
"""Words that nobody misses if their deal began or ended without them."""
_ELSEWHERE = frozenset({"deal_number", "deal_open", "no_deal"})
"""Refusals that say: the table is at another deal."""


def say(
    state: AppState,
    *events: Json,
    label: str = "",
    undo: tuple[Json, ...] | None = None,
    fields: tuple[tuple[str, str], ...] = (),
    deal: int | None = None,
    of: str = "",
) -> AppState:
    """One more command for the table. `undo` names its own events as -1, -2 …; None: it cannot be taken back.

    With `of` it takes back events of a command that still waits, and names them so, too.

    A deal that it opens has its number, so that it opens no other one, however late it arrives.
    """
    if state.table is None or not events:
        return state
    if deal is None and any(event["type"] not in _OF_TABLE for event in events):
        deal = deal_number(state)
    if undo is not None and not all(may_say(state.role, event["type"]) for event in undo):
        undo = None
    number = state.counter + 1
    words = tuple(_with_number(event, deal) for event in events)
    pending = Pending(f"{state.device_key}.{number}", state.table, words, label, undo, deal=deal, of=of)
    notice = None if not label else Notice(label, fields, undo=undo is not None)
    return replace(state, counter=number, outbox=(*state.outbox, pending), notice=notice)


def _with_number(event: Json, deal: int | None) -> Json:
    opens = event["type"] == "deal_opened" and deal is not None
    return event | {"number": deal} if opens else event


def retracting(*places: int) -> tuple[Json, ...]:
    """The undo of a command whose events at these places (-1 is the first) are retracted, the last one first."""
    return tuple({"type": "retracted", "event": place} for place in sorted(places))


def confirmed(state: AppState, command: str, first: int) -> AppState:
    """The server has noted a command; from now on it can be taken back by its numbers."""
    done = next((p for p in state.outbox if p.id == command), None)
    if done is None:  # known already; or held while the answer was under way, and noted all the same
        held = tuple(p for p in state.held if command not in (p.id, p.of))
        return state if held == state.held else replace(state, held=held)
    left = (p for p in state.outbox if p is not done)
    state = replace(state, outbox=tuple(_with_numbers(p, first) if p.of == command else p for p in left))
    if not done.cancelled and done.table == state.table and (state.copy is None or state.copy.seq < first):
        state = replace(state, landed=(*state.landed, (first, done)))
    if any(event["type"] in CLOSING for event in done.say):
        return replace(state, undoable=())
    if done.cancelled:
        return state
    if done.undo is None:  # what was said before it is not the last step any more
        return replace(state, undoable=()) if done.label else state
    back = tuple(_numbered(event, first) for event in done.undo)
    return replace(state, undoable=(*state.undoable, Undoable(done.label, back, done.deal))[-_UNDOS:])


def _numbered(event: Json, first: int) -> Json:
    number = event.get("event")
    return event | {"event": first - 1 - number} if isinstance(number, int) and number < 0 else event


def _with_numbers(pending: Pending, first: int) -> Pending:
    """What takes something back, now that this is noted: from here on it is a command like any other."""
    words = tuple(_numbered(event, first) for event in pending.say)
    return replace(pending, say=words, of="", cancelled=False)


def refused(state: AppState, command: str | None, code: str, message: str) -> AppState:
    """The server will not note a command: it is dropped, and the reason is shown.

    Where the table is at another deal, or the device may not say it, what follows for the same deal is no more right
    than this was: it is all held.
    """
    gone = next((p for p in state.outbox if p.id == command), None)
    if gone is None:
        return state
    deal = gone.about if code == "role" else gone.deal if code in _ELSEWHERE else None
    if deal is not None:
        return hold(state, gone.table, deal, code)
    outbox = tuple(p for p in state.outbox if command not in (p.id, p.of))
    known = f"refused.{code}" if f"refused.{code}" in _KNOWN else "refused"
    return replace(state, outbox=outbox, notice=Notice(known, (("message", message),), tone="bad"))


_KNOWN = frozenset({"refused.role", "refused.expect", "refused.deal_open", "refused.no_deal", "refused.card"})


def hold(state: AppState, table: str, deal: int, code: str = "") -> AppState:
    """What waits here for a deal that the table will not have from here now is kept, not sent, until somebody decides."""
    kept = tuple(p for p in state.outbox if (p.table, p.about) == (table, deal))
    state = replace(state, outbox=tuple(p for p in state.outbox if p not in kept))
    said = [p for p in kept if not p.cancelled and any(e["type"] not in _NO_LOSS for e in p.say)]
    if not said:
        return replace(state, notice=Notice(f"refused.{code}", tone="bad")) if code else state
    opened = 0 if state.copy is None else (state.copy.section("table") or {}).get("deals", 0)
    early = code == "deal_open" or deal > opened + 1
    fields = (("number", str(deal)), ("count", str(len(said))))
    key = "held.role" if code == "role" else "held.early" if early else "held.gone_on"
    return replace(state, held=(*state.held, *kept), notice=Notice(key, fields, tone="bad"))


def waiting_here(state: AppState) -> list[Pending]:
    """What was said at this table and the server has not noted yet, the latest last."""
    return [p for p in state.outbox if not p.cancelled and p.table == state.table]


def undo_last(state: AppState) -> AppState:
    """Takes back what this device said last: before it was sent, or by retracting it at the table."""
    waiting = waiting_here(state)
    if waiting:
        return _cancelled(state, waiting[-1])
    if not state.undoable:
        return state
    last = state.undoable[-1]
    state = replace(state, undoable=state.undoable[:-1])
    state = say(state, *last.say, deal=last.deal)
    return replace(state, notice=Notice("undone", (("what", last.label),)))


def _cancelled(state: AppState, last: Pending) -> AppState:
    """Taken back while it waits: it may be under way already, so its reverse follows it before anything else does."""
    if last.undo is None:
        return state
    outbox = tuple(replace(p, cancelled=True) if p is last else p for p in state.outbox)
    state = say(replace(state, outbox=outbox), *last.undo, deal=last.deal, of=last.id)
    behind = tuple(replace(p, cancelled=True) if p.of == last.id else p for p in state.outbox)
    return replace(state, outbox=behind, notice=Notice("undone", (("what", last.label),)))
