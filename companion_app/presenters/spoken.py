"""What the caller says to what happens."""

from __future__ import annotations

from companion_app.presenters.contract import sentence
from companion_app.presenters.question import strip_view
from companion_app.presenters.seats import seats_of
from companion_app.presenters.settlement import settlement_view
from companion_app.presenters.words import speaker_for
from companion_app.state.contract import noted
from companion_app.state.heralds import Herald
from companion_app.state.model import AppState
from companion_app.state.record import UNSEEN, now, system_of


def spoken(state: AppState, herald: Herald) -> str:
    """A short sentence, or nothing."""
    speak, seats = speaker_for(state.lang, system_of(state)), seats_of(state)
    match herald.kind:
        case "card" if herald.card not in (None, UNSEEN):
            return speak("say.card", name=seats.name(herald.seat), card=speak.card(herald.card or "").name)
        case "trick" if herald.seat is not None:
            return speak("say.trick", name=seats.name(herald.seat))
        case "contract":
            found = now(state)
            return (
                ""
                if found is None
                else speak("say.contract", sentence=sentence(speak, seats, noted(found.record)))
            )
        case "question":
            strip = strip_view(state)
            return "" if strip is None else speak("say.question", text=strip.text)
        case "signal":
            return speak("round.signal")
        case "settled":
            return speak("say.settled", outcome=settlement_view(state).outcome)
    return ""
