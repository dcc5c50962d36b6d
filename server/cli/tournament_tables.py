"""Standings and seats as tables for people, in German or English."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

import typer
from rich.cells import cell_len

from engine.tournament import CupRow, Draw, Standings, printable

_WHOLE = 1_000_000  # characters; standings are never shortened

_WORDS = {
    "de": {
        "place": "Platz", "player": "Name", "score": "Punkte", "round": "R{0}", "cup_points": "Cuppunkte",
        "preliminary": "Vorrunden", "final": "Finale", "finalists": "Im Finale: {0}",
        "undecided": "Das Los entscheidet zwischen: {0}", "counted": "Gewertet", "round_title": "Runde {0}",
        "final_title": "Finale", "table": "Tisch", "seats": "Spieler", "out": "Es setzen aus: {0}",
        "seed": "Startzahl der Auslosung: {0}",
        "again": "Begegnungen von Spielern, die schon am selben Tisch saßen: {0} (mindestens {1} sind unvermeidlich)",
        "never": "Niemand trifft jemanden zum zweiten Mal.",
    },
    "en": {
        "place": "place", "player": "name", "score": "points", "round": "R{0}", "cup_points": "cup points",
        "preliminary": "preliminaries", "final": "final", "finalists": "In the final: {0}",
        "undecided": "The lot decides between: {0}", "counted": "counted", "round_title": "Round {0}",
        "final_title": "Final", "table": "table", "seats": "players", "out": "Sitting out: {0}",
        "seed": "Seed of the draw: {0}",
        "again": "Meetings of players who have shared a table before: {0} (at least {1} cannot be avoided)",
        "never": "Nobody meets anybody for the second time.",
    },
}  # fmt: skip


def tournament(result: Standings, lang: str) -> None:
    words, number, mode = _WORDS[lang], _numbers(lang), result.tournament.mode
    rounds = range(1, len(result.tournament.rounds) + 1)
    headings = [words["place"], words["player"], words["score"], *(words["round"].format(r) for r in rounds)]
    if mode.cup_points:
        headings.append(words["cup_points"])
    if mode.finalists:
        headings += [words["preliminary"], words["final"]]
    lines = []
    for row in result.rows:
        cells = [str(row.place), row.player, number(row.score), *map(number, row.rounds)]
        if mode.cup_points:
            cells.append(number(row.cup_points))
        if mode.finalists:
            cells += [f"{row.preliminary_place}.", number(row.final)]
        lines.append(cells)
    _print(headings, lines)
    if any(row.final is not None for row in result.rows):
        return  # the list shows who played it
    for heading, names in (("finalists", result.finalists), ("undecided", result.undecided)):
        if names:
            _say(words[heading].format(", ".join(names)))


def cup(rows: Iterable[CupRow], lang: str) -> None:
    words, number = _WORDS[lang], _numbers(lang)
    headings = [words[name] for name in ("place", "player", "score", "counted", "final")]
    _print(
        headings,
        [
            [str(r.place), r.player, number(r.points), " ".join(map(str, r.counted)), number(r.final)]
            for r in rows
        ],
    )


def draw(drawn: Draw, before: int, lang: str) -> None:
    words = _WORDS[lang]
    for number, seats in enumerate(drawn.rounds, before + 1):
        _say(words["final_title"] if drawn.is_final else words["round_title"].format(number))
        tables = [[str(i), ", ".join(names)] for i, names in enumerate(seats.tables, 1)]
        _print([words["table"], words["seats"]], tables)
        if seats.sitting_out:
            _say(words["out"].format(", ".join(seats.sitting_out)))
        _say("")
    _say(words["seed"].format(drawn.seed))
    _say(words["again"].format(drawn.again, drawn.floor) if drawn.again else words["never"])


def _print(headings: list[str], lines: list[list[str]]) -> None:
    """Columns of equal width; the second one, the names, from the left, figures from the right. No line is cut."""
    cells = [[printable(cell, _WHOLE) for cell in line] for line in (headings, *lines)]
    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    for line in cells:
        padded = [
            cell + " " * (width - cell_len(cell)) if i == 1 else " " * (width - cell_len(cell)) + cell
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        _say("  ".join(padded))


def _say(text: str) -> None:
    """Names come from outside: nothing gets out that would move a terminal's cursor."""
    typer.echo(printable(text, _WHOLE).rstrip())


def _numbers(lang: str) -> Callable[[Fraction | None], str]:
    """Exact, as the director has to announce it; what is not whole also as a decimal that one can compare."""

    def number(value: Fraction | None) -> str:
        if value is None:
            return "–"
        if value.denominator == 1:
            return str(value)
        decimal = f"{float(value):.3f}"
        return f"{value} ≈ {decimal.replace('.', ',') if lang == 'de' else decimal}"

    return number
