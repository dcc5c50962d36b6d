"""The server put together: store, tables, guard, routes. Without a socket; `kiebitz serve` opens those."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec

from fastapi import FastAPI

from server.api import access, camera, cups, live, players, preview, tables, tournaments
from server.api.errors import handle_errors
from server.api.pictures import PictureReader, Pictures
from server.api.services import ClosedLan, Lan, Services
from server.cameras.evidence import Pictures as Evidence
from server.cameras.fleet import Cameras, Lent, Make
from server.security.guard import Guard
from server.security.origins import OwnNames
from server.security.pairing import Pairings
from server.settings import Settings
from server.store.protocol import Store
from server.store.sqlite import SqliteStore
from server.tables.registry import Tables
from server.tables.roles import Role

_REVOKED_S = 2.0
"""Seconds until a device that was revoked at another process is heard of."""


def open_store(settings: Settings) -> Store:
    """SQLite in the data folder, or the PostgreSQL of the settings."""
    if settings.database is None:
        settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        return SqliteStore(settings.database_file)
    from server.store.postgres import PostgresStore

    return PostgresStore(settings.database)


def create_app(
    settings: Settings,
    store: Store,
    lan: Lan | None = None,
    reader: PictureReader | None = None,
    make_reader: Make | None = None,
) -> Guard:
    """The server as one ASGI application, guarded. `make_reader` starts the processes that read tables."""
    registry, pairings = Tables(store, threads=4 if store.shared else 1), Pairings(store)

    def lend(table: str, kind: str) -> Lent:
        return Lent(*pairings.lend(f"reader ({kind})", Role.CAMERA, table))

    cameras = Cameras(registry.get, lend, lambda lent: pairings.give_back(lent.token), make_reader)
    everything = Services(
        settings=settings,
        tables=registry,
        pairings=pairings,
        pictures=Pictures(reader or cameras),
        cameras=cameras,
        evidence=Evidence(settings.data / "evidence"),
        lan=lan or ClosedLan(),
    )
    app = FastAPI(
        title="Kiebitz",
        version="1",
        summary="The companion for a table of Königrufen",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=_lifespan,
    )
    app.state.services = everything
    handle_errors(app)
    for router in (access.router, access.docs, tables.router, preview.router, live.router, camera.router):
        app.include_router(router)
    app.include_router(tournaments.router)
    app.include_router(players.router)
    app.include_router(cups.router)
    if find_spec("server.web") is not None:
        _add_pages(app)
    names = OwnNames(settings.hosts)
    return Guard(app, settings, everything.pairings, names, lambda: bool(everything.lan.status()["open"]))


def _add_pages(app: FastAPI) -> None:
    """The web pages are a room of their own; without them the API serves alone."""
    from importlib import import_module

    pages = import_module("server.web")
    if hasattr(pages, "router"):
        app.include_router(pages.router)
    if hasattr(pages, "install"):
        pages.install(app)


async def _hear_of_revoked(everything: Services) -> None:
    """A device that was revoked at another process of the same store loses its open connections here, too."""
    while True:
        await asyncio.sleep(_REVOKED_S)
        with contextlib.suppress(Exception):  # a store that cannot be read now is asked again
            rows = await asyncio.to_thread(everything.pairings.store.devices)
            for row in rows:
                if row.revoked is not None and row.id in everything.connections:
                    everything.tables.dismiss(row.id)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    everything: Services = app.state.services
    await everything.tables.start()
    everything.cameras.begin()
    shared = everything.tables.store.shared
    looking = asyncio.create_task(_hear_of_revoked(everything)) if shared else None
    try:
        yield
    finally:
        if looking is not None:
            looking.cancel()
        await everything.cameras.end()
        await everything.tournaments.stop()
        await everything.tables.stop()
