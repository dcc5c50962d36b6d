"""The start: find the server, pair, choose the table."""

from __future__ import annotations

from dataclasses import dataclass

from companion_app.viewmodels.common import Choice, Tone


@dataclass(frozen=True, slots=True)
class StartView:
    """`step` is `find` (servers and address), `pair` (the code) or `tables`."""

    step: str
    title: str
    hint: str
    """One or two sentences: what to do here."""
    servers: tuple[Choice, ...] = ()
    searching: bool = False
    address: str = ""
    """The address field; the screen emits `TypeAddress` while it is typed, and `connect` when it is done."""
    address_label: str = ""
    connect: Choice | None = None
    run_here: Choice | None = None
    code: str = ""
    """What is typed of the code: up to eight digits, `TypeCode` with every change. Shown as 4 + 4."""
    code_label: str = ""
    keys: tuple[Choice, ...] = ()
    """The keys of a number pad in reading order (7 8 9 / 4 5 6 / 1 2 3 / delete 0), with their actions."""
    tournaments: tuple[Choice, ...] = ()
    """Those that run on this server."""
    tables: tuple[Choice, ...] = ()
    new_table: Choice | None = None
    again: Choice | None = None
    """Look again, or leave this server."""
    discard: Choice | None = None
    """Throw away what waits for tables that this device has left."""
    message: str = ""
    tone: Tone = Tone.PLAIN
    busy: bool = False
