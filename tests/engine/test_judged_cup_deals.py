"""Deals judged by the Steirischer Cup and by the Kant_Ine, whose texts agree in most; where they differ, both are told."""

from __future__ import annotations

import pytest
from helpers import judged, rulings

ST, KA = "steiermark-2017", "kantine-2.0"
both = pytest.mark.parametrize("rules", [ST, KA])

KING_TAKEN = """Kiebitz {rules}
Spiel A rufer ruft ♠K
Talon ♠K XIII IX | ♥2 ♥3 XV
Nimmt 1
Ablage ♦4 ♣D ♠9
1 A:XIII B:XX C:I D:III
2 B:♠D C:♠7 D:♠8 A:♠K
3 A:♦1 B:♦B C:♦D D:♦3
4 C:♠B D:XIV A:XII B:♠R
5 D:♥1 A:IX B:♥B C:♥4
6 A:X B:XVIII C:VIII D:VI
7 B:IIII C:XVII D:XVI A:XXI
8 A:XIX B:Sküs C:♠10 D:II
9 B:XI C:♣7 D:♥K A:V
10 B:♥R C:♣9 D:♦2 A:VII
11 A:♣K B:♣8 C:♣10 D:♣R
12 A:♦K B:♥D C:♦R D:♣B
Ende played
"""

KING_LEFT = """Kiebitz {rules}
Spiel A rufer ruft ♦K
Talon ♣B XV II | ♦K ♥4 ♦1
Nimmt 1
Ablage ♣10 ♥1 ♦B
1 A:♦3 B:XI C:♦R D:♦2
2 B:XXI C:IIII D:VII A:XIV
3 B:♥K C:IX D:♥3 A:♥D
4 C:♣D D:♣R A:♣B B:♣K
5 B:XIX C:XIII D:XVIII A:XVI
6 B:♠B C:♠7 D:♠10 A:♠R
7 A:II B:XVII C:I D:XX
8 D:♥2 A:♥B B:III C:VI
9 C:♣9 D:X A:XV B:♣8
10 A:♠K B:♠9 C:XII D:Sküs
11 D:V A:♦4 B:VIII C:♦D
12 B:♠8 C:♣7 D:♥R A:♠D
Ende played
"""

FOURTH_KING = """Kiebitz {rules}
Spiel A rufer ruft den Vierten
Talon I ♦3 III | ♣10 XIX ♣7
Nimmt 1
Ablage ? ? ?
1 A:VI B:XVIII C:XVI D:XIII
2 B:♣9 C:♣8 D:♣R A:♣K
3 A:♦3 B:♦4 C:♦D D:♦1
4 C:XV D:XVII A:XII B:VIII
5 D:♠7 A:♠K B:♠8 C:♠R
6 A:XX B:VII C:V D:X
7 A:I B:IIII C:Sküs D:XXI
8 A:♦K B:♥2 C:♦2 D:♦R
9 A:XI B:♣B C:II D:♦B
10 A:IX B:♥B C:♥R D:♥3
11 A:XIV B:♥D C:♥1 D:♥K
12 A:III B:♣D C:♠10 D:♠B
Ende played
"""

QUEEN_CALLED = """Kiebitz {rules}
Spiel A rufer ruft ♥D
Talon ♦D ♥D IIII | ♥R XXI ♦1
Nimmt 2
Ablage ♣R ♦1 ♠7
1 A:IX B:V C:II D:XIV
2 D:XX A:XXI B:XVIII C:VI
3 A:♥K B:♥1 C:♥B D:♥3
4 A:♦K B:♦R C:♦2 D:VIII
5 D:VII A:XVI B:XV C:III
6 A:♥R B:♥4 C:XIX D:XI
7 C:♣7 D:♣9 A:♣K B:♣8
8 A:♠R B:♠9 C:♠10 D:♠8
9 A:♦4 B:♦B C:♦3 D:I
10 D:XVII A:X B:XII C:♠D
11 D:♣D A:♥2 B:XIII C:♣B
12 B:♠B C:♣10 D:Sküs A:♠K
Ende played
"""

