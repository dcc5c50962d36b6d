"""Die Regeln des Steirischen Tarockcups 2017/2018."""

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
ALLGEMEINES = "Allgemeines"
VORHAND = "Vorhand & Sechserdreier"
RUFER = "Ruferspiele"
PRAEMIEN = "Prämien"
VALAT = "Valat"
FARBSPIELE = "Farbspiele"
NEGATIVSPIELE = "Negativspiele"
RENONCE = "Wie sehen die Regeln für Renonce aus?"

_SOLO = Source(PRAEMIEN, "Im **Solorufer, Solodreier** und **Farbensolo** gelten alle Prämien **doppelt**")
_FORMS = "Spiele für die Vorhand, wenn die anderen Spieler Weiter! gesagt haben"


def _bird_game(bird: str, quote: str) -> Game:
    """The value of the row without its bird: a Pagatrufer of 3 is a game of 1 and an announced Pagat of 2 (A4)."""
    return Game("besserrufer", 1, Source(TABLE, quote), birds=(bird,))


GAMES = (
    Game("trischaken", 3, Source(_FORMS, "Trischaken	3"), opening=Opening.AFTER_PASSES),
    Game("rufer", 1, Source(_FORMS, "Rufer.....	1"), opening=Opening.AFTER_PASSES),
    Game("piccolo", 2, Source(TABLE, "Piccolo, Zwiccolo,.....	2"), level=1),
    Game("zwiccolo", 2, Source(TABLE, "Piccolo, Zwiccolo,.....	2"), level=1),
    Game("solorufer", 2, Source(TABLE, "Solorufer	2"), solo=True),
    _bird_game("pagat", "Pagatrufer	3"),
    Game("bettler", 4, Source(TABLE, "Bettler	4")),
    Game(
        "sechserdreier",
        4,
        Source(VORHAND, "Ein verlorener Sechserdreier zählt **doppelt** (nur das Spiel, nicht die Prämien)."),
        opening=Opening.AT_ONCE,
        loss_factor=2,
    ),
    _bird_game("uhu", "Uhurufer.....	5"),
    Game("farbendreier", 5, Source(TABLE, "Farbendreier	5")),
    Game("dreier", 5, Source(TABLE, "Dreier.....	5")),
    Game("piccolo_ouvert", 6, Source(TABLE, "Piccolo ouvert, Zwiccolo ouvert	6"), level=2),
    Game("zwiccolo_ouvert", 6, Source(TABLE, "Piccolo ouvert, Zwiccolo ouvert	6"), level=2),
    _bird_game("kakadu", "Kakadurufer	7"),
    Game("bettler_ouvert", 8, Source(TABLE, "Bettler ouvert.....	8")),
    _bird_game("quapil", "Quapilrufer	9"),
    Game("farbensolo", 10, Source(TABLE, "Farbensolo.....	10"), solo=True),
    Game("solodreier", 10, Source(TABLE, "Solodreier	10"), solo=True),
)

_PRICES = "Die Prämien"
BONUSES = (
    Bonus("koenig_ultimo", 2, 1, Source(_PRICES, "König ultimo.....	.2/1")),
    Bonus("trull", 2, 1, Source(_PRICES, "Trull.....	.2/1")),
    Bonus("vier_koenige", 2, 1, Source(_PRICES, "4 Könige2/1")),
    Bonus("pagat", 2, 1, Source(_PRICES, "Pagat (I).....	.2/1")),
    Bonus("uhu", 4, 2, Source(_PRICES, "Uhu (II).....	.4/2")),
    Bonus("kakadu", 6, 3, Source(_PRICES, "Kakadu (III).....	.6/3")),
    Bonus("quapil", 8, 4, Source(_PRICES, "Quapil (III).....	.8/4")),
    Bonus("valat", 8, 4, Source(_PRICES, "Valat	8-fach/4-fach")),
)

