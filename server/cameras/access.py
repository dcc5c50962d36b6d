"""How a reader reaches a server elsewhere: an address, whom to trust, and a token that a code was changed into once."""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import os
import re
import socket
import ssl
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

TIMEOUT: Final = 8.0
LARGEST: Final = 8 << 20


class ServerError(Exception):
    """What a person is told who called a server that does not do what was asked."""


class Offline(Exception):
    """The server is not reached at this moment."""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: bytes

    def json(self) -> dict[str, Any]:
        try:
            found = json.loads(self.body)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    @property
    def error(self) -> str:
        error = self.json().get("error")
        if isinstance(error, dict):
            return str(error.get("message") or error.get("code"))
        return f"answer {self.status}"


@dataclass(slots=True)
class Server:
    """One server. Each thread has its own connection, which is kept and opened anew when it breaks."""

    url: str
    token: str | None = None
    context: ssl.SSLContext | None = None
    _threads: threading.local = field(default_factory=threading.local)
    _open: list[http.client.HTTPConnection] = field(default_factory=list)
    scheme: str = field(init=False)
    host: str = field(init=False)
    port: int = field(init=False)

    def __post_init__(self) -> None:
        self.scheme, self.host, self.port = address_of(self.url)

    def call(
        self,
        method: str,
        path: str,
        body: bytes | dict[str, Any] | None = None,
        kind: str = "application/json",
        timeout: float = TIMEOUT,
    ) -> Answer:
        """One request. `Offline` if the server cannot be reached; every answer of it is an answer."""
        data = json.dumps(body).encode() if isinstance(body, dict) else body
        headers = {"content-type": kind} if data is not None else {}
        if self.token is not None:
            headers["authorization"] = f"Bearer {self.token}"
        for attempt in (1, 2):
            connection = self._connection(timeout)
            fresh = connection.sock is None
            try:
                connection.request(method, path, data, headers)
                response = connection.getresponse()
                return Answer(response.status, response.read(LARGEST))
            except ssl.SSLCertVerificationError as error:
                connection.close()
                raise ServerError(
                    f"{self.url}: its certificate is not trusted ({error.verify_message}); see --fingerprint"
                ) from None
            except (OSError, http.client.HTTPException) as error:
                connection.close()
                if fresh or attempt == 2:  # a kept connection may have been closed by the server meanwhile
                    raise Offline(f"{self.url}: {_spoken(error)}") from None
        raise AssertionError("unreachable")

    def _connection(self, timeout: float) -> http.client.HTTPConnection:
        kept: http.client.HTTPConnection | None = getattr(self._threads, "connection", None)
        if kept is None:
            if self.scheme == "https":
                kept = http.client.HTTPSConnection(
                    self.host, self.port, timeout=timeout, context=self.context
                )
            else:
                kept = http.client.HTTPConnection(self.host, self.port, timeout=timeout)
            self._threads.connection = kept
            self._open.append(kept)
        kept.timeout = timeout
        if kept.sock is not None:
            kept.sock.settimeout(timeout)
        return kept

    def close(self) -> None:
        """Hangs up, in all threads."""
        for connection in self._open:
            connection.close()


def _spoken(error: Exception) -> str:
    if isinstance(error, TimeoutError | socket.timeout):
        return "no answer in time"
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__


