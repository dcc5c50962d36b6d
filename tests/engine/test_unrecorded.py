"""What is not on record convicts nobody and is never guessed: each ruling and sheet is that of the whole record, or open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from engine.auction import Auction
from engine.dealing import random_deal, with_revoke
from engine.judge import judge
from engine.record import Call, Deal, write_deal
from engine.record_reading import read_deal
from engine.rulings import Ruling
from engine.systems import SYSTEMS
from engine.systems.base import SACKS, Family
from tests.engine.helpers import bonus, call, judged, result, rulings, settled, tricks
from tests.engine.pagat_deals import DURCH, KING_CAUGHT, MOND_CAUGHT, ORDINARY, PAGAT, REVOKE, RUFER, TALON

HOPFGARTEN, KANTINE, SB, TIROL = "hopfgarten-2023", "kantine-2.0", "sb-2023", "tirol-deluxe"
STEIERMARK = "steiermark-2017"


def deal(
    rules: str, game: str, lines: tuple[str, ...], said: str = "", talon: str = TALON, end: str = "played"
) -> str:
    return f"Kiebitz {rules}\nSpiel {game}\n{talon}{said}{tricks(1, *lines)}Ende {end}\n"


def hidden(rng: Random, whole: Deal) -> Iterator[Deal]:
    """The same deal with talon, discards or a card that nobody read."""
    unknown = ((None,) * 3, (None,) * 3)
    tricks = list(whole.tricks)
    t, place = rng.randrange(len(tricks)), rng.randrange(4)
    cards = list(tricks[t].cards)
    cards[place % len(cards)] = (cards[place % len(cards)][0], None)
    tricks[t] = replace(tricks[t], cards=tuple(cards))
    yield replace(whole, talon=None, taken=None)
    yield replace(whole, talon=unknown) if whole.talon else replace(whole, discards=None)
    yield replace(whole, talon=None, taken=None, discards=None)
    yield replace(whole, tricks=tuple(tricks))
    yield replace(whole, tricks=tuple(tricks), talon=None, taken=None, discards=None)


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_whatever_is_hidden_the_rulings_and_the_sheet_stay_or_are_open(system: str) -> None:
    known = 0
    for seed in range(120):
        rng = Random(seed)
        whole = random_deal(rng, system, announce=0.5)
        revoke = with_revoke(rng, whole) if seed % 3 == 0 else None
        whole = whole if revoke is None else revoke.deal
        judgement = judge(whole)
        acts = {(r.kind, r.by, r.trick) for r in judgement.rulings}
        for part in hidden(rng, whole):
            seen = judge(part)
            breaches = [r for r in seen.rulings if r.status in ("renonce", "lost_bird") and r.by is not None]
            assert all((r.kind, r.by, r.trick) in acts for r in breaches)
            if judgement.renonce is None or seen.renonce is not None:
                assert seen.sheet in (None, judgement.sheet)
                known += seen.sheet is not None
    assert known > 200, "most sheets follow from what is left"


def without_hands(rng: Random, whole: Deal) -> Iterator[Deal]:
    """The same deal, of which no hand, one hand, or only three were written down."""
    assert whole.hands is not None
    shown = rng.randrange(4)
    one = tuple(hand if seat == shown else None for seat, hand in enumerate(whole.hands))
    three = tuple(None if seat == shown else hand for seat, hand in enumerate(whole.hands))
    unread = tuple((None,) * 12 if seat == shown else hand for seat, hand in enumerate(whole.hands))
    for hands in (None, one, three, unread):
        yield replace(whole, hands=hands)
        yield replace(whole, hands=hands, talon=None, taken=None, discards=None)


def ended_with(whole: Deal, ruling: Ruling) -> Deal:
    """«Wenn auf Renonce erkannt wird, ist das jeweilige Spiel zu Ende»: nothing was laid after its proof."""
    assert ruling.proven is not None
    trick, card = ruling.proven
    last = replace(whole.tricks[trick - 1], cards=whole.tricks[trick - 1].cards[:card])
    return replace(whole, tricks=(*whole.tricks[: trick - 1], last))


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_a_hand_that_nobody_wrote_down_may_hold_the_called_king(system: str) -> None:
    known = 0
    for seed in range(90):
        rng = Random(seed)
        found = with_revoke(rng, random_deal(rng, system, announce=0.5))
        if found is None:
            continue
        judgement = judge(found.deal)
        if judgement.renonce is None or judgement.renonce.proven is None:
            continue
        cut = ended_with(found.deal, judgement.renonce)
        for part in without_hands(rng, cut):
            seen = judge(part)
            if seen.renonce is not None and seen.renonce.by == judgement.renonce.by:
                assert seen.sheet in (None, judgement.sheet)
                known += seen.sheet is not None
    assert known > 60


@pytest.mark.parametrize("rules", sorted(SYSTEMS))
def test_whom_the_declarers_renonce_is_paid_to_does_not_depend_on_the_partner(rules: str) -> None:
    """«der renoncierende Ruferspieler zahlt also auch dem Partner»: so nothing is open although nobody has seen the king."""
    said = f"Kiebitz {rules}\nSpiel A rufer ruft ♥K\nTalon V VI VII | ♥4 ♥3 ♥2\nNimmt 1\nAblage ♣7 ♣8 ♠7\n"
    shown = judged(said + "1 A:♠8 B:♠R C:♠9 D:♠10\n2 B:♠B C:♠D D:XI A:V\n3 D:XII A:♠K\nEnde played\n")
    assert [(r.kind, r.by) for r in shown.rulings if r.status == "renonce"][:1] == [("farbzwang", 0)]
    assert list(shown.sheet or ()) == [-3 * (shown.sheet or (0, 1))[1], *[(shown.sheet or (0, 1))[1]] * 3]


def test_where_the_kings_half_may_have_been_left_the_blank_rufer_is_open() -> None:
    """«Wurde der gerufene König liegen gelassen, zählt auch der stille Königfang.»"""
    text = f"Kiebitz {HOPFGARTEN}\nSpiel A rufer ruft ♥K\nTalon ♥K ♣8 ♣9 | ♥4 ♥3 ♥2\n{{}}Ende blank\n"
    assert [judged(text.format(taken)).sheet for taken in ("", "Nimmt 1\n", "Nimmt 2\n")] == [
        None,
        (3, -1, -1, -1),
        (0, 0, 0, 0),
    ]


GIVEN_UP = (
    ORDINARY[0],
    "A:XI B:XIV C:III D:IIII",
    *ORDINARY[2:4],
    "B:XX C:XII D:XIII A:♠8",
    *ORDINARY[5:],
)


@pytest.mark.parametrize("rules", ["steiermark-2017", KANTINE, HOPFGARTEN])
def test_a_bid_bird_that_is_not_among_twelve_cards_was_never_held(rules: str) -> None:
    """«Besserrufer ohne Vogel im Blatt»"""
    game = "B besserrufer/uhu ruft ♥K"
    talon = "Talon ♠7 ♣7 ♦4 | II ♣8 ♦3\nNimmt 1\n"
    whole, unseen = (judged(deal(rules, game, GIVEN_UP, talon=said)) for said in (talon, ""))
    for judgement, proven in ((whole, (1, 1)), (unseen, (12, 1))):
        assert [(r.kind, r.by, r.proven) for r in judgement.rulings] == [("falsche_ansage", 1, proven)]
    assert whole.sheet == unseen.sheet is not None


def test_who_may_be_the_partner_may_have_spoken_for_him() -> None:
    """«vom Spieler aufgenommene Vögel dürfen dem Spieler auch vom Partner angesagt werden»"""
    unfinished = deal(HOPFGARTEN, RUFER, (*ORDINARY[:11], "B:I C:♣D"), "Ansage D:pagat\n", "", "running")
    assert rulings(unfinished) == []
    assert rulings(deal(HOPFGARTEN, RUFER, ORDINARY, "Ansage D:pagat\n", "")) == []


def test_who_gives_the_higher_bird_up_first_keeps_the_lower_one_by_right() -> None:
    """«bei mehreren angesagten Vögeln immer der höhere Vogel zuerst»: the due Pagat is no card to lay instead."""
    lines = (
        "A:XIV B:III C:XX D:VIII", "C:X D:XII A:XIII B:XV", "B:♠7 C:♠10 D:♠B A:♠8", "D:♥D A:♥2 B:♥B C:Sküs",
        "C:IIII D:VI A:IX B:XIX", "B:XVIII C:XI D:II A:XVII", "B:VII C:♣K D:? A:♥4", "B:♣8 C:♣D D:♦K A:♣10",
        "C:♠C D:♦4 A:♠9 B:♠D", "B:♣7 C:♣9 D:♥3 A:♦1", "C:♠K D:♦D A:♥K B:XVI", "B:♣C C:♦3 D:♦2 A:♥C",
    )  # fmt: skip
    said, talon = "Ansage D:pagat D:uhu\n", "Talon XIII ♣10 ♣B | XXI V ♦B\nNimmt 1\n"
    assert rulings(deal(HOPFGARTEN, "A rufer ruft ♦K", lines, said, talon)) == []


def test_what_may_not_be_announced_is_one_ruling() -> None:
    """«One ruling per irregular act»"""
    found = rulings(deal(SB, "B farbendreier", ORDINARY[:1], "Ansage C:uhu C:uhu\n", "", "running"))
    assert [(kind, by) for kind, by, _ in found] == [("ansage", "C"), ("ansage", "C")]
    whole = rulings(deal(SB, "B farbendreier", ORDINARY, "Ansage C:uhu\n", ""))
    assert "falsche_ansage" not in [kind for kind, _, _ in whole]


def test_a_sack_of_which_nobody_spoke_keeps_no_sheet_open() -> None:
    """«1. Sack – | 2»: in Tirol a silent one counts nothing."""
    lines = tuple(line.replace("A:♦D", "A:♦3") for line in DURCH)
    lines = tuple(line.replace("C:♦B", "C:♠8") for line in lines)
    whole = judged(deal(TIROL, "B dreier", lines, talon=TALON.replace("♦3", "♦D").replace("♠8", "♦B")))
    unseen = judged(deal(TIROL, "B dreier", lines, talon=""))
    low, high = unseen.facts.declarer_range or (0, 0)
    assert low < SACKS["sack2"] <= high
    assert unseen.sheet == whole.sheet is not None


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_another_ones_offence_changes_nothing_of_a_birds(system: str) -> None:
    """B gives his Pagat up and has a Tarock besides; then A leads the announced II."""
    lines = ("A:♠9 B:I C:♠8 D:♠7", "B:XIV C:XV D:XVI A:XVII", "A:II")
    found = rulings(deal(system, "C dreier", lines, "Ansage B:pagat A:uhu\n", "", "running"))
    assert found == [("vogel_pflicht", "B", "lost_bird"), ("vogel_pflicht", "A", "correctable")]


def test_what_was_proven_of_one_stays_proven_when_a_second_one_errs() -> None:
    talon = "Talon ♦2 XV VII | XVIII ♣R ♣8\nNimmt 2\n"
    said = "Ansage A:kakadu C:pagat\n"
    cards = ["A:III", "B:X", "C:I", "D:XX"]
    for count in range(1, 5):
        text = deal("steiermark-2017", "C dreier", (" ".join(cards[:count]),), said, talon, "running")
        found = [(r.kind, r.by, r.proven) for r in judged(text).rulings]
        assert found[0] == ("vogel_pflicht", 0, (1, 1))
        assert found[1:] == ([] if count < 3 else [("vogel_pflicht", 2, (1, 3))])


@pytest.mark.parametrize("rules", [KANTINE, SB, HOPFGARTEN])
def test_an_unread_card_may_have_been_the_announced_bird(rules: str) -> None:
    early = [*ORDINARY[:9], "B:I C:♠R D:♠10 A:♦R", ORDINARY[10], "B:XVI C:♣D D:♥K A:♠K"]
    assert "vogel_pflicht" in [kind for kind, _, _ in rulings(deal(rules, PAGAT, tuple(early)))]
    early[9] = "B:? C:♠R D:♠10 A:♦R"
    assert rulings(deal(rules, PAGAT, tuple(early), talon="")) == []


@pytest.mark.parametrize("rules", [KANTINE, HOPFGARTEN])
def test_a_bird_that_is_shown_too_late_convicts_in_spite_of_an_unread_card(rules: str) -> None:
    late = [*MOND_CAUGHT[:5], "B:? C:♦B D:♦2 A:♦D", *MOND_CAUGHT[6:10]]
    late += ["B:I C:♠D D:♣10 A:♣K", "B:II C:♣D D:♥K A:♠K"]
    text = deal(rules, "B besserrufer/uhu ruft ♥K", tuple(late), talon="")
    found = [r for r in judged(text).rulings if r.kind == "vogel_pflicht"]
    assert [(r.by, r.trick, r.proven) for r in found] == [(1, 11, (12, 1))]


def test_the_left_half_is_counted_whether_or_not_the_discards_were_seen() -> None:
    """«die Punkte gehören zu den Stichen der Gegner (sobald diese einen Stich haben)»"""
    whole = judged(deal(HOPFGARTEN, PAGAT, DURCH)).declarer_thirds
    unseen = judged(deal(HOPFGARTEN, PAGAT, DURCH, talon=TALON.replace("♠7 ♣7 ♦4\n", "? ? ?\n")))
    assert whole == unseen.declarer_thirds == 207


def test_what_has_no_price_when_announced_counts_as_if_nobody_had_said_it() -> None:
    """«Königfang 1 | –»"""
    silent = judged(deal(HOPFGARTEN, PAGAT, KING_CAUGHT))
    said = judged(deal(HOPFGARTEN, PAGAT, KING_CAUGHT, "Ansage A:koenigfang\n"))
    assert said.sheet == silent.sheet
    assert [(r.kind, r.by) for r in said.rulings] == [("ansage", 0)]
    lost = judged(deal(HOPFGARTEN, PAGAT, ORDINARY, "Ansage A:koenigfang\n"))
    assert lost.sheet == judged(deal(HOPFGARTEN, PAGAT, ORDINARY)).sheet
    typed = result(
        HOPFGARTEN,
        "rufer",
        "A",
        "C",
        declarer_thirds=120,
        bonuses=[bonus("koenigfang", "B", "opponents", made=False)],
    )
    assert settled(typed).sheet == settled(typed | {"bonuses": []}).sheet


def test_a_rufer_with_an_announcement_is_not_empty() -> None:
    """«Leere Rufer (Rufer ohne zusätzliche Ansage)»"""
    game = "A rufer ruft ♥K mit Partner C"
    assert judged(deal(HOPFGARTEN, game, (), talon="", end="blank")).sheet is not None
    assert judged(deal(HOPFGARTEN, game, (), "Ansage B:trull\n", "", "blank")).sheet is None
    assert judged(deal(HOPFGARTEN, game, (), "Ansage B:zehn_tarock\n", "", "blank")).sheet is not None


def test_three_points_each_are_for_a_bid_without_a_bird_only() -> None:
    """«A-Rufer … ohne einen der vier Ansager im Blatt»: any other Renonce of his costs game and announcements."""
    trumped = ("A:♥D B:XIX C:♥R D:♥4", "B:XIV C:III D:IIII A:II")
    offence = (*trumped, *ORDINARY[2:6], "B:♥1 C:♦1 D:♥B A:♥2", *ORDINARY[7:])
    uhu = judged(deal(SB, "B besserrufer ruft ♥K", offence, "Ansage D:trull A:vier_koenige\n"))
    assert uhu.renonce is not None and uhu.renonce.kind == "farbzwang"
    assert uhu.sheet is not None and uhu.sheet[0] == 1 + 2 + 2
    typed = result(SB, "besserrufer", "B", "D", bird=None, renonce={"by": "B", "claims": []})
    assert settled(typed).sheet == (3, -9, 3, 3)


def test_an_opponents_announcement_binds_nobody_but_himself() -> None:
    """«vom Spieler aufgenommene Vögel dürfen dem Spieler auch vom Partner angesagt werden»"""
    lines = ("A:♥D B:♥1 C:♥R D:♥4", "A:V B:XIV C:II D:IIII", "B:XX C:III D:VI A:VII")
    found = rulings(deal(HOPFGARTEN, RUFER, lines, "Ansage A:uhu\n", end="running"))
    assert [(kind, by) for kind, by, _ in found] == [("falsche_ansage", "A")]


def test_a_sack_counts_where_every_possible_talon_decides_it_alike() -> None:
    """«1. Sack … mindestens 46 Punkte (= 45/2 Blatt)»"""
    lines = tuple(line.replace("A:♦D", "A:♦3") for line in DURCH)
    talon = TALON.replace("♦3", "♦D")
    whole = judged(deal(TIROL, "B dreier", lines, "Ansage B:sack1\n", talon))
    unseen = judged(deal(TIROL, "B dreier", lines, "Ansage B:sack1\n", ""))
    assert whole.sheet == unseen.sheet and whole.sheet is not None
    assert unseen.declarer_thirds is None
    assert ("sack1", True) in [(line.what, line.won) for line in unseen.lines]


def test_claims_beside_a_valat_follow_its_rule() -> None:
    """Tirol: «keine Materialprämien» in a Valat."""
    valat, trull = {"by": "A", "what": "valat"}, {"by": "A", "what": "trull"}
    one = settled(result(TIROL, "dreier", "A", renonce={"by": "B", "claims": [valat]}))
    two = settled(result(TIROL, "dreier", "A", renonce={"by": "B", "claims": [valat, trull]}))
    assert one.sheet == two.sheet and one.lines == two.lines


def test_a_valat_agreed_to_be_lost_simply_costs_a_renonce_no_more() -> None:
    valat = [bonus("valat", "A", made=False)]
    base = result("steiermark-2017", "sechserdreier", "A", bonuses=valat, declarer_thirds=120)
    for agreed in ({}, {"verlorener_valat_im_sechserdreier": "einfach"}):
        lost = settled(base | {"options": agreed})
        offence = settled(base | {"options": agreed, "renonce": {"by": "A", "claims": []}})
        assert lost.sheet == offence.sheet


def test_a_renonce_moves_nothing_in_the_pagatkassa() -> None:
    from engine.result import read_result
    from engine.sheet import Evening, Pagatkassa, compute

    evening = Evening(SYSTEMS[TIROL], ("W", "X", "Y", "Z"), pagatkassa=Pagatkassa(10))
    bird = result(TIROL, "besserrufer", "A", "C", bird="pagat")
    before = compute(evening.add(read_result(bird | {"renonce": {"by": "B", "claims": []}})))
    assert before.kassa == 10


@pytest.mark.parametrize(
    ("words", "game", "blamed"),
    [
        ("A:vorhand B:weiter C:dreier B:einer D:weiter A:weiter", "C dreier", ["B"]),
        ("A:vorhand C:dreier B:weiter D:weiter A:weiter", "C dreier", ["C"]),
        ("A:vorhand B:weiter C:dreier D:weiter A:weiter D:solodreier", "C dreier", ["D"]),
        ("A:vorhand C:weiter B:dreier D:weiter A:weiter", "B dreier", ["C"]),
        ("A:vorhand C:dreier D:weiter A:weiter", "C dreier", ["C"]),
        ("B:weiter C:dreier D:weiter A:weiter", "C dreier", ["B"]),
        ("A:vorhand A:dreier B:weiter C:weiter D:weiter", "A dreier", ["A"]),
    ],
)
def test_only_who_spoke_wrongly_in_the_auction_is_remarked(words: str, game: str, blamed: list[str]) -> None:
    """«Wer einmal gepasst hat, darf bei der Spielersteigerung nicht mehr mitbieten.»"""
    found = rulings(f"Kiebitz {TIROL}\nLizit {words}\nSpiel {game}\nEnde running\n")
    assert [by for _, by, _ in found] == blamed


def test_after_a_word_that_nobody_noted_the_auction_goes_on() -> None:
    """«Stillschweigen wird als konkludentes Passen interpretiert und der nächste Spieler kann … fortfahren»"""
    auction = Auction(SYSTEMS[SB])
    for by, word in ((0, "vorhand"), (2, "dreier"), (3, "weiter")):
        auction.say(Call(by, word))
    assert auction.turn == 0
    auction.say(Call(0, "weiter"))
    assert auction.turn == 1 and not auction.over


def test_the_auf_is_said_at_once() -> None:
    """«Die Vorhand meldet „Erster“ oder sagt gleich den Auf an.»"""
    words = "A:vorhand B:besserrufer/pagat C:weiter D:weiter A:dreier"
    found = rulings(f"Kiebitz {HOPFGARTEN}\nLizit {words}\nSpiel A dreier\nEnde running\n")
    assert [(kind, by) for kind, by, _ in found] == [("lizitation", "A")]


def test_a_renonce_by_another_is_not_hidden_by_a_missing_talon() -> None:
    shown = judged(deal(KANTINE, PAGAT, REVOKE)).renonce
    blind = judged(deal(KANTINE, PAGAT, REVOKE, talon="")).renonce
    assert shown is not None and blind is not None
    assert (shown.kind, shown.by, shown.trick) == (blind.kind, blind.by, blind.trick)


@pytest.mark.parametrize(("made", "sheet"), [(False, (1, -1, 1, -1)), (True, (-3, 3, -3, 3))])
def test_the_bird_of_the_bid_is_announced_by_it(made: bool, sheet: tuple[int, ...]) -> None:
    """«Pagatrufer | 3»: whether or not the line of its outcome says once more who announced it."""
    for by in (None, "B"):
        line = bonus("pagat", by, made=made)
        typed = result("steiermark-2017", "besserrufer", "B", "D", bird="pagat", bonuses=[line])
        kontra = typed | {"declarer_thirds": 131, "kontra": [call("C", on="pagat")]}
        assert settled(typed | {"declarer_thirds": 131}).sheet == sheet
        assert (settled(kontra).kontra_cents != (0, 0, 0, 0)) or settled(kontra).sheet != sheet


@pytest.mark.parametrize("order", [("B:trull", "A:trull"), ("A:trull", "B:trull")])
def test_what_both_sides_announced_may_be_doubled_by_both(order: tuple[str, str]) -> None:
    """«Auch die Gegenpartei kann Zusätze ansagen»: the called partner's Kontra is on theirs."""
    said = f"Ansage {order[0]}\nAnsage {order[1]}\n"
    text = f"Kiebitz {TIROL}\nSpiel A rufer ruft ♥K\n{said}Kontra C:trull/kontra\n1 A:♥1 B:♥2 C:♥K D:♥3\nEnde running\n"
    assert rulings(text) == []
    own = text.replace("Ansage B:trull\n", "")
    assert rulings(own) == [("kontra", "C", "renonce")]


