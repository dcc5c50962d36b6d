"""The fold: from the events of a table to its state. Pure; the same events always give the same state."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.fields import InputError, Place, Problems
from engine.record import FORMAT as DEAL_FORMAT
from engine.result import FORMAT as RESULT_FORMAT
from engine.result import Result, read_result
from engine.systems import SYSTEMS
from engine.terms import read_options
from server.tables.errors import Refused
from server.tables.events import (
    CameraNoted,
    CardLaid,
    Corrected,
    DealCorrected,
    DealEnded,
    DealOpened,
    DealStruck,
    Event,
    FairPlayChosen,
    Happening,
    OptionsAgreed,
    PlayerRenamed,
    PlayersSeated,
    ResultEntered,
    Retracted,
    Settled,
    TableCreated,
    TrickCollected,
    canonical,
)
from server.tables.play import Numbered, Play, checked_deal, deal_of, follow, with_their_cards
from server.tables.words import Compass


@dataclass(frozen=True, slots=True)
class Version:
    """What counts for a closed deal: its play, a typed result or record (canonical JSON), or nothing (struck)."""

    play: Play | None = None
    result: str | None = None
    record: str | None = None
    reason: str = ""
    redeal: bool = False
    order: int = 0
    """When it was written, among all versions of the table's deals."""


@dataclass(frozen=True, slots=True)
class DealLog:
    """One deal: its play, and once it is closed all versions of what counts, the last one valid."""

    number: int
    play: Play
    versions: tuple[Version, ...] = ()

    @property
    def open(self) -> bool:
        return not self.versions


