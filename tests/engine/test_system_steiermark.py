"""The Steirischer Tarockcup 2017: what each sentence of its text demands, as settlements."""

from __future__ import annotations

from functools import partial

import pytest

from tests.engine.helpers import Json, bonus, call, error_places, result, settled

st = partial(result, "steiermark-2017")
trischaken = partial(st, "trischaken", "A")
NONE = [0, 0, 0, 0]
PAGAT = bonus("pagat", "B")
PAGAT_LOST = bonus("pagat", "B", made=False)
VALAT = bonus("valat")
VALAT_SAID = bonus("valat", "B")
VALAT_LOST = bonus("valat", "B", made=False)

Case = tuple[str, Json, list[int]]

GAMES: list[Case] = [
    # «Zum Gewinn braucht der Spielaufnehmer eines positiven Spiels 35 Punkte und 2 Blatt.»
    ("107 thirds win", st("rufer", "A", "C", declarer_thirds=107), [1, -1, 1, -1]),
    ("106 thirds lose", st("rufer", "A", "C", declarer_thirds=106), [-1, 1, -1, 1]),
    # «Pagatrufer 3, Uhurufer 5, Kakadurufer 7, Quapilrufer 9»
    (
        "Pagatrufer won",
        st("besserrufer", "B", "D", bird="pagat", declarer_thirds=107, bonuses=[PAGAT]),
        [-3, 3, -3, 3],
    ),
    (
        "Pagatrufer lost altogether",
        st("besserrufer", "B", "D", bird="pagat", declarer_thirds=99, bonuses=[PAGAT_LOST]),
        [3, -3, 3, -3],
    ),
    (
        "Pagatrufer, game lost and bird won",
        st("besserrufer", "B", "D", bird="pagat", declarer_thirds=99, bonuses=[PAGAT]),
        [-1, 1, -1, 1],
    ),
    (
        "Uhurufer won",
        st("besserrufer", "B", "D", bird="uhu", declarer_thirds=150, bonuses=[bonus("uhu", "B")]),
        [-5, 5, -5, 5],
    ),
    (
        "Kakadurufer won",
        st("besserrufer", "B", "D", bird="kakadu", declarer_thirds=150, bonuses=[bonus("kakadu", "B")]),
        [-7, 7, -7, 7],
    ),
    (
        "Quapilrufer won",
        st("besserrufer", "B", "D", bird="quapil", declarer_thirds=150, bonuses=[bonus("quapil", "B")]),
        [-9, 9, -9, 9],
    ),
    (
        "Quapilrufer, bird lost",
        st(
            "besserrufer",
            "B",
            "D",
            bird="quapil",
            declarer_thirds=150,
            bonuses=[bonus("quapil", "B", made=False)],
        ),
        [7, -7, 7, -7],
    ),
    # «Nach dem Verlegen kann der Spieler weitere Vogerln ansagen.»
    (
        "Pagatrufer with Uhu announced later",
        st("besserrufer", "B", "D", bird="pagat", declarer_thirds=150, bonuses=[PAGAT, bonus("uhu", "B")]),
        [-7, 7, -7, 7],
    ),
    # «Solorufer 2»
    ("Solorufer won", st("solorufer", "D", "A", declarer_thirds=120), [2, -2, -2, 2]),
    ("Solorufer lost", st("solorufer", "D", "A", declarer_thirds=10), [-2, 2, 2, -2]),
    # «Sechserdreier 4/–8» «Ein verlorener Sechserdreier zählt doppelt (nur das Spiel, nicht die Prämien).»
    ("Sechserdreier won", st("sechserdreier", "A", declarer_thirds=107), [12, -4, -4, -4]),
    (
        "Sechserdreier lost with the opponents' Pagat",
        st("sechserdreier", "A", declarer_thirds=90, bonuses=[bonus("pagat", side="opponents")]),
        [-27, 9, 9, 9],
    ),
    (
        "Sechserdreier lost with a lost Pagat",
        st("sechserdreier", "A", declarer_thirds=90, bonuses=[bonus("pagat", "A", made=False)]),
        [-30, 10, 10, 10],
    ),
    # «Farbendreier 5» «Dreier 5» «Farbensolo 10» «Solodreier 10»
    ("Dreier lost", st("dreier", "B", declarer_thirds=106), [5, -15, 5, 5]),
    ("Farbendreier won", st("farbendreier", "C", declarer_thirds=107), [-5, -5, 15, -5]),
    ("Farbensolo lost", st("farbensolo", "C", declarer_thirds=106), [10, 10, -30, 10]),
    ("Solodreier won", st("solodreier", "C", declarer_thirds=107), [-10, -10, 30, -10]),
    # «Piccolo, Zwiccolo 2» «Bettler 4» «ouvert 6 / 8»
    ("Piccolo won with one trick", st("piccolo", "B", tricks_won=[5, 1, 3, 3]), [-2, 6, -2, -2]),
    ("Piccolo lost with none", st("piccolo", "B", tricks_won=[5, 0, 4, 3]), [2, -6, 2, 2]),
    ("Piccolo lost with two", st("piccolo", "B", tricks_won=[5, 2, 2, 3]), [2, -6, 2, 2]),
    ("Zwiccolo won with two", st("zwiccolo", "B", tricks_won=[5, 2, 2, 3]), [-2, 6, -2, -2]),
    ("Zwiccolo lost with one", st("zwiccolo", "B", tricks_won=[5, 1, 3, 3]), [2, -6, 2, 2]),
    ("Bettler lost", st("bettler", "A", tricks_won=[1, 5, 3, 3]), [-12, 4, 4, 4]),
    ("Piccolo ouvert", st("piccolo_ouvert", "D", tricks_won=[5, 3, 3, 1]), [-6, -6, -6, 18]),
    ("Zwiccolo ouvert lost", st("zwiccolo_ouvert", "D", tricks_won=[5, 3, 3, 1]), [6, 6, 6, -18]),
    ("Bettler ouvert lost", st("bettler_ouvert", "D", tricks_won=[5, 3, 3, 1]), [8, 8, 8, -24]),
]  # fmt: skip

