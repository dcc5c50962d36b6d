"""Where frames come from, and what happens when they stop coming."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.sources import SourceError, open_source
from vision.sources.base import Device, Frame
from vision.sources.cameras import LiveSource, list_cameras, without_password
from vision.sources.files import FrameFolder, Paced, VideoFile
from vision.sources.slot import NewestSlot
from vision.sources.watchdog import Trouble, Watchdog

Image = NDArray[np.uint8]


def picture(value: int, width: int = 64, height: int = 48) -> Image:
    return np.full((height, width, 3), value, np.uint8)


@pytest.fixture
def film(tmp_path: Path) -> Path:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for value in range(0, 100, 10):
        writer.write(picture(value))
    writer.release()
    return path


def test_a_film_gives_every_frame_with_the_films_time(film: Path) -> None:
    source = VideoFile(film)
    frames = list(source)
    assert [frame.index for frame in frames] == list(range(10))
    assert [frame.t for frame in frames] == pytest.approx([i / 10 for i in range(10)])
    assert float(frames[7].image.mean()) == pytest.approx(70, abs=4)


def test_a_film_can_be_paced_by_a_clock(film: Path) -> None:
    now = [100.0]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    times = [now[0] - 100 for _ in Paced(VideoFile(film), clock=lambda: now[0], sleep=sleep)]
    assert times == pytest.approx([i / 10 for i in range(10)])


class Uneven:
    """A film of a phone that takes fewer pictures in the dark: its frames say when they are to be shown."""

    def __init__(self, stamps: list[float]) -> None:
        self._left, self._now = list(stamps), 0.0

    def read(self) -> tuple[bool, Image | None]:
        if not self._left:
            return False, None
        self._now = self._left.pop(0)
        return True, picture(9)

    def get(self, _: int) -> float:
        return 1000 * self._now

    def release(self) -> None:
        return


@pytest.mark.parametrize(
    ("stamps", "times"),
    [
        ([0.0, 0.04, 0.08, 0.8, 0.84, 0.88], [0.0, 0.04, 0.08, 0.8, 0.84, 0.88]),
        ([5.0, 5.1001, 5.1999, 5.3], [0.0, 0.1, 0.2, 0.3]),
        ([0.0, 0.0, 0.0], [0.0, 0.1, 0.2]),
        ([0.0, 0.9, 0.2, 0.3], [0.0, 0.9, 0.9, 0.9]),
    ],
    ids=["uneven", "begun later, and rounded", "no stamps", "a stamp that is wrong"],
)
def test_a_film_with_an_uneven_rate_has_its_own_times(
    film: Path, stamps: list[float], times: list[float]
) -> None:
    source = VideoFile(film)
    source._film = Uneven(stamps)  # type: ignore[assignment]
    source._first = source._film.read()[1]
    assert [frame.t for frame in source] == pytest.approx(times)


def test_a_folder_of_pictures_is_a_source(tmp_path: Path) -> None:
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture(number * 50))
    assert [int(frame.image.mean()) for frame in FrameFolder(tmp_path)] == [0, 50, 100]


def test_a_stored_session_brings_its_times(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "b.png"), picture(9))
    (tmp_path / "session.jsonl").write_text(json.dumps({"file": "b.png", "t": 4.25}) + "\n")
    assert [frame.t for frame in FrameFolder(tmp_path)] == [4.25]


def test_a_stored_session_whose_time_goes_back_is_named_with_its_line(tmp_path: Path) -> None:
    rows = [{"file": "a.png", "t": 4.0}, {"file": "b.png", "t": 3.5}]
    (tmp_path / "session.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(SourceError, match=r"line 2.*3\.5 lies before"):
        FrameFolder(tmp_path)


@pytest.mark.parametrize(
    "line", ["{", '{"file": "../x.png", "t": 1}', '{"file": "b.png", "t": "soon"}', '{"file": "b.png"}']
)
def test_a_damaged_index_is_named_with_its_line(tmp_path: Path, line: str) -> None:
    (tmp_path / "session.jsonl").write_text(line + "\n")
    with pytest.raises(SourceError, match="line 1"):
        FrameFolder(tmp_path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nowhere.mp4", "no such file"),
        ("ftp://host/film", "expected one of"),
        ("12345", "list-cameras"),
        ("\0", "not a usable path|no such file"),
    ],
)
def test_what_cannot_be_opened_is_said_in_a_sentence(
    text: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SourceError, match=words):
        open_source(text)


def test_a_text_is_no_film(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "notes.mp4"
    path.write_text("no film")
    with pytest.raises(SourceError, match="not a film"):
        open_source(str(path))
    assert capfd.readouterr().err == "", "the decoder says nothing of its own"


def test_an_empty_folder_is_no_source(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no pictures"):
        open_source(str(tmp_path))


def test_a_password_is_not_shown() -> None:
    assert without_password("rtsp://me:secret@cam.local:554/one") == "rtsp://cam.local:554/one"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the system's list is Linux's")
def test_cameras_are_listed_by_number_and_name(tmp_path: Path) -> None:
    """A camera has several nodes; the first one gives pictures. What cannot be read is left out."""
    for node, index, name in (
        ("video10", "0", "Bird's eye"),
        ("video2", "0", "Laptop"),
        ("video3", "1", "Laptop"),
    ):
        (tmp_path / node).mkdir()
        (tmp_path / node / "index").write_text(index + "\n")
        (tmp_path / node / "name").write_text(name + "\n")
    (tmp_path / "video4").mkdir()
    assert [(c.index, c.name) for c in list_cameras(tmp_path)] == [(2, "Laptop"), (10, "Bird's eye")]
    assert list_cameras(tmp_path / "nowhere") == []


def test_only_the_newest_is_kept_and_the_others_are_counted() -> None:
    slot: NewestSlot[int] = NewestSlot()
    for number in range(5):
        slot.put(number)
    assert slot.take() == 4
    assert slot.dropped == 4
    assert slot.take(timeout=0) is None


def test_a_slot_wakes_who_waits() -> None:
    slot: NewestSlot[int] = NewestSlot()
    threading.Timer(0.02, slot.put, [7]).start()
    assert slot.take(timeout=5) == 7


def noisy(number: int, value: int = 100) -> Image:
    return np.random.default_rng(number).integers(value, value + 20, (96, 96, 3), np.uint8)


def test_a_healthy_camera_is_no_trouble() -> None:
    dog = Watchdog(0.0)
    for number in range(100):
        assert dog.frame(noisy(number), number / 10) is None
        assert dog.check(number / 10) is None


@pytest.mark.parametrize(
    ("frames", "trouble"),
    [
        ([], Trouble.STALLED),
        ([noisy(1)] * 40, Trouble.FROZEN),
        ([noisy(i) // 50 for i in range(40)], Trouble.BLACK),
    ],
)
def test_a_trouble_is_named_within_three_seconds(frames: list[Image], trouble: Trouble) -> None:
    dog = Watchdog(0.0)
    dog.frame(noisy(0), 0.0)
    for number, image in enumerate(frames):
        dog.frame(image, number / 10)
    assert dog.check(2.0) is None or frames
    assert dog.check(2.9 if not frames else max(2.9, (len(frames) - 1) / 10)) is trouble


def test_another_size_is_noticed_at_once() -> None:
    dog = Watchdog(0.0)
    assert dog.frame(picture(90), 0.0) is None
    assert dog.frame(picture(90, width=128), 0.1) is Trouble.RESIZED


class Stubborn:
    """A camera that is unplugged after some frames."""

    def __init__(self, frames: int) -> None:
        self._images: Iterator[Image] = iter([noisy(i) for i in range(frames)])

    def read(self) -> Image | None:
        return next(self._images, None)

    def close(self) -> None:
        return


def test_an_unplugged_camera_is_named_and_picked_up_again() -> None:
    attempts: list[int] = []

    def plug() -> Device:
        attempts.append(1)
        if len(attempts) == 2:
            raise SourceError("not there")
        return Stubborn(2)

    troubles: list[Trouble | None] = []
    source = LiveSource("test", plug, on_trouble=troubles.append)
    seen = 0
    for _ in source:
        seen += 1
        if len(attempts) >= 3 and None in troubles:
            source.close()
    assert seen >= 2
    assert troubles[:2] == [Trouble.UNPLUGGED, None]


class Sticking:
    """A camera whose driver hangs after some frames, until it is opened anew."""

    def __init__(self, frames: int, released: threading.Event) -> None:
        self._images: Iterator[Image] = iter([noisy(i) for i in range(frames)])
        self._released = released

    def read(self) -> Image | None:
        image = next(self._images, None)
        if image is None:
            self._released.wait(20)
        return image

    def close(self) -> None:
        return


class Going:
    """A camera that goes on sending: noisy pictures, always the same, or nothing but black."""

    def __init__(self, image: Image | None = None) -> None:
        self.image = image
        self._number = 0

    def read(self) -> Image | None:
        time.sleep(0.02)
        self._number += 1
        return noisy(self._number) if self.image is None else self.image

    def close(self) -> None:
        return


def uncover(camera: Device) -> None:
    assert isinstance(camera, Going)
    camera.image = None


@pytest.mark.parametrize(
    ("kind", "trouble"),
    [("sticks", Trouble.STALLED), ("frozen", Trouble.FROZEN), ("black", Trouble.BLACK)],
)
def test_a_camera_that_goes_wrong_is_named_and_comes_back(kind: str, trouble: Trouble) -> None:
    """With a clock five times as fast as the wall's: named within three of its seconds, back within ten."""
    released = threading.Event()
    opened: list[Device] = []

    def clock() -> float:
        return 5 * time.monotonic()

    def plug() -> Device:
        bad: dict[str, Device] = {
            "sticks": Sticking(3, released),
            "frozen": Going(noisy(1)),
            "black": Going(picture(1, 96, 96)),
        }
        opened.append(Going() if opened else bad[kind])
        return opened[-1]

    told: list[tuple[float, Trouble | None]] = []
    source = LiveSource("test", plug, on_trouble=lambda what: told.append((clock(), what)), clock=clock)
    begin = clock()
    if kind == "black":
        # Black pictures are no reason to open it anew: the cover comes off.
        threading.Timer(1.0, lambda: uncover(opened[0])).start()
    for _ in source:
        if any(what is None for _, what in told) or clock() - begin > 60:
            source.close()
    released.set()
    # A reopened camera takes its time by the wall, which the fast clock may call stalled once more.
    assert (told[0][1], told[-1][1]) == (trouble, None)
    assert told[0][0] - begin < 3 + 5 * 0.6  # the guard looks every quarter of a second of the wall
    assert told[-1][0] - told[0][0] < 10 + 5 * 0.6


