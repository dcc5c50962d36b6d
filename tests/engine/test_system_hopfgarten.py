"""Hopfgarter Turnierregeln 2023: what each sentence of the text makes of a result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.engine.helpers import Json, bonus, call, error_places, result, settled

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
    *(
        (
            f"king left, noted {way}",
            result(HO, "rufer", "A", declarer_thirds=120, king_in_talon=True, king_left=True, bonuses=[noted]),
            [0, 0, 0, 0],
        )
        for way, noted in (
            ("as not made", bonus("koenigfang", side="opponents", made=False)),
            ("as made by the caller", bonus("koenigfang", side="declarers")),
        )
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
