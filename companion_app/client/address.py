"""Addresses of servers: as people type them, and as QR codes carry them."""

from __future__ import annotations

import ipaddress
from typing import Final
from urllib.parse import urlsplit

LAN_PORT: Final = 8766
HOST_PORT: Final = 8765


class BadAddress(ValueError):
    """What was given is no address of a server."""


def read_address(text: str) -> tuple[str, str | None]:
    """`https://192.168.1.5:8766/pair#secret`, `192.168.1.5` or `tablet.local:8766` as the base address and the secret."""
    text = text.strip()
    if not text or len(text) > 300 or any(c.isspace() for c in text):
        raise BadAddress(text[:40])
    whole = text if "://" in text else f"//{text}"
    try:
        parts = urlsplit(whole)
        port, name = parts.port, parts.hostname
    except ValueError:
        raise BadAddress(text[:40]) from None
    if not name or parts.scheme not in ("", "http", "https") or parts.username is not None:
        raise BadAddress(text[:40])
    local = is_loopback(name)
    scheme = parts.scheme or ("http" if local else "https")
    if scheme == "http" and not local:
        raise BadAddress(text[:40])  # a token is never sent in clear over a network
    port = port or (HOST_PORT if scheme == "http" else LAN_PORT)
    host = f"[{name}]" if ":" in name else name
    return f"{scheme}://{host}:{port}", parts.fragment or None


def is_loopback(name: str) -> bool:
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def websocket_address(base: str, path: str) -> str:
    scheme, _, rest = base.partition("://")
    return f"{'wss' if scheme == 'https' else 'ws'}://{rest}{path}"
