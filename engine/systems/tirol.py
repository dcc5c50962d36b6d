"""Standardregeln de luxe (Tirol)."""

from __future__ import annotations

from typing import Any

from engine.systems import trischaken as ways
from engine.systems.base import (
    Bonus,
    Family,
    Game,
    Kaiserstich,
    KontraEffect,
    Moment,
    Opening,
    Source,
    System,
    Trischaken,
    Untaken,
    Valat,
)
from engine.systems.tirol_extras import EXTRAS, FOUR_BIRDS, NEGATIV, OPTIONS, POSITIV, RADL

TABLE = "Speisen"
PRICES = "Zutaten"
ALLGEMEINES = "1) Allgemeines"
LIZITATION = "2) Lizitation"
ZUSAETZE = "5) Zusätze (Prämien)"
RENONCE = "6) Renonce"


def _row(game: str, value: int, quote: str, **more: Any) -> Game:
    return Game(game, value, Source(TABLE, quote), **more)


GAMES = (
    _row("rufer", 1, "Rufer (V)	1	36 Punkte (= 35/2 Blatt)", opening=Opening.AFTER_PASSES),
    _row("trischaken", 2, "Trischaken (V)	2	möglichst wenig Punkte", opening=Opening.AFTER_PASSES),
    _row("piccolo", 2, "Piccolo	2	genau 1 Stich"),
    _row(
        "solorufer",
        2,
        "Solorufer	2	36 Punkte (= 35/2 Blatt) / mit Partner, ohne Talon; alle Zusätze zählen doppelt",
        solo=True,
    ),
    _row("besserrufer", 2, "Besserrufer	2+V	wie Rufer + Vogel (I, II, III, IIII)", birds=FOUR_BIRDS),
    _row("bettler", 4, "Bettler	4	kein Stich"),
    _row(
        "sechserdreier",
        4,
        "Sechserdreier (V)	4	36 Punkte (= 35/2 Blatt) / alleine, mit ganzem Talon (verdeckt); Spielverlust zählt doppelt",
        opening=Opening.AT_ONCE,
        loss_factor=2,
    ),
    _row("farbendreier", 5, "Farbendreier	5	36 Punkte (= 35/2 Blatt)"),
    _row("dreier", 5, "Dreier	5	36 Punkte (= 35/2 Blatt)"),
    _row("zwiccolo_semi", 6, "Zwiccolo semi-ouvert	6	genau 2 Stiche", level=1),
    _row("piccolo_semi", 6, "Piccolo semi-ouvert	6	genau 1 Stich", level=1),
    _row("bettler_semi", 6, "Bettel semi-ouvert	6	kein Stich", level=1),
    _row(
        "farbeneiner",
        6,
        "Farbeneiner	6	wie Farbendreier / aus dem Talon darf nur eine Karte aufgenommen werden",
    ),
    _row("einer", 6, "Einer	6	wie Dreier / aus dem Talon darf nur eine Karte aufgenommen werden"),
    _row(
        "solobesser",
        4,
        "Solobesser	4+V	wie Besserrufer ohne Talon; alle Zusätze zählen doppelt",
        birds=FOUR_BIRDS,
        solo=True,
    ),
    _row("zwiccolo_ouvert", 7, "Zwiccolo ouvert	7	genau 2 Stiche", level=2),
    _row("piccolo_ouvert", 7, "Piccolo ouvert	7	genau 1 Stich", level=2),
    _row("bettler_ouvert", 8, "Bettel ouvert	8	kein Stich"),
    _row(
        "farbensolo",
        10,
        "Farbensolo	10	wie Farbendreier ohne Talon; alle Zusätze zählen doppelt",
        solo=True,
    ),
    _row(
        "solodreier", 10, "Solodreier	10	wie Dreier ohne Talon; alle Zusätze zählen doppelt", solo=True
    ),
)

BONUSES = (
    Bonus("pagat", 2, 1, Source(PRICES, "Pagat	1	2	I macht den letzten Stich")),
    Bonus("uhu", 4, 2, Source(PRICES, "Uhu	2	4	II macht den vorletzten Stich")),
    Bonus("kakadu", 6, 3, Source(PRICES, "Kakadu (Maus)	3	6	III macht den drittletzten Stich")),
    Bonus("quapil", 8, 4, Source(PRICES, "Quapil	4	8	IIII macht den viertletzten Stich")),
    Bonus(
        "koenig_ultimo",
        2,
        1,
        Source(
            PRICES,
            "König Ultimo	1	2	gerufener König im letzten Stich (auch gewonnen, wenn Partner sticht)",
        ),
    ),
    Bonus("mondfang", 2, 1, Source(PRICES, "Mondfang	1	2	Gegner stechen den Mond (XXI)")),
    Bonus(
        "vier_koenige",
        2,
        1,
        Source(PRICES, "Könige	1	2	eine Partei hat alle 4 Könige in den Stichen"),
    ),
    Bonus(
        "trull",
        2,
        1,
        Source(PRICES, "Trull	1	2	eine Partei hat Mond, Sküs und Pagat in den Stichen"),
    ),
    Bonus(
        "sack1",
        2,
        None,
        Source(
            PRICES,
            "1. Sack	–	2	mindestens 46 Punkte (= 45/2 Blatt); Gegner maximal 24 Punkte (= 24/1 Blatt)",
        ),
    ),
    Bonus(
        "sack2",
        2,
        None,
        Source(
            PRICES,
            "2. Sack	–	2	mindestens 56 Punkte (= 55/2 Blatt); Gegner maximal 14 Punkte (= 14/1 Blatt)",
        ),
    ),
    Bonus(
        "valat", 20, 10, Source(PRICES, "Valat	10	20	alle Stiche / Prämie zusätzlich zum Grundspiel")
    ),
)

