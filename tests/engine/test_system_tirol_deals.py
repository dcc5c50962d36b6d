"""Standardregeln de luxe (Tirol), judged deals: who wins, whose the talon is, what counts, and what was irregular."""

from __future__ import annotations

import pytest

from tests.engine.helpers import judged, rulings, tricks

HEAD = "Kiebitz tirol-deluxe\n"

PAGAT = (  # D calls ♣K with B; Pagat and the called king fall in the last trick
    "1 A:XXI B:VII C:Sküs D:X\n2 C:IX D:VIII A:XV B:XVIII\n3 B:♣B C:♣7 D:XII A:♣8\n4 D:XIV A:V B:♥1 C:XVI\n"
    "5 C:♠8 D:♠R A:♠9 B:♠7\n6 D:♥K A:♥B B:♥R C:III\n7 C:♦1 D:II A:♦4 B:♦B\n8 D:XIII A:XVII B:♠10 C:XX\n"
    "9 C:♦3 D:VI A:IIII B:♦D\n10 D:XIX A:♣R B:♦2 C:♣D\n11 D:XI A:♣10 B:♥4 C:♠D\n12 D:I A:♥3 B:♣K C:♦R\n"
)
TALON = "Talon XI XIV XII | ♦K ♥2 ♠K\n"
TAKEN = TALON + "Nimmt 1\nAblage ♣9 ♥D ♠B\n"


def pagat_deal(contract: str, talon: str = TAKEN, said: str = "", options: str = "") -> str:
    return f"Kiebitz tirol-deluxe {options}\nSpiel {contract}\n{talon}{said}{PAGAT}Ende played\n"


DEALS: list[tuple[str, str, int | None, list[int]]] = [
    # «Besserrufer 2+V»: 2, Pagat 2; «König Ultimo 1 … still … auch gewonnen, wenn Partner sticht»
    ("Besserrufer", pagat_deal("D besserrufer/pagat ruft ♣K"), 122, [-5, 5, -5, 5]),
    ("announced", pagat_deal("D besserrufer/pagat ruft ♣K", said="Ansage B:koenig_ultimo\n"), 122, [-6, 6, -6, 6]),
    ("der Vierte", pagat_deal("D rufer ruft den Vierten"), None, [-3, 3, -3, 3]),
    # the talon of a solo «gehört am Ende zu den Stichen der Gegner»; «alle Zusätze zählen doppelt»
    ("Solobesser", pagat_deal("D solobesser/pagat ruft ♣K", TALON + "Nimmt nichts\n"), 107, [-10, 10, -10, 10]),
    ("without a talon seen", pagat_deal("D solorufer ruft ♣K", ""), 107, [-6, 6, -6, 6]),
    # alone: B's tricks are the opponents'. The Pagat is D's own
    ("Dreier", pagat_deal("D dreier"), 118, [-6, -6, -6, 18]),
    # «Die Ablage gehörte zu den eigenen Stichen, die liegen gebliebenen Karten zu den Stichen der Gegner»
    ("other half left", pagat_deal("D dreier", TALON + "Nimmt 1\nAblage ? ? ?\n"), 118, [-6, -6, -6, 18]),
    # «1. Sack … mindestens 46 Punkte (= 45/2 Blatt)»
    ("Sack lost", pagat_deal("D dreier", said="Ansage D:sack1\n"), 118, [-4, -4, -4, 12]),
    # «Radl … zählen doppelt»
    ("Radl", pagat_deal("D dreier", options="radl=ja"), 118, [-12, -12, -12, 36]),
    # «Kontras»: doubled on the sheet; «Unwissentliche Kontras unter Partnern zählen nicht»
    (
        "Kontra",
        pagat_deal("D besserrufer/pagat ruft ♣K", said="Kontra A:pagat/kontra B:pagat/re\n"),
        122,
        [-11, 11, -11, 11],
    ),
    (
        "Kontra to the partner",
        pagat_deal("D besserrufer/pagat ruft ♣K", said="Ansage B:koenig_ultimo\nKontra D:koenig_ultimo/kontra\n"),
        122,
        [-6, 6, -6, 6],
    ),
]  # fmt: skip

