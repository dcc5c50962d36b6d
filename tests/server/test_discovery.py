"""The server says in the network where it is, and forgets itself when it closes."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from zeroconf import ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from server.discovery import SERVICE, Announcement, description
from server.doors import LanDoor
from server.security.certificates import ensure, fingerprint
from server.settings import Settings
from tests.server.house import House


def test_what_is_announced_is_what_a_tablet_needs() -> None:
    info = description("Club-Laptop.local", 8766, ["192.168.1.5"], "ab" * 32)
    assert info.name == f"Kiebitz club-laptop.{SERVICE}"
    assert (info.port, info.parsed_addresses(), info.server) == (8766, ["192.168.1.5"], "club-laptop.local.")
    assert info.decoded_properties["fp"] == "ab" * 32 and info.decoded_properties["scheme"] == "https"


def test_a_browser_finds_it_and_loses_it() -> None:
    async def story() -> tuple[list[str], str | None]:
        heard: list[str] = []
        found = asyncio.Event()
        lost = asyncio.Event()

        def change(
            zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
        ) -> None:
            heard.append(state_change.name)
            (lost if state_change is ServiceStateChange.Removed else found).set()

        announcement = Announcement(interfaces=["127.0.0.1"])
        await announcement.begin(8766, ["127.0.0.1"], "cd" * 32)
        if not announcement.active:
            pytest.skip("no multicast on this machine")
        browsing = AsyncZeroconf(interfaces=["127.0.0.1"])
        browser = AsyncServiceBrowser(browsing.zeroconf, SERVICE, handlers=[change])
        async with asyncio.timeout(10):
            await found.wait()
            name = announcement._said[1].name if announcement._said else ""
            info = AsyncServiceInfo(SERVICE, name)
            assert await info.async_request(browsing.zeroconf, 3000)
            await announcement.end()
            await lost.wait()
        await browser.async_cancel()
        await browsing.async_close()
        return heard, info.decoded_properties["fp"]

    heard, fp = asyncio.run(story())
    assert (heard[0], heard[-1], fp) == ("Added", "Removed", "cd" * 32)


def test_a_network_without_multicast_is_no_reason_not_to_serve(monkeypatch: pytest.MonkeyPatch) -> None:
    def deaf(**_: Any) -> Zeroconf:
        raise OSError("no such device")

    monkeypatch.setattr("server.discovery.Zeroconf", deaf)

    async def story() -> bool:
        announcement = Announcement()
        await announcement.begin(8766, ["203.0.113.7"], "")
        await announcement.end()
        return announcement.active

    assert asyncio.run(story()) is False


def test_the_authority_can_be_fetched_without_pairing_and_its_fingerprint_survives_renewal(
    tmp_path: Path,
) -> None:
    at = House(tmp_path)
    with at.host:
        assert at.stranger().get("/pair/authority.pem").status_code == 404
        papers = ensure(tmp_path / "certificates", [], ["192.168.1.5"])
        first = fingerprint(papers.authority)
        assert at.stranger().get("/pair/authority.pem").content == papers.authority.read_bytes()
        ensure(tmp_path / "certificates", [], ["192.168.1.6"])
        assert fingerprint(papers.authority) == first and len(first) == 64


def test_a_closed_door_announces_nothing(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"data": tmp_path}
    status = LanDoor(Settings(**settings)).status()
    assert (status["open"], status["announced"], status["fingerprint"]) == (False, False, "")
