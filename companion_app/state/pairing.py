"""From no server to a table: finding, pairing, choosing, making a new table."""

from __future__ import annotations

from dataclasses import replace

from companion_app import actions as a
from companion_app.client.address import BadAddress, read_address
from companion_app.state import messages as m
from companion_app.state.drafts import TableForm
from companion_app.state.model import AppState, Link, Notice, Parted, Server, Start, Tournament

Stepped = tuple[AppState, tuple[m.Effect, ...]]
DIGITS = 8


def update(state: AppState, message: a.Action | m.Message) -> Stepped | None:
    start = state.start
    match message:
        case a.FindServers():
            return _start(state, step="find", searching=True, message=""), (m.Discover(),)
        case m.Found(servers=servers, searching=searching):
            return _start(state, found=servers, searching=searching), ()
        case a.TypeAddress(text=text):
            return _start(state, address=text[:200], message=""), ()
        case a.ChooseServer(address=address) | a.PairText(text=address):
            return _reach(state, address)
        case m.NeedsPairing(address=address, fingerprint=sign):
            step = {"step": "pair", "address": address, "fingerprint": sign}
            return _start(state, **step, code="", busy=False, message=""), ()
        case a.TypeCode(text=text):
            return _code(state, text)
        case a.RunHere():
            return _start(state, busy=True, message=""), (m.StartHere(),)
        case m.Paired(server=server):
            return _paired(state, server)
        case m.Failed(key=key, detail=detail):
            if state.server is None:
                return _start(state, busy=False, code="", message=key, detail=detail, searching=False), ()
            notice = Notice(key, (("detail", detail),), tone="bad")
            form = replace(state.form, busy=False)
            return replace(state, notice=notice, start=replace(start, busy=False), form=form), ()
        case m.Revoked():
            return _forgotten(state, "start.revoked"), (m.Discover(),)
        case a.Forget():
            return _forgotten(state, ""), (m.Discover(),)
    return _tables(state, message)


def _tables(state: AppState, message: a.Action | m.Message) -> Stepped | None:
    match message:
        case m.Tables(tables=tables, tournaments=tournaments, damaged=damaged):
            state = replace(_start(state, busy=False), tables=tables, tournaments=tournaments)
            if damaged:
                notice = Notice("start.damaged", (("detail", ", ".join(damaged)),), tone="bad")
                state = replace(state, notice=notice)
            only = len(tables) == 1 and not tournaments
            if state.table is None and only and state.screen is a.Screen.START:
                return at_table(state, tables[0]["id"]), ()
            return state, ()
        case a.ChooseTable(table=table):
            return at_table(state, table), ()
        case a.FillTable(field=field, value=value):
            return replace(state, form=state.form.filled(field, value)), ()
        case a.CreateTable():
            if state.form.busy:
                return state, ()
            number = state.counter + 1
            command = state.form.command or f"{state.device_key}.{number}"
            form = replace(state.form, busy=True, command=command)
            return replace(state, counter=number, form=form), (m.MakeTable(form, command),)
        case m.Made(table=table):
            return at_table(replace(state, form=TableForm()), table), (m.LoadTables(),)
    return None


def _start(state: AppState, **changes: object) -> AppState:
    return replace(state, start=replace(state.start, **changes))  # type: ignore[arg-type]


def _reach(state: AppState, text: str) -> Stepped:
    """An address that was chosen, typed, or read from a QR code with its secret behind the #."""
    try:
        address, secret = read_address(text)
    except BadAddress:
        return _start(state, message="start.bad_address", busy=False), ()
    state = _start(state, address=address, busy=True, message="", searching=False)
    return state, (m.Pair(address, secret=secret) if secret else m.Reach(address),)


def _code(state: AppState, text: str) -> Stepped:
    code = "".join(c for c in text if c in "0123456789")[:DIGITS]
    if len(code) < DIGITS or state.start.busy:
        return _start(state, code=code, message=""), ()
    return _start(state, code=code, busy=True, message=""), (m.Pair(state.start.address, code=code),)


def _paired(state: AppState, server: Server) -> Stepped:
    before = state.parted if state.server is None else _parting(state, state.server)
    same = before is not None and _same(before, server)
    table = server.bound or (before.table if before is not None and same else None)
    start = Start(step="tables", address=server.address, busy=True)
    parted = None if same else _still_parted(state)
    state = replace(state, server=server, start=start, link=Link.SEARCHING, parted=parted)
    if table is not None:
        return at_table(state, table), (m.LoadTables(),)
    state = replace(
        state,
        table=None,
        copy=None,
        ahead=None,
        landed=(),
        undoable=(),
        tournament=_with_orders(state),
        screen=a.Screen.START,
        trail=(),
    )
    return state, (m.LoadTables(),)


def _parting(state: AppState, server: Server) -> Parted:
    return Parted(server.address, server.authority, state.table)


def _same(before: Parted, server: Server) -> bool:
    """A server is known by its authority, wherever it is now; by its address only where it has none."""
    if before.authority and server.authority:
        return before.authority == server.authority
    return before.address == server.address


def _still_parted(state: AppState) -> Parted | None:
    """Where what waits here belongs, once the server is left."""
    if state.server is not None and (state.outbox or state.held or _with_orders(state) is not None):
        return _parting(state, state.server)
    return state.parted


def _with_orders(state: AppState) -> Tournament | None:
    """The tournament, if it has still to hear something from here."""
    known = state.tournament
    return known if known is not None and known.orders else None


def at_table(state: AppState, table: str) -> AppState:
    """At a table: what belonged to another one goes, what is still to be said there stays."""
    if table != state.table:
        known = state.tournament
        if known is not None and known.log not in ("", table) and not known.orders:
            state = replace(state, tournament=None)  # whether the new table belongs to one is asked
        state = replace(
            state, table=table, copy=None, ahead=None, landed=(), undoable=(), entry=None, result=None, picking=None,
            ruling=None, replay=None, deals=(), pictures=(), picture=None, pad=None, left=frozenset(), shown_deal=None, generation=state.generation + 1,
        )  # fmt: skip
    return replace(state, screen=a.Screen.TABLE, trail=(), start=replace(state.start, busy=False))


def _forgotten(state: AppState, message: str) -> AppState:
    """Without a server, as on a new device; only the settings stay, and what no server has noted yet."""
    return AppState(
        settings=state.settings,
        counter=state.counter,
        device_key=state.device_key,
        generation=state.generation + 1,
        outbox=state.outbox,
        held=state.held,
        tournament=_with_orders(state),
        parted=_still_parted(state),
        start=Start(searching=True, message=message),
    )
