"""`kiebitz watch`: reads a table from a camera, a stream or a film, and says what happened."""

from __future__ import annotations

import contextlib
import json
import queue
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.cards import parse_card
from engine.fields import InputError, parse_json
from engine.record import Deal, write_deal
from engine.record_reading import read_deal
from server.cli.common import LANG_OPTION, check_lang, describe, fail, no_folder, read_source, standard_output
from server.cli.watch_options import refuse_what_does_nothing
from server.cli.watch_texts import NO_FOREHAND, sentence, trouble_sentence

if TYPE_CHECKING:
    from engine.judge import Judgement
    from server.watching.evidence import Evidence
    from server.watching.session import Session, Told
    from server.watching.store import SessionStore
    from vision.sources import Source
    from vision.sources.base import Frame
    from vision.table import Calibration

SOURCE = Annotated[
    str,
    typer.Argument(
        metavar="SOURCE",
        envvar="KIEBITZ_SOURCE",
        help="A film, a camera's number, an RTSP or MJPEG URL, or a folder of frames.",
    ),
]
DEAL = Annotated[
    str | None,
    typer.Option("--deal", metavar="START", help="A deal record without tricks; - is standard input."),
]


def watch(
    context: typer.Context,
    source: SOURCE = "",
    deal: DEAL = None,
    deck: Annotated[str | None, typer.Option("--deck", help="Look with this deck only.")] = None,
    jsonl: Annotated[bool, typer.Option("--jsonl", help="One JSON event per line, as it happens.")] = False,
    realtime: Annotated[bool, typer.Option("--realtime", help="Read a film at its own pace.")] = False,
    fair_play: Annotated[
        str, typer.Option("--fair-play", help="Which rulings are told at once: referee, fair or off.")
    ] = "referee",
    evidence: Annotated[
        Path | None, typer.Option("--evidence", metavar="DIR", help="Keep the picture of every card.")
    ] = None,
    store: Annotated[
        Path | None, typer.Option("--store", metavar="DIR", help="Store the frames, to be read again.")
    ] = None,
    taps: Annotated[
        str | None, typer.Option("--corners", metavar="X,Y …", help="The table's four corners, in pixels.")
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option("--picture", metavar="FILE", help="Draw seats and middle into the first frame."),
    ] = None,
    list_cameras: Annotated[
        bool, typer.Option("--list-cameras", help="List the cameras of this machine.")
    ] = False,
    server: Annotated[
        str | None,
        typer.Option("--server", metavar="URL", help="Watch for a table server: its open deal is START."),
    ] = None,
    table_name: Annotated[
        str | None, typer.Option("--table", metavar="NAME", help="With --server: the table's name or id.")
    ] = None,
    code: Annotated[
        str | None, typer.Option("--code", help="With --server: the pairing code, the first time.")
    ] = None,
    token: Annotated[
        str | None, typer.Option("--token", envvar="KIEBITZ_TOKEN", help="With --server: a camera's token.")
    ] = None,
    fingerprint: Annotated[
        str | None,
        typer.Option("--fingerprint", help="With --server: what the host's screen shows, the first time."),
    ] = None,
    authority: Annotated[
        Path | None, typer.Option("--authority", metavar="FILE", help="With --server: whom to trust (PEM).")
    ] = None,
    buffer: Annotated[
        Path | None, typer.Option("--buffer", metavar="DIR", help="With --server: what waits for it.")
    ] = None,
    frames: Annotated[
        bool, typer.Option("--frames", help="With --server: send whole pictures as evidence, too.")
    ] = False,
    lang: str = LANG_OPTION,
) -> None:
    """Reads a table: who laid which card, who took the trick, and what the deal is worth.

    START says what was bid and found before the first card; seats S E N W are the bottom, right, top and left edge.
    """
    check_lang(lang)
    if list_cameras:
        _list_cameras()
        return
    if not source:
        fail("SOURCE is missing: expected a film, a camera's number, a URL or a folder of frames")
    refuse_what_does_nothing(context, with_server=server is not None)
    if server is not None:
        from server.cli.watch_server import Wanted, watch_for

        watch_for(
            Wanted(source, server, table_name, code, token, fingerprint, authority, buffer, frames),
            deck=deck,
            realtime=realtime,
            lang=lang,
        )
        return
    start = _start(deal, source)
    console = Console(jsonl, lang)
    table = _Table(start, source, deck, realtime, fair_play, taps, console)
    try:
        table.run(evidence, store, picture)
    except KeyboardInterrupt:
        raise typer.Exit(0) from None
    except BrokenPipeError:
        # Whoever read the events has gone; there is nobody left to tell.
        sys.stdout = None
        raise typer.Exit(0) from None