KING_IN_TALON = (
    HEAD
    + "Spiel A solorufer ruft ♥K\nTalon ♣B ♥K ♥B | ♣10 VIII V\nNimmt nichts\n"
    + (
        "1 A:♦K B:♦B C:♦R D:♦3\n2 A:♥2 B:♥4 C:♥D D:♥R\n3 C:X D:XIX A:IIII B:VI\n4 D:♠8 A:♠K B:♠10 C:♠D\n"
        "5 A:IX B:XVII C:VII D:XIV\n6 B:♣K C:♣7 D:♣8 A:XVI\n7 A:♦2 B:♦D C:♦1 D:XI\n8 D:XVIII A:II B:XXI C:XIII\n"
        "9 B:♣9 C:♣D D:XII A:XX\n10 A:♠B B:XV C:♠R D:♠7\n11 B:♥1 C:♥3 D:III A:Sküs\n12 A:♦4 B:♣R C:I D:♠9\nEnde played\n"
    )
)
KING_TAKEN = (
    HEAD
    + "Spiel B besserrufer/uhu ruft ♠K\nTalon XVI XV ♦D | XIII V ♠K\nNimmt 2\nAblage ? ? ?\n"
    + (
        "1 A:♥3 B:♥4 C:♥1 D:♥D\n2 D:XIX A:IIII B:IX C:XI\n3 D:♦2 A:♦1 B:V C:♦K\n4 B:♥R C:III D:XXI A:♥2\n"
        "5 D:VI A:I B:XVIII C:VIII\n6 B:♣8 C:♣K D:VII A:♣10\n7 D:X A:XII B:XIII C:XIV\n8 C:♣R D:XX A:♣7 B:♣9\n"
        "9 D:♦3 A:♣D B:XVII C:Sküs\n10 C:♣B D:♦B A:♠B B:II\n11 B:♠R C:♠10 D:♠D A:♠9\n12 D:♦R A:♥K B:♠K C:♠7\nEnde played\n"
    )
)
KING_LEFT = (
    HEAD
    + "Spiel C besserrufer/quapil ruft ♦K\nTalon ♣B XV XIX | ♦K III ♣10\nNimmt 1\nAblage ? ? ?\n"
    + (
        "1 A:♥3 B:XIV C:XV D:♥1\n2 C:XVIII D:XII A:XXI B:XX\n3 A:♦D B:♦3 C:XIII D:♦4\n4 C:VII D:Sküs A:♥K B:VIII\n"
        "5 D:♥R A:♥2 B:♠K C:XI\n6 C:II D:I A:♠10 B:♣R\n7 C:X D:V A:♥4 B:♠D\n8 C:XVII D:XVI A:♣D B:♦R\n"
        "9 C:IIII D:VI A:♦B B:♠7\n10 D:♣9 A:♣K B:♣8 C:XIX\n11 C:IX D:♠B A:♥B B:♦1\n12 C:♠8 D:♥D A:♦2 B:♠R\nEnde played\n"
    )
)
MONDFANG = (
    HEAD
    + "Spiel C besserrufer/pagat ruft ♥K\nTalon ♣8 VI VII | ♣R ♠B ♣D\nNimmt 2\nAblage ? ? ?\n"
    + (
        "1 A:XX B:XIX C:IX D:XIII\n2 A:♠9 B:♠D C:♠7 D:♠10\n3 B:XII C:III D:V A:XIV\n4 A:XXI B:XVII C:Sküs D:XV\n"
        "5 C:♣D D:♣K A:♣9 B:♣10\n6 D:♥K A:♥R B:♥D C:♥B\n7 D:♦2 A:♦3 B:♦K C:♦1\n8 B:♥4 C:II D:VIII A:♥1\n"
        "9 D:♦R A:XI B:♦D C:IIII\n10 A:♥2 B:X C:XVI D:♦B\n11 C:♣B D:♠K A:XVIII B:♣7\n12 A:♥3 B:♠R C:I D:♠8\nEnde played\n"
    )
)
FARBENDREIER = (
    HEAD
    + "Spiel C farbendreier\nTalon I VII ♣B | ♣K ♥4 ♦K\nNimmt 2\nAblage VI VIII ♠D\n"
    + (
        "1 A:♦2 B:♦R C:♦K D:♦D\n2 C:♠9 D:♠10 A:♠7 B:♠8\n3 D:♥1 A:♥B B:♥3 C:♥R\n4 C:♥K D:XIX A:XVI B:IX\n"
        "5 C:♥2 D:X A:III B:XIII\n6 C:♣K D:♣10 A:♣9 B:♣R\n7 C:♥4 D:XI A:V B:XII\n8 C:♦3 D:♦1 A:XIV B:♦4\n"
        "9 D:♠B A:♠R B:XV C:♠K\n10 C:♥D D:Sküs A:XXI B:II\n11 C:♦B D:XX A:XVIII B:IIII\n12 C:♣8 D:♣D A:♣7 B:XVII\nEnde played\n"
    )
)
FARBENSOLO = (
    HEAD
    + "Spiel C farbensolo\nTalon ♣8 XI ♥3 | ♣D VI IIII\nNimmt nichts\n"
    + (
        "1 A:♥K B:XXI C:♥D D:♥R\n2 A:♥B B:XIII C:XVIII D:♥1\n3 A:♣K B:♣R C:♣B D:♣10\n4 A:♥2 B:VIII C:XII D:XIV\n"
        "5 A:♦R B:♦3 C:♦B D:♦K\n6 D:♠D A:IX B:♠10 C:♠8\n7 D:♠B A:X B:♠K C:XV\n8 B:♦4 C:♦D D:♦2 A:VII\n"
        "9 C:♦1 D:III A:Sküs B:XIX\n10 C:♣9 D:XVII A:V B:♣7\n11 C:II D:XX A:XVI B:♠9\n12 D:♠7 A:♥4 B:♠R C:I\nEnde played\n"
    )
)
SECHSER = (
    HEAD
    + "Spiel A sechserdreier\nNimmt alle\nAblage ? ? ? ? ? ?\n"
    + (
        "1 A:XIX B:XIII C:XXI D:II\n2 C:♠9 D:♠10 A:XVI B:♠R\n3 A:VI B:Sküs C:XV D:VII\n4 B:♣B C:♣D D:♣7 A:XII\n"
        "5 A:♥4 B:♥B C:XI D:♥D\n6 C:I D:XIV A:III B:IIII\n7 D:♠B A:XX B:♠8 C:♠D\n8 A:IX B:♣K C:XVIII D:VIII\n"
        "9 C:♦B D:♦4 A:X B:♦K\n10 A:♥K B:♥3 C:♦R D:♥R\n11 A:V B:♣8 C:♦1 D:♥2\n12 A:XVII B:♦2 C:♠K D:♦3\nEnde played\n"
    )
)
FIRST_SIX = (
    HEAD
    + "Spiel A trischaken\n"
    + (
        "1 A:♣10 B:♣K C:♣D D:♣7 + XVII\n2 B:♥B C:XVIII D:♥D A:♥1 + V\n3 C:♠K D:♠B A:♠7 B:♠R + ♣9\n"
        "4 C:♦1 D:♦3 A:XII B:♦2 + ♣R\n5 A:XX B:Sküs C:XI D:XIV + ♦D\n6 B:♣8 C:XV D:II A:XIX + IX\n7 A:X B:XIII C:XXI D:VIII\n"
        "8 C:I D:VII A:XVI B:IIII\n9 A:VI B:♦K C:♦B D:♥R\n10 A:♥K B:♥3 C:♠9 D:♥2\n11 A:♥4 B:♣B C:♠D D:♦4\n"
        "12 A:III B:♠8 C:♦R D:♠10\nEnde played\n"
    )
)
LAST_TRICK = (
    "Kiebitz tirol-deluxe trischaken_stichzwang=nein trischaken_talon=last_trick\nSpiel A trischaken\n"
    "1 A:VI B:V C:XI D:IX\n2 C:Sküs D:XX A:II B:IIII\n3 C:♦B D:♦K A:♦R B:XII\n4 B:♠B C:♠K D:♠8 A:♠R\n"
    "5 C:♦D D:♦4 A:♦1 B:XVIII\n6 B:XV C:XVI D:XIV A:VIII\n7 C:♥R D:♥4 A:♥K B:XXI\n8 B:♠10 C:X D:XIX A:♠7\n"
    "9 D:VII A:XIII B:♣7 C:♥3\n10 A:I B:♣K C:♣B D:♣D\n11 A:♣R B:♣8 C:♣10 D:♥1\n12 A:♠9 B:♠D C:♥D D:♦3{gift}\nEnde played\n"
)
DEALS += [
    # «Wenn der gerufene König im Talon liegt, gehört diese Hälfte dem Spieler»: 95 + 21, and his four kings
    ("called king in the solo's talon", KING_IN_TALON, 116, [6, -2, -2, -2]),
    # «Liegt der gerufene König im Talon»: taken, he plays alone with the king in his hand
    ("called king taken", KING_TAKEN, 51, [6, -18, 6, 6]),
    ("called king left", KING_LEFT, 125, [6, 6, -18, 6]),
    ("called king left is no Königfang", KING_LEFT.replace(HEAD, "Kiebitz tirol-deluxe koenigfang=ja\n"), 125, [6, 6, -18, 6]),
    ("given up", HEAD + "Spiel C besserrufer/quapil ruft ♦K\nTalon ♣B XV XIX | ♦K III ♣10\nEnde schleifen\n", None, [10, 10, -30, 10]),
    # «Mondfang 1 | 2 Gegner stechen den Mond», «Trull … in den Stichen», silent
    ("Mondfang", MONDFANG, 132, [-6, -6, 6, 6]),
    ("Mondfang announced", MONDFANG.replace("1 A:XX", "Ansage D:mondfang\n1 A:XX"), 132, [-7, -7, 7, 7]),
    # «Tarock sticht nicht», «Als Zusätze gelten nur Könige, Säcke und Valat»
    ("Farbendreier", FARBENDREIER, 171, [-6, -6, 18, -6]),
    ("both Säcke", FARBENDREIER.replace("1 A:♦2", "Ansage C:sack1 C:sack2\n1 A:♦2"), 171, [-10, -10, 30, -10]),
    ("Farbensolo lost", FARBENSOLO, 33, [12, 12, -36, 12]),
    # «Sechserdreier … mit ganzem Talon (verdeckt)»: what nobody saw is the declarer's; the Trull is the opponents'
    ("Sechserdreier", SECHSER, 130, [9, -3, -3, -3]),
    # Trischaken, «Talon zu den ersten sechs oder zum letzten Stich»
    ("talon to the first six", FIRST_SIX, None, [-12, 0, 0, 12]),
    ("talon to the last", LAST_TRICK.format(gift=" + ♦2 XVII III ♥B ♣9 ♥2"), None, [2, -6, 2, 2]),
    ("talon to the last, unseen", LAST_TRICK.format(gift=""), None, [2, -6, 2, 2]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "thirds", "sheet"), [row[1:] for row in DEALS], ids=[row[0] for row in DEALS]
)
def test_a_finished_deal_is_counted_and_settled(text: str, thirds: int | None, sheet: list[int]) -> None:
    judgement = judged(text)
    assert list(judgement.sheet or ()) == sheet
    if thirds is not None:
        assert judgement.declarer_thirds == thirds
    assert [r.kind for r in judgement.rulings if r.status == "renonce"] == []


