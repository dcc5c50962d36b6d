"""Cups over HTTP: a season's evenings collected, its standing after each, two spellings made one person."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Response

from server.api.services import AllServices, Services, allowed, speaker
from server.exports.tournament_files import CUP_EXPORTS, export_cup
from server.security.pairing import Device
from server.tables.errors import NotFound
from server.tables.words import Id
from server.tournaments.cup_state import CupCreated, cup_json
from server.tournaments.cups import CupActor, CupCommand

router = APIRouter(prefix="/api", tags=["cups"])
CupId = Annotated[str, Path(pattern=r"^c[0-9a-f]{12}$", description="A cup's id.")]


async def cup_for(everything: Services, device: Device, name: str) -> CupActor:
    """A device that is bound to one table has nothing to do with a season."""
    if device.table is not None:
        raise NotFound("cup", f"there is no cup {name!r}", "cup")
    return await everything.cups.get(name)


@router.get("/cups")
async def cups(
    everything: AllServices, device: Annotated[Device, Depends(allowed("cups.list"))]
) -> dict[str, Any]:
    """The cups of this server; `damaged` has the ids of those whose logs cannot be read."""
    actors, damaged = await everything.cups.every() if device.table is None else ([], [])
    listed = [
        {"id": actor.table, "name": actor.state.name, "events": len(actor.state.counted)} for actor in actors
    ]
    return {"cups": listed, "damaged": damaged}


@router.post("/cups", status_code=201)
async def create_cup(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("cup.create"))],
    cup: CupCreated,
    command: Annotated[Id, Query(description="An id of the caller's choice; sent twice it makes one cup.")],
) -> dict[str, Any]:
    """A new cup."""
    actor = await everything.cups.create(cup, speaker(device), command)
    return {"id": actor.table, "seq": actor.state.seq}


@router.get("/cups/{cup}")
async def read_cup(
    everything: AllServices, device: Annotated[Device, Depends(allowed("cup.read"))], cup: CupId
) -> dict[str, Any]:
    """Everything of a cup."""
    actor = await cup_for(everything, device, cup)
    evenings = await everything.cups.corrections(actor.state)
    return {"id": cup, "seq": actor.state.seq, **cup_json(actor.state), "evenings": evenings}


@router.post("/cups/{cup}/commands")
async def command_cup(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("cup.command"))],
    cup: CupId,
    asked: CupCommand,
) -> dict[str, Any]:
    """An evening added or taken out, the final, names merged or parted again."""
    await cup_for(everything, device, cup)
    done = await everything.cups.execute(cup, speaker(device), asked)
    return {"command": done.command, "first": done.first, "last": done.last, "repeated": done.repeated}


@router.get("/cups/{cup}/exports/{kind}", response_class=Response)
async def cup_exports(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("cup.export"))],
    cup: CupId,
    kind: str,
    lang: Annotated[str, Query(pattern="^(de|en)$")] = "de",
) -> Response:
    """The standing on paper, as CSV, XLSX or record."""
    if kind not in CUP_EXPORTS:
        raise NotFound("export", f"expected one of {', '.join(CUP_EXPORTS)}", "kind")
    actor = await cup_for(everything, device, cup)
    data = await asyncio.to_thread(export_cup, kind, actor.state, lang)
    headers = {"content-disposition": f'attachment; filename="{cup}-{kind}"'}
    return Response(data, media_type=CUP_EXPORTS[kind], headers=headers)
