"""The Kant_Ine's rules, version 2.0: what each sentence of its text demands, as settlements."""

from __future__ import annotations

from functools import partial

import pytest

from tests.engine.helpers import Json, bonus, call, error_places, result, settled

ka = partial(result, "kantine-2.0")
trischaken = partial(ka, "trischaken", "A")
RUFER = partial(ka, "rufer", "A", "C")
PAGATRUFER = partial(ka, "besserrufer", "B", "D", bird="pagat")
DREIER = partial(ka, "dreier", "B")
SECHSER = partial(ka, "sechserdreier", "A")
NONE = [0, 0, 0, 0]
PAGAT = bonus("pagat", "B")
PAGAT_LOST = bonus("pagat", "B", made=False)
VALAT = bonus("valat")
VALAT_SAID = bonus("valat", "B")
VALAT_LOST = bonus("valat", "B", made=False)

Case = tuple[str, Json, list[int]]

GAMES: list[Case] = [
    # «Wenn du ein positives Spiel angesagt hast, brauchst du zum Gewinn 35 Punkte und 2 Blatt.»
    ("107 thirds win", RUFER(declarer_thirds=107), [1, -1, 1, -1]),
    ("106 thirds lose", RUFER(declarer_thirds=106), [-1, 1, -1, 1]),
    # «Pagatrufer:in 3, Uhurufer:in 5, Peilkanrufer:in 7, Quapilrufer:in 9»
    ("Pagatrufer won", PAGATRUFER(declarer_thirds=107, bonuses=[PAGAT]), [-3, 3, -3, 3]),
    ("Pagatrufer lost altogether", PAGATRUFER(declarer_thirds=99, bonuses=[PAGAT_LOST]), [3, -3, 3, -3]),
    ("Pagatrufer, game lost and bird won", PAGATRUFER(declarer_thirds=99, bonuses=[PAGAT]), [-1, 1, -1, 1]),
    ("Uhurufer won", ka("besserrufer", "B", "D", bird="uhu", declarer_thirds=150, bonuses=[bonus("uhu", "B")]), [-5, 5, -5, 5]),
    ("Pelikanrufer won", ka("besserrufer", "B", "D", bird="kakadu", declarer_thirds=150, bonuses=[bonus("kakadu", "B")]), [-7, 7, -7, 7]),
    ("Pelikanrufer, bird lost", ka("besserrufer", "B", "D", bird="kakadu", declarer_thirds=150, bonuses=[bonus("kakadu", "B", made=False)]), [5, -5, 5, -5]),
    ("Quapilrufer won", ka("besserrufer", "B", "D", bird="quapil", declarer_thirds=150, bonuses=[bonus("quapil", "B")]), [-9, 9, -9, 9]),
    ("Uhu beside a Pagatrufer", PAGATRUFER(declarer_thirds=150, bonuses=[PAGAT, bonus("uhu", "B")]), [-7, 7, -7, 7]),
    # «Solorufer:in 2»
    ("Solorufer won", ka("solorufer", "D", "A", declarer_thirds=120), [2, -2, -2, 2]),
    ("Solorufer lost", ka("solorufer", "D", "A", declarer_thirds=10), [-2, 2, 2, -2]),
    # «Sechserdreier 4 / - 8» «Ein verlorener Sechserdreier zählt doppelt.»
    ("Sechserdreier won", SECHSER(declarer_thirds=107), [12, -4, -4, -4]),
    ("Sechserdreier lost", SECHSER(declarer_thirds=106), [-24, 8, 8, 8]),
    ("Sechserdreier lost, bonuses single", SECHSER(declarer_thirds=90, bonuses=[bonus("pagat", "A", made=False), bonus("trull", side="opponents")]), [-33, 11, 11, 11]),
    # «Farbendreier 5, Dreier 5, Farbensolo 10, Solodreier 10»
    ("Dreier won", DREIER(declarer_thirds=107), [-5, 15, -5, -5]),
    ("Dreier lost", DREIER(declarer_thirds=106), [5, -15, 5, 5]),
    ("Farbendreier lost", ka("farbendreier", "C", declarer_thirds=106), [5, 5, -15, 5]),
    ("Farbensolo won", ka("farbensolo", "C", declarer_thirds=107), [-10, -10, 30, -10]),
    ("Solodreier lost", ka("solodreier", "C", declarer_thirds=106), [10, 10, -30, 10]),
    # «Piccolo, Zwiccolo 2», «Bettler:in 4», «Piccolo ouvert, Zwiccolo ouvert 6», «Bettler:in ouvert 8»
    ("Piccolo won", ka("piccolo", "B", tricks_won=[5, 1, 3, 3]), [-2, 6, -2, -2]),
    ("Piccolo lost with none", ka("piccolo", "B", tricks_won=[5, 0, 4, 3]), [2, -6, 2, 2]),
    ("Zwiccolo won", ka("zwiccolo", "B", tricks_won=[5, 2, 2, 3]), [-2, 6, -2, -2]),
    ("Zwiccolo lost with three", ka("zwiccolo", "B", tricks_won=[5, 3, 1, 3]), [2, -6, 2, 2]),
    ("Bettler won", ka("bettler", "B", tricks_won=[5, 0, 4, 3]), [-4, 12, -4, -4]),
    ("Bettler lost", ka("bettler", "B", tricks_won=[5, 1, 3, 3]), [4, -12, 4, 4]),
    ("Piccolo ouvert won", ka("piccolo_ouvert", "D", tricks_won=[5, 3, 3, 1]), [-6, -6, -6, 18]),
    ("Zwiccolo ouvert won", ka("zwiccolo_ouvert", "D", tricks_won=[5, 2, 3, 2]), [-6, -6, -6, 18]),
    ("Bettler ouvert lost", ka("bettler_ouvert", "D", tricks_won=[5, 3, 3, 1]), [8, 8, 8, -24]),
    # «keine Strafprämie beim liegengelassenen König»
    ("king taken", ka("rufer", "A", king_in_talon=True, declarer_thirds=130), [3, -1, -1, -1]),
    ("king left", ka("rufer", "A", king_in_talon=True, king_left=True, declarer_thirds=130), [3, -1, -1, -1]),
    # «Du kannst aber auch „schleifen“ … bezahlst du die Punkte des normalen Spiels (z.B. Pagatrufer:in = 3 Punkte).»
    ("schleifen, Rufer", ka("rufer", "A", king_in_talon=True, end="schleifen"), [-3, 1, 1, 1]),
    ("schleifen, Pagatrufer", ka("besserrufer", "B", bird="pagat", king_in_talon=True, end="schleifen"), [3, -9, 3, 3]),
    ("schleifen, Uhurufer", ka("besserrufer", "B", bird="uhu", king_in_talon=True, end="schleifen"), [5, -15, 5, 5]),
    # «Bist du Solorufer:in und der gerufene König liegt im Talon, geht die Talonhälfte mit dem König an dich.»
    ("Solorufer alone", ka("solorufer", "C", king_in_talon=True, declarer_thirds=90), [2, 2, -6, 2]),
]  # fmt: skip

