"""A tournament on paper, to pin to the door: seats, slips, lists. A4, large type, names with any letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Final
from xml.sax.saxutils import escape

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    KeepTogether,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

from engine.systems import SYSTEMS
from engine.tournament import CupRow, Standings
from server.exports.fonts import Face, face
from server.exports.paper import Code
from server.exports.tournament_lists import Rows, cup_rows, place_in, sort_key, standing_rows
from server.exports.tournament_words import WORDS, round_name
from server.tournaments.state import RoundState, TournamentState

_MARGIN: Final = 16 * mm
_WIDTH: Final = A4[0] - 2 * _MARGIN
_LINE: Final = colors.HexColor("#b9ae92")
_HEAD: Final = colors.HexColor("#214a3b")
_PADDING: Final = 6.0
_BAND: Final = colors.HexColor("#f3ecdb")


@dataclass(slots=True)
class Paper:
    """A paper in the making: its words, its face, and whether a name lost a mark on it."""

    title: str
    under: str
    lang: str
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
            self.line(self.title, 20, True, _HEAD),
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
    ) -> Table:
        """Rows with a heading; numbers to the right, every second row on a band that guides the eye."""
        head = min(size, 8)
        cells = [
            [
                self._cell(cell, width, *((size, self.face.regular) if n else (head, self.face.bold)))
                for cell, width in zip(row, widths, strict=True)
            ]
            for n, row in enumerate(rows)
        ]
        drawn = Table(cells, colWidths=list(widths), rowHeights=heights, repeatRows=1)
        style: list[tuple[Any, ...]] = [
            ("FONT", (0, 0), (-1, -1), self.face.regular, size),
            ("FONT", (0, 0), (-1, 0), self.face.bold, head),
            ("TEXTCOLOR", (0, 0), (-1, 0), _HEAD),
            ("ALIGN", (0, 0), (-1, -1), "RIGHT"),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("LEFTPADDING", (0, 0), (-1, -1), _PADDING / 2),
            ("RIGHTPADDING", (0, 0), (-1, -1), _PADDING / 2),
            ("TOPPADDING", (0, 0), (-1, -1), size * 0.22),
            ("BOTTOMPADDING", (0, 0), (-1, -1), size * 0.34),
            ("LINEBELOW", (0, 0), (-1, 0), 1, _HEAD),
            ("LINEBELOW", (0, 1), (-1, -1), 0.25, _LINE),
        ]
        style += [("ALIGN", (column, 0), (column, -1), "LEFT") for column in left]
        style += [("BACKGROUND", (0, n), (-1, n), _BAND) for n in range(band, len(rows), 2)]
        drawn.setStyle(TableStyle(style))
        return drawn

    def _cell(self, cell: object, width: float, size: float, font: str) -> str | Paragraph:
        """In its column: a long name is written smaller, and cut only where that is not enough."""
        text, room = self.text(cell), width - _PADDING + 0.1
        needed = stringWidth(text, font, size)
        if needed <= room:
            return text
        smaller = max(size * 0.55, size * 0.96 * room / needed)
        while text and stringWidth(text, font, smaller) > room:
            text = text[:-2].rstrip() + "…" if len(text) > 2 else ""
        style = ParagraphStyle(f"{font}{smaller:.2f}", fontName=font, fontSize=smaller, leading=size)
        return Paragraph(escape(text).replace(" ", "\u00a0").replace("-", "\u2011"), style)

    def made(self, story: list[Flowable], columns: int = 1) -> bytes:
        """The finished PDF; with two columns the heading stands above the first."""
        out = BytesIO()
        gap = 8 * mm
        width = (_WIDTH - gap * (columns - 1)) / columns
        frames = [
            Frame(_MARGIN + n * (width + gap), 16 * mm, width, A4[1] - 30 * mm, 0, 0, 0, 0)
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
        canvas.drawString(_MARGIN, 9 * mm, f"Kiebitz · {words['page']} {paper.page}{self.face.fitted(note)}")


# --- seats -----------------------------------------------------------------------------------------------------------


def _shown_rounds(state: TournamentState, number: int) -> list[tuple[int, RoundState]]:
    """The round that was asked for, or from the newest opened one on what is drawn."""
    every = list(enumerate(state.rounds, 1))
    if number:
        return [(n, r) for n, r in every if n == number]
    return [(n, r) for n, r in every if n >= max(1, state.current)]


def seats_by_name(state: TournamentState, lang: str, number: int, address: str) -> bytes:
    words, rounds = WORDS[lang], _shown_rounds(state, number)
    title = words["by_name"]
    paper = Paper(
        title, f"{state.name} · " + ", ".join(round_name(n, r.final, lang) for n, r in rounds), lang
    )
    seated = {name for _, r in rounds for t in r.tables for name in t.players}
    seated |= {name for _, r in rounds for name in r.sitting_out}
    columns = 2 if len(rounds) <= 2 else 1
    size = 13 if len(seated) <= 60 else 11
    width = (_WIDTH - 8 * mm * (columns - 1)) / columns
    cell = 24 * mm if columns == 1 else 22 * mm
    heads = [words["table"]] if len(rounds) == 1 else [round_name(n, r.final, lang) for n, r in rounds]
    rows: Rows = [[words["name"], *heads]]
    for name in sorted(seated, key=sort_key):
        rows.append([name, *(place_in(state, n - 1, name, lang) for n, _ in rounds)])
    table = paper.grid(rows, [width - cell * len(rounds), *[cell] * len(rounds)], size, left=(0,))
    story = [*paper.heading(), *_own_page(paper, address), table]
    return paper.made(story, columns)


def _own_page(paper: Paper, address: str) -> list[Flowable]:
    """The code that leads to a player's own page."""
    if not address:
        return []
    words = WORDS[paper.lang]
    text = [paper.line(words["mine"], 11, True), paper.line(address, 8)]
    box = Table([[Code(address, 24 * mm), text]], colWidths=[30 * mm, None], hAlign="LEFT")
    box.setStyle(TableStyle([("VALIGN", (0, 0), (-1, -1), "MIDDLE"), ("LEFTPADDING", (0, 0), (-1, -1), 0)]))
    return [box, Spacer(1, 4 * mm)]


