"""The pages on the rule systems are made from the engine's data, and they are up to date."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.systems import SYSTEMS
from engine.systems.base import System
from server.cli.rulebook import rulebook

PAGES = Path(__file__).parents[2] / "docs" / "systems"


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda s: s.id)
def test_the_page_of_a_system_is_what_the_engine_knows(system: System) -> None:
    page = PAGES / f"{system.id}.md"
    if os.environ.get("KIEBITZ_UPDATE_GOLDEN"):
        page.write_text(rulebook(system), encoding="utf-8")
    assert page.read_text(encoding="utf-8") == rulebook(system)
