"""The guard at the door, before any route: host, origin, size, depth, rate, and who is asking."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.security.limits import Buckets, depth_of
from server.security.origins import LOOPBACK_NAMES, foreign_page, host_name, is_loopback
from server.security.pairing import HOST, Device, Pairings
from server.settings import Settings

COOKIE: Final = "kiebitz"
OPEN_TO_ALL: Final = frozenset({"/pair", "/api/pair", "/api/now"})
"""All that a device reaches that is not paired, beside the pairing page's own files under /pair/."""
_OPEN_FOLDERS: Final = ("/pair/", "/player/", "/api/player/")
"""A player's page of a tournament needs no login: it shows seats and settled points, nothing of a deal that runs."""
_POLICY: Final = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "media-src 'self' blob:",
        "style-src 'self' 'unsafe-inline'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
    )
)
_HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"content-security-policy", _POLICY.encode()),
)
_PICTURES: Final = ("/camera/picture", "/camera/evidence/")
"""Where pictures are sent to: their bodies may be larger, and are no JSON."""


class Turned(Exception):
    """A request that is turned away."""

    def __init__(self, status: int, code: str, message: str, at: str = "") -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.at = status, code, message, at


@dataclass(slots=True)
class Guard:
    """An ASGI application around the server's own."""

    app: ASGIApp
    settings: Settings
    pairings: Pairings
    names: Callable[[], frozenset[str]]
    lan_open: Callable[[], bool]
    _devices: Buckets = field(init=False)
    _strangers: Buckets = field(init=False)
    _files: Buckets = field(init=False)
    """The pairing page is a dozen files: to load it again must not lock a person out, nor let him guess faster."""

    def __post_init__(self) -> None:
        rate = self.settings.requests_per_second
        self._devices = Buckets(rate, rate * 4)
        self._strangers = Buckets(1.0, 30.0)
        self._files = Buckets(10.0, 200.0)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        try:
            device = await self._admit(scope)
            scope.setdefault("state", {})["device"] = device
            if scope["type"] == "http":
                receive = await self._bounded(scope, receive)
        except Turned as turned:
            await _turn_away(turned, scope, receive, send)
            return
        await self.app(scope, receive, _with_headers(send))

    # --- who is asking -----------------------------------------------------------------------------------------

    async def _admit(self, scope: Scope) -> Device | None:
        headers = _headers(scope)
        host = headers.get("host", "")
        name = host_name(host)
        client = scope["client"][0] if scope.get("client") else None
        local = is_loopback(client)
        if name is None or name.lower() not in self.names():
            raise Turned(421, "host", "this server is not reached under this name", "Host")
        if not local and not self.lan_open():
            raise Turned(403, "lan", "the host has not opened this server to the local network")
        if foreign_page(headers, scope["scheme"], host):
            raise Turned(403, "origin", "pages of other sites may not use this server", "Origin")
        device = await self._identify(headers, local, name)
        strangers = self._files if scope["path"].startswith("/pair/") else self._strangers
        buckets, key = (self._devices, device.id) if device else (strangers, str(client))
        if not buckets.take(key):
            raise Turned(429, "rate", "too many requests; wait a moment")
        if device is None and not _is_open(scope["path"]):
            raise Turned(401, "unpaired", "this device is not paired; open /pair")
        return device

    async def _identify(self, headers: dict[str, str], local: bool, name: str) -> Device | None:
        token = token_of(headers)
        if token is not None:
            known = self.pairings.remembered(token)
            if known is None:
                known = await asyncio.to_thread(self.pairings.device, token)
            if known is not None:
                return known
        forwarded = any(h in headers for h in ("forwarded", "x-forwarded-for", "x-real-ip", "via"))
        if self.settings.local_admin and local and name.lower() in LOOPBACK_NAMES and not forwarded:
            return None if "authorization" in headers else HOST  # an old cookie does not lock the host out
        return None

    # --- how much ----------------------------------------------------------------------------------------------

    async def _bounded(self, scope: Scope, receive: Receive) -> Receive:
        """The whole body, if it is small enough; routes then read it from memory."""
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return receive
        picture = any(part in scope["path"] for part in _PICTURES)
        limit = self.settings.picture_bytes if picture else self.settings.json_bytes
        length = _headers(scope).get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length[:12]) > limit:
            raise Turned(413, "too_large", f"expected at most {limit} bytes")
        body = bytearray()
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Turned(400, "cut_off", "the body ended early")
            body += message.get("body", b"")
            if len(body) > limit:
                raise Turned(413, "too_large", f"expected at most {limit} bytes")
            more = message.get("more_body", False)
        if not picture and depth_of(bytes(body)) > self.settings.depth:
            raise Turned(400, "too_deep", f"expected at most {self.settings.depth} levels of JSON")
        return _replayed(bytes(body), receive)


def _replayed(body: bytes, receive: Receive) -> Receive:
    sent = False

    async def replay() -> Message:
        nonlocal sent
        if not sent:
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return replay


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def token_of(headers: dict[str, str]) -> str | None:
    """From the Authorization header, or from the cookie that pairing set. Never from the address."""
    scheme, _, credentials = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and credentials:
        return credentials.strip()
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return None
    return cookie.value if cookie is not None and cookie.value else None


def _is_open(path: str) -> bool:
    return path in OPEN_TO_ALL or (path.startswith(_OPEN_FOLDERS) and ".." not in path)


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {name.lower() for name, _ in message.get("headers", [])}
            extra = [(n, v) for n, v in _HEADERS if n not in given]
            if b"cache-control" not in given:
                extra.append((b"cache-control", b"no-store"))
            message = {**message, "headers": [*message.get("headers", []), *extra]}
        await send(message)

    return sending


async def _turn_away(turned: Turned, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4000 + turned.status, "reason": turned.code})
        return
    error: dict[str, Any] = {"error": {"code": turned.code, "message": turned.message, "at": turned.at}}
    headers = [(b"content-type", b"application/json"), (b"connection", b"close"), *_HEADERS]
    if turned.status == 401 and "text/html" in _headers(scope).get("accept", ""):
        headers, turned = [(b"location", b"/pair"), *headers], Turned(303, turned.code, turned.message)
    await send({"type": "http.response.start", "status": turned.status, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(error).encode()})
