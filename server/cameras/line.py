"""The line between a reader and its server: events in order, pictures after them, and news both ways, each in a thread."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from server.cameras.access import Answer, Offline, Server, ServerError
from server.cameras.outbox import Batch, Outbox, left_behind
from vision.identity import Image, Quad, rectify

EVERY: Final = 0.35
"""Seconds between two news: what a person at the aiming phone does not feel as late."""
PAUSES: Final = (0.2, 0.5, 1.0, 2.0, 3.0)
"""Seconds before each new attempt when the server is away; the last one for ever."""
LOOK: Final = 10.0
"""Seconds between two looks for what others left behind."""
UNDERSTOOD: Final = frozenset({200, 400, 413, 415, 422})
"""It was taken, or never will be; with any other answer it is sent again."""
FRAME_WIDTH: Final = 720
QUALITY: Final = [cv2.IMWRITE_JPEG_QUALITY, 80]
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Shown:
    """A frame in which a card can be seen, kept until there is time to cut it out."""

    number: int
    image: Image
    quad: Quad


@dataclass(slots=True)
class Line:
    """Everything that is said to a server about one table."""

    server: Server
    table: str
    outbox: Outbox
    frames: bool = False
    """Whether whole frames are kept as evidence, or the cards alone."""
    notice: Callable[[str], None] = lambda _: None
    orders: Row | None = None
    """The server's last word; None before the first."""
    fatal: str | None = None
    """Why it makes no sense to go on."""
    news: Row = field(default_factory=dict)
    """What is told next; replaced as a whole by the reader."""
    online: bool = True
    _ended: threading.Event = field(default_factory=threading.Event)
    _shown: queue.Queue[Shown] = field(default_factory=lambda: queue.Queue(32))
    _threads: list[threading.Thread] = field(default_factory=list)
    _fresh: threading.Event = field(default_factory=threading.Event)
    _picture: Callable[[], Image | None] = lambda: None

    def start(self, picture: Callable[[], Image | None]) -> None:
        """`picture` gives the newest frame, for a person who wants to see what the camera sees."""
        self._picture = picture
        for name, work in (("events", self._events), ("evidence", self._evidence), ("news", self._news)):
            thread = threading.Thread(target=work, daemon=True, name=name)
            thread.start()
            self._threads.append(thread)

    def close(self, patience: float) -> int:
        """Waits a while for what is not acknowledged; says how much stays on the disk."""
        if self.fatal is None:
            self.outbox.settled(patience)
        self._ended.set()
        for thread in self._threads:
            thread.join(2.0)
        left = self.outbox.waiting()
        self.outbox.close()
        self.server.close()
        return left

    def first_orders(self, timeout: float) -> Row | None:
        self._fresh.wait(timeout)
        return self.orders

    def show(self, number: int, image: Image, quad: Quad) -> None:
        """A card's pictures; where they come too fast the events go on without."""
        try:
            self._shown.put_nowait(Shown(number, image, quad))
        except queue.Full:
            return

    # --- events ------------------------------------------------------------------------------------------------

    def _events(self) -> None:
        looked = float("-inf")
        while not self._over():
            if time.monotonic() - looked > LOOK:
                self._send_left_behind()
                looked = time.monotonic()
            self._send(self.outbox, 0.25)

    def _send_left_behind(self) -> None:
        """What readers that died could not send any more."""
        for folder in left_behind(self.outbox.folder.parent, but=self.outbox.reader):
            box = Outbox(folder)
            while box.waiting() and not self._over():
                self._send(box, 0.0)
            self._send_pictures(box)
            box.close()

    def _over(self) -> bool:
        return self._ended.is_set() or self.fatal is not None

    def _send(self, box: Outbox, timeout: float) -> None:
        batch = box.batch(timeout)
        if batch is None:
            return
        answer = self._until_answered(
            lambda: self.server.call("POST", f"/api/tables/{self.table}/camera/events", _report(batch))
        )
        if answer is None:
            return
        if answer.status == 200:
            box.done(batch)
            for event, told in zip(batch.events, answer.json().get("events", []), strict=False):
                if "error" in told:
                    self.notice(f"{event['event']}: {told['error']['message']}")
        elif len(batch.events) == 1:
            self.notice(f"{batch.events[0]['event']} is not taken by the server: {answer.error}")
            box.done(batch)
        else:
            for n, event in enumerate(batch.events):
                self._send_alone(box, Batch(batch.reader, batch.first + n, batch.deal, [event]))

    def _send_alone(self, box: Outbox, batch: Batch) -> None:
        answer = self._until_answered(
            lambda: self.server.call("POST", f"/api/tables/{self.table}/camera/events", _report(batch))
        )
        if answer is not None:
            if answer.status != 200:
                self.notice(f"{batch.events[0]['event']} is not taken by the server: {answer.error}")
            box.done(batch)

    def _until_answered(self, ask: Callable[[], Answer]) -> Answer | None:
        """Asks again while the server is away or busy; None when the line is over."""
        attempt = 0
        while not self._over():
            try:
                answer = ask()
            except Offline as error:
                self._is_online(False, str(error))
            except ServerError as error:
                self.fatal = str(error)
                return None
            else:
                self._is_online(True)
                if answer.status in (401, 403, 404):
                    self.fatal = f"the server does not let this camera in any more: {answer.error}"
                    return None
                if answer.status in UNDERSTOOD:
                    return answer
                if attempt == 0:
                    self.notice(answer.error)
            self._ended.wait(PAUSES[min(attempt, len(PAUSES) - 1)])
            attempt += 1
        return None

    def _is_online(self, online: bool, words: str = "") -> None:
        if online != self.online:
            self.online = online
            self.notice(
                "the server is reached again" if online else f"{words}; what is seen waits on this disk"
            )

    # --- pictures ------------------------------------------------------------------------------------------------

    def _evidence(self) -> None:
        while not self._over() or not self._shown.empty():
            try:
                shown = self._shown.get(timeout=0.25)
            except queue.Empty:
                self._send_pictures(self.outbox)
                continue
            for kind, data in pictures_of(shown, self.frames):
                self.outbox.keep(shown.number, kind, data)
            if self.online:
                self._send_pictures(self.outbox)

    def _send_pictures(self, box: Outbox) -> None:
        for path in box.pictures():
            number, _, kind = path.stem.partition("-")
            try:
                data = path.read_bytes()
            except OSError:
                continue
            place = f"/api/tables/{self.table}/camera/evidence/{box.reader}.{int(number)}/{kind}"
            try:
                answer = self.server.call("PUT", place, data, "image/jpeg")
            except (Offline, ServerError):
                return
            if answer.status == 429 or answer.status >= 500:
                return  # it cannot take them now: they wait, as events do
            path.unlink(missing_ok=True)

    # --- news ----------------------------------------------------------------------------------------------------

    def _news(self) -> None:
        said = ""
        while not self._over():
            begin = time.monotonic()
            self.outbox.sign()
            told = {**self.news, "id": self.outbox.reader, "waiting": self.outbox.waiting()}
            answer = self._until_answered(
                lambda told=told: self.server.call(  # type: ignore[misc]
                    "POST", f"/api/tables/{self.table}/camera/sync", told, timeout=5.0
                )
            )
            if answer is None:
                continue
            if answer.status == 200:
                self.orders = answer.json()
                self._fresh.set()
                if self.orders.get("picture"):
                    self._send_view()
            elif answer.error != said:
                said = answer.error
                self.notice(f"the server does not understand this reader: {said}")
            self._ended.wait(max(0.05, EVERY - (time.monotonic() - begin)))

    def _send_view(self) -> None:
        image = self._picture()
        if image is None:
            return
        data = bytes(cv2.imencode(".jpg", _narrow(image, 1280), QUALITY)[1].tobytes())
        try:
            self.server.call("PUT", f"/api/tables/{self.table}/camera/picture", data, "image/jpeg")
        except (Offline, ServerError):
            return


def _report(batch: Batch) -> Row:
    return {"id": batch.reader, "first": batch.first, "deal": batch.deal, "events": batch.events}


def pictures_of(shown: Shown, frames: bool) -> list[tuple[str, bytes]]:
    """The card, upright; and the table with the card's outline, if wanted."""
    crop, _ = rectify(shown.image, shown.quad)
    crop = np.asarray(cv2.resize(crop, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)
    found = [("crop", bytes(cv2.imencode(".jpg", crop, QUALITY)[1].tobytes()))]
    if frames:
        table = shown.image.copy()
        outline = [np.asarray(np.round(shown.quad), np.int32)]
        cv2.polylines(table, outline, True, (0, 200, 255), 2, cv2.LINE_AA)
        table = _narrow(table, FRAME_WIDTH)
        found.append(("frame", bytes(cv2.imencode(".jpg", table, QUALITY)[1].tobytes())))
    return found


def _narrow(image: Image, width: int) -> Image:
    scale = width / image.shape[1]
    if scale >= 1:
        return image
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def outbox_for(folder: Path, table: str, reader: str, notice: Callable[[str], None]) -> Outbox:
    return Outbox(folder / table / reader, notice)
