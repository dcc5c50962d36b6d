"""Tables over HTTP: create, read, command, follow back, export."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Response
from pydantic import Field

from engine.systems import SYSTEMS
from engine.systems.base import Source, System
from server.api.services import AllServices, TableId, allowed, speaker, table_for
from server.exports import EXPORTS, export
from server.security.pairing import Device
from server.store.chain import Stored
from server.tables.commands import Command
from server.tables.errors import NotFound
from server.tables.evening import sheet_of
from server.tables.events import TableCreated
from server.tables.registry import whole
from server.tables.roles import Role
from server.tables.views import VIEW_OF, closed_deal, event_for, sections
from server.tables.words import Id

router = APIRouter(prefix="/api", tags=["tables"])
Limit = Annotated[int, Query(ge=1, le=1000)]
After = Annotated[int, Query(ge=0, le=2**53)]


@router.get("/systems")
async def systems(_: Annotated[Device, Depends(allowed("rules.read"))]) -> dict[str, Any]:
    """The rule systems with their games, bonuses and options: what a contract entry offers."""
    return {"systems": [_system_json(system) for system in SYSTEMS.values()]}


def _system_json(system: System) -> dict[str, Any]:
    return {
        "id": system.id,
        "name": system.name,
        "clockwise": system.clockwise,
        "games": [
            {
                "game": g.id,
                "birds": list(g.birds),
                "family": g.nature.family.name.lower(),
                "value": g.value,
                "talon": g.nature.talon.name.lower(),
                "suit_game": g.nature.suit_game,
                "tricks": g.nature.tricks,
                "opening": g.opening.name.lower(),
                "source": _source(g.source),
            }
            for g in system.games
        ],
        "bonuses": [{"what": b.id, "announced": b.announced, "silent": b.silent} for b in system.bonuses],
        "options": [
            {
                "name": o.name,
                "default": o.default,
                "choices": list(o.choices),
                "de": o.de,
                "en": o.en,
                "source": _source(o.source),
            }
            for o in system.options
        ],
        "assumed_tariff": system.assumed_tariff,
        "blank_rufer": system.blank_rufer,
        "beside": system.bei_games,
        "claims": sorted(system.claims),
    }


def _source(source: Source) -> dict[str, str]:
    return {"section": source.section, "quote": source.quote}


@router.get("/tables")
async def tables(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("tables.list"))],
    tournaments: Annotated[bool, Query(description="Those of tournaments as well.")] = True,
) -> dict[str, Any]:
    """The tables that this device may see; `damaged` has the ids of those whose logs cannot be read."""
    hidden = set() if tournaments else await everything.tournaments.logs()
    names = [n for n in await everything.tables.names() if device.may_see(n) and n not in hidden]
    actors, damaged = await whole(names, everything.tables.get)
    shown = [
        {
            "id": actor.table,
            "name": actor.state.name,
            "rules": actor.state.rules,
            "players": list(actor.state.players),
            "seq": actor.state.seq,
        }
        for actor in actors
    ]
    return {"tables": shown, "damaged": damaged}


@router.post("/tables", status_code=201)
async def create_table(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("table.create"))],
    table: TableCreated,
    command: Annotated[Id, Query(description="An id of the caller's choice; sent twice it makes one table.")],
) -> dict[str, Any]:
    """A new table."""
    actor = await everything.tables.create(table, speaker(device), command)
    return {"id": actor.table, "seq": actor.state.seq}


@router.get("/tables/{table}")
async def read_table(
    everything: AllServices, device: Annotated[Device, Depends(allowed("table.read"))], table: TableId
) -> dict[str, Any]:
    """Everything that this role may see of a table, and its number to follow it from."""
    actor = await table_for(everything, device, table)
    state = actor.state
    shown = sections(state, VIEW_OF[device.role])
    if device.role is Role.CAMERA:  # a camera needs the seats and the deal's start, not the scores
        shown = {name: shown[name] for name in ("table", "deal")}
    return {"id": table, "seq": state.seq, "sections": shown}


@router.post("/tables/{table}/commands")
async def command(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("table.read"))],
    table: TableId,
    asked: Command,
) -> dict[str, Any]:
    """Notes what happened. When this answers, it is on the disk."""
    actor = await table_for(everything, device, table)
    done = await actor.execute(speaker(device), asked)
    return {"command": done.command, "first": done.first, "last": done.last, "repeated": done.repeated}


@router.get("/tables/{table}/events")
async def events(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("table.events"))],
    table: TableId,
    after: After = 0,
    limit: Limit = 500,
) -> dict[str, Any]:
    """The log, page by page."""
    actor = await table_for(everything, device, table)
    links: list[Stored] = await asyncio.to_thread(everything.tables.store.read, table, after, limit)
    view = VIEW_OF[device.role]
    shown = [event_for(s.data, view) for s in links if s.seq <= actor.head.seq]
    return {"events": shown, "head": actor.head.seq}


@router.get("/tables/{table}/sheet")
async def sheet(
    everything: AllServices, device: Annotated[Device, Depends(allowed("table.sheet"))], table: TableId
) -> dict[str, Any]:
    """The sheet of the evening, with every correction."""
    return sheet_of((await table_for(everything, device, table)).state).as_json()


@router.get("/tables/{table}/deals/{number}")
async def deal(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("table.deal"))],
    table: TableId,
    number: Annotated[int, Field(ge=1, le=10_000)],
) -> dict[str, Any]:
    """A closed deal: its record, its judgement, and why it was corrected."""
    state = (await table_for(everything, device, table)).state
    if number > len(state.closed_deals):
        raise NotFound("deal", f"there is no closed deal {number}", "number")
    return closed_deal(state, number)


@router.get("/tables/{table}/exports/{kind}", response_class=Response)
async def exported(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("table.export"))],
    table: TableId,
    kind: str,
    lang: Annotated[str, Query(pattern="^(de|en)$")] = "de",
) -> Response:
    """`records.jsonl`, `sheet.csv`, `sheet.xlsx` or `sheet.pdf` (to print and sign)."""
    if kind not in EXPORTS:
        raise NotFound("export", f"expected one of {', '.join(EXPORTS)}", "kind")
    actor = await table_for(everything, device, table)
    data = await asyncio.to_thread(export, kind, table, actor.state, actor.head.hash, lang)
    headers = {"content-disposition": f'attachment; filename="{table}-{kind}"'}
    return Response(data, media_type=EXPORTS[kind], headers=headers)
