"""A reader at a server's table: reads the deal that is open there, tells what it sees, and heeds what people correct."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.cards import IDS, UNKNOWN_ID, parse_card
from engine.fields import InputError
from engine.record_reading import read_deal
from engine.terms import SEATS
from server.cameras.line import Line
from server.cameras.telling import Telling
from server.watching.care import MOVED, Care
from server.watching.fair_play import FairPlay
from server.watching.session import Session, Told
from vision.reading import Reader
from vision.sources import Source
from vision.sources.base import Frame, same_shape
from vision.sources.watchdog import Trouble
from vision.table import Calibration, CalibrationError
from vision.table.calibration import load, save
from vision.table.quality import quality

AIM_EVERY: Final = 0.3
"""Seconds between two looks while there is no deal: enough to aim by."""
EXAMINE: Final = 1.0
NOTICED: Final = 6.0
"""Seconds that the camera counts as moved after it was."""
Row = dict[str, Any]


class Watcher:
    """Lives in the thread that takes the frames."""

    def __init__(
        self,
        source: Source,
        recogniser: Reader,
        line: Line,
        *,
        lang: str = "de",
        trouble: Callable[[], Trouble | None] = lambda: None,
        say: Callable[[Row], None] = lambda _: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.source, self.recogniser, self.line, self.lang = source, recogniser, line, lang
        self.session: Session | None = None
        self.newest: Frame | None = None
        self._clock, self._trouble, self._say = clock, trouble, say
        self._calibration: Calibration | None = None
        self._deal: Row | None = None
        self._telling: Telling | None = None
        self._applied: dict[str, str] = {}
        self._aim = 0
        self._largest = 0, 0
        self._care = Care(lang)
        self._moved_at = float("-inf")
        self._defects: list[str] = []
        self._examined = self._aimed = float("-inf")
        self._aim_cards: list[Row] = []
        self._frame_ms = 0.0
        self._times: deque[float] = deque(maxlen=30)
        line.news = {"source": source.name[:200]}

    # --- a frame -----------------------------------------------------------------------------------------------

    def feed(self, frame: Frame) -> None:
        begin = self._clock()
        self._times.append(begin)
        self._largest = self._larger(frame)
        self._obey(frame)
        frame = frame if self.session is None else self.session.fitted(frame)
        self.newest = frame
        if self.session is not None and self._telling is not None:
            told = self.session.feed(frame)
            self._tell(told, frame)
            if any(MOVED[self.lang] == advice for advice in self._care.look(frame, self.session.reader)):
                self._moved_at = self._clock()
        else:
            self._look_round(frame)
        self._examine(frame)
        took = 1000 * (self._clock() - begin)
        self._frame_ms = took if self._frame_ms == 0 else 0.9 * self._frame_ms + 0.1 * took
        self.line.news = self._news(frame)

    def finish(self) -> None:
        """The source has ended."""
        if self.session is not None and self._telling is not None:
            self._tell(self.session.finish(), None)
            self._remember(self.session)

    def _tell(self, told: list[Told], frame: Frame | None) -> None:
        assert self._telling is not None
        self._telling.tell(told, None if frame is None else frame.image)
        for each in told:
            self._say(each.row)

    # --- what the server says ------------------------------------------------------------------------------------

    def _obey(self, frame: Frame) -> None:
        orders = self.line.orders
        if orders is None:
            return
        deal = orders.get("deal")
        if deal is None or self._deal is None or deal["number"] != self._deal["number"]:
            if self.session is not None:
                self._remember(self.session)
                self.session = self._telling = None
            self._deal = None
            if deal is not None:
                self._begin(deal, frame)
        elif deal["start"] != self._deal["start"]:
            self._change(deal, frame)
        if orders.get("aim") and orders["aim"] != self._aim:
            self._aim = int(orders["aim"])
            self._retarget(orders.get("corners"), frame)
        self._correct(orders.get("corrected") or {}, frame)

    def _begin(self, deal: Row, frame: Frame) -> None:
        try:
            start = read_deal(deal["start"])
        except InputError as error:
            self.line.notice(f"the open deal cannot be read: {error.first}")
            return
        self._deal = deal
        self._applied = {}
        before = int(deal["tricks_before"])
        self.session = Session(
            start,
            self.recogniser,
            calibration=self._view_of(frame.sized(*self._largest)),
            fair_play=FairPlay.REFEREE,  # judged here only to know which cards must be surer
            tricks_before=before,
        )
        self._telling = Telling(self.session, self.line, int(deal["number"]), before)

    def _change(self, deal: Row, frame: Frame) -> None:
        """The contract was entered, or something of it changed, while the deal is read."""
        assert self.session is not None and self._telling is not None
        if not self.session.reader.book.every:
            self._begin(deal, frame)
            return
        with suppress(InputError):
            self.session.begin_anew(read_deal(self._telling.as_entered(deal["start"])))
            self._deal = {**deal, "tricks_before": self._telling.before}

    def _correct(self, corrected: dict[str, str], frame: Frame) -> None:
        """People said what a card is: the reader believes them, and what else follows from it is told."""
        if self.session is None or self._telling is None:
            return
        for number, card in corrected.items():
            track = self._telling.track_of(int(number))
            if track is None or self._applied.get(number) == card or card == UNKNOWN_ID:
                continue
            self._applied[number] = card
            self._tell(self.session.correct(track, parse_card(card)), frame)

    def _retarget(self, corners: list[list[float]] | None, frame: Frame) -> None:
        if not corners:
            return
        height, width = frame.image.shape[:2]
        try:
            found = Calibration.tapped(width, height, [(x * width, y * height) for x, y in corners])
        except CalibrationError as error:
            self.line.notice(str(error))
            return
        self._calibration = found
        if self.session is not None:
            self.session.reader.aim(found)
        with suppress(CalibrationError):
            save(found, self.source.name)

    def _larger(self, frame: Frame) -> tuple[int, int]:
        """The largest pictures of this shape so far: a phone sends smaller ones only as long as its line is slow."""
        height, width = frame.image.shape[:2]
        before = self._largest
        return before if before[0] > width and same_shape(before, (width, height)) else (width, height)

    # --- the view ------------------------------------------------------------------------------------------------

    def _view_of(self, frame: Frame) -> Calibration:
        height, width = frame.image.shape[:2]
        if self._calibration is None and self.source.live:
            with suppress(CalibrationError):
                self._calibration = load(self.source.name)
        if self._calibration is None:
            return Calibration.guessed(width, height)
        return self._calibration.scaled(width, height)

    def _remember(self, session: Session) -> None:
        learnt = session.reader.calibration
        if learnt.found:
            self._calibration = learnt
            if self.source.live:
                with suppress(CalibrationError):
                    save(learnt, self.source.name)

    def _look_round(self, frame: Frame) -> None:
        """No deal is open: all cards in view are named, so that a person can aim."""
        if self._clock() - self._aimed < AIM_EVERY:
            return
        self._aimed = self._clock()
        height, width = frame.image.shape[:2]
        self._aim_cards = [
            {
                "card": seen.card,
                "quad": _shares(seen.quad, width, height),
                "confidence": round(seen.confidence, 3),
            }
            for seen in self.recogniser.read(frame.image).cards[:60]
        ]

    def _examine(self, frame: Frame) -> None:
        if self._clock() - self._examined < EXAMINE:
            return
        self._examined = self._clock()
        self._defects = [defect.value for defect in quality(frame.image).defects]
        if self.session is None and not self._aim_cards and not self._view_of(frame).found:
            self._defects.append("nothing")

    def _news(self, frame: Frame) -> Row:
        defects = list(self._defects)
        if self._clock() - self._moved_at < NOTICED:
            defects.append("moved")
        span = self._times[-1] - self._times[0]
        return {
            "source": self.source.name[:200],
            "deal": None if self._deal is None else self._deal["number"],
            "view": self._shown(frame),
            "defects": defects,
            "trouble": None if (trouble := self._trouble()) is None else trouble.value,
            "frames_per_second": round((len(self._times) - 1) / span, 1) if span > 0 else 0.0,
            "frame_ms": round(self._frame_ms, 1),
            "dropped": int(getattr(self.source, "dropped", 0)),
            "aimed": self._aim,
        }

    def _shown(self, frame: Frame) -> Row:
        height, width = frame.image.shape[:2]
        view = self._view_of(frame) if self.session is None else self.session.reader.calibration
        if (view.width, view.height) != (width, height):
            view = view.scaled(width, height)
        reach = view.reach * view.card_length
        middle = np.array(view.middle)
        return {
            "width": width,
            "height": height,
            "middle": _share(middle, width, height),
            "reach": _share(np.array([reach, reach * view.squash]), width, height),
            "seats": {
                seat: _share(middle + way * reach * (1.3, 1.3 * view.squash), width, height)
                for seat, way in view.directions().items()
            },
            "corners": None
            if view.corners is None
            else [_share(np.array(corner), width, height) for corner in view.corners],
            "cards": self._aim_cards if self.session is None else self._lying(width, height),
        }

    def _lying(self, width: int, height: int) -> list[Row]:
        assert self.session is not None
        rows = []
        for track in self.session.reader.book.lying[:60]:
            laid = self.session.fold.find(track.number)
            seat = None if laid is None or laid[1].seat < 0 else SEATS[laid[1].seat]
            card = UNKNOWN_ID if track.name.card is None else IDS[track.name.card]
            rows.append({"card": card, "quad": _shares(track.quad, width, height), "seat": seat})
        return rows


def _share(point: NDArray[Any], width: int, height: int) -> list[float]:
    x, y = np.clip(np.asarray(point, np.float64) / (width, height), -2, 3)
    return [round(float(x), 4), round(float(y), 4)]


def _shares(quad: NDArray[Any], width: int, height: int) -> list[list[float]]:
    return [_share(point, width, height) for point in np.asarray(quad)]
