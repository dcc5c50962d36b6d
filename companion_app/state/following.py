"""The copy of a table, message by message: what is old is dropped, and after any break the copy ends the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion_app.state.model import SECTIONS, Json, TableCopy


def heard(copy: TableCopy, message: Json) -> TableCopy:
    """The copy after one message of the server's stream (`events`, `state` or `update`)."""
    if message.get("table") != copy.id:
        return copy
    kind, seq = message.get("type"), message.get("seq")
    if not isinstance(seq, int):
        return copy
    if kind == "state":
        return _state(copy, seq, message)
    if kind not in ("events", "update") or seq <= copy.seq:
        return copy
    log = _logged(copy, message.get("events", ()))
    if kind == "events":  # what was missed; how everything is now follows at once
        return TableCopy(copy.id, seq, copy.sections, log)
    return TableCopy(copy.id, seq, {**copy.sections, **_known(message)}, log)


def _state(copy: TableCopy, seq: int, message: Json) -> TableCopy:
    """Everything as it is now. A server that was set back to an earlier number is believed too."""
    log = copy.log if seq >= copy.seq else ()
    return TableCopy(copy.id, seq, _known(message), log)


def _known(message: Json) -> dict[str, Any]:
    sections = message.get("sections", {})
    return {name: sections[name] for name in SECTIONS if name in sections}


def _logged(copy: TableCopy, events: Iterable[Json]) -> tuple[tuple[int, Json], ...]:
    log = list(copy.log)
    for stored in events:
        number, event = stored["seq"], stored["event"]
        if number <= copy.seq:
            continue
        if event["type"] == "deal_opened":
            log.clear()
        log.append((number, event))
    return tuple(log)


def happened(copy: TableCopy | None, *types: str) -> list[tuple[int, Json]]:
    """The events of these types that count in the open deal: as corrected, without what was retracted."""
    if copy is None:
        return []
    events: dict[int, Json] = {}
    for number, event in copy.log:
        match event["type"]:
            case "retracted":
                events.pop(event["event"], None)
            case "corrected":
                if event["event"] in events:
                    events[event["event"]] = event["to"]
            case _:
                events[number] = event
    return [(number, event) for number, event in events.items() if event["type"] in types]
