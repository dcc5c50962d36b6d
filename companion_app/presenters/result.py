"""Typing in a result: only what this game and these rules ask for, settled while it is typed."""

from __future__ import annotations

from companion_app import actions as a
from companion_app.presenters.contract import sentence
from companion_app.presenters.seats import Seats, seats_of
from companion_app.presenters.settlement import amount_lines, pay_of_sheet, row_of
from companion_app.presenters.words import Speaker, speaker_for
from companion_app.state.drafts import BonusDraft, ResultDraft, ResultEntry
from companion_app.state.model import AppState
from companion_app.state.record import system_of
from companion_app.state.results import checked, filled_four, needs_partner, possible_bonuses
from companion_app.viewmodels.common import Choice, Group
from companion_app.viewmodels.result import AmountRow, BonusRow, ResultView, Stepper
from engine.cards import DECK_THIRDS
from engine.fields import Problem
from engine.systems.base import NATURES, Family, System
from engine.terms import SEATS

_PROBLEMS = (
    "partner_open",
    "missing",
    "sum",
    "king",
    "partner",
    "twice",
    "end",
    "seat",
    "bonus",
    "bird",
    "with",
)


def result_view(state: AppState) -> ResultView:
    system = system_of(state)
    speak = speaker_for(state.lang, system)
    entry = state.result or ResultEntry(None)
    draft = entry.now
    seats = seats_of(state, row_of(state, entry.deal))
    options = (state.section("table") or {}).get("options", {})
    if draft.contract.game is None or draft.contract.declarer is None:
        return _empty(speak)
    check = checked(draft, system, options)
    settlement = check.settlement
    contract = check.document["contract"]
    problems = _problems(speak, check.problems)
    return ResultView(
        title=speak("result.title") if entry.deal is None else speak("result.title_deal", number=entry.deal),
        contract=sentence(speak, seats, draft.contract),
        edit_contract=Choice(
            speak("contract.edit"),
            a.Open(a.Screen.CONTRACT),
            enabled=entry.deal is None,
            key="result.contract",
        ),
        partner=_partner(speak, seats, draft),
        amounts=_amounts(speak, seats, draft),
        bonuses=_bonuses(speak, seats, draft, system),
        ends=_ends(speak, draft, system),
        renonce=_renonce(speak, seats, draft),
        flags=_flags(speak, draft),
        problems=problems,
        lines=()
        if settlement is None
        else amount_lines(speak, seats, [x.as_json() for x in settlement.lines], contract),
        pay=()
        if settlement is None
        else pay_of_sheet(speak, seats, settlement.sheet, settlement.kontra_cents),
        commit=Choice(
            speak("result.commit"),
            a.CommitResult(),
            enabled=settlement is not None,
            why=problems[0] if problems else "",
            key="result.commit",
        ),
        undo=Choice(speak("undo"), a.Undo(), key="undo") if entry.past else None,
    )


def _empty(speak: Speaker) -> ResultView:
    edit = Choice(speak("contract.edit"), a.Open(a.Screen.CONTRACT), key="result.contract")
    commit = Choice(speak("result.commit"), a.CommitResult(), enabled=False, key="result.commit")
    hint = (speak("contract.no_game"),)
    return ResultView(speak("result.title"), "", edit, None, (), (), None, None, (), hint, (), (), commit)


def _partner(speak: Speaker, seats: Seats, draft: ResultDraft) -> Group | None:
    if not needs_partner(draft) or draft.end == "schleifen":
        return None
    choices = [
        Choice(seats.name(s), a.SetResult("partner", s), chosen=draft.partner == s, key=f"partner.{s}")
        for s in SEATS
        if s != draft.contract.declarer
    ]
    choices.append(
        Choice(speak("result.alone"), a.SetResult("partner", ""), chosen=draft.alone, key="partner.none")
    )
    return Group(speak("result.partner"), tuple(choices), key="partner")


# --- numbers -------------------------------------------------------------------------------------------------------------


def _amounts(speak: Speaker, seats: Seats, draft: ResultDraft) -> tuple[AmountRow, ...]:
    nature = NATURES[draft.contract.game or "rufer"]
    if draft.end != "played":
        return ()
    if nature.positive:
        rest = (
            ""
            if draft.thirds is None
            else speak("result.rest", points=speak.points(DECK_THIRDS - draft.thirds))
        )
        name = speak("side.declarers" if nature.family is Family.CALLING else "side.declarer")
        return (AmountRow(name, _points(speak, draft.thirds, ""), rest),)
    rows = []
    thirds = filled_four(draft.seats, DECK_THIRDS)
    tricks = filled_four(draft.tricks, 12)
    for index, seat in enumerate(SEATS):
        steppers: tuple[Stepper, ...] = ()
        if nature.family is Family.TRISCHAKEN:
            steppers = _points(speak, thirds[index] if thirds else draft.seats[index], f":{seat}")
        steppers += (
            _stepper(
                speak("result.tricks"), f"tricks:{seat}", tricks[index] if tricks else draft.tricks[index], 12
            ),
        )
        rows.append(AmountRow(seats.name(seat), steppers))
    return tuple(rows)


