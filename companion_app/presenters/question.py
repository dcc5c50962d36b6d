"""The strip of the reader's oldest question."""

from __future__ import annotations

from companion_app import actions as a
from companion_app.presenters.pictures import behind_question
from companion_app.presenters.seats import seats_of
from companion_app.presenters.words import speaker_for
from companion_app.state.corrections import card_at, likely
from companion_app.state.model import AppState, Picking, may_say
from companion_app.state.record import UNSEEN, system_of
from companion_app.viewmodels.common import Choice
from companion_app.viewmodels.question import StripView

MOST = 4


def strip_view(state: AppState) -> StripView | None:
    """None while nothing is asked, or this device may not answer. What was answered here already is not asked again."""
    deal = state.section("deal")
    answered = {
        event["id"]
        for pending in state.outbox
        if not pending.cancelled
        for event in pending.say
        if event["type"] == "question_answered"
    }
    questions = [q for q in (deal["questions"] if deal else ()) if q["id"] not in answered]
    if not questions or not may_say(state.role, "question_answered"):
        return None
    question = questions[0]
    speak, seats = speaker_for(state.lang, system_of(state)), seats_of(state)
    trick, position = question["trick"], question["position"]
    place = card_at(deal["record"], trick, position)
    cards = likely(state, Picking(trick, position))[:MOST]
    return StripView(
        id=question["id"],
        text=speak("question.text", trick=trick, name=seats.name(place[0] if place else None)),
        picture=behind_question(state, question["id"]),
        candidates=tuple(
            Choice(speak.short(c), a.Answer(question["id"], c), card=speak.card(c), key=f"answer.{c}")
            for c in cards
        ),
        other=Choice(speak("question.other"), a.OpenCorrection(trick, position), key="answer.other"),
        unknown=Choice(speak("question.unknown"), a.Answer(question["id"], UNSEEN), key="answer.unknown"),
        more="" if len(questions) == 1 else speak("question.more", count=len(questions) - 1),
    )
