"""The open deal as this device sees it: the server's record with what is still on its way, and what follows from it."""

from __future__ import annotations

import copy as copying
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from companion_app.state.following import happened
from companion_app.state.model import AppState, Json, Pending
from engine.facts import Facts, gather, rules_of
from engine.fields import InputError
from engine.irregular import first_leader
from engine.judge import Judgement, judge
from engine.record import Deal
from engine.record_reading import read_deal
from engine.systems import SYSTEMS, agreed
from engine.systems.base import System
from engine.terms import SEATS

UNSEEN = "??"
CLOSING = ("deal_ended", "result_entered", "deal_struck")
"""The events that close a deal."""


def canonical(data: object) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@lru_cache(maxsize=64)
def _deal(text: str) -> Deal | None:
    try:
        return read_deal(json.loads(text))
    except InputError:
        return None


@lru_cache(maxsize=64)
def _judged(text: str) -> Judgement | None:
    deal = _deal(text)
    return None if deal is None else judge(deal)


def deal_of(record: Json | None) -> Deal | None:
    """The engine's deal of a record; None if it cannot be one (a card that lies twice)."""
    return None if record is None else _deal(canonical(record))


def judged(record: Json | None) -> Judgement | None:
    return None if record is None else _judged(canonical(record))


def system_of(state: AppState) -> System:
    """The rules of the table with its agreements; those of the open deal while one is open."""
    deal = state.section("deal")
    source = deal["record"] if deal else state.section("table")
    if not source or source.get("rules") not in SYSTEMS:
        return SYSTEMS["tirol-deluxe"]
    return _system(source["rules"], canonical(source["options"]))


@lru_cache(maxsize=32)
def _system(rules: str, options: str) -> System:
    return agreed(rules, json.loads(options))


# --- what is on its way ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Now:
    """The open deal with everything that this device has said of it, confirmed or not."""

    record: Json
    waiting: frozenset[tuple[int, int]]
    """Cards that the server has not confirmed: trick and position, from 1."""
    ended: bool = False
    """The end of the deal is on its way."""
    places: dict[tuple[int, str], int] = field(default_factory=dict)
    """By trick and seat: where a card lay that was taken back. What that seat lays instead has its place."""


def pending_events(state: AppState) -> list[Json]:
    """What this device has said and the copy does not hold yet."""
    landed = [event for _, p in state.landed if p.table == state.table for event in p.say]
    return [*landed, *(event for _, _, event in waiting_words(state))]


def waiting_words(state: AppState) -> Iterator[tuple[str, int, Json]]:
    """What was said at this table and not noted yet, each with its command and its place there: -1, -2 …"""
    return still_said([p for p in state.outbox if p.table == state.table])


def still_said(commands: Sequence[Pending]) -> Iterator[tuple[str, int, Json]]:
    """The words that count of commands that wait; of one that was taken back only the deal that it opens is left."""
    gone = {(p.of, event.get("event")) for p in commands if p.of for event in p.say}
    for pending in (p for p in commands if not p.of):
        for index, event in enumerate(pending.say):
            counts = not pending.cancelled or event["type"] == "deal_opened"
            if counts and (pending.id, -1 - index) not in gone:
                yield pending.id, -1 - index, event


def numbered(state: AppState, *types: str) -> list[tuple[int, Json]]:
    """The events of these types in the open deal that have numbers: also those that the copy does not hold yet."""
    just = ((first + i, event) for first, p in state.landed for i, event in enumerate(p.say))
    return [*happened(state.copy, *types), *((n, event) for n, event in just if event["type"] in types)]


def deal_number(state: AppState) -> int | None:
    """The number of the deal that is open or would be opened next, as this device sees it; None: not known yet."""
    sheet = state.section("sheet")
    return None if sheet is None else len(sheet["rows"]) + 1


def now(state: AppState) -> Now | None:
    """The open deal with what is pending laid over it; None while no deal is open."""
    deal = None if state.copy is None else state.copy.section("deal")
    found = None if deal is None else _as_told(copying.deepcopy(deal["record"]))
    events = pending_events(state)
    if not events:
        return found
    for event in events:
        found = after_event(state, found, event)
    return found