def _points(speak: Speaker, thirds: int | None, of: str) -> tuple[Stepper, ...]:
    points, blatt = (None, None) if thirds is None else divmod(thirds, 3)
    return (
        _stepper(speak("result.points"), f"points{of}", points, 70),
        _stepper(speak("result.blatt"), f"blatt{of}", blatt, 2),
    )


def _stepper(label: str, field: str, value: int | None, high: int) -> Stepper:
    now = value or 0
    return Stepper(
        field,
        label,
        value,
        0,
        high,
        Choice(
            "−", a.SetAmount(field, max(now - 1, 0)), enabled=value is None or value > 0, key=f"{field}.less"
        ),
        Choice(
            "+",
            a.SetAmount(field, min(now + 1, high)),
            enabled=value is None or value < high,
            key=f"{field}.more",
        ),
    )


# --- bonuses -------------------------------------------------------------------------------------------------------------


def _bonuses(speak: Speaker, seats: Seats, draft: ResultDraft, system: System) -> tuple[BonusRow, ...]:
    if draft.end == "schleifen":
        return ()
    rows = []
    for what, side in possible_bonuses(draft, system):
        found = next((b for b in draft.bonuses if (b.what, b.side) == (what, side)), None)
        other = next((b for b in draft.bonuses if b.what == what and b.side != side), None)
        if (
            found is None
            and other is not None
            and (other.announced_by is not None or other.outcome == "made")
        ):
            continue  # both sides cannot have it
        name = speak("side.declarers" if side == "declarers" else "side.opponents")
        if found is not None and found.announced_by is not None:
            name = seats.name(found.announced_by)
        rows.append(
            BonusRow(
                _title(speak, what, found), what, side, name, _outcomes(speak, system, what, side, found)
            )
        )
    return tuple(rows)


def _title(speak: Speaker, what: str, found: BonusDraft | None) -> str:
    name = speak.bonus(what)
    return (
        speak("line.announced", what=name) if found is not None and found.announced_by is not None else name
    )


def _outcomes(
    speak: Speaker, system: System, what: str, side: str, found: BonusDraft | None
) -> tuple[Choice, ...]:
    """Announced: won or lost. Else: nothing or made silently (or lost, where a silent bird can be)."""
    announced = found is not None and found.announced_by is not None
    outcome = "" if found is None else found.outcome
    pairs: tuple[tuple[str, str], ...]
    if announced:
        pairs = (("made", speak("outcome.made")), ("lost", speak("outcome.lost")))
    elif system.silent_bird_minus:
        pairs = (
            ("", speak("outcome.none")),
            ("made", speak("outcome.silent")),
            ("lost", speak("outcome.lost")),
        )
    else:
        pairs = (("", speak("outcome.none")), ("made", speak("outcome.silent")))
    return tuple(
        Choice(
            label,
            a.SetBonus(what, side, value),
            chosen=value == outcome,
            key=f"outcome.{what}.{side}.{value or 'none'}",
        )
        for value, label in pairs
    )


# --- the rest --------------------------------------------------------------------------------------------------------------


def _ends(speak: Speaker, draft: ResultDraft, system: System) -> Group | None:
    ends = ["played"]
    if needs_partner(draft):
        ends.append("schleifen")
    if system.blank_rufer and draft.contract.game == "rufer":
        ends.append("blank")
    if len(ends) == 1:
        return None
    choices = tuple(
        Choice(speak(f"end.{end}"), a.SetResult("end", end), chosen=draft.end == end, key=f"end.{end}")
        for end in ends
    )
    return Group(speak("result.end"), choices, key="ends")


def _renonce(speak: Speaker, seats: Seats, draft: ResultDraft) -> Group:
    nobody = Choice(
        speak("result.nobody"), a.SetResult("renonce", None), chosen=draft.renonce is None, key="renonce.none"
    )
    choices = tuple(
        Choice(seats.name(s), a.SetResult("renonce", s), chosen=draft.renonce == s, key=f"renonce.{s}")
        for s in SEATS
    )
    return Group(speak("result.renonce"), (nobody, *choices), key="renonce")


def _flags(speak: Speaker, draft: ResultDraft) -> tuple[Choice, ...]:
    if not needs_partner(draft) or not draft.alone:
        return ()
    return tuple(
        Choice(speak(f"result.{name}"), a.SetResult(name, not on), chosen=on, key=f"flag.{name}")
        for name, on in (("king_in_talon", draft.king_in_talon), ("king_left", draft.king_left))
    )


def _problems(speak: Speaker, problems: tuple[Problem, ...]) -> tuple[str, ...]:
    """What is missing in the person's language; each once."""
    words = []
    for problem in problems:
        if problem.code == "missing" and problem.at.startswith("bonuses"):
            words.append(speak("problem.outcome"))
        elif problem.code == "missing":
            words.append(speak("problem.amounts"))
        else:
            words.append(speak(f"problem.{problem.code}" if problem.code in _PROBLEMS else "problem.other"))
    return tuple(dict.fromkeys(words))
