"""Reading JSON from outside: every defect is collected with its place, and none stops the reading."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

from engine.json_text import NotJson, Odd, Oddity, Path, oddities, read_json

MAX_TEXT = 10_000_000
_MOST_PROBLEMS = 200
_SHOWN = 60


def printable(text: str) -> str:
    """Text from outside as it can be shown anywhere: lone surrogates, control and direction signs are escaped."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


class Problem(NamedTuple):
    """One defect of an input: a stable code, a sentence, and the place (`contract.game`, `tricks[2].cards[1]`)."""

    code: str
    message: str
    at: str

    def as_json(self) -> dict[str, str]:
        return {"code": self.code, "message": self.message, "at": self.at}

    def __str__(self) -> str:
        return f"{self.at}: {self.message}" if self.at else self.message


class EngineError(Exception):
    """What the engine raises. InputError is the only kind: the rules themselves are total."""


class InputError(EngineError):
    """The input cannot be used; `problems` holds every defect in the order of the document."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(Problem(p.code, printable(p.message), printable(p.at)) for p in problems)
        super().__init__(str(self.problems[0]))

    @property
    def first(self) -> Problem:
        return self.problems[0]


def shown(value: object) -> str:
    """A value as it came, short enough for a sentence."""
    if isinstance(value, int) and abs(value) > 10**20:
        return "a very large number"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    text = (
        json.dumps(value, ensure_ascii=False)
        if not isinstance(value, str) or len(value) < 500
        else repr(value[:_SHOWN])
    )
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


@dataclass(slots=True)
class Problems:
    """Where a reading gathers what is wrong."""

    found: list[Problem] = field(default_factory=list)

    def add(self, code: str, message: str, at: str) -> None:
        if len(self.found) < _MOST_PROBLEMS:
            self.found.append(Problem(code, message, at))

    def raise_if_any(self) -> None:
        if self.found:
            raise InputError(self.found)


@dataclass(frozen=True, slots=True)
class Place:
    """A value of the document together with where it stands. Readers return None after noting a problem."""

    value: Any
    at: str
    problems: Problems

    def wrong(self, expected: str, code: str = "type") -> None:
        self.problems.add(code, f"expected {expected}, got {shown(self.value)}", self.at)

    # --- objects -----------------------------------------------------------------------------------------------

    def object(self, known: Sequence[str]) -> Object | None:
        if not isinstance(self.value, dict):
            self.wrong("an object")
            return None
        for name in self.value:
            if name not in known:
                where = f"{self.at}.{name[:_SHOWN]}" if self.at else name[:_SHOWN]
                self.problems.add(
                    "unknown_field", f"unknown field {shown(name)}; known here: {', '.join(known)}", where
                )
        return Object(self)

    # --- lists -------------------------------------------------------------------------------------------------

    def items(self, at_most: int) -> Iterator[Place]:
        if not isinstance(self.value, list):
            self.wrong("a list")
            return
        if len(self.value) > at_most:
            self.problems.add(
                "too_many", f"expected at most {at_most} entries, got {len(self.value)}", self.at
            )
            return
        for index, value in enumerate(self.value):
            yield Place(value, f"{self.at}[{index}]", self.problems)

    # --- plain values ------------------------------------------------------------------------------------------

    def text(self, at_most: int = 200) -> str | None:
        if not isinstance(self.value, str):
            self.wrong("a text")
            return None
        if len(self.value) > at_most:
            self.problems.add(
                "too_long", f"expected at most {at_most} characters, got {len(self.value)}", self.at
            )
            return None
        return self.value

    def integer(self, low: int, high: int) -> int | None:
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            self.wrong("a whole number")
            return None
        if not low <= self.value <= high:
            self.wrong(f"a whole number from {low} to {high}", "range")
            return None
        return self.value

    def boolean(self) -> bool | None:
        if not isinstance(self.value, bool):
            self.wrong("true or false")
            return None
        return self.value

    def one_of(self, choices: Sequence[str], code: str = "choice") -> str | None:
        if not isinstance(self.value, str) or self.value not in choices:
            self.wrong(f"one of {', '.join(choices)}", code)
            return None
        return self.value


@dataclass(frozen=True, slots=True)
class Object:
    """An object of the document. A field that is absent or null reads as None without a problem."""

    place: Place

    def get(self, name: str) -> Place | None:
        value = self.place.value.get(name)
        return None if value is None else self._place(name, value)

    def has(self, name: str) -> bool:
        return name in self.place.value

    def need(self, name: str) -> Place | None:
        if self.place.value.get(name) is None:
            self.place.problems.add("missing", f"the field {name!r} is missing", self.at(name))
            return None
        return self.get(name)

    def at(self, name: str) -> str:
        return f"{self.place.at}.{name}" if self.place.at else name

    def _place(self, name: str, value: Any) -> Place:
        return Place(value, self.at(name), self.place.problems)

    def items(self, name: str, at_most: int) -> Iterator[Place]:
        found = self.get(name)
        return iter(()) if found is None else found.items(at_most)


def start(document: object, problems: Problems) -> Place:
    return Place(document, "", problems)


def parse_json(text: str | bytes) -> Any:
    """JSON as the contract means it: UTF-8, no NaN, no field twice; `InputError` says what is wrong and where."""
    if len(text) > MAX_TEXT:
        raise InputError(
            [Problem("too_large", f"expected at most {MAX_TEXT:,} characters, got {len(text):,}", "")]
        )
    try:
        tree = read_json(text)
    except NotJson as error:
        raise InputError([_no_json(error)]) from None
    found = [_oddity(odd) for odd in islice(oddities(tree), _MOST_PROBLEMS)]
    if found:
        raise InputError(found)
    return tree


def _no_json(error: NotJson) -> Problem:
    match error.code:
        case "encoding":
            return Problem("encoding", f"expected UTF-8, got another encoding at byte {error.byte}", "")
        case "too_deep":
            return Problem("json", "this JSON is nested too deeply", "")
        case _:
            return Problem(
                "json", f"this is no JSON: {error.what} at {error.where.replace(' column', ', column')}", ""
            )


def _oddity(odd: Oddity) -> Problem:
    match odd.code, odd.value:
        case "twice_written", _:
            message = f"the field {shown(odd.path[-1])} stands twice in one object"
        case "not_text", _:
            message = "expected text, got half of a character (a lone surrogate)"
        case _, Odd(text) if text.endswith("…"):
            message = f"the number {text} has too many digits"
        case _:
            message = f"{odd.value} is no JSON number"
    return Problem("json", message, place_of(odd.path))


def place_of(path: Path) -> str:
    """`("tricks", 2, "cards")` as people write it: `tricks[2].cards`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step[:_SHOWN]}" if text else step[:_SHOWN]
    return text
