"""Reading a tree of values leniently: every wrong value is noted with its place, and reading goes on."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from itertools import islice
from typing import NoReturn

from engine.tournament.problems import Path, Problem, Unusable, in_document_order, problem
from engine.tournament.source import oddities

LONGEST_NAME = 200
_MOST_PROBLEMS = 10_000  # a file of nothing but mistakes is not worth more memory


class Reader:
    """Collects problems, the first at each place; `None` comes back for what could not be read."""

    def __init__(self, tree: object) -> None:
        self.tree = tree
        self._problems: dict[Path, Problem] = {}
        for odd in islice(oddities(tree), _MOST_PROBLEMS):
            self._problems.setdefault(odd.path, odd)

    def note(self, code: str, path: Path, wanted: str | None = None, **details: object) -> None:
        if path not in self._problems and len(self._problems) < 2 * _MOST_PROBLEMS:
            self._problems[path] = problem(code, path, wanted, **details)

    @property
    def clean(self) -> bool:
        return not self._problems

    def fail(self) -> NoReturn:
        raise Unusable(in_document_order(self._problems.values(), self.tree))

    def finish(self) -> None:
        if self._problems:
            self.fail()

    def record(self, format_name: str, known: Collection[str], needed: Collection[str]) -> dict[str, object]:
        """The record itself. With another format everything else would be noise: then that is the only problem."""
        if not isinstance(self.tree, dict):
            self._problems.clear()
            self.note("wrong_type", (), "object", value=self.tree)
            self.fail()
        found = self.tree.get("format")
        if found != format_name:
            self._problems.clear()
            self.note("wrong_format", ("format",), value=found, known=format_name)
            self.fail()
        return self.fields(self.tree, (), known, needed) or {}

    def fields(
        self,
        value: object,
        path: Path,
        known: Collection[str],
        needed: Collection[str] = (),
        **kinds: str,
    ) -> dict[str, object] | None:
        """An object with these fields and no others; `kinds` says what a missing one would be, where that is not what it is elsewhere."""
        if not isinstance(value, dict):
            self.note("wrong_type", path, "object", value=value)
            return None
        for name in value:
            if name not in known:
                self.note("unknown_field", (*path, name), value=name, known=", ".join(known))
        for name in needed:
            if name not in value:
                self.note("missing", (*path, name), kinds.get(name) or _KIND.get(name, "object"))
        return value

    def items(self, value: object, path: Path, most: int, wanted: str = "list") -> list[object] | None:
        if not isinstance(value, list | tuple):
            self.note("wrong_type", path, wanted, value=value)
            return None
        if len(value) > most:
            self.note("too_many", path, value=len(value), high=most)
            return None
        return list(value)

    def whole(self, value: object, path: Path, most: int) -> int | None:
        """A whole number of at most this size. `true` is none, and neither is 3.0."""
        if isinstance(value, bool) or not isinstance(value, int):
            self.note("wrong_type", path, "whole", value=value)
            return None
        if abs(value) > most:
            self.note("out_of_range", path, value=value, low=-most, high=most)
            return None
        return value

    def name(self, value: object, path: Path) -> str | None:
        if not isinstance(value, str):
            self.note("wrong_type", path, "text", value=value)
            return None
        if not value.strip() or len(value) > LONGEST_NAME or any(_control(c) for c in value):
            self.note("bad_name", path, value=value, high=LONGEST_NAME)
            return None
        return value


_KIND = {
    "mode": "text",
    "players": "names",
    "rounds": "list",
    "tables": "list",
    "games": "whole",
    "points": "list",
    "best": "whole",
    "events": "list",
    "name": "text",
}


def _control(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp")
