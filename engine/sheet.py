"""The sheet of an evening: many deals at one table, Schrift and cash apart, corrections visible. Pure and recomputed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from engine.judge import judge
from engine.record import Deal
from engine.result import Result
from engine.settle import Line, Settlement, settle
from engine.systems.base import NATURES, Family, System
from engine.terms import SEATS

Content = Result | Deal
DIVIDED = 105


@dataclass(frozen=True, slots=True)
class Pagatkassa:
    """Tirol §7: each dealer pays in; who wins an announced Pagat takes it, who loses one doubles it, partner alike."""

    cents: int
    at_most: int | None = None
    start_cents: int | None = None
    """What the dealer pays into an empty box, if that differs."""


@dataclass(frozen=True, slots=True)
class Version:
    """What was written for a deal at some time. The last version counts; the earlier ones stay to be seen."""

    content: Content | None
    """None is a line without points: struck, or thrown in."""
    reason: str = ""
    redeal: bool = False
    """The same dealer deals again."""
    order: int = 0
    """When it was written, among all versions of the evening: so one knows what stood where a later one changed it."""


@dataclass(frozen=True, slots=True)
class Evening:
    """Four to six players in their order of play, and every deal with all its versions."""

    system: System
    players: tuple[str, ...]
    first_dealer: int = 0
    radl: bool = False
    """Double rounds after Trischaken, catches, divided points and zero deals (Tirol §7)."""
    pagatkassa: Pagatkassa | None = None
    deals: tuple[tuple[Version, ...], ...] = ()

    def __post_init__(self) -> None:
        if not 4 <= len(self.players) <= 6:
            raise ValueError(f"expected four to six players, got {len(self.players)}")
        if len(set(self.players)) != len(self.players):
            raise ValueError("expected every player once")
        if not 0 <= self.first_dealer < len(self.players):
            raise ValueError("the first dealer is not at the table")
        if any(old.order >= new.order for versions in self.deals for old, new in pairwise(versions)):
            raise ValueError("expected the versions of a deal in the order in which they were written")

    def add(self, content: Content | None, reason: str = "", redeal: bool = False) -> Evening:
        return replace(self, deals=(*self.deals, (Version(content, reason, redeal, self._now),)))

    @property
    def _now(self) -> int:
        return 1 + max((v.order for versions in self.deals for v in versions), default=0)

    def until(self, order: int) -> Evening:
        """As it stood when only what was written before had been: later deals and later versions are left out."""
        deals = (tuple(v for v in versions if v.order < order) for versions in self.deals)
        return replace(self, deals=tuple(versions for versions in deals if versions))

    def correct(self, number: int, content: Content | None, reason: str, redeal: bool = False) -> Evening:
        """A new version of deal `number` (from 1); everything after it is recomputed."""
        if not 1 <= number <= len(self.deals):
            raise ValueError(f"there is no deal {number}; the sheet has {len(self.deals)}")
        deals = list(self.deals)
        deals[number - 1] = (*deals[number - 1], Version(content, reason, redeal, self._now))
        return replace(self, deals=tuple(deals))

    def strike(self, number: int, reason: str) -> Evening:
        """«wird dieses Spiel ersatzlos gestrichen»: the line stays, without points."""
        return self.correct(number, None, reason)


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where in one deal: A … D as indices of players, the dealer, and who sits out."""

    dealer: int
    seats: tuple[int, int, int, int]
    sitting_out: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the sheet. Amounts are by player, in the order of `Evening.players`."""

    number: int
    seating: Seating
    double: bool
    points: tuple[int, ...]
    totals: tuple[int, ...]
    cents: tuple[int, ...]
    cash: tuple[int, ...]
    kassa: int
    lines: tuple[Line, ...] = ()
    reason: str = ""
    open: bool = False
    """The deal has no settlement yet."""
    earlier: tuple[tuple[int, ...], ...] = ()
    """The points that stood here before this deal was corrected, or others before it, oldest first."""
    kontra_cents: tuple[int, ...] = ()
    """What of the cents is Kontra; the rest is the Pagatkassa's."""
    game: str | None = None
    bird: str | None = None
    declarers: tuple[int, ...] = ()
    """The declaring side as seats: who is marked in the line."""


