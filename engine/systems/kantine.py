"""Die Regeln fürs Kant_Inen-Tarock, Version 2.0 (30. Juni 2023)."""

from __future__ import annotations

from dataclasses import replace
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
from engine.systems.readings import (
    lost_valat_option,
    radl_option,
    silent_bird_option,
    silent_kings_option,
    suit_game_kaiserstich_option,
    talon_material_option,
    trumping_tarock_option,
)

TABLE = "Die Spiele und ihre Bewertung"
_FOREHAND = "Zusätzliche Spiele für die Vorhand"
ALLGEMEINES = "Allgemeines"
RUFER = "Rufer:innen-Spiele"
NEGATIVSPIELE = "Negativspiele"
PRAEMIEN = "Prämien"
VALAT = "Valat"
FARBSPIELE = "Farbspiele"
TRISCHAKEN = "Trischaken"
RENONCE = "Wie sehen die Regeln für Renonce aus?"


def _bird_game(bird: str, quote: str) -> Game:
    return Game("besserrufer", 1, Source(TABLE, quote), birds=(bird,))


GAMES = (
    Game("trischaken", 1, Source(_FOREHAND, "Trischaken	1"), opening=Opening.AFTER_PASSES),
    Game("rufer", 1, Source(_FOREHAND, "Rufer: in	1"), opening=Opening.AFTER_PASSES),
    Game("piccolo", 2, Source(TABLE, "Piccolo, Zwiccolo	2"), level=1),
    Game("zwiccolo", 2, Source(TABLE, "Piccolo, Zwiccolo	2"), level=1),
    Game("solorufer", 2, Source(TABLE, "Solorufer: in	2"), solo=True),
    _bird_game("pagat", "Pagatrufer: in	3"),
    Game("bettler", 4, Source(TABLE, "Bettler: in	4")),
    Game(
        "sechserdreier",
        4,
        Source("Vorhand und Sechserdreier", "Ein verlorener Sechserdreier zählt doppelt."),
        opening=Opening.AT_ONCE,
        loss_factor=2,
    ),
    _bird_game("uhu", "Uhurufer: in	5"),
    Game("farbendreier", 5, Source(TABLE, "Farbendreier	5")),
    Game("dreier", 5, Source(TABLE, "Dreier	5")),
    Game("piccolo_ouvert", 6, Source(TABLE, "Piccolo ouvert, Zwiccolo ouvert	6"), level=2),
    Game("zwiccolo_ouvert", 6, Source(TABLE, "Piccolo ouvert, Zwiccolo ouvert	6"), level=2),
    _bird_game("kakadu", "Peilkanrufer: in	7"),
    Game("bettler_ouvert", 8, Source(TABLE, "Bettler: in ouvert	8")),
    _bird_game("quapil", "Quapilrufer: in	9"),
    Game("farbensolo", 10, Source(TABLE, "Farbensolo	10"), solo=True),
    Game("solodreier", 10, Source(TABLE, "Solodreier	10"), solo=True),
)

_PRICES = "Die Prämien"
BONUSES = (
    Bonus("koenig_ultimo", 2, 1, Source(_PRICES, "König ultimo	2 / 1")),
    Bonus("trull", 2, 1, Source(_PRICES, "Trull	2 / 1")),
    Bonus("vier_koenige", 2, 1, Source(_PRICES, "4 Könige	2 / 1")),
    Bonus("pagat", 2, 1, Source(_PRICES, "Pagat (I)	2 / 1")),
    Bonus("uhu", 4, 2, Source(_PRICES, "Uhu (II)	4 / 2")),
    Bonus("kakadu", 6, 3, Source(_PRICES, "Pelikan (III)	6 / 3")),
    Bonus("quapil", 8, 4, Source(_PRICES, "Quapil (III)	8 / 4")),
    Bonus("valat", 8, 4, Source(_PRICES, "Valat	8-fach / 4-fach")),
)