BONUSES: list[Case] = [
    # «König ultimo 2 / 1, Trull 2 / 1, 4 Könige 2 / 1, Pagat (I) 2 / 1, Uhu (II) 4 / 2, Pelikan (III) 6 / 3, Quapil 8 / 4»
    *(
        (f"silent {what}", RUFER(declarer_thirds=120, bonuses=[bonus(what)]), [1 + v, -1 - v, 1 + v, -1 - v])
        for what, v in [("koenig_ultimo", 1), ("trull", 1), ("vier_koenige", 1), ("pagat", 1), ("uhu", 2), ("kakadu", 3), ("quapil", 4)]
    ),
    *(
        (f"announced {what} lost", RUFER(declarer_thirds=120, bonuses=[bonus(what, "A", made=False)]), [1 - v, v - 1, 1 - v, v - 1])
        for what, v in [("koenig_ultimo", 2), ("trull", 2), ("vier_koenige", 2), ("pagat", 2), ("uhu", 4), ("kakadu", 6), ("quapil", 8)]
    ),
    ("the opponents' announced Pelikan", RUFER(declarer_thirds=90, bonuses=[bonus("kakadu", "D", "opponents")]), [-7, 7, -7, 7]),
    ("a silent bird caught (A38)", RUFER(declarer_thirds=120, bonuses=[bonus("pagat", made=False)]), [1, -1, 1, -1]),
    # «Bei Solorufer:in, Solodreier und Farbensolo gelten alle Prämien doppelt»
    ("Solorufer, silent Uhu", ka("solorufer", "A", "C", declarer_thirds=120, bonuses=[bonus("uhu")]), [6, -6, 6, -6]),
    ("Solorufer, announced König ultimo", ka("solorufer", "A", "C", declarer_thirds=120, bonuses=[bonus("koenig_ultimo", "C")]), [6, -6, 6, -6]),
    ("Solodreier, announced Trull lost", ka("solodreier", "B", declarer_thirds=120, bonuses=[bonus("trull", "B", made=False)]), [-6, 18, -6, -6]),
    ("Farbensolo, announced kings", ka("farbensolo", "B", declarer_thirds=120, bonuses=[bonus("vier_koenige", "B")]), [-14, 42, -14, -14]),
    # «Nur die Ansagen 4 Könige und Valat sind möglich.»
    ("Farbendreier knows no birds", ka("farbendreier", "B", declarer_thirds=120, bonuses=[PAGAT_LOST, bonus("trull")]), [-5, 15, -5, -5]),
    ("Farbendreier, silent kings (A7)", ka("farbendreier", "B", declarer_thirds=120, bonuses=[bonus("vier_koenige")]), [-6, 18, -6, -6]),
    ("Farbendreier, silent kings not agreed", ka("farbendreier", "B", declarer_thirds=120, options={"stille_koenige_im_farbspiel": False}, bonuses=[bonus("vier_koenige")]), [-5, 15, -5, -5]),
    ("no König ultimo in a Dreier", DREIER(declarer_thirds=120, bonuses=[bonus("koenig_ultimo", "B", made=False)]), [-5, 15, -5, -5]),
]  # fmt: skip

