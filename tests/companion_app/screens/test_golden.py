"""Every screen looks as it did: two densities, two themes, two languages, with a stated tolerance.

`KIEBITZ_UPDATE_GOLDEN=1` writes the pictures anew; they are to be looked at before they are committed.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageFilter

from companion_app.pictures.samples import SAMPLES
from companion_app.pictures.studio import Studio
from companion_app.viewmodels.frame import Appearance
from tests.companion_app.screens import golden

# A tablet lying at one density, a telephone standing at the other.
STAGES = {"tablet-1": (1024, 600, 1.0), "phone-1.5": (480, 800, 1.5)}
THEMES = {
    "light": Appearance(motion=False),
    "dark-strong": Appearance(theme="dark", contrast=True, motion=False),
}
LOOKS = [(stage, theme, lang) for stage in STAGES for theme in THEMES for lang in ("de", "en")]
# One of each screen in every look; other moments of the same screens in two looks.
MOMENTS = (
    "start-pair",
    "start-tables",
    "table-idle",
    "table-bidding",
    "table-last-trick",
    "contract-empty",
    "picture",
    "tournament-in",
    "tournament-offline",
    "table-round",
)
CASES = [
    (sample, *look)
    for sample in SAMPLES
    for look in (LOOKS if sample not in MOMENTS else (LOOKS[0], LOOKS[-1]))
]


def picture_of(scene: Studio, sample: str, stage: str, theme: str, lang: str) -> Image.Image:
    scene.resize(*STAGES[stage])
    scene.show(SAMPLES[sample](replace(THEMES[theme], lang=lang)))
    return golden.small(*scene.pixels())


@pytest.mark.parametrize(("sample", "stage", "theme", "lang"), CASES)
def test_a_screen_looks_as_it_did(
    scene: Studio, tmp_path: Path, sample: str, stage: str, theme: str, lang: str
) -> None:
    now = picture_of(scene, sample, stage, theme, lang)
    kept = golden.GOLDEN / f"{sample}.{stage}.{theme}.{lang}.jpg"
    if golden.UPDATE:
        golden.save(now, kept)
    found = golden.difference(now, Image.open(kept))
    if not found.same:
        now.save(tmp_path / "now.png")
    assert found.same, f"{kept.name}: {found}, now at {tmp_path / 'now.png'}"


def _kept(sample: str) -> Image.Image:
    return Image.open(golden.GOLDEN / f"{sample}.tablet-1.light.de.jpg")


BUTTONS = [("table-play", "pad"), ("contract", "commit"), ("settings", "lang.en"), ("ruling", "renonce"),
           ("sheet", "pdf"), ("table-question", "nobody"), ("replay", "replay.1"), ("start-pair", "key.5")]  # fmt: skip


@pytest.mark.parametrize(("sample", "key"), BUTTONS)
@pytest.mark.parametrize("harm", ["missing", "moved"])
def test_a_missing_or_moved_button_is_noticed(scene: Studio, sample: str, key: str, harm: str) -> None:
    picture_of(scene, sample, "tablet-1", "light", "de")
    button: Any = scene.find(key)
    place = tuple(button.pos)
    if harm == "missing":
        button.opacity = 0
    else:
        button.put(button.x + 6, button.y - 6)
    scene.settle()
    found = golden.difference(golden.small(*scene.pixels()), _kept(sample))
    button.opacity = 1
    button.put(*place)
    assert not found.same, found


@pytest.mark.parametrize("sample", ["table-play", "table-pad", "sheet", "ruling"])
def test_edges_drawn_a_little_differently_are_the_same(scene: Studio, sample: str) -> None:
    """As another version of the graphics library might: softer, and with noise."""
    picture_of(scene, sample, "tablet-1", "light", "de")
    size, rgba = scene.pixels()
    soft = Image.frombytes("RGBA", size, rgba).convert("RGB").filter(ImageFilter.GaussianBlur(0.4))
    noise = np.random.default_rng(7).integers(-6, 7, (size[1], size[0], 3))
    rough = np.clip(np.asarray(soft, np.int16) + noise, 0, 255).astype(np.uint8)
    other = Image.fromarray(rough).convert("RGBA")
    found = golden.difference(golden.small(size, other.tobytes()), _kept(sample))
    assert found.same, found


def test_another_theme_is_noticed(scene: Studio) -> None:
    now = picture_of(scene, "table-play", "tablet-1", "dark-strong", "de")
    assert not golden.difference(now, _kept("table-play")).same


def test_the_golden_pictures_stay_small() -> None:
    kept = list(golden.GOLDEN.glob("*.jpg"))
    assert len(kept) == len(CASES)
    assert sum(path.stat().st_size for path in kept) <= 6_000_000