def _as_told(record: Json) -> Now:
    """As the server tells it. Where a card lay that was taken back it does not say: behind who plays before, or last."""
    places = {}
    for number, trick in enumerate(record["tricks"], 1):
        seats = [seat for seat, _ in trick["cards"]]
        for seat in {seat for seat, _ in trick.get("taken_back", ())} - set(seats):
            before = SEATS[SEATS.index(seat) - 1]
            places[number, seat] = seats.index(before) + 1 if before in seats else len(seats)
    return Now(record, frozenset(), places=places)


def after_event(state: AppState, found: Now | None, event: Json) -> Now | None:
    """The open deal after one more event that is on its way."""
    kind = event["type"]
    if kind == "deal_opened":
        table = state.section("table") or {}
        record = {
            "format": "kiebitz-deal/1",
            "rules": table.get("rules"),
            "options": table.get("options", {}),
            "tricks": [],
            "end": "running",
        }
        return Now(record, frozenset())
    if found is None or kind in CLOSING:
        return None
    if kind == "card_laid":
        return _laid(found, event)
    if kind == "card_taken_back":
        _remember_place(found, [event["by"], event["card"]])
    if kind in ("retracted", "corrected"):
        _amend(state, found.record, event)
        return found
    _say(found.record, event)
    return found


def _laid(found: Now, event: Json) -> Now:
    """A card in the trick that its event names: the person saw which one lay when he touched it."""
    tricks = found.record["tricks"]
    full = bool(tricks) and (
        len({seat for seat, _ in tricks[-1]["cards"]}) == 4 or bool(tricks[-1].get("collected_by"))
    )
    number = event.get("trick") or (len(tricks) if tricks and not full else len(tricks) + 1)
    if number > len(tricks) + 1 or number > 12:
        return found
    if number == len(tricks) + 1:
        tricks.append({"cards": []})
    place = _place(found, number, event["by"])
    tricks[number - 1]["cards"].insert(place, [event["by"], event["card"]])
    shifted = {(n, p + (n == number and p > place)) for n, p in found.waiting}
    return replace(found, waiting=frozenset(shifted | {(number, place + 1)}))


def _remember_place(found: Now, card: list[str]) -> None:
    for number, trick in enumerate(found.record["tricks"], 1):
        if card in trick["cards"]:
            found.places[number, card[0]] = trick["cards"].index(card)


def _place(found: Now, number: int, seat: str) -> int:
    """Behind the others; but what is laid for a card that was taken back has its place."""
    cards = found.record["tricks"][number - 1]["cards"]
    place = found.places.pop((number, seat), len(cards))
    return len(cards) if any(each == seat for each, _ in cards) else min(place, len(cards))


def _amend(state: AppState, record: Json, event: Json) -> None:
    """A correction that is on its way: of a laid card, or of what was said."""
    was = dict(numbered(state, *_SET, *_LISTED, "card_taken_back")).get(event["event"])
    if was is not None:
        _unsay(record, was)
        if event.get("to") is not None:
            _say(record, event["to"])
        return
    cards_now = (state.section("deal") or {}).get("cards", ())
    laid = next((c for c in cards_now if c["event"] == event["event"]), None)
    to = event.get("to")
    if laid is None or laid["trick"] > len(record["tricks"]):
        return
    cards = record["tricks"][laid["trick"] - 1]["cards"]
    if laid["position"] <= len(cards):
        if to is not None and to["type"] == "card_laid":
            cards[laid["position"] - 1] = [to["by"], to["card"]]
        elif to is None and laid["position"] == len(cards):
            cards.pop()
            if not any(record["tricks"][-1].values()):  # nothing lies in it any more
                record["tricks"].pop()


_SET = {"contract_set": "contract", "talon_taken": "taken", "talon_shown": "talon", "discarded": "discards"}
_LISTED = {"call_said": "auction", "announced": "announcements", "kontra_said": "kontra"}


def _unsay(record: Json, event: Json) -> None:
    """It was not said after all."""
    kind = event["type"]
    if kind in _SET:
        record.pop(_SET[kind], None)
    elif kind in _LISTED:
        rows = record.get(_LISTED[kind], [])
        said = (
            i for i, row in enumerate(rows) if all(event.get(name) == value for name, value in row.items())
        )
        at = next(said, None)
        if at is not None:
            del rows[at]
    elif kind == "card_taken_back":
        _lay_again(record, [event["by"], event["card"]])