VALATE: list[Case] = [
    # «Valat 8-fach / 4-fach»; «alle Vogerln und der König ultimo (egal ob angesagt oder still) … nicht vervielfacht»
    ("Rufer, silent with König ultimo", RUFER(declarer_thirds=200, bonuses=[VALAT, bonus("koenig_ultimo")]), [5, -5, 5, -5]),
    ("Rufer, announced with silent Quapil", RUFER(declarer_thirds=200, bonuses=[bonus("valat", "C"), bonus("quapil")]), [12, -12, 12, -12]),
    ("Pagatrufer, silent", PAGATRUFER(declarer_thirds=200, bonuses=[PAGAT, VALAT]), [-6, 6, -6, 6]),
    ("Pagatrufer, announced", PAGATRUFER(declarer_thirds=200, bonuses=[PAGAT, VALAT_SAID]), [-10, 10, -10, 10]),
    # «Im angesagten Valat kann man Trull oder 4 Könige nicht ansagen. Im stillen Valat zählen angesagte Trull …»
    ("announced Trull in a silent one", DREIER(declarer_thirds=200, bonuses=[VALAT, bonus("trull", "B")]), [-22, 66, -22, -22]),
    ("silent kings in a silent one", DREIER(declarer_thirds=200, bonuses=[VALAT, bonus("vier_koenige")]), [-20, 60, -20, -20]),
    ("announced kings in an announced one", DREIER(declarer_thirds=200, bonuses=[VALAT_SAID, bonus("vier_koenige", "B")]), [-40, 120, -40, -40]),
    # «(Valat bleibt aber 8-fach/4-fach)»
    ("Solorufer, silent with Pagat", ka("solorufer", "A", "C", declarer_thirds=200, bonuses=[VALAT, bonus("pagat")]), [10, -10, 10, -10]),
    ("Farbensolo, silent with announced kings", ka("farbensolo", "B", declarer_thirds=200, bonuses=[VALAT, bonus("vier_koenige", "B")]), [-44, 132, -44, -44]),
    ("Solodreier, announced", ka("solodreier", "B", declarer_thirds=200, bonuses=[VALAT_SAID]), [-80, 240, -80, -80]),
    ("Sechserdreier, announced", SECHSER(declarer_thirds=200, bonuses=[bonus("valat", "A")]), [96, -32, -32, -32]),
    # A5
    ("announced and lost", DREIER(declarer_thirds=150, bonuses=[VALAT_LOST, bonus("uhu", "B")]), [36, -108, 36, 36]),
    ("Sechserdreier, announced and lost", SECHSER(declarer_thirds=150, bonuses=[bonus("valat", "A", made=False)]), [-192, 64, 64, 64]),
    ("the opponents' silent Valat", ka("solorufer", "A", "C", declarer_thirds=4, bonuses=[bonus("valat", side="opponents"), bonus("pagat", side="opponents")]), [-10, 10, -10, 10]),
]  # fmt: skip

