"""Results and deals for the tests of the rule systems, written shortly."""

from __future__ import annotations

from typing import Any

from engine.fields import InputError
from engine.judge import Judgement, judge
from engine.notation import read_notation
from engine.result import read_result
from engine.settle import Settlement, settle

Json = dict[str, Any]


def bonus(what: str, by: str | None = None, side: str = "declarers", made: bool | None = True) -> Json:
    return {"what": what, "announced_by": by, "side": side, "made": made}


def call(by: str, level: str = "kontra", on: str = "game", to: str | None = None) -> Json:
    return {"by": by, "on": on, "level": level} | ({"to": to} if to else {})


def result(rules: str, game: str, declarer: str, partner: str | None = None, **more: Any) -> Json:
    """A `kiebitz-result/1`: `bird` and `beside` go into the contract, all else beside it."""
    contract: Json = {"game": game, "declarer": declarer, "with": list(more.pop("beside", ""))}
    if partner is not None:
        contract["partner"] = partner
    if "bird" in more:
        contract["bird"] = more.pop("bird")
    return {"format": "kiebitz-result/1", "rules": rules, "contract": contract, **more}


def settled(document: Json) -> Settlement:
    return settle(read_result(document))


def error_places(document: Json) -> list[str]:
    """The places of the errors that reading this result finds."""
    try:
        read_result(document)
    except InputError as error:
        return [problem.at for problem in error.problems]
    return []


def judged(text: str) -> Judgement:
    """The judgement of a deal in the text notation."""
    return judge(read_notation(text))


def rulings(text: str) -> list[tuple[str | None, str, str | None]]:
    """Kind, culprit (`?` while open) and status of every ruling."""
    return [(r.kind, "?" if r.by is None else "ABCD"[r.by], r.status) for r in judged(text).rulings]


def tricks(first: int, *lines: str) -> str:
    """Numbered lines of tricks for the text notation."""
    return "".join(f"{n} {line}\n" for n, line in enumerate(lines, first))
