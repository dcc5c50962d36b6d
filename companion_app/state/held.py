"""What is kept back on this device: for a deal that the table has without it, or for a table that it has left."""

from __future__ import annotations

from dataclasses import replace

from companion_app import actions as a
from companion_app.state import messages as m
from companion_app.state import results
from companion_app.state.corrections import closed_deal
from companion_app.state.drafts import ResultEntry
from companion_app.state.model import AppState, Json, Notice, Pending, may_say
from companion_app.state.places import go
from companion_app.state.record import Now, after_event, deal_number, now, still_said
from companion_app.state.rulings import as_result

Stepped = tuple[AppState, tuple[m.Effect, ...]]


def update(state: AppState, message: a.Action | m.Message) -> Stepped | None:
    match message:
        case a.SendHeld(deal=deal) if sendable(state, deal):
            return _sent(state, deal), ()
        case a.ReplaceByHeld(deal=deal):
            return _replaced(state, deal)
        case a.DiscardHeld(deal=deal):
            return _discarded(state, message, waiting_for(state, deal)), ()
        case a.DiscardElsewhere():
            return _discarded(state, message, elsewhere(state)), ()
    return None


def held_deals(state: AppState) -> list[int]:
    """The deals of this table for which something is held."""
    return sorted({p.about for p in state.held if p.table == state.table and p.about is not None})


def waiting_for(state: AppState, deal: int) -> tuple[Pending, ...]:
    return tuple(p for p in state.held if (p.table, p.about) == (state.table, deal))


def elsewhere(state: AppState) -> tuple[Pending, ...]:
    """What waits for other tables than the one that this device is at; it goes out when it is there again."""
    return tuple(p for p in (*state.outbox, *state.held) if p.table != state.table)


def count(state: AppState) -> int:
    """How much waits for other tables, with the sheets that were confirmed there."""
    known = state.tournament
    sheets = [o for o in known.orders if o.kind == "hand_in"] if known is not None else []
    away = known is not None and known.log != state.table
    return sum(not p.cancelled for p in elsewhere(state)) + (len(sheets) if away else 0)


def sendable(state: AppState, deal: int) -> bool:
    """It is that deal's turn now: it is the next one, or goes on where it was left; and this device may say it."""
    words = [event["type"] for pending in waiting_for(state, deal) for event in pending.say]
    fits = ("deal_opened" in words) is (now(state) is None) and deal_number(state) == deal
    return bool(words) and fits and all(may_say(state.role, word) for word in words)


def result_of(state: AppState, deal: int) -> Json | None:
    """What a held deal came to as it was entered here, and corrected since; None where that cannot be told."""
    found: Now | None = None
    result: Json | None = None
    for _, _, event in still_said(waiting_for(state, deal)):
        match event["type"]:
            case "result_entered" | "deal_corrected":
                result = event.get("result") or as_result(event.get("record"))
            case "deal_ended" if found is not None:
                result = as_result(found.record | {"end": event["end"]})
        found = after_event(state, found, event)
    return None if result is None else dict(result)


def replaceable(state: AppState, deal: int) -> bool:
    """The deal stands on the table's sheet, and what was entered here can stand in its place."""
    following = deal_number(state)
    if following is None or deal >= following or not may_say(state.role, "deal_corrected"):
        return False
    return result_of(state, deal) is not None


def without(state: AppState, gone: tuple[Pending, ...]) -> AppState:
    return replace(
        state,
        outbox=tuple(p for p in state.outbox if p not in gone),
        held=tuple(p for p in state.held if p not in gone),
    )


def _sent(state: AppState, deal: int) -> AppState:
    kept = waiting_for(state, deal)
    state = without(state, kept)
    return replace(state, outbox=(*state.outbox, *kept), notice=None)


def _replaced(state: AppState, deal: int) -> Stepped:
    """Into the form in which the table's deal is corrected: people compare the names before they write it."""
    document = result_of(state, deal) if replaceable(state, deal) else None
    if document is None:
        return state, ()
    asks = (m.FetchDeal(deal),) if closed_deal(state, deal) is None else ()
    entry = ResultEntry(deal, results.read_draft(document))
    return replace(go(state, a.Screen.RESULT), result=entry), asks


def _discarded(
    state: AppState, asked: a.DiscardHeld | a.DiscardElsewhere, gone: tuple[Pending, ...]
) -> AppState:
    """Nothing is thrown away by one touch."""
    if not asked.sure:
        fields = (("count", str(_worth(state, asked, gone))),)
        return replace(state, notice=Notice("held.sure", fields, "bad", sure=replace(asked, sure=True)))
    state = without(state, gone)
    known = state.tournament
    if isinstance(asked, a.DiscardElsewhere) and known is not None and known.log != state.table:
        state = replace(state, tournament=None)
    return replace(state, notice=Notice("held.discarded"))


def _worth(state: AppState, asked: a.DiscardHeld | a.DiscardElsewhere, gone: tuple[Pending, ...]) -> int:
    return count(state) if isinstance(asked, a.DiscardElsewhere) else sum(not p.cancelled for p in gone)
