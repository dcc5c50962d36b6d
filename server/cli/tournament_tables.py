"""Standings and seats as tables for people, in German or English."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from rich.console import Console
from rich.table import Table
from rich.text import Text

from engine.tournament import CupRow, Draw, Standings, printable

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
    words, mode = _WORDS[lang], result.tournament.mode
    table = _table(words["place"])
    table.add_column(words["player"])
    table.add_column(words["score"], justify="right")
    for number in range(1, len(result.tournament.rounds) + 1):
        table.add_column(words["round"].format(number), justify="right")
    if mode.cup_points:
        table.add_column(words["cup_points"], justify="right")
    if mode.finalists:
        table.add_column(words["preliminary"], justify="right")
        table.add_column(words["final"], justify="right")
    for row in result.rows:
        cells = [str(row.place), row.player, _number(row.score), *map(_number, row.rounds)]
        if mode.cup_points:
            cells.append(_number(row.cup_points))
        if mode.finalists:
            cells += [f"{row.preliminary_place}.", _number(row.final)]
        table.add_row(*map(_cell, cells))
    console = _console()
    console.print(table)
    for heading, names in (("finalists", result.finalists), ("undecided", result.undecided)):
        if names:
            console.print(_cell(words[heading].format(", ".join(names))))


def cup(rows: Iterable[CupRow], lang: str) -> None:
    words = _WORDS[lang]
    table = _table(words["place"])
    table.add_column(words["player"])
    for heading in ("score", "counted", "final"):
        table.add_column(words[heading], justify="right")
    for row in rows:
        counted = " ".join(map(str, row.counted))
        cells = [str(row.place), row.player, _number(row.points), counted, _number(row.final)]
        table.add_row(*map(_cell, cells))
    _console().print(table)


def draw(drawn: Draw, before: int, lang: str) -> None:
    words, console = _WORDS[lang], _console()
    for number, seats in enumerate(drawn.rounds, before + 1):
        title = words["final_title"] if drawn.is_final else words["round_title"].format(number)
        table = _table(words["table"], title)
        table.add_column(words["seats"])
        for i, names in enumerate(seats.tables, 1):
            table.add_row(str(i), _cell(", ".join(names)))
        console.print(table)
        if seats.sitting_out:
            console.print(_cell(words["out"].format(", ".join(seats.sitting_out))))
    console.print(_cell(words["seed"].format(drawn.seed)))
    console.print(words["again"].format(drawn.again, drawn.floor) if drawn.again else words["never"])


def _table(first: str, title: str | None = None) -> Table:
    table = Table(title=title, title_justify="left", box=None, header_style="bold", pad_edge=False)
    table.add_column(first, justify="right")
    return table


def _console() -> Console:
    """Lists are read in files and pipes too: there no line is cut to a terminal that does not exist."""
    console = Console(highlight=False, soft_wrap=True)
    if not console.is_terminal:
        console.width = 400
    return console


def _cell(text: str) -> Text:
    """Names come from outside: no markup, nothing that would move a terminal's cursor."""
    return Text(printable(text, 100_000))


def _number(value: Fraction | None) -> str:
    """Exact, as the director has to announce it; what is not whole also as a decimal that one can compare."""
    if value is None:
        return "–"
    if value.denominator == 1:
        return str(value)
    return f"{float(value):.3f} = {value}"
