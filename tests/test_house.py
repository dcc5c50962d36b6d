"""The house itself: our names are ours alone, modules say what they are for, and data folders hold no code."""

from __future__ import annotations

import ast
import importlib
import importlib.metadata
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]
ROOMS = ("engine", "vision", "server", "companion_app")
MODULES = sorted(p for room in ROOMS for p in (HOUSE / room).rglob("*.py"))


@pytest.mark.parametrize("room", ROOMS)
def test_our_distribution_alone_owns_the_name(room: str) -> None:
    owners = set(importlib.metadata.packages_distributions().get(room, ["kiebitz"]))
    assert {owner.lower() for owner in owners} == {"kiebitz"}
    assert Path(importlib.import_module(room).__file__ or "").parent == HOUSE / room


def test_models_is_data_without_code() -> None:
    assert not list((HOUSE / "models").rglob("*.py"))


@pytest.mark.parametrize("module", MODULES, ids=lambda p: str(p.relative_to(HOUSE)))
def test_a_module_says_what_it_is_for(module: Path) -> None:
    assert ast.get_docstring(ast.parse(module.read_text(encoding="utf-8")))


@pytest.mark.parametrize("room", ROOMS)
def test_no_module_is_a_hall(room: str) -> None:
    halls = [
        f"{module.relative_to(HOUSE)}: {lines}"
        for module in (HOUSE / room).rglob("*.py")
        if (lines := len(module.read_text(encoding="utf-8").splitlines())) > _most_lines(module)
    ]
    assert not halls


def _most_lines(module: Path) -> int:
    """What sees and what measures may be longer for now."""
    place = module.relative_to(HOUSE).parts
    return 600 if place[0] == "vision" or place[:2] == ("server", "benchmarks") else 400
