"""Hopfgarter Turnierregeln, April 2023. The seed is a scan; its words are quoted here without the scanner's errors."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
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
    Option,
    Source,
    System,
    Trischaken,
    Untaken,
    Valat,
    assumed,
)
from engine.systems.readings import radl_option, silent_bird_option

TABLE = "Spiel Wert | Bemerkungen"
PRICES = "Zusätze still | ang. | Bemerkungen"
ALLGEMEINES = "1) Allgemeines"
SPIELANSAGE = "2) Spielansage"
ZUSAETZE = "3) Zusätze"
FAHREN = "4) Fahren (Trischaken)"
RENONCE = "5) Renonce"


def _bird_game(bird: str, quote: str) -> Game:
    return Game("besserrufer", 2, Source(TABLE, quote), birds=(bird,))


GAMES = (
    Game(
        "rufer",
        1,
        Source(TABLE, "Rufer 1 | Vorhandspiel / wird ohne zusätzliche Ansage nicht gespielt"),
        opening=Opening.AFTER_PASSES,
    ),
    Game(
        "trischaken",
        2,
        Source(TABLE, "Fahrer 2/3 | Vorhandspiel / bunt gemischt; kein Stichzwang; Talon zum letzten Stich"),
        opening=Opening.AFTER_PASSES,
    ),
    _bird_game("pagat", "Pagat 2+2 |Rufer mit I / Pagat macht den letzten Stich"),
    _bird_game("uhu", "Uhu 2+4 |Rufer mit II / Uhu macht den vorletzten Stich"),
    _bird_game("kakadu", "Maus 2+6 |Rufer mit III / Maus macht den drittletzten Stich"),
    Game(
        "dreier",
        5,
        Source(TABLE, "Auf 5 |Dreier mit Talon / muss gleich angesagt werden; beendet sofort die Lizitation"),
        ends_auction=True,
        as_first_word=True,
    ),
)

BONUSES = (
    Bonus(
        "pagat",
        2,
        1,
        Source(PRICES, "Pagat (I) 1 2 | der aufgenommener Pagat darf auch vom Partner angesagt werden"),
    ),
    Bonus(
        "uhu",
        4,
        2,
        Source(PRICES, "Uhu (II) 2 4 | der aufgenommener Uhu darf auch vom Partner angesagt werden"),
    ),
    Bonus(
        "kakadu",
        6,
        3,
        Source(PRICES, "Maus (III) 3 6 | die aufgenommene Maus darf auch vom Partner angesagt werden"),
    ),
    Bonus(
        "trull",
        2,
        1,
        Source(PRICES, "Trull 1 2 |Pagat, Mond und Sküs (Gstieß) in den Stichen (im Talon reicht nicht)"),
    ),
    Bonus(
        "vier_koenige",
        2,
        1,
        Source(PRICES, "Könige 1 2 |alle vier Könige in den Stichen (im Talon reicht nicht)"),
    ),
    Bonus("koenig_ultimo", 3, 2, Source(PRICES, "König (Ultimo) 2 3 |gerufener König im letzten Stich")),
    Bonus(
        "koenigfang", None, 1, Source(PRICES, "Königfang 1 - |nur unterm Spiel (entfällt bei König Ultimo)")
    ),
    Bonus(
        "mondfang",
        20,
        10,
        Source(PRICES, "Mondfang 10 20 |der Mond wird vom Sküs gestochen (nur unter Gegnern)"),
    ),
    Bonus(
        "valat",
        4,
        2,
        Source(
            PRICES, "Durch (Valat) x 2 | x4 |Grundspiel und angesagte Zusätze werden gemeinsam vervielfacht"
        ),
    ),
    Bonus(
        "zehn_tarock",
        1,
        None,
        Source(PRICES, "10 Tarock - 1 |mindestens 10 Tarock auf der Hand (nach Ablage)"),
        kontra=False,
    ),
)

SOURCES = {
    "win": Source(ALLGEMEINES, "Um ein Spiel zu gewinnen, sind 35 Punkte und 1 Blatt erforderlich."),
    "renonce": Source(
        RENONCE,
        "Begeht jemand einen klaren Regelverstoß (Missachtung von Farb-, Tarock- oder Stichzwang; falsche Ablage; Spiel mit falscher "
        "Kartenanzahl; Besserrufer ohne Vogel im Blatt), bezahlt er das Spiel und alle angesagten Zusätze an alle regulären Spieler "
        "(auch an Partner).",
    ),
    "moment": Source(
        RENONCE,
        "Selbst im Falle einer Renonce darf eine falsch gespielte Karte nur dann zurückgenommen werden, wenn es sich um ein "
        "offensichtliches Versehen handelt und der Fehler sofort bemerkt und korrigiert wird (bevor das Spiel weiterläuft).",
    ),
    "pagat_zuletzt": Source(FAHREN, "Der Pagat darf erst als letztes Tarock gespielt werden."),
    "vogel_pflicht": Source(
        ZUSAETZE,
        "Angesagte Vögel müssen zum vorgeschriebenen Zeitpunkt gespielt werden (gilt auch für König Ultimo).",
    ),
    "vogel_reihenfolge": Source(
        ZUSAETZE,
        "Muss ein Vogel vorzeitig gespielt werden, muss bei mehreren angesagten Vögeln immer der höhere Vogel zuerst aufgegeben "
        "werden.",
    ),
    "falsche_ansage": Source(
        ZUSAETZE,
        "Vögel dürfen kommandiert werden, d. h. vom Spieler aufgenommene Vögel dürfen dem Spieler auch vom Partner angesagt werden.",
    ),
    "kein_vogel": Source(RENONCE, "Besserrufer ohne Vogel im Blatt"),
    "ansage": Source(
        ZUSAETZE, "Alle Zusätze müssen bei der ersten Gelegenheit angesagt werden (kein nachbessern)."
    ),
    "selbstruf": Source(SPIELANSAGE, "Man darf sich selber rufen."),
    "ablage": Source(RENONCE, "falsche Ablage"),
    "kartenzahl": Source(RENONCE, "Spiel mit falscher Kartenanzahl"),
    "ausspiel": Source(RENONCE, "Was liegt pickt."),
    "falsch_eingezogen": Source(
        ALLGEMEINES,
        "Es ist erlaubt, einen schnellen Blick in die eigenen Stiche zu werfen, aber nicht in die der Partner.",
    ),
    "kontra": Source(
        SPIELANSAGE,
        "Alle Ansagen dürfen nur sofort kontriert werden, d. h. nur bei der ersten Gelegenheit (kein nachschießen).",
    ),
    "kontra_effect": Source(SPIELANSAGE, "Alle Kontras zählen auf die Schrift (Kontra, Re und Sub)."),
    "kontra_trischaken": Source(FAHREN, "Es gibt kein Kontra und keinen Mondfang."),
    "lizitation": Source(SPIELANSAGE, "Sie darf ein angesagtes Spiel nicht halten (kein „bei mir“)."),
    "valat": Source(
        ZUSAETZE, "Spiel und angesagte Zusätze werden immer gemeinsam vervielfacht (außer „10 Tarock“)."
    ),
    "valat_lost": Source(
        ZUSAETZE, "Wird ein angesagter Valat verloren, ist alles verloren (Spiel und Ansagen)."
    ),
    "schleifen": Source(
        SPIELANSAGE,
        "Liegt der gerufene König im Talon, kann man das Spiel schleifen, d. h. sofort aufgeben (stecken erlaubt).",
    ),
    "king_left": Source(
        SPIELANSAGE,
        "Man darf die Hälfte mit dem gerufenen König liegen lassen, das zählt aber als stiller Königfang.",
    ),
    "blank": Source(
        SPIELANSAGE,
        "Leere Rufer (Rufer ohne zusätzliche Ansage) werden nicht ausgespielt, sondern sofort als gewonnen abgerechnet.",
    ),
    "kaiserstich": Source(
        ALLGEMEINES,
        "Es gibt keinen Kaiserstich, keinen Sechserdreier, keine Farben-, Solo- oder Negativspiele und keine Säcke.",
    ),
    "trischaken": Source(
        FAHREN,
        "Die beiden Spieler mit den meisten Punkten zahlen an die beiden anderen je 3 Punkte (2 x 3 Punkte).",
    ),
    "trischaken_renonce": Source(
        FAHREN,
        "Bei Renonce ist das einfache Spiel an alle regulären Spieler zu zahlen (3 x 2 Punkte, auch als Vorhand).",
    ),
    "talon": Source(
        ALLGEMEINES,
        "Die liegengebliebene Hälfte des Talons bleibt offen bis zum Ende des Spiels liegen; die Punkte gehören zu den Stichen der "
        "Gegner (sobald diese einen Stich haben).",
    ),
    "direction": Source(ALLGEMEINES, "Es wird im Uhrzeigersinn gespielt."),
    "deal": Source(
        ALLGEMEINES,
        "Der Talon wird üblicherweise am Beginn gegeben; die Hinterhand hebt ab (klopfen ist nicht gestattet).",
    ),
    "misdeal": Source(RENONCE, "Spiel mit falscher Kartenanzahl"),
    "thrown_in": Source(
        ALLGEMEINES,
        "Hat man ein Blatt ohne Tarock und Könige, darf man zusammenwerfen (gleicher Geber gibt neu).",
    ),
}
for _kind in ("farbzwang", "tarockzwang", "stichzwang", "zwei_karten"):
    SOURCES[_kind] = SOURCES["renonce"]


def _fahren(system: System, **reading: Any) -> System:
    """The settlement of Fahren in another reading; readings add up."""
    settle = partial(system.trischaken.settle, **reading)
    return replace(system, trischaken=replace(system.trischaken, settle=settle))


OPTIONS = (
    radl_option(assumed("Der Text kennt kein Radl; am eigenen Tisch kann eine Runde doppelt zählen")),
    Option(
        "fahrer_gleichstand",
        "zu zweit",
        assumed(
            "ob ein Fahrer, der mit einem anderen gleich viele (die meisten) Punkte hat, alleine zahlt, steht nicht da"
        ),
        "ein punktgleicher Fahrer zahlt",
        "a driver who shares the most points pays",
        choices=("zu zweit", "alleine"),
        apply=lambda s, v: _fahren(s, tied_forehand_alone=v == "alleine"),
    ),
    Option(
        "fahren_je_drei",
        "3",
        assumed(
            "A27: «zahlen an die beiden anderen je 3 Punkte (2 x 3 Punkte)» kann je Zahler 3 oder 6 Punkte heißen"
        ),
        "was beim Fahren jeder der beiden höchsten Spieler verliert",
        "what each of the two highest players loses in Fahren",
        choices=("3", "6"),
        apply=lambda s, v: _fahren(s, each=int(v)),
    ),
    Option(
        "fahren_mittlere_gleich",
        "3",
        assumed("A28: was der Höchste dem Niedrigsten zahlt, wenn die beiden mittleren leer ausgehen"),
        "was beim Fahren der Höchste dem Niedrigsten zahlt, wenn die mittleren gleich viele Punkte haben",
        "what the highest pays the lowest in Fahren where the middle two are equal",
        choices=("3", "6"),
        apply=lambda s, v: _fahren(s, middle_tie=int(v)),
    ),
    Option(
        "fahren_jungfrau_zahlen",
        "alle drei",
        assumed(
            "A29: wer die 3 x 2 Punkte an den zahlt, der keinen Stich hat, wenn niemand das Spiel und der Fahrer nicht die meisten "
            "Punkte hat"
        ),
        "wer beim Fahren zahlt, wenn einer keinen Stich hat",
        "who pays in Fahren where one player took no trick",
        choices=("alle drei", "die beiden höchsten"),
        apply=lambda s, v: _fahren(s, virgin_paid_by_two=v == "die beiden höchsten"),
    ),
    Option(
        "rufer_mit_vogel",
        "1",
        assumed("A30: ein nach dem Talon angesagter Vogel macht aus dem Rufer (1) kein Pagatspiel (2)"),
        "Grundwert eines Rufers, dem nach dem Talon ein Vogel angesagt wird",
        "game value of a Rufer with a bird announced after the talon",
        choices=("1", "2"),
        apply=lambda s, v: replace(s, rufer_with_bird_value=int(v)),
    ),
    silent_bird_option(),
)

SYSTEM = System(
    id="hopfgarten-2023",
    name="Hopfgarter Turnierregeln 2023",
    clockwise=True,
    games=GAMES,
    bonuses=BONUSES,
    options=OPTIONS,
    win_thirds=106,
    kaiserstich=Kaiserstich.NONE,
    kaiserstich_in_negative=False,
    stichzwang=frozenset(),
    pagat_last=frozenset({Family.TRISCHAKEN}),
    moment=Moment.NEXT_CARD,
    kontra=KontraEffect.SHEET,
    kontra_in_negative=False,
    kontra_by_partner="notice",
    kontra_with_king_in_talon=True,
    valat=Valat(
        4,
        2,
        ("game", "bonuses"),
        silent_birds=False,
        material="announced",
        voids_game_kontra=False,
        lost_takes_all=True,
    ),
    trischaken=Trischaken(ways.hopfgarten, renonce=2, renonce_forehand=2, talon="last_trick"),
    untaken=Untaken.NOBODY,
    command_birds=True,
    self_call="allowed",
    king_left_is_koenigfang=True,
    blank_rufer=True,
    bird_lost_status="lost_bird",
    bird_order_status="lost_bird",
    no_bird_status="renonce",
    false_bird_status="notice",
    two_cards_status="renonce",
    card_count_status="renonce",
    suit_minimum=0,
    claims=frozenset(),
    bei_games=False,
    own_raise_needs_overbid=False,
    forehand_opens_with=frozenset({"dreier"}),
    forehand_may_hold=False,
    after_passes_only_forehand_games=True,
    ouvert_waits_for_next_lead=False,
    sources=SOURCES,
    tarock_discard_status="notice",
)