SOURCES = {
    "win": Source(
        ALLGEMEINES, "um zu gewinnen sind 36 Punkte erforderlich (= 35/2 Blatt bei blattgenauer Zählweise)."
    ),
    "renonce": Source(
        RENONCE,
        "muss er **alle anderen schadlos halten** (auch Partner). Alle regulären Spieler sind so zu stellen, als ob sie **Spiel "
        "und angesagte Zusätze** gewonnen hätten",
    ),
    "moment": Source(
        ALLGEMEINES,
        "Eine regelwidrig gespielte Karte darf jedoch zurückgenommen werden, solange der Stich noch nicht umgedreht bzw. nicht "
        "vorher schon zum nächsten Stich ausgespielt wurde.",
    ),
    "farbzwang": Source(
        ALLGEMEINES, "Es gilt immer **Farbzwang** (eine ausgespielte Farbe muss bedient werden)"
    ),
    "tarockzwang": Source(
        ALLGEMEINES,
        "**Tarockzwang** (hat man die ausgespielte Farbe nicht im Blatt, muss man Tarock spielen).",
    ),
    "stichzwang": Source(
        ALLGEMEINES,
        "Zusätzlich gilt in Negativspielen **Stichzwang**, in Farbenspielen **Farbauspielzwang**.",
    ),
    "pagat_zuletzt": Source(NEGATIV, "Pagat als letztes Tarock (außer beim Kaiserstich)."),
    "farbspiel_ausspiel": Source(POSITIV, "es gelten **Farbauspielzwang** (solange man Farben hat)"),
    "vogel_pflicht": Source(ZUSAETZE, "Beide Ansagen dürfen nicht freiwillig aufgegeben werden."),
    "vogel_reihenfolge": Source(
        ZUSAETZE,
        "Müssen angesagte Vögel vorzeitig gespielt werden, dann ist immer der höchste Vogel zuerst aufzugeben.",
    ),
    "falsche_ansage": Source(
        ZUSAETZE, "Vögel kann man **nur ansagen**, wenn man sie selbst im Blatt hat (kein *kommandieren*)."
    ),
    "kein_vogel": Source(RENONCE, "Besserrufer ohne Vogel im Blatt"),
    "ansage": Source(
        LIZITATION, "Dann kann jeder Spieler weitere Zusätze ansagen, kontrieren oder mit „*gut!*“ passen."
    ),
    "ansage_farbspiel": Source(POSITIV, "Als Zusätze gelten nur Könige, Säcke und Valat."),
    "selbstruf": Source(LIZITATION, "Sich **selber rufen** ist **verboten**."),
    "ablage": Source(
        POSITIV,
        "Könige und Trullstücke (*Honneurs/Fünferzähler*) dürfen nie abgelegt werden, Tarock erst wenn erzwungen und dann nur offen.",
    ),
    "ablage_farbspiel": Source(
        POSITIV,
        "Anstatt der Farbkarten sind Tarock zu verlegen (verdeckt und keine Fünferzähler; Farbkarten nur erzwungen und offen).",
    ),
    "kartenzahl": Source(RENONCE, "Spiel mit falscher Kartenanzahl"),
    "zwei_karten": Source(RENONCE, "Spiel mit falscher Kartenanzahl"),
    "ausspiel": Source(
        ALLGEMEINES, "In positiven Spielen wirft die Vorhand aus, in negativen der Spielaufnehmer."
    ),
    "falsch_eingezogen": Source(
        ALLGEMEINES, "Jeder Spieler darf den letzten Stich sehen, die anderen Stiche und der Talon sind tabu"
    ),
    "kontra": Source(RENONCE, "Kontrameldung durch gerufenen Partner"),
    "kontra_unknowing": Source(ALLGEMEINES, "Unwissentliche Kontras unter Partnern zählen nicht."),
    "kontra_effect": Source(
        ALLGEMEINES, "*Kontra*, *Re-* und *Subkontra* verdoppeln jeweils den Wert der kontrierten Ansage."
    ),
    "kontra_trischaken": Source(NEGATIV, "Stichzwang, keine Zusätze, kein Talon, kein Kontra"),
    "lizitation": Source(
        LIZITATION,
        "Angesagte Spiele dürfen nur durch höherrangige überboten werden (kein halten durch die Vorhand).",
    ),
    "bei": Source(NEGATIV, "Gleichwertige Negativspiele dürfen nebeneinander gespielt werden („*-bei*“)."),
    "solo": Source(POSITIV, "**Alle Zusätze zählen doppelt** (auch Valat)."),
    "valat": Source(
        ZUSAETZE,
        "Als Zusätze (egal ob still oder angesagt) zählen **alle Stichprämien** (Vögel, König Ultimo, Mondfang), aber **keine "
        "Materialprämien** (Trull, 4 Könige, Säcke).",
    ),
    "valat_lost": Source(
        ZUSAETZE, "Wird ein angesagter Valat verloren, werden Spiel und alle Zusätze gegenverrechnet."
    ),
    "schleifen": Source(
        LIZITATION,
        "Liegt der gerufene **König im Talon**, kann man das Spiel schleifen, d.h. sofort aufgeben.",
    ),
    "kaiserstich": Source(
        "Kaiserstich",
        "fallen im selben Stich <b>Mond</b> , <b>Sküs</b> und <b>Pagat</b> (in dieser Reihenfolge), sticht der Pagat (positiv wie "
        "negativ)",
    ),
    "trischaken": Source(
        NEGATIV,
        "Es wird blattgenau abgerechnet; der Spieler mit den meisten Punkten zahlt an die drei anderen.",
    ),
    "trischaken_renonce": Source(NEGATIV, "Ein Renoncier zahlt wie ein Bürgermeister."),
    "claim": Source(
        RENONCE,
        "Entgeht einem regulären Spieler **darüber hinaus** ein weiterer sicherer Punktegewinn, kann er diese Punkte zusätzlich "
        "einfordern, solange der Verlust nicht ohnehin abgegolten ist.",
    ),
    "talon": Source(
        POSITIV,
        "Die Ablage gehörte zu den eigenen Stichen, die liegen gebliebenen Karten zu den Stichen der Gegner.",
    ),
    "direction": Source(
        ALLGEMEINES, "wird zu viert und gegen den Uhrzeigersinn gespielt (zu fünft setzt der Geber aus)."
    ),
    "deal": Source(
        ALLGEMEINES,
        "Jeder Spieler erhält 2 x 6 Karten, dazwischen (oder zu Beginn) wird der Talon gegeben (2 x 3 Karten).",
    ),
    "misdeal": Source(RENONCE, "Spiel mit falscher Kartenanzahl"),
    "blank": Source(
        EXTRAS,
        "keine **blanken Rufer** (Rufer ohne Ansage werden nicht gespielt, sondern sofort abgerechnet)",
    ),
    "radl": RADL,
    "pagatkassa": Source(EXTRAS, "**Pagatkassa:** Jeder Geber zahlt den vereinbarten Betrag ein."),
}

