"""Random deals, legally bid, discarded, announced and played: for tests, benchmarks and filmed deals. Seeded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from engine.bonuses import announced
from engine.cards import (
    ALL_CARDS,
    KINGS,
    QUEENS,
    SUITS,
    TAROCKS,
    TRULL,
    Card,
    CardSet,
    card_set,
    known_cards,
    members,
)
from engine.duties import Duty
from engine.facts import gather, rules_of
from engine.obligations import PlayRules
from engine.record import FOURTH, Announcement, Collection, Contract, Deal, Trick
from engine.systems import agreed
from engine.systems.base import BIRDS, Family, Game, Opening, System, Talon
from engine.terms import COMPASS

_SUIT_GAME_ORDINARY = TAROCKS & ~TRULL
Hands = list[CardSet]


class Unplayable(Exception):
    """These hands do not allow this game; deal again."""


@dataclass(slots=True)
class Play:
    """The trick phase of one deal, to be gone through card by card."""

    rules: PlayRules
    hands: Hands
    leader: int
    duties: list[Duty] = field(default_factory=list)
    tricks: list[list[tuple[int, Card]]] = field(default_factory=lambda: [[]])

    @property
    def over(self) -> bool:
        return len(self.tricks) == 12 and len(self.tricks[-1]) == 4

    @property
    def seat(self) -> int:
        return (self.leader + len(self.tricks[-1])) % 4

    @property
    def prefix(self) -> list[Card | None]:
        return [card for _, card in self.tricks[-1]]

    def legal(self) -> CardSet:
        return self.rules.legal(self.hands[self.seat], self.prefix)

    def dutiful(self) -> CardSet:
        """The legal cards that keep faith with what was announced."""
        legal, trick = self.legal(), len(self.tricks)
        mine = [d for d in self.duties if d.seat == self.seat and self.hands[self.seat] >> d.card & 1]
        due = [d for d in mine if d.due == trick and legal >> d.card & 1]
        if due:
            return 1 << due[0].card
        reserved = card_set(d.card for d in mine if d.due > trick)
        if legal & ~reserved:
            return legal & ~reserved
        birds = [c for c in members(legal & reserved) if c < 22]
        return 1 << max(birds) if birds else legal

    def lay(self, card: Card) -> None:
        seat = self.seat
        self.hands[seat] &= ~(1 << card)
        self.tricks[-1].append((seat, card))
        if len(self.tricks[-1]) == 4:
            place = self.rules.winning_place(self.prefix)
            self.leader = (self.leader + (place or 0)) % 4
            if len(self.tricks) < 12:
                self.tricks.append([])


def choose(rng: Random, cards: CardSet) -> Card:
    return rng.choice(tuple(members(cards)))


def random_deal(
    rng: Random,
    system_id: str,
    game: Game | None = None,
    options: dict[str, object] | None = None,
    announce: float = 0.3,
    watched: bool = True,
) -> Deal:
    """One finished deal in which everybody kept the rules."""
    system = agreed(system_id, options)
    while True:
        row = game or rng.choice(system.games)
        try:
            return _deal(rng, system, row, options or {}, announce, watched)
        except Unplayable:
            continue


def _deal(
    rng: Random, system: System, row: Game, options: dict[str, object], announce: float, watched: bool
) -> Deal:
    cards = list(ALL_CARDS)
    rng.shuffle(cards)
    hands = [card_set(cards[12 * s : 12 * s + 12]) for s in range(4)]
    halves = (tuple(cards[48:51]), tuple(cards[51:54]))
    declarer = 0 if row.opening is not Opening.ANYONE else rng.randrange(4)
    bird = _bird(rng, row, hands[declarer])
    called = _called(rng, system, row, hands[declarer])
    taken, discards = _exchange(rng, system, row, hands, declarer, halves)
    if bird is not None and not hands[declarer] >> BIRDS[bird][0] & 1:
        raise Unplayable  # nobody lays away the bird that he has bid
    deal = Deal(
        system=system,
        options=tuple(sorted(options.items())),
        forehand=rng.choice(COMPASS),
        contract=Contract(row.id, declarer, bird, called),
        talon=halves
        if row.nature.talon is not Talon.ALL and row.nature.family is not Family.TRISCHAKEN
        else None,
        taken=taken,
        discards=discards,
        hands=tuple(tuple(members(h)) for h in hands),
        end="played",
    )
    deal = replace(deal, announcements=_announce(rng, deal, hands, announce))
    play = start_play(deal, hands)
    while not play.over:
        play.lay(choose(rng, play.dutiful()))
    gifts = list(halves[0] + halves[1]) if row.nature.family is Family.TRISCHAKEN else []
    return with_play(deal, play, gifts, watched)


def start_play(deal: Deal, hands: Sequence[CardSet]) -> Play:
    """The trick phase of a deal that lies ready to be played."""
    if deal.contract is None:
        raise ValueError("a deal without a contract cannot be played")
    family = deal.contract.nature.family
    leader = deal.contract.declarer if family is Family.NEGATIVE else 0
    duties = []
    if family in (Family.CALLING, Family.ALONE) and not deal.contract.nature.suit_game:
        for what, by in announced(deal, deal.contract):
            if what in BIRDS:
                duties.append(Duty(by, BIRDS[what][0], BIRDS[what][1]))
            elif what == "koenig_ultimo" and isinstance(deal.contract.called, int):
                duties.append(Duty(by, deal.contract.called, 12))
    return Play(rules_of(deal), list(hands), leader, duties)


def with_play(deal: Deal, play: Play, gifts: Sequence[Card], watched: bool = True) -> Deal:
    """The deal with its tricks, its talon cards given, and the tricks taken in by who won them."""
    tricks = []
    last_only = deal.system.trischaken.talon == "last_trick"
    for t, cards in enumerate(play.tricks):
        given: tuple[Card, ...] = ()
        if gifts:
            given = (tuple(gifts) if t == 11 else ()) if last_only else tuple(gifts[t : t + 1])
        tricks.append(Trick(tuple(cards), gifts=given))
    deal = replace(deal, tricks=tuple(tricks))
    if not watched:
        return deal
    winners = [t.winner for t in gather(deal).tricks]
    taken = [
        replace(t, collection=Collection.TAKEN, collected_by=w) for t, w in zip(tricks, winners, strict=True)
    ]
    return replace(deal, tricks=tuple(taken))


# --- before the first card -------------------------------------------------------------------------------------


def _bird(rng: Random, row: Game, hand: CardSet) -> str | None:
    if not row.birds or row.optional_bird:
        return None
    held = [b for b in row.birds if hand >> BIRDS[b][0] & 1]
    if not held:
        raise Unplayable
    return rng.choice(held)


def _called(rng: Random, system: System, row: Game, hand: CardSet) -> Card | str | None:
    if row.nature.family is not Family.CALLING:
        return None
    missing = tuple(members(KINGS & ~hand))
    if not missing:
        queens = tuple(members(QUEENS & ~hand))
        if not queens:
            raise Unplayable
        return rng.choice(queens)
    if len(missing) == 1 and rng.random() < 0.5:
        return FOURTH
    if system.self_call == "allowed" and rng.random() < 0.05 and hand & KINGS:
        return choose(rng, hand & KINGS)
    return rng.choice(missing)


def _exchange(
    rng: Random,
    system: System,
    row: Game,
    hands: Hands,
    declarer: int,
    halves: tuple[tuple[Card, ...], tuple[Card, ...]],
) -> tuple[str | Card, tuple[Card | None, ...] | None]:
    """Takes and discards; `hands` is changed. Returns what was taken, and the discards as far as seen."""
    kind = row.nature.talon
    both = halves[0] + halves[1]
    if kind is Talon.NONE:
        return "none", None
    taken: str | Card
    if kind is Talon.HALF:
        which = rng.randrange(2)
        taken, picked = ("first", "second")[which], card_set(halves[which])
    elif kind is Talon.ALL:
        taken, picked = "all", card_set(both)
    else:
        taken = rng.choice(both)
        picked = 1 << taken
    hand = hands[declarer] | picked
    discards = _discard(rng, hand, picked.bit_count(), row.nature.suit_game, system.suit_minimum)
    hands[declarer] = hand & ~card_set(discards)
    hide = rng.random() < 0.5
    seen: tuple[Card | None, ...] = tuple(
        None if hide and _is_hidden(c, row.nature.suit_game) else c for c in discards
    )
    return taken, seen


def _is_hidden(card: Card, suit_game: bool) -> bool:
    """Forced discards lie open: Tarock in ordinary games, suit cards in suit games."""
    return (card < 22) == suit_game


def _discard(rng: Random, hand: CardSet, count: int, suit_game: bool, minimum: int) -> list[Card]:
    first, second = (
        (_SUIT_GAME_ORDINARY, SUITS & ~KINGS) if suit_game else (SUITS & ~KINGS, _SUIT_GAME_ORDINARY)
    )
    willing = list(members(hand & first))
    rng.shuffle(willing)
    chosen = willing[:count]
    if len(chosen) < count:
        forced = list(members(hand & second))
        rng.shuffle(forced)
        chosen += forced[: count - len(chosen)]
    if len(chosen) < count or (suit_game and (hand & ~card_set(chosen) & SUITS).bit_count() < minimum):
        raise Unplayable
    return chosen


def _announce(rng: Random, deal: Deal, hands: Hands, share: float) -> tuple[Announcement, ...]:
    """Announcements that each seat may rightly make."""
    contract = deal.contract
    if contract is None or not contract.nature.positive or rng.random() > share:
        return ()
    said: list[Announcement] = []
    for seat in range(4):
        possible = [
            b for b in BIRDS if hands[seat] >> BIRDS[b][0] & 1 and b != contract.bird and deal.system.bonus(b)
        ]
        if isinstance(contract.called, int) and hands[seat] >> contract.called & 1:
            possible.append("koenig_ultimo")
        possible.append("trull")
        if contract.nature.suit_game:
            possible = ["vier_koenige"]
        if rng.random() < 0.4:
            said.append(Announcement(seat, rng.choice(possible)))
    return tuple({a.what: a for a in said}.values())


# --- one irregular card ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Revoke:
    """A deal with one irregular card in it, and where that card is (trick and place from 1)."""

    deal: Deal
    seat: int
    trick: int
    place: int
    card: Card


def with_revoke(rng: Random, deal: Deal, watched: bool = True) -> Revoke | None:
    """Plays the same hands again with exactly one irregular card; None where no seat ever had the chance."""
    contract = deal.contract
    if deal.hands is None or contract is None:
        return None
    if contract.bird is not None:
        contract = replace(contract, bird=None)
    hands = [known_cards(hand or ()) for hand in deal.hands]
    deal = replace(
        deal,
        announcements=tuple(
            a for a in deal.announcements if a.what not in BIRDS and a.what != "koenig_ultimo"
        ),
    )
    gifts = [c for t in deal.tricks for c in t.gifts if c is not None]
    target = rng.randrange(40)
    play = start_play(replace(deal, contract=contract), hands)
    done: tuple[int, int, int, Card] | None = None
    count = 0
    while not play.over:
        legal = play.legal()
        wrong = play.hands[play.seat] & ~legal
        if done is None and wrong and count >= target:
            card = choose(rng, wrong)
            done = play.seat, len(play.tricks), len(play.tricks[-1]) + 1, card
        else:
            card = choose(rng, legal)
        play.lay(card)
        count += 1
    if done is None:
        return None
    seat, trick, place, card = done
    return Revoke(with_play(replace(deal, contract=contract), play, gifts, watched), seat, trick, place, card)
