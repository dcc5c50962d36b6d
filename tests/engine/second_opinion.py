"""A second, independent opinion on proofs of a Renonce: legality card by card, and a matching of cards to places."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.cards import KINGS, MOND, PAGAT, SKUES, Card, suit_of
from engine.judge import Judgement, judge
from engine.record import Deal, Trick
from engine.rulings import Ruling
from engine.systems.base import NATURES, Family, Ouvert, Talon
from engine.terms import SEATS

PLAY_KINDS = ("farbzwang", "tarockzwang", "stichzwang", "pagat_zuletzt", "farbspiel_ausspiel")
TAROCK = 0

# --- the second opinion: is a card legal from a hand, as the rule texts say it -----------------------------------


@dataclass(frozen=True)
class Table:
    """The rules that bear on legality, by the family of the game and the texts."""

    beat: bool
    pagat_last: bool
    suit_game: bool
    plain: bool
    fairy_tale: bool
    """Tirol's «in dieser Reihenfolge», the one system that has it in negative games."""
    seen: frozenset[Card | None] = frozenset()

    @classmethod
    def of(cls, deal: Deal) -> Table:
        assert deal.contract is not None
        nature, options = NATURES[deal.contract.game], dict(deal.options)
        negative = nature.family in (Family.NEGATIVE, Family.TRISCHAKEN)
        without = nature.family is Family.TRISCHAKEN and options.get("trischaken_stichzwang") is False
        return cls(
            beat=negative and deal.system.id != "hopfgarten-2023" and not without,
            pagat_last=negative,
            suit_game=nature.suit_game,
            plain=options.get("bunter_farbendreier") is True,
            fairy_tale=deal.system.id == "tirol-deluxe",
            seen=frozenset(c for t in deal.tricks for _, c in t.cards),
        )


def is_legal(rules: Table, hand: Collection[Card], prefix: Sequence[Card | None], card: Card) -> bool:
    """Whether a seat that holds `hand` may lay `card` on `prefix`. Unread cards oblige to nothing."""
    others = [c for c in hand if c != card]
    tarocks = [c for c in others if suit_of(c) == TAROCK]
    mine = suit_of(card)
    if not prefix:
        if rules.suit_game and not rules.plain and mine == TAROCK:
            return len(tarocks) == len(others)
        return not (rules.pagat_last and card == PAGAT and tarocks)
    led = prefix[0]
    if led is None:
        return True
    if mine != suit_of(led):
        if any(suit_of(c) == suit_of(led) for c in others):
            return False
        if mine != TAROCK:
            return not tarocks or (rules.suit_game and rules.plain) or suit_of(led) == TAROCK
    return _beats_if_it_must(rules, others, prefix, card) and _pagat_waits(rules, tarocks, prefix, card)


def _three_together(rules: Table, prefix: Sequence[Card | None]) -> bool:
    return (
        rules.fairy_tale and MOND in prefix and SKUES in prefix and prefix.index(MOND) < prefix.index(SKUES)
    )


def _beats_if_it_must(rules: Table, others: list[Card], prefix: Sequence[Card | None], card: Card) -> bool:
    if not rules.beat or None in prefix:
        return True
    led = prefix[0]
    lying = [c for c in prefix if c is not None]
    assert led is not None
    ruffed = suit_of(led) != TAROCK and any(suit_of(c) == TAROCK for c in lying)
    if ruffed and suit_of(card) != TAROCK:
        return True
    to_beat = [c for c in lying if suit_of(c) == suit_of(card)]
    best = max(to_beat, default=-1)
    if suit_of(card) == TAROCK and _three_together(rules, prefix):
        return card == PAGAT or PAGAT not in others
    return card > best or not any(suit_of(c) == suit_of(card) and c > best for c in others if to_beat)


