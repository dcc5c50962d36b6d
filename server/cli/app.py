"""`kiebitz app`: the tablet app in a window. Kivy is imported only here, and said to be missing where it is."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from server.cli.common import fail
from server.extras import how_to_get


def app_command(
    server: Annotated[
        str | None,
        typer.Option(
            "--server", metavar="ADDRESS", help="The table's server, e.g. 192.168.1.5 or a QR code's text."
        ),
    ] = None,
    local: Annotated[
        bool, typer.Option("--local", help="Run the whole table on this machine: the server is started too.")
    ] = False,
    data: Annotated[
        Path | None, typer.Option("--data", help="Folder of the app (default: this user's data folder).")
    ] = None,
    size: Annotated[
        str | None, typer.Option("--size", metavar="WxH", help="Size of the window, e.g. 1280x800.")
    ] = None,
    fullscreen: Annotated[bool, typer.Option("--fullscreen", help="Fill the screen.")] = False,
) -> None:
    """The tablet app: the table, the score, corrections and rulings beside the cards.

    Without options it finds the servers in the local network, or takes up where it was left.
    """
    if find_spec("kivy") is None:
        fail(f"the tablet app needs Kivy, which is not installed: {how_to_get('app')}")
    if server is not None and local:
        fail("--local: either --server or --local, not both")
    application = import_module("companion_app.app")
    start = application.Start(server=server, here=local, data=data, size=_size(size), fullscreen=fullscreen)
    try:
        application.run(start)
    except application.NoWindow as error:
        fail(str(error))


def _size(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    found = re.fullmatch(r"(\d{3,5})[xX×](\d{3,5})", text.strip())
    if found is None:
        fail(f"--size: expected width and height such as 1280x800, got {text[:20]!r}")
    return int(found[1]), int(found[2])
