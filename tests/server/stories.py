"""Evenings for the tests of the server: deals of the engine's dealer, told as the events of a table."""

from __future__ import annotations

import random
from typing import Any

from engine.dealing import random_deal
from engine.record import Deal, write_deal
from server.benchmarks.story import PLAYERS, say, told
from server.store.chain import Origin, link
from server.store.protocol import Store
from server.tables.commands import Command, plan
from server.tables.events import Event, Said, TableCreated, canonical, event_json, read_event
from server.tables.fold import TableState, apply
from server.tables.roles import Role

__all__ = ["PLAYERS", "created", "dealt", "kept", "plain", "played", "say"]


def created(rules: str = "tirol-deluxe", **more: Any) -> TableCreated:
    fields = {"type": "table_created", "name": "Tisch 1", "rules": rules, "players": PLAYERS} | more
    event = read_event(fields)
    assert isinstance(event, TableCreated)
    return event


def dealt(seed: int, rules: str = "tirol-deluxe") -> tuple[Deal, list[Said]]:
    deal = random_deal(random.Random(seed), rules)
    return deal, list(told(write_deal(deal)))


def played(said: list[Said], state: TableState | None = None) -> tuple[TableState, list[Event]]:
    """The state after these words of an admin, and all events that they became."""
    state, log = state or TableState(), list[Event]()
    if state.seq == 0:
        said = [created(), *said]
    for number, word in enumerate(said):
        if isinstance(word, TableCreated):
            state = apply(state, word)
            log.append(word)
            continue
        events, state = plan(state, Role.ADMIN, Command(id=f"c{number}", say=(word,)))
        log.extend(events)
    return state, log


def kept(store: Store, table: str, events: list[Event], chunk: int = 1) -> None:
    """Events written to a store, each chunk as one command."""
    for at in range(0, len(events), chunk):
        command = f"{table}-{at}"
        links = link(
            table,
            store.head(table),
            map(event_json, events[at : at + chunk]),
            Origin("t", "d", "admin", command, "digest"),
        )
        store.append(table, links, command, "digest")


def plain(event: Event) -> str:
    return canonical(event_json(event))
