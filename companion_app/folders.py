"""Where the app keeps its files on this system."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Settings, pairing, drafts, pictures: the app's own folder of this user."""
    if "ANDROID_ARGUMENT" in os.environ:
        return Path(os.environ.get("ANDROID_PRIVATE", ".")) / "kiebitz"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~")).expanduser() / "Kiebitz" / "app"
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/Kiebitz/app").expanduser()
    return Path(os.environ.get("XDG_DATA_HOME", "~/.local/share")).expanduser() / "kiebitz" / "app"


def export_folder(data: Path) -> Path:
    """Where a person looks for a sheet: the documents, where there are any."""
    documents = Path.home() / "Documents"
    return documents / "Kiebitz" if documents.is_dir() else data / "exports"
