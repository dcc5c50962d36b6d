"""A deal again, card by card."""

from __future__ import annotations

import copy
from dataclasses import replace

from companion_app import actions as a
from companion_app.presenters.contract_line import contract_line
from companion_app.presenters.seats import Seats, seats_of
from companion_app.presenters.settlement import row_of
from companion_app.presenters.table_seats import seat_views
from companion_app.presenters.tricks import laid_cards, trick_view
from companion_app.presenters.words import Speaker, speaker_for
from companion_app.state.corrections import closed_deal
from companion_app.state.model import AppState, Json, Replay
from companion_app.state.places import steps_of
from companion_app.state.record import Now, Standing, standing, system_of, winning_seat
from companion_app.viewmodels.common import Choice, Tone
from companion_app.viewmodels.replay import ReplayView
from companion_app.viewmodels.table import TrickView, WarningView


def replay_view(state: AppState) -> ReplayView:
    replay = state.replay or Replay(0)
    system = system_of(state)
    speak = speaker_for(state.lang, system)
    found = closed_deal(state, replay.deal) or {}
    record = found.get("record")
    steps = steps_of(record)
    seats = seats_of(state, row_of(state, replay.deal))
    shown = as_of(record, replay.step)
    where = standing(shown)
    rulings = (found.get("judgement") or {}).get("rulings", ())
    moments = [step_of(record, r["proven"]) for r in rulings]
    first, previous, play, following, last = _buttons(speak, replay, steps)
    view = ReplayView(
        title=speak("replay.title", number=replay.deal),
        mark=speak("replay.mark"),
        step=replay.step,
        steps=steps,
        sentence=_sentence(speak, seats, shown),
        seats=(),
        contract=None,
        trick=None,
        marks=tuple(sorted({m for m in moments if m is not None})),
        warnings=_warnings(speak, seats, rulings, moments, replay),
        first=first,
        previous=previous,
        play=play,
        following=following,
        last=last,
        running=replay.running,
    )
    if shown is None or where is None:
        return view
    # what was known at that moment: the contract's partner shows when his card has fallen
    return replace(
        view,
        seats=seat_views(state, speak, seats, Now(shown, frozenset()), where, "play"),
        contract=contract_line(speak, seats, shown, where.facts, system, editable=False),
        trick=_trick(speak, seats, shown, where),
    )


def as_of(record: Json | None, step: int) -> Json | None:
    """The record when so many cards lay, as a deal that still runs."""
    if record is None:
        return None
    shown = copy.deepcopy(record)
    kept, left = [], step
    for trick in shown["tricks"]:
        count = len(trick["cards"])
        if left <= 0:
            break
        if left < count:
            kept.append({"cards": trick["cards"][:left]})
            break
        kept.append({name: value for name, value in trick.items() if name != "collected_by"})
        left -= count
    shown["tricks"] = kept
    shown["end"] = "running"
    shown.pop("hands", None)
    contract = shown.get("contract")
    if contract is not None:
        contract.pop("partner", None)
    return shown


def step_of(record: Json | None, proven: Json | None) -> int | None:
    """The step at which something was proven."""
    if record is None or proven is None:
        return None
    before = sum(len(trick["cards"]) for trick in record["tricks"][: proven["trick"] - 1])
    return min(before + int(proven["card"]), steps_of(record))


def _sentence(speak: Speaker, seats: Seats, shown: Json | None) -> str:
    if shown is None:
        return speak("replay.nothing")
    if not shown["tricks"]:
        return speak("replay.start")
    seat, card = shown["tricks"][-1]["cards"][-1]
    return speak(
        "replay.step", number=len(shown["tricks"]), name=seats.name(seat), card=speak.card(card).name
    )


def _trick(speak: Speaker, seats: Seats, shown: Json, where: Standing) -> TrickView | None:
    if not shown["tricks"]:
        return None
    number = len(shown["tricks"])
    trick = shown["tricks"][-1]
    cards = laid_cards(speak, seats, trick, number, touchable=False, winning=winning_seat(where))
    return trick_view(speak, seats, trick, number, where.facts, cards)


def _warnings(
    speak: Speaker, seats: Seats, rulings: list[Json], moments: list[int | None], replay: Replay
) -> tuple[WarningView, ...]:
    """What was proven up to this step."""
    views = []
    for index, (ruling, moment) in enumerate(zip(rulings, moments, strict=True)):
        if moment is None or moment > replay.step:
            continue
        who = seats.name(ruling["by"]) if ruling["by"] else speak("ruling.somebody")
        text = speak("warning.text", kind=speak(f"kind.{ruling['kind'] or 'open'}"), name=who)
        tone = Tone.BAD if ruling["status"] == "renonce" else Tone.NOTICE
        views.append(
            WarningView(
                text, tone, Choice(text, a.OpenRuling(index, replay.deal), tone=tone, key=f"ruling.{index}")
            )
        )
    return tuple(views)


def _buttons(speak: Speaker, replay: Replay, steps: int) -> tuple[Choice, Choice, Choice, Choice, Choice]:
    at_start, at_end = replay.step <= 0, replay.step >= steps
    run = "replay.stop" if replay.running else "replay.run"
    return (
        Choice(speak("replay.first"), a.Seek(0), enabled=not at_start, key="replay.first"),
        Choice(
            speak("replay.previous"), a.Seek(replay.step - 1), enabled=not at_start, key="replay.previous"
        ),
        Choice(speak(run), a.PlayReplay(not replay.running), enabled=steps > 0, key="replay.play"),
        Choice(speak("replay.next"), a.Seek(replay.step + 1), enabled=not at_end, key="replay.next"),
        Choice(speak("replay.last"), a.Seek(steps), enabled=not at_end, key="replay.last"),
    )
