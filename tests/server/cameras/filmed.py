"""The last tricks of the demo's deal, filmed with the project's own deck, and as a browser's camera shows them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np

from engine.record import Deal, write_deal
from server.benchmarks.demo_film import demo_deal
from server.benchmarks.film_scripts import write_script
from server.benchmarks.films import Played, all_assets, film
from server.benchmarks.story import told
from server.tables.events import event_json
from vision.filming import Wish
from vision.images import Image

Words = list[dict[str, Any]]
RATE = 10.0
CAMERA_RATE = 30
"""Chromium shows a file of JPEGs as a camera of thirty pictures a second."""


def filmed_end(folder: Path, tricks: int = 2) -> tuple[Deal, Path, dict[str, Any]]:
    """The whole deal; the film of its last tricks; the truth of the film."""
    deal = demo_deal().deal
    end = replace(deal, tricks=deal.tricks[-tricks:], end="running")
    scene = write_script(Random(4), end, frozenset())
    wish = Wish(width=960, height=540, fps=RATE, tilt=12.0, yaw=0.0, tempo="brisk", calm=True)
    truth = film(folder, "end", 4, Played(end, None), scene, all_assets(None, []), wish)
    return deal, folder / "end.mp4", truth


def words_before(deal: Deal, tricks: int = 2) -> tuple[Words, Words]:
    """What people enter by hand: everything up to the filmed tricks, and the end of the deal."""
    words = [event_json(word) for word in told(write_deal(deal)) if word.type != "hand_shown"]
    first = 13 - tricks
    by_hand = [w for w in words[:-1] if w.get("trick", 0) < first]
    return by_hand, words[-1:]


def frames_of(path: Path) -> list[Image]:
    capture = cv2.VideoCapture(str(path))
    found: list[Image] = []
    while True:
        good, image = capture.read()
        if not good:
            capture.release()
            return found
        found.append(np.asarray(image, np.uint8))


def as_camera(
    path: Path, target: Path, *, lead: float = 1.0, tail: float = 20.0, slower: float = 1.0
) -> bytes:
    """A file of JPEGs for Chromium; before the film, and after it, the table lies still. Gives the first picture."""
    frames = frames_of(path)
    repeat = round(slower * CAMERA_RATE / RATE)
    with target.open("wb") as file:
        for n, image in enumerate([frames[0], *frames, frames[-1]]):
            data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
            times = {0: lead * CAMERA_RATE, len(frames) + 1: tail * CAMERA_RATE}.get(n, repeat)
            for _ in range(round(times)):
                file.write(data)
    return bytes(cv2.imencode(".jpg", frames[0], [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes())
