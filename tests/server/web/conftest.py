"""One server for all tests of the pages, one browser for each file; each test has its own table and its own windows."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.server.web.site import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--headless --no-sandbox --disable-quic --disable-background-networking --disable-component-update "
    "--disable-sync --no-first-run"
)
Open = Callable[..., "Page"]
_STATUS = "Failed to load resource"
"""Chromium's own words for an answer of 4xx: the pages show those to people."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For a module: while it is open its loop runs in this thread, and no other test could run its own."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip(f"no browser here: {', '.join(BROWSERS)}")
    with playwright.sync_playwright() as running:
        chromium = running.chromium.launch(executable_path=found, args=ARGUMENTS.split())
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    built = Site(tmp_path_factory.mktemp("site"))
    built.start()
    yield built
    built.stop()


@pytest.fixture
def window(browser: Browser, site: Site) -> Iterator[Open]:
    """Opens a page; at the end, none may have had an error or broken the policy for contents."""
    contexts = []
    faults: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(_STATUS):
            faults.append(f"{message.type}: {message.text}")

    def opened(path: str, width: int = 1280, lang: str = "de", base: str | None = None, **more: Any) -> Page:
        size: Any = {"width": width, "height": 740 if width < 700 else 800}
        context = browser.new_context(viewport=size, reduced_motion="reduce", **more)
        context.set_default_timeout(15_000)
        context.add_init_script(
            f"if (!localStorage.getItem('kiebitz.lang')) localStorage.setItem('kiebitz.lang', '{lang}')"
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", hear)
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.goto((base or site.url) + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not faults
