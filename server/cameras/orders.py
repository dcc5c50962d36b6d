"""What a reader is told to read, and what a phone hears back."""

from __future__ import annotations

import json

from server.cameras.view import Orders, Sync
from server.tables.commands import BY_HAND
from server.tables.fold import TableState
from server.tables.play import Play, follow
from server.tables.views import View, record_for


def by_hand(state: TableState) -> bool:
    """Whether people have sent the camera away for now."""
    return (state.camera.status, state.camera.notice) == ("manual", BY_HAND)


def for_phone(told: Sync | None) -> dict[str, object]:
    if told is None:
        return {}
    return {
        "deal": told.deal,
        "defects": list(told.defects),
        "trouble": told.trouble,
        "frame_ms": told.frame_ms,
        "view": None if told.view is None else told.view.model_dump(mode="json"),
    }


def orders_for(state: TableState) -> Orders:
    """Which deal is to be read, from where on. A camera is told no more than lies openly on the table."""
    deal = state.open_deal
    if deal is None or by_hand(state):
        return {"table": state.name, "deal": None}
    record = record_for(deal, View.PUBLIC)
    start = {name: value for name, value in record.items() if name not in ("tricks", "hands")}
    return {
        "table": state.name,
        "deal": {
            "number": deal.number,
            "start": json.loads(json.dumps(start)),
            "tricks_before": tricks_before(deal.play),
        },
    }


def tricks_before(play: Play) -> int:
    """How many tricks are played and swept: what a reader that comes now need not look for."""
    tricks = follow(play).tricks
    done = [n for n, trick in enumerate(tricks, 1) if trick.collected_by is not None or n < len(tricks)]
    return max(done, default=0)
