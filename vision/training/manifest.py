"""Enters a network file into the manifest beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from vision.runtime import MANIFEST_NAME, manifest, sha256


def enter(target: Path, role: str, row: dict[str, Any]) -> None:
    """Adds or replaces a file's row in the manifest beside it; other rows stay as they are."""
    rows = manifest(target.parent)
    rows[target.name] = {"sha256": sha256(target), "role": role, "bytes": target.stat().st_size, **row}
    lines = ["# The models that Kiebitz loads. A file that is not named here, or differs, is refused.", ""]
    for name in sorted(rows):
        lines.append(f'[files."{name}"]')
        lines += [f"{key} = {json.dumps(value)}" for key, value in rows[name].items()]
        lines.append("")
    (target.parent / MANIFEST_NAME).write_text("\n".join(lines), encoding="utf-8")
