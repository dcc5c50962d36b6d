"""The sheet of an evening as CSV and XLSX."""

from __future__ import annotations

import csv
from io import BytesIO, StringIO

import xlsxwriter

from server.exports.words import WORDS, body_rows, head_row, total_row
from server.tables.evening import sheet_of
from server.tables.fold import TableState


def sheet_csv(state: TableState, lang: str) -> bytes:
    """With the mark that makes spreadsheets read it as UTF-8."""
    sheet = sheet_of(state)
    out = StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(head_row(sheet, lang))
    writer.writerows(body_rows(sheet, lang))
    writer.writerow(total_row(sheet, lang))
    return b"\xef\xbb\xbf" + out.getvalue().encode()


def sheet_xlsx(state: TableState, lang: str) -> bytes:
    """Texts stay texts: nothing in a name or a reason becomes a formula or a link."""
    sheet = sheet_of(state)
    out = BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(out, options) as book:
        page = book.add_worksheet(WORDS[lang]["sheet"])
        bold = book.add_format({"bold": True})
        page.write_row(0, 0, head_row(sheet, lang), bold)
        for number, row in enumerate(body_rows(sheet, lang), 1):
            page.write_row(number, 0, row)
        page.write_row(len(sheet.rows) + 1, 0, total_row(sheet, lang), bold)
        page.freeze_panes(1, 0)
        page.set_column(1, 1, 16)
    return out.getvalue()