def load_recogniser(deck: str | None) -> Any:
    """The networks and decks that a table is read with; what cannot be used is one line."""
    from vision.decks import DeckError
    from vision.reading import load_reader
    from vision.runtime import ModelError

    try:
        return load_reader(deck, film=True)
    except (DeckError, ModelError) as error:
        fail(str(error))
    except (OSError, ValueError, KeyError) as error:
        fail(f"the recognition models cannot be loaded ({error}): reinstall Kiebitz")


def _list_cameras() -> None:
    from vision.sources.cameras import list_cameras

    cameras = list_cameras()
    if not cameras:
        sys.stderr.write("no camera found\n")
    for camera in cameras:
        sys.stdout.write(f"{camera.index}  {camera.name}\n")


def _start(deal: str | None, source: str) -> Deal:
    """START, checked; a stored session brings its own."""
    if deal is None:
        stored = Path(source) / "start.json"
        if not stored.is_file():
            fail("--deal START is missing: expected a deal record without tricks")
        deal = str(stored)
    try:
        start = read_deal(parse_json(read_source(deal)))
    except InputError as error:
        fail(describe(error, deal))
    if start.tricks:
        fail(f"{deal}: tricks: START is a deal record without tricks, got {len(start.tricks)}")
    if start.end != "running":
        fail(f"{deal}: end: START is a deal that is still to be played, got {start.end!r}")
    return start


class Console:
    """Prints each event as it happens: JSON for programs, sentences for people."""

    def __init__(self, jsonl: bool, lang: str) -> None:
        self.jsonl, self.lang = jsonl, lang

    def tell(self, row: dict[str, Any], judgement: Judgement | None = None) -> None:
        """The last event is the deal; to people its `judgement` is shown."""
        out = standard_output()
        if self.jsonl:
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
        elif row["event"] == "deal":
            if judgement is not None:
                from server.cli import show

                show.judgement(judgement, self.lang)
        else:
            out.write(sentence(row, self.lang) + "\n")
        out.flush()

    def notice(self, text: str) -> None:
        """At once, whoever says it: of a camera that is gone no frame follows."""
        if sys.stderr is not None:
            sys.stderr.write(" ".join(text.split()) + "\n")
            sys.stderr.flush()


