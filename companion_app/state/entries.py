"""Touches while a contract or a result is entered: the draft goes on, and at its end becomes events."""

from __future__ import annotations

from dataclasses import replace

from companion_app import actions as a
from companion_app.state import contract, results
from companion_app.state import messages as m
from companion_app.state.commands import retracting, say
from companion_app.state.corrections import closed_deal
from companion_app.state.drafts import ContractDraft, ContractEntry, ResultDraft, ResultEntry
from companion_app.state.held import waiting_for, without
from companion_app.state.model import AppState, Json, Notice
from companion_app.state.places import go
from companion_app.state.record import deal_number, now, system_of
from companion_app.state.rulings import as_result
from engine.systems.base import System

Stepped = tuple[AppState, tuple[m.Effect, ...]]


def update(state: AppState, message: a.Action | m.Message) -> Stepped | None:
    match message:
        case a.Open(screen=a.Screen.CONTRACT):
            return _open_contract(state), ()
        case a.CommitContract():
            return _commit_contract(state), ()
        case a.QuickDeal(kind=kind, partner=partner):
            return _quick(state, kind, partner), ()
        case a.OpenResult(deal=deal):
            return _open_result(state, deal)
        case a.CommitResult():
            return _commit_result(state), ()
    system = system_of(state)
    if state.entry is not None and (draft := _contract_touch(state.entry.now, system, message)) is not None:
        return replace(state, entry=state.entry.step(draft)), ()
    if state.result is not None and (result := _result_touch(state.result.now, message)) is not None:
        return replace(state, result=state.result.step(result)), ()
    return None


def _contract_touch(
    draft: ContractDraft, system: System, message: a.Action | m.Message
) -> ContractDraft | None:
    match message:
        case a.PickDeclarer(seat=seat):
            return contract.picked_declarer(draft, system, seat)
        case a.PickGame(game=game, bird=bird):
            return contract.picked_game(draft, system, game, bird)
        case a.PickCalled(card=card):
            return replace(draft, called=None if card == draft.called else card)
        case a.PickTalon(taken=taken):
            return replace(draft, taken=None if taken == draft.taken else taken)
        case a.ToggleBeside(seat=seat):
            return contract.toggled_beside(draft, seat)
        case a.SpeakFor(seat=seat):
            return replace(draft, speaker=seat)
        case a.ToggleAnnouncement(what=what):
            return contract.toggled_announcement(draft, system, what)
        case a.SayKontra(on=on):
            return contract.said_kontra(draft, system, on)
    return None


def _result_touch(draft: ResultDraft, message: a.Action | m.Message) -> ResultDraft | None:
    match message:
        case a.SetAmount(field=field, value=value):
            return results.with_amount(draft, field, value)
        case a.SetBonus(what=what, side=side, outcome=outcome, announced_by=by):
            return results.with_bonus(draft, what, side, outcome, by)
        case a.SetResult(field="partner", value=value):
            alone = value in ("", None)
            return results.with_partner(draft, None if alone else str(value), alone)
        case a.SetResult(field="end", value=value):
            return replace(draft, end=str(value))
        case a.SetResult(field="renonce", value=value):
            return replace(draft, renonce=None if value in (None, "") else str(value), claims=())
        case a.SetResult(field="king_in_talon", value=value):
            return replace(draft, king_in_talon=bool(value))
        case a.SetResult(field="king_left", value=value):
            return replace(draft, king_left=bool(value))
    return None


# --- contract ------------------------------------------------------------------------------------------------------------


def _open_contract(state: AppState) -> AppState:
    found = now(state)
    number = (state.section("deal") or {}).get("number") if found is not None else None
    kept = state.entry
    same = kept is not None and kept.deal == number and not kept.for_result and bool(kept.past)
    entry = kept if same else contract.begun(state)
    return replace(go(state, a.Screen.CONTRACT), entry=entry)


def _commit_contract(state: AppState) -> AppState:
    entry = state.entry
    if entry is None:
        return state
    lacking = contract.missing(entry.now)
    if lacking is not None and not (entry.for_result and lacking == "contract.no_king"):
        return replace(state, notice=Notice(lacking, tone="notice"))
    if entry.for_result:
        before = state.result
        deal = before.deal if before is not None else None
        begun = ResultEntry(deal, results.begun(entry.now), at=deal_number(state))
        state = replace(state, result=begun, entry=None)
        return go(replace(state, trail=(a.Screen.TABLE,)), a.Screen.RESULT)
    events, unsaid = contract.events_of(state, entry), contract.unsaid(state, entry.now)
    state = replace(go(replace(state, trail=()), a.Screen.TABLE), entry=None, trail=())
    for command, places in unsaid.items():
        state = say(state, *retracting(*places), label="contract.noted", of=command)
    undo = None if unsaid else contract.undo_of(events)
    return say(state, *events, label="contract.noted", undo=undo)