KINGS_CALLED: list[Case] = [
    # «Liegt … der gerufene König im Talon, kann sich der Spieler frei entscheiden … (keine Strafprämie …)»
    ("alone with the king taken", st("rufer", "A", king_in_talon=True, declarer_thirds=130), [3, -1, -1, -1]),
    ("alone with the king left", st("rufer", "A", king_in_talon=True, king_left=True, declarer_thirds=100), [-3, 1, 1, 1]),
    ("alone with Pagat", st("besserrufer", "B", bird="pagat", king_in_talon=True, declarer_thirds=130, bonuses=[PAGAT]), [-3, 9, -3, -3]),
    # «Wer sich selbst ruft, kann „schleifen“. … die Punkte des normalen Spiels … (z.B. Pagatrufer 3 Punkte).»
    ("schleifen, Rufer", st("rufer", "A", king_in_talon=True, end="schleifen"), [-3, 1, 1, 1]),
    ("schleifen, Pagatrufer", st("besserrufer", "B", bird="pagat", king_in_talon=True, end="schleifen"), [3, -9, 3, 3]),
    ("schleifen, bird listed as open", st("besserrufer", "B", bird="pagat", end="schleifen", bonuses=[bonus("pagat", "B", made=None)]), [3, -9, 3, 3]),
    ("schleifen, Quapilrufer", st("besserrufer", "B", bird="quapil", king_in_talon=True, end="schleifen"), [9, -27, 9, 9]),
    # «Liegt beim Solorufer der gerufene König im Talon, erhält der Alleinspieler die Talonhälfte mit dem König.»
    ("Solorufer alone", st("solorufer", "C", king_in_talon=True, declarer_thirds=110), [-2, -2, 6, -2]),
]  # fmt: skip

