"""Which cards are one trick, and when it or one of them has gone."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.namer_stand_ins import TRUST, ColourNamer, deck, outline
from tests.vision.reader_stand_ins import newcomers, seen_as, track
from vision.reader.arrivals import Arrivals
from vision.reader.backdrop import Presence
from vision.reader.events import Laid, Swept, TakenBack
from vision.reader.laying import Laying
from vision.reader.leaving import Leaving
from vision.reader.middle import Middle
from vision.reader.naming import Namer
from vision.reader.newcomers import Newcomers
from vision.reader.sight import Sight
from vision.reader.tracks import Waiting
from vision.reader.tricks import TrickBook
from vision.table import Calibration


def test_cards_are_in_the_order_in_which_they_came_to_rest() -> None:
    book = TrickBook()
    for number, (seat, rest) in enumerate([("S", 1.0), ("N", 3.0), ("E", 2.0)]):
        book.add(track(number, seat, rest))
    assert [t.seat for t in book.heaps[0].cards] == ["S", "E", "N"]


def test_after_four_seats_the_next_card_leads() -> None:
    book = TrickBook()
    for number, seat in enumerate("SENWN"):
        book.add(track(number, seat, float(number)))
    assert [len(heap.cards) for heap in book.heaps] == [4, 1]


def test_two_cards_laid_at_once_by_the_last_player_are_one_tricks() -> None:
    book = TrickBook()
    for number, (seat, rest) in enumerate([("S", 1.0), ("E", 2.0), ("N", 3.0), ("W", 4.0), ("W", 4.1)]):
        book.add(track(number, seat, rest))
    assert [len(heap.cards) for heap in book.heaps] == [5]


def test_only_as_many_gifts_as_are_due() -> None:
    book = TrickBook(lambda trick: 1 if trick <= 6 else 0)
    for number, seat in enumerate("SENWSN"):
        book.add(track(number, seat, 2.0 * number))
    assert [(len(heap.cards), len(heap.gifts)) for heap in book.heaps] == [(4, 1), (1, 0)]


def test_what_stuck_to_the_last_card_is_no_gift_but_a_second_card() -> None:
    book = TrickBook(lambda _: 1)
    for number, (seat, rest) in enumerate([("S", 0.0), ("E", 1.0), ("N", 2.0), ("W", 3.0), ("W", 3.1)]):
        each = track(number, seat, rest)
        each.away = 0.6
        heap = book.add(each)
    assert ([t.number for t in heap.cards], heap.gifts) == ([0, 1, 2, 3, 4], [])
    assert book.late_gift(heap) is None
    book.remove(each)
    given = book.add(track(5, "S", 5.0))
    assert [t.number for t in given.gifts] == [5]


def test_what_stuck_to_a_gift_is_no_lead() -> None:
    book = TrickBook(lambda _: 1)
    for number, (seat, rest) in enumerate([*zip("SENW", range(4), strict=True), ("S", 6.0), ("S", 6.1)]):
        each = track(number, seat, rest)
        each.away = 0.1 if rest > 5 else 0.6
        book.add(each)
    assert [t.number for t in book.heaps[0].gifts] == [4, 5]
    lead = track(6, "S", 6.1)  # seen in the same look as the gift, but before its player
    lead.away = 0.6
    assert book.add(lead).number == 2


def test_a_gift_seen_before_the_fourth_card_becomes_the_gift_when_all_have_laid() -> None:
    book = TrickBook(lambda _: 1)
    for number, (seat, away) in enumerate([("S", 0.6), ("E", 0.6), ("E", 0.1), ("N", 0.6), ("W", 0.6)]):
        each = track(number, seat, float(number))
        each.away = away
        heap = book.add(each)
    assert book.late_gift(heap) is heap.gifts[0]
    assert [t.number for t in heap.gifts] == [2]
    assert [t.number for t in heap.cards] == [0, 1, 3, 4]


def test_two_cards_before_one_seat_are_no_gift() -> None:
    book = TrickBook(lambda _: 1)
    for number, seat in enumerate("SEENW"):
        each = track(number, seat, float(number))
        each.away = 0.6
        heap = book.add(each)
    assert book.late_gift(heap) is None


def test_a_next_lead_taken_back_leaves_the_old_trick() -> None:
    book = TrickBook()
    tracks = [track(number, seat, float(number)) for number, seat in enumerate("SENWN")]
    for each in tracks:
        book.add(each)
    book.remove(tracks[-1])
    assert [len(heap.cards) for heap in book.heaps] == [4]


def test_cards_that_come_at_the_same_time_lie_as_they_are_told() -> None:
    """One came to rest a moment later than the one that lies on it: that can only be an error of the outline."""
    sight = Sight(Calibration.guessed(1280, 720))
    sight.take(np.full((720, 1280, 3), 60, np.uint8), 5.0, [])
    sight.rest_of = lambda quad, since: since  # type: ignore[method-assign]
    book, namer = TrickBook(), Namer([deck("colours", ColourNamer())], TRUST)
    arrivals = Arrivals(sight)
    judge = newcomers()
    middle = Middle(sight, sure=True)
    below = Waiting(outline(640, 420, 0.0), 4.04, seen_as((6, 1.0)))
    below.views.visible[0] = 0.5
    above = Waiting(outline(700, 360, np.pi / 2), 4.01, seen_as((20, 1.0)))
    events = Laying(sight, book, namer, arrivals, judge, Leaving(sight, book), middle).lay([above, below])
    assert [event.name.card for event in events if isinstance(event, Laid)] == [6, 20]
    assert [each.name.card for each in book.heaps[0].cards] == [6, 20]


@pytest.mark.parametrize(
    ("open_share", "card", "table", "gone"),
    [(0.9, 0.44, 0.5, True), (0.25, 0.44, 0.5, False), (0.25, 0.1, 0.6, True), (0.9, 0.6, 0.4, False)],
    ids=["half gone", "a strip with another one's rim", "a strip of the table", "still there"],
)
def test_of_a_nearly_covered_card_little_must_look_like_it(
    open_share: float, card: float, table: float, gone: bool
) -> None:
    """What shows of it is next to the card on top, whose outline is never quite exact."""
    sight, book = Sight(Calibration.guessed(1280, 720)), TrickBook()
    sight.take(np.full((720, 1280, 3), 60, np.uint8), 5.0, [])
    for number, seat in enumerate("SE"):
        each = track(number, seat, 1.0 + number)
        each.quad, each.pixels = outline(500 + 200 * number, 400, 0.0, 120), 100
        book.add(each)
    seen = {
        0: Presence(card, table, round(100 * open_share), round(100 * open_share)),
        1: Presence(1.0, 0.0, 100, 100),
    }
    sight.presence = lambda track, hidden=None: seen[track.number]  # type: ignore[method-assign]
    leaving = Leaving(sight, book)
    told = leaving.see(None)
    assert [event.track for event in told if isinstance(event, TakenBack)] == ([0] if gone else [])


@pytest.mark.parametrize(("telling", "swept"), [(90, True), (20, False)])
def test_nearly_covered_cards_are_not_taken_for_a_trick_in_a_hand(telling: int, swept: bool) -> None:
    sight, book = Sight(Calibration.guessed(1280, 720)), TrickBook()
    sight.take(np.full((720, 1280, 3), 60, np.uint8), 5.0, [])
    for number, seat in enumerate("SENW"):
        each = track(number, seat, 1.0 + number)
        each.pixels = 100
        book.add(each)
    seen = {n: Presence(0.44 if n < 2 else 1.0, 0.3, 100, telling if n < 2 else 100) for n in range(4)}
    sight.presence = lambda track, hidden=None: seen[track.number]  # type: ignore[method-assign]
    assert Leaving(sight, book).being_swept() is swept


def test_the_next_lead_under_the_hand_that_takes_the_trick_in_is_not_taken_back() -> None:
    """A hand may look like the table."""
    sight, book = Sight(Calibration.guessed(1280, 720)), TrickBook()
    hands = sight.take(np.full((720, 1280, 3), 60, np.uint8), 5.0, [])
    for number, seat in enumerate("SENWE"):
        each = track(number, seat, 1.0 + number)
        each.quad, each.pixels = outline(200 + 200 * number, 400, 0.0, 120), 100
        book.add(each)
    there, bare = Presence(1.0, 0.0, 100, 100), Presence(0.1, 0.7, 100, 100)
    seen = dict.fromkeys(range(4), there) | {4: bare}
    sight.presence = lambda track, hidden=None: seen[track.number]  # type: ignore[method-assign]
    leaving = Leaving(sight, book)

    def told(t: float) -> list[int]:
        sight.t = t
        return [event.track for event in leaving.see(hands) if isinstance(event, TakenBack)]

    seen.update(dict.fromkeys((1, 3), bare))
    assert told(5.0) == told(5.3) == []
    seen.update(dict.fromkeys((1, 3), there))
    assert told(5.4) == [4]


def test_the_card_that_was_never_free_is_the_one_that_lay_longest_not_the_last_outline() -> None:
    sight = Sight(Calibration.guessed(1280, 720))
    sight.take(np.full((720, 1280, 3), 60, np.uint8), 5.0, [])
    book, namer = TrickBook(), Namer([deck("colours", ColourNamer())], TRUST)
    for number, seat in enumerate("SEN"):
        each = track(number, seat, 1.0 + number)
        each.views = seen_as((number, 1.0))
        book.add(each)
    arrivals, leaving = Arrivals(sight), Leaving(sight, book)
    judge = Newcomers(sight, namer, book, leaving)
    laying = Laying(sight, book, namer, arrivals, judge, leaving, Middle(sight, sure=True))
    there = outline(440, 360, np.pi / 2)
    lay = Waiting(there, 4.0, seen_as((6, 1.0)), lost=4.5, rest=(there, 4.0, 4.5))
    carried = Waiting(there + np.float32(40), 4.6, seen_as((20, 1.0)), lost=4.7)
    arrivals.lost = [lay, carried]
    told = laying.rescued([Swept(5.0, 1, "W")])
    assert [(event.name.card, event.in_time) for event in told if isinstance(event, Laid)] == [(6, False)]
