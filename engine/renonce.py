"""Proving a Renonce from what the whole table can see: by contradiction, or because the unseen cards have no room.

The theory is short. Every legal play of a seat says that his hand held no card of a set M. A later card of his
that lies in M contradicts it directly. And if the unseen cards, each kept out of the places where it cannot be,
no longer fit into the hands and hidden piles (Hall's condition), somebody has erred; who, is found by leaving out
one seat's plays after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.cards import DECK, Card, CardSet, card_set, known_cards, members
from engine.facts import PLAIN, may_be_discarded, rules_of
from engine.obligations import Part
from engine.table import NEVER, Play, Table
from engine.terms import SEATS


@dataclass(frozen=True, slots=True)
class Squeeze:
    """A Hall certificate: these unseen cards can only lie in places that have less room than that."""

    cards: CardSet
    places: tuple[str, ...]
    room: int


@dataclass(frozen=True, slots=True)
class Finding:
    """An irregular act as far as it is known. Places are (trick, card) counted from 1."""

    kind: str | None
    by: int | None
    suspects: tuple[int, ...]
    play: Play | None
    proven: tuple[int, int]
    proof: str
    shown_by: Play | None = None
    squeeze: Squeeze | None = None
    explained_by: Play | None = None
    """The later card that shows which rule it was, where that is another one than proved that there was one."""
    lies_open: Card | None = None
    """The card in an open hand that shows it."""
    openly: Finding | None = None
    """The same act as the open cards alone show it, where more than that is known: exclusion names cards that are still in a hand."""


@dataclass(frozen=True, slots=True)
class _Pile:
    name: str
    room: int
    excluded: CardSet


# --- room for the unseen cards ---------------------------------------------------------------------------------


def squeeze(table: Table, event: int, dropped: frozenset[int], ignored: frozenset[int]) -> Squeeze | bool:
    """Whether all play up to `event` can have been legal, leaving out the plays of the `dropped` seats and the
    `ignored` events: False if it can; True for a direct contradiction; else the certificate."""
    for play, contradicted in zip(table.plays, table.contradicted, strict=True):
        if contradicted <= event and play.seat not in dropped and play.event not in ignored:
            return True
    piles, cards = _piles(table, event, dropped, ignored)
    return _overfull(piles, cards) or False


def _piles(
    table: Table, event: int, dropped: frozenset[int], ignored: frozenset[int]
) -> tuple[list[_Pile], CardSet]:
    """The places where unseen cards can be, and the unseen cards."""
    deal = table.deal
    known_discards = known_cards(deal.discards or ())
    out = known_cards(deal.left_cards)
    cards = DECK & ~out & ~known_discards & ~table.seen_at[event]
    taken = known_cards(deal.taken_cards) & cards
    declarer = deal.contract.declarer if deal.contract else 0
    excluded: list[CardSet] = [0, 0, 0, 0]
    rooms = [12, 12, 12, 12]
    unread: list[_Pile] = []
    for play in table.plays:
        if play.event > event:
            break
        rooms[play.seat] -= 1
        if play.card is None:
            out_of_hand = excluded[play.seat] | (taken if play.seat != declarer else 0)
            if event < table.opened or play.seat not in table.open_seats:
                unread.append(_Pile(f"{play.trick + 1}.{play.place}", 1, out_of_hand))
        if play.seat not in dropped and play.event not in ignored:
            excluded[play.seat] |= play.forbidden
    hidden_discards = (
        sum(c is None for c in deal.discards) if deal.discards is not None else deal.discard_count
    )
    free = 54 - (out | known_discards).bit_count() - 48 - hidden_discards - table.gifts_at[event]
    if event >= table.opened and deal.hands is not None:
        for seat in table.open_seats:
            cards &= ~known_cards(deal.hands[seat] or ())
            rooms[seat] = 0
    piles = [
        _Pile(SEATS[s], max(0, rooms[s]), excluded[s] | (taken if s != declarer else 0))
        for s in range(4)
        if rooms[s] > 0
    ]
    if hidden_discards:
        allowed = may_be_discarded(deal.contract.nature if deal.contract else PLAIN)
        piles.append(_Pile("Ablage", hidden_discards, DECK & ~allowed))
    if free > 0:
        piles.append(_Pile("Talon", free, taken))
    if short := _short(table):
        # Whoever was dealt too few had them lie elsewhere: in a talon that was too large, or under the table.
        piles.append(_Pile("?", short, 0))
    if len(unread) <= 3:
        piles += unread
    elif unread:
        piles.append(_Pile("??", len(unread), 0))
    return piles, cards


def _short(table: Table) -> int:
    """How many cards the hands are known to lack of twelve."""
    deal = table.deal
    laid = [0, 0, 0, 0]
    for play in table.plays:
        laid[play.seat] += 1
    over = deal.end == "played" and len(deal.tricks) == 12
    hands = deal.hands or (None,) * 4
    return sum(
        max(0, 12 - (len(hand) if hand is not None else number if over else 12))
        for hand, number in zip(hands, laid, strict=True)
    )


def _overfull(piles: list[_Pile], cards: CardSet) -> Squeeze | None:
    """Hall's condition: for every choice of piles, the cards kept out of all of them must fit into the others."""
    total = sum(p.room for p in piles)
    if cards.bit_count() > total:
        return None  # the card counts themselves are irregular: that is another matter than the suits
    restricted = [p for p in piles if p.excluded & cards]

    def search(index: int, common: CardSet, room: int, names: tuple[str, ...]) -> Squeeze | None:
        for i in range(index, len(restricted)):
            pile = restricted[i]
            left = common & pile.excluded
            if not left:
                continue
            rest, without = room - pile.room, (*names, pile.name)
            if left.bit_count() > rest:
                return Squeeze(left, tuple(p.name for p in piles if p.name not in without), rest)
            if found := search(i + 1, left, rest, without):
                return found
        return None

    return search(0, cards, total, ())