SOLO_KING_IN_TALON = """Kiebitz {rules}
Spiel D solorufer ruft ♦K
Talon XI XIV XII | ♦K ♥2 ♠K
Nimmt nichts
Kontra A:game/kontra
1 A:XVII B:VII C:XX D:X
2 C:♦3 D:XIII A:♦4 B:♦D
3 D:VIII A:IIII B:XVIII C:XVI
4 B:♠7 C:♠8 D:♠R A:♠9
5 D:♥D A:♥B B:♥4 C:IX
6 C:♦1 D:VI A:XV B:♦2
7 A:♣R B:♣K C:♣D D:♣9
8 B:♦B C:♦R D:I A:XXI
9 A:♣8 B:♣B C:♣7 D:II
10 D:XIX A:V B:♥R C:Sküs
11 C:♠D D:♠B A:♣10 B:♠10
12 C:III D:♥K A:♥3 B:♥1
Ende played
"""

SOLO_MOND_IN_TALON = """Kiebitz {rules}
Spiel A solorufer ruft ♣K
Talon V IIII ♠10 | ♥1 X XXI
Nimmt nichts
1 A:♠B B:♠9 C:♠R D:XIV
2 D:♣9 A:♣8 B:♣R C:♣K
3 C:XIX D:III A:XI B:IX
4 C:♦4 D:♦K A:♦R B:♦D
5 D:♣10 A:♣7 B:♣B C:II
6 C:♠7 D:VII A:♠K B:XX
7 B:XVIII C:XVI D:VI A:I
8 B:XIII C:VIII D:♥R A:XVII
9 A:♥4 B:♥K C:♥D D:♥3
10 B:Sküs C:♠8 D:♦2 A:XII
11 B:♥2 C:♠D D:♥B A:XV
12 A:♦1 B:♣D C:♦3 D:♦B
Ende played
"""

KING_ULTIMO = """Kiebitz {rules}
Spiel A rufer ruft ♠K
Talon XVI Sküs ♥D | ♠B VIII XII
Nimmt 2
Ablage ? ? ?
1 A:XV B:IX C:XXI D:XIII
2 C:♦1 D:♦3 A:XVIII B:♦2
3 A:XX B:X C:VII D:XIX
4 A:IIII B:I C:XI D:XVII
5 D:♦4 A:III B:♥1 C:♦K
6 A:VI B:♥R C:♣9 D:♣D
7 A:XII B:♣B C:♠R D:♣K
8 A:♥B B:♥2 C:♥3 D:♥K
9 D:♣8 A:XIV B:♣R C:♦D
10 A:V B:♠D C:♦B D:♠9
11 A:VIII B:♣10 C:♠10 D:♣7
12 A:II B:♠7 C:♠K D:♠8
Ende played
"""

PAGATRUFER = """Kiebitz {rules}
Spiel C besserrufer/pagat ruft ♦K
Talon ♠9 ♠B XXI | ♣R ♦D ♠R
Nimmt 1
Ablage ? ? ?
1 A:♦1 B:♦K C:♦4 D:XIV
2 D:XI A:VIII B:II C:III
3 D:IX A:XVIII B:XII C:XIX
4 C:XVII D:V A:Sküs B:XVI
5 A:♦2 B:♦B C:XV D:XX
6 D:IIII A:♥K B:X C:XXI
7 C:♠9 D:♠7 A:♠8 B:XIII
8 B:♥4 C:♥B D:♥R A:♥1
9 D:♠K A:♦3 B:♣10 C:♠D
10 D:♣9 A:♣K B:♣8 C:VI
11 C:VII D:♣7 A:♣B B:♣D
12 C:I D:♠10 A:♥3 B:♥D
Ende played
"""


def played(text: str, rules: str, said: str = "", options: str = "") -> tuple[list[int] | None, list[str]]:
    """The sheet and the lines' names of a finished deal, with something said before trick 1."""
    text = text.format(rules=rules + options).replace("\n1 A:", f"\n{said}\n1 A:", 1)
    judgement = judged(text)
    return None if judgement.sheet is None else list(judgement.sheet), [line.what for line in judgement.lines]


# --- partners, kings and the talon -----------------------------------------------------------------------------


