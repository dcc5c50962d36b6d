"""`.ci/setup` on machines that lack something: what it says is one line that helps, and not a tool's log."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SETUP = Path(__file__).parents[1] / ".ci" / "setup"
TOOLS = ("sh", "grep", "tail", "mktemp", "rm", "id")
pytestmark = pytest.mark.skipif(os.name == "nt", reason="a shell script")


def script(place: Path, words: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"#!/bin/sh\n{words}\n", encoding="utf-8")
    place.chmod(0o755)


def setup(folder: Path, kind: str, pip: str, packages: str | None = None) -> tuple[int, str, str]:
    """Runs it with a pip that does as told; `packages` are those of a Debian, None is another system."""
    tools = folder / "tools"
    tools.mkdir()
    for name in TOOLS:
        (tools / name).symlink_to(shutil.which(name) or name)
    if packages is not None:
        words = f'for last; do :; done; case " {packages} " in *" $last "*) echo install ok installed;; esac'
        script(tools / "dpkg-query", words)
    script(folder / "venv" / "bin" / "python", pip)
    done = subprocess.run(
        [tools / "sh", SETUP, kind],
        env={"PATH": str(tools), "PYTHON": sys.executable, "VENV": str(folder / "venv")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_without_a_network_it_ends_with_one_line(tmp_path: Path) -> None:
    pip = "for n in 1 2 3; do echo \"WARNING: Retrying after NewConnectionError('/simple/typer/')\" >&2; done; exit 1"
    code, _, err = setup(tmp_path, "app", pip)
    assert code == 1
    assert (
        err
        == "setup: packages cannot be fetched: the network is needed this once, please connect and try again\n"
    )


def test_any_other_failure_shows_its_reason(tmp_path: Path) -> None:
    code, _, err = setup(tmp_path, "app", "echo noise >&2; echo 'ERROR: no space left on device' >&2; exit 1")
    assert code == 1 and err.splitlines()[0] == "ERROR: no space left on device" and "noise" not in err


def test_a_good_run_says_what_to_call(tmp_path: Path) -> None:
    code, out, err = setup(tmp_path, "dev", "exit 0")
    assert code == 0 and err == "" and out.splitlines()[-1].startswith("setup: ready: ")


def test_what_the_apps_window_needs_is_a_hint(tmp_path: Path) -> None:
    code, out, _ = setup(tmp_path, "app", "exit 0", "libgl1 libglib2.0-0t64 libgles2")
    assert code == 0
    assert "setup: for the tablet app's window also: sudo apt-get install -y libegl1 libmtdev1\n" in out
