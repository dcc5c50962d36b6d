"""Standardregeln de luxe (Tirol), typed-in results: each row is a sentence of the text and what it demands."""

from __future__ import annotations

import pytest

from tests.engine.helpers import Json, bonus, call, settled
from tests.engine.tirol_results import FREE, ONES, Row, Sheet, alone, fahren, pagat, pair, ti

GAMES: list[Row] = [
    # «Rufer (V) 1», «um zu gewinnen sind 36 Punkte erforderlich (= 35/2 Blatt)»: 107 thirds
    (ti("rufer", "A", "C", declarer_thirds=107), pair(1, 0, 2)),
    (ti("rufer", "A", "C", declarer_thirds=106), pair(-1, 0, 2)),
    # the called king lay in the talon: alone against three
    (ti("rufer", "A", declarer_thirds=120, king_in_talon=True), alone(1, 0)),
    # «Die Hälfte mit dem gerufenen König darf auch liegengelassen werden»: no Königfang
    (ti("rufer", "A", declarer_thirds=90, king_in_talon=True, king_left=True), alone(-1, 0)),
    # «Solorufer 2»
    (ti("solorufer", "C", "B", declarer_thirds=150), pair(2, 2, 1)),
    (ti("solorufer", "C", "B", declarer_thirds=105), pair(-2, 2, 1)),
    # «Besserrufer 2+V»: pagat 2, uhu 4, kakadu 6, quapil 8
    (ti("besserrufer", "B", "D", bird="uhu", declarer_thirds=120, bonuses=[bonus("uhu", "B")]), pair(6)),
    (ti("besserrufer", "B", "D", bird="kakadu", declarer_thirds=99, bonuses=[bonus("kakadu", "B")]), pair(4)),
    (
        ti("besserrufer", "B", "D", bird="quapil", declarer_thirds=140, bonuses=[bonus("quapil", "B")]),
        pair(10),
    ),
    # bird lost, game won: 2 − 2
    (ti("besserrufer", "B", "D", bird="pagat", declarer_thirds=131, bonuses=[pagat(False)]), pair(0)),
    (ti("besserrufer", "B", "D", bird="pagat", declarer_thirds=80, bonuses=[pagat(False)]), pair(-4)),
    # «Solobesser 4+V … alle Zusätze zählen doppelt»
    (
        ti("solobesser", "B", "D", bird="uhu", declarer_thirds=120, bonuses=[bonus("uhu", "B", made=False)]),
        pair(4 - 8),
    ),
    (
        ti("solobesser", "B", bird="quapil", declarer_thirds=60, bonuses=[bonus("quapil", "B")]),
        alone(16 - 4),
    ),
    # «Sechserdreier (V) 4 … Spielverlust zählt doppelt»: only the game, not the bonuses
    (ti("sechserdreier", "A", declarer_thirds=107), alone(4, 0)),
    (ti("sechserdreier", "A", declarer_thirds=106), alone(-8, 0)),
    (ti("sechserdreier", "A", declarer_thirds=80, bonuses=[pagat(True, "A")]), alone(-8 + 2, 0)),
    # «Farbendreier 5», «Dreier 5», «Farbeneiner 6», «Einer 6», «Farbensolo 10», «Solodreier 10»
    (ti("farbendreier", declarer_thirds=107), alone(5)),
    (ti("dreier", "D", declarer_thirds=106), alone(-5, 3)),
    (ti("farbeneiner", declarer_thirds=80), alone(-6)),
    (ti("einer", declarer_thirds=107), alone(6)),
    (ti("farbensolo", declarer_thirds=90), alone(-10)),
    (ti("solodreier", declarer_thirds=107), alone(10)),
    # «Piccolo 2 genau 1 Stich», «Bettler 4 kein Stich», semi 6, ouvert 7 and 8
    (ti("piccolo", tricks_won=[5, 1, 4, 2]), alone(2)),
    (ti("piccolo", tricks_won=[5, 0, 4, 3]), alone(-2)),
    (ti("piccolo", tricks_won=[5, 2, 4, 1]), alone(-2)),
    (ti("bettler", tricks_won=[5, 0, 4, 3]), alone(4)),
    (ti("bettler", tricks_won=[5, 1, 4, 2]), alone(-4)),
    (ti("zwiccolo_semi", tricks_won=[4, 2, 4, 2]), alone(6)),
    (ti("zwiccolo_semi", tricks_won=[4, 1, 5, 2]), alone(-6)),
    (ti("piccolo_semi", tricks_won=[5, 1, 4, 2]), alone(6)),
    (ti("bettler_semi", tricks_won=[5, 0, 4, 3]), alone(6)),
    (ti("zwiccolo_ouvert", tricks_won=[4, 2, 4, 2]), alone(7)),
    (ti("piccolo_ouvert", tricks_won=[5, 3, 2, 2]), alone(-7)),
    (ti("bettler_ouvert", tricks_won=[5, 0, 4, 3]), alone(8)),
    # «Gleichwertige Negativspiele dürfen nebeneinander gespielt werden»: each with each of the others
    (ti("piccolo", beside="C", tricks_won=[5, 1, 1, 5]), (-4, 4, 4, -4)),
    (ti("piccolo", beside="C", tricks_won=[5, 1, 2, 4]), (0, 8, -8, 0)),
    (ti("bettler", "A", beside="BCD", tricks_won=[0, 0, 6, 6]), (16, 16, -16, -16)),
    # «kann man das Spiel schleifen, d.h. sofort aufgeben»: game and named bird, to all three
    (ti("rufer", "A", end="schleifen", king_in_talon=True), alone(-1, 0)),
    (ti("besserrufer", bird="uhu", end="schleifen", king_in_talon=True), alone(-6)),
]