# --- findings --------------------------------------------------------------------------------------------------


def find_irregular_plays(table: Table) -> list[Finding]:
    """Every irregular card, with its first public proof."""
    acts = [
        play
        for play, contradicted in zip(table.plays, table.contradicted, strict=True)
        if contradicted is not NEVER or play.at_once is not None
    ]
    found: list[Finding] = []
    if acts:
        events = frozenset(a.event for a in acts)
        found = [_prove(table, act, events - {act.event}) for act in acts]
    if table.moments and not _all_is_known(table):
        found += _by_exclusion_alone(table, frozenset(a.event for a in acts))
    return found


def _all_is_known(table: Table) -> bool:
    """In a finished deal whose cards were all read, every violation has already contradicted itself."""
    counts = [0, 0, 0, 0]
    for play in table.plays:
        if play.card is None:
            return False
        counts[play.seat] += 1
    return counts == [12, 12, 12, 12]


def _shown(table: Table, act: Play) -> Iterator[Play]:
    return (
        q
        for q in table.plays
        if q.event > act.event and q.seat == act.seat and q.card is not None and act.forbidden >> q.card & 1
    )


def _kind(table: Table, act: Play, *, openly: bool = False) -> str:
    """The first rule broken, by all that is known at the end of the record, or by the open cards alone."""
    shown = _held_openly(table, act)
    no_more = openly or _all_is_known(table)
    for kind, cards in all_parts(table, act):
        if cards & shown or (not no_more and _certainly_held(table, act, cards)):
            return kind
    return act.at_once or all_parts(table, act)[0][0]


def _held_openly(table: Table, act: Play) -> CardSet:
    """What he held at this play, as far as he laid it later or his hand lies open."""
    held = card_set(
        q.card for q in table.plays if q.event > act.event and q.seat == act.seat and q.card is not None
    )
    if act.seat in table.open_seats and table.opened is not NEVER:
        held |= _in_open_hand(table, act)
    return held