TRISCHAKEN: list[Case] = [
    # «Im Normalfall musst du allen anderen je 1 Punkt zahlen.»
    ("one loser", trischaken(thirds=[60, 80, 40, 30], tricks_won=[3, 4, 3, 2]), [1, -3, 1, 1]),
    # «mindestens 35 Punkte und 2 Blatt … „Bürgermeister:in“ … je 2 Punkte»
    ("Bürgermeister", trischaken(thirds=[40, 40, 107, 23], tricks_won=[3, 3, 4, 2]), [2, 2, -6, 2]),
    ("106 is none", trischaken(thirds=[40, 41, 106, 23], tricks_won=[3, 3, 4, 2]), [1, 1, -3, 1]),
    # «zahlt ihr alle an die Gewinner:innen je 1 Punkt (zwei Punktgleiche zahlen also jeweils 2 Punkte)»
    ("two equal losers", trischaken(thirds=[30, 75, 75, 30], tricks_won=[3, 4, 3, 2]), [2, -2, -2, 2]),
    ("three equal losers", trischaken(thirds=[21, 63, 63, 63], tricks_won=[3, 4, 3, 2]), [3, -1, -1, -1]),
    # «Verlierst du als Vorhand, zahlst du in jeder Situation das Doppelte … je 2 Punkte, als Bürgermeister:in je 4»
    ("forehand", trischaken(thirds=[80, 60, 40, 30], tricks_won=[4, 3, 3, 2]), [-6, 2, 2, 2]),
    ("forehand Bürgermeister", trischaken(thirds=[107, 60, 23, 20], tricks_won=[6, 3, 2, 1]), [-12, 4, 4, 4]),
    # «Etwaige punktgleiche Verlierer:innen werden behandelt, als hätten sie weniger Punkte in den Stichen als du.»
    ("forehand equal with one", trischaken(thirds=[80, 80, 30, 20], tricks_won=[4, 4, 2, 2]), [-6, 2, 2, 2]),
    ("forehand equal with two", trischaken(thirds=[60, 60, 60, 30], tricks_won=[4, 4, 2, 2]), [-6, 2, 2, 2]),
    # «Jungfrau … ziehst die ganze Auszahlung ein, also im Normalfall 3 Punkte»
    ("a virgin", trischaken(thirds=[0, 90, 60, 60], tricks_won=[0, 5, 4, 3]), [3, -3, 0, 0]),
    ("Bürgermeister and a virgin", trischaken(thirds=[40, 130, 40, 0], tricks_won=[2, 8, 2, 0]), [0, -6, 0, 6]),
    ("forehand and a virgin", trischaken(thirds=[90, 60, 60, 0], tricks_won=[5, 4, 3, 0]), [-6, 0, 0, 6]),
    ("forehand, equal, and a virgin", trischaken(thirds=[85, 85, 40, 0], tricks_won=[5, 4, 3, 0]), [-6, 0, 0, 6]),
    ("forehand Bürgermeister and a virgin", trischaken(thirds=[130, 40, 40, 0], tricks_won=[8, 2, 2, 0]), [-12, 0, 0, 12]),
    ("a virgin and two equal losers (A13)", trischaken(thirds=[40, 85, 85, 0], tricks_won=[4, 5, 3, 0]), [0, -2, -2, 4]),
    ("the same, three from each", trischaken(thirds=[40, 85, 85, 0], tricks_won=[4, 5, 3, 0], options={"trischaken_jungfrau_bei_gleichstand": "drei von jedem"}), [0, -3, -3, 6]),
    ("a virgin and three equal losers", trischaken(thirds=[0, 70, 70, 70], tricks_won=[0, 5, 4, 3]), [3, -1, -1, -1]),
    # «Mehrere Jungfrau teilen sie sich die Auszahlung, aber jede erhält jedenfalls mindestens 3 Punkte.»
    ("two virgins, 106 to 104", trischaken(thirds=[0, 106, 104, 0], tricks_won=[0, 7, 5, 0]), [3, -6, 0, 3]),
    ("two virgins, Bürgermeister", trischaken(thirds=[0, 130, 80, 0], tricks_won=[0, 7, 5, 0]), [3, -6, 0, 3]),
    ("two virgins, 35 to 35", trischaken(thirds=[0, 105, 105, 0], tricks_won=[0, 7, 5, 0]), [3, -3, -3, 3]),
    ("two virgins, forehand with 35 to 35 (A12)", trischaken(thirds=[105, 105, 0, 0], tricks_won=[7, 5, 0, 0]), [-12, 0, 6, 6]),
    ("two virgins, forehand Bürgermeister (A12)", trischaken(thirds=[130, 80, 0, 0], tricks_won=[7, 5, 0, 0]), [-12, 0, 6, 6]),
    ("all tricks", trischaken(thirds=[0, 0, 0, 210], tricks_won=[0, 0, 0, 12]), [3, 3, 3, -9]),
    ("forehand has all tricks (A12)", trischaken(thirds=[210, 0, 0, 0], tricks_won=[12, 0, 0, 0]), [-18, 6, 6, 6]),
    ("the same, the doubled payout shared", trischaken(thirds=[210, 0, 0, 0], tricks_won=[12, 0, 0, 0], options={"trischaken_vorhand_jungfrauen": "geteilt"}), [-12, 4, 4, 4]),
    ("35 to 35, the doubled payout shared", trischaken(thirds=[105, 105, 0, 0], tricks_won=[7, 5, 0, 0], options={"trischaken_vorhand_jungfrauen": "geteilt"}), [-6, 0, 3, 3]),
    # «beim Trischaken gibt es kein Kontra»
    ("no Kontra", trischaken(thirds=[60, 80, 40, 30], tricks_won=[3, 4, 3, 2], kontra=[call("B")]), [1, -3, 1, 1]),
]  # fmt: skip