@both
def test_a_called_king_in_the_talon_leaves_the_caller_alone_whichever_half_he_takes(rules: str) -> None:
    # «Liegt beim Rufer, Pagatrufer etc. der gerufene König im Talon, kann sich der Spieler frei entscheiden …»
    assert played(KING_TAKEN, rules) == ([3, -1, -1, -1], ["game"])
    assert judged(KING_TAKEN.format(rules=rules)).declarer_thirds == 126  # 114 in tricks, 12 discarded
    # the left half is the opponents': with its king they have all four (A9)
    assert played(KING_LEFT, rules) == ([-9, 3, 3, 3], ["game", "trull", "vier_koenige"])
    nobody = played(KING_LEFT, rules, options=" talon_zaehlt_fuer_praemien=nein")
    assert nobody == ([-6, 2, 2, 2], ["game", "trull"])


@both
def test_the_fourth_king_names_the_partner_and_a_queen_is_called_with_four_kings(rules: str) -> None:
    # «Hat der Ruferspieler 3 Könige im Blatt, kann er mit der vierte König! den Partner bestimmen.»
    assert judged(FOURTH_KING.format(rules=rules)).declarers == (0, 3)
    assert played(FOURTH_KING, rules) == ([3, -3, -3, 3], ["game", "trull", "vier_koenige"])
    # «Hat der Ruferspieler alle 4 Könige im Blatt, ruft er eine Dame.» It lay in the half that was left.
    assert played(QUEEN_CALLED, rules) == ([-3, 1, 1, 1], ["game"])
    assert judged(QUEEN_CALLED.format(rules=rules)).rulings == ()


@both
def test_the_half_with_the_called_king_is_the_solo_callers_and_kontra_is_void(rules: str) -> None:
    # «erhält der Alleinspieler die Talonhälfte mit dem König. Kontras zählen in diesem Fall nicht»
    judgement = judged(SOLO_KING_IN_TALON.format(rules=rules))
    assert judgement.declarer_thirds == 57  # 30 in tricks, 27 in the half of ♦K ♥2 ♠K
    assert played(SOLO_KING_IN_TALON, rules) == ([4, 4, 4, -12], ["game", "trull"])
    assert judgement.as_json()["kontra_cents"] == [0, 0, 0, 0]


@both
def test_the_mond_in_the_talon_of_a_solo_belongs_to_the_opponents_trull(rules: str) -> None:
    assert played(SOLO_MOND_IN_TALON, rules) == ([-4, 4, -4, 4], ["game", "trull"])  # A9
    without = played(SOLO_MOND_IN_TALON, rules, options=" talon_zaehlt_fuer_praemien=nein")
    assert without == ([-2, 2, -2, 2], ["game"])


# --- birds and König ultimo ------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    ("said", "sheet", "lines"),
    [
        ("", [2, -2, 2, -2], ["game", "koenig_ultimo"]),  # silent
        ("Ansage C:koenig_ultimo", [3, -3, 3, -3], ["game", "koenig_ultimo"]),
        ("Ansage B:trull", [4, -4, 4, -4], ["game", "trull", "koenig_ultimo"]),  # lost by the opponents
        # II is due in trick 11, where A leads VIII: the Uhu is lost, the game stands
        ("Ansage A:uhu", [-2, 2, -2, 2], ["game", "uhu", "koenig_ultimo"]),
        ("Kontra B:game/kontra", [2, -2, 2, -2], ["game", "koenig_ultimo"]),
    ],
)
def test_koenig_ultimo_and_announcements(rules: str, said: str, sheet: list[int], lines: list[str]) -> None:
    assert played(KING_ULTIMO, rules, said) == (sheet, lines)


@both
def test_a_bird_that_is_due_and_not_played_is_lost_and_no_renonce(rules: str) -> None:
    # «gilt das Vogerl/der angesagte König als verloren, das Spiel selbst jedoch nicht als Renonce»
    text = KING_ULTIMO.format(rules=rules).replace("\n1 A:", "\nAnsage A:uhu\n1 A:", 1)
    (ruling,) = judged(text).rulings
    assert (ruling.kind, ruling.by, ruling.status) == ("vogel_pflicht", 0, "lost_bird")
    assert (ruling.trick, ruling.proven) == (11, (11, 1))