SOURCES = {
    "win": Source(
        ALLGEMEINES,
        "Wenn du ein positives Spiel angesagt hast, brauchst du zum Gewinn **35 Punkte und 2 Blatt**.",
    ),
    "renonce": Source(
        RENONCE,
        "Wenn du eine Renonce begehst, erhalten die anderen so viele Punkte, als hätten sie das Spiel und die angesagten "
        "Prämien gewonnen (du zahlst also auch eigenen Partner:innen plus an Gegner:innen).",
    ),
    "moment": Source(
        RENONCE,
        "Ein Ausspiel zum nächsten Stich gilt als „eingezogen“, auch wenn der vorige Stich noch offen am Tisch liegt.",
    ),
    "farbzwang": Source(
        RENONCE,
        "Verstöße gegen Farbzwang/Stichzwang gelten dann als Renonce, wenn du gestochen und die Karten schon eingezogen hast.",
    ),
    "tarockzwang": Source(FARBSPIELE, "Kannst du eine Farbe nicht bedienen, musst du Tarock zugeben."),
    "stichzwang": Source(NEGATIVSPIELE, "Es gilt Stichzwang."),
    "pagat_zuletzt": Source(NEGATIVSPIELE, "Der Pagat darf nur als letztes Tarock gespielt werden."),
    "farbspiel_ausspiel": Source(
        FARBSPIELE, "Alle dürfen erst dann Tarock ausspielen, wenn sie keine Farbkarten mehr haben."
    ),
    "vogel_pflicht": Source(
        PRAEMIEN,
        "Wenn du ein Vogerl oder König ultimo angesagt hast, musst du immer versuchen, die entsprechende Karte zum "
        "vorgeschriebenen Stich zu spielen.",
    ),
    "vogel_reihenfolge": Source(
        PRAEMIEN,
        "so musst du im drittletzten Stich eine Farbe, die du nicht bedienen kannst, mit Uhu stechen.",
    ),
    "falsche_ansage": Source(
        PRAEMIEN,
        "Ein Vogerl oder König ultimo darfst du nur ansagen, wenn du die jeweilige Karte auch im Blatt hast.",
    ),
    "ansage": Source(PRAEMIEN, "Du kannst jeweils nur einmal Prämien ansagen"),
    "ansage_farbspiel": Source(FARBSPIELE, "Nur die Ansagen 4 Könige und Valat sind möglich."),
    "selbstruf": Source(RUFER, "Selbstrufen ist generell nicht erlaubt und Renonce."),
    "ablage": Source(
        ALLGEMEINES,
        "Trullstücke und Könige darfst du nie verlegen. Tarock darfst du nur verlegen, wenn du keine anderen Farben mehr "
        "ablegen kannst, und dann jedenfalls offen (Ausnahme: Farbspiele).",
    ),
    "ablage_farbspiel": Source(
        FARBSPIELE,
        "Zunächst musst du Tarock verlegen, und zwar verdeckt (keine Trullstücke!), erst dann darfst du Farben verlegen, und "
        "zwar offen.",
    ),
    "ablage_minimum": Source(
        FARBSPIELE, "Du musst nach dem Verlegen mindestens 6 Farbkarten im Blatt haben."
    ),
    "kartenzahl": Source(
        RENONCE,
        "Stellt sich nach dem Lizitieren heraus, dass du zu wenige oder zu viele Karten im Blatt hast, so hast du Renonce "
        "begangen.",
    ),
    "zwei_karten": Source(
        RENONCE,
        "Hast du am Ende eine Karte zu wenig, dann hast du entweder mit 11 Karten das Spiel begonnen oder bei einem Stich 2 "
        "Karten auf den Tisch gelegt. In beiden Fällen ist das Renonce.",
    ),
    "ausspiel": Source(
        RENONCE,
        "Dies gilt etwa für den Fall, dass du irrtümlich einen Stich einziehst und ausspielen willst.",
    ),
    "falsch_eingezogen": Source(
        RENONCE, "Du darfst nur deine eigenen Stiche einziehen, nicht auch die Stiche deiner Partner:innen!"
    ),
    "kontra": Source(
        PRAEMIEN, "Stellt sich am Ende heraus, dass sich Partner:innen kontriert haben, zählt dies nicht."
    ),
    "kontra_effect": Source(
        ALLGEMEINES,
        "werden gleich am Tisch in Geld, und zwar pro Kontrierung unabhängig vom Spielwert auf folgender Basis abgerechnet: "
        "Kontra (€ 1,-), Re (€ 2,-) Sub (€ 5,-).",
    ),
    "kontra_trischaken": Source(ALLGEMEINES, "beim Trischaken gibt es kein Kontra."),
    "lizitation": Source(
        "Vorhand und Sechserdreier",
        "Als Vorhand darfst du zu Beginn nicht „Weiter!“ sagen und ein anderes Spiel nicht halten.",
    ),
    "bei": Source(NEGATIVSPIELE, "„Bei“-Spiele sind nicht zulässig."),
    "solo": Source(PRAEMIEN, "Bei Solorufer:in, Solodreier und Farbensolo gelten alle Prämien doppelt"),
    "valat": Source(
        VALAT,
        "Im angesagten und stillen Valat zählen alle Vogerln und der König ultimo (egal ob angesagt oder still), werden aber "
        "nicht vervielfacht.",
    ),
    "valat_kontra": Source(
        VALAT, "Sobald ein Valat angesagt oder still erzielt wird, ist ein Kontra auf das Spiel hinfällig"
    ),
    "schleifen": Source(
        RUFER,
        "Du kannst aber auch „schleifen“ und gar nicht spielen. In diesem Fall bezahlst du die Punkte des normalen Spiels (z.B. "
        "Pagatrufer:in = 3 Punkte).",
    ),
    "kaiserstich": Source(
        "Märchen",
        "Fallen Sküs, Mond und Pagat, egal in welcher Reihenfolge, **in einem Stich**, so sticht der Pagat.",
    ),
    "trischaken": Source(
        TRISCHAKEN, "Verloren hast du das Trischaken, wenn du die meisten Punkten eingestochen hast."
    ),
    "trischaken_renonce": Source(
        TRISCHAKEN, "Wenn du beim Trischaken eine Renonce begehst, zahlst du allen anderen je 3 Punkte."
    ),
    "claim": Source(
        RENONCE,
        "Entsteht dir durch Renonce ein zusätzlicher Punkteverlust wegen nicht realisierbarer, offensichtlicher Zusatzprämien "
        "(stille Vogerln, König ultimo, stiller Valat), so kannst du diese Punkte (über das Schiedsgericht) einfordern.",
    ),
    "talon": Source(RENONCE, "Die Stiche werden getrennt vom Talon auf den Tisch gelegt."),
    "direction": Source(ALLGEMEINES, "Gespielt wird **gegen den Uhrzeigersinn**."),
    "deal": Source(ALLGEMEINES, "Der Talon wird in der Mitte (nach 4 x 6 Karten) gegeben."),
    "misdeal": Source(
        RENONCE,
        "Wenn du dich vergibst, ist das dann nicht Renonce, wenn der Fehler vor Beginn der Lizitation bemerkt wird.",
    ),
    "overplayed": Source(
        RENONCE,
        "Eine Renonce, die nicht sofort oder erst im Nachhinein bemerkt wird, gilt als „überspielt“ und nicht mehr einforderbar, "
        "wenn zum nächsten Spiel gemischt und abgehoben wurde.",
    ),
    "blank": Source(ALLGEMEINES, "**Jedes Spiel muss gespielt werden.**"),
    "radl": Source(ALLGEMEINES, "Es gibt **keine Verdoppelungsradien** (z.B. nach Mondfang)."),
}


