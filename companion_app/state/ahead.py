"""The table as it will be when the server has noted what waits: deals closed without network count here at once."""

from __future__ import annotations

import copy as copying
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion_app.state.model import AppState, Json
from companion_app.state.record import CLOSING, Now, after_event, judged, pending_events
from engine.fields import InputError
from engine.record_reading import read_deal
from engine.result import read_result
from engine.sheet import Content, Evening, Version, compute
from engine.systems import agreed
from engine.texts import proof_steps


def looking_ahead(state: AppState) -> AppState:
    """The state with its sections as they will be; nothing to do while no closed deal waits."""
    copy = state.copy
    waiting = pending_events(state) if copy is not None else []
    if copy is None or not copy.sections or not any(e["type"] in CLOSING for e in waiting):
        return state if state.ahead is None else replace(state, ahead=None)
    sheet = _Sheet(copy.section("table"), copy.section("sheet"), list(copy.section("sheet")["rows"]))
    return replace(state, ahead=_sections(replace(state, ahead=None), dict(copy.sections), sheet, waiting))


def _sections(state: AppState, sections: Json, sheet: _Sheet, waiting: list[Json]) -> Mapping[str, Any]:
    deal = sections.get("deal")
    found = None if deal is None else Now(copying.deepcopy(deal["record"]), frozenset())
    for event in waiting:
        match event["type"]:
            case "result_entered":
                sheet.close(_result(sheet.table, event["result"]), event)
            case "deal_ended" if found is not None:
                sheet.close(_record(found.record | {"end": event.get("end", "played")}), event)
            case "deal_struck" if found is not None:
                sheet.close(_Told(None), event)
            case "deal_corrected":
                sheet.correct(event)
        found = after_event(state, found, event)
    sections |= {"table": sheet.table, "sheet": sheet.whole(), "judgement": None, "deal": None}
    if sheet.last is not None:
        sections["last"] = sheet.last
    if found is not None:
        number = len(sheet.rows) + 1
        seating = sheet.table["next"]
        sections["deal"] = {"number": number, **seating, "record": found.record, "questions": [], "cards": []}
    return sections


@dataclass(frozen=True, slots=True)
class _Told:
    """A closed deal: what the engine settles, and the deal as the server will tell it."""

    content: Content | None
    last: Json = field(default_factory=dict)


def _result(table: Json, result: Json) -> _Told:
    document = (
        {"format": "kiebitz-result/1"} | result | {"rules": table["rules"], "options": table["options"]}
    )
    try:
        return _Told(read_result(document), {"result": document})
    except InputError:
        return _Told(None)  # what cannot be read here is settled when the server has it


def _record(record: Json) -> _Told:
    found = judged(record)
    if found is None:
        return _Told(None)
    data = found.as_json()
    for shown, ruling in zip(data["rulings"], found.rulings, strict=True):
        shown["steps"] = {lang: proof_steps(ruling.certificate, lang) for lang in ("de", "en")}
    return _Told(read_deal(record), {"record": record, "judgement": data})


@dataclass(slots=True)
class _Sheet:
    """The server's sheet with lines of our own."""

    table: Json
    sheet: Json
    rows: list[Json]
    last: Json | None = None
    next: Json | None = None

    @property
    def plain(self) -> bool:
        """What doubles, and what lies in the box, follows from deals that this device need not know."""
        return not self.table.get("radl") and self.table.get("pagatkassa_cents") is None

    def close(self, told: _Told, event: Json) -> None:
        """One more line, and the next dealer."""
        before = self.next or self.sheet["next"]
        line = self._line(told.content, before["dealer"], event)
        number = len(self.rows) + 1
        row = line["rows"][0] | {"number": number, "open": line["rows"][0]["open"] or not self.plain}
        self.rows.append(row)
        self.next = line["next"] | {"double": False}
        seating = {name: self.next[name] for name in ("dealer", "seats", "sitting_out")}
        self.table = self.table | {"deals": number, "next": seating}
        self.last = {"number": number, "reason": row["reason"], "versions": 1} | told.last
        self.last["struck"] = told.content is None

    def correct(self, event: Json) -> None:
        """A line written anew; what a correction changes elsewhere is told by the server."""
        index = event["number"] - 1
        if not 0 <= index < len(self.rows) or not self.plain:
            return
        if "result" in event:
            told = _result(self.table, event["result"])
        else:
            told = _record(event["record"]) if "record" in event else _Told(None)
        old = self.rows[index]
        row = self._line(told.content, old["dealer"], event)["rows"][0]
        earlier = [*old["earlier"], old["points"]]
        self.rows[index] = row | {"number": old["number"], "earlier": earlier}
        if self.last is not None and self.last["number"] == old["number"]:
            self.last = {"number": old["number"], "reason": row["reason"], "versions": len(earlier) + 1}
            self.last |= told.last | {"struck": told.content is None}

    def _line(self, content: Content | None, dealer: str, event: Json) -> Json:
        players = tuple(self.sheet["players"])
        version = Version(content if self.plain else None, event.get("reason", ""), bool(event.get("redeal")))
        system = agreed(self.table["rules"], self.table["options"])
        evening = Evening(system, players, players.index(dealer), deals=((version,),))
        return compute(evening).as_json()

    def whole(self) -> Json:
        """With the running sums."""
        totals = [0] * len(self.sheet["players"])
        cash = list(totals)
        rows = []
        for row in self.rows:
            totals = [a + b for a, b in zip(totals, row["points"], strict=True)]
            cash = [a + b for a, b in zip(cash, row["cents"], strict=True)]
            kassa = self.sheet["kassa_cents"]
            rows.append(row | {"totals": totals, "cash_cents": cash, "kassa_cents": kassa})
        sums = {"rows": rows, "totals": totals, "cash_cents": cash}
        return self.sheet | sums | ({} if self.next is None else {"next": self.next})