def address_of(url: str) -> tuple[str, str, int]:
    """Scheme, host and port; plain HTTP only on this machine."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), -1
    if parts.scheme not in ("http", "https") or not parts.hostname or port == -1 or parts.path.strip("/"):
        raise ServerError(f"--server: expected an address as https://192.168.1.5:8766, got {url[:80]!r}")
    if parts.scheme == "http" and parts.hostname not in ("127.0.0.1", "localhost", "::1"):
        raise ServerError(
            "--server: over the network only https:// is spoken; plain http:// stays on one machine"
        )
    return parts.scheme, parts.hostname, port or (8766 if parts.scheme == "https" else 8765)


# --- whom to trust -----------------------------------------------------------------------------------------------


def trust(url: str, authority: Path | None, fingerprint: str | None, kept: Path) -> ssl.SSLContext | None:
    """The certificate that must vouch for a server: a file, or the server's own if its fingerprint is the one given.

    What was trusted once is kept, so that the fingerprint is needed only the first time.
    """
    scheme, host, port = address_of(url)
    if scheme == "http":
        return None
    if authority is not None:
        return _context(authority, f"--authority {authority}")
    store = kept / "trusted" / f"{_plain(host)}-{port}.pem"
    if fingerprint is None:
        if store.is_file():
            return _context(store, str(store))
        seen = _fetch(host, port)
        raise ServerError(
            f"{url} is not known here yet. Compare its fingerprint with the one on the host's screen, then call again"
            f" with --fingerprint {_digest(seen)}"
        )
    wanted = re.sub(r"[^0-9a-f]", "", fingerprint.lower())
    found = _fetch(host, port)
    if not hmac.compare_digest(wanted, _digest(found)):
        raise ServerError(f"{url}: its fingerprint is another one: {_digest(found)}. Do not go on")
    store.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    store.write_text(found, encoding="ascii")
    return _context(store, str(store))


def _context(authority: Path, name: str) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=str(authority))
    except (OSError, ssl.SSLError) as error:
        raise ServerError(f"{name}: no certificate that can be used ({error})") from None


def _fetch(host: str, port: int) -> str:
    """The authority's certificate, asked for over a line that nobody vouches for: only its fingerprint says it is the one."""
    blind = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    blind.check_hostname = False
    blind.verify_mode = ssl.CERT_NONE
    connection = http.client.HTTPSConnection(host, port, timeout=TIMEOUT, context=blind)
    try:
        connection.request("GET", "/pair/authority.pem")
        response = connection.getresponse()
        text = response.read(64 * 1024).decode("ascii", "replace")
    except (OSError, http.client.HTTPException) as error:
        raise ServerError(f"https://{host}:{port} is not reached: {_spoken(error)}") from None
    finally:
        connection.close()
    if response.status != 200:
        raise ServerError(f"https://{host}:{port} is no Kiebitz server")
    return text


def _digest(pem: str) -> str:
    try:
        return hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem)).hexdigest()
    except ValueError:
        raise ServerError("the server's certificate cannot be read") from None


# --- tokens ------------------------------------------------------------------------------------------------------


def token_for(server: Server, token: str | None, code: str | None, name: str, kept: Path) -> str | None:
    """The given token; or the one that a code is changed into, which is kept; or the one that was kept."""
    store = kept / "tokens" / f"{_plain(server.host)}-{server.port}"
    if token:
        return token
    if code is not None:
        answer = server.call("POST", "/api/pair", {"code": code, "name": name})
        found = str(answer.json().get("token") or "")
        if answer.status != 201 or not found:
            raise ServerError(f"--code: {answer.error}")
        store.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(store, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(found)
        return found
    try:
        return store.read_text(encoding="ascii").strip() or None
    except OSError:
        return None


def table_named(server: Server, name: str | None) -> str:
    """A table's id, from its id or its name; from nothing, if there is only one that this device may see."""
    answer = server.call("GET", "/api/tables")
    if answer.status == 401:
        raise ServerError(
            "this device is not paired: give the --code that the host's setup page shows (role camera)"
        )
    if answer.status != 200:
        raise ServerError(answer.error)
    tables = [(str(row["id"]), str(row["name"])) for row in answer.json().get("tables", [])]
    found = [table for table, its in tables if name is None or name in (table, its)]
    if len(found) == 1:
        return found[0]
    known = ", ".join(f"{its} ({table})" for table, its in tables[:20]) or "none yet"
    if name is None:
        raise ServerError(f"--table is missing; there is: {known}")
    words = "several tables are called" if found else "there is no table"
    raise ServerError(f"--table: {words} {name[:60]!r}; there is: {known}")


def _plain(host: str) -> str:
    return re.sub(r"[^A-Za-z0-9.-]", "_", host)
