"""The whole picture of the app: the screen that is shown, and what is around it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion_app import actions as a
from companion_app.actions import Screen
from companion_app.presenters.contract import contract_view
from companion_app.presenters.correction import correction_view
from companion_app.presenters.question import strip_view
from companion_app.presenters.replay import replay_view
from companion_app.presenters.result import result_view
from companion_app.presenters.ruling import ruling_view
from companion_app.presenters.settings import settings_view
from companion_app.presenters.settlement import settlement_view
from companion_app.presenters.sheet import sheet_view
from companion_app.presenters.start import new_table_view, start_view
from companion_app.presenters.table import table_view
from companion_app.presenters.tournament import round_strip, tournament_view
from companion_app.presenters.words import Speaker, speaker_for
from companion_app.state.model import AppState, Link
from companion_app.state.record import system_of
from companion_app.viewmodels.common import Choice, Pictured, Tone
from companion_app.viewmodels.frame import Appearance, ConnectionView, Frame, NoticeView, ScreenView

_VIEWS: Final[Mapping[Screen, Callable[[AppState], ScreenView]]] = {
    Screen.START: start_view,
    Screen.NEW_TABLE: new_table_view,
    Screen.TABLE: table_view,
    Screen.CONTRACT: contract_view,
    Screen.CORRECTION: correction_view,
    Screen.RULING: ruling_view,
    Screen.RESULT: result_view,
    Screen.SETTLEMENT: settlement_view,
    Screen.SHEET: sheet_view,
    Screen.REPLAY: replay_view,
    Screen.SETTINGS: settings_view,
    Screen.TOURNAMENT: tournament_view,
}
_TABS = (Screen.TABLE, Screen.SHEET, Screen.TOURNAMENT, Screen.SETTINGS)


def frame_of(state: AppState) -> Frame:
    """Everything that is to be drawn now."""
    speak = speaker_for(state.lang, system_of(state))
    view = _VIEWS[state.screen](state)
    picture = state.picture
    return Frame(
        title=view.title,
        view=view,
        appearance=appearance_of(state),
        connection=_connection(state, speak),
        tabs=_tabs(state, speak),
        back=Choice(speak("back"), a.Back(), key="back") if _has_back(state) else None,
        strip=strip_view(state) if state.screen in (Screen.TABLE, Screen.CONTRACT, Screen.SHEET) else None,
        round=round_strip(state),
        notice=_notice(state, speak),
        picture=None if picture is None else Pictured(picture, dict(state.pictures).get(picture, "")),
        close_picture=None
        if picture is None
        else Choice(speak("close"), a.ShowPicture(None), key="picture.close"),
    )


def appearance_of(state: AppState) -> Appearance:
    s = state.settings
    return Appearance(s.lang, s.theme, s.contrast, s.suits, s.scale, s.hand, s.motion)


def _has_back(state: AppState) -> bool:
    return bool(state.trail) or (state.screen is Screen.START and state.start.step == "pair")


def _tabs(state: AppState, speak: Speaker) -> tuple[Choice, ...]:
    """The sheet's tab is chosen too while a deal of it is looked at."""
    if state.table is None:
        return ()
    current = next((s for s in (state.screen, *reversed(state.trail)) if s in _TABS), Screen.TABLE)
    return tuple(
        Choice(
            speak(f"tab.{screen.value}"), a.Open(screen), chosen=screen is current, key=f"tab.{screen.value}"
        )
        for screen in _TABS
        if screen is not Screen.TOURNAMENT or state.tournament is not None
    )


def _connection(state: AppState, speak: Speaker) -> ConnectionView:
    waiting = len([p for p in state.outbox if not p.cancelled])
    waiting += 0 if state.tournament is None else len(state.tournament.orders)
    if state.table is None or state.server is None:
        return ConnectionView(state.link.value)
    if state.link is Link.CONNECTED:
        kept = sum(not p.cancelled for p in state.held if p.table == state.table)
        text = speak("held.line", count=kept) if kept else ""
        return ConnectionView(state.link.value, text, waiting, Tone.NOTICE if kept else Tone.PLAIN)
    text = speak("link.searching" if state.link is Link.SEARCHING else "link.reconnecting")
    if waiting:
        text += " · " + speak("link.waiting_one" if waiting == 1 else "link.waiting", count=waiting)
    return ConnectionView(state.link.value, text, waiting, Tone.NOTICE)


def _notice(state: AppState, speak: Speaker) -> NoticeView | None:
    notice = state.notice
    if notice is None:
        return None
    fields = dict(notice.fields)
    if "what" in fields:  # the label of what was taken back, as a noun
        what = f"what.{fields['what']}"
        fields["what"] = speak(what if speak.has(what) else "what.other")
    word = speak(notice.key, **fields)
    choice = Choice(speak("undo"), a.Undo(), key="undo") if notice.undo else None
    if notice.sure is not None:
        choice = Choice(speak("sure"), notice.sure, key="sure")
    return NoticeView(word, Tone(notice.tone), choice)