def all_parts(table: Table, act: Play) -> list[Part]:
    prefix: list[Card | None] = []
    laid: set[int] = set()
    for seat, card in table.deal.tricks[act.trick].cards[: act.place - 1]:
        if seat not in laid:
            prefix.append(card)
        laid.add(seat)
    if act.card is None:
        return []
    return [*rules_of(table.deal).parts(prefix, act.card), *act.parts]


def _prove(table: Table, act: Play, others: frozenset[int]) -> Finding:
    """The first event at which only this seat can be the culprit of this act."""
    last = table.contradicted[table.plays.index(act)]
    kind, kind_shown = _kind(table, act), _kind(table, act, openly=True)
    finding = _by_open_cards(table, act, last, kind)
    openly = None if kind_shown == kind else _by_open_cards(table, act, last, kind_shown)
    if finding.shown_by is act:
        return replace(finding, openly=openly)
    proven = _first_proof(table, range(act.event, last), act.seat, others)
    if proven == last:
        return replace(finding, openly=openly)
    certificate = squeeze(table, proven, frozenset(), others)
    return Finding(
        kind,
        act.seat,
        (act.seat,),
        act,
        table.moment(proven),
        "exclusion",
        _explained_by(table, act, _cards_of(table, act, kind)),
        certificate if isinstance(certificate, Squeeze) else None,
        openly=openly or finding,
    )


def _by_open_cards(table: Table, act: Play, last: int, kind: str) -> Finding:
    """The act as it shows itself at once, or as the first card shows it that contradicts it."""
    by, suspects = act.seat, (act.seat,)
    if act.at_once is not None and (last is NEVER or act.event < last):
        return Finding(kind, by, suspects, act, table.moment(act.event), "direct", shown_by=act)
    moment, of_kind = table.moment(last), _cards_of(table, act, kind)
    shown_by = next(_shown(table, act), None)
    if last >= table.opened and (shown_by is None or shown_by.event != last):
        lies_open = next(members(_in_open_hand(table, act) & (of_kind or act.forbidden)), None)
        return Finding(kind, by, suspects, act, moment, "direct", lies_open=lies_open)
    explained_by = _explained_by(table, act, of_kind)
    other = None if explained_by is shown_by else explained_by
    return Finding(kind, by, suspects, act, moment, "direct", shown_by, explained_by=other)


def _cards_of(table: Table, act: Play, kind: str) -> CardSet:
    """The part of M that belongs to this rule."""
    return next((cards for name, cards in all_parts(table, act) if name == kind), 0)


def _explained_by(table: Table, act: Play, of_kind: CardSet) -> Play | None:
    """The first later card that shows this very rule broken."""
    return next((q for q in _shown(table, act) if q.card is not None and of_kind >> q.card & 1), None)


def _in_open_hand(table: Table, act: Play) -> CardSet:
    """What a seat whose hand lies open still held after this play."""
    hands = table.deal.hands
    held = known_cards(hands[act.seat] or ()) if hands is not None else 0
    laid = (q.card for q in table.plays if q.event <= act.event and q.seat == act.seat)
    return held & ~known_cards(laid)


def only_culprit(table: Table, event: int, seat: int, ignored: frozenset[int]) -> bool:
    """Inconsistent if all play was legal, consistent without this seat's plays, inconsistent without any other's."""
    if not squeeze(table, event, frozenset(), ignored):
        return False
    if squeeze(table, event, frozenset({seat}), ignored):
        return False
    return all(squeeze(table, event, frozenset({s}), ignored) for s in range(4) if s != seat)


def _first_proof(table: Table, events: range, seat: int | None, ignored: frozenset[int]) -> int:
    """The first event at which only this seat can be the culprit, or somebody must be; the end of `events` if there is none.

    Until then nothing was amiss, so the events are gone through from the first at which anything is.
    """
    low, high = events.start, events.stop
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if squeeze(table, middle, frozenset(), ignored) else (middle + 1, high)
    if seat is None:
        return low
    certain = (e for e in range(low, events.stop) if only_culprit(table, e, seat, ignored))
    return next(certain, events.stop)


