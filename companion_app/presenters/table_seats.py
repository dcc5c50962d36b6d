"""The four around the table: names, roles, whose turn, what each has said and taken."""

from __future__ import annotations

from companion_app.presenters.contract_line import words_of
from companion_app.presenters.phase import shows_points
from companion_app.presenters.seats import Seats
from companion_app.presenters.words import Speaker, signed
from companion_app.state.auction import auction_of
from companion_app.state.model import AppState, Json
from companion_app.state.record import Now, Standing, system_of
from companion_app.viewmodels.common import Place
from companion_app.viewmodels.table import SeatView
from engine.systems.base import NATURES, Family
from engine.terms import SEATS


def seat_views(
    state: AppState, speak: Speaker, seats: Seats, found: Now | None, where: Standing | None, phase: str
) -> tuple[SeatView, ...]:
    sheet = state.section("sheet") or {}
    totals = dict(zip(sheet.get("players", ()), sheet.get("totals", ()), strict=True))
    record = found.record if found is not None else {}
    auction = auction_of(record, system_of(state)) if phase == "bidding" else None
    turn = where.turn if where is not None and phase == "play" else None
    if auction is not None and auction.calls and not auction.over:
        turn = SEATS[auction.turn]
    calls = {call["by"]: call for call in record.get("auction") or ()} if phase == "bidding" else {}
    views = []
    for place in (Place.BOTTOM, Place.RIGHT, Place.TOP, Place.LEFT):
        seat = seats.at(place)
        name = seats.name(seat)
        role = _role(speak, record, where, seat)
        tricks, points = _taken(state, speak, where, seat, phase)
        views.append(
            SeatView(
                place=place,
                seat=seat,
                name=name,
                dealer=name == seats.dealer,
                forehand=seat == "A",
                turn=seat == turn,
                said=words_of(speak, record, seat),
                total=signed(totals[name]) if name in totals else "",
                call=_call(speak, calls.get(seat)),
                role=role,
                declaring=bool(role),
                tricks=tricks,
                points=points,
            )
        )
    return tuple(views)


def _call(speak: Speaker, call: Json | None) -> str:
    if call is None:
        return ""
    if call["call"] in ("vorhand", "weiter"):
        return speak(f"call.{call['call']}")
    return speak.game(call["call"], call.get("bird"))


def _role(speak: Speaker, record: Json, where: Standing | None, seat: str) -> str:
    contract = record.get("contract")
    nature = NATURES.get(contract["game"]) if contract else None
    if not contract or nature is None or nature.family is Family.TRISCHAKEN:
        return ""
    if seat == contract["declarer"]:
        return speak("role.declarer")
    if seat in contract.get("with", ()):
        return speak("role.beside")
    if where is not None and where.facts.partner is not None and SEATS[where.facts.partner] == seat:
        return speak("role.partner")
    return ""


def _taken(state: AppState, speak: Speaker, where: Standing | None, seat: str, phase: str) -> tuple[str, str]:
    if where is None or phase not in ("play", "over"):
        return "", ""
    index = SEATS.index(seat)
    tricks = where.facts.tricks_won[index]
    points = speak.points(where.facts.thirds[index]) if shows_points(state) and tricks else ""
    return speak("tricks.one" if tricks == 1 else "tricks.many", count=tricks), points
