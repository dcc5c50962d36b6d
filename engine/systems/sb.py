"""Auslegung der SB-Tarock-Regeln 2023: rulings without a tariff; the Upper Austrian custom stands in, labelled assumed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

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
    radl_option,
    silent_bird_option,
    silent_kings_option,
    talon_material_option,
)

ALLGEMEINES = "Allgemeines"
ANSAGEN = "Ansagen/Pämien"  # so printed
RENONCE = "RENONCE"

_TARIFF = assumed("angenommener Tarif (oberösterreichischer Brauch); der Text nennt keine Werte")
_CUSTOM = assumed("angenommen nach oberösterreichischem Brauch; der Text schweigt")

FOUR_BIRDS = ("pagat", "uhu", "kakadu", "quapil")

GAMES = (
    Game("trischaken", 1, _TARIFF, opening=Opening.AFTER_PASSES),
    Game("rufer", 1, _TARIFF, opening=Opening.AFTER_PASSES),
    Game("piccolo", 2, _TARIFF),
    Game("solorufer", 2, _TARIFF, solo=True),
    Game("besserrufer", 1, _TARIFF, birds=FOUR_BIRDS),
    Game("bettler", 2, _TARIFF),
    Game("farbendreier", 3, _TARIFF),
    Game("dreier", 4, _TARIFF),
    Game("sechserdreier", 4, _TARIFF, opening=Opening.AT_ONCE, loss_factor=2),
    Game("piccolo_ouvert", 6, _TARIFF),
    Game("farbensolo", 6, _TARIFF, solo=True),
    Game("bettler_ouvert", 7, _TARIFF),
    Game(
        "solodreier",
        8,
        Source(ANSAGEN, "Beim Solodreier (höchstes Spiel, daher kein Überbieten mehr möglich)"),
        solo=True,
        ends_auction=True,
    ),
)

_HALF = Source(ANSAGEN, "Alle Prämien zählen still die Hälfte, bei den Solospielen doppelt.")
BONUSES = (
    Bonus("koenig_ultimo", 2, 1, _HALF),
    Bonus("trull", 2, 1, _HALF),
    Bonus("vier_koenige", 2, 1, _HALF),
    Bonus("pagat", 2, 1, _HALF),
    Bonus("uhu", 4, 2, _HALF),
    Bonus("kakadu", 6, 3, _HALF),
    Bonus("quapil", 8, 4, _HALF),
    Bonus(
        "valat",
        8,
        4,
        Source(
            ANSAGEN,
            "Beim Valat (angesagt: 8-facher Spielwert, still: 4-facher Spielwert) gelten nur die angesagten Prämien.",
        ),
    ),
)

_CLEAR = Source(
    RENONCE,
    "Klare Regelverstöße (wie z. B. Missachtung von Farb-, Tarock- oder Stichzwang, Ablagefehler, Spiel mit falscher Kartenanzahl, "
    "absichtlicher Spielverrat etc.) sind immer als Renonce zu ahnden.",
)
_UNTIDY = Source(
    RENONCE,
    "Unsauberkeiten wie **voreiliges Rufen**, **verfrühtes Aufdecken des Talons**, versehentliche Kontras unter Partnern, "
    "**missverständliche Ansagen**, **falsches Ausspiel**, **vorzeitiges Zugeben und ähnliche Vorfälle** sind im Regelfall nicht als "
    "Renonce zu werten",
)
_WRONG_TIME = Source(
    RENONCE, "Wird eine **Ansage zum falschen Zeitpunkt** gespielt, so gilt diese als verloren."
)

SOURCES = {
    "win": _CUSTOM,
    "renonce": _CLEAR,
    "moment": Source(
        RENONCE,
        "Im Falle einer Renonce darf eine irregulär gespielte Karte ausnahmsweise zurückgenommen werden, solange der Stich noch nicht "
        "vom Spieler umgedreht wurde bzw. nicht zum nächsten Stich ausgespielt wurde.",
    ),
    "farbzwang": _CLEAR,
    "tarockzwang": _CLEAR,
    "stichzwang": _CLEAR,
    "pagat_zuletzt": _CLEAR,
    "farbspiel_ausspiel": _CLEAR,
    "vogel_pflicht": _WRONG_TIME,
    "vogel_reihenfolge": Source(
        RENONCE,
        "Muss bei **mehreren angesagten Vögeln** wegen Tarockzwang einer vorzeitig gespielt werden, dann ist zuerst der höhere Vogel "
        "aufzugeben. Ein Verstoß gegen diese Regel ist Renonce.",
    ),
    "falsche_ansage": Source(
        RENONCE, "jedoch ist nur **der falsche Ansager** verloren, aber es ist keine Renonce."
    ),
    "kein_vogel": Source(
        RENONCE,
        "Wird ein A-Rufer lizitiert, ohne einen der vier Ansager im Blatt zu haben, so ist das als Renonce zu werten (je drei Punkte "
        "an die Mitspieler).",
    ),
    "ansage": Source(ANSAGEN, "Jeder Spieler kann nur einmal Prämien ansagen."),
    "selbstruf": _UNTIDY,
    "ablage": _CLEAR,
    "kartenzahl": Source(
        ALLGEMEINES,
        "Hat jemand die falsche Anzahl von Karten in Händen, begeht der betreffende Spieler Renonce, sobald er ein Spiel lizitiert "
        "oder gepasst hat.",
    ),
    "zwei_karten": Source(
        RENONCE, "Werden versehentlich zwei Karten gespielt, darf eine Karte zurückgenommen werden."
    ),
    "ausspiel": _UNTIDY,
    "falsch_eingezogen": Source(
        RENONCE,
        "Jeder muss die eigenen Stiche bei sich ablegen und auch die Stiche von Partnern sollten nicht zusammengelegt werden.",
    ),
    "kontra": _UNTIDY,
    "kontra_effect": _CUSTOM,
    "kontra_trischaken": _CUSTOM,
    "lizitation": Source(ALLGEMEINES, "Wer nichts ansagen will, muss passen (mit „weiter“ bzw. „gut“)."),
    "bei": _CUSTOM,
    "blank": _CUSTOM,
    "solo": _HALF,
    "valat": Source(
        ANSAGEN,
        "Da sich der Valat nur auf das Spiel bezieht, gelten andere Ansagen (z. B. Trull) nicht automatisch als verloren, wenn man das "
        "Spiel verliert.",
    ),
    "schleifen": _CUSTOM,
    "kaiserstich": _CUSTOM,
    "trischaken": _CUSTOM,
    "trischaken_renonce": _CUSTOM,
    "talon": _CUSTOM,
    "direction": _CUSTOM,
    "deal": Source(
        ALLGEMEINES,
        "Fehler beim Geben sind keine Renonce, der Geber sollte aber zur Kontrolle die letzten sechs Karten abzählen.",
    ),
    "misdeal": Source(ALLGEMEINES, "Fehler beim Geben sind keine Renonce"),
}

OPTIONS = (
    radl_option(_CUSTOM),
    Option(
        "direction",
        "anti-clockwise",
        _CUSTOM,
        "Spielrichtung",
        "direction of play",
        choices=("anti-clockwise", "clockwise"),
        apply=lambda s, v: replace(s, clockwise=v == "clockwise"),
    ),
    Option(
        "trischaken_talon",
        "last_trick",
        _CUSTOM,
        "wohin der Talon im Trischaken kommt",
        "where the talon goes in Trischaken",
        choices=("first_six", "last_trick"),
        apply=lambda s, v: replace(s, trischaken=replace(s.trischaken, talon=v)),
    ),
    silent_bird_option(),
    silent_kings_option(),
    talon_material_option(True),
)

SYSTEM = System(
    id="sb-2023",
    name="SB-Tarock 2023 (angenommener Tarif)",
    clockwise=False,
    games=GAMES,
    bonuses=BONUSES,
    options=OPTIONS,
    win_thirds=107,
    kaiserstich=Kaiserstich.NONE,
    kaiserstich_in_negative=False,
    stichzwang=frozenset({Family.NEGATIVE, Family.TRISCHAKEN}),
    pagat_last=frozenset({Family.NEGATIVE, Family.TRISCHAKEN}),
    moment=Moment.COLLECTED_OR_NEXT_LEAD,
    kontra=KontraEffect.CASH,
    kontra_in_negative=True,
    kontra_by_partner="notice",
    kontra_with_king_in_talon=True,
    valat=Valat(8, 4, ("game",), silent_birds=False, material="announced", voids_game_kontra=False),
    trischaken=Trischaken(partial(ways.kantine, unit=1), renonce=2, renonce_forehand=4, talon="last_trick"),
    untaken=Untaken.OPPONENTS,
    command_birds=False,
    self_call="notice",
    king_left_is_koenigfang=False,
    blank_rufer=False,
    bird_lost_status="lost_bird",
    bird_order_status="renonce",
    no_bird_status="renonce",
    false_bird_status="lost_bird",
    two_cards_status="notice",
    card_count_status="renonce",
    suit_minimum=0,
    claims=frozenset({"pagat", "uhu", "kakadu", "quapil", "valat"}),
    bei_games=False,
    own_raise_needs_overbid=False,
    forehand_opens_with=None,
    forehand_may_hold=True,
    after_passes_only_forehand_games=False,
    ouvert_waits_for_next_lead=False,
    sources=SOURCES,
    tarock_discard_status="notice",
    assumed_tariff=True,
    no_bird_renonce=3,
)
