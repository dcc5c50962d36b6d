"""Irregular acts before the Steirischer Cup and the Kant_Ine: from when on they are a Renonce, and what is none."""

from __future__ import annotations

import pytest

from tests.engine.cup_deals import KA, KING_TAKEN, KING_ULTIMO, ST
from tests.engine.helpers import judged, rulings

both = pytest.mark.parametrize("rules", [ST, KA])


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
    assert judged(text).sheet is None
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
        # «der vierte König» of who holds all four is his own
        (
            (
                "Spiel A rufer ruft den Vierten\nTalon V VI VII | ♥4 ♥3 ♥2\nNimmt 1\n1 A:♠K B:♠7 C:♠8 D:♠9\n"
                "2 A:♥K B:♥1 C:♥B D:♥R\n3 A:♦K B:♦1 C:♦2 D:♦3\n4 A:♣K"
            ),
            [("selbstruf", "A", "renonce")],  # reported
        ),
        # «Ein Spieler darf ein Vogerl oder König ultimo nur dann ansagen, wenn er die jeweilige Karte im Blatt hat.»
        ("Spiel A dreier\nAnsage B:pagat\n1 A:V B:VI C:I", [("falsche_ansage", "B", "notice")]),
        ("Spiel A besserrufer/pagat ruft ♠K\n1 A:V B:I", [("falsche_ansage", "A", "notice")]),
        (
            "Spiel A rufer ruft ♠K\nAnsage A:koenig_ultimo\n1 A:♠7 B:♠8 C:♠K",
            [("falsche_ansage", "A", "notice")],
        ),
        # «Nur die Ansagen 4 Könige und Valat sind möglich.»
        ("Spiel A farbendreier\nAnsage A:trull A:vier_koenige", [("ansage", "A", "notice")]),
        ("Spiel A farbendreier\nAnsage A:valat", []),
        ("Spiel A bettler\nAnsage B:trull", [("ansage", "B", "notice")]),
        # «Mondfang wird nicht honoriert»
        ("Spiel A dreier\nAnsage B:mondfang", [("ansage", "B", "notice")]),
        # «„Bei“-Spiele sind nicht zulässig.»
        ("Spiel B bettler neben C", [("lizitation", "C", "notice")]),  # reported
        # nobody is called in a Dreier
        ("Spiel A dreier\nAnsage A:koenig_ultimo", [("ansage", "A", "notice")]),
        # «Im angesagten Valat kann man Trull oder 4 Könige nicht ansagen.»
        ("Spiel A dreier\nAnsage A:valat A:trull", [("ansage", "A", "notice")]),
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


@both
def test_who_laid_two_cards_at_once_has_none_left_and_the_next_seat_is_not_out_of_turn(rules: str) -> None:
    text = (
        KING_ULTIMO.format(rules=rules)
        .replace("1 A:XV B:IX", "1 A:XV B:IX B:♠7")
        .replace("12 A:II B:♠7 C:♠K", "12 A:II C:♠K")
    )
    judgement = judged(text)
    assert [(r.kind, r.by, r.status) for r in judgement.rulings] == [("zwei_karten", 1, "renonce")]
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
        ("A:dreier", "A"),
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
        ("A:vorhand B:weiter C:weiter D:weiter A:weiter", "A"),
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
    assert rulings(f"{head}Spiel B besserrufer/uhu ruft ♥K\n") == [("lizitation", "B", "notice")]