def seats_by_table(state: TournamentState, lang: str, number: int) -> bytes:
    words = WORDS[lang]
    paper = Paper(words["by_table"], state.name, lang)
    story: list[Flowable] = []
    for at, (n, drawn) in enumerate(_shown_rounds(state, number)):
        if at:
            story.append(PageBreak())
        paper.under = f"{state.name} · {round_name(n, drawn.final, lang)}"
        story += paper.heading()
        widest = max((len(t.players) for t in drawn.tables), default=4)
        rows: Rows = [[words["table"], *[""] * widest]]
        rows += [[i, *t.players, *[""] * (widest - len(t.players))] for i, t in enumerate(drawn.tables, 1)]
        first = 12 * mm
        widths = [first, *[(_WIDTH - first) / widest] * widest]
        size = 11 if len(drawn.tables) <= 30 and widest == 4 else 10
        story.append(paper.grid(rows, widths, size, left=tuple(range(1, widest + 1))))
        story.append(Spacer(1, 4 * mm))
        if drawn.sitting_out:
            story.append(paper.line(f"{words['outs']}: {', '.join(drawn.sitting_out)}", 11))
        meets = words["again"].format(drawn.again, drawn.floor) if drawn.again else words["never"]
        story.append(paper.line(f"{words['seed']}: {drawn.seed}. {meets}", 9))
    return paper.made(story)


# --- slips -----------------------------------------------------------------------------------------------------------


