"""Scripts of films from deals: who lays what, and what people at a table do besides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from engine.cards import BACK_ID, IDS, TAROCKS, Card
from engine.facts import gather
from engine.judge import judge
from engine.record import Deal, Trick, compass
from engine.systems.base import Family, Ouvert
from engine.terms import SEATS
from vision.filming import (
    Act,
    Discard,
    Fidget,
    Give,
    Hover,
    Lay,
    Onlook,
    PushAside,
    Reach,
    Rest,
    Script,
    ShowHand,
    Sweep,
    TakeBack,
    TakeHalf,
)

HABITS: Final = {
    "hover": 0.35,
    "reach": 0.25,
    "fidget": 0.35,
    "onlooker": 0.2,
    "taken_back": 0.2,
    "stuck": 0.12,
    "together": 0.15,
    "fast": 0.2,
    "resting": 0.25,
    "out_of_turn": 0.1,
    "early_lead": 0.2,
    "talon": 0.6,
    "unsaid": 0.7,
}
"""What may happen in a film, and how often."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A deal as it is filmed: its script, and the deal with the order and the corrections of the film."""

    script: Script
    deal: Deal
    seats: dict[str, str]
    special: tuple[str, ...]
    unsaid: bool = False
    """Whether START is silent about the talon and the discards, because the film shows them."""


@dataclass(slots=True)
class _Writer:
    rng: Random
    deal: Deal
    habits: frozenset[str]
    edges: tuple[str, ...]
    hands: list[set[Card]]
    talon_at: str
    done: set[str] = field(default_factory=set)

    def chance(self, habit: str, share: float) -> bool:
        if habit in self.habits and self.rng.random() < share:
            self.done.add(habit)
            return True
        return False


def write_script(rng: Random, deal: Deal, habits: frozenset[str] | None = None) -> Scene:
    """The script of a played deal. `habits` are what may happen besides; by chance if they are left out."""
    if habits is None:
        habits = frozenset(name for name, share in HABITS.items() if rng.random() < share)
    edges = tuple(compass(deal, seat) or "SENW"[seat] for seat in range(4))
    hands = [{c for c in hand or () if c is not None} for hand in deal.hands or ((),) * 4]
    deal = _face_down(rng, deal)
    writer = _Writer(rng, deal, habits, edges, hands, rng.choice("EWM"))
    acts: list[Act] = []
    tricks: list[Trick] = []
    talon, stock, discards = _before(writer, acts)
    early: Act | None = None
    for number, trick in enumerate(deal.tricks, start=1):
        filmed = _reordered(writer, trick, number)
        following = deal.tricks[number] if number < len(deal.tricks) else None
        lead = early
        early = None
        filmed = replace(
            filmed, taken_back=tuple(_cards(writer, acts, filmed, number, skip_lead=lead is not None))
        )
        undisturbed = not filmed.gifts and not _is_open(writer, number)
        if following is not None and undisturbed and writer.chance("early_lead", 0.25):
            seat, card = following.cards[0]
            early = Lay(edges[seat], _id(card), number + 1, gap=rng.uniform(0.8, 1.6))
            acts.append(early)
            writer.hands[seat].discard(card if card is not None else -1)
        _end_of_trick(writer, acts, filmed, number)
        tricks.append(filmed)
    seen_taken = any(isinstance(act, TakeHalf) for act in acts)
    at = writer.talon_at if seen_taken or writer.talon_at != "M" else "E"
    script = Script(tuple(acts), talon, at, stock, discards)
    seats = {SEATS[s]: edge for s, edge in enumerate(edges)}
    whole = replace(deal, tricks=tuple(tricks))
    unsaid = seen_taken and isinstance(deal.taken, str) and writer.chance("unsaid", 0.8)
    return Scene(script, whole, seats, tuple(sorted(writer.done)), unsaid)


def _id(card: Card | None) -> str:
    return BACK_ID if card is None else IDS[card]


def _before(
    writer: _Writer, acts: list[Act]
) -> tuple[tuple[tuple[str, ...], ...], int, tuple[tuple[str, tuple[str, ...]], ...]]:
    """The talon and what was put down: seen to be taken, or lying there already."""
    deal = writer.deal
    if deal.contract is None:
        return (), 0, ()
    if deal.contract.nature.family is Family.TRISCHAKEN:
        return (), 6, ()
    edge = writer.edges[deal.contract.declarer]
    put = tuple(_id(c) for c in deal.discards or ())
    left = tuple(_id(c) for c in deal.left_cards)
    taken = tuple(_id(c) for c in deal.taken_cards)
    if taken and left and writer.chance("talon", 0.5):
        acts.append(TakeHalf(edge, taken, writer.rng.uniform(1.6, 3.5)))
        if writer.talon_at == "M":
            acts.append(PushAside(edge, left, writer.rng.choice("EW")))
        if put:
            acts.append(Discard(edge, put))
        return tuple(tuple(_id(c) for c in half) for half in deal.talon or ()), 0, ()
    return ((left,) if left else ()), 0, (((edge, put),) if put else ())


