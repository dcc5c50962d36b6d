"""Before anybody is accused: all that a ruling rests on must have been seen beyond doubt.

A misread card can look like a Renonce. So a ruling is told only if it would be made without every card that was not read surely, or
is not surely that seat's, and if the tricks that it rests on have one card of each seat. What is in doubt is asked about, and the
ruling waits for the answer or for a clearer view. If neither comes, the card counts as unread: in doubt for the accused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from math import prod
from typing import Final

from engine.cards import Card
from engine.judge import judge
from engine.record import Deal
from engine.rulings import Ruling
from server.watching.fold import Fold, LaidCard, SeenTrick
from server.watching.whole_tricks import MOST, SEAT_SURE, at_once

TWO_CARDS: Final = "zwei_karten"
MOST_TAKEN_BACK: Final = 2
CASES: Final = 256
"""More cases than this are not gone through: what would follow from so many doubts is not told."""
APART: Final = 0.6
"""Of two cards that came sooner after one another the first may have been the second."""
ACCUSING: Final = frozenset({"renonce", "lost_bird"})
HARMLESS: Final = frozenset({"notice"})
"""Whatever else is said at the end names somebody who may have erred."""
BY_ORDER: Final = "stichzwang"
"""Here it matters what lay before, not only what was led."""
BY_TRICK_ALONE: Final = frozenset({TWO_CARDS, "ausspiel", "falsch_eingezogen"})


def rests_on(ruling: Ruling, tricks: Sequence[SeenTrick]) -> list[int]:
    """The tricks (from 0) whose cards a ruling rests on; what was said before the play rests on none."""
    if ruling.kind == "kartenzahl":
        return list(range(len(tricks)))
    last = len(tricks) if ruling.proven is None else min(ruling.proven[0], len(tricks))
    if ruling.proof != "direct" or ruling.kind is None:
        return list(range(last)) if ruling.proven is not None else []
    if ruling.trick is None:
        # What was discarded or announced is shown by the card with which it is proven, if not by the talon.
        return [last - 1] if ruling.proven not in (None, (1, 1)) and last else []
    act = ruling.trick - 1
    rested = {act}
    if ruling.kind == "ausspiel" and act > 0:
        rested.add(act - 1)  # whose turn it was follows from who won the trick before
    if ruling.kind not in BY_TRICK_ALONE and last:
        rested.add(last - 1)
    return sorted(i for i in rested if i < len(tricks))


def doubtful_cards(ruling: Ruling, tricks: Sequence[SeenTrick]) -> list[LaidCard]:
    """The cards that somebody should be asked about before this is said of anybody."""
    return [card for i in rests_on(ruling, tricks) for card in tricks[i].cards if not card.sure]


def in_doubt(card: LaidCard) -> bool:
    """Whether a card that was read may not carry an accusation."""
    return card.read and (not card.sure or card.seat_sure < SEAT_SURE)


Key = tuple[str | None, int | None, int | None, str | None]


def key_of(ruling: Ruling) -> Key:
    return ruling.kind, ruling.by, ruling.trick, ruling.status


def proven_without_doubt(rulings: Sequence[Ruling], fold: Fold, *, over: bool = False) -> set[Key]:
    """Those of them that would be made whatever the cards in doubt are.

    Even if none of these had been read; or at least whichever of their likely cards those are on which it rests: of a Tarock that may
    be XVI or XXI it is certain that it is a Tarock.
    """
    doubted = [card for card in fold.cards if in_doubt(card)]

    def made() -> set[Key]:
        return {key_of(ruling) for ruling in judge(fold.deal(over=over)).rulings}

    with _unread(doubted), fold.surely():
        proven = made()
    for ruling in rulings:
        key = key_of(ruling)
        mine = [
            card for i in rests_on(ruling, fold.tricks) for card in fold.tricks[i].cards if card in doubted
        ]
        if key in proven or not all(card.seat_sure >= SEAT_SURE and card.is_one_of_few for card in mine):
            continue
        may_be = [[card.card, *_others(card, fold)] for card in mine]
        if prod(map(len, may_be)) > CASES:
            continue
        with _unread([card for card in doubted if card not in mine]), fold.surely():
            if all(key in made() for _ in _each_case(mine, may_be)):
                proven.add(key)
    return proven


def _each_case(cards: Sequence[LaidCard], may_be: Sequence[Sequence[Card | None]]) -> Iterator[None]:
    """Supposes of each of the cards all that it may be, together with all that the others may be."""
    try:
        for case in product(*may_be):
            for card, supposed in zip(cards, case, strict=True):
                card.supposed = supposed
            yield
    finally:
        for card in cards:
            card.supposed = None


@contextmanager
def _unread(cards: Sequence[LaidCard]) -> Iterator[None]:
    """As long as it lasts these cards count as not read; those that did before stay so."""
    mine = [card for card in cards if not card.doubted]
    for card in mine:
        card.doubted = True
    try:
        yield
    finally:
        for card in mine:
            card.doubted = False


def _others(card: LaidCard, fold: Fold) -> list[Card]:
    """What it may be besides, but for what surely lies elsewhere."""
    elsewhere = {each.card for each in fold.cards if each is not card and each.sure}
    return [other for other in card.others if other not in elsewhere]


def in_order(ruling: Ruling, fold: Fold) -> bool:
    """Whether the tricks that the ruling rests on are as tricks are, and the reader has not lost the thread before."""
    tricks = fold.tricks
    rested = rests_on(ruling, tricks)
    if rested and max(rested) >= lost_at(tricks):
        return False
    if ruling.kind == "falsch_eingezogen" and not _leads_next(ruling, tricks):
        return False
    if ruling.kind == "ausspiel" and ruling.trick is not None and _corrects(tricks[ruling.trick - 1]):
        return False
    return not any(_disorder(i, ruling, fold) for i in rested)


def _corrects(trick: SeenTrick) -> bool:
    """Whether somebody has taken a card back and not laid another one yet: who lies behind him may have laid on that."""
    return not {seat for seat, _ in trick.taken_back} <= {card.seat for card in trick.cards}


def _leads_next(ruling: Ruling, tricks: Sequence[SeenTrick]) -> bool:
    """Whose arm drew a trick in is seen less surely than a card: who took it by mistake leads the next one, too."""
    following = tricks[ruling.trick].cards if ruling.trick is not None and ruling.trick < len(tricks) else []
    return bool(following) and following[0].seat == ruling.by and following[0].seat_sure >= SEAT_SURE


def lost_at(tricks: Sequence[SeenTrick]) -> int:
    """From which trick on (from 0) the reader has lost the thread: what it says of later ones proves nothing.

    More than five cards are never laid in one trick, and nobody leads the next one before four are. Where a fifth one lay until the
    trick was taken in, one of them was no card of it: of that trick it can be told, but nothing later rests on it. But if the fifth
    was seen poorly beside a sure card of the same seat, before all four had laid, it was an outline and no lead: the thread is kept.
    """
    for i, trick in enumerate(tricks):
        seats = {card.seat for card in trick.cards}
        followed = any(later.cards for later in tricks[i + 1 :])
        if len(trick.cards) == MOST and (trick.swept or followed) and not _with_an_outline(trick):
            return i + 1
        if (
            len(trick.cards) > MOST
            or len(trick.taken_back) > MOST_TAKEN_BACK
            or (followed and len(seats) < 3)
        ):
            return i
    return len(tricks)


def _with_an_outline(trick: SeenTrick) -> bool:
    """Whether one of five cards was but an outline: not sure, beside a sure one of its seat, and another seat laid last."""
    seats = [card.seat for card in trick.cards]
    both = [card for card in trick.cards if seats.count(card.seat) == 2]
    return len(set(seats)) == 4 and sum(card.sure for card in both) == 1 and seats.count(seats[-1]) == 1


def _disorder(index: int, ruling: Ruling, fold: Fold) -> bool:
    trick = fold.tricks[index]
    if ruling.kind in BY_TRICK_ALONE and any(card.seat_sure < SEAT_SURE for card in trick.cards):
        return True
    if ruling.kind == TWO_CARDS:
        both = [card for card in trick.cards if card.seat == ruling.by]
        # One of the two may be no card at all; and the second one a lead of which the sweep before was missed.
        if not all(card.sure for card in both) or (both and not at_once(both)):
            return True
    if _doubled(trick) and ruling.kind != TWO_CARDS:
        return True
    if _unsure_what_was_due(index, ruling, fold):
        return True
    over = trick.swept or any(later.cards for later in fold.tricks[index + 1 :])
    return over and len({card.seat for card in trick.cards}) < 4


def _unsure_what_was_due(index: int, ruling: Ruling, fold: Fold) -> bool:
    """Whether nobody knows on what a card was laid in this trick. A card that only shows what its player held needs no lead."""
    act = index + 1 == ruling.trick
    if ruling.kind in BY_TRICK_ALONE or not (act or ruling.proof != "direct"):
        return False
    trick = fold.tricks[index]
    unordered = act and ruling.kind == BY_ORDER and _order_unclear(ruling, trick)
    by_order = not act or ruling.kind == BY_ORDER
    changed = any(
        _changed_since(card, trick, all_before=by_order)
        for card in trick.cards
        if not act or card.seat == ruling.by
    )
    return unordered or changed or _lead_unseen(fold, index)


def _changed_since(card: LaidCard, trick: SeenTrick, *, all_before: bool) -> bool:
    """Whether what a card was laid on was taken back and replaced only afterwards: the lead, or any card before it."""
    laid = card.rest if card.corrected_at is None else card.corrected_at
    before = trick.cards[: trick.cards.index(card)]
    return any(
        other.corrected_at is not None and other.corrected_at > laid
        for other in (before if all_before else before[:1])
    )


def _order_unclear(ruling: Ruling, trick: SeenTrick) -> bool:
    """Whether another card came to rest so near to the one in question that either may have been first, or is perhaps none's (a gift)."""
    if any(card.seat_sure < SEAT_SURE for card in trick.cards):
        return True
    rests = [card.rest for card in trick.cards if card.seat == ruling.by]
    return any(
        abs(card.rest - rest) < APART for rest in rests for card in trick.cards if card.seat != ruling.by
    )


