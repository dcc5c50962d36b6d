"""Every row of every system quotes its text, and the words stand there."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.systems import SYSTEMS
from engine.systems.base import Source, System

SEEDS = Path(__file__).parents[3] / "shared" / "rules" / "seeds"


def sources(system: System) -> Iterator[tuple[str, Source]]:
    yield from ((f"game {g.id}/{'/'.join(g.birds)}", g.source) for g in system.games)
    yield from ((f"bonus {b.id}", b.source) for b in system.bonuses)
    yield from ((f"option {o.name}", o.source) for o in system.options)
    yield from ((f"topic {name}", source) for name, source in system.sources.items())


def fold(text: str) -> str:
    text = unicodedata.normalize("NFKD", text.replace("ß", "ss")).casefold()
    return re.sub(r"[^a-z0-9]", "", re.sub(r"<[^>]*>", "", text))


def stands_in(quote: str, seed: str, exact: bool) -> bool:
    words = fold(quote)
    if words in seed:
        return True
    if exact:
        return False
    matcher = difflib.SequenceMatcher(None, seed, words, autojunk=False)
    return sum(block.size for block in matcher.get_matching_blocks() if block.size > 2) >= 0.8 * len(words)


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda s: s.id)
def test_every_row_names_its_section_and_its_words(system: System) -> None:
    for name, source in sources(system):
        assert source.section and source.quote, name


@pytest.mark.skipif(
    not SEEDS.is_dir(), reason="the texts of the systems (../shared/rules/seeds) are not here"
)
@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda s: s.id)
def test_every_quotation_stands_in_its_text(system: System) -> None:
    seed = fold((SEEDS / f"{system.id}.txt").read_text("utf-8"))
    scanned = system.id == "hopfgarten-2023"
    missing = [
        f"{n}: {s.quote}"
        for n, s in sources(system)
        if s.section != "assumed" and not stands_in(s.quote, seed, not scanned)
    ]
    assert not missing
