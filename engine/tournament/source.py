"""What the reader of JSON finds, as problems of a tournament's record."""

from __future__ import annotations

from collections.abc import Iterator

from engine import json_text
from engine.json_text import NotJson
from engine.tournament.problems import Problem, problem


def parse(text: bytes | str) -> tuple[object, Problem | None]:
    """The tree, or the one reason why there is none. Never raises, whatever the input."""
    try:
        return json_text.read_json(text), None
    except NotJson as error:
        path = (error.where,) if error.where else ()
        return None, problem(error.code, path, what=error.what, byte=error.byte)


def oddities(tree: object) -> Iterator[Problem]:
    """Whatever JSON lets through and a record must not hold, in the order of the document."""
    for odd in json_text.oddities(tree):
        yield problem(odd.code, odd.path, value=odd.value)