@dataclass(frozen=True, slots=True)
class Sheet:
    players: tuple[str, ...]
    rows: tuple[Row, ...]
    next_seating: Seating
    next_double: bool
    kassa: int

    @property
    def totals(self) -> tuple[int, ...]:
        return self.rows[-1].totals if self.rows else (0,) * len(self.players)

    @property
    def cash(self) -> tuple[int, ...]:
        return self.rows[-1].cash if self.rows else (0,) * len(self.players)

    def as_json(self) -> dict[str, Any]:
        return {
            "format": "kiebitz-sheet/1",
            "players": list(self.players),
            "rows": [_row_json(row, self.players) for row in self.rows],
            "totals": list(self.totals),
            "cash_cents": list(self.cash),
            "kassa_cents": self.kassa,
            "next": _seating_json(self.next_seating, self.players) | {"double": self.next_double},
        }


def seating(players: int, dealer: int) -> Seating:
    """Forehand sits next to the dealer. Of five the dealer sits out; of six also the one opposite him."""
    order = [(dealer + 1 + i) % players for i in range(players)]
    out = {4: (), 5: (dealer,), 6: (dealer, (dealer + 3) % 6)}[players]
    a, b, c, d = (p for p in order if p not in out)
    return Seating(dealer, (a, b, c, d), out)


def compute(evening: Evening) -> Sheet:
    """The whole sheet, from the first deal on."""
    settled: Settled = {}
    sheet = _computed(evening, settled)
    struck = _struck_through(evening, settled)
    if not struck:
        return sheet
    rows = (replace(row, earlier=tuple(struck.get(row.number, ()))) for row in sheet.rows)
    return replace(sheet, rows=tuple(rows))


Settled = dict[tuple[int, bool], "_Outcome"]
"""Outcomes by their content and whether it counts double: what was settled once is not settled again."""


def _struck_through(evening: Evening, settled: Settled) -> dict[int, list[tuple[int, ...]]]:
    """For each line the points that stood there before a correction, of this deal or of one before it, changed them."""
    corrected = sorted((v.order, n) for n, vs in enumerate(evening.deals, 1) for v in vs[1:])
    struck: dict[int, list[tuple[int, ...]]] = {}
    for order, number in corrected:
        before, after = (_computed(evening.until(at), settled).rows for at in (order, order + 1))
        for old, new in zip(before, after, strict=True):
            if old.points != new.points or old.number == number:
                struck.setdefault(old.number, []).append(old.points)
    return struck


