"""Tournaments over HTTP: create, command, follow, call the referee."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack
from io import BytesIO
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

from engine.tournament import MODES
from server.api.live import counted, resumed, sse, streamed
from server.api.services import AllServices, Services, TableId, allowed, now_ms, speaker
from server.exports.tournament_files import TOURNAMENT_EXPORTS, export_tournament
from server.security.pairing import Device
from server.store.chain import Stored
from server.tables.errors import Forbidden, NotFound
from server.tables.events import DealCorrected
from server.tables.words import Id, Name, Reason
from server.tournaments.actor import TournamentActor
from server.tournaments.commands import Command
from server.tournaments.desk import desk_view
from server.tournaments.events import CallDecided, RefereeCalled, RefereeComes, TournamentCreated
from server.tournaments.names import read_names
from server.tournaments.views import event_for, mode_json, sight_of

router = APIRouter(prefix="/api", tags=["tournaments"])
TournamentId = Annotated[str, Path(pattern=r"^e[0-9a-f]{12}$", description="A tournament's id.")]
_WITH_DEALS = frozenset({"evening.json"})
"""Exports that hold deals, also those of tables that a device of one table may not see."""


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Pasted(_Body):
    """A list of names as it was typed, pasted, or read from a file."""

    text: Annotated[str, Field(max_length=200_000)]


class Asked(_Body):
    """A call for the referee; the table by its log, or by round and number."""

    id: Id
    log: Annotated[str, Field(pattern=r"^t[0-9a-f]{12}$")] | None = None
    round: Annotated[int, Field(ge=1, le=100)] | None = None
    table: Annotated[int, Field(ge=1, le=1000)] | None = None
    question: Annotated[Reason, Field(min_length=1)] = "?"


class Decision(_Body):
    """The referee's word; with `result`, `record` or `strike` the deal of the table's sheet is written anew by it."""

    id: Id
    referee: Name
    decision: Annotated[Reason, Field(min_length=1)]
    deal: Annotated[int, Field(ge=1, le=10_000)] | None = None
    result: dict[str, Any] | None = None
    record: dict[str, Any] | None = None
    strike: bool = False


async def tournament_for(everything: Services, device: Device, name: str) -> TournamentActor:
    """A tournament that this device may see: a device that is bound to a table sees the one that its table belongs to."""
    actor = await everything.tournaments.get(name)
    if device.table is not None and actor.state.place_of(device.table) is None:
        raise NotFound("tournament", f"there is no tournament {name!r}", "tournament")
    actor.hub.size = everything.settings.queue
    return actor


# --- before it begins ------------------------------------------------------------------------------------------------


@router.get("/tournaments/modes")
async def modes(_: Annotated[Device, Depends(allowed("tournaments.list"))]) -> dict[str, Any]:
    """The modes with their options and the words of their texts: shown to the director before the start."""
    return {"modes": [mode_json(mode) for mode in MODES.values()]}


@router.post("/tournaments/names")
async def names(
    _: Annotated[Device, Depends(allowed("tournament.create"))], pasted: Pasted
) -> dict[str, Any]:
    """The names of a list, and what is doubtful in it. Nothing is noted."""
    return read_names(pasted.text).as_json()


@router.get("/tournaments")
async def tournaments(
    everything: AllServices, device: Annotated[Device, Depends(allowed("tournaments.list"))]
) -> dict[str, Any]:
    """The tournaments that this device may see; `damaged` has the ids of those whose logs cannot be read."""
    actors, damaged = await everything.tournaments.every()
    listed = [
        {
            "id": actor.table,
            "name": actor.state.name,
            "mode": actor.state.mode,
            "players": len(actor.state.players),
            "round": actor.state.current,
            "closed": actor.state.closed,
        }
        for actor in actors
        if device.table is None or actor.state.place_of(device.table) is not None
    ]
    return {"tournaments": listed, "damaged": damaged if device.table is None else []}


@router.post("/tournaments", status_code=201)
async def create_tournament(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("tournament.create"))],
    tournament: TournamentCreated,
    command: Annotated[
        Id, Query(description="An id of the caller's choice; sent twice it makes one tournament.")
    ],
) -> dict[str, Any]:
    """A new tournament."""
    actor = await everything.tournaments.create(tournament, speaker(device), command)
    return {"id": actor.table, "seq": actor.state.seq}


# --- the evening -----------------------------------------------------------------------------------------------------


@router.get("/tournaments/{tournament}")
async def read_tournament(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("tournament.read"))],
    tournament: TournamentId,
) -> dict[str, Any]:
    """Everything that this role may see of a tournament."""
    actor = await tournament_for(everything, device, tournament)
    shown = {name: json.loads(text) for name, text in actor.shown(sight_of(speaker(device)))}
    return {"id": tournament, "seq": actor.state.seq, "now": now_ms(), "sections": shown}


@router.get("/tournaments/{tournament}/desk")
async def desk(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("tournament.read"))],
    tournament: TournamentId,
    number: Annotated[int | None, Query(ge=1, le=100, alias="round")] = None,
    table: Annotated[int | None, Query(ge=1, le=1000)] = None,
) -> dict[str, Any]:
    """What the tablet of a table has to know: the clock, its own line, or the tables that it may take over."""
    actor = await tournament_for(everything, device, tournament)
    place = None if number is None or table is None else (number, table)
    if device.table is not None:
        place = actor.state.place_of(device.table)
    return {"id": tournament, "now": now_ms(), **desk_view(actor.state, actor.now, place)}


@router.post("/tournaments/{tournament}/commands")
async def command_tournament(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("tournament.command"))],
    tournament: TournamentId,
    asked: Command,
) -> dict[str, Any]:
    """Notes what happened. When this answers, it is on the disk."""
    actor = await tournament_for(everything, device, tournament)
    _own_table(device, actor, asked)
    done = await everything.tournaments.execute(tournament, speaker(device), asked)
    return {"command": done.command, "first": done.first, "last": done.last, "repeated": done.repeated}


def _own_table(device: Device, actor: TournamentActor, asked: Command) -> None:
    """A device that is bound to a table speaks for that table alone."""
    if device.table is None:
        return
    for index, said in enumerate(asked.say):
        place, at = (getattr(said, "round", None), getattr(said, "table", None)), "table"
        if isinstance(said, RefereeComes | CallDecided):
            call = actor.state.call(said.call)
            place, at = (call.round, call.table), "call"
        if place != actor.state.place_of(device.table):
            raise Forbidden("own_table", "this device speaks for its own table only", f"say[{index}].{at}")


@router.post("/tournaments/{tournament}/call")
async def call_referee(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("tournament.command"))],
    tournament: TournamentId,
    asked: Asked,
) -> dict[str, Any]:
    """Calls the referee to a table with one touch."""
    actor = await tournament_for(everything, device, tournament)
    place = (asked.round, asked.table) if asked.log is None else actor.state.place_of(asked.log)
    if place is None or place[0] is None or place[1] is None:
        raise NotFound("table", "expected the log of a table of this tournament, or round and table", "log")
    said = RefereeCalled(round=place[0], table=place[1], question=asked.question)
    command = Command(id=asked.id, say=(said,))
    _own_table(device, actor, command)
    done = await everything.tournaments.execute(tournament, speaker(device), command)
    return {"command": done.command, "repeated": done.repeated}


@router.post("/tournaments/{tournament}/calls/{call}/decision")
async def decide_call(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("tournament.decide"))],
    tournament: TournamentId,
    call: Annotated[int, Path(ge=1, le=100_000)],
    asked: Decision,
) -> dict[str, Any]:
    """The referee's decision with his name; what it changes of a deal counts on the sheet."""
    actor = await tournament_for(everything, device, tournament)
    correction = None
    if asked.deal is not None and (asked.result is not None or asked.record is not None or asked.strike):
        reason = f"{asked.referee}: {asked.decision}"[:200]
        correction = DealCorrected(number=asked.deal, result=asked.result, record=asked.record, reason=reason)
    word = CallDecided(
        call=call, referee=asked.referee, decision=asked.decision, deal=asked.deal, correction=correction
    )
    command = Command(id=asked.id, say=(word,))
    _own_table(device, actor, command)
    done = await everything.tournaments.execute(tournament, speaker(device), command)
    return {"command": done.command, "repeated": done.repeated}


