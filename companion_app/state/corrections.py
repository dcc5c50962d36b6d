"""Correcting a card: which cards are likely, what each would change, and the events that it becomes."""

from __future__ import annotations

import copy
from dataclasses import replace

from companion_app.state.commands import retracting, say
from companion_app.state.following import happened
from companion_app.state.model import AppState, Json, Notice, Picking
from companion_app.state.record import UNSEEN, judged, now, seen_cards
from engine.cards import BY_ID, IDS, short_name, suit_of
from engine.judge import Judgement

MOST = 6


def closed_deal(state: AppState, number: int | None) -> Json | None:
    """A closed deal, if this device has it: the last one always, others once they were asked for."""
    last = state.section("last")
    if last is not None and number in (None, last["number"]):
        return dict(last)
    return next((data for n, data in state.deals if n == number), None)


def record_of(state: AppState, picking: Picking) -> Json | None:
    """The record that a card is corrected in."""
    if picking.deal is None:
        found = now(state)
        return None if found is None else found.record
    closed = closed_deal(state, picking.deal)
    record = None if closed is None else closed.get("record")
    return record if record is None else dict(record)


def card_at(record: Json | None, trick: int, position: int) -> tuple[str, str] | None:
    """Seat and card at a place of the play."""
    if record is None or not 1 <= trick <= len(record["tricks"]):
        return None
    cards = record["tricks"][trick - 1]["cards"]
    return (cards[position - 1][0], cards[position - 1][1]) if 1 <= position <= len(cards) else None


# --- which cards are likely ----------------------------------------------------------------------------------------------


def question_at(state: AppState, trick: int, position: int) -> Json | None:
    deal = state.section("deal")
    return next(
        (q for q in (deal["questions"] if deal else ()) if (q["trick"], q["position"]) == (trick, position)),
        None,
    )


def likely(state: AppState, picking: Picking) -> list[str]:
    """The likeliest cards: the reader's own candidates first, then what looks like it and lies nowhere yet."""
    record = record_of(state, picking)
    place = card_at(record, picking.trick, picking.position)
    if record is None or place is None:
        return []
    _, card = place
    asked = question_at(state, picking.trick, picking.position) if picking.deal is None else None
    found = [c for c, _ in (asked or {}).get("candidates", ())]
    seen = seen_cards(record)
    free = [c for c in IDS if c not in seen and c != card]
    around = card if card != UNSEEN else (found[0] if found else None)
    if around is not None:
        free.sort(key=lambda c: _distance(around, c))
    elif len(free) > MOST:
        free = []
    return [*dict.fromkeys([*found, *free])][:MOST]


def _distance(one: str, other: str) -> tuple[int, int]:
    """How unlike two cards look: neighbours of a suit first, then the same rank in another suit, best in its colour."""
    a, b = BY_ID[one], BY_ID[other]
    if suit_of(a) == suit_of(b):
        return abs(a - b), 0
    if a < 22 or b < 22:
        return 40, abs(a - b)
    same_rank = one[1:] == other[1:] or (a - 22) % 8 == (b - 22) % 8
    colours = ("HD", "SC")
    same_colour = any(one[0] in c and other[0] in c for c in colours)
    return (1 if same_colour else 2) if same_rank else 20, abs(a - b)


# --- what a correction would change ----------------------------------------------------------------------------------------


def exchanged(record: Json, trick: int, position: int, card: str) -> Json:
    """The record with another card at a place; a card that lay elsewhere takes the old one's place."""
    changed = copy.deepcopy(record)
    place = changed["tricks"][trick - 1]["cards"][position - 1]
    elsewhere = seen_cards(record).get(card)
    if elsewhere is not None and elsewhere != (trick, position):
        changed["tricks"][elsewhere[0] - 1]["cards"][elsewhere[1] - 1][1] = place[1]
    place[1] = card
    return changed


def with_card(record: Json, trick: int, position: int, card: str) -> Json:
    """The same, without the entered hands that do not fit it."""
    return fitting(exchanged(record, trick, position, card))


