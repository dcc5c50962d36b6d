"""From a session's events to the server's: each with the number of the card that it is about, and its place in the deal."""

from __future__ import annotations

from typing import Any, Final

from engine.cards import IDS, UNKNOWN_ID
from engine.record import write_deal
from server.cameras.line import Line
from server.watching.fold import Fold
from server.watching.session import Session, Told
from vision.identity import Image

TRICKS: Final = 12
_FIELDS: Final = {
    "card": ("t", "event", "seat", "card", "confidence", "rest"),
    "trick": ("t", "event", "number", "cards", "winner"),
    "collected": ("t", "event", "trick", "by"),
    "gift": ("t", "event", "trick", "card", "confidence"),
    "taken_back": ("t", "event", "seat", "card"),
    "revised": ("t", "event", "trick", "position", "card", "was", "confidence"),
    "question": ("t", "event", "id", "trick", "position", "candidates"),
}
"""What the server is told of each event; rulings it makes itself, and people end a deal."""
_OPENLY: Final = ("talon", "taken", "discards", "hands")
Row = dict[str, Any]


class Telling:
    """One deal."""

    def __init__(self, session: Session, line: Line, deal: int, before: int) -> None:
        """`before`: so many tricks were played before the session began."""
        self.before = before
        self._session, self._line, self._deal = session, line, deal
        self._numbers: dict[int, int] = {}
        """By track: the number of the event that told of the card."""
        self._pending: dict[str, int] = {}
        """Questions that the server was told of, with their tracks."""
        self._open = _openly(session.fold)
        self._hidden: set[int] = set()
        """Tracks of cards that the server is not to read for now."""

    def track_of(self, number: int) -> int | None:
        return next((track for track, its in self._numbers.items() if its == number), None)

    def tell(self, told: list[Told], image: Image | None) -> None:
        doubted = {
            each.track
            for each in told
            if each.row["event"] == "question" and each.track is not None and self._read(each.track)
        }
        # A card that is new is told of before it is asked about.
        new = {each.track for each in told if each.row["event"] in ("card", "gift")}
        # What must be surer before anything follows from it is asked about before that which would follow.
        first = [each for each in told if each.track in doubted - new and each.row["event"] == "question"]
        for each in [*first, *(each for each in told if each not in first)]:
            self._one(each, image, unsure=each.track in doubted)
        self._withdraw()
        self._withhold()
        self._tell_what_lies_openly()

    def _read(self, track: int) -> str | None:
        found = self._session.fold.find(track)
        card = None if found is None else found[1].name.card
        return None if card is None else IDS[card]

    def _one(self, told: Told, image: Image | None, *, unsure: bool) -> None:
        kind = told.row["event"]
        if kind not in _FIELDS or (kind == "question" and told.track is None):
            return  # a card that nobody saw is laid by hand at a table, not asked about
        row = {name: told.row[name] for name in _FIELDS[kind] if name in told.row}
        for name in ("trick", "number"):
            if name in row:
                row[name] += self.before
        if told.place is not None and kind == "card":
            row |= {"trick": told.place[0] + self.before, "position": told.place[1]}
        if int(row.get("trick", row.get("number", 1))) > TRICKS:
            return
        number = self._line.outbox.next_number
        known = None if told.track is None else self._numbers.get(told.track)
        if kind in ("card", "gift") and told.quad is not None and image is not None:
            row["evidence"] = f"{self._line.outbox.reader}.{number}"
        if unsure and kind in ("card", "gift", "revised"):
            row["card"] = UNKNOWN_ID
        if known is not None and kind not in ("card", "collected", "trick"):
            row["of"] = known
            if kind == "question":
                row["evidence"] = f"{self._line.outbox.reader}.{known}"
        if kind == "question" and told.track is not None:
            self._pending[str(row["id"])] = told.track
        self._line.outbox.add(self._deal, row)
        if kind in ("card", "gift") and told.track is not None:
            self._numbers[told.track] = number
            if told.quad is not None and image is not None:
                self._line.show(number, image, told.quad)

    def _withdraw(self) -> None:
        """Questions that later views have answered: the server hears the answer."""
        for question, track in list(self._pending.items()):
            if question in self._session.open_questions:
                continue
            del self._pending[question]
            if track not in self._pending.values():  # else it was asked anew
                self._say_again(track, self._read(track))

    def _withhold(self) -> None:
        """The server judges what it reads: a card of which nothing may be said is unread there, until it may."""
        now = self._session.withheld
        for track in now - self._hidden:
            self._say_again(track, UNKNOWN_ID)
        for track in self._hidden - now:
            if track not in self._pending.values():
                self._say_again(track, self._read(track))
        self._hidden = set(now)

    def _say_again(self, track: int, card: str | None) -> None:
        place, number = self._session.fold.place(track), self._numbers.get(track)
        if card is not None and place is not None and number is not None:
            row = {"t": self._session.t, "event": "revised", "card": card, "of": number}
            row |= {"trick": place[0] + self.before, "position": place[1]}
            self._line.outbox.add(self._deal, row)

    def as_entered(self, start: Row) -> Row:
        """START without what this reader itself has told of it: that may still be understood better."""
        return {
            name: value
            for name, value in start.items()
            if name not in _OPENLY or self._open.get(name) != value
        }

    def _tell_what_lies_openly(self) -> None:
        now = _openly(self._session.fold)
        news = {name: value for name, value in now.items() if self._open.get(name) != value}
        if news:
            self._open = now
            self._line.outbox.add(self._deal, {"t": self._session.t, "event": "openly", **news})


def _openly(fold: Fold) -> Row:
    """Talon, discards and hands of a record, as far as they are known, and so surely that people may be judged by them."""
    record, surely = write_deal(fold.start), write_deal(fold.sure_start)
    known = {name: record[name] for name in _OPENLY if record.get(name) and record[name] == surely.get(name)}
    if set(known.get("discards", ())) == {UNKNOWN_ID}:
        del known["discards"]  # nothing of them was seen; what is seen later would come too late
    return known
