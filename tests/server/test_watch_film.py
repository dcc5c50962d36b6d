"""A small film of the project's own deck, read by the shipped networks: as it is, and again from what was stored of it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from engine.record_reading import read_deal
from server.benchmarks.films import all_assets
from server.watching.session import Session
from server.watching.store import SessionStore
from vision.filming import Lay, Script, Sweep, TakeBack, Wish, choose_look, direct, shoot
from vision.reading import load_reader
from vision.sources.base import Frame
from vision.sources.files import FrameFolder

START: dict[str, Any] = {
    "format": "kiebitz-deal/1",
    "rules": "steiermark-2017",
    "options": {},
    "forehand": "S",
    "contract": {"game": "rufer", "declarer": "A", "called": "SK"},
    "taken": "none",
}
SCRIPT = Script(
    (
        Lay("S", "HK", 1),
        Lay("E", "T17", 1, 0.6),
        TakeBack("E", "T17", 0.6),
        Lay("E", "H4", 1, 0.6),
        Lay("N", "T05", 1, 0.4),
        Lay("W", "H1", 1, 0.6),
        Sweep("N", 1, 0.8),
    )
)
STORY = [
    "card A HK",
    "card B T17",
    "taken_back B T17",
    "card B H4",
    "card C T05",
    "card D H1",
    "trick C",
    "collected C",
]


def story(frames: Iterable[Frame]) -> list[str]:
    session = Session(read_deal(START), load_reader("kiebitz"))
    rows = [told.row for frame in frames for told in session.feed(frame)]
    rows += [told.row for told in session.finish()]
    words = ("seat", "card", "winner", "by")
    return [
        " ".join([row["event"], *(str(row[word]) for word in words if word in row)])
        for row in rows
        if row["event"] != "deal"
    ]


@pytest.fixture(scope="module")
def film() -> list[Frame]:
    assets = all_assets(None, [])
    look = choose_look(
        11, assets.decks[0], Wish(960, 540, 10.0, tilt=15.0, yaw=0.0, tempo="brisk", calm=True)
    )
    pictures = shoot(direct(SCRIPT, look), assets)
    return [Frame(picture, number / look.fps, number) for number, picture in enumerate(pictures)]


def test_a_filmed_trick_is_read_as_it_was_played(film: list[Frame]) -> None:
    assert story(film) == STORY


def test_what_was_stored_of_it_tells_the_same_story(film: list[Frame], tmp_path: Path) -> None:
    store = SessionStore(tmp_path / "stored", START)
    for frame in film:
        store.frame(frame)
    store.close()
    assert story(FrameFolder(tmp_path / "stored")) == STORY
