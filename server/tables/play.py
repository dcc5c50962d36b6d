"""What happened in one deal as a deal record: the order of its events becomes tricks, calls and cards."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from engine.fields import InputError
from engine.judge import Judgement, judge
from engine.record import FORMAT, Deal
from engine.record_reading import read_deal
from engine.systems.base import NATURES, Talon
from server.tables.errors import Refused
from server.tables.events import (
    Announced,
    CallSaid,
    CardLaid,
    CardTakenBack,
    ContractSet,
    Discarded,
    GiftLaid,
    HandShown,
    Happening,
    KontraSaid,
    QuestionAnswered,
    QuestionAsked,
    TalonShown,
    TalonTaken,
    TrickCollected,
)

Numbered = tuple[int, Happening]
UNSEEN = "??"


@dataclass(frozen=True, slots=True)
class Play:
    """A deal as far as it went: the agreement it is played under, and its events with their numbers."""

    rules: str
    options: str
    """Canonical JSON, so that a play can be compared and hashed."""
    forehand: str | None = None
    happened: tuple[Numbered, ...] = ()
    end: str = "running"


@dataclass(slots=True)
class Laid:
    """A card on the table and the event that put it there."""

    seat: str
    card: str
    seq: int
    camera: bool
    pictured: bool = False
    """A camera kept what it saw of it, even if a person has put right since what it is."""
    answered: bool = False
    """A person said what it is."""


@dataclass(slots=True)
class Asked:
    """A question and the card that it is about, wherever that lies by now."""

    question: QuestionAsked
    about: Laid | None


@dataclass(slots=True)
class OpenTrick:
    cards: list[Laid] = field(default_factory=list)
    collected_by: str | None = None
    gifts: list[Laid] = field(default_factory=list)
    taken_back: list[list[str]] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)
    """By seat: where the card lay that it took back. What it lays instead has that place, whoever laid meanwhile."""

    def place_of(self, seat: str) -> int:
        """Where the next card of a seat comes to lie."""
        place = self.places.pop(seat, len(self.cards))
        return (
            len(self.cards) if any(laid.seat == seat for laid in self.cards) else min(place, len(self.cards))
        )

    @property
    def full(self) -> bool:
        return self.collected_by is not None or len({laid.seat for laid in self.cards}) == 4

    @property
    def all(self) -> list[Laid]:
        return [*self.cards, *self.gifts]

    @property
    def watched(self) -> bool:
        return bool(self.cards) and all(laid.camera for laid in self.cards)


@dataclass(slots=True)
class Table:
    """The deal as it lies on the table while its events are followed one by one."""

    tricks: list[OpenTrick] = field(default_factory=list)
    asked: dict[str, Asked] = field(default_factory=dict)
    data: dict[str, Any] = field(default_factory=dict)

    def trick(self, number: int, what: str) -> OpenTrick:
        if number > len(self.tricks):
            raise Refused("trick", f"{what} in trick {number}, but only {len(self.tricks)} were led", "trick")
        return self.tricks[number - 1]

    def follow(self, seq: int, event: Happening) -> None:
        match event:
            case CardLaid():
                self._lay(seq, event)
            case CardTakenBack():
                self._take_back(event)
            case TrickCollected():
                self.trick(event.trick, "collected").collected_by = event.by
            case GiftLaid():
                gift = Laid("", event.card, seq, event.source == "camera")
                self.trick(event.trick, "a gift").gifts.append(gift)
            case QuestionAsked():
                self.asked[event.id] = Asked(event, self.at(event.trick, event.position))
            case QuestionAnswered():
                self._answer(event)
            case _:
                _say(self.data, event)

    def number_of(self, event: CardLaid) -> int:
        """The trick that a card goes to: the one that it names, else the open one, else the next."""
        lies_open = bool(self.tricks) and not self.tricks[-1].full
        return event.trick or (len(self.tricks) if lies_open else len(self.tricks) + 1)

    def _lay(self, seq: int, event: CardLaid) -> None:
        number = self.number_of(event)
        if number > 12:
            raise Refused("trick", "all twelve tricks are full", "trick")
        if number == len(self.tricks) + 1:
            self.tricks.append(OpenTrick())
        trick = self.trick(number, "a card")
        # Cards that lay before it may have been taken out of the log since: then it is the last one.
        last = trick.place_of(event.by)
        place = last if event.position is None else event.position - 1
        laid = Laid(event.by, event.card, seq, event.source == "camera", event.evidence is not None)
        trick.cards.insert(place, laid)

    def demand_place(self, event: CardLaid) -> None:
        """A card is laid between cards that lie there, or behind the last."""
        number = self.number_of(event)
        lying = len(self.tricks[number - 1].cards) if number <= len(self.tricks) else 0
        if event.position is not None and event.position > lying + 1:
            raise Refused("position", f"only {lying} cards lie in trick {number}", "position")

    def _take_back(self, event: CardTakenBack) -> None:
        for trick in reversed(self.tricks):
            for laid in reversed(trick.cards):
                if (laid.seat, laid.card) == (event.by, event.card):
                    trick.places[event.by] = trick.cards.index(laid)
                    trick.cards.remove(laid)
                    trick.taken_back.append([event.by, event.card])
                    return
        raise Refused("not_laid", f"{event.by} has not laid {event.card}", "card")

    def _answer(self, event: QuestionAnswered) -> None:
        asked = self.asked.pop(event.id, None)
        if asked is None:
            raise Refused("question", f"there is no open question {event.id!r}", "id")
        laid = asked.about
        # What was corrected since it was asked is known better by now.
        if laid is not None and laid.card == UNSEEN and event.card != UNSEEN:
            laid.card, laid.answered = event.card, True

    def open_questions(self) -> list[tuple[QuestionAsked, int, int]]:
        """What is still to be answered, each with the trick and the position where its card lies now."""
        found = []
        for asked in self.asked.values():
            if asked.about is None or asked.about.card != UNSEEN:
                continue  # its card was taken out of the log, or is known by now
            if (place := self.place(asked.about)) is not None:
                found.append((asked.question, *place))
        return found

    def at(self, trick: int, position: int) -> Laid | None:
        """The card at a place of the play, both counted from 1; gifts come behind the cards."""
        if not 1 <= trick <= len(self.tricks):
            return None
        lying = self.tricks[trick - 1].all
        return lying[position - 1] if 1 <= position <= len(lying) else None

    def place(self, laid: Laid) -> tuple[int, int] | None:
        """Trick and position of a card; None if it was taken back."""
        for number, trick in enumerate(self.tricks, 1):
            for position, each in enumerate(trick.all, 1):
                if each is laid:
                    return number, position
        return None

    def tricks_json(self) -> list[dict[str, Any]]:
        shown = [trick for trick in self.tricks if trick.cards or trick.taken_back or trick.gifts]
        return [_trick_json(trick, shown[n + 1 :]) for n, trick in enumerate(shown)]


def _trick_json(trick: OpenTrick, later: list[OpenTrick]) -> dict[str, Any]:
    """A trick says that it still lies only where a camera watched it and everything after it."""
    data: dict[str, Any] = {"cards": [[laid.seat, laid.card] for laid in trick.cards]}
    if trick.collected_by is not None:
        data["collected_by"] = trick.collected_by
    elif trick.watched and all(t.watched for t in later):
        data["collected_by"] = None
    if trick.gifts:
        gifts = [laid.card for laid in trick.gifts]
        data["gift"] = gifts[0] if len(gifts) == 1 else gifts
    if trick.taken_back:
        data["taken_back"] = list(trick.taken_back)
    return data


def _say(data: dict[str, Any], event: Happening) -> None:
    match event:
        case CallSaid():
            data.setdefault("auction", []).append(
                _without_none(by=event.by, call=event.call, bird=event.bird)
            )
        case ContractSet():
            if not _can_be_taken(event.game, data.get("taken")):
                del data["taken"]
            data["contract"] = _without_none(
                game=event.game,
                bird=event.bird,
                declarer=event.declarer,
                called=event.called,
                partner=event.partner,
            ) | {"with": list(event.beside)}
        case TalonShown():
            data["talon"] = [list(half) for half in event.halves]
        case TalonTaken():
            data["taken"] = event.taken
        case Discarded():
            data["discards"] = list(event.cards)
        case HandShown():
            data.setdefault("hands", {})[event.seat] = list(event.cards)
        case Announced():
            data.setdefault("announcements", []).append({"by": event.by, "what": event.what})
        case KontraSaid():
            data.setdefault("kontra", []).append(
                _without_none(by=event.by, on=event.on, level=event.level, to=event.to)
            )


def _can_be_taken(game: str, taken: str | None) -> bool:
    """Whether what was taken of the talon before can stay when the game is another one."""
    kind = NATURES[game].talon
    if taken in ("first", "second"):
        return kind is Talon.HALF
    if taken == "all":
        return kind is Talon.ALL
    return taken in (None, "none") or kind is Talon.ONE


def _without_none(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def with_their_cards(before: Play, after: Play) -> Play:
    """Once an event was taken out: each question asks about the card that it was asked about, and goes with it."""
    table, about = Table(), dict[int, int]()
    for number, event in before.happened:
        table.follow(number, event)
        if isinstance(event, QuestionAsked) and (laid := table.asked[event.id].about) is not None:
            about[number] = laid.seq
    table, kept, gone = Table(), list[Numbered](), set[str]()
    for number, event in after.happened:
        if isinstance(event, QuestionAnswered) and event.id in gone:
            continue
        if isinstance(event, QuestionAsked) and number in about:
            laid = next(
                (each for trick in table.tricks for each in trick.all if each.seq == about[number]), None
            )
            place = None if laid is None else table.place(laid)
            if place is None:
                gone.add(event.id)
                continue
            event = replace(event, trick=place[0], position=place[1])
        table.follow(number, event)
        kept.append((number, event))
    return replace(after, happened=tuple(kept))


def follow(play: Play) -> Table:
    """The table after all events of a play; `Refused` where they do not fit together."""
    table = Table()
    for seq, event in play.happened:
        table.follow(seq, event)
    return table


def document_of(play: Play) -> dict[str, Any]:
    """The deal record (`kiebitz-deal/1`) of a play."""
    table = follow(play)
    data: dict[str, Any] = {"format": FORMAT, "rules": play.rules, "options": json.loads(play.options)}
    if play.forehand is not None:
        data["forehand"] = play.forehand
    return data | table.data | {"tricks": table.tricks_json(), "end": play.end}


@lru_cache(maxsize=1024)
def deal_of(play: Play) -> Deal:
    """The engine's record of a play; `Refused` names the first thing that cannot be, with its place."""
    return checked_deal(document_of(play))


def checked_deal(document: object) -> Deal:
    try:
        return read_deal(document)
    except InputError as error:
        raise Refused(*error.first) from None


@lru_cache(maxsize=1024)
def judged(deal_json: str) -> Judgement:
    """The judgement of a record given as canonical JSON."""
    return judge(checked_deal(json.loads(deal_json)))