def test_the_bird_that_the_declarer_named_is_given_up_with_the_game() -> None:
    """«Besserrufer 2+V»; in Tirol the bid names no bird."""
    named = result(TIROL, "besserrufer", "B", bird="pagat", end="schleifen", king_in_talon=True)
    said = result(TIROL, "besserrufer", "B", end="schleifen", king_in_talon=True)
    said["bonuses"] = [bonus("pagat", "B", made=None)]
    assert settled(named).sheet == settled(said).sheet == (4, -12, 4, 4)


def test_a_silent_valat_that_a_renonce_took_away_is_of_the_lost_sechserdreier() -> None:
    """«Ein verlorener Sechserdreier zählt doppelt»"""
    renonce = {"by": "A", "claims": [{"by": "B", "what": "valat"}]}
    typed = result("steiermark-2017", "sechserdreier", "A", renonce=renonce)
    assert settled(typed).sheet == (-48, 32, 8, 8)


@pytest.mark.parametrize("missing", [1, 2, 6])
def test_gifts_of_a_trischaken_that_nobody_noted_were_given_all_the_same(missing: int) -> None:
    """Of one it is certain which card it was; of several what every way of giving them has in common is known."""
    deals = (random_deal(Random(seed), "steiermark-2017") for seed in range(1000))
    whole = next(d for d in deals if d.contract is not None and d.contract.nature.family is Family.TRISCHAKEN)
    tricks = tuple(replace(t, gifts=()) if i < missing else t for i, t in enumerate(whole.tricks))
    truth, seen = judge(whole), judge(replace(whole, tricks=tricks))
    assert seen.sheet in (None, truth.sheet)
    spans = seen.opening.thirds
    if missing == 1:
        assert seen.sheet == truth.sheet
        assert seen.deal.tricks[0].gifts == whole.tricks[0].gifts
    else:
        assert spans is not None
        assert all(low <= told <= high for (low, high), told in zip(spans, truth.facts.thirds, strict=True))