BONUSES: list[Case] = [
    # «Die Prämien angesagt/still: König ultimo 2/1, Trull 2/1, 4 Könige 2/1, I 2/1, II 4/2, III 6/3, IIII 8/4»
    *(
        (f"silent {what}", st("rufer", "A", "C", declarer_thirds=120, bonuses=[bonus(what)]), [1 + v, -1 - v, 1 + v, -1 - v])
        for what, v in [("koenig_ultimo", 1), ("trull", 1), ("vier_koenige", 1), ("pagat", 1), ("uhu", 2), ("kakadu", 3), ("quapil", 4)]
    ),
    *(
        (f"announced {what}", st("rufer", "A", "C", declarer_thirds=120, bonuses=[bonus(what, "A")]), [1 + v, -1 - v, 1 + v, -1 - v])
        for what, v in [("koenig_ultimo", 2), ("trull", 2), ("vier_koenige", 2), ("pagat", 2), ("uhu", 4), ("kakadu", 6), ("quapil", 8)]
    ),
    ("the opponents' Trull", st("rufer", "A", "C", declarer_thirds=120, bonuses=[bonus("trull", side="opponents")]), [0, 0, 0, 0]),
    ("the opponents' announced Uhu lost", st("rufer", "A", "C", declarer_thirds=120, bonuses=[bonus("uhu", "B", "opponents", False)]), [5, -5, 5, -5]),
    ("both sides' announcements", st("rufer", "A", "C", declarer_thirds=120, bonuses=[bonus("trull", "C", made=False), bonus("pagat", "D", "opponents")]), [-3, 3, -3, 3]),
    # no sentence gives a minus for a silent bird that is caught (A38)
    ("a silent bird caught", st("rufer", "A", "C", declarer_thirds=120, bonuses=[bonus("uhu", made=False)]), [1, -1, 1, -1]),
    ("a silent bird caught, by agreement", st("rufer", "A", "C", declarer_thirds=120, options={"stiller_vogel_verloren": "minus"}, bonuses=[bonus("uhu", made=False)]), [-1, 1, -1, 1]),
    # «Im Solorufer, Solodreier und Farbensolo gelten alle Prämien doppelt»
    ("Solorufer, announced Pagat", st("solorufer", "A", "C", declarer_thirds=120, bonuses=[bonus("pagat", "A")]), [6, -6, 6, -6]),
    ("Solorufer, silent Trull of the others", st("solorufer", "A", "C", declarer_thirds=120, bonuses=[bonus("trull", side="opponents")]), [0, 0, 0, 0]),
    ("Solorufer, König ultimo lost", st("solorufer", "A", "C", declarer_thirds=120, bonuses=[bonus("koenig_ultimo", "C", made=False)]), [-2, 2, -2, 2]),
    ("Solodreier, announced Pagat", st("solodreier", "B", declarer_thirds=120, bonuses=[PAGAT]), [-14, 42, -14, -14]),
    ("Solodreier, silent kings", st("solodreier", "B", declarer_thirds=120, bonuses=[bonus("vier_koenige")]), [-12, 36, -12, -12]),
    ("Farbensolo, silent kings", st("farbensolo", "B", declarer_thirds=120, bonuses=[bonus("vier_koenige")]), [-12, 36, -12, -12]),
    # «Nur die Ansagen 4 Könige und Valat sind möglich.» (Farbspiele)
    ("Farbendreier knows no birds and no Trull", st("farbendreier", "B", declarer_thirds=120, bonuses=[PAGAT, bonus("trull"), bonus("uhu", side="opponents")]), [-5, 15, -5, -5]),
    ("Farbendreier, announced kings lost", st("farbendreier", "B", declarer_thirds=120, bonuses=[bonus("vier_koenige", "B", made=False)]), [-3, 9, -3, -3]),
    ("Farbendreier, silent kings (A7)", st("farbendreier", "B", declarer_thirds=120, bonuses=[bonus("vier_koenige")]), [-6, 18, -6, -6]),
    ("Farbendreier, silent kings not agreed", st("farbendreier", "B", declarer_thirds=120, options={"stille_koenige_im_farbspiel": False}, bonuses=[bonus("vier_koenige")]), [-5, 15, -5, -5]),
    # a negative game has no bonuses, and without a called king there is no König ultimo
    ("Bettler knows no bonuses", st("bettler", "B", tricks_won=[5, 0, 4, 3], bonuses=[bonus("trull", side="opponents")]), [-4, 12, -4, -4]),
    ("no König ultimo in a Dreier", st("dreier", "B", declarer_thirds=120, bonuses=[bonus("koenig_ultimo", "B", made=False)]), [-5, 15, -5, -5]),
]  # fmt: skip

