"""What is worth a sound or a spoken word: found by comparing the table before and after."""

from __future__ import annotations

from dataclasses import dataclass

from companion_app.state.model import AppState, Json, TableCopy
from companion_app.state.rulings import key_of


@dataclass(frozen=True, slots=True)
class Herald:
    """`kind` names the sound: `card`, `trick`, `question`, `warning`, `settled`, `contract`, `signal`; the rest is for the caller."""

    kind: str
    seat: str | None = None
    card: str | None = None
    trick: int | None = None


def heralds(before: AppState, after: AppState) -> list[Herald]:
    """Only what happens while one looks on: not what is heard again after a break or at another table."""
    return [*_signal(before, after), *_at_table(before, after)]


def _signal(before: AppState, after: AppState) -> list[Herald]:
    was, known = before.tournament, after.tournament
    rung = was is not None and known is not None and (known.signalled, known.rung) > (was.signalled, was.rung)
    return [Herald("signal")] if rung else []


def _at_table(before: AppState, after: AppState) -> list[Herald]:
    old, new = before.copy, after.copy
    if old is None or new is None or old is new or old.id != new.id or before.generation != after.generation:
        return []
    if not old.sections or new.seq - old.seq > 12:
        return []
    return [*_deal(old, new), *_closed(old, new)]


def _deal(old: TableCopy, new: TableCopy) -> list[Herald]:
    was, deal = old.section("deal"), new.section("deal")
    if deal is None:
        return []
    record = deal["record"]
    before = was["record"] if was is not None and was["number"] == deal["number"] else {"tricks": []}
    found: list[Herald] = []
    if record.get("contract") and record.get("contract") != before.get("contract"):
        found.append(Herald("contract"))
    found += _cards(before, record, _winners(new))
    asked = {q["id"] for q in (was or {}).get("questions", ())}
    if any(q["id"] not in asked for q in deal["questions"]):
        found.append(Herald("question"))
    warned = {key_of(r) for r in (old.section("judgement") or {}).get("rulings", ())}
    if any(key_of(r) not in warned for r in (new.section("judgement") or {}).get("rulings", ())):
        found.append(Herald("warning"))
    return found


def _winners(copy: TableCopy) -> list[str | None]:
    judgement = copy.section("judgement") or {}
    return [trick["winner"] for trick in judgement.get("tricks", ())]


def _cards(before: Json, record: Json, winners: list[str | None]) -> list[Herald]:
    """Cards that came to the end of the play, and tricks that became full."""
    found = []
    lay = sum(len(trick["cards"]) for trick in before["tricks"])
    count = 0
    for number, trick in enumerate(record["tricks"], 1):
        for seat, card in trick["cards"]:
            count += 1
            if count > lay:
                found.append(Herald("card", seat, card, number))
        full = len({seat for seat, _ in trick["cards"]}) == 4
        if full and count > lay:
            winner = winners[number - 1] if number <= len(winners) else None
            found.append(Herald("trick", winner, None, number))
    return found


def _closed(old: TableCopy, new: TableCopy) -> list[Herald]:
    rows = [len((copy.section("sheet") or {}).get("rows", ())) for copy in (old, new)]
    return [Herald("settled")] if rows[1] > rows[0] else []
