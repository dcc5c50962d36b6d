"""What a client asks a table to note: one or several events under one id, and how they become the next events."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final, TypeGuard

from pydantic import Field

from server.tables.errors import Conflict, Refused
from server.tables.evening import forehand_side, settled_word
from server.tables.events import (
    CameraNoted,
    CardLaid,
    CardTakenBack,
    Corrected,
    DealOpened,
    Discarded,
    Event,
    GiftLaid,
    HandShown,
    Retracted,
    Said,
    Strict,
    TalonShown,
    TalonTaken,
    TrickCollected,
    canonical,
    event_json,
)
from server.tables.fold import DealLog, TableState, apply
from server.tables.play import UNSEEN, follow
from server.tables.roles import Role, demand_command
from server.tables.words import Id

SeenOnce = TalonShown | TalonTaken | Discarded | HandShown | TrickCollected
"""What a camera may see and people may enter; what people entered stands."""
BY_HAND: Final = "von Hand / by hand"
"""People have chosen to go on without the camera: it looks away until they want it again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(Strict):
    """Sent twice with the same id it is done once. With `expect` it is done only if nothing happened since."""

    id: Id
    expect: Annotated[int, Field(ge=0, le=2**53)] | None = None
    say: Annotated[
        tuple[Annotated[Said, Field(discriminator="type")], ...], Field(min_length=1, max_length=64)
    ]

    @property
    def digest(self) -> str:
        """What was asked, so that another command under the same id is noticed."""
        return hashlib.sha256(canonical([event_json(said) for said in self.say]).encode()).hexdigest()


def plan(state: TableState, role: Role, command: Command) -> tuple[list[Event], TableState]:
    """The events that a command becomes and the state after them; raises a `TableError` and changes nothing."""
    if command.expect is not None and command.expect != state.seq:
        raise Conflict("expect", f"the table stands at {state.seq}, not at {command.expect}", state.seq)
    events: list[Event] = []
    for index, said in enumerate(command.say):
        demand_command(role, said, f"say[{index}].type")
        _demand_number(state, said, f"say[{index}].number")
        event = _completed(state, role, said)
        try:
            after = apply(state, event)
        except Refused as refused:
            place = f"say[{index}].{refused.at}" if refused.at else f"say[{index}]"
            raise Refused(refused.code, refused.message, place) from None
        events.append(event)
        state = _settled(state, after, events)
    return events, state


def _demand_number(state: TableState, said: Said, at: str) -> None:
    """A deal that was entered while its device was cut off is the one that it was there, or none."""
    following = len(state.deals) + 1
    if isinstance(said, DealOpened) and said.number not in (None, following):
        message = f"deal {said.number} cannot be opened: the next one of this table is {following}"
        raise Conflict("deal_number", message, state.seq, at)


def _completed(state: TableState, role: Role, said: Said) -> Said:
    """What the server knows itself is written into the event, so that the log can be read without the server."""
    if isinstance(said, DealOpened) and said.forehand is None:
        return replace(said, forehand=forehand_side(state))
    if role is Role.CAMERA:
        return _by_camera(state, said)
    if isinstance(said, CameraNoted) and said.status == "manual" and not said.notice:
        return replace(said, notice=BY_HAND)
    return said


def _by_camera(state: TableState, said: Said) -> Said:
    """What a camera says is marked so, and it takes back or corrects only what a camera laid: people win."""
    happened = dict(state.open_deal.play.happened) if state.open_deal else {}
    if isinstance(said, CardLaid | GiftLaid):
        return replace(said, source="camera")
    if isinstance(said, SeenOnce):
        if any(stands.source is None for stands in happened.values() if _same_matter(stands, said)):
            raise Refused("by_hand", "this was entered by hand; a camera does not change it", "type")
        return replace(said, source="camera")
    if isinstance(said, CardTakenBack) and _laid_by_people(state, said):
        raise Refused("by_hand", "this card was entered by hand; a camera does not take it away", "card")
    if isinstance(said, Corrected | Retracted):
        laid = happened.get(said.event)
        if not isinstance(laid, CardLaid | GiftLaid) or laid.source != "camera":
            raise Refused("by_hand", "this was entered by hand; a camera does not change it", "event")
        if isinstance(said, Corrected):
            if type(said.to) is not type(laid):
                raise Refused("by_hand", "a camera corrects a card to another card only", "to")
            return replace(said, to=replace(said.to, source="camera"))
    return said


def _same_matter(stands: object, said: SeenOnce) -> TypeGuard[SeenOnce]:
    """Whether an earlier event says what this one says anew: of the same trick, the same hand, the same talon."""
    if type(stands) is not type(said):
        return False
    return all(getattr(stands, of, None) == getattr(said, of, None) for of in ("trick", "seat"))


def _laid_by_people(state: TableState, said: CardTakenBack) -> bool:
    lying = follow(state.open_deal.play).tricks if state.open_deal else []
    found = [
        laid for trick in lying for laid in trick.cards if (laid.seat, laid.card) == (said.by, said.card)
    ]
    return bool(found) and not (found[-1].camera or found[-1].answered)


def _settled(before: TableState, after: TableState, events: list[Event]) -> TableState:
    """Where a deal was closed or corrected, the server adds what the sheet now says."""
    changed = _newly_written(before.deals, after.deals)
    if changed is None:
        return after
    word = settled_word(after, changed)
    events.append(word)
    return apply(after, word)


def _newly_written(before: Sequence[DealLog], after: Sequence[DealLog]) -> int | None:
    for index, deal in enumerate(after):
        earlier = before[index].versions if index < len(before) else ()
        if deal.versions != earlier:
            return deal.number
    return None


def laid_by_camera(state: TableState, seq: int) -> CardLaid | GiftLaid:
    """The event of a card that a camera laid and that nobody has entered, corrected or answered by hand."""
    deal = state.open_deal
    event = dict(deal.play.happened).get(seq) if deal is not None else None
    if deal is None or not isinstance(event, CardLaid | GiftLaid):
        raise Refused("position", "this card lies here no more", "position")
    answered = any(
        laid.answered for trick in follow(deal.play).tricks for laid in trick.all if laid.seq == seq
    )
    if event.source == "hand" or answered:
        raise Refused("by_hand", "this card was entered by hand; a camera does not change it", "position")
    return event


def card_at(state: TableState, trick: int, position: int) -> int:
    """The number of the event that laid a card of the open deal, by its place in the play."""
    deal = state.open_deal
    laid = None if deal is None else follow(deal.play).at(trick, position)
    if laid is None:
        raise Refused("position", f"no card lies at trick {trick}, position {position}", "position")
    return laid.seq


def revision(state: TableState, seq: int, card: str) -> Corrected:
    """A camera's second look as a correction of the event that laid the card."""
    event = laid_by_camera(state, seq)
    reason = "" if card == UNSEEN else "second look"
    return Corrected(event=seq, to=replace(event, card=card), reason=reason)