def _tied_virgin(system: System, value: Any) -> System:
    return ways.read_as(system, tied_virgin="three" if value == "drei von jedem" else "whole")


def _forehand_shares(system: System, value: Any) -> System:
    return ways.read_as(system, forehand_shares=value == "geteilt")


def _kontra_levels(system: System, value: Any) -> System:
    kontra, re, sub = SYSTEM.kontra_fixed_cents
    added_up = (kontra, kontra + re, kontra + re + sub)
    return replace(system, kontra_fixed_cents=added_up if value == "zusammen" else (kontra, re, sub))


OPTIONS = (
    radl_option(SOURCES["radl"]),
    silent_bird_option(),
    silent_kings_option(),
    talon_material_option(True),
    trumping_tarock_option(),
    suit_game_kaiserstich_option(),
    lost_valat_option(),
    Option(
        "trischaken_jungfrau_bei_gleichstand",
        "ganze Auszahlung",
        assumed("A13: zwei punktgleiche Verlierer und eine Jungfrau sind nicht geregelt"),
        "eine Jungfrau erhält von zwei Punktgleichen",
        "what a virgin gets from two equal losers",
        choices=("ganze Auszahlung", "drei von jedem"),
        apply=_tied_virgin,
    ),
    Option(
        "trischaken_vorhand_jungfrauen",
        "je doppelt",
        assumed(
            "A12: «in jeder Situation das Doppelte» und «teilen sie sich die Auszahlung» ergeben bei mehreren Jungfrauen "
            "Verschiedenes"
        ),
        "verliert die Vorhand, erhält jede von mehreren Jungfrauen ihren Teil doppelt, oder sie teilen sich die doppelte Auszahlung",
        "when the forehand loses, each of several virgins gets her part twice, or they share the doubled payout",
        choices=("je doppelt", "geteilt"),
        apply=_forehand_shares,
    ),
    Option(
        "kontra_stufen",
        "letzte",
        assumed("A15: «pro Kontrierung» sagt nicht, ob nach Re und Sub auch die Stufen davor gezahlt werden"),
        "von Kontra, Re und Sub wird die letzte Stufe gezahlt, oder alle zusammen",
        "of Kontra, Re and Sub the last level is paid, or all of them together",
        choices=("letzte", "zusammen"),
        apply=_kontra_levels,
    ),
)

