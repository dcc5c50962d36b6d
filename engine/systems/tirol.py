"""Standardregeln de luxe (Tirol)."""

from __future__ import annotations

from collections.abc import Callable
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
from engine.systems.steiermark import silent_bird_option, talon_material_option

TABLE = "Speisen"
PRICES = "Zutaten"
ALLGEMEINES = "1) Allgemeines"
LIZITATION = "2) Lizitation"
POSITIV = "3) Positivspiele"
NEGATIV = "4) Negativspiele"
ZUSAETZE = "5) Zusätze (Prämien)"
RENONCE = "6) Renonce"
EXTRAS = "7) Ergänzungen"

FOUR_BIRDS = ("pagat", "uhu", "kakadu", "quapil")


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
    "radl": Source(
        EXTRAS,
        "doppelte Runden nach Trischaken, Fängen, Punkteteilung (35:35) oder Nullern (Fensterbankl), d.h. diese Spiele zählen "
        "doppelt (einmal reihum, kein vierfach).",
    ),
    "pagatkassa": Source(EXTRAS, "**Pagatkassa:** Jeder Geber zahlt den vereinbarten Betrag ein."),
}

_SKOTY = Source(EXTRAS, "**Skoty Trophy:** keine **blanken Rufer**")
_SONSTIGES = Source(
    EXTRAS,
    "Pflicht-ouvert, Königsbesser (4 Könige statt Vogel), Besserdreier, Pagatfang, Königfang, Honneurs...",
)


def _after(games: tuple[Game, ...], before: str, *new: Game) -> tuple[Game, ...]:
    index = next(i for i, g in enumerate(games) if g.id == before) + 1
    return games[:index] + new + games[index:]


def _skoty(system: System, value: Any) -> System:
    if not value:
        return system
    triccolo = Game("triccolo_ouvert", 7, Source(EXTRAS, "**Triccolo-ouvert**"), level=2)
    return replace(
        system,
        games=_after(system.games, "zwiccolo_ouvert", triccolo),
        kontra=KontraEffect.SHEET_ONCE,
        blank_rufer=True,
    )


def _zwiccolo(system: System, value: Any) -> System:
    if not value:
        return system
    source = Source(EXTRAS, "Zwiccolo(-bei)")
    games = tuple(replace(g, level=3) if g.id == "piccolo" else g for g in system.games)
    return replace(system, games=_after(games, "piccolo", Game("zwiccolo", 2, source, level=3)))


def _stichzwang(system: System, value: Any) -> System:
    families = system.stichzwang | {Family.TRISCHAKEN} if value else system.stichzwang - {Family.TRISCHAKEN}
    return replace(system, stichzwang=families)


def _game_change(game_id: str, **change: Any) -> Callable[[System, Any], System]:
    def apply(system: System, value: Any) -> System:
        if not value:
            return system
        return replace(
            system, games=tuple(replace(g, **change) if g.id == game_id else g for g in system.games)
        )

    return apply


def _koenigfang(system: System, value: Any) -> System:
    """Worth what the Mondfang is worth; the text names it without a value."""
    if not value:
        return system
    bonus = Bonus("koenigfang", 2, 1, _SONSTIGES)
    return replace(system, bonuses=(*system.bonuses, bonus), claims=system.claims | {"koenigfang"})


def _without(game_id: str) -> Callable[[System, Any], System]:
    return lambda system, value: (
        replace(system, games=tuple(g for g in system.games if g.id != game_id)) if value else system
    )


def _settle_trischaken(**reading: Any) -> Callable[[System], System]:
    """One more reading of the settlement, beside those already agreed."""

    def apply(system: System) -> System:
        rule = system.trischaken
        return replace(system, trischaken=replace(rule, settle=partial(rule.settle, **reading)))

    return apply


def _bird_rufers(system: System, value: Any) -> System:
    """«„Besserrufer“ darf dann nur mit Pagat oder Uhu lizitiert werden»; Kakadu- und Quapilrufer stand where Solobesser was."""
    if not value:
        return system
    source = Source(EXTRAS, "**Kakadu-/Quapilrufer** statt Solobesser (Besserrufer aufgeteilt)")
    games: list[Game] = []
    for game in system.games:
        if game.id == "besserrufer":
            games.append(replace(game, birds=("pagat", "uhu")))
        elif game.id == "solobesser":
            games += [
                Game("besserrufer", 2, source, birds=("kakadu",)),
                Game("besserrufer", 2, source, birds=("quapil",)),
            ]
        else:
            games.append(game)
    return replace(system, games=tuple(games))


