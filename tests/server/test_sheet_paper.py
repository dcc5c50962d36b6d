"""The printed Schrift: all of it on the page, whatever the players are called, and every letter or a word about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Table

from server.exports import fonts
from server.exports.layout import MARGIN, WIDTH, Paper
from server.exports.paper import sheet_pdf
from server.exports.words import WORDS
from server.tables.fold import TableState, apply
from tests.server.stories import created, dealt, played, say

FULL = ["Maria Hinterberger", "Johann Steinbichler", "Elisabeth Mayrhofer", "Franz Obermüller"]
TWENTY = [letter * 20 for letter in "MWGO"]
EAST = ["Őri Ágnes", "Čapek Jiří", "Śląska Ęwa", "Kovács Ödön"]
REASON = "Schiedsrichter Huber: Renonce von Maria Hinterberger im fünften Stich, nach den Regeln neu gewertet"


def evening(names: list[str], deals: int = 3) -> TableState:
    state = apply(TableState(), created(players=names, radl=True, pagatkassa_cents=20))
    for seed in range(deals):
        opened = say("deal_opened", forehand="S") if len(names) > 4 else say("deal_opened")
        state, _ = played([opened, *(word for word in dealt(seed)[1] if word.type != "deal_opened")], state)
    state, _ = played([say("deal_corrected", number=1, reason=REASON)], state)
    return state


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, float]]:
    """Where every table of a paper begins and ends."""
    found: list[tuple[float, float]] = []
    draw = Table.draw

    def recorded(table: Any) -> None:
        left, _ = table.canv.absolutePosition(0, 0)
        found.append((left, left + table._width))
        draw(table)

    monkeypatch.setattr(Table, "draw", recorded)
    return found


@pytest.mark.parametrize(
    "names", [FULL, TWENTY, EAST, [*FULL, "Ewa"], [*TWENTY, "N" * 60, "Maria " * 9 + "Mayr"]]
)
def test_the_sheet_stays_on_its_page(names: list[str], drawn: list[tuple[float, float]]) -> None:
    pdf = sheet_pdf("t0123456789ab", evening(names), "ab" * 32, "de")
    assert pdf.startswith(b"%PDF") and len(drawn) == 3
    for left, right in drawn:
        assert left >= MARGIN - 1 and right <= A4[0] - MARGIN + 1, (left, right)


def test_a_long_evening_goes_on_on_the_next_page(drawn: list[tuple[float, float]]) -> None:
    assert sheet_pdf("t0123456789ab", evening(FULL, 40), "ab" * 32, "de").count(b"/Type /Page\n") == 2
    assert len(drawn) == 4  # the sheet in two parts, its signatures and its seal together


def test_a_name_is_broken_before_it_is_written_smaller_and_cut_only_at_last() -> None:
    paper, width = Paper("", "", "de"), 70.0
    assert paper.fitting("Anna", width, 8, lines=2) == "Anna"
    shown = [
        paper.fitting(name, width, 8, True, lines=2)
        for name in (FULL[0], "Steinbichlermayr Johann", "M" * 60)
    ]
    sizes = [cell.style.fontSize for cell in shown if not isinstance(cell, str)]
    assert sizes[0] == 8 > sizes[1] > sizes[2] == pytest.approx(4.4)
    assert ["…" in cell.text for cell in shown if not isinstance(cell, str)] == [False, False, True]


@pytest.fixture
def poor(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine that has no font but the one that comes with reportlab."""
    monkeypatch.setattr(fonts, "_candidates", list)
    fonts.face.cache_clear()
    yield
    fonts.face.cache_clear()


@pytest.mark.parametrize(("names", "said"), [(FULL, False), (EAST, True)])
def test_the_sheet_says_what_its_font_lacks(
    monkeypatch: pytest.MonkeyPatch, poor: None, names: list[str], said: bool
) -> None:
    foot: list[str] = []
    monkeypatch.setattr(Canvas, "drawString", lambda canvas, x, y, text: foot.append(text))
    sheet_pdf("t0123456789ab", evening(names), "ab" * 32, "de")
    (line,) = (text for text in foot if text.startswith("Kiebitz"))
    assert "t0123456789ab · Seite 1" in line and (WORDS["de"]["marks"] in line) == said


def test_the_columns_fill_the_width(drawn: list[tuple[float, float]]) -> None:
    sheet_pdf("t0123456789ab", evening(FULL), "ab" * 32, "de")
    assert [right - left for left, right in drawn][:2] == [pytest.approx(WIDTH)] * 2
