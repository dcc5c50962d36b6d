"""What a reader's word would say in the log, given what lies there: pure, one function for each kind of event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, cast

from server.cameras.reports import (
    SeenCard,
    SeenCollected,
    SeenGift,
    SeenOpenly,
    SeenQuestion,
    SeenRevised,
    SeenTakenBack,
)
from server.tables.commands import laid_by_camera, revision
from server.tables.errors import Refused
from server.tables.events import (
    Candidate,
    CardLaid,
    CardTakenBack,
    Corrected,
    Discarded,
    GiftLaid,
    HandShown,
    QuestionAsked,
    Retracted,
    Said,
    TalonShown,
    TalonTaken,
    TrickCollected,
)
from server.tables.fold import TableState
from server.tables.play import UNSEEN, Laid, OpenTrick, Table, follow
from server.tables.words import Seat

SECOND_LOOK: Final = "second look"


@dataclass(slots=True)
class Memory:
    """What is known of one reader: which event of the log each of its cards is, and what it could not yet say."""

    cards: dict[int, int] = field(default_factory=dict)
    said: dict[int, str] = field(default_factory=dict)
    """By event of the log: what the reader took the card for last."""
    wishes: dict[int, tuple[str, float]] = field(default_factory=dict)
    """By event of the log: a card that still lies elsewhere, and how sure the reader was."""
    ahead: int = 0
    """So many tricks more than the reader counts were played at the table."""


@dataclass(frozen=True, slots=True)
class Known:
    """Nothing to note: it is there already, as this event of the log."""

    seq: int | None = None


def all_laid(table: Table) -> Iterator[Laid]:
    for trick in table.tricks:
        yield from trick.all


def lies(table: Table, card: str) -> Laid | None:
    """The card on the table or in a heap, if it was read before."""
    return next((each for each in all_laid(table) if each.card == card != UNSEEN), None)


def evidence_of(state: TableState, seq: int) -> str | None:
    event = dict(state.open_deal.play.happened).get(seq) if state.open_deal else None
    return event.evidence if isinstance(event, CardLaid | GiftLaid) else None


def card(table: Table, event: SeenCard, memory: Memory) -> tuple[Said, ...] | Known:
    number = None if event.trick is None else event.trick + memory.ahead
    found = lies(table, event.card)
    if found is not None and found.seq not in memory.said and _near(table, found, number, event.seat):
        return Known(found.seq)
    if number is not None:
        trick = table.tricks[number - 1] if number <= len(table.tricks) else OpenTrick()
        mine = any(laid.seq in memory.said for laid in trick.all)
        other = next((c for c in trick.cards if c.seat == event.seat and c.seq not in memory.said), None)
        if trick.full and not mine and found is None and event.card != UNSEEN and _read(trick):
            memory.ahead += 1  # it was played by hand and swept unseen: this is the next lead
            number += 1
        elif other is not None and (event.card == UNSEEN or other.card != UNSEEN):
            return Known(other.seq)  # people were quicker, and they know better
        elif other is not None:
            return _second_look(event, other)
        number = min(number, len(table.tricks) + 1)
    card = event.card if found is None else UNSEEN
    return (
        CardLaid(
            by=event.seat,
            card=card,
            trick=number,
            position=_position(table, number, event.position),
            source="camera",
            confidence=event.confidence,
            evidence=event.evidence,
        ),
    )


def _second_look(event: SeenCard, other: Laid) -> tuple[Said, ...] | Known:
    """A card that lay unread when this reader came is read now."""
    if not other.camera or other.answered:
        return Known(other.seq)
    laid = CardLaid(
        by=event.seat,
        card=event.card,
        source="camera",
        confidence=event.confidence,
        evidence=event.evidence,
    )
    return (Corrected(event=other.seq, to=laid, reason=SECOND_LOOK),)


def _read(trick: OpenTrick) -> bool:
    return all(laid.card != UNSEEN for laid in trick.cards)


def _near(table: Table, found: Laid, number: int | None, seat: str) -> bool:
    """Whether a card that somebody else laid in the log is the very one that is seen now."""
    place = table.place(found)
    return place is not None and found.seat == seat and (number is None or abs(place[0] - number) <= 1)


def _position(table: Table, number: int | None, position: int | None) -> int | None:
    if number is None or position is None:
        return None
    lying = len(table.tricks[number - 1].cards) if number <= len(table.tricks) else 0
    return position if position <= lying else None


def collected(table: Table, event: SeenCollected, memory: Memory) -> tuple[Said, ...] | Known:
    number = event.trick + memory.ahead
    trick = table.trick(number, "collected")
    if trick.collected_by is not None:
        return Known()
    return (TrickCollected(trick=number, by=event.by),)


def gift(
    state: TableState, table: Table, event: SeenGift, seq: int | None, memory: Memory
) -> tuple[Said, ...] | Known:
    number = event.trick + memory.ahead
    found = lies(table, event.card)
    before: tuple[Said, ...] = ()
    if seq is not None:
        laid_by_camera(state, seq)
        before = (Retracted(event=seq, reason="a gift"),)
        found = None if found is not None and found.seq == seq else found
    if found is not None and found in table.trick(number, "a gift").gifts:
        return Known(found.seq)
    return (
        *before,
        GiftLaid(
            trick=number,
            card=event.card if found is None else UNSEEN,
            source="camera",
            confidence=event.confidence,
            evidence=event.evidence,
        ),
    )


def taken_back(
    state: TableState, table: Table, event: SeenTakenBack, seq: int | None
) -> tuple[Said, ...] | Known:
    if seq is None:
        if event.card == UNSEEN or event.seat is None:
            raise Refused(
                "of", "an unread card or a gift that is taken back needs the event that told of it", "of"
            )
        return (CardTakenBack(by=event.seat, card=event.card),)
    laid = next((each for each in all_laid(table) if each.seq == seq), None)
    if laid is None:
        return Known()
    if laid.card == UNSEEN or not laid.seat:
        laid_by_camera(state, seq)
        return (Retracted(event=seq, reason="taken back"),)
    return (CardTakenBack(by=cast("Seat", laid.seat), card=laid.card),)


def revised(
    state: TableState, table: Table, event: SeenRevised, seq: int, memory: Memory
) -> tuple[Said, ...] | Known:
    memory.said[seq] = event.card
    memory.wishes.pop(seq, None)
    if any(each.seq == seq and each.card == event.card for each in all_laid(table)):
        return Known()  # also where people said so, and the reader believed them
    laid = laid_by_camera(state, seq)
    found = None if event.card == UNSEEN else lies(table, event.card)
    if found is None:
        return (revision(state, seq, event.card),)
    memory.wishes[seq] = (event.card, event.confidence or 0.5)
    return () if laid.card == UNSEEN else (revision(state, seq, UNSEEN),)


def question(
    state: TableState, table: Table, event: SeenQuestion, seq: int | None, memory: Memory
) -> tuple[Said, ...] | Known:
    trick, position = event.trick + memory.ahead, event.position
    doubted: tuple[Said, ...] = ()
    if seq is not None:
        laid = next((each for each in all_laid(table) if each.seq == seq), None)
        place = table.place(laid) if laid is not None else None
        if laid is None or place is None:
            return Known()  # taken back by now
        if laid.card != UNSEEN:
            # It was read, but not surely enough for what would follow from it: until it is answered it is unread.
            try:
                doubted = (revision(state, seq, UNSEEN),)
            except Refused:
                return Known()  # people said what it is
        trick, position = place
    best = sorted(event.candidates, key=lambda c: -c[1])[:5]
    question = QuestionAsked(
        id=event.id if event.id not in table.asked else f"{event.id}.{trick}.{position}",
        trick=trick,
        position=position,
        candidates=tuple(Candidate(card=card, share=share) for card, share in best),
        evidence=event.evidence,
    )
    return (*doubted, question)


def openly(table: Table, event: SeenOpenly) -> Iterator[Said]:
    """Only what nobody has said yet."""
    known = table.data
    if len(event.talon) == 2 and "talon" not in known:
        first, second = (tuple(half) for half in event.talon)
        yield TalonShown(halves=(first, second))
    if event.taken is not None and "taken" not in known:
        yield TalonTaken(taken=event.taken)
    if event.discards and "discards" not in known:
        yield Discarded(cards=tuple(event.discards))
    for seat, cards in event.hands.items():
        if seat not in known.get("hands", {}):
            yield HandShown(seat=seat, cards=tuple(cards))


def corrected_by_people(state: TableState, memory: Memory) -> dict[int, str]:
    """What people entered for the cards of a reader, by the reader's own numbers: what it is told."""
    deal = state.open_deal
    if deal is None:
        return {}
    lying = {laid.seq: laid for laid in all_laid(follow(deal.play))}
    happened = dict(deal.play.happened)
    found = {}
    for number, seq in memory.cards.items():
        laid, event = lying.get(seq), happened.get(seq)
        by_hand = isinstance(event, CardLaid | GiftLaid) and event.source == "hand"
        if laid is not None and laid.card != UNSEEN and (laid.answered or by_hand):
            found[number] = laid.card
    return found