OPTIONS = (
    Option(
        "skoty",
        False,
        _SKOTY,
        "Regeln der Skoty Trophy (Triccolo ouvert 7: angenommen)",
        "rules of the Skoty Trophy (Triccolo ouvert 7: assumed)",
        apply=_skoty,
    ),
    Option(
        "radl",
        False,
        SOURCES["radl"],
        "diese Runde zählt doppelt",
        "this deal counts double",
        apply=lambda s, v: replace(s, count_double=bool(v)),
    ),
    Option(
        "trischaken_stichzwang",
        True,
        Source(NEGATIV, "Die Vorhand kann bestimmen, ob **mit oder ohne Stichzwang** gespielt wird"),
        "Trischaken mit Stichzwang",
        "Trischaken with the obligation to beat",
        apply=_stichzwang,
    ),
    Option(
        "trischaken_talon",
        "first_six",
        Source(
            NEGATIV, "ob der **Talon zu den ersten sechs oder zum letzten Stich** dazugegeben wird (offen)."
        ),
        "wohin der Talon im Trischaken kommt",
        "where the talon goes in Trischaken",
        choices=("first_six", "last_trick"),
        apply=lambda s, v: replace(s, trischaken=replace(s.trischaken, talon=v)),
    ),
    Option(
        "trischaken_vorhand_gleichstand",
        "alleine",
        assumed("A20: ob eine punktgleiche Vorhand alleine zahlt oder teilt, steht nicht da"),
        "eine punktgleiche Vorhand zahlt",
        "a forehand among equal losers pays",
        choices=("alleine", "teilt"),
        apply=lambda s, v: _settle_trischaken(forehand_shares=v == "teilt")(s),
    ),
    Option(
        "trischaken_vorhand_buergermeister",
        "vierfach",
        assumed(
            "A18: «Vorhand und Bürgermeister zahlen doppelt» sagt nicht, was eine Vorhand zahlt, die Bürgermeister ist"
        ),
        "eine Vorhand, die Bürgermeister ist, zahlt",
        "a forehand who is Bürgermeister pays",
        choices=("vierfach", "doppelt"),
        apply=lambda s, v: _settle_trischaken(stack=v == "vierfach")(s),
    ),
    Option(
        "kontra_im_negativspiel",
        True,
        assumed(
            "A17: «In negativen Spielen kontriert jeder für sich» steht gegen «Stichzwang, keine Zusätze, kein Talon, kein Kontra»"
        ),
        "in Negativspielen (außer Trischaken) kontriert jeder für sich",
        "in negative games (but Trischaken) each may say Kontra for himself",
        apply=lambda s, v: replace(s, kontra_in_negative=bool(v)),
    ),
    Option(
        "zwiccolo",
        False,
        Source(EXTRAS, "Zwiccolo(-bei)"),
        "auch Zwiccolo wird gespielt (Wert 2, gleichwertig mit Piccolo: angenommen)",
        "Zwiccolo is played too (value 2, equal to Piccolo: assumed)",
        apply=_zwiccolo,
    ),
    Option(
        "semi_revers",
        False,
        Source(
            EXTRAS,
            "**Semi-ouvert** mit **revers** (evtl. ohne Zwiccolo-semi): Der Spieler bestimmt, wer aufdeckt (Spieler oder Gegner).",
        ),
        "semi-ouvert: die Gegner decken auf",
        "semi-ouvert: the opponents lay open",
    ),
    Option(
        "ohne_zwiccolo_semi",
        False,
        Source(EXTRAS, "(evtl. ohne Zwiccolo-semi)"),
        "Zwiccolo semi-ouvert wird nicht gespielt",
        "Zwiccolo semi-ouvert is not played",
        apply=_without("zwiccolo_semi"),
    ),
    Option(
        "sechserdreier_hinten",
        False,
        Source(
            POSITIV,
            "Soll der Sechserdreier hintennach angesagt werden dürfen, muss das vorab vereinbart werden.",
        ),
        "Sechserdreier auch hintennach",
        "Sechserdreier may be bid after the passes",
        apply=_game_change("sechserdreier", opening=Opening.AFTER_PASSES),
    ),
    Option(
        "kakadu_quapilrufer",
        False,
        Source(EXTRAS, "**Kakadu-/Quapilrufer** statt Solobesser (Besserrufer aufgeteilt)"),
        "Kakadu- und Quapilrufer statt Solobesser",
        "Kakadu- and Quapilrufer instead of Solobesser",
        apply=_bird_rufers,
    ),
    Option(
        "koenigsbesser",
        False,
        Source(EXTRAS, "Königsbesser (4 Könige statt Vogel)"),
        "Besserrufer auch mit 4 Königen statt Vogel",
        "Besserrufer may be bid on four kings instead of a bird",
        apply=_game_change("besserrufer", optional_bird=True),
    ),
    Option(
        "besserdreier",
        False,
        Source(EXTRAS, "Besserdreier"),
        "Dreier auch mit Vogel (5+V: angenommen)",
        "Dreier may be bid with a bird (5 + bird: assumed)",
        apply=_game_change("dreier", birds=FOUR_BIRDS, optional_bird=True),
    ),
    Option(
        "bunter_farbendreier",
        False,
        Source(EXTRAS, "bunter Farbendreier (Tarock als echte fünfte Farbe)"),
        "Tarock ist im Farbendreier eine gewöhnliche fünfte Farbe",
        "in suit games Tarock is an ordinary fifth suit",
        apply=lambda s, v: replace(s, suit_tarock_is_plain=bool(v)),
    ),
    Option(
        "koenigfang",
        False,
        _SONSTIGES,
        "Königfang zählt (1 still, 2 angesagt: angenommen)",
        "Königfang counts (1 silent, 2 announced: assumed)",
        apply=_koenigfang,
    ),
    silent_bird_option(),
    talon_material_option(True),
)

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
    sources=SOURCES,
    suit_game_bonuses=frozenset({"vier_koenige", "sack1", "sack2", "valat"}),
)