# «fallen im selben Stich Mond, Sküs und Pagat (in dieser Reihenfolge), sticht der Pagat (positiv wie negativ)»
@pytest.mark.parametrize(
    ("game", "trick", "winner"),
    [
        ("dreier", "A:XXI B:Sküs C:I D:XV", "C"),
        ("bettler", "A:XXI B:Sküs C:I D:XV", "C"),
        ("trischaken", "A:XXI B:Sküs C:I D:XV", "C"),
        ("dreier", "A:XXI B:V C:Sküs D:I", "D"),  # A21: the order suffices, another card may lie between
        ("dreier", "A:Sküs B:XXI C:I D:XV", "A"),
        ("trischaken", "A:XXI B:I C:Sküs D:XV", "C"),
        ("bettler", "A:♠7 B:XXI C:Sküs D:I", "D"),
        ("farbendreier", "A:♠7 B:XXI C:Sküs D:I", "A"),  # «Tarock sticht nicht»
        ("farbendreier", "A:XXI B:Sküs C:I D:XV", "C"),
        ("farbendreier", "A:♠7 B:XXI C:♠9 D:II", "C"),
    ],
)  # fmt: skip
def test_the_kaiserstich(game: str, trick: str, winner: str) -> None:
    judgement = judged(f"{HEAD}Spiel A {game}\n1 {trick}\nEnde running\n")
    assert judgement.facts.tricks[0].winner == "ABCD".index(winner)


