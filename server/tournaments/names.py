"""A list of names as people have it: typed, pasted from a mail or a table, or a CSV file. What is doubtful is shown."""

from __future__ import annotations

import csv
import re
import unicodedata
from dataclasses import dataclass
from typing import Any, Final

LONGEST: Final = 60
_NUMBERED: Final = re.compile(r"^\s*(?:\d{1,4}\s*[.):]|[-*•–])\s*")
_FIRST: Final = frozenset({"vorname", "first name", "firstname", "given name"})
_LAST: Final = frozenset({"nachname", "familienname", "zuname", "last name", "lastname", "surname"})
_WHOLE: Final = frozenset(
    {"name", "spieler", "spielerin", "spieler:in", "teilnehmer", "player", "names", "namen"}
)


@dataclass(frozen=True, slots=True)
class Found:
    """`twice` are names that came more than once and are taken once; `alike` are pairs that may be one person."""

    names: tuple[str, ...]
    twice: tuple[str, ...]
    alike: tuple[tuple[str, str], ...]
    refused: tuple[tuple[int, str, str], ...]
    """Line, what stood there, and why it is no name."""

    def as_json(self) -> dict[str, Any]:
        return {
            "names": list(self.names),
            "twice": list(self.twice),
            "alike": [list(pair) for pair in self.alike],
            "refused": [{"line": line, "text": text, "why": why} for line, text, why in self.refused],
        }


def read_names(text: str) -> Found:
    """Every name of the list once, in its order."""
    rows = _rows(text.removeprefix("\ufeff"))
    columns = _columns(rows[0][1]) if rows else None
    if columns is not None:
        rows = rows[1:]
    names: dict[str, None] = {}
    twice: dict[str, None] = {}
    refused: list[tuple[int, str, str]] = []
    for line, cells in rows:
        name, why = _checked(_name(cells, columns))
        if why is not None:
            refused.append((line, " ".join(cells)[:LONGEST], why))
        elif name in names:
            twice[name] = None
        elif name:
            names[name] = None
    return Found(tuple(names), tuple(twice), _alike(names), tuple(refused))


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """Lines as cells. One line of names with commas is a list, too."""
    lines = text.splitlines()
    mark = next((m for m in ("\t", ";") if any(m in line for line in lines)), None)
    if mark is None and sum(bool(line.strip()) for line in lines) == 1 and text.count(",") > 1:
        return [(1, [cell]) for cell in text.split(",") if cell.strip()]
    if mark is None and lines and all(line.count(",") == 1 for line in lines if line.strip()):
        mark = ","
    rows = []
    for number, line in enumerate(lines, 1):
        cells = _cells(line, mark)
        cells = [" ".join(cell.split()) for cell in cells]
        if any(cells):
            rows.append((number, cells))
    return _by_comma(rows) if mark == "," else rows


def _by_comma(rows: list[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """Two cells a line without a heading: last name and first name, two whole names, or a name and something else."""
    if not rows or _columns(rows[0][1]) is not None:
        return rows
    pairs = [(line, [_NUMBERED.sub("", cell) for cell in cells]) for line, cells in rows]
    if all(_several(cell) for _, cells in pairs for cell in cells):
        return [(line, [cell]) for line, cells in pairs for cell in cells]
    if sum(_several(cells[0]) for _, cells in pairs) * 2 > len(pairs) > 1:
        return pairs
    return [(line, _turned(cells)) for line, cells in pairs]


def _several(cell: str) -> bool:
    return len(cell.split()) > 1


def _turned(cells: list[str]) -> list[str]:
    """«Huber, Anna» is Anna Huber."""
    named = len(cells) == 2 and all(any(c.isalpha() for c in cell) for cell in cells)
    return [f"{cells[1]} {cells[0]}"] if named else cells


def _cells(line: str, mark: str | None) -> list[str]:
    """What is longer than any table's cell is one cell, and then no name."""
    try:
        return next(csv.reader([line], delimiter=mark)) if mark else [line]
    except csv.Error:
        return [line]


def _columns(cells: list[str]) -> tuple[int | None, int | None, int | None] | None:
    """Where a heading says that first name, last name or the whole name stand."""
    heads = [cell.casefold() for cell in cells]
    found = tuple(
        next((i for i, head in enumerate(heads) if head in kind), None) for kind in (_FIRST, _LAST, _WHOLE)
    )
    return None if found == (None, None, None) else (found[0], found[1], found[2])


def _name(cells: list[str], columns: tuple[int | None, int | None, int | None] | None) -> str:
    if columns is not None:
        first, last, whole = columns
        last = whole if last is None else last  # «Name» beside «Vorname» is the last one
        picked = [first, last] if first is not None or whole is None else [whole]
        return " ".join(cells[i] for i in picked if i is not None and i < len(cells)).strip()
    words = [_NUMBERED.sub("", cell) for cell in cells]
    return next((word for word in words if any(c.isalpha() for c in word)), "".join(words))


def _checked(name: str) -> tuple[str, str | None]:
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not name:
        return "", None
    if len(name) > LONGEST:
        return name, f"longer than {LONGEST} letters"
    if not name.isprintable():
        return name, "signs that cannot be printed"
    if not any(c.isalpha() for c in name):
        return name, "no letters"
    return name, None


def plain(name: str) -> str:
    """A name without marks, case and order of its words: what makes two spellings alike."""
    text = unicodedata.normalize("NFKD", name.replace("ß", "ss")).casefold()
    for umlaut, pair in (("ae", "a"), ("oe", "o"), ("ue", "u")):
        text = text.replace(umlaut, pair)
    letters = "".join(c for c in text if c.isalpha() or c.isspace())
    return " ".join(sorted(letters.split()))


def _alike(names: dict[str, None]) -> tuple[tuple[str, str], ...]:
    seen: dict[str, str] = {}
    pairs = []
    for name in names:
        key = plain(name)
        if key in seen:
            pairs.append((seen[key], name))
        else:
            seen[key] = name
    return tuple(pairs)