def _pagat_waits(rules: Table, tarocks: list[Card], prefix: Sequence[Card | None], card: Card) -> bool:
    if not rules.pagat_last or card != PAGAT or not tarocks:
        return True
    missing = {MOND, SKUES} - set(prefix)
    unread_could_help = rules.fairy_tale and not missing & rules.seen and len(missing) <= prefix.count(None)
    return _three_together(rules, prefix) or unread_could_help


def excluded_by(rules: Table, prefix: Sequence[Card | None], card: Card) -> frozenset[Card]:
    """The cards of which not one may be held by who lays `card` legally: each tried beside it alone."""
    return frozenset(c for c in range(54) if c != card and not is_legal(rules, (card, c), prefix, card))


# --- who can have erred, by matching cards to places -------------------------------------------------------------


@dataclass(frozen=True)
class Laid:
    event: int
    trick: int
    place: int
    seat: int
    card: Card | None
    excluded: frozenset[Card]


class Onlooker:
    """What the whole table sees of a deal, event by event (a laid card or a gift)."""

    def __init__(self, deal: Deal) -> None:
        assert deal.contract is not None
        self.deal, self.contract = deal, deal.contract
        rules = Table.of(deal)
        cache: dict[tuple[tuple[Card | None, ...], Card], frozenset[Card]] = {}
        self.moments: list[tuple[int, int]] = []
        self.laid: list[Laid] = []
        self.gifts: list[tuple[int, Card]] = []
        for t, trick in enumerate(deal.tricks):
            prefix: list[Card | None] = []
            for i, (seat, card) in enumerate(trick.cards):
                key = (tuple(prefix), -1 if card is None else card)
                if key not in cache:
                    cache[key] = frozenset() if card is None else excluded_by(rules, prefix, card)
                self.laid.append(Laid(len(self.moments), t, i + 1, seat, card, cache[key]))
                self.moments.append((t + 1, i + 1))
                prefix.append(card)
            for g, gift in enumerate(trick.gifts):
                if gift is not None:
                    self.gifts.append((len(self.moments), gift))
                self.moments.append((t + 1, len(trick.cards) + g + 1))
        self.open_from = self._open_from()

    def _open_from(self) -> int | None:
        if self.deal.hands is None or self.contract.nature.ouvert is Ouvert.NO or (1, 4) not in self.moments:
            return None
        return self.moments.index((1, 4))

    def open_hand(self, seat: int, event: int) -> frozenset[Card] | None:
        """The hand that lies on the table, if it does."""
        if self.open_from is None or event < self.open_from or self.deal.hands is None:
            return None
        if self.contract.nature.ouvert is Ouvert.DECLARER and seat != self.contract.declarer:
            return None
        hand = self.deal.hands[seat]
        return None if hand is None else frozenset(c for c in hand if c is not None)

    def consistent(self, event: int, dropped: Collection[int] = (), ignored: Collection[int] = ()) -> bool:
        """Whether every play up to `event`, but for the dropped ones, can have been legal."""
        past = [p for p in self.laid if p.event <= event]
        bound = [p for p in past if p.seat not in dropped and p.event not in ignored]
        for play in bound:
            later = {q.card for q in past if q.seat == play.seat and q.event > play.event}
            if play.excluded & later:
                return False
        return self._fits(event, past, bound)

    def _fits(self, event: int, past: list[Laid], bound: list[Laid]) -> bool:
        places = self._places(event, past, bound)
        gone = {p.card for p in past} | {c for e, c in self.gifts if e <= event}
        gone |= set(self.deal.discards or ()) | set(self.deal.left_cards)
        cards = [c for c in range(54) if c not in gone]
        assert len(cards) <= sum(room for room, _ in places), "the deals of this file have regular counts"
        return _all_placed(cards, places)

    def _places(self, event: int, past: list[Laid], bound: list[Laid]) -> list[tuple[int, frozenset[Card]]]:
        """Room and excluded cards of every place where an unseen card can be."""
        deal, everything = self.deal, frozenset(range(54))
        taken = frozenset(c for c in deal.taken_cards if c is not None)
        places: list[tuple[int, frozenset[Card]]] = []
        hands = [self.open_hand(seat, event) for seat in range(4)]
        for seat, hand in enumerate(hands):
            strange = frozenset() if seat == self.contract.declarer else taken
            strange |= frozenset().union(*(h for s, h in enumerate(hands) if s != seat and h is not None))
            strange |= frozenset() if hand is None else everything - hand
            out = strange.union(*(p.excluded for p in bound if p.seat == seat))
            places.append((12 - sum(p.seat == seat for p in past), out))
            for unread in (p for p in past if p.seat == seat and p.card is None):
                before = (p.excluded for p in bound if p.seat == seat and p.event < unread.event)
                places.append((1, strange.union(*before)))
        laid_away = {Talon.NONE: 0, Talon.HALF: 3, Talon.ALL: 6, Talon.ONE: 1}[self.contract.nature.talon]
        known = [c for c in deal.discards or () if c is not None]
        ordinary = frozenset(c for c in range(22, 54) if not KINGS >> c & 1)
        allowed = frozenset(range(1, 20)) if self.contract.nature.suit_game else ordinary
        places.append((laid_away - len(known), everything - allowed))
        talon = 6 - laid_away - len(deal.left_cards) - sum(e <= event for e, _ in self.gifts)
        places.append((talon, taken.union(*(h for h in hands if h is not None))))
        return places

    def suspects(self, event: int, ignored: Collection[int] = ()) -> list[int]:
        return [s for s in range(4) if self.consistent(event, (s,), ignored)]


