"""Pairing, devices, the local network, and the documentation of the API."""

from __future__ import annotations

import asyncio
import html
from typing import Annotated, Any, Literal

import segno
from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from server.api.services import AllServices, Asking, allowed
from server.security.guard import COOKIE
from server.security.pairing import Device
from server.tables.errors import NotFound, Refused
from server.tables.roles import Role
from server.tables.words import Name

router = APIRouter(prefix="/api", tags=["access"])
docs = APIRouter(include_in_schema=False)
_YEAR = 366 * 24 * 3600


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class OfferAsked(_Body):
    """Which role the new device gets, at which table (or all), and how it is called."""

    role: Literal["viewer", "player", "scorer", "camera", "referee", "admin"]
    table: Annotated[str, Field(pattern=r"^t[0-9a-f]{12}$")] | None = None
    name: Name = "Gerät"


class PairAsked(_Body):
    """Either the secret of a QR code or the code that a person types in."""

    secret: Annotated[str, Field(min_length=8, max_length=100)] | None = None
    code: Annotated[str, Field(pattern=r"^[0-9 ]{8,12}$")] | None = None
    name: Name | None = None


class LanAsked(_Body):
    open: bool


@router.get("/me")
async def me(device: Asking) -> dict[str, Any]:
    """Who this device is to the server."""
    return {"device": device.id, "name": device.name, "role": device.role.value, "table": device.table}


@router.post("/pairings", status_code=201)
async def offer_pairing(
    everything: AllServices,
    _: Annotated[Device, Depends(allowed("pairing.offer"))],
    asked: OfferAsked,
    request: Request,
) -> dict[str, Any]:
    """An offer for one device: a QR code and a short code, good once and for five minutes."""
    if asked.table is not None:
        if asked.role == Role.ADMIN.value:  # who pairs devices and makes tables is bound to none
            raise Refused("bound", "a host is not bound to one table; leave the table out", "table")
        await everything.tables.get(asked.table)
    pairings = everything.pairings
    offer = await asyncio.to_thread(pairings.offer, Role(asked.role), asked.table, asked.name)
    addresses = everything.lan.status()["addresses"]
    base = addresses[0] if addresses else str(request.base_url).rstrip("/")
    url = f"{base}/pair#{offer.secret}"  # behind the #: it is neither sent nor logged
    picture = segno.make(url, error="m").svg_inline(scale=6, border=2)
    return {
        "id": offer.id,
        "code": offer.code,
        "url": url,
        "qr": picture,
        "role": asked.role,
        "expires": offer.expires,
    }


@router.post("/pair", status_code=201)
async def pair(everything: AllServices, asked: PairAsked, request: Request) -> Response:
    """Becomes a paired device. The token is answered once and set as a cookie for pages."""
    if (asked.secret is None) == (asked.code is None):
        raise Refused("pairing", "expected either a secret or a code", "code")
    code = None if asked.code is None else asked.code.replace(" ", "")
    device, token = await asyncio.to_thread(everything.pairings.redeem, asked.name or "", asked.secret, code)
    answer = JSONResponse(
        {
            "device": device.id,
            "name": device.name,
            "role": device.role.value,
            "table": device.table,
            "token": token,
        },
        201,
    )
    answer.set_cookie(
        COOKIE,
        token,
        max_age=_YEAR,
        path="/",
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return answer


@router.get("/devices")
async def devices(
    everything: AllServices, _: Annotated[Device, Depends(allowed("devices.manage"))]
) -> dict[str, Any]:
    """All devices that were ever paired."""
    rows = await asyncio.to_thread(everything.pairings.store.devices)
    return {
        "devices": [
            {
                "id": r.id,
                "name": r.name,
                "role": r.role,
                "table": r.table,
                "created": r.created,
                "revoked": r.revoked,
            }
            for r in rows
        ]
    }


@router.delete("/devices/{device}")
async def revoke(
    everything: AllServices, _: Annotated[Device, Depends(allowed("devices.manage"))], device: str
) -> dict[str, Any]:
    """Takes a device's access away, at once and on its open connections too."""
    await asyncio.to_thread(everything.pairings.revoke, device)
    everything.tables.dismiss(device)
    return {"revoked": device}


@router.get("/lan")
async def lan(everything: AllServices, _: Annotated[Device, Depends(allowed("lan.open"))]) -> dict[str, Any]:
    """Whether the local network reaches this server, and under which addresses."""
    return everything.lan.status()


@router.put("/lan")
async def set_lan(
    everything: AllServices, _: Annotated[Device, Depends(allowed("lan.open"))], asked: LanAsked
) -> dict[str, Any]:
    """Opens the server to the local network, or closes it."""
    await (everything.lan.open() if asked.open else everything.lan.close())
    return everything.lan.status()


@docs.get("/pair/authority.pem")
async def authority(everything: AllServices) -> Response:
    """The certificate that vouches for this server. Public; what is trusted is its fingerprint on the host's screen."""
    pem = everything.settings.data / "certificates" / "authority.pem"
    if not pem.is_file():
        raise NotFound("authority", "this server has not been opened to the local network yet")
    return Response(await asyncio.to_thread(pem.read_bytes), media_type="application/x-pem-file")


# --- documentation -----------------------------------------------------------------------------------------------


@docs.get("/openapi.json")
async def openapi(request: Request, _: Annotated[Device, Depends(allowed("docs.read"))]) -> dict[str, Any]:
    found: dict[str, Any] = request.app.openapi()
    return found


@docs.get("/docs", response_class=HTMLResponse)
async def documentation(request: Request, _: Annotated[Device, Depends(allowed("docs.read"))]) -> str:
    """Every operation on one page that needs nothing from the internet."""
    paths: dict[str, Any] = request.app.openapi()["paths"]
    rows = "".join(
        f"<tr><td><code>{method.upper()}</code></td><td><code>{html.escape(path)}</code></td>"
        f"<td>{html.escape(operation.get('description', ''))}</td></tr>"
        for path, methods in paths.items()
        for method, operation in methods.items()
    )
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>Kiebitz API</title>"
        "<style>body{font:16px/1.5 system-ui;margin:2rem;max-width:70rem}td{padding:.3rem 1rem .3rem 0;"
        "vertical-align:top}</style><h1>Kiebitz API</h1>"
        "<p>The whole description for programs: <a href=/openapi.json>/openapi.json</a></p>"
        f"<table>{rows}</table></html>"
    )
