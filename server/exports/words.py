"""The words of the exported sheets, and cells that no spreadsheet takes for a formula."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.sheet import Row, Sheet

Cell = str | int | None
Rows = list[list[Cell]]
WORDS: Final = {
    "de": {
        "number": "Nr.", "dealer": "Geber", "double": "Radl", "cash": "bar", "total": "Summe", "note": "Anmerkung",
        "sheet": "Schrift", "open": "offen", "players": "Spieler", "signed": "Unterschrift", "system": "Regeln",
        "check": "Prüfsumme", "corrected": "berichtigt", "cents": "Cent", "page": "Seite",
        "marks": "Zeichen, die der Schrift fehlen, sind ohne ihre Beizeichen gedruckt.",
    },
    "en": {
        "number": "No.", "dealer": "dealer", "double": "Radl", "cash": "cash", "total": "total", "note": "note",
        "sheet": "Sheet", "open": "open", "players": "players", "signed": "signature", "system": "rules",
        "check": "checksum", "corrected": "corrected", "cents": "cents", "page": "page",
        "marks": "Letters that the font lacks are printed without their marks.",
    },
}  # fmt: skip
_FRACTION = re.compile(r"-?\d+/\d+")
_INNER = re.compile(r"([;\t]\s*)(?=[=+\-@|%＝＋－＠])")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%", "＝", "＋", "－", "＠")


def harmless(text: str) -> str:
    """A text that no spreadsheet runs: what looks like a formula gets an apostrophe before it.

    Also behind a mark at which a spreadsheet of another language begins the next cell.
    """
    text = _INNER.sub(r"\1'", text)
    return "'" + text if text.lstrip(" \u00a0").startswith(_FORMULA) else text


def no_date(cell: Cell) -> Cell:
    """In a file without types a fraction gets an apostrophe, too: a spreadsheet would take 5/4 for a day in April."""
    return f"'{cell}" if isinstance(cell, str) and _FRACTION.fullmatch(cell) else cell


def head_row(sheet: Sheet, lang: str) -> list[Cell]:
    words = WORDS[lang]
    cash = [f"{player} ({words['cash']}, {words['cents']})" for player in sheet.players]
    texts = [words["number"], words["dealer"], words["double"], *sheet.players, *cash, words["note"]]
    return [harmless(text) for text in texts]


def body_rows(sheet: Sheet, lang: str) -> Iterator[list[Cell]]:
    for row in sheet.rows:
        dealer = sheet.players[row.seating.dealer]
        double = "×2" if row.double else ""
        yield [row.number, harmless(dealer), double, *row.points, *row.cents, harmless(note_of(row, lang))]


def total_row(sheet: Sheet, lang: str) -> list[Cell]:
    return [WORDS[lang]["total"], "", "", *sheet.totals, *sheet.cash, ""]


def note_of(row: Row, lang: str) -> str:
    """Why a line is as it is: open, corrected, or the reason that was given."""
    words = WORDS[lang]
    parts = [words["open"]] if row.open else []
    if row.earlier:
        parts.append(words["corrected"])
    return ", ".join([*parts, *([row.reason] if row.reason else [])])
