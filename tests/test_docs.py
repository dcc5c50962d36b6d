"""What README and docs name is there: commands with their options, modules, files, other pages."""

from __future__ import annotations

import importlib.util
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from typer.core import TyperGroup

from server.cli import app

HOUSE = Path(__file__).parents[1]
PAGES = [
    HOUSE / "README.md",
    *sorted((HOUSE / "docs").rglob("*.md")),
    *sorted((HOUSE / "models").glob("*.md")),
]
OURS = "engine|vision|server|companion_app|models|docs|tests"
TOP = typer.main.get_command(app)


def code(page: Path) -> Iterator[str]:
    """Every span and every line of a block of code, without what a shell would take for a comment."""
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"^```[a-z]*\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        yield from (line.split(" #")[0] for line in block.splitlines())
    for span in re.findall(r"`([^`]+)`", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)):
        yield " ".join(span.split())


def named(pattern: str) -> list[tuple[Path, str]]:
    """Where a pattern's first group stands in code, each once."""
    return sorted({(p, found) for p in PAGES for line in code(p) for found in re.findall(pattern, line)})


def told(case: object) -> str:
    return case.name if isinstance(case, Path) else str(case)


@pytest.mark.parametrize(("page", "call"), named(r"(?:^|[\s/])kiebitz ([a-z][^|(]*)"), ids=told)
def test_a_command_and_its_options_exist(page: Path, call: str) -> None:
    command = TOP
    for word in shlex.split(call.replace("…", " ").replace("'", " ")):
        if isinstance(command, TyperGroup) and not word.startswith("-"):
            below = command.get_command(typer.Context(command), word)
            assert below is not None, f"{page.name}: kiebitz {call}: there is no {word}"
            command = below
        elif word.startswith("--"):
            known = {name for option in command.params for name in option.opts}
            assert word.split("=")[0] in known | {"--help"}, f"{page.name}: kiebitz {call}: no option {word}"


@pytest.mark.parametrize(("page", "module"), named(rf"python -m ((?:{OURS})[a-z_.]*)"), ids=told)
def test_a_module_that_is_called_exists(page: Path, module: str) -> None:
    assert importlib.util.find_spec(module), f"{page.name} names {module}"


@pytest.mark.parametrize(("page", "path"), named(rf"^((?:{OURS})/[\w./*-]+)$"), ids=told)
def test_a_file_that_is_named_exists(page: Path, path: str) -> None:
    assert any(HOUSE.glob(path.replace("NAME", "*").rstrip("/"))), f"{page.name} names {path}"


@pytest.mark.parametrize(
    ("page", "link"),
    sorted({(p, t) for p in PAGES for t in re.findall(r"\]\(([^)#:]+)[)#]", p.read_text(encoding="utf-8"))}),
    ids=told,
)
def test_a_page_that_is_pointed_to_exists(page: Path, link: str) -> None:
    assert (page.parent / link).exists(), f"{page.name} points to {link}"