BONUSES: list[Row] = [
    # «König Ultimo 1 | 2», «Trull 1 | 2», «Könige 1 | 2», «Mondfang 1 | 2»: announced won, lost; silent
    *[
        (ti("rufer", "A", "C", declarer_thirds=120, bonuses=[bonus(what, "C")]), pair(1 + 2, 0, 2))
        for what in ("koenig_ultimo", "trull", "vier_koenige", "mondfang")
    ],
    *[
        (
            ti("rufer", "A", "C", declarer_thirds=120, bonuses=[bonus(what, "C", made=False)]),
            pair(1 - 2, 0, 2),
        )
        for what in ("koenig_ultimo", "trull", "vier_koenige", "mondfang")
    ],
    *[
        (ti("rufer", "A", "C", declarer_thirds=120, bonuses=[bonus(what)]), pair(1 + 1, 0, 2))
        for what in ("koenig_ultimo", "trull", "vier_koenige", "mondfang")
    ],
    # birds: «Pagat 1 | 2», «Uhu 2 | 4», «Kakadu (Maus) 3 | 6», «Quapil 4 | 8», also of the opponents
    *[
        (ti("dreier", declarer_thirds=120, bonuses=[bonus(what)]), alone(5 + silent))
        for what, silent in (("pagat", 1), ("uhu", 2), ("kakadu", 3), ("quapil", 4))
    ],
    *[
        (ti("dreier", declarer_thirds=120, bonuses=[bonus(what, "A", "opponents")]), alone(5 - 2 * silent))
        for what, silent in (("pagat", 1), ("uhu", 2), ("kakadu", 3), ("quapil", 4))
    ],
    # «Auch die Gegenpartei kann Zusätze ansagen»: and lose them
    (
        ti("dreier", declarer_thirds=120, bonuses=[bonus("uhu", "A", "opponents", made=False)]),
        alone(5 + 4),
    ),
    # both Säcke announced are two bonuses (A22); silent ones count nothing («1. Sack –»)
    (
        ti("dreier", declarer_thirds=167, bonuses=[bonus("sack1", "B"), bonus("sack2", "B")]),
        alone(5 + 2 + 2),
    ),
    (
        ti("dreier", declarer_thirds=166, bonuses=[bonus("sack1", "B"), bonus("sack2", "B", made=False)]),
        alone(5 + 2 - 2),
    ),
    (ti("dreier", declarer_thirds=180, bonuses=[bonus("sack1"), bonus("sack2")]), alone(5)),
    (ti("dreier", declarer_thirds=70, bonuses=[bonus("sack1", "C", "opponents")]), alone(-5 - 2)),
    # «Farbenspiele … Als Zusätze gelten nur Könige, Säcke und Valat», the kings silently too
    (
        ti(
            "farbendreier",
            declarer_thirds=140,
            bonuses=[
                bonus("sack1", "B"),
                bonus("vier_koenige"),
                bonus("trull", "B"),
                bonus("mondfang"),
                pagat(),
            ],
        ),
        alone(5 + 2 + 1),
    ),
    # «Solospiele: Alle Zusätze zählen doppelt»
    (ti("solodreier", declarer_thirds=120, bonuses=[pagat(), bonus("trull")]), alone(10 + 4 + 2)),
    (
        ti("solorufer", "B", "D", declarer_thirds=120, bonuses=[bonus("mondfang", "B", made=False)]),
        pair(2 - 4),
    ),
    (ti("farbensolo", declarer_thirds=150, bonuses=[bonus("sack1", "B")]), alone(10 + 4)),
    # «Negativspiele: … keine Zusätze», nor Mondfang in Trischaken
    (ti("bettler", tricks_won=[5, 0, 4, 3], bonuses=[bonus("mondfang")]), alone(4)),
    (
        ti("trischaken", "A", thirds=[20, 100, 50, 40], tricks_won=[1, 9, 1, 1], bonuses=[bonus("mondfang")]),
        (2, -6, 2, 2),
    ),
]

