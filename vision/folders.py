"""Where this user's data lies on this system: decks, calibrations, and the server's store."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """`$KIEBITZ_DATA`, or the platform's folder for application data."""
    if chosen := os.environ.get("KIEBITZ_DATA"):
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~")).expanduser() / "Kiebitz"
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/Kiebitz").expanduser()
    return Path(os.environ.get("XDG_DATA_HOME", "~/.local/share")).expanduser() / "kiebitz"
