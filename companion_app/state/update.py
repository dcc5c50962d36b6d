"""The one function that makes the next state: of what people touch, and of what comes from the server. Pure."""

from __future__ import annotations

from dataclasses import replace

from companion_app import actions as a
from companion_app.state import deals, entries, held, network, pairing, places, tournament
from companion_app.state import messages as m
from companion_app.state.ahead import looking_ahead
from companion_app.state.commands import undo_last
from companion_app.state.model import AppState

Stepped = tuple[AppState, tuple[m.Effect, ...]]


def update(state: AppState, message: a.Action | m.Message) -> Stepped:
    """The state after a message, and what is to be done outside."""
    after, effects = _stepped(state, message)
    if after is state:
        return state, effects
    after = network.closed_here(state, looking_ahead(after))
    return tournament.after_step(state, after), effects


def _stepped(state: AppState, message: a.Action | m.Message) -> Stepped:
    for room in (
        tournament.update,
        network.update,
        pairing.update,
        entries.update,
        places.update,
        deals.update,
        held.update,
    ):
        stepped = room(state, message)
        if stepped is not None:
            return stepped
    if isinstance(message, a.Undo):
        return _undone(state), ()
    if isinstance(message, a.CloseNotice):
        return replace(state, notice=None), ()
    return state, ()


def _undone(state: AppState) -> AppState:
    """The last step of the draft that is in sight; else the last thing said at the table."""
    if state.screen is a.Screen.CONTRACT and state.entry is not None and state.entry.past:
        return replace(state, entry=state.entry.undone(), notice=None)
    if state.screen is a.Screen.RESULT and state.result is not None and state.result.past:
        return replace(state, result=state.result.undone(), notice=None)
    if state.pad is not None and state.pad.talon:
        return replace(state, pad=replace(state.pad, talon=state.pad.talon[:-1]))
    return undo_last(state)
