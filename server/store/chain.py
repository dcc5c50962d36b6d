"""The chain: every stored event carries the hash of itself and of all before it, so that no byte changes unseen."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from server.tables.events import Event, canonical, read_event


@dataclass(frozen=True, slots=True)
class Stored:
    """An event as it is kept: `body` is its canonical JSON, `hash` covers it and everything before."""

    table: str
    seq: int
    body: str
    hash: str

    @property
    def data(self) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(self.body)
        return data

    @property
    def event(self) -> Event:
        return read_event(self.data["event"])


@dataclass(frozen=True, slots=True)
class Head:
    """Where a table's log stands."""

    seq: int
    hash: str


@dataclass(frozen=True, slots=True)
class Origin:
    """Who said something, when, under which command, and the digest of what that command asked."""

    at: str
    device: str
    role: str
    command: str
    asked: str


def start_of(table: str) -> Head:
    """The head of an empty log; it differs from table to table, so that no log passes for another."""
    return Head(0, hashlib.sha256(f"kiebitz/{table}".encode()).hexdigest())


def next_hash(previous: str, body: str) -> str:
    return hashlib.sha256(f"{previous}\n{body}".encode()).hexdigest()


def timestamp(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def link(table: str, head: Head, events: Iterable[dict[str, Any]], origin: Origin) -> list[Stored]:
    """The next links of a log's chain, from the JSON data of its events."""
    links: list[Stored] = []
    for event in events:
        body = canonical(
            {
                "table": table,
                "seq": head.seq + 1,
                "at": origin.at,
                "device": origin.device,
                "role": origin.role,
                "command": origin.command,
                "asked": origin.asked,
                "event": event,
            }
        )
        head = Head(head.seq + 1, next_hash(head.hash, body))
        links.append(Stored(table, head.seq, body, head.hash))
    return links


def broken_links(table: str, links: Iterable[Stored]) -> Iterator[tuple[int, str]]:
    """Every place where a log is not what was written: number and what is wrong."""
    head = start_of(table)
    for stored in links:
        expected = head.seq + 1
        if stored.seq != expected:
            yield stored.seq, f"expected event {expected}, found {stored.seq}: an event is missing"
        if next_hash(head.hash, stored.body) != stored.hash:
            yield stored.seq, "the event or one before it is not what was written: its hash does not fit"
        yield from ((stored.seq, problem) for problem in _defects(table, stored))
        head = Head(stored.seq, stored.hash)


def _defects(table: str, stored: Stored) -> Iterator[str]:
    try:
        data = stored.data
        if canonical(data) != stored.body:
            yield "the event is not in canonical form"
        if data["table"] != table or data["seq"] != stored.seq:
            yield "the event says that it belongs elsewhere"
    except (ValueError, KeyError, TypeError):
        yield "the event is no JSON object of this format"
