"""The settings: this device's look and voice, and what the table may choose."""

from __future__ import annotations

from companion_app import actions as a
from companion_app.presenters.words import Speaker, speaker_for
from companion_app.settings import SCALE
from companion_app.state.model import AppState, may_say
from companion_app.state.record import system_of
from companion_app.viewmodels.common import Choice, Group
from companion_app.viewmodels.settings import SettingsView, Slider, Switch

_LANGUAGES = {"de": "Deutsch", "en": "English"}


def settings_view(state: AppState) -> SettingsView:
    speak = speaker_for(state.lang, system_of(state))
    settings = state.settings
    return SettingsView(
        title=speak("tab.settings"),
        language=_group(speak, "lang", settings.lang, list(_LANGUAGES.items())),
        scale=Slider(
            "scale",
            speak("set.scale"),
            settings.scale,
            SCALE[0],
            SCALE[1],
            0.1,
            speak("set.percent", value=round(settings.scale * 100)),
        ),
        look=_look(state, speak),
        switches=tuple(
            Switch(
                speak(f"set.{name}"),
                on,
                Choice(speak(f"set.{name}"), a.Change(name, not on), chosen=on, key=f"set.{name}"),
                speak(f"set.{name}_hint"),
            )
            for name, on in (
                ("contrast", settings.contrast),
                ("motion", settings.motion),
                ("sounds", settings.sounds),
                ("caller", settings.caller),
            )
        ),
        table=_table(state, speak),
        server=_server(state, speak),
        leave=Choice(speak("set.leave"), a.Forget(), key="set.leave") if state.server is not None else None,
    )


def _group(speak: Speaker, name: str, value: str, pairs: list[tuple[str, str]]) -> Group:
    choices = tuple(
        Choice(label, a.Change(name, key), chosen=key == value, key=f"set.{name}.{key or 'none'}")
        for key, label in pairs
    )
    return Group(speak(f"set.{name}"), choices, key=f"set.{name}")


def _look(state: AppState, speak: Speaker) -> tuple[Group, ...]:
    settings = state.settings
    groups = [
        _group(speak, name, value, [(key, speak(f"set.{name}.{key}")) for key in keys])
        for name, value, keys in (
            ("theme", settings.theme, ("light", "dark")),
            ("suits", settings.suits, ("two", "four")),
            ("hand", settings.hand, ("right", "left")),
        )
    ]
    players = (state.section("table") or {}).get("players", ())
    if players:
        own = settings.own if settings.own in players else ""
        groups.append(_group(speak, "own", own, [("", speak("set.own.none")), *((p, p) for p in players)]))
    return tuple(groups)


def _table(state: AppState, speak: Speaker) -> tuple[Group, ...]:
    table = state.section("table")
    if table is None:
        return ()
    groups = []
    if may_say(state.role, "fair_play_chosen"):
        modes = [(mode, speak(f"set.table.fair_play.{mode}")) for mode in ("fair_play", "referee", "off")]
        groups.append(_group(speak, "table.fair_play", table["fair_play"], modes))
    if may_say(state.role, "deal_opened"):
        status = [(s, speak(f"set.table.camera.{s}")) for s in ("watching", "manual")]
        groups.append(_group(speak, "table.camera", table["camera"]["status"], status))
    return tuple(groups)


def _server(state: AppState, speak: Speaker) -> str:
    if state.server is None:
        return speak("set.no_server")
    return speak("set.server", address=state.server.address, role=speak(f"role_of.{state.server.role}"))
