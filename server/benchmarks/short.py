"""Recognition and reading in five lines, for the README: `python -m server.benchmarks.short` writes them out of the kept figures."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from server.benchmarks.figures import FiguresError, read_parts

FIGURES: Final = Path("docs/figures.json")
README: Final = Path("README.md")
BEGIN: Final = "<!-- in short: written by `python -m server.benchmarks.short` out of docs/figures.json -->\n"
END: Final = "<!-- end -->"
Json = dict[str, Any]


def in_short(parts: Mapping[str, Json]) -> list[str]:
    """What open and covered cards, tricks and whole deals come to; prints never trained on, one scan per card."""
    try:
        cards, watch = parts["accuracy"]["report"]["lines"], parts["watch"]["report"]
        taught = cards["scan"]
        open_cards, half, less = taught["0.9-1"], taught["0.5-0.9"], taught["0.25-0.5"]
        found = [_of(taught[shown]["found"]) for shown in ("0.9-1", "0.5-0.9", "0.25-0.5")]
        deals, laid, accused = _of(watch["deals"]), _of(watch["cards"]), watch["false_accusations"]
        return [
            f"Open cards of a deck that was taught with one scan per card: {_named(open_cards)}.",
            f"Where half to nine tenths of them show: {_named(half)}. Where a quarter to half shows: {_named(less)}.",
            f"Found at all, of all these: {found[0]} open cards, {found[1]} half to nine tenths visible, {found[2]} a quarter to half.",
            f"Four-card tricks in one picture, all four right and nothing extra: {_of(cards['tricks_scan'])}.",
            f"Filmed deals read with no error and no help: {deals}; their cards: {laid}; false accusations: {accused}.",
        ]
    except (KeyError, TypeError) as error:
        raise FiguresError(f"the kept figures lack a part of the short list: {error}") from error


def _of(share: Json) -> str:
    return f"{share['count']:,} of {share['of']:,}"


def _named(row: Json) -> str:
    return f"{_of(row['answered'])} found ones named instead of asked about, {_of(row['right_of_answered'])} rightly"


def with_short(page: str, lines: list[str]) -> str:
    """The page with these lines between its two marks."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise FiguresError(f"the page has no place between {BEGIN.strip()} and {END}")
    return before + begin + "".join(f"- {line}\n" for line in lines) + end + after


def main() -> int:
    try:
        page = with_short(README.read_text(encoding="utf-8"), in_short(read_parts(FIGURES)))
    except (FiguresError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    README.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
