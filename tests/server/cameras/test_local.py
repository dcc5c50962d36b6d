"""A reader of this machine: what its command line says, and what it does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from server.cameras.fleet import Lent
from server.cameras.local import local_readers
from server.cli import app
from server.security.pairing import Device
from server.tables.roles import Role

ADDRESS = "rtsp://anna:geheim@192.168.1.9/stream"


async def told(state: str, words: str) -> None:
    """Nobody listens."""


def test_neither_password_nor_token_stands_on_the_command_line(tmp_path: Path) -> None:
    lent = Lent(Device("d1", "camera", Role.CAMERA, "t1"), "the-token")
    keeper = local_readers(8765, tmp_path)("t1", ADDRESS, lent, told)
    line = " ".join(keeper.command)
    assert "geheim" not in line and "the-token" not in line and "--table t1" in line
    assert {ADDRESS, "the-token"} <= set(keeper.environment.values())


def test_watch_takes_its_source_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_SOURCE", "gopher://example")
    start = '{"format": "kiebitz-deal/1", "rules": "sb-2023", "tricks": [], "end": "running"}'
    result = CliRunner().invoke(app, ["watch", "--deal", "-"], input=start)
    assert result.exit_code == 2 and "gopher" in result.output
