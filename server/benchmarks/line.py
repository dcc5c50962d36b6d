"""A small WebSocket client for measurements: hundreds of them fit into one process beside the server."""

from __future__ import annotations

import asyncio
import base64
import os
import re
import time
from dataclasses import dataclass, field

_SEQ = re.compile(rb'"type":"(state|update|events)","table":"[^"]*","seq":(\d+),"events":\[')
_EVENT = re.compile(rb'"seq":(\d+)\}')


@dataclass(eq=False)
class Line(asyncio.Protocol):
    """One viewer: notes when it heard which number, and every event in its order."""

    path: str
    port: int
    token: str
    heard: dict[int, float] = field(default_factory=dict)
    events: list[int] = field(default_factory=list)
    at: int = 0
    open: bool = False
    closed: bool = False
    transport: asyncio.Transport | None = None
    _buffer: bytearray = field(default_factory=bytearray)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Bearer {self.token}\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.closed = True

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.open:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self._buffer.startswith(b"HTTP/1.1 101"):
                raise RuntimeError(self._buffer[:200].decode("latin-1"))
            del self._buffer[: end + 4]
            self.open = True
        while (payload := self._frame()) is not None:
            self._note(payload)

    def _frame(self) -> bytes | None:
        """The next whole frame; a server's frames are not masked."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1] & 0x7F, 2
        if size == 126:
            size, start = int.from_bytes(buffer[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + size:
            return None
        kind, payload = buffer[0] & 0x0F, bytes(buffer[start : start + size])
        del buffer[: start + size]
        if kind == 9 and self.transport is not None:  # ping
            self.transport.write(bytes((0x8A, 0x80 | len(payload))) + bytes(4) + payload)
        return payload if kind == 1 else b""

    def _note(self, payload: bytes) -> None:
        head = _SEQ.search(payload[:200])
        if head is None:
            return
        self.at = int(head[2])
        self.heard.setdefault(self.at, time.perf_counter())
        cut = payload.find(b'"sections":')
        self.events.extend(int(n) for n in _EVENT.findall(payload[head.end() : cut]))

    def hang_up(self) -> None:
        if self.transport is not None:
            self.transport.abort()
