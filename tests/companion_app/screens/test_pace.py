"""How fast and how lean: the first picture, a frame while a trick comes in, memory over many deals.

Times of frames are processor time of the window's thread: on a machine that does other work besides, the wall clock
measures that work. `python -m companion_app.pictures.pace` prints both, with the machine's load.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from companion_app.pictures.pace import deals_shown, frames_of_tricks, percentile
from companion_app.pictures.samples import SAMPLES
from companion_app.pictures.studio import Studio
from companion_app.viewmodels.frame import Appearance
from companion_app.widgets.cloth import SLIDE

resource = pytest.importorskip("resource", reason="processor time of a child is told by POSIX systems only")

ROUNDS = 4


def test_no_frame_of_a_trick_coming_in_takes_longer_than_33_ms(scene: Studio) -> None:
    """The least disturbed of some rounds tells what the code can do: neighbours also take caches and clock rate."""
    scene.resize(1024, 600)
    slow: list[float] = []
    while len(slow) < ROUNDS and (not slow or min(slow) > 0.033):
        frames = frames_of_tricks(scene, tricks=4)
        assert len(frames) >= 100
        slow.append(percentile([f.own for f in frames], 99))
    assert min(slow) <= 0.033, slow


def test_a_card_slides_in_within_a_fifth_of_a_second(scene: Studio) -> None:
    scene.resize(1024, 600)
    scene.show(SAMPLES["table-idle"](Appearance()))
    scene.show(SAMPLES["table-play"](Appearance()))
    card = scene.find("laid.D")
    began, places = time.monotonic(), [tuple(card.pos)]
    while places[-1] != card.place[:2] and time.monotonic() - began < 2:
        scene.settle()
        places.append(tuple(card.pos))
    assert len(set(places)) > 2, "it was on its way"
    assert places[-1] == card.place[:2]
    assert SLIDE <= 0.2


def test_memory_stays_flat_over_many_deals(scene: Studio) -> None:
    scene.resize(1024, 600)
    objects, kilobytes = deals_shown(scene, warm=21, deals=20)
    assert objects <= 300, "objects left over from 20 deals"
    assert kilobytes <= 6000


def test_the_first_picture_stands_within_three_seconds() -> None:
    """From the start of the program. Processor time always; by the clock only where the machine has nothing else to do."""
    busy = os.getloadavg()[0] > (os.cpu_count() or 1)
    starts: list[tuple[float, float]] = []
    while len(starts) < ROUNDS and not any(own <= 3.0 and (busy or wall <= 3.0) for own, wall in starts):
        starts.append(_start())
    assert any(own <= 3.0 and (busy or wall <= 3.0) for own, wall in starts), starts


def _start() -> tuple[float, float]:
    """Seconds of processor time and by the clock until the first picture."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "companion_app.pictures.pace", "--start"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return own, float(done.stdout.split()[-1])