def _lead_unseen(fold: Fold, index: int) -> bool:
    """Whether the card that nobody saw in time may have been the lead: then nobody knows what the others had to follow.

    Who took the trick before leads, both as it was seen and by its cards. Where somebody else seems to have, and his card is missing,
    was seen too late, or hardly after the first one, was not read, or only a person said what it is, it may have been the lead. Where
    nobody knows who led, a card that was not seen in time may be it, and three cards in turn begin behind the lead or with it.
    """
    trick, leaders = fold.tricks[index], fold.leaders(index + 1)
    if not trick.cards:
        return False
    if any((card.seat, card.name.card) in trick.taken_back for card in trick.cards):
        return True  # it may have lain there all the time, before what came meanwhile
    first = trick.cards[0]
    seats = [card.seat for card in trick.cards]
    if not leaders:
        in_turn = len(seats) == 3 and len(set(seats)) == 3 and (seats[0] + 2) % 4 == seats[2]
        return in_turn or not all(card.in_time for card in trick.cards)
    others = leaders - {first.seat}
    if not first.in_time or (others and len(set(seats)) < 4):
        return True
    return not all(_laid_later(seat, trick) for seat in others)


def _laid_later(seat: int, trick: SeenTrick) -> bool:
    """Whether this seat's card was read surely, by the reader, when it was laid, and that was after the first card.

    What a person says of a card does not say when it came.
    """
    return any(
        card.seat == seat
        and card.in_time
        and card.sure
        and card.name.confidence < 1
        and card.rest - trick.cards[0].rest >= APART
        for card in trick.cards
    )