def running(
    contract: str, *lines: str, said: str = "", options: str = ""
) -> list[tuple[str | None, str, str | None]]:
    return rulings(
        f"Kiebitz tirol-deluxe {options}\nSpiel {contract}\n{said}{tricks(1, *lines)}Ende running\n"
    )


PLAY = [
    # «eine ausgespielte Farbe muss bedient werden»
    (running("A dreier", "A:♠7 B:XV C:♠8 D:♠9", "B:♠K"), [("farbzwang", "B", "renonce")]),
    # «hat man die ausgespielte Farbe nicht im Blatt, muss man Tarock spielen»
    (running("A dreier", "A:♠7 B:♥1 C:♠8 D:♠9", "D:♠10 A:♠R B:V"), [("tarockzwang", "B", "renonce")]),
    # where one card breaks several rules, the first counts
    (running("A dreier", "A:♠7 B:♥1 C:♠8 D:♠9", "D:♦2 A:♦3 B:V", "B:♠D"), [("farbzwang", "B", "renonce")]),
    # «Zusätzlich gilt in Negativspielen Stichzwang»
    (running("A bettler", "A:♠8 B:♠7 C:♠9 D:♠10", "D:♠R A:♠B B:♠D"), [("stichzwang", "B", "renonce")]),
    (running("A trischaken", "A:♠8 B:♠7 C:♠9 D:♠10", "D:♠R A:♠B B:♠D"), [("stichzwang", "B", "renonce")]),
    (running("A trischaken", "A:♠8 B:♠7 C:♠9 D:♠10", "D:♠R A:♠B B:♠D", options="trischaken_stichzwang=nein"), []),
    (running("A dreier", "A:♠8 B:♠7 C:♠9 D:♠10", "D:♠R A:♠B B:♠D"), []),
    # «Pagat als letztes Tarock (außer beim Kaiserstich)»
    (running("A bettler", "A:I B:V C:VI D:VII", "D:X A:XI"), [("pagat_zuletzt", "A", "renonce")]),
    (running("A bettler", "A:♠7 B:I C:♠8 D:♠9", "B:V"), [("pagat_zuletzt", "B", "renonce")]),
    (running("A bettler", "A:XXI B:Sküs C:I D:XV", "C:V"), []),
    (running("A bettler", "A:XXI B:Sküs C:V D:XV", "B:♠7 C:I"), [("stichzwang", "C", "renonce")]),
    (running("A bettler", "A:XXI B:XV C:Sküs D:V", "C:♠7 D:I"), [("stichzwang", "D", "renonce")]),
    (running("A bettler", "A:Sküs B:XXI C:I D:XV", "A:♠7 B:♠8 C:V"), [("pagat_zuletzt", "C", "renonce")]),
    (running("A dreier", "A:I B:V C:VI D:VII", "D:X A:XI"), []),
    # «Farbauspielzwang (solange man Farben hat)», «kann man eine Farbe nicht bedienen, muss man Tarock zugeben»
    (running("A farbensolo", "A:V B:VI C:VII D:X", "D:♠7 A:♠8"), [("farbspiel_ausspiel", "A", "renonce")]),
    (running("A farbensolo", "A:♠7 B:♥1 C:♠8 D:♠9", "D:♦2 A:♦3 B:V"), [("tarockzwang", "B", "renonce")]),
    # «bunter Farbendreier (Tarock als echte fünfte Farbe)»
    (running("A farbensolo", "A:V B:VI C:VII D:X", "D:♠7 A:♠8", options="bunter_farbendreier=ja"), []),
    (running("A farbensolo", "A:♠7 B:♥1 C:♠8 D:♠9", "D:♦2 A:♦3 B:V", options="bunter_farbendreier=ja"), []),
    # «In positiven Spielen wirft die Vorhand aus, in negativen der Spielaufnehmer»
    (running("C dreier", "C:♠7 D:♠8 A:♠9 B:♠10"), [("ausspiel", "C", "notice")]),
    (running("C bettler", "A:♠7"), [("ausspiel", "A", "notice")]),
    (running("C bettler", "C:♠7 D:♠8"), []),
    (running("C dreier", "A:♠7 C:♠8"), [("ausspiel", "C", "notice")]),
    # collected by who has not won it
    (running("A dreier", "A:♠7 B:♠8 C:♠9 D:♠10 -> A"), [("falsch_eingezogen", "A", "notice")]),
]  # fmt: skip


