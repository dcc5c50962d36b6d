"""From pixels to the score: a filmed trick through the phone's page, HTTPS, a reader and the log to the board of the hall."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.server.cameras.filmed import as_camera, filmed_end, words_before

if TYPE_CHECKING:
    from playwright.sync_api import Page

PLAYERS = ["Anna", "Bert", "Cilli", "Dora"]
ARGUMENTS = (
    "--headless --no-sandbox --disable-quic --disable-background-networking --disable-component-update "
    "--disable-sync --no-first-run --use-fake-device-for-media-stream --use-fake-ui-for-media-stream"
)
LAST = 12


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as sock:
        return int(sock.getsockname()[1])


class Served:
    """`kiebitz serve --lan` as a host starts it."""

    def __init__(self, folder: Path) -> None:
        self.port, self.lan_port = free_port(), free_port()
        command = [sys.executable, "-c", "from server.cli import main; main()", "serve", "--lan"]
        command += ["--port", str(self.port), "--lan-port", str(self.lan_port), "--data", str(folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ})
        assert self.process.stdout is not None
        lines = [self.process.stdout.readline() for _ in range(2)]  # its own door, then the network's
        if f":{self.lan_port}" not in lines[1]:
            self.process.wait(10)
            pytest.skip("the server cannot be opened here")

    def ask(self, method: str, path: str, body: object = None) -> Any:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            data = None if body is None else json.dumps(body).encode()
            connection.request(method, path, data, {"content-type": "application/json"})
            return json.loads(connection.getresponse().read())

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    built = Served(tmp_path / "data")
    yield built
    built.stop()


def until(true: Callable[[], Any], seconds: float, page: Page) -> Any:
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, "it took too long"
        page.wait_for_timeout(100)
    return found


def test_a_trick_goes_from_the_phones_camera_to_the_score(served: Served, tmp_path: Path) -> None:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    browser_path = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
    if browser_path is None:
        pytest.skip("no browser here")
    deal, film, truth = filmed_end(tmp_path, tricks=1)
    # At less than half its pace, so that a busy machine can follow; long still at its end, for it would begin anew.
    empty = as_camera(film, tmp_path / "camera.mjpeg", lead=2.0, tail=90.0, slower=2.5)
    by_hand, the_end = words_before(deal, tricks=1)

    table = served.ask("POST", "/api/tables?command=one", {"name": "Tisch 1", "rules": deal.system.id, "players": PLAYERS})["id"]  # fmt: skip
    for at in range(0, len(by_hand), 60):
        done = served.ask(
            "POST", f"/api/tables/{table}/commands", {"id": f"h{at}", "say": by_hand[at : at + 60]}
        )
        assert "error" not in done
    offer = served.ask("POST", "/api/pairings", {"role": "camera", "table": table, "name": "Telefon"})

    def tricks() -> list[Any]:
        found: list[Any] = served.ask("GET", f"/api/tables/{table}")["sections"]["deal"]["record"]["tricks"]
        return found

    with playwright.sync_playwright() as running:
        camera = f"--use-file-for-fake-video-capture={tmp_path / 'camera.mjpeg'}"
        browser = running.chromium.launch(executable_path=browser_path, args=[*ARGUMENTS.split(), camera])
        base = f"https://127.0.0.1:{served.lan_port}"
        phone = browser.new_context(
            viewport={"width": 844, "height": 390}, ignore_https_errors=True, locale="de-AT"
        )
        faults: list[str] = []
        page = phone.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        paired = phone.request.post(f"{base}/api/pair", data={"secret": offer["url"].partition("#")[2]})
        assert paired.status == 201

        def reads() -> bool:
            """The networks are loaded before the first card falls."""
            headers = {"content-type": "image/jpeg", "x-taken-at": f"{time.time():.3f}"}
            path = f"{base}/api/tables/{table}/camera/pictures"
            return bool(phone.request.post(path, data=empty, headers=headers).json()["reader"] == "watching")

        until(reads, 60.0, page)
        page.goto(f"{base}/phone")
        board = browser.new_context(ignore_https_errors=True, locale="de-AT").new_page()
        board.goto(f"{base}/board/{table}")
        until(lambda: len(tricks()) == LAST and len(tricks()[-1]["cards"]) == 4, 60.0, page)
        assert [[seat, card] for seat, card in tricks()[-1]["cards"]] == truth["record"]["tricks"][0]["cards"]

        page.wait_for_selector(".hints[data-kind=good]")
        assert "Liest Spiel 1 mit." in page.inner_text(".hints")
        assert set(page.locator(".drawing .seat").all_text_contents()) == set(PLAYERS)

        done = served.ask("POST", f"/api/tables/{table}/commands", {"id": "end", "say": the_end})
        assert "error" not in done
        points = served.ask("GET", f"/api/tables/{table}/sheet")["totals"]
        assert points != [0, 0, 0, 0] and sum(points) == 0
        shown = ["0" if p == 0 else f"{'+' if p > 0 else '−'}{abs(p)}" for p in points]
        until(lambda: all(text in board.inner_text("ul.score") for text in shown), 10.0, board)
        log = served.ask("GET", f"/api/tables/{table}/events?limit=1000")["events"]
        # On a slow machine the film has gone on by now, and the trick has been taken in.
        laid = [row["event"] for row in log if row["event"]["type"] == "card_laid"]
        seen = [event for event in laid if event["source"] == "camera"]
        assert len(seen) == 4 and all(event["evidence"] for event in seen)
        assert faults == []
        browser.close()