@dataclass(frozen=True, slots=True)
class Camera:
    status: str = "manual"
    notice: str = ""


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything that is true of a table after `seq` events."""

    seq: int = 0
    name: str = ""
    rules: str = ""
    options: str = "{}"
    players: tuple[str, ...] = ()
    first_dealer: int = 0
    first_seat: Compass = "S"
    radl: bool = False
    pagatkassa_cents: int | None = None
    fair_play: str = "fair_play"
    camera: Camera = Camera()
    deals: tuple[DealLog, ...] = ()
    settled: Settled | None = None
    """The last word of the sheet, for `verify`."""

    @property
    def open_deal(self) -> DealLog | None:
        return self.deals[-1] if self.deals and self.deals[-1].open else None

    @property
    def closed_deals(self) -> tuple[DealLog, ...]:
        return self.deals[:-1] if self.open_deal is not None else self.deals

    def deal(self, number: int) -> DealLog:
        if not 1 <= number <= len(self.deals):
            raise Refused("deal", f"there is no deal {number}; the table has {len(self.deals)}", "number")
        return self.deals[number - 1]


def fold(events: Iterable[Event], state: TableState | None = None) -> TableState:
    """The state after all these events, from the start or from an earlier state on.

    They come from a log and were checked before they were written: the cards are not checked again one by one.
    """
    state = state or TableState()
    for event in events:
        state = apply(state, event, checked=True)
    return state


def apply(state: TableState, event: Event, checked: bool = False) -> TableState:
    """The state after one more event; `Refused` if it cannot have happened here."""
    seq = state.seq + 1
    if isinstance(event, TableCreated) == (state.seq > 0):
        raise Refused("begun", "a table begins with its creation, once", "type")
    return replace(_change(state, seq, event, checked), seq=seq)


def _change(state: TableState, seq: int, event: Event, checked: bool) -> TableState:
    match event:
        case TableCreated():
            return _create(event)
        case PlayersSeated():
            return _seat(state, event)
        case PlayerRenamed():
            return _rename(state, event)
        case OptionsAgreed():
            return replace(state, options=_options(state.rules, event.options))
        case FairPlayChosen():
            return replace(state, fair_play=event.mode)
        case CameraNoted():
            return replace(state, camera=Camera(event.status, event.notice))
        case DealOpened():
            return _open(state, event)
        case DealEnded() | ResultEntered() | DealStruck():
            return _close(state, event)
        case DealCorrected():
            return _write_anew(state, event)
        case Retracted():
            return _amend(state, event.event, None, event.reason)
        case Corrected():
            return _amend(state, event.event, event.to, event.reason)
        case Settled():
            return replace(state, settled=event)
        case _:
            return _happen(state, seq, event, checked)


# --- the table ---------------------------------------------------------------------------------------------------


def _create(event: TableCreated) -> TableState:
    seated = PlayersSeated(
        players=event.players, first_dealer=event.first_dealer, first_seat=event.first_seat
    )
    state = TableState(
        name=event.name,
        rules=event.rules,
        options=_options(event.rules, event.options),
        radl=event.radl,
        pagatkassa_cents=event.pagatkassa_cents,
        fair_play=event.fair_play,
    )
    return _seat(state, seated)


def _options(rules: str, options: dict[str, Any]) -> str:
    problems = Problems()
    values = read_options(SYSTEMS[rules], Place(options, "options", problems))
    if problems.found:
        raise Refused(*problems.found[0])
    return canonical(values)


def _seat(state: TableState, event: PlayersSeated) -> TableState:
    if state.deals:
        raise Refused("seated", "players can be seated only before the first deal", "players")
    _check_names(event.players)
    if event.first_dealer >= len(event.players):
        raise Refused("first_dealer", f"expected one of {len(event.players)} players, from 0", "first_dealer")
    return replace(state, players=event.players, first_dealer=event.first_dealer, first_seat=event.first_seat)


def _check_names(players: tuple[str, ...]) -> None:
    for index, name in enumerate(players):
        if name in players[:index]:
            raise Refused("player", f"{name} sits here already", f"players[{index}]")


def _rename(state: TableState, event: PlayerRenamed) -> TableState:
    if event.player >= len(state.players):
        raise Refused("player", f"expected one of {len(state.players)} players, from 0", "player")
    players = (*state.players[: event.player], event.name, *state.players[event.player + 1 :])
    _check_names(players)
    return replace(state, players=players)


# --- a deal ------------------------------------------------------------------------------------------------------


def _open(state: TableState, event: DealOpened) -> TableState:
    if state.open_deal is not None:
        raise Refused("deal_open", f"deal {len(state.deals)} is still open", "type")
    play = Play(state.rules, state.options, event.forehand)
    return replace(state, deals=(*state.deals, DealLog(len(state.deals) + 1, play)))


def _the_open_deal(state: TableState) -> DealLog:
    deal = state.open_deal
    if deal is None:
        raise Refused("no_deal", "no deal is open; open one first", "type")
    return deal


def _with_deal(state: TableState, deal: DealLog) -> TableState:
    deals = list(state.deals)
    deals[deal.number - 1] = deal
    return replace(state, deals=tuple(deals))


def _happen(state: TableState, seq: int, event: Happening, checked: bool) -> TableState:
    deal = _the_open_deal(state)
    play = replace(deal.play, happened=(*deal.play.happened, (seq, event)))
    if not checked:
        if isinstance(event, CardLaid):
            follow(deal.play).demand_place(event)
        deal_of(play)
    return _with_deal(state, replace(deal, play=play))


def _close(state: TableState, event: DealEnded | ResultEntered | DealStruck) -> TableState:
    deal = _the_open_deal(state)
    match event:
        case DealEnded():
            version = Version(play=replace(deal.play, end=event.end))
            _check_ended(version.play)
        case ResultEntered():
            version = Version(result=_result(deal.play, event.result))
        case DealStruck():
            version = Version(reason=event.reason, redeal=event.redeal)
    return _with_deal(state, replace(deal, versions=(replace(version, order=_written(state)),)))


def _written(state: TableState) -> int:
    return 1 + max((v.order for deal in state.deals for v in deal.versions), default=0)


def _check_ended(play: Play | None) -> None:
    if play is None:
        return
    ended = deal_of(play)
    if ended.contract is None:
        raise Refused("contract", "a deal cannot be settled without its contract", "contract")


def _result(play: Play, document: dict[str, Any]) -> str:
    whole = _completed(play, document, RESULT_FORMAT)
    _read_result(whole)
    return canonical(whole)


def _read_result(document: dict[str, Any]) -> Result:
    try:
        return read_result(document)
    except InputError as error:
        first = error.first
        raise Refused(first.code, first.message, f"result.{first.at}") from None


def _record(play: Play, document: dict[str, Any]) -> str:
    whole = _completed(play, document, DEAL_FORMAT)
    try:
        checked_deal(whole)
    except Refused as refused:
        raise Refused(refused.code, refused.message, f"record.{refused.at}") from None
    return canonical(whole)


def _completed(play: Play, document: dict[str, Any], form: str) -> dict[str, Any]:
    """Format, system and agreements are the table's where the document does not say them."""
    if document.get("rules", play.rules) != play.rules:
        raise Refused("rules", f"this deal is played by {play.rules}", "rules")
    return {"format": form, "rules": play.rules, "options": json.loads(play.options)} | document


