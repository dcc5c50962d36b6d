"""The start: find, pair, choose a table; and the form for a new one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion_app import actions as a
from companion_app.client.trust import readable
from companion_app.presenters.words import Speaker
from companion_app.state.drafts import TableForm
from companion_app.state.held import count
from companion_app.state.model import AppState, Start, may_order
from companion_app.state.pairing import DIGITS
from companion_app.tournament_actions import ChooseTournament
from companion_app.viewmodels.common import Choice, Group, Tone
from companion_app.viewmodels.new_table import NameField, NewTableView
from companion_app.viewmodels.start import StartView
from engine.systems import SYSTEMS


def start_view(state: AppState) -> StartView:
    speak = Speaker(state.lang)
    start = state.start
    view = {"find": _find, "pair": _pair, "tables": _tables}[start.step](state, speak)
    waiting = count(state)
    if not waiting:
        return view
    kept = speak("start.kept_one" if waiting == 1 else "start.kept", count=waiting)
    discard = Choice(speak("start.discard"), a.DiscardElsewhere(), key="start.discard")
    return replace(view, hint=f"{view.hint} {kept}", discard=discard)


def _message(start: Start, speak: Speaker) -> str:
    """What went wrong; empty if nothing did."""
    return speak(start.message, detail=start.detail) if start.message else ""


def _find(state: AppState, speak: Speaker) -> StartView:
    start = state.start
    return StartView(
        step="find",
        title=speak("start.find"),
        hint=speak(
            "start.find_hint" if start.found else "start.searching" if start.searching else "start.none_found"
        ),
        servers=tuple(
            Choice(
                name, a.ChooseServer(address), detail=address, enabled=not start.busy, key=f"server.{address}"
            )
            for name, address in start.found
        ),
        searching=start.searching,
        address=start.address,
        address_label=speak("start.address"),
        connect=Choice(
            speak("start.connect"),
            a.ChooseServer(start.address),
            enabled=bool(start.address.strip()) and not start.busy,
            key="start.connect",
        ),
        run_here=Choice(
            speak("start.here"),
            a.RunHere(),
            detail=speak("start.here_hint"),
            enabled=not start.busy,
            key="start.here",
        ),
        again=Choice(speak("start.again"), a.FindServers(), enabled=not start.searching, key="start.again"),
        message=_message(start, speak),
        tone=Tone.BAD if start.message else Tone.PLAIN,
        busy=start.busy,
    )


def _pair(state: AppState, speak: Speaker) -> StartView:
    start = state.start
    digits = [*"789456123"]
    sign = [speak("start.fingerprint", sign=readable(start.fingerprint))] if start.fingerprint else []
    keys = [
        Choice(
            d,
            a.TypeCode(start.code + d),
            enabled=len(start.code) < DIGITS and not start.busy,
            key=f"digit.{d}",
        )
        for d in digits
    ]
    keys.append(Choice("⌫", a.TypeCode(start.code[:-1]), enabled=bool(start.code), key="digit.delete"))
    keys.append(
        Choice(
            "0",
            a.TypeCode(start.code + "0"),
            enabled=len(start.code) < DIGITS and not start.busy,
            key="digit.0",
        )
    )
    return StartView(
        step="pair",
        title=speak("start.pair"),
        hint=" ".join([speak("start.pair_hint"), *sign]),
        address=start.address,
        code=start.code,
        code_label=speak("start.code"),
        keys=tuple(keys),
        again=Choice(speak("start.other"), a.Back(), key="start.back"),
        message=_message(start, speak),
        tone=Tone.BAD if start.message else Tone.PLAIN,
        busy=start.busy,
    )


def _tables(state: AppState, speak: Speaker) -> StartView:
    start = state.start
    host = state.role == "admin"
    return StartView(
        step="tables",
        title=speak("start.tables"),
        hint=speak("start.busy" if start.busy else "start.tables_hint" if state.tables else "start.no_tables")
        if not state.tournaments
        else speak("start.tournament_hint"),
        tournaments=_tournaments(state, speak),
        tables=tuple(
            Choice(
                table["name"],
                a.ChooseTable(table["id"]),
                detail=", ".join(table["players"]),
                key=f"table.{table['id']}",
            )
            for table in state.tables
        ),
        new_table=Choice(speak("start.new"), a.Open(a.Screen.NEW_TABLE), key="start.new") if host else None,
        again=Choice(speak("set.leave"), a.Forget(), key="start.leave"),
        message=_message(start, speak),
        tone=Tone.BAD if start.message else Tone.PLAIN,
        busy=start.busy,
    )


def _tournaments(state: AppState, speak: Speaker) -> tuple[Choice, ...]:
    """Where a table's device has something to do."""
    if not may_order(state.role, "table_taken"):
        return ()
    return tuple(
        Choice(
            speak("start.tournament", name=one["name"]),
            ChooseTournament(one["id"]),
            detail=speak("start.tournament_round", number=one["round"])
            if one["round"]
            else speak("start.tournament_before"),
            key=f"tournament.{one['id']}",
        )
        for one in state.tournaments
    )


