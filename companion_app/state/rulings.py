"""What a table does with a ruling: it stands, was a misread card, was taken back, is let be, or is claimed for."""

from __future__ import annotations

import copy
from dataclasses import replace

from companion_app import actions as a
from companion_app.state import results
from companion_app.state.commands import retracting, say
from companion_app.state.corrections import closed_deal
from companion_app.state.model import AppState, Json, Notice, Picking
from companion_app.state.places import back, go
from companion_app.state.record import judged, now
from engine.outcome import to_result
from engine.terms import SEATS


def listed(state: AppState, deal: int | None) -> list[Json]:
    """The rulings of the open deal as the server shows them to this device, or of a closed one."""
    if deal is None:
        judgement = state.section("judgement")
        return list(judgement["rulings"]) if judgement else []
    found = closed_deal(state, deal)
    return list(((found or {}).get("judgement") or {}).get("rulings", ()))


def key_of(ruling: Json) -> str:
    """What tells a ruling from the others of its deal."""
    return f"{ruling['kind']}:{ruling['by']}:{ruling['trick']}:{ruling['card']}"


def left_as(state: AppState, ruling: Json) -> str:
    """How it is remembered that the table lets a ruling of the open deal be."""
    return f"{(state.section('deal') or {}).get('number')}:{key_of(ruling)}"


def is_left(state: AppState, ruling: Json) -> bool:
    return left_as(state, ruling) in state.left


def place_of(ruling: Json, record: Json | None) -> tuple[int, int] | None:
    """Where the irregular card lies: trick and position, from 1."""
    trick, card = ruling["trick"], ruling["card"]
    if record is None or trick is None or card is None or trick > len(record["tricks"]):
        return None
    cards = record["tricks"][trick - 1]["cards"]
    return next(((trick, p) for p, (_, laid) in enumerate(cards, 1) if laid == card), None)


def ruled(state: AppState, choice: a.Rule) -> AppState:
    if state.ruling is None:
        return state
    deal, index = state.ruling
    rulings = listed(state, deal)
    if not 0 <= index < len(rulings):
        return back(state)
    ruling = rulings[index]
    match choice.choice:
        case "misread":
            return _misread(state, deal, ruling)
        case "taken_back":
            return _taken_back(state, ruling)
        case "renonce":
            return replace(back(state), notice=Notice("ruling.stands"))
        case "leave" if deal is None:
            return replace(
                back(state), left=state.left | {left_as(state, ruling)}, notice=Notice("ruling.left")
            )
        case "leave" | "claim" if deal is not None:
            return _as_result(state, deal, ruling, choice)
    return state


def _misread(state: AppState, deal: int | None, ruling: Json) -> AppState:
    found = now(state) if deal is None else None
    record = found.record if found is not None else (closed_deal(state, deal) or {}).get("record")
    place = place_of(ruling, record)
    if place is None:
        return state
    return replace(go(state, a.Screen.CORRECTION), picking=Picking(place[0], place[1], deal))


def _taken_back(state: AppState, ruling: Json) -> AppState:
    event = {"type": "card_taken_back", "by": ruling["by"], "card": ruling["card"]}
    return say(back(state), event, label="ruling.taken_back", undo=retracting(-1))


def _as_result(state: AppState, deal: int, ruling: Json, choice: a.Rule) -> AppState:
    """The deal written as a result: without the Renonce, or with what an injured seat claims."""
    found = closed_deal(state, deal)
    if found is None:
        return state
    before: Json = {"type": "deal_corrected", "number": deal} | {
        name: found[name] for name in ("record", "result") if name in found
    }
    if "result" in found:
        document = copy.deepcopy(found["result"])
        renonce = document.get("renonce") or {"by": ruling["by"], "claims": []}
    else:
        made = as_result(found.get("record"))
        if made is None:
            return replace(state, notice=Notice("ruling.cannot", tone="bad"))
        document, renonce = made, {"by": ruling["by"], "claims": []}
    if choice.choice == "claim":
        renonce["claims"] = [*renonce.get("claims", ()), {"by": choice.seat, "what": choice.what}]
        document["renonce"] = renonce
    else:
        document.pop("renonce", None)
    event = {"type": "deal_corrected", "number": deal, "result": document}
    label = "ruling.claimed" if choice.choice == "claim" else "ruling.left_result"
    return say(back(state), event, label=label, undo=(before,))


def as_result(record: Json | None) -> Json | None:
    """What the laid cards came to, the Renonce left aside; None where that is not known."""
    judgement = judged(record)
    if judgement is None or judgement.deal.contract is None or record is None:
        return None
    result = to_result(judgement.deal, judgement.deal.contract, judgement.facts)
    if result is None:
        return None
    renonce = judgement.renonce
    by = None if renonce is None or renonce.by is None else SEATS[renonce.by]
    return results.result_document(result, record["options"], by) | {"rules": record["rules"]}


def ended(state: AppState, event: Json) -> list[Json]:
    """The end of the open deal; a Renonce that the table lets be does not settle it."""
    found, number = now(state), (state.section("deal") or {}).get("number")
    if found is None or number is None or not state.left:
        return [event]
    record = found.record | {"end": event["end"]}
    judgement = judged(record)
    first = None if judgement is None else judgement.renonce
    document = as_result(record)
    if first is None or document is None or not is_left(state, first.as_json()):
        return [event]
    document.pop("renonce", None)
    return [event, {"type": "deal_corrected", "number": number, "result": document}]