@both
def test_the_announced_king_thrown_away_too_early_is_lost(rules: str) -> None:
    # «Wird das angesagte Vogerl oder der angesagte König durch Versehen zu früh … gespielt»: C keeps ♠10 instead
    text = KING_ULTIMO.format(rules=rules).replace("\n1 A:", "\nAnsage C:koenig_ultimo\n1 A:", 1)
    text = text.replace("C:♠10", "C:swap").replace("C:♠K", "C:♠10").replace("C:swap", "C:♠K")
    judgement = judged(text)
    assert [(r.kind, r.by, r.trick, r.status) for r in judgement.rulings] == [
        ("vogel_pflicht", 2, 11, "lost_bird")  # reported
    ]
    assert list(judgement.sheet or ()) == [-1, 1, -1, 1]  # game 1, König ultimo −2


@both
def test_the_pagat_of_the_bid_counts_for_itself_when_the_game_is_lost(rules: str) -> None:
    assert played(PAGATRUFER, rules) == ([-1, 1, 1, -1], ["game", "pagat"])


@both
@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        # B gives the Pagat in trick 1 and has X in trick 2
        ("1 A:V B:I C:VI D:VII\n2 D:VIII A:IX B:X", [("vogel_pflicht", "B", "lost_bird")]),
        ("1 A:V B:I C:VI D:VII\n2 D:VIII A:IX B:♥4", []),  # he had no other Tarock
        (
            "1 A:♥4 B:I C:♥3 D:♥2\n2 B:VIII",
            [("vogel_pflicht", "B", "lost_bird")],
        ),  # ruffed with the wrong one
        ("1 A:♥4 B:♥D C:♥3 D:♥2\n2 B:VIII", []),
    ],
)
def test_an_announced_bird_is_kept_while_there_is_another_card(
    rules: str, plays: str, expected: list[tuple[str, str, str]]
) -> None:
    assert rulings(f"Kiebitz {rules}\nSpiel B dreier\nAnsage B:pagat\n{plays}\n") == expected


@both
def test_of_two_announced_birds_the_uhu_has_to_go_first(rules: str) -> None:
    # «so muss er im drittletzten Stich eine Farbe, die er nicht bedienen kann, mit Uhu stechen»
    said = f"Kiebitz {rules}\nSpiel B dreier\nAnsage B:pagat B:uhu\n"
    assert rulings(said + "1 A:♥4 B:I C:♥3 D:♥2 -> B\n") == [("vogel_reihenfolge", "B", "lost_bird")]
    assert rulings(said + "1 A:♥4 B:II C:♥3 D:♥2 -> B\n") == []


# --- Kaiserstich -----------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    ("game", "trick", "winner"),
    [
        # «Fallen Sküs, Mond und Pagat, egal in welcher Reihenfolge, in einem Stich, so sticht der Pagat.»
        ("dreier", "A:XXI B:Sküs C:I D:V", 2),
        ("dreier", "A:I B:Sküs C:V D:XXI", 0),
        ("dreier", "A:♥K B:Sküs C:I D:XXI", 2),
        ("dreier", "A:XXI B:X C:I D:V", 0),
        ("farbendreier", "A:XXI B:Sküs C:I D:V", 2),  # A8: a Tarock was led
        ("farbendreier", "A:♥4 B:Sküs C:I D:XXI", 0),  # A8: Tarock does not trump here (A6)
        # «In Negativspielen wird der Märchenstich nicht gespielt.»
        ("bettler", "A:XXI B:Sküs C:I D:V", 1),
        ("trischaken", "A:XXI B:Sküs C:I D:V", 1),
    ],
)
def test_the_fairy_tale(rules: str, game: str, trick: str, winner: int) -> None:
    assert judged(f"Kiebitz {rules}\nSpiel A {game}\n1 {trick}\n").facts.tricks[0].winner == winner


