"""The 54 cards to lay by hand: only what lies nowhere yet can be touched."""

from __future__ import annotations

from companion_app import actions as a
from companion_app.presenters.seats import Seats
from companion_app.presenters.words import Speaker
from companion_app.state.deals import pad_target, talon_wanted
from companion_app.state.model import AppState, Json
from companion_app.state.record import UNSEEN, Standing, seen_cards
from companion_app.viewmodels.common import Choice, Group
from companion_app.viewmodels.table import PadView
from engine.cards import IDS
from engine.terms import SEATS

SUITS = "THDSC"


def card_groups(
    speak: Speaker, choice_for: dict[str, Choice] | None = None, plain: tuple[Choice, ...] = ()
) -> tuple[Group, ...]:
    """Choices with cards, by suit: Tarock, hearts, diamonds, spades, clubs, each from the highest down."""
    given = choice_for if choice_for is not None else {c.card.id: c for c in plain if c.card is not None}
    groups = []
    for suit in SUITS:
        cards = [card for card in reversed(IDS) if card[0] == suit and card in given]
        if cards:
            groups.append(
                Group(speak(f"suit.{suit}"), tuple(given[card] for card in cards), key=f"suit.{suit}")
            )
    return tuple(groups)


def pad_view(state: AppState, speak: Speaker, seats: Seats, record: Json, where: Standing) -> PadView | None:
    pad, target = state.pad, pad_target(state, where)
    if pad is None:
        return None
    seen = seen_cards(record)
    choices = {
        card: Choice(
            speak.short(card),
            a.LayCard(card),
            card=speak.card(card),
            enabled=card not in seen and target is not None,
            chosen=card in pad.talon,
            why=speak("card.lies", card=speak.short(card)) if card in seen else "",
            key=f"card.{card}",
        )
        for card in IDS
        if target != "talon" or card not in seen
    }
    return PadView(
        title=_title(speak, seats, target, where, len(pad.talon)),
        seats=_who(seats, target),
        groups=card_groups(speak, choices),
        unknown=Choice(
            speak("pad.unknown"),
            a.LayCard(UNSEEN),
            enabled=target in SEATS if target else False,
            key="card.??",
        ),
        close=Choice(speak("pad.close"), a.ShowPad(False), key="pad.close"),
    )


def _title(speak: Speaker, seats: Seats, target: str | None, where: Standing, chosen: int) -> str:
    if target is None:
        return speak("pad.all")
    if target == "gift":
        return speak("pad.gift", number=where.trick)
    if target == "talon":
        return speak("pad.talon", count=talon_wanted(where) - chosen)
    number = where.trick + 1 if where.lying else where.trick
    return speak("pad.lays", name=seats.name(target), number=number)


def _who(seats: Seats, target: str | None) -> tuple[Choice, ...]:
    """Somebody else lays: a card out of turn is a fact like any other."""
    if target == "talon":
        return ()
    return tuple(
        Choice(seats.name(s), a.ShowPad(True, s), chosen=s == target, key=f"pad.seat.{s}") for s in SEATS
    )
