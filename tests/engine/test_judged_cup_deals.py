"""Deals judged by the Steirischer Cup and by the Kant_Ine, whose texts agree in most; where they differ, both are told."""

from __future__ import annotations

import pytest

from tests.engine.cup_deals import (
    FAIRY_TALE_AT_THE_END,
    FOURTH_KING,
    KA,
    KING_LEFT,
    KING_TAKEN,
    KING_ULTIMO,
    PAGATRUFER,
    QUEEN_CALLED,
    SECHSERDREIER,
    SOLO_KING_IN_TALON,
    SOLO_MOND_IN_TALON,
    ST,
    TRISCHAKEN,
    VALAT,
)
from tests.engine.helpers import judged, rulings

both = pytest.mark.parametrize("rules", [ST, KA])


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


# --- whole deals ------------------------------------------------------------------------------------------------


@both
def test_the_discards_of_a_sechserdreier_are_the_players(rules: str) -> None:
    # «Die verlegten Karten zählen zu den Stichen des Spielers.» «Ein verlorener Sechserdreier zählt doppelt»
    assert judged(SECHSERDREIER.format(rules=rules)).declarer_thirds == 31  # 4 in tricks
    assert played(SECHSERDREIER, rules) == ([-36, 12, 12, 12], ["game", "trull", "vier_koenige", "uhu"])


@both
@pytest.mark.parametrize(
    ("said", "sheet", "lines"),
    [
        # «zählen alle Vogerln und der König ultimo (egal ob angesagt oder still)», in a Solodreier doubled; no silent Trull
        ("", [126, -42, -42, -42], ["game", "pagat"]),
        ("Ansage A:pagat A:trull", [144, -48, -48, -48], ["game", "pagat", "trull"]),
        ("Ansage A:valat", [246, -82, -82, -82], ["game", "pagat"]),
        ("Ansage B:vier_koenige", [138, -46, -46, -46], ["game", "vier_koenige", "pagat"]),
    ],
)
def test_a_valat(rules: str, said: str, sheet: list[int], lines: list[str]) -> None:
    assert played(VALAT, rules, said) == (sheet, lines)


@pytest.mark.parametrize(
    ("rules", "said", "cents"),
    [
        (ST, "Kontra B:game/kontra", [0, 0, 0, 0]),  # «ist ein Kontra auf das Spiel hinfällig»
        (ST, "Ansage A:valat\nKontra B:valat/kontra", [2400, -800, -800, -800]),
        (KA, "Ansage A:valat\nKontra B:valat/kontra", [300, -100, -100, -100]),
        (KA, "Ansage A:pagat\nKontra B:pagat/kontra A:pagat/re", [600, -200, -200, -200]),
    ],
)
def test_kontra_and_a_valat(rules: str, said: str, cents: list[int]) -> None:
    judgement = judged(VALAT.format(rules=rules).replace("\n1 A:", f"\n{said}\n1 A:", 1))
    assert judgement.as_json()["kontra_cents"] == cents


@both
def test_the_pagat_of_the_fairy_tale_in_the_last_trick_is_won(rules: str) -> None:
    assert played(FAIRY_TALE_AT_THE_END, rules) == ([-42, 14, 14, 14], ["game", "trull", "pagat"])
    assert judged(FAIRY_TALE_AT_THE_END.format(rules=rules)).facts.tricks[11].winner == 1


@pytest.mark.parametrize(("rules", "sheet"), [(ST, [-18, 0, 0, 18]), (KA, [-6, 0, 0, 6])])
def test_trischaken_with_the_talon_in_the_first_six_tricks(rules: str, sheet: list[int]) -> None:
    judgement = judged(TRISCHAKEN.format(rules=rules))
    assert judgement.facts.thirds == (99, 52, 59, 0)
    assert list(judgement.sheet or ()) == sheet  # forehand loses, D is the virgin
    assert judgement.rulings == ()


@pytest.mark.parametrize(("rules", "sheet"), [(ST, [9, 9, -27, 9]), (KA, [3, 3, -9, 3])])
def test_trischaken_with_a_renonce(rules: str, sheet: list[int]) -> None:
    # C throws the Pagat on a club in trick 1, with clubs and Tarocks in hand
    text = (
        TRISCHAKEN.format(rules=rules)
        .replace("C:♣D", "C:swap")
        .replace("C:I ", "C:♣D ")
        .replace("C:swap", "C:I")
    )
    judgement = judged(text)
    # XVIII in trick 2 shows that the Pagat was not his last Tarock; ♣D in trick 8 that he did not follow
    found = next(r for r in judgement.rulings if r.by == 2)
    assert (found.kind, found.trick, found.proven) == ("farbzwang", 1, (2, 2))
    assert list(judgement.sheet or ()) == sheet


@both
@pytest.mark.parametrize(
    ("game", "sheet"),
    [("rufer", [-3, 1, 1, 1]), ("besserrufer/pagat", [-9, 3, 3, 3]), ("besserrufer/kakadu", [-21, 7, 7, 7])],
)
def test_given_up_because_the_called_king_lies_in_the_talon(rules: str, game: str, sheet: list[int]) -> None:
    text = f"Kiebitz {rules}\nSpiel A {game} ruft ♥K\nTalon V VI ♥K | ♥4 ♥3 ♥2\nEnde schleifen\n"
    assert list(judged(text).sheet or ()) == sheet


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
        ("vogel_pflicht", 2, 11, "lost_bird")
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


@both
def test_a_bird_kept_from_its_trick_by_a_suit_is_free_from_then_on(rules: str) -> None:
    # «weil man in diesem Stich eine Farbe bedienen muss, so ist es ab dann egal, wann man die entsprechende Karte spielt»
    text = FAIRY_TALE_AT_THE_END.format(rules=rules).replace("\n1 A:", "\nAnsage A:kakadu\n1 A:", 1)
    assert judged(text).rulings == ()  # A follows with ♣B in trick 10 and gives III in trick 11
    assert played(FAIRY_TALE_AT_THE_END, rules, "Ansage A:kakadu")[0] == [-78, 26, 26, 26]


@both
def test_an_announced_quapil_has_to_be_led_when_its_holder_leads_its_trick(rules: str) -> None:
    # «muss man immer versuchen, die entsprechende Karte zum vorgeschriebenen Stich zu spielen»: B leads ♥R
    text = FAIRY_TALE_AT_THE_END.format(rules=rules).replace("\n1 A:", "\nAnsage B:quapil\n1 A:", 1)
    (ruling,) = judged(text).rulings
    assert (ruling.kind, ruling.by, ruling.status, ruling.proven) == ("vogel_pflicht", 1, "lost_bird", (9, 1))
    assert played(FAIRY_TALE_AT_THE_END, rules, "Ansage B:quapil")[0] == [6, -2, -2, -2]
