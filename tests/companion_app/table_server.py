"""A real server process, as `kiebitz serve` runs it, that can be killed and started again on the same store."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

RUN = "import sys; sys.argv[0] = 'kiebitz'; from server.cli import main; main()"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class TableServer:
    def __init__(self, folder: Path, local_admin: bool = True, lan: bool = False) -> None:
        self.folder = folder
        self.port = free_port()
        self.lan_port = free_port() if lan else None
        self.local_admin = local_admin
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def _lan(self) -> list[str]:
        return [] if self.lan_port is None else ["--lan", "--lan-port", str(self.lan_port)]

    def start(self) -> None:
        settings = {
            "KIEBITZ_LOCAL_ADMIN": str(self.local_admin).lower(),
            "KIEBITZ_REQUESTS_PER_SECOND": "5000",
        }
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                RUN,
                "serve",
                "--port",
                str(self.port),
                "--data",
                str(self.folder),
                *self._lan,
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env=os.environ | settings,
        )
        deadline = time.monotonic() + 40
        while time.monotonic() < deadline:
            if self._answers():
                return
            time.sleep(0.05)
        raise AssertionError("the server did not start")

    def _answers(self) -> bool:
        """Whether it answers wherever it was told to: its door to the network opens after the local one."""
        try:
            self.ask("/api/me")
            return self.lan_port is None or bool(self.ask("/api/lan")["open"])
        except urllib.error.HTTPError:
            return self.lan_port is None
        except OSError:
            return False

    def kill(self) -> None:
        """As when the plug is pulled."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(timeout=20)
            self.process = None

    def ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=5) as answer:
            return json.loads(answer.read())

    def table(self, rules: str = "tirol-deluxe", **more: Any) -> str:
        fields = {"name": "Tisch 1", "rules": rules, "players": ["Anna", "Bert", "Cilli", "Dora"]} | more
        return str(self.ask(f"/api/tables?command=n{os.urandom(4).hex()}", fields)["id"])

    def say(self, table: str, *words: dict[str, Any]) -> Any:
        return self.ask(f"/api/tables/{table}/commands", {"id": f"s{os.urandom(6).hex()}", "say": words})