def _face_down(rng: Random, deal: Deal) -> Deal:
    """Discards that need not be shown are mostly put down unseen."""
    cards = {c for c in deal.discards or () if c is not None}
    if not cards or any(TAROCKS >> c & 1 for c in cards) or rng.random() < 0.3:
        return deal
    return replace(deal, discards=(None,) * len(deal.discards or ()))


def _reordered(writer: _Writer, trick: Trick, number: int) -> Trick:
    """Two of the players behind the leader in the wrong order: the winner stays the same."""
    if number < 12 and len(trick.cards) == 4 and writer.chance("out_of_turn", 0.08):
        cards = list(trick.cards)
        i = writer.rng.choice((1, 2))
        cards[i], cards[i + 1] = cards[i + 1], cards[i]
        turned = replace(trick, cards=tuple(cards))
        tricks = list(writer.deal.tricks)
        tricks[number - 1] = turned
        # Where cards must beat each other, another order can make a fault of a card that was none.
        if _faults(replace(writer.deal, tricks=tuple(tricks))) == _faults(writer.deal):
            return turned
    return trick


def _faults(deal: Deal) -> set[tuple[str | None, int | None, int | None]]:
    return {(r.kind, r.trick, r.card) for r in judge(deal).rulings if r.kind != "ausspiel"}


def _is_open(writer: _Writer, number: int) -> bool:
    """Whether hands are put down after this trick."""
    contract = writer.deal.contract
    return number == 1 and contract is not None and contract.nature.ouvert is not Ouvert.NO


def _cards(
    writer: _Writer, acts: list[Act], trick: Trick, number: int, *, skip_lead: bool
) -> Iterator[tuple[int, Card]]:
    """The cards of a trick, with all that happens between them; yields what was taken back."""
    rng = writer.rng
    hurried = False
    for place, (seat, card) in enumerate(trick.cards):
        if card is None or (place == 0 and skip_lead):
            continue
        edge = writer.edges[seat]
        writer.hands[seat].discard(card)
        gap = rng.uniform(1.3, 2.2) if place == 0 else rng.uniform(0.8, 1.8)
        if place and writer.chance("together", 0.15):
            gap = 0.25
        if place and (hurried := hurried or (place == 1 and writer.chance("fast", 0.3))):
            gap = rng.uniform(0.2, 0.5)
        _besides(writer, acts, edge)
        wrong = _another(writer, seat)
        if wrong is not None and writer.chance("taken_back", 0.05):
            acts += [Lay(edge, IDS[wrong], number, gap), TakeBack(edge, IDS[wrong], rng.uniform(0.8, 1.6))]
            yield seat, wrong
            gap = rng.uniform(0.9, 1.5)
            wrong = None
        if wrong is not None and writer.chance("stuck", 0.04):
            acts.append(Lay(edge, IDS[card], number, gap, stuck=IDS[wrong]))
            acts.append(TakeBack(edge, IDS[wrong], rng.uniform(0.8, 1.4)))
            yield seat, wrong
        else:
            acts.append(Lay(edge, IDS[card], number, gap))


def _another(writer: _Writer, seat: int) -> Card | None:
    """A card of this hand that is played later."""
    return writer.rng.choice(sorted(writer.hands[seat])) if writer.hands[seat] else None


def _besides(writer: _Writer, acts: list[Act], edge: str) -> None:
    """Hands that do nothing to the point."""
    rng = writer.rng
    others = [e for e in "SENW" if e != edge]
    if writer.chance("fidget", 0.08):
        acts.append(Fidget(rng.choice(others), rng.uniform(0.8, 2.5)))
    if writer.chance("resting", 0.06):
        acts.append(Rest(rng.choice(others), rng.uniform(2.0, 6.0)))
    if writer.chance("reach", 0.04):
        seat, towards = rng.sample("SENW", 2)
        acts.append(Reach(seat, towards))
    if writer.chance("onlooker", 0.04):
        acts.append(Onlook(rng.randrange(4), rng.uniform(0.4, 1.4)))
    if writer.chance("hover", 0.07):
        held = _another(writer, writer.edges.index(edge))
        card = IDS[held] if held is not None and rng.random() < 0.7 else None
        acts.append(Hover(edge, rng.uniform(0.3, 1.2), card))


def _end_of_trick(writer: _Writer, acts: list[Act], trick: Trick, number: int) -> None:
    """Gifts, the sweep, and after the first trick of an ouvert game the open hands."""
    rng, deal = writer.rng, writer.deal
    winner = trick.collected_by if trick.collected_by is not None else gather(deal).tricks[number - 1].winner
    edge = writer.edges[winner if winner is not None else trick.cards[0][0]]
    for gift in trick.gifts:
        acts.append(Give(edge, _id(gift), number, rng.uniform(0.6, 1.2)))
    acts.append(Sweep(edge, number, rng.uniform(0.7, 1.6)))
    if _is_open(writer, number) and deal.contract is not None:
        everybody = deal.contract.nature.ouvert is Ouvert.ALL
        for seat in range(4) if everybody else (deal.contract.declarer,):
            acts.append(ShowHand(writer.edges[seat], tuple(IDS[c] for c in sorted(writer.hands[seat])), 0.6))
            writer.done.add("ouvert")
