"""One deal under all five systems side by side, with the reason for each difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.judge import Judgement, judge
from engine.record import Deal
from engine.settle import Line
from engine.systems import SYSTEMS
from engine.systems.base import Source, System


@dataclass(frozen=True, slots=True)
class Difference:
    """Why a system settles otherwise than the one that was played."""

    what: str
    de: str
    en: str
    source: Source

    def as_json(self) -> dict[str, Any]:
        return {
            "what": self.what,
            "text": {"de": self.de, "en": self.en},
            "rule": {"section": self.source.section, "quote": self.source.quote},
        }


@dataclass(frozen=True, slots=True)
class Column:
    system: System
    judgement: Judgement | None
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    played: str
    columns: tuple[Column, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "format": "kiebitz-comparison/1",
            "played": self.played,
            "systems": {
                c.system.id: {
                    "sheet": None
                    if c.judgement is None or c.judgement.sheet is None
                    else list(c.judgement.sheet),
                    "lines": [] if c.judgement is None else [line.as_json() for line in c.judgement.lines],
                    "rulings": [] if c.judgement is None else [r.as_json() for r in c.judgement.rulings],
                    "differences": [d.as_json() for d in c.differences],
                }
                for c in self.columns
            },
        }


def compare_systems(deal: Deal) -> Comparison:
    """The deal as each system would have judged it, had it been played so there."""
    own = judge(deal)
    columns = [Column(deal.system, own, ())]
    for system in SYSTEMS.values():
        if system.id != deal.system.id:
            columns.append(_column(deal, own, system))
    return Comparison(deal.system.id, tuple(columns))


def _column(deal: Deal, own: Judgement, system: System) -> Column:
    contract = deal.contract
    if contract is not None and system.game(contract.game, contract.bird) is None:
        name = contract.game + (f" ({contract.bird})" if contract.bird else "")
        why = system.source("kaiserstich") if system.id == "hopfgarten-2023" else system.games[0].source
        return Column(
            system, None, (Difference("game", f"{name} gibt es hier nicht", f"there is no {name} here", why),)
        )
    there = replace(deal, system=system, options=())
    if deal.end == "blank" and not system.blank_rufer:
        why = system.source("blank")
        return Column(
            system,
            None,
            (Difference("game", "ein leerer Rufer wird gespielt", "an empty Rufer is played", why),),
        )
    judgement = judge(there)
    return Column(system, judgement, tuple(_differences(deal, own, judgement, system)))


def _differences(deal: Deal, own: Judgement, other: Judgement, system: System) -> list[Difference]:
    found: list[Difference] = []
    if [t.winner for t in own.facts.tricks] != [t.winner for t in other.facts.tricks]:
        found.append(
            Difference(
                "tricks",
                "ein Stich geht an einen anderen",
                "a trick goes to another seat",
                system.source("kaiserstich"),
            )
        )
    if (own.renonce is None) != (other.renonce is None):
        ruling = other.renonce or own.renonce
        source = system.source(ruling.kind or "renonce") if ruling else system.source("renonce")
        de = "hier ist es eine Renonce" if other.renonce else "hier ist es keine Renonce"
        en = "here it is a Renonce" if other.renonce else "here it is no Renonce"
        found.append(Difference("renonce", de, en, source))
    here, there = _by_key(own.lines), _by_key(other.lines)
    for key in dict.fromkeys((*here, *there)):
        if (difference := _line_difference(key, here.get(key), there.get(key), deal, system)) is not None:
            found.append(difference)
    if own.settlement and other.settlement and own.settlement.kontra_cents != other.settlement.kontra_cents:
        found.append(
            Difference(
                "kontra",
                "Kontra wirkt hier anders",
                "Kontra works otherwise here",
                system.source("kontra_effect"),
            )
        )
    return found


Key = tuple[str, bool, int | None]


def _by_key(lines: Sequence[Line]) -> dict[Key, Line]:
    return {(line.what, line.declarers, line.by): line for line in lines}


def _line_difference(
    key: Key, here: Line | None, there: Line | None, deal: Deal, system: System
) -> Difference | None:
    what = key[0]
    source = _source_of(what, deal, system)
    if here is None and there is not None:
        return Difference(
            what, f"{what} zählt hier ({there.points})", f"{what} counts here ({there.points})", source
        )
    if there is None and here is not None:
        return Difference(what, f"{what} zählt hier nicht", f"{what} does not count here", source)
    if here is None or there is None or (here.points, here.won) == (there.points, there.won):
        return None
    if here.won != there.won and what == "game":
        points = f"{system.win_thirds // 3} Punkte und {system.win_thirds % 3} Blatt"
        return Difference(
            what,
            f"hier gewinnt man mit {points}",
            f"here {system.win_thirds} thirds win",
            system.source("win"),
        )
    return Difference(
        what,
        f"{what}: {there.points} statt {here.points}",
        f"{what}: {there.points} instead of {here.points}",
        source,
    )


def _source_of(what: str, deal: Deal, system: System) -> Source:
    contract = deal.contract
    if (
        what == "game"
        and contract is not None
        and (row := system.game(contract.game, contract.bird)) is not None
    ):
        return row.source
    bonus = system.bonus(what)
    if bonus is not None:
        return bonus.source
    return system.source(
        "trischaken" if what == "trischaken" else "kontra_effect" if what == "kontra" else "renonce"
    )
