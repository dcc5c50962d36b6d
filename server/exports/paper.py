"""The score sheet on paper: to print, sign and keep; the checksum of the log stands on it as a QR code."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape

import reportlab
import segno
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from engine.sheet import Sheet
from engine.systems import SYSTEMS
from server.exports.words import WORDS, note_of
from server.tables.evening import sheet_of
from server.tables.fold import TableState

_FONT, _BOLD = "Vera", "VeraBd"
_SMALL: Final = 8


class Code(Flowable):
    """A QR code drawn as squares."""

    def __init__(self, text: str, size: float) -> None:
        super().__init__()
        self.matrix = [list(row) for row in segno.make(text, error="m").matrix]
        self.size = size
        self.width = self.height = size

    def draw(self) -> None:
        cell = self.size / len(self.matrix)
        self.canv.setFillColor(colors.black)
        for y, row in enumerate(self.matrix):
            for x, dark in enumerate(row):
                if dark:
                    self.canv.rect(x * cell, self.size - (y + 1) * cell, cell, cell, stroke=0, fill=1)


def _fonts() -> None:
    """The fonts that come with reportlab: they have the letters of the names."""
    folder = Path(reportlab.__file__).parent / "fonts"
    for name in (_FONT, _BOLD):
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, str(folder / f"{name}.ttf")))


def sheet_pdf(table: str, state: TableState, head: str, lang: str) -> bytes:
    _fonts()
    words, sheet = WORDS[lang], sheet_of(state)
    title = ParagraphStyle("title", fontName=_BOLD, fontSize=16, leading=22)
    plain = ParagraphStyle("plain", fontName=_FONT, fontSize=_SMALL, leading=11)
    story: list[Flowable] = [
        Paragraph(escape(state.name), title),
        Paragraph(escape(f"{words['system']}: {SYSTEMS[state.rules].name}"), plain),
        Spacer(1, 5 * mm),
        _table(sheet, lang),
        Spacer(1, 10 * mm),
        _signatures(sheet, words["signed"]),
        Spacer(1, 8 * mm),
        _seal(table, state, head, words["check"], plain),
    ]
    out = BytesIO()
    paper = SimpleDocTemplate(out, pagesize=A4, title=state.name, author="Kiebitz", topMargin=18 * mm)
    foot = partial(_foot, table=table, word=words["page"])
    paper.build(story, onFirstPage=foot, onLaterPages=foot)
    return out.getvalue()


def _foot(canvas: Any, paper: Any, table: str, word: str) -> None:
    canvas.setFont(_FONT, 7)
    canvas.drawString(18 * mm, 10 * mm, f"Kiebitz · {table} · {word} {paper.page}")


def _short(text: str, at_most: int = 18) -> str:
    return text if len(text) <= at_most else text[: at_most - 1] + "…"


def _table(sheet: Sheet, lang: str) -> Table:
    words = WORDS[lang]
    rows: list[list[Any]] = [
        [words["number"], words["dealer"], *(_short(p) for p in sheet.players), words["note"]]
    ]
    for row in sheet.rows:
        dealer = _short(sheet.players[row.seating.dealer], 12)
        double = " ×2" if row.double else ""
        note = _short(note_of(row, lang), 28)
        rows.append([f"{row.number}{double}", dealer, *(f"{p:+d}" if p else "0" for p in row.points), note])
    rows.append([words["total"], "", *(f"{p:+d}" if p else "0" for p in sheet.totals), ""])
    if any(sheet.cash):
        rows.append([words["cash"], "", *(f"{c / 100:+.2f}" for c in sheet.cash), "€"])
    drawn = Table(rows, repeatRows=1)
    last = len(sheet.rows) + 1
    drawn.setStyle(
        TableStyle(
            [
                ("FONT", (0, 0), (-1, -1), _FONT, _SMALL),
                ("FONT", (0, 0), (-1, 0), _BOLD, _SMALL),
                ("FONT", (0, last), (-1, -1), _BOLD, _SMALL),
                ("ALIGN", (2, 0), (-2, -1), "RIGHT"),
                ("LINEBELOW", (0, 0), (-1, -1), 0.25, colors.grey),
                ("LINEABOVE", (0, last), (-1, last), 1, colors.black),
            ]
        )
    )
    return drawn


def _signatures(sheet: Sheet, word: str) -> Table:
    """A line for each player."""
    names = [_short(player, 22) for player in sheet.players]
    drawn = Table([[word, *[""] * (len(names) - 1)], [""] * len(names), names], rowHeights=[12, 26, 14])
    drawn.setStyle(
        TableStyle(
            [("FONT", (0, 0), (-1, -1), _FONT, _SMALL), ("LINEABOVE", (0, 2), (-1, 2), 0.5, colors.black)]
        )
    )
    return drawn


def _seal(table: str, state: TableState, head: str, word: str, style: ParagraphStyle) -> Table:
    text = f"kiebitz:{table}:{state.seq}:{head}"
    line = Paragraph(f"{escape(word)}: {table} · {state.seq}<br/>{head[:32]}<br/>{head[32:]}", style)
    return Table([[Code(text, 28 * mm), line]], colWidths=[34 * mm, None], hAlign="LEFT")
