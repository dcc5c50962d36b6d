"""The routes of the tournament's pages; a player's own page is the one that needs no pairing."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Depends
from fastapi.responses import HTMLResponse

from server.api.services import asking
from server.web.pages import page

router = APIRouter(include_in_schema=False)
_PAIRED: Final = [Depends(asking)]


@router.get("/tournaments", dependencies=_PAIRED)
async def tournaments_page() -> HTMLResponse:
    """The evenings and cups of this house, and for the host a new one."""
    return page("tournaments", "tournament")


@router.get("/hall/{tournament}", dependencies=_PAIRED)
async def hall_page() -> HTMLResponse:
    """The big screen: seats, clock, standing."""
    return page("hall", "tournament")


@router.get("/director/{tournament}", dependencies=_PAIRED)
async def director_page() -> HTMLResponse:
    return page("director", "tournament")


@router.get("/referee/{tournament}", dependencies=_PAIRED)
async def referee_page() -> HTMLResponse:
    return page("referee", "tournament")


@router.get("/scribe/{tournament}", dependencies=_PAIRED)
async def scribe_page() -> HTMLResponse:
    """A table taken over, its sheet handed in, the referee called."""
    return page("scribe", "tournament")


@router.get("/cup/{cup}", dependencies=_PAIRED)
async def cup_page() -> HTMLResponse:
    return page("cup", "tournament")


@router.get("/player/{tournament}")
async def player_page() -> HTMLResponse:
    """By QR and without any login: its files come from the share for devices that are not paired."""
    return page("player", "tournament", root="/pair")