VALAT: list[Row] = [
    # «Valat 10 | 20 alle Stiche / Prämie zusätzlich zum Grundspiel, in Solospielen doppelt»
    (ti("dreier", declarer_thirds=210, bonuses=[bonus("valat")]), alone(5 + 10)),
    (ti("dreier", declarer_thirds=210, bonuses=[bonus("valat", "B")]), alone(5 + 20)),
    (ti("solorufer", "B", "D", declarer_thirds=200, bonuses=[bonus("valat")]), pair(2 + 20)),
    (ti("farbensolo", declarer_thirds=200, bonuses=[bonus("valat", "B")]), alone(10 + 40)),
    (ti("sechserdreier", "A", declarer_thirds=210, bonuses=[bonus("valat", "A")]), alone(4 + 20, 0)),
    # «alle Stichprämien (Vögel, König Ultimo, Mondfang), aber keine Materialprämien (Trull, 4 Könige, Säcke)»
    (
        ti(
            "rufer",
            "A",
            "C",
            declarer_thirds=210,
            bonuses=[
                bonus("valat"),
                bonus("pagat"),
                bonus("koenig_ultimo", "C"),
                bonus("mondfang"),
                bonus("trull", "A"),
                bonus("vier_koenige"),
                bonus("sack1", "A"),
                bonus("sack2", "A"),
            ],
        ),
        pair(1 + 10 + 1 + 2 + 1, 0, 2),
    ),
    (
        ti(
            "dreier",
            declarer_thirds=210,
            bonuses=[bonus("valat", "B"), pagat(), bonus("uhu"), bonus("trull")],
        ),
        alone(5 + 20 + 2 + 2),
    ),
    # «Wird ein angesagter Valat verloren, werden Spiel und alle Zusätze gegenverrechnet»
    (
        ti("dreier", declarer_thirds=180, bonuses=[bonus("valat", "B", made=False), pagat()]),
        alone(5 + 2 - 20),
    ),
    (ti("solodreier", declarer_thirds=180, bonuses=[bonus("valat", "B", made=False)]), alone(10 - 40)),
    (ti("dreier", declarer_thirds=90, bonuses=[bonus("valat", "B", made=False)]), alone(-5 - 20)),
    # the opponents make all tricks silently; or announce it and fail
    (ti("dreier", declarer_thirds=0, bonuses=[bonus("valat", side="opponents")]), alone(-5 - 10)),
    (
        ti("dreier", declarer_thirds=120, bonuses=[bonus("valat", "C", "opponents", made=False)]),
        alone(5 + 20),
    ),
]