def _all_placed(cards: Sequence[Card], places: Sequence[tuple[int, frozenset[Card]]]) -> bool:
    """Kuhn's augmenting paths, with room for several cards in one place."""
    inside: list[list[Card]] = [[] for _ in places]

    def place(card: Card, tried: set[int]) -> bool:
        for i, (room, excluded) in enumerate(places):
            if i in tried or card in excluded or room <= 0:
                continue
            tried.add(i)
            if len(inside[i]) < room:
                inside[i].append(card)
                return True
            for k, other in enumerate(inside[i]):
                if place(other, tried):
                    inside[i][k] = card
                    return True
        return False

    return all(place(card, set()) for card in cards)


# --- what a judgement must then say ------------------------------------------------------------------------------


def kinds_of(rules: Table, prefix: Sequence[Card | None], card: Card, held: Card) -> set[str]:
    """Every rule that laying `card` breaks because `held` was in the hand."""
    found = set()
    if not prefix:
        if rules.suit_game and not rules.plain and suit_of(card) == TAROCK != suit_of(held):
            found.add("farbspiel_ausspiel")
    elif prefix[0] is not None and suit_of(card) != suit_of(prefix[0]):
        if suit_of(held) == suit_of(prefix[0]):
            found.add("farbzwang")
        elif suit_of(card) != TAROCK:
            found.add("tarockzwang")
    if suit_of(held) == suit_of(card):
        if prefix and not _beats_if_it_must(rules, [held], prefix, card):
            found.add("stichzwang")
        if not _pagat_waits(rules, [held], prefix, card):
            found.add("pagat_zuletzt")
    return found


Expected = tuple[str | None, str | None, list[str], int | None, Card | None, tuple[int, int], str, str | None]
"""kind, by, suspects, trick, card, proven, proof, status"""


