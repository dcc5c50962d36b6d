"""The pictures of the web pages: a server in this process, a real browser, the demo's deal and its film as a phone's camera."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from engine.record import write_deal
from server.benchmarks.demo_film import SYSTEM, demo_deal
from server.benchmarks.story import PLAYERS, begun, told
from server.demo import House, house
from server.tables.events import event_json
from tests.pictures import OUT
from tests.server.tournaments.evenings import WON
from tests.server.web.conftest import ARGUMENTS, BROWSERS
from tests.server.web.site import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CARDS: Final = 15
"""So many cards lie when the board's picture is taken: the Renonce is out by then."""
AIMED: Final = 16
"""The fourth trick lies whole, and no hand is over it, soon after so many cards."""
FIRST: Final = (
    "Anna",
    "Bert",
    "Cilli",
    "Dora",
    "Emil",
    "Franz",
    "Gerti",
    "Hans",
    "Ilse",
    "Josef",
    "Karl",
    "Lisl",
)
LAST: Final = ("Gruber", "Huber", "Leitner", "Moser", "Wimmer")
NAMES: Final = [f"{FIRST[n % 12]} {LAST[(n + n // 12) % 5]}" for n in range(60)]
PATIENCE: Final = 300_000.0
RATE: Final = 30
"""Chromium shows a file of JPEGs as a camera of thirty pictures a second."""


@contextmanager
def site(folder: Path) -> Iterator[Site]:
    """With a stand-in for the local network: the pictures show no addresses of the machine that makes them."""
    folder.mkdir(parents=True, exist_ok=True)
    built = Site(folder)
    built.server.config.ws = "auto"  # the app follows by WebSocket
    built.start()
    try:
        yield built
    finally:
        built.stop()


@contextmanager
def browser(*more: str) -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    place = next(filter(None, map(shutil.which, BROWSERS)))
    with sync_playwright() as running:
        found = running.chromium.launch(executable_path=place, args=[*ARGUMENTS.split(), *more])
        yield found
        found.close()


def opened(found: Browser, url: str, size: tuple[int, int], shows: str, **more: Any) -> Page:
    """The page once it shows this; a busy machine may take its time."""
    context = found.new_context(
        viewport={"width": size[0], "height": size[1]}, locale="de-AT", reduced_motion="reduce", **more
    )
    context.add_init_script("localStorage.setItem('kiebitz.lang', 'de')")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(url)
    page.locator(shows).first.wait_for()
    page.wait_for_timeout(1500)
    return page


def demo_words() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What is said before the first card of the demo's deal, and the cards."""
    document = write_deal(demo_deal().deal)
    document.pop("hands", None)
    before = [event_json(word) for word in begun(document)]
    played = [event_json(word) for word in told(document)]
    return before, [word for word in played if word["type"] in ("card_laid", "trick_collected")]


def laid(found: House, cards: int) -> str:
    """A table at which so many cards of the demo's deal lie."""
    before, played = demo_words()
    word = {"name": "Stammtisch", "rules": SYSTEM, "players": PLAYERS, "fair_play": "fair_play"}
    table = str(found.ask("/api/tables?command=pictures", word)["id"])
    last = [n for n, word in enumerate(played) if word["type"] == "card_laid"][cards]
    words = [*before, *played[:last]]
    found.ask(f"/api/tables/{table}/commands", {"id": "cards", "say": words})
    return table


def around_the_table(place: House, found: Browser) -> None:
    table = laid(place, CARDS)
    for name, path, size, shows in (
        ("board", f"/board/{table}", (1280, 720), ".contract h1"),
        ("start", "/", (1000, 760), "[data-key=lan]"),
        ("setup", "/setup", (1000, 1160), ".checks li"),
    ):
        page = opened(found, place.url + path, size, shows)
        page.screenshot(path=OUT / f"{name}.png")
        page.context.close()


def the_code(place: Site, found: Browser) -> None:
    """What the host sees after opening the network: a code for the camera of one table."""
    table = place.table(SYSTEM, name="Stammtisch")
    page = opened(found, f"{place.url}/setup", (1200, 900), "[data-key=lan]")
    page.click("[data-key=lan]")
    page.locator(".addresses li").wait_for()
    page.click("[data-key=role-camera]")
    page.select_option("[data-key=pair-table]", table)
    page.click("[data-key=offer]")
    page.locator("img.qr").wait_for()
    page.wait_for_timeout(300)
    box: Any = page.locator("#pair").evaluate(  # at once: the page is drawn anew every other second
        "(e) => { const r = e.getBoundingClientRect();"
        " return {x: r.x - 8, y: r.y + scrollY - 8, width: r.width + 16, height: r.height + 16} }"
    )
    page.screenshot(path=OUT / "pairing.png", clip=box, full_page=True)
    page.context.close()


# --- a tournament ----------------------------------------------------------------------------------------------------