KONTRA: list[Row] = [
    # «Kontra, Re- und Subkontra verdoppeln jeweils den Wert der kontrierten Ansage»
    (ti("dreier", declarer_thirds=120, kontra=[call("A")]), alone(10)),
    (ti("dreier", declarer_thirds=90, kontra=[call("A"), call("B", "re")]), alone(-20)),
    (ti("dreier", declarer_thirds=90, kontra=[call("A"), call("B", "re"), call("D", "sub")]), alone(-40)),
    # «Spiel und Zusätze können getrennt kontriert werden»
    (
        ti("besserrufer", "B", "D", bird="pagat", declarer_thirds=120, bonuses=[pagat()], kontra=[call("A")]),
        pair(2 * 2 + 2),
    ),
    (
        ti(
            "besserrufer",
            "B",
            "D",
            bird="pagat",
            declarer_thirds=120,
            bonuses=[pagat(False)],
            kontra=[call("A", on="pagat"), call("D", "re", on="pagat")],
        ),
        pair(2 - 4 * 2),
    ),
    (
        ti(
            "dreier",
            declarer_thirds=120,
            bonuses=[bonus("trull", "A", "opponents")],
            kontra=[call("B", on="trull")],
        ),
        alone(5 - 4),
    ),
    (
        ti("dreier", declarer_thirds=210, bonuses=[bonus("valat", "B")], kontra=[call("C", on="valat")]),
        alone(45),
    ),
    # a silent bonus cannot be said Kontra to
    (ti("dreier", declarer_thirds=120, bonuses=[bonus("trull")], kontra=[call("A", on="trull")]), alone(6)),
    # the lost Sechserdreier doubles, and Kontra doubles that
    (ti("sechserdreier", "A", declarer_thirds=90, kontra=[call("C")]), alone(-16, 0)),
    # «Unwissentliche Kontras unter Partnern zählen nicht», and a Re without Kontra neither
    (ti("rufer", "A", "C", declarer_thirds=120, kontra=[call("C")]), pair(1, 0, 2)),
    (ti("rufer", "A", "C", declarer_thirds=120, kontra=[call("A", "re")]), pair(1, 0, 2)),
    (ti("rufer", "A", "C", declarer_thirds=120, kontra=[call("B"), call("D", "re")]), pair(2, 0, 2)),
    # the text says nothing of a Solorufer whose king lay in the talon: Kontra counts
    (ti("solorufer", "A", declarer_thirds=120, king_in_talon=True, kontra=[call("B")]), alone(4, 0)),
    # «In negativen Spielen kontriert jeder für sich» (A17)
    (ti("bettler", "D", tricks_won=[5, 4, 3, 0], kontra=[call("A")]), (-8, -4, -4, 16)),
    (
        ti("bettler", "D", tricks_won=[5, 4, 2, 1], kontra=[call("A"), call("C"), call("D", "re", to="C")]),
        (8, 4, 16, -28),
    ),
    (
        ti(
            "piccolo",
            beside="C",
            tricks_won=[5, 1, 2, 4],
            kontra=[call("D", to="C"), call("A", to="B"), call("B", "re", to="A")],
        ),
        (-2 * 4 + 2, 8 + 2 + 4, -8 - 2, -2 + 4),
    ),
    # «Trischaken … kein Kontra»
    (
        ti("trischaken", "A", thirds=[20, 100, 50, 40], tricks_won=[1, 9, 1, 1], kontra=[call("C", to="B")]),
        (2, -6, 2, 2),
    ),
]


