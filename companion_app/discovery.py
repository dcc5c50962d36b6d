"""Finding servers in the local network: they announce themselves as `_kiebitz._tcp`. Optional: an address can be typed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Final

SERVICE: Final = "_kiebitz._tcp.local."
SECONDS: Final = 4.0
Found = tuple[tuple[str, str], ...]


def available() -> bool:
    return find_spec("zeroconf") is not None


async def look_around(tell: Callable[[Found, bool], None], seconds: float = SECONDS) -> None:
    """Tells what is found as it is found, and at the end that the search is over."""
    if not available():
        tell((), False)
        return
    from zeroconf import IPVersion, ServiceStateChange
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

    found: dict[str, tuple[str, str]] = {}
    asking: set[asyncio.Task[None]] = set()
    try:
        network = AsyncZeroconf(ip_version=IPVersion.V4Only)
    except OSError:  # no network at all
        tell((), False)
        return

    async def ask(name: str) -> None:
        info = AsyncServiceInfo(SERVICE, name)
        if await info.async_request(network.zeroconf, 2000):
            address = _address(info)
            if address is not None:
                found[name] = (name.removesuffix("." + SERVICE), address)
                tell(tuple(found.values()), True)

    def changed(zeroconf: Any, service_type: str, name: str, state_change: Any) -> None:  # noqa: ARG001
        if state_change is ServiceStateChange.Removed:
            if found.pop(name, None) is not None:
                tell(tuple(found.values()), True)
        else:
            task = asyncio.get_running_loop().create_task(ask(name))
            asking.add(task)
            task.add_done_callback(asking.discard)

    try:
        # What is closed before it stands leaves its sockets open.
        await network.zeroconf.async_wait_for_start()
        browser = AsyncServiceBrowser(network.zeroconf, SERVICE, handlers=[changed])
        await asyncio.sleep(seconds)
        await browser.async_cancel()
    finally:
        for task in asking:
            task.cancel()
        await asyncio.shield(network.async_close())
        tell(tuple(found.values()), False)


def _address(info: Any) -> str | None:
    """`https://192.168.1.5:8766`; the first address of IPv4."""
    addresses = info.parsed_addresses()
    if not addresses or not info.port:
        return None
    scheme = (info.properties or {}).get(b"scheme", b"https") or b"https"
    host = f"[{addresses[0]}]" if ":" in addresses[0] else addresses[0]
    return f"{scheme.decode('ascii', 'replace')}://{host}:{info.port}"
