"""The tablet's pictures: the app at a table that the server's own code keeps, with the demo's deal and pictures out of its film."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

import cv2
import numpy as np

from companion_app import actions as a
from companion_app.core import Companion
from companion_app.memory import Memory
from companion_app.pictures import studio
from companion_app.presenters.frame import frame_of
from companion_app.state import messages as m
from companion_app.viewmodels.frame import Frame
from engine.dealing import random_deal
from engine.record import write_deal
from engine.systems import agreed
from server.benchmarks.demo_film import SYSTEM, demo_deal
from server.benchmarks.story import begun, say, told
from server.tables.events import CardLaid, Said
from tests.companion_app.desk import Desk
from tests.companion_app.fingers import LiveFingers, choices
from tests.pictures import OUT
from tests.pictures.pages import FIRST, Evening, site
from vision.identity import rectify

WIDE: Final = 1024
HIGH: Final = {
    "contract": 1060,
    "ruling": 640,
    "settlement": 1090,
    "sheet": 660,
    "table": 700,
    "tournament": 640,
}
"""As high as it takes to cut nothing off."""
GAMES: Final = ("rufer", "besserrufer", "trischaken", "rufer", "solorufer", "dreier", "rufer", "besserrufer")
"""The deals before the demo's: eight, so that its forehand sits where the film shows him."""
MISTAKEN: Final = 4
"""The deal whose line is corrected."""
LAID: Final = (6, 3)
"""The picture of the table is taken when so many cards of this trick lie."""
PATIENCE: Final = 120.0
Frames = dict[str, Frame]


def at_the_table(film: Path, folder: Path) -> Frames:
    """From the contract to the sheet of an evening."""
    desk = Desk(SYSTEM, fair_play="fair_play")
    rng = Random(5)
    for game in GAMES:
        row = next(row for row in agreed(SYSTEM).games if row.id == game)
        words = list(told(write_deal(random_deal(rng, SYSTEM, row, announce=0.1))))
        desk.noted(say("deal_opened"), *(word for word in words[1:] if word.type != "call_said"))
    document = write_deal(demo_deal().deal)
    document.pop("hands")
    contract = document["contract"]
    found: Frames = {}
    desk.touch("settle.next", "do.contract", f"game.{contract['game']}", f"called.{contract['called']}")
    desk.touch(f"talon.{document['taken']}")
    found["contract"] = frame_of(desk.state)
    desk.touch("contract.commit")
    entered = {"deal_opened", "contract_set", "talon_taken"}
    desk.noted(*(word for word in begun(document) if word.type not in entered))
    desk.noted(say("camera_noted", status="watching"))
    before = len(list(begun(document)))
    trick = laid = 0
    for word in list(told(document))[before:-1]:
        if isinstance(word, CardLaid):
            laid = laid + 1 if word.trick == trick else 1
            trick = word.trick or 0
        desk.noted(filmed(word))
        if (trick, laid) == LAID and "table" not in found:
            found["table"] = frame_of(desk.state)
            desk.do(a.OpenRuling(0))
            shown(desk, film, folder)
            found["ruling"] = frame_of(desk.state)
            desk.do(a.Back())
    desk.touch("do.settle")
    found["settlement"] = frame_of(desk.state)
    desk.do(a.OpenSettlement(MISTAKEN))
    desk.touch("settle.correct", "outcome.koenig_ultimo.declarers.made", "result.commit", "tab.sheet")
    found["sheet"] = frame_of(desk.state)
    return found


def filmed(word: Said) -> Said:
    """A card as a camera's reader says it."""
    if not isinstance(word, CardLaid):
        return word
    return replace(word, source="camera", evidence=f"film.{word.card}")


def shown(desk: Desk, film: Path, folder: Path) -> None:
    """The pictures behind the cards in sight come to the device: cut out of the film as the reader cuts them."""
    truth = json.loads(film.with_name(f"{film.stem}.truth.json").read_text(encoding="utf-8"))
    lying = {card["card"]: card for card in truth["cards"]}
    capture = cv2.VideoCapture(str(film))
    for evidence in getattr(frame_of(desk.state).view, "evidence", ()):
        card = lying[evidence.card.id]
        capture.set(cv2.CAP_PROP_POS_MSEC, 1000 * (card["t_rest"] + 0.3))
        image = np.asarray(capture.read()[1], np.uint8)
        crop, _ = rectify(image, np.array(card["quad"], np.float32))
        larger = cv2.resize(crop, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        place = folder / f"{evidence.card.id}.jpg"
        cv2.imwrite(str(place), larger)
        desk.step(m.PictureCame(evidence.picture.id, str(place)))
    capture.release()


async def at_the_tournament(folder: Path) -> Frames:
    """A round, up to the third of four who confirm."""
    with site(folder / "round") as place:
        evening = Evening(place, "Martini-Cup", FIRST[:8])
        companion = Companion(Memory(folder / "tablet"), folder / "exports")
        companion.begin(server=place.url)
        person = LiveFingers(companion)
        try:
            await person.touch(f"tournament.{evening.id}", "take.1.2")
            log = (await asyncio.to_thread(lambda: evening.tables))[1]["log"]
            for _ in range(5):
                await asyncio.to_thread(evening.deal, log)
            await person.until(
                lambda: len((person.state.section("sheet") or {}).get("rows", ())) == 5, "the deals", PATIENCE
            )
            await person.touch("tab.tournament", *(f"confirm.{i}" for i in range(3)))
            await person.until(lambda: "confirm.3" in choices(person.frame), "the sheet", PATIENCE)
            await person.settled()
            return {"tournament": person.frame}
        finally:
            await companion.end()


def table(film: Path, folder: Path) -> None:
    drawn(at_the_table(film, folder), folder)


def tournament(_: Path, folder: Path) -> None:
    drawn(asyncio.run(at_the_tournament(folder)), folder)


@cache
def stage(home: Path) -> studio.Studio:
    """One window for all: Kivy has no second one."""
    studio.prepare(home)
    return studio.Studio()


def drawn(frames: Frames, folder: Path) -> None:
    home = folder.parent / "kivy"
    home.mkdir(exist_ok=True)
    scene = stage(home)
    for name, frame in frames.items():
        scene.resize(WIDE, HIGH[name])
        scene.show(replace(frame, notice=None))  # it goes after a few seconds
        scene.save(OUT / f"{name}.png")
