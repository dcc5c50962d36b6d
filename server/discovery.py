"""How tablets and phones find the server in the local network: it announces itself as `_kiebitz._tcp` while it is open."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterable
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Final

from zeroconf import IPVersion, Zeroconf
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

SERVICE: Final = "_kiebitz._tcp.local."
_LOG = logging.getLogger("kiebitz.server")


def description(name: str, port: int, addresses: Iterable[str], fingerprint: str) -> AsyncServiceInfo:
    """What is announced: name, addresses, port, and the fingerprint of the authority that vouches for the server.

    The network can forge all of it. A device that was never here compares the fingerprint with the one on the host's
    screen; one that was here before has kept it.
    """
    host = name.lower().removesuffix(".local").split(".")[0] or "kiebitz"
    return AsyncServiceInfo(
        SERVICE,
        f"Kiebitz {host}.{SERVICE}",
        addresses=[ip_address(each).packed for each in addresses],
        port=port,
        properties={"v": "1", "scheme": "https", "path": "/", "fp": fingerprint},
        server=f"{host}.local.",
    )


@dataclass(slots=True)
class Announcement:
    """Said while the server is open to the local network. A network without multicast is no reason not to serve."""

    interfaces: list[str] | None = None
    """Only on these addresses; all of the machine's if left out."""
    _said: tuple[AsyncZeroconf, AsyncServiceInfo] | None = field(default=None)

    @property
    def active(self) -> bool:
        return self._said is not None

    async def begin(self, port: int, addresses: Iterable[str], fingerprint: str) -> None:
        await self.end()
        ipv4 = [each for each in addresses if ":" not in each]
        try:
            speaker = AsyncZeroconf(
                zc=Zeroconf(interfaces=self.interfaces or ipv4, ip_version=IPVersion.V4Only)
            )
        except OSError as error:
            _LOG.warning("the server cannot be announced in the network: %s", error)
            return
        info = description(socket.gethostname(), port, ipv4, fingerprint)
        self._said = (speaker, info)
        try:
            await speaker.async_register_service(info, allow_name_change=True)
        except Exception as error:
            _LOG.warning("the server cannot be announced in the network: %s", error)
            await self.end()

    async def end(self) -> None:
        """Says goodbye, so that lists of servers forget this one at once."""
        if self._said is None:
            return
        (speaker, info), self._said = self._said, None
        try:
            await (await speaker.async_unregister_service(info))  # the inner one is done when it was said
        except Exception as error:
            _LOG.debug("the goodbye was not heard: %s", error)
        await speaker.async_close()