@router.get("/tournaments/{tournament}/events")
async def tournament_events(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("tournament.events"))],
    tournament: TournamentId,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 500,
) -> dict[str, Any]:
    """The log, page by page."""
    actor = await tournament_for(everything, device, tournament)
    links: list[Stored] = await asyncio.to_thread(everything.tables.store.read, tournament, after, limit)
    sight = sight_of(speaker(device))
    shown = [event_for(s.data, sight) for s in links if s.seq <= actor.head.seq]
    return {"events": shown, "head": actor.head.seq}


@router.get("/tournaments/{tournament}/stream", response_class=StreamingResponse)
async def tournament_stream(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("tournament.follow"))],
    tournament: TournamentId,
    after: Annotated[int | None, Query(ge=0, le=2**53)] = None,
    last_event_id: Annotated[str | None, Header()] = None,
) -> StreamingResponse:
    """Server-sent events of the hall, the director and the referee."""
    actor = await tournament_for(everything, device, tournament)
    with ExitStack() as stack:
        stack.enter_context(counted(everything, device.id))
        follower = await actor.follow(speaker(device), resumed(after, last_event_id))
        stack.callback(actor.hub.leave, follower)
        return streamed(sse(follower), stack.pop_all())


@router.get("/tables/{table}/tournament")
async def tournament_of(
    everything: AllServices, device: Annotated[Device, Depends(allowed("tournament.read"))], table: TableId
) -> dict[str, Any]:
    """The tournament that a table belongs to, with its round and number there; nothing for a table of its own."""
    if not device.may_see(table):
        raise NotFound("table", f"there is no table {table!r}", "table")
    actors, _ = await everything.tournaments.every()
    for actor in actors:
        place = actor.state.place_of(table)
        if place is not None:
            return {"tournament": actor.table, "round": place[0], "table": place[1]}
    return {"tournament": None, "round": None, "table": None}


