"""A PostgreSQL of the tests' own, in a temporary folder, run by a user without rights."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

_USER = "nobody"


def binaries() -> Path | None:
    """The folder of `initdb` and `postgres`; Debian keeps them out of the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).parent if on_path else None


def _unprivileged(command: list[str]) -> list[str]:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return command
    return ["setpriv", f"--reuid={_USER}", "--regid=nogroup", "--clear-groups", *command]


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


class PostgresServer:
    """Started in the constructor, stopped by `stop`."""

    def __init__(self, folder: Path) -> None:
        found = binaries()
        if found is None:
            pytest.skip("no PostgreSQL on this machine (Debian: apt-get install postgresql)")
        if os.geteuid() == 0:
            if shutil.which("setpriv") is None:
                pytest.skip("PostgreSQL does not run as root, and there is no setpriv to become another user")
            shutil.chown(folder, _USER)
        self._bin, self._data = found, folder / "data"
        self.port = _free_port()
        self._run(
            "initdb", "-D", str(self._data), "-U", "kiebitz", "--auth=trust", "-E", "UTF8", "--no-locale"
        )
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"
        self._run(
            "pg_ctl",
            "-D",
            str(self._data),
            "-l",
            str(folder / "log"),
            "-w",
            "-t",
            "60",
            "-o",
            options,
            "start",
        )

    @property
    def url(self) -> str:
        return f"postgresql://kiebitz@127.0.0.1:{self.port}/postgres"

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self._data), "-m", "immediate", "-w", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            _unprivileged([str(self._bin / program), *arguments]),
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=120,
            cwd="/",
        )
