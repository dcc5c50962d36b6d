"""The README's examples, tried as they stand there, and its figures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from server.benchmarks.figures import FiguresError, read_parts
from server.benchmarks.short import in_short, with_short
from server.cli import app

HOUSE = Path(__file__).parents[1]
README = (HOUSE / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```\n(.*?)```", README, re.DOTALL)


def test_the_deal_of_the_readme_is_judged_as_shown(tmp_path: Path) -> None:
    deal = next(b for b in BLOCKS if b.startswith("Kiebitz steiermark-2017"))
    shown = next(b for b in BLOCKS if b.startswith("$ .venv/bin/kiebitz judge"))
    file = tmp_path / "deal.txt"
    file.write_text(deal, encoding="utf-8")
    answer = CliRunner().invoke(app, ["judge", str(file)])
    assert answer.exit_code == 0
    said = [line.rstrip() for line in answer.stdout.splitlines()]
    assert said == [line.rstrip() for line in shown.splitlines()[1:]]


def test_its_figures_are_those_that_were_kept() -> None:
    lines = in_short(read_parts(HOUSE / "docs" / "figures.json"))
    assert with_short(README, lines) == README, "python -m server.benchmarks.short"


def test_a_page_without_a_place_for_them_or_a_part_that_was_not_measured_is_named() -> None:
    with pytest.raises(FiguresError, match="no place"):
        with_short("# Kiebitz\n", [])
    with pytest.raises(FiguresError, match="accuracy"):
        in_short({})
