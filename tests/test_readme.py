"""The README's examples, tried as they stand there."""

from __future__ import annotations

import re
from pathlib import Path

from typer.testing import CliRunner

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
