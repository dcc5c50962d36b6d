"""Cameras over HTTP: readers' events and their view, a phone's pictures, evidence, and starting and aiming cameras."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Header, Query, Request, Response
from pydantic import Field

from server.api.pictures import Picture, Taker
from server.api.services import AllServices, TableId, allowed, speaker, table_for
from server.cameras.drawing import with_seats
from server.cameras.evidence import Kind
from server.cameras.local import cameras_here
from server.cameras.reports import Report
from server.cameras.view import Corners, Start, Sync
from server.security.pairing import Device
from server.tables.errors import Forbidden, NotFound
from server.tables.events import CardLaid, GiftLaid, QuestionAsked
from server.tables.roles import Role, demand
from server.tables.words import Id

router = APIRouter(prefix="/api", tags=["camera"])
_FRESH: Final = 3.0
"""Seconds that a request for a reader's picture waits for a new one."""
_JPEG: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {"image/jpeg": {"schema": {"type": "string", "format": "binary"}}},
    }
}
Reporting = Annotated[Device, Depends(allowed("camera.report"))]
Managing = Annotated[Device, Depends(allowed("camera.manage"))]
Looking = Annotated[Device, Depends(allowed("camera.look"))]


# --- from readers ------------------------------------------------------------------------------------------------


@router.post("/tables/{table}/camera/events")
async def report(everything: AllServices, device: Reporting, table: TableId, seen: Report) -> dict[str, Any]:
    """Events as `kiebitz watch --jsonl` prints them. Each is answered: noted, known, or refused and why."""
    actor = await table_for(everything, device, table)
    everything.cameras.may_report(table, device)
    answers = await everything.cameras.notes.take(actor, speaker(device), seen)
    return {"id": seen.id, "seq": actor.state.seq, "events": answers}


@router.post("/tables/{table}/camera/sync")
async def sync(everything: AllServices, device: Reporting, table: TableId, told: Sync) -> dict[str, Any]:
    """How a reader is; answered with the deal that is to be read and with what people corrected."""
    actor = await table_for(everything, device, table)
    return await everything.cameras.sync(actor, device, told)


@router.put("/tables/{table}/camera/evidence/{evidence}/{kind}", openapi_extra=_JPEG)
async def keep_evidence(
    everything: AllServices, device: Reporting, table: TableId, evidence: Id, kind: Kind, request: Request
) -> dict[str, Any]:
    """The picture behind a card: its crop, or the whole frame."""
    await table_for(everything, device, table)
    data = await request.body()
    await asyncio.to_thread(everything.evidence.keep, table, evidence, kind, data)
    return {"kept": evidence, "kind": kind}


@router.put("/tables/{table}/camera/picture", openapi_extra=_JPEG)
async def keep_picture(
    everything: AllServices, device: Reporting, table: TableId, request: Request
) -> dict[str, Any]:
    """What a reader's camera sees now, because a person wants to look."""
    await table_for(everything, device, table)
    everything.cameras.may_report(table, device)
    return {"number": everything.pictures.keep(table, await request.body()).number}


# --- from phones -------------------------------------------------------------------------------------------------


@router.post("/tables/{table}/camera/pictures", openapi_extra=_JPEG)
async def picture(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("camera.picture"))],
    table: TableId,
    request: Request,
    x_taken_at: Annotated[
        float | None, Header(ge=0, le=1e10, description="The phone's own time in seconds.")
    ] = None,
) -> dict[str, Any]:
    """One JPEG or PNG of the table; at most two under way. Answered with what the reader saw last."""
    await table_for(everything, device, table)
    taker = Taker(device.id, device.name, x_taken_at)
    return await everything.pictures.receive(table, await request.body(), taker)


# --- for people --------------------------------------------------------------------------------------------------


@router.get("/cameras")
async def cameras(everything: AllServices, device: Managing) -> dict[str, Any]:
    """The cameras of this machine, what watches which table, and what is missing to begin."""
    here = await asyncio.to_thread(cameras_here)
    watched = [everything.cameras.shown(t) for t in everything.cameras.by_table if device.may_see(t)]
    missing = [] if here else ["no_camera"]
    if everything.cameras.make is None:
        missing.append("no_readers")
    return {
        "cameras": [{"source": str(each.index), "name": each.name} for each in here],
        "tables": watched,
        "missing": missing,
    }


