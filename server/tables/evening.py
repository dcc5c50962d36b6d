"""The sheet of a table's evening, computed by the engine from the closed deals."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import cast

from engine.record import Deal, compass_from
from engine.record_reading import read_deal
from engine.result import Result, read_result
from engine.sheet import Evening, Pagatkassa, Seating, Sheet, compute, seating
from engine.sheet import Version as SheetVersion
from engine.systems import agreed
from server.tables.events import Settled
from server.tables.fold import DealLog, TableState, Version
from server.tables.play import deal_of
from server.tables.words import Compass


def content_of(version: Version) -> Deal | Result | None:
    """What the engine settles: the deal, the typed result, or nothing."""
    if version.play is not None:
        return deal_of(version.play)
    if version.record is not None:
        return read_deal(json.loads(version.record))
    return None if version.result is None else read_result(json.loads(version.result))


def evening_of(state: TableState) -> Evening:
    """The engine's evening: every closed deal with all its versions."""
    kassa = state.pagatkassa_cents
    return Evening(
        system=agreed(state.rules, json.loads(state.options)),
        players=state.players,
        first_dealer=state.first_dealer,
        radl=state.radl,
        pagatkassa=None if kassa is None else Pagatkassa(kassa),
        deals=tuple(_versions(deal) for deal in state.closed_deals),
    )


@lru_cache(maxsize=4096)
def _versions(deal: DealLog) -> tuple[SheetVersion, ...]:
    return tuple(SheetVersion(content_of(v), v.reason, v.redeal, v.order) for v in deal.versions)


@lru_cache(maxsize=256)
def _sheet(
    names: tuple[str, ...],
    agreement: tuple[str, str, int, bool, int | None],
    deals: tuple[DealLog, ...],
) -> Sheet:
    rules, options, first_dealer, radl, kassa = agreement
    state = TableState(
        rules=rules,
        options=options,
        players=names,
        first_dealer=first_dealer,
        radl=radl,
        pagatkassa_cents=kassa,
        deals=deals,
    )
    return compute(evening_of(state))


def sheet_of(state: TableState) -> Sheet:
    """The whole sheet; the same closed deals are not settled twice."""
    agreement = (state.rules, state.options, state.first_dealer, state.radl, state.pagatkassa_cents)
    return _sheet(state.players, agreement, state.closed_deals)


def seating_now(state: TableState) -> Seating:
    """Who sits where in the open deal, or in the next one."""
    if not state.closed_deals:
        return seating(len(state.players), state.first_dealer)
    return sheet_of(state).next_seating


def forehand_side(state: TableState) -> Compass | None:
    """The side of the table where the forehand of the next deal sits; with five or six only people can say it."""
    if len(state.players) != 4:
        return None
    forehand = seating_now(state).seats[0]
    system = agreed(state.rules, json.loads(state.options))
    return cast("Compass", compass_from(state.first_seat, forehand, system))


def settled_word(state: TableState, number: int) -> Settled:
    """What the sheet says of a deal that was just closed or corrected, and of the evening so far."""
    sheet = sheet_of(state)
    row = sheet.rows[number - 1]
    return Settled(
        number=number,
        points=row.points,
        cents=row.cents,
        totals=sheet.totals,
        cash=sheet.cash,
        open=row.open,
    )
