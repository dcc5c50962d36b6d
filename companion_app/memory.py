"""What survives when the app is killed: settings and pairing, drafts, and whatever the server has not confirmed."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from companion_app.client.files import Keeper
from companion_app.settings import read_settings, settings_json
from companion_app.state.drafts import entry_json, read_contract_entry, read_result_entry, read_table_form
from companion_app.state.model import AppState, Link, Order, Parted, Pending, Server, Start, Tournament


@dataclass(slots=True)
class Memory:
    """Two small files: `device.json` changes seldom, `work.json` with every touch that enters something."""

    folder: Path
    _device: Keeper = field(init=False)
    _work: Keeper = field(init=False)

    def __post_init__(self) -> None:
        self._device = Keeper(self.folder / "device.json")
        self._work = Keeper(self.folder / "work.json")

    def save(self, state: AppState) -> None:
        self._device.write(
            {
                "settings": settings_json(state.settings),
                "server": None if state.server is None else asdict(state.server),
                "table": state.table,
            }
        )
        self._work.write(
            {
                "outbox": [asdict(pending) for pending in state.outbox],
                "held": [asdict(pending) for pending in state.held],
                "parted": None if state.parted is None else asdict(state.parted),
                "entry": None if state.entry is None else entry_json(state.entry),
                "result": None if state.result is None else entry_json(state.result),
                "left": sorted(state.left),
                "form": entry_json(replace(state.form, busy=False)),
                "tournament": None if state.tournament is None else asdict(state.tournament),
            }
        )

    def load(self) -> AppState:
        """The state to begin with; what cannot be read is as on a new device.

        Every start counts its commands under a key of its own: whatever became of the files, no id is ever used again.
        """
        device = self._device.read()
        state = AppState(
            settings=read_settings(device.get("settings")), device_key=f"k{secrets.token_hex(5)}"
        )
        server = _server(device.get("server"))
        if server is not None:
            start = Start(step="tables", address=server.address, busy=True)
            state = replace(state, server=server, table=device.get("table"), link=Link.SEARCHING, start=start)
        return _with_work(state, self._work.read())


def _server(data: Any) -> Server | None:
    try:
        return None if data is None else Server(**data)
    except TypeError:
        return None


def _with_work(state: AppState, work: dict[str, Any]) -> AppState:
    """Each part for itself: one that cannot be read, as of another version, takes nothing else with it."""
    for name, read in _PARTS.items():
        if work.get(name) is not None:
            with suppress(KeyError, TypeError, ValueError):
                state = replace(state, **{name: read(work[name])})
    return state


def _tournament(data: dict[str, Any]) -> Tournament:
    """With what the four confirmed and nobody has heard yet."""
    orders = tuple(Order(**_tuples(order)) for order in data["orders"])
    return Tournament(**_tuples(data) | {"desk": data["desk"], "orders": orders})


def _tuples(data: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}


def _pending(data: dict[str, Any]) -> Pending:
    undo = data["undo"]
    return Pending(
        id=data["id"],
        table=data["table"],
        say=tuple(data["say"]),
        label=data["label"],
        undo=None if undo is None else tuple(undo),
        cancelled=data["cancelled"],
        deal=data.get("deal"),
        of=data.get("of", ""),
    )


_PARTS: Final[dict[str, Callable[[Any], Any]]] = {
    "outbox": lambda data: tuple(_pending(each) for each in data),
    "held": lambda data: tuple(_pending(each) for each in data),
    "parted": lambda data: Parted(**data),
    "left": lambda data: frozenset(str(each) for each in data),
    "entry": read_contract_entry,
    "result": read_result_entry,
    "form": read_table_form,
    "tournament": _tournament,
}
