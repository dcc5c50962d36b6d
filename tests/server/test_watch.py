"""From scenes at a table to the events, the record and the rulings of `kiebitz watch`."""

from __future__ import annotations

import errno
import itertools
import json
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from engine.cards import BY_ID
from engine.facts import gifts_due
from engine.record import Deal
from engine.record_reading import read_deal
from server.cli import app
from server.cli.watch_texts import sentence
from server.watching.care import Care
from server.watching.evidence import Evidence
from server.watching.expecting import out_of_play
from server.watching.fair_play import FairPlay
from server.watching.fold import Fold
from server.watching.session import Session
from server.watching.store import SessionStore
from tests.vision.table_stand_ins import SeeingFinder, Shot, Stage, play, recogniser
from vision.detector import Detections
from vision.identity import Image
from vision.reader.events import Given, Laid, Name, Renamed, Swept, TakenBack
from vision.reading import Reader
from vision.sources.base import Frame
from vision.sources.cameras import CameraInfo
from vision.sources.files import FrameFolder
from vision.sources.watchdog import Trouble

QUAD = np.zeros((4, 2), np.float32)
START: dict[str, Any] = {
    "format": "kiebitz-deal/1",
    "rules": "steiermark-2017",
    "options": {},
    "forehand": "S",
    "contract": {"game": "rufer", "declarer": "A", "called": "SK"},
    "talon": [["T15", "T10", "T09"], ["C10", "T02", "T13"]],
    "taken": "first",
    "discards": ["??", "??", "??"],
}


def start(**changes: Any) -> Deal:
    return read_deal(START | changes)


def watched(
    shots: Sequence[Shot], deal: Deal, fair_play: FairPlay = FairPlay.REFEREE
) -> list[dict[str, Any]]:
    recognise, finder = recogniser()
    session = Session(deal, recognise, fair_play=fair_play)
    rows: list[dict[str, Any]] = []
    for number, (image, t) in enumerate(play(shots, finder)):
        rows += [told.row for told in session.feed(Frame(image, t, number))]
    return rows + [told.row for told in session.finish()]


def renonce() -> Stage:
    """N holds a heart and throws a club; the heart falls in the next trick."""
    stage = Stage()
    for seat, card in (("S", "HK"), ("E", "H4"), ("N", "C7"), ("W", "H1")):
        stage.lay(seat, card)
    stage.sweep("S")
    for seat, card in (("S", "D1"), ("E", "D2"), ("N", "H2")):
        stage.lay(seat, card)
    return stage


@pytest.fixture(scope="module")
def scene() -> list[Shot]:
    return renonce().shots


def kinds(rows: Sequence[dict[str, Any]]) -> list[str]:
    return [row["event"] for row in rows]


def test_a_trick_as_the_contract_prints_it(scene: list[Shot]) -> None:
    rows = watched(scene, start())
    assert kinds(rows)[:6] == ["card", "card", "card", "card", "trick", "collected"]
    assert rows[0] | {"t": 0, "rest": 0, "confidence": 0} == {
        "t": 0, "event": "card", "seat": "A", "card": "HK", "confidence": 0, "rest": 0,
    }  # fmt: skip
    assert 0 < rows[0]["t"] - rows[0]["rest"] <= 0.5
    assert rows[4]["cards"] == [["A", "HK"], ["B", "H4"], ["C", "C7"], ["D", "H1"]]
    assert (rows[4]["number"], rows[4]["winner"]) == (1, "A")
    assert (rows[5]["trick"], rows[5]["by"]) == (1, "A")


def test_a_renonce_is_told_with_the_card_that_proves_it(scene: list[Shot]) -> None:
    rows = watched(scene, start())
    at = kinds(rows).index("ruling")
    assert rows[at - 1]["card"] == "H2"
    ruling = rows[at]["ruling"]
    assert (ruling["by"], ruling["trick"], ruling["card"], ruling["status"]) == ("C", 1, "C7", "renonce")
    assert kinds(rows)[at + 1 :] == ["deal"]


@pytest.mark.parametrize(
    ("mode", "expected"), [(FairPlay.REFEREE, True), (FairPlay.FAIR, True), (FairPlay.OFF, False)]
)
def test_fair_play_decides_what_is_told(scene: list[Shot], mode: FairPlay, expected: bool) -> None:
    rows = watched(scene, start(), mode)
    assert ("ruling" in kinds(rows)) is expected
    assert [r["by"] for r in rows[-1]["judgement"]["rulings"] if r["status"] == "renonce"] == ["C"]