def _computed(evening: Evening, known: Settled) -> Sheet:
    count = len(evening.players)
    state = _State([0] * count, [0] * count)
    dealer = evening.first_dealer
    rows: list[Row] = []
    for number, versions in enumerate(evening.deals, 1):
        version = versions[-1]
        seats = seating(count, dealer)
        double = state.radl_left > 0
        key = id(version.content), double
        outcome = known[key] = known.get(key) or _outcome(version.content, double)
        settled = outcome.settlement
        points = by_player(settled.sheet if settled else (0, 0, 0, 0), seats, count)
        kontra = by_player(settled.kontra_cents if settled else (0, 0, 0, 0), seats, count)
        cents = list(kontra)
        if evening.pagatkassa is not None and not version.redeal:
            state.pay_in(evening.pagatkassa, dealer, cents)
            state.pagat(outcome, seats, cents)
        state.add(points, cents)
        rows.append(
            Row(
                number=number,
                seating=seats,
                double=settled is not None and (double or _doubled_by_itself(version.content)),
                points=points,
                totals=tuple(state.totals),
                cents=tuple(cents),
                cash=tuple(state.cash),
                kassa=state.kassa,
                lines=settled.lines if settled else (),
                reason=version.reason,
                open=outcome.open,
                kontra_cents=kontra,
                game=outcome.game,
                bird=outcome.bird,
                declarers=outcome.declarers,
            )
        )
        if not version.redeal:
            state.after_deal(evening, outcome, count)
        # Who dealt next was decided when the deal was first written, whatever was put right later.
        if not versions[0].redeal:
            dealer = (dealer + 1) % count
    return Sheet(evening.players, tuple(rows), seating(count, dealer), state.radl_left > 0, state.kassa)


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What one version of a deal came to, judged once."""

    settlement: Settlement | None = None
    open: bool = False
    game: str | None = None
    declarers: tuple[int, ...] = ()
    declarer_thirds: int | None = None
    bird: str | None = None


def _outcome(content: Content | None, double: bool) -> _Outcome:
    if content is None:
        return _Outcome()
    system = replace(content.system, count_double=content.system.count_double or double)
    if isinstance(content, Deal):
        judged = judge(replace(content, system=system))
        game = content.contract.game if content.contract else None
        settled = judged.settlement
        bird = content.contract.bird if content.contract else None
        return _Outcome(settled, settled is None, game, judged.declarers, judged.declarer_thirds, bird)
    settled = settle(replace(content, system=system))
    family = NATURES[content.game].family
    declarers = () if family is Family.TRISCHAKEN else content.declarers
    return _Outcome(settled, False, content.game, declarers, content.declarer_thirds, content.bird)


def _doubled_by_itself(content: Content | None) -> bool:
    """A result that says itself that it counts double (the option `radl`)."""
    return content is not None and content.system.count_double


def by_player(amounts: Sequence[int], seats: Seating, count: int) -> tuple[int, ...]:
    """Amounts for A … D as amounts for the players of the table."""
    result = [0] * count
    for seat, player in enumerate(seats.seats):
        result[player] += amounts[seat]
    return tuple(result)


@dataclass(slots=True)
class _State:
    totals: list[int]
    cash: list[int]
    kassa: int = 0
    radl_left: int = 0
    paid: list[int] = field(default_factory=list)

    def add(self, points: Sequence[int], cents: Sequence[int]) -> None:
        for player in range(len(self.totals)):
            self.totals[player] += points[player]
            self.cash[player] += cents[player]

    def pay_in(self, rule: Pagatkassa, dealer: int, cents: list[int]) -> None:
        amount = rule.start_cents if self.kassa == 0 and rule.start_cents is not None else rule.cents
        if rule.at_most is not None:
            amount = max(0, min(amount, rule.at_most - self.kassa))
        cents[dealer] -= amount
        self.kassa += amount

    def pagat(self, outcome: _Outcome, seats: Seating, cents: list[int]) -> None:
        """«Wer einen angesagten Pagat gewinnt, kassiert den Inhalt, wer ihn verliert muss den Inhalt verdoppeln»."""
        lines = outcome.settlement.lines if outcome.settlement else ()
        line = next((p for p in lines if p.what == "pagat" and p.announced_by is not None), None)
        if line is None or line.to_each:
            return  # a Renonce: nobody won or lost the Pagat
        opponents = tuple(s for s in range(4) if s not in outcome.declarers)
        side = [seats.seats[s] for s in (outcome.declarers if line.declarers else opponents)]
        amount = self.kassa
        for i, player in enumerate(side):
            part = amount // len(side) + (1 if i < amount % len(side) else 0)
            cents[player] += part if line.won else -part
        self.kassa += -amount if line.won else amount

    def after_deal(self, evening: Evening, outcome: _Outcome, count: int) -> None:
        """«einmal reihum, kein vierfach»: a new cause lets the round begin anew, it never counts fourfold."""
        self.radl_left = max(0, self.radl_left - 1)
        if evening.radl and outcome.settlement is not None and _causes_radl(outcome, outcome.settlement):
            self.radl_left = count


def _causes_radl(outcome: _Outcome, settled: Settlement) -> bool:
    """«doppelte Runden nach Trischaken, Fängen, Punkteteilung (35:35) oder Nullern (Fensterbankl)»."""
    trischaken = outcome.game is not None and NATURES[outcome.game].family is Family.TRISCHAKEN
    catch = any(line.what in ("mondfang", "koenigfang") and line.won for line in settled.lines)
    # After a Renonce no points were divided: the game counts as won by the others.
    renonce = any(line.to_each for line in settled.lines)
    divided = outcome.declarer_thirds == DIVIDED and not renonce
    return trischaken or catch or divided or not any(settled.sheet)


def _seating_json(seats: Seating, players: Sequence[str]) -> dict[str, Any]:
    return {
        "dealer": players[seats.dealer],
        "seats": {SEATS[s]: players[p] for s, p in enumerate(seats.seats)},
        "sitting_out": [players[p] for p in seats.sitting_out],
    }


def _row_json(row: Row, players: Sequence[str]) -> dict[str, Any]:
    return {
        "number": row.number,
        **_seating_json(row.seating, players),
        "double": row.double,
        "points": list(row.points),
        "totals": list(row.totals),
        "cents": list(row.cents),
        "kontra_cents": list(row.kontra_cents),
        "cash_cents": list(row.cash),
        "kassa_cents": row.kassa,
        "lines": [line.as_json() for line in row.lines],
        "reason": row.reason,
        "open": row.open,
        "earlier": [list(points) for points in row.earlier],
        "game": row.game,
        "bird": row.bird,
        "declarers": [SEATS[seat] for seat in row.declarers],
    }
