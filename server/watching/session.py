"""One deal being watched: frames in, the events of the contract out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.cards import IDS, UNKNOWN_ID, Card, card_set, known_cards
from engine.facts import gifts_due
from engine.judge import Judgement, judge
from engine.record import Deal, write_deal
from engine.rulings import Ruling
from engine.terms import SEATS
from server.watching.certainty import (
    ACCUSING,
    doubtful_cards,
    for_the_accused,
    in_order,
    key_of,
    proven_without_doubt,
    rests_on_unread,
    unsure_open_cards_accuse,
)
from server.watching.expecting import expected_of
from server.watching.fair_play import FairPlay
from server.watching.fold import Fold, LaidCard
from server.watching.shown import is_expected, understand
from server.watching.whole_tricks import SEAT_SURE
from vision.identity import Quad
from vision.reader.events import Event, Given, Laid, Name, Renamed, Swept, TakenBack
from vision.reader.table_reader import Recogniser, TableReader
from vision.sources.base import Frame
from vision.table.calibration import Calibration

Row = dict[str, Any]
TRICKS: Final = 12
LINGERS: Final = 2.0
"""So many seconds after a card came to rest the arm that laid it may still be beside the trick."""


@dataclass(frozen=True, slots=True)
class Told:
    """An event for other programs, and where in the picture it can be seen."""

    row: Row
    quad: Quad | None = None
    track: int | None = None
    """The card's number for the rest of the deal, where the event is about one card."""
    place: tuple[int, int] | None = None
    """The card's trick and position, both from 1."""