class SecondOpinion:
    """Follows a deal with one irregular card and says, after each event, what the one ruling must be."""

    def __init__(self, deal: Deal) -> None:
        self.deal, self.eyes = deal, Onlooker(deal)
        self.first: int | None = None
        self.only: dict[int, int] = {}

    def after(self, event: int) -> Expected | None:
        eyes = self.eyes
        if self.first is None and eyes.consistent(event):
            return None
        self.first = event if self.first is None else self.first
        suspects = eyes.suspects(event)
        if len(suspects) != 1:
            names = [SEATS[s] for s in suspects]
            return None, None, names, None, None, eyes.moments[self.first], "exclusion", None
        seat = suspects[0]
        since = self.only.setdefault(seat, event)
        act = self._act(event, seat)
        proof = "direct" if self._shows(since, seat) else "exclusion"
        name = SEATS[seat]
        if act is None:
            return None, name, [name], None, None, eyes.moments[since], proof, None
        kind, status = self._kind(event, act), self._status(event, act)
        return kind, name, [name], act.trick + 1, act.card, eyes.moments[since], proof, status

    def _act(self, event: int, seat: int) -> Laid | None:
        """The one play of the culprit without which all is well, if there is only one."""
        mine = [p for p in self.eyes.laid if p.event <= event and p.seat == seat and p.excluded]
        found = [p for p in mine if self.eyes.consistent(event, (), (p.event,))]
        return found[0] if len(found) == 1 else None

    def _shows(self, event: int, seat: int) -> bool:
        eyes = self.eyes
        mine = [p for p in eyes.laid if p.event <= event and p.seat == seat]
        hand = eyes.open_hand(seat, event)
        for i, play in enumerate(mine):
            later = {q.card for q in mine[i + 1 :]}
            if hand is not None:
                held = hand - {q.card for q in mine[: i + 1]}
                unread = sum(q.card is None for q in mine[: i + 1])
                later |= held if len(held & play.excluded) > unread else set()
            if play.excluded & later:
                return True
        return False

    def _kind(self, event: int, act: Laid) -> str | None:
        eyes, rules = self.eyes, Table.of(self.deal)
        prefix = [c for _, c in self.deal.tricks[act.trick].cards[: act.place - 1]]
        assert act.card is not None
        broken = {c: kinds_of(rules, prefix, act.card, c) for c in act.excluded}
        for kind in PLAY_KINDS:
            part = frozenset(c for c, kinds in broken.items() if kind in kinds)
            if not part:
                continue
            index = eyes.laid.index(act)
            eyes.laid[index] = replace(act, excluded=part)
            certain = not eyes.consistent(event)
            eyes.laid[index] = act
            if certain:
                return kind
        return None

    def _status(self, event: int, act: Laid) -> str:
        trick, place = self.eyes.moments[event]
        if act.trick + 1 < trick:
            return "renonce"
        if self.deal.system.id == "hopfgarten-2023":
            return "correctable" if place == act.place else "renonce"
        return "correctable"


def until(deal: Deal, moment: tuple[int, int]) -> Deal:
    """The running record up to a moment; its last trick still lies."""
    number, place = moment
    last = deal.tricks[number - 1]
    cards, gifts = last.cards[:place], last.gifts[: max(0, place - len(last.cards))]
    return replace(deal, tricks=(*deal.tricks[: number - 1], Trick(cards, gifts=gifts)), end="running")


def plays_of(judgement: Judgement) -> list[Ruling]:
    return [r for r in judgement.rulings if r.kind is None or r.kind in PLAY_KINDS]


def as_expected(ruling: Ruling) -> Expected:
    assert ruling.proven is not None
    by = None if ruling.by is None else SEATS[ruling.by]
    suspects = [SEATS[s] for s in ruling.suspects]
    return (
        ruling.kind, by, suspects, ruling.trick, ruling.card, ruling.proven, ruling.proof, ruling.status,
    )  # fmt: skip


def disagreements(deal: Deal, events: Sequence[int] | None = None) -> Iterator[str]:
    """Where the engine and the second opinion differ, over the running records of a deal."""
    opinion = SecondOpinion(deal)
    for event, moment in enumerate(opinion.eyes.moments):
        wanted = opinion.after(event)
        if events is not None and event not in events:
            continue
        got = [as_expected(r) for r in plays_of(judge(until(deal, moment)))]
        if got != ([] if wanted is None else [wanted]):
            yield f"{deal.system.id} {deal.contract and deal.contract.game} {moment}: {got} instead of {wanted}"