SOURCES = {
    "win": Source(
        ALLGEMEINES, "Zum Gewinn braucht der Spielaufnehmer eines positiven Spiels 35 Punkte und 2 Blatt."
    ),
    "renonce": Source(
        RENONCE,
        "Begeht ein Spieler Renonce, erhalten die anderen Spieler so viele Punkte, als hätten sie das Spiel und die "
        "angesagten Prämien gewonnen",
    ),
    "moment": Source(
        RENONCE,
        "Verstöße gegen Farbzwang/Stichzwang gelten dann als Renonce, wenn jener Spieler, der den Stich gemacht hat, "
        "die Karten schon eingezogen hat.",
    ),
    "farbzwang": Source(
        RENONCE,
        "Verstöße gegen Farbzwang/Stichzwang gelten dann als Renonce, wenn jener Spieler, der den Stich "
        "gemacht hat, die Karten schon eingezogen hat.",
    ),
    "tarockzwang": Source(FARBSPIELE, "Kann ein Spieler eine Farbe nicht bedienen, muss er Tarock zugeben."),
    "stichzwang": Source(NEGATIVSPIELE, "Es gilt Stichzwang."),
    "stichzwang_trischaken": Source(
        "Trischaken",
        "Es gilt immer Farb- und Stichzwang, der Pagat darf nur als letztes Tarock ausgespielt bzw. zugegeben werden,",
    ),
    "pagat_zuletzt": Source(NEGATIVSPIELE, "Der Pagat darf nur als letztes Tarock gespielt werden."),
    "pagat_zuletzt_trischaken": Source(
        "Trischaken",
        "der Pagat darf nur als letztes Tarock ausgespielt bzw. zugegeben werden",
    ),
    "farbspiel_ausspiel": Source(
        FARBSPIELE, "Alle Spieler dürfen erst dann Tarock ausspielen, wenn sie keine Farbkarten mehr haben."
    ),
    "vogel_pflicht": Source(
        PRAEMIEN,
        "Wenn man ein Vogerl oder König ultimo angesagt hat, dann muss man immer versuchen, die entsprechende Karte zum "
        "vorgeschriebenen Stich zu spielen.",
    ),
    "vogel_reihenfolge": Source(
        PRAEMIEN,
        "so **muss er im drittletzten Stich** eine Farbe, die er nicht bedienen kann, mit Uhu stechen.",
    ),
    "falsche_ansage": Source(
        PRAEMIEN,
        "Ein Spieler darf ein Vogerl oder König ultimo nur dann ansagen, wenn er die jeweilige Karte **im Blatt hat**.",
    ),
    "ansage": Source(PRAEMIEN, "Jeder Spieler kann **nur einmal** Prämien ansagen"),
    "ansage_farbspiel": Source(FARBSPIELE, "Nur die Ansagen 4 Könige und Valat sind möglich."),
    "selbstruf": Source(RUFER, "Selbstrufen ist generell nicht erlaubt und Renonce."),
    "ablage": Source(
        ALLGEMEINES,
        "Trullstücke und Könige dürfen nie verlegt werden, andere Tarock nur dann, wenn es zwingend ist.",
    ),
    "ablage_farbspiel": Source(
        FARBSPIELE,
        "Zunächst müssen Tarock verlegt werden, und zwar **verdeckt** (keine Trullstücke!), erst dann dürfen Farben verlegt "
        "werden, und zwar **offen**.",
    ),
    "ablage_minimum": Source(
        FARBSPIELE, "Der Farbspieler muss nach dem Verlegen **mindestens 6 Farbkarten** im Blatt haben."
    ),
    "kartenzahl": Source(
        RENONCE,
        "Stellt sich erst später heraus, dass ein Spieler zu wenig oder zu viele Karten im Blatt hat, so hat der Spieler mit "
        "den zu vielen und der mit den zu wenigen Karten Renonce begangen.",
    ),
    "zwei_karten": Source(
        RENONCE,
        "Hat ein Spieler am Ende eine Karte zu wenig, dann hat er entweder mit 11 Karten das Spiel begonnen oder bei einem "
        "Stich 2 Karten auf den Tisch gelegt. In beiden Fällen ist das Renonce.",
    ),
    "ausspiel": Source(
        RENONCE,
        "Falsches Ausspielen, welches spiel- verratend oder –entscheidend sein kann, führt – ohne weitere Diskussion - zum "
        "Renonce, wenn ein Spieler dies fordert.",
    ),
    "falsch_eingezogen": Source(
        RENONCE,
        "Jeder Spieler darf nur seine eigenen Stiche einziehen, nicht auch die Stiche seiner Partner.",
    ),
    "kontra": Source(
        PRAEMIEN, "Stellt sich am Ende heraus, dass sich Partner kontriert haben, zählt dies nicht."
    ),
    "kontra_effect": Source(
        ALLGEMEINES,
        "Kontrierungen wirken sich nicht auf die Schrift aus; wenn um Geld gespielt wird, dann nur auf die Auszahlung.",
    ),
    "kontra_trischaken": Source("Trischaken", "Kein Kontra möglich!"),
    "lizitation": Source(
        VORHAND,
        "Der Vorhandspieler darf zu Beginn nicht *Weiter!* sagen und darf nicht ein anderes Spiel halten.",
    ),
    "bei": Source(NEGATIVSPIELE, "„Bei“-Spiele sind nicht zulässig."),
    "solo": _SOLO,
    "valat": Source(
        VALAT,
        "Im angesagten und stillen Valat zählen **alle Vogerln und der König ultimo** (egal ob angesagt oder still), werden "
        "aber nicht vervielfacht.",
    ),
    "valat_kontra": Source(
        VALAT, "Sobald ein Valat angesagt oder still erzielt wird, ist ein Kontra auf das Spiel hinfällig"
    ),
    "schleifen": Source(
        RUFER,
        "Wer sich selbst ruft, kann „schleifen“. In diesem Fall werden die Punkte des normalen Spiels gewertet (z.B. "
        "Pagatrufer 3 Punkte).",
    ),
    "kaiserstich": Source(
        "Kaiserstich (Märchen)",
        "Fallen Sküs, Mond und Pagat, egal in welcher Reihenfolge, in einem Stich , so sticht der Pagat.",
    ),
    "trischaken": Source("Trischaken", "Verlierer des Trischakens ist der Spieler mit den meisten Punkten."),
    "trischaken_renonce": Source(
        "Trischaken",
        "Bei Renonce zahlt der Renoncespieler den 3 regulären Spielern je 9 Punkte, egal wer getrischakt hat.",
    ),
    "claim": Source(
        RENONCE,
        "Entsteht einem Spieler durch Renonce eines anderen Spielers ein offensichtlicher Punkteverlust (stille Vogerln, stiller "
        "Valat), so kann er diese Punkte beim renoncierenden Spieler einfordern.",
    ),
    "talon": Source(VORHAND, "Die verlegten Karten zählen zu den Stichen des Spielers."),
    "direction": Source(ALLGEMEINES, "Gespielt wird **gegen** den Uhrzeigersinn."),
    "deal": Source(ALLGEMEINES, "Der Talon wird in der Mitte (nach 4 x 6 Karten) gegeben."),
    "misdeal": Source(
        RENONCE, "Vergeben ist dann nicht Renonce, wenn der Fehler vor Beginn der Lizitation bemerkt wird."
    ),
    "blank": Source(ALLGEMEINES, "Jedes Spiel muss gespielt werden."),
    "radl": Source(
        ALLGEMEINES, "Es gibt **kein** Verdoppelungsradd nach Mondfang, Trischaken oder Nullrunde"
    ),
}


