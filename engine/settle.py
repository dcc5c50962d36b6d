"""The settlement: from what happened to lines, sheet and Kontra money. One way for typed results and judged deals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.kontra import in_cash, kontra_level, on_sheet, personal_level
from engine.result import BonusFact, Renonce, Result
from engine.systems.base import BIRDS, NATURES, Family, Game, KontraEffect, TrischakenFacts
from engine.tariff import (
    ValatState,
    announced_bonuses,
    claim_value,
    counts,
    game_row,
    game_value,
    given_bonuses,
    solo_factor,
    valat_state,
)
from engine.terms import SEATS

FOREHAND = 0


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


# --- positive games --------------------------------------------------------------------------------------------


def _positive(result: Result) -> tuple[list[Line], list[int], list[int]]:
    lines = _given_up(result) if result.end != "played" else _played(result)
    lines = [_with_kontra(line, result) for line in lines]
    sheet, cents = [0, 0, 0, 0], [0, 0, 0, 0]
    written = []
    for line in lines:
        points = on_sheet(line.signed, line.kontra, result.system)
        _share(sheet, points, result)
        _share(cents, in_cash(line.signed, line.kontra, result.system), result)
        written.append(replace(line, points=abs(points)))
    return written, sheet, cents


def _with_kontra(line: Line, result: Result) -> Line:
    """The line with the highest level that was rightly called on it."""
    level = kontra_level(result, line.what, line.declarers, line.announced_by is not None)
    return replace(line, kontra=level) if level else line


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
    valat = valat_state(result)
    won = (result.declarer_thirds or 0) >= system.win_thirds
    bonuses = [line for fact in given_bonuses(result) if (line := _bonus_line(fact, result, row, valat))]
    if valat is None:
        return [_game_line(game_value(result, row), row, won), *bonuses]
    rule = system.valat
    size = rule.announced if valat.announced else rule.silent
    if not rule.multiplies:
        points = size * (2 if row.solo else 1)
        announcer = next((f.announced_by for f in result.bonuses if f.what == "valat"), None)
        return [
            _game_line(game_value(result, row), row, won),
            *bonuses,
            Line("valat", points, valat.made, valat.by_declarers, announcer),
        ]
    if valat.announced and not valat.made and not result.system.lost_valat_doubles_sechser:
        row = replace(row, loss_factor=1)
    game = _game_line(game_value(result, row), row, valat.made == valat.by_declarers, size)
    if "bonuses" in rule.multiplies:
        bonuses = [_multiplied(line, size, valat, rule.lost_takes_all) for line in bonuses]
    return [game, *bonuses]


def _game_line(value: int, row: Game, won: bool, factor: int = 1) -> Line:
    factor *= 1 if won else row.loss_factor
    return Line("game", value * factor, won, declarers=True, factor=factor)


def _multiplied(line: Line, size: int, valat: ValatState, lost_takes_all: bool) -> Line:
    """Hopfgarten: game and announced bonuses together, except the ten Tarocks, which cannot be lost."""
    if line.what == "zehn_tarock":
        return line
    lost = lost_takes_all and not valat.made and line.declarers == valat.by_declarers
    return replace(line, points=line.points * size, factor=size, won=line.won and not lost)


def _bonus_line(fact: BonusFact, result: Result, row: Game, valat: ValatState | None) -> Line | None:
    """What a bonus counts here, or None where it does not count."""
    system, announced = result.system, fact.announced_by is not None
    bonus = system.bonus(fact.what)
    if bonus is None or not counts(fact, result, valat):
        return None
    won = fact.made is not False if fact.what == "zehn_tarock" else bool(fact.made)
    value = bonus.announced if announced else bonus.silent
    may_be_lost = fact.what != "zehn_tarock" and (
        announced or (system.silent_bird_minus and fact.what in BIRDS)
    )
    if value is None or not (won or may_be_lost):
        return None
    factor = solo_factor(bonus, row)
    return Line(fact.what, value * factor, won, fact.declarers, fact.announced_by)


def _given_up(result: Result) -> list[Line]:
    """Schleifen: the game and its named bird are lost to all three. Blank: an empty Rufer is won unplayed."""
    row = game_row(result)
    if result.end == "blank":
        lines = [_game_line(game_value(result, row), row, won=True)]
        return lines + [
            line for fact in given_bonuses(result) if (line := _bonus_line(fact, result, row, None))
        ]
    lines = [_game_line(game_value(result, row), row, won=False)]
    # In Tirol the bid names no bird: what the declarer announced is the bird of the game.
    own = (f.what for f in result.bonuses if f.what in BIRDS and f.announced_by == result.declarer)
    bird = result.bird if result.bird is not None or not row.birds else next(own, None)
    if bird is not None and (bonus := result.system.bonus(bird)) is not None:
        points = (bonus.announced or 0) * (2 if row.solo else 1)
        lines.append(Line(bird, points, won=False, declarers=True, announced_by=result.declarer))
    return lines


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
            level = personal_level(result, player, other) if system.kontra_in_negative else None
            pair = replace(line, kontra=level)
            points = on_sheet(pair.signed, pair.kontra, system)
            for amounts, amount in ((sheet, points), (cents, in_cash(pair.signed, pair.kontra, system))):
                amounts[player] += amount
                amounts[other] -= amount
            if level is not None:
                lines.append(replace(pair, points=abs(points) - line.points, what="kontra", by=other))
    return [line for line in lines if line.what == "game" or line.points], sheet, cents


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
        points = claim_value(result, row, claim.what) * (3 if claim.by in soloists else 1)
        if not points:
            continue
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
    no_bird = renonce.no_bird
    if no_bird is None:
        no_bird = result.bird is None and renonce.by == result.declarer
    if system.no_bird_renonce is not None and row.birds and no_bird:
        return [Line("game", system.no_bird_renonce, won=False, declarers=True, by=renonce.by)]
    rule, valat = system.valat, any(f.what == "valat" and f.announced_by is not None for f in result.bonuses)
    offender_declares = renonce.by in (*result.declarers, *result.others)
    size = rule.announced if valat and rule.multiplies else 1
    doubles = offender_declares and not (valat and not system.lost_valat_doubles_sechser)
    factor = size * (row.loss_factor if doubles else 1)
    lines = [
        Line(
            "game", game_value(result, row) * factor, won=False, declarers=True, by=renonce.by, factor=factor
        )
    ]
    for fact in announced_bonuses(result):
        bonus = system.bonus(fact.what)
        state = ValatState(announced=True, by_declarers=True, made=True) if valat else None
        if (
            bonus is None
            or bonus.announced is None
            or fact.what == "valat"
            or not counts(fact, result, state)
        ):
            continue
        points = bonus.announced * solo_factor(bonus, row)
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
