"""Within a deal: contract entry, the picker for one card, a ruling."""

from __future__ import annotations

from companion_app import actions as do
from companion_app.pictures.samples.parts import IDS, NAMES, SEATS, Words, choice, face, frame, pictured
from companion_app.viewmodels.common import Choice, Group, Tone
from companion_app.viewmodels.contract import ContractView, SpokenBonus
from companion_app.viewmodels.correction import CorrectionView, Effect, Likely
from companion_app.viewmodels.frame import Appearance, Frame
from companion_app.viewmodels.ruling import EvidenceView, RulingView

GAMES: tuple[tuple[tuple[str, str], tuple[tuple[str, str, str], ...]], ...] = (
    (("Vorhandspiele", "Forehand's games"), (("Rufer", "rufer", "1"), ("Trischaken", "trischaken", "1"),
                                             ("Sechserdreier", "sechserdreier", "8"))),
    (("Rufspiele", "Calling games"), (("Besserrufer", "besserrufer", "1 + 1"), ("Solorufer", "solorufer", "2"),
                                      ("Solo-Besserrufer", "solobesser", "2 + 1"))),
    (("Negativspiele", "Negative games"), (("Piccolo", "piccolo", "2"), ("Zwiccolo", "zwiccolo", "2"),
                                           ("Bettler", "bettler", "3"), ("Bettler ouvert", "bettler_ouvert", "6"))),
    (("Dreier und Farbspiele", "Dreier and suit games"), (("Dreier", "dreier", "3"), ("Farbendreier", "farbendreier", "4"),
                                                          ("Farbensolo", "farbensolo", "5"), ("Solodreier", "solodreier", "6"))),
)  # fmt: skip


def _contract(look: Appearance, declarer: int | None, game: str, called: str) -> ContractView:
    t = Words(look.lang)
    kings = ("HK", "DK", "SK", "CK")
    speaking = declarer is not None and bool(called)
    bonuses = (("Trull", "trull", "1"), (t("Vier Könige", "Four kings"), "vier_koenige", "1"), ("Pagat", "pagat", "1"),
               ("Uhu", "uhu", "2"), (t("König ultimo", "King ultimo"), "koenig_ultimo", "1"),
               ("Valat", "valat", "×4"))  # fmt: skip
    return ContractView(
        t("Spiel eingeben", "Enter the game"),
        t(
            "Bert spielt Rufer, ruft Herz-König, sagt Trull an",
            "Bert plays a Rufer, calls the king of hearts, announces the Trull",
        )
        if speaking
        else t("Wer spielt?", "Who plays?"),
        Group(
            t("Wer spielt?", "Who plays?"),
            tuple(
                choice(name, do.PickDeclarer(seat), chosen=i == declarer, key=f"declarer.{seat}")
                for i, (name, seat) in enumerate(zip(NAMES, SEATS, strict=True))
            ),
        ),
        tuple(
            Group(
                t(*title),
                tuple(
                    choice(
                        label,
                        do.PickGame(name),
                        value,
                        chosen=name == game,
                        key=f"game.{name}",
                        enabled=name != "sechserdreier" or declarer in (None, 0),
                        why=t("nur die Vorhand", "forehand only"),
                    )
                    for label, name, value in games
                ),
            )
            for title, games in GAMES
        ),
        quick=(
            choice("Trischaken", do.QuickDeal("trischaken"), key="quick.trischaken"),
            choice(t("Leerer Rufer", "Empty Rufer"), do.QuickDeal("blank", "C"), key="quick.blank"),
        )
        if not speaking
        else (),
        called=Group(
            t("Gerufener König", "Called king"),
            tuple(
                choice(
                    face(k, look.lang).short,
                    do.PickCalled(k),
                    chosen=k == called,
                    card=face(k, look.lang),
                    key=f"called.{k}",
                )
                for k in kings
            ),
        )
        if game
        else None,
        talon=Group(
            "Talon",
            (
                choice(
                    t("erste Hälfte", "first half"), do.PickTalon("first"), chosen=speaking, key="talon.first"
                ),
                choice(t("zweite Hälfte", "second half"), do.PickTalon("second"), key="talon.second"),
            ),
        )
        if game
        else None,
        speakers=Group(
            t("Ansagen und Kontra von …", "Announcements and Kontra by …"),
            tuple(
                choice(name, do.SpeakFor(seat), chosen=i == 1, key=f"speaker.{seat}")
                for i, (name, seat) in enumerate(zip(NAMES, SEATS, strict=True))
            ),
        )
        if speaking
        else None,
        bonuses=tuple(
            SpokenBonus(
                choice(
                    label, do.ToggleAnnouncement(what), value, chosen=what == "trull", key=f"bonus.{what}"
                ),
                by="Bert" if what == "trull" else "",
                kontra=choice("Kontra", do.SayKontra(what), key=f"kontra.{what}")
                if what == "trull"
                else None,
            )
            for label, what, value in bonuses
        )
        if speaking
        else (),
        game_kontra=SpokenBonus(choice(t("Spiel", "Game"), do.SayKontra("game"), "Kontra", key="kontra.game"))
        if speaking
        else None,
        hint=t("Bert hat noch nicht „ich liege“ gesagt.", "Bert has not yet said “ich liege”.")
        if speaking
        else "",
        commit=choice(
            t("Notieren", "Note it"),
            do.CommitContract(),
            enabled=speaking,
            key="commit",
            why=t("Es fehlt noch, wer spielt.", "Who plays is still missing."),
        ),
        undo=choice(t("Rückgängig", "Undo"), do.Undo(), key="undo") if declarer is not None else None,
        result=choice(t("Gleich zum Ergebnis", "Straight to the result"), do.OpenResult(), key="result"),
    )


