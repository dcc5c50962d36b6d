"""Cameras and streams: read in a thread of their own, watched, and reopened when they fail."""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from vision.images import Image
from vision.sources.base import Device, Frame, SourceError, speakable
from vision.sources.slot import NewestSlot
from vision.sources.watchdog import Trouble, Watchdog

WIDTH: Final = 1280
HEIGHT: Final = 720
BACK_OFF: Final = (0.5, 1.0, 2.0, 4.0, 5.0)
"""Seconds before each new attempt; the last one for ever: within ten seconds of its return a camera is back."""
OPENS_WITHIN: Final = 30.0
"""So long a device may take to open before it is tried anew."""
PATIENCE_MS: Final = 4000
SECRET: Final = re.compile(r"(?i)((?:pass\w*|pwd|pw|psw|token|key|secret|auth)=)[^&/;?]*")
"""What stands behind such words in an address is nobody's business."""


class CvDevice:
    """A camera by its number, or a stream by its URL."""

    def __init__(self, address: int | str) -> None:
        parameters = [
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
            PATIENCE_MS,
            cv2.CAP_PROP_READ_TIMEOUT_MSEC,
            PATIENCE_MS,
        ]
        if isinstance(address, int):
            self._capture: Any = cv2.VideoCapture(address)
            self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH)
            self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT)
        else:
            self._capture = cv2.VideoCapture(speakable(address), cv2.CAP_FFMPEG, parameters)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        if not self._capture.isOpened():
            self._capture.release()
            raise SourceError(f"{_spoken(address)} cannot be opened")

    def read(self) -> Image | None:
        done, image = self._capture.read()
        return np.asarray(image, np.uint8) if done and image is not None else None

    def close(self) -> None:
        self._capture.release()


def _spoken(address: int | str) -> str:
    return f"camera {address}" if isinstance(address, int) else without_password(address)


def without_password(url: str) -> str:
    """A stream's address as it may be shown and logged. Cheap cameras want the password in the path or the query."""
    scheme, mark, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    spoken = SECRET.sub(r"\1***", path)
    return f"{scheme}{mark}{host.rpartition('@')[2]}{slash}{spoken}"


class LiveSource:
    """A camera that is watched: its newest frame, its troubles, and a new attempt when it fails."""

    live = True

    def __init__(
        self,
        name: str,
        open_device: Callable[[], Device],
        *,
        on_trouble: Callable[[Trouble | None], None] = lambda _: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`on_trouble` hears of each trouble once, and None when all is well again."""
        self.name = name
        self._open, self._tell, self._clock = open_device, on_trouble, clock
        self._slot: NewestSlot[Frame] = NewestSlot()
        self._ended = threading.Event()
        self._lock = threading.Lock()
        self._watchdog = Watchdog(clock())
        self._trouble: Trouble | None = None
        self._generation = 0
        self._opening: float | None = None
        """Since when the device is being opened: some streams take long."""
        self._reading = False
        """Whether a device is open: if it sends nothing, it has to be opened anew."""
        self._reader: threading.Thread | None = None
        self._device: Device | None = open_device()

    @property
    def dropped(self) -> int:
        return self._slot.dropped

    def __iter__(self) -> Iterator[Frame]:
        self._begin = self._clock()
        self._watchdog = Watchdog(self._begin)
        self._index = 0
        self._start()
        guard = threading.Thread(target=self._guard, daemon=True, name=f"watchdog {self.name}")
        guard.start()
        while not self._ended.is_set():
            frame = self._slot.take(timeout=0.5)
            if frame is not None:
                yield frame

    def close(self) -> None:
        self._ended.set()
        self._slot.close()
        reader = self._reader
        if reader is not None and reader is not threading.current_thread():
            reader.join(1.0)

    def _start(self) -> None:
        """A thread per opened device: one that hangs in a read is left behind, and its late frames are ignored."""
        with self._lock:
            self._generation += 1
            self._opening, self._reading = None, False
            device, self._device = self._device, None
            mine = self._generation
        reader = threading.Thread(
            target=self._pump, args=(device, mine), daemon=True, name=f"camera {self.name}"
        )
        reader.start()
        self._reader = reader  # only a started thread can be waited for by close()

    def _pump(self, device: Device | None, mine: int) -> None:
        attempt = 0
        while device is None and self._current(mine):
            self._ended.wait(BACK_OFF[min(attempt, len(BACK_OFF) - 1)])
            attempt += 1
            if not self._current(mine):
                return  # another thread opens it by now
            self._opening = self._clock()
            try:
                device = self._open()
            except SourceError:
                device = None
            finally:
                if self._current(mine):
                    self._opening = None
        if device is None:
            return
        with self._lock:
            self._watchdog = Watchdog(self._clock())
            self._reading = mine == self._generation
        while self._current(mine):
            image = device.read()
            if image is None:
                break
            self._accept(image, mine)
        device.close()
        if self._current(mine):
            self._report(Trouble.UNPLUGGED)
            self._pump_again(mine)

    def _pump_again(self, mine: int) -> None:
        with self._lock:
            if self._generation != mine:
                return
        self._start()

    def _accept(self, image: Image, mine: int) -> None:
        now = self._clock()
        with self._lock:
            if mine != self._generation:
                return
            resized = self._watchdog.frame(image, now)
            healthy = self._watchdog.check(now) is None
            self._slot.put(Frame(image, now - self._begin, self._index))
            self._index += 1
        if resized is not None:
            self._report(resized)
        elif healthy and self._trouble is not None:
            self._report(None)

    def _guard(self) -> None:
        """Looks at the watchdog four times a second; what has stalled or is frozen is opened anew."""
        last_restart = self._clock()
        while not self._ended.wait(0.25):
            now = self._clock()
            with self._lock:
                trouble = self._watchdog.check(now)
                reading = self._reading
            if trouble is None:
                continue
            opening = self._opening
            if self._trouble is not Trouble.UNPLUGGED:
                self._report(trouble)
            elif opening is None and not reading:
                continue  # it waits for its next attempt
            if opening is not None and now - opening < OPENS_WITHIN:
                continue
            if trouble is not Trouble.BLACK and now - last_restart >= BACK_OFF[-1]:
                last_restart = now
                self._start()

    def _current(self, mine: int) -> bool:
        with self._lock:
            return mine == self._generation and not self._ended.is_set()

    def _report(self, trouble: Trouble | None) -> None:
        if trouble is not self._trouble:
            self._trouble = trouble
            self._tell(trouble)


@dataclass(frozen=True, slots=True)
class CameraInfo:
    index: int
    name: str


def list_cameras(system: Path = Path("/sys/class/video4linux")) -> list[CameraInfo]:
    """The cameras of this machine. On Linux from the `system`'s own list, elsewhere by trying the first few."""
    if sys.platform.startswith("linux"):
        found = []
        for entry in sorted(system.glob("video*")):
            number = entry.name.removeprefix("video")
            try:
                first = (entry / "index").read_text().strip() == "0"
                name = (entry / "name").read_text(errors="replace").strip()
            except OSError:
                continue
            if number.isdigit() and first:
                found.append(CameraInfo(int(number), name))
        return sorted(found, key=lambda camera: camera.index)
    return [CameraInfo(i, f"camera {i}") for i in range(4) if _answers(i)]


def _answers(index: int) -> bool:
    capture = cv2.VideoCapture(index)
    opened = bool(capture.isOpened())
    capture.release()
    return opened