def test_the_deal_that_is_printed_can_be_read_and_judged_again(scene: list[Shot]) -> None:
    record = watched(scene, start())[-1]["record"]
    again = read_deal(record)
    assert again.end == "running"
    assert [len(trick.cards) for trick in again.tricks] == [4, 3]
    assert record["tricks"][0]["collected_by"] == "A"
    assert record["tricks"][1]["collected_by"] is None


@pytest.mark.parametrize(
    ("changes", "seats"),
    [
        ({"forehand": "S"}, "ABCD"),
        ({"forehand": "W"}, "BCDA"),
        ({"rules": "hopfgarten-2023", "forehand": "S"}, "ADCB"),  # clockwise
        ({"rules": "hopfgarten-2023", "forehand": "N"}, "CBAD"),
    ],
)
def test_compass_and_direction_make_the_seats(changes: dict[str, Any], seats: str) -> None:
    fold = Fold(start(**changes))
    assert "".join("ABCD"[fold.seat(edge)] for edge in "SENW") == seats


def sure(card: int) -> Name:
    return Name(card, 1.0)


def full_deal(last_swept: bool) -> Deal:
    fold = Fold(start())
    for number in range(48):
        fold.lay(number // 4 + 1, number, "SENW"[number % 4], sure(number), float(number))
        if number % 4 == 3 and (number < 47 or last_swept):
            fold.sweep(number // 4 + 1, "S")
    return fold.deal(over=True)


def test_twelve_tricks_are_a_played_deal() -> None:
    assert full_deal(last_swept=True).end == "played"
    assert full_deal(last_swept=False).end == "played"


def test_a_card_that_rested_earlier_stands_earlier() -> None:
    fold = Fold(start())
    fold.lay(1, 1, "E", sure(30), 2.0)
    fold.lay(1, 2, "S", sure(31), 1.0)
    assert [card for _, card in fold.deal().tricks[0].cards] == [31, 30]
    assert fold.place(1) == (1, 2)


def test_what_was_taken_back_is_in_the_record() -> None:
    fold = Fold(start())
    fold.lay(1, 1, "S", sure(30), 1.0)
    fold.take_back(1)
    fold.lay(1, 2, "S", sure(31), 2.0)
    trick = fold.deal().tricks[0]
    assert (trick.cards, trick.taken_back) == (((0, 31),), ((0, 30),))


def trischaken(rules: str, gifts: Sequence[tuple[int, int | None]]) -> Fold:
    """A whole deal of it, of which the cards 48 to 53 are the talon; `gifts` are those that were seen, with their tricks."""
    contract = {"game": "trischaken", "declarer": "A"}
    fold = Fold(start(rules=rules, contract=contract, taken="none", talon=None))
    for number in range(12):
        for place, edge in enumerate("SENW"):
            card = 4 * number + place
            fold.lay(number + 1, card + 1, edge, sure(card), 10.0 * number + place)
        for track, (trick, gift) in enumerate(gifts, start=101):
            if trick == number + 1:
                fold.give(
                    trick, track, sure(gift) if gift is not None else Name(None, 0.3), 10.0 * number + 5
                )
        fold.sweep(number + 1, "S")
    return fold


@pytest.mark.parametrize(
    ("rules", "seen", "told"),
    [
        ("hopfgarten-2023", [(12, c) for c in (53, 48, 49, 51, 52)], {12: (53, 48, 49, 51, 52, 50)}),
        ("hopfgarten-2023", [], {12: (48, 49, 50, 51, 52, 53)}),
        ("hopfgarten-2023", [(12, 53), (12, None), (12, 48)], {12: (53, 49, 48, 50, 51, 52)}),
        (
            "hopfgarten-2023",
            [*((12, c) for c in (53, 48, 49, 51, 52)), (12, None), (12, None)],
            {12: (53, 48, 49, 51, 52, 50)},
        ),
        ("steiermark-2017", [(1, 50), (2, 49), (3, None), (3, None), (4, 51), (5, 52), (6, 48)], {3: (53,)}),
        ("steiermark-2017", [(1, 50), (2, 49), (3, None), (4, 51), (5, 52), (6, 48)], {3: (53,)}),
        ("steiermark-2017", [(1, 50), (2, 49), (4, 51), (5, 52), (6, 48)], {3: (53,)}),
        (
            "steiermark-2017",
            [(1, 50), (2, 49), (4, 51), (6, 48)],
            {3: (), 5: ()},
        ),  # which was given to which?
    ],
)
def test_a_gift_that_nobody_read_is_what_nobody_played(
    rules: str, seen: list[tuple[int, int | None]], told: dict[int, tuple[int, ...]]
) -> None:
    tricks = trischaken(rules, seen).deal(over=True).tricks
    assert {number: tricks[number - 1].gifts for number in told} == told


@pytest.mark.parametrize("read", [Name(None, 0.4), Name(18, 0.8), Name(18, 0.9, ((18, 0.9), (48, 0.1)))])
def test_where_a_played_card_was_not_surely_read_the_gifts_stay_what_was_seen(read: Name) -> None:
    fold = trischaken("hopfgarten-2023", [(12, 53)])
    fold.tricks[4].cards[2].name = read
    assert fold.deal(over=True).tricks[11].gifts == (53,)


def test_a_card_that_may_be_another_one_that_was_played_leaves_the_gifts_known() -> None:
    fold = trischaken("hopfgarten-2023", [(12, 53)])
    fold.tricks[4].cards[2].name = Name(18, 0.9, ((18, 0.9), (7, 0.1)))
    assert set(fold.deal(over=True).tricks[11].gifts) == set(range(48, 54))


def test_where_a_trick_has_a_fifth_card_the_gifts_stay_what_was_seen() -> None:
    """One card was missed and another read twice over: 48 names are not all that was played."""
    fold = trischaken("hopfgarten-2023", [(12, 53)])
    fold.take_back(4 * 4 + 2 + 1)
    fold.lay(7, 200, "S", sure(50), 60.5)
    assert fold.deal(over=True).tricks[11].gifts == (53,)


def test_gifts_are_due_only_where_the_game_has_them() -> None:
    trischaken = {"contract": {"game": "trischaken", "declarer": "A"}, "taken": "none", "talon": None}
    assert [gifts_due(start(**trischaken), trick) for trick in (1, 6, 7)] == [1, 1, 0]
    assert gifts_due(start(), 1) == 0


def test_what_nobody_took_of_a_known_talon_is_out_of_play() -> None:
    assert out_of_play(start()).bit_count() == 3
    assert out_of_play(start(taken="none")).bit_count() == 6
    assert out_of_play(start(taken=None)) == 0


def test_an_unsure_card_is_asked_and_can_be_answered() -> None:
    recognise, _ = recogniser()
    session = Session(start(), recognise)
    quad = np.zeros((4, 2), np.float32)
    doubt = Name(None, 0.6, ((16, 0.55), (17, 0.41)))
    rows = [told.row for told in session._tell([Laid(1.0, 1, 1, "S", doubt, 0.9, quad)])]
    assert kinds(rows) == ["card", "question"]
    assert rows[0]["card"] == "??"
    assert rows[1]["candidates"] == [["T17", 0.55], ["T18", 0.41]]
    assert session.open_questions == ["q1"]
    with pytest.raises(KeyError):
        session.answer("q2", 16)


def test_evidence_is_kept_within_its_bound(tmp_path: Path) -> None:
    keeper = Evidence(tmp_path, most=2)
    quad = np.array([[10, 10], [40, 10], [40, 70], [10, 70]], np.float32)
    for card in ("HK", "??", "T01"):
        keeper.keep({"event": "card", "card": card}, np.zeros((90, 120, 3), np.uint8), quad)
    rows = [json.loads(line) for line in (tmp_path / "index.jsonl").read_text().splitlines()]
    assert [row["event"]["card"] for row in rows] == ["??", "T01"]
    assert {p.name for p in tmp_path.glob("*.jpg")} == {
        row[kind] for row in rows for kind in ("frame", "crop")
    }


def test_a_second_deals_evidence_takes_no_picture_of_the_first(tmp_path: Path) -> None:
    image, quad = np.full((90, 120, 3), 90, np.uint8), np.array([[9, 9], [30, 9], [30, 45], [9, 45]])
    for card in ("HK", "H4"):
        Evidence(tmp_path, most=3).keep({"event": "card", "card": card}, image, quad.astype(np.float32))
    again = Evidence(tmp_path, most=3)
    for _ in range(2):
        again.keep({"event": "card", "card": "HK"}, image, quad.astype(np.float32))
    rows = [json.loads(line) for line in (tmp_path / "index.jsonl").read_text().splitlines()]
    assert [row["frame"][:5] for row in rows] == ["00002", "00003", "00004"]
    assert len(list(tmp_path.glob("*.jpg"))) == 6
    (tmp_path / "index.jsonl").write_text('{"event": {}, "frame": "../x.jpg", "crop": "y.jpg"}\n[1]\nx\n')
    assert not Evidence(tmp_path)._rows


def test_a_stored_session_can_be_read_again(tmp_path: Path) -> None:
    stage = Stage()
    stage.lay("S", "HK")
    stage.wait(24)
    store = SessionStore(tmp_path / "one", {"format": "kiebitz-deal/1"})
    for number, shot in enumerate(stage.shots):
        store.frame(Frame(shot.image, shot.t, number))
    store.close()
    frames = list(FrameFolder(tmp_path / "one"))
    assert 5 <= len(frames) < len(stage.shots)
    assert all(later.t > earlier.t for earlier, later in itertools.pairwise(frames))
    with pytest.raises(FileExistsError):
        SessionStore(tmp_path / "one", {})


# --- the command ---------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Remembering:
    """Knows each picture of a film by its pixels."""

    known: dict[bytes, Shot]
    inner: SeeingFinder

    def find(self, frame_bgr: Image) -> Detections:
        self.inner.quads = self.known[frame_bgr[::7, ::7].tobytes()].quads
        return self.inner.find(frame_bgr)


@pytest.fixture
def stored(scene: list[Shot], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The scene as lossless frames, and a recogniser that knows them."""
    folder = tmp_path / "film"
    folder.mkdir()
    with (folder / "session.jsonl").open("w") as index:
        for number, shot in enumerate(scene):
            cv2.imwrite(str(folder / f"{number}.png"), shot.image)
            index.write(json.dumps({"file": f"{number}.png", "t": shot.t}) + "\n")
    (folder / "start.json").write_text(json.dumps(START))
    reader, finder = recogniser()
    known = {shot.image[::7, ::7].tobytes(): shot for shot in scene}

    def load_reader(deck: str | None = None, *, film: bool = False) -> Reader:
        return Reader(Remembering(known, finder), reader.embedder, reader.decks, reader.trust)

    monkeypatch.setattr("vision.reading.load_reader", load_reader)
    return folder


def test_the_command_prints_one_event_per_line(stored: Path, tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    result = CliRunner().invoke(app, ["watch", str(stored), "--jsonl", "--evidence", str(pictures)])
    assert result.exit_code == 0
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert kinds(rows).count("card") == 7
    assert kinds(rows)[-1] == "deal"
    assert len(list(pictures.glob("*-crop.jpg"))) == 7


@pytest.mark.parametrize("there", [[], [CameraInfo(0, "Laptop"), CameraInfo(2, "Above the table")]])
def test_cameras_are_listed(there: list[CameraInfo], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.sources.cameras.list_cameras", lambda: there)
    result = CliRunner().invoke(app, ["watch", "--list-cameras"])
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [f"{camera.index}  {camera.name}" for camera in there]
    assert ("no camera found" in result.stderr) is not bool(there)


def test_the_command_speaks_to_people(stored: Path) -> None:
    result = CliRunner().invoke(app, ["watch", str(stored), "--lang", "en"])
    assert result.exit_code == 0
    assert "A lays ♥K" in result.stdout
    assert "A takes in trick 1" in result.stdout


def test_a_start_that_does_not_say_where_forehand_sits_is_said_to_be_taken_so(stored: Path) -> None:
    """Else every card would be told as another seat's, and nobody could tell."""
    place = stored / "start.json"
    start = json.loads(place.read_text("utf-8"))
    for known in (True, False):
        place.write_text(json.dumps({k: v for k, v in start.items() if known or k != "forehand"}), "utf-8")
        result = CliRunner().invoke(app, ["watch", str(stored), "--jsonl"])
        assert result.exit_code == 0
        assert ("Vorhand" in result.stderr) is not known


def test_the_view_can_be_drawn(stored: Path, tmp_path: Path) -> None:
    target = tmp_path / "view.png"
    taps = "0,350 640,350 560,10 80,10"
    arguments = ["watch", str(stored), "--jsonl", "--picture", str(target), "--corners", taps]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    drawn = cv2.imread(str(target))
    assert drawn is not None and drawn.shape == (360, 640, 3)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "SOURCE is missing"),
        (["film.mp4"], "--deal START is missing"),
        (["film.mp4", "--deal", "nowhere.json"], "no such file"),
        (["film.mp4", "--deal", "start.json"], "no such file"),
        (["film.mp4", "--deal", "broken.json"], "rules"),
        (["film.mp4", "--deal", "tricks.json"], "without tricks"),
        (["film.mp4", "--deal", "start.json", "--lang", "fr"], "--lang"),
        (["film.mp4", "--deal", "start.json", "--fair-play", "loud"], "--fair-play"),
        (["film.mp4", "--deal", "start.json", "--corners", "1,2 3"], "--corners"),
        (["film.mp4", "--deal", "start.json", "--table", "x"], "--server"),
    ],
)
def test_what_cannot_be_used_is_one_line_and_exit_code_2(
    arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("start.json").write_text(json.dumps(START))
    Path("broken.json").write_text(json.dumps(START | {"rules": "bridge"}))
    Path("tricks.json").write_text(json.dumps(START | {"tricks": [{"cards": [["A", "HK"]]}]}))
    result = CliRunner().invoke(app, ["watch", *arguments])
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_a_doubt_that_comes_back_is_asked_anew() -> None:
    recognise, _ = recogniser()
    session = Session(start(), recognise)
    quad, doubt = np.zeros((4, 2), np.float32), Name(None, 0.6, ((16, 0.55), (17, 0.41)))
    session._tell([Laid(1.0, 1, 1, "S", doubt, 0.9, quad)])
    assert kinds([told.row for told in session._tell([Renamed(1.5, 1, Name(16, 0.85))])]) == ["revised"]
    assert session.open_questions == []
    rows = [told.row for told in session._tell([Renamed(2.0, 1, doubt)])]
    assert kinds(rows) == ["revised", "question"]
    assert session.open_questions == ["q2"]


def test_a_gift_that_is_taken_back_is_told() -> None:
    recognise, _ = recogniser()
    session = Session(start(contract={"game": "trischaken", "declarer": "A"}, taken="none"), recognise)
    quad, name = np.zeros((4, 2), np.float32), Name(16, 0.99)
    rows = session._tell([Given(1.0, 7, 1, name, 0.9, quad), TakenBack(2.0, 7)])
    assert [(told.row["event"], told.row.get("seat", "")) for told in rows] == [
        ("gift", ""),
        ("taken_back", None),
    ]
    assert sentence(rows[1].row, "en").endswith("Talon card XVII is taken back")


class Lasting:
    """A camera that somebody switches off with Ctrl+C after its last frame."""

    live, name = True, "camera 0"

    def __init__(self, frames: Iterator[Frame]) -> None:
        self._frames = frames

    def __iter__(self) -> Iterator[Frame]:
        yield from self._frames
        raise KeyboardInterrupt

    def close(self) -> None:
        return


@pytest.mark.parametrize("damage", ["a picture", "nothing"])
def test_a_session_that_breaks_off_is_told_as_far_as_it_goes_and_ends_with_1(
    stored: Path, tmp_path: Path, damage: str
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(stored, copy)
    rows = [json.loads(line) for line in (copy / "session.jsonl").read_text().splitlines()]
    files = [row["file"] for row in rows if "file" in row]
    if damage == "a picture":
        (copy / files[-2]).write_bytes(b"no picture")
    result = CliRunner().invoke(app, ["watch", str(copy)])
    assert result.exit_code == (1 if damage == "a picture" else 0)
    assert ("kiebitz:" in result.stderr) is (damage == "a picture")
    assert result.stdout.splitlines()[-1].strip()


def test_a_trouble_of_the_camera_is_said_at_once_and_not_with_the_next_picture(
    stored: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    said: list[str] = []
    frames = iter(FrameFolder(stored))

    def opened(*_: object, on_trouble: Any, **__: object) -> Lasting:
        def until_the_cable_is_out() -> Iterator[Frame]:
            yield from itertools.islice(frames, 5)
            on_trouble(Trouble.UNPLUGGED)
            said.extend(line for line in stderr if "Kamera" in line)

        return Lasting(until_the_cable_is_out())

    stderr: list[str] = []
    monkeypatch.setattr("server.cli.watch.Console.notice", lambda _, text: stderr.append(text))
    monkeypatch.setattr("vision.sources.open_source", opened)
    CliRunner().invoke(app, ["watch", "0", "--deal", str(stored / "start.json"), "--jsonl"])
    assert len(said) == 1 and "weg" in said[0]


def test_who_stops_a_camera_hears_what_the_deal_is_worth(
    stored: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    frames = FrameFolder(stored)
    monkeypatch.setattr("vision.sources.open_source", lambda *_, **__: Lasting(iter(frames)))
    result = CliRunner().invoke(app, ["watch", "0", "--deal", str(stored / "start.json"), "--jsonl"])
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert kinds(rows)[-1] == "deal" and len(rows[-1]["record"]["tricks"]) == 2


@pytest.mark.parametrize("option", ["--evidence", "--store"])
def test_a_disk_that_fills_up_ends_the_keeping_and_not_the_deal(
    option: str, stored: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    seen = itertools.count()

    def fails(*_: object) -> None:
        if next(seen) >= 3:
            raise full

    monkeypatch.setattr(
        Evidence if option == "--evidence" else SessionStore,
        "keep" if option == "--evidence" else "frame",
        fails,
    )
    result = CliRunner().invoke(app, ["watch", str(stored), "--jsonl", option, str(tmp_path / "kept")])
    assert result.exit_code == 0
    assert json.loads(result.stdout.splitlines()[-1])["event"] == "deal"
    assert result.stderr.count(option) == 1 and "No space left" in result.stderr


def test_what_is_laid_after_the_twelfth_trick_is_none_of_the_deal() -> None:
    """A solo's talon is shown, discards are turned over, or the next deal begins."""
    session = Session(start(), recogniser()[0], tricks_before=0)
    for trick in range(1, 13):
        for place, seat in enumerate("SENW"):
            number = 4 * (trick - 1) + place
            session._tell(
                [Laid(1.0, number, trick, seat, Name(number, 0.999, ((number, 0.999),)), 0.9, QUAD)]
            )
        session._tell([Swept(2.0, trick, "S")])
    before = session.finish()[-1].row
    late = Laid(9.0, 99, 13, "E", Name(50, 0.999, ((50, 0.999),)), 8.9, QUAD)
    assert (
        session._tell([late, Swept(9.5, 13, "S"), Renamed(9.6, 99, Name(None, 0.2)), TakenBack(9.7, 99)])
        == []
    )
    after = session.finish()[-1].row
    assert after["record"] == before["record"] and after["judgement"] == before["judgement"]
    assert len(after["record"]["tricks"]) == 12 and after["record"]["end"] == "played"


def test_a_film_that_begins_in_the_dark_has_no_table_to_compare_yet() -> None:
    recognise, _ = recogniser()
    session, care = Session(start(), recognise), Care("en")
    dark, lit = np.zeros((720, 1280, 3), np.uint8), np.full((720, 1280, 3), 90, np.uint8)
    for number, image in enumerate([dark, dark, lit, lit]):
        frame = Frame(image, 3.0 * number, number)
        session.feed(frame)
        assert not any("moved" in advice for advice in care.look(frame, session.reader))


@pytest.mark.parametrize(("t", "stamp"), [(59.97, "  1:00.0"), (59.94, "  0:59.9"), (121.04, "  2:01.0")])
def test_the_time_before_an_event_is_rounded_as_a_whole(t: float, stamp: str) -> None:
    row = {"t": t, "event": "collected", "trick": 1, "by": "A"}
    assert sentence(row, "en").startswith(stamp + "  ")


def test_the_second_end_of_a_deal_forgets_what_was_in_doubt_at_the_first() -> None:
    """Somebody may have answered in between."""
    recognise, _ = recogniser()
    session = Session(start(), recognise)
    card = session.fold.lay(1, 1, "S", Name(BY_ID["HK"], 0.9, ((BY_ID["HK"], 0.9),)), 1.0)
    card.doubted = True
    record = session.finish()[-1].row["record"]
    assert record["tricks"][0]["cards"] == [["A", "HK"]]
