"""The settlement: from what happened to lines, sheet and Kontra money. One way for typed results and judged deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.result import BonusFact, KontraCall, Renonce, Result
from engine.systems.base import BIRDS, MATERIAL, NATURES, Family, Game, KontraEffect, System, TrischakenFacts
from engine.terms import FACTORS, SEATS

FOREHAND = 0
_STICK = frozenset({*BIRDS, "koenig_ultimo", "mondfang", "koenigfang"})


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a settlement: `points` per opponent, won or lost by `side`."""

    what: str
    points: int
    won: bool
    declarers: bool
    announced_by: int | None = None
    by: int | None = None
    factor: int = 1
    """What a Valat or a doubled loss multiplied the row's value by."""
    kontra: str | None = None
    to_each: bool = False
    """Paid by `by` to each of the others: a Renonce."""

    @property
    def signed(self) -> int:
        """Points for the declaring side."""
        return self.points if self.won == self.declarers else -self.points

    def as_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "what": self.what,
            "points": self.points,
            "won": self.won,
            "side": "declarers" if self.declarers else "opponents",
        }
        if self.announced_by is not None:
            data["announced_by"] = SEATS[self.announced_by]
        if self.by is not None:
            data["by"] = SEATS[self.by]
        if self.factor != 1:
            data["factor"] = self.factor
        if self.kontra is not None:
            data["kontra"] = self.kontra
        if self.to_each:
            data["to"] = "each"
        return data


@dataclass(frozen=True, slots=True)
class Settlement:
    lines: tuple[Line, ...]
    sheet: tuple[int, int, int, int]
    kontra_cents: tuple[int, int, int, int]

    def as_json(self) -> dict[str, Any]:
        return {
            "lines": [line.as_json() for line in self.lines],
            "sheet": list(self.sheet),
            "kontra_cents": list(self.kontra_cents),
        }


@dataclass(frozen=True, slots=True)
class _ValatState:
    """Whether a Valat rules this settlement, and how it went."""

    announced: bool
    by_declarers: bool
    made: bool


def settle(result: Result) -> Settlement:
    """The settlement of a finished deal. Total: every readable result has one."""
    family = NATURES[result.game].family
    if result.renonce is not None:
        lines, sheet = _renonce(result, result.renonce)
        cents = [0, 0, 0, 0]
    elif family is Family.TRISCHAKEN:
        lines, sheet, cents = _trischaken(result)
    elif family is Family.NEGATIVE:
        lines, sheet, cents = _negative(result)
    else:
        lines, sheet, cents = _positive(result)
    double = 2 if result.system.count_double else 1
    a, b, c, d = (points * double for points in sheet)
    fixed = result.system.kontra is KontraEffect.FIXED
    e, f, g, h = (money * (1 if fixed else double) for money in cents)
    lines = [replace(line, points=line.points * double) for line in lines]
    return Settlement(tuple(lines), (a, b, c, d), (e, f, g, h))


def game_row(result: Result) -> Game:
    row = result.system.game(result.game, result.bird) or result.system.game(result.game)
    if row is None:
        raise ValueError(f"{result.system.id} has no game {result.game}")
    return row


# --- positive games --------------------------------------------------------------------------------------------


def _positive(result: Result) -> tuple[list[Line], list[int], list[int]]:
    lines = _given_up(result) if result.end != "played" else _played(result)
    lines = [_with_kontra(line, result) for line in lines]
    sheet, cents = [0, 0, 0, 0], [0, 0, 0, 0]
    for line in lines:
        _share(sheet, _on_sheet(line, result.system), result)
        _share(cents, _in_cash(line, result.system), result)
    return [replace(line, points=abs(_on_sheet(line, result.system))) for line in lines], sheet, cents


def _share(amounts: list[int], signed: int, result: Result) -> None:
    """`signed` from each opponent to the declaring side: two against two once, one against three threefold."""
    if result.partner is not None:
        for seat in range(4):
            amounts[seat] += signed if seat in result.declarers else -signed
    else:
        for seat in range(4):
            amounts[seat] += 3 * signed if seat == result.declarer else -signed


def _played(result: Result) -> list[Line]:
    system, row = result.system, game_row(result)
    valat = _valat_state(result)
    won = (result.declarer_thirds or 0) >= system.win_thirds
    bonuses = [line for fact in _facts(result) if (line := _bonus_line(fact, result, row, valat))]
    if valat is None:
        return [_game_line(_base_value(result, row), row, won), *bonuses]
    rule = system.valat
    size = rule.announced if valat.announced else rule.silent
    if not rule.multiplies:
        points = size * (2 if row.solo else 1)
        announcer = next((f.announced_by for f in result.bonuses if f.what == "valat"), None)
        return [
            _game_line(_base_value(result, row), row, won),
            *bonuses,
            Line("valat", points, valat.made, valat.by_declarers, announcer),
        ]
    if valat.announced and not valat.made and not result.system.lost_valat_doubles_sechser:
        row = replace(row, loss_factor=1)
    game = _game_line(_base_value(result, row), row, valat.made == valat.by_declarers, size)
    if "bonuses" in rule.multiplies:
        bonuses = [_multiplied(line, size, valat, rule.lost_takes_all) for line in bonuses]
    return [game, *bonuses]