def slips(state: TournamentState, lang: str, number: int) -> bytes:
    """One page for each table: who sits there, lines to write in, and room to sign."""
    words = WORDS[lang]
    paper = Paper(words["slip"], state.name, lang)
    story: list[Flowable] = []
    rounds = _shown_rounds(state, number)[:1] if not number else _shown_rounds(state, number)
    lines = min(state.deals or 20, 30)
    for n, drawn in rounds:
        for i, seated in enumerate(drawn.tables, 1):
            if story:
                story.append(PageBreak())
            title = f"{words['table']} {i} · {round_name(n, drawn.final, lang)}"
            story += [paper.line(title, 20, True, _HEAD), Spacer(1, 1 * mm)]
            under = f"{state.name} · {words['rules']}: {SYSTEMS[state.rules].name}"
            story += [paper.line(under, 10), Spacer(1, 5 * mm)]
            first = 30 * mm
            widths = [first, *[(_WIDTH - first) / len(seated.players)] * len(seated.players)]
            blank: list[Any] = [""] * len(seated.players)
            rows: Rows = [[words["line"], *seated.players], *([k, *blank] for k in range(1, lines + 1))]
            rows += [[words["total"], *blank], [words["signed"], *blank]]
            height = min(8.4 * mm, (A4[1] - 100 * mm) / lines)
            heights = [9 * mm, *[height] * lines, 10 * mm, 14 * mm]
            names = tuple(range(1, len(seated.players) + 1))
            table = paper.grid(rows, widths, 11, left=names, band=10_000, heights=heights)
            lined = [("GRID", (0, 0), (-1, -1), 0.4, _LINE), ("LINEABOVE", (0, -2), (-1, -2), 1.2, _HEAD)]
            table.setStyle(TableStyle(lined))
            story += [table, Spacer(1, 3 * mm), paper.line(words["struck"], 9)]
    return paper.made(story or [paper.line(state.name)])


# --- lists -----------------------------------------------------------------------------------------------------------


def standing_paper(state: TournamentState, result: Standings, lang: str) -> bytes:
    words = WORDS[lang]
    title = words["standing"] if state.complete else words["provisional"]
    paper = Paper(title, f"{state.name} · {SYSTEMS[state.rules].name}", lang)
    rows = standing_rows(result, lang)
    others = len(rows[0]) - 3
    cell = min(22 * mm, (_WIDTH - 80 * mm) / max(1, others + 1))
    widths = [14 * mm, _WIDTH - 14 * mm - cell * (others + 1), *[cell] * (others + 1)]
    story = [*paper.heading(), paper.grid(rows, widths, 12 if len(rows) < 45 else 10)]
    if result.finalists and not any(r.final is not None for r in result.rows):
        story += [Spacer(1, 4 * mm), paper.line(f"{words['finalists']}: {', '.join(result.finalists)}", 11)]
        if result.undecided:
            story.append(paper.line(f"{words['lot']}: {', '.join(result.undecided)}", 11))
    story += _changes(paper, state)
    return paper.made(story)


def _changes(paper: Paper, state: TournamentState) -> list[Flowable]:
    """What was corrected and decided: it belongs on the list that hangs on the door."""
    words, lang = WORDS[paper.lang], paper.lang
    lines: list[Flowable] = []
    for n, drawn in enumerate(state.rounds, 1):
        for i, seated in enumerate(drawn.tables, 1):
            for old, new in zip(seated.sheets, seated.sheets[1:], strict=False):
                place = f"{round_name(n, drawn.final, lang)}, {words['table']} {i}"
                was = ", ".join(f"{p} {v:+d}" for p, v in zip(seated.players, old.points, strict=True))
                lines.append(paper.line(f"{place}: {new.reason} ({words['was']} {was})", 9))
    for call in state.calls:
        if call.decision:
            place = f"{round_name(call.round, False, lang)}, {words['table']} {call.table}"
            lines.append(paper.line(f"{place}: {call.decision} ({call.referee})", 9))
    if not lines:
        return []
    return [Spacer(1, 6 * mm), KeepTogether([paper.line(words["corrections"], 11, True), *lines])]


def cup_paper(name: str, rows: Sequence[CupRow], events: Sequence[str], best: int, lang: str) -> bytes:
    words = WORDS[lang]
    paper = Paper(name, f"{words['best'].format(best)} · {words['events']}: {', '.join(events)}", lang)
    cells = cup_rows(rows, events, lang)
    widths = [14 * mm, 58 * mm, 22 * mm, _WIDTH - 114 * mm, 20 * mm]
    return paper.made([*paper.heading(), paper.grid(cells, widths, 10, left=(1, 3))])
