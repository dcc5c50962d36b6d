"""Auslegung der SB-Tarock-Regeln 2023: what its sentences, and the tariff assumed beside them, make of results and deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.engine.helpers import Json, bonus, call, error_places, judged, result, rulings, settled, tricks
from tests.engine.pagat_deals import DURCH, KING_TALON, ORDINARY, PAGAT, REVOKE, RUFER, TALON, WITHOUT_KING

SB = "sb-2023"
NOTHING = [0, 0, 0, 0]


def rufer(thirds: int, *bonuses: Json, **more: Any) -> Json:
    """A Rufer of A with C."""
    return result(SB, "rufer", "A", "C", declarer_thirds=thirds, bonuses=list(bonuses), **more)


def vogel(bird: str, made: bool | None, thirds: int, *others: Json, **more: Any) -> Json:
    """An A-Rufer of B with D."""
    own = bonus(bird, "B", made=made)
    return result(
        SB, "besserrufer", "B", "D", bird=bird, declarer_thirds=thirds, bonuses=[own, *others], **more
    )


def alone(game: str, thirds: int, *bonuses: Json, **more: Any) -> Json:
    """B alone against three."""
    return result(SB, game, "B", declarer_thirds=thirds, bonuses=list(bonuses), **more)


def solorufer(thirds: int, *bonuses: Json, **more: Any) -> Json:
    return result(SB, "solorufer", "B", "D", declarer_thirds=thirds, bonuses=list(bonuses), **more)


def negative(game: str, won: int, **more: Any) -> Json:
    """A negative game of A, who took `won` tricks."""
    return result(SB, game, "A", tricks_won=[won, 12 - won, 0, 0], **more)


def trischaken(thirds: Sequence[int], won: Sequence[int] = (3, 3, 3, 3), **more: Any) -> Json:
    return result(SB, "trischaken", "A", thirds=list(thirds), tricks_won=list(won), **more)


SETTLEMENTS: list[tuple[str, Json, list[int], list[int]]] = [
    # the assumed tariff: 107 thirds win; every game won and lost
    ("Rufer", rufer(107), [1, -1, 1, -1], NOTHING),
    ("Rufer lost with 35/1", rufer(106), [-1, 1, -1, 1], NOTHING),
    ("Rufer, king in the talon", result(SB, "rufer", "A", declarer_thirds=120, king_in_talon=True), [3, -1, -1, -1], NOTHING),
    ("Dreier", alone("dreier", 107), [-4, 12, -4, -4], NOTHING),
    ("Dreier lost", alone("dreier", 106), [4, -12, 4, 4], NOTHING),
    ("Sechser", alone("sechserdreier", 120), [-4, 12, -4, -4], NOTHING),
    ("Sechser lost", alone("sechserdreier", 100), [8, -24, 8, 8], NOTHING),
    ("Farbendreier", alone("farbendreier", 120), [-3, 9, -3, -3], NOTHING),
    ("Farbensolo lost", alone("farbensolo", 100), [6, -18, 6, 6], NOTHING),
    ("Solorufer", solorufer(120), [-2, 2, -2, 2], NOTHING),
    ("Solodreier", alone("solodreier", 120), [-8, 24, -8, -8], NOTHING),
    ("Solodreier lost", alone("solodreier", 105), [8, -24, 8, 8], NOTHING),
    ("Piccolo", negative("piccolo", 1), [6, -2, -2, -2], NOTHING),
    ("Piccolo lost with none", negative("piccolo", 0), [-6, 2, 2, 2], NOTHING),
    ("Bettler", negative("bettler", 0), [6, -2, -2, -2], NOTHING),
    ("Bettler lost", negative("bettler", 1), [-6, 2, 2, 2], NOTHING),
    ("Piccolo ouvert", negative("piccolo_ouvert", 1), [18, -6, -6, -6], NOTHING),
    ("Bettler ouvert lost", negative("bettler_ouvert", 2), [-21, 7, 7, 7], NOTHING),
    # A-Rufer: 1 + the bird
    ("A-Rufer Pagat", vogel("pagat", True, 120), [-3, 3, -3, 3], NOTHING),
    ("A-Rufer Uhu lost, game won", vogel("uhu", False, 120), [3, -3, 3, -3], NOTHING),
    ("A-Rufer Kakadu, game lost", vogel("kakadu", True, 100), [-5, 5, -5, 5], NOTHING),
    ("A-Rufer Quapil lost with the game", vogel("quapil", False, 100), [9, -9, 9, -9], NOTHING),
    # «Alle Prämien zählen still die Hälfte»
    (
        "announced ones: 2 + 2 + 2 + 2 + 4 + 6 + 8",
        rufer(
            150,
            *(bonus(w, "C") for w in ("koenig_ultimo", "trull", "vier_koenige", "pagat", "uhu", "kakadu", "quapil")),
        ),
        [27, -27, 27, -27],
        NOTHING,
    ),
    (
        "silent ones: half of that",
        rufer(150, *(bonus(w) for w in ("koenig_ultimo", "trull", "vier_koenige", "pagat", "uhu", "kakadu", "quapil"))),
        [14, -14, 14, -14],
        NOTHING,
    ),
    (
        "silent ones of the opponents",
        rufer(120, bonus("trull", side="opponents"), bonus("pagat", side="opponents")),
        [-1, 1, -1, 1],
        NOTHING,
    ),
    ("announced by an opponent and lost", rufer(120, bonus("trull", "B", "opponents", False)), [3, -3, 3, -3], NOTHING),
    ("a silent bird lost costs nothing", rufer(120, bonus("pagat", made=False)), [1, -1, 1, -1], NOTHING),
    (
        "a silent bird lost, minus agreed",
        rufer(120, bonus("pagat", made=False), options={"stiller_vogel_verloren": "minus"}),
        [0, 0, 0, 0],
        NOTHING,
    ),
    # «bei den Solospielen doppelt»
    ("Solorufer, Pagat announced", solorufer(120, bonus("pagat", "B")), [-6, 6, -6, 6], NOTHING),
    ("Solorufer, Pagat silent", solorufer(120, bonus("pagat")), [-4, 4, -4, 4], NOTHING),
    ("Solorufer, König ultimo lost", solorufer(120, bonus("koenig_ultimo", "D", made=False)), [2, -2, 2, -2], NOTHING),
    ("Solodreier, Trull and Quapil", alone("solodreier", 150, bonus("trull"), bonus("quapil", "B")), [-26, 78, -26, -26], NOTHING),
    ("a solo lost, its bird made", alone("solodreier", 90, bonus("uhu", "B")), [0, 0, 0, 0], NOTHING),
    # «Bei Rufer … jedoch ist nur der falsche Ansager verloren, aber es ist keine Renonce»
    ("the false announcement alone is lost", rufer(130, bonus("pagat", "A", made=False)), [-1, 1, -1, 1], NOTHING),
    # suit games (assumed): only kings and Valat count; silent kings by agreement
    ("Farbendreier, kings announced", alone("farbendreier", 150, bonus("vier_koenige", "B")), [-5, 15, -5, -5], NOTHING),
    ("Farbendreier, kings silent", alone("farbendreier", 150, bonus("vier_koenige")), [-4, 12, -4, -4], NOTHING),
    (
        "Farbendreier, silent kings not agreed",
        alone("farbendreier", 150, bonus("vier_koenige"), options={"stille_koenige_im_farbspiel": False}),
        [-3, 9, -3, -3],
        NOTHING,
    ),
    ("Farbensolo, kings double", alone("farbensolo", 150, bonus("vier_koenige", "B")), [-10, 30, -10, -10], NOTHING),
    ("no Trull in suit games", alone("farbensolo", 150, bonus("trull", "B"), bonus("pagat")), [-6, 18, -6, -6], NOTHING),
    # «Beim Valat (angesagt: 8-facher Spielwert, still: 4-facher Spielwert) gelten nur die angesagten Prämien»
    ("Valat announced", alone("dreier", 210, bonus("valat", "B")), [-32, 96, -32, -32], NOTHING),
    ("Valat silent", alone("dreier", 210, bonus("valat")), [-16, 48, -16, -16], NOTHING),
    ("Valat of an A-Rufer: 1 x 8 + 2", vogel("pagat", True, 210, bonus("valat", "B")), [-10, 10, -10, 10], NOTHING),
    (
        "silent birds, Trull and kings do not count in an announced Valat",
        rufer(210, bonus("valat", "A"), bonus("pagat"), bonus("trull"), bonus("vier_koenige"), bonus("koenig_ultimo")),
        [8, -8, 8, -8],
        NOTHING,
    ),
    (
        "nor in a silent one, where announced ones do: 4 + 2 + 4",
        rufer(210, bonus("valat"), bonus("pagat"), bonus("trull", "A"), bonus("uhu", "C")),
        [10, -10, 10, -10],
        NOTHING,
    ),
    ("silent Valat of the opponents", alone("dreier", 0, bonus("valat", side="opponents")), [16, -48, 16, 16], NOTHING),
    ("announced Valat of the opponents", rufer(0, bonus("valat", "B", "opponents")), [-8, 8, -8, 8], NOTHING),
    ("Valat in a solo is no premium: 8 x 8", alone("solodreier", 210, bonus("valat", "B")), [-64, 192, -64, -64], NOTHING),
    ("Solorufer with Valat: 2 x 8 + 2 x 2", solorufer(210, bonus("valat", "B"), bonus("pagat", "B")), [-20, 20, -20, 20], NOTHING),
    ("Valat in a Farbensolo", alone("farbensolo", 210, bonus("valat", "B"), bonus("vier_koenige", "B")), [-52, 156, -52, -52], NOTHING),
    # «gelten andere Ansagen (z. B. Trull) nicht automatisch als verloren»
    ("Valat lost, Trull made", alone("dreier", 180, bonus("valat", "B", made=False), bonus("trull", "B")), [30, -90, 30, 30], NOTHING),
    ("Valat lost, Pagat lost too", vogel("pagat", False, 180, bonus("valat", "B", made=False)), [10, -10, 10, -10], NOTHING),
    ("Valat lost in a Sechser", alone("sechserdreier", 180, bonus("valat", "B", made=False)), [64, -192, 64, 64], NOTHING),
    ("Valat of the opponents lost", rufer(4, bonus("valat", "B", "opponents", False)), [8, -8, 8, -8], NOTHING),
    (
        # whichever stands first, the announced Valat decides
        "Valat announced, and the other side makes one silently",
        alone("dreier", 0, bonus("valat", side="opponents"), bonus("valat", "B", made=False)),
        [32, -96, 32, 32],
        NOTHING,
    ),
    # Kontra (assumed): only in cash, ten cents a point
    ("Kontra", alone("dreier", 120, kontra=[call("A")]), [-4, 12, -4, -4], [-40, 120, -40, -40]),
    ("Re, lost", alone("dreier", 90, kontra=[call("A"), call("B", "re")]), [4, -12, 4, 4], [120, -360, 120, 120]),
    (
        "Sub",
        rufer(120, kontra=[call("B"), call("C", "re"), call("D", "sub")]),
        [1, -1, 1, -1],
        [70, -70, 70, -70],
    ),
    ("Kontra on the bird", vogel("uhu", False, 120, kontra=[call("A", on="uhu")]), [3, -3, 3, -3], [40, -40, 40, -40]),
    ("Kontra on a bonus in a solo", solorufer(120, bonus("trull", "D"), kontra=[call("C", on="trull")]), [-6, 6, -6, 6], [-40, 40, -40, 40]),
    # «versehentliche Kontras unter Partnern»
    ("Kontra among partners", rufer(120, kontra=[call("C")]), [1, -1, 1, -1], NOTHING),
    ("Kontra on a Valat", alone("dreier", 210, bonus("valat", "B"), kontra=[call("A", on="valat")]), [-32, 96, -32, -32], [-320, 960, -320, -320]),
    ("Kontra on the game carries over to a Valat", alone("dreier", 210, bonus("valat"), kontra=[call("A")]), [-16, 48, -16, -16], [-160, 480, -160, -160]),
    (
        # the opponents' Kontra on the game stays when they announce the Valat
        "Kontra carries over to the Valat of who said it",
        alone("dreier", 0, bonus("valat", "A", "opponents"), kontra=[call("A")]),
        [32, -96, 32, 32],
        [320, -960, 320, 320],
    ),
    ("Kontra with the king in the talon", result(SB, "rufer", "A", declarer_thirds=120, king_in_talon=True, kontra=[call("B")]), [3, -1, -1, -1], [30, -10, -10, -10]),
    # in negative games each for himself
    ("Piccolo, one Kontra", negative("piccolo", 1, kontra=[call("B", to="A")]), [6, -2, -2, -2], [20, -20, 0, 0]),
    (
        "Bettler, Re to one of two",
        negative("bettler", 2, kontra=[call("B"), call("D"), call("A", "re", to="D")]),
        [-6, 2, 2, 2],
        [-80, 20, 0, 60],
    ),
    (
        "Bettler, Sub",
        negative("bettler", 0, kontra=[call("C"), call("A", "re", to="C"), call("C", "sub", to="A")]),
        [6, -2, -2, -2],
        [140, 0, -140, 0],
    ),
    ("no Kontra in Trischaken", trischaken((40, 80, 50, 40), kontra=[call("A")]), [1, -3, 1, 1], NOTHING),
    # schleifen: game and named bird to all three
    ("schleifen", result(SB, "rufer", "A", end="schleifen", king_in_talon=True), [-3, 1, 1, 1], NOTHING),
    ("schleifen of an A-Rufer", result(SB, "besserrufer", "B", bird="uhu", end="schleifen", king_in_talon=True), [5, -15, 5, 5], NOTHING),
    ("schleifen of a Solorufer", result(SB, "solorufer", "B", end="schleifen", king_in_talon=True), [2, -6, 2, 2], NOTHING),
    # «ohne einen der vier Ansager im Blatt … Renonce … (je drei Punkte an die Mitspieler)»
    ("A-Rufer without a bird", result(SB, "besserrufer", "B", "D", bird=None, renonce={"by": "B"}), [3, -9, 3, 3], NOTHING),
    (
        "three points each, whatever was announced",
        result(SB, "besserrufer", "B", "D", bird=None, bonuses=[bonus("trull", "D", made=None)], renonce={"by": "B"}),
        [3, -9, 3, 3],
        NOTHING,
    ),
    ("the same, alone", result(SB, "besserrufer", "B", bird=None, king_in_talon=True, renonce={"by": "B"}), [3, -9, 3, 3], NOTHING),
    # Renonce (assumed): every other receives game and announcements, who plays alone threefold
    ("Renonce of the partner", vogel("pagat", None, 0, renonce={"by": "D"}), [3, 3, 3, -9], NOTHING),
    ("Renonce in a Dreier", alone("dreier", 0, renonce={"by": "B"}), [4, -12, 4, 4], NOTHING),
    ("Renonce against a Dreier", alone("dreier", 0, bonus("pagat", "B", made=None), renonce={"by": "C"}), [6, 18, -30, 6], NOTHING),
    ("Renonce in a Solorufer doubles", solorufer(0, bonus("uhu", "B", made=None), renonce={"by": "A"}), [-30, 10, 10, 10], NOTHING),
    ("Renonce with a Valat announced", rufer(0, bonus("valat", "A", made=None), renonce={"by": "B"}), [8, -24, 8, 8], NOTHING),
    ("Renonce of the Bettler", negative("bettler", 0, renonce={"by": "A"}), [-6, 2, 2, 2], NOTHING),
    ("Renonce against the Bettler", negative("bettler", 0, renonce={"by": "C"}), [6, 2, -10, 2], NOTHING),
    (
        "Renonce with a claim",
        rufer(0, renonce={"by": "B", "claims": [{"by": "A", "what": "pagat"}]}),
        [2, -4, 1, 1],
        NOTHING,
    ),
    ("Kontra does not count in a Renonce", alone("dreier", 0, kontra=[call("A")], renonce={"by": "B"}), [4, -12, 4, 4], NOTHING),
    ("Renonce in Trischaken", trischaken((60, 50, 50, 50), renonce={"by": "C"}), [2, 2, -6, 2], NOTHING),
    ("Renonce of the Trischaker", trischaken((60, 50, 50, 50), renonce={"by": "A"}), [-12, 4, 4, 4], NOTHING),
    # Trischaken (assumed): one each, forehand and Bürgermeister double, a virgin draws all
    ("Trischaken", trischaken((40, 80, 50, 40)), [1, -3, 1, 1], NOTHING),
    ("Trischaken, two lose", trischaken((30, 75, 75, 30)), [2, -2, -2, 2], NOTHING),
    ("Trischaken, three lose", trischaken((6, 68, 68, 68)), [3, -1, -1, -1], NOTHING),
    ("Trischaken, forehand", trischaken((80, 50, 50, 30)), [-6, 2, 2, 2], NOTHING),
    ("Trischaken, forehand among equals", trischaken((75, 75, 30, 30)), [-6, 2, 2, 2], NOTHING),
    ("Trischaken, Bürgermeister", trischaken((40, 107, 40, 23)), [2, -6, 2, 2], NOTHING),
    ("Trischaken, not yet Bürgermeister", trischaken((40, 106, 40, 24)), [1, -3, 1, 1], NOTHING),
    ("Trischaken, forehand and Bürgermeister", trischaken((107, 40, 40, 23)), [-12, 4, 4, 4], NOTHING),
    ("Trischaken, a virgin", trischaken((0, 90, 70, 50), (0, 6, 4, 2)), [3, -3, 0, 0], NOTHING),
    ("Trischaken, forehand pays a virgin", trischaken((90, 70, 50, 0), (6, 4, 2, 0)), [-6, 0, 0, 6], NOTHING),
    # agreements
    ("Radl", alone("dreier", 120, kontra=[call("A")], options={"radl": True}), [-8, 24, -8, -8], [-80, 240, -80, -80]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("document", "expected", "cents"), [s[1:] for s in SETTLEMENTS], ids=[s[0] for s in SETTLEMENTS]
)
def test_settlement(document: Json, expected: list[int], cents: list[int]) -> None:
    got = settled(document)
    assert list(got.sheet) == expected
    assert list(got.kontra_cents) == cents


def test_every_expected_sheet_adds_up_to_nothing() -> None:
    assert all(sum(expected) == 0 and sum(cents) == 0 for _, _, expected, cents in SETTLEMENTS)


ERRORS: list[tuple[str, Json, str]] = [
    *(
        (f"no {game}", result(SB, game, "A"), "contract.game")
        for game in ("zwiccolo", "solobesser", "farbeneiner", "einer", "piccolo_semi", "bettler_semi", "zwiccolo_ouvert")
    ),
    *(
        (f"no {what}", rufer(120, bonus(what)), "bonuses[0].what")
        for what in ("mondfang", "koenigfang", "sack1", "sack2", "zehn_tarock")
    ),
    ("no games side by side", result(SB, "piccolo", "A", beside="C", tricks_won=[1, 9, 1, 1]), "contract.with"),
    ("an empty Rufer is played", result(SB, "rufer", "A", "C", end="blank"), "end"),
    ("no Skoty", rufer(120, options={"skoty": True}), "options.skoty"),
    ("king in the talon and a partner", rufer(120, king_in_talon=True), "king_in_talon"),
    ("a partner in a Dreier", result(SB, "dreier", "A", "C", declarer_thirds=120), "contract.partner"),
    ("no claim from oneself", rufer(120, renonce={"by": "A", "claims": [{"by": "A", "what": "pagat"}]}), "renonce.claims[0].by"),
    ("eleven tricks", result(SB, "bettler", "A", tricks_won=[0, 11, 0, 0]), "tricks_won"),
    ("the tricks are missing", result(SB, "bettler", "A"), "tricks_won"),
]  # fmt: skip


@pytest.mark.parametrize(("document", "place"), [e[1:] for e in ERRORS], ids=[e[0] for e in ERRORS])
def test_error(document: Json, place: str) -> None:
    assert error_places(document) == [place]


# --- whole deals -----------------------------------------------------------------------------------------------


def deal(game: str, lines: Sequence[str], extra: str = "", talon: str = TALON, end: str = "played") -> str:
    return f"Kiebitz {SB}\nSpiel {game}\n{talon}{extra}{tricks(1, *lines)}Ende {end}\n"


def running(lines: Sequence[str], game: str = PAGAT, extra: str = "", talon: str = TALON) -> str:
    return deal(game, lines, extra, talon, "running")


NO_BIRD = (
    ORDINARY[0], "A:II B:XIV C:III D:VII", "B:Sküs C:VI D:X A:V", "B:XXI C:IX D:XII A:VIII", "B:XX C:IIII D:XIII A:XI",
    *ORDINARY[5:],
)  # fmt: skip
"""The same play, in which D has none of I to IIII."""

DEALS: list[tuple[str, str, list[int]]] = [
    # 1 + 2, silently König ultimo 1, Trull 1, kings 1
    ("A-Rufer Pagat", deal(PAGAT, ORDINARY), [-6, 6, -6, 6]),
    ("silent Pagat", deal(RUFER, ORDINARY), [-5, 5, -5, 5]),
    ("Sechser: 4 + 1 + 1 + 1", deal("B sechserdreier", ORDINARY, talon="Nimmt alle\n"), [-7, 21, -7, -7]),
    (
        "Solodreier: 8 + 4, Trull 2, kings 2",
        deal("B solodreier", ORDINARY, "Ansage B:pagat\n", ""),
        [-16, 48, -16, -16],
    ),
    (
        # the half with the called king is his: 2, Pagat 2, Trull 2, kings 2, three times
        "Solorufer, king in the talon",
        deal("B solorufer ruft ♥K", WITHOUT_KING, talon=KING_TALON),
        [-8, 24, -8, -8],
    ),
    # Valat: 4 x 1 + 2; announced 8 x 1 + 2 + Trull 2
    ("silent Valat", deal(PAGAT, DURCH), [-6, 6, -6, 6]),
    ("announced Valat", deal(PAGAT, DURCH, "Ansage B:valat D:trull\n"), [-12, 12, -12, 12]),
    ("Valat lost: -8 + 2 + 2", deal(PAGAT, ORDINARY, "Ansage B:valat D:trull\n"), [4, -4, 4, -4]),
    # «König Ultimo können nicht für den Partner angesagt werden»; «nur der falsche Ansager verloren»
    ("König ultimo by its holder: 1 + 2 + 2 + 1 + 1", deal(PAGAT, ORDINARY, "Ansage D:koenig_ultimo\n"), [-7, 7, -7, 7]),
    # 1 + 2 - 2 + 1 + 1
    ("König ultimo announced for the partner", deal(PAGAT, ORDINARY, "Ansage B:koenig_ultimo\n"), [-3, 3, -3, 3]),
    # 1 - 2 + 1 + 1 + 1
    ("Pagat announced for the partner", deal(RUFER, ORDINARY, "Ansage D:pagat\n"), [-2, 2, -2, 2]),
    # reported: «je drei Punkte an die Mitspieler», whichever bird was named
    ("A-Rufer without one of the four", deal("D besserrufer/uhu ruft ♣K", NO_BIRD), [3, 3, 3, -9]),
    ("A-Rufer without one of the four, nothing named", deal("D besserrufer ruft ♣K", NO_BIRD), [3, 3, 3, -9]),
    ("Renonce: (1 + 2) each", deal(PAGAT, REVOKE), [-9, 3, 3, 3]),
    ("schleifen", deal(PAGAT, (), talon=KING_TALON, end="schleifen"), [3, -9, 3, 3]),
    # no king is called in a Dreier
    ("König ultimo in a Dreier: 4 + 1 + 1 + 1", deal("B dreier", ORDINARY, "Ansage A:koenig_ultimo\n"), [-7, 21, -7, -7]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), [d[1:] for d in DEALS], ids=[d[0] for d in DEALS])
def test_deal(text: str, expected: list[int]) -> None:
    judgement = judged(text)
    assert judgement.sheet is not None
    assert list(judgement.sheet) == expected


def test_a_judgement_says_that_the_tariff_is_assumed() -> None:
    assert judged(deal(PAGAT, ORDINARY)).as_json()["assumed_tariff"] is True


def test_the_talon_comes_with_the_last_trick_of_trischaken() -> None:
    assert list(judged(deal("A trischaken", ORDINARY, talon="")).facts.thirds) == [19, 191, 0, 0]


def test_no_kaiserstich() -> None:
    assert judged(running(["A:XXI B:Sküs C:I D:XV"])).facts.tricks[0].winner == 1


REVOKING = "Talon ♠7 ♥4 ♦4 | ♠8 ♣8 ♦3\nNimmt 1\nAblage ♠7 ♣7 ♦4\n"
"""B took ♥4 and did not discard it, so ruffing hearts shows itself at once."""
TWO_BIRDS = "Ansage B:uhu\n"
OPEN_HANDS = (
    "Blatt A ♥D ♥2 ♦D ♦R ♠K ♠9 ♣K ♣9 II V VIII XI\nBlatt B ♥1 ♦K XIV Sküs XXI XX XIX XVIII XVII XVI XV I\n"
    "Blatt C ♥R ♥3 ♦B ♦1 ♠R ♠D ♣R ♣D III VI IX XII\nBlatt D ♥K ♥B ♥4 ♦2 ♠B ♠10 ♣B ♣10 IIII VII X XIII\n"
)

RULINGS: list[tuple[str, str, list[tuple[str | None, str, str | None]]]] = [
    ("a legal deal", deal(PAGAT, ORDINARY), []),
    # «solange der Stich noch nicht vom Spieler umgedreht wurde bzw. nicht zum nächsten Stich ausgespielt wurde»
    ("revoke, just laid", running(["A:♥D B:XIV -> liegt"], talon=REVOKING), [("farbzwang", "B", "correctable")]),
    ("revoke, the trick lies", running(["A:♥D B:XIV C:♥R D:♥3 -> liegt"], talon=REVOKING), [("farbzwang", "B", "correctable")]),
    ("revoke, the trick is taken in", running(["A:♥D B:XIV C:♥R D:♥3 -> B"], talon=REVOKING), [("farbzwang", "B", "renonce")]),
    (
        "revoke, the trick lies and the next is led",
        running(["A:♥D B:XIV C:♥R D:♥3 -> liegt", "B:XXI -> liegt"], talon=REVOKING),
        [("farbzwang", "B", "renonce")],
    ),
    ("revoke, nobody watched", running(["A:♥D B:XIV C:♥R D:♥3"], talon=REVOKING), [("farbzwang", "B", "correctable")]),
    ("revoke, nobody watched, next led", running(["A:♥D B:XIV C:♥R D:♥3", "B:XXI"], talon=REVOKING), [("farbzwang", "B", "renonce")]),
    ("taken back in time", running(["A:♥D B:♥4 zurück B:XIV"], talon=REVOKING), []),
    ("revoke in a finished deal", deal(PAGAT, REVOKE), [("farbzwang", "A", "renonce")]),
    # Stichzwang and the last Pagat (assumed)
    (
        "Stichzwang in a Bettler",
        running(["A:♥D B:♥1 C:♥R D:♥2 -> A", "A:♥3 B:♥K C:♥B D:♥4 -> B"], "A bettler", talon=""),
        [("stichzwang", "B", "renonce")],
    ),
    (
        "no Stichzwang in a Dreier",
        running(["A:♥D B:♥1 C:♥R D:♥2 -> A", "A:♥3 B:♥K C:♥B D:♥4 -> B"], "A dreier", talon=""),
        [],
    ),
    (
        "Stichzwang is named before the last Pagat",
        running(["A:XI B:I C:XII D:XIII -> D", "D:X A:XV B:XIV C:III -> A"], "A trischaken", talon=""),
        [("stichzwang", "B", "renonce")],
    ),
    (
        "Pagat led in Trischaken",
        running(["A:I B:II C:XII D:XIII -> D", "D:X A:VIII B:XIV C:III -> B"], "A trischaken", talon=""),
        [("pagat_zuletzt", "A", "renonce")],
    ),
    (
        "Tarock led in a Farbendreier with suits in hand",
        running(["A:XI B:XII C:XIII D:XIV -> D", "D:♥2 A:♥3 B:♥1 C:♥B"], "A farbendreier", talon=""),
        [("farbspiel_ausspiel", "A", "renonce")],
    ),
    (
        "in an open game the hands prove a revoke of trick 1 while it can be corrected",
        running(["A:♥D B:XIV C:♥R D:♥4 -> liegt"], "A bettler_ouvert", OPEN_HANDS, ""),
        [("farbzwang", "B", "correctable")],
    ),
    # «Wird eine Ansage zum falschen Zeitpunkt gespielt, so gilt diese als verloren»
    ("Pagat too early", running(["A:♥D B:I C:♥R D:♥3 -> B", "B:XXI"]), [("vogel_pflicht", "B", "lost_bird")]),
    ("Pagat too early, still lying", running(["A:♥D B:I -> liegt"], extra=TWO_BIRDS), [("vogel_reihenfolge", "B", "correctable")]),
    # «dann ist zuerst der höhere Vogel aufzugeben. Ein Verstoß gegen diese Regel ist Renonce.»
    ("lower bird given up first", running(["A:♥D B:I C:♥R D:♥3 -> B"], extra=TWO_BIRDS), [("vogel_reihenfolge", "B", "renonce")]),
    ("higher bird given up first", running(["A:♥D B:II C:♥R D:♥3 -> B", "B:♠K"], extra=TWO_BIRDS), []),
    # «können nicht für den Partner angesagt werden»
    ("König ultimo for the partner", deal(PAGAT, ORDINARY, "Ansage B:koenig_ultimo\n"), [("falsche_ansage", "B", "lost_bird")]),
    ("Pagat for the partner", deal(RUFER, ORDINARY, "Ansage D:pagat\n"), [("falsche_ansage", "D", "lost_bird")]),
    # «ohne einen der vier Ansager im Blatt»: I to IIII must all be elsewhere
    # reported: one ruling for one bid
    ("A-Rufer without a bird", deal("D besserrufer/uhu ruft ♣K", NO_BIRD), [("falsche_ansage", "D", "renonce")]),
    ("A-Rufer with another bird in hand", deal("D besserrufer ruft ♣K", ORDINARY), []),
    # «Jeder Spieler kann nur einmal Prämien ansagen.»
    ("announced twice", running([], PAGAT, "Ansage B:trull B:trull\n"), [("ansage", "B", "notice")]),
    # «Ablagefehler» are clear violations
    ("a king discarded", running([], talon="Talon ♠7 ♣7 ♦4 | ♠8 ♣8 ♦3\nNimmt 1\nAblage ♠7 ♣7 ♣K\n"), [("ablage", "B", "renonce")]),
    ("a king that can only lie among the discards", deal(PAGAT, WITHOUT_KING, talon=KING_TALON + "Nimmt 1\n"), [("ablage", "B", "renonce")]),
    # «Hat jemand die falsche Anzahl von Karten in Händen, begeht der betreffende Spieler Renonce»
    (
        "thirteen cards",
        running(ORDINARY[:1], extra="Blatt A ♥D ♥2 ♦D ♦R ♠K ♠9 ♣K ♣9 II V VIII XI ♥3\n"),
        [("kartenzahl", "A", "renonce")],
    ),
    ("a card short at the end", deal(PAGAT, (*ORDINARY[:11], "B:I C:♣D D:♥K"), talon=""), [("kartenzahl", "A", "renonce")]),
    # «Werden versehentlich zwei Karten gespielt, darf eine Karte zurückgenommen werden.»
    ("two cards, still to be corrected", running(["A:♥D B:♥1 B:♥2 C:♥R"]), [("zwei_karten", "B", "correctable")]),
    ("two cards, the trick is turned", running(["A:♥D B:♥1 B:♥2 C:♥R D:♥3 -> A", "A:♥4"]), [("zwei_karten", "B", "notice")]),
    ("two cards, one taken back", running(["A:♥D B:♥1 C:♥R zurück B:♥2"]), []),
    # «falsches Ausspiel … nicht als Renonce», «voreiliges Rufen», «versehentliche Kontras unter Partnern»
    ("out of turn", running(["A:♥D C:♥1 B:♥2 D:♥R"]), [("ausspiel", "C", "notice")]),
    ("led out of turn", running(["B:♥D C:♥1 D:♥2 A:♥R"]), [("ausspiel", "B", "notice")]),
    ("the Bettler leads", running(["C:♥D"], "C bettler", talon=""), []),
    ("forehand leads a Bettler of C", running(["A:♥D"], "C bettler", talon=""), [("ausspiel", "A", "notice")]),
    ("self-call", deal("B besserrufer/pagat ruft ♦K", ORDINARY), [("selbstruf", "B", "notice")]),
    ("Kontra to the own partner", deal(PAGAT, ORDINARY, "Kontra D:game/kontra\n"), [("kontra", "D", "notice")]),
    ("another's trick taken in", running(["A:♥D B:♥1 C:♥R D:♥4 -> C"]), [("falsch_eingezogen", "C", "notice")]),
    # no king is called in a Dreier
    ("König ultimo in a Dreier", running([], "B dreier", "Ansage A:koenig_ultimo\n"), [("ansage", "A", "notice")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), [r[1:] for r in RULINGS], ids=[r[0] for r in RULINGS])
def test_rulings(text: str, expected: list[tuple[str | None, str, str | None]]) -> None:
    assert rulings(text) == expected


def test_a_missing_bird_is_proven_when_the_last_of_the_four_appears_elsewhere() -> None:
    (ruling,) = judged(deal("D besserrufer/uhu ruft ♣K", NO_BIRD)).rulings
    assert ruling.proven == (12, 1)
    assert "je drei Punkte" in ruling.source.quote


AUCTIONS: list[tuple[str, str, str, list[str]]] = [
    ("regular", "A:vorhand B:piccolo C:solorufer D:weiter A:weiter B:weiter", "C solorufer", []),
    # «Solodreier (höchstes Spiel, daher kein Überbieten mehr möglich)»
    ("a bid after a Solodreier", "A:vorhand B:solodreier C:solorufer", "B solodreier", ["C"]),
    ("weiter after a Solodreier", "A:vorhand B:solodreier C:weiter D:weiter A:weiter", "B solodreier", []),
    ("a lower bid", "A:vorhand B:solorufer C:piccolo", "C piccolo", ["C"]),
    # «Stillschweigen wird als konkludentes Passen interpretiert»: who has passed is out
    ("a bid after passing", "A:vorhand B:weiter C:piccolo D:weiter A:weiter B:solorufer", "B solorufer", ["B"]),
    # the text is silent, and by the assumed custom forehand may hold
    ("forehand holds", "A:vorhand B:piccolo C:weiter D:weiter A:piccolo", "A piccolo", []),
    ("Sechser at once", "A:sechserdreier", "A sechserdreier", []),
    ("Sechser of another", "A:vorhand B:sechserdreier", "B sechserdreier", ["B"]),
    ("Rufer after three passes", "A:vorhand B:weiter C:weiter D:weiter A:rufer", "A rufer", []),
    # an irregular bid does not become the contract
    ("no second Piccolo", "A:vorhand B:piccolo C:piccolo", "B piccolo", ["C"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "game", "offenders"), [a[1:] for a in AUCTIONS], ids=[a[0] for a in AUCTIONS]
)
def test_auction(words: str, game: str, offenders: list[str]) -> None:
    text = f"Kiebitz {SB}\nLizit {words}\nSpiel {game}\nEnde running\n"
    assert [r for r in rulings(text) if r[0] == "lizitation"] == [
        ("lizitation", by, "notice") for by in offenders
    ]


@pytest.mark.parametrize(("direction", "clockwise"), [("anti-clockwise", False), ("clockwise", True)])
def test_direction_is_agreed(direction: str, clockwise: bool) -> None:
    text = f"Kiebitz {SB} direction={direction}\nSpiel B dreier\nEnde running\n"
    assert judged(text).deal.system.clockwise is clockwise
