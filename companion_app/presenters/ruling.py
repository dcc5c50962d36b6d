"""A ruling in words: with names instead of seats, its proof step by step, the rule itself, and the choices."""

from __future__ import annotations

import re

from companion_app import actions as a
from companion_app.presenters.pictures import behind_cards
from companion_app.presenters.seats import Seats, seats_of
from companion_app.presenters.words import Speaker, speaker_for
from companion_app.state.corrections import closed_deal
from companion_app.state.model import AppState, Json, may_say
from companion_app.state.record import now, system_of
from companion_app.state.rulings import listed, place_of
from companion_app.viewmodels.common import Choice, Group, Tone
from companion_app.viewmodels.ruling import EvidenceView, RulingView
from engine.systems import SYSTEMS
from engine.terms import SEATS
from engine.texts import proof_steps

_SEAT = re.compile(r"(?<![♥♦♠♣\w])[ABCD](?![\w-])")
"""A seat standing alone: not the Bube of ♠B, not the Dame of ♦D."""
_TONES = {"renonce": Tone.BAD, "correctable": Tone.WARNING, "lost_bird": Tone.NOTICE, "notice": Tone.NOTICE}


def ruling_view(state: AppState) -> RulingView:
    deal, index = state.ruling or (None, 0)
    system = system_of(state)
    speak = speaker_for(state.lang, system)
    rulings = listed(state, deal)
    seats = seats_of(state, _seating(state, deal))
    if not 0 <= index < len(rulings):
        text = speak("ruling.gone")
        return RulingView(speak("ruling.title"), text, "", Tone.QUIET, (), (), "", "", ())
    ruling = rulings[index]
    found = now(state) if deal is None else None
    record = found.record if found is not None else (closed_deal(state, deal) or {}).get("record")
    rule = ruling["rule"]
    return RulingView(
        title=speak(f"kind.{ruling['kind'] or 'open'}"),
        sentence=with_names(ruling["because"]["text"][state.lang], seats),
        status=speak(f"status.{ruling['status'] or 'open'}"),
        tone=_TONES.get(ruling["status"], Tone.NOTICE),
        evidence=_evidence(state, speak, seats, ruling, record),
        steps=tuple(with_names(step, seats) for step in proof_steps(ruling["certificate"], state.lang)),
        quote=rule["quote"],
        source=_source(speak, rule),
        choices=_choices(state, speak, deal, ruling, record),
        claims=_claims(state, speak, seats, deal, ruling),
        pager=_pager(deal, index, len(rulings)),
    )


def _seating(state: AppState, deal: int | None) -> Json | None:
    rows = (state.section("sheet") or {}).get("rows", ())
    return next((row for row in rows if row["number"] == deal), None)


def with_names(text: str, seats: Seats) -> str:
    """A sentence of the engine with the players' names in the place of A, B, C, D."""
    return _SEAT.sub(lambda match: seats.name(match.group()), text)


def _source(speak: Speaker, rule: Json) -> str:
    name = SYSTEMS[rule["system"]].name if rule["system"] in SYSTEMS else rule["system"]
    if rule["section"] == "assumed":
        return speak("ruling.assumed", system=name)
    return f"{name} · {rule['section']}"


def _evidence(
    state: AppState, speak: Speaker, seats: Seats, ruling: Json, record: Json | None
) -> tuple[EvidenceView, ...]:
    """The irregular card and the one that shows it, side by side."""
    pictures = behind_cards(state) if _latest(state) else {}
    views = []
    for card in ruling["because"]["cards"][:2]:
        place = _where(record, card)
        caption = speak.card(card).name
        if place is not None:
            trick, seat = place
            caption = speak("ruling.evidence", trick=trick, name=seats.name(seat), card=speak.short(card))
        views.append(EvidenceView(caption, speak.card(card), pictures.get(card)))
    return tuple(views)


def _latest(state: AppState) -> bool:
    """The events of older deals are not on this device any more, so neither are the numbers of their pictures."""
    deal = (state.ruling or (None, 0))[0]
    last = state.section("last")
    return deal is None or (state.section("deal") is None and last is not None and last["number"] == deal)


def _where(record: Json | None, card: str) -> tuple[int, str] | None:
    for number, trick in enumerate((record or {}).get("tricks", ()), 1):
        for seat, laid in trick["cards"]:
            if laid == card:
                return number, seat
    return None


def _choices(
    state: AppState, speak: Speaker, deal: int | None, ruling: Json, record: Json | None
) -> tuple[Choice, ...]:
    if not may_say(state.role, "corrected"):
        return ()
    choices = []
    if place_of(ruling, record) is not None:
        choices.append(Choice(speak("rule.misread"), a.Rule("misread"), key="rule.misread"))
        if ruling["status"] == "correctable" and deal is None and ruling["by"]:
            choices.append(Choice(speak("rule.taken_back"), a.Rule("taken_back"), key="rule.taken_back"))
    if ruling["status"] == "renonce":
        choices.append(Choice(speak("rule.renonce"), a.Rule("renonce"), key="rule.renonce"))
    leave = deal is None or ruling["status"] == "renonce"
    if leave:
        choices.append(Choice(speak("rule.leave"), a.Rule("leave"), key="rule.leave"))
    return tuple(choices)


def _claims(state: AppState, speak: Speaker, seats: Seats, deal: int | None, ruling: Json) -> Group | None:
    """After a Renonce an injured seat may demand what it lost by it, as far as the system has such claims."""
    claims = [b.id for b in system_of(state).bonuses if b.id in system_of(state).claims]
    if (
        deal is None
        or ruling["status"] != "renonce"
        or not claims
        or not may_say(state.role, "deal_corrected")
    ):
        return None
    choices = tuple(
        Choice(
            speak("rule.claim", name=seats.name(s), what=speak.bonus(what)),
            a.Rule("claim", s, what),
            key=f"claim.{s}.{what}",
        )
        for what in claims
        for s in SEATS
        if s != ruling["by"]
    )
    return Group(speak("rule.claims"), choices, key="claims")


def _pager(deal: int | None, index: int, count: int) -> tuple[Choice, ...]:
    if count < 2:
        return ()
    return tuple(
        Choice(str(i + 1), a.OpenRuling(i, deal), chosen=i == index, key=f"ruling.{i}") for i in range(count)
    )
