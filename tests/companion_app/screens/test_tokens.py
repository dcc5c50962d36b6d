"""The palettes: every pair of colours that meets is readable, computed as WCAG 2 defines contrast."""

from __future__ import annotations

import re
from dataclasses import fields
from itertools import combinations
from pathlib import Path

import pytest

from companion_app.theme import tokens
from companion_app.theme.live import palette_for
from companion_app.theme.tokens import PALETTES, Palette, contrast
from companion_app.viewmodels.frame import Appearance

GROUNDS = ("paper", "sheet", "raised")
TEXTS = ("ink", "soft", "accent_text", "good", "bad", "info", "hearts", "diamonds", "spades", "clubs")
PAIRS = [
    *((text, ground) for text in TEXTS for ground in GROUNDS),
    *((text, ground) for text in ("on_cloth", "on_cloth_soft") for ground in ("cloth", "cloth_deep")),
    ("on_accent", "accent"),
    ("on_bad", "bad"),
]
EDGES = [*(("edge", ground) for ground in GROUNDS), ("on_cloth", "cloth")]
LOOKS = [
    Appearance(theme=theme, contrast=strong, suits=suits)
    for theme in ("light", "dark")
    for strong in (False, True)
    for suits in ("two", "four")
]


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_text_has_aa_contrast_and_aaa_where_it_is_asked_for(look: Appearance) -> None:
    palette = palette_for(look)
    least = 7.0 if look.contrast else 4.5
    if look.suits == "four":
        least = 4.5
    short = {
        (a, b): round(contrast(getattr(palette, a), getattr(palette, b)), 2)
        for a, b in PAIRS
        if contrast(getattr(palette, a), getattr(palette, b)) < least
    }
    assert not short


@pytest.mark.parametrize("palette", PALETTES.values(), ids=map(str, PALETTES))
def test_edges_of_what_can_be_touched_show(palette: Palette) -> None:
    assert all(contrast(getattr(palette, a), getattr(palette, b)) >= 3.0 for a, b in EDGES)


# What an eye without one kind of cones sees (Viénot, Brettel and Mollon, in linear light).
_EYES = {
    "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


def _seen(colour: str, eye: str) -> tuple[float, ...]:
    linear = [c**2.2 for c in tokens.rgba(colour)[:3]]
    mixed = [sum(w * c for w, c in zip(row, linear, strict=True)) for row in _EYES[eye]]
    return tuple(max(m, 0.0) ** (1 / 2.2) for m in mixed)


@pytest.mark.parametrize("eye", _EYES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_four_suits_stay_apart_for_colour_blind_eyes(theme: str, eye: str) -> None:
    palette = palette_for(Appearance(theme=theme, suits="four"))
    suits = [_seen(getattr(palette, name), eye) for name in ("hearts", "diamonds", "spades", "clubs")]
    for one, other in combinations(suits, 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 0.18


def test_app_and_web_pages_share_their_colours() -> None:
    sheet = Path(__file__).parents[3] / "server" / "web" / "static" / "tokens.css"
    if not sheet.exists():
        pytest.skip("the web pages are not beside the app")
    first = sheet.read_text(encoding="utf-8").split("@media")[0]
    web = dict(re.findall(r"--([a-z-]+):\s*(#[0-9a-f]{6})", first))
    names = [field.name for field in fields(Palette)]
    shared = {name: web[name.replace("_", "-")] for name in names if name.replace("_", "-") in web}
    assert len(shared) >= 20
    assert shared == {name: getattr(tokens.LIGHT, name) for name in shared}