def _say(record: Json, event: Json) -> None:
    fields = {name: value for name, value in event.items() if name != "type"}
    match event["type"]:
        case "contract_set":
            beside = fields.pop("beside", [])
            record["contract"] = fields | {"with": list(beside)}
        case "call_said":
            record.setdefault("auction", []).append(fields)
        case "announced":
            record.setdefault("announcements", []).append(fields)
        case "kontra_said":
            record.setdefault("kontra", []).append(fields)
        case "talon_taken":
            record["taken"] = fields["taken"]
        case "talon_shown":
            record["talon"] = fields["halves"]
        case "discarded":
            record["discards"] = fields["cards"]
        case "card_taken_back":
            _take_back(record, [fields["by"], fields["card"]])
        case "trick_collected" if fields["trick"] <= len(record["tricks"]):
            record["tricks"][fields["trick"] - 1]["collected_by"] = fields["by"]
        case "gift_laid" if fields["trick"] <= len(record["tricks"]):
            trick = record["tricks"][fields["trick"] - 1]
            before = trick.get("gift")
            earlier = [] if before is None else [before] if isinstance(before, str) else list(before)
            trick["gift"] = fields["card"] if not earlier else [*earlier, fields["card"]]


def _take_back(record: Json, card: list[str]) -> None:
    """The card goes out of its trick, which stays even if nothing else lies in it: as the server tells it."""
    trick = next((trick for trick in reversed(record["tricks"]) if card in trick["cards"]), None)
    if trick is not None:
        trick["cards"].remove(card)
        trick.setdefault("taken_back", []).append(card)


def _lay_again(record: Json, card: list[str]) -> None:
    """The card was not taken back after all: it lies in its trick, behind the others as far as is known here."""
    trick = next((trick for trick in record["tricks"] if card in trick.get("taken_back", ())), None)
    if trick is not None:
        trick["taken_back"].remove(card)
        if not trick["taken_back"]:
            del trick["taken_back"]
        trick["cards"].append(card)


# --- what follows -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the play stands: whose turn, which trick, who has what, from the laid cards alone."""

    deal: Deal
    facts: Facts
    turn: str | None
    trick: int
    """The number of the trick that lies or is led next, from 1."""
    lying: bool
    """All four cards of that trick lie and the next is not yet led."""
    complete: int
    """How many tricks are complete."""


def standing(record: Json | None) -> Standing | None:
    deal = deal_of(record)
    if record is None or deal is None:
        return None
    facts = gather(deal)
    tricks = deal.tricks
    complete = sum(t.complete for t in facts.tricks)
    if not tricks:
        return Standing(deal, facts, _letter(first_leader(deal)), 1, lying=False, complete=0)
    seats = [seat for seat, _ in tricks[-1].cards]
    if len(set(seats)) < 4:
        turn = (seats[-1] + 1) % 4 if seats else _leader(facts, len(tricks) - 1, deal)
        return Standing(deal, facts, _letter(turn), len(tricks), lying=False, complete=complete)
    winner = facts.tricks[-1].winner
    turn = winner if len(tricks) < 12 else None
    return Standing(deal, facts, _letter(turn), len(tricks), lying=True, complete=complete)


def _leader(facts: Facts, index: int, deal: Deal) -> int | None:
    return first_leader(deal) if index == 0 else facts.tricks[index - 1].winner


def _letter(seat: int | None) -> str | None:
    return None if seat is None else SEATS[seat]


def winning_seat(standing: Standing) -> str | None:
    """Who would win the trick as it lies."""
    if not standing.deal.tricks:
        return None
    cards = standing.deal.tricks[-1].cards
    place = rules_of(standing.deal).winning_place([card for _, card in cards])
    return None if place is None else SEATS[cards[place][0]]


def seen_cards(record: Json | None) -> dict[str, tuple[int, int] | None]:
    """Every card that is known to lie somewhere: in a trick (trick and position from 1), else None."""
    seen: dict[str, tuple[int, int] | None] = {}
    if record is None:
        return seen
    for t, trick in enumerate(record.get("tricks", []), 1):
        for p, (_, card) in enumerate(trick["cards"], 1):
            seen[card] = (t, p)
        for card in _listed(trick.get("gift")):
            seen.setdefault(card, None)
    talon, taken = record.get("talon"), record.get("taken")
    if talon is not None and taken in ("first", "second"):
        for card in talon[1 if taken == "first" else 0]:
            seen.setdefault(card, None)
    for card in record.get("discards") or ():
        seen.setdefault(card, None)
    seen.pop(UNSEEN, None)
    return seen


def _listed(value: object) -> Iterable[str]:
    return [value] if isinstance(value, str) else value if isinstance(value, list) else []