VALATE: list[Case] = [
    # «Valat 8-fach/4-fach»
    ("Rufer, silent", st("rufer", "A", "C", declarer_thirds=200, bonuses=[VALAT]), [4, -4, 4, -4]),
    ("Rufer, announced", st("rufer", "A", "C", declarer_thirds=200, bonuses=[bonus("valat", "C")]), [8, -8, 8, -8]),
    # «zählen alle Vogerln und der König ultimo (egal ob angesagt oder still), werden aber nicht vervielfacht»
    ("silent birds count beside it", st("rufer", "A", "C", declarer_thirds=200, bonuses=[VALAT, bonus("pagat"), bonus("koenig_ultimo")]), [6, -6, 6, -6]),
    ("silent birds count in an announced one", st("rufer", "A", "C", declarer_thirds=200, bonuses=[bonus("valat", "A"), bonus("uhu"), bonus("koenig_ultimo", "C")]), [12, -12, 12, -12]),
    # «wird im Fall eines Valats nur das Spiel vervielfacht, nicht auch das Vogerl»
    ("Pagatrufer, silent", st("besserrufer", "B", "D", bird="pagat", declarer_thirds=200, bonuses=[PAGAT, VALAT]), [-6, 6, -6, 6]),
    ("Pagatrufer, announced", st("besserrufer", "B", "D", bird="pagat", declarer_thirds=200, bonuses=[PAGAT, VALAT_SAID]), [-10, 10, -10, 10]),
    ("Pagatrufer, bird lost in a silent one", st("besserrufer", "B", "D", bird="pagat", declarer_thirds=200, bonuses=[PAGAT_LOST, VALAT]), [-2, 2, -2, 2]),
    # «Im angesagten Valat kann man Trull oder 4 Könige nicht ansagen. Im stillen Valat zählen angesagte Trull und 4 Könige.»
    ("silent Trull does not count", st("dreier", "B", declarer_thirds=200, bonuses=[VALAT, bonus("trull"), bonus("vier_koenige")]), [-20, 60, -20, -20]),
    ("announced kings count in a silent one", st("dreier", "B", declarer_thirds=200, bonuses=[VALAT, bonus("vier_koenige", "B")]), [-22, 66, -22, -22]),
    ("announced Trull not in an announced one", st("dreier", "B", declarer_thirds=200, bonuses=[VALAT_SAID, bonus("trull", "B")]), [-40, 120, -40, -40]),
    # «gelten alle Prämien doppelt (Valat bleibt aber 8-fach/4-fach)» (A41: the birds stay doubled)
    ("Solorufer, silent with Pagat", st("solorufer", "A", "C", declarer_thirds=200, bonuses=[VALAT, bonus("pagat")]), [10, -10, 10, -10]),
    ("Solodreier, announced with Pagat", st("solodreier", "B", declarer_thirds=200, bonuses=[VALAT_SAID, PAGAT]), [-84, 252, -84, -84]),
    ("Solodreier, silent", st("solodreier", "B", declarer_thirds=200, bonuses=[VALAT]), [-40, 120, -40, -40]),
    ("Farbendreier, silent with announced kings", st("farbendreier", "B", declarer_thirds=200, bonuses=[VALAT, bonus("vier_koenige", "B")]), [-22, 66, -22, -22]),
    ("Sechserdreier, silent", st("sechserdreier", "A", declarer_thirds=200, bonuses=[VALAT]), [48, -16, -16, -16]),
    ("Sechserdreier, announced", st("sechserdreier", "A", declarer_thirds=200, bonuses=[bonus("valat", "A")]), [96, -32, -32, -32]),
    # A5: a lost announced Valat loses eightfold, whatever the points; birds are settled apart
    ("Dreier, announced and lost with the points of a win", st("dreier", "B", declarer_thirds=180, bonuses=[VALAT_LOST]), [40, -120, 40, 40]),
    ("Pagatrufer, announced and lost, bird made", st("besserrufer", "B", "D", bird="pagat", declarer_thirds=180, bonuses=[PAGAT, VALAT_LOST]), [6, -6, 6, -6]),
    ("Sechserdreier, announced and lost", st("sechserdreier", "A", declarer_thirds=180, bonuses=[bonus("valat", "A", made=False)]), [-192, 64, 64, 64]),
    # «oder still erzielt»: by the opponents too
    ("the opponents' silent Valat", st("rufer", "A", "C", declarer_thirds=5, bonuses=[bonus("valat", side="opponents")]), [-4, 4, -4, 4]),
    ("the opponents' in a Sechserdreier", st("sechserdreier", "A", declarer_thirds=9, bonuses=[bonus("valat", side="opponents")]), [-96, 32, 32, 32]),
    ("an announced one decides, in whatever order it is listed", st("dreier", "B", declarer_thirds=5, bonuses=[bonus("valat", side="opponents"), VALAT_LOST]), [40, -120, 40, 40]),
    ("the opponents' announced one lost", st("rufer", "A", "C", declarer_thirds=90, bonuses=[bonus("valat", "B", "opponents", False)]), [8, -8, 8, -8]),
]  # fmt: skip

