"""Before anything imports Kivy: a window that nobody sees, and no files of Kivy's in anybody's home."""

from __future__ import annotations

import importlib.util
import tempfile
from pathlib import Path

if importlib.util.find_spec("kivy") is not None:
    from companion_app.pictures import studio

    studio.prepare(Path(tempfile.mkdtemp(prefix="kiebitz-kivy-")))
