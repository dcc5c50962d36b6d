"""What leaves the server as a file: records, sheets for spreadsheets, and a score sheet to print and sign."""

from __future__ import annotations

from typing import Final

from server.exports.paper import sheet_pdf
from server.exports.records import records_jsonl
from server.exports.spreadsheets import sheet_csv, sheet_xlsx
from server.tables.fold import TableState

EXPORTS: Final = {
    "records.jsonl": "application/x-ndjson",
    "sheet.csv": "text/csv; charset=utf-8",
    "sheet.xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "sheet.pdf": "application/pdf",
}


def export(kind: str, table: str, state: TableState, head: str, lang: str = "de") -> bytes:
    """One of `EXPORTS`, complete."""
    match kind:
        case "records.jsonl":
            return records_jsonl(state)
        case "sheet.csv":
            return sheet_csv(state, lang)
        case "sheet.xlsx":
            return sheet_xlsx(state, lang)
        case "sheet.pdf":
            return sheet_pdf(table, state, head, lang)
    raise ValueError(f"expected one of {', '.join(EXPORTS)}, got {kind!r}")
