"""A deal's settlement: line by line with its running sum, what each gets, and where everybody stands then."""

from __future__ import annotations

from collections.abc import Sequence

from companion_app import actions as a
from companion_app.presenters.seats import Seats, seats_of
from companion_app.presenters.tricks import gifts_of, laid_cards
from companion_app.presenters.words import Speaker, signed, speaker_for, tone_of
from companion_app.state.corrections import closed_deal
from companion_app.state.model import AppState, Json, may_say
from companion_app.state.record import deal_of, standing, system_of
from companion_app.viewmodels.common import Choice, Tone
from companion_app.viewmodels.settlement import AmountLine, PayView, SettlementView, TrickLine
from engine.systems.base import NATURES, Family
from engine.terms import SEATS


def shown_number(state: AppState) -> int | None:
    if state.shown_deal is not None:
        return state.shown_deal
    last = state.section("last")
    return None if last is None else int(last["number"])


def settlement_view(state: AppState) -> SettlementView:
    system = system_of(state)
    speak = speaker_for(state.lang, system)
    number = shown_number(state)
    row = row_of(state, number)
    if row is None or number is None:
        return SettlementView(
            speak("settle.title_empty"), speak("settle.none"), Tone.QUIET, (), "", (), "",
            next=_next(state, speak),
        )  # fmt: skip
    found = closed_deal(state, number)
    seats = seats_of(state, row)
    players = (state.section("sheet") or {}).get("players", ())
    contract = contract_of(found)
    game = "" if contract is None else speak.game(contract["game"], contract.get("bird"))
    lines = amount_lines(speak, seats, row["lines"], contract)
    return SettlementView(
        title=speak("settle.title", number=number) + (f" · {game}" if game else ""),
        outcome=_outcome(speak, seats, row, found, contract),
        tone=_tone(row, contract),
        lines=lines,
        sum_text=_sum(speak, row, contract),
        pay=_pay(speak, row, players),
        check=speak("settle.check", sum=signed(sum(row["points"]))),
        double=speak("settle.double") if row["double"] else "",
        reason=row["reason"],
        rulings=_rulings(speak, seats, found, number),
        tricks=_tricks(state, speak, seats, found, number),
        next=_next(state, speak),
        secondary=_secondary(state, speak, number, found),
        open_hint=speak("settle.open") if row["open"] else "",
    )


def row_of(state: AppState, number: int | None) -> Json | None:
    rows = (state.section("sheet") or {}).get("rows", ())
    return next((row for row in rows if row["number"] == number), None)


def contract_of(found: Json | None) -> Json | None:
    content = (found or {}).get("record") or (found or {}).get("result") or {}
    contract: Json | None = content.get("contract")
    return contract


# --- lines ---------------------------------------------------------------------------------------------------------------


def amount_lines(
    speak: Speaker, seats: Seats, lines: Sequence[Json], contract: Json | None
) -> tuple[AmountLine, ...]:
    """Per opponent from the declarers' side; in Trischaken and after a Renonce each line names whom it is about."""
    running, found = 0, []
    by_seat = any("by" in line for line in lines)
    for line in lines:
        value = _signed(line)
        running += value
        found.append(
            AmountLine(
                text=_line_text(speak, seats, line, contract),
                points=signed(value) if not line.get("to") else speak("line.each", points=line["points"]),
                running="" if by_seat else signed(running),
                tone=tone_of(value),
                detail=_detail(speak, seats, line),
            )
        )
    return tuple(found)


def _signed(line: Json) -> int:
    if "by" in line and line["side"] == "opponents":
        return int(line["points"]) if line["won"] else -int(line["points"])
    return int(line["points"]) if line["won"] == (line["side"] == "declarers") else -int(line["points"])


def _line_text(speak: Speaker, seats: Seats, line: Json, contract: Json | None) -> str:
    what = line["what"]
    if what == "game" and contract is not None:
        text = speak.game(contract["game"])
    elif what == "trischaken":
        text = seats.name(line["by"])
    else:
        text = speak.line(what)
    if line.get("announced_by"):
        text = speak("line.announced", what=text)
    elif what not in ("game", "trischaken", "renonce"):
        text = speak("line.silent", what=text)
    if line.get("factor", 1) != 1:
        text += f" ×{line['factor']}"
    return text


def _detail(speak: Speaker, seats: Seats, line: Json) -> str:
    parts = []
    if line.get("kontra"):
        parts.append(speak(f"level.{line['kontra']}"))
    if line.get("to") == "each":
        parts.append(speak("line.pays_each", name=seats.name(line["by"])))
    elif line["what"] != "trischaken":
        if line.get("by"):
            parts.append(seats.name(line["by"]))
        elif line["side"] == "opponents":
            parts.append(speak("side.opponents"))
        if not line["won"]:
            parts.append(speak("line.lost"))
    return ", ".join(parts)


def _sum(speak: Speaker, row: Json, contract: Json | None) -> str:
    lines = row["lines"]
    if contract is None or any("by" in line for line in lines) or not lines:
        return ""
    return speak("settle.sum", sum=signed(sum(_signed(line) for line in lines)))


# --- what it came to -------------------------------------------------------------------------------------------------------


def _tone(row: Json, contract: Json | None) -> Tone:
    game = next((line for line in row["lines"] if line["what"] in ("game", "renonce")), None)
    if contract is None or game is None or "by" in game:
        return Tone.PLAIN
    return Tone.GOOD if game["won"] else Tone.BAD


