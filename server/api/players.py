"""What a player sees of a tournament without any login: his own evening, and the server's time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse

from server.api.live import QUIET, STILL_HERE, counted, heard, streamed
from server.api.services import AllServices, now_ms
from server.api.tournaments import TournamentId
from server.hub.hub import Follower
from server.tables.errors import NotFound
from server.tables.events import canonical
from server.tournaments.actor import TournamentActor
from server.tournaments.views import Sight, player_names, player_view

router = APIRouter(prefix="/api", tags=["tournaments"])


@router.get("/now")
async def now() -> dict[str, int]:
    """The server's time in milliseconds: what a screen sets its clock by."""
    return {"now": now_ms()}


@router.get("/player/{tournament}")
async def player(
    everything: AllServices,
    tournament: TournamentId,
    name: Annotated[str, Query(max_length=60)] = "",
) -> dict[str, Any]:
    """A player's own evening: seat, points, rounds; nothing of a deal that runs. Without a name, the list of names."""
    actor = await everything.tournaments.get(tournament)
    return _of_player(actor, name)


def _of_player(actor: TournamentActor, name: str) -> dict[str, Any]:
    state = actor.state
    if not name:
        return {"tournament": state.name, "names": player_names(state)}
    if all(p.name != name for p in state.players):
        raise NotFound("player", "this name is not in the list", "name")
    return player_view(state, actor.now, name, actor.standing())


@router.get("/player/{tournament}/stream", response_class=StreamingResponse)
async def player_stream(
    everything: AllServices,
    request: Request,
    tournament: TournamentId,
    name: Annotated[str, Query(min_length=1, max_length=60)],
) -> StreamingResponse:
    """A player's own evening, live: one small message whenever something of his changes."""
    actor = await everything.tournaments.get(tournament)
    first = canonical(_of_player(actor, name))
    who = f"guest {request.client.host if request.client else ''}"
    with ExitStack() as stack:
        stack.enter_context(counted(everything, who))
        follower = actor.hub.join(Sight.TICK, [], who)
        stack.callback(actor.hub.leave, follower)
        return streamed(_changes(actor, name, follower, first), stack.pop_all())


async def _changes(actor: TournamentActor, name: str, follower: Follower, before: str) -> AsyncIterator[str]:
    clock = asyncio.get_running_loop().time
    told = clock()
    yield f"retry: 2000\n\ndata: {before}\n\n"
    async for message in heard(follower):
        try:
            text = before if message is None else canonical(_of_player(actor, name))
        except NotFound:  # the name was mended: whoever follows chooses anew
            return
        if text != before:
            before, told = text, clock()
            yield f"data: {text}\n\n"
        elif message is None or clock() - told >= QUIET:  # in a lively hall, too, where only others have news
            told = clock()
            yield STILL_HERE
