"""Hopfgarter Turnierregeln 2023: what each sentence of the text makes of a whole deal."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.engine.helpers import judged, rulings, tricks
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


@pytest.mark.parametrize("seen", ["", " + ♠7", " + ♠7 ♣7 ♦4 ♠8 ♦3", " + ♠7 ♣7 ♦4 ♠8 ♣8 ♦3"])
def test_the_talon_comes_with_the_last_trick_of_fahren(seen: str) -> None:
    """Whoever watched saw all of it, some of it or none."""
    tricks = (*ORDINARY[:11], ORDINARY[11] + seen)
    assert list(judged(deal("A trischaken", tricks, talon="")).facts.thirds) == [19, 191, 0, 0]


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
    ("a bid after an Auf", "A:vorhand B:dreier C:besserrufer/pagat", "B dreier", ["C"]),
    # who adds «weiter» has bid nothing
    ("weiter after an Auf", "A:vorhand B:dreier C:weiter D:weiter A:weiter", "B dreier", []),
    ("weiter after an Auf, another plays", "A:vorhand B:dreier C:weiter", "C dreier", ["C"]),
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