# --- corrections -------------------------------------------------------------------------------------------------


def _write_anew(state: TableState, event: DealCorrected) -> TableState:
    deal = state.deal(event.number)
    if deal.open:
        raise Refused("deal_open", f"deal {event.number} is still open; correct its events", "number")
    if event.result is not None and event.record is not None:
        raise Refused("content", "expected a result or a record, got both", "record")
    version = Version(
        result=None if event.result is None else _result(deal.play, event.result),
        record=None if event.record is None else _record(deal.play, event.record),
        reason=event.reason,
        # Thrown in once more it is what it was.
        redeal=deal.versions[0].redeal and event.result is None and event.record is None,
        order=_written(state),
    )
    return _with_deal(state, replace(deal, versions=(*deal.versions, version)))


def _amend(state: TableState, seq: int, to: Happening | None, reason: str) -> TableState:
    """An event of a deal never happened (None) or was another one; the log keeps both, the play only the truth."""
    deal = next((d for d in state.deals for number, _ in d.play.happened if number == seq), None)
    if deal is None:
        raise Refused("event", f"event {seq} is no event of a deal, or was retracted before", "event")
    pinned = _in_their_tricks(deal.play, seq, gone=to is None)
    play = replace(deal.play, happened=tuple(_amended(pinned, seq, to)))
    play = with_their_cards(deal.play, play) if to is None else play
    deal_of(play)
    if deal.open:
        return _with_deal(state, replace(deal, play=play))
    last = deal.versions[-1]
    if last.play is None:
        raise Refused("as_result", f"deal {deal.number} was written as a result; correct that", "event")
    ended = replace(play, end=last.play.end)
    _check_ended(ended)
    versions = (*deal.versions, Version(play=ended, reason=reason, order=_written(state)))
    return _with_deal(state, replace(deal, play=play, versions=versions))


def _in_their_tricks(play: Play, seq: int, *, gone: bool) -> Play:
    """Before a card is taken out: those that were laid after it stay in the tricks in which they lay.

    Likewise before it is put right who took a trick in: what was laid after that began the next one.
    """
    lay = {laid.seq: number for number, trick in enumerate(follow(play).tricks, 1) for laid in trick.cards}
    took = any(number == seq and isinstance(event, TrickCollected) for number, event in play.happened)
    if not took and not (gone and seq in lay):
        return play
    return replace(
        play,
        happened=tuple(
            (number, replace(event, trick=lay[number]))
            if isinstance(event, CardLaid) and number > seq and event.trick is None and number in lay
            else (number, event)
            for number, event in play.happened
        ),
    )


def _amended(play: Play, seq: int, to: Happening | None) -> Iterator[Numbered]:
    for at, (number, event) in enumerate(play.happened):
        if number != seq:
            yield number, event
        elif to is not None:
            yield number, _in_its_place(replace(play, happened=play.happened[:at]), event, to)


def _in_its_place(before: Play, was: Happening, to: Happening) -> Happening:
    """A card put right lies where the wrong one lay, unless the correction names another trick or a position."""
    if not isinstance(to, CardLaid):
        return to
    table = follow(before)
    table.demand_place(to)
    if not isinstance(was, CardLaid):
        return to
    to = replace(to, evidence=to.evidence or was.evidence)
    if to.position is None and table.number_of(to) == table.number_of(was):
        return replace(to, position=was.position)
    return to
