"""What the app says: sentences of the view models, notices, and what a caller speaks."""

from __future__ import annotations

from typing import Final

LOGIC_WORDS: Final[dict[str, tuple[str, str]]] = {}