def fitting(record: Json) -> Json:
    """Without the hands that cannot have been so."""
    for seat in unfitting_hands(record):
        del record["hands"][seat]
    return record


def unfitting_hands(record: Json) -> list[str]:
    """The hands that cannot have been so if these cards were laid: the play was seen, so it is the hand that is wrong."""
    laid = [(seat, card) for trick in record["tricks"] for seat, card in trick["cards"] if card != UNSEEN]
    return [
        seat
        for seat, hand in (record.get("hands") or {}).items()
        if UNSEEN not in hand and any((card in hand) is not (by == seat) for by, card in laid)
    ]


def outcomes(state: AppState, picking: Picking, card: str) -> tuple[Judgement, Judgement] | None:
    """The judgement as it is and as it would be; None where the record cannot be judged."""
    record = record_of(state, picking)
    if record is None or card_at(record, picking.trick, picking.position) is None:
        return None
    if picking.deal is None:  # while the deal runs nothing hidden takes part in what is shown
        record = {name: value for name, value in record.items() if name not in ("hands", "discards")}
    before = judged(record)
    after = judged(with_card(record, picking.trick, picking.position, card))
    return None if before is None or after is None else (before, after)


# --- the events ------------------------------------------------------------------------------------------------------------


def corrected(state: AppState, picking: Picking, card: str) -> AppState:
    """The card was this one."""
    record = record_of(state, picking)
    place = card_at(record, picking.trick, picking.position)
    if record is None or place is None or card == place[1]:
        return state
    names = (("was", _short(state, place[1])), ("card", _short(state, card)))
    if picking.deal is not None:
        changed = with_card(record, picking.trick, picking.position, card)
        return _written_anew(state, picking.deal, record, changed, names)
    asked = question_at(state, picking.trick, picking.position)
    if asked is not None:
        return answered(state, asked["id"], card)
    events, undo = _exchange(state, record, picking, place, card)
    if events is None:
        return replace(state, notice=Notice("correct.waiting", tone="notice"))
    return say(state, *events, label="correct.done", undo=undo, fields=names)


def answered(state: AppState, question: str, card: str) -> AppState:
    """The answer to a question; a card that lies elsewhere is made unread there, since each exists once."""
    record = now(state)
    lies = seen_cards(record.record).get(card) if record is not None else None
    event = {"type": "question_answered", "id": question, "card": card}
    events: list[Json] = [event]
    undo: tuple[Json, ...] | None = retracting(-1)
    if lies is not None:
        seq, laid = _laid_event(state, lies)
        if seq is not None and laid is not None:
            events = [{"type": "corrected", "event": seq, "to": laid | {"card": UNSEEN}}, event]
            undo = ({"type": "retracted", "event": -2}, {"type": "corrected", "event": seq, "to": laid})
    return say(state, *events, label="answer.done", undo=undo, fields=(("card", _short(state, card)),))


def _laid_event(state: AppState, place: tuple[int, int]) -> tuple[int | None, Json | None]:
    """The numbered event behind a card of the open deal."""
    deal = state.section("deal") or {}
    laid = next((c for c in deal.get("cards", ()) if (c["trick"], c["position"]) == place), None)
    if laid is None:
        return None, None
    event = next((e for n, e in happened(state.copy, "card_laid") if n == laid["event"]), None)
    if event is None:
        shown = card_at(deal.get("record"), *place)
        if shown is None:
            return None, None
        event = {"type": "card_laid", "by": shown[0], "card": shown[1], "trick": place[0]}
    return int(laid["event"]), dict(event)


