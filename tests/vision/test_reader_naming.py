"""All cards of a deal are named together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.namer_stand_ins import TRUST, ColourNamer, deck
from tests.vision.reader_stand_ins import seen_as
from vision.reader.naming import FOUND, Namer, Views


def test_of_two_cards_that_look_like_one_the_one_that_gave_way_is_asked_about() -> None:
    """A stained seven looks like an eight, and beside it lies the eight."""
    seven, eight, other = 6, 7, 20
    stained, true = seen_as((eight, 0.8), (seven, 0.5)), seen_as((eight, 0.8), (seven, 0.45))
    namer = Namer([deck("colours", ColourNamer())], TRUST)
    names = namer.name([stained, true, seen_as((other, 1.0))])
    asked = [each for each in names if each.card is None]
    assert len(asked) == 1
    assert {card for card, _ in asked[0].candidates[:2]} == {seven, eight}
    assert max(each.confidence for each in names[:2]) <= 0.95  # nothing may rest on the other one
    assert names[2].confidence > 0.97
    (stained if names[0].card is None else true).answer = seven if names[0].card is None else eight
    assert [each.card for each in namer.name([stained, true])] == [seven, eight]


def test_two_cards_that_each_look_like_themselves_are_no_contest() -> None:
    namer = Namer([deck("colours", ColourNamer())], TRUST)
    names = namer.name([seen_as((6, 0.9), (7, 0.3)), seen_as((7, 0.9), (6, 0.3))])
    assert [each.card for each in names] == [6, 7]


@pytest.mark.parametrize(("sure", "named"), [(3, False), (9, True)])
def test_a_deck_whose_cards_are_mostly_read_surely_was_taught(sure: int, named: bool) -> None:
    """In a poor light no single view says so; then the lower limit holds for the one that is less sure."""
    trust = replace(TRUST, threshold=0.8, doubtful=0.97, deck_bias=-2.0)
    namer = Namer([deck("colours", ColourNamer())], trust)
    clear = [seen_as((card, 1.0)) for card in range(sure)]
    weaker = seen_as((30, 1.0), (31, 0.68))
    *others, name = namer.name([*clear, weaker])
    assert all(each.confidence >= 0.97 for each in others)
    assert 0.8 <= name.confidence < 0.97
    assert (name.card == 30) is named


@pytest.mark.parametrize(("sure", "named"), [(3, False), (9, True)])
def test_a_deck_that_the_deal_showed_to_be_taught_is_as_good_as_a_named_one(sure: int, named: bool) -> None:
    """Films 1057 and 1101: a Sküs that lies open, far ahead of all others and yet little like its scan."""
    trust = replace(TRUST, threshold=0.98, named=0.7)
    namer = Namer([deck("colours", ColourNamer())], trust)
    clear = [seen_as((card, 1.0)) for card in range(sure)]
    *_, name = namer.name([*clear, seen_as((30, 1.0), (31, 0.68))])
    assert 0.7 <= name.confidence < 0.98
    assert (name.card == 30) is named


@pytest.mark.parametrize(("played", "named"), [(3, False), (9, True)])
def test_what_the_tricks_showed_of_the_deck_holds_for_the_open_cards_beside_them(
    played: int, named: bool
) -> None:
    trust = replace(TRUST, threshold=0.8, doubtful=0.97, deck_bias=-2.0)
    decks = [deck("others", ColourNamer(), edition=1), deck("colours", ColourNamer())]
    tricks = Namer(decks, trust)
    beside = Namer(decks, trust, tricks=tricks)
    weaker = seen_as((30, 1.0), (31, 0.68))
    assert beside.name([weaker])[0].card is None
    tricks.name([seen_as((card, 1.0)) for card in range(played)])
    [name] = beside.name([weaker])
    assert (name.card == 30) is named
    assert (beside.settled == 1) is named


@pytest.mark.parametrize(("seen", "known"), [(1, False), (2, False), (3, True)])
def test_one_or_two_outlines_do_not_say_which_deck_lies_there(seen: int, known: bool) -> None:
    """The first of them may be of no card at all, and all that follows would be read with a wrong deck."""
    namer = Namer([deck("colours", ColourNamer()), deck("others", ColourNamer(), edition=1)], TRUST)
    namer.name([seen_as((card, 1.0)) for card in range(seen)])
    assert (namer.deck == "colours") is known
    assert known or namer.deck is None


def test_views_that_are_like_no_card_do_not_spoil_the_clear_ones() -> None:
    namer = Namer([deck("colours", ColourNamer())], TRUST)
    clear = seen_as((3, 1.0))
    alone = namer.name([clear])[0].confidence
    random = np.random.default_rng(5)
    for _ in range(4):
        blur = random.normal(0, 1, clear.vectors[0].shape)
        clear.add((blur / np.linalg.norm(blur)).astype(np.float32), 0.9, 1.0)
    name = namer.name([clear])[0]
    assert name.card == 3
    assert name.confidence > alone - 0.02


def test_a_card_that_lies_has_the_finders_word_with_which_trust_was_fitted() -> None:
    """Leaving the finder's share out of the sum would make every reading look less sure than it is."""
    namer = ColourNamer()
    decks = [deck("colours", namer)]
    views = Views()
    vector = decks[0].prototypes.vectors[0]
    views.add(np.asarray(vector, np.float32), 0.9, 1.0)
    fitted = replace(TRUST, bias=TRUST.bias - 3.0 * FOUND, finder=3.0)
    plain = Namer(decks, TRUST).name([views])[0]
    assert Namer(decks, fitted).name([views])[0].confidence == pytest.approx(plain.confidence, abs=1e-5)
