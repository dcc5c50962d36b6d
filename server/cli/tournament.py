"""`kiebitz tournament`, `cup` and `draw`: standings of an evening and of a season, and the seats of the next rounds."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

import typer

from engine.fields import InputError
from engine.fields import Problem as Defect
from engine.tournament import (
    Problem,
    Unusable,
    as_json,
    cup_as_json,
    cup_standings,
    draw_rounds,
    parse,
    rank,
    read_cup,
    read_tournament,
)
from server.cli import tournament_tables
from server.cli.common import JSON_OPTION, JSONL_OPTION, LANG_OPTION, check_lang, fail, read_source, run_jsonl

ABSENT = typer.Option([], "--absent", help="Who is not there (left, or not yet come).", metavar="NAME")
SEAT = typer.Option([], "--seat", help="A fixed table for somebody.", metavar="NAME=TABLE")
FILE = typer.Argument(..., help="The file to read; - is standard input.", metavar="FILE")
_MOST_SHOWN = 200
_LONGEST_SEED = 200
_T = TypeVar("_T")


def tournament_command(
    file: str = FILE,
    as_json_: bool = JSON_OPTION,
    jsonl: bool = JSONL_OPTION,
    lang: str = LANG_OPTION,
) -> None:
    """The standings of a tournament: Steirischer Cup, Hopfgarten, Kant_Ine, or a plain sum."""
    check_lang(lang)
    if jsonl:
        _each_line(file, lambda tree: as_json(rank(read_tournament(tree))), lang)
    result = rank(_read(file, read_tournament, lang))
    if as_json_:
        _print_json(as_json(result))
    else:
        tournament_tables.tournament(result, lang)


def cup_command(
    file: str = FILE,
    as_json_: bool = JSON_OPTION,
    jsonl: bool = JSONL_OPTION,
    lang: str = LANG_OPTION,
) -> None:
    """The standings of a cup: the best events of each player, and the final."""
    check_lang(lang)
    if jsonl:
        _each_line(file, lambda tree: cup_as_json(cup_standings(read_cup(tree))), lang)
    rows = cup_standings(_read(file, read_cup, lang))
    if as_json_:
        _print_json(cup_as_json(rows))
    else:
        tournament_tables.cup(rows, lang)


def draw_command(
    file: str = FILE,
    rounds: int = typer.Option(1, "--rounds", help="How many rounds to draw.", metavar="N"),
    seed: str | None = typer.Option(
        None, "--seed", help="The published seed: a number or any text.", metavar="S"
    ),
    absent: list[str] = ABSENT,
    seat: list[str] = SEAT,
    as_json_: bool = JSON_OPTION,
    lang: str = LANG_OPTION,
) -> None:
    """Draw the seats of the next rounds. Rounds that are seated and not yet played may lack games and points."""
    check_lang(lang)
    tournament = _read(file, lambda tree: read_tournament(tree, seats_only=True), lang)
    try:
        drawn = draw_rounds(tournament, _seed(seed), rounds, absent, _seats(seat))
    except Unusable as error:
        _refuse(file, error.problems, lang)
    if as_json_:
        _print_json(drawn.as_json())
    else:
        tournament_tables.draw(drawn, len(tournament.rounds), lang)


def _seed(text: str | None) -> int | str:
    """A number if it is one. Without a seed a random one, which is printed, so that the draw can be repeated too."""
    if text is None:
        return secrets.randbelow(10**9)
    if not text:  # a variable that was not set is no published seed
        fail("--seed: expected a number or any text, got nothing")
    if len(text) > _LONGEST_SEED:
        fail(f"--seed: {len(text)} characters; at most {_LONGEST_SEED} are possible")
    if not text.isprintable():
        fail("--seed: expected a number or a text without control characters")
    digits = text.removeprefix("-")
    number = int(text) if digits.isascii() and digits.isdecimal() and len(digits) <= 18 else None
    return text if number is None or str(number) != text else number


def _seats(wishes: list[str]) -> dict[str, int]:
    seats: dict[str, int] = {}
    for wish in wishes:
        name, _, table = wish.rpartition("=")
        if not name or not (table.isascii() and table.isdecimal() and len(table) <= 6):
            fail(f"--seat: {wish[:60]!r}; expected a name, = and the number of a table, such as Anna=3")
        if name in seats:
            fail(f"--seat: {name[:60]!r} has two fixed tables; one is enough")
        seats[name] = int(table)
    return seats


def _read(file: str, read: Callable[[object], _T], lang: str) -> _T:
    tree, problem = parse(read_source(file))
    if problem is not None:
        _refuse(file, (problem,), lang)
    try:
        return read(tree)
    except Unusable as error:
        _refuse(file, error.problems, lang)


def _refuse(file: str, problems: tuple[Problem, ...], lang: str) -> NoReturn:
    """The first defect in one line, and where the others are."""
    source = {"de": "Standardeingabe", "en": "standard input"}[lang] if file == "-" else file
    first = problems[0]
    at = f"{first.at}: " if first.at else ""
    others = ", ".join(p.at for p in problems[1:4])
    if len(problems) > 4:
        others += ", …"
    more = {"de": "dazu weitere Fehler", "en": "more defects"}[lang]
    fail(f"{source}: {at}{first.message(lang)}" + (f" ({more}: {others})" if others else ""))


def _each_line(file: str, compute: Callable[[object], dict[str, Any]], lang: str) -> NoReturn:
    """The loop of all commands, with our problems in the language that was asked for."""

    def parsed(line: bytes) -> object:
        tree, problem = parse(line.rstrip())
        if problem is not None:
            raise _as_input_error((problem,), lang)
        return tree

    def computed(tree: object) -> dict[str, Any]:
        try:
            return compute(tree)
        except Unusable as error:
            raise _as_input_error(error.problems[:_MOST_SHOWN], lang) from None

    run_jsonl(file, computed, parsed)


def _as_input_error(problems: tuple[Problem, ...], lang: str) -> InputError:
    return InputError([Defect(p.code, p.message(lang), p.at) for p in problems])


def _print_json(data: dict[str, Any]) -> None:
    _write(json.dumps(data, ensure_ascii=False))


def _write(text: str) -> None:
    """UTF-8 whatever the terminal's own encoding is: other programs read this."""
    typer.echo(text.encode())