@pytest.mark.parametrize("way", ["all with the last trick", "a trick late", "two at once"])
def test_gifts_that_were_given_otherwise_than_the_text_says_are_not_missing(way: str) -> None:
    """The record has all 54 cards: what is irregular in it is a fact, and settles like any other."""
    deals = (random_deal(Random(seed), "steiermark-2017") for seed in range(1000))
    whole = next(d for d in deals if d.contract is not None and d.contract.nature.family is Family.TRISCHAKEN)
    gifts = [card for trick in whole.tricks for card in trick.gifts]
    places = {
        "all with the last trick": [11] * 6,
        "a trick late": range(1, 7),
        "two at once": [1, 1, 2, 3, 4, 5],
    }
    tricks = [replace(trick, gifts=()) for trick in whole.tricks]
    for place, card in zip(places[way], gifts, strict=True):
        tricks[place] = replace(tricks[place], gifts=(*tricks[place].gifts, card))
    seen = judge(replace(whole, tricks=tuple(tricks)))
    assert sum(seen.facts.thirds) == 210
    assert seen.sheet is not None
    assert not seen.opening.slots


def test_the_points_of_a_trick_with_an_unread_card_are_those_that_were_read() -> None:
    """What it certainly was is counted; what every way of filling the card in leads to is told."""
    whole = next(
        d for d in (random_deal(Random(seed), STEIERMARK) for seed in range(100)) if d.end == "played"
    )
    last = whole.tricks[11]
    cards = (*last.cards[:3], (last.cards[3][0], None))
    seen = judge(replace(whole, tricks=(*whole.tricks[:11], replace(last, cards=cards)))).as_json()
    truth = judge(whole).as_json()
    assert all(own <= told for own, told in zip(seen["thirds"], truth["thirds"], strict=True))
    assert sum(truth["thirds"]) - sum(seen["thirds"]) <= 13