def contract_empty(look: Appearance) -> Frame:
    view = _contract(look, None, "", "")
    return frame(view.title, view, look, back=True)


def contract(look: Appearance) -> Frame:
    view = _contract(look, 1, "rufer", "HK")
    return frame(view.title, view, look, back=True)


def correction(look: Appearance) -> Frame:
    t = Words(look.lang)
    lang = look.lang
    effects = (
        (
            Effect(t("Renonce von Dora entfällt", "Dora's Renonce is gone"), Tone.GOOD),
            Effect(t("Anna −4 → +2", "Anna −4 → +2")),
        ),
        (Effect(t("Stich 4 geht an Bert", "trick 4 goes to Bert")),),
        (Effect(t("ändert nichts an der Abrechnung", "changes nothing in the settlement"), Tone.QUIET),),
    )
    titles = ("Tarock", t("Herz", "hearts"), t("Karo", "diamonds"), t("Pik", "spades"), t("Treff", "clubs"))
    where = {"HK": t("Stich 2", "trick 2"), "T05": t("Stich 3", "trick 3")}

    def one(card: str) -> Choice:
        return choice(
            "",
            do.Correct(card),
            where.get(card, ""),
            chosen=card == "T17",
            card=face(card, lang),
            key=f"card.{card}",
        )

    view = CorrectionView(
        t("Stich 4 · Dora legte", "Trick 4 · Dora laid"),
        face("T17", lang),
        pictured("T17"),
        tuple(
            Likely(
                choice(
                    face(card, lang).short,
                    do.Correct(card),
                    share,
                    card=face(card, lang),
                    key=f"likely.{card}",
                ),
                effect,
            )
            for card, share, effect in zip(("S7", "T18", "S8"), ("71 %", "18 %", "6 %"), effects, strict=True)
        ),
        tuple(
            Group(title, tuple(one(card) for card in reversed(IDS) if card[0] == letter), letter)
            for title, letter in zip(titles, "THDSC", strict=True)
        ),
        Group(
            t("Gelegt von", "Laid by"),
            tuple(
                choice(name, do.CorrectSeat(seat), chosen=i == 3, key=f"seat.{seat}")
                for i, (name, seat) in enumerate(zip(NAMES, SEATS, strict=True))
            ),
        ),
        (
            choice(t("Wurde nie gelegt", "Was never laid"), do.RemoveCard(), key="remove"),
            choice(t("Wurde zurückgenommen", "Was taken back"), do.RemoveCard(True), key="taken_back"),
        ),
        t("Eine Karte, die schon liegt, wird getauscht.", "A card that lies already is exchanged."),
    )
    return frame(t("Karte berichtigen", "Correct a card"), view, look, back=True)


def ruling(look: Appearance) -> Frame:
    t = Words(look.lang)
    view = RulingView(
        "Farbzwang" if look.lang == "de" else "Following suit",
        t(
            "Dora gab in Stich 4 XVII auf ♠R zu, musste aber ♠ bedienen: In Stich 6 spielte sie ♠B.",
            "In trick 4 Dora laid XVII on ♠C but had to follow ♠: in trick 6 she played ♠J.",
        ),
        "Renonce",
        Tone.WARNING,
        (
            EvidenceView(t("Stich 4: Dora legt XVII", "Trick 4: Dora lays XVII"), face("T17", look.lang)),
            EvidenceView(t("Stich 6: Dora legt ♠B", "Trick 6: Dora lays ♠J"), face("SJ", look.lang)),
        ),
        (
            t("In Stich 4 wurde ♠R ausgespielt.", "In trick 4 ♠C was led."),
            t("Dora legte XVII, also kein ♠.", "Dora laid XVII, which is no ♠."),
            t(
                "In Stich 6 legte Dora ♠B. Sie hatte die Karte seit Beginn.",
                "In trick 6 Dora laid ♠J. She had held it from the start.",
            ),
        ),
        "Es besteht Farbzwang. Wer eine Farbe nicht bedient, obwohl er sie hat, begeht eine Renonce.",
        "Steirischer Tarockcup · Renonce",
        (
            choice(
                t("Falsch gelesen: Karte berichtigen", "Misread: correct the card"),
                do.Rule("misread"),
                key="misread",
            ),
            choice(
                t("Rechtzeitig zurückgenommen", "Taken back in time"),
                do.Rule("taken_back"),
                enabled=False,
                why=t("Stich 5 ist schon ausgespielt", "trick 5 is led already"),
                key="taken_back",
            ),
            choice(
                "Renonce",
                do.Rule("renonce"),
                t("das Spiel ist verloren", "the game is lost"),
                tone=Tone.BAD,
                key="renonce",
            ),
            choice(t("So lassen", "Leave it"), do.Rule("leave"), key="leave"),
        ),
        claims=Group(
            t("Bert verlangt noch", "Bert still claims"),
            (
                choice("Pagat +1", do.Rule("claim", "B", "pagat"), key="claim.pagat"),
                choice("Trull +1", do.Rule("claim", "B", "trull"), key="claim.trull"),
            ),
        ),
        pager=(choice(t("Nächste Regelfrage", "Next ruling"), do.OpenRuling(1), key="ruling.1"),),
    )
    return frame(t("Regelfrage", "Ruling"), view, look, back=True)


SAMPLES = {
    "contract-empty": contract_empty,
    "contract": contract,
    "correction": correction,
    "ruling": ruling,
}