def _base_value(result: Result, row: Game) -> int:
    """The value of the row; a Rufer to which a bird was announced may have another (Hopfgarten, A30)."""
    raised = result.system.rufer_with_bird_value
    with_bird = any(f.what in BIRDS and f.announced_by in result.declarers for f in result.bonuses)
    return raised if raised is not None and row.id == "rufer" and with_bird else row.value


def _game_line(value: int, row: Game, won: bool, factor: int = 1) -> Line:
    factor *= 1 if won else row.loss_factor
    return Line("game", value * factor, won, declarers=True, factor=factor)


def _multiplied(line: Line, size: int, valat: _ValatState, lost_takes_all: bool) -> Line:
    """Hopfgarten: game and announced bonuses together, except the ten Tarocks, which cannot be lost."""
    if line.what == "zehn_tarock":
        return line
    lost = lost_takes_all and not valat.made and line.declarers == valat.by_declarers
    return replace(line, points=line.points * size, factor=size, won=line.won and not lost)


def _valat_state(result: Result) -> _ValatState | None:
    valats = [f for f in result.bonuses if f.what == "valat" and (f.announced_by is not None or f.made)]
    for fact in sorted(valats, key=lambda f: f.announced_by is None):
        return _ValatState(fact.announced_by is not None, fact.declarers, bool(fact.made))
    return None


def _facts(result: Result) -> list[BonusFact]:
    """The bonuses as given, with the Königfang that a left king is in Hopfgarten."""
    facts = [f for f in result.bonuses if f.what != "valat"]
    left = result.king_left and result.system.king_left_is_koenigfang
    if left and not any(f.what == "koenigfang" for f in facts):
        facts.append(BonusFact("koenigfang", None, declarers=False, made=True))
    return facts


def _bonus_line(fact: BonusFact, result: Result, row: Game, valat: _ValatState | None) -> Line | None:
    """What a bonus counts here, or None where it does not count."""
    system, announced = result.system, fact.announced_by is not None
    bonus = system.bonus(fact.what)
    if bonus is None or not _counts(fact, result, valat):
        return None
    won = fact.made is not False if fact.what == "zehn_tarock" else bool(fact.made)
    value = bonus.announced if announced and bonus.announced is not None else bonus.silent
    may_be_lost = fact.what != "zehn_tarock" and (
        announced or (system.silent_bird_minus and fact.what in BIRDS)
    )
    if value is None or not (won or may_be_lost):
        return None
    factor = 2 if row.solo and bonus.doubles_in_solo else 1
    return Line(fact.what, value * factor, won, fact.declarers, fact.announced_by)


def _counts(fact: BonusFact, result: Result, valat: _ValatState | None) -> bool:
    system, announced = result.system, fact.announced_by is not None
    nature = NATURES[result.game]
    if not nature.positive or (
        fact.what in ("koenig_ultimo", "koenigfang") and nature.family is not Family.CALLING
    ):
        return False
    if nature.suit_game:
        if fact.what not in system.suit_game_bonuses:
            return False
        if not announced and "only_announced_kings" in system.suit_game_bonuses:
            return False
    if fact.what == "sack1" and system.second_sack_alone and any(f.what == "sack2" for f in result.bonuses):
        return False
    if fact.what == "koenigfang" and any(
        f.what == "koenig_ultimo" and f.announced_by is not None for f in result.bonuses
    ):
        return False
    if valat is None or fact.what == "zehn_tarock":
        return True
    rule = system.valat
    if fact.what in MATERIAL:
        return announced and (
            rule.material == "announced" or (rule.material == "announced_if_silent" and not valat.announced)
        )
    return announced or (rule.silent_birds and fact.what in _STICK)


def _given_up(result: Result) -> list[Line]:
    """Schleifen: the game and its named bird are lost to all three. Blank: an empty Rufer is won unplayed."""
    row = game_row(result)
    if result.end == "blank":
        lines = [_game_line(_base_value(result, row), row, won=True)]
        return lines + [line for fact in _facts(result) if (line := _bonus_line(fact, result, row, None))]
    lines = [_game_line(_base_value(result, row), row, won=False)]
    if result.bird is not None and (bonus := result.system.bonus(result.bird)) is not None:
        points = (bonus.announced or 0) * (2 if row.solo else 1)
        lines.append(Line(result.bird, points, won=False, declarers=True, announced_by=result.declarer))
    return lines


