"""A table of a tournament: taken over, confirmed by its four, handed in, also after an hour without network. Pure."""

from __future__ import annotations

from dataclasses import replace

from companion_app import actions as a
from companion_app import tournament_actions as ta
from companion_app.i18n import text
from companion_app.state import messages as m
from companion_app.state.model import AppState, Json, Link, Notice, Order, Place, Tournament, may_order
from companion_app.state.pairing import at_table
from companion_app.state.record import now
from companion_app.state.tournament_clock import clock_of, has_rung

Stepped = tuple[AppState, tuple[m.Effect, ...]]
Written = tuple[int, tuple[int, ...]]
"""Games, and the points of the table's players in their order."""
_KNOWN = frozenset({"called", "changed", "handed_in", "players", "unsettled", "closed"})

_STEADY = 400.0
"""Milliseconds by which two looks at the server's clock may differ without meaning anything."""


def update(state: AppState, message: a.Action | m.Message) -> Stepped | None:
    match message:
        case ta.ChooseTournament(tournament=name):
            return _chosen(state, name), ()
        case m.Belongs():
            return _belongs(state, message), ()
    known = state.tournament
    return None if known is None else _at_one(state, known, message)


def _at_one(state: AppState, known: Tournament, message: a.Action | m.Message) -> Stepped | None:
    match message:
        case m.DeskCame(tournament=name, desk=desk, offset=offset) if name == known.id:
            return _told(state, known, desk, offset), ()
        case m.Ordered(order=order):
            return _done(state, known, order), ()
        case m.OrderRefused(order=order, code=code, message=words):
            return _refused(state, known, order, code, words), ()
        case m.Signal(round=number):
            return _signal(state, known, number), ()
        case ta.TakeTable(round=number, table=table):
            return _take(state, known, (number, table)), ()
        case ta.ConfirmPoints(player=player):
            return _confirm(state, known, player), ()
        case ta.HandIn():
            return _hand_in(state, known), ()
        case ta.CallReferee():
            return _call(state, known), ()
        case ta.LeaveTable():
            free = replace(known, place=None, log="", players=(), confirmed=())
            return replace(state, tournament=free), ()
    return None


# --- which one ---------------------------------------------------------------------------------------------------------


def _chosen(state: AppState, name: str) -> AppState:
    known = state.tournament
    if known is not None and known.id != name and busy(state):
        return replace(state, notice=Notice("round.first_hand_in", tone="notice"))
    kept = known if known is not None and known.id == name else Tournament(name)
    if kept.log != state.table and busy(state):  # what waits goes out from its own table only
        return at_table(state, kept.log)
    trail = (a.Screen.START,) if state.table is None else (a.Screen.TABLE,)
    start = replace(state.start, busy=False)
    return replace(state, tournament=kept, screen=a.Screen.TOURNAMENT, trail=trail, notice=None, start=start)


def strange(state: AppState) -> bool:
    """Whether this table has not been asked yet for its tournament."""
    return state.tournament is None or (bool(state.tournament.log) and state.tournament.log != state.table)


def _belongs(state: AppState, told: m.Belongs) -> AppState:
    if told.table != state.table:
        return state
    if told.tournament is None:
        return replace(state, tournament=None) if not busy(state) else state
    known = state.tournament
    other = known is not None and (known.id != told.tournament or known.log not in ("", told.table))
    if other and busy(state):
        return state  # what waits belongs to the table that it was confirmed at
    if known is None or known.id != told.tournament:
        known = Tournament(told.tournament)
    players = tuple((state.section("table") or {}).get("players", ()))
    return replace(
        state, tournament=replace(known, place=told.place, log=told.table, players=players, confirmed=())
    )


# --- what the server tells -----------------------------------------------------------------------------------------------


def _told(state: AppState, known: Tournament, desk: Json, offset: float) -> AppState:
    desk = {name: value for name, value in desk.items() if name not in ("id", "now")}
    if known.desk and abs(offset - known.offset) < _STEADY:
        offset = known.offset
    after = replace(known, desk=desk, offset=offset)
    mine = after.mine
    if mine is not None:
        after = replace(after, players=tuple(mine["players"]), log=mine["log"])
        if mine["status"] == "in":  # from here, or typed in by the director meanwhile
            orders = tuple(o for o in after.orders if o.kind != "hand_in" or o.place != after.place)
            after = replace(after, orders=orders, confirmed=())
    return state if after == known else replace(state, tournament=after)


def _done(state: AppState, known: Tournament, order: str) -> AppState:
    done = next((o for o in known.orders if o.id == order), None)
    if done is None:
        return state
    known = replace(known, orders=tuple(o for o in known.orders if o is not done))
    word = {"hand_in": "round.handed_in", "call": "round.called"}.get(done.kind)
    if done.kind == "hand_in":
        known = replace(known, confirmed=())
    notice = state.notice if word is None else Notice(word, tone="good")
    return replace(state, tournament=known, notice=notice)


def _refused(state: AppState, known: Tournament, order: str, code: str, words: str) -> AppState:
    """Dropped, and the reason shown; what was confirmed has to be confirmed anew."""
    known = replace(known, orders=tuple(o for o in known.orders if o.id != order), confirmed=())
    key = f"round.refused.{code}" if code in _KNOWN else "refused"
    return replace(state, tournament=known, notice=Notice(key, (("message", words),), tone="bad"))


def _signal(state: AppState, known: Tournament, number: int) -> AppState:
    clock = clock_of(state)
    if has_rung(state) or known.signalled > number:
        return state
    ends = 0.0 if clock is None or clock.ends is None else clock.ends
    rung = replace(known, signalled=number, rung=ends)
    return replace(state, tournament=rung, notice=Notice("round.signal", tone="notice"))