def _quick(state: AppState, kind: str, partner: str | None) -> AppState:
    """One touch: Trischaken is set, or an empty Rufer is written down with its partner."""
    found = now(state)
    opening: list[Json] = [] if found is not None else [{"type": "deal_opened"}]
    game = "trischaken" if kind == "trischaken" else "rufer"
    draft = contract.picked_game(ContractDraft(declarer="A"), system_of(state), game)
    if draft.game is None:
        return state
    events = [*opening, contract.contract_event(draft, partner)]
    state = replace(go(replace(state, trail=()), a.Screen.TABLE), entry=None, trail=())
    if kind == "trischaken":
        return say(state, *events, label="contract.noted", undo=contract.undo_of(events))
    return say(state, *events, {"type": "deal_ended", "end": "blank"}, label="deal.blank")


# --- result --------------------------------------------------------------------------------------------------------------


def _open_result(state: AppState, deal: int | None) -> Stepped:
    if deal is not None:
        return _anew(state, deal)
    kept = state.result
    drafted = contract.begun(state, for_result=True)
    if kept is not None and kept.deal is None and kept.past and _still_of(state, kept, drafted.now):
        return go(state, a.Screen.RESULT), ()
    if state.entry is not None and state.entry.now.game is not None and drafted.now.game is None:
        drafted = replace(drafted, now=state.entry.now)
    if contract.missing(drafted.now) in ("contract.no_game", "contract.no_declarer"):
        return replace(go(state, a.Screen.CONTRACT), entry=drafted, result=ResultEntry(None)), ()
    entry = ResultEntry(None, results.begun(drafted.now), at=deal_number(state))
    return replace(go(state, a.Screen.RESULT), result=entry), ()


def _still_of(state: AppState, kept: ResultEntry, noted: ContractDraft) -> bool:
    """Whether what was half typed in is of this very deal, and its contract is still the one that is noted."""
    return kept.at == deal_number(state) and (noted.game is None or kept.now.contract == noted)


def _anew(state: AppState, number: int) -> Stepped:
    """A closed deal typed in anew, from what is written of it."""
    found = closed_deal(state, number)
    if found is None:
        return replace(state, notice=Notice("deal.fetching")), (m.FetchDeal(number),)
    document = written_result(found)
    if document is None:
        entry = ContractEntry(number, for_result=True)
        state = replace(state, entry=entry, result=ResultEntry(number))
        return go(state, a.Screen.CONTRACT), ()
    entry_ = ResultEntry(number, results.read_draft(document))
    return replace(go(state, a.Screen.RESULT), result=entry_), ()


def written_result(found: Json) -> Json | None:
    """What a closed deal came to as a result: as it was typed in, or from its judged record."""
    if "result" in found:
        return dict(found["result"])
    return as_result(found.get("record"))


def _commit_result(state: AppState) -> AppState:
    entry = state.result
    if entry is None:
        return state
    system = system_of(state)
    options = (state.section("table") or {}).get("options", {})
    check = results.checked(entry.now, system, options)
    if check.settlement is None:
        return replace(state, notice=Notice("result.incomplete", tone="notice"))
    document = {name: value for name, value in check.document.items() if name not in ("rules", "options")}
    if entry.deal is not None:
        event: Json = {"type": "deal_corrected", "number": entry.deal, "result": document}
        back = _written_before(state, entry.deal)
        state = without(state, waiting_for(state, entry.deal))  # what this deal came to is decided with it
        state = replace(
            state, result=None, shown_deal=entry.deal, screen=a.Screen.SETTLEMENT, trail=(a.Screen.SHEET,)
        )
        return say(state, event, label="result.corrected", undo=None if back is None else (back,))
    opening: list[Json] = [] if now(state) is not None else [{"type": "deal_opened"}]
    state = replace(state, result=None, entry=None, screen=a.Screen.TABLE, trail=())
    return say(state, *opening, {"type": "result_entered", "result": document}, label="result.noted")


def _written_before(state: AppState, number: int) -> Json | None:
    """The event that puts a closed deal back as it stands."""
    found = closed_deal(state, number)
    if found is None:
        return None
    event: Json = {"type": "deal_corrected", "number": number}
    return event | {name: found[name] for name in ("record", "result") if name in found}
