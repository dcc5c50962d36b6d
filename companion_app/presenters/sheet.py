"""The sheet as on paper: a line for each deal, the totals running, and the evening as a curve."""

from __future__ import annotations

from companion_app import actions as a
from companion_app.presenters.words import Speaker, signed, speaker_for
from companion_app.state.model import AppState, Json
from companion_app.state.record import system_of
from companion_app.viewmodels.common import Choice
from companion_app.viewmodels.sheet import Cell, CurveView, RowView, SheetView

_EXPORTS = ("sheet.pdf", "sheet.xlsx", "sheet.csv", "records.jsonl")


def sheet_view(state: AppState) -> SheetView:
    speak = speaker_for(state.lang, system_of(state))
    sheet = state.section("sheet") or {
        "players": [],
        "rows": [],
        "totals": [],
        "cash_cents": [],
        "kassa_cents": 0,
    }
    players = tuple(sheet["players"])
    table = state.section("table") or {}
    money = any(sheet["cash_cents"]) or table.get("pagatkassa_cents") is not None
    following = sheet.get("next") or {}
    return SheetView(
        title=speak("sheet.title", name=table.get("name", "")),
        players=players,
        rows=tuple(_row(speak, row, players) for row in sheet["rows"]),
        totals=tuple(signed(total) for total in sheet["totals"]),
        cash=tuple(speak.euros(cents) for cents in sheet["cash_cents"]) if money else (),
        kassa=speak("sheet.kassa", amount=speak.euros(sheet["kassa_cents"])) if sheet["kassa_cents"] else "",
        cash_label=speak("sheet.cash"),
        total_label=speak("sheet.total"),
        curve=_curve(sheet, players),
        curve_title=speak("sheet.curve"),
        exports=_exports(state, speak),
        empty="" if sheet["rows"] else speak("sheet.empty"),
        next=speak("sheet.next", name=following["dealer"]) if following.get("dealer") else "",
    )


def _row(speak: Speaker, row: Json, players: tuple[str, ...]) -> RowView:
    contract = row_contract(row)
    declaring = _declaring(row)
    cells = tuple(
        Cell(
            total=signed(row["totals"][i]),
            change="" if name in row["sitting_out"] else signed(row["points"][i]),
            played=name in declaring,
            sits_out=name in row["sitting_out"],
            earlier=signed(row["earlier"][-1][i])
            if row["earlier"] and row["earlier"][-1][i] != row["points"][i]
            else "",
        )
        for i, name in enumerate(players)
    )
    return RowView(
        number=str(row["number"]),
        game=_game(speak, row, contract),
        cells=cells,
        dealer=players.index(row["dealer"]),
        double=row["double"],
        corrected=bool(row["earlier"]),
        open=row["open"],
        reason=row["reason"],
        action=a.OpenSettlement(row["number"]),
    )


def row_contract(row: Json) -> Json | None:
    """The game of a line, where it had one."""
    game = row.get("game")
    return None if game is None else {"game": game, "bird": row.get("bird")}


def _game(speak: Speaker, row: Json, contract: Json | None) -> str:
    if any(line["what"] == "renonce" or line.get("to") == "each" for line in row["lines"]):
        return speak("line.renonce")
    if contract is None:
        return speak("line.trischaken") if any(x["what"] == "trischaken" for x in row["lines"]) else "–"
    name = speak(f"short.{contract['game']}")
    bird = contract.get("bird")
    return name if bird is None else f"{name} {_BIRD_SIGNS[bird]}"


_BIRD_SIGNS = {"pagat": "I", "uhu": "II", "kakadu": "III", "quapil": "IIII"}


def _declaring(row: Json) -> set[str]:
    """Who has a mark in the line: the declaring side, where the lines tell it."""
    return {row["seats"][seat] for seat in row.get("declarers", ())}


def _curve(sheet: Json, players: tuple[str, ...]) -> tuple[CurveView, ...]:
    return tuple(
        CurveView(name, (0, *(row["totals"][i] for row in sheet["rows"]))) for i, name in enumerate(players)
    )


def _exports(state: AppState, speak: Speaker) -> tuple[Choice, ...]:
    if state.role not in ("scorer", "referee", "admin"):
        return ()
    choices = [Choice(speak("export.print"), a.Export("print"), key="export.print")]
    return (
        *choices,
        *(Choice(speak(f"export.{kind}"), a.Export(kind), key=f"export.{kind}") for kind in _EXPORTS),
    )