class Evening:
    """A tournament of the Steirischer Tarockcup, its deals played at random by the rules."""

    def __init__(self, place: Site, name: str, players: Sequence[str]) -> None:
        self.place, self.rng = place, Random(8)
        made = {"name": name, "mode": "steirischer-cup", "rules": SYSTEM, "minutes": 60}
        self.id = str(place.ask("POST", f"/api/tournaments?command=c{next(place._numbers)}", made)["id"])
        self.order("players_listed", players=list(players))
        self.order("rounds_drawn", count=2, seed="Lotto 7")
        self.order("round_opened", round=1)
        self.order("clock_started", round=1)

    def order(self, type_: str, **fields: Any) -> None:
        body = {"id": f"o{next(self.place._numbers)}", "say": [{"type": type_} | fields]}
        self.place.ask("POST", f"/api/tournaments/{self.id}/commands", body)

    @property
    def tables(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.place.ask("GET", f"/api/tournaments/{self.id}")["sections"]["hall"]
        return rows

    def deal(self, log: str) -> None:
        """A result as people type it in; the server settles it."""
        game, partner = self.rng.choice(
            (("rufer", "B"), ("solorufer", "C"), ("rufer", "D"), ("dreier", None))
        )
        contract: dict[str, Any] = {
            "game": game,
            "declarer": "A",
            "partner": partner,
            "bird": None,
            "with": [],
        }
        result = WON | {"contract": contract, "declarer_thirds": 3 * self.rng.randrange(30, 48)}
        self.place.say(log, {"type": "deal_opened"}, {"type": "result_entered", "result": result})

    def points(self, log: str) -> list[int]:
        found: list[int] = self.place.ask("GET", f"/api/tables/{log}/sheet")["totals"]
        return found

    def hand_in(self, number: int, row: dict[str, Any]) -> None:
        """As a table without a tablet does: the director types the paper in."""
        slip = {"round": 1, "table": number, "games": 3, "points": self.points(row["log"])}
        self.order("slip_entered", **slip)


def at_the_door(place: Site, found: Browser) -> None:
    evening = Evening(place, "Steirischer Tarockcup, 4. Turnier", NAMES[:12])
    rows = evening.tables
    for number, row in enumerate(rows, 1):
        for _ in range(3):
            evening.deal(row["log"])
        if number == 1:
            evening.hand_in(number, row)
    evening.order("referee_called", round=1, table=2, question="Hat Franz bedient?")
    place.say(rows[2]["log"], {"type": "deal_opened"})
    page = opened(found, f"{place.url}/director/{evening.id}", (1000, 1000), "[data-table]")
    page.screenshot(path=OUT / "director.png")
    page.context.close()


def in_the_hall(place: Site, found: Browser) -> None:
    evening = Evening(place, "Steirischer Tarockcup, 4. Turnier", NAMES)
    rows = evening.tables
    for number, row in enumerate(rows, 1):
        for _ in range(3 if number % 4 == 1 else evening.rng.randrange(1, 4)):
            evening.deal(row["log"])
        if number % 4 == 1:
            evening.hand_in(number, row)
        elif number % 4 != 2:
            place.say(row["log"], {"type": "deal_opened"})
    evening.order("referee_called", round=1, table=7, question="Renonce?")
    page = opened(found, f"{place.url}/hall/{evening.id}", (1600, 940), ".table")
    page.screenshot(path=OUT / "hall.png")
    page.context.close()


# --- the phone -------------------------------------------------------------------------------------------------------


def as_camera(film: Path, target: Path, second: float) -> None:
    """A still of the film as a file of JPEGs for Chromium."""
    capture = cv2.VideoCapture(str(film))
    capture.set(cv2.CAP_PROP_POS_MSEC, 1000 * second)
    data = cv2.imencode(".jpg", np.asarray(capture.read()[1], np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 90])[
        1
    ].tobytes()
    capture.release()
    target.write_bytes(data * RATE)


def aiming(film: Path, folder: Path) -> None:
    """The phone's page over a trick that lies: where the four sit, and which cards are seen."""
    truth = json.loads(film.with_name(f"{film.stem}.truth.json").read_text(encoding="utf-8"))
    as_camera(film, folder / "camera.mjpeg", truth["cards"][AIMED - 1]["t_rest"] + 0.9)
    faked = (
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={folder / 'camera.mjpeg'}",
    )
    with house(folder) as place, browser(*faked) as found:
        word = {"name": "Stammtisch", "rules": SYSTEM, "players": PLAYERS}
        table = place.ask("/api/tables?command=pictures", word)["id"]
        page = opened(
            found,
            f"{place.url}/phone?table={table}",
            (844, 390),
            ".bar button, [data-key=start]",
            device_scale_factor=1.5,
        )
        if page.locator("[data-key=start]").is_visible():
            page.click("[data-key=start]")
        page.locator(".drawing .seen").nth(3).wait_for()
        page.wait_for_timeout(1500)
        page.screenshot(path=OUT / "phone.png")


def around(_: Path, folder: Path) -> None:
    with house(folder) as place, browser() as found:
        around_the_table(place, found)


def pairing(_: Path, folder: Path) -> None:
    with site(folder) as place, browser() as found:
        the_code(place, found)


def director(_: Path, folder: Path) -> None:
    with site(folder / "door") as place, browser() as found:
        at_the_door(place, found)


def hall(_: Path, folder: Path) -> None:
    with site(folder / "hall") as place, browser() as found:
        in_the_hall(place, found)
