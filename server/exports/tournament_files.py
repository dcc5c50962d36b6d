"""What leaves a tournament or a cup as a file: papers, spreadsheets, and the record by which everything can be checked."""

from __future__ import annotations

import csv
import json
from io import BytesIO, StringIO
from typing import Final

import xlsxwriter

from server.exports import tournament_paper as paper
from server.exports.tournament_lists import cup_rows, seat_rows, sheet_rows, standing_rows
from server.exports.tournament_words import WORDS
from server.exports.words import Rows, no_date
from server.store.protocol import Store
from server.tables.events import canonical
from server.tournaments.cup_state import CupState, rows_of
from server.tournaments.evidence import evening_json
from server.tournaments.record import record_json, standing
from server.tournaments.state import TournamentState

_PDF, _CSV = "application/pdf", "text/csv; charset=utf-8"
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
TOURNAMENT_EXPORTS: Final = {
    "seats-by-name.pdf": _PDF,
    "seats-by-table.pdf": _PDF,
    "slips.pdf": _PDF,
    "standing.pdf": _PDF,
    "standing.csv": _CSV,
    "standing.xlsx": _XLSX,
    "record.json": "application/json",
    "evening.json": "application/json",
}
CUP_EXPORTS: Final = {"cup.pdf": _PDF, "cup.csv": _CSV, "cup.xlsx": _XLSX, "cup.json": "application/json"}


def export_tournament(
    kind: str, name: str, state: TournamentState, store: Store, lang: str, number: int = 0, address: str = ""
) -> bytes:
    """One of `TOURNAMENT_EXPORTS`, complete."""
    match kind:
        case "seats-by-name.pdf":
            return paper.seats_by_name(state, lang, number, address)
        case "seats-by-table.pdf":
            return paper.seats_by_table(state, lang, number)
        case "slips.pdf":
            return paper.slips(state, lang, number)
        case "standing.pdf":
            return paper.standing_paper(state, standing(state), lang)
        case "standing.csv":
            return _csv(standing_rows(standing(state), lang))
        case "standing.xlsx":
            words = WORDS[lang]
            return _xlsx(
                {
                    words["score"]: standing_rows(standing(state), lang),
                    words["table"]: seat_rows(state, lang),
                    words["slip"]: sheet_rows(state, lang),
                }
            )
        case "record.json":
            return (json.dumps(record_json(state), ensure_ascii=False, indent=1) + "\n").encode()
        case "evening.json":
            return (canonical(evening_json(name, state, store)) + "\n").encode()
    raise ValueError(f"expected one of {', '.join(TOURNAMENT_EXPORTS)}, got {kind!r}")


def export_cup(kind: str, state: CupState, lang: str) -> bytes:
    """One of `CUP_EXPORTS`, complete."""
    rows, events = rows_of(state), [e.name for e in state.counted]
    match kind:
        case "cup.pdf":
            return paper.cup_paper(state.name, rows, events, state.best, lang)
        case "cup.csv":
            return _csv(cup_rows(rows, events, lang))
        case "cup.xlsx":
            return _xlsx({WORDS[lang]["points"]: cup_rows(rows, events, lang)})
        case "cup.json":
            return (json.dumps(state.record(), ensure_ascii=False, indent=1) + "\n").encode()
    raise ValueError(f"expected one of {', '.join(CUP_EXPORTS)}, got {kind!r}")


def _csv(rows: Rows) -> bytes:
    """With the mark that makes spreadsheets read it as UTF-8."""
    out = StringIO(newline="")
    csv.writer(out).writerows(map(no_date, row) for row in rows)
    return b"\xef\xbb\xbf" + out.getvalue().encode()


def _xlsx(pages: dict[str, Rows]) -> bytes:
    """Texts stay texts: nothing in a name or a reason becomes a formula or a link."""
    out = BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(out, options) as book:
        bold = book.add_format({"bold": True})
        for title, rows in pages.items():
            page = book.add_worksheet(title)
            for number, row in enumerate(rows):
                page.write_row(number, 0, row, bold if number == 0 else None)
            page.freeze_panes(1, 0)
            page.set_column(0, 0, 10)
            page.set_column(1, 1, 24)
    return out.getvalue()
