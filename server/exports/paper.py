"""The score sheet on paper: to print, sign and keep; the checksum of the log stands on it as a QR code."""

from __future__ import annotations

from typing import Final

from reportlab.lib import colors
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Spacer, Table, TableStyle

from engine.sheet import Sheet
from engine.systems import SYSTEMS
from server.exports.layout import WIDTH, Code, Paper
from server.exports.words import WORDS, Rows, note_of
from server.tables.evening import sheet_of
from server.tables.fold import TableState

_SMALL: Final = 8
_NUMBER, _DEALER, _NOTE = 15 * mm, 28 * mm, 36 * mm


def sheet_pdf(table: str, state: TableState, head: str, lang: str) -> bytes:
    words, sheet = WORDS[lang], sheet_of(state)
    paper = Paper(state.name, f"{words['system']}: {SYSTEMS[state.rules].name}", lang, mark=table)
    signed = [
        Spacer(1, 10 * mm),
        _signatures(paper, sheet.players, words["signed"]),
        Spacer(1, 8 * mm),
        _seal(paper, table, state, head, words["check"]),
    ]
    return paper.made([*paper.heading(), _lines(paper, sheet), KeepTogether(signed)])


def _lines(paper: Paper, sheet: Sheet) -> Table:
    """The players share what the other columns leave of the width."""
    words, lang = WORDS[paper.lang], paper.lang
    rows: Rows = [[words["number"], words["dealer"], *sheet.players, words["note"]]]
    for row in sheet.rows:
        number = f"{row.number} ×2" if row.double else row.number
        dealer = sheet.players[row.seating.dealer]
        points = (f"{p:+d}" if p else "0" for p in row.points)
        rows.append([number, dealer, *points, note_of(row, lang)])
    rows.append([words["total"], "", *(f"{p:+d}" if p else "0" for p in sheet.totals), ""])
    if any(sheet.cash):
        rows.append([words["cash"], "", *(f"{c / 100:+.2f}" for c in sheet.cash), "€"])
    count = len(sheet.players)
    widths = [_NUMBER, _DEALER, *[(WIDTH - _NUMBER - _DEALER - _NOTE) / count] * count, _NOTE]
    sums = len(rows) - len(sheet.rows) - 1
    return paper.grid(rows, widths, 9, left=(0, 1, count + 2), sums=sums, prose=(count + 2,))


def _signatures(paper: Paper, players: tuple[str, ...], word: str) -> Table:
    """A line for each player."""
    width = WIDTH / len(players)
    names = [paper.fitting(player, width, _SMALL, lines=2) for player in players]
    blank = [""] * len(names)
    drawn = Table(
        [[word, *blank[1:]], blank, names], colWidths=[width] * len(names), rowHeights=[12, 26, None]
    )
    font = ("FONT", (0, 0), (-1, -1), paper.face.regular, _SMALL)
    padding = [(f"{side}PADDING", (0, 0), (-1, -1), 3) for side in ("LEFT", "RIGHT")]
    line = ("LINEABOVE", (0, 2), (-1, 2), 0.5, colors.black)
    drawn.setStyle(TableStyle([font, line, ("VALIGN", (0, 2), (-1, 2), "TOP"), *padding]))
    return drawn


def _seal(paper: Paper, table: str, state: TableState, head: str, word: str) -> Table:
    said: list[Flowable] = [
        paper.line(text, _SMALL) for text in (f"{word}: {table} · {state.seq}", head[:32], head[32:])
    ]
    code = Code(f"kiebitz:{table}:{state.seq}:{head}", 28 * mm)
    return Table([[code, said]], colWidths=[34 * mm, None], hAlign="LEFT")
