"""`kiebitz verify`: every link of every chain, every receipt, and every settlement computed anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pydantic import ValidationError

from engine.tournament import Unusable
from server.store.chain import Stored, broken_links, start_of
from server.store.protocol import Store
from server.tables.errors import TableError
from server.tables.evening import settled_word
from server.tables.events import Settled
from server.tables.fold import TableState, apply
from server.tournaments.cup_state import CupState, apply_cup, read_cup_event
from server.tournaments.events import read_event as read_tournament_event
from server.tournaments.evidence import check_evening, evening_json
from server.tournaments.fold import apply as apply_tournament
from server.tournaments.state import TournamentState


@dataclass(frozen=True, slots=True)
class Finding:
    table: str
    seq: int
    message: str


@dataclass(frozen=True, slots=True)
class Report:
    table: str
    name: str
    events: int
    deals: int
    head: str
    findings: tuple[Finding, ...]


def verify_table(store: Store, table: str) -> Report:
    """All that is wrong with a log; nothing is repaired."""
    links = store.read(table)
    findings = [Finding(table, seq, message) for seq, message in broken_links(table, links)]
    findings += [Finding(table, seq, message) for seq, message in _lost_receipts(store, table, links)]
    followed = _Followed(0, table, 0)
    if not findings:
        followed = _FOLLOW.get(table[:1], _follow_table)(store, table, links, findings)
    head = links[-1].hash if links else start_of(table).hash
    return Report(table, followed.name, len(links), followed.deals, head, tuple(findings))


@dataclass(frozen=True, slots=True)
class _Followed:
    """How far a log could be followed, what it is called, and how many deals (or sheets, or evenings) it has."""

    seq: int
    name: str
    deals: int


def _follow_table(
    store: Store,  # noqa: ARG001
    table: str,
    links: Sequence[Stored],
    findings: list[Finding],
) -> _Followed:
    state = TableState()
    for stored in links:
        try:
            state, drift = _step(state, stored)
        except (TableError, ValidationError, ValueError) as error:
            findings.append(Finding(table, stored.seq, f"the event cannot be followed: {error}"))
            break
        if drift is not None:
            findings.append(Finding(table, stored.seq, drift))
    return _Followed(state.seq, state.name, len(state.closed_deals))


def _follow_tournament(
    store: Store, table: str, links: Sequence[Stored], findings: list[Finding]
) -> _Followed:
    """Every sheet that came from a table's log is recomputed from that log, and the standing from the sheets."""
    state = TournamentState()
    for stored in links:
        try:
            state = apply_tournament(state, read_tournament_event(stored.data["event"]))
        except (TableError, ValidationError, ValueError) as error:
            findings.append(Finding(table, stored.seq, f"the event cannot be followed: {error}"))
            return _Followed(state.seq, state.name, 0)
    sheets = sum(bool(seated.sheets) for drawn in state.rounds for seated in drawn.tables)
    try:
        document = evening_json(table, state, store)
    except (TableError, Unusable, ValidationError, ValueError) as error:
        findings.append(Finding(table, state.seq, f"the evening cannot be recomputed: {error}"))
    else:
        findings.extend(Finding(table, state.seq, message) for message in check_evening(document))
    return _Followed(state.seq, state.name, sheets)


def _follow_cup(
    store: Store,  # noqa: ARG001
    table: str,
    links: Sequence[Stored],
    findings: list[Finding],
) -> _Followed:
    state = CupState()
    for stored in links:
        try:
            state = apply_cup(state, read_cup_event(stored.data["event"]))
        except (TableError, ValidationError, ValueError) as error:
            findings.append(Finding(table, stored.seq, f"the event cannot be followed: {error}"))
            break
    return _Followed(state.seq, state.name, len(state.counted))


_FOLLOW: Final = {"e": _follow_tournament, "c": _follow_cup}
"""By the first letter of a log's id; all others are tables."""


def _step(state: TableState, stored: Stored) -> tuple[TableState, str | None]:
    event = stored.event
    if not isinstance(event, Settled):
        return apply(state, event), None
    drift = None
    if 1 <= event.number <= len(state.closed_deals):
        now = settled_word(state, event.number)
        if replace(now, open=event.open) != event or now.open != event.open:
            drift = f"deal {event.number} was settled as {list(event.points)}, now it is {list(now.points)}"
    else:
        drift = f"deal {event.number} was settled before it was closed"
    return apply(state, event), drift


def _lost_receipts(store: Store, table: str, links: Sequence[Stored]) -> Iterator[tuple[int, str]]:
    """An acknowledged command whose events are gone, or events that nobody asked for, or asked for otherwise."""
    known = dict(store.receipts(table))
    last = store.head(table).seq  # read last: the server may go on writing meanwhile
    for command, receipt in known.items():
        if receipt.last > last:
            yield receipt.last, f"the command {command} was acknowledged, its events are missing"
    covered: dict[str, list[int]] = {}
    for stored in links:
        try:
            data = stored.data
            command = str(data["command"])
        except (ValueError, KeyError):
            continue
        covered.setdefault(command, []).append(stored.seq)
        receipt_of = known.get(command)
        if receipt_of is None or not receipt_of.first <= stored.seq <= receipt_of.last:
            yield stored.seq, f"no receipt of the command {command} covers this event"
        elif data.get("asked", receipt_of.digest) != receipt_of.digest:  # logs of earlier versions do not say
            yield stored.seq, f"the receipt of the command {command} is not what was asked"
    for command, numbers in covered.items():
        receipt_of = known.get(command)
        if receipt_of is not None and (receipt_of.first, receipt_of.last) != (numbers[0], numbers[-1]):
            yield numbers[0], f"the receipt of the command {command} names other events than it became"


def verify(store: Store) -> list[Report]:
    return [verify_table(store, table) for table in store.tables()]
