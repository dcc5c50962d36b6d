"""The modes of tournaments as rows of data, each with the words of the text that it follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Source:
    """Where a provision stands: the rule text, its section, and the words themselves."""

    system: str
    section: str
    quote: str


@dataclass(frozen=True, slots=True)
class Option:
    """What a text leaves open: the readings (the first is the default) and the question that they answer."""

    values: tuple[str, ...]
    question: str

    @property
    def default(self) -> str:
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Mode:
    """One way to run a tournament. `None` means that the text sets no limit."""

    id: str
    largest_table: int = 6
    games_limit: int | None = None
    rounds_planned: int = 4  # how far the first draw looks ahead; not a limit
    rounds_limit: int | None = None
    per_game: bool = False  # a round counts its points divided by its games
    best_round_breaks_ties: bool = False
    sitting_out: bool = True
    finalists: int = 0
    cup_points: tuple[int, ...] = ()
    options: Mapping[str, Option] = field(default_factory=dict)
    sources: Mapping[str, Source] = field(default_factory=dict)


SMALLEST_TABLE = 4

# The seed gives the first three and the last; the full table is the one that the Steirischer Tarockcup publishes.
CUP_POINTS = (
    *(
        223,
        198,
        180,
        168,
        156,
        147,
        138,
        131,
        124,
        117,
        110,
        105,
        100,
        95,
        90,
        85,
        80,
        76,
        72,
        68,
        64,
        60,
        56,
        52,
        49,
    ),
    *(46, 43, 40, 37, 34, 31, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1),
)

_NEVER_CAME = Option(
    ("ranked", "last"),
    "Where does a listed player stand who took part in no round: by a score of 0, or behind all and without cup points?",
)


def _steiermark(section: str, quote: str) -> Source:
    return Source("steiermark-2017", section, quote)


def _hopfgarten(quote: str) -> Source:
    return Source("hopfgarten-2023", "6) Turniermodus", quote)


def _kantine(section: str, quote: str) -> Source:
    return Source("kantine-2.0", section, quote)


_LENGTH = "Wie lange wird gespielt?"
_SEATING = "Wie werden die Spieler:innen an die einzelnen Tische gesetzt?"
_RATING = "Wie werden die einzelnen Ergebnisse gewertet?"

STEIRISCHER_CUP = Mode(
    id="steirischer-cup",
    rounds_planned=3,
    cup_points=CUP_POINTS,
    options={
        "ties": Option(
            ("shared", "average"),
            "Cup points of a shared place: what the place is worth for each, or the mean of the places that they fill?",
        ),
        "never_came": _NEVER_CAME,
    },
    sources={
        "rounds": _steiermark(_LENGTH, "Es werden 3 Runden gespielt."),
        "seats": _steiermark(
            "Wie werden die Spieler an die einzelnen Tische gesetzt?", "Es entscheidet ein Zufallsgenerator."
        ),
        "score": _steiermark(
            "Es wird aber nicht nur geschrieben, sondern auch ausbezahlt?",
            "Für das Turnierergebnis ist nur die Schrift ausschlaggebend.",
        ),
        "cup_points": _steiermark(
            _RATING,
            "Die Ergebnisse der Einzelturniere werden in fixe Cuppunkte umgerechnet (erster Platz 223 Fixpunkte, "
            "zweiter 198, dritter 180 ... 50. Platz 1 Fixpunkt).",
        ),
        "qualified": _steiermark(
            _RATING,
            "Wer an mindestens einem Einzelturnier teilgenommen hat, ist für das Finale qualifiziert.",
        ),
        "cup": _steiermark(
            _RATING,
            "Für den Gesamtturniersieg werden die sechs besten Ergebnisse plus das Final-Ergebnis gewertet.",
        ),
    },
)

HOPFGARTEN = Mode(
    id="hopfgarten",
    largest_table=4,
    games_limit=20,
    rounds_planned=3,
    rounds_limit=3,
    best_round_breaks_ties=True,
    sitting_out=False,
    finalists=12,
    options={"never_came": _NEVER_CAME},
    sources={
        "tables": _hopfgarten("Es gibt nur Vierertische."),
        "seats": _hopfgarten("Die Tischzuteilung erfolgt durch das Los."),
        "struck": _hopfgarten(
            "Findet sich bei der Abrechnung in einer Zeile ein Schreibfehler, der nicht mehr geklärt werden kann, "
            "wird dieses Spiel ersatzlos gestrichen."
        ),
        "rounds": _hopfgarten(
            "Es werden insgesamt vier Runden zu je 20 Spielen gespielt (3 Vorrunden, 1 Finalrunde)."
        ),
        "score": _hopfgarten(
            "Die Punkte der drei Vorrunden werden addiert, um die besten 12 Spieler fürs Finale zu ermitteln "
            "(bei Punktegleichheit zählt die beste Vorrunde)."
        ),
        "time_limit": _hopfgarten("Die Vorrunden werden mit Zeitlimit gespielt."),
        "final": _hopfgarten(
            "Die 12 Finalisten spielen in der Finalrunde, wobei jeder die halben Punkte aus der Vorrunde mitnimmt."
        ),
        "final_ties": _hopfgarten(
            "Wer am Ende die meisten Punkte hat, gewinnt das Turnier (bei Punktegleichheit zählt die bessere Finalrunde)."
        ),
        "preliminary_place": _hopfgarten(
            "Als Grundlage für die Ermittlung der Cuppunkte für die Gesamtwertung des Tiroler Tarockcups wird das "
            "Zwischenergebnis nach den drei Vorrunden herangezogen."
        ),
    },
)

KANTINE = Mode(
    id="kantine",
    largest_table=4,
    per_game=True,
    options={
        "bye": Option(
            ("own_average", "zero"),
            "Sitting out counts „den Durchschnittspunkte-Wert“: the player's own average, or that of the table, which is 0?",
        ),
        "never_came": _NEVER_CAME,
    },
    sources={
        "rounds": _kantine(_LENGTH, "Es werden insgesamt 4 Runden (Tische) zu je einer Stunde gespielt."),
        "seats": _kantine(
            _LENGTH, "Die Auslosung über alle 4 Runden wurde nach dem Zufallsprinzip erstellt."
        ),
        "draw": _kantine(
            _SEATING, "Die Tischzulassung für alle 4 Runden wurde per Zufallsgenerator erstellt."
        ),
        "signal": _kantine(
            _LENGTH,
            "Spiele, die nach dem Ertönen des Wechselsignals noch im Gange sind, werden fertig gespielt.",
        ),
        "score": _kantine(
            _LENGTH, "Die Punkte werden gewichtet, das heißt durch die Anzahl der Spiele dividiert."
        ),
        "bye": _kantine(
            _LENGTH,
            "Wer aufgrund ungerader Spieler:innen-Anzahl aussetzen muss, bekommt für diese Runde den "
            "Durchschnittspunkte-Wert gutgeschrieben.",
        ),
    },
)

TOTAL = Mode(id="total", options={"never_came": _NEVER_CAME})

MODES: Mapping[str, Mode] = {m.id: m for m in (STEIRISCHER_CUP, HOPFGARTEN, KANTINE, TOTAL)}
