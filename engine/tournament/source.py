"""From the text of a file to a tree of plain values, with everything that is odd in it found and placed."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass

from engine.tournament.problems import Path, Problem, problem

_LONGEST_NUMBER = (
    18  # digits; nothing in these records is larger, and converting long ones takes quadratic time
)


class Doubled(dict[str, object]):
    """A JSON object in which fields are written more than once; the first of them is kept."""

    twice: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Odd:
    """Something in the place of a number that is none: NaN, Infinity, or a number of absurd length."""

    text: str

    def __str__(self) -> str:
        return self.text


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    plain = dict(pairs)
    if len(plain) == len(pairs):
        return plain
    first: Doubled = Doubled()
    twice: dict[str, None] = {}
    for name, value in pairs:
        if name in first:
            twice[name] = None
        else:
            first[name] = value
    first.twice = tuple(twice)
    return first


def _whole(text: str) -> object:
    return int(text) if len(text) <= _LONGEST_NUMBER else Odd(text[:12] + "…")


def parse(text: bytes | str) -> tuple[object, Problem | None]:
    """The tree, or the one reason why there is none. Never raises, whatever the input."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        return json.loads(text, object_pairs_hook=_object, parse_int=_whole, parse_constant=Odd), None
    except UnicodeDecodeError as error:
        return None, problem("encoding", (), byte=error.start)
    except json.JSONDecodeError as error:
        return None, problem("json", (f"line {error.lineno} column {error.colno}",), what=error.msg)
    except RecursionError:
        return None, problem("too_deep", ())


def oddities(tree: object) -> Iterator[Problem]:
    """Whatever JSON lets through and a record must not hold, in the order of the document and without recursion."""
    stack: list[tuple[Path, Iterator[tuple[str | int, object]]]] = [((), iter([]))]
    if isinstance(tree, dict | list | tuple):
        stack = [((), _items(tree))]
        yield from _twice((), tree)
    else:
        yield from _odd((), tree)
    while stack:
        path, items = stack[-1]
        for step, value in items:
            if isinstance(step, str) and _broken(step):
                yield problem("not_text", (*path, step))
            if isinstance(value, dict | list | tuple):
                here = (*path, step)
                yield from _twice(here, value)
                stack.append((here, _items(value)))
                break
            if not isinstance(value, int):
                yield from _odd((*path, step), value)
        else:
            stack.pop()


def _items(node: object) -> Iterator[tuple[str | int, object]]:
    if isinstance(node, dict):
        return iter(node.items())
    return iter(enumerate(node)) if isinstance(node, list | tuple) else iter(())


def _twice(path: Path, node: object) -> Iterator[Problem]:
    if isinstance(node, Doubled):
        yield from (problem("twice_written", (*path, name)) for name in node.twice)


def _odd(path: Path, value: object) -> Iterator[Problem]:
    if isinstance(value, Odd) or (isinstance(value, float) and not math.isfinite(value)):
        yield problem("not_a_number", path, value=value)
    elif isinstance(value, str) and _broken(value):
        yield problem("not_text", path)


def _broken(text: str) -> bool:
    """Half of a surrogate pair, which no output could encode."""
    return not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text)
