"""Which picture of the camera stands behind a card or a question: named by the number of the event."""

from __future__ import annotations

from companion_app.state.model import AppState
from companion_app.viewmodels.common import Pictured


def pictured(state: AppState, number: int) -> Pictured:
    """The picture of an event, with its file where it is on this device."""
    return Pictured(str(number), dict(state.pictures).get(str(number), ""))


def behind_cards(state: AppState) -> dict[str, Pictured]:
    """The pictures behind the cards of the deal that was opened last; a corrected card has that of its correction."""
    found: dict[str, Pictured] = {}
    for number, event in () if state.copy is None else state.copy.log:
        laid = event["to"] if event["type"] == "corrected" else event
        if laid["type"] in ("card_laid", "gift_laid") and laid.get("evidence"):
            found[laid["card"]] = pictured(state, number)
    return found


def behind_question(state: AppState, question: str) -> Pictured | None:
    log = () if state.copy is None else state.copy.log
    return next(
        (
            pictured(state, number)
            for number, event in log
            if event["type"] == "question_asked" and event["id"] == question and event.get("evidence")
        ),
        None,
    )