def test_a_stream_that_takes_long_to_open_comes_back_after_a_stall() -> None:
    """With a clock ten times as fast as the wall's it takes eight seconds to open, longer than the longest pause."""
    released = threading.Event()
    opened: list[Device] = []

    def plug() -> Device:
        if opened:
            time.sleep(0.8)
        opened.append(Going() if opened else Sticking(3, released))
        return opened[-1]

    begin = time.monotonic()
    source = LiveSource("test", plug, clock=lambda: 10 * time.monotonic())
    seen = 0
    for _ in source:
        seen += 1
        if seen >= 20 or time.monotonic() - begin > 8:
            source.close()
    released.set()
    assert seen >= 20


def test_a_change_of_size_is_over_with_the_next_good_picture() -> None:
    pictures = [noisy(1), noisy(2), *(np.tile(noisy(n), (1, 2, 1)) for n in range(3, 40))]

    class Changing(Going):
        def read(self) -> Image | None:
            time.sleep(0.01)
            return pictures.pop(0) if pictures else None

    troubles: list[Trouble | None] = []
    source = LiveSource("test", Changing, on_trouble=troubles.append)
    for _ in source:
        if len(troubles) >= 2:
            source.close()
    assert troubles[:2] == [Trouble.RESIZED, None]


def test_a_frame_is_made_as_large_as_those_before_if_it_has_their_shape() -> None:
    frame = Frame(np.full((48, 96, 3), 9, np.uint8), 1.0, 0)
    assert frame.sized(72, 36).image.shape == (36, 72, 3)
    assert frame.sized(192, 96).image.shape == (96, 192, 3)
    assert frame.sized(96, 96) is frame.sized(96, 48) is frame