SYSTEM = System(
    id="kantine-2.0",
    name="Kant_Inen-Tarock 2.0",
    clockwise=False,
    games=GAMES,
    bonuses=BONUSES,
    options=OPTIONS,
    win_thirds=107,
    kaiserstich=Kaiserstich.ANY_ORDER,
    kaiserstich_in_negative=False,
    stichzwang=frozenset({Family.NEGATIVE, Family.TRISCHAKEN}),
    pagat_last=frozenset({Family.NEGATIVE, Family.TRISCHAKEN}),
    moment=Moment.COLLECTED_OR_NEXT_LEAD,
    kontra=KontraEffect.FIXED,
    kontra_in_negative=True,
    kontra_by_partner="notice",
    kontra_with_king_in_talon=False,
    valat=Valat(8, 4, ("game",), silent_birds=True, material="announced_if_silent", voids_game_kontra=True),
    trischaken=Trischaken(ways.kantine, renonce=3, renonce_forehand=3),
    untaken=Untaken.OPPONENTS,
    command_birds=False,
    self_call="renonce",
    king_left_is_koenigfang=False,
    blank_rufer=False,
    bird_lost_status="lost_bird",
    bird_order_status="lost_bird",
    no_bird_status="notice",
    false_bird_status="notice",
    two_cards_status="renonce",
    card_count_status="renonce",
    suit_minimum=6,
    claims=frozenset({"pagat", "uhu", "kakadu", "quapil", "koenig_ultimo", "valat"}),
    bei_games=False,
    own_raise_needs_overbid=True,
    forehand_opens_with=frozenset({"sechserdreier"}),
    forehand_may_hold=False,
    after_passes_only_forehand_games=False,
    ouvert_waits_for_next_lead=True,
    sources=SOURCES,
)
