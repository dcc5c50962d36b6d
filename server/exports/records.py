"""Every closed deal as one line of JSON: a deal record, a result, or a note that it was struck."""

from __future__ import annotations

import json
from typing import Any

from server.tables.events import canonical
from server.tables.fold import DealLog, TableState
from server.tables.play import document_of


def record_line(deal: DealLog) -> dict[str, Any]:
    """What counts for a deal, as `kiebitz judge` or `kiebitz settle` read it."""
    version = deal.versions[-1]
    if version.play is not None:
        return document_of(version.play)
    written = version.record or version.result
    if written is not None:
        data: dict[str, Any] = json.loads(written)
        return data
    return {"struck": True, "reason": version.reason}


def records_jsonl(state: TableState) -> bytes:
    return "".join(canonical(record_line(deal)) + "\n" for deal in state.closed_deals).encode()