TRISCHAKEN: list[Case] = [
    # «Verlierer … ist der Spieler mit den meisten Punkten. Er zahlt den anderen Spielern je 3 Punkte.»
    ("one loser", trischaken(thirds=[60, 80, 40, 30], tricks_won=[3, 4, 3, 2]), [3, -9, 3, 3]),
    # «Hat der Vorhandspieler die meisten Punkte, zahlt er doppelt (… auch dann, wenn er punktegleich … ist).»
    ("forehand", trischaken(thirds=[80, 60, 40, 30], tricks_won=[3, 4, 3, 2]), [-18, 6, 6, 6]),
    ("forehand equal with two", trischaken(thirds=[60, 60, 60, 30], tricks_won=[3, 4, 3, 2]), [-18, 6, 6, 6]),
    # «mindestens 35 Punkte und 2 Blatt … (Bürgermeister), zahlt er ebenfalls doppelt … Vorhandspieler … je 12 Punkte»
    ("Bürgermeister", trischaken(thirds=[40, 107, 40, 23], tricks_won=[3, 4, 3, 2]), [6, -18, 6, 6]),
    ("106 is no Bürgermeister", trischaken(thirds=[41, 106, 40, 23], tricks_won=[3, 4, 3, 2]), [3, -9, 3, 3]),
    ("forehand Bürgermeister", trischaken(thirds=[107, 40, 40, 23], tricks_won=[3, 4, 3, 2]), [-36, 12, 12, 12]),
    # «Bei Punktegleichheit zweier oder dreier Verlierer zahlen diese an die bzw. an den Gewinner je 3 Punkte.»
    ("two equal losers", trischaken(thirds=[30, 70, 40, 70], tricks_won=[3, 4, 3, 2]), [6, -6, 6, -6]),
    ("three equal losers", trischaken(thirds=[21, 63, 63, 63], tricks_won=[3, 4, 3, 2]), [9, -3, -3, -3]),
    # «Hat ein Spieler keinen Stich (Jungfrau), erhält er vom Verlierer 9 Punkte; die anderen Spieler bekommen nichts.»
    ("a virgin", trischaken(thirds=[60, 90, 60, 0], tricks_won=[4, 5, 3, 0]), [0, -9, 0, 9]),
    ("forehand is the virgin", trischaken(thirds=[0, 90, 60, 60], tricks_won=[0, 5, 4, 3]), [9, -9, 0, 0]),
    # «Bei Punktegleichheit von 2 Verlierern erhält die Jungfrau von diesen je 9 Punkte.»
    ("a virgin and two equal losers", trischaken(thirds=[40, 85, 85, 0], tricks_won=[4, 5, 3, 0]), [0, -9, -9, 18]),
    ("a virgin and three equal losers (A2)", trischaken(thirds=[0, 70, 70, 70], tricks_won=[0, 5, 4, 3]), [27, -9, -9, -9]),
    ("the same, sharing the nine", trischaken(thirds=[0, 70, 70, 70], tricks_won=[0, 5, 4, 3], options={"trischaken_drei_gleiche_und_jungfrau": "neun zusammen"}), [9, -3, -3, -3]),
    # A1: the forehand pays double, whatever the situation
    ("forehand and a virgin (A1)", trischaken(thirds=[90, 60, 60, 0], tricks_won=[4, 5, 3, 0]), [-18, 0, 0, 18]),
    ("forehand, equal, and a virgin (A1, A3)", trischaken(thirds=[85, 85, 40, 0], tricks_won=[4, 5, 3, 0]), [-18, 0, 0, 18]),
    ("forehand of three equals and a virgin", trischaken(thirds=[70, 70, 70, 0], tricks_won=[4, 5, 3, 0]), [-18, 0, 0, 18]),
    ("forehand and a virgin, single by agreement", trischaken(thirds=[90, 60, 60, 0], tricks_won=[4, 5, 3, 0], options={"trischaken_vorhand_jungfrau": "einfach"}), [-9, 0, 0, 9]),
    # «Haben 2 Spieler keinen Stich, so erhalten sie vom Verlierer je 9 Punkte.»
    ("two virgins, 106 to 104", trischaken(thirds=[0, 106, 104, 0], tricks_won=[0, 7, 5, 0]), [9, -18, 0, 9]),
    # «Bei Punktegleichheit zweier Verlierer, (also jeweils 35 Punkte) erhält jede Jungfrau von einem der Verlierer 9»
    ("two virgins, 35 to 35", trischaken(thirds=[0, 0, 105, 105], tricks_won=[0, 0, 7, 5]), [9, 9, -9, -9]),
    ("two virgins, forehand with 35 to 35", trischaken(thirds=[105, 105, 0, 0], tricks_won=[7, 5, 0, 0]), [-36, 0, 18, 18]),
    # «Der Bürgermeister zahlt der Jungfrau 18 Punkte, gibt es 2 Jungfrauen, zahlt er je 9 Punkte.»
    ("Bürgermeister and a virgin", trischaken(thirds=[40, 130, 40, 0], tricks_won=[4, 5, 3, 0]), [0, -18, 0, 18]),
    ("Bürgermeister and two virgins", trischaken(thirds=[80, 130, 0, 0], tricks_won=[4, 8, 0, 0]), [0, -18, 9, 9]),
    ("forehand Bürgermeister and a virgin (A1)", trischaken(thirds=[130, 40, 40, 0], tricks_won=[4, 5, 3, 0]), [-36, 0, 0, 36]),
    ("forehand Bürgermeister and two virgins (A1)", trischaken(thirds=[130, 80, 0, 0], tricks_won=[7, 5, 0, 0]), [-36, 0, 18, 18]),
    # «Hat der Verlierer alle Stiche, zahlt er je 12 Punkte. Hat der Vorhandspieler alle Stiche, zahlt er je 24 Punkte.»
    ("all tricks", trischaken(thirds=[0, 0, 210, 0], tricks_won=[0, 0, 12, 0]), [12, 12, -36, 12]),
    ("forehand has all tricks", trischaken(thirds=[210, 0, 0, 0], tricks_won=[12, 0, 0, 0]), [-72, 24, 24, 24]),
    # «Kein Kontra möglich!», and no bonuses
    ("neither Kontra nor Trull", trischaken(thirds=[60, 80, 40, 30], tricks_won=[3, 4, 3, 2], kontra=[call("B")], bonuses=[bonus("trull")]), [3, -9, 3, 3]),
]  # fmt: skip

