"""The table: a trick with a warning, bidding, a deal over, cards by hand, a question's strip."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion_app import actions as do
from companion_app.pictures.samples.parts import (
    IDS,
    NAMES,
    PLACES,
    SEATS,
    Words,
    choice,
    face,
    frame,
    laid,
    pictured,
)
from companion_app.viewmodels.common import Choice, Group, Tone
from companion_app.viewmodels.frame import Appearance, ConnectionView, Frame, NoticeView
from companion_app.viewmodels.question import StripView
from companion_app.viewmodels.table import (
    ContractLine,
    PadView,
    SaidLine,
    SeatView,
    TableView,
    TrickView,
    WarningView,
)

TOTALS = ("+12", "−4", "+1", "−9")


def seats(lang: str, turn: int | None, contract: bool = True, tricks: bool = True) -> tuple[SeatView, ...]:
    t = Words(lang)
    counts = (2, 1, 0, 0)
    return tuple(
        SeatView(
            place,
            seat,
            name,
            role=t("Spieler", "declarer")
            if contract and i == 1
            else t("Partner", "partner")
            if contract and i == 3
            else "",
            declaring=contract and i in (1, 3),
            dealer=i == 3,
            forehand=i == 0,
            turn=i == turn,
            said=(t("Kontra", "Kontra"),) if contract and i == 2 else (),
            tricks=t("{n} Stiche", "{n} tricks").format(n=counts[i]) if tricks else "",
            total=TOTALS[i],
        )
        for i, (place, seat, name) in enumerate(zip(PLACES, SEATS, NAMES, strict=True))
    )


def contract(lang: str) -> ContractLine:
    t = Words(lang)
    return ContractLine(
        t("Besserrufer mit Pagat", "Besserrufer with Pagat"),
        t("Bert spielt", "Bert plays"),
        called=face("HK", lang),
        partner=t("mit Dora", "with Dora"),
        value="2",
        kontra="Kontra",
        edit=choice(t("Ändern", "Change"), do.Open(do.Screen.CONTRACT), key="edit"),
    )


def play_view(lang: str) -> TableView:
    t = Words(lang)
    trick = TrickView(
        t("Stich 4", "Trick 4"),
        (
            laid("SC", 1, 1, do.OpenCorrection(4, 1)),
            laid("S10", 2, 2, do.OpenCorrection(4, 2)),
            laid("T17", 3, 3, do.OpenCorrection(4, 3), winning=True, warned=True),
        ),
    )
    warning = WarningView(
        t("Dora: Farbzwang in Stich 4", "Dora: following suit in trick 4"),
        Tone.WARNING,
        choice(t("Ansehen", "Look"), do.OpenRuling(0), key="warning.0"),
    )
    return TableView(
        "play",
        t("Spiel 7 · Dora gibt", "Deal 7 · Dora deals"),
        seats(lang, 0),
        system=t("Steirischer Tarockcup", "Steirischer Tarockcup"),
        contract=contract(lang),
        said=(
            SaidLine(t("Pagat", "Pagat"), "Bert", kontra="Kontra"),
            SaidLine("Trull", "Dora"),
        ),
        trick=trick,
        counts=t("Spieler 24 P. 1 Bl. · Gegner 12 P.", "declarers 24 P. 1 Bl. · opponents 12 P."),
        warnings=(warning,),
        show_last=choice(t("Letzter Stich", "Last trick"), do.ShowLastTrick(True), key="last"),
        primary=choice(t("Karte legen", "Lay a card"), do.ShowPad(True), key="pad"),
        secondary=(
            choice(t("Zurück­nehmen", "Undo").replace("\u00ad", ""), do.Undo(), key="undo"),
            choice(t("Spiel beenden", "End the deal"), do.EndDeal(), key="end"),
        ),
        camera=t("Kamera liest mit", "camera is reading"),
    )


def play(look: Appearance) -> Frame:
    view = play_view(look.lang)
    return frame(view.title, view, look)


def idle(look: Appearance) -> Frame:
    t = Words(look.lang)
    view = TableView(
        "idle",
        t("Stammtisch im Gasthaus Post", "Regulars at the Gasthaus Post"),
        seats(look.lang, None, contract=False, tricks=False),
        system="Steirischer Tarockcup",
        primary=choice(t("Nächstes Spiel", "Next deal"), do.OpenDeal(), key="open"),
        secondary=(choice(t("Nur das Ergebnis", "Only the result"), do.OpenResult(), key="result"),),
        camera=t("Ohne Kamera", "without a camera"),
    )
    return frame(view.title, view, look)


def bidding(look: Appearance) -> Frame:
    t = Words(look.lang)
    sitting = seats(look.lang, 1, contract=False, tricks=False)
    said = ("Vorhand", "", "", "")
    view = TableView(
        "bidding",
        t("Spiel 7 · Dora gibt", "Deal 7 · Dora deals"),
        tuple(replace(s, call=c) for s, c in zip(sitting, said, strict=True)),
        double="Radl",
        auction_turn=t("Bert ist am Wort", "Bert's word"),
        auction=tuple(
            choice(label, do.SayCall(call, bird), detail, key=f"call.{call}.{bird or ''}")
            for label, call, bird, detail in (
                (t("weiter", "pass"), "weiter", None, ""),
                ("Piccolo", "piccolo", None, "2"),
                ("Zwiccolo", "zwiccolo", None, "2"),
                ("Besserrufer", "besserrufer", "pagat", "1 + Pagat"),
                ("Solorufer", "solorufer", None, "2"),
                ("Bettler", "bettler", None, "3"),
                ("Dreier", "dreier", None, "3"),
                (t("Farbendreier", "Farbendreier"), "farbendreier", None, "4"),
            )
        ),
        quick=(choice("Trischaken", do.QuickDeal("trischaken"), key="quick.trischaken"),),
        primary=choice(
            t("Gleich zum Spiel", "Straight to the game"), do.Open(do.Screen.CONTRACT), key="contract"
        ),
    )
    return frame(view.title, view, look)


def last_trick(look: Appearance) -> Frame:
    t = Words(look.lang)
    shown = TrickView(
        t("Letzter Stich", "Last trick"),
        (
            laid("H4", 0, 1),
            laid("HK", 1, 2),
            laid("H1", 2, 3),
            laid("T05", 3, 4, winning=True),
        ),
        taken_by=t("an Dora", "to Dora"),
        points="5 P.",
    )
    view = replace(
        play_view(look.lang),
        last_trick=shown,
        warnings=(),
        show_last=choice(t("Weiter", "Go on"), do.ShowLastTrick(False), key="last"),
    )
    return frame(view.title, view, look)


def _cards(lang: str, action: Callable[[str], do.Action], gone: frozenset[str]) -> tuple[Group, ...]:
    t = Words(lang)
    titles = ("Tarock", t("Herz", "hearts"), t("Karo", "diamonds"), t("Pik", "spades"), t("Treff", "clubs"))

    def one(card: str) -> Choice:
        return choice("", action(card), enabled=card not in gone, card=face(card, lang), key=f"card.{card}")

    return tuple(
        Group(title, tuple(one(card) for card in reversed(IDS) if card[0] == letter), letter)
        for title, letter in zip(titles, "THDSC", strict=True)
    )


GONE = frozenset(
    ["SC", "S10", "T17", "H4", "HK", "H1", "T05", "D1", "D2", "DK", "T20", "C7", "CK", "C9", "C8"]
)


def pad(look: Appearance) -> Frame:
    t = Words(look.lang)
    view = replace(
        play_view(look.lang),
        warnings=(),
        primary=None,
        pad=PadView(
            t("Anna legt", "Anna lays"),
            tuple(
                choice(name, do.ShowPad(True, seat), chosen=i == 0, key=f"who.{seat}")
                for i, (name, seat) in enumerate(zip(NAMES, SEATS, strict=True))
            ),
            _cards(look.lang, do.LayCard, GONE),
            choice(t("Unbekannt", "Unknown"), do.LayCard("??"), key="unknown"),
            choice(t("Fertig", "Done"), do.ShowPad(False), key="close"),
        ),
    )
    return frame(view.title, view, look)


def question(look: Appearance) -> Frame:
    t = Words(look.lang)
    shown = StripView(
        "q1",
        t("Stich 3: Was legte Bert?", "Trick 3: what did Bert lay?"),
        pictured("T17"),
        tuple(
            choice(
                face(card, look.lang).short,
                do.Answer("q1", card),
                card=face(card, look.lang),
                key=f"answer.{card}",
            )
            for card in ("T17", "T18", "T16")
        ),
        choice(t("Andere Karte", "Another card"), do.OpenCorrection(3, 2), key="other"),
        choice(t("Weiß niemand", "Nobody knows"), do.Answer("q1", "??"), key="nobody"),
        more=t("noch 2 Fragen", "2 more questions"),
    )
    base = replace(play_view(look.lang), warnings=())
    return replace(
        frame(base.title, base, look),
        strip=shown,
        notice=NoticeView(
            t("Stich 3 an Anna genommen.", "Trick 3 taken by Anna."),
            choice=choice(t("Rückgängig", "Undo"), do.Undo(), key="notice.undo"),
        ),
        connection=ConnectionView(
            "reconnecting",
            t("Verbindung unterbrochen · 2 Einträge warten", "connection lost · 2 entries are waiting"),
            2,
            Tone.NOTICE,
        ),
    )


def picture(look: Appearance) -> Frame:
    t = Words(look.lang)
    below = play(look)
    return replace(
        below,
        picture=replace(pictured("T17"), caption=t("Stich 4: Dora", "Trick 4: Dora")),
        close_picture=choice(t("Schließen", "Close"), do.ShowPicture(None), key="picture.close"),
    )


SAMPLES = {
    "table-play": play,
    "table-idle": idle,
    "table-bidding": bidding,
    "table-last-trick": last_trick,
    "table-pad": pad,
    "table-question": question,
    "picture": picture,
}
