"""Before anybody is accused: all that a ruling rests on must have been seen beyond doubt.

A misread card can look like a Renonce. So a ruling is told only if it would be made without every card that was not read surely, or
is not surely that seat's, and if the tricks that it rests on have one card of each seat. What is in doubt is asked about, and the
ruling waits for the answer or for a clearer view. If neither comes, the card counts as unread: in doubt for the accused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from engine.cards import Card
from engine.judge import judge
from engine.rulings import Ruling
from server.watching.fold import Fold, LaidCard, SeenTrick

SEAT_SURE: Final = 0.95
TWO_CARDS: Final = "zwei_karten"
MOST: Final = 5
MOST_TAKEN_BACK: Final = 2
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


def proven_without_doubt(fold: Fold, *, over: bool = False) -> set[Key]:
    """The rulings that would be made whatever the cards in doubt are.

    Not read at all, or at least whichever of its likely cards each of them is: of a Tarock that may be XVI or XXI it is certain that
    it is a Tarock.
    """
    doubted = [card for card in fold.cards if in_doubt(card)]
    with _unread(doubted):
        proven = {key_of(ruling) for ruling in judge(fold.deal(over=over)).rulings}
    named = [card for card in doubted if card.seat_sure >= SEAT_SURE and card.is_one_of_few]
    with _unread([card for card in doubted if card not in named]):
        either = {key_of(ruling) for ruling in judge(fold.deal(over=over)).rulings}
        for card in named:
            for other in _others(card, fold) if not either <= proven else ():
                card.supposed = other
                either &= {key_of(ruling) for ruling in judge(fold.deal(over=over)).rulings}
                card.supposed = None
    return proven | either


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


def in_order(ruling: Ruling, tricks: Sequence[SeenTrick]) -> bool:
    """Whether the tricks that the ruling rests on are as tricks are, and the reader has not lost the thread before."""
    rested = rests_on(ruling, tricks)
    if rested and max(rested) >= lost_at(tricks):
        return False
    if ruling.kind == "falsch_eingezogen" and not _leads_next(ruling, tricks):
        return False
    return not any(_disorder(tricks[i], i, ruling, tricks) for i in rested)


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


def _disorder(trick: SeenTrick, index: int, ruling: Ruling, tricks: Sequence[SeenTrick]) -> bool:
    if ruling.kind in BY_TRICK_ALONE and any(card.seat_sure < SEAT_SURE for card in trick.cards):
        return True
    if ruling.kind == TWO_CARDS and any(not card.sure for card in trick.cards if card.seat == ruling.by):
        return True  # one of the two may be no card at all
    if _doubled(trick) and ruling.kind != TWO_CARDS:
        return True
    over = trick.swept or any(later.cards for later in tricks[index + 1 :])
    unled = ruling.kind not in BY_TRICK_ALONE and _lead_unseen(tricks, index)
    return over and (unled or len({card.seat for card in trick.cards}) < 4)


def _lead_unseen(tricks: Sequence[SeenTrick], index: int) -> bool:
    """Whether the card that nobody saw in time may have been the lead: then nobody knows what the others had to follow.

    Who took the trick before leads. Where somebody else seems to have, and his card is missing, was seen too late, was not read, or
    only a person said what it is, it may have been the lead. Where nobody knows who led, three cards in turn begin behind the lead
    or with it.
    """
    cards = tricks[index].cards
    leader = tricks[index - 1].collected_by if index else None
    if not cards:
        return False
    if leader == cards[0].seat:
        return not cards[0].in_time
    if leader is None:
        seats = [card.seat for card in cards]
        return len(seats) == 3 and len(set(seats)) == 3 and (seats[0] + 2) % 4 == seats[2]
    return not any(card.seat == leader and _seen_in_time(card) for card in cards)


def _seen_in_time(card: LaidCard) -> bool:
    """Read surely, by the reader: what a person says of a card does not say when it came."""
    return card.in_time and card.sure and card.name.confidence < 1


def _doubled(trick: SeenTrick) -> bool:
    """Whether one seat seems to have laid two cards."""
    return len({card.seat for card in trick.cards}) < len(trick.cards)


def for_the_accused(rulings: Sequence[Ruling], fold: Fold) -> list[LaidCard]:
    """At the end: the cards in doubt without which an accusation would not stand. They count as unread."""
    proven = proven_without_doubt(fold, over=True)
    lost = lost_at(fold.tricks)
    found: list[LaidCard] = []
    for ruling in rulings:
        if ruling.status not in ("renonce", "lost_bird"):
            continue
        rested = rests_on(ruling, fold.tricks)
        if key_of(ruling) not in proven:
            found += [card for i in rested for card in fold.tricks[i].cards if in_doubt(card)]
        unclear = [
            i
            for i in rested
            if i >= lost
            or (ruling.kind != TWO_CARDS and _doubled(fold.tricks[i]))
            or _lead_unseen(fold.tricks, i)
        ]
        found += [card for i in unclear for card in fold.tricks[i].cards if card.read]
    return found
