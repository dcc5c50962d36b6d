"""What each role may see of a table: its sections, redacted here on the server, and the log's events likewise."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import Enum
from functools import lru_cache
from typing import Any, Final

from engine.auction import Auction
from engine.judge import Judgement
from engine.record import Call
from engine.sheet import Seating
from engine.systems import SYSTEMS, agreed
from engine.systems.base import NATURES, Ouvert, Talon
from engine.terms import SEATS
from engine.texts import proof_steps
from server.tables.evening import content_of, seating_now, sheet_of
from server.tables.events import canonical
from server.tables.fold import DealLog, TableState
from server.tables.play import UNSEEN, Play, document_of, follow, judged
from server.tables.roles import Role
from server.watching.fair_play import FairPlay

Json = dict[str, Any]
SECTIONS: Final = ("table", "deal", "judgement", "last", "sheet")


class View(Enum):
    """Roles that see the same share one view."""

    PUBLIC = "public"  # what everybody at the table can see on it
    HANDS = "hands"  # also what was entered about hidden cards
    REFEREE = "referee"  # and warnings that are for the referee alone


VIEW_OF: Final = {
    Role.VIEWER: View.PUBLIC,
    Role.PLAYER: View.PUBLIC,
    Role.CAMERA: View.PUBLIC,
    Role.SCORER: View.HANDS,
    Role.ADMIN: View.HANDS,
    Role.REFEREE: View.REFEREE,
}


def section(name: str, state: TableState, view: View) -> Any:
    """One section of a table as a view may see it."""
    return _SECTIONS[name](state, view)


def sections(state: TableState, view: View) -> dict[str, Any]:
    return {name: section(name, state, view) for name in SECTIONS}


# --- table, sheet ------------------------------------------------------------------------------------------------


def _table(state: TableState, view: View) -> Json:  # noqa: ARG001
    return {
        "name": state.name,
        "rules": state.rules,
        "system": SYSTEMS[state.rules].name,
        "options": json.loads(state.options),
        "players": list(state.players),
        "first_seat": state.first_seat,
        "fair_play": state.fair_play,
        "radl": state.radl,
        "pagatkassa_cents": state.pagatkassa_cents,
        "camera": {"status": state.camera.status, "notice": state.camera.notice},
        "deals": len(state.deals),
        "next": None if state.open_deal else _seating(seating_now(state), state),
    }


def _seating(seats: Seating, state: TableState) -> Json:
    return {
        "dealer": state.players[seats.dealer],
        "seats": {SEATS[s]: state.players[p] for s, p in enumerate(seats.seats)},
        "sitting_out": [state.players[p] for p in seats.sitting_out],
    }


def _sheet(state: TableState, view: View) -> Json:  # noqa: ARG001
    return sheet_of(state).as_json()


# --- the open deal -----------------------------------------------------------------------------------------------


def _deal(state: TableState, view: View) -> Json | None:
    deal = state.open_deal
    if deal is None:
        return None
    record = record_for(deal, view)
    return {
        "number": deal.number,
        **_seating(seating_now(state), state),
        "record": record,
        "auction": _auction(record),
        "questions": _questions(deal, view),
        "cards": _events_of_cards(deal.play),
    }


def _events_of_cards(play: Play) -> list[Json]:
    """Which event laid which card: what a correction names, and where its evidence is found."""
    return [
        {"event": laid.seq, "trick": t, "position": p, "camera": laid.camera, "picture": laid.pictured}
        for t, trick in enumerate(follow(play).tricks, 1)
        for p, laid in enumerate(trick.cards, 1)
    ]


def _auction(record: Json) -> Json | None:
    """Whose turn it is and what may regularly be said, until the contract stands."""
    if "contract" in record:
        return None
    auction = Auction(agreed(record["rules"], record["options"]))
    for call in record.get("auction", []):
        auction.say(Call(SEATS.index(call["by"]), call["call"], call.get("bird")))
    if auction.over:
        return {"turn": None, "over": True, "options": []}
    options = [{"call": c.call} | ({"bird": c.bird} if c.bird else {}) for c in auction.options(auction.turn)]
    return {"turn": SEATS[auction.turn], "over": False, "options": options}


def _questions(deal: DealLog, view: View) -> list[Json]:
    shown = []
    for question, trick, position in follow(deal.play).open_questions():
        data: Json = {"id": question.id, "trick": trick, "position": position}
        if view is not View.PUBLIC:
            data["candidates"] = [[c.card, c.share] for c in question.candidates]
            data["evidence"] = question.evidence
        shown.append(data)
    return shown


def record_for(deal: DealLog, view: View) -> Json:
    """The record of an open deal without what is hidden from a view."""
    record = document_of(deal.play)
    return record if view is not View.PUBLIC else public_record(record)


def public_record(record: Json) -> Json:
    """Only what lies or lay openly on the table: no hands, no discards, no unopened talon, no secret partner."""
    contract = record.get("contract")
    nature = NATURES[contract["game"]] if contract else None
    public = {name: value for name, value in record.items() if name not in ("hands", "discards", "talon")}
    if nature is not None and nature.talon in (Talon.HALF, Talon.ONE) and "talon" in record:
        public["talon"] = record["talon"]
    if "discards" in record:
        public["discards"] = [UNSEEN for _ in record["discards"]]
    if contract is not None:
        public["contract"] = {name: value for name, value in contract.items() if name != "partner"}
    hands = _open_hands(record, nature.ouvert if nature else Ouvert.NO)
    return public | ({"hands": hands} if hands else {})


def _open_hands(record: Json, ouvert: Ouvert) -> Json:
    """In ouvert games the hands lie open after the first trick."""
    tricks = record["tricks"]
    led = bool(tricks) and len({seat for seat, _ in tricks[0]["cards"]}) == 4
    if ouvert is Ouvert.NO or not led:
        return {}
    shown = [record["contract"]["declarer"]] if ouvert is Ouvert.DECLARER else list(SEATS)
    return {seat: hand for seat, hand in record.get("hands", {}).items() if seat in shown}


# --- judgement ---------------------------------------------------------------------------------------------------


def _judgement(state: TableState, view: View) -> Json | None:
    deal = state.open_deal
    if deal is None:
        return None
    shown = view if view is View.REFEREE and state.fair_play == "referee" else View.PUBLIC
    return _judgement_told(
        canonical(record_for(deal, shown)), FairPlay(state.fair_play), view is View.REFEREE
    )


@lru_cache(maxsize=512)
def _judgement_told(record: str, mode: FairPlay, to_referee: bool) -> Json:
    """The judgement of a running deal with no more rulings than the table's fair play lets a view be told."""
    found = judged(record)
    return _in_words(replace(found, rulings=tuple(mode.told(found.rulings, to_referee=to_referee))))


