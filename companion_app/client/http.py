"""Asking the server over HTTP, with nothing but the standard library: light enough for a telephone."""

from __future__ import annotations

import asyncio
import http.client
import json
import ssl
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import Any, Final

from companion_app.client.trust import context_for, unverified

TIMEOUT: Final = 8.0
_LARGEST: Final = 32 * 1024 * 1024
_BROKEN: Final = (OSError, ValueError, http.client.HTTPException)
"""What can happen to an answer on its way, or comes from somebody who does not speak HTTP."""


class ClientError(Exception):
    """Asking did not work."""


class Unreachable(ClientError):
    """Nobody answers there."""


class Untrusted(ClientError):
    """Who answers cannot show that it is the server of the pairing."""


class Answered(ClientError):
    """The server refused: status, and its typed error."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


@dataclass(slots=True)
class Api:
    """One server, asked with the token of this device."""

    base: str
    token: str = ""
    authority: str = ""
    verify: bool = True
    _context: ssl.SSLContext | None = field(default=None)

    @property
    def context(self) -> ssl.SSLContext | None:
        if not self.base.startswith("https:"):
            return None
        if self._context is None:
            self._context = context_for(self.authority) if self.verify else unverified()
        return self._context

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}

    async def get(self, path: str) -> Any:
        return _json(await self.raw("GET", path))

    async def post(self, path: str, body: Any) -> Any:
        return _json(await self.raw("POST", path, body))

    async def raw(self, method: str, path: str, body: Any = None) -> bytes:
        """The body of the answer; asked in a thread, since the standard library waits."""
        return await asyncio.to_thread(self._ask, method, path, body)

    def _ask(self, method: str, path: str, body: Any) -> bytes:
        data = None if body is None else json.dumps(body).encode()
        headers = self.headers | ({} if data is None else {"content-type": "application/json"})
        try:
            request = urllib.request.Request(self.base + path, data, headers, method=method)
            with self._opener().open(request, timeout=TIMEOUT) as answer:
                return _whole(answer)
        except urllib.error.HTTPError as error:
            raise _refused(error) from None
        except urllib.error.URLError as error:
            if isinstance(error.reason, ssl.SSLCertVerificationError):
                raise Untrusted(str(error.reason)) from None
            raise Unreachable(str(error.reason)) from None
        except _BROKEN as error:
            raise Unreachable(str(error)) from None

    def _opener(self) -> urllib.request.OpenerDirector:
        handlers: list[Any] = [urllib.request.ProxyHandler({})]  # the table's server is in this network
        if self.context is not None:
            handlers.append(urllib.request.HTTPSHandler(context=self.context))
        return urllib.request.build_opener(*handlers)


def _whole(answer: Any) -> bytes:
    """The body; one that breaks off before its announced length is no answer."""
    content: bytes = answer.read(_LARGEST)
    if answer.length:
        raise http.client.IncompleteRead(content, answer.length)
    return content


def _refused(error: urllib.error.HTTPError) -> ClientError:
    """What the server refused and why, if its answer came whole."""
    try:
        with error:
            return _answered(error.code, error.read(_LARGEST))
    except _BROKEN as broken:
        return Unreachable(str(broken))


def _json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        raise Answered(200, "not_json", "expected JSON") from None


def _answered(status: int, content: bytes) -> Answered:
    try:
        error = json.loads(content)["error"]
        return Answered(status, str(error["code"]), str(error["message"]))
    except (ValueError, KeyError, TypeError):
        return Answered(status, "http", f"the server answered {status}")
