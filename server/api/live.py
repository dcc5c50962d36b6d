"""Following a table as it happens: a WebSocket for tablets, server-sent events for boards."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, WebSocket
from fastapi.responses import StreamingResponse
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect

from engine.fields import InputError, parse_json
from server.api.errors import error_json, validation_error
from server.api.services import AllServices, Asking, Services, TableId, allowed, speaker, table_for
from server.hub.hub import Follower, Message
from server.security.limits import Buckets, depth_of
from server.security.pairing import Device
from server.tables.actor import Speaker, TableActor
from server.tables.commands import Command
from server.tables.errors import TableError
from server.tables.roles import Role, demand

router = APIRouter(prefix="/api", tags=["live"])
_COMMAND: TypeAdapter[Command] = TypeAdapter(Command)
_FRAME = 64 * 1024
QUIET = 15.0
"""Seconds of silence after which a board is sent a comment, so that a dead line is noticed."""
STILL_HERE = ": still here\n\n"
LAGGED, FULL, REFUSED, AWAY = 4408, 4429, 4403, 1001


class TooMany(TableError):
    status = 429


@contextmanager
def counted(everything: Services, device: str) -> Iterator[None]:
    """One live connection of a device; a few are enough for any tablet."""
    open_now = everything.connections.get(device, 0)
    if open_now >= everything.settings.connections_per_device:
        raise TooMany("connections", "this device follows too many tables at once")
    everything.connections[device] = open_now + 1
    try:
        yield
    finally:
        everything.connections[device] -= 1
        if not everything.connections[device]:
            del everything.connections[device]


# --- server-sent events ------------------------------------------------------------------------------------------


@router.get("/tables/{table}/stream", response_class=StreamingResponse)
async def stream(
    everything: AllServices,
    device: Annotated[Device, Depends(allowed("table.follow"))],
    table: TableId,
    after: Annotated[int | None, Query(ge=0, le=2**53)] = None,
    public: Annotated[
        bool, Query(description="Only what everybody may see: for a board on the wall.")
    ] = False,
    last_event_id: Annotated[str | None, Header()] = None,
) -> StreamingResponse:
    """Server-sent events; a browser that reconnects resumes by itself where it was."""
    actor = await table_for(everything, device, table)
    who = Speaker(device.id, Role.VIEWER) if public else speaker(device)
    with ExitStack() as stack:
        stack.enter_context(counted(everything, device.id))
        follower = await actor.follow(who, resumed(after, last_event_id))
        stack.callback(actor.hub.leave, follower)
        return streamed(sse(follower), stack.pop_all())


def resumed(after: int | None, last_event_id: str | None) -> int | None:
    """Where a stream goes on: a browser that reconnects says what it heard last."""
    if last_event_id is not None and last_event_id.isascii() and last_event_id.isdigit():
        return int(last_event_id[:15])
    return after


def streamed(texts: AsyncIterator[str], held: ExitStack) -> StreamingResponse:
    """Server-sent events; what is held for them is let go when they end."""

    async def lines() -> AsyncIterator[str]:
        with held:
            async for text in texts:
                yield text

    return StreamingResponse(lines(), media_type="text/event-stream", headers={"x-accel-buffering": "no"})


async def sse(follower: Follower) -> AsyncIterator[str]:
    yield "retry: 1000\n\n"
    async for message in heard(follower):
        yield STILL_HERE if message is None else f"id: {message.seq}\ndata: {message.text}\n\n"


async def heard(follower: Follower) -> AsyncIterator[Message | None]:
    """What a follower is told, and None whenever it was quiet for long."""
    while True:
        try:
            async with asyncio.timeout(QUIET):
                message = await follower.next()
        except TimeoutError:
            yield None
            continue
        if message is None:
            return
        yield message


# --- WebSocket ---------------------------------------------------------------------------------------------------


@router.websocket("/tables/{table}/live")
async def live(
    socket: WebSocket, everything: AllServices, device: Asking, table: str, after: str = ""
) -> None:
    """What happens, as it happens; commands may be sent the same way and are answered by their id."""
    try:
        demand(device.role, "table.follow")
        start = int(after[:15]) if after.isascii() and after.isdigit() else None
        actor = await table_for(everything, device, table)
        with counted(everything, device.id):
            await _serve(socket, actor, device, start, everything)
    except TableError as error:
        await socket.accept()
        await socket.send_text(json.dumps(error.as_json()))
        await socket.close(FULL if error.status == 429 else REFUSED, error.code)


async def _serve(
    socket: WebSocket, actor: TableActor, device: Device, after: int | None, everything: Services
) -> None:
    await socket.accept()
    follower = await actor.follow(speaker(device), after)
    rate = everything.settings.requests_per_second
    listening = asyncio.create_task(_listen(socket, actor, device, Buckets(rate, rate * 4)))
    telling = asyncio.create_task(_tell(socket, follower))
    try:
        await asyncio.wait({listening, telling}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        actor.hub.leave(follower)
        for task in (listening, telling):
            task.cancel()
        for task in (listening, telling):
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
                await task
        with suppress(RuntimeError, OSError, WebSocketDisconnect):
            await socket.close(LAGGED if follower.dropped else AWAY)


async def _tell(socket: WebSocket, follower: Follower) -> None:
    while (message := await follower.next()) is not None:
        await socket.send_text(message.text)


async def _listen(socket: WebSocket, actor: TableActor, device: Device, buckets: Buckets) -> None:
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        raw = message.get("text")
        data = message.get("bytes") or b"" if raw is None else raw.encode("utf-8", "surrogatepass")
        if not buckets.take(device.id):
            answer = error_json("rate", "too many messages; wait a moment")
        else:
            answer = await answer_frame(data, actor, device)
        await socket.send_text(json.dumps(answer))


async def answer_frame(data: bytes, actor: TableActor, device: Device) -> dict[str, Any]:
    """The answer to one frame: done, or a typed refusal. Whatever was sent."""
    command = None
    try:
        if len(data) > _FRAME:
            return error_json("too_large", f"expected at most {_FRAME} bytes")
        if depth_of(data) > 24:
            return error_json("too_deep", "expected at most 24 levels of JSON")
        document = parse_json(data)
        command = document.get("id") if isinstance(document, dict) else None
        done = await actor.execute(speaker(device), _COMMAND.validate_python(document))
    except InputError as error:
        return _named(error_json(*error.first), command)
    except ValidationError as error:
        return _named(validation_error(error.errors()), command)
    except TableError as error:
        return _named(error.as_json(), command)
    return {
        "type": "done",
        "command": done.command,
        "first": done.first,
        "last": done.last,
        "repeated": done.repeated,
    }


def _named(error: dict[str, Any], command: object) -> dict[str, Any]:
    """An error says which command it answers, where that could be read."""
    known = command if isinstance(command, str) and len(command) <= 64 else None
    return {"type": "error", "command": known, **error}