class Session:
    """Reads, folds, judges and asks. Knows no clock and no console."""

    def __init__(
        self,
        start: Deal,
        recogniser: Recogniser,
        *,
        calibration: Calibration | None = None,
        fair_play: FairPlay = FairPlay.REFEREE,
        tricks_before: int = 0,
    ) -> None:
        """`tricks_before` were played before this session began to watch: its own first trick comes after them."""
        self.fold = fold = Fold(start, tricks_before=tricks_before)
        self.fair_play = fair_play
        self.reader = TableReader(
            recogniser,
            calibration=calibration,
            # Not through the session itself: a deal that is over must free its pictures at once.
            gifts_due=lambda trick: gifts_due(fold.start, trick + tricks_before),
            expected=expected_of(start, from_the_first=not tricks_before),
        )
        self._start = start
        self._tricks = TRICKS - tricks_before
        self.judgement: Judgement | None = None
        """Of the whole deal, once it has been finished."""
        self.t = 0.0
        self._questions: dict[str, int] = {}
        self._asked: dict[int, str] = {}
        self._questions_asked = 0
        self._gaps: dict[str, int] = {}
        """Questions about cards that nobody saw, with their tricks."""
        self._answered: dict[str, int] = {}
        self._filled: dict[str, tuple[int, Card]] = {}
        """Answered questions, for who has mistyped; of cards that nobody saw with their tricks and what was said."""
        self._taken: int | None = None
        """The trick of which it has not been said yet who took it in."""
        self._rulings: set[tuple[Any, ...]] = set()
        self.withheld: set[int] = set()
        """Tracks of cards, surely read, of which nothing may be said because their trick was not seen well enough."""

    def fitted(self, frame: Frame) -> Frame:
        """The frame as large as those before, in whose pixels the cards are remembered."""
        view = self.reader.calibration
        return frame.sized(view.width, view.height)

    def feed(self, frame: Frame) -> list[Told]:
        self.t = frame.t
        return self._tell(self.reader.feed(frame.image, frame.t))

    def begin_anew(self, start: Deal) -> None:
        """Contract or talon were entered, or entered anew, while the deal is read."""
        self._start = replace(start, tricks=(), end="running")
        self.fold.start = self.fold.sure_start = self._start
        self.reader.expect(expected_of(start, from_the_first=False))
        self._refresh()

    def answer(self, question: str, card: Card) -> list[Told]:
        """A person's answer to a question; KeyError if there is no such question, ValueError if that card lies elsewhere."""
        if question not in self._gaps | self._questions | self._answered | self._filled:
            raise KeyError(question)
        if (elsewhere := self._lies_elsewhere(question, card)) is not None:
            raise ValueError(f"{IDS[card]} is known already: it lies {elsewhere}")
        if question in self._gaps or question in self._filled:
            return self._fill(question, card)
        self._answered[question] = self._questions.get(question, self._answered.get(question, 0))
        return self.correct(self._answered[question], card)

    def _fill(self, question: str, card: Card) -> list[Told]:
        """Somebody says what the card was that nobody saw; or says it anew, and what he said before is free again."""
        trick = self._gaps.pop(question, None)
        if trick is None:
            trick, _ = self._filled.pop(question)
            self.fold.forget_missing(trick)
        self.fold.add_missing(trick, card)
        self._filled[question] = trick, card
        self.reader.leave_out(card_set(said for _, said in self._filled.values()))
        return self._judged()

    def _lies_elsewhere(self, question: str, card: Card) -> str | None:
        """Where a card lies by a person's word; nobody's word gives one that was not seen a card that was seen surely."""
        track = self._questions.get(question, self._answered.get(question))
        mine = self._filled.get(question, (0, None))[1]
        if self.reader.certain_out_of_play >> card & 1 and card != mine:
            return "outside the tricks, or was the answer to another question"
        answered = (t.number for t in self.reader.book.every if t.views.answer == card and t.number != track)
        seen = (each.track for each in self.fold.cards if each.sure and each.name.card == card != mine)
        where = next(answered, None) if track is not None else next(seen, None)
        place = None if where is None else self.fold.place(where)
        return None if place is None else f"in trick {place[0]}"

    def correct(self, track: int, card: Card) -> list[Told]:
        """A person says what a card is, asked or not."""
        self._withdraw(track)
        told = self._tell(self.reader.answer(track, card))
        # Where the answer is what was read anyway, nothing else has changed than how sure it is.
        return told or self._judged()

    @property
    def open_questions(self) -> list[str]:
        return [*self._questions, *self._gaps]

    def asked_about(self, question: str) -> LaidCard | None:
        """The card that an open question is about; if nobody saw it, as far as it is known."""
        if question in self._gaps:
            trick = self._gaps[question]
            gap = self.fold.missing(trick)
            seen = self.fold.tricks[trick - 1].cards
            return None if gap is None else LaidCard(-trick, gap[0], seen[-1].rest, Name(None, 0.0))
        found = self.fold.find(self._questions[question])
        return None if found is None else found[1]

    def finish(self) -> list[Told]:
        """The end of the source: the last sweep, and the whole deal with its judgement."""
        for card in self.fold.cards:
            card.doubted = False  # since the deal was ended once somebody may have answered
        told = [*self._tell(self.reader.finish()), *self._say_who_took(at_once=True)]
        self._refresh()
        if unsure_open_cards_accuse(self.fold):
            self.fold.start = self.fold.sure_start
        deal = self.fold.deal(over=True)
        judgement = judge(deal)
        while doubted := for_the_accused(judgement.rulings, self.fold):
            for card in doubted:
                card.doubted = True
            deal = self.fold.deal(over=True)
            judgement = judge(deal)
        proven = proven_without_doubt(judgement.rulings, self.fold, over=True)
        certain = [ruling for ruling in judgement.rulings if key_of(ruling) in proven]
        told += self._new_rulings(certain, everything=self.fair_play is not FairPlay.OFF)
        self.judgement = judgement
        row = self._row("deal") | {"record": write_deal(deal), "judgement": judgement.as_json()}
        return [*told, Told(row)]

    # --- from the reader's events to the contract's ------------------------------------------------------------

    def _tell(self, events: Iterable[Event]) -> list[Told]:
        told: list[Told] = []
        changed = False
        for event in events:
            rows = list(self._one(event))
            changed |= bool(rows)
            told += rows
        if changed:
            told += self._judged()
        return told

    def _judged(self) -> list[Told]:
        """What can be said of the deal as it is now: rulings, or the questions that must be answered before."""
        self._refresh()
        if self.fair_play is FairPlay.OFF:
            return []
        rulings = judge(self.fold.deal()).rulings
        self.withheld = set()
        if not rulings:
            return []
        proven = proven_without_doubt(rulings, self.fold)
        self.withheld = {
            card.track
            for ruling in rulings
            if ruling.status in ACCUSING and ruling.trick is not None and not self._carries(ruling)
            for card in self.fold.tricks[ruling.trick - 1].cards
            if card.seat == ruling.by and card.read
        }
        asked = [
            told
            for ruling in rulings
            if key_of(ruling) not in proven and self._may_tell(ruling)
            for card in doubtful_cards(ruling, self.fold.tricks)
            for told in self._ask(card.track, card.name, None, doubted=True)
        ]
        return asked + self._new_rulings([r for r in rulings if key_of(r) in proven])

    def _refresh(self) -> None:
        """Later views make a reading surer without changing it, and answer what was asked; open cards tell the talon."""
        if is_expected(self._start):
            cards = self.reader.open_cards  # named anew each time they are asked for
            self.fold.start = understand(self._start, cards, self.fold).onto(self._start)
            self.fold.sure_start = understand(self._start, cards, self.fold, surely=True).onto(self._start)
            # A misread one must not hide the true one when that is played.
            self.reader.leave_out_by_sight(known_cards(self.fold.sure_start.left_cards))
        for track in self.reader.book.every:
            found = self.fold.find(track.number)
            if found is None or track.name.card != found[1].name.card:
                continue
            found[1].name = track.name
            if found[1].sure:
                self._withdraw(track.number)

    def _one(self, event: Event) -> Iterator[Told]:
        if isinstance(event, Laid | Given | Swept) and event.trick > self._tricks:
            return  # the deal is over: a talon that is shown, cards that are turned over, the next deal
        if isinstance(event, Laid):
            card = self.fold.lay(
                event.trick,
                event.track,
                event.seat,
                event.name,
                event.rest,
                event.seat_sure,
                in_time=event.in_time,
            )
            yield from self._say_who_took()
            row: Row = {"seat": SEATS[card.seat]} | _reading(event.name) | {"rest": round(event.rest, 3)}
            yield Told(self._row("card") | row, event.quad, event.track, self.fold.place(event.track))
            # What lay before this session began cannot contradict it: only what is sure is read.
            alone = self._tricks < TRICKS and not card.sure
            yield from self._ask(event.track, event.name, event.quad, doubted=alone)
            yield from self._complete(event.trick)
        elif isinstance(event, Given):
            self.fold.give(event.trick, event.track, event.name, event.rest)
            given = self._row("gift") | {"trick": event.trick} | _reading(event.name)
            yield Told(given, event.quad, event.track)
            yield from self._ask(event.track, event.name, event.quad)
        elif isinstance(event, TakenBack):
            self._incomplete(event.track)
            back = self.fold.take_back(event.track)
            self._withdraw(event.track)
            if back is not None:
                owner = None if back.seat < 0 else SEATS[back.seat]  # a gift was nobody's
                row = {"seat": owner, "card": _id(back.name.card)}
                yield Told(self._row("taken_back") | row, track=event.track)
        elif isinstance(event, Swept):
            by = self.fold.sweep(event.trick, event.seat)
            yield from self._complete(event.trick)
            self._taken = None if by is None else event.trick
            # After the last trick there is no lead to wait for.
            at_once = event.trick == self._tricks or by is None or not self._may_linger(event.trick, by)
            yield from self._say_who_took(at_once=at_once)
            yield from self._ask_what_nobody_saw(event.trick)
        else:
            yield from self._revise(event)

    def _revise(self, event: Renamed) -> Iterator[Told]:
        found, place = self.fold.find(event.track), self.fold.place(event.track)
        if found is None or place is None:
            return
        card: LaidCard = found[1]
        was, card.name = card.name, event.name
        if event.name.card is not None:
            self._withdraw(event.track)
        row = {"trick": place[0], "position": place[1]} | _reading(event.name) | {"was": _id(was.card)}
        yield Told(self._row("revised") | row, track=event.track, place=place)
        yield from self._ask(event.track, event.name, None)

    def _may_linger(self, trick: int, by: int) -> bool:
        """Whether the arm that was seen may be that of who laid the last card just before, or a later one: another took the trick in."""
        cards, *following = (each.cards for each in self.fold.tricks[trick - 1 : trick + 1])
        just_now = not cards[-1].in_time or self.t - cards[-1].rest < LINGERS
        other = any(following) or (cards[-1].seat == by and just_now)
        return other and all(card.sure for card in cards) and self.fold.winner(trick) not in (None, by)

    def _say_who_took(self, *, at_once: bool = False) -> Iterator[Told]:
        """Who took the last trick in. Where that is not clear the next lead decides between the arm that was seen and the winner's."""
        trick = self._taken
        if trick is None:
            return
        seen, *following = self.fold.tricks[trick - 1 : trick + 1]
        lead = following[0].cards[0] if following and following[0].cards else None
        if not at_once and lead is None:
            return
        self._taken = None
        if not at_once and lead is not None and lead.sure and lead.seat_sure >= SEAT_SURE:
            winner = self.fold.winner(trick)
            seen.collected_by = lead.seat if lead.seat == winner else seen.collected_by
        if seen.collected_by is not None:
            yield Told(self._row("collected") | {"trick": trick, "by": SEATS[seen.collected_by]})

    def _complete(self, trick: int) -> Iterator[Told]:
        seen = self.fold.tricks[trick - 1]
        if seen.told or not (seen.complete or seen.swept):
            return
        seen.told = True
        deal = self.fold.deal()
        cards = [[SEATS[seat], _id(card)] for seat, card in deal.tricks[trick - 1].cards]
        won_by = self.fold.winner(trick)
        winner = None if won_by is None else SEATS[won_by]
        yield Told(self._row("trick") | {"number": trick, "cards": cards, "winner": winner})

    def _incomplete(self, track: int) -> None:
        """A card of it is taken back: when it is whole again, it is told of again."""
        found = self.fold.find(track)
        if found is not None and found[1].seat >= 0 and not self.fold.tricks[found[0] - 1].swept:
            self.fold.tricks[found[0] - 1].told = False

    def _ask(self, track: int, name: Name, quad: Quad | None, *, doubted: bool = False) -> Iterator[Told]:
        """`doubted`: it was read, but not surely enough for what would follow from it."""
        place = self.fold.place(track)
        if (name.card is not None and not doubted) or place is None or track in self._asked:
            return
        self._questions_asked += 1
        question = f"q{self._questions_asked}"
        self._questions[question] = track
        self._asked[track] = question
        candidates = [[IDS[card], round(share, 4)] for card, share in name.candidates]
        row = {"id": question, "trick": place[0], "position": place[1], "candidates": candidates}
        # Of one that was taken in long ago its place shows something else by now.
        lies = next((each.quad for each in self.reader.book.lying if each.number == track), None)
        yield Told(self._row("question") | row, lies if quad is None else quad, track, place)

    def _ask_what_nobody_saw(self, trick: int) -> Iterator[Told]:
        gap = self.fold.missing(trick)
        if gap is not None:
            question = f"m{trick}"
            self._gaps[question] = trick
            row = {"id": question, "trick": trick, "position": gap[1], "candidates": []}
            yield Told(self._row("question") | row, place=(trick, gap[1]))

    def _withdraw(self, track: int) -> None:
        """It is answered; if doubt comes back it is asked anew."""
        question = self._asked.pop(track, None)
        if question is not None:
            del self._questions[question]

    def _new_rulings(self, rulings: Iterable[Ruling], *, everything: bool = False) -> list[Told]:
        told = []
        for ruling in rulings if everything else self.fair_play.told(rulings, to_referee=True):
            if not self._carries(ruling):
                continue
            key = (ruling.kind, ruling.by, ruling.suspects, ruling.trick, ruling.card, ruling.status)
            if key not in self._rulings:
                self._rulings.add(key)
                told.append(Told(self._row("ruling") | {"ruling": ruling.as_json()}))
        return told

    def _carries(self, ruling: Ruling) -> bool:
        """Whether what was seen of its tricks carries it."""
        if not in_order(ruling, self.fold):
            return False
        return ruling.status not in ACCUSING or not rests_on_unread(ruling, self.fold.deal())

    def _may_tell(self, ruling: Ruling) -> bool:
        """Whoever watches with the referee's mode is the referee."""
        return bool(self.fair_play.told([ruling], to_referee=True))

    def _row(self, event: str) -> Row:
        return {"t": round(self.t, 3), "event": event}


def _id(card: Card | None) -> str:
    return UNKNOWN_ID if card is None else IDS[card]


def _reading(name: Name) -> Row:
    return {"card": _id(name.card), "confidence": round(name.confidence, 4)}
