"""Words fit: nothing is cut off, overlaps its button or breaks inside a word, in both languages, up to twice the size."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion_app import actions as do
from companion_app.actions import Screen
from companion_app.pictures.samples import SAMPLES
from companion_app.pictures.studio import Studio
from companion_app.presenters.frame import frame_of
from companion_app.viewmodels.frame import Appearance
from companion_app.widgets.touch import Tap
from companion_app.widgets.words import Words
from engine.dealing import random_deal, with_revoke
from engine.record import write_deal
from engine.systems import agreed
from server.benchmarks.story import told
from tests.companion_app.desk import Desk
from tests.companion_app.fingers import choices

SIZES = {"phone": (480, 800), "tablet": (1024, 600)}


def _ancestors(widget: Any, stop: Any) -> list[Any]:
    found = []
    while widget.parent is not None and widget.parent is not stop:
        widget = widget.parent
        found.append(widget)
    return found


def faults(scene: Studio) -> list[str]:
    found = []
    for words in scene.root.walk():
        if not isinstance(words, Words) or not words.plain:
            continue
        wide, tall = words.texture_size
        if wide > words.width + 1.5 or tall > words.height + 1.5:
            found.append(f"{words.plain!r} needs {wide}×{tall}, has {words.width:.0f}×{words.height:.0f}")
        longest = max((words._wide(word) for word in words.plain.split()), default=0)
        if longest > words.width + 1.5:
            found.append(f"{words.plain!r} breaks inside a word: {longest:.0f} in {words.width:.0f}")
        for parent in _ancestors(words, scene.root):
            if isinstance(parent, Tap) and (
                words.x < parent.x - 1
                or words.right > parent.right + 1
                or words.top > parent.top + 1
                or words.y < parent.y - 1
            ):
                found.append(f"{words.plain!r} leaves its button")
        left, _ = words.to_window(words.x, words.y)
        right, _ = words.to_window(words.right, words.y)
        if left < -1 or right > scene.root.width + 1:
            found.append(f"{words.plain!r} leaves the screen: {left:.0f} to {right:.0f}")
    return found


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_every_word_fits(scene: Studio, size: str, lang: str, scale: float) -> None:
    scene.resize(*SIZES[size])
    found = []
    for name, sample in SAMPLES.items():
        scene.show(sample(Appearance(lang, scale=scale, motion=False)))
        found += [f"{name}: {fault}" for fault in faults(scene)]
    assert not found, "\n".join(found)


def test_a_word_too_long_for_its_box_is_noticed(scene: Studio) -> None:
    scene.resize(480, 800)
    scene.show(SAMPLES["table-play"](Appearance(motion=False)))
    button = scene.find("pad")
    words = next(w for w in button.walk() if isinstance(w, Words))
    words.plain = words._label.text = "Donaudampfschifffahrtsgesellschaft" * 3
    words._draw(2000)
    assert faults(scene)
    scene.root.start_anew()


@pytest.mark.parametrize(("size", "lang"), [("phone", "de"), ("tablet", "en")])
def test_every_word_of_a_real_deal_fits_at_twice_the_size(scene: Studio, size: str, lang: str) -> None:
    """A deal with a Renonce, as the presenters tell it: while it runs, settled, on the sheet and again as a replay."""
    rules = "hopfgarten-2023"
    rng = random.Random(9)
    row = next(game for game in agreed(rules).games if game.id == "rufer")
    found = None
    while found is None:
        found = with_revoke(rng, random_deal(rng, rules, row, announce=0.8))
    words = list(told(write_deal(found.deal)))
    desk = Desk(rules, lang=lang)
    desk.do(do.Change("scale", 2.0))
    scene.resize(*SIZES[size])
    short = []

    def look() -> None:
        scene.show(frame_of(desk.state))
        short.extend(faults(scene))

    desk.touch("do.contract", "game.rufer")
    look()
    desk = Desk(rules, lang=lang)
    desk.do(do.Change("scale", 2.0))
    desk.noted(*words[: len(words) * 3 // 4])
    look()
    desk.do(do.OpenCorrection(2, 2))
    look()
    desk.do(do.Back())
    desk.noted(*words[len(words) * 3 // 4 :])
    look()
    desk.touch(next(key for key in choices(frame_of(desk.state)) if key.startswith("ruling.")))
    look()
    for screen in (Screen.SHEET, Screen.SETTINGS, Screen.NEW_TABLE):
        desk.do(do.Open(screen))
        look()
    desk.do(do.OpenReplay(1))
    desk.do(do.Seek(20))
    look()
    assert not short, "\n".join(short)