# --- what the table says ---------------------------------------------------------------------------------------------------


def busy(state: AppState) -> bool:
    """Something of the table that lies here is not noted yet: another table has to wait."""
    known = state.tournament
    if known is None:
        return False
    return any(p.table == known.log for p in (*state.outbox, *state.held)) or any(
        o.kind == "hand_in" for o in known.orders
    )


def _order(state: AppState, known: Tournament, kind: str, place: Place, **more: object) -> AppState:
    number = state.counter + 1
    order = Order(f"{state.device_key}.{number}", kind, place, **more)  # type: ignore[arg-type]
    return replace(state, counter=number, tournament=replace(known, orders=(*known.orders, order)))


def _take(state: AppState, known: Tournament, place: Place) -> AppState:
    row = next((r for r in known.desk.get("tables", ()) if (r["round"], r["table"]) == place), None)
    if row is None or row["status"] == "in" or busy(state):
        return state
    log, players = str(row["log"]), tuple(row["players"])
    mine = {name: value for name, value in row.items() if name != "calls"} | {"called": [], "reason": ""}
    known = replace(
        known, place=place, log=log, players=players, confirmed=(), desk=known.desk | {"mine": mine}
    )
    return at_table(_order(state, known, "take", place), log)


def written(state: AppState) -> Written | None:
    """The sheet of our table as it stands here, with what still waits; None while it is not known."""
    known, sheet = state.tournament, state.section("sheet")
    if known is None or sheet is None or state.table != known.log or not known.players:
        return None
    if set(sheet["players"]) != set(known.players):
        return None
    totals = dict(zip(sheet["players"], sheet["totals"], strict=True))
    games = sum(row["game"] is not None or row["open"] for row in sheet["rows"])
    return games, tuple(totals[name] for name in known.players)


def hindrance(state: AppState) -> str:
    """The key of the word that says why the sheet cannot be handed in yet; empty if it can."""
    known, sheet = state.tournament, state.section("sheet")
    if known is None or sheet is None or state.table != known.log:
        return "round.loading"
    found = written(state)
    if found is None:
        return "round.refused.players"
    if now(state) is not None:
        return "round.playing"
    if not found[0]:
        return "round.nothing"
    if any(row["open"] for row in sheet["rows"]):
        return "round.refused.unsettled"
    return ""


def _confirm(state: AppState, known: Tournament, player: str) -> AppState:
    if player not in known.players or hindrance(state) or handing(known) is not None:
        return state
    kept = tuple(name for name in known.confirmed if name != player)
    confirmed = kept if player in known.confirmed else (*kept, player)
    return replace(state, tournament=replace(known, confirmed=confirmed), notice=None)


def handing(known: Tournament) -> Order | None:
    """The sheet that is on its way."""
    return next((o for o in known.orders if o.kind == "hand_in" and o.place == known.place), None)


def _hand_in(state: AppState, known: Tournament) -> AppState:
    found = written(state)
    ready = found is not None and not hindrance(state) and handing(known) is None
    if known.place is None or found is None or not ready or set(known.confirmed) != set(known.players):
        return state
    games, points = found
    more = {"confirmed": known.players, "games": games, "points": points}
    return _order(replace(state, notice=None), known, "hand_in", known.place, **more)


def _call(state: AppState, known: Tournament) -> AppState:
    if known.place is None or calling(known):
        return state
    deal = state.section("deal")
    rows = (state.section("sheet") or {}).get("rows", ())
    number = len(rows) + 1 if now(state) is not None or deal is not None else len(rows)
    key = "round.question" if number else "round.question_first"
    question = text(state.lang, key, number=number)
    state = _order(state, known, "call", known.place, question=question)
    return replace(state, notice=Notice("round.calling", tone="good"))


def calling(known: Tournament) -> bool:
    """A call of this table is open, or on its way."""
    called = (known.mine or {}).get("called", ())
    return any(not c["decision"] for c in called) or any(o.kind == "call" for o in known.orders)


# --- after every step --------------------------------------------------------------------------------------------------------


def after_step(before: AppState, state: AppState) -> AppState:
    """What was confirmed was the sheet as it stood: if it says something else now, it is confirmed anew."""
    known = state.tournament
    if known is None or not known.confirmed or handing(known) is not None or before is state:
        return state
    if before.table == state.table and written(before) == written(state) and not hindrance(state):
        return state
    return replace(state, tournament=replace(known, confirmed=()))


def next_order(state: AppState) -> tuple[Order, str, Json] | None:
    """The next word that can go out: its order, the path behind the tournament's, and the body."""
    known = state.tournament
    for order in () if known is None else known.orders:
        number, table = order.place
        place: Json = {"round": number, "table": table}
        match order.kind:
            case "call":
                return order, "/call", {"id": order.id, "question": order.question, **place}
            case "take":
                return order, "/commands", {"id": order.id, "say": [{"type": "table_taken", **place}]}
        seq = _seq_of_sheet(state, order)
        if seq is not None:
            said = {"type": "sheet_handed_in", "seq": seq, "confirmed": list(order.confirmed), **place}
            return order, "/commands", {"id": order.id, "say": [said]}
    return None


def _seq_of_sheet(state: AppState, order: Order) -> int | None:
    """The number that the log of a confirmed sheet has; None while it cannot go out: not from here, or not yet."""
    known, copy = state.tournament, state.copy
    if known is None or copy is None or (known.log, known.place) != (copy.id, order.place):
        return None
    waits = state.landed or any(p.table == copy.id for p in state.outbox)
    may = state.link is Link.CONNECTED and may_order(state.role, "sheet_handed_in")
    return copy.seq if may and not waits else None


def agrees(state: AppState, order: Order) -> bool:
    """Whether the sheet still says what was confirmed."""
    return written(state) == (order.games, order.points)
