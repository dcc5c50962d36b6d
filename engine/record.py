"""The deal record (`kiebitz-deal/1`): what was seen and said at one table in one deal, irregular facts included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from engine.cards import IDS, UNKNOWN_ID, Card
from engine.result import KontraCall
from engine.systems.base import NATURES, Nature, System, Talon
from engine.terms import COMPASS, SEATS

FORMAT = "kiebitz-deal/1"
FOURTH = "fourth"
ENDS = ("played", "running", "schleifen", "blank")


class Collection(Enum):
    UNWATCHED = auto()  # nobody watched: collected as soon as the next trick is led
    LYING = auto()
    TAKEN = auto()


@dataclass(frozen=True, slots=True)
class Call:
    """One word of the auction: `vorhand`, `weiter`, or a game's id with its bird."""

    by: int
    call: str
    bird: str | None = None


@dataclass(frozen=True, slots=True)
class Announcement:
    by: int
    what: str


@dataclass(frozen=True, slots=True)
class Contract:
    game: str
    declarer: int
    bird: str | None = None
    called: Card | str | None = None
    others: tuple[int, ...] = ()
    partner: int | None = None

    @property
    def nature(self) -> Nature:
        return NATURES[self.game]


@dataclass(frozen=True, slots=True)
class Trick:
    """Seats and cards in the order in which they were laid; None is a card that nobody could see."""

    cards: tuple[tuple[int, Card | None], ...]
    collection: Collection = Collection.UNWATCHED
    collected_by: int | None = None
    gifts: tuple[Card | None, ...] = ()
    taken_back: tuple[tuple[int, Card | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal. Nothing in it is refused for being illegal; `judge` rules on it."""

    system: System
    contract: Contract | None = None
    tricks: tuple[Trick, ...] = ()
    end: str = "running"
    options: tuple[tuple[str, Any], ...] = ()
    forehand: str | None = None
    auction: tuple[Call, ...] | None = None
    talon: tuple[tuple[Card | None, ...], tuple[Card | None, ...]] | None = None
    taken: str | Card | None = None
    """`first`, `second`, `all`, `none`, or the one card taken."""
    discards: tuple[Card | None, ...] | None = None
    hands: tuple[tuple[Card | None, ...] | None, ...] | None = None
    announcements: tuple[Announcement, ...] = ()
    kontra: tuple[KontraCall, ...] = ()

    @property
    def taken_cards(self) -> tuple[Card | None, ...]:
        """The cards that the declarer took from an opened talon."""
        if self.talon is None or self.taken in (None, "all", "none"):
            return ()
        if isinstance(self.taken, int):
            return (self.taken,)
        return self.talon[0 if self.taken == "first" else 1]

    @property
    def left_cards(self) -> tuple[Card | None, ...]:
        """The cards of an opened talon that nobody took: everybody saw them, and they are out of play."""
        if self.talon is None or self.taken in (None, "all", "none"):
            return ()
        if isinstance(self.taken, int):
            return tuple(c for half in self.talon for c in half if c != self.taken)
        return self.talon[1 if self.taken == "first" else 0]

    @property
    def discard_count(self) -> int:
        if self.discards is not None:
            return len(self.discards)
        talon = self.contract.nature.talon if self.contract else Talon.NONE
        return {Talon.NONE: 0, Talon.HALF: 3, Talon.ALL: 6, Talon.ONE: 1}[talon]


# --- canonical writing -----------------------------------------------------------------------------------------


def _ids(cards: Sequence[Card | None]) -> list[str]:
    return [card_id(c) for c in cards]


def card_id(card: Card | None) -> str:
    return UNKNOWN_ID if card is None else IDS[card]


def write_deal(deal: Deal) -> dict[str, Any]:
    """The record as canonical JSON data: fixed order of fields, nothing that is unknown or empty by default."""
    data: dict[str, Any] = {"format": FORMAT, "rules": deal.system.id, "options": dict(deal.options)}
    if deal.forehand is not None:
        data["forehand"] = deal.forehand
    if deal.auction is not None:
        data["auction"] = [_call_json(c) for c in deal.auction]
    if deal.contract is not None:
        data["contract"] = _contract_json(deal.contract)
    if deal.talon is not None:
        data["talon"] = [_ids(half) for half in deal.talon]
    if deal.taken is not None:
        data["taken"] = deal.taken if isinstance(deal.taken, str) else IDS[deal.taken]
    if deal.discards is not None:
        data["discards"] = _ids(deal.discards)
    if deal.hands is not None:
        data["hands"] = {SEATS[s]: _ids(h) for s, h in enumerate(deal.hands) if h is not None}
    data["announcements"] = [{"by": SEATS[a.by], "what": a.what} for a in deal.announcements]
    data["kontra"] = [_kontra_json(k) for k in deal.kontra]
    data["tricks"] = [_trick_json(t) for t in deal.tricks]
    data["end"] = deal.end
    return data


def _call_json(call: Call) -> dict[str, Any]:
    data = {"by": SEATS[call.by], "call": call.call}
    return data if call.bird is None else data | {"bird": call.bird}


def _contract_json(contract: Contract) -> dict[str, Any]:
    data: dict[str, Any] = {"game": contract.game}
    if contract.bird is not None:
        data["bird"] = contract.bird
    data["declarer"] = SEATS[contract.declarer]
    if contract.called is not None:
        data["called"] = contract.called if isinstance(contract.called, str) else IDS[contract.called]
    if contract.partner is not None:
        data["partner"] = SEATS[contract.partner]
    data["with"] = [SEATS[s] for s in contract.others]
    return data


def _kontra_json(call: KontraCall) -> dict[str, Any]:
    data = {"by": SEATS[call.by], "on": call.on, "level": call.level}
    return data if call.to is None else data | {"to": SEATS[call.to]}


def _trick_json(trick: Trick) -> dict[str, Any]:
    data: dict[str, Any] = {"cards": [[SEATS[s], card_id(c)] for s, c in trick.cards]}
    if trick.collection is not Collection.UNWATCHED:
        data["collected_by"] = None if trick.collected_by is None else SEATS[trick.collected_by]
    if trick.gifts:
        data["gift"] = card_id(trick.gifts[0]) if len(trick.gifts) == 1 else _ids(trick.gifts)
    if trick.taken_back:
        data["taken_back"] = [[SEATS[s], card_id(c)] for s, c in trick.taken_back]
    return data


def compass(deal: Deal, seat: int) -> str | None:
    """Where a seat sits at the table, if the record says where the forehand sits."""
    return None if deal.forehand is None else compass_from(deal.forehand, seat, deal.system)


def compass_from(first: str, seat: int, system: System) -> str:
    """Where a seat sits when seat A sits at `first`: the others follow in the direction of play."""
    step = -1 if system.clockwise else 1
    return COMPASS[(COMPASS.index(first) + step * seat) % 4]
