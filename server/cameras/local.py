"""Readers on this machine: which cameras there are, and how a reader's process is started."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from server.cameras.fleet import Lent, Make
from server.cameras.process import Keeper
from vision.sources.cameras import CameraInfo, list_cameras

SOURCE: str = "KIEBITZ_SOURCE"
TOKEN: str = "KIEBITZ_TOKEN"
SUPERVISED: str = "KIEBITZ_SUPERVISED"
"""Set for a reader whose standard input is its server: it ends when that is closed."""


def cameras_here() -> list[CameraInfo]:
    return list_cameras()


def local_readers(port: int, data: Path) -> Make:
    """Starts `kiebitz watch --server …` against the server on this machine.

    The token, and an address that may hold a password, go by the environment: command lines are open to everybody.
    """

    def make(table: str, source: str, lent: Lent, tell: Callable[[str, str], Awaitable[None]]) -> Keeper:
        command = [
            sys.executable,
            "-c",
            "from server.cli import main; main()",
            "watch",
            "--server",
            f"http://127.0.0.1:{port}",
            "--table",
            table,
            "--buffer",
            str(data / "readers"),
            "--realtime",
            "--frames",
        ]
        return Keeper(command, {SOURCE: source, TOKEN: lent.token, SUPERVISED: "1"}, tell)

    return make
