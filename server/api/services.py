"""What the routes work with, and how they get it from a request."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, Protocol

from fastapi import Depends, Path
from starlette.requests import HTTPConnection

from server.api.pictures import Pictures
from server.cameras.evidence import Pictures as Evidence
from server.cameras.fleet import Cameras
from server.security.pairing import Device, Pairings
from server.settings import Settings
from server.tables.actor import Speaker, TableActor
from server.tables.errors import NotFound, TableError
from server.tables.registry import Tables
from server.tables.roles import demand
from server.tournaments.cups import Cups
from server.tournaments.service import Tournaments


class Lan(Protocol):
    """Opening the server to the local network, and closing it."""

    def status(self) -> dict[str, Any]: ...

    async def open(self) -> None: ...

    async def close(self) -> None: ...


@dataclass(slots=True)
class ClosedLan:
    """A server that has no second door: it stays on this machine."""

    def status(self) -> dict[str, Any]:
        return {"open": False, "addresses": [], "possible": False}

    async def open(self) -> None:
        raise TableError("lan", "this server cannot be opened to the local network")

    async def close(self) -> None:
        """It is closed."""


@dataclass(slots=True)
class Services:
    settings: Settings
    tables: Tables
    pairings: Pairings
    pictures: Pictures
    cameras: Cameras
    evidence: Evidence
    tournaments: Tournaments = field(init=False)
    cups: Cups = field(init=False)
    lan: Lan = field(default_factory=ClosedLan)
    connections: dict[str, int] = field(default_factory=dict)
    """Live connections by device."""

    def __post_init__(self) -> None:
        self.tournaments = Tournaments(self.tables)
        self.cups = Cups(self.tournaments)


def services(connection: HTTPConnection) -> Services:
    found: Services = connection.app.state.services
    return found


def asking(connection: HTTPConnection) -> Device:
    """The device that the guard let in."""
    device: Device | None = connection.scope["state"].get("device")
    if device is None:
        raise NotPaired("unpaired", "this device is not paired; open /pair")
    return device


class NotPaired(TableError):
    status = 401


AllServices = Annotated[Services, Depends(services)]
Asking = Annotated[Device, Depends(asking)]
TableId = Annotated[str, Path(pattern=r"^t[0-9a-f]{12}$", description="A table's id.")]


def allowed(operation: str) -> Callable[[Device], Device]:
    """A dependency: the device that asks, if its role may do this."""

    def check(device: Asking) -> Device:
        demand(device.role, operation)
        return device

    return check


async def table_for(everything: Services, device: Device, table: str) -> TableActor:
    """A table that this device may see; the others do not exist for it."""
    if not device.may_see(table):
        raise NotFound("table", f"there is no table {table!r}", "table")
    actor = await everything.tables.get(table)
    actor.hub.size = everything.settings.queue
    return actor


def speaker(device: Device) -> Speaker:
    return Speaker(device.id, device.role, device.table)


def now_ms() -> int:
    """The server's time in milliseconds."""
    return int(time.time() * 1000)
