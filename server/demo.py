"""The demo: a filmed deal goes through recognition, reader, referee and server of this machine, as at a real table."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from engine.cards import IDS, short_name
from engine.terms import SEATS
from engine.texts import with_names
from server.benchmarks.story import PLAYERS, begun
from server.settings import environment_of_its_own
from server.tables.events import event_json

Json = dict[str, Any]
Say = Callable[[str], None]
TRICKS: Final = 12
PATIENCE: Final = 180.0
"""Seconds for a server to start on a very busy machine; one that dies is noticed at once."""
PATIENCE_FILM: Final = 300.0
"""Seconds without a new card: a busy machine also has to load the networks first."""
_DIRECTLY: Final = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""To this very machine, whatever proxy leads to the others."""
UNREAD: Final = {
    "de": "Ein ? steht für eine Karte, die nicht sicher zu lesen war: lieber gefragt als geraten.",
    "en": "A ? stands for a card that could not be read surely: better asked than guessed.",
}
NO_BROWSER: Final = {
    "de": "Hier öffnet sich kein Browser; die Adresse lässt sich von Hand öffnen.",
    "en": "No browser opens here; the address can be opened by hand.",
}
NO_APP: Final = {
    "de": "Die Tablet-App ist nicht mehr da: {why}",
    "en": "The tablet app has gone: {why}",
}
KIEBITZ: Final = (sys.executable, "-c", "from server.cli import main; main()")
"""This very program, whatever the path says."""


class DemoError(RuntimeError):
    """The demo cannot go on; the message says why."""


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def has_screen() -> bool:
    """Whether a window would be seen."""
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


@dataclass(slots=True)
class House:
    """A server of its own on this machine, with its data in a folder of its own."""

    folder: Path
    port: int
    server: subprocess.Popen[bytes] | None = None
    app: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, path: str, data: Json | None = None) -> Json:
        """A request to the API; who sits at the machine is its host."""
        body = None if data is None else json.dumps(data).encode()
        request = urllib.request.Request(
            self.url + path, body, {"content-type": "application/json"} if body else {}
        )
        with _DIRECTLY.open(request, timeout=20) as answer:
            found: Json = json.loads(answer.read())
        return found

    def start(self) -> None:
        """Runs the server, also again after it was killed, and waits until it answers."""
        command = [*KIEBITZ, "serve", "--port", str(self.port), "--data", str(self.folder)]
        log = self.folder / "server.log"
        with log.open("ab") as words:
            self.server = subprocess.Popen(command, stdout=words, stderr=words, env=environment_of_its_own())
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.server.poll() is not None:
                raise DemoError(f"the server did not start: {_last_line(log)}")
            with contextlib.suppress(OSError):
                self.ask("/api/systems")
                return
            time.sleep(0.1)
        raise DemoError(f"the server did not answer within {PATIENCE:.0f} s: {_last_line(log)}")

    def open_app(self) -> None:
        """The tablet app beside it, with a folder of its own: the user's pairing and unsent entries stay untouched."""
        command = [*KIEBITZ, "app", "--server", self.url, "--data", str(self.folder / "app")]
        with (self.folder / "app.log").open("wb") as log:
            self.app = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def app_failed(self) -> str | None:
        """Why the app is no longer there, once; nothing where its window is open or was closed by hand."""
        if self.app is None or (code := self.app.poll()) is None:
            return None
        self.app = None
        return _last_line(self.folder / "app.log") if code else None


@contextlib.contextmanager
def house(folder: Path) -> Iterator[House]:
    """A server that ends with the block, and the app with it."""
    found = House(folder, free_port())
    try:
        found.start()
        yield found
    finally:
        for process in (found.app, found.server):
            if process is not None:
                stop(process)


def stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _last_line(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return lines[-1] if lines else "it said nothing"


def lay_table(found: House, start: Json) -> str:
    """A table with the film's deal as it stands before the first card."""
    table = {"type": "table_created", "name": "Demo", "rules": start["rules"], "players": PLAYERS}
    made = found.ask("/api/tables?command=demo", table)
    words = [event_json(word) for word in begun(start)]
    found.ask(f"/api/tables/{made['id']}/commands", {"id": "demo-start", "say": words})
    return str(made["id"])


class Teller:
    """Says what a follower of the table hears: each card, each ruling as it becomes public, each trick."""

    def __init__(self, say: Say, lang: str) -> None:
        self.say, self.lang = say, lang
        self.tricks = 0
        self.unread = False
        self.told: set[str] = set()
        self.players: dict[str, str] = {}

    def hear(self, sections: Json) -> None:
        deal = sections.get("deal")
        if deal:
            self.players = deal["seats"]
            self._tricks(deal["record"].get("tricks", []))
        for ruling in (sections.get("judgement") or {}).get("rulings", []):
            self._ruling(ruling)

    def _tricks(self, tricks: list[Json]) -> None:
        for number, trick in enumerate(tricks, 1):
            done = len(trick["cards"]) == 4 and (trick.get("collected_by") or number < len(tricks))
            if number > self.tricks and done:
                self.tricks = number
                cards = "  ".join(f"{self.players[seat]} {self._card(card)}" for seat, card in trick["cards"])
                by = trick.get("collected_by")
                self.say(f"  {number:>2}  {cards}" + (f"  → {self.players[by]}" if by else ""))

    def _card(self, card: str) -> str:
        self.unread |= card not in IDS
        return short_name(IDS.index(card), self.lang) if card in IDS else "?"

    def _ruling(self, ruling: Json) -> None:
        key = json.dumps([ruling["kind"], ruling["by"], ruling["trick"], ruling["card"], ruling["status"]])
        if key in self.told:
            return
        self.told.add(key)
        words = with_names(ruling["because"]["text"][self.lang], [self.players[seat] for seat in SEATS])
        self.say(f"      ⚑ {words}")
        self.say(f"        «{ruling['rule']['quote']}» ({ruling['rule']['section']})")


def follow(
    found: House, table: str, teller: Teller, camera: subprocess.Popen[bytes], patience: float
) -> Json:
    """Listens until the deal is closed; returns it. Patience is what may pass without anything new."""
    from websockets.sync.client import connect

    end = time.monotonic() + patience
    with connect(f"ws://127.0.0.1:{found.port}/api/tables/{table}/live", max_size=None, proxy=None) as line:
        while time.monotonic() < end:
            with contextlib.suppress(TimeoutError):
                look_after_app(found, teller.lang, teller.say)
                heard = json.loads(line.recv(timeout=1.0))
                if heard.get("sections"):
                    teller.hear(heard["sections"])
                    end = time.monotonic() + patience
                continue
            if camera.poll() is not None:  # and nothing was heard since: the film is over
                return _closed(found, table, teller)
    raise DemoError(f"nothing came for {patience:.0f} s, and the deal is not over")


def _closed(found: House, table: str, teller: Teller) -> Json:
    """What the scribe does on the tablet: the deal is over. The server settles it."""
    if teller.tricks < TRICKS:
        said = _last_line(found.folder / "camera.log")
        raise DemoError(f"the film ended after {teller.tricks} of {TRICKS} tricks; the reader said: {said}")
    if teller.unread:
        teller.say(UNREAD[teller.lang])
    word = {"type": "deal_ended", "end": "played"}
    found.ask(f"/api/tables/{table}/commands", {"id": "demo-end", "say": [word]})
    return found.ask(f"/api/tables/{table}/deals/1")


@dataclass(frozen=True, slots=True)
class Wish:
    """How the demo is to be shown."""

    film: Path
    start: Path
    lang: str
    realtime: bool
    windows: bool


@dataclass(frozen=True, slots=True)
class Ending:
    """The deal as it was read, and who sat at A, B, C and D."""

    record: Json
    players: tuple[str, ...]


def play(found: House, wish: Wish, say: Say) -> Ending:
    """The whole way from the film to the settled deal."""
    start = json.loads(wish.start.read_text(encoding="utf-8"))
    table = lay_table(found, start)
    if wish.windows:
        _open_windows(found, table, wish.lang, say)
    teller = Teller(say, wish.lang)
    camera = film_camera(found, table, wish.film, wish.realtime)
    try:
        closed = follow(found, table, teller, camera, PATIENCE_FILM)
    finally:
        stop(camera)
    return Ending(closed["record"], tuple(teller.players[seat] for seat in SEATS))


def film_camera(found: House, table: str, film: Path, realtime: bool) -> subprocess.Popen[bytes]:
    """A reader whose camera is a film, as it would run on another machine."""
    command = [*KIEBITZ, "watch", str(film), "--server", found.url, "--table", table]
    command += ["--buffer", str(found.folder / "readers"), *(["--realtime"] if realtime else [])]
    with (found.folder / "camera.log").open("ab") as log:
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)


def _open_windows(found: House, table: str, lang: str, say: Say) -> None:
    """The board in the browser, the tablet app in a window; either may be missing here."""
    import webbrowser
    from importlib.util import find_spec

    board = f"{found.url}/board/{table}"
    say(board)
    if not webbrowser.open(board):
        say(NO_BROWSER[lang])
    if find_spec("kivy") is not None:
        found.open_app()


def look_after_app(found: House, lang: str, say: Say) -> None:
    """Says it where the app's window has gone by itself; the demo goes on without it."""
    if (why := found.app_failed()) is not None:
        say(NO_APP[lang].format(why=why))