# --- Kontra ----------------------------------------------------------------------------------------------------


def _with_kontra(line: Line, result: Result) -> Line:
    """The line with the highest level that was rightly called on it."""
    level = kontra_level(line, result)
    return replace(line, kontra=level) if level else line


def kontra_level(line: Line, result: Result) -> str | None:
    system, valat = result.system, _valat_state(result)
    if result.end != "played":
        return None
    solo_king = result.game == "solorufer" and (result.king_in_talon or result.partner is None)
    if solo_king and not system.kontra_with_king_in_talon:
        return None
    levels: list[str | None] = []
    rule, declarers = system.valat, set(result.declarers)
    bonus = system.bonus(line.what)
    if line.what != "game" and (line.announced_by is None or bonus is None or not bonus.kontra):
        return None
    if line.what != "game" or valat is None or not rule.voids_game_kontra:
        levels.append(chain(result.kontra, line.what, line.declarers, declarers))
    if (
        valat is not None
        and valat.announced
        and ("game" if line.what == "game" else "bonuses") in rule.multiplies
    ):
        levels.append(chain(result.kontra, "valat", valat.by_declarers, declarers))
    return max(levels, key=lambda level: FACTORS.get(level or "", 1), default=None)


def chain(
    calls: Sequence[KontraCall], target: str, announced_by_declarers: bool, declarers: set[int]
) -> str | None:
    """Kontra comes from the other side, Re from the own, Sub from the other; what partners say to each other is void."""
    level: str | None = None
    for want, from_declarers in (
        ("kontra", not announced_by_declarers),
        ("re", announced_by_declarers),
        ("sub", not announced_by_declarers),
    ):
        if not any(
            c.on == target and c.level == want and (c.by in declarers) == from_declarers for c in calls
        ):
            break
        level = want
    return level


def _on_sheet(line: Line, system: System) -> int:
    factor = FACTORS[line.kontra] if line.kontra else 1
    if system.kontra is KontraEffect.SHEET:
        return line.signed * factor
    if system.kontra is KontraEffect.SHEET_ONCE:
        return line.signed * min(factor, 2)
    return line.signed


def _in_cash(line: Line, system: System) -> int:
    """Cents from each opponent beyond what the sheet says."""
    if line.kontra is None:
        return 0
    factor = FACTORS[line.kontra]
    if system.kontra is KontraEffect.CASH:
        return line.signed * (factor - 1) * system.cents_a_point
    if system.kontra is KontraEffect.SHEET_ONCE:
        return line.signed * (factor - 2) * system.cents_a_point
    if system.kontra is KontraEffect.FIXED:
        fixed = dict(zip(FACTORS, system.kontra_fixed_cents, strict=True))[line.kontra]
        return fixed if line.signed > 0 else -fixed
    return 0


# --- negative games and Trischaken -----------------------------------------------------------------------------


def _negative(result: Result) -> tuple[list[Line], list[int], list[int]]:
    """Each negative player settles with each of the three others; Kontra binds only the two who called it."""
    system, row = result.system, game_row(result)
    target, tricks = NATURES[result.game].tricks, result.tricks_won or (0, 0, 0, 0)
    sheet, cents, lines = [0, 0, 0, 0], [0, 0, 0, 0], []
    for player in (result.declarer, *result.others):
        won = tricks[player] == target
        line = Line("game", row.value, won, declarers=True, by=player if result.others else None)
        lines.append(line)
        for other in range(4):
            if other == player:
                continue
            level = _personal_level(result, player, other) if system.kontra_in_negative else None
            pair = replace(line, kontra=level)
            for amounts, amount in ((sheet, _on_sheet(pair, system)), (cents, _in_cash(pair, system))):
                amounts[player] += amount
                amounts[other] -= amount
            if level is not None:
                lines.append(
                    replace(pair, points=abs(_on_sheet(pair, system)) - line.points, what="kontra", by=other)
                )
    return [line for line in lines if line.what == "game" or line.points], sheet, cents


def _personal_level(result: Result, player: int, other: int) -> str | None:
    def called(level: str, by: int, to: int) -> bool:
        default = result.declarer if by != result.declarer else None
        return any(
            c.on == "game"
            and c.level == level
            and c.by == by
            and (c.to if c.to is not None else default) in (to, None)
            for c in result.kontra
        )

    if not called("kontra", other, player):
        return None
    if not called("re", player, other):
        return "kontra"
    return "sub" if called("sub", other, player) else "re"