def test_a_card_that_was_taken_back_unread_stays_in_the_record() -> None:
    document = {
        "format": "kiebitz-deal/1",
        "rules": STEIERMARK,
        "tricks": [{"cards": [["A", "SK"]], "taken_back": [["A", "??"], ["B", "T17"]]}],
        "end": "running",
    }
    assert write_deal(read_deal(document))["tricks"][0]["taken_back"] == [["A", "??"], ["B", "T17"]]


def test_kontra_on_what_the_system_has_not_was_said_all_the_same() -> None:
    document = {
        "format": "kiebitz-deal/1",
        "rules": STEIERMARK,
        "contract": {"game": "dreier", "declarer": "A"},
        "kontra": [{"by": "B", "on": "mondfang", "level": "kontra"}],
        "end": "running",
    }
    assert [(r.kind, r.by, r.status) for r in judge(read_deal(document)).rulings] == [("kontra", 1, "notice")]


def test_who_laid_twelve_cards_had_them_whatever_was_written_of_his_hand() -> None:
    whole = next(
        d for d in (random_deal(Random(seed), STEIERMARK) for seed in range(100)) if d.end == "played"
    )
    seen = judge(replace(whole, hands=(None, (None,) * 11, None, None)))
    assert [r for r in seen.rulings if r.kind == "kartenzahl"] == []
