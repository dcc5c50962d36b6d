"""A result as a scorer types it in (`kiebitz-result/1`): what happened, not how."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.cards import DECK_THIRDS
from engine.fields import Object, Problems, start
from engine.systems import SYSTEMS
from engine.systems.base import NATURES, Family, System
from engine.terms import (
    BONUS_IDS,
    LEVELS,
    SEATS,
    check_format,
    read_bird,
    read_bonus_id,
    read_game,
    read_seat,
    read_system,
    read_with,
)

FORMAT = "kiebitz-result/1"
_FIELDS = (
    "format", "rules", "options", "contract", "declarer_thirds", "thirds", "tricks_won", "bonuses", "kontra",
    "king_in_talon", "king_left", "end", "renonce",
)  # fmt: skip
ENDS = ("played", "schleifen", "blank")
BESIDE_A_BLANK = ("zehn_tarock", "koenigfang")
"""What may be said or counted beside an empty Rufer: «ohne zusätzliche Ansage»."""


@dataclass(frozen=True, slots=True)
class BonusFact:
    """A bonus and how it went; it is the announcer's side's, or that of who made it silently."""

    what: str
    announced_by: int | None
    declarers: bool
    made: bool | None


@dataclass(frozen=True, slots=True)
class KontraCall:
    by: int
    on: str
    level: str
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    by: int
    what: str


@dataclass(frozen=True, slots=True)
class Renonce:
    by: int
    claims: tuple[Claim, ...] = ()
    no_bird: bool | None = None
    """Whether the offence was a bird game bid without any bird in hand; None if nobody says."""


@dataclass(frozen=True, slots=True)
class Result:
    """Everything that decides a settlement."""

    system: System
    game: str
    declarer: int
    partner: int | None = None
    bird: str | None = None
    others: tuple[int, ...] = ()
    declarer_thirds: int | None = None
    thirds: tuple[int, int, int, int] | None = None
    tricks_won: tuple[int, int, int, int] | None = None
    bonuses: tuple[BonusFact, ...] = ()
    kontra: tuple[KontraCall, ...] = ()
    king_in_talon: bool = False
    king_left: bool = False
    end: str = "played"
    renonce: Renonce | None = None

    @property
    def declarers(self) -> tuple[int, ...]:
        return (self.declarer,) if self.partner is None else (self.declarer, self.partner)


def read_result(document: object) -> Result:
    """A result from JSON; `InputError` with every defect and its place."""
    problems = Problems()
    fields = start(document, problems).object(_FIELDS)
    if fields is None:
        problems.raise_if_any()
        raise AssertionError
    check_format(fields, FORMAT)
    system = read_system(fields)
    contract = _read_contract(fields, system)
    end = place.one_of(ENDS, "end") if (place := fields.get("end")) else "played"
    result = Result(
        system=system
        or SYSTEMS["steiermark-2017"],  # a stand-in: with a problem noted, nothing of it is used
        game=contract.game or "rufer",
        declarer=contract.declarer or 0,
        partner=contract.partner,
        bird=contract.bird,
        others=contract.others,
        declarer_thirds=place.integer(0, DECK_THIRDS) if (place := fields.get("declarer_thirds")) else None,
        thirds=_four(fields, "thirds", DECK_THIRDS, "thirds"),
        tricks_won=_four(fields, "tricks_won", 12, "tricks"),
        bonuses=tuple(_of_the_bid(contract, fact) for fact in _read_bonuses(fields, system)),
        kontra=tuple(read_kontra(fields, system)),
        king_in_talon=_flag(fields, "king_in_talon"),
        king_left=_flag(fields, "king_left"),
        end=end or "played",
        renonce=_read_renonce(fields, system),
    )
    if system is not None and contract.game is not None and end is not None:
        _check(result, fields, problems)
    problems.raise_if_any()
    return result


@dataclass(frozen=True, slots=True)
class _Contract:
    game: str | None = None
    declarer: int | None = None
    partner: int | None = None
    bird: str | None = None
    others: tuple[int, ...] = ()


def _read_contract(fields: Object, system: System | None) -> _Contract:
    place = fields.need("contract")
    inner = place.object(("game", "bird", "declarer", "partner", "with")) if place else None
    if inner is None:
        return _Contract()
    game = read_game(inner.need("game"), system)
    declarer = read_seat(inner.need("declarer"))
    partner = read_seat(inner.get("partner"))
    problems = inner.place.problems
    if partner is not None and partner == declarer:
        problems.add("seat", "the declarer cannot be his own partner", inner.at("partner"))
    if partner is not None and game and NATURES[game].family is not Family.CALLING:
        problems.add("partner", f"there is no partner in {game}", inner.at("partner"))
    others = read_with(inner, game, declarer)
    if others and system and not system.bei_games:
        quote = system.source("bei").quote
        problems.add("with", f"{system.id} has no games side by side: {quote}", inner.at("with"))
    return _Contract(game, declarer, partner, read_bird(inner.get("bird"), system, game), others)


def _four(fields: Object, name: str, total: int, unit: str) -> tuple[int, int, int, int] | None:
    place = fields.get(name)
    if place is None:
        return None
    values = [item.integer(0, total) for item in place.items(4)]
    if isinstance(place.value, list) and len(place.value) < 4:
        place.wrong("a list of four, for the seats A B C D")
        return None
    if len(values) != 4 or None in values:
        return None
    a, b, c, d = (v for v in values if v is not None)
    if a + b + c + d != total:
        place.problems.add("sum", f"expected {total} {unit} in all, got {a + b + c + d}", place.at)
        return None
    return a, b, c, d


def _flag(fields: Object, name: str) -> bool:
    place = fields.get(name)
    return bool(place and place.boolean())


def _read_bonuses(fields: Object, system: System | None) -> list[BonusFact]:
    found: list[BonusFact] = []
    for place in fields.items("bonuses", 40):
        inner = place.object(("what", "announced_by", "side", "made"))
        if inner is None:
            continue
        what = read_bonus_id(inner.need("what"), system, place.problems)
        announced_by = read_seat(inner.get("announced_by"))
        side_place = inner.need("side")
        side = side_place.one_of(("declarers", "opponents"), "side") if side_place else None
        made = made_place.boolean() if (made_place := inner.get("made")) else None
        if what is None or side is None:
            continue
        fact = BonusFact(what, announced_by, side == "declarers", made)
        if any(f.what == what and f.declarers == fact.declarers for f in found):
            place.problems.add("twice", f"the bonus {what!r} of the {side} stands twice", place.at)
        found.append(fact)
    return found


def _of_the_bid(contract: _Contract, fact: BonusFact) -> BonusFact:
    """The bird of the bid is announced by it, whether or not the line of its outcome says so again."""
    named = fact.what == contract.bird and fact.declarers and fact.announced_by is None
    return replace(fact, announced_by=contract.declarer) if named else fact


def read_kontra(fields: Object, system: System | None, *, said: bool = False) -> list[KontraCall]:
    """The calls of Kontra, Re and Sub; on what was never announced they simply do not count.

    `said`: what people said at the table, also to what their system has not.
    """
    calls: list[KontraCall] = []
    bonuses = BONUS_IDS if said else () if system is None else tuple(b.id for b in system.bonuses)
    known = ("game", *bonuses)
    for place in fields.items("kontra", 60):
        inner = place.object(("by", "on", "level", "to"))
        if inner is None:
            continue
        by, to = read_seat(inner.need("by")), read_seat(inner.get("to"))
        on_place, level_place = inner.need("on"), inner.need("level")
        on = on_place.one_of(known, "bonus") if on_place and system else None
        level = level_place.one_of(LEVELS, "level") if level_place else None
        if by is not None and on is not None and level is not None:
            calls.append(KontraCall(by, on, level, to))
    return calls


def _read_renonce(fields: Object, system: System | None) -> Renonce | None:
    place = fields.get("renonce")
    inner = place.object(("by", "claims")) if place else None
    if inner is None:
        return None
    by = read_seat(inner.need("by"))
    claims: list[Claim] = []
    for item in inner.items("claims", 20):
        claim = item.object(("by", "what"))
        if claim is None:
            continue
        who, what_place = read_seat(claim.need("by")), claim.need("what")
        what = read_bonus_id(what_place, system, item.problems)
        if who is not None and who == by:
            item.problems.add("seat", "who committed the Renonce cannot claim from himself", claim.at("by"))
        if what and system and what not in system.claims:
            allowed = ", ".join(sorted(system.claims)) or "nothing"
            item.problems.add(
                "claim", f"after a Renonce {system.id} lets an injured seat claim {allowed}", claim.at("what")
            )
        elif any((c.by, c.what) == (who, what) for c in claims):
            item.problems.add("twice", f"the claim of {what} stands twice", item.at)
        elif who is not None and what is not None:
            claims.append(Claim(who, what))
    return None if by is None else Renonce(by, tuple(claims))


def _check(result: Result, fields: Object, problems: Problems) -> None:
    """What only the whole result can show."""
    nature = NATURES[result.game]
    calling = nature.family is Family.CALLING
    for name, value in (("king_in_talon", result.king_in_talon), ("king_left", result.king_left)):
        if value and not calling:
            problems.add("king", f"no king is called in {result.game}", name)
    if result.king_in_talon and result.partner is not None:
        problems.add(
            "king", "a called king in the talon leaves the declarer without a partner", "king_in_talon"
        )
    if result.king_left and result.partner is not None:
        problems.add(
            "king", "a called king left in the talon leaves the declarer without a partner", "king_left"
        )
    if result.end == "schleifen" and not calling:
        problems.add("end", f"only a game with a called king can be given up so, not {result.game}", "end")
    if result.end == "schleifen" and result.partner is not None:
        problems.add(
            "partner", "who gives the game up has his king in the talon and no partner", "contract.partner"
        )
    if nature.family is Family.TRISCHAKEN and result.declarer != 0:
        problems.add(
            "seat", "Trischaken is the forehand's game: expected the declarer A", "contract.declarer"
        )
    if result.end == "blank":
        _check_blank(result, problems)
    if result.others and any(s == result.partner for s in result.others):
        problems.add("with", "a partner cannot play beside the declarer", "contract.with")
    if result.end == "played" and result.renonce is None:
        _check_played(result, fields, problems)
    if (
        nature.family is Family.TRISCHAKEN
        and result.thirds is not None
        and result.tricks_won is not None
        and (seat := next((s for s in range(4) if result.tricks_won[s] == 0 and result.thirds[s] > 0), None))
        is not None
    ):
        problems.add(
            "sum",
            f"{SEATS[seat]} has no trick, so 0 thirds were expected, got {result.thirds[seat]}",
            f"thirds[{seat}]",
        )


def _check_blank(result: Result, problems: Problems) -> None:
    if not result.system.blank_rufer:
        problems.add(
            "end",
            f"in {result.system.id} an empty Rufer is played: {result.system.source('blank').quote}",
            "end",
        )
    elif result.game != "rufer":
        problems.add("end", f"only an empty Rufer is settled without play, not {result.game}", "end")
    for index, fact in enumerate(result.bonuses):
        if fact.what not in BESIDE_A_BLANK:
            problems.add("bonus", "a Rufer with an announcement is not empty", f"bonuses[{index}]")


def _check_played(result: Result, fields: Object, problems: Problems) -> None:
    for name in _deciding(NATURES[result.game].family):
        if fields.get(name) is None:
            problems.add("missing", f"the field {name!r} is missing: it decides {result.game}", name)
    for index, fact in enumerate(result.bonuses):
        if fact.made is None:
            problems.add("missing", f"whether {fact.what} was made is missing", f"bonuses[{index}].made")
    if result.bird is not None and not any(f.what == result.bird and f.declarers for f in result.bonuses):
        problems.add(
            "missing",
            f"the bird of the bid, {result.bird}, is missing among the bonuses with its outcome",
            "bonuses",
        )


def _deciding(family: Family) -> tuple[str, ...]:
    if family is Family.TRISCHAKEN:
        return ("thirds", "tricks_won")
    return ("tricks_won",) if family is Family.NEGATIVE else ("declarer_thirds",)