@pytest.mark.parametrize(("found", "expected"), PLAY)
def test_obligations_and_turns(found: list[object], expected: list[object]) -> None:
    assert found == expected


# «darf jedoch zurückgenommen werden, solange der Stich noch nicht umgedreht bzw. nicht vorher schon zum nächsten Stich
# ausgespielt wurde»: two cards of one seat show themselves at once
@pytest.mark.parametrize(
    ("lines", "status"),
    [
        (["A:♠7 B:♠8 B:♠9 C:♠10 D:♠B -> liegt"], "correctable"),
        (["A:♠7 B:♠8 B:♠9 C:♠10"], "correctable"),
        (["A:♠7 B:♠8 B:♠9 C:♠10 D:♠B"], "correctable"),
        (["A:♠7 B:♠8 B:♠9 C:♠10 D:♠B -> D"], "renonce"),
        (["A:♠7 B:♠8 B:♠9 C:♠10 D:♠B -> A"], "renonce"),  # turned by whomever
        (["A:♠7 B:♠8 B:♠9 C:♠10 D:♠B -> liegt", "D:♦1"], "renonce"),
        (["A:♠7 B:♠8 B:♠9 C:♠10 D:♠B", "D:♦1"], "renonce"),
    ],
)  # fmt: skip
def test_the_moment_of_renonce(lines: list[str], status: str) -> None:
    found = [r for r in running("A dreier", *lines) if r[0] == "zwei_karten"]
    assert found == [("zwei_karten", "B", status)]


OPEN = (
    "Blatt A ♠K V VI VII ♥1 ♥2 ♥3 ♥4 ♦1 ♦2 ♦3 ♦4\nBlatt B ♠R VIII IX X ♥B ♥R ♥D ♥K ♦B ♦R ♦D ♦K\n"
    "Blatt C ♠7 ♠8 XI XII XIII XIV XV XVI XVII XVIII XIX XX\nBlatt D ♠9 ♠10 ♠B ♠D XXI Sküs I II III IIII ♣7 ♣8\n"
)


