"""Touches at the table: opening and ending deals, laying cards by hand, answers, corrections, rulings."""

from __future__ import annotations

import copy
from dataclasses import replace

from companion_app import actions as a
from companion_app.state import corrections, rulings
from companion_app.state import messages as m
from companion_app.state.auction import auction_of
from companion_app.state.commands import retracting, say
from companion_app.state.model import AppState, Json, Notice, Pad
from companion_app.state.places import back
from companion_app.state.record import UNSEEN, Standing, now, seen_cards, standing, system_of
from engine.cards import BY_ID, IDS, short_name
from engine.systems.base import Family, Talon
from engine.terms import SEATS

Stepped = tuple[AppState, tuple[m.Effect, ...]]


def update(state: AppState, message: a.Action | m.Message) -> Stepped | None:
    match message:
        case a.OpenDeal():
            return _open_deal(state), ()
        case a.SayCall(call=call, bird=bird):
            return _call(state, call, bird), ()
        case a.LayCard(card=card):
            return _lay(state, card), ()
        case a.Collect(seat=seat):
            return _collect(state, seat), ()
        case a.EndDeal(end=end):
            return _end(state, end), ()
        case a.StrikeDeal(redeal=redeal):
            event = {"type": "deal_struck", "redeal": redeal, "reason": ""}
            return say(state, event, label="deal.struck"), ()
        case a.StrikeClosed(deal=deal):
            return _strike(state, deal), ()
        case a.NoteCamera(status=status):
            event = {"type": "camera_noted", "status": status, "notice": ""}
            return say(state, event, label="table.camera_noted"), ()
        case a.Answer(question=question, card=card):
            return corrections.answered(state, question, card), ()
        case a.Rule():
            return rulings.ruled(state, message), ()
    return _correction(state, message)


def _strike(state: AppState, deal: int) -> AppState:
    """A closed deal counts nothing any more."""
    event: Json = {"type": "deal_corrected", "number": deal}
    found = corrections.closed_deal(state, deal) or {}
    content = {name: found[name] for name in ("record", "result") if name in found}
    return say(state, event, label="deal.struck", undo=(event | content,) if content else None)


def _correction(state: AppState, message: a.Action | m.Message) -> Stepped | None:
    if state.picking is None:
        return None
    match message:
        case a.Correct(card=card):
            return corrections.corrected(back(state), state.picking, card), ()
        case a.CorrectSeat(seat=seat):
            return corrections.corrected_seat(back(state), state.picking, seat), ()
        case a.RemoveCard(taken_back=taken_back):
            return corrections.removed(back(state), state.picking, taken_back), ()
    return None


def _open_deal(state: AppState) -> AppState:
    if now(state) is not None:
        return state
    state = replace(state, screen=a.Screen.TABLE, trail=(), shown_deal=None)
    return say(state, {"type": "deal_opened"}, label="deal.opened")


def _call(state: AppState, call: str, bird: str | None) -> AppState:
    found = now(state)
    if found is None:
        return state
    turn = auction_turn(found.record, state)
    if turn is None:
        return state
    event: Json = {"type": "call_said", "by": turn, "call": call}
    if bird is not None:
        event["bird"] = bird
    return say(state, event, label="call.noted", undo=retracting(-1))


def auction_turn(record: Json, state: AppState) -> str | None:
    """Whose word it is in the auction."""
    auction = auction_of(record, system_of(state))
    return None if auction is None or auction.over else SEATS[auction.turn]


# --- laying by hand ------------------------------------------------------------------------------------------------------


def pad_target(state: AppState, found: Standing | None) -> str | None:
    """What the next touch on the pad is: a seat's card, a `gift` to the trick, a `talon` card, or nothing more."""
    if found is None:
        return None
    if state.pad is not None and state.pad.seat is not None:
        return state.pad.seat
    if gift_due(found):
        return "gift"
    if len(found.deal.tricks) == 12 and found.lying:
        return "talon" if talon_open(found) else None
    return found.turn


def gift_due(found: Standing) -> bool:
    """In Trischaken a talon card goes to each of the first six tricks, or all to the last."""
    contract = found.deal.contract
    if contract is None or contract.nature.family is not Family.TRISCHAKEN or not found.lying:
        return False
    given = len(found.deal.tricks[-1].gifts)
    if found.deal.system.trischaken.talon == "first_six":
        return found.trick <= 6 and given == 0
    return False  # all six with the last trick: they are what nobody saw


