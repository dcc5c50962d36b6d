"""Whether an outline shows a new card at all."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.cards import card_set
from tests.vision.namer_stand_ins import TRUST, ColourNamer, deck, outline
from tests.vision.reader_stand_ins import looks_of, newcomers, seen_as, track
from tests.vision.table_stand_ins import recogniser
from vision.identity import Looks
from vision.reader import TableReader
from vision.reader.backdrop import Presence
from vision.reader.events import Name
from vision.reader.naming import Namer
from vision.reader.newcomers import Newcomers
from vision.reader.open_cards import OpenCards
from vision.reader.sight import Sight
from vision.reader.tracks import Track, Waiting, mask_of
from vision.reader.tricks import TrickBook
from vision.table import Calibration


def told_of_upon(judge: Newcomers, lying: Track, look: Looks) -> bool:
    """Whether a card seen in the place of another one is told of at the second look; once may deceive."""
    assert judge.covered(lying, lying.quad, look, 0) is None
    judge.sight.t += 0.1
    return judge.covered(lying, lying.quad, look, 0) is not None


@pytest.mark.parametrize(("before", "now", "told"), [(1.0, 0.9, True), (1.0, 0.8, False), (0.82, 0.8, True)])
def test_a_card_exactly_on_another_is_seen_if_as_much_of_it_shows_as_ever_did(
    before: float, now: float, told: bool
) -> None:
    """In a dim light four fifths are all that is ever seen of a card; elsewhere a finger may hide the rest."""
    lying = called(6, before)
    assert told_of_upon(newcomers(), lying, looks_of(seen_as((20, 1.0)), now)) is told


@pytest.mark.parametrize(("left_open", "told"), [(100, False), (60, False), (40, True), (7, True)])
def test_a_covered_card_that_seems_to_show_more_than_lies_open_has_another_one_upon_it(
    left_open: int, told: bool
) -> None:
    """Gifts are laid on the trick one after another, and soon one lies exactly where another does."""
    assert told_of_upon(newcomers(left_open=left_open), called(6), looks_of(seen_as((20, 1.0)), 0.7)) is told


def test_what_was_seen_in_a_cards_place_long_ago_counts_for_nothing_and_nor_does_the_card_itself() -> None:
    judge, lying, other = newcomers(), called(6), looks_of(seen_as((20, 1.0)), 0.95)
    assert judge.covered(lying, lying.quad, other, 0) is None
    judge.sight.t += 5.0
    assert judge.covered(lying, lying.quad, other, 0) is None
    judge.sight.t += 0.1
    assert judge.covered(lying, lying.quad, looks_of(seen_as((6, 1.0)), 0.95), 0) is None
    judge.sight.t += 0.1
    assert judge.covered(lying, lying.quad, other, 0) is None


def called(card: int, visible: float = 1.0) -> Track:
    lying = track(1, "S", 0.0)
    lying.views = seen_as((card, 1.0))
    lying.views.visible[0] = visible
    lying.name, lying.pixels = Name(card, 0.99), 100
    return lying


def test_of_two_equal_outlines_the_card_is_the_one_that_was_seen_before() -> None:
    """The finder drew a second one, and the refined outlines fell together: others go on waiting for the first."""
    both = Looks(
        np.stack(2 * seen_as((6, 1.0)).vectors),
        np.array([0.9, 0.9]),
        np.array([0.8, 0.8]),
        np.zeros((2, 4, 2), np.float32),
    )
    before = Waiting(outline(600, 300, 0.1), 4.0, seen_as((6, 1.0)), likeliest=6)
    before.views.add(before.views.vectors[0], 0.9, 0.8)
    again = Waiting(outline(600, 300, 0.1), 5.0, seen_as((6, 1.0)), likeliest=6)
    rows = [(0, before), (1, again)]
    assert [newcomers().doubled(i, rows, both) for i, _ in rows] == [False, True]


@pytest.mark.parametrize(
    ("strange", "visible", "confidence", "phantom"),
    [(0.05, 0.5, 0.8, True), (0.9, 0.5, 0.8, False), (0.05, 0.9, 0.8, False), (0.05, 0.5, 0.995, False)],
    ids=["nothing came", "something came", "seen whole", "seen surely"],
)
def test_an_outline_where_nothing_has_come_is_no_card_even_if_it_is_like_one(
    strange: float, visible: float, confidence: float, phantom: bool
) -> None:
    each = Waiting(outline(300, 200, 0.0), 1.0, seen_as((6, 1.0)))
    each.views.visible[0] = visible
    assert newcomers(strange).phantom(each, Name(6, confidence), []) is phantom


@pytest.mark.parametrize(
    ("strange", "aside", "phantom"),
    [(0.05, 20, True), (0.3, 20, False), (0.05, 90, False)],
    ids=["nothing came", "something came", "beside it"],
)
def test_a_part_of_the_card_that_lies_there_is_no_new_one_however_surely_it_is_read(
    strange: float, aside: float, phantom: bool
) -> None:
    """The end of a ten is covered: what shows is like a seven."""
    ten = track(1, "S", 0.0)
    ten.quad = outline(300, 200, 0.0)
    seven = Waiting(outline(300 + aside, 200, 0.0), 1.0, seen_as((6, 1.0)))
    seven.views.visible[0] = 0.7
    assert newcomers(strange).phantom(seven, Name(6, 0.995), [ten]) is phantom


@pytest.mark.parametrize("strange", [0.0, 0.05])
def test_where_nothing_at_all_has_come_a_shorter_outline_of_a_lying_card_is_no_new_one(
    strange: float,
) -> None:
    """It leaves out a row of a nine, and what it holds looks like a whole seven."""
    nine = track(1, "S", 0.0)
    nine.quad = outline(300, 200, 0.0)
    seven = Waiting(outline(300, 190, 0.0), 1.0, seen_as((6, 1.0)))
    assert newcomers(strange).phantom(seven, Name(6, 0.97), [nine]) is (strange == 0.0)


@pytest.mark.parametrize("strange", [0.05, 0.5])
def test_what_shows_in_part_lies_under_another_card_unless_something_has_come(strange: float) -> None:
    lying = track(1, "S", 0.0)
    lying.quad, lying.views, lying.name = outline(300, 200, 0.0), seen_as((6, 1.0)), Name(6, 0.99)
    half = Waiting(outline(330, 240, 0.0), 1.0, seen_as((20, 1.0), (6, 0.6)))
    judge = newcomers(strange)
    judge.book = TrickBook(lambda _: 0)
    assert judge.known(half.quad, looks_of(half.views, 0.5), 0, [lying]) is (strange < 0.2)


@pytest.mark.parametrize(("confidence", "phantom"), [(0.5, True), (0.86, False)])
def test_a_white_card_on_a_white_cloth_is_asked_about(confidence: float, phantom: bool) -> None:
    judge = newcomers(0.1)
    judge.sight.backdrop.bare = lambda mask: 0.9  # type: ignore[method-assign]
    ace = Waiting(outline(300, 200, 0.0), 1.0, seen_as((6, 1.0)))
    assert judge.phantom(ace, Name(None, confidence), []) is phantom


def test_what_has_come_is_the_card_that_shows_better() -> None:
    """An outline drawn over half of a new card and half of an old one."""
    new = mask_of(outline(300, 240, 0.1), (180, 320), 0.5)
    judge = newcomers()
    sight: Any = judge.sight
    sight.mask = lambda quad: mask_of(quad, (180, 320), 0.5)
    sight.backdrop.strangeness = lambda mask: float(new[mask].mean())
    card = Waiting(outline(300, 240, 0.1), 1.0, seen_as((7, 1.0)))
    drawn = Waiting(outline(306, 200, 0.1), 1.0, seen_as((6, 1.0)))
    drawn.views.visible[0] = 0.52
    assert not judge.phantom(drawn, Name(6, 0.97), [])
    assert judge.phantom(drawn, Name(6, 0.97), [], [card, drawn])
    assert not judge.phantom(card, Name(7, 0.97), [], [card, drawn])
    drawn.views.visible[0] = 0.67  # however surely it is read
    assert judge.phantom(drawn, Name(6, 0.995), [], [card, drawn])
    assert judge.phantom(drawn, Name(None, 0.73), [], [card, drawn])  # or not at all
    assert not judge.phantom(drawn, Name(None, 0.73), [], [drawn])
    # A white card on a white cloth seems hardly to have come: beside one that lies there already it is asked about.
    sight.backdrop.strangeness = lambda mask: 0.05
    lying = track(3, "S", 0.0)
    lying.quad = card.quad
    assert not judge.phantom(drawn, Name(None, 0.73), [lying])


def open_cards(sight: Sight) -> OpenCards:
    return OpenCards(sight, Namer([deck("colours", ColourNamer())], TRUST))


def test_an_open_card_that_lies_where_it_lay_is_not_the_one_that_is_played() -> None:
    """A covered one is misread as the card that is led just now."""
    sight = Sight(Calibration.guessed(1280, 720))
    hands = sight.take(np.full((720, 1280, 3), 60, np.uint8), 5.0, [])
    beside, quad = open_cards(sight), outline(1100, 400, 0.1)
    for _ in range(2):
        wanted = beside.wanted([quad], hands)
    beside.looked(wanted, looks_of(seen_as((9, 1.0)), 0.4), 0)
    sight.take(np.full((720, 1280, 3), 60, np.uint8), 5.1, [])
    assert beside.aside == card_set([9])  # it may just be pushed
    beside.wanted([quad], hands)
    assert beside.aside == 0


def test_what_lay_under_a_card_that_went_is_looked_at_again() -> None:
    """Three looks at a strip of it had said nothing; now it can be read."""
    sight = Sight(Calibration.guessed(1280, 720))
    empty = np.full((720, 1280, 3), 60, np.uint8)
    hands = sight.take(empty, 5.0, [])
    beside, strip, upon = open_cards(sight), outline(1100, 300, 0.1), outline(1110, 340, 0.1)
    beside.wanted([strip, upon], hands)
    for _ in range(3):
        chosen = beside.wanted([strip, upon], hands)
        for quad, card, visible in ((strip, 7, 0.35), (upon, 9, 0.8)):
            if any(quad is each for each in chosen):
                beside.looked([quad], looks_of(seen_as((card, 1.0)), visible), 0)
    assert beside.wanted([strip, upon], hands) == []
    for t in (5.5, 6.0, 6.5):
        hands = sight.take(empty, t, [])
        chosen = beside.wanted([strip], hands)
    assert [quad is strip for quad in chosen] == [True]


@pytest.mark.parametrize(("shown", "guessed", "found"), [(0.35, 20, 3), (0.35, 9, 2), (0.8, 20, 2)])
def test_a_discard_of_which_only_a_strip_shows_is_known_by_what_it_hides(
    shown: float, guessed: int, found: int
) -> None:
    """The finder sees the first and the last of three; what lies between them must be none of these."""
    sight = Sight(Calibration.guessed(1280, 720))
    hands = sight.take(np.full((720, 1280, 3), 60, np.uint8), 5.0, [])
    beside = open_cards(sight)
    row = [outline(1000 + 45 * i, 560, 0.0) for i in range(3)]
    seen = [(row[0], 7, shown), (row[2], 9, 0.82)]
    for _ in range(4):
        chosen = beside.wanted([row[0], row[2]], hands)
        for quad in chosen:
            places = [each for each in seen if np.abs(each[0] - quad).max() < 1]
            _, card, visible = places[0] if places else (quad, guessed, 0.33)
            beside.looked([quad], looks_of(seen_as((card, 1.0)), visible), 0)
    assert len(beside) == found


@pytest.mark.parametrize(("card", "new"), [(0.35, True), (0.9, False)])
def test_a_gift_on_a_nearly_covered_card_is_a_new_one(card: float, new: bool) -> None:
    """So little would do for the covered one to lie there still; but what was found in its place must look like it."""
    reader = TableReader(recogniser()[0])
    hands = reader.sight.take(np.full((720, 1280, 3), 60, np.uint8), 5.0, [])
    lying = track(1, "S", 1.0)
    lying.quad, lying.pixels = outline(600, 400, 0.0, 120), 100
    reader.sight.presence = lambda track, hidden=None: Presence(card, 0.3, 30, 30)  # type: ignore[method-assign]
    nowhere = np.zeros(reader.sight.stillness.small.shape[:2], np.bool_)
    _, fresh = reader._tell_apart([lying.quad + 2], [lying], hands, nowhere)
    assert len(fresh) == new
