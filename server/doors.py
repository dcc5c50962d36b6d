"""The doors of the server: one on this machine, and one to the local network that the host opens and closes."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import uvicorn

from server.discovery import Announcement
from server.security.certificates import ensure, fingerprint
from server.security.guard import Guard
from server.security.origins import local_addresses
from server.settings import Settings
from server.tables.errors import TableError

_BACKLOG = 1024


class DoorError(TableError):
    status = 409


class Quiet(uvicorn.Server):
    """A server whose process belongs to somebody else: it leaves the signals alone."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def listening_socket(host: str, port: int) -> socket.socket:
    """Bound here, so that a taken port is said before anything starts."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    claim(found)
    try:
        found.bind((host, port))
    except OSError as error:
        found.close()
        raise DoorError("port", f"port {port} on {host} cannot be used: {error.strerror or error}") from None
    return found


def claim(sock: socket.socket) -> None:
    """A port that nobody listens on may be taken at once after a restart. On Windows that option would share one that is taken."""
    if sys.platform == "win32":
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def door(app: Guard, settings: Settings, **more: Any) -> Quiet:
    return Quiet(
        uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,  # addresses carry no secrets, but a log of who asked what is nobody's business
            ws_max_size=64 * 1024,
            ws_per_message_deflate=False,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            backlog=_BACKLOG,
            timeout_keep_alive=30,
            timeout_graceful_shutdown=3,
            server_header=False,
            h11_max_incomplete_event_size=settings.json_bytes,
            **more,
        )
    )


@dataclass(slots=True)
class LanDoor:
    """HTTPS in the local network, with papers made on this machine."""

    settings: Settings
    app: Guard | None = None
    announcement: Announcement = field(default_factory=Announcement)
    _server: Quiet | None = None
    _task: asyncio.Task[None] | None = None
    _addresses: list[str] = field(default_factory=list)
    _fingerprint: str = ""

    def status(self) -> dict[str, Any]:
        return {
            "open": self._task is not None and not self._task.done(),
            "addresses": [f"https://{_bracketed(a)}:{self.settings.lan_port}" for a in self._addresses],
            "possible": True,
            "fingerprint": self._fingerprint,
            "announced": self.announcement.active,
        }

    async def open(self) -> None:
        if self.status()["open"] or self.app is None:
            return
        addresses = local_addresses()
        if not addresses:
            raise DoorError("lan", "this machine is in no network at the moment")
        name = socket.gethostname().lower().removesuffix(".local")
        folder = self.settings.data / "certificates"
        try:
            papers = await asyncio.to_thread(ensure, folder, [f"{name}.local"], addresses)
        except OSError as error:
            raise DoorError("lan", f"{folder}: cannot be used: {error.strerror or error}") from None
        sock = listening_socket("0.0.0.0", self.settings.lan_port)
        self._server = door(
            self.app,
            self.settings,
            ssl_certfile=str(papers.certificate),
            ssl_keyfile=str(papers.key),
            lifespan="off",
        )
        self._addresses = [a for a in addresses if ":" not in a] or addresses
        self._task = asyncio.create_task(self._server.serve([sock]))
        while not self._server.started and not self._task.done():
            await asyncio.sleep(0.01)
        self._fingerprint = await asyncio.to_thread(fingerprint, papers.authority)
        await self.announcement.begin(self.settings.lan_port, self._addresses, self._fingerprint)

    async def close(self) -> None:
        if self._server is None or self._task is None:
            return
        await self.announcement.end()
        self._server.should_exit = True
        await self._task
        self._server = self._task = None
        self._addresses = []


def _bracketed(address: str) -> str:
    return f"[{address}]" if ":" in address else address
