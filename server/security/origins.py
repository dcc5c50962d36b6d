"""Names and origins: under which names the server may be asked, and from which pages."""

from __future__ import annotations

import ipaddress
import socket
import time
from collections.abc import Callable, Iterable, Mapping
from urllib.parse import urlsplit

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
_LOOK_AGAIN_S = 3.0


def host_name(host: str) -> str | None:
    """The name in a Host header, without its port; None if it is no such header."""
    if not host or len(host) > 255 or any(c.isspace() or c in "@/\\?#" for c in host):
        return None
    try:
        parts = urlsplit(f"//{host}")
        parts.port  # noqa: B018 - a wrong port raises here
    except ValueError:
        return None
    return (parts.hostname or "").rstrip(".") or None


def is_loopback(address: str | None) -> bool:
    try:
        return address is not None and ipaddress.ip_address(address.split("%")[0]).is_loopback
    except ValueError:
        return False


def origin_fits(origin: str, scheme: str, host: str) -> bool:
    """A page may only speak to the server that it came from."""
    secure = scheme in ("https", "wss")
    return origin.lower() == f"{'https' if secure else 'http'}://{host}".lower()


def foreign_page(headers: Mapping[str, str], scheme: str, host: str) -> bool:
    """Whether another site's page makes this request. Programs that are no browser send neither header."""
    origin = headers.get("origin")
    if origin is not None:
        return not origin_fits(origin, scheme, host)
    site = headers.get("sec-fetch-site")
    if site in (None, "same-origin", "none"):
        return False
    return headers.get("sec-fetch-mode") != "navigate"


def _routed() -> list[str]:
    """The addresses from which this machine would speak to others; no packet is sent and no name looked up."""
    found: list[str] = []
    for family, probe in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as sock:
                sock.connect((probe, 9))
                found.append(str(sock.getsockname()[0]))
        except OSError:
            continue
    return found


def local_addresses() -> list[str]:
    """The addresses of this machine in its local networks; no packet is sent."""
    found: dict[str, None] = dict.fromkeys(_routed())
    try:
        for info in socket.getaddrinfo(socket.gethostname(), None):
            found[str(info[4][0]).split("%")[0]] = None
    except OSError:
        pass
    return [a for a in found if not ipaddress.ip_address(a).is_loopback]


class OwnNames:
    """The names under which this machine is reached, also after it has joined another network."""

    def __init__(self, extra: Iterable[str] = (), clock: Callable[[], float] = time.monotonic) -> None:
        name = socket.gethostname().lower().removesuffix(".local")
        self._always = LOOPBACK_NAMES | {h.lower() for h in extra} | {name, f"{name}.local"}
        self._always |= set(local_addresses())
        self._clock = clock
        self._looked = clock()
        self._now = self._always

    def __call__(self) -> frozenset[str]:
        if self._clock() - self._looked >= _LOOK_AGAIN_S:
            self._looked = self._clock()
            self._now = self._always | set(_routed())
        return self._now
