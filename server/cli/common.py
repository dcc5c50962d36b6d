"""What all commands share: reading a source, one-line errors with exit code 2, and the JSONL loop."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import typer

from engine.fields import MAX_TEXT, InputError, parse_json

Compute = Callable[[Any], dict[str, Any]]

JSON_OPTION = typer.Option(False, "--json", help="Print JSON for other programs.")
JSONL_OPTION = typer.Option(False, "--jsonl", help="Read one JSON object per line, write one per line.")
LANG_OPTION = typer.Option("de", "--lang", help="Language for people: de or en.")


def fail(message: str) -> NoReturn:
    """One line on standard error, exit code 2."""
    sys.stderr.write("kiebitz: " + " ".join(message.split()) + "\n")
    raise typer.Exit(2)


def check_lang(lang: str) -> str:
    if lang not in ("de", "en"):
        fail(f"--lang: expected de or en, got {lang[:20]!r}")
    return lang


def read_source(source: str) -> bytes:
    """A file's bytes, or standard input for `-`; bounded, so that a wrong file does no harm."""
    try:
        if source == "-":
            data = sys.stdin.buffer.read(MAX_TEXT * 4 + 1)
        else:
            with Path(source).open("rb") as file:
                data = file.read(MAX_TEXT * 4 + 1)
    except FileNotFoundError:
        fail(f"{source}: there is no such file")
    except IsADirectoryError:
        fail(f"{source}: this is a folder; a file was expected")
    except OSError as error:
        fail(f"{source}: cannot be read: {error.strerror or error}")
    except ValueError:
        fail("the file's name cannot be used")
    if not data.strip():
        fail(f"{source}: the input is empty; expected a JSON object")
    return data


def load(source: str) -> Any:
    """The one JSON document of a source."""
    data = read_source(source)
    try:
        return parse_json(data)
    except InputError as error:
        fail(f"{'standard input' if source == '-' else source}: {error.first}")


def describe(error: InputError, source: str) -> str:
    """The first defect, and how many more there are."""
    more = len(error.problems) - 1
    tail = f" (and {more} more)" if more else ""
    return f"{'standard input' if source == '-' else source}: {error.first}{tail}"


def run_jsonl(source: str, compute: Compute) -> NoReturn:
    """One result per line in the order of the input; a bad line becomes an error object and the rest goes on."""
    bad = 0
    out = sys.stdout
    for line in _lines(source):
        if not line.strip():
            continue
        try:
            answer = compute(parse_json(line))
        except InputError as error:
            bad += 1
            answer = {"error": error.first.as_json()}
            if len(error.problems) > 1:
                answer["errors"] = [p.as_json() for p in error.problems]
        out.write(json.dumps(answer, ensure_ascii=False) + "\n")
    out.flush()
    raise typer.Exit(1 if bad else 0)


def _lines(source: str) -> Any:
    """The lines of a source, each bounded: one long line of nonsense is read as one bad line."""
    if source == "-":
        yield from _bounded(sys.stdin.buffer)
        return
    try:
        with Path(source).open("rb") as file:
            yield from _bounded(file)
    except FileNotFoundError:
        fail(f"{source}: there is no such file")
    except IsADirectoryError:
        fail(f"{source}: this is a folder; a file was expected")
    except OSError as error:
        fail(f"{source}: cannot be read: {error.strerror or error}")


def _bounded(file: Any) -> Any:
    while line := file.readline(MAX_TEXT + 1):
        while len(line) > MAX_TEXT and not line.endswith(b"\n"):
            rest = file.readline(MAX_TEXT + 1)
            if not rest or rest.endswith(b"\n"):
                break
        yield line


def print_json(data: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=1) + "\n")