@router.get("/tables/{table}/camera")
async def state(everything: AllServices, device: Looking, table: TableId) -> dict[str, Any]:
    """How the camera of a table is, and what it sees."""
    await table_for(everything, device, table)
    return everything.cameras.shown(table)


@router.post("/tables/{table}/camera", status_code=201)
async def start(everything: AllServices, device: Managing, table: TableId, asked: Start) -> dict[str, Any]:
    """Starts a reader: of a camera of this machine, or (the host only) of a stream's address or a film."""
    await table_for(everything, device, table)
    if device.role is not Role.ADMIN and not (asked.source.isascii() and asked.source.isdigit()):
        raise Forbidden("source", "only the host starts anything but a camera of this machine", "source")
    await everything.cameras.start(table, asked.source)
    return everything.cameras.shown(table)


@router.delete("/tables/{table}/camera")
async def stop(everything: AllServices, device: Managing, table: TableId) -> dict[str, Any]:
    """Ends the reader; the deal goes on by hand."""
    await table_for(everything, device, table)
    await everything.cameras.stop(table)
    return everything.cameras.shown(table)


@router.put("/tables/{table}/camera/corners")
async def aim(everything: AllServices, device: Managing, table: TableId, asked: Corners) -> dict[str, Any]:
    """The four corners of the table in the picture, as a person tapped them."""
    await table_for(everything, device, table)
    return {"aim": everything.cameras.aim(table, asked.corners)}


@router.get("/tables/{table}/camera/picture", response_class=Response)
async def newest(
    everything: AllServices,
    device: Looking,
    table: TableId,
    seats: Annotated[bool, Query(description="Draw the middle, the seats and the cards into it.")] = False,
) -> Response:
    """The newest picture, for the setup page. A reader elsewhere is asked for one."""
    await table_for(everything, device, table)
    found = await _newest(everything, table)
    headers = {"x-picture-number": str(found.number)}
    if not seats:
        return Response(found.data, media_type=found.kind, headers=headers)
    camera = everything.cameras.by_table.get(table)
    view = camera.sync.view if camera is not None and camera.sync is not None else None
    drawn = await asyncio.to_thread(with_seats, found.data, view)
    return Response(drawn, media_type="image/jpeg", headers=headers)


async def _newest(everything: AllServices, table: str) -> Picture:
    pictures = everything.pictures.newest
    camera = everything.cameras.by_table.get(table)
    if camera is not None and camera.kind != "phone":
        before = pictures.get(table)
        everything.cameras.want_picture(table)
        for _ in range(int(_FRESH / 0.05)):
            if pictures.get(table) is not before:
                break
            await asyncio.sleep(0.05)
    found = pictures.get(table)
    if found is None:
        raise NotFound("no_picture", "no picture of this table has come yet", "table")
    return found


@router.get("/tables/{table}/evidence/{seq}", response_class=Response)
async def evidence(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("evidence.crop"))],
    table: TableId,
    seq: Annotated[int, Field(ge=1, le=2**53)],
    frame: bool = False,
) -> Response:
    """The picture behind an event of the log: the card, or (`frame=1`) the whole table at that moment."""
    if frame:
        demand(device.role, "evidence.frame")
    actor = await table_for(everything, device, table)
    kind: Literal["crop", "frame"] = "frame" if frame else "crop"
    links = await asyncio.get_running_loop().run_in_executor(actor.pool, actor.store.read, table, seq - 1, 1)
    event = links[0].event if links and links[0].seq == seq else None
    event = getattr(event, "to", event)
    name = event.evidence if isinstance(event, CardLaid | GiftLaid | QuestionAsked) else None
    data = None if name is None else await asyncio.to_thread(everything.evidence.find, table, name, kind)
    if data is None:
        raise NotFound("evidence", f"there is no picture of event {seq}", "seq")
    return Response(data, media_type="image/jpeg", headers={"cache-control": "private, max-age=3600"})