TRISCHAKEN: list[Row] = [
    # «der Spieler mit den meisten Punkten zahlt an die drei anderen»: 2 each
    (fahren([20, 100, 50, 40], [1, 9, 1, 1]), (2, -6, 2, 2)),
    (fahren([54, 106, 49, 1], [3, 4, 4, 1]), (2, -6, 2, 2)),
    # «Vorhand und Bürgermeister (≥35/2) zahlen doppelt», both four-fold (A18)
    (fahren([106, 60, 24, 20], ONES), (-12, 4, 4, 4)),
    (fahren([20, 107, 50, 33], [1, 9, 1, 1]), (4, -12, 4, 4)),
    (fahren([107, 60, 23, 20], ONES), (-24, 8, 8, 8)),
    # «Wer keinen Stich hat (Jungfrau), bekommt den ganzen Gewinn»
    (fahren([106, 64, 40, 0], [9, 2, 1, 0]), (-12, 0, 0, 12)),
    (fahren([60, 40, 0, 110], [2, 1, 0, 9]), (0, 0, 12, -12)),
    (fahren([124, 52, 0, 34], [4, 4, 0, 4]), (-24, 0, 24, 0)),
    # «Punktegleiche Spieler teilen sich Gewinn/Verlust»: two virgins, three virgins
    (fahren([0, 106, 104, 0], [0, 6, 6, 0]), (3, -6, 0, 3)),
    (fahren([110, 100, 0, 0], [6, 6, 0, 0]), (-24, 0, 12, 12)),
    (fahren([210, 0, 0, 0], [12, 0, 0, 0]), (-24, 8, 8, 8)),
    # … two losers, three losers, each with one or two virgins (A19)
    (fahren([30, 80, 80, 20], [1, 9, 1, 1]), (3, -3, -3, 3)),
    (fahren([30, 60, 60, 60], [1, 9, 1, 1]), (6, -2, -2, -2)),
    (fahren([0, 70, 70, 70], [0, 4, 4, 4]), (6, -2, -2, -2)),
    (fahren([30, 90, 90, 0], [1, 10, 1, 0]), (0, -3, -3, 6)),
    (fahren([0, 105, 105, 0], [0, 11, 1, 0]), (3, -3, -3, 3)),
    # an equal forehand pays alone (A20), and a tied forehand with a virgin too
    (fahren([75, 75, 30, 30], ONES), (-12, 4, 4, 4)),
    (fahren([60, 60, 60, 30], ONES), (-12, 4, 4, 4)),
    (fahren([70, 70, 70, 0], [4, 4, 4, 0]), (-12, 0, 0, 12)),
    (fahren([105, 0, 105, 0], [6, 0, 6, 0]), (-12, 6, 0, 6)),
    # equal middles change nothing
    (fahren([50, 110, 25, 25], [1, 9, 1, 1]), (4, -12, 4, 4)),
]