# --- when an irregular card becomes a Renonce ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "collected", "status"),
    [
        # «wenn jener Spieler, der den Stich gemacht hat, die Karten schon eingezogen hat»
        (ST, " -> B", "renonce"),
        (ST, " -> liegt", "correctable"),
        (ST, " -> C", "correctable"),  # B made the trick
        (ST, "", "renonce"),  # nobody watched
        # «Ein Ausspiel zum nächsten Stich gilt als „eingezogen“, auch wenn der vorige Stich noch offen am Tisch liegt.»
        (KA, " -> B", "renonce"),
        (KA, " -> liegt", "renonce"),
        (KA, "", "renonce"),
    ],
)
def test_a_revoke_shown_by_the_next_lead(rules: str, collected: str, status: str) -> None:
    text = f"Kiebitz {rules}\nSpiel A dreier\n1 A:♠R B:XVII C:♠10 D:♠8{collected}\n2 B:♠B\n"
    expected = [("farbzwang", "B", status)]
    found = rulings(text)
    assert [r for r in found if r[0] != "falsch_eingezogen"] == expected
    assert (("falsch_eingezogen", "C", "notice") in found) == (collected == " -> C")


HANDS = "".join(
    f"Blatt {seat} {cards}\n"
    for seat, cards in {
        "A": "♠K ♠R ♥1 ♥2 ♥3 ♥4 ♦1 ♦2 ♦3 ♦4 I II",
        "B": "♠7 XVII V VI VII VIII IX ♣7 ♣8 ♣9 ♣10 X",
        "C": "♠8 ♠9 ♠10 ♠B ♥K ♥D ♥R ♥B ♦K ♦D ♦R ♦B",
        "D": "♠D ♣K ♣D ♣R ♣B III IIII XI XII XIII XIV XV",
    }.items()
)


@both
@pytest.mark.parametrize(
    ("rest", "status"),
    [
        ("", "correctable"),
        (" -> liegt", "correctable"),
        # «sofern zum nächsten Stich ausgespielt worden ist» (KA); in the Cup too the cards stay on the table
        (" -> liegt\n2 B:♣7", "renonce"),
    ],
)
def test_in_ouvert_games_the_next_lead_is_the_moment(rules: str, rest: str, status: str) -> None:
    # B ruffs with ♠7 in hand; the hands are laid open before the second lead and show it
    text = f"Kiebitz {rules}\nSpiel A bettler_ouvert\n{HANDS}1 A:♠R B:XVII C:♠8 D:♠D{rest}\n"
    (ruling,) = judged(text).rulings
    assert (ruling.kind, ruling.by, ruling.status, ruling.proven) == ("farbzwang", 1, status, (1, 4))


@both
@pytest.mark.parametrize(("rest", "status"), [("", "correctable"), (" B:XII C:V D:VI -> B", "renonce")])
def test_a_tarock_led_in_a_suit_game_with_a_suit_card_taken_from_the_talon(
    rules: str, rest: str, status: str
) -> None:
    # «Alle Spieler dürfen erst dann Tarock ausspielen, wenn sie keine Farbkarten mehr haben.»
    head = f"Kiebitz {rules}\nSpiel A farbendreier\nTalon XI III ♣8 | ♦1 ♥2 ♠9\nNimmt 1\n"
    assert rulings(f"{head}1 A:IX{rest}\n") == [("farbspiel_ausspiel", "A", status)]


@both
@pytest.mark.parametrize(
    ("game", "plays", "kind"),
    [
        ("dreier", "1 A:♠R B:♥4 C:♠10 D:♠8\n2 A:V B:VI", "tarockzwang"),
        ("bettler", "1 A:♠7 B:♠R C:♠8 D:♠9\n2 B:V C:♠D", "stichzwang"),
        ("trischaken", "1 A:♠7 B:V C:IIII D:♠9\n2 B:X C:XI", "stichzwang"),
        ("trischaken", "1 A:I B:V C:VI D:VII\n2 D:X A:XI", "pagat_zuletzt"),
        ("bettler", "1 A:♠7 B:♠R C:♠D D:I\n2 C:X D:XI", "pagat_zuletzt"),
        ("farbendreier", "1 A:♠7 B:♥4 C:♠D D:♠8\n2 C:♥K D:♥3 A:♥2 B:X", "tarockzwang"),
    ],
)
def test_each_obligation_has_its_name(rules: str, game: str, plays: str, kind: str) -> None:
    found = rulings(f"Kiebitz {rules}\nSpiel A {game}\n{plays}\n")
    assert (kind, found[0][1], "renonce") == found[0]