def _outcome(speak: Speaker, seats: Seats, row: Json, found: Json | None, contract: Json | None) -> str:
    if found is not None and found.get("struck"):
        return speak("settle.struck")
    if row["open"]:
        return speak("settle.unsettled")
    if contract is None or found is None:
        return ""
    offender = next((line for line in row["lines"] if line.get("to") == "each"), None)
    if offender is not None:
        return speak("settle.renonce", name=seats.name(offender["by"]))
    if NATURES[contract["game"]].family is Family.TRISCHAKEN:
        return _trischaken(speak, seats, row)
    names = speak.listed([seats.name(s) for s in _declaring(found, contract)])
    game = next((line for line in row["lines"] if line["what"] == "game"), None)
    if game is None:
        return names
    several = len(_declaring(found, contract)) > 1
    won = speak(("settle.win" if game["won"] else "settle.lose") + ("_many" if several else ""), names=names)
    thirds = _declarer_thirds(found)
    end = (found.get("record") or found.get("result") or {}).get("end")
    if end in ("blank", "schleifen"):
        return f"{won} · {speak(f'end.{end}')}"
    if thirds is not None:
        return f"{won} {speak('settle.with', points=speak.long_points(thirds))}"
    return won


def _trischaken(speak: Speaker, seats: Seats, row: Json) -> str:
    losers = [line["by"] for line in row["lines"] if not line["won"]]
    return speak("settle.trischaken", names=speak.listed([seats.name(s) for s in losers])) if losers else ""


def _declaring(found: Json, contract: Json) -> list[str]:
    if "judgement" in found:
        return list(found["judgement"]["declarers"]) or [contract["declarer"]]
    partner = contract.get("partner")
    return [contract["declarer"], *([partner] if partner else []), *contract.get("with", ())]


def _declarer_thirds(found: Json) -> int | None:
    source = found.get("judgement") or found.get("result") or {}
    thirds = source.get("declarer_thirds")
    return None if thirds is None else int(thirds)


def _pay(speak: Speaker, row: Json, players: Sequence[str]) -> tuple[PayView, ...]:
    out = set(row["sitting_out"])
    views = []
    for index, name in enumerate(players):
        points, cents = row["points"][index], row["cents"][index]
        views.append(
            PayView(
                name=name,
                points="" if name in out else signed(points),
                total=signed(row["totals"][index]),
                tone=Tone.QUIET if name in out else tone_of(points),
                cents=speak.euros(cents) if cents else "",
            )
        )
    return tuple(views)


def pay_of_sheet(
    speak: Speaker, seats: Seats, sheet: Sequence[int], cents: Sequence[int]
) -> tuple[PayView, ...]:
    """What a result that is being typed in would pay."""
    return tuple(
        PayView(
            seats.name(s), signed(sheet[i]), "", tone_of(sheet[i]), speak.euros(cents[i]) if cents[i] else ""
        )
        for i, s in enumerate(SEATS)
    )


# --- what can be done ------------------------------------------------------------------------------------------------------


def _rulings(speak: Speaker, seats: Seats, found: Json | None, number: int) -> tuple[Choice, ...]:
    rulings = ((found or {}).get("judgement") or {}).get("rulings", ())
    return tuple(
        Choice(
            speak(
                "warning.text",
                kind=speak(f"kind.{r['kind'] or 'open'}"),
                name=seats.name(r["by"]) if r["by"] else speak("ruling.somebody"),
            ),
            a.OpenRuling(i, number),
            detail=speak(f"status.{r['status'] or 'open'}"),
            tone=Tone.BAD if r["status"] == "renonce" else Tone.NOTICE,
            key=f"ruling.{i}",
        )
        for i, r in enumerate(rulings)
    )


def _tricks(
    state: AppState, speak: Speaker, seats: Seats, found: Json | None, number: int
) -> tuple[TrickLine, ...]:
    record = (found or {}).get("record")
    where = standing(record) if deal_of(record) is not None else None
    if record is None or where is None:
        return ()
    touchable = may_say(state.role, "deal_corrected")
    lines = []
    for t, trick in enumerate(record["tricks"], 1):
        fact = where.facts.tricks[t - 1]
        cards = laid_cards(speak, seats, trick, t, deal=number, touchable=touchable)
        points = "" if fact.thirds is None else speak.points(fact.thirds)
        gifts = ", ".join(speak.short(g) for g in gifts_of(trick))
        taken = "" if fact.winner is None else seats.name(SEATS[fact.winner])
        lines.append(TrickLine(str(t), cards, taken, points + (f" (+ {gifts})" if gifts else "")))
    return tuple(lines)


def _next(state: AppState, speak: Speaker) -> Choice | None:
    if state.section("deal") is not None:
        return Choice(speak("tab.table"), a.Open(a.Screen.TABLE), key="settle.table")
    if not may_say(state.role, "contract_set"):
        return Choice(speak("tab.table"), a.Open(a.Screen.TABLE), key="settle.table")
    return Choice(speak("settle.next"), a.Open(a.Screen.TABLE), key="settle.next")


def _secondary(state: AppState, speak: Speaker, number: int, found: Json | None) -> tuple[Choice, ...]:
    choices = [Choice(speak("tab.sheet"), a.Open(a.Screen.SHEET), key="settle.sheet")]
    if found is not None and (found.get("record") or {}).get("tricks"):
        choices.append(Choice(speak("settle.replay"), a.OpenReplay(number), key="settle.replay"))
    if may_say(state.role, "deal_corrected"):
        choices.append(Choice(speak("settle.correct"), a.OpenResult(number), key="settle.correct"))
        if found is not None and not found.get("struck"):
            choices.append(Choice(speak("settle.strike"), a.StrikeClosed(number), key="settle.strike"))
        if state.undoable:
            choices.append(Choice(speak("undo"), a.Undo(), key="undo"))
    return tuple(choices)