RENONCEN: list[Case] = [
    # «erhalten die anderen Spieler so viele Punkte, als hätten sie das Spiel und die angesagten Prämien gewonnen»
    ("the caller", st("besserrufer", "B", "D", bird="pagat", renonce={"by": "B"}), [3, -9, 3, 3]),
    ("his partner", st("besserrufer", "B", "D", bird="pagat", bonuses=[bonus("pagat", "B", made=None)], renonce={"by": "D"}), [3, 3, 3, -9]),
    ("an opponent", st("besserrufer", "B", "D", bird="uhu", bonuses=[bonus("uhu", "B", made=None)], renonce={"by": "C"}), [5, 5, -15, 5]),
    ("all announcements of both sides", st("rufer", "A", "C", bonuses=[bonus("trull", "C", made=None), bonus("uhu", "B", "opponents", None)], renonce={"by": "D"}), [7, 7, 7, -21]),
    ("silent bonuses pay nothing", st("rufer", "A", "C", bonuses=[bonus("trull"), bonus("pagat", side="opponents")], renonce={"by": "D"}), [1, 1, 1, -3]),
    ("what was played does not matter", st("rufer", "A", "C", declarer_thirds=200, bonuses=[VALAT], renonce={"by": "A"}), [-3, 1, 1, 1]),
    # «der renoncierende Gegner eines Dreierspielers zahlt den anderen 2 Gegnern 1 Mal, dem Dreierspieler 3 Mal»
    ("the Dreier player", st("dreier", "B", renonce={"by": "B"}), [5, -15, 5, 5]),
    ("against a Dreier with Pagat", st("dreier", "B", bonuses=[bonus("pagat", "B", made=None)], renonce={"by": "A"}), [-35, 21, 7, 7]),
    ("against the caller who is alone", st("rufer", "A", king_in_talon=True, renonce={"by": "C"}), [3, 1, -5, 1]),
    ("Solodreier with Pagat: doubled", st("solodreier", "B", bonuses=[bonus("pagat", "B", made=None)], renonce={"by": "B"}), [14, -42, 14, 14]),
    ("Sechserdreier player: a lost one counts double", st("sechserdreier", "A", renonce={"by": "A"}), [-24, 8, 8, 8]),
    ("against an announced Valat", st("dreier", "B", bonuses=[bonus("valat", "B", made=None)], renonce={"by": "C"}), [40, 120, -200, 40]),
    ("Farbensolo with announced kings", st("farbensolo", "D", bonuses=[bonus("vier_koenige", "D", made=None)], renonce={"by": "A"}), [-70, 14, 14, 42]),
    ("Farbendreier with an announcement that does not exist there", st("farbendreier", "D", bonuses=[bonus("trull", "D", made=None)], renonce={"by": "D"}), [5, 5, 5, -15]),
    ("against a Bettler", st("bettler", "D", renonce={"by": "A"}), [-20, 4, 4, 12]),
    ("Piccolo ouvert player", st("piccolo_ouvert", "C", renonce={"by": "C"}), [6, 6, -18, 6]),
    # «Bei Renonce zahlt der Renoncespieler den 3 regulären Spielern je 9 Punkte, egal wer getrischakt hat.»
    ("forehand in Trischaken", trischaken(renonce={"by": "A"}), [-27, 9, 9, 9]),
    ("another in Trischaken, virgin or not", trischaken(thirds=[0, 130, 80, 0], tricks_won=[0, 8, 4, 0], renonce={"by": "D"}), [9, 9, 9, -27]),
    # «ein offensichtlicher Punkteverlust (stille Vogerln, stiller Valat), so kann er diese Punkte … einfordern»
    ("claim of a silent Pagat", st("rufer", "A", "C", renonce={"by": "D", "claims": [{"by": "C", "what": "pagat"}]}), [1, 1, 2, -4]),
    ("claim of a Dreier player: threefold", st("dreier", "B", renonce={"by": "D", "claims": [{"by": "B", "what": "uhu"}]}), [5, 21, 5, -31]),
    ("claim in a solo: doubled", st("solorufer", "A", "C", renonce={"by": "D", "claims": [{"by": "A", "what": "pagat"}]}), [4, 2, 2, -8]),
    ("claim of a silent Valat: three games more", st("rufer", "A", "C", renonce={"by": "D", "claims": [{"by": "A", "what": "valat"}]}), [4, 1, 1, -6]),
    ("no claim on what was announced", st("rufer", "A", "C", bonuses=[bonus("pagat", "A", made=None)], renonce={"by": "D", "claims": [{"by": "A", "what": "pagat"}]}), [3, 3, 3, -9]),
    ("claims of two seats", st("rufer", "A", "C", renonce={"by": "D", "claims": [{"by": "B", "what": "pagat"}, {"by": "A", "what": "uhu"}]}), [3, 2, 1, -6]),
    ("no birds to claim in a Farbendreier", st("farbendreier", "B", renonce={"by": "D", "claims": [{"by": "B", "what": "pagat"}]}), [5, 15, 5, -25]),
    ("no birds to claim in a Bettler", st("bettler", "B", renonce={"by": "D", "claims": [{"by": "B", "what": "pagat"}]}), [4, 12, 4, -20]),
    ("no birds to claim in Trischaken", trischaken(renonce={"by": "D", "claims": [{"by": "B", "what": "pagat"}]}), [9, 9, 9, -27]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("document", "sheet"),
    [
        pytest.param(document, sheet, id=f"{group}: {name}")
        for group, cases in [
            ("games", GAMES), ("king", KINGS_CALLED), ("bonuses", BONUSES), ("valat", VALATE),
            ("trischaken", TRISCHAKEN), ("renonce", RENONCEN),
        ]
        for name, document, sheet in cases
    ],
)  # fmt: skip
def test_the_sheet_is_what_the_text_says(document: Json, sheet: list[int]) -> None:
    settlement = settled(document)
    assert list(settlement.sheet) == sheet
    assert list(settlement.kontra_cents) == NONE


RUFER = partial(st, "rufer", "A", "C")
DREIER = partial(st, "dreier", "B")

KONTRA: list[tuple[str, Json, list[int], list[int]]] = [
    # «Kontrierungen wirken sich nicht auf die Schrift aus … Kontra (doppelt), Re (vierfach) und Sub (achtfach)»
    ("Kontra", RUFER(declarer_thirds=120, kontra=[call("B")]), [1, -1, 1, -1], [10, -10, 10, -10]),
    ("Kontra lost", RUFER(declarer_thirds=90, kontra=[call("D")]), [-1, 1, -1, 1], [-10, 10, -10, 10]),
    ("Re by the partner", RUFER(declarer_thirds=120, kontra=[call("B"), call("C", "re")]), [1, -1, 1, -1], [30, -30, 30, -30]),
    ("Sub by the other opponent", RUFER(declarer_thirds=90, kontra=[call("B"), call("A", "re"), call("D", "sub")]), [-1, 1, -1, 1], [-70, 70, -70, 70]),
    ("soloist threefold", DREIER(declarer_thirds=120, kontra=[call("C")]), [-5, 15, -5, -5], [-50, 150, -50, -50]),
    ("a lost Sechserdreier", st("sechserdreier", "A", declarer_thirds=90, kontra=[call("C")]), [-24, 8, 8, 8], [-240, 80, 80, 80]),
    ("on the bird only", st("besserrufer", "B", "D", bird="pagat", declarer_thirds=120, bonuses=[PAGAT_LOST], kontra=[call("C", on="pagat")]), [1, -1, 1, -1], [20, -20, 20, -20]),
    ("on game and bird", st("besserrufer", "B", "D", bird="pagat", declarer_thirds=120, bonuses=[PAGAT], kontra=[call("C", on="pagat"), call("C")]), [-3, 3, -3, 3], [-30, 30, -30, 30]),
    ("on an opponent's announcement", RUFER(declarer_thirds=120, bonuses=[bonus("trull", "B", "opponents", False)], kontra=[call("C", on="trull"), call("D", "re", "trull")]), [3, -3, 3, -3], [60, -60, 60, -60]),
    ("in a solo the doubled bonus", st("solodreier", "B", declarer_thirds=120, bonuses=[PAGAT], kontra=[call("A", on="pagat")]), [-14, 42, -14, -14], [-40, 120, -40, -40]),
    ("not on a silent bird", RUFER(declarer_thirds=120, bonuses=[bonus("pagat")], kontra=[call("B", on="pagat")]), [2, -2, 2, -2], NONE),
    ("no Re without Kontra", RUFER(declarer_thirds=120, kontra=[call("A", "re")]), [1, -1, 1, -1], NONE),
    # «Stellt sich am Ende heraus, dass sich Partner kontriert haben, zählt dies nicht.»
    ("among partners on a bonus", RUFER(declarer_thirds=120, bonuses=[bonus("trull", "A")], kontra=[call("C", on="trull")]), [3, -3, 3, -3], NONE),
    ("among opponents on a bonus", RUFER(declarer_thirds=120, bonuses=[bonus("trull", "B", "opponents")], kontra=[call("D", on="trull")]), [-1, 1, -1, 1], NONE),
    ("a partner's void one beside a true one", RUFER(declarer_thirds=120, kontra=[call("C"), call("D")]), [1, -1, 1, -1], [10, -10, 10, -10]),
    # «Entscheidet sich der Spieler zu spielen, kann er kontriert werden.»
    ("king in the talon, played", st("rufer", "A", king_in_talon=True, declarer_thirds=120, kontra=[call("C")]), [3, -1, -1, -1], [30, -10, -10, -10]),
    # «Kontras zählen in diesem Fall nicht, egal ob das Spiel bzw. allfällige Prämien gewonnen oder verloren sind.»
    ("Solorufer, king in the talon", st("solorufer", "A", king_in_talon=True, declarer_thirds=120, bonuses=[bonus("pagat", "A")], kontra=[call("C"), call("C", on="pagat")]), [18, -6, -6, -6], NONE),
    ("Solorufer with a partner", st("solorufer", "A", "B", declarer_thirds=120, kontra=[call("C")]), [2, 2, -2, -2], [20, 20, -20, -20]),
    # «Kontra vor Talonkauf … ist nicht möglich.»
    ("given up", st("rufer", "A", king_in_talon=True, end="schleifen", kontra=[call("C")]), [-3, 1, 1, 1], NONE),
    # «Sobald ein Valat angesagt oder still erzielt wird, ist ein Kontra auf das Spiel hinfällig»
    ("void in a silent Valat, not on the bird", st("besserrufer", "B", "D", bird="pagat", declarer_thirds=200, bonuses=[PAGAT, VALAT], kontra=[call("C"), call("C", on="pagat")]), [-6, 6, -6, 6], [-20, 20, -20, 20]),
    ("void when announced", DREIER(declarer_thirds=200, bonuses=[VALAT_SAID], kontra=[call("C")]), [-40, 120, -40, -40], NONE),
    # «(ein Kontra auf einen angesagten Valat ist selbstverständlich möglich)»
    ("on an announced Valat", DREIER(declarer_thirds=200, bonuses=[VALAT_SAID], kontra=[call("C", on="valat")]), [-40, 120, -40, -40], [-400, 1200, -400, -400]),
    ("on a lost Valat", DREIER(declarer_thirds=150, bonuses=[VALAT_LOST], kontra=[call("C", on="valat"), call("B", "re", "valat")]), [40, -120, 40, 40], [1200, -3600, 1200, 1200]),
    # «bei negativen Spielen wird individuell kontriert»
    ("individually", st("bettler", "D", tricks_won=[5, 4, 3, 0], kontra=[call("A")]), [-4, -4, -4, 12], [-40, 0, 0, 40]),
    ("two of three, one with Re", st("bettler", "D", tricks_won=[5, 3, 3, 1], kontra=[call("A"), call("C"), call("D", "re", to="C")]), [4, 4, 4, -12], [40, 0, 120, -160]),
    ("Sub", st("piccolo", "B", tricks_won=[5, 1, 3, 3], kontra=[call("C"), call("B", "re", to="C"), call("C", "sub", to="B")]), [-2, 6, -2, -2], [0, 140, -140, 0]),
    ("Re to someone who did not call", st("piccolo", "B", tricks_won=[5, 1, 3, 3], kontra=[call("C"), call("B", "re", to="A")]), [-2, 6, -2, -2], [0, 20, -20, 0]),
    # a Renonce: only «das Spiel und die angesagten Prämien»
    ("a Renonce", DREIER(kontra=[call("C")], renonce={"by": "C"}), [5, 15, -25, 5], NONE),
]  # fmt: skip


@pytest.mark.parametrize(("document", "sheet", "cents"), [pytest.param(*c[1:], id=c[0]) for c in KONTRA])
def test_kontra_is_paid_and_not_written(document: Json, sheet: list[int], cents: list[int]) -> None:
    settlement = settled(document)
    assert list(settlement.sheet) == sheet
    assert list(settlement.kontra_cents) == cents


ERRORS: list[tuple[str, Json, str]] = [
    ("a game of Tirol", st("einer", "A", declarer_thirds=120), "contract.game"),
    ("a bird game of Tirol", st("solobesser", "A", "B", bird="pagat"), "contract.game"),
    # «Mondfang wird nicht honoriert.»
    ("Mondfang", st("dreier", "B", declarer_thirds=120, bonuses=[bonus("mondfang")]), "bonuses[0].what"),
    ("Sack", st("dreier", "B", declarer_thirds=140, bonuses=[bonus("sack1", "B")]), "bonuses[0].what"),
    ("an option of Tirol", st("dreier", "B", declarer_thirds=140, options={"skoty": True}), "options.skoty"),
    # «„Bei“-Spiele sind nicht zulässig.»
    ("side by side", st("bettler", "B", beside="C", tricks_won=[6, 0, 0, 6]), "contract.with"),
    # «Jedes Spiel muss gespielt werden.»
    ("an empty Rufer unplayed", st("rufer", "A", "C", end="blank"), "end"),
    ("a Dreier given up", st("dreier", "A", end="schleifen"), "end"),
    ("a partner in a Dreier", st("dreier", "B", "D", declarer_thirds=120), "contract.partner"),
    ("the king in the talon and a partner", st("rufer", "A", "C", king_in_talon=True, declarer_thirds=120), "king_in_talon"),
    ("209 thirds", trischaken(thirds=[60, 80, 40, 29], tricks_won=[3, 4, 3, 2]), "thirds"),
    ("11 tricks", st("bettler", "B", tricks_won=[5, 0, 3, 3]), "tricks_won"),
    ("nothing that decides", st("dreier", "B"), "declarer_thirds"),
    ("the bird's outcome missing", st("besserrufer", "B", "D", bird="uhu", declarer_thirds=120), "bonuses"),
    ("the offender's claim", st("rufer", "A", "C", renonce={"by": "B", "claims": [{"by": "B", "what": "pagat"}]}), "renonce.claims[0].by"),
    # only «stille Vogerln, stiller Valat» can be claimed
    ("a claim of the König", st("rufer", "A", "C", renonce={"by": "B", "claims": [{"by": "C", "what": "koenig_ultimo"}]}), "renonce.claims[0].what"),
]  # fmt: skip


@pytest.mark.parametrize(("document", "place"), [pytest.param(*c[1:], id=c[0]) for c in ERRORS])
def test_what_the_system_does_not_have_is_named_with_its_place(document: Json, place: str) -> None:
    assert place in error_places(document)