def talon_open(found: Standing) -> bool:
    """The half that nobody took decides the points, and nobody has said which cards lay in it."""
    deal = found.deal
    if deal.contract is None or deal.contract.nature.talon not in (Talon.HALF, Talon.ONE):
        return False
    left = deal.left_cards
    return not left or None in left


def talon_wanted(found: Standing) -> int:
    contract = found.deal.contract
    return 5 if contract is not None and contract.nature.talon is Talon.ONE else 3


def _lay(state: AppState, card: str) -> AppState:
    found = now(state)
    where = standing(found.record) if found is not None else None
    if found is None or where is None:
        return state
    if card != UNSEEN and card in seen_cards(found.record):
        return replace(state, notice=Notice("card.lies", (("card", _short(state, card)),), tone="notice"))
    target = pad_target(state, where)
    if target is None:
        return state
    if target == "talon":
        return _talon_card(state, found.record, where, card)
    if target == "gift":
        event: Json = {"type": "gift_laid", "trick": where.trick, "card": card}
        return say(
            state, event, label="gift.noted", undo=retracting(-1), fields=(("card", _short(state, card)),)
        )
    trick = min(where.trick + 1 if where.lying else where.trick, 12)
    event = {"type": "card_laid", "by": target, "card": card, "trick": trick, "source": "hand"}
    after = copy.deepcopy(found.record)
    after["tricks"].append({"cards": [[target, card]]})
    gone, again = corrections.hands_out(state, after)
    undo = (*retracting(-1 - len(gone)), *again)
    fields = (("card", _short(state, card)),)
    state = say(state, *gone, event, label="card.noted", undo=undo, fields=fields)
    return replace(state, pad=Pad() if state.pad is not None else None)


def _talon_card(state: AppState, record: Json, where: Standing, card: str) -> AppState:
    """The untaken cards one by one; when they are complete they are noted."""
    pad = state.pad or Pad()
    if card == UNSEEN:
        return state
    chosen = tuple(c for c in pad.talon if c != card) if card in pad.talon else (*pad.talon, card)
    if len(chosen) < talon_wanted(where):
        return replace(state, pad=replace(pad, talon=chosen))
    events = _talon_events(record, chosen)
    state = replace(state, pad=None)
    return say(state, *events, label="talon.noted", undo=retracting(*(-1 - i for i in range(len(events)))))


def _talon_events(record: Json, left: tuple[str, ...]) -> list[Json]:
    if len(left) == 5:
        one = _one_taken(record, left)
        halves = [list(left[:3]), [*left[3:], one]]
        return [{"type": "talon_shown", "halves": halves}, {"type": "talon_taken", "taken": one}]
    taken = record.get("taken")
    hidden = [UNSEEN] * 3
    halves = [list(left), hidden] if taken == "second" else [hidden, list(left)]
    events: list[Json] = [{"type": "talon_shown", "halves": halves}]
    if taken not in ("first", "second"):
        events.append({"type": "talon_taken", "taken": "first"})
    return events


def _one_taken(record: Json, left: tuple[str, ...]) -> str:
    """Which one card was taken is not asked: it counts the same as the card laid away for it, which is what is left."""
    seen = seen_cards(record)
    rest = [c for c in IDS if c not in seen and c not in left]
    return rest[0] if rest else left[0]


def unseen(record: Json) -> list[str]:
    seen = seen_cards(record)
    return [card for card in IDS if card not in seen]


def _collect(state: AppState, seat: str) -> AppState:
    found = now(state)
    where = standing(found.record) if found is not None else None
    if where is None or not where.lying:
        return state
    event = {"type": "trick_collected", "trick": where.trick, "by": seat}
    return say(state, event, label="trick.noted", undo=retracting(-1))


def _end(state: AppState, end: str) -> AppState:
    found = now(state)
    if found is None:
        return state
    events = rulings.ended(state, {"type": "deal_ended", "end": end})
    return say(state, *events, label="deal.ended")


def _short(state: AppState, card: str) -> str:
    return "?" if card == UNSEEN else short_name(BY_ID[card], state.lang)
