"""Hopfgarter Turnierregeln 2023: what each sentence of the text makes of a result or a deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.engine.helpers import Json, bonus, call, error_places, judged, result, rulings, settled, tricks
from tests.engine.pagat_deals import (
    DURCH,
    KING_CAUGHT,
    KING_TALON,
    MOND_CAUGHT,
    ORDINARY,
    PAGAT,
    REVOKE,
    RUFER,
    TALON,
    WITHOUT_KING,
)

HO = "hopfgarten-2023"


def rufer(**more: Any) -> Json:
    """A Rufer of A with C."""
    return result(HO, "rufer", "A", "C", **more)


def vogel(bird: str, made: bool | None, thirds: int, *others: Json, **more: Any) -> Json:
    """Pagat, Uhu or Maus, bid by B, with D."""
    own = bonus(bird, "B", made=made)
    return result(
        HO, "besserrufer", "B", "D", bird=bird, declarer_thirds=thirds, bonuses=[own, *others], **more
    )


def auf(thirds: int, *bonuses: Json, **more: Any) -> Json:
    """An Auf of B, alone against three."""
    return result(HO, "dreier", "B", declarer_thirds=thirds, bonuses=list(bonuses), **more)


def fahren(thirds: Sequence[int], won: Sequence[int] = (3, 3, 3, 3), **more: Any) -> Json:
    """A Fahrer of A, the forehand."""
    return result(HO, "trischaken", "A", thirds=list(thirds), tricks_won=list(won), **more)


SETTLEMENTS: list[tuple[str, Json, list[int]]] = [
    # «Um ein Spiel zu gewinnen, sind 35 Punkte und 1 Blatt erforderlich.» 35/1 is 106 thirds
    ("won with 35/1", rufer(declarer_thirds=106), [1, -1, 1, -1]),
    ("lost at 35", rufer(declarer_thirds=105), [-1, 1, -1, 1]),
    # «Auf 5», per opponent
    ("Auf won", auf(106), [-5, 15, -5, -5]),
    ("Auf lost", auf(0), [5, -15, 5, 5]),
    # «Pagat 2+2», «Uhu 2+4», «Maus 2+6»; «Spiel und Zusätze werden getrennt verrechnet»
    ("Pagat won with its bird", vogel("pagat", True, 130), [-4, 4, -4, 4]),
    ("Pagat won without its bird", vogel("pagat", False, 130), [0, 0, 0, 0]),
    ("Pagat lost with its bird", vogel("pagat", True, 90), [0, 0, 0, 0]),
    ("Pagat lost without its bird", vogel("pagat", False, 90), [4, -4, 4, -4]),
    ("Uhu won", vogel("uhu", True, 130), [-6, 6, -6, 6]),
    ("Uhu's bird lost", vogel("uhu", False, 130), [2, -2, 2, -2]),
    ("Maus won", vogel("kakadu", True, 130), [-8, 8, -8, 8]),
    ("Maus won, bird lost", vogel("kakadu", False, 130), [4, -4, 4, -4]),
    # «Zusätze still | ang.»: Pagat 1 2, Uhu 2 4, Maus 3 6, Trull 1 2, Könige 1 2, König 2 3, Mondfang 10 20
    (
        "silent ones",
        rufer(
            declarer_thirds=150,
            bonuses=[bonus(w) for w in ("pagat", "uhu", "kakadu", "trull", "vier_koenige", "koenig_ultimo")],
        ),
        [11, -11, 11, -11],
    ),
    (
        "announced ones",
        rufer(
            declarer_thirds=150,
            bonuses=[
                bonus(w, "C") for w in ("pagat", "uhu", "kakadu", "trull", "vier_koenige", "koenig_ultimo")
            ],
        ),
        [20, -20, 20, -20],
    ),
    (
        "announced ones lost",
        rufer(
            declarer_thirds=150,
            bonuses=[bonus(w, "C", made=False) for w in ("trull", "vier_koenige", "koenig_ultimo")],
        ),
        [-6, 6, -6, 6],
    ),
    (
        "opponents' announcements count for them",
        rufer(
            declarer_thirds=150,
            bonuses=[bonus("trull", "B", "opponents"), bonus("pagat", "D", "opponents", False)],
        ),
        [1, -1, 1, -1],
    ),
    (
        "silent Mondfang of the opponents",
        auf(120, bonus("mondfang", side="opponents")),
        [5, -15, 5, 5],
    ),
    ("announced Mondfang", auf(120, bonus("mondfang", "B")), [-25, 75, -25, -25]),
    ("announced Mondfang lost", auf(120, bonus("mondfang", "B", made=False)), [15, -45, 15, 15]),
    # A38: a silent bird that is lost costs nothing
    ("silent bird lost", auf(120, bonus("pagat", made=False)), [-5, 15, -5, -5]),
    (
        "silent bird lost, minus agreed",
        auf(120, bonus("pagat", made=False), options={"stiller_vogel_verloren": "minus"}),
        [-4, 12, -4, -4],
    ),
    # «Königfang 1 - | nur unterm Spiel (entfällt bei König Ultimo)»
    (
        "Königfang",
        rufer(declarer_thirds=120, bonuses=[bonus("koenigfang", side="opponents")]),
        [0, 0, 0, 0],
    ),
    (
        "«schon in der Prämie für den König ultimo enthalten»",
        rufer(
            declarer_thirds=120,
            bonuses=[bonus("koenig_ultimo", "C", made=False), bonus("koenigfang", side="opponents")],
        ),
        [-2, 2, -2, 2],
    ),
    # «Man darf die Hälfte mit dem gerufenen König liegen lassen, das zählt aber als stiller Königfang.»
    (
        "king left",
        result(HO, "rufer", "A", declarer_thirds=120, king_in_talon=True, king_left=True),
        [0, 0, 0, 0],
    ),
    (
        "king left in a Pagat",
        result(
            HO,
            "besserrufer",
            "B",
            bird="pagat",
            declarer_thirds=120,
            king_in_talon=True,
            king_left=True,
            bonuses=[bonus("pagat", "B")],
        ),
        [-3, 9, -3, -3],
    ),
    ("king taken", result(HO, "rufer", "A", declarer_thirds=120, king_in_talon=True), [3, -1, -1, -1]),
    # «Man darf sich selber rufen.»
    ("self-call", result(HO, "rufer", "A", declarer_thirds=120), [3, -1, -1, -1]),
    # «kann man das Spiel schleifen, d. h. sofort aufgeben»
    ("schleifen", result(HO, "rufer", "A", end="schleifen", king_in_talon=True), [-3, 1, 1, 1]),
    (
        "schleifen of a Maus",
        result(HO, "besserrufer", "B", bird="kakadu", end="schleifen", king_in_talon=True),
        [8, -24, 8, 8],
    ),
    # «Leere Rufer … sofort als gewonnen abgerechnet»; 10 Tarock and the Königfang of a left king count
    ("empty Rufer", rufer(end="blank"), [1, -1, 1, -1]),
    ("empty Rufer, king taken", result(HO, "rufer", "A", end="blank", king_in_talon=True), [3, -1, -1, -1]),
    (
        "empty Rufer, king left",
        result(HO, "rufer", "A", end="blank", king_in_talon=True, king_left=True),
        [0, 0, 0, 0],
    ),
    (
        "empty Rufer, 10 Tarock of an opponent",
        rufer(end="blank", bonuses=[bonus("zehn_tarock", "D", "opponents")]),
        [0, 0, 0, 0],
    ),
    (
        # «kann weder verloren … werden»; `made` may be null in an empty Rufer
        "empty Rufer, 10 Tarock with nothing said of its outcome",
        rufer(end="blank", bonuses=[bonus("zehn_tarock", "A", made=None)]),
        [2, -2, 2, -2],
    ),
    # «Diese Ansage wird dem Inhaber (und seinem Partner) gutgeschrieben»
    ("10 Tarock", auf(120, bonus("zehn_tarock", "B")), [-6, 18, -6, -6]),
    ("10 Tarock in a lost Auf", auf(90, bonus("zehn_tarock", "B")), [4, -12, 4, 4]),
    ("10 Tarock of an opponent", auf(120, bonus("zehn_tarock", "C", "opponents")), [-4, 12, -4, -4]),
    # «er muss aber nicht»: not announced, not counted
    ("10 Tarock kept to oneself", auf(120, bonus("zehn_tarock")), [-5, 15, -5, -5]),
    # «kann weder verloren, noch kontriert werden»
    (
        "no Kontra on 10 Tarock",
        auf(120, bonus("zehn_tarock", "B"), kontra=[call("A", on="zehn_tarock")]),
        [-6, 18, -6, -6],
    ),
    # «Alle Kontras zählen auf die Schrift (Kontra, Re und Sub).»
    ("Kontra", auf(120, kontra=[call("A")]), [-10, 30, -10, -10]),
    ("Re", auf(120, kontra=[call("A"), call("B", "re")]), [-20, 60, -20, -20]),
    ("Sub, lost", auf(90, kontra=[call("A"), call("B", "re"), call("C", "sub")]), [40, -120, 40, 40]),
    ("Kontra on the game only", vogel("uhu", True, 130, kontra=[call("A")]), [-8, 8, -8, 8]),
    ("Kontra on the bird only", vogel("uhu", False, 130, kontra=[call("C", on="uhu")]), [6, -6, 6, -6]),
    (
        "Re of the partner on the bird",
        vogel("pagat", True, 130, kontra=[call("A", on="pagat"), call("D", "re", "pagat")]),
        [-10, 10, -10, 10],
    ),
    ("Kontra of the own partner", vogel("pagat", True, 130, kontra=[call("D")]), [-4, 4, -4, 4]),
    ("Re without Kontra", vogel("pagat", True, 130, kontra=[call("B", "re")]), [-4, 4, -4, 4]),
    (
        "Kontra on what was silent",
        auf(120, bonus("trull"), kontra=[call("A", on="trull")]),
        [-6, 18, -6, -6],
    ),
    (
        "Kontra on the opponents' Trull",
        auf(120, bonus("trull", "C", "opponents", False), kontra=[call("B", on="trull")]),
        [-9, 27, -9, -9],
    ),
    # «Durch (Valat) x2 | x4 | Grundspiel und angesagte Zusätze werden gemeinsam vervielfacht»
    ("silent Durch", auf(210, bonus("valat")), [-10, 30, -10, -10]),
    ("announced Durch", auf(210, bonus("valat", "B")), [-20, 60, -20, -20]),
    (
        "silent Durch doubles what was announced: (2+2) x 2, «stille Zusätze zählen nicht»",
        vogel("pagat", True, 210, bonus("valat"), bonus("trull"), bonus("vier_koenige"), bonus("uhu")),
        [-8, 8, -8, 8],
    ),
    (
        "announced Durch: (2+4+3+2) x 4",
        vogel("uhu", True, 210, bonus("koenig_ultimo", "D"), bonus("trull", "B"), bonus("valat", "B")),
        [-44, 44, -44, 44],
    ),
    (
        "an announcement lost in a Durch is multiplied too: (2+2-3) x 4",
        vogel("pagat", True, 210, bonus("koenig_ultimo", "D", made=False), bonus("valat", "D")),
        [-4, 4, -4, 4],
    ),
    # «Sie zählt immer einen Punkt (auch bei einem Durch/Valat).»
    (
        "10 Tarock in a Durch: 5 x 4 + 1",
        auf(210, bonus("valat", "B"), bonus("zehn_tarock", "B")),
        [-21, 63, -21, -21],
    ),
    # «Wird ein angesagter Valat verloren, ist alles verloren (Spiel und Ansagen).»
    ("Durch lost", auf(200, bonus("valat", "B", made=False)), [20, -60, 20, 20]),
    (
        "Durch lost takes the bird that was made: -(2+2) x 4",
        vogel("pagat", True, 200, bonus("valat", "D", made=False)),
        [16, -16, 16, -16],
    ),
    (
        "10 Tarock is not lost with the Durch",
        auf(200, bonus("valat", "B", made=False), bonus("zehn_tarock", "B")),
        [19, -57, 19, 19],
    ),
    (
        "the silent Trull of a lost Durch counts nothing",
        auf(200, bonus("valat", "B", made=False), bonus("trull")),
        [20, -60, 20, 20],
    ),
    ("silent Durch of the opponents", auf(0, bonus("valat", side="opponents")), [10, -30, 10, 10]),
    (
        "announced Durch of the opponents, with the bird that was lost: -(2+2) x 4",
        vogel("pagat", False, 0, bonus("valat", "A", "opponents")),
        [16, -16, 16, -16],
    ),
    ("left king in a Durch: silent, void", auf(210, bonus("valat", "B")), [-20, 60, -20, -20]),
    (
        "king left and still a Durch",
        result(
            HO,
            "rufer",
            "A",
            declarer_thirds=210,
            king_in_talon=True,
            king_left=True,
            bonuses=[bonus("valat", "A")],
        ),
        [12, -4, -4, -4],
    ),
    (
        "Kontra on the Durch doubles it all",
        vogel("pagat", True, 210, bonus("valat", "B"), kontra=[call("A", on="valat")]),
        [-32, 32, -32, 32],
    ),
    (
        "Kontra on the game within a Durch: 2 x 4 x 2 + 2 x 4",
        vogel("pagat", True, 210, bonus("valat", "B"), kontra=[call("A")]),
        [-24, 24, -24, 24],
    ),
    (
        # Kontra on the opponents' Pagat stands beside the declarers' Durch: 5 x 4 + 2 x 4 x 2
        "Kontra on an opponents' bird within a Durch",
        auf(
            210,
            bonus("valat", "B"),
            bonus("pagat", "A", "opponents", False),
            kontra=[call("B", on="pagat")],
        ),
        [-36, 108, -36, -36],
    ),
    # A30: a bird announced after the talon leaves the Rufer at 1
    (
        "Rufer with Pagat",
        rufer(declarer_thirds=120, bonuses=[bonus("pagat", "A")]),
        [3, -3, 3, -3],
    ),
    (
        "Rufer with Pagat, counted as a Pagat",
        rufer(declarer_thirds=120, bonuses=[bonus("pagat", "A")], options={"rufer_mit_vogel": "2"}),
        [4, -4, 4, -4],
    ),
    # the option speaks only of a Rufer with a bird
    ("empty Rufer stays 1", rufer(end="blank", options={"rufer_mit_vogel": "2"}), [1, -1, 1, -1]),
    (
        "Rufer with Trull stays 1",
        rufer(declarer_thirds=120, bonuses=[bonus("trull", "A")], options={"rufer_mit_vogel": "2"}),
        [3, -3, 3, -3],
    ),
    # «bezahlt er das Spiel und alle angesagten Zusätze an alle regulären Spieler (auch an Partner)»
    ("Renonce of the declarer", rufer(renonce={"by": "A"}), [-3, 1, 1, 1]),
    ("Renonce of the partner", rufer(renonce={"by": "C"}), [1, 1, -3, 1]),
    ("Renonce of an opponent", rufer(renonce={"by": "D"}), [1, 1, 1, -3]),
    (
        "Renonce pays every announcement, whoever made it: 2+6+2+3",
        vogel(
            "kakadu",
            None,
            0,
            bonus("trull", "A", "opponents", None),
            bonus("koenig_ultimo", "D", made=None),
            renonce={"by": "C"},
        ),
        [13, 13, -39, 13],
    ),
    (
        "Renonce pays nothing for what was silent",
        vogel("pagat", True, 150, bonus("trull"), renonce={"by": "A"}),
        [-12, 4, 4, 4],
    ),
    ("Renonce in an announced Durch: (2+2) x 4", vogel("pagat", None, 0, bonus("valat", "B"), renonce={"by": "C"}), [16, 16, -48, 16]),
    ("Renonce of the lone declarer", auf(0, renonce={"by": "B"}), [5, -15, 5, 5]),
    # amounts are per opponent: who plays alone against three receives threefold
    ("Renonce against a lone declarer", auf(0, renonce={"by": "A"}), [-25, 15, 5, 5]),
    ("Kontra does not count in a Renonce", auf(0, kontra=[call("A")], renonce={"by": "B"}), [5, -15, 5, 5]),
    # «3 x 2 Punkte, auch als Vorhand»
    ("Renonce of the driver", fahren((60, 50, 50, 50), renonce={"by": "A"}), [-6, 2, 2, 2]),
    ("Renonce in Fahren", fahren((60, 50, 50, 50), renonce={"by": "C"}), [2, 2, -6, 2]),
    # an agreed double round
    ("Radl", auf(120, options={"radl": True}), [-10, 30, -10, -10]),
    # «Die beiden Spieler mit den meisten Punkten zahlen an die beiden anderen je 3 Punkte (2 x 3 Punkte).»
    ("Fahren: two pay two", fahren((30, 90, 70, 20)), [3, -3, -3, 3]),
    ("Fahren: the driver is second", fahren((70, 90, 30, 20)), [-3, -3, 3, 3]),
    ("Fahren: equal at the top", fahren((30, 75, 75, 30)), [3, -3, -3, 3]),
    ("Fahren: equal at the bottom", fahren((35, 90, 50, 35)), [3, -3, -3, 3]),
    # «Haben die beiden mittleren Spieler gleich viele Punkte, gehen sie leer aus.»
    ("Fahren: equal in the middle", fahren((50, 80, 50, 30)), [0, -3, 0, 3]),
    ("Fahren: middle without the driver", fahren((30, 80, 50, 50)), [3, -3, 0, 0]),
    # where three are equal they share the edge
    ("Fahren: three equal at the bottom", fahren((40, 90, 40, 40)), [1, -3, 1, 1]),
    ("Fahren: three equal at the top", fahren((6, 68, 68, 68)), [3, -1, -1, -1]),
    # «Hat jemand das Spiel, zahlt er alles alleine (3 x 2 Punkte).» 35/1 is 106 thirds
    ("Fahren: somebody has the game", fahren((40, 106, 40, 24)), [2, -6, 2, 2]),
    ("Fahren: not yet the game", fahren((41, 105, 40, 24)), [-3, -3, 3, 3]),
    # «Hat der Fahrer die meisten Punkte, zahlt er ebenfalls alleine (3 x 2 Punkte).»
    ("Fahren: the driver has most", fahren((80, 70, 40, 20)), [-6, 2, 2, 2]),
    ("Fahren: the driver most, middle equal", fahren((90, 50, 50, 20)), [-6, 2, 2, 2]),
    # «Hat der Fahrer das Spiel, zahlt er doppelt (3 x 4 Punkte).»
    ("Fahren: the driver has the game", fahren((106, 54, 30, 20)), [-12, 4, 4, 4]),
    # «Hat jemand keinen Stich, kassiert er alles alleine (3 x 2 Punkte).»
    ("Fahren: one virgin", fahren((0, 90, 70, 50), (0, 6, 4, 2)), [6, -2, -2, -2]),
    ("Fahren: one virgin, somebody has the game", fahren((40, 150, 20, 0), (3, 8, 1, 0)), [0, -6, 0, 6]),
    ("Fahren: one virgin, the driver has most", fahren((90, 70, 50, 0), (6, 4, 2, 0)), [-6, 0, 0, 6]),
    ("Fahren: one virgin, the driver has the game", fahren((150, 40, 20, 0), (8, 3, 1, 0)), [-12, 0, 0, 12]),
    # «Haben zwei Spieler keinen Stich, teilen sie sich den Gewinn (2 x 3 Punkte).»
    ("Fahren: two virgins", fahren((0, 106, 104, 0), (0, 6, 6, 0)), [3, -6, 0, 3]),
    ("Fahren: two virgins, 35 to 35", fahren((0, 105, 0, 105), (0, 6, 0, 6)), [3, -3, 3, -3]),
    ("Fahren: two virgins, the driver has the game", fahren((150, 60, 0, 0), (8, 4, 0, 0)), [-12, 0, 6, 6]),
    ("Fahren: three virgins", fahren((0, 210, 0, 0), (0, 12, 0, 0)), [2, -6, 2, 2]),
    ("Fahren: three virgins, the driver took all", fahren((210, 0, 0, 0), (12, 0, 0, 0)), [-12, 4, 4, 4]),
    # «Es gibt kein Kontra und keinen Mondfang.»
    (
        "Fahren: no Kontra",
        fahren((30, 90, 70, 20), kontra=[call("C")]),
        [3, -3, -3, 3],
    ),
    # the readings A27, A28, A29 and of the driver among equals
    ("A27: six each", fahren((30, 90, 70, 20), options={"fahren_je_drei": "6"}), [6, -6, -6, 6]),
    ("A28: six", fahren((50, 80, 50, 30), options={"fahren_mittlere_gleich": "6"}), [0, -6, 0, 6]),
    (
        "A29: two pay the virgin",
        fahren((0, 90, 70, 50), (0, 6, 4, 2), options={"fahren_jungfrau_zahlen": "die beiden höchsten"}),
        [6, -3, -3, 0],
    ),
    ("driver among equals", fahren((80, 80, 30, 20)), [-3, -3, 3, 3]),
    (
        "driver among equals, alone",
        fahren((80, 80, 30, 20), options={"fahrer_gleichstand": "alleine"}),
        [-6, 2, 2, 2],
    ),
    (
        "two readings at once",
        fahren((50, 80, 50, 30), options={"fahren_mittlere_gleich": "6", "fahrer_gleichstand": "alleine"}),
        [0, -6, 0, 6],
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("document", "expected"), [s[1:] for s in SETTLEMENTS], ids=[s[0] for s in SETTLEMENTS]
)
def test_settlement(document: Json, expected: list[int]) -> None:
    got = settled(document)
    assert list(got.sheet) == expected
    assert list(got.kontra_cents) == [0, 0, 0, 0]  # «Alle Kontras zählen auf die Schrift»


def test_every_expected_sheet_adds_up_to_nothing() -> None:
    assert all(sum(expected) == 0 for _, _, expected in SETTLEMENTS)


ERRORS: list[tuple[str, Json, str]] = [
    # «keinen Sechserdreier, keine Farben-, Solo- oder Negativspiele und keine Säcke»
    *(
        (f"no {game}", result(HO, game, "A"), "contract.game")
        for game in ("piccolo", "solorufer", "bettler", "sechserdreier", "farbendreier", "farbensolo", "solodreier")
    ),
    ("no fourth bird", result(HO, "besserrufer", "A", "C", bird="quapil", declarer_thirds=120), "contract.bird"),
    ("no bird in a Rufer", rufer(bird="pagat", declarer_thirds=120), "contract.bird"),
    ("no Sack", auf(140, bonus("sack1", "B")), "bonuses[0].what"),
    ("no Quapil", auf(140, bonus("quapil")), "bonuses[0].what"),
    ("no Skoty", auf(140, options={"skoty": True}), "options.skoty"),
    ("a choice that does not exist", auf(140, options={"fahrer_gleichstand": "nie"}), "options.fahrer_gleichstand"),
    ("an empty Rufer has no announcement", rufer(end="blank", bonuses=[bonus("trull", "A")]), "bonuses[0]"),
    ("only a Rufer is empty", result(HO, "besserrufer", "B", "D", bird="pagat", end="blank"), "end"),
    ("no schleifen in an Auf", auf(0, end="schleifen"), "end"),
    ("no king in an Auf", auf(120, king_left=True), "king_left"),
    ("king in the talon and a partner", rufer(declarer_thirds=120, king_in_talon=True), "king_in_talon"),
    ("209 thirds", fahren((60, 50, 50, 49)), "thirds"),
    ("eleven tricks", fahren((60, 50, 50, 50), (3, 3, 3, 2)), "tricks_won"),
    ("a virgin with points", fahren((60, 50, 50, 50), (6, 3, 3, 0)), "thirds[3]"),
    ("the bird's outcome is missing", result(HO, "besserrufer", "B", "D", bird="uhu", declarer_thirds=120), "bonuses"),
    ("the points are missing", rufer(), "declarer_thirds"),
    ("nothing to claim", rufer(renonce={"by": "A", "claims": [{"by": "B", "what": "pagat"}]}), "renonce.claims[0].what"),
]  # fmt: skip


@pytest.mark.parametrize(("document", "place"), [e[1:] for e in ERRORS], ids=[e[0] for e in ERRORS])
def test_error(document: Json, place: str) -> None:
    assert error_places(document) == [place]


# --- whole deals -----------------------------------------------------------------------------------------------


def deal(game: str, lines: Sequence[str], extra: str = "", talon: str = TALON, end: str = "played") -> str:
    return f"Kiebitz {HO}\nSpiel {game}\n{talon}{extra}{tricks(1, *lines)}Ende {end}\n"


def running(lines: Sequence[str], game: str = PAGAT, extra: str = "", talon: str = TALON) -> str:
    return deal(game, lines, extra, talon, "running")


DEALS: list[tuple[str, str, list[int]]] = [
    # game 2, Pagat 2, Trull 1, kings 1, König ultimo silently 2
    ("Pagat with all silent ones", deal(PAGAT, ORDINARY), [-8, 8, -8, 8]),
    ("König ultimo announced 3", deal(PAGAT, ORDINARY, "Ansage D:koenig_ultimo\n"), [-9, 9, -9, 9]),
    # «der aufgenommener Pagat darf auch vom Partner angesagt werden»: game 1, 2, 1, 1, 2
    (
        "Pagat commanded by the partner",
        deal(RUFER, ORDINARY, "Ansage D:pagat\n", "Talon I ♣7 ♦4 | ♠8 ♣8 ♦3\nNimmt 1\nAblage ♠7 ♣7 ♦4\n"),
        [-7, 7, -7, 7],
    ),
    # «Man darf sich selber rufen»: game 2, Pagat 2, Trull 1, kings 1
    ("self-call", deal("B besserrufer/pagat ruft ♦K", ORDINARY), [-6, 18, -6, -6]),
    # Auf: 5, silent Pagat 1, Trull 1, kings 1
    ("Auf", deal("B dreier", ORDINARY), [-8, 24, -8, -8]),
    # Durch: silent (2+2) x 2; announced (2+2+2) x 4 with the Trull
    ("silent Durch", deal(PAGAT, DURCH), [-8, 8, -8, 8]),
    ("announced Durch", deal(PAGAT, DURCH, "Ansage B:valat D:trull\n"), [-24, 24, -24, 24]),
    # 2 + 2, Uhu 2, König ultimo 2, kings 1, Mondfang -10; the Trull is shared
    ("Mondfang", deal(PAGAT, MOND_CAUGHT), [1, -1, 1, -1]),
    ("Mondfang announced", deal(PAGAT, MOND_CAUGHT, "Ansage A:mondfang\n"), [11, -11, 11, -11]),
    # 2 + 2 + Trull 1 - Königfang 1
    ("Königfang", deal(PAGAT, KING_CAUGHT), [-4, 4, -4, 4]),
    # «entfällt bei König Ultimo»: 2 + 2 + 1 - 3
    ("Königfang within König ultimo", deal(PAGAT, KING_CAUGHT, "Ansage D:koenig_ultimo\n"), [-2, 2, -2, 2]),
    # 2 + 2 + Trull 1 - Königfang 1, three times; the fourth king lies in the talon: «im Talon reicht nicht»
    (
        "king left",
        deal(PAGAT, WITHOUT_KING, talon=KING_TALON + "Nimmt 2\nAblage ♠8 ♣8 ♦3\n"),
        [-4, 12, -4, -4],
    ),
    # all 48 cards and the discards are read, so the called king can only have been left
    ("king left, talon not on record", deal(PAGAT, WITHOUT_KING, talon="Ablage ♠8 ♣8 ♦3\n"), [-4, 12, -4, -4]),
    # «sofort aufgeben»: 2 + 2 to all three
    ("schleifen", deal(PAGAT, (), talon=KING_TALON, end="schleifen"), [4, -12, 4, 4]),
    ("empty Rufer", deal("A rufer ruft ♥K mit Partner C", (), talon="", end="blank"), [1, -1, 1, -1]),
    (
        "empty Rufer with 10 Tarock",
        deal("A rufer ruft ♥K mit Partner C", (), "Ansage C:zehn_tarock\n", "", "blank"),
        [2, -2, 2, -2],
    ),
    (
        "empty Rufer with 10 Tarock of an opponent",
        deal("A rufer ruft ♥K mit Partner C", (), "Ansage B:zehn_tarock\n", "", "blank"),
        [0, 0, 0, 0],
    ),
    ("empty Rufer, king taken", deal("A rufer ruft ♥K", (), talon=KING_TALON + "Nimmt 1\n", end="blank"), [3, -1, -1, -1]),
    ("empty Rufer, king left", deal("A rufer ruft ♥K", (), talon=KING_TALON + "Nimmt 2\n", end="blank"), [0, 0, 0, 0]),
    # 10 Tarock: B lays ten after the discard; D has only four, and nothing is lost by that
    ("10 Tarock", deal(PAGAT, ORDINARY, "Ansage B:zehn_tarock\n"), [-9, 9, -9, 9]),
    ("10 Tarock without ten", deal(PAGAT, ORDINARY, "Ansage D:zehn_tarock\n"), [-8, 8, -8, 8]),
    # Kontra on the bird and Re: 2 + 2 x 4 + 1 + 1 + 2; the partner's Kontra is void
    (
        "Kontra and Re",
        deal(PAGAT, ORDINARY, "Kontra D:game/kontra A:pagat/kontra B:pagat/re\n"),
        [-14, 14, -14, 14],
    ),
    # no king is called in an Auf, so König ultimo «zählt hier nicht»: «gerufener König im letzten Stich»
    ("König ultimo in an Auf", deal("B dreier", ORDINARY, "Ansage A:koenig_ultimo\n"), [-8, 24, -8, -8]),
    # Renonce: (2 + 2) to each of the three others
    ("Renonce", deal(PAGAT, REVOKE), [-12, 4, 4, 4]),
    ("Renonce, a Trull announced: 6 each", deal(PAGAT, REVOKE, "Ansage B:trull\n"), [-18, 6, 6, 6]),
    # Fahren: «Der ganze Talon wird zum letzten Stich dazugegeben»; B has the game, C and D no trick
    ("Fahren", deal("A trischaken", ORDINARY, talon=""), [0, -6, 3, 3]),
    (
        "Fahren with the talon on record",
        deal("A trischaken", (*ORDINARY[:11], ORDINARY[11] + " + ♠7 ♣7 ♦4 ♠8 ♣8 ♦3"), talon=""),
        [0, -6, 3, 3],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), [d[1:] for d in DEALS], ids=[d[0] for d in DEALS])
def test_deal(text: str, expected: list[int]) -> None:
    judgement = judged(text)
    assert judgement.sheet is not None
    assert list(judgement.sheet) == expected


def test_points_of_the_left_half_go_to_the_opponents_tricks() -> None:
    # «die Punkte gehören zu den Stichen der Gegner (sobald diese einen Stich haben)»
    judgement = judged(deal(PAGAT, ORDINARY))
    assert list(judgement.facts.thirds) == [19, 185, 0, 0]
    assert judgement.declarer_thirds == 188
    assert judgement.declarers == (1, 3)


def test_the_talon_comes_with_the_last_trick_of_fahren() -> None:
    assert list(judged(deal("A trischaken", ORDINARY, talon="")).facts.thirds) == [19, 191, 0, 0]


def test_no_kaiserstich() -> None:
    # «Es gibt keinen Kaiserstich»: the Sküs takes it
    assert judged(running(["A:XXI B:Sküs C:I D:XV"])).facts.tricks[0].winner == 1


def test_an_empty_rufer_with_an_unknown_partner_stays_open() -> None:
    # A31 «partner reveals»; nothing says who has the king, so nothing is guessed
    assert judged(deal("A rufer ruft ♥K", (), talon="", end="blank")).sheet is None


def test_a_deal_stopped_before_the_called_king_showed_does_not_make_the_declarer_play_alone() -> None:
    # the hand ended with trick 9; D still holds the called king
    judgement = judged(deal(PAGAT, REVOKE[:9]))
    assert judgement.sheet != (-20, 12, 4, 4)
    assert not judgement.facts.alone


REVOKING = "Talon ♠7 ♥4 ♦4 | ♠8 ♣8 ♦3\nNimmt 1\nAblage ♠7 ♣7 ♦4\n"
"""B took ♥4 and did not discard it, so ruffing hearts shows itself at once."""
TWO_BIRDS = "Ansage B:uhu\n"

RULINGS: list[tuple[str, str, list[tuple[str | None, str, str | None]]]] = [
    ("a legal deal", deal(PAGAT, ORDINARY), []),
    # «bevor das Spiel weiterläuft»: correctable until the next card
    ("revoke, nothing laid since", running(["A:♥D B:XIV -> liegt"], talon=REVOKING), [("farbzwang", "B", "correctable")]),
    ("revoke, the next card lies", running(["A:♥D B:XIV C:♥R -> liegt"], talon=REVOKING), [("farbzwang", "B", "renonce")]),
    (
        "revoke, the whole trick lies",
        running(["A:♥D B:XIV C:♥R D:♥3 -> liegt"], talon=REVOKING),
        [("farbzwang", "B", "renonce")],
    ),
    (
        "revoke as the last card, still lying",
        running(["A:♠D B:♠9 C:♠R D:♠10 -> A", "A:XIX B:XX C:XXI D:Sküs -> D", "D:♥R A:♥3 B:XIV -> liegt"], talon=REVOKING),
        [("farbzwang", "B", "correctable")],
    ),
    (
        "revoke as the fourth card, collected",
        running(["A:♠D B:♠9 C:♠K D:♠10 -> C", "C:♥R D:♥D A:♥3 B:XIV -> B"], talon=REVOKING),
        [("farbzwang", "B", "renonce")],
    ),
    (
        "revoke as the fourth card, lying",
        running(["A:♠D B:♠9 C:♠K D:♠10 -> C", "C:♥R D:♥D A:♥3 B:XIV -> liegt"], talon=REVOKING),
        [("farbzwang", "B", "correctable")],
    ),
    (
        "revoke as the fourth card, nobody watched, the next is led",
        running(["A:♠D B:♠9 C:♠K D:♠10", "C:♥R D:♥D A:♥3 B:XIV", "B:XXI"], talon=REVOKING),
        [("farbzwang", "B", "renonce")],
    ),
    ("taken back in time", running(["A:♥D B:♥4 zurück B:XIV"], talon=REVOKING), []),
    ("revoke in a finished deal", deal(PAGAT, REVOKE), [("farbzwang", "A", "renonce")]),
    (
        "Tarockzwang",
        running(["A:♥D B:♥1 C:♠D D:♥4 -> A", "A:♦D B:♦1 C:III D:♦2 -> C"], talon=""),
        [("tarockzwang", "C", "renonce")],
    ),
    # «kein Stichzwang»
    (
        "no Stichzwang in Fahren",
        running(["A:♥R B:♥1 C:♥2 D:♥4 -> A", "A:♥D B:♥B C:♥K D:♥3 -> C"], "A trischaken", talon=""),
        [],
    ),
    # «Der Pagat darf erst als letztes Tarock gespielt werden»
    (
        "Pagat before other Tarocks in Fahren",
        running(["A:XI B:I C:XII D:XIII -> D", "D:X A:II B:XIV C:III -> B"], "A trischaken", talon=""),
        [("pagat_zuletzt", "B", "renonce")],
    ),
    (
        "Pagat led before other Tarocks in Fahren",
        running(["A:I B:II C:XII D:XIII -> D", "D:X A:VIII B:XIV C:III -> B"], "A trischaken", talon=""),
        [("pagat_zuletzt", "A", "renonce")],
    ),
    ("Pagat is free in other games", running(["A:XI B:I C:XII D:XIII -> D", "D:X A:II B:XIV C:III"], RUFER, talon=""), []),
    # «Angesagte Vögel müssen zum vorgeschriebenen Zeitpunkt gespielt werden»
    (
        "Pagat early with another Tarock in hand",
        running(["A:♥D B:I C:♥R D:♥3 -> B", "B:XXI"]),
        [("vogel_pflicht", "B", "lost_bird")],
    ),
    (
        "Pagat given up one trick too early",
        deal(PAGAT, (*ORDINARY[:10], "B:I C:♠D D:♣10 A:♣K", "B:XV C:♣D D:♥K A:♠K")),
        [("vogel_pflicht", "B", "lost_bird")],
    ),
    (
        "Uhu not played in its trick",
        running((*MOND_CAUGHT[:10], "B:I C:♠D"), RUFER, TWO_BIRDS),
        [("vogel_pflicht", "B", "lost_bird")],
    ),
    ("Uhu played in its trick", running(MOND_CAUGHT[:11], RUFER, TWO_BIRDS), []),
    # «(gilt auch für König Ultimo)»
    (
        "called king given up early",
        deal(PAGAT, KING_CAUGHT, "Ansage D:koenig_ultimo\n"),
        [("vogel_pflicht", "D", "lost_bird")],
    ),
    (
        # D was void of spades and Tarock and could have thrown ♣K instead
        "called king thrown away early",
        running(["A:♠D B:♠9 C:♠R D:♥K", "A:♥D B:♥R C:♥1 D:♣K"], RUFER, "Ansage D:koenig_ultimo\n"),
        [("vogel_pflicht", "D", "lost_bird")],
    ),
    # «muss bei mehreren angesagten Vögeln immer der höhere Vogel zuerst aufgegeben werden»
    ("lower bird given up first", running(["A:♥D B:I C:♥R D:♥3"], extra=TWO_BIRDS), [("vogel_reihenfolge", "B", "lost_bird")]),
    ("the same, still lying", running(["A:♥D B:I -> liegt"], extra=TWO_BIRDS), [("vogel_reihenfolge", "B", "correctable")]),
    ("higher bird given up first", running(["A:♥D B:II C:♥R D:♥3 -> B", "B:♠K"], extra=TWO_BIRDS), []),
    # «Vögel dürfen kommandiert werden, d. h. vom Spieler aufgenommene Vögel dürfen dem Spieler auch vom Partner angesagt werden»
    (
        "a commanded Pagat from the talon",
        deal(RUFER, ORDINARY, "Ansage D:pagat\n", "Talon I ♣7 ♦4 | ♠8 ♣8 ♦3\nNimmt 1\nAblage ♠7 ♣7 ♦4\n"),
        [],
    ),
    (
        # the Pagat was not picked up, so the partner may not announce it
        "a commanded Pagat that was not in the talon",
        deal(RUFER, ORDINARY, "Ansage D:pagat\n"),
        [("falsche_ansage", "D", "notice")],
    ),
    (
        "an opponent's bird announced",
        deal(RUFER, ORDINARY, "Ansage A:pagat\n"),
        [("falsche_ansage", "A", "notice")],
    ),
    (
        # the Uhu is B's, picked up from the talon; D owes nothing when he lays before B
        "a commanded Uhu does not bind who announced it",
        running(
            (*MOND_CAUGHT[:9], "B:♠R C:♠10 D:♠K A:♠D", "D:♣10"), RUFER, "Ansage D:uhu\n",
            "Talon II ♣7 ♦4 | XV ♣8 ♦3\nNimmt 1\nAblage ♠7 ♣7 ♦4\n",
        ),
        [],
    ),
    # «Besserrufer ohne Vogel im Blatt»
    (
        "a Pagat bid without the Pagat",
        deal("C besserrufer/pagat ruft ♥K", ORDINARY),
        [("falsche_ansage", "C", "renonce")],
    ),
    (
        "a Pagat bid with the Pagat in the talon",
        deal(PAGAT, ORDINARY, talon="Talon I ♣7 ♦4 | ♠8 ♣8 ♦3\nNimmt 1\nAblage ♠7 ♣7 ♦4\n"),
        [("falsche_ansage", "B", "renonce")],
    ),
    (
        # no bird was named, and B has the Uhu: only Pagat, Uhu and Maus elsewhere would prove it
        "a bird game without a name, the Uhu in hand",
        deal("B besserrufer ruft ♥K", MOND_CAUGHT, talon="Talon I ♣7 ♦4 | ♠8 ♣8 ♦3\nNimmt 1\nAblage ♠7 ♣7 ♦4\n"),
        [],
    ),
    # «falsche Ablage»
    ("a king discarded", running([], talon="Talon ♠7 ♣7 ♦4 | ♠8 ♣8 ♦3\nNimmt 1\nAblage ♠7 ♣7 ♣K\n"), [("ablage", "B", "renonce")]),
    ("the Pagat discarded", running([], RUFER, talon="Talon ♠7 ♣7 ♦4 | ♠8 ♣8 ♦3\nNimmt 1\nAblage ♠7 ♣7 I\n"), [("ablage", "B", "renonce")]),
    (
        "a king that can only lie among the discards",
        deal(PAGAT, WITHOUT_KING, talon=KING_TALON + "Nimmt 1\n"),
        [("ablage", "B", "renonce")],
    ),
    # «Spiel mit falscher Kartenanzahl»
    (
        "thirteen cards",
        running(ORDINARY[:1], extra="Blatt A ♥D ♥2 ♦D ♦R ♠K ♠9 ♣K ♣9 II V VIII XI ♥3\n"),
        [("kartenzahl", "A", "renonce")],
    ),
    (
        "a card short at the end",
        deal(PAGAT, (*ORDINARY[:11], "B:I C:♣D D:♥K"), talon=""),
        [("kartenzahl", "A", "renonce")],
    ),
    ("two cards, still to be corrected", running(["A:♥D B:♥1 B:♥2 -> liegt"]), [("zwei_karten", "B", "correctable")]),
    ("two cards, the play goes on", running(["A:♥D B:♥1 B:♥2 C:♥R"]), [("zwei_karten", "B", "renonce")]),
    # «Was liegt pickt.»; «entscheiden die Schiedsrichter»
    ("out of turn", running(["A:♥D C:♥1 B:♥2 D:♥R"]), [("ausspiel", "C", "notice")]),
    ("led out of turn", running(["B:♥D C:♥1 D:♥2 A:♥R"]), [("ausspiel", "B", "notice")]),
    ("another's trick taken in", running(["A:♥D B:♥1 C:♥R D:♥4 -> C"]), [("falsch_eingezogen", "C", "notice")]),
    # «Man darf sich selber rufen.»
    ("self-call is no offence", deal("B besserrufer/pagat ruft ♦K", ORDINARY), []),
    ("Kontra to the own partner", deal(PAGAT, ORDINARY, "Kontra D:game/kontra\n"), [("kontra", "D", "notice")]),
    # «Es gibt kein Kontra»
    ("Kontra in Fahren", running([], "A trischaken", "Kontra B:game/kontra\n", ""), [("kontra", "B", "notice")]),
    (
        # the Durch is the opponents', so B is not its announcer's partner
        "Kontra on the opponents' Durch",
        running([], PAGAT, "Ansage A:valat\nKontra B:valat/kontra\n"),
        [],
    ),
    ("announced twice", running([], PAGAT, "Ansage B:trull B:trull\n"), [("ansage", "B", "notice")]),
    ("a Sack does not exist here", running([], PAGAT, "Ansage B:sack1\n"), [("ansage", "B", "notice")]),
    # no king is called in an Auf
    ("König ultimo in an Auf", running([], "B dreier", "Ansage A:koenig_ultimo\n"), [("ansage", "A", "notice")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), [r[1:] for r in RULINGS], ids=[r[0] for r in RULINGS])
def test_rulings(text: str, expected: list[tuple[str | None, str, str | None]]) -> None:
    assert rulings(text) == expected


def test_the_proof_of_a_revoke_is_the_card_that_shows_it() -> None:
    (ruling,) = judged(deal(PAGAT, REVOKE)).rulings
    assert (ruling.trick, ruling.proven, ruling.proof) == (6, (9, 4), "direct")
    assert "Missachtung von Farb-, Tarock- oder Stichzwang" in ruling.source.quote


AUCTIONS: list[tuple[str, str, str, list[str]]] = [
    # «Die Vorhand meldet „Erster“ oder sagt gleich den Auf an.»
    ("regular", "A:vorhand B:besserrufer/pagat C:besserrufer/uhu D:weiter A:weiter B:weiter", "C besserrufer/uhu", []),
    ("Auf at once", "A:dreier", "A dreier", []),
    ("Auf as the first word", "A:vorhand B:besserrufer/pagat C:dreier", "C dreier", []),
    ("forehand passes", "A:weiter", "A rufer", ["A"]),
    ("a second Erster", "A:vorhand B:vorhand", "A rufer", ["B"]),
    # «Die Vorhand meldet „Erster“ oder sagt gleich den Auf an»
    ("forehand opens with a Pagat", "A:besserrufer/pagat B:weiter C:weiter D:weiter", "A besserrufer/pagat", ["A"]),
    # «Haben alle anderen weiter gesagt, kann die Vorhand nur mehr rufen oder fahren»
    ("Rufer after three passes", "A:vorhand B:weiter C:weiter D:weiter A:rufer", "A rufer", []),
    ("Fahrer after three passes", "A:vorhand B:weiter C:weiter D:weiter A:trischaken", "A trischaken", []),
    ("Pagat after three passes", "A:vorhand B:weiter C:weiter D:weiter A:besserrufer/pagat", "A besserrufer/pagat", ["A"]),
    ("Auf after three passes", "A:vorhand B:weiter C:weiter D:weiter A:dreier", "A dreier", ["A"]),
    # «die beiden Vorhandspiele stehen nur der Vorhand offen»
    ("Rufer of another", "A:vorhand B:rufer", "B rufer", ["B"]),
    ("Fahrer of another", "A:vorhand B:trischaken", "B trischaken", ["B"]),
    # an irregular bid does not become the contract
    ("Rufer before the passes", "A:vorhand B:weiter C:besserrufer/pagat D:weiter A:rufer", "C besserrufer/pagat", ["A"]),
    # «Sie darf ein angesagtes Spiel nicht halten»
    ("forehand holds", "A:vorhand B:besserrufer/pagat C:weiter D:weiter A:besserrufer/pagat", "A besserrufer/pagat", ["A"]),
    # B's Uhu stands; a bid below it does not become the contract
    ("a lower bird", "A:vorhand B:besserrufer/uhu C:besserrufer/pagat D:weiter A:weiter", "B besserrufer/uhu", ["C"]),
    # «Auf … beendet sofort die Lizitation»
    ("after an Auf", "A:vorhand B:dreier C:weiter", "B dreier", ["C"]),
    # «Auf … muss gleich angesagt werden»
    (
        "Auf as a second word",
        "A:vorhand B:besserrufer/pagat C:besserrufer/uhu D:weiter A:weiter B:dreier",
        "B dreier",
        ["B"],
    ),
    ("no Quapil", "A:vorhand B:besserrufer/quapil", "B besserrufer", ["B"]),
    ("a bird game without a name", "A:vorhand B:besserrufer C:weiter D:weiter A:weiter", "B besserrufer", ["B"]),
    ("a bid after passing", "A:vorhand B:weiter C:besserrufer/pagat D:weiter A:weiter B:besserrufer/uhu", "B besserrufer/uhu", ["B"]),
    ("out of turn", "A:vorhand C:besserrufer/pagat", "C besserrufer/pagat", ["C"]),
    ("another game than was bid", "A:vorhand B:dreier", "B besserrufer/pagat", ["B"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "game", "offenders"), [a[1:] for a in AUCTIONS], ids=[a[0] for a in AUCTIONS]
)
def test_auction(words: str, game: str, offenders: list[str]) -> None:
    text = f"Kiebitz {HO}\nLizit {words}\nSpiel {game}\nEnde running\n"
    assert rulings(text) == [("lizitation", by, "notice") for by in offenders]


def test_an_empty_rufer_is_settled_from_its_hands() -> None:
    hands = "Blatt C ♥K ♥2 ♦D ♦R ♠K ♠9 ♣K ♣9 II V VIII XI\n"
    assert judged(deal("A rufer ruft ♥K", (), hands, "", "blank")).sheet == (1, -1, 1, -1)


def test_clockwise_play() -> None:
    # «Es wird im Uhrzeigersinn gespielt.»
    assert judged(running([])).deal.system.clockwise


def test_the_points_that_are_missing_in_a_deal_are_left_open() -> None:
    assert judged(running(ORDINARY[:11])).sheet is None
