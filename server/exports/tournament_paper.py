"""A tournament on paper, to pin to the door: seats, slips, lists. A4, large type, names with any letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, PageBreak, Spacer, Table, TableStyle

from engine.systems import SYSTEMS
from engine.tournament import CupRow, Standings
from server.exports.layout import HEAD, LINE, WIDTH, Code, Paper
from server.exports.tournament_lists import cup_rows, place_in, sort_key, standing_rows
from server.exports.tournament_words import WORDS, round_name
from server.exports.words import Rows
from server.tournaments.state import RoundState, TournamentState

MOST_ROUNDS: Final = 10
"""So many rounds fit beside the names;"""
NAME: Final = 50 * mm
"""these have at least so much room."""

# --- seats -----------------------------------------------------------------------------------------------------------


def _shown_rounds(state: TournamentState, number: int) -> list[tuple[int, RoundState]]:
    """The round that was asked for, or from the newest opened one on what is drawn."""
    every = list(enumerate(state.rounds, 1))
    if number:
        return [(n, r) for n, r in every if n == number]
    return [(n, r) for n, r in every if n >= max(1, state.current)]


def seats_by_name(state: TournamentState, lang: str, number: int, address: str) -> bytes:
    words, rounds = WORDS[lang], _shown_rounds(state, number)[:MOST_ROUNDS]
    title = words["by_name"]
    paper = Paper(
        title, f"{state.name} · " + ", ".join(round_name(n, r.final, lang) for n, r in rounds), lang
    )
    seated = {name for _, r in rounds for t in r.tables for name in t.players}
    seated |= {name for _, r in rounds for name in r.sitting_out}
    columns = 2 if len(rounds) <= 2 else 1
    size = 13 if len(seated) <= 60 else 11
    width = (WIDTH - 8 * mm * (columns - 1)) / columns
    cell = min(24 * mm if columns == 1 else 22 * mm, (width - NAME) / max(len(rounds), 1))
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
        widths = [first, *[(WIDTH - first) / widest] * widest]
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
            story += [paper.line(title, 20, True, HEAD), Spacer(1, 1 * mm)]
            under = f"{state.name} · {words['rules']}: {SYSTEMS[state.rules].name}"
            story += [paper.line(under, 10), Spacer(1, 5 * mm)]
            first = 30 * mm
            widths = [first, *[(WIDTH - first) / len(seated.players)] * len(seated.players)]
            blank: list[Any] = [""] * len(seated.players)
            rows: Rows = [[words["line"], *seated.players], *([k, *blank] for k in range(1, lines + 1))]
            rows += [[words["total"], *blank], [words["signed"], *blank]]
            height = min(8.4 * mm, (A4[1] - 100 * mm) / lines)
            heights = [9 * mm, *[height] * lines, 10 * mm, 14 * mm]
            names = tuple(range(1, len(seated.players) + 1))
            table = paper.grid(rows, widths, 11, left=names, band=10_000, heights=heights)
            lined = [("GRID", (0, 0), (-1, -1), 0.4, LINE), ("LINEABOVE", (0, -2), (-1, -2), 1.2, HEAD)]
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
    cell = min(22 * mm, (WIDTH - 80 * mm) / max(1, others + 1))
    widths = [14 * mm, WIDTH - 14 * mm - cell * (others + 1), *[cell] * (others + 1)]
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
            final = state.rounds[call.round - 1].final
            place = f"{round_name(call.round, final, lang)}, {words['table']} {call.table}"
            lines.append(paper.line(f"{place}: {call.decision} ({call.referee})", 9))
    if not lines:
        return []
    return [Spacer(1, 6 * mm), KeepTogether([paper.line(words["corrections"], 11, True), *lines])]


def cup_paper(name: str, rows: Sequence[CupRow], events: Sequence[str], best: int, lang: str) -> bytes:
    words = WORDS[lang]
    paper = Paper(name, f"{words['best'].format(best)} · {words['events']}: {', '.join(events)}", lang)
    cells = cup_rows(rows, events, lang)
    widths = [14 * mm, 58 * mm, 22 * mm, WIDTH - 114 * mm, 20 * mm]
    return paper.made([*paper.heading(), paper.grid(cells, widths, 10, left=(1, 3))])
