"""Typing in a result: the draft as a `kiebitz-result/1`, checked and settled by the engine while it is typed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion_app.state.contract import announced_by
from companion_app.state.drafts import BonusDraft, ContractDraft, ResultDraft, Said
from companion_app.state.model import Json
from engine.cards import DECK_THIRDS
from engine.fields import InputError, Problem
from engine.result import FORMAT, Result, read_result
from engine.settle import Settlement, settle
from engine.systems.base import NATURES, Family, System
from engine.terms import SEATS

Four = tuple[int | None, int | None, int | None, int | None]


@dataclass(frozen=True, slots=True)
class Checked:
    """A draft as the engine sees it."""

    document: Json
    problems: tuple[Problem, ...]
    settlement: Settlement | None


def begun(contract: ContractDraft) -> ResultDraft:
    """A result as it begins: what was announced stands there, its outcome open."""
    draft = ResultDraft(contract=contract)
    if contract.game is None:
        return draft
    said = [(contract.bird, contract.declarer), *((what, by) for by, what in contract.announcements)]
    bonuses = tuple(
        BonusDraft(what, side_of(draft, by), "", by)
        for what, by in said
        if what is not None and by is not None
    )
    return replace(draft, bonuses=bonuses)


def side_of(draft: ResultDraft, seat: str) -> str:
    return "declarers" if seat in (draft.contract.declarer, draft.partner) else "opponents"


def needs_partner(draft: ResultDraft) -> bool:
    game = draft.contract.game
    return game is not None and NATURES[game].family is Family.CALLING


def with_partner(draft: ResultDraft, partner: str | None, alone: bool) -> ResultDraft:
    """The partner, and with him the sides of those who announced."""
    draft = replace(draft, partner=partner, alone=alone)
    if partner is not None:
        draft = replace(draft, king_in_talon=False, king_left=False)
    moved = tuple(
        b if b.announced_by is None else replace(b, side=side_of(draft, b.announced_by))
        for b in draft.bonuses
    )
    return replace(draft, bonuses=moved)


def with_bonus(draft: ResultDraft, what: str, side: str, outcome: str, by: str | None) -> ResultDraft:
    kept = tuple(b for b in draft.bonuses if (b.what, b.side) != (what, side))
    announced = by or next((b.announced_by for b in draft.bonuses if (b.what, b.side) == (what, side)), None)
    if not outcome and announced is None:
        return replace(draft, bonuses=kept)
    bonus = BonusDraft(what, side, outcome, announced)
    if outcome == "silent":
        bonus = BonusDraft(what, side, "made", None)
    order = [(b.what, b.side) for b in draft.bonuses]
    if (what, side) not in order:
        return replace(draft, bonuses=(*draft.bonuses, bonus))
    return replace(
        draft, bonuses=tuple(bonus if (b.what, b.side) == (what, side) else b for b in draft.bonuses)
    )


def with_amount(draft: ResultDraft, name: str, value: int) -> ResultDraft:
    """`points`, `blatt`, `points:B`, `blatt:B`, `tricks:B` with a new number, kept within what can be."""
    what, _, seat = name.partition(":")
    if what == "tricks" and seat in SEATS and seat:
        return replace(draft, tricks=_put(draft.tricks, SEATS.index(seat), min(max(value, 0), 12)))
    if what not in ("points", "blatt"):
        return draft
    before = draft.thirds if not seat else draft.seats[SEATS.index(seat)]
    points, blatt = divmod(before or 0, 3)
    thirds = value * 3 + blatt if what == "points" else points * 3 + value
    thirds = min(max(thirds, 0), DECK_THIRDS)
    if not seat:
        return replace(draft, thirds=thirds)
    return replace(draft, seats=_put(draft.seats, SEATS.index(seat), thirds))


def _put(four: Four, index: int, value: int) -> Four:
    a, b, c, d = (value if i == index else old for i, old in enumerate(four))
    return a, b, c, d


def filled_four(four: Four, total: int) -> list[int] | None:
    """The four numbers; the last one that is missing follows from the others."""
    missing = [i for i, value in enumerate(four) if value is None]
    if len(missing) > 1:
        return None
    known = sum(value or 0 for value in four)
    return [total - known if value is None else value for value in four]


def document(draft: ResultDraft, system: System) -> Json:
    """The result as far as it is typed in."""
    contract = draft.contract
    nature = NATURES[contract.game or "rufer"]
    inner: Json = {"game": contract.game, "declarer": contract.declarer, "with": list(contract.beside)}
    if contract.bird is not None:
        inner["bird"] = contract.bird
    if nature.family is Family.CALLING:
        inner["partner"] = draft.partner
    data: Json = {"format": FORMAT, "rules": system.id, "options": {}, "contract": inner, "end": draft.end}
    if nature.positive and draft.thirds is not None:
        data["declarer_thirds"] = draft.thirds
    if nature.family is Family.TRISCHAKEN and (thirds := filled_four(draft.seats, DECK_THIRDS)) is not None:
        data["thirds"] = thirds
    if not nature.positive and (tricks := filled_four(draft.tricks, 12)) is not None:
        data["tricks_won"] = tricks
    data["bonuses"] = [_bonus_json(b) for b in draft.bonuses]
    data["kontra"] = [
        {"by": by, "on": on, "level": level} | ({} if to is None else {"to": to})
        for by, on, level, to in contract.kontra
    ]
    if nature.family is Family.CALLING:
        data |= {"king_in_talon": draft.king_in_talon, "king_left": draft.king_left}
    if draft.renonce is not None:
        claims = [{"by": by, "what": what} for by, what in draft.claims]
        data["renonce"] = {"by": draft.renonce, "claims": claims}
    return data


def _bonus_json(bonus: BonusDraft) -> Json:
    made = {"made": True, "lost": False}.get(bonus.outcome)
    return {"what": bonus.what, "announced_by": bonus.announced_by, "side": bonus.side, "made": made}


def checked(draft: ResultDraft, system: System, options: Json) -> Checked:
    """What is missing or cannot be, and what it would pay."""
    data = document(draft, system) | {"options": options}
    problems: list[Problem] = []
    if needs_partner(draft) and draft.partner is None and not draft.alone and draft.end != "schleifen":
        problems.append(Problem("partner_open", "who the partner was is missing", "contract.partner"))
    try:
        result = read_result(data)
    except InputError as error:
        return Checked(data, (*problems, *error.problems), None)
    return Checked(data, tuple(problems), None if problems else settle(result))


def result_document(
    result: Result, options: Json, renonce: str | None = None, claims: tuple[Said, ...] = ()
) -> Json:
    """What a judged deal came to, as a result to be written in its place: without its Renonce, or with claims."""
    draft = ResultDraft(
        contract=ContractDraft(
            declarer=SEATS[result.declarer],
            game=result.game,
            bird=result.bird,
            beside=tuple(SEATS[s] for s in result.others),
            kontra=tuple(
                (SEATS[k.by], k.on, k.level, None if k.to is None else SEATS[k.to]) for k in result.kontra
            ),
        ),
        partner=None if result.partner is None else SEATS[result.partner],
        end=result.end,
        thirds=result.declarer_thirds,
        seats=result.thirds or (None, None, None, None),
        tricks=result.tricks_won or (None, None, None, None),
        king_in_talon=result.king_in_talon,
        king_left=result.king_left,
        renonce=renonce,
        claims=claims,
    )
    data = document(draft, result.system) | {"options": options}
    data["bonuses"] = [
        {
            "what": f.what,
            "announced_by": None if f.announced_by is None else SEATS[f.announced_by],
            "side": "declarers" if f.declarers else "opponents",
            "made": f.made,
        }
        for f in result.bonuses
    ]
    return data


def read_draft(data: Json) -> ResultDraft:
    """The draft of a result that was written before, to be typed in anew."""
    contract, renonce = data["contract"], data.get("renonce") or {}
    nature = NATURES[contract["game"]]
    drafted = ContractDraft(
        declarer=contract["declarer"],
        game=contract["game"],
        bird=contract.get("bird"),
        beside=tuple(contract.get("with") or ()),
        speaker=contract["declarer"],
        announcements=tuple(
            (b["announced_by"], b["what"])
            for b in data.get("bonuses") or ()
            if b.get("announced_by") is not None and b["what"] != contract.get("bird")
        ),
        kontra=tuple((k["by"], k["on"], k["level"], k.get("to")) for k in data.get("kontra") or ()),
    )
    outcomes = {True: "made", False: "lost", None: ""}
    seats, tricks = data.get("thirds"), data.get("tricks_won")
    partner = contract.get("partner")
    return ResultDraft(
        contract=drafted,
        partner=partner,
        alone=partner is None and nature.family is Family.CALLING,
        end=data.get("end") or "played",
        thirds=data.get("declarer_thirds"),
        seats=(None, None, None, None) if seats is None else (seats[0], seats[1], seats[2], seats[3]),
        tricks=(None, None, None, None) if tricks is None else (tricks[0], tricks[1], tricks[2], tricks[3]),
        bonuses=tuple(
            BonusDraft(b["what"], b["side"], outcomes[b.get("made")], b.get("announced_by"))
            for b in data.get("bonuses") or ()
        ),
        king_in_talon=bool(data.get("king_in_talon")),
        king_left=bool(data.get("king_left")),
        renonce=renonce.get("by"),
        claims=tuple((c["by"], c["what"]) for c in renonce.get("claims") or ()),
    )


def possible_bonuses(draft: ResultDraft, system: System) -> list[tuple[str, str]]:
    """What can count in this game, each with the side that can make it."""
    game = draft.contract.game
    if game is None or not NATURES[game].positive:
        return []
    nature = NATURES[game]
    found = []
    for bonus in system.bonuses:
        if nature.suit_game and bonus.id not in system.suit_game_bonuses:
            continue
        if bonus.id in ("koenig_ultimo", "koenigfang") and nature.family is not Family.CALLING:
            continue
        by = announced_by(draft.contract, bonus.id)
        if bonus.silent is None and by is None:
            continue
        sides = ["opponents"] if bonus.id == "koenigfang" else ["declarers", "opponents"]
        if bonus.id == "koenig_ultimo":
            sides = (
                ["declarers", "opponents"]
                if by is None or side_of(draft, by) == "opponents"
                else ["declarers"]
            )
        found += [(bonus.id, side) for side in sides]
    return found
