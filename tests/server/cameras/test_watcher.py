"""A reader at a server's table, from scenes on a stage to the table's log: dies, comes back, is corrected, aims."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.cards import BY_ID
from engine.record_reading import read_deal
from server.cameras.access import Server
from server.cameras.line import Line, pictures_of
from server.cameras.outbox import Outbox
from server.cameras.telling import Telling
from server.cameras.watcher import Watcher
from server.watching.session import Session, Told
from tests.pushed_frames import PushedFrames
from tests.server.house import House, house
from tests.vision.table_stand_ins import Stage, play, recogniser
from vision.reader.events import Event, Laid, Name, Renamed, Swept, TakenBack
from vision.sources.base import Frame

QUAD = np.array([[10, 10], [40, 10], [40, 70], [10, 70]], np.float32)


class Table:
    """A table of a whole server, and readers that speak with it after every frame."""

    def __init__(self, at: House, folder: Path, **more: Any) -> None:
        self.at, self.folder = at, folder
        self.id = at.table(rules="steiermark-2017", **more)
        self.device = at.device("camera", self.id)
        self.readers = 0
        self.last: dict[str, Any] = {}
        self.boxes: list[Outbox] = []

    def reader(self, source: str = "camera 7") -> Watcher:
        self.readers += 1
        box = Outbox(self.folder / f"r{self.readers}")
        self.boxes.append(box)
        line = Line(Server("http://127.0.0.1:1"), self.id, box)
        recognise, self.finder = recogniser()
        return Watcher(PushedFrames(source), recognise, line)

    def show(self, watcher: Watcher, stage: Stage, since: int = 0) -> int:
        """The frames of the stage from a number on; answers where they end."""
        for number, (image, t) in enumerate(play(stage.shots[since:], self.finder), since):
            watcher.feed(Frame(image, t, number))
            self.speak(watcher)
        return len(stage.shots)

    def speak(self, watcher: Watcher) -> None:
        box = watcher.line.outbox
        while (batch := box.batch(0.0)) is not None:
            body = {"id": batch.reader, "first": batch.first, "deal": batch.deal, "events": batch.events}
            answer = self.device.post(f"/api/tables/{self.id}/camera/events", json=body)
            assert answer.status_code == 200, answer.text
            assert not [row for row in answer.json()["events"] if "error" in row], answer.text
            box.done(batch)
        told = {**watcher.line.news, "id": box.reader}
        answer = self.device.post(f"/api/tables/{self.id}/camera/sync", json=told)
        assert answer.status_code == 200, answer.text
        watcher.line.orders = self.last = answer.json()

    def say(self, *words: dict[str, Any]) -> None:
        done = self.at.say(self.id, *words)
        assert done.status_code == 200, done.text

    @property
    def deal(self) -> dict[str, Any]:
        found: dict[str, Any] = self.at.host.get(f"/api/tables/{self.id}").json()["sections"]["deal"]
        return found

    @property
    def tricks(self) -> list[str]:
        rows = self.deal["record"]["tricks"]
        return [" ".join(f"{seat}{card}" for seat, card in trick["cards"]) for trick in rows]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "house").mkdir()
    with house(tmp_path / "house") as at:
        built = Table(at, tmp_path / "boxes")
        yield built
        for box in built.boxes:
            box.close()


OPEN = {"type": "deal_opened", "forehand": "S"}
DREIER = {"type": "contract_set", "game": "dreier", "declarer": "A"}


def test_a_trick_from_the_stage_to_the_log(table: Table) -> None:
    table.say(OPEN, DREIER)
    stage, watcher = Stage(), table.reader()
    table.speak(watcher)
    for seat, card in (("S", "HK"), ("E", "H4"), ("N", "C7"), ("W", "H1")):
        stage.lay(seat, card)
    stage.sweep("S")
    table.show(watcher, stage)
    assert table.tricks == ["AHK BH4 CC7 DH1"]
    assert table.deal["record"]["tricks"][0]["collected_by"] == "A"
    shown = table.at.host.get(f"/api/tables/{table.id}/camera").json()
    assert shown["state"] == "watching" and set(shown["reader"]["view"]["seats"]) == set("SENW")
    assert watcher.line._shown.qsize() == 4  # each card's picture is kept for its evidence
    crop, frame = pictures_of(watcher.line._shown.get(), frames=True)
    assert (crop[0], frame[0]) == ("crop", "frame") and crop[1][:3] == frame[1][:3] == b"\xff\xd8\xff"


def test_a_reader_dies_in_the_middle_of_a_trick(table: Table) -> None:
    """Its successor sees the cards lie there and goes on; nothing is doubled, nothing lost."""
    table.say(OPEN, DREIER)
    stage, first = Stage(), table.reader()
    table.speak(first)
    for seat, card in (("S", "HK"), ("E", "H4"), ("N", "H3"), ("W", "H1")):
        stage.lay(seat, card)
    stage.sweep("S")
    stage.lay("S", "D1")
    stage.lay("E", "D2")
    seen = table.show(first, stage)
    second = table.reader()
    table.speak(second)
    stage.wait(24)
    for seat, card in (("N", "H2"), ("W", "D3")):
        stage.lay(seat, card)
    stage.sweep("S")
    table.show(second, stage, seen)
    assert table.tricks == ["AHK BH4 CH3 DH1", "AD1 BD2 CH2 DD3"]
    assert table.deal["record"]["tricks"][1]["collected_by"] is not None


def test_the_contract_is_entered_while_the_deal_is_read(table: Table) -> None:
    table.say(OPEN)
    stage, watcher = Stage(), table.reader()
    table.speak(watcher)
    stage.lay("S", "HK")
    seen = table.show(watcher, stage)
    table.say({"type": "contract_set", "game": "trischaken", "declarer": "A"})
    table.speak(watcher)
    for seat, card in (("E", "H4"), ("N", "H3"), ("W", "H1")):
        stage.lay(seat, card)
    stage.give("S", "D4")
    table.show(watcher, stage, seen)
    trick = table.deal["record"]["tricks"][0]
    assert trick["gift"] == "D4" and table.tricks == ["AHK BH4 CH3 DH1"]


def test_what_people_correct_the_reader_believes(table: Table) -> None:
    table.say(OPEN, DREIER)
    stage, watcher = Stage(), table.reader()
    table.speak(watcher)
    stage.lay("S", "HK")
    seen = table.show(watcher, stage)
    laid = next(row for row in table.deal["cards"])
    fix = {"type": "card_laid", "by": "A", "card": "HQ"}
    table.say({"type": "corrected", "event": laid["event"], "to": fix})
    stage.wait(6)
    stage.lay("E", "HK")  # it can be the king's turn now
    table.show(watcher, stage, seen)
    assert table.last["corrected"] == {"0": "HQ"}
    session = watcher.session
    assert session is not None and session.fold.deal().tricks[0].cards[0] == (0, BY_ID["HQ"])
    assert table.tricks == ["AHQ BHK"]


def test_before_a_deal_the_camera_aims(table: Table) -> None:
    stage, watcher = Stage(), table.reader()
    stage.lay("S", "HK")
    clock = iter(np.arange(0, 1e4, 0.2))
    watcher._clock = lambda: float(next(clock))
    seen = table.show(watcher, stage)
    state = table.at.host.get(f"/api/tables/{table.id}/camera").json()
    assert state["state"] == "waiting"
    assert [card["card"] for card in state["reader"]["view"]["cards"]] == ["HK"]
    corners = [[0.05, 0.95], [0.95, 0.95], [0.9, 0.05], [0.1, 0.05]]
    table.at.host.put(f"/api/tables/{table.id}/camera/corners", json={"corners": corners})
    stage.wait(4)
    seen = table.show(watcher, stage, seen)
    view = table.at.host.get(f"/api/tables/{table.id}/camera").json()["reader"]
    assert view["view"]["corners"] == corners and view["aimed"] == table.last["aim"]
    table.say(OPEN)
    stage.wait(12)
    table.show(watcher, stage, seen)
    assert watcher.session is not None and watcher.session.reader.calibration.corners is not None
    table.say({"type": "deal_struck"})
    stage.wait(2)
    table.show(watcher, stage, len(stage.shots) - 2)
    assert watcher.session is None


def test_the_end_of_the_source_tells_the_last_sweep(table: Table) -> None:
    table.say(OPEN, DREIER)
    stage, watcher = Stage(), table.reader()
    table.speak(watcher)
    for seat, card in (("S", "HK"), ("E", "H4"), ("N", "H3"), ("W", "H1")):
        stage.lay(seat, card)
    stage.sweep("E")
    stage.shots = stage.shots[:-4]
    table.show(watcher, stage)
    watcher.finish()
    table.speak(watcher)
    assert table.deal["record"]["tricks"][0]["collected_by"] == "B"


# --- what is told, in which order --------------------------------------------------------------------------------


class Listener:
    """A line that goes nowhere."""

    def __init__(self, folder: Path) -> None:
        self.outbox = Outbox(folder / "r1")
        self.shown: list[int] = []

    def show(self, number: int, image: Any, quad: Any) -> None:
        self.shown.append(number)

    def rows(self) -> list[dict[str, Any]]:
        batch = self.outbox.batch(0.0, most=100)
        return [] if batch is None else batch.events


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[Listener]:
    built = Listener(tmp_path)
    yield built
    built.outbox.close()


def telling(line: Listener, before: int = 0) -> tuple[Session, Telling]:
    start = {"format": "kiebitz-deal/1", "rules": "steiermark-2017", "forehand": "S"}
    session = Session(read_deal(start), recogniser()[0], tricks_before=before)
    return session, Telling(session, line, 3, before)  # type: ignore[arg-type]


def sure(name: str) -> Name:
    return Name(BY_ID[name], 0.999, ((BY_ID[name], 0.999),))


def test_each_event_is_told_with_its_card_and_its_place(listener: Listener) -> None:
    line = listener
    session, tell = telling(line, before=4)
    image = np.zeros((90, 120, 3), np.uint8)
    events: list[Event] = [
        Laid(1.0, 1, 1, "S", sure("HK"), 0.9, QUAD),
        Laid(2.0, 2, 1, "E", Name(None, 0.5, ((BY_ID["H4"], 0.5),)), 1.9, QUAD),
        Renamed(2.5, 2, sure("H4")),
        Laid(3.0, 3, 1, "N", sure("H3"), 2.9, QUAD),
        TakenBack(3.5, 3),
        Swept(9.0, 1, "W"),
    ]
    for event in events:
        session.t = event.t
        tell.tell(session._tell([event]), image)
    rows = line.rows()
    told = [(row["event"], row.get("trick"), row.get("position"), row.get("of")) for row in rows]
    assert told == [
        ("card", 5, 1, None), ("card", 5, 2, None), ("question", 5, 2, 1), ("revised", 5, 2, 1),
        ("revised", 5, 2, 1), ("card", 5, 3, None), ("taken_back", None, None, 5),
        ("trick", None, None, None), ("collected", 5, None, None),
    ]  # fmt: skip
    assert rows[0]["evidence"] == "r1.0" and rows[2]["evidence"] == "r1.1" and line.shown == [0, 1, 5]
    assert rows[7]["number"] == 5 and tell.track_of(5) == 3


def test_a_reading_in_doubt_is_told_as_unread_before_anything_rests_on_it(listener: Listener) -> None:
    """The session asks about a card that it has read, because an accusation would rest on it."""
    line = listener
    session, tell = telling(line)
    tell.tell(session._tell([Laid(1.0, 1, 1, "S", sure("HK"), 0.9, QUAD)]), None)
    new = session._tell([Laid(2.0, 2, 1, "E", sure("H4"), 1.9, QUAD)])
    asked = [
        Told({"t": 2.0, "event": "question", "id": f"q{n}", "trick": 1, "position": n, "candidates": []}, None, n, (1, n))
        for n in (1, 2)
    ]  # fmt: skip
    session._questions = {"q1": 1, "q2": 2}
    tell.tell([*new, *asked], None)
    rows = line.rows()[1:]
    assert [(r["event"], r.get("card"), r.get("of")) for r in rows] == [
        ("question", None, 0), ("card", "??", None), ("question", None, 2),
    ]  # fmt: skip
    session._questions = {}  # later views have made it sure
    tell.tell([], None)
    assert [(r["event"], r["card"], r["of"]) for r in line.rows()[4:]] == [
        ("revised", "HK", 0),
        ("revised", "H4", 2),
    ]


def test_what_lies_openly_is_told_when_it_is_known(listener: Listener) -> None:
    line = listener
    session, tell = telling(line)
    start = session.fold.start
    talon = [["T05", "HQ", "S7"], ["D1", "C8", "T14"]]
    record = {"format": "kiebitz-deal/1", "rules": "steiermark-2017", "forehand": "S", "talon": talon}
    session.fold.start = session.fold.sure_start = read_deal(record)
    tell.tell([], None)
    tell.tell([], None)
    assert [row["event"] for row in line.rows()] == ["openly"] and line.rows()[0]["talon"] == talon
    assert start.talon is None


def test_smaller_pictures_in_the_middle_of_a_trick_change_nothing(table: Table) -> None:
    """On a slow line a phone sends smaller ones; what lies was remembered in the pixels of the larger."""
    table.say(OPEN, DREIER)
    watcher = table.reader()
    table.speak(watcher)
    stage = Stage()
    for seat, card in (("S", "HK"), ("E", "H4")):
        stage.lay(seat, card)
    shown = table.show(watcher, stage)
    for seat, card in (("N", "H3"), ("W", "T18")):
        stage.lay(seat, card)
    for number, (image, t) in enumerate(play(stage.shots[shown:], table.finder), shown):
        small = cv2.resize(image, None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA)
        watcher.feed(Frame(np.asarray(small, np.uint8), t, number))
        table.speak(watcher)
    assert table.tricks == ["AHK BH4 CH3 DT18"]


def test_corners_that_a_person_shows_in_the_middle_of_a_deal_stay(table: Table) -> None:
    table.say(OPEN, DREIER)
    watcher = table.reader()
    table.speak(watcher)
    stage = Stage()
    stage.wait()
    table.show(watcher, stage)
    assert watcher.line.orders is not None and watcher.session is not None
    corners = [[0.1, 0.95], [0.95, 0.95], [0.95, 0.1], [0.1, 0.1]]
    watcher.line.orders |= {"aim": 5, "corners": corners}
    since = len(stage.shots)
    stage.lay("S", "HK")
    for number, (image, t) in enumerate(play(stage.shots[since:], table.finder), since):
        watcher.feed(Frame(image, t, number))
    height, width = stage.shots[0].image.shape[:2]
    assert watcher.session.reader.calibration.middle == pytest.approx((0.525 * width, 0.525 * height), abs=1)
