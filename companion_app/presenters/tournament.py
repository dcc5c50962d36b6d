"""What a tournament shows at a table: who sits there, the clock, whether the sheet can be handed in, the referee."""

from __future__ import annotations

from companion_app import actions as a
from companion_app import tournament_actions as ta
from companion_app.presenters.words import Speaker, signed, speaker_for
from companion_app.state.model import AppState, Json, Link, Tournament, may_order
from companion_app.state.record import system_of
from companion_app.state.tournament import busy, calling, handing, hindrance, written
from companion_app.state.tournament_clock import clock_of, has_rung
from companion_app.viewmodels.common import Choice, Tone
from companion_app.viewmodels.tournament import ClockView, MineView, PlayerLine, RoundStrip, TournamentView

SHOWN_ON = (
    a.Screen.TABLE,
    a.Screen.CONTRACT,
    a.Screen.RESULT,
    a.Screen.SETTLEMENT,
    a.Screen.SHEET,
)
_TONES = {"in": Tone.GOOD, "playing": Tone.NOTICE, "between": Tone.NOTICE}


def round_strip(state: AppState) -> RoundStrip | None:
    """Around the screens of a tournament's table; a touch leads to its sheet."""
    known = state.tournament
    if known is None or known.place is None or known.log != state.table or state.screen not in SHOWN_ON:
        return None
    speak = speaker_for(state.lang, system_of(state))
    rung = known.signalled > known.place[0] or (known.signalled == known.place[0] and has_rung(state))
    text = f"{speak('round.table', number=known.place[1])} · {_round(speak, known, known.place[0])}"
    label = speak("round.open_in" if _new_round(known) else "round.open")
    return RoundStrip(
        text=text,
        choice=Choice(label, a.Open(a.Screen.TOURNAMENT), key="round.open"),
        clock=_clock(state, known.place[0]),
        state=_clock_word(state, speak, rung),
        tone=Tone.WARNING if rung else Tone.PLAIN,
    )


def _round(speak: Speaker, known: Tournament, number: int) -> str:
    final = bool(known.desk.get("final")) and number == known.desk.get("round")
    return speak("round.final") if final else speak("round.number", number=number)


def _new_round(known: Tournament) -> bool:
    return known.place is not None and known.desk.get("round", 0) > known.place[0]


def _clock(state: AppState, number: int | None = None) -> ClockView | None:
    clock = clock_of(state)
    if clock is None or (number is not None and clock.round != number):
        return None
    return ClockView(clock.ends, clock.left)


def _clock_word(state: AppState, speak: Speaker, rung: bool) -> str:
    clock = clock_of(state)
    if clock is None:
        return ""
    if clock.ends is None:
        return speak("round.paused")
    return speak("round.over") if rung else ""


def tournament_view(state: AppState) -> TournamentView:
    speak = speaker_for(state.lang, system_of(state))
    known = state.tournament
    if known is None or not known.desk:
        return TournamentView(speak("tab.tournament"), speak("tab.tournament"), speak("round.asking"))
    number = known.desk["round"]
    mine = _mine(state, speak, known) if known.place is not None else None
    done = known.place is None or _handed_in(known)
    rung = bool(number) and has_rung(state)
    same = _same(state, speak, known) if done else None
    others = _tables(state, speak, known) if done else ()
    return TournamentView(
        title=known.desk["name"],
        heading=_round(speak, known, number) if number else speak("round.before_title"),
        hint=_hint(speak, known, done, bool(same or others)),
        clock=_clock(state),
        clock_word=_clock_word(state, speak, rung),
        mine=mine,
        same=same,
        tables_title=speak("round.tables") if others else "",
        tables=others,
        call=_call(state, speak, known),
        called=_called(speak, known),
        leave=Choice(speak("round.leave"), ta.LeaveTable(), key="round.leave", enabled=not busy(state))
        if known.place is not None
        else None,
    )


def _hint(speak: Speaker, known: Tournament, done: bool, choosing: bool) -> str:
    if known.desk["closed"]:
        return speak("round.tournament_over")
    if not known.desk["round"]:
        return speak("round.before")
    if done and choosing:
        return speak("round.choose")
    return "" if known.place is None or not done else speak("round.wait_next")


# --- tables to take over ---------------------------------------------------------------------------------------------------


def _handed_in(known: Tournament) -> bool:
    return (known.mine or {}).get("status") == "in"


def _free(known: Tournament) -> list[Json]:
    return [row for row in known.desk["tables"] if row["status"] != "in"]


def _same(state: AppState, speak: Speaker, known: Tournament) -> Choice | None:
    """Where this device lay in the last round it stays, most likely."""
    if known.place is None or not may_order(state.role, "table_taken"):
        return None
    row = next(
        (r for r in _free(known) if r["table"] == known.place[1] and r["round"] == known.desk["round"]), None
    )
    if row is None:
        return None
    label = speak("round.take", number=row["table"])
    return _taking(state, speak, row, label, ", ".join(row["players"]))


