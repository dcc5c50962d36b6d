"""The picker of a card: the likeliest first, each with what it would change."""

from __future__ import annotations

from collections.abc import Sequence

from companion_app import actions as a
from companion_app.presenters.pad import card_groups
from companion_app.presenters.pictures import behind_cards, behind_question
from companion_app.presenters.seats import Seats, seats_of
from companion_app.presenters.words import Speaker, signed, speaker_for
from companion_app.state.corrections import card_at, likely, outcomes, question_at, record_of
from companion_app.state.model import AppState, Json, Picking
from companion_app.state.record import UNSEEN, seen_cards, system_of
from companion_app.viewmodels.common import CardFace, Choice, Group, Pictured, Tone
from companion_app.viewmodels.correction import CorrectionView, Effect, Likely
from engine.cards import IDS
from engine.judge import Judgement
from engine.rulings import Ruling
from engine.terms import SEATS


def correction_view(state: AppState) -> CorrectionView:
    picking = state.picking or Picking(0, 0)
    speak = speaker_for(state.lang, system_of(state))
    seats = seats_of(state, _seating(state, picking))
    record = record_of(state, picking)
    place = card_at(record, picking.trick, picking.position)
    if record is None or place is None:
        gone = CardFace(UNSEEN, "?", speak("card.unknown"))
        return CorrectionView(
            speak("correct.title"), gone, None, (), (), Group("", ()), (), hint=speak("correct.gone")
        )
    seat, card = place
    seen = seen_cards(record)
    return CorrectionView(
        title=speak("correct.which", trick=picking.trick, name=seats.name(seat)),
        now=speak.card(card),
        picture=_picture(state, picking, card),
        likely=tuple(_likely(state, speak, seats, picking, c) for c in likely(state, picking)),
        groups=card_groups(speak, {c: _card(speak, c, card, seen.get(c, ())) for c in IDS}),
        seats=Group(
            speak("correct.who"),
            tuple(Choice(seats.name(s), a.CorrectSeat(s), chosen=s == seat, key=f"seat.{s}") for s in SEATS),
            key="seats",
        ),
        remove=(
            Choice(
                speak("correct.back"),
                a.RemoveCard(taken_back=True),
                enabled=card != UNSEEN,
                key="remove.back",
            ),
            Choice(speak("correct.never"), a.RemoveCard(), key="remove.never"),
        ),
        hint=speak("correct.hint"),
    )


def _seating(state: AppState, picking: Picking) -> Json | None:
    if picking.deal is None:
        return None
    rows = (state.section("sheet") or {}).get("rows", ())
    return next((row for row in rows if row["number"] == picking.deal), None)


def _picture(state: AppState, picking: Picking, card: str) -> Pictured | None:
    """The picture behind the card: of the question that asks for it, else of the event that laid it."""
    asked = None if picking.deal is not None else question_at(state, picking.trick, picking.position)
    found = None if asked is None else behind_question(state, asked["id"])
    return found or behind_cards(state).get(card)


def _card(speak: Speaker, card: str, own: str, where: object) -> Choice:
    """Every card can be chosen; one that lies elsewhere is exchanged, and says where it lies."""
    lies = isinstance(where, tuple) and len(where) == 2 and card != own
    detail = speak("correct.lies", trick=where[0]) if lies and isinstance(where, tuple) else ""
    return Choice(
        speak.short(card),
        a.Correct(card),
        detail=detail,
        chosen=card == own,
        enabled=card != own and where is not None,
        why="" if where is not None else speak("correct.out_of_play"),
        card=speak.card(card),
        key=f"card.{card}",
    )


def _likely(state: AppState, speak: Speaker, seats: Seats, picking: Picking, card: str) -> Likely:
    choice = Choice(speak.short(card), a.Correct(card), card=speak.card(card), key=f"likely.{card}")
    both = outcomes(state, picking, card)
    return Likely(choice, () if both is None else effects(state, speak, seats, picking, both))


# --- what would change -----------------------------------------------------------------------------------------------------


def effects(
    state: AppState, speak: Speaker, seats: Seats, picking: Picking, both: tuple[Judgement, Judgement]
) -> tuple[Effect, ...]:
    """What a correction changes: the settlement, rulings that come and go, who took which trick."""
    before, after = both
    found: list[Effect] = []
    if before.sheet != after.sheet and (before.sheet is not None or after.sheet is not None):
        found += _amounts(speak, seats, before, after)
    found += _rulings(state, speak, seats, picking, before, after)
    for number, (old, new) in enumerate(zip(before.facts.tricks, after.facts.tricks, strict=False), 1):
        if old.winner != new.winner and new.winner is not None and new.complete:
            text = speak("effect.trick", number=number, name=seats.name(SEATS[new.winner]))
            found.append(Effect(text))
    return tuple(found[:5]) or (Effect(speak("effect.nothing"), Tone.QUIET),)


def _amounts(speak: Speaker, seats: Seats, before: Judgement, after: Judgement) -> list[Effect]:
    if after.sheet is None:
        return [Effect(speak("effect.open"), Tone.NOTICE)]
    changed = []
    for index, seat in enumerate(SEATS):
        old = None if before.sheet is None else before.sheet[index]
        new = after.sheet[index]
        if old != new:
            text = f"{seats.name(seat)} {'?' if old is None else signed(old)} → {signed(new)}"
            changed.append(text)
    return [Effect(", ".join(changed), Tone.NOTICE)]


def _told(state: AppState, picking: Picking, rulings: Sequence[Ruling]) -> Sequence[Ruling]:
    """While a deal runs, the preview tells no more than the table's fair play lets a warning tell."""
    mode = (state.section("table") or {}).get("fair_play", "fair_play")
    if picking.deal is not None:
        return rulings
    if mode == "fair_play":
        return [ruling.shown for ruling in rulings if ruling.shown is not None]
    return rulings if mode == "referee" and state.role == "referee" else ()


def _rulings(
    state: AppState, speak: Speaker, seats: Seats, picking: Picking, before: Judgement, after: Judgement
) -> list[Effect]:
    def keys(judgement: Judgement) -> dict[tuple[str | None, int | None], Ruling]:
        return {(r.kind, r.by): r for r in _told(state, picking, judgement.rulings)}

    old, new = keys(before), keys(after)
    found = []
    for key, ruling in new.items():
        if key not in old:
            found.append(Effect(speak("effect.ruling_new", **_named(speak, seats, ruling)), Tone.WARNING))
    for key, ruling in old.items():
        if key not in new:
            found.append(Effect(speak("effect.ruling_gone", **_named(speak, seats, ruling)), Tone.GOOD))
    return found


def _named(speak: Speaker, seats: Seats, ruling: Ruling) -> dict[str, str]:
    who = speak("ruling.somebody") if ruling.by is None else seats.name(SEATS[ruling.by])
    return {"kind": speak(f"kind.{ruling.kind or 'open'}"), "name": who}
