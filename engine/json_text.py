"""From the text of a file to plain values: the one reader of JSON, which finds what is odd and says where it stands."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass

Path = tuple[str | int, ...]

_LONGEST_NUMBER = 18
"""Digits; nothing in our files is larger, and converting long numbers takes quadratic time."""


class Doubled(dict[str, object]):
    """A JSON object in which fields are written more than once; the first of them is kept."""

    twice: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Odd:
    """Something in the place of a number that is none: NaN, Infinity, or a number of absurd length."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Oddity:
    """What JSON lets through and a file of ours must not hold: `twice_written`, `not_a_number`, `too_many_digits` or `not_text`."""

    code: str
    path: Path
    value: object = None


class NotJson(Exception):
    """There is no tree. `code` is `encoding`, `json` or `too_deep`; `what` says more, `where` is the place in the text."""

    def __init__(self, code: str, what: str = "", where: str = "", byte: int = 0) -> None:
        super().__init__(code)
        self.code, self.what, self.where, self.byte = code, what, where, byte


def read_json(text: bytes | str) -> object:
    """The tree of values, oddities included; `NotJson` is the only way to fail, whatever the input."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        tree: object = json.loads(text, object_pairs_hook=_object, parse_int=_whole, parse_constant=Odd)
    except UnicodeDecodeError as error:
        raise NotJson("encoding", byte=error.start) from None
    except json.JSONDecodeError as error:
        raise NotJson("json", error.msg, f"line {error.lineno} column {error.colno}") from None
    except RecursionError:
        raise NotJson("too_deep") from None
    return tree


def oddities(tree: object) -> Iterator[Oddity]:
    """Every oddity in the order of the document, without recursion."""
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
                yield Oddity("not_text", (*path, step))
            if isinstance(value, dict | list | tuple):
                here = (*path, step)
                yield from _twice(here, value)
                stack.append((here, _items(value)))
                break
            if not isinstance(value, int):
                yield from _odd((*path, step), value)
        else:
            stack.pop()


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


def _items(node: object) -> Iterator[tuple[str | int, object]]:
    if isinstance(node, dict):
        return iter(node.items())
    return iter(enumerate(node)) if isinstance(node, list | tuple) else iter(())


def _twice(path: Path, node: object) -> Iterator[Oddity]:
    if isinstance(node, Doubled):
        yield from (Oddity("twice_written", (*path, name)) for name in node.twice)


def _odd(path: Path, value: object) -> Iterator[Oddity]:
    if isinstance(value, Odd) and value.text.endswith("…"):
        yield Oddity("too_many_digits", path, value)
    elif isinstance(value, Odd) or (isinstance(value, float) and not math.isfinite(value)):
        yield Oddity("not_a_number", path, value)
    elif isinstance(value, str) and _broken(value):
        yield Oddity("not_text", path)


def _broken(text: str) -> bool:
    """Half of a surrogate pair, which no output could encode."""
    return not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text)