def _tables(state: AppState, speak: Speaker, known: Tournament) -> tuple[Choice, ...]:
    if not may_order(state.role, "table_taken") or known.desk["closed"]:
        return ()
    now = known.desk["round"]
    found = []
    for row in _free(known):
        label = speak("round.table", number=row["table"])
        if row["round"] != now:
            label += f" · {_round(speak, known, row['round'])}"
        status = speak(f"round.status.{row['status']}")
        found.append(_taking(state, speak, row, label, f"{', '.join(row['players'])} · {status}"))
    return tuple(found)


def _taking(state: AppState, speak: Speaker, row: Json, label: str, detail: str) -> Choice:
    waits = busy(state)
    return Choice(
        label,
        ta.TakeTable(row["round"], row["table"]),
        detail=detail,
        enabled=not waits,
        why=speak("round.first_hand_in"),
        key=f"take.{row['round']}.{row['table']}",
    )


# --- our own table ---------------------------------------------------------------------------------------------------------


def _mine(state: AppState, speak: Speaker, known: Tournament) -> MineView | None:
    if known.place is None:
        return None
    told, here = known.mine or {}, written(state)
    done = _handed_in(known)
    games, points = here if here is not None and not done else (told.get("games", 0), told.get("points"))
    points = tuple(points or (0,) * len(known.players))
    on_way, stopped = handing(known), hindrance(state)
    status = told.get("status", "waiting")
    title = f"{speak('round.table', number=known.place[1])} · {_round(speak, known, known.place[0])}"
    count = speak("round.games_one") if games == 1 else speak("round.games", count=games)
    touchable = not done and on_way is None and not stopped and may_order(state.role, "sheet_handed_in")
    return MineView(
        title=title,
        status=f"{speak(f'round.status.{status}')} · {count}",
        tone=_TONES.get(status, Tone.QUIET),
        lines=tuple(
            _line(speak, known, name, value, touchable, done or on_way is not None)
            for name, value in zip(known.players, points, strict=True)
        ),
        hint=_mine_hint(state, speak, done, stopped),
        write=None if done else Choice(speak("round.write"), a.Open(a.Screen.TABLE), key="round.write"),
        hand_in=_hand_in(speak, known, touchable),
        notes=_notes(speak, told),
    )


def _line(
    speak: Speaker, known: Tournament, name: str, value: int, touchable: bool, done: bool
) -> PlayerLine:
    said = name in known.confirmed or done
    choice = Choice(
        name,
        ta.ConfirmPoints(name),
        chosen=said and not done,
        enabled=touchable,
        key=f"confirm.{known.players.index(name)}",
    )
    return PlayerLine(name, signed(value), choice, speak("round.right") if said else "")


def _mine_hint(state: AppState, speak: Speaker, done: bool, stopped: str) -> str:
    known = state.tournament
    if done:
        return speak("round.in")
    if known is not None and handing(known) is not None:
        online = state.link is Link.CONNECTED
        return speak("round.on_way" if online else "round.on_way_offline")
    return speak(stopped) if stopped else speak("round.confirm_hint")


def _hand_in(speak: Speaker, known: Tournament, touchable: bool) -> Choice | None:
    if not touchable:
        return None
    missing = [name for name in known.players if name not in known.confirmed]
    return Choice(
        speak("round.hand_in"),
        ta.HandIn(),
        enabled=not missing,
        why=speak("round.missing", names=speak.listed(missing)) if missing else "",
        key="round.hand_in",
    )


def _notes(speak: Speaker, told: Json) -> tuple[str, ...]:
    notes = []
    if told.get("contested"):
        notes.append(speak(f"round.contested.{told['contested']}"))
    if told.get("reason"):
        notes.append(speak("round.corrected", reason=told["reason"]))
    return tuple(notes)


# --- the referee -----------------------------------------------------------------------------------------------------------


def _call(state: AppState, speak: Speaker, known: Tournament) -> Choice | None:
    if known.place is None or not may_order(state.role, "referee_called") or known.desk.get("closed"):
        return None
    if calling(known):
        return None
    return Choice(speak("round.call"), ta.CallReferee(), key="round.call")


def call_choice(state: AppState, speak: Speaker) -> Choice | None:
    """The same button at the table."""
    known = state.tournament
    if known is None or known.log != state.table:
        return None
    return _call(state, speak, known)


def _called(speak: Speaker, known: Tournament) -> str:
    """The last call: on its way, open, or decided."""
    if any(order.kind == "call" for order in known.orders):
        return speak("round.calling")
    called = (known.mine or {}).get("called", ())
    if not called:
        return ""
    last = called[-1]
    if last["decision"]:
        return speak("round.decided", referee=last["referee"], decision=last["decision"])
    return speak("round.comes", referee=last["referee"]) if last["referee"] else speak("round.called")