@both
@pytest.mark.parametrize(
    ("game", "plays"),
    [
        ("farbendreier", "1 A:♠7 B:♠R C:♠8 D:♠9\n2 B:♥K C:♠D"),  # «Es besteht kein Stichzwang.»
        ("dreier", "1 A:I B:V C:VI D:VII\n2 D:X A:XI"),  # the Pagat is free in positive games
        ("bettler", "1 A:♠7 B:V C:♠R D:♠8\n2 B:VI C:♠D"),  # once ruffed, nobody need go over in the suit
    ],
)
def test_what_is_no_obligation(rules: str, game: str, plays: str) -> None:
    found = [r for r in rulings(f"Kiebitz {rules}\nSpiel A {game}\n{plays}\n") if r[0] == "stichzwang"]
    assert found == []


@both
def test_the_first_renonce_in_time_settles_a_finished_deal(rules: str) -> None:
    # A throws ♦4 on the Tarock of trick 9 with VII in hand; the deal is the one with the king in the talon
    text = KING_TAKEN.format(rules=rules).replace("Ablage ♦4", "Ablage V").replace("A:V\n", "A:♦4\n")
    judgement = judged(text)
    kinds = [(r.kind, r.by, r.status) for r in judgement.rulings if r.kind == "farbzwang"]
    assert kinds == [("farbzwang", 0, "renonce")]
    assert list(judgement.sheet or ()) == [-3, 1, 1, 1]


@both
def test_a_deal_that_ended_with_the_renonce_does_not_make_the_caller_alone(rules: str) -> None:
    # «Wenn auf Renonce erkannt wird, ist das jeweilige Spiel zu Ende.» Nobody has seen where ♥K is.
    text = f"Kiebitz {rules}\nSpiel A rufer ruft ♥K\n1 A:♠R B:XVII C:♠10 D:♠8\n2 B:♠B C:♠7 D:♠9 A:♠D\nEnde played\n"
    assert judged(text).sheet is None  # reported
    shown = text.replace(" ruft ♥K", " ruft ♥K mit Partner C")
    assert list(judged(shown).sheet or ()) == [1, -3, 1, 1]


