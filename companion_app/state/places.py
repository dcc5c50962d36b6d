"""Going about: which screen is shown, what is open on it, settings, and the replay's steps."""

from __future__ import annotations

from dataclasses import replace

from companion_app import actions as a
from companion_app.state import messages as m
from companion_app.state.commands import say
from companion_app.state.corrections import closed_deal
from companion_app.state.model import AppState, Json, Notice, Pad, Picking, Replay

Stepped = tuple[AppState, tuple[m.Effect, ...]]
_ROOTS = (a.Screen.TABLE, a.Screen.SHEET, a.Screen.TOURNAMENT, a.Screen.SETTINGS)


def update(state: AppState, message: a.Action | m.Message) -> Stepped | None:
    match message:
        case a.Open(screen=screen):
            return opened(state, screen), ()
        case a.Back():
            return back(state), ()
        case a.OpenCorrection(trick=trick, position=position, deal=deal):
            return _with_deal(
                replace(go(state, a.Screen.CORRECTION), picking=Picking(trick, position, deal)), deal
            )
        case a.OpenRuling(index=index, deal=deal):
            return _with_deal(replace(go(state, a.Screen.RULING), ruling=(deal, index)), deal)
        case a.OpenSettlement(deal=deal):
            return _with_deal(replace(go(state, a.Screen.SETTLEMENT), shown_deal=deal), deal)
        case a.OpenReplay(deal=deal):
            return _with_deal(replace(go(state, a.Screen.REPLAY), replay=Replay(deal)), deal)
        case a.Seek(step=step) if state.replay is not None:
            return _seek(state, state.replay, step, running=False), ()
        case a.PlayReplay(running=running) if state.replay is not None:
            return _play(state, state.replay, running), ()
        case m.Tick() if state.replay is not None and state.replay.running:
            return _seek(state, state.replay, state.replay.step + 1, running=True), ()
        case a.Change(setting=setting, value=value):
            return _change(state, setting, value), ()
        case a.ShowPad(shown=shown, seat=seat):
            return replace(state, pad=Pad(seat) if shown else None), ()
        case a.ShowLastTrick(shown=shown):
            return replace(state, last_trick=shown), ()
        case a.ShowPicture(picture=picture):
            wanted = picture is not None and all(i != picture for i, _ in state.pictures)
            return replace(state, picture=picture), ((m.FetchPicture(picture),) if wanted and picture else ())
        case a.Export() if state.ahead is not None:  # the server writes it, and has not heard of everything
            return replace(state, notice=Notice("export.waiting", tone="notice")), ()
        case a.Export(kind=kind):
            return state, (m.SaveExport(kind),)
    return None


def go(state: AppState, screen: a.Screen) -> AppState:
    """To a screen, remembering the way back; a screen that is on that way already ends it there."""
    if screen is state.screen:
        return replace(state, notice=None)
    trail = (*state.trail, state.screen)
    if screen in trail:
        trail = trail[: trail.index(screen)]
    return replace(state, screen=screen, trail=trail, notice=None)


def opened(state: AppState, screen: a.Screen) -> AppState:
    if screen in _ROOTS and state.table is not None:
        trail = () if screen is a.Screen.TABLE else (a.Screen.TABLE,)
        return replace(state, screen=screen, trail=trail, notice=None, picture=None)
    if screen is a.Screen.START:
        start = replace(state.start, step="tables" if state.server is not None else "find", busy=False)
        return replace(go(state, screen), start=start)
    return go(state, screen)


def back(state: AppState) -> AppState:
    """One screen back; on the way, what was opened over the screen closes first."""
    if state.picture is not None:
        return replace(state, picture=None)
    if state.screen is a.Screen.START and state.start.step == "pair":
        return replace(state, start=replace(state.start, step="find", busy=False, code=""))
    if not state.trail:
        return state
    return replace(state, screen=state.trail[-1], trail=state.trail[:-1], notice=None)


def _with_deal(state: AppState, deal: int | None) -> Stepped:
    """A closed deal that is not on this device is fetched."""
    missing = deal is not None and closed_deal(state, deal) is None
    return state, ((m.FetchDeal(deal),) if missing and deal is not None else ())


def _change(state: AppState, setting: str, value: object) -> AppState:
    if setting == "table.fair_play":
        return say(state, {"type": "fair_play_chosen", "mode": value}, label="table.fair_play_chosen")
    if setting == "table.camera":
        return say(state, {"type": "camera_noted", "status": value, "notice": ""}, label="table.camera_noted")
    return replace(state, settings=state.settings.changed(setting, value))


# --- replay --------------------------------------------------------------------------------------------------------------


def steps_of(record: Json | None) -> int:
    """Every card laid (and gift) is a step; before the first nothing lies."""
    if record is None:
        return 0
    return sum(len(trick["cards"]) for trick in record["tricks"])


def _record(state: AppState, replay: Replay) -> Json | None:
    deal = closed_deal(state, replay.deal)
    return None if deal is None else deal.get("record")


def _seek(state: AppState, replay: Replay, step: int, running: bool) -> AppState:
    last = steps_of(_record(state, replay))
    step = min(max(step, 0), last)
    return replace(state, replay=replace(replay, step=step, running=running and step < last))


def _play(state: AppState, replay: Replay, running: bool) -> AppState:
    last = steps_of(_record(state, replay))
    step = 0 if running and replay.step >= last else replay.step
    return replace(state, replay=replace(replay, step=step, running=running and last > 0))
