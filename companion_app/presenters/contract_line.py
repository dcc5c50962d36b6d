"""The contract in words: who plays what, whom he called, what was announced and doubled."""

from __future__ import annotations

from companion_app.actions import Open, Screen
from companion_app.presenters.seats import Seats
from companion_app.presenters.words import Speaker
from companion_app.state.contract import row_of, value_of
from companion_app.state.drafts import ContractDraft
from companion_app.state.model import Json
from companion_app.viewmodels.common import Choice
from companion_app.viewmodels.table import ContractLine, SaidLine
from engine.facts import Facts
from engine.systems.base import NATURES, Family, System
from engine.terms import LEVELS, SEATS


def contract_line(
    speak: Speaker, seats: Seats, record: Json, facts: Facts | None, system: System, editable: bool
) -> ContractLine | None:
    contract = record.get("contract")
    if not contract:
        return None
    nature = NATURES[contract["game"]]
    called = contract.get("called")
    draft = ContractDraft(game=contract["game"], bird=contract.get("bird"))
    row = row_of(draft, system)
    family = nature.family
    edit = Choice(speak("contract.edit"), Open(Screen.CONTRACT), key="contract.edit") if editable else None
    return ContractLine(
        title=speak.game(contract["game"], contract.get("bird")),
        by="" if family is Family.TRISCHAKEN else speak("contract.by", name=_players(speak, seats, contract)),
        called=None if called in (None, "fourth") else speak.card(called),
        partner=_partner(speak, seats, contract, facts, family),
        value="" if row is None else speak("contract.value", value=value_of(row, system)),
        kontra=_level(speak, record, "game"),
        edit=edit,
    )


def _players(speak: Speaker, seats: Seats, contract: Json) -> str:
    return speak.listed([seats.name(s) for s in (contract["declarer"], *contract.get("with", ()))])


def _partner(speak: Speaker, seats: Seats, contract: Json, facts: Facts | None, family: Family) -> str:
    if family is Family.TRISCHAKEN:
        return speak("contract.everyone")
    if family is not Family.CALLING:
        return speak("contract.alone")
    if facts is not None and facts.partner is not None:
        return speak("contract.with", name=seats.name(SEATS[facts.partner]))
    if facts is not None and facts.alone:
        return speak("contract.alone")
    if contract.get("called") == "fourth":
        return speak("contract.fourth_open")
    return speak("contract.partner_open") if contract.get("called") else ""


def _level(speak: Speaker, record: Json, on: str) -> str:
    levels = [k["level"] for k in record.get("kontra") or () if k["on"] == on]
    return "" if not levels else speak(f"level.{max(levels, key=LEVELS.index)}")


def said_lines(speak: Speaker, seats: Seats, record: Json) -> tuple[SaidLine, ...]:
    """Announcements, the bird of the bid first, with what was said against them."""
    contract = record.get("contract") or {}
    said = [(contract["declarer"], contract["bird"])] if contract.get("bird") else []
    said += [(a["by"], a["what"]) for a in record.get("announcements") or ()]
    return tuple(
        SaidLine(text=speak.bonus(what), by=seats.name(by), kontra=_level(speak, record, what))
        for by, what in said
    )


def words_of(speak: Speaker, record: Json, seat: str) -> tuple[str, ...]:
    """What a seat announced and doubled, short, for its place at the table."""
    words = [speak.bonus(a["what"]) for a in record.get("announcements") or () if a["by"] == seat]
    for kontra in record.get("kontra") or ():
        if kontra["by"] == seat:
            level = speak(f"level.{kontra['level']}")
            words.append(level if kontra["on"] == "game" else f"{level} {speak.bonus(kontra['on'])}")
    return tuple(words)