SYSTEM = System(
    id="tirol-deluxe",
    name="Standardregeln de luxe (Tirol)",
    clockwise=False,
    games=GAMES,
    bonuses=BONUSES,
    options=OPTIONS,
    win_thirds=107,
    kaiserstich=Kaiserstich.IN_ORDER,
    kaiserstich_in_negative=True,
    stichzwang=frozenset({Family.NEGATIVE, Family.TRISCHAKEN}),
    pagat_last=frozenset({Family.NEGATIVE, Family.TRISCHAKEN}),
    moment=Moment.COLLECTED_OR_NEXT_LEAD,
    kontra=KontraEffect.SHEET,
    kontra_in_negative=True,
    kontra_by_partner="renonce",
    kontra_with_king_in_talon=True,
    valat=Valat(20, 10, (), silent_birds=True, material="never", voids_game_kontra=False),
    trischaken=Trischaken(ways.tirol, renonce=4, renonce_forehand=4),
    untaken=Untaken.OPPONENTS,
    command_birds=False,
    self_call="renonce",
    king_left_is_koenigfang=False,
    blank_rufer=False,
    bird_lost_status="lost_bird",
    bird_order_status="lost_bird",
    no_bird_status="renonce",
    false_bird_status="notice",
    two_cards_status="renonce",
    card_count_status="renonce",
    suit_minimum=0,
    claims=frozenset(
        {"pagat", "uhu", "kakadu", "quapil", "koenig_ultimo", "mondfang", "trull", "vier_koenige", "valat"}
    ),
    bei_games=True,
    own_raise_needs_overbid=True,
    forehand_opens_with=None,
    forehand_may_hold=False,
    after_passes_only_forehand_games=True,
    ouvert_waits_for_next_lead=False,
    sources=SOURCES,
    suit_game_bonuses=frozenset({"vier_koenige", "sack1", "sack2", "valat"}),
)
