"""Every refusal has words: whatever code the server answers, a person reads it in German and in English."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.fields import Place
from server.api.errors import _CODES
from server.doors import DoorError
from server.tables.errors import TableError
from tests.server.house import House, house
from tests.server.tournaments.evenings import Evening
from tests.server.web.test_look import both

ROOT = Path(__file__).resolve().parents[3]
SOURCES = (
    "server/*.py", "server/api/*.py", "server/cameras/*.py", "server/security/*.py", "server/tables/*.py",
    "server/tournaments/*.py", "engine/fields.py", "engine/record_reading.py", "engine/result.py", "engine/terms.py",
    "engine/tournament/cup.py", "engine/tournament/draw.py", "engine/tournament/reader.py", "vision/images.py",
)  # fmt: skip
"""Where an answer's code may come from."""
OF_A_PATH = {"directory", "not_a_file", "empty", "not_allowed", "unreadable"}
"""What is wrong with a file's path: the server reads pictures from memory only."""
READERS = {"Problem", "add", "note", "problem", "Turned", "error_json", "PictureError"}
"""What else takes a code before its sentence; those of `Place` take it behind."""
PLACED = {Place.wrong.__name__, Place.one_of.__name__}


@pytest.fixture
def at(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path) as built:
        yield built


def errors(kind: type[TableError] = TableError) -> Iterator[str]:
    """The whole tree, with the branches that the rooms of the server have added."""
    yield kind.__name__
    for each in kind.__subclasses__():
        yield from errors(each)


def texts(*nodes: ast.AST) -> list[str]:
    found = [n.value for node in nodes for n in ast.walk(node) if isinstance(n, ast.Constant)]
    return [text for text in found if isinstance(text, str)]


def codes(source: Path, takers: set[str]) -> Iterator[str]:
    """The first text of a call that takes a code and a sentence, and what is named `code` anywhere."""
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[first, *rest]) if rest:
                if name in PLACED:
                    yield from texts(rest[0])
                elif name in takers:
                    yield from texts(*(a for a in (first, rest[0]) if isinstance(a, ast.Constant)))[:1]
            case ast.Assign(targets=[ast.Name(id="code")], value=value):
                yield from texts(value)
            case ast.FunctionDef(args=ast.arguments(args=[*_, ast.arg(arg="code")], defaults=[default])):
                yield from texts(default)


def every_code() -> set[str]:
    takers = READERS | set(errors()) | {DoorError.__name__}
    files = [file for pattern in SOURCES for file in ROOT.glob(pattern)]
    found = {code for file in files for code in codes(file, takers)} | set(_CODES.values())
    return {code for code in found if re.fullmatch("[a-z_]+", code)} - OF_A_PATH


def test_every_code_has_words_in_both_languages() -> None:
    known = both("errors")
    found = every_code()
    assert {
        "lan",
        "port",
        "own_table",
        "card_twice",
        "not_played",
        "range",
        "truncated",
        "log_damaged",
    } <= found
    for words in known:
        assert sorted(found - {key.removeprefix("error.") for key in words}) == []


def test_there_are_no_words_for_what_nobody_answers() -> None:
    of_the_pages = {"offline", "unknown", "form"}
    assert {key.removeprefix("error.") for key in both("errors")[0]} - every_code() == of_the_pages


def test_a_device_of_another_table_is_told_so(at: House) -> None:
    """Not that its table does not exist."""
    evening = Evening(at)
    evening.begin(8)
    bound = at.device("scorer", evening.log(1))
    assert evening.refused("table_taken", by=bound, round=1, table=2) == ("own_table", "say[0].table")
    answer = bound.get(f"{evening.path}/exports/evening.json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "own_table")
