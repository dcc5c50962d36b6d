"""Who sits where: seats of the deal to names and to places on the screen, one's own at the bottom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion_app.state.model import AppState, Json
from companion_app.state.record import system_of
from companion_app.viewmodels.common import Place
from engine.terms import SEATS

_RIGHT_ROUND = (Place.BOTTOM, Place.RIGHT, Place.TOP, Place.LEFT)
_LEFT_ROUND = (Place.BOTTOM, Place.LEFT, Place.TOP, Place.RIGHT)


@dataclass(frozen=True, slots=True)
class Seats:
    """The four who play in a deal."""

    names: Mapping[str, str]
    places: Mapping[str, Place]
    dealer: str
    sitting_out: tuple[str, ...]

    def name(self, seat: str | None) -> str:
        return "" if seat is None else self.names.get(seat, seat)

    def at(self, place: Place) -> str:
        return next(seat for seat, found in self.places.items() if found is place)


def seats_of(state: AppState, seating: Json | None = None) -> Seats:
    """Of the open deal, of the next one, or of the one whose seating is given."""
    source = seating or state.section("deal") or (state.section("table") or {}).get("next")
    if source is None:
        sheet = state.section("sheet") or {}
        source = sheet.get("next")
    names: dict[str, str] = dict(source["seats"]) if source else dict(zip(SEATS, SEATS, strict=True))
    dealer = source["dealer"] if source else ""
    return Seats(names, _places(state, names), dealer, tuple(source["sitting_out"]) if source else ())


def _places(state: AppState, names: Mapping[str, str]) -> dict[str, Place]:
    """Play goes to the right around the table, or to the left in a clockwise system."""
    round_ = _LEFT_ROUND if system_of(state).clockwise else _RIGHT_ROUND
    start = _bottom(state, names)
    return {seat: round_[(SEATS.index(seat) - start) % 4] for seat in SEATS}


def _bottom(state: AppState, names: Mapping[str, str]) -> int:
    """One's own seat; without one, or while one sits out, the first of the table's players who plays."""
    players = (state.section("table") or {}).get("players", ())
    for name in (state.settings.own, *players):
        for index, seat in enumerate(SEATS):
            if name and names.get(seat) == name:
                return index
    return 0