# «alle decken nach dem ersten Stich ihre Karten auf», «wie ouvert, aber nur der Spielansager deckt auf»
@pytest.mark.parametrize(
    ("game", "options", "lines", "expected"),
    [
        ("bettler_ouvert", "", ["A:♥1 B:♥R C:♠7 D:XXI -> liegt"], [("tarockzwang", "C", "correctable")]),
        ("bettler_ouvert", "", ["A:♥1 B:♥R C:♠7 D:XXI", "D:♣7"], [("tarockzwang", "C", "renonce")]),
        # «solange der Stich noch nicht umgedreht»: what is turned over is too late, in ouvert too
        ("bettler_ouvert", "", ["A:♥1 B:♥R C:♠7 D:XXI -> D"], [("tarockzwang", "C", "renonce")]),  # reported
        ("bettler_semi", "", ["A:♥1 B:♥R C:♠7 D:XXI -> liegt"], []),
        ("bettler_semi", "semi_revers=ja", ["A:♥1 B:♥R C:♠7 D:XXI -> liegt"], [("tarockzwang", "C", "correctable")]),
        ("bettler", "", ["A:♥1 B:♥R C:♠7 D:XXI -> liegt"], []),
    ],
)  # fmt: skip
def test_open_hands_prove_the_first_trick(
    game: str, options: str, lines: list[str], expected: list[tuple[str, str, str]]
) -> None:
    assert running(f"A {game}", *lines, said=OPEN, options=options) == expected


