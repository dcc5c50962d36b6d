"""What a command would change, without noting it: the settlement while a result is typed, a correction before it is made."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends

from server.api.services import AllServices, TableId, allowed, table_for
from server.checkup import checkup
from server.security.pairing import Device
from server.tables.commands import Command, plan
from server.tables.fold import TableState
from server.tables.roles import Role
from server.tables.views import VIEW_OF, sections

router = APIRouter(prefix="/api", tags=["tables"])


@router.post("/tables/{table}/preview")
async def preview(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("table.preview"))],
    table: TableId,
    asked: Command,
) -> dict[str, Any]:
    """The sections that this command would change, as they would be then; or the refusal that it would meet.

    For those alone who may see the hands: by trying, others would find hidden cards.
    """
    actor = await table_for(everything, device, table)
    changed = await asyncio.to_thread(_changed, actor.state, device.role, asked)
    return {"seq": actor.state.seq, "sections": changed}


def _changed(state: TableState, role: Role, asked: Command) -> dict[str, Any]:
    _, after = plan(state, role, asked)
    view = VIEW_OF[role]
    before = sections(state, view)
    return {name: value for name, value in sections(after, view).items() if value != before[name]}


@router.get("/checkup")
async def what_works(
    everything: AllServices, _: Annotated[Device, Depends(allowed("checkup.read"))]
) -> dict[str, Any]:
    """What `kiebitz doctor` finds here. The ports are left out: this server sits on them."""
    found = await asyncio.to_thread(lambda: list(checkup(everything.settings)))
    return {"checks": [check.as_json() for check in found if check.name != "port"]}