def _by_exclusion_alone(table: Table, known: frozenset[int]) -> list[Finding]:
    """A deal in progress: somebody must have erred although no card has contradicted anybody yet.

    Where a second one errs, too, nobody's plays alone explain it any more; what was proven of the first one before stays proven.
    """
    found: list[Finding] = []
    end = len(table.moments) - 1
    while squeeze(table, end, frozenset(), known):
        finding = _until(table, _last_explained(table, end, known), known)
        if finding is None:
            break
        found.append(finding)
        if finding.play is None:
            break
        known |= {finding.play.event}
    return found


def _suspects(table: Table, event: int, known: frozenset[int]) -> tuple[int, ...]:
    """The seats whose plays alone explain it."""
    return tuple(s for s in range(4) if not squeeze(table, event, frozenset({s}), known))


def _last_explained(table: Table, end: int, known: frozenset[int]) -> int:
    """The last event up to which one seat alone can have erred, `end` if two must have from the first: the more is seen, the fewer can."""
    if _suspects(table, end, known):
        return end
    low, high = 0, end  # at `low` one seat alone can have erred, or none has; at `high` two must have
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _suspects(table, middle, known) else (low, middle)
    return low if squeeze(table, low, frozenset(), known) else end


def _until(table: Table, end: int, known: frozenset[int]) -> Finding | None:
    """Who has erred by all that is seen up to this event, and when that was proven."""
    certificate = squeeze(table, end, frozenset(), known)
    if not isinstance(certificate, Squeeze):
        return None
    suspects = _suspects(table, end, known)
    only = suspects[0] if len(suspects) == 1 else None
    proven = _first_proof(table, range(end), only, known)
    certificate = squeeze(table, proven, frozenset(), known)
    proof = certificate if isinstance(certificate, Squeeze) else None
    if only is None:
        return Finding(None, None, suspects, None, table.moment(proven), "exclusion", squeeze=proof)
    act = _the_act(table, end, only, known)
    kind = _kind_by_exclusion(table, act, known) if act is not None else None
    return Finding(kind, only, suspects, act, table.moment(proven), "exclusion", squeeze=proof)


def _the_act(table: Table, end: int, seat: int, known: frozenset[int]) -> Play | None:
    """The one play of the culprit without which everything fits, if there is only one such play."""
    candidates = [
        play
        for play in table.plays
        if play.seat == seat and play.forbidden and not squeeze(table, end, frozenset(), known | {play.event})
    ]
    return candidates[0] if len(candidates) == 1 else None


def _certainly_held(table: Table, act: Play, cards: CardSet, others: frozenset[int] = frozenset()) -> bool:
    """Whether it is certain by exclusion that the act broke this one part of M: without the act everything fits."""
    index, end = table.plays.index(act), len(table.moments) - 1
    contradicted = table.contradicted[index]
    known = frozenset(
        p.event
        for p, c in zip(table.plays, table.contradicted, strict=True)
        if c is not NEVER and p is not act
    )
    table.plays[index], table.contradicted[index] = act._replace(forbidden=cards), NEVER
    try:
        with_it = squeeze(table, end, frozenset(), known | others)
        return bool(with_it) and not squeeze(table, end, frozenset(), known | others | {act.event})
    finally:
        table.plays[index], table.contradicted[index] = act, contradicted


def _kind_by_exclusion(table: Table, act: Play, known: frozenset[int]) -> str | None:
    """The first rule of which it is certain that the act broke it; None while that is open."""
    parts = all_parts(table, act)
    if len(parts) == 1:
        return parts[0][0]
    for kind, cards in parts:
        if _certainly_held(table, act, cards, known):
            return kind
    return None
