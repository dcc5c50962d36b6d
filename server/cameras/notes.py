"""From what a reader saw to the log of its table: once, in its place, and never over what people entered.

A report is a proposal. A card that lies already is known and not laid again; a card that cannot be this one (it lies
elsewhere) is laid unread and asked about, as soon as the reader has had its say about the other; what a person entered,
corrected or answered stays. The number of each event is its identity: sent again, it is noted no second time.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, cast

from server.cameras.reports import (
    CameraEvent,
    Report,
    SeenCard,
    SeenCollected,
    SeenGift,
    SeenOpenly,
    SeenQuestion,
    SeenRevised,
    SeenTakenBack,
)
from server.tables.actor import Speaker, TableActor
from server.tables.commands import Command, card_at, laid_by_camera, revision
from server.tables.errors import Conflict, Refused, TableError
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

TRIES: Final = 5
READERS: Final = 200
Answer = dict[str, Any]


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
class _Known:
    """Nothing to note: it is there already, as this event of the log."""

    seq: int | None = None


@dataclass(slots=True)
class Notes:
    """All readers of a server. Kept in memory; what is lost with it is found again in the receipts of the log."""

    _memories: OrderedDict[tuple[str, str, int | None], Memory] = field(default_factory=OrderedDict)

    def memory(self, table: str, reader: str, deal: int | None) -> Memory:
        """A reader may watch all evening: what it knows of one deal says nothing of the next."""
        key = (table, reader, deal)
        found = self._memories.setdefault(key, Memory())
        self._memories.move_to_end(key)
        while len(self._memories) > READERS:
            self._memories.popitem(last=False)
        return found

    async def take(self, actor: TableActor, speaker: Speaker, report: Report) -> list[Answer]:
        """Every event with its answer: noted, known, or refused and why. A refusal does not hold up the others."""
        memory = self.memory(actor.table, report.id, report.deal)
        answers = []
        for number, event in enumerate(report.events, report.first):
            answers.append(await self._note(actor, speaker, report, number, event, memory))
            await self._fulfil(actor, speaker, f"{report.id}.{number}", memory)
        await self._ask_about(actor, speaker, f"{report.id}.{report.first + len(report.events) - 1}", memory)
        return answers

    async def _note(
        self,
        actor: TableActor,
        speaker: Speaker,
        report: Report,
        number: int,
        event: CameraEvent,
        memory: Memory,
    ) -> Answer:
        command = f"{report.id}.{number}"
        try:
            if (done := await _receipt(actor, command)) is not None:
                if isinstance(event, SeenCard | SeenGift):
                    memory.cards.setdefault(number, done)
                return {"noted": True, "seq": done, "repeated": True}
            for _ in range(TRIES):
                _check_deal(actor.state, report.deal)
                said = await self._said(actor, report.id, event, memory)
                if isinstance(said, _Known):
                    if said.seq is not None:
                        memory.cards[number] = said.seq
                    return {"noted": False, "reason": "known", "seq": said.seq}
                if not said:
                    return {"noted": False, "reason": "acknowledged"}
                try:
                    asked = Command(id=command, say=said, expect=actor.state.seq)
                    done = (await actor.execute(speaker, asked)).last
                except Conflict:
                    continue  # the table went on meanwhile: what was seen is to be understood anew
                _remember(memory, number, event, said, done)
                return {"noted": True, "seq": done, "repeated": False}
            raise Refused("busy", "the table goes on too fast; send it again")
        except TableError as error:
            if error.status >= 500:
                raise
            return {"noted": False, **error.as_json()}

    async def _said(
        self, actor: TableActor, reader: str, event: CameraEvent, memory: Memory
    ) -> tuple[Said, ...] | _Known:
        state = actor.state
        table = follow(state.open_deal.play) if state.open_deal else Table()
        match event:
            case SeenCard():
                return _card(table, event, memory)
            case SeenCollected():
                return _collected(table, event, memory)
            case SeenGift():
                seq = await self._seq(actor, reader, event.of, memory)
                return _gift(state, table, event, seq, memory)
            case SeenTakenBack():
                seq = await self._seq(actor, reader, event.of, memory)
                return _taken_back(state, table, event, seq)
            case SeenRevised():
                seq = await self._seq(actor, reader, event.of, memory)
                seq = seq or card_at(state, event.trick + memory.ahead, event.position)
                return _revised(state, table, event, seq, memory)
            case SeenQuestion():
                seq = await self._seq(actor, reader, event.of, memory)
                return _question(state, table, event, seq, memory)
            case SeenOpenly():
                return tuple(_openly(table, event))
            case _:
                return ()

    async def _seq(self, actor: TableActor, reader: str, number: int | None, memory: Memory) -> int | None:
        """The event of the log behind an earlier event of the reader."""
        if number is None:
            return None
        if number not in memory.cards:
            found = await _receipt(actor, f"{reader}.{number}")
            if found is None:
                raise Refused("of", f"event {number} of this reader is not noted", "of")
            memory.cards[number] = found
        return memory.cards[number]

    # --- cards that still lay elsewhere ------------------------------------------------------------------------

    async def _fulfil(self, actor: TableActor, speaker: Speaker, command: str, memory: Memory) -> None:
        for seq, (card, _) in list(memory.wishes.items()):
            state = actor.state
            if state.open_deal is None:
                memory.wishes.clear()
                return
            if lies(follow(state.open_deal.play), card) is not None:
                continue
            del memory.wishes[seq]
            try:
                await actor.execute(
                    speaker, Command(id=f"{command}.w{seq}", say=(revision(state, seq, card),))
                )
            except TableError as error:
                if error.status >= 500:
                    raise

    async def _ask_about(self, actor: TableActor, speaker: Speaker, command: str, memory: Memory) -> None:
        """What the reader is sure of and what cannot be: people look."""
        for seq, (card, share) in list(memory.wishes.items()):
            del memory.wishes[seq]
            deal = actor.state.open_deal
            table = follow(deal.play) if deal is not None else Table()
            laid = next((each for each in _all(table) if each.seq == seq), None)
            place = table.place(laid) if laid is not None else None
            if laid is None or place is None or laid.card != UNSEEN:
                continue
            question = QuestionAsked(
                id=f"{command}.a{seq}",
                trick=place[0],
                position=place[1],
                candidates=(Candidate(card=card, share=share),),
                evidence=_evidence(actor.state, seq),
            )
            try:
                await actor.execute(speaker, Command(id=f"{command}.a{seq}", say=(question,)))
            except TableError as error:
                if error.status >= 500:
                    raise


def _check_deal(state: TableState, number: int | None) -> None:
    deal = state.open_deal
    if deal is None:
        raise Refused("no_deal", "no deal is open; open one first", "deal")
    if number is not None and deal.number != number:
        raise Refused("other_deal", f"deal {deal.number} is open, this was seen in deal {number}", "deal")


async def _receipt(actor: TableActor, command: str) -> int | None:
    loop = asyncio.get_running_loop()
    receipt = await loop.run_in_executor(actor.pool, actor.store.receipt, actor.table, command)
    return None if receipt is None else receipt.last


def _remember(memory: Memory, number: int, event: CameraEvent, said: tuple[Said, ...], seq: int) -> None:
    if isinstance(event, SeenCard | SeenGift):
        memory.cards[number] = seq
        memory.said[seq] = event.card
        laid = said[-1]
        if isinstance(laid, CardLaid | GiftLaid) and laid.card != event.card:
            memory.wishes[seq] = (event.card, event.confidence or 0.5)


def _all(table: Table) -> Iterator[Laid]:
    for trick in table.tricks:
        yield from trick.all


def lies(table: Table, card: str) -> Laid | None:
    """The card on the table or in a heap, if it was read before."""
    return next((each for each in _all(table) if each.card == card != UNSEEN), None)


def _evidence(state: TableState, seq: int) -> str | None:
    event = dict(state.open_deal.play.happened).get(seq) if state.open_deal else None
    return event.evidence if isinstance(event, CardLaid | GiftLaid) else None


# --- one kind of event after the other -----------------------------------------------------------------------------


def _card(table: Table, event: SeenCard, memory: Memory) -> tuple[Said, ...] | _Known:
    number = None if event.trick is None else event.trick + memory.ahead
    found = lies(table, event.card)
    if found is not None and found.seq not in memory.said and _near(table, found, number, event.seat):
        return _Known(found.seq)
    if number is not None:
        trick = table.tricks[number - 1] if number <= len(table.tricks) else OpenTrick()
        mine = any(laid.seq in memory.said for laid in trick.all)
        other = next((c for c in trick.cards if c.seat == event.seat and c.seq not in memory.said), None)
        if trick.full and not mine and found is None and event.card != UNSEEN and _read(trick):
            memory.ahead += 1  # it was played by hand and swept unseen: this is the next lead
            number += 1
        elif other is not None and (event.card == UNSEEN or other.card != UNSEEN):
            return _Known(other.seq)  # people were quicker, and they know better
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


def _second_look(event: SeenCard, other: Laid) -> tuple[Said, ...] | _Known:
    """A card that lay unread when this reader came is read now."""
    if not other.camera or other.answered:
        return _Known(other.seq)
    laid = CardLaid(
        by=event.seat,
        card=event.card,
        source="camera",
        confidence=event.confidence,
        evidence=event.evidence,
    )
    return (Corrected(event=other.seq, to=laid, reason="second look"),)


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


def _collected(table: Table, event: SeenCollected, memory: Memory) -> tuple[Said, ...] | _Known:
    number = event.trick + memory.ahead
    trick = table.trick(number, "collected")
    if trick.collected_by is not None:
        return _Known()
    return (TrickCollected(trick=number, by=event.by),)


def _gift(
    state: TableState, table: Table, event: SeenGift, seq: int | None, memory: Memory
) -> tuple[Said, ...] | _Known:
    number = event.trick + memory.ahead
    found = lies(table, event.card)
    before: tuple[Said, ...] = ()
    if seq is not None:
        laid_by_camera(state, seq)
        before = (Retracted(event=seq, reason="a gift"),)
        found = None if found is not None and found.seq == seq else found
    if found is not None and found in table.trick(number, "a gift").gifts:
        return _Known(found.seq)
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


def _taken_back(
    state: TableState, table: Table, event: SeenTakenBack, seq: int | None
) -> tuple[Said, ...] | _Known:
    if seq is None:
        if event.card == UNSEEN:
            raise Refused("of", "an unread card that is taken back needs the event that told of it", "of")
        return (CardTakenBack(by=event.seat, card=event.card),)
    laid = next((each for each in _all(table) if each.seq == seq), None)
    if laid is None:
        return _Known()
    if laid.card == UNSEEN or not laid.seat:
        laid_by_camera(state, seq)
        return (Retracted(event=seq, reason="taken back"),)
    return (CardTakenBack(by=cast("Seat", laid.seat), card=laid.card),)


def _revised(
    state: TableState, table: Table, event: SeenRevised, seq: int, memory: Memory
) -> tuple[Said, ...] | _Known:
    memory.said[seq] = event.card
    memory.wishes.pop(seq, None)
    if any(each.seq == seq and each.card == event.card for each in _all(table)):
        return _Known()  # also where people said so, and the reader believed them
    laid = laid_by_camera(state, seq)
    found = lies(table, event.card)
    if found is None:
        return (revision(state, seq, event.card),)
    memory.wishes[seq] = (event.card, event.confidence or 0.5)
    return () if laid.card == UNSEEN else (revision(state, seq, UNSEEN),)


def _question(
    state: TableState, table: Table, event: SeenQuestion, seq: int | None, memory: Memory
) -> tuple[Said, ...] | _Known:
    trick, position = event.trick + memory.ahead, event.position
    doubted: tuple[Said, ...] = ()
    if seq is not None:
        laid = next((each for each in _all(table) if each.seq == seq), None)
        place = table.place(laid) if laid is not None else None
        if laid is None or place is None:
            return _Known()  # taken back by now
        if laid.card != UNSEEN:
            # It was read, but not surely enough for what would follow from it: until it is answered it is unread.
            try:
                doubted = (revision(state, seq, UNSEEN),)
            except Refused:
                return _Known()  # people said what it is
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


def _openly(table: Table, event: SeenOpenly) -> Iterator[Said]:
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
    lying = {laid.seq: laid for laid in _all(follow(deal.play))}
    happened = dict(deal.play.happened)
    found = {}
    for number, seq in memory.cards.items():
        laid, event = lying.get(seq), happened.get(seq)
        by_hand = isinstance(event, CardLaid | GiftLaid) and event.source == "hand"
        if laid is not None and laid.card != UNSEEN and (laid.answered or by_hand):
            found[number] = laid.card
    return found
