"""What can be done at the table now: the one thing to do, the others, the auction's words, quick entries."""

from __future__ import annotations

from companion_app import actions as a
from companion_app.presenters.seats import Seats
from companion_app.presenters.tournament import call_choice
from companion_app.presenters.words import Speaker
from companion_app.state.auction import auction_of
from companion_app.state.commands import waiting_here
from companion_app.state.deals import gift_due, pad_target
from companion_app.state.held import held_deals, replaceable, sendable
from companion_app.state.model import AppState, Json, may_say
from companion_app.state.record import Standing
from companion_app.viewmodels.common import Choice
from engine.systems.base import System
from engine.terms import SEATS


def _known(state: AppState) -> bool:
    """Whether the table has told what it is: after a start without network nobody knows which deal is open, or its rules."""
    return state.section("table") is not None


def primary(state: AppState, speak: Speaker, phase: str, where: Standing | None) -> Choice | None:
    if not _known(state):
        return None
    if phase in ("idle", "bidding"):
        if not may_say(state.role, "contract_set"):
            return None
        return Choice(speak("do.contract"), a.Open(a.Screen.CONTRACT), key="do.contract")
    if not may_say(state.role, "card_laid") or where is None:
        return None
    if phase == "over":
        if pad_target(state, where) == "talon" and not gift_due(where):
            if state.pad is not None:
                return None
            return Choice(speak("do.talon"), a.ShowPad(True), key="do.talon")
        return Choice(speak("do.settle"), a.EndDeal("played"), key="do.settle")
    watching = ((state.section("table") or {}).get("camera") or {}).get("status") == "watching"
    if state.pad is not None or watching:
        return None
    return Choice(speak("do.cards"), a.ShowPad(True), key="do.cards")


def secondary(state: AppState, speak: Speaker, phase: str) -> tuple[Choice, ...]:
    choices = _held(state, speak)
    if not _known(state) or not may_say(state.role, "deal_opened"):
        return tuple(choices)
    if phase == "idle":
        choices.append(Choice(speak("do.auction"), a.OpenDeal(), key="do.open"))
    choices.append(Choice(speak("do.result"), a.OpenResult(None), key="do.result"))
    watching = ((state.section("table") or {}).get("camera") or {}).get("status") == "watching"
    if watching:
        choices.append(Choice(speak("do.by_hand"), a.NoteCamera("manual"), key="do.by_hand"))
        if phase == "play" and state.pad is None:
            choices.append(Choice(speak("do.cards"), a.ShowPad(True), key="do.cards"))
    if phase in ("bidding", "play", "over"):
        choices.append(Choice(speak("do.strike"), a.StrikeDeal(True), key="do.strike"))
    if phase == "over":
        choices.append(Choice(speak("do.settle_now"), a.EndDeal("played"), key="do.settle_now"))
    call = call_choice(state, speak)
    if call is not None:
        choices.append(call)
    waiting = waiting_here(state)
    undo = waiting[-1].undo is not None if waiting else bool(state.undoable)
    if undo:
        choices.append(Choice(speak("undo"), a.Undo(), key="undo"))
    return tuple(choices)


def _held(state: AppState, speak: Speaker) -> list[Choice]:
    """What was entered here for a deal that the table has without it: nobody but people can say which is right."""
    choices = []
    for deal in held_deals(state):
        if replaceable(state, deal):
            choices.append(
                Choice(speak("held.replace", number=deal), a.ReplaceByHeld(deal), key=f"held.replace.{deal}")
            )
        if sendable(state, deal):
            choices.append(Choice(speak("held.send", number=deal), a.SendHeld(deal), key=f"held.send.{deal}"))
        discard = speak("held.discard", number=deal)
        choices.append(Choice(discard, a.DiscardHeld(deal), key=f"held.discard.{deal}"))
    return choices


def quick(state: AppState, speak: Speaker, seats: Seats, system: System, phase: str) -> tuple[Choice, ...]:
    """In one touch: Trischaken, and an empty Rufer with each partner."""
    if phase not in ("idle", "bidding") or not may_say(state.role, "contract_set") or not _known(state):
        return ()
    choices = []
    if system.game("trischaken") is not None:
        choices.append(Choice(speak.game("trischaken"), a.QuickDeal("trischaken"), key="quick.trischaken"))
    if system.blank_rufer and system.game("rufer") is not None:
        choices += [
            Choice(
                speak("quick.blank", name=seats.name("A"), partner=seats.name(s)),
                a.QuickDeal("blank", s),
                key=f"quick.blank.{s}",
            )
            for s in "BCD"
        ]
    return tuple(choices)


def auction_choices(
    state: AppState, speak: Speaker, seats: Seats, system: System, record: Json
) -> tuple[tuple[Choice, ...], str]:
    auction = auction_of(record, system)
    if auction is None or auction.over or not may_say(state.role, "call_said"):
        return (), ""
    turn = auction.turn
    choices = []
    for call in auction.options(turn):
        if call.call in ("vorhand", "weiter"):
            label, key = speak(f"call.{call.call}"), f"call.{call.call}"
        else:
            label, key = speak.game(call.call, call.bird), f"call.{call.call}.{call.bird or ''}".rstrip(".")
        choices.append(Choice(label, a.SayCall(call.call, call.bird), key=key))
    return tuple(choices), speak("auction.turn", name=seats.name(SEATS[turn]))


def collectors(
    state: AppState, speak: Speaker, seats: Seats, record: Json, where: Standing
) -> tuple[Choice, ...]:
    """Who took the trick in: asked only where no winner can be told, as with an unread card."""
    if (
        not where.lying
        or record["tricks"][-1].get("collected_by")
        or not may_say(state.role, "trick_collected")
    ):
        return ()
    if where.facts.tricks[-1].winner is not None:
        return ()
    return tuple(
        Choice(speak("trick.to", name=seats.name(s)), a.Collect(s), key=f"collect.{s}") for s in SEATS
    )
