"""The figures to reach, what was measured of them, and the page and table that show both."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

Json = dict[str, Any]
FORMAT: Final = "kiebitz-bench/1"
MISSING: Final = "not measured"
HOUSE: Final = Path(__file__).parents[2]


class FiguresError(ValueError):
    """A file of figures that cannot be used."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table: what is to be reached, and how it is read out of a part's report.

    `reached` is None where a run was good but too small to tell; `how` is the command that measures it.
    """

    section: str
    part: str
    what: str
    aim: str
    show: Callable[[Json], str]
    reached: Callable[[Json], bool | None]
    how: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A figure with what was measured; `reached` is None where nothing was, or not enough."""

    figure: Figure
    measured: str
    reached: bool | None
    command: str
    day: str = ""


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A section's figures by what they depend on: rows of a table, read out of a part's report."""

    section: str
    part: str
    head: tuple[str, ...]
    rows: Callable[[Json], list[tuple[str, ...]]]


def machine() -> Json:
    """What a reader of figures wants to know of the machine, and how busy it was."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cpus": os.cpu_count(),
        "load": round(load, 1),
    }


def commit() -> str | None:
    """The state of the code, with a + where it was changed since; None where it is not a checkout."""
    words = ("git", "-C", str(HOUSE), "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty=+")
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() or None if (HOUSE / ".git").exists() else None


def kept(report: Json, command: str, day: str, networks: Mapping[str, str] | None = None) -> Json:
    """One part as it is kept: the report, where it comes from, when, on what, with which code and networks."""
    row: Json = {"command": command, "day": day, "commit": commit(), "machine": machine()}
    return row | ({"networks": dict(networks)} if networks else {}) | {"report": report}


def read_parts(place: Path) -> dict[str, Json]:
    """The parts of a file of figures; none if there is no such file yet."""
    if not place.is_file():
        return {}
    try:
        data = json.loads(place.read_text(encoding="utf-8"))
    except ValueError as error:
        raise FiguresError(f"{place}: not JSON: {error}") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("parts"), dict):
        raise FiguresError(f'{place}: expected a file with "format": "{FORMAT}" and "parts"')
    return dict(data["parts"])


def write_parts(place: Path, parts: Mapping[str, Json]) -> None:
    text = json.dumps({"format": FORMAT, "parts": dict(sorted(parts.items()))}, indent=1, ensure_ascii=False)
    place.write_text(text + "\n", encoding="utf-8")


def lines(parts: Mapping[str, Json], figures: Sequence[Figure]) -> list[Line]:
    """Every figure with its measurement, in the order of the table."""
    return [_line(parts.get(figure.part), figure) for figure in figures]


def _line(part: Json | None, figure: Figure) -> Line:
    if part is None:
        return Line(figure, MISSING, None, figure.how)
    try:
        measured, reached = figure.show(part["report"]), figure.reached(part["report"])
    except (KeyError, TypeError, IndexError):
        # A shorter run leaves figures out; they are then missing, not zero.
        return Line(figure, MISSING, None, figure.how)
    return Line(figure, measured, reached, str(part.get("command", "")), str(part.get("day", "")))


MARKS: Final = {True: "yes", False: "**no**", None: "–"}


def as_page(
    parts: Mapping[str, Json],
    figures: Sequence[Figure],
    notes: Mapping[str, str],
    breakdowns: Sequence[Breakdown] = (),
) -> str:
    """`docs/figures.md`: a table per section, and under it what a person has to say of it."""
    text = [notes.get("", "").strip(), ""]
    rows = lines(parts, figures)
    for section in dict.fromkeys(f.section for f in figures):
        text += [
            f"## {section}",
            "",
            "| what | to reach | measured | reached | command | day |",
            "|---|---|---|---|---|---|",
        ]
        for line in rows:
            if line.figure.section == section:
                command = f"`{line.command}`" if line.command else ""
                cells = (line.figure.what, line.figure.aim, line.measured, MARKS[line.reached], command)
                text.append("| " + " | ".join((*cells, line.day)) + " |")
        for each in breakdowns:
            if each.section == section and each.part in parts:
                text += ["", *_broken_down(each, parts[each.part]["report"])]
        text += ["", notes.get(section, "").strip(), ""]
    for section, words in notes.items():
        if section and section not in {f.section for f in figures}:
            text += [f"## {section}", "", words.strip(), ""]
    return "\n".join(text).replace("\n\n\n", "\n\n").strip() + "\n"


def _broken_down(each: Breakdown, report: Json) -> list[str]:
    rows = each.rows(report)
    table = [each.head, ("---",) * len(each.head), *rows]
    return ["| " + " | ".join(cells) + " |" for cells in table] if rows else []


def read_notes(text: str) -> dict[str, str]:
    """What stands under each `## heading`; under "" what stands before the first."""
    notes: dict[str, list[str]] = {"": []}
    heading = ""
    for line in text.splitlines():
        if line.startswith("## "):
            heading = line[3:].strip()
            notes[heading] = []
        else:
            notes[heading].append(line)
    return {name: "\n".join(rows) for name, rows in notes.items()}


def as_table(parts: Mapping[str, Json], figures: Sequence[Figure]) -> str:
    """The same for a terminal; what was not measured says how it is."""
    text = []
    section = ""
    for line in lines(parts, figures):
        if line.figure.section != section:
            section = line.figure.section
            text.append(f"\n{section}")
        mark = {True: "✓", False: "✗", None: "·"}[line.reached]
        measured = f"{MISSING}: {line.command}" if line.measured == MISSING else line.measured
        text.append(f"  {mark} {line.figure.what}: {measured}  (to reach: {line.figure.aim})")
    return "\n".join(text) + "\n"
