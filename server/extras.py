"""How to get a part of Kiebitz that is not installed: in a checkout otherwise than from a wheel."""

from __future__ import annotations

from pathlib import Path
from typing import Final

HOUSE: Final = Path(__file__).parents[1]


def how_to_get(extra: str, house: Path = HOUSE) -> str:
    """The command that installs an extra, for the place that this program runs from."""
    if (house / "pyproject.toml").is_file():
        return f".venv/bin/pip install -e '.[{extra}]'"
    return f"pip install 'kiebitz[{extra}]'"
