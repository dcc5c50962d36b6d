"""Where this user's data lies on this system: decks, calibrations, and the server's store."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """`$KIEBITZ_DATA`, or the platform's folder for application data."""
    if chosen := os.environ.get("KIEBITZ_DATA"):
        return _expanded(chosen)
    if sys.platform == "win32":
        return _expanded(os.environ.get("LOCALAPPDATA", "~")) / "Kiebitz"
    if sys.platform == "darwin":
        return _expanded("~/Library/Application Support/Kiebitz")
    return _expanded(os.environ.get("XDG_DATA_HOME", "~/.local/share")) / "kiebitz"


def _expanded(path: str) -> Path:
    """As a shell does it: the `~` of a user that there is not stays what it is, where `Path` would raise."""
    return Path(os.path.expanduser(path))  # noqa: PTH111