@router.get("/tournaments/{tournament}/code")
async def code(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("tournament.read"))],
    tournament: TournamentId,
    request: Request,
) -> dict[str, str]:
    """The address of the players' page, and its QR code for a screen."""
    await tournament_for(everything, device, tournament)
    url = _player_page(everything, tournament) or f"{str(request.base_url).rstrip('/')}/player/{tournament}"
    picture = BytesIO()
    segno.make(url, error="m").save(picture, kind="svg", scale=4, border=2, light="white", xmldecl=False)
    return {"url": url, "qr": picture.getvalue().decode()}


def _player_page(everything: Services, tournament: str) -> str:
    """As the local network reaches it; empty while the server is not open to it."""
    addresses = everything.lan.status()["addresses"]
    return f"{addresses[0]}/player/{tournament}" if addresses else ""


@router.get("/tournaments/{tournament}/exports/{kind}", response_class=Response)
async def tournament_exports(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("tournament.export"))],
    tournament: TournamentId,
    kind: str,
    lang: Annotated[str, Query(pattern="^(de|en)$")] = "de",
    number: Annotated[int, Query(ge=0, le=100, alias="round")] = 0,
) -> Response:
    """Seat lists, slips, the final list, the records; `round` 0 is the newest one."""
    if kind not in TOURNAMENT_EXPORTS:
        raise NotFound("export", f"expected one of {', '.join(TOURNAMENT_EXPORTS)}", "kind")
    actor = await tournament_for(everything, device, tournament)
    if device.table is not None and kind in _WITH_DEALS:
        raise Forbidden(
            "own_table", "this holds the deals of every table; this device is bound to one", "kind"
        )
    address = _player_page(everything, tournament)
    data = await asyncio.to_thread(
        export_tournament, kind, tournament, actor.state, everything.tables.store, lang, number, address
    )
    headers = {"content-disposition": f'attachment; filename="{tournament}-{kind}"'}
    return Response(data, media_type=TOURNAMENT_EXPORTS[kind], headers=headers)