# --- other irregular acts --------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    ("record", "expected"),
    [
        # «Selbstrufen ist generell nicht erlaubt und Renonce.»
        (
            "Spiel A rufer ruft ♠K\nTalon V VI VII | ♥4 ♥3 ♥2\nNimmt 1\n1 A:♠K",
            [("selbstruf", "A", "renonce")],
        ),
        ("Spiel A solorufer ruft ♠K\n1 A:♠K", [("selbstruf", "A", "renonce")]),
        ("Spiel A rufer ruft ♠K\nTalon V VI ♠K | ♥4 ♥3 ♥2\nNimmt 1\n1 A:♠K", []),
        # «Ein Spieler darf ein Vogerl oder König ultimo nur dann ansagen, wenn er die jeweilige Karte im Blatt hat.»
        ("Spiel A dreier\nAnsage B:pagat\n1 A:V B:VI C:I", [("falsche_ansage", "B", "notice")]),
        ("Spiel A besserrufer/pagat ruft ♠K\n1 A:V B:I", [("falsche_ansage", "A", "notice")]),
        (
            "Spiel A rufer ruft ♠K\nAnsage A:koenig_ultimo\n1 A:♠7 B:♠8 C:♠K",
            [("falsche_ansage", "A", "notice")],
        ),
        # «Nur die Ansagen 4 Könige und Valat sind möglich.»
        ("Spiel A farbendreier\nAnsage A:trull A:vier_koenige A:valat", [("ansage", "A", "notice")]),
        ("Spiel A bettler\nAnsage B:trull", [("ansage", "B", "notice")]),
        # «Mondfang wird nicht honoriert»
        ("Spiel A dreier\nAnsage B:mondfang", [("ansage", "B", "notice")]),
        # nobody is called in a Dreier
        ("Spiel A dreier\nAnsage A:koenig_ultimo", [("ansage", "A", "notice")]),  # reported
        # «Im angesagten Valat kann man Trull oder 4 Könige nicht ansagen.»
        ("Spiel A dreier\nAnsage A:valat A:trull", [("ansage", "A", "notice")]),  # reported
        # «beim Trischaken gibt es kein Kontra»
        ("Spiel A trischaken\nKontra B:game/kontra", [("kontra", "B", "notice")]),
        # «Stellt sich am Ende heraus, dass sich Partner kontriert haben, zählt dies nicht.»
        ("Spiel A rufer ruft ♠K\nKontra C:game/kontra\n1 A:♠7 B:♠8 C:♠K", [("kontra", "C", "notice")]),
        ("Spiel A rufer ruft ♠K\nKontra B:game/kontra\n1 A:♠7 B:♠8 C:♠K", []),
        # «Zum ersten Ausspielen kommt immer die Vorhand» (Farbspiele), «spielt der Spielansager aus» (Negativspiele)
        ("Spiel B dreier\n1 B:♠7", [("ausspiel", "B", "notice")]),
        ("Spiel B farbendreier\n1 B:♠7", [("ausspiel", "B", "notice")]),
        ("Spiel B bettler\n1 A:♠7", [("ausspiel", "A", "notice")]),
        ("Spiel B bettler\n1 B:♠7", []),
        ("Spiel A trischaken\n1 C:♠7", [("ausspiel", "C", "notice")]),
        ("Spiel A dreier\n1 A:♠7 C:♠8", [("ausspiel", "C", "notice")]),
        # «Jeder Spieler darf nur seine eigenen Stiche einziehen, nicht auch die Stiche seiner Partner.»
        ("Spiel A dreier\n1 A:♠7 B:♠8 C:♠9 D:♠10 -> C", [("falsch_eingezogen", "C", "notice")]),
        # «bei einem Stich 2 Karten auf den Tisch gelegt … Renonce»
        ("Spiel A dreier\n1 A:♠7 B:♠8 B:♠9 C:♠B D:♠10 -> C", [("zwei_karten", "B", "renonce")]),
        # «so hat der Spieler mit den zu vielen und der mit den zu wenigen Karten Renonce begangen»
        (
            "Spiel A dreier\nBlatt A I II III IIII V VI VII VIII IX X XI XII XIII\nBlatt B ♥K ♥D ♥R ♥B ♥1 ♥2 ♥3 ♥4 ♦K ♦D ♦R",
            [("kartenzahl", "A", "renonce"), ("kartenzahl", "B", "renonce")],
        ),
        # «Trullstücke und Könige dürfen nie verlegt werden»
        ("Spiel A dreier\nAblage ♥K ? ?", [("ablage", "A", "renonce")]),
        ("Spiel A sechserdreier\nNimmt alle\nAblage ♥4 XXI ? ? ? ?", [("ablage", "A", "renonce")]),
        ("Spiel A farbendreier\nAblage Sküs II III", [("ablage", "A", "renonce")]),
        ("Spiel A farbendreier\nAblage IIII II III", []),
    ],
)
def test_other_irregular_acts(rules: str, record: str, expected: list[tuple[str, str, str]]) -> None:
    assert rulings(f"Kiebitz {rules}\n{record}\n") == expected


@both
def test_a_king_that_can_only_lie_among_the_discards(rules: str) -> None:
    text = KING_TAKEN.format(rules=rules).replace("Ablage ♦4 ♣D ♠9", "Ablage ? ? ?").replace("A:♦K", "A:♦4")
    judgement = judged(text)
    (ruling,) = judgement.rulings
    assert (ruling.kind, ruling.by, ruling.status, ruling.proven) == ("ablage", 0, "renonce", (12, 4))
    assert list(judgement.sheet or ()) == [-3, 1, 1, 1]


@both
def test_a_tarock_discarded_without_need(rules: str) -> None:
    # «andere Tarock nur dann, wenn es zwingend ist»: A kept ♦1 ♦4 and discarded VII
    text = (
        KING_TAKEN.format(rules=rules)
        .replace("Ablage ♦4", "Ablage VII")
        .replace("10 B:♥R C:♣9 D:♦2 A:VII", "10 B:♥R C:♣9 D:♦2 A:♦4")
        .replace("11 A:♣K B:♣8 C:♣10 D:♣R", "11 B:♣8 C:♣10 D:♣R A:♣K")
    )
    (ruling,) = judged(text).rulings
    assert (ruling.kind, ruling.by, ruling.card) == ("ablage", 0, 6)


