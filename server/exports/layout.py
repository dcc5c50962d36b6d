"""What every paper is made of: headings, cells that fit their columns, a face with the letters of the names, a foot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Final
from xml.sax.saxutils import escape

import segno
from reportlab.lib import colors
from reportlab.lib.enums import TA_LEFT, TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

from server.exports.fonts import Face, face
from server.exports.words import WORDS, Rows

MARGIN: Final = 16 * mm
WIDTH: Final = A4[0] - 2 * MARGIN
LINE: Final = colors.HexColor("#b9ae92")
HEAD: Final = colors.HexColor("#214a3b")
_PADDING: Final = 6.0
_BAND: Final = colors.HexColor("#f3ecdb")


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


@dataclass(slots=True)
class Paper:
    """A paper in the making: its words, its face, and whether a name lost a mark on it."""

    title: str
    under: str
    lang: str
    mark: str = ""
    """What its foot says beside the page, such as the id of the log that it is made of."""
    face: Face = field(default_factory=face)
    marked: bool = False

    def text(self, text: object) -> str:
        """What is printed of a cell."""
        plain = "" if text is None else str(text)
        self.marked = self.marked or self.face.lacks([plain])
        return self.face.fitted(plain)

    def style(self, size: float, bold: bool = False, color: Any = colors.black) -> ParagraphStyle:
        font = self.face.bold if bold else self.face.regular
        return ParagraphStyle(
            f"{font}{size}", fontName=font, fontSize=size, leading=size * 1.25, textColor=color
        )

    def line(
        self, text: object, size: float = 10, bold: bool = False, color: Any = colors.black
    ) -> Paragraph:
        return Paragraph(escape(self.text(text)), self.style(size, bold, color))

    def heading(self) -> list[Flowable]:
        return [
            self.line(self.title, 20, True, HEAD),
            Spacer(1, 1 * mm),
            self.line(self.under, 11),
            Spacer(1, 5 * mm),
        ]

    def grid(
        self,
        rows: Rows,
        widths: Sequence[float],
        size: float = 11,
        left: Sequence[int] = (1,),
        band: int = 2,
        heights: list[float] | None = None,
        sums: int = 0,
        prose: Sequence[int] = (),
    ) -> Table:
        """Rows with a heading; numbers to the right, every second row on a band that guides the eye.

        The last `sums` rows are totals. Columns of `prose` hold sentences, which go on in the next line.
        """
        head, last = min(size, 8), len(rows) - sums

        def fitted(n: int, column: int, cell: object) -> str | Paragraph:
            width, to_left = widths[column], column in left
            if n == 0:
                return self.fitting(cell, width, head, True, to_left, 2, HEAD)
            if column in prose:
                return self.line(cell, head)
            return self.fitting(cell, width, size, n >= last, to_left)

        cells = [[fitted(n, column, cell) for column, cell in enumerate(row)] for n, row in enumerate(rows)]
        drawn = Table(cells, colWidths=list(widths), rowHeights=heights, repeatRows=1)
        style: list[tuple[Any, ...]] = [
            ("FONT", (0, 0), (-1, -1), self.face.regular, size),
            ("FONT", (0, 0), (-1, 0), self.face.bold, head),
            ("TEXTCOLOR", (0, 0), (-1, 0), HEAD),
            ("ALIGN", (0, 0), (-1, -1), "RIGHT"),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("LEFTPADDING", (0, 0), (-1, -1), _PADDING / 2),
            ("RIGHTPADDING", (0, 0), (-1, -1), _PADDING / 2),
            ("TOPPADDING", (0, 0), (-1, -1), size * 0.22),
            ("BOTTOMPADDING", (0, 0), (-1, -1), size * 0.34),
            ("LINEBELOW", (0, 0), (-1, 0), 1, HEAD),
            ("LINEBELOW", (0, 1), (-1, -1), 0.25, LINE),
        ]
        style += [("ALIGN", (column, 0), (column, -1), "LEFT") for column in left]
        style += [("BACKGROUND", (0, n), (-1, n), _BAND) for n in range(band, last, 2)]
        if sums:
            style += [
                ("FONT", (0, last), (-1, -1), self.face.bold, size),
                ("LINEABOVE", (0, last), (-1, last), 1, HEAD),
            ]
        drawn.setStyle(TableStyle(style))
        return drawn

    def fitting(
        self,
        cell: object,
        width: float,
        size: float,
        bold: bool = False,
        left: bool = True,
        lines: int = 1,
        color: Any = colors.black,
    ) -> str | Paragraph:
        """In its column: a long name is broken into lines, if it may, then written smaller, and cut only at last."""
        font = self.face.bold if bold else self.face.regular
        text, room = self.text(cell), width - _PADDING + 0.1
        if stringWidth(text, font, size) <= room:
            return text
        parts = _broken(text, font, lines)
        needed = max(stringWidth(part, font, size) for part in parts)
        smaller = min(size, max(size * 0.55, size * 0.96 * room / needed))
        style = ParagraphStyle(
            f"{font}{smaller:.2f}",
            fontName=font,
            fontSize=smaller,
            leading=smaller * 1.15,
            alignment=TA_LEFT if left else TA_RIGHT,
            textColor=color,
        )
        shown = (escape(_cut(part, font, smaller, room)) for part in parts)
        return Paragraph(
            "<br/>".join(part.replace(" ", "\u00a0").replace("-", "\u2011") for part in shown), style
        )

    def made(self, story: list[Flowable], columns: int = 1) -> bytes:
        """The finished PDF; with two columns the heading stands above the first."""
        out = BytesIO()
        gap = 8 * mm
        width = (WIDTH - gap * (columns - 1)) / columns
        frames = [
            Frame(MARGIN + n * (width + gap), 16 * mm, width, A4[1] - 30 * mm, 0, 0, 0, 0)
            for n in range(columns)
        ]
        paper = BaseDocTemplate(out, pagesize=A4, title=self.text(self.title), author="Kiebitz")
        paper.addPageTemplates([PageTemplate("page", frames, onPage=self._foot)])
        paper.build(story)
        return out.getvalue()

    def _foot(self, canvas: Any, paper: Any) -> None:
        canvas.setFont(self.face.regular, 8)
        words = WORDS[self.lang]
        note = f" · {words['marks']}" if self.marked else ""
        mark = f" · {self.mark}" if self.mark else ""
        foot = f"Kiebitz{mark} · {words['page']} {paper.page}{note}"
        canvas.drawString(MARGIN, 9 * mm, self.face.fitted(foot))


def _broken(text: str, font: str, lines: int) -> list[str]:
    """A text in one line, or in two at the space that leaves the longer one shortest."""
    words = text.split(" ")
    if lines == 1 or len(words) == 1:
        return [text]
    ways = [[" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words))]
    return min(ways, key=lambda parts: max(stringWidth(part, font, 10) for part in parts))


def _cut(text: str, font: str, size: float, room: float) -> str:
    while text and stringWidth(text, font, size) > room:
        text = text[:-2].rstrip() + "…" if len(text) > 2 else ""
    return text
