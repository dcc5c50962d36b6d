"""Cameras over HTTP: events of `kiebitz watch` at another machine, pictures of a phone."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from server.api.reports import CameraEvent, note
from server.api.services import AllServices, TableId, allowed, speaker, table_for
from server.security.pairing import Device
from server.tables.errors import NotFound
from server.tables.words import Id

router = APIRouter(prefix="/api", tags=["camera"])


class Report(BaseModel):
    """What a reader saw, in its order. Sent twice under the same id it is noted once."""

    model_config = ConfigDict(extra="forbid")

    id: Id
    events: Annotated[list[CameraEvent], Field(min_length=1, max_length=64)]


@router.post("/tables/{table}/camera/events")
async def report(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("camera.report"))],
    table: TableId,
    seen: Report,
) -> dict[str, Any]:
    """Events as `kiebitz watch --jsonl` prints them. Each is answered: noted, known, or refused and why."""
    actor = await table_for(everything, device, table)
    answers = [
        await note(actor, speaker(device), f"{seen.id}.{n}", event) for n, event in enumerate(seen.events)
    ]
    return {"id": seen.id, "seq": actor.state.seq, "events": answers}


@router.post(
    "/tables/{table}/camera/pictures",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"image/jpeg": {"schema": {"type": "string", "format": "binary"}}},
        }
    },
)
async def picture(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("camera.picture"))],
    table: TableId,
    request: Request,
) -> dict[str, Any]:
    """One JPEG or PNG of the table; at most two under way."""
    await table_for(everything, device, table)
    return await everything.pictures.receive(table, await request.body())


@router.get("/tables/{table}/camera/picture", response_class=Response)
async def newest(
    everything: AllServices, device: Annotated[Device, Depends(allowed("camera.look"))], table: TableId
) -> Response:
    """The newest picture, for the setup page."""
    await table_for(everything, device, table)
    found = everything.pictures.newest.get(table)
    if found is None:
        raise NotFound("picture", "no picture of this table has come yet", "table")
    return Response(found.data, media_type=found.kind, headers={"x-picture-number": str(found.number)})