def _trischaken(result: Result) -> tuple[list[Line], list[int], list[int]]:
    thirds, tricks = result.thirds or (0, 0, 0, 0), result.tricks_won or (0, 0, 0, 0)
    sheet = result.system.trischaken.settle(TrischakenFacts(thirds, tricks, FOREHAND))
    lines = [Line("trischaken", abs(p), p > 0, declarers=False, by=s) for s, p in enumerate(sheet) if p]
    return lines, sheet, [0, 0, 0, 0]


# --- Renonce ---------------------------------------------------------------------------------------------------


def _renonce(result: Result, renonce: Renonce) -> tuple[list[Line], list[int]]:
    """The offender pays each of the others, his partner too, as if they had won the game and all announcements."""
    system, row = result.system, game_row(result)
    sheet = [0, 0, 0, 0]
    if NATURES[result.game].family is Family.TRISCHAKEN:
        rule = system.trischaken
        amount = rule.renonce_forehand if renonce.by == FOREHAND else rule.renonce
        lines = [Line("renonce", amount, won=False, declarers=False, by=renonce.by, to_each=True)]
    else:
        lines = [replace(line, to_each=True) for line in _renonce_lines(result, row, renonce)]
        amount = sum(line.points for line in lines)
    soloists = _soloists(result)
    for seat in range(4):
        if seat != renonce.by:
            times = 3 if seat in soloists else 1
            sheet[seat] += amount * times
            sheet[renonce.by] -= amount * times
    for claim in renonce.claims:
        points = _claim_value(result, row, claim.what) * (3 if claim.by in soloists else 1)
        lines.append(Line(claim.what, points, won=True, declarers=False, by=claim.by))
        sheet[claim.by] += points
        sheet[renonce.by] -= points
    return lines, sheet


def _soloists(result: Result) -> tuple[int, ...]:
    """Those who play alone against three, and so receive threefold."""
    family = NATURES[result.game].family
    if family is Family.TRISCHAKEN or result.partner is not None:
        return ()
    return (result.declarer, *result.others)


def _renonce_lines(result: Result, row: Game, renonce: Renonce) -> list[Line]:
    system = result.system
    no_bird = renonce.no_bird or (result.bird is None and renonce.by == result.declarer)
    if system.no_bird_renonce is not None and row.birds and no_bird:
        return [Line("game", system.no_bird_renonce, won=False, declarers=True, by=renonce.by)]
    rule, valat = system.valat, any(f.what == "valat" and f.announced_by is not None for f in result.bonuses)
    offender_declares = renonce.by in (*result.declarers, *result.others)
    size = rule.announced if valat and rule.multiplies else 1
    factor = size * (row.loss_factor if offender_declares else 1)
    lines = [
        Line(
            "game", _base_value(result, row) * factor, won=False, declarers=True, by=renonce.by, factor=factor
        )
    ]
    for fact in _announced(result):
        bonus = system.bonus(fact.what)
        state = _ValatState(announced=True, by_declarers=True, made=True) if valat else None
        if (
            bonus is None
            or bonus.announced is None
            or fact.what == "valat"
            or not _counts(fact, result, state)
        ):
            continue
        points = bonus.announced * (2 if row.solo and bonus.doubles_in_solo else 1)
        if "bonuses" in rule.multiplies and fact.what != "zehn_tarock":
            points *= size
        lines.append(
            Line(fact.what, points, won=False, declarers=True, announced_by=fact.announced_by, by=renonce.by)
        )
    if valat and not rule.multiplies:
        lines.append(
            Line("valat", rule.announced * (2 if row.solo else 1), won=False, declarers=True, by=renonce.by)
        )
    return lines


def _announced(result: Result) -> list[BonusFact]:
    """Every announcement, the bird of the bid included."""
    facts = [f for f in result.bonuses if f.announced_by is not None]
    if result.bird is not None and not any(f.what == result.bird and f.declarers for f in facts):
        facts.insert(0, BonusFact(result.bird, result.declarer, declarers=True, made=None))
    return facts if NATURES[result.game].positive else []


def _claim_value(result: Result, row: Game, what: str) -> int:
    """A silent bonus that the Renonce took away; a silent Valat is worth what it adds to the game."""
    system = result.system
    bonus = system.bonus(what)
    paid = any(f.what == what for f in _announced(result))
    if bonus is None or paid or not _counts(BonusFact(what, None, declarers=True, made=True), result, None):
        return 0
    if what == "valat" and system.valat.multiplies:
        return row.value * (system.valat.silent - 1)
    return (bonus.silent or 0) * (2 if row.solo and bonus.doubles_in_solo else 1)
