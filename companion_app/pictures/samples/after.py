"""After a deal: settlement, sheet, replay, and typing in a result."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion_app import actions as do
from companion_app.pictures.samples.parts import NAMES, SEATS, Words, choice, frame, laid
from companion_app.pictures.samples.table import contract, play_view
from companion_app.viewmodels.common import Group, Tone
from companion_app.viewmodels.frame import Appearance, Frame
from companion_app.viewmodels.replay import ReplayView
from companion_app.viewmodels.result import AmountRow, BonusRow, ResultView, Stepper
from companion_app.viewmodels.settlement import AmountLine, PayView, SettlementView, TrickLine
from companion_app.viewmodels.sheet import Cell, CurveView, RowView, SheetView
from companion_app.viewmodels.table import TrickView, WarningView

TRICKS: Final = (
    ("HK", "H4", "T05", "H1"),
    ("SC", "S10", "T17", "SK"),
    ("D1", "D2", "DK", "T20"),
    ("C7", "CK", "C9", "C8"),
)


def _lines(lang: str) -> tuple[AmountLine, ...]:
    t = Words(lang)
    return (
        AmountLine(t("Besserrufer gewonnen", "Besserrufer won"), "+1", "+1", Tone.GOOD, t("43 Punkte und 2 Blatt", "43 points and 2 Blatt")),
        AmountLine(t("Pagat, angesagt", "Pagat, announced"), "+2", "+3", Tone.GOOD, t("von Bert · Kontra", "by Bert · Kontra")),
        AmountLine("Trull", "+1", "+4", Tone.GOOD, t("still", "silent")),
        AmountLine(t("König ultimo, angesagt", "King ultimo, announced"), "−2", "+2", Tone.BAD, t("von Dora, verloren", "by Dora, lost")),
    )  # fmt: skip


def _pay(lang: str) -> tuple[PayView, ...]:
    t = Words(lang)
    return (
        PayView("Anna", "−2", "+10", Tone.BAD, t("€ 0,20", "€ 0.20")),
        PayView("Bert", "+2", "−2", Tone.GOOD),
        PayView("Cilli", "−2", "−1", Tone.BAD, t("€ −0,20", "€ −0.20")),
        PayView("Dora", "+2", "−7", Tone.GOOD),
    )


def settlement(look: Appearance) -> Frame:
    t = Words(look.lang)
    tricks = tuple(
        TrickLine(
            str(n),
            tuple(
                laid(
                    card,
                    (n + i) % 4,
                    i + 1,
                    do.OpenCorrection(n, i + 1, 7),
                    winning=i == n % 4,
                    warned=card == "T17",
                )
                for i, card in enumerate(cards)
            ),
            t("an {}", "to {}").format(NAMES[(n + n % 4) % 4]),
            "4 P. 1 Bl.",
        )
        for n, cards in enumerate(TRICKS, 1)
    )
    view = SettlementView(
        t("Spiel 7 · Besserrufer (Pagat)", "Deal 7 · Besserrufer (Pagat)"),
        t("Bert und Dora gewinnen mit 43 Punkten und 2 Blatt", "Bert and Dora win with 43 points and 2 Blatt"),
        Tone.GOOD,
        _lines(look.lang),
        t("zusammen +2 je Gegner", "together +2 from each opponent"),
        _pay(look.lang),
        t("Summe 0", "sum 0"),
        double=t("Radl: zählt doppelt", "Radl: counts double"),
        rulings=(choice(t("Dora: Farbzwang in Stich 2", "Dora: following suit in trick 2"), do.OpenRuling(0, 7), key="ruling.0"),),
        tricks=tricks,
        next=choice(t("Nächstes Spiel", "Next deal"), do.OpenDeal(), key="open"),
        secondary=(
            choice(t("Wiedergabe", "Replay"), do.OpenReplay(7), key="replay"),
            choice(t("Ergebnis ändern", "Change the result"), do.OpenResult(7), key="result"),
            choice(t("Spiel streichen", "Strike the deal"), do.StrikeClosed(7), key="strike"),
        ),
    )  # fmt: skip
    return frame(t("Abrechnung", "Settlement"), view, look, back=True)


GAMES: Final = ("Ruf", "Bess I", "Trisch", "3er", "Ruf", "Picc", "Bess I", "Solo-R")
CHANGES: Final = (
    (1, 1, -1, -1), (-2, 2, -2, 2), (-3, 1, 1, 1), (3, -1, -1, -1), (1, -1, 1, -1), (-2, -2, 6, -2),
    (-2, 2, -2, 2), (4, 4, -4, -4),
)  # fmt: skip


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "−") if value else "0"


def _rows(lang: str) -> tuple[RowView, ...]:
    t = Words(lang)
    totals = [0, 0, 0, 0]
    rows = []
    for n, (game, changes) in enumerate(zip(GAMES, CHANGES, strict=True), 1):
        totals = [a + b for a, b in zip(totals, changes, strict=True)]
        best = max(changes)
        rows.append(
            RowView(
                str(n),
                game,
                tuple(
                    Cell(
                        _signed(total),
                        _signed(change),
                        played=change == best and game != "Trisch",
                        earlier=_signed(-change) if n == 5 else "",
                    )
                    for total, change in zip(totals, changes, strict=True)
                ),
                dealer=(n + 2) % 4,
                double=n in (6, 7),
                corrected=n == 5,
                reason=t("Karte falsch gelesen", "card misread") if n == 5 else "",
                action=do.OpenSettlement(n),
            )
        )
    return tuple(rows)


def sheet(look: Appearance) -> Frame:
    t = Words(look.lang)
    curve = []
    for i, name in enumerate(NAMES):
        values = [0]
        for changes in CHANGES:
            values.append(values[-1] + changes[i])
        curve.append(CurveView(name, tuple(values)))
    view = SheetView(
        t("Schrift", "Sheet"),
        NAMES,
        _rows(look.lang),
        tuple(_signed(c.values[-1]) for c in curve),
        (t("€ 0,20", "€ 0.20"), "", t("€ −0,20", "€ −0.20"), ""),
        t("In der Pagatkassa liegen € 1,50", "€ 1.50 in the Pagatkassa"),
        t("Kontra", "Kontra"),
        t("Stand", "Total"),
        tuple(curve),
        t("Der Abend", "The evening"),
        (
            choice(t("Drucken", "Print"), do.Export("print"), key="print"),
            choice("PDF", do.Export("sheet.pdf"), key="pdf"),
            choice("CSV", do.Export("sheet.csv"), key="csv"),
            choice("Excel", do.Export("sheet.xlsx"), key="xlsx"),
        ),
        next=t("Als Nächste gibt Anna", "Anna deals next"),
    )
    return frame(view.title, view, look, do.Screen.SHEET)


def replay(look: Appearance) -> Frame:
    t = Words(look.lang)
    base = play_view(look.lang)
    trick = TrickView(
        t("Stich 4", "Trick 4"),
        tuple(replace(c, action=None) for c in (base.trick.cards if base.trick is not None else ())),
    )
    keys = (("|<", 0), ("<", 13), ("▶", 15), (">", 15), (">|", 48))
    first, previous, play, following, last = (
        choice(label, do.PlayReplay(True) if i == 2 else do.Seek(step), key=f"replay.{i}")
        for i, (label, step) in enumerate(keys)
    )
    view = ReplayView(
        t("Wiedergabe · Spiel 7", "Replay · deal 7"),
        t("WIEDERGABE", "REPLAY"),
        14,
        48,
        t("Stich 4: Dora legt XVII", "Trick 4: Dora lays XVII"),
        tuple(replace(s, turn=False) for s in base.seats),
        replace(contract(look.lang), edit=None),
        trick,
        (14, 23),
        (
            WarningView(
                t("Farbzwang: bewiesen in Stich 6", "Following suit: proven in trick 6"),
                Tone.WARNING,
                choice(t("Farbzwang: bewiesen in Stich 6", "Following suit: proven in trick 6"), do.OpenRuling(0, 7), key="ruling.0"),
            ),
        ),
        first,
        previous,
        play,
        following,
        last,
        counts=base.counts,
    )  # fmt: skip
    return frame(view.title, view, look, do.Screen.SHEET, back=True)


def _stepper(field: str, label: str, value: int | None, high: int) -> Stepper:
    at = value or 0
    return Stepper(
        field,
        label,
        value,
        0,
        high,
        choice("−", do.SetAmount(field, at - 1), enabled=at > 0, key=f"{field}.less"),
        choice("+", do.SetAmount(field, at + 1), enabled=at < high, key=f"{field}.more"),
    )


def result(look: Appearance) -> Frame:
    t = Words(look.lang)
    none, silent = t("nicht", "none"), t("still", "silent")
    won, lost = t("gewonnen", "won"), t("verloren", "lost")

    def bonus(title: str, what: str, chosen: int, side: str, side_name: str) -> BonusRow:
        outcomes = ("", "silent", "made", "lost")
        return BonusRow(
            title,
            what,
            side,
            side_name,
            tuple(
                choice(
                    label, do.SetBonus(what, side, outcome), chosen=i == chosen, key=f"bonus.{what}.{outcome}"
                )
                for i, (label, outcome) in enumerate(zip((none, silent, won, lost), outcomes, strict=True))
            ),
        )

    declarers, opponents = t("Spieler", "declarers"), t("Gegner", "opponents")
    view = ResultView(
        t("Ergebnis", "Result"),
        t("Bert spielt Besserrufer (Pagat)", "Bert plays Besserrufer (Pagat)"),
        choice(t("Ändern", "Change"), do.Open(do.Screen.CONTRACT), key="edit"),
        Group(
            t("Wer war der Partner?", "Who was the partner?"),
            tuple(
                choice(name, do.SetResult("partner", seat), chosen=i == 3, key=f"partner.{seat}")
                for i, (name, seat) in enumerate(zip(NAMES, SEATS, strict=True))
                if i != 1
            ),
        ),
        (
            AmountRow(
                t("Bert und Dora", "Bert and Dora"),
                (_stepper("points", t("Punkte", "Points"), 43, 70), _stepper("blatt", "Blatt", 2, 2)),
                t("Den Gegnern bleiben 26 Punkte und 1 Blatt.", "The opponents are left with 26 points and 1 Blatt."),
            ),
        ),
        (
            bonus("Pagat", "pagat", 2, "declarers", declarers),
            bonus("Trull", "trull", 1, "declarers", declarers),
            bonus(t("König ultimo", "King ultimo"), "koenig_ultimo", 0, "opponents", opponents),
        ),
        Group(
            t("Wie ging es aus?", "How did it end?"),
            (
                choice(t("gespielt", "played"), do.SetResult("end", "played"), chosen=True, key="end.played"),
                choice(t("geschliffen", "given up"), do.SetResult("end", "schleifen"), key="end.schleifen"),
                choice(t("leer", "empty"), do.SetResult("end", "blank"), key="end.blank"),
            ),
        ),
        Group(
            "Renonce",
            tuple(
                choice(name, do.SetResult("renonce", seat), key=f"renonce.{seat}")
                for name, seat in zip(NAMES, SEATS, strict=True)
            ),
        ),
        (choice(t("Gerufener König lag im Talon", "Called king lay in the talon"), do.SetResult("king_in_talon", True), key="flag"),),
        (t("Wer hat den Pagat angesagt?", "Who announced the Pagat?"),),
        _lines(look.lang)[:3],
        tuple(replace(p, cents="") for p in _pay(look.lang)),
        choice(t("Notieren", "Note it"), do.CommitResult(), key="commit"),
        choice(t("Rückgängig", "Undo"), do.Undo(), key="undo"),
    )  # fmt: skip
    return frame(view.title, view, look, back=True)


SAMPLES = {
    "settlement": settlement,
    "sheet": sheet,
    "replay": replay,
    "result": result,
}
