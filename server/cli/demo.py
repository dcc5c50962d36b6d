"""`kiebitz demo`: a whole table on this machine, from the pixels of a filmed deal to the settlement."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from server.cli.common import LANG_OPTION, check_lang, fail

if TYPE_CHECKING:
    from server.demo import Ending, House

WORDS = {
    "de": {
        "film": "Der Film eines Spiels wird gezeichnet (einmal, etwa eine Minute) …",
        "server": "Server, Erkennung und Schiedsrichter starten …",
        "deal": "{names}: ein Spiel mit den Karten des Projekts, gefilmt von oben.",
        "end": "Das Spiel ist aus. So lautet das Urteil über den gelesenen Spielbericht:",
        "stay": "Der Tisch bleibt offen: {url} · Ende mit Strg+C",
        "took": "Gelesen in {seconds:.0f} Sekunden.",
    },
    "en": {
        "film": "Drawing the film of a deal (once, about a minute) …",
        "server": "Starting server, recognition and referee …",
        "deal": "{names}: a deal with the project's own cards, filmed from above.",
        "end": "The deal is over. This is the judgement of the record that was read:",
        "stay": "The table stays open: {url} · stop with Ctrl+C",
        "took": "Read in {seconds:.0f} seconds.",
    },
}


def demo(
    lang: str = LANG_OPTION,
    folder: Annotated[
        Path | None,
        typer.Option("--folder", help="Where the film is kept (default: this user's data folder)."),
    ] = None,
    fast: Annotated[
        bool, typer.Option("--fast", help="Read as fast as this machine can, not at the pace of the table.")
    ] = False,
) -> None:
    """A filmed deal goes through recognition, reader, referee and server; with a screen also board and app.

    With a screen or a terminal it stays open until it is stopped, otherwise it ends with the settlement.
    """
    from server.benchmarks.demo_film import demo_film, is_drawn
    from server.benchmarks.story import PLAYERS
    from server.demo import DemoError, Wish, has_screen, house, play
    from vision.filming import FilmError
    from vision.folders import data_folder

    words = WORDS[check_lang(lang)]
    place = folder or data_folder() / "demo"
    screen = has_screen()
    try:
        if not is_drawn(place):
            _say(words["film"])
        film = demo_film(place)
        _say(words["server"])
        with tempfile.TemporaryDirectory(prefix="kiebitz-demo-") as data, house(Path(data)) as found:
            _say(words["deal"].format(names=", ".join(PLAYERS)))
            wish = Wish(film, film.with_name("demo.start.json"), lang, screen and not fast, screen)
            begin = time.monotonic()
            ending = play(found, wish, _say)
            _say(words["took"].format(seconds=time.monotonic() - begin))
            _say(words["end"])
            _judgement(ending, lang)
            if screen or sys.stdout.isatty():
                _say(words["stay"].format(url=found.url))
                _stay(found, lang)
    except (DemoError, FilmError) as error:
        fail(str(error))
    except OSError as error:
        fail(f"the demo cannot run: {error}")
    except KeyboardInterrupt:
        raise typer.Exit(0) from None


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _judgement(ending: Ending, lang: str) -> None:
    from engine.judge import judge
    from engine.record_reading import read_deal
    from server.cli import show

    show.judgement(judge(read_deal(ending.record)), lang, players=ending.players)


def _stay(found: House, lang: str) -> None:
    from server.demo import look_after_app

    while True:
        look_after_app(found, lang, _say)
        time.sleep(1.0)