@both
def test_who_is_short_of_a_card_at_the_end_has_committed_renonce(rules: str) -> None:
    # «Hat ein Spieler am Ende eine Karte zu wenig, … In beiden Fällen ist das Renonce.»
    text = KING_ULTIMO.format(rules=rules).replace("12 A:II B:♠7 C:♠K D:♠8", "12 A:II C:♠K D:♠8")
    judgement = judged(text)
    assert [(r.kind, r.by, r.status) for r in judgement.rulings if r.kind == "kartenzahl"] == [
        ("kartenzahl", 1, "renonce")
    ]
    assert list(judgement.sheet or ()) == [1, -3, 1, 1]


# --- the auction -----------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    ("auction", "objections"),
    [
        ("A:vorhand B:weiter C:weiter D:weiter A:rufer", ""),
        ("A:vorhand B:weiter C:weiter D:weiter A:trischaken", ""),
        ("A:vorhand B:weiter C:weiter D:weiter A:dreier", ""),
        # «Vorhandspieler darf zu Beginn nicht Weiter! sagen»
        ("A:weiter", "A"),
        # «sagt entweder Sechserdreier! oder Mein Spiel! bzw. Vorhand!»
        ("A:sechserdreier", ""),
        ("A:dreier", "A"),  # reported
        # «aber keinen Sechserdreier mehr!»
        ("A:vorhand B:weiter C:weiter D:weiter A:sechserdreier", "A"),
        ("A:vorhand B:sechserdreier", "B"),
        # «Spiele für die Vorhand, wenn die anderen Spieler Weiter! gesagt haben»
        ("A:vorhand B:rufer", "B"),
        ("A:vorhand B:weiter C:piccolo D:weiter A:rufer", "A"),
        # «darf nicht ein anderes Spiel halten»
        ("A:vorhand B:dreier C:weiter D:weiter A:dreier", "A"),
        ("A:vorhand B:piccolo C:weiter D:weiter A:solorufer", ""),
        # «Piccolo, Zwiccolo 2»: of one rank, and no „Bei“-Spiele
        ("A:vorhand B:piccolo C:zwiccolo", "C"),
        ("A:vorhand B:bettler C:bettler", "C"),
        # «von einem anderen Spieler überboten … z. B. mit einem Farbendreier, so kann er weiter erhöhen, z. B. auf Dreier»
        ("A:sechserdreier B:farbendreier C:weiter D:weiter A:dreier", ""),
        ("A:sechserdreier B:bettler", "B"),
        ("A:sechserdreier B:besserrufer/uhu", ""),
        # «muss sofort unter Nennung des Vogerls lizitiert werden»
        ("A:vorhand B:besserrufer", "B"),
        ("A:vorhand B:besserrufer/pagat C:besserrufer/uhu D:besserrufer/kakadu", ""),
        ("A:vorhand B:besserrufer/uhu C:besserrufer/pagat", "C"),
        # «Solodreier (höchstes Spiel)»
        ("A:vorhand B:farbensolo C:solodreier", ""),
        ("A:vorhand B:solodreier C:farbensolo", "C"),
        ("A:vorhand B:weiter C:dreier D:weiter A:weiter B:solodreier", "B"),
        ("A:vorhand C:piccolo", "C"),
        # «Jedes Spiel muss gespielt werden.»
        ("A:vorhand B:weiter C:weiter D:weiter A:weiter", "A"),  # reported
    ],
)
def test_what_may_be_said_in_the_auction(rules: str, auction: str, objections: str) -> None:
    found = rulings(f"Kiebitz {rules}\nLizit {auction}\n")
    assert found == [("lizitation", seat, "notice") for seat in objections]


@both
def test_a_contract_that_the_auction_did_not_give(rules: str) -> None:
    head = f"Kiebitz {rules}\nLizit A:vorhand B:besserrufer/pagat C:weiter D:weiter A:weiter\n"
    assert rulings(f"{head}Spiel B besserrufer/pagat ruft ♥K\n") == []
    assert rulings(f"{head}Spiel B dreier\n") == [("lizitation", "B", "notice")]
    assert rulings(f"{head}Spiel B besserrufer/uhu ruft ♥K\n") == [("lizitation", "B", "notice")]  # reported