SAID = [
    # «Besserrufer ohne Vogel im Blatt»: I … IIII all turn up elsewhere
    (
        HEAD + "Spiel A besserrufer/pagat ruft ♠K\nTalon I II III | ♦2 ♦3 ♦4\nNimmt 2\n1 A:♥1 B:♥2 C:IIII D:♥3\nEnde running\n",
        [("falsche_ansage", "A", "renonce")],
    ),
    (
        HEAD + "Spiel A besserrufer/pagat ruft ♠K\nTalon I II III | ♦2 ♦3 ♦4\nNimmt 2\n1 A:♥1 B:♥2 C:♥B D:♥3\nEnde running\n",
        [("falsche_ansage", "A", "notice")],  # the named bird at least lies in the talon  # reported
    ),
    # «Vögel kann man nur ansagen, wenn man sie selbst im Blatt hat (kein kommandieren)»
    (pagat_deal("D rufer ruft ♣K", said="Ansage B:pagat\n"), [("falsche_ansage", "B", "notice")]),
    (pagat_deal("D rufer ruft ♣K", said="Ansage D:koenig_ultimo\n"), [("falsche_ansage", "D", "notice")]),
    # «der Vogel muss im Blatt vorhanden sein»: C laid the III, not the declarer who named it
    (pagat_deal("D besserrufer/kakadu ruft ♣K"), [("falsche_ansage", "D", "notice")]),  # reported
    # «Beide Ansagen dürfen nicht freiwillig aufgegeben werden»: the II in trick 7, though he could have kept it
    (pagat_deal("D besserrufer/uhu ruft ♣K"), [("vogel_pflicht", "D", "lost_bird")]),
    # «Kontrameldung durch gerufenen Partner»
    (pagat_deal("D rufer ruft ♣K", said="Kontra B:game/kontra\n"), [("kontra", "B", "renonce")]),
    # «Unwissentliche Kontras unter Partnern»
    (pagat_deal("D rufer ruft ♣K", said="Ansage B:trull\nKontra D:trull/kontra\n"), [("kontra", "D", "notice")]),
    (pagat_deal("D rufer ruft ♣K", said="Kontra A:game/kontra\n"), []),
    # the opponents' Valat is not the partner's  # reported
    (pagat_deal("D rufer ruft ♣K", said="Ansage A:valat\nKontra D:valat/kontra\n"), []),
    # what does not count in this game: «Farbenspiele», «Negativspiele: keine Zusätze», no called king
    (HEAD + "Spiel A farbensolo\nAnsage A:trull\n1 A:♠7\nEnde running\n", [("ansage", "A", "notice")]),
    (HEAD + "Spiel A farbensolo\nAnsage A:sack1\n1 A:♠7\nEnde running\n", []),
    (HEAD + "Spiel A bettler\nAnsage B:pagat\n1 A:♠7\nEnde running\n", [("ansage", "B", "notice")]),
    (HEAD + "Spiel A dreier\nAnsage A:koenig_ultimo\n1 A:♠7\nEnde running\n", [("ansage", "A", "notice")]),  # reported
    # «Trischaken … kein Kontra»; in other negative games «kontriert jeder für sich»
    (HEAD + "Spiel A trischaken\nKontra B:game/kontra\n1 A:♠7\nEnde running\n", [("kontra", "B", "notice")]),
    (HEAD + "Spiel A bettler\nKontra B:game/kontra\n1 A:♠7\nEnde running\n", []),
    # «Sich selber rufen ist verboten»
    (
        HEAD + "Spiel A rufer ruft ♥K\nTalon ♦2 ♦3 ♦4 | I II III\nNimmt 1\n1 A:♥K\nEnde running\n",
        [("selbstruf", "A", "renonce")],
    ),
    (HEAD + "Spiel A rufer ruft ♥K\nTalon ♦2 ♦3 ♥K | I II III\nNimmt 1\n1 A:♥K\nEnde running\n", []),
    # «Könige und Trullstücke … dürfen nie abgelegt werden»
    (HEAD + "Spiel A dreier\nTalon ♦2 ♦3 ♦4 | I II III\nNimmt 1\nAblage ♥K ♦2 ♦3\nEnde running\n", [("ablage", "A", "renonce")]),
    (HEAD + "Spiel A dreier\nTalon ♦2 ♦3 ♦4 | I II III\nNimmt 2\nAblage I ♥4 ♥3\nEnde running\n", [("ablage", "A", "renonce")]),
    # «Spiel mit falscher Kartenanzahl»
    (HEAD + "Spiel A dreier\nBlatt B ♠7 ♠8\n1 A:♠9\nEnde running\n", [("kartenzahl", "B", "renonce")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), SAID)
def test_calls_announcements_kontra_and_discards(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert rulings(text) == expected


# «Beide Ansagen dürfen nicht freiwillig aufgegeben werden»: D has announced I and II
@pytest.mark.parametrize(
    ("laid", "expected"),
    [
        # «Müssen angesagte Vögel vorzeitig gespielt werden, dann ist immer der höchste Vogel zuerst aufzugeben»
        (["A:V B:VI C:VII D:I", "C:♠7"], [("vogel_reihenfolge", "D", "lost_bird")]),
        (["A:V B:VI C:VII D:I -> liegt"], [("vogel_reihenfolge", "D", "correctable")]),
        (["A:V B:VI C:VII D:II"], []),
        # given up although another Tarock was there, and that shows later
        (["A:V B:VI C:VII D:II", "C:♠7 D:XX"], [("vogel_pflicht", "D", "lost_bird")]),
        # thrown away although the suit could be followed: that is a Renonce
        (["A:♠8 B:♠9 C:♠10 D:II", "D:♠7"], [("farbzwang", "D", "renonce")]),
    ],
)  # fmt: skip
def test_announced_birds_are_not_given_up(laid: list[str], expected: list[tuple[str, str, str]]) -> None:
    assert running("D dreier", *laid, said="Ansage D:pagat D:uhu\n") == expected


# König ultimo is announced by B, who may not give the king up either
@pytest.mark.parametrize(
    ("laid", "expected"),
    [
        (["A:♣7 B:♣K C:♣8 D:♣9", "B:♣D"], [("vogel_pflicht", "B", "lost_bird")]),
        (["A:♣7 B:♣K C:♣8 D:♣9", "B:♦1"], []),  # the suit had to be followed with it
        # thrown off although another card could have been thrown
        (["A:♠7 B:♣K C:♠8 D:♠9", "D:♥1 A:♥2 B:♦1"], [("vogel_pflicht", "B", "lost_bird")]),  # reported
    ],
)  # fmt: skip
def test_an_announced_king_is_kept_for_the_last_trick(
    laid: list[str], expected: list[tuple[str, str, str]]
) -> None:
    assert running("D rufer ruft ♣K", *laid, said="Ansage B:koenig_ultimo\n") == expected


def test_a_bird_that_could_be_laid_in_its_trick_is_due_at_once() -> None:
    text = pagat_deal("D dreier", said="Ansage D:pagat\n").replace(
        "12 D:I A:♥3 B:♣K C:♦R\nEnde played", "Ende running"
    )
    late = text.replace("11 D:XI", "11 D:I").replace("Ende", "12 D:XI\nEnde")
    assert rulings(text) == []
    assert rulings(late) == [("vogel_pflicht", "D", "lost_bird")]


AUCTION = [
    ("A:vorhand B:weiter C:weiter D:weiter A:rufer", []),
    ("A:vorhand B:weiter C:weiter D:weiter A:trischaken", []),
    # «Sagt niemand ein Spiel an, kann die Vorhand nur mehr rufen oder fahren»
    ("A:vorhand B:weiter C:weiter D:weiter A:dreier", ["A"]),  # reported
    # «Die Vorhand muss das Spiel mit „Vorhand!“ eröffnen oder gleich ein Spiel ansagen»
    ("A:weiter", ["A"]),
    ("A:piccolo", []),
    ("A:sechserdreier B:farbendreier C:weiter D:weiter A:dreier", []),
    # «Sechserdreier: kann nur vorneweg angesagt werden», «Die Vorhandspiele (V) stehen nur der Vorhand offen»
    ("A:vorhand B:weiter C:weiter D:weiter A:sechserdreier", ["A"]),
    ("A:vorhand B:sechserdreier", ["B"]),
    ("A:vorhand B:rufer", ["B"]),
    ("A:rufer", ["A"]),
    # «Angesagte Spiele dürfen nur durch höherrangige überboten werden (kein halten durch die Vorhand)»
    ("A:vorhand B:dreier C:farbendreier", ["C"]),
    ("A:vorhand B:dreier C:weiter D:weiter A:dreier", ["A"]),
    ("A:vorhand B:besserrufer C:besserrufer", ["C"]),
    ("A:vorhand B:besserrufer C:bettler D:solobesser", []),
    # «Wer einmal gepasst hat, darf … nicht mehr mitbieten», «Eine eigene Spielansage darf nur erhöht werden, wenn …»
    ("A:vorhand B:weiter C:piccolo D:weiter A:dreier B:solodreier", ["B"]),
    ("A:vorhand B:piccolo C:weiter D:weiter A:weiter B:dreier", ["B"]),
    # out of turn
    ("A:vorhand C:piccolo", ["C"]),
    # «Gleichwertige Negativspiele dürfen nebeneinander gespielt werden („-bei“)»
    ("A:vorhand B:piccolo C:piccolo D:weiter A:piccolo", []),
    ("A:vorhand B:zwiccolo_semi C:piccolo_semi D:bettler_semi A:weiter", []),  # reported
    ("A:vorhand B:bettler C:piccolo", ["C"]),
]  # fmt: skip


@pytest.mark.parametrize(("calls", "objections"), AUCTION)
def test_the_auction(calls: str, objections: list[str]) -> None:
    found = rulings(f"{HEAD}Lizit {calls}\nEnde running\n")
    assert found == [("lizitation", seat, "notice") for seat in objections]


@pytest.mark.parametrize(
    ("options", "calls", "objections"),
    [
        # «Sechserdreier hintennach … muss das vorab vereinbart werden»: and still at once
        ("sechserdreier_hinten=ja", "A:vorhand B:weiter C:weiter D:weiter A:sechserdreier", []),
        ("sechserdreier_hinten=ja", "A:sechserdreier", []),  # reported
        ("sechserdreier_hinten=ja", "A:vorhand B:sechserdreier", ["B"]),
        # «„Besserrufer“ darf dann nur mit Pagat oder Uhu lizitiert werden»
        ("kakadu_quapilrufer=ja", "A:vorhand B:einer C:besserrufer/kakadu D:besserrufer/quapil", []),
        ("kakadu_quapilrufer=ja", "A:vorhand B:bettler C:besserrufer", ["C"]),
        # «Zwiccolo(-bei)», «Triccolo-ouvert»
        ("zwiccolo=ja", "A:vorhand B:zwiccolo C:zwiccolo", []),
        ("skoty=ja", "A:vorhand B:triccolo_ouvert C:bettler_ouvert", []),
    ],
)
def test_the_auction_by_agreement(options: str, calls: str, objections: list[str]) -> None:
    found = rulings(f"Kiebitz tirol-deluxe {options}\nLizit {calls}\nEnde running\n")
    assert found == [("lizitation", seat, "notice") for seat in objections]


def test_a_renonce_settles_the_deal_and_the_facts_stay() -> None:
    """B threw ♥1 on ♠K in trick 4 although he held Tarock: everybody gets the game and the announced Pagat."""
    text = (
        pagat_deal("D besserrufer/pagat ruft ♣K")
        .replace("7 C:♦1 D:II A:♦4 B:♦B", "7 C:♦1 D:II A:♦4 B:♥4")
        .replace("11 D:XI A:♣10 B:♥4 C:♠D", "11 D:XI A:♣10 B:♦B C:♠D")
    )
    judgement = judged(text)
    assert [(r.kind, r.by, r.trick, r.status, r.proven) for r in judgement.rulings] == [
        ("farbzwang", 1, 7, "renonce", (9, 4))
    ]
    assert judgement.sheet == (4, -12, 4, 4)
    assert judgement.facts.tricks_won == (0, 1, 4, 7)
    assert (
        judgement.rulings[0].source.quote
        == "Es gilt immer **Farbzwang** (eine ausgespielte Farbe muss bedient werden)"
    )


def test_a_ruling_on_unknowing_kontra_quotes_its_own_sentence() -> None:
    ruling = judged(pagat_deal("D rufer ruft ♣K", said="Ansage B:trull\nKontra D:trull/kontra\n")).rulings[0]
    assert ruling.source.quote == "Unwissentliche Kontras unter Partnern zählen nicht."  # reported


def test_cards_that_nobody_read_are_not_counted_as_nothing() -> None:
    """Only ♠D and ♣D are left for two unread cards of 10 thirds each, so D and B have 122 all the same."""
    text = (
        pagat_deal("D besserrufer/pagat ruft ♣K")
        .replace("C:♣D", "C:?")
        .replace("11 D:XI A:♣10 B:♥4 C:♠D", "11 D:XI A:♣10 B:♥4 C:?")
    )
    judgement = judged(text)
    assert judgement.sheet == (-5, 5, -5, 5)
    assert judgement.declarer_thirds in (None, 122)  # reported
