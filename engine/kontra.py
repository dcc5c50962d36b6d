"""Kontra, Re and Sub: which level was rightly called, and what it does to sheet and purse."""

from __future__ import annotations

from collections.abc import Sequence

from engine.result import KontraCall, Result
from engine.systems.base import KontraEffect, System
from engine.tariff import valat_state
from engine.terms import FACTORS


def kontra_level(result: Result, what: str, by_declarers: bool, announced: bool) -> str | None:
    """The highest level that was rightly called on the game or on an announcement of one side."""
    system, valat = result.system, valat_state(result)
    if result.end != "played":
        return None
    solo_king = result.game == "solorufer" and (result.king_in_talon or result.partner is None)
    if solo_king and not system.kontra_with_king_in_talon:
        return None
    levels: list[str | None] = []
    rule, declarers = system.valat, set(result.declarers)
    bonus = system.bonus(what)
    if what != "game" and (not announced or bonus is None or not bonus.kontra):
        return None
    if what != "game" or valat is None or not rule.voids_game_kontra:
        levels.append(chain(result.kontra, what, by_declarers, declarers))
    if valat is not None and valat.announced and ("game" if what == "game" else "bonuses") in rule.multiplies:
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


def on_sheet(points: int, level: str | None, system: System) -> int:
    """What is written for points on which a level was called."""
    factor = FACTORS[level] if level else 1
    if system.kontra is KontraEffect.SHEET:
        return points * factor
    if system.kontra is KontraEffect.SHEET_ONCE:
        return points * min(factor, 2)
    return points


def in_cash(points: int, level: str | None, system: System) -> int:
    """Cents from each opponent beyond what the sheet says."""
    if level is None:
        return 0
    factor = FACTORS[level]
    if system.kontra is KontraEffect.CASH:
        return points * (factor - 1) * system.cents_a_point
    if system.kontra is KontraEffect.SHEET_ONCE:
        return points * (factor - 2) * system.cents_a_point
    if system.kontra is KontraEffect.FIXED:
        fixed = dict(zip(FACTORS, system.kontra_fixed_cents, strict=True))[level]
        return fixed if points > 0 else -fixed
    return 0


def personal_level(result: Result, player: int, other: int) -> str | None:
    """The level between a negative player and one of the others: it binds only the two who called it."""

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
