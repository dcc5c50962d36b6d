"""What all commands share: reading a source, one-line errors with exit code 2, and the JSONL loop."""

from __future__ import annotations

import codecs
import errno
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from io import TextIOWrapper
from itertools import repeat
from pathlib import Path
from typing import Any, NoReturn, TextIO

import typer

from engine.fields import MAX_TEXT, InputError, Problem, parse_json, printable

_NAME = 200
Compute = Callable[[Any], dict[str, Any]]

JSON_OPTION = typer.Option(False, "--json", help="Print JSON for other programs.")
JSONL_OPTION = typer.Option(False, "--jsonl", help="Read one JSON object per line, write one per line.")
LANG_OPTION = typer.Option("de", "--lang", help="Language for people: de or en.")


def warn(message: str) -> None:
    """One line on standard error."""
    sys.stderr.write("kiebitz: " + printable(" ".join(message.split())) + "\n")


def fail(message: str) -> NoReturn:
    """One line on standard error, exit code 2."""
    warn(message)
    raise typer.Exit(2)


def no_folder(error: Exception) -> str:
    """Why a folder cannot be written to, and what would be right."""
    if isinstance(error, FileExistsError | NotADirectoryError) and error.errno is not None:
        return "this is a file; expected a folder, which is made if it does not exist"
    reason = getattr(error, "strerror", None) or str(error)
    return f"{reason}; expected a folder that can be written to"


def name_of(source: str) -> str:
    """The source as an error names it."""
    if source == "-":
        return "standard input"
    return source if len(source) <= _NAME else source[:_NAME] + "…"


def check_lang(lang: str) -> str:
    if lang not in ("de", "en"):
        fail(f"--lang: expected de or en, got {lang[:20]!r}")
    return lang


def read_source(source: str) -> bytes:
    """A file's bytes, or standard input for `-`; bounded, so that a wrong file does no harm."""
    try:
        with _opened(source) as file:
            data: bytes = file.read(MAX_TEXT * 4 + 1)
    except OSError as error:
        fail(_unreadable(source, error))
    if not data.removeprefix(codecs.BOM_UTF8).strip():
        fail(f"{name_of(source)}: the input is empty; expected a JSON object")
    return data


def _opened(source: str) -> Any:
    """The bytes of a source, to be read in a `with`; standard input stays open after it."""
    if source == "-":
        if sys.stdin is None:
            fail("-: the standard input is closed")
        return nullcontext(sys.stdin.buffer)
    if not source or "\0" in source:
        fail(f"FILE: expected the name of a file or - for standard input, got {source[:_NAME]!r}")
    return Path(source).open("rb")


def _unreadable(source: str, error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return f"{name_of(source)}: there is no such file"
    if isinstance(error, IsADirectoryError):
        return f"{name_of(source)}: this is a folder; a file was expected"
    return f"{name_of(source)}: cannot be read: {error.strerror or error}"


def load(source: str) -> Any:
    """The one JSON document of a source."""
    data = read_source(source)
    try:
        return parse_json(data)
    except InputError as error:
        fail(f"{name_of(source)}: {error.first}")


def describe(error: InputError, source: str) -> str:
    """The first defect, and how many more there are."""
    more = len(error.problems) - 1
    tail = f" (and {more} more)" if more else ""
    return f"{name_of(source)}: {error.first}{tail}"


def run_jsonl(source: str, compute: Compute, parse: Callable[[bytes], Any] = parse_json) -> NoReturn:
    """One result per line in the order of the input; a bad line becomes an error object and the rest goes on.

    `parse` makes the tree of a line; like `compute` it raises `InputError`.
    """
    bad = 0
    out = utf8_output()
    for line in _without_blank_end(_lines(source)):
        try:
            if not line.strip():
                raise InputError([Problem("json", "expected an object, got an empty line", "")])
            answer = compute(parse(line))
        except InputError as error:
            bad += 1
            answer = {"error": error.first.as_json()}
            if len(error.problems) > 1:
                answer["errors"] = [p.as_json() for p in error.problems]
        out.write(json.dumps(answer, ensure_ascii=False) + "\n")
    out.flush()
    raise typer.Exit(1 if bad else 0)


def _without_blank_end(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Empty lines at the end belong to nothing; in between each has its answer, so that lines can be paired."""
    blank = 0
    for line in lines:
        if line.strip():
            yield from repeat(b"", blank)
            yield line
            blank = 0
        else:
            blank += 1


def _lines(source: str) -> Iterator[bytes]:
    """The lines of a source, each bounded: one long line of nonsense is read as one bad line."""
    try:
        with _opened(source) as file:
            yield from _bounded(file)
    except OSError as error:
        fail(_unreadable(source, error))


def _bounded(file: Any) -> Iterator[bytes]:
    while line := file.readline(MAX_TEXT + 1):
        while len(line) > MAX_TEXT and not line.endswith(b"\n"):
            rest = file.readline(MAX_TEXT + 1)
            if not rest or rest.endswith(b"\n"):
                break
        yield line


def standard_output() -> TextIO:
    """Raises where whoever called has closed it: what cannot be written is no success."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "it is closed")
    return sys.stdout


def utf8_output() -> TextIO:
    """JSON is UTF-8 whatever the terminal or the locale would have."""
    out = standard_output()
    if isinstance(out, TextIOWrapper):
        out.reconfigure(encoding="utf-8")
    return out


def print_json(data: dict[str, Any]) -> None:
    utf8_output().write(json.dumps(data, ensure_ascii=False, indent=1) + "\n")