def _exchange(
    state: AppState, record: Json, picking: Picking, place: tuple[str, str], card: str
) -> tuple[list[Json] | None, tuple[Json, ...]]:
    """One correction, or three where the card lies elsewhere: each card exists once at every moment."""
    seq, laid = _laid_event(state, (picking.trick, picking.position))
    if seq is None or laid is None:
        return None, ()
    laid = laid | {"card": place[1]}
    this = {"type": "corrected", "event": seq, "to": laid | {"card": card}}
    back = {"type": "corrected", "event": seq, "to": laid}
    elsewhere = seen_cards(record).get(card)
    changed = exchanged(record, picking.trick, picking.position, card)
    gone, shown_again = hands_out(state, changed)
    if elsewhere is None:
        return [*gone, this], (back, *shown_again)
    other, there = _laid_event(state, elsewhere)
    if other is None or there is None:
        return None, ()
    there = there | {"card": card}
    freed = {"type": "corrected", "event": other, "to": there | {"card": UNSEEN}}
    put = {"type": "corrected", "event": other, "to": there | {"card": place[1]}}
    returned = {"type": "corrected", "event": other, "to": there}
    if place[1] == UNSEEN:
        return [*gone, freed, this], (back, returned, *shown_again)
    return [*gone, freed, this, put], (freed, back, returned, *shown_again)


def hands_out(state: AppState, changed: Json) -> tuple[list[Json], list[Json]]:
    """Hands that were entered and cannot have been so, taken out; and how they come back."""
    wrong = unfitting_hands(changed)
    shown = [(n, e) for n, e in happened(state.copy, "hand_shown") if e["seat"] in wrong]
    return [{"type": "retracted", "event": n} for n, _ in shown], [dict(e) for _, e in shown]


def corrected_seat(state: AppState, picking: Picking, seat: str) -> AppState:
    """The card was laid by this seat."""
    record = record_of(state, picking)
    place = card_at(record, picking.trick, picking.position)
    if record is None or place is None or place[0] == seat:
        return state
    if picking.deal is not None:
        changed = copy.deepcopy(record)
        changed["tricks"][picking.trick - 1]["cards"][picking.position - 1][0] = seat
        return _written_anew(state, picking.deal, record, fitting(changed), ())
    seq, laid = _laid_event(state, (picking.trick, picking.position))
    if seq is None or laid is None:
        return replace(state, notice=Notice("correct.waiting", tone="notice"))
    laid = laid | {"card": place[1]}
    event = {"type": "corrected", "event": seq, "to": laid | {"by": seat}}
    return say(state, event, label="correct.seat", undo=({"type": "corrected", "event": seq, "to": laid},))


def removed(state: AppState, picking: Picking, taken_back: bool) -> AppState:
    """The card was never laid, or it was taken back in time."""
    record = record_of(state, picking)
    place = card_at(record, picking.trick, picking.position)
    if record is None or place is None:
        return state
    if picking.deal is not None:
        changed = copy.deepcopy(record)
        trick = changed["tricks"][picking.trick - 1]
        gone = trick["cards"].pop(picking.position - 1)
        if taken_back and gone[1] != UNSEEN:
            trick["taken_back"] = [*(trick.get("taken_back") or []), gone]
        return _written_anew(state, picking.deal, record, changed, ())
    if taken_back and place[1] != UNSEEN:
        event = {"type": "card_taken_back", "by": place[0], "card": place[1]}
        fields = (("card", _short(state, place[1])),)
        return say(state, event, label="correct.taken_back", undo=retracting(-1), fields=fields)
    seq, _ = _laid_event(state, (picking.trick, picking.position))
    if seq is None:
        return replace(state, notice=Notice("correct.waiting", tone="notice"))
    return say(state, {"type": "retracted", "event": seq}, label="correct.removed")


def _written_anew(
    state: AppState, number: int, before: Json, after: Json, fields: tuple[tuple[str, str], ...]
) -> AppState:
    if judged(after) is None:
        return replace(state, notice=Notice("correct.cannot", tone="bad"))
    event = {"type": "deal_corrected", "number": number, "record": after}
    back = {"type": "deal_corrected", "number": number, "record": before}
    label = "correct.done" if fields else "correct.deal"
    return say(state, event, label=label, undo=(back,), fields=fields)


def _short(state: AppState, card: str) -> str:
    return "?" if card == UNSEEN else short_name(BY_ID[card], state.lang)
