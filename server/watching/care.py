"""Looks after the view while a deal is read: says once when light, focus or the camera's place need a hand."""

from __future__ import annotations

from typing import Final

from vision.identity import Image
from vision.reader.table_reader import TableReader
from vision.sources.base import Frame
from vision.table.drift import Drift
from vision.table.quality import ADVICE, Defect, quality

EVERY: Final = 2.0
"""Seconds between two examinations."""
AGAIN: Final = 3
"""So many examinations in a row must agree before anything is said."""
MOVED: Final = {
    "de": "Kamera oder Tisch wurde verschoben: bitte zurückschieben oder die Tischecken neu zeigen.",
    "en": "The camera or the table has moved: please push it back, or show the table's corners anew.",
}


class Care:
    """Fed with frames; answers with advice, each piece once until it has been followed."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._next = 0.0
        self._streaks: dict[Defect | str, int] = {}
        self._told: set[Defect | str] = set()
        self._drift: Drift | None = None

    def look(self, frame: Frame, reader: TableReader) -> list[str]:
        if frame.t < self._next:
            return []
        self._next = frame.t + EVERY
        found: set[Defect | str] = set(quality(frame.image).defects)
        table = reader.table
        if self._moved(table, reader.scale):
            found.add("moved")
        said = [self._words(defect) for defect in sorted(found, key=str) if self._insistent(defect)]
        for defect in list(self._streaks):
            if defect not in found:
                self._streaks.pop(defect)
                self._told.discard(defect)
        if "moved" in self._told:
            self._drift = Drift(table.copy())
        return said

    def _moved(self, table: Image, scale: float) -> bool:
        if not table.size:
            return False  # so far all was dark, and no table has been seen
        if self._drift is None:
            self._drift = Drift(table.copy())
            return False
        return self._drift.compare(table, scale).moved

    def _insistent(self, defect: Defect | str) -> bool:
        self._streaks[defect] = self._streaks.get(defect, 0) + 1
        if self._streaks[defect] < AGAIN or defect in self._told:
            return False
        self._told.add(defect)
        return True

    def _words(self, defect: Defect | str) -> str:
        return ADVICE[defect][self._lang] if isinstance(defect, Defect) else MOVED[self._lang]
