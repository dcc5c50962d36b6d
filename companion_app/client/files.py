"""What this device keeps on its disk: written whole or not at all, so that a killed app loses nothing."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any


class Keeper:
    """One JSON file; writing what it holds already costs nothing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._held: str | None = None

    def read(self) -> dict[str, Any]:
        """What was kept; a damaged file is put aside and reads as empty."""
        try:
            text = self.path.read_text(encoding="utf-8")
            data = json.loads(text)
        except OSError:
            return {}
        except ValueError:  # also bytes that are no text
            data = None
        if isinstance(data, dict):
            self._held = text
            return data
        with suppress(OSError):
            self.path.replace(self.path.with_suffix(".damaged"))
        return {}

    def write(self, data: dict[str, Any]) -> None:
        text = json.dumps(data, ensure_ascii=False)
        if text == self._held:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_suffix(".part")
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)  # it holds the token
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(self.path)
        self._held = text