def rests_on_unread(ruling: Ruling, deal: Deal) -> bool:
    """Whether what was laid, led or shown is a card that nobody read, so that elimination alone names it.

    An outline that was told as a card would then be called what somebody still holds.
    """
    acts = deal.tricks[ruling.trick - 1].cards if ruling.trick is not None else ()
    places = [*acts[:1], *(place for place in acts if place[0] == ruling.by)]
    if ruling.proof == "direct" and ruling.proven is not None:
        trick, position = ruling.proven
        places += deal.tricks[trick - 1].cards[position - 1 : position]
    return any(card is None for _, card in places)


def _doubled(trick: SeenTrick) -> bool:
    """Whether one seat seems to have laid two cards."""
    return len({card.seat for card in trick.cards}) < len(trick.cards)


def for_the_accused(rulings: Sequence[Ruling], fold: Fold) -> list[LaidCard]:
    """At the end: the cards in doubt without which what is held against somebody would not stand. They count as unread."""
    accusing = [ruling for ruling in rulings if ruling.status not in HARMLESS]
    if not accusing:
        return []
    deal, lost = fold.deal(over=True), lost_at(fold.tricks)
    proven = proven_without_doubt(accusing, fold, over=True)
    found: list[LaidCard] = []
    for ruling in accusing:
        rested = rests_on(ruling, fold.tricks)
        unclear = [
            i
            for i in rested
            if i >= lost
            or (ruling.kind != TWO_CARDS and _doubled(fold.tricks[i]))
            or _unsure_what_was_due(i, ruling, fold)
            or rests_on_unread(ruling, deal)
        ]
        doubted = [card for i in unclear for card in fold.tricks[i].cards if card.read]
        if key_of(ruling) not in proven:
            doubted += [card for i in rested for card in fold.tricks[i].cards if in_doubt(card)]
            # What it rests on by elimination may lie anywhere.
            doubted = doubted or [card for card in fold.cards if in_doubt(card)]
        found += doubted
    return found


def unsure_open_cards_accuse(fold: Fold) -> bool:
    """At the end: whether an accusation would rest on open cards that were not read surely. They count as unread then."""
    with fold.surely():
        sure = {key_of(ruling) for ruling in judge(fold.deal(over=True)).rulings}
    rulings = judge(fold.deal(over=True)).rulings
    return any(ruling.status not in HARMLESS and key_of(ruling) not in sure for ruling in rulings)