RENONCEN: list[Case] = [
    # «(du zahlst also auch eigenen Partner:innen plus an Gegner:innen)»
    ("the caller", PAGATRUFER(renonce={"by": "B"}), [3, -9, 3, 3]),
    ("his partner", PAGATRUFER(bonuses=[bonus("pagat", "B", made=None)], renonce={"by": "D"}), [3, 3, 3, -9]),
    ("an opponent, with announcements", RUFER(bonuses=[bonus("trull", "B", "opponents", None), bonus("koenig_ultimo", "C", made=None)], renonce={"by": "B"}), [5, -15, 5, 5]),
    ("the Dreier player", DREIER(renonce={"by": "B"}), [5, -15, 5, 5]),
    ("against a Dreier", DREIER(renonce={"by": "D"}), [5, 15, 5, -25]),
    ("Sechserdreier player", SECHSER(renonce={"by": "A"}), [-24, 8, 8, 8]),
    ("against a caller who is alone", ka("besserrufer", "B", bird="pagat", king_in_talon=True, renonce={"by": "C"}), [3, 9, -15, 3]),
    ("against an announced Valat in a Farbensolo", ka("farbensolo", "D", bonuses=[bonus("valat", "D", made=None)], renonce={"by": "A"}), [-400, 80, 80, 240]),
    ("Solorufer with an announced Uhu", ka("solorufer", "A", "C", bonuses=[bonus("uhu", "A", made=None)], renonce={"by": "B"}), [10, -30, 10, 10]),
    ("Piccolo player", ka("piccolo", "C", renonce={"by": "C"}), [2, 2, -6, 2]),
    ("against a Bettler ouvert", ka("bettler_ouvert", "C", renonce={"by": "A"}), [-40, 8, 24, 8]),
    # «Wenn du beim Trischaken eine Renonce begehst, zahlst du allen anderen je 3 Punkte.»
    ("forehand in Trischaken", trischaken(renonce={"by": "A"}), [-9, 3, 3, 3]),
    ("another in Trischaken", trischaken(renonce={"by": "D"}), [3, 3, 3, -9]),
    # «(stille Vogerln, König ultimo, stiller Valat), so kannst du diese Punkte (über das Schiedsgericht) einfordern»
    ("claim of König ultimo", RUFER(renonce={"by": "D", "claims": [{"by": "C", "what": "koenig_ultimo"}]}), [1, 1, 2, -4]),
    ("claim of a silent Pelikan by a soloist", DREIER(renonce={"by": "D", "claims": [{"by": "B", "what": "kakadu"}]}), [5, 24, 5, -34]),
    ("claim of a silent Valat", RUFER(renonce={"by": "D", "claims": [{"by": "A", "what": "valat"}]}), [4, 1, 1, -6]),
    ("no claim on what was announced", RUFER(bonuses=[bonus("koenig_ultimo", "C", made=None)], renonce={"by": "D", "claims": [{"by": "C", "what": "koenig_ultimo"}]}), [3, 3, 3, -9]),
    ("no birds to claim in a Farbendreier", ka("farbendreier", "B", renonce={"by": "D", "claims": [{"by": "B", "what": "pagat"}]}), [5, 15, 5, -25]),
    ("no birds to claim in Trischaken", trischaken(renonce={"by": "D", "claims": [{"by": "B", "what": "pagat"}]}), [3, 3, 3, -9]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("document", "sheet"),
    [
        pytest.param(document, sheet, id=f"{group}: {name}")
        for group, cases in [
            ("games", GAMES), ("bonuses", BONUSES), ("valat", VALATE), ("trischaken", TRISCHAKEN), ("renonce", RENONCEN),
        ]
        for name, document, sheet in cases
    ],
)  # fmt: skip
def test_the_sheet_is_what_the_text_says(document: Json, sheet: list[int]) -> None:
    settlement = settled(document)
    assert list(settlement.sheet) == sheet
    assert list(settlement.kontra_cents) == NONE


CUMULATIVE = {"kontra_stufen": "zusammen"}

KONTRA: list[tuple[str, Json, list[int], list[int]]] = [
    # «pro Kontrierung unabhängig vom Spielwert … Kontra (€ 1,-), Re (€ 2,-) Sub (€ 5,-)» (A15: the last level, by pairs)
    ("Kontra", RUFER(declarer_thirds=120, kontra=[call("B")]), [1, -1, 1, -1], [100, -100, 100, -100]),
    ("Kontra lost", RUFER(declarer_thirds=90, kontra=[call("D")]), [-1, 1, -1, 1], [-100, 100, -100, 100]),
    ("Re", RUFER(declarer_thirds=120, kontra=[call("B"), call("C", "re")]), [1, -1, 1, -1], [200, -200, 200, -200]),
    ("Sub", RUFER(declarer_thirds=90, kontra=[call("B"), call("A", "re"), call("D", "sub")]), [-1, 1, -1, 1], [-500, 500, -500, 500]),
    ("Sub, the levels added up by agreement", RUFER(declarer_thirds=90, options=CUMULATIVE, kontra=[call("B"), call("A", "re"), call("D", "sub")]), [-1, 1, -1, 1], [-800, 800, -800, 800]),
    ("the same in a solo of ten points", ka("solodreier", "B", declarer_thirds=120, kontra=[call("A")]), [-10, 30, -10, -10], [-100, 300, -100, -100]),
    ("soloist threefold", DREIER(declarer_thirds=99, kontra=[call("C"), call("B", "re")]), [5, -15, 5, 5], [200, -600, 200, 200]),
    ("a lost Sechserdreier", SECHSER(declarer_thirds=90, kontra=[call("C")]), [-24, 8, 8, 8], [-300, 100, 100, 100]),
    ("on the bird, won against it", PAGATRUFER(declarer_thirds=120, bonuses=[PAGAT_LOST], kontra=[call("C", on="pagat")]), [1, -1, 1, -1], [100, -100, 100, -100]),
    ("on game and bird, one won each", PAGATRUFER(declarer_thirds=99, bonuses=[PAGAT], kontra=[call("C"), call("C", on="pagat")]), [-1, 1, -1, 1], NONE),
    ("on both, both won", PAGATRUFER(declarer_thirds=120, bonuses=[PAGAT], kontra=[call("C"), call("A", on="pagat")]), [-3, 3, -3, 3], [-200, 200, -200, 200]),
    # «Stellt sich am Ende heraus, dass sich Partner:innen kontriert haben, zählt dies nicht.»
    ("among partners", RUFER(declarer_thirds=120, kontra=[call("C")]), [1, -1, 1, -1], NONE),
    ("among opponents on a bonus", RUFER(declarer_thirds=120, bonuses=[bonus("uhu", "B", "opponents")], kontra=[call("D", on="uhu")]), [-3, 3, -3, 3], NONE),
    ("Re on the answer of a partner is void", RUFER(declarer_thirds=120, kontra=[call("C"), call("A", "re")]), [1, -1, 1, -1], NONE),
    # «Wenn du spielst, kannst du aber auch kontriert werden.»
    ("king in the talon, played", ka("rufer", "A", king_in_talon=True, declarer_thirds=120, kontra=[call("C")]), [3, -1, -1, -1], [300, -100, -100, -100]),
    # «Kontras zählen in diesem Fall nicht»
    ("Solorufer, king in the talon", ka("solorufer", "A", king_in_talon=True, declarer_thirds=90, kontra=[call("C")]), [-6, 2, 2, 2], NONE),
    # «ein Kontra auf das Spiel hinfällig (ein Kontra auf einen angesagten Valat ist selbstverständlich möglich)»
    ("void in a silent Valat", DREIER(declarer_thirds=200, bonuses=[VALAT], kontra=[call("C")]), [-20, 60, -20, -20], NONE),
    ("on an announced Valat", DREIER(declarer_thirds=200, bonuses=[VALAT_SAID], kontra=[call("C"), call("C", on="valat")]), [-40, 120, -40, -40], [-100, 300, -100, -100]),
    # «bei negativen Spielen wird individuell kontriert»
    ("individually", ka("bettler", "D", tricks_won=[5, 4, 3, 0], kontra=[call("A")]), [-4, -4, -4, 12], [-100, 0, 0, 100]),
    ("Kontra, Re and Sub side by side", ka("piccolo", "B", tricks_won=[4, 2, 3, 3], kontra=[call("A"), call("C"), call("D"), call("B", "re", to="C"), call("B", "re", to="D"), call("D", "sub")]), [2, -6, 2, 2], [100, -800, 200, 500]),
    ("a Renonce", DREIER(kontra=[call("C")], renonce={"by": "C"}), [5, 15, -25, 5], NONE),
]  # fmt: skip


@pytest.mark.parametrize(("document", "sheet", "cents"), [pytest.param(*c[1:], id=c[0]) for c in KONTRA])
def test_kontra_is_paid_at_the_table_and_not_written(
    document: Json, sheet: list[int], cents: list[int]
) -> None:
    settlement = settled(document)
    assert list(settlement.sheet) == sheet
    assert list(settlement.kontra_cents) == cents


ERRORS: list[tuple[str, Json, str]] = [
    ("a game of Tirol", ka("bettler_semi", "A", tricks_won=[0, 4, 4, 4]), "contract.game"),
    # «Mondfang/Königsfang wird nicht honoriert.» «Absolut (Grammeln), Honneurs, etc. wird nicht honoriert.»
    ("Mondfang", DREIER(declarer_thirds=120, bonuses=[bonus("mondfang")]), "bonuses[0].what"),
    ("Königfang", RUFER(declarer_thirds=120, bonuses=[bonus("koenigfang", side="opponents")]), "bonuses[0].what"),
    ("Sack", DREIER(declarer_thirds=140, bonuses=[bonus("sack1")]), "bonuses[0].what"),
    ("an option of Tirol", DREIER(declarer_thirds=140, options={"trischaken_talon": "last_trick"}), "options.trischaken_talon"),
    # «„Bei“-Spiele sind nicht zulässig.»
    ("side by side", ka("piccolo", "B", beside="C", tricks_won=[5, 1, 1, 5]), "contract.with"),
    # «Jedes Spiel muss gespielt werden.»
    ("an empty Rufer unplayed", RUFER(end="blank"), "end"),
    ("the king left and a partner", RUFER(king_left=True, declarer_thirds=120), "king_left"),
    ("a claim of Trull", RUFER(renonce={"by": "B", "claims": [{"by": "C", "what": "trull"}]}), "renonce.claims[0].what"),
]  # fmt: skip


@pytest.mark.parametrize(("document", "place"), [pytest.param(*c[1:], id=c[0]) for c in ERRORS])
def test_what_the_system_does_not_have_is_named_with_its_place(document: Json, place: str) -> None:
    assert place in error_places(document)