def _virgin_forehand(system: System, value: Any) -> System:
    return ways.read_as(system, forehand_doubles_virgins=value == "doppelt")


def _three_equals(system: System, value: Any) -> System:
    return ways.read_as(system, three_equals_share=value == "neun zusammen")


OPTIONS = (
    radl_option(SOURCES["radl"]),
    silent_bird_option(),
    silent_kings_option(),
    talon_material_option(True),
    trumping_tarock_option(),
    suit_game_kaiserstich_option(),
    lost_valat_option(),
    Option(
        "trischaken_vorhand_jungfrau",
        "doppelt",
        assumed(
            "A1: was die Vorhand einer Jungfrau zahlt, steht nicht da; sonst zahlt sie immer das Doppelte"
        ),
        "die Vorhand zahlt der Jungfrau",
        "what the forehand pays a virgin",
        choices=("doppelt", "einfach"),
        apply=_virgin_forehand,
    ),
    Option(
        "trischaken_drei_gleiche_und_jungfrau",
        "neun von jedem",
        assumed(
            "A2: drei punktgleiche Verlierer und eine Jungfrau sind nicht geregelt; von zweien erhält sie je 9"
        ),
        "eine Jungfrau erhält von drei Punktgleichen",
        "what a virgin gets from three equal losers",
        choices=("neun von jedem", "neun zusammen"),
        apply=_three_equals,
    ),
)

SYSTEM = System(
    id="steiermark-2017",
    name="Steirischer Tarockcup 2017/2018",
    clockwise=False,
    games=GAMES,
    bonuses=BONUSES,
    options=OPTIONS,
    win_thirds=107,
    kaiserstich=Kaiserstich.ANY_ORDER,
    kaiserstich_in_negative=False,
    stichzwang=frozenset({Family.NEGATIVE, Family.TRISCHAKEN}),
    pagat_last=frozenset({Family.NEGATIVE, Family.TRISCHAKEN}),
    moment=Moment.WINNER_COLLECTS,
    kontra=KontraEffect.CASH,
    kontra_in_negative=True,
    kontra_by_partner="notice",
    kontra_with_king_in_talon=False,
    valat=Valat(8, 4, ("game",), silent_birds=True, material="announced_if_silent", voids_game_kontra=True),
    trischaken=Trischaken(ways.steiermark, renonce=9, renonce_forehand=9),
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
    claims=frozenset({"pagat", "uhu", "kakadu", "quapil", "valat"}),
    bei_games=False,
    own_raise_needs_overbid=True,
    forehand_opens_with=frozenset({"sechserdreier"}),
    forehand_may_hold=False,
    after_passes_only_forehand_games=False,
    ouvert_waits_for_next_lead=True,
    sources=SOURCES,
)
