"""The table screen: what lies, who is where, what was said, and the one thing to do next."""

from __future__ import annotations

from dataclasses import replace

from companion_app import actions as a
from companion_app.presenters.contract_line import contract_line, said_lines
from companion_app.presenters.pad import pad_view
from companion_app.presenters.phase import phase_of, shows_points
from companion_app.presenters.pictures import behind_cards
from companion_app.presenters.seats import Seats, seats_of
from companion_app.presenters.table_choices import auction_choices, collectors, primary, quick, secondary
from companion_app.presenters.table_seats import seat_views
from companion_app.presenters.tricks import laid_cards, trick_view
from companion_app.presenters.words import Speaker, speaker_for
from companion_app.state.model import AppState, may_say
from companion_app.state.record import UNSEEN, Now, Standing, now, standing, system_of, winning_seat
from companion_app.state.rulings import is_left, listed
from companion_app.viewmodels.common import Choice, Tone
from companion_app.viewmodels.table import TableView, TrickView, WarningView
from engine.systems.base import System

WARNINGS = 2
_CAMERA_TONES = {"watching": Tone.GOOD, "manual": Tone.QUIET, "lost": Tone.WARNING}


def table_view(state: AppState) -> TableView:
    system = system_of(state)
    speak = speaker_for(state.lang, system)
    found = now(state)
    seats = seats_of(state)
    where = standing(found.record) if found is not None else None
    phase = phase_of(found, where)
    table = state.section("table") or {}
    number = len((state.section("sheet") or {}).get("rows", ())) + 1
    title = speak("table.title", number=number, name=seats.dealer) if table else ""
    camera, camera_tone = _camera(state, speak)
    view = TableView(
        phase=phase,
        title=title,
        seats=seat_views(state, speak, seats, found, where, phase),
        system=system.name,
        sitting_out=""
        if not seats.sitting_out
        else speak("table.out", names=speak.listed(seats.sitting_out)),
        double=_double(state, speak),
        primary=primary(state, speak, phase, where),
        secondary=secondary(state, speak, phase),
        quick=quick(state, speak, seats, system, phase),
        camera=camera,
        camera_tone=camera_tone,
    )
    if found is None or where is None:
        return view
    return _with_deal(state, speak, seats, system, found, where, view)


def _double(state: AppState, speak: Speaker) -> str:
    sheet = state.section("sheet") or {}
    return speak("table.double") if sheet.get("next", {}).get("double") else ""


def _camera(state: AppState, speak: Speaker) -> tuple[str, Tone]:
    camera = (state.section("table") or {}).get("camera") or {"status": "manual", "notice": ""}
    status = camera["status"]
    text = speak(f"camera.{status}") + (f": {camera['notice']}" if camera["notice"] else "")
    return text, _CAMERA_TONES.get(status, Tone.QUIET)


# --- the deal ------------------------------------------------------------------------------------------------------------


def _with_deal(
    state: AppState,
    speak: Speaker,
    seats: Seats,
    system: System,
    found: Now,
    where: Standing,
    view: TableView,
) -> TableView:
    record = found.record
    editable = may_say(state.role, "contract_set")
    talon, taken = record.get("talon"), record.get("taken")
    left = talon[1 if taken == "first" else 0] if talon and taken in ("first", "second") else ()
    tricks = record["tricks"]
    words, turn = auction_choices(state, speak, seats, system, record)
    return replace(
        view,
        auction=words,
        auction_turn=turn,
        contract=contract_line(speak, seats, record, where.facts, system, editable),
        said=said_lines(speak, seats, record),
        trick=_trick(state, speak, seats, found, where, len(tricks)) if tricks else None,
        last_trick=_last_trick(state, speak, seats, found, where),
        show_last=_show_last(state, speak, where),
        counts=_counts(state, speak, where),
        talon=tuple(speak.card(card) for card in left if card != UNSEEN),
        warnings=_warnings(state, speak, seats),
        pad=pad_view(state, speak, seats, record, where) if state.pad is not None else None,
        collect=collectors(state, speak, seats, record, where),
    )


def _trick(
    state: AppState, speak: Speaker, seats: Seats, found: Now, where: Standing, number: int
) -> TrickView | None:
    trick = found.record["tricks"][number - 1]
    lies = number == len(found.record["tricks"])
    cards = laid_cards(
        speak,
        seats,
        trick,
        number,
        touchable=may_say(state.role, "corrected"),
        winning=winning_seat(where) if lies else None,
        waiting=found.waiting,
        warned=[r["card"] for r in listed(state, None) if not is_left(state, r) and r["card"]],
        pictures=behind_cards(state),
    )
    return trick_view(speak, seats, trick, number, where.facts, cards, shows_points(state))


def _last_trick(
    state: AppState, speak: Speaker, seats: Seats, found: Now, where: Standing
) -> TrickView | None:
    number = len(found.record["tricks"]) - 1
    if not state.last_trick or number < 1:
        return None
    return _trick(state, speak, seats, found, where, number)


def _show_last(state: AppState, speak: Speaker, where: Standing) -> Choice | None:
    if len(where.deal.tricks) < 2:
        return None
    label = speak("table.hide_last" if state.last_trick else "table.show_last")
    return Choice(label, a.ShowLastTrick(not state.last_trick), chosen=state.last_trick, key="table.last")


def _counts(state: AppState, speak: Speaker, where: Standing) -> str:
    """Points of both sides, once they are known and the mode shows them."""
    contract = where.deal.contract
    known = where.facts.partner is not None or where.facts.alone
    if contract is None or not contract.nature.positive or not shows_points(state) or not known:
        return ""
    sides = {contract.declarer, *(() if where.facts.partner is None else (where.facts.partner,))}
    own = sum(where.facts.thirds[s] for s in sides)
    others = sum(where.facts.thirds) - own
    return speak("table.counts", own=speak.points(own), others=speak.points(others))


def _warnings(state: AppState, speak: Speaker, seats: Seats) -> tuple[WarningView, ...]:
    """The latest two; more of them are one line, so that what a finger is about to touch stays where it is."""
    open_ones = [(i, r) for i, r in enumerate(listed(state, None)) if not is_left(state, r)]
    views = []
    for index, ruling in open_ones[::-1][:WARNINGS]:
        kind = ruling["kind"] or "open"
        who = seats.name(ruling["by"]) if ruling["by"] else speak("ruling.somebody")
        text = speak("warning.text", kind=speak(f"kind.{kind}"), name=who)
        tone = Tone.WARNING if ruling["status"] in ("renonce", "correctable") else Tone.NOTICE
        choice = Choice(text, a.OpenRuling(index), tone=tone, key=f"warning.{index}")
        views.append(WarningView(text, tone, choice))
    more = len(open_ones) - WARNINGS
    if more > 0:
        text = speak("warning.more", count=more)
        choice = Choice(text, a.OpenRuling(open_ones[0][0]), tone=Tone.NOTICE, key="warning.more")
        views.append(WarningView(text, Tone.NOTICE, choice))
    return tuple(views)
