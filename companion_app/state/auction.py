"""The auction of the open deal as far as it was noted."""

from __future__ import annotations

from companion_app.state.model import Json
from engine.auction import Auction
from engine.record import Call
from engine.systems.base import System
from engine.terms import SEATS


def auction_of(record: Json, system: System) -> Auction | None:
    """The auction until the contract stands; None from then on."""
    if record.get("contract"):
        return None
    auction = Auction(system)
    for call in record.get("auction") or ():
        auction.say(Call(SEATS.index(call["by"]), call["call"], call.get("bird")))
    return auction