class _Table:
    """One run of the command: everything that is opened is closed."""

    def __init__(
        self,
        start: Deal,
        source: str,
        deck: str | None,
        realtime: bool,
        fair_play: str,
        taps: str | None,
        console: Console,
    ) -> None:
        from server.watching.fair_play import FairPlay

        modes = {"referee": FairPlay.REFEREE, "fair": FairPlay.FAIR, "off": FairPlay.OFF}
        if fair_play not in modes:
            fail(f"--fair-play: expected one of {', '.join(modes)}, got {fair_play[:20]!r}")
        self.fair_play = modes[fair_play]
        self.start, self.deck, self.console, self.lang = start, deck, console, console.lang
        self.taps = None if taps is None else _taps(taps)
        self.source = self._open(source, realtime)

    def _open(self, text: str, realtime: bool) -> Source:
        from vision.sources import SourceError, open_source

        def on_trouble(trouble: Any) -> None:
            self.console.notice(trouble_sentence(trouble, self.lang))

        try:
            return open_source(text, realtime=realtime, on_trouble=on_trouble)
        except SourceError as error:
            fail(str(error))

    def run(self, evidence: Path | None, store: Path | None, picture: Path | None) -> None:
        from server.watching.care import Care
        from server.watching.keeping import Keeping
        from vision.sources import SourceError

        console, cut_off = self.console, False
        if self.start.forehand is None:
            console.notice(NO_FOREHAND[self.lang])
        with contextlib.closing(self.source):
            recogniser = load_recogniser(self.deck)
            self._keep = Keeping(self._keeper(evidence), self._storage(store), console.notice)
            answers, care = _Answers(active=not console.jsonl), Care(self.lang)
            session: Session | None = None
            try:
                for frame in self.source:
                    if session is None:
                        session = self._session(recogniser, frame, picture)
                    frame = session.fitted(frame)
                    self._keep.frame(frame)
                    told = [*session.feed(frame), *answers.given(session, console)]
                    self._pass_on(told, session, frame)
                    for advice in care.look(frame, session.reader):
                        console.notice(advice)
            except SourceError as error:
                console.notice(f"kiebitz: {error}")
                cut_off = True
            except KeyboardInterrupt:
                # A camera never ends by itself: who stops it wants to know what the deal is worth.
                if session is None:
                    raise
            if session is None:
                fail(f"{self.source.name}: no picture came from it")
            self._pass_on(session.finish(), session, None)
            self._remember(session)
            self._keep.close()
        if cut_off:
            raise typer.Exit(1)

    def _pass_on(self, told: list[Told], session: Session, frame: Frame | None) -> None:
        for each in told:
            self.console.tell(each.row, session.judgement)
            self._keep.event(each, frame)

    def _session(self, recogniser: Any, frame: Frame, picture: Path | None) -> Session:
        from server.watching.session import Session
        from vision.table.picture import draw_calibration

        calibration = self._calibration(frame)
        if picture is not None:
            import cv2

            done, data = cv2.imencode(".png", draw_calibration(frame.image, calibration))
            try:
                picture.write_bytes(data.tobytes() if done else b"")
            except OSError as error:
                fail(f"--picture {picture}: {error.strerror or error}")
        return Session(self.start, recogniser, calibration=calibration, fair_play=self.fair_play)

    def _calibration(self, frame: Frame) -> Calibration:
        from vision.table import Calibration, CalibrationError
        from vision.table.calibration import load, save

        height, width = frame.image.shape[:2]
        try:
            if self.taps is not None:
                found = Calibration.tapped(width, height, self.taps)
                if self.source.live:
                    save(found, self.source.name)
                return found
            stored = load(self.source.name) if self.source.live else None
        except CalibrationError as error:
            fail(str(error))
        return Calibration.guessed(width, height) if stored is None else stored.scaled(width, height)

    def _remember(self, session: Session) -> None:
        from vision.table import CalibrationError
        from vision.table.calibration import save

        learnt = session.reader.calibration
        if self.source.live and learnt.found:
            with contextlib.suppress(CalibrationError):
                save(learnt, self.source.name)

    def _keeper(self, folder: Path | None) -> Evidence | None:
        from server.watching.evidence import Evidence

        if folder is None:
            return None
        try:
            return Evidence(folder)
        except OSError as error:
            fail(f"--evidence {folder}: {no_folder(error)}")

    def _storage(self, folder: Path | None) -> SessionStore | None:
        from server.watching.store import SessionStore

        if folder is None:
            return None
        try:
            return SessionStore(folder, write_deal(self.start))
        except OSError as error:
            fail(f"--store {folder}: {no_folder(error)}")


def _taps(text: str) -> list[tuple[float, float]]:
    try:
        points = [tuple(float(v) for v in pair.split(",")) for pair in text.split()]
        return [(x, y) for x, y in points]
    except ValueError:
        fail(f"--corners: expected four corners as 'x,y x,y x,y x,y', got {text[:60]!r}")


class _Answers:
    """Answers that a person types while the deal goes on: `q1 XVII`."""

    def __init__(self, *, active: bool) -> None:
        self._lines: queue.Queue[str] = queue.Queue()
        if active and sys.stdin is not None and not sys.stdin.closed:
            threading.Thread(target=self._read, daemon=True, name="answers").start()

    def _read(self) -> None:
        with contextlib.suppress(ValueError, OSError):
            for line in sys.stdin:
                self._lines.put(line)

    def given(self, session: Session, console: Console) -> Iterator[Told]:
        while not self._lines.empty():
            question, _, card = self._lines.get().strip().partition(" ")
            if not question:
                continue
            try:
                yield from session.answer(question, parse_card(card.strip()))
            except KeyError:
                console.notice(
                    f"{question[:20]}: there is no such question; open: {', '.join(session.open_questions) or '-'}"
                )
            except ValueError as error:
                console.notice(f"{question[:20]}: {error}")
