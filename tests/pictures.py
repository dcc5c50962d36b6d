"""The pictures of README and docs, made anew by `make pictures`: the app's screens, the pages in a real browser, a reading."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2

from server.benchmarks.demo_film import demo_deal
from server.benchmarks.films import start_of
from server.benchmarks.story import say, told
from server.demo import KIEBITZ, House, house, lay_table
from server.tables.events import Said, event_json
from tests.server.web.conftest import ARGUMENTS, BROWSERS

OUT = Path(__file__).parent.parent / "docs" / "pictures"
APP = {
    "table": "table-play",
    "contract": "contract",
    "ruling": "ruling",
    "settlement": "settlement",
    "sheet": "sheet",
    "correction": "correction",
    "tournament": "tournament-confirm",
}
CARDS = 15
"""So many cards lie when the board's picture is taken: the Renonce is out by then."""


def app_screens(lang: str = "de") -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "companion_app.pictures", folder, "--sizes", "tablet"]
        subprocess.run([*command, "--langs", lang, "--themes", "light"], check=True)
        for name, sample in APP.items():
            shutil.copy(Path(folder) / f"{sample}-tablet-light-{lang}.png", OUT / f"{name}.png")


def deal_words() -> Iterator[Said]:
    """The demo's deal, card by card."""
    from engine.record import write_deal

    for word in told(write_deal(demo_deal().deal)):
        if word.type in ("card_laid", "trick_collected"):
            yield word


def play(found: House, table: str) -> None:
    laid = 0
    for number, word in enumerate(deal_words()):
        laid += word.type == "card_laid"
        if laid > CARDS:
            return
        found.ask(f"/api/tables/{table}/commands", {"id": f"p{number}", "say": [event_json(word)]})


def pages() -> None:
    from playwright.sync_api import sync_playwright

    browser_path = next(filter(None, map(shutil.which, BROWSERS)))
    with tempfile.TemporaryDirectory() as folder, house(Path(folder)) as found, sync_playwright() as running:
        table = lay_table(found, start_of(demo_deal().deal))
        mode: Any = say("fair_play_chosen", mode="fair_play")
        found.ask(f"/api/tables/{table}/commands", {"id": "mode", "say": [event_json(mode)]})
        play(found, table)
        browser = running.chromium.launch(executable_path=browser_path, args=ARGUMENTS.split())
        for name, path, size in (
            ("board", f"/board/{table}", (1280, 720)),
            ("start", "/", (1000, 760)),
            ("setup", "/setup", (1000, 900)),
            ("sheet-page", f"/table/{table}", (420, 860)),
        ):
            page = browser.new_page(viewport={"width": size[0], "height": size[1]}, locale="de-AT")
            page.add_init_script("localStorage.setItem('kiebitz.lang', 'de')")
            page.goto(found.url + path)
            page.wait_for_timeout(1500)
            page.screenshot(path=OUT / f"{name}.png")
            page.close()
        browser.close()


def reading() -> None:
    """A trick as `kiebitz detect --draw` shows it."""
    from vision.bench import sample_pictures

    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "detect.jpg"
        cv2.imwrite(str(picture), sample_pictures(8)[7])
        subprocess.run([*KIEBITZ, "detect", "--json", "--draw", folder + "/drawn", str(picture)], check=True)
        drawn = cv2.imread(folder + "/drawn/detect.jpg")
        assert drawn is not None
        cv2.imwrite(str(OUT / "detect.jpg"), cv2.resize(drawn, (960, 540), interpolation=cv2.INTER_AREA))


def smaller(place: Path) -> None:
    """Pictures of a documentation need 256 colours."""
    from PIL import Image

    with Image.open(place) as picture:
        picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(place, optimize=True)


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    app_screens()
    pages()
    reading()
    for place in OUT.glob("*.png"):
        smaller(place)
    sys.stdout.write(json.dumps(sorted(p.name for p in OUT.iterdir())) + "\n")


if __name__ == "__main__":
    main()