RENONCE: list[Row] = [
    # «alle anderen schadlos halten (auch Partner)»: two against two, each of the three gets the game
    (ti("rufer", "A", "C", renonce={"by": "B"}), (1, -3, 1, 1)),
    (ti("rufer", "A", "C", renonce={"by": "A"}), (-3, 1, 1, 1)),
    (ti("rufer", "A", "C", renonce={"by": "C"}), (1, 1, -3, 1)),
    # «ein Alleinspieler erhält also den dreifachen Spielwert, alle anderen den einfachen»
    (ti("dreier", renonce={"by": "B"}), alone(-5)),
    (ti("rufer", "A", king_in_talon=True, renonce={"by": "D"}), (3, 1, 1, -5)),
    # «als ob sie Spiel und angesagte Zusätze gewonnen hätten», whoever announced them; the bird of the bid too
    (ti("besserrufer", "B", "D", bird="uhu", renonce={"by": "B"}), alone(-6)),
    (
        ti(
            "besserrufer",
            "B",
            "D",
            bird="uhu",
            renonce={"by": "A"},
            bonuses=[bonus("trull", "A", "opponents", None)],
        ),
        (-24, 8, 8, 8),
    ),
    (ti("solobesser", "B", "D", bird="pagat", renonce={"by": "D"}), (8, 8, 8, -24)),
    (
        ti(
            "dreier",
            renonce={"by": "A"},
            bonuses=[bonus("valat", "B", made=None), bonus("trull", "B", made=None)],
        ),
        (-125, 75, 25, 25),
    ),
    (ti("farbensolo", renonce={"by": "B"}, bonuses=[bonus("sack1", "B", made=None)]), alone(-14)),
    # «Spielverlust zählt doppelt»: the declarer of a Sechserdreier loses it, an opponent pays the won game
    (ti("sechserdreier", "A", renonce={"by": "A"}), alone(-8, 0)),
    (ti("sechserdreier", "A", renonce={"by": "D"}), (12, 4, 4, -20)),
    # Kontra does not count
    (ti("dreier", renonce={"by": "A"}, kontra=[call("A")]), (-25, 15, 5, 5)),
    # negative games; two who play side by side each receive threefold
    (ti("bettler", "D", renonce={"by": "A"}), (-20, 4, 4, 12)),
    (ti("piccolo_ouvert", "A", renonce={"by": "A"}), alone(-7, 0)),
    (ti("piccolo", beside="C", renonce={"by": "A"}), (-14, 6, 6, 2)),
    (ti("piccolo", beside="C", renonce={"by": "C"}), (2, 6, -10, 2)),
    # «Ein Renoncier zahlt wie ein Bürgermeister»
    (ti("trischaken", "A", renonce={"by": "C"}), (4, 4, -12, 4)),
    (ti("trischaken", "A", renonce={"by": "A"}), (-12, 4, 4, 4)),
    # «Entgeht einem regulären Spieler darüber hinaus ein weiterer sicherer Punktegewinn, kann er diese Punkte … einfordern»
    (ti("rufer", "A", "C", renonce={"by": "B", "claims": [{"by": "A", "what": "pagat"}]}), (2, -4, 1, 1)),
    (ti("dreier", renonce={"by": "A", "claims": [{"by": "B", "what": "uhu"}]}), (-31, 21, 5, 5)),
    (ti("solodreier", renonce={"by": "A", "claims": [{"by": "C", "what": "mondfang"}]}), (-52, 30, 12, 10)),
    # «solange der Verlust nicht ohnehin abgegolten ist»: the bird of the bid is  # reported
    (
        ti(
            "besserrufer",
            "B",
            "D",
            bird="pagat",
            renonce={"by": "A", "claims": [{"by": "B", "what": "pagat"}]},
        ),
        (-12, 4, 4, 4),
    ),
    (ti("dreier", renonce={"by": "A", "claims": [{"by": "B", "what": "valat"}]}), (-25 - 30, 15 + 30, 5, 5)),
    # no bonus counts here, so none can be claimed: «Als Zusätze gelten nur Könige, Säcke und Valat», «keine Zusätze»
    (
        ti("farbendreier", renonce={"by": "A", "claims": [{"by": "B", "what": "pagat"}]}),
        (-25, 15, 5, 5),
    ),  # reported
    (
        ti("bettler", renonce={"by": "A", "claims": [{"by": "B", "what": "pagat"}]}),
        (-20, 12, 4, 4),
    ),  # reported
]

ODDITIES: list[Row] = [
    # «gerufener König im letzten Stich»: where no king is called there is no König ultimo, won or lost
    (ti("dreier", declarer_thirds=120, bonuses=[bonus("koenig_ultimo", "B")]), alone(5)),  # reported
    (
        ti("dreier", declarer_thirds=120, bonuses=[bonus("koenig_ultimo", "B", made=False)]),
        alone(5),
    ),  # reported
]

CASES = [*GAMES, *BONUSES, *VALAT, *KONTRA, *TRISCHAKEN, *RENONCE, *ODDITIES]


@pytest.mark.parametrize(
    ("document", "sheet"), CASES, ids=lambda x: "" if isinstance(x, tuple) else x["contract"]["game"]
)
def test_a_result_is_settled_as_the_text_says(document: Json, sheet: Sheet) -> None:
    settlement = settled(document)
    assert settlement.sheet == sheet
    assert list(settlement.kontra_cents) == FREE  # Kontra stands on the sheet
