"""The look without a browser: contrast of the tokens, the words of both languages, what strangers may read."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from server.web.files import FOR_STRANGERS, STATIC

CSS = (STATIC / "tokens.css").read_text(encoding="utf-8")
WORDS = sorted(path.name.removesuffix(".de.json") for path in (STATIC / "words").glob("*.de.json"))
SCRIPTS = sorted(STATIC.glob("*.js"))


def tokens(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z-]+):\s*(#[0-9a-f]{6});", block))


LIGHT = tokens(CSS.partition("@media")[0])
DARK = tokens(CSS.partition(':root[data-theme="dark"]')[2])
THEMES = {"light": LIGHT, "dark": LIGHT | DARK}


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_counted_as_wcag_counts_it() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


TEXT = ("ink", "soft", "accent-text", "good", "bad", "info", "hearts", "diamonds", "spades", "clubs")
PAIRS = [
    *((text, ground, 4.5) for text in TEXT for ground in ("paper", "sheet", "raised")),
    *((text, ground, 4.5) for text in ("on-cloth", "on-cloth-soft") for ground in ("cloth", "cloth-deep")),
    ("on-accent", "accent", 4.5),
    *(("edge", ground, 3.0) for ground in ("paper", "sheet", "raised")),
    *(("accent", ground, 3.0) for ground in ("cloth", "cloth-deep")),
]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("text", "ground", "least"), PAIRS)
def test_what_may_meet_can_be_read(theme: str, text: str, ground: str, least: float) -> None:
    assert contrast(THEMES[theme][text], THEMES[theme][ground]) >= least


def test_dark_by_the_system_is_dark_by_choice() -> None:
    by_system = CSS.partition("@media (prefers-color-scheme: dark)")[2].partition(":root[data-theme")[0]
    assert tokens(by_system) == DARK and len(DARK) > 15


def both(name: str) -> tuple[dict[str, str], dict[str, str]]:
    read = [
        json.loads((STATIC / "words" / f"{name}.{lang}.json").read_text("utf-8")) for lang in ("de", "en")
    ]
    return read[0], read[1]


@pytest.mark.parametrize("name", WORDS)
def test_both_languages_say_the_same_things(name: str) -> None:
    german, english = both(name)
    assert german.keys() == english.keys()
    for key, text in german.items():
        assert sorted(re.findall(r"\{(\w+)\}", text)) == sorted(re.findall(r"\{(\w+)\}", english[key])), key
        assert text.strip() and english[key].strip()


def used(script: str, seen: set[str]) -> set[str]:
    """A module and all that it imports."""
    if script not in seen:
        seen.add(script)
        for found in re.findall(r'from "\./(\w+)\.js"', code(script)):
            used(found, seen)
    return seen


def code(script: str) -> str:
    return re.sub(r"/\*.*?\*/", "", (STATIC / f"{script}.js").read_text(encoding="utf-8"), flags=re.DOTALL)


def test_every_word_that_a_page_asks_for_exists() -> None:
    known = {key for name in WORDS for key in both(name)[0]}
    routes = [path.read_text(encoding="utf-8") for path in STATIC.parent.glob("*.py")]
    pages = {name for text in routes for name in re.findall(r'\bpage\(\s*"(\w+)"', text)}
    scripts = set().union(*(used(name, set()) for name in pages))
    asked = {key for name in scripts for key in re.findall(r'\bt\("([\w.-]+)"', code(name))}
    assert {"start", "board", "table", "replay", "setup", "pair"} <= pages
    assert len(asked) > 150 and not asked - known


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_no_page_reads_text_as_markup(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text
    )
    assert text.startswith("/*"), "a module says what it is for"


def test_a_stranger_gets_the_whole_pairing_page_and_nothing_else() -> None:
    """What the open files import, they import from each other."""
    for name in FOR_STRANGERS:
        file = STATIC / name
        assert file.is_file()
        for found in re.findall(r'from "\./([\w.-]+)"', file.read_text(encoding="utf-8")):
            assert found in FOR_STRANGERS