# --- a new table ---------------------------------------------------------------------------------------------------------


def new_table_view(state: AppState) -> NewTableView:
    speak = Speaker(state.lang, state.form.rules)
    form = state.form
    system = SYSTEMS[form.rules]
    names = [name.strip() for name in form.players[: form.count]]
    problems = _problems(speak, names)
    ready = not any(problems) and all(names)
    return NewTableView(
        title=speak("new.title"),
        name=NameField("name", speak("new.name"), form.name),
        systems=_choose(speak("new.rules"), "rules", ((s.id, s.name) for s in SYSTEMS.values()), form.rules),
        count=_choose(
            speak("new.count"), "players", ((n, str(n)) for n in (4, 5, 6)), form.count, key="count"
        ),
        players=tuple(
            NameField(f"player{i}", speak("new.player", number=i + 1), form.players[i], problems[i])
            for i in range(form.count)
        ),
        order_hint=speak("new.clockwise" if system.clockwise else "new.anticlockwise"),
        dealer=_dealer(speak, form),
        fair_play=_choose(
            speak("set.table.fair_play"),
            "fair_play",
            ((mode, speak(f"set.table.fair_play.{mode}")) for mode in ("fair_play", "referee", "off")),
            form.fair_play,
        ),
        options=_options(speak, form),
        create=Choice(
            speak("new.create"),
            a.CreateTable(),
            enabled=ready and not form.busy,
            why=speak("new.names"),
            key="new.create",
        ),
        busy=form.busy,
    )


def _problems(speak: Speaker, names: list[str]) -> list[str]:
    return [speak("new.twice") if name and name in names[:i] else "" for i, name in enumerate(names)]


def _choose(
    title: str, field: str, words: Iterable[tuple[str | int | bool, str]], chosen: object, key: str = ""
) -> Group:
    """One field of the form: each value that it may have, with its word."""
    key = key or field
    choices = tuple(
        Choice(word, a.FillTable(field, value), chosen=value == chosen, key=f"{key}.{value}")
        for value, word in words
    )
    return Group(title, choices, key=key)


def _dealer(speak: Speaker, form: TableForm) -> Group:
    names = (form.players[i].strip() or speak("new.player", number=i + 1) for i in range(form.count))
    return _choose(speak("new.dealer"), "dealer", enumerate(names), form.dealer)


def _options(speak: Speaker, form: TableForm) -> tuple[Group, ...]:
    """Double rounds and the Pagatkassa, then the agreements of the written system; its defaults stand first."""
    given = dict(form.options)

    def yes_no(value: str | bool) -> str:
        return value if isinstance(value, str) else speak(f"yes_no.{str(value).lower()}")

    kassa = (
        (cents, speak.euros(cents) if cents else speak("new.no_kassa")) for cents in (0, 10, 20, 50, 100)
    )
    groups = [
        _choose(speak("new.radl"), "radl", ((on, yes_no(on)) for on in (False, True)), form.radl),
        _choose(speak("new.kassa"), "kassa", kassa, form.kassa or 0),
    ]
    for option in SYSTEMS[form.rules].options:
        if option.name == "radl":
            continue  # a single deal's agreement, not the evening's
        values: tuple[str | bool, ...] = option.choices or (False, True)
        title = option.de if speak.lang == "de" else option.en
        groups.append(
            _choose(
                title[0].upper() + title[1:],
                f"option:{option.name}",
                ((value, yes_no(value)) for value in values),
                given.get(option.name, option.default),
                key=f"option.{option.name}",
            )
        )
    return tuple(groups)
