"""The start: find, pair, choose a table; and the form for a new one."""

from __future__ import annotations

from companion_app import actions as a
from companion_app.client.trust import readable
from companion_app.presenters.words import Speaker
from companion_app.state.drafts import TableForm
from companion_app.state.model import AppState, may_order
from companion_app.state.pairing import DIGITS
from companion_app.tournament_actions import ChooseTournament
from companion_app.viewmodels.common import Choice, Group, Tone
from companion_app.viewmodels.new_table import NameField, NewTableView
from companion_app.viewmodels.start import StartView
from engine.systems import SYSTEMS


def start_view(state: AppState) -> StartView:
    speak = Speaker(state.lang)
    start = state.start
    view = {"find": _find, "pair": _pair, "tables": _tables}[start.step]
    return view(state, speak)


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
        message="" if not start.message else speak(start.message),
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
        message="" if not start.message else speak(start.message),
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
        message="" if not start.message else speak(start.message),
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
        systems=Group(
            speak("new.rules"),
            tuple(
                Choice(s.name, a.FillTable("rules", s.id), chosen=s.id == form.rules, key=f"rules.{s.id}")
                for s in SYSTEMS.values()
            ),
            key="rules",
        ),
        count=Group(
            speak("new.count"),
            tuple(
                Choice(str(n), a.FillTable("players", n), chosen=n == form.count, key=f"count.{n}")
                for n in (4, 5, 6)
            ),
            key="count",
        ),
        players=tuple(
            NameField(f"player{i}", speak("new.player", number=i + 1), form.players[i], problems[i])
            for i in range(form.count)
        ),
        order_hint=speak("new.clockwise" if system.clockwise else "new.anticlockwise"),
        dealer=_dealer(speak, form),
        fair_play=Group(
            speak("set.table.fair_play"),
            tuple(
                Choice(
                    speak(f"set.table.fair_play.{mode}"),
                    a.FillTable("fair_play", mode),
                    chosen=mode == form.fair_play,
                    key=f"fair_play.{mode}",
                )
                for mode in ("fair_play", "referee", "off")
            ),
            key="fair_play",
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


def _dealer(speak: Speaker, form: TableForm) -> Group:
    choices = tuple(
        Choice(
            form.players[i].strip() or speak("new.player", number=i + 1),
            a.FillTable("dealer", i),
            chosen=i == form.dealer,
            key=f"dealer.{i}",
        )
        for i in range(form.count)
    )
    return Group(speak("new.dealer"), choices, key="dealer")


def _options(speak: Speaker, form: TableForm) -> tuple[Group, ...]:
    """Double rounds and the Pagatkassa, then the agreements of the written system; its defaults stand first."""
    given = dict(form.options)
    radl = tuple(
        Choice(
            speak(f"yes_no.{str(on).lower()}"),
            a.FillTable("radl", on),
            chosen=form.radl is on,
            key=f"radl.{on}",
        )
        for on in (False, True)
    )
    kassa = tuple(
        Choice(
            speak("new.no_kassa") if not cents else speak.euros(cents),
            a.FillTable("kassa", cents),
            chosen=(form.kassa or 0) == cents,
            key=f"kassa.{cents}",
        )
        for cents in (0, 10, 20, 50, 100)
    )
    groups = [Group(speak("new.radl"), radl, key="radl"), Group(speak("new.kassa"), kassa, key="kassa")]
    for option in SYSTEMS[form.rules].options:
        if option.name == "radl":
            continue  # a single deal's agreement, not the evening's
        value = given.get(option.name, option.default)
        values: tuple[str | bool, ...] = option.choices or (False, True)
        choices = tuple(
            Choice(
                v if isinstance(v, str) else speak(f"yes_no.{str(v).lower()}"),
                a.FillTable(f"option:{option.name}", v),
                chosen=v == value,
                key=f"option.{option.name}.{v}",
            )
            for v in values
        )
        title = option.de if speak.lang == "de" else option.en
        groups.append(Group(title[0].upper() + title[1:], choices, key=f"option.{option.name}"))
    return tuple(groups)