@lru_cache(maxsize=512)
def _judgement_json(record: str) -> Json:
    """The judgement of a deal that is over, with everything."""
    return _in_words(judged(record))


def _in_words(found: Judgement) -> Json:
    """Each proof also in words, for clients that have no engine of their own."""
    data = found.as_json()
    for shown, ruling in zip(data["rulings"], found.rulings, strict=True):
        shown["steps"] = {lang: proof_steps(ruling.certificate, lang) for lang in ("de", "en")}
    return data


def _last(state: TableState, view: View) -> Json | None:  # noqa: ARG001
    """The deal that was closed last, with everything: it is over."""
    return closed_deal(state, state.closed_deals[-1].number) if state.closed_deals else None


def closed_deal(state: TableState, number: int) -> Json:
    deal = state.deal(number)
    version = deal.versions[-1]
    data: Json = {"number": number, "reason": version.reason, "versions": len(deal.versions)}
    if version.play is not None:
        data["record"] = document_of(version.play)
        data["cards"] = _events_of_cards(version.play)
    elif version.record is not None:
        data["record"] = json.loads(version.record)
    elif version.result is not None:
        data["result"] = json.loads(version.result)
    if "record" in data:
        data["judgement"] = _judgement_json(canonical(data["record"]))
    data["struck"] = content_of(version) is None
    return data


_SECTIONS: Final[dict[str, Callable[[TableState, View], Any]]] = {
    "table": _table,
    "deal": _deal,
    "judgement": _judgement,
    "last": _last,
    "sheet": _sheet,
}


# --- events ------------------------------------------------------------------------------------------------------

_HIDDEN: Final = {"hand_shown": ("cards",), "discarded": ("cards",), "talon_shown": ("halves",)}


def event_for(data: Json, view: View) -> Json:
    """An event of the log as a view may see it. What was hidden once stays so here; the sections tell it in time."""
    if view is not View.PUBLIC:
        return data
    return {
        "seq": data["seq"],
        "at": data["at"],
        "event": _public_event(data["event"]),
    }


def _public_event(event: Json) -> Json:
    public = {
        name: value for name, value in event.items() if name not in ("evidence", "candidates", "partner")
    }
    for name in _HIDDEN.get(event["type"], ()):
        public[name] = _unseen(public[name])
    if "to" in event and isinstance(event["to"], dict):
        public["to"] = _public_event(event["to"])
    return public


def _unseen(cards: Iterable[Any]) -> list[Any]:
    return [UNSEEN if isinstance(card, str) else _unseen(card) for card in cards]
