"""From what a reader saw to the log of its table: once, in its place, and never over what people entered.

A report is a proposal. A card that lies already is known and not laid again; a card that cannot be this one (it lies
elsewhere) is laid unread and asked about, as soon as the reader has had its say about the other; what a person entered,
corrected or answered stays. The number of each event is its identity: sent again, it is noted no second time.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, Final

from server.cameras import proposals
from server.cameras.proposals import SECOND_LOOK, Known, Memory, all_laid, evidence_of, lies
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
from server.tables.commands import Command, card_at, revision
from server.tables.errors import Conflict, Refused, TableError, TooFast
from server.tables.events import (
    Candidate,
    CardLaid,
    Corrected,
    GiftLaid,
    QuestionAsked,
    Said,
)
from server.tables.fold import TableState
from server.tables.play import UNSEEN, Table, follow

TRIES: Final = 5
READERS: Final = 200
Answer = dict[str, Any]


@dataclass(slots=True)
class Notes:
    """All readers of a server. Kept in memory; what is lost with it is found again in the log."""

    _memories: OrderedDict[tuple[str, str, int | None], Memory] = field(default_factory=OrderedDict)

    async def memory(self, actor: TableActor, reader: str, deal: int | None) -> Memory:
        """A reader may watch all evening: what it knows of one deal says nothing of the next."""
        key = (actor.table, reader, deal)
        if key not in self._memories:
            recalled = await _recalled(actor, reader, deal)
            self._memories.setdefault(key, recalled)  # but for one who asked meanwhile
        found = self._memories[key]
        self._memories.move_to_end(key)
        while len(self._memories) > READERS:
            self._memories.popitem(last=False)
        return found

    async def take(self, actor: TableActor, speaker: Speaker, report: Report) -> list[Answer]:
        """Every event with its answer: noted, known, or refused and why. A refusal does not hold up the others."""
        memory = await self.memory(actor, report.id, report.deal)
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
                if isinstance(event, SeenCard | SeenGift) and number not in memory.cards:
                    memory.cards[number] = await _card_behind(actor, done)
                return {"noted": True, "seq": done, "repeated": True}
            for _ in range(TRIES):
                _check_deal(actor.state, report.deal)
                said = await self._said(actor, report.id, event, memory)
                if isinstance(said, Known):
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
            raise TooFast("busy", "the table goes on too fast; send it again")
        except TableError as error:
            if error.status >= 500:
                raise
            return {"noted": False, **error.as_json()}

    async def _said(
        self, actor: TableActor, reader: str, event: CameraEvent, memory: Memory
    ) -> tuple[Said, ...] | Known:
        state = actor.state
        table = follow(state.open_deal.play) if state.open_deal else Table()
        match event:
            case SeenCard():
                return proposals.card(table, event, memory)
            case SeenCollected():
                return proposals.collected(table, event, memory)
            case SeenGift():
                seq = await self._seq(actor, reader, event.of, memory)
                return proposals.gift(state, table, event, seq, memory)
            case SeenTakenBack():
                seq = await self._seq(actor, reader, event.of, memory)
                return proposals.taken_back(state, table, event, seq)
            case SeenRevised():
                seq = await self._seq(actor, reader, event.of, memory)
                seq = seq or card_at(state, event.trick + memory.ahead, event.position)
                return proposals.revised(state, table, event, seq, memory)
            case SeenQuestion():
                seq = await self._seq(actor, reader, event.of, memory)
                return proposals.question(state, table, event, seq, memory)
            case SeenOpenly():
                return tuple(proposals.openly(table, event))
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
            memory.cards[number] = await _card_behind(actor, found)
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
            laid = next((each for each in all_laid(table) if each.seq == seq), None)
            place = table.place(laid) if laid is not None else None
            if laid is None or place is None or laid.card != UNSEEN:
                continue
            question = QuestionAsked(
                id=f"{command}.a{seq}",
                trick=place[0],
                position=place[1],
                candidates=(Candidate(card=card, share=share),),
                evidence=evidence_of(actor.state, seq),
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


async def _recalled(actor: TableActor, reader: str, deal: int | None) -> Memory:
    """What the log says of a reader's cards in the open deal: the server was started anew."""
    memory = Memory()
    running = actor.state.open_deal
    if running is None or running.number != deal or not running.play.happened:
        return memory
    begun = running.play.happened[0][0]
    loop = asyncio.get_running_loop()
    for link in await loop.run_in_executor(actor.pool, actor.store.read, actor.table, begun - 1):
        name, _, number = link.data["command"].rpartition(".")
        if name != reader or not number.isdigit():
            continue
        event = link.event
        laid: object = event
        seq = link.seq
        if isinstance(event, Corrected) and event.reason == SECOND_LOOK:
            laid, seq = event.to, event.event
        if isinstance(laid, CardLaid | GiftLaid):
            memory.cards[int(number)] = seq
            memory.said[seq] = laid.card
    return memory


async def _card_behind(actor: TableActor, seq: int) -> int:
    """The card that an event of the log is about: one that was read at second look keeps the number it was laid with."""
    loop = asyncio.get_running_loop()
    links = await loop.run_in_executor(actor.pool, actor.store.read, actor.table, seq - 1, 1)
    event = links[0].event if links and links[0].seq == seq else None
    return event.event if isinstance(event, Corrected) else seq


def _remember(memory: Memory, number: int, event: CameraEvent, said: tuple[Said, ...], seq: int) -> None:
    if isinstance(event, SeenCard | SeenGift):
        laid = said[-1]
        seq = laid.event if isinstance(laid, Corrected) else seq
        memory.cards[number] = seq
        memory.said[seq] = event.card
        if isinstance(laid, CardLaid | GiftLaid) and laid.card != event.card:
            memory.wishes[seq] = (event.card, event.confidence or 0.5)
