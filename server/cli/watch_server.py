"""`kiebitz watch SOURCE --server URL`: the reader of a table whose log a server keeps, here or elsewhere."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer

from server.cli.common import fail

if TYPE_CHECKING:
    from server.cameras.line import Line
    from server.cameras.watcher import Watcher
    from vision.sources import Source

PATIENCE: Final = 8.0
"""Seconds that the end of a film waits for the server's last word."""
_WAITS: Final = {
    "de": "wartet, bis an diesem Tisch ein Spiel eröffnet wird",
    "en": "waits until a deal is opened at this table",
}
_LEFT: Final = {
    "de": "{left} Ereignisse warten auf der Platte; der nächste Aufruf schickt sie",
    "en": "{left} events wait on this disk; the next call sends them",
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was said on the command line."""

    source: str
    server: str
    table: str | None
    code: str | None
    token: str | None
    fingerprint: str | None
    authority: Path | None
    buffer: Path | None
    frames: bool


def watch_for(wanted: Wanted, *, deck: str | None, realtime: bool, lang: str) -> None:
    """Runs until the source ends, or until it is stopped."""
    from server.cameras.access import Offline, ServerError
    from vision.sources import SourceError

    supervised = bool(os.environ.get("KIEBITZ_SUPERVISED"))
    line: Line | None = None
    left = 0
    with _stopped_by_sigterm():
        try:
            line = _line(wanted)
            if not supervised:
                _notice(f"{line.server.url}, {line.table}")
            watcher = _watcher(wanted, line, deck, realtime, lang, supervised)
            left = _run(watcher, line, lang)
        except (ServerError, Offline, SourceError) as error:
            fail(str(error))
        except KeyboardInterrupt:
            left = 0 if line is None else line.close(1.0)
        finally:
            if line is not None:
                line.close(0.0)
    if left:
        _notice(_LEFT[lang].format(left=left))
    if line is not None and line.fatal is not None:
        fail(line.fatal)
    raise typer.Exit(0)


@contextlib.contextmanager
def _stopped_by_sigterm() -> Iterator[None]:
    """Who looks after this process ends it so; what was seen is still sent, or kept."""

    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGTERM, stop)
    except ValueError:  # only the main thread can
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _notice(text: str) -> None:
    with contextlib.suppress(BrokenPipeError, ValueError):
        sys.stderr.write(" ".join(text.split()) + "\n")
        sys.stderr.flush()


def _line(wanted: Wanted) -> Line:
    from server.cameras.access import Server, table_named, token_for, trust
    from server.cameras.line import Line, outbox_for
    from vision.folders import data_folder

    kept = data_folder()
    context = trust(wanted.server, wanted.authority, wanted.fingerprint, kept)
    server = Server(wanted.server, context=context)
    name = socket.gethostname()[:60] or "camera"
    try:
        server.token = token_for(server, wanted.token, wanted.code, name, kept)
        table = table_named(server, wanted.table)
    except BaseException:
        server.close()
        raise
    reader = f"r{secrets.token_hex(6)}"
    outbox = outbox_for(wanted.buffer or kept / "readers", table, reader, _notice)
    return Line(server, table, outbox, frames=wanted.frames, notice=_notice)


def _watcher(
    wanted: Wanted, line: Line, deck: str | None, realtime: bool, lang: str, supervised: bool
) -> Watcher:
    from server.cameras.watcher import Watcher
    from server.cli.watch import Console, load_recogniser
    from server.cli.watch_texts import trouble_sentence

    troubles: list[Any] = [None]

    def on_trouble(trouble: Any) -> None:
        troubles[0] = trouble
        if trouble is not None:  # of a camera that is gone no frame follows to tell of it
            line.news = {**line.news, "trouble": trouble.value, "frames_per_second": 0.0}
        _notice(trouble_sentence(trouble, lang))

    recogniser = load_recogniser(deck)
    source = _source(wanted.source, line.table, realtime, on_trouble)
    if supervised and wanted.source != "-":
        threading.Thread(target=_until_closed, args=(source,), daemon=True, name="server").start()
    console = Console(jsonl=False, lang=lang)

    def say(row: dict[str, Any]) -> None:
        if row["event"] not in ("ruling", "deal") and not supervised:
            console.tell(row)  # what may be said of it, and to whom, is the server's to decide

    return Watcher(source, recogniser, line, lang=lang, trouble=lambda: troubles[0], say=say)


def _source(text: str, table: str, realtime: bool, on_trouble: Callable[[Any], None]) -> Source:
    from vision.sources import open_source
    from vision.sources.piped import PipedPictures

    if text == "-":
        # Unbuffered: a thread that waits in a buffered read cannot be left behind at the end.
        return PipedPictures(os.fdopen(os.dup(0), "rb", buffering=0), f"phone {table}", _notice)
    return open_source(text, realtime=realtime, on_trouble=on_trouble)


def _until_closed(source: Source) -> None:
    """A reader whose server has gone has nobody to read for."""
    with contextlib.suppress(OSError, ValueError):
        while os.read(0, 4096):
            continue
    source.close()


def _run(watcher: Watcher, line: Line, lang: str) -> int:
    line.start(lambda: None if watcher.newest is None else watcher.newest.image)
    if not watcher.source.live:
        _wait_for_a_deal(line, lang)
    with contextlib.closing(watcher.source):
        for frame in watcher.source:
            watcher.feed(frame)
            if line.fatal is not None:
                break
    watcher.finish()
    return line.close(PATIENCE)


def _wait_for_a_deal(line: Line, lang: str) -> None:
    """A film does not wait for the players; so it does not begin before them."""
    told = False
    while line.fatal is None:
        orders = line.first_orders(0.2)
        if orders is not None and orders.get("deal") is not None:
            return
        if orders is not None and not told:
            _notice(_WAITS[lang])
            told = True
        threading.Event().wait(0.1)