@pytest.mark.parametrize(
    "address",
    [
        "http://cam/videostream.cgi?user=admin&pwd=hidden",
        "rtsp://cam:554/user=admin&password=hidden&channel=1",
    ],
)
def test_a_password_in_the_path_is_not_shown_either(address: str) -> None:
    shown = without_password(address)
    assert "hidden" not in shown and shown.startswith(address.partition("hidden")[0])


def test_a_film_is_named_by_date_and_time(film: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands before the first colon is no protocol."""
    named = film.with_name("2025-11-20T20:15:00.mp4")
    film.rename(named)
    monkeypatch.chdir(named.parent)
    assert len(list(VideoFile(Path(named.name)))) > 0


@pytest.mark.parametrize("text", ["film\udcff.mp4", "rtsp://127.0.0.1:1/caf\udce9"])
def test_a_name_that_is_not_text_is_told(tmp_path: Path, text: str) -> None:
    """OpenCV would end the whole program."""
    if "://" not in text:
        (tmp_path / text).write_bytes(b"")
        text = str(tmp_path / text)
    with pytest.raises(SourceError, match="UTF-8"):
        open_source(text)


def test_what_another_system_left_beside_the_pictures_is_passed_over(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "0000.jpg"), noisy(1))
    (tmp_path / "._0000.jpg").write_bytes(b"no picture")
    (tmp_path / "x.jpg").mkdir()
    assert len(list(open_source(str(tmp_path)))) == 1


class Hanging:
    """A driver that hangs while it is asked, until the test is over."""

    def __init__(self, released: threading.Event) -> None:
        self._released = released

    def read(self) -> Image | None:
        self._released.wait(20)
        return None

    def close(self) -> None:
        return


@pytest.mark.parametrize("opens", [True, False])
def test_an_unplugged_camera_that_hangs_when_it_is_opened_again_comes_back(opens: bool) -> None:
    """With a clock thirty times as fast as the wall's: so long may opening take at most."""
    released = threading.Event()
    attempts: list[int] = []

    def plug() -> Device:
        attempts.append(1)
        if len(attempts) == 1:
            return Stubborn(2)
        if len(attempts) == 2:
            if not opens:
                released.wait(20)
            return Hanging(released)
        return Going()

    begin = time.monotonic()
    source = LiveSource("test", plug, clock=lambda: 30 * time.monotonic())
    for frame in source:
        if frame.index > 20 or time.monotonic() - begin > 15:
            source.close()
    released.set()
    assert len(attempts) >= 3 and time.monotonic() - begin < 15
