"""Tricks as they lie: cards at the places of who laid them."""

from __future__ import annotations

from collections.abc import Collection

from companion_app.actions import Action, OpenCorrection
from companion_app.presenters.seats import Seats
from companion_app.presenters.words import Speaker
from companion_app.state.model import Json
from companion_app.viewmodels.common import LaidCard, Pictured
from companion_app.viewmodels.table import TrickView
from engine.facts import Facts
from engine.terms import SEATS


def laid_cards(
    speak: Speaker,
    seats: Seats,
    trick: Json,
    number: int,
    *,
    deal: int | None = None,
    touchable: bool = True,
    winning: str | None = None,
    waiting: Collection[tuple[int, int]] = (),
    warned: Collection[str] = (),
    pictures: dict[str, Pictured] | None = None,
) -> tuple[LaidCard, ...]:
    found = []
    for position, (seat, card) in enumerate(trick["cards"], 1):
        action: Action | None = OpenCorrection(number, position, deal) if touchable else None
        found.append(
            LaidCard(
                card=speak.card(card),
                place=seats.places[seat],
                seat=seat,
                player=seats.name(seat),
                order=position,
                action=action,
                winning=seat == winning,
                waiting=(number, position) in waiting,
                warned=card in warned,
                picture=(pictures or {}).get(card),
            )
        )
    return tuple(found)


def gifts_of(trick: Json) -> list[str]:
    gift = trick.get("gift")
    return [] if gift is None else [gift] if isinstance(gift, str) else list(gift)


def trick_view(
    speak: Speaker,
    seats: Seats,
    trick: Json,
    number: int,
    facts: Facts | None,
    cards: tuple[LaidCard, ...],
    points: bool = True,
) -> TrickView:
    """A trick with who took it and what it counts, once that is certain."""
    fact = facts.tricks[number - 1] if facts is not None and number <= len(facts.tricks) else None
    taken_by = trick.get("collected_by")
    if taken_by is None and fact is not None and fact.winner is not None and fact.complete:
        taken_by = SEATS[fact.winner]
    thirds = fact.thirds if fact is not None and fact.complete else None
    gifts = ", ".join(speak.short(g) for g in gifts_of(trick))
    return TrickView(
        title=speak("trick.title", number=number),
        cards=cards,
        taken_by="" if taken_by is None else speak("trick.to", name=seats.name(taken_by)),
        points="" if thirds is None or not points else speak.points(thirds),
        gift="" if not gifts else speak("trick.gift", cards=gifts),
    )
