"""Turns a script into ways of cards and hands with their times, and into the truth about what happened when."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from engine.cards import BACK_ID
from vision.filming.hand_acts import HandActs
from vision.filming.look import Look
from vision.filming.paths import CardPath, HandPath, Key, Path
from vision.filming.places import TOWARDS, TURN, Places, Point
from vision.filming.script import (
    Act,
    Discard,
    Give,
    Lay,
    PushAside,
    Script,
    ShowHand,
    Sweep,
    TakeBack,
    TakeHalf,
)
from vision.rendering.camera import Matrix
from vision.rendering.cards import card_corners

START: Final = 0.9
THICK: Final = 0.32
AHEAD: Final = 45.0
Row = dict[str, Any]


@dataclass(slots=True)
class Plan:
    """A film that is planned and not yet shot."""

    look: Look
    cards: list[CardPath] = field(default_factory=list)
    hands: list[HandPath] = field(default_factory=list)
    duration: float = 0.0
    laid: list[Row] = field(default_factory=list)
    taken_back: list[Row] = field(default_factory=list)
    gifts: list[Row] = field(default_factory=list)
    collections: list[Row] = field(default_factory=list)


def direct(script: Script, look: Look) -> Plan:
    """The plan of a film. The same script and look give the same plan."""
    director = _Director(look)
    director.dress(script)
    for act in script.acts:
        director.act(act)
    plan = director.plan
    ends = [p.path.end for p in plan.cards] + [p.path.end for p in plan.hands]
    plan.duration = float(np.ceil((max(ends, default=0.0) + 0.9) * look.fps)) / look.fps
    return plan


class _Director(HandActs):
    """Keeps the clock of the table while the acts are played."""

    def __init__(self, look: Look) -> None:
        self.plan = Plan(look)
        super().__init__(look, Places(look.camera), self.plan.hands, self.plan.cards)
        self.layer = 0.0
        self.where: dict[str, CardPath] = {}
        self.trick: dict[int, list[CardPath]] = {}
        self.heaps: dict[str, int] = {}
        self.heap_at = {seat: self._heap_place(seat) for seat in "SENW"}
        self.stock: list[CardPath] = []

    # --- before the first act -------------------------------------------------------------------------------

    def dress(self, script: Script) -> None:
        """What lies there from the beginning."""
        if script.talon_at == "M":
            self._talon_in_the_middle(script.talon)
        else:
            self._talon_beside(script)
        for seat, cards in script.discards:
            self._row(cards, seat, float(self.rng.uniform(0.2, 0.3)) * self._side(), 26.0)
        place = self.places.edge("W", -0.3, 0.1)
        for i in range(script.stock):
            at = place[0] + float(self.rng.normal(0, 1)), place[1] + float(self.rng.normal(0, 1))
            self.stock.append(self._put(BACK_ID, at, 80.0, THICK * i))

    def _talon_in_the_middle(self, rows: tuple[tuple[str, ...], ...]) -> None:
        """Two halves side by side, to be looked at by everybody."""
        step = float(self.rng.uniform(38, 56))
        for i, row in enumerate(rows):
            for j, card in enumerate(row):
                shift = (i - (len(rows) - 1) / 2) * (2 * step + 110) + (j - (len(row) - 1) / 2) * step
                self._put(card, (shift, float(self.rng.normal(0, 3))), 0.0, 0.15 * j)

    def _talon_beside(self, script: Script) -> None:
        side, along = script.talon_at, float(self.rng.uniform(-0.12, 0.12))
        angle = float(TURN[side] + self.rng.normal(0, 4))
        for i, row in enumerate(script.talon):
            step = float(self.rng.uniform(24, 50))
            for j, card in enumerate(row):
                x, y = self.places.edge(side, along + 0.2 * (i - 0.5), 0.13 if side in "EW" else 0.12)
                dx, dy = TOWARDS[side]
                shift = (j - (len(row) - 1) / 2) * step
                self._put(card, (x + shift * abs(dy), y + shift * abs(dx)), angle)

    def _side(self) -> int:
        return 1 if self.rng.random() < 0.5 else -1

    def _put(self, card: str, at: Point, angle: float, lift: float = 0.0) -> CardPath:
        turned = angle + float(self.rng.normal(0, 1.5))
        path = self._card(card, Key(0.0, at[0], at[1], turned, lift))
        if card != BACK_ID:
            self.where[card] = path
        return path

    def _card(self, card: str, key: Key) -> CardPath:
        self.layer += 1
        path = CardPath(Path(), [(key.t, card)], [(key.t, self.layer)])
        path.path.go(key)
        self.plan.cards.append(path)
        return path

    def _row(self, cards: tuple[str, ...], seat: str, along: float, step: float) -> None:
        x, y = self.places.edge(seat, along, 0.09 if seat in "EW" else 0.1)
        dx, dy = TOWARDS[seat]
        for i, card in enumerate(cards):
            shift = (i - (len(cards) - 1) / 2) * step
            self._put(card, (x + shift * abs(dy), y + shift * abs(dx)), TURN[seat], 0.15 * i)

    def _heap_place(self, seat: str) -> tuple[Point, float]:
        along = float(self.rng.uniform(0.2, 0.36)) * (1 if self.rng.random() < 0.8 else -1)
        inside = float(self.rng.uniform(0.03, 0.1)) if self.look.heaps_seen else -0.4
        return self.places.edge(seat, along, inside), float(TURN[seat] + self.rng.choice([0, 90, 20]))

    # --- acts -------------------------------------------------------------------------------------------------

    def act(self, act: Act) -> None:
        match act:
            case Lay():
                self._lay(act)
            case TakeBack():
                self._take_back(act)
            case Give():
                self._give(act)
            case Sweep():
                self._sweep(act)
            case ShowHand():
                self._show(act)
            case TakeHalf():
                self._take(act.seat, act.cards, act.gap)
            case PushAside():
                self._push_aside(act)
            case Discard():
                self._discard(act)
            case _:
                self.hand_act(act)

    def _lay(self, act: Lay) -> None:
        rest = self._reserve(act.seat, act.gap)
        x, y = self.spot(act.seat)
        if any(pile for number, pile in self.trick.items() if number != act.trick):
            # The trick before still lies there: one leads in front of it, not on one's own card.
            x, y = x + AHEAD * TOWARDS[act.seat][0], y + AHEAD * TOWARDS[act.seat][1]
        angle = (
            TURN[act.seat] + float(self.rng.normal(0, self.look.skew)) + 180.0 * (self.rng.random() < 0.05)
        )
        count = len(self.trick.setdefault(act.trick, []))
        goal = Key(rest - self.look.shutter, x, y, angle, THICK * count)
        shown = self.where.get(act.card)
        card = self._carry(act.seat, act.card, goal, shown)
        self.trick[act.trick].append(card)
        row = {"trick": act.trick, "compass": act.seat, "card": act.card, "t_rest": round(rest, 3)}
        self.plan.laid.append(row | {"quad": self._quad(goal)})
        if act.stuck is not None:
            dx, dy = (float(v) for v in self.rng.normal(0, 14, 2))
            turned = angle + float(self.rng.normal(0, 10))
            beside = Key(
                goal.t, x + dx + 40 * TOWARDS[act.seat][1], y + dy + 40 * TOWARDS[act.seat][0], turned, THICK
            )
            self._follow(act.stuck, beside, card)
        self.clock = rest

    def _carry(self, seat: str, card: str, goal: Key, shown: CardPath | None) -> CardPath:
        """The hand brings a card: out of the hand, or from where it lies open."""
        dx, dy = TOWARDS[seat]
        grip = float(self.rng.uniform(12, 34))
        aside = float(self.rng.normal(0, 7))
        offset = dx * grip - dy * aside, dy * grip + dx * aside
        hand = self.hand(seat)
        way = self.pace(float(self.rng.uniform(0.42, 0.85)))
        begin = goal.t - way
        if shown is None:
            home = self.home(seat)
            start = Key(
                begin, home[0] - offset[0], home[1] - offset[1], goal.angle + float(self.rng.normal(0, 8)), 45
            )
            path = self._card(card, start)
            self.ready(hand, begin, home)
        else:
            path, now = shown, shown.path.at(begin)
            self.ready(hand, begin - self.pace(0.45), self.home(seat))
            hand.path.go(Key(begin, now.x + offset[0], now.y + offset[1], 0, 8))
            path.path.wait(begin)
            self.layer += 1
            path.layers.append((begin, self.layer))
            self.where.pop(card, None)
        path.path.go(goal)
        self.where[card] = path
        hand.path.go(Key(goal.t, goal.x + offset[0], goal.y + offset[1], 0, 12))
        self.leave(hand, linger=float(self.rng.exponential(0.12)) + 0.08)
        return path

    def _follow(self, card: str, goal: Key, leader: CardPath) -> None:
        """A second card that comes along with the first, out of the hand or from where it lies open."""
        start, end = leader.path.keys[-2:]
        path = self.where.get(card)
        if path is None:
            path = self._card(
                card, Key(start.t, start.x + goal.x - end.x, start.y + goal.y - end.y, goal.angle, start.lift)
            )
        else:
            path.path.wait(start.t)
            self.layer += 1
            path.layers.append((start.t, self.layer))
        path.path.go(goal)
        self.where[card] = path

    def _take_back(self, act: TakeBack) -> None:
        self._take(act.seat, (act.card,), act.gap)
        row: Row = {"compass": act.seat, "card": act.card, "t": round(self.clock, 3)}
        for laid in reversed(self.plan.laid):
            if laid["card"] == act.card:
                # What was corrected in time is no card of the trick.
                self.plan.laid.remove(laid)
                row = {**laid, **row}
                break
        self.plan.taken_back.append(row)

    def _take(self, seat: str, cards: tuple[str, ...], gap: float) -> None:
        """Cards go from the table into a player's hand."""
        begin = self._reserve(seat, gap)
        paths = [self.where.pop(card) for card in cards]
        near = paths[0].path.at(begin)
        dx, dy = TOWARDS[seat]
        hand, home = self.hand(seat), self.home(seat)
        self.ready(hand, begin - self.pace(0.5), home)
        hand.path.go(Key(begin, near.x + 20 * dx, near.y + 20 * dy, 0, 8))
        begin += self.pace(0.15)
        hand.path.wait(begin)
        end = begin + self.pace(float(self.rng.uniform(0.45, 0.8)))
        self.layer += 1
        for path in paths:
            path.path.wait(begin)
            now = path.path.keys[-1]
            path.path.go(
                Key(end, home[0] - 20 * dx + 0.3 * (now.x - near.x), home[1] - 20 * dy, now.angle, 45)
            )
            path.layers.append((begin, self.layer))
            path.gone = end + 1 / self.look.fps
            for pile in self.trick.values():
                if path in pile:
                    pile.remove(path)
        hand.path.go(Key(end, home[0], home[1], 0, 45))
        self.free[seat], self.clock = end, end

    def _give(self, act: Give) -> None:
        rest = self._reserve(act.by, act.gap + 0.35)
        pile = self.trick.setdefault(act.trick, [])
        x, y = (float(v) for v in self.rng.normal(0, 16, 2))
        goal = Key(rest - self.look.shutter, x, y, float(self.rng.uniform(0, 360)), THICK * len(pile))
        shown = self.stock.pop() if self.stock else None
        card = self._carry(act.by, act.card, goal, shown)
        if shown is not None:
            # It lay face down; the hand turns it over on its way.
            card.faces.append((goal.t - self.pace(0.3), act.card))
        pile.append(card)
        self.plan.gifts.append(
            {
                "trick": act.trick,
                "card": act.card,
                "t_rest": round(rest, 3),
                "quad": self._quad(goal),
                "compass": act.by,
            }
        )
        self.clock = rest

    def _sweep(self, act: Sweep) -> None:
        begin = self._reserve(act.by, act.gap, quantised=False)
        pile = self.trick.pop(act.trick)
        dx, dy = TOWARDS[act.by]
        hand = self.hand(act.by)
        gather = float(self.rng.normal(18 * dx, 14)), float(self.rng.normal(18 * dy, 14))
        self.ready(hand, begin - self.pace(0.5), self.home(act.by))
        hand.path.go(Key(begin, gather[0], gather[1], 0, 6))
        mid = begin + self.pace(float(self.rng.uniform(0.3, 0.5)))
        end = mid + self.pace(float(self.rng.uniform(0.45, 0.75)))
        (hx, hy), turn = self.heap_at[act.by]
        hand.path.go(Key(mid, gather[0] + 10 * dx, gather[1] + 10 * dy, 0, 8))
        hand.path.go(Key(end, hx + 15 * dx, hy + 15 * dy, 0, 10))
        turned = (mid, mid + 0.6 * (end - mid), end)[self.look.turning]
        count = self.heaps.get(act.by, 0)
        for i, path in enumerate(pile):
            self._gather(path, begin, mid, gather)
            nx, ny, na = (float(v) for v in self.rng.normal(0, self.look.neatness, 3))
            path.path.go(Key(end, hx + nx, hy + ny, turn + na, THICK * (count + i)))
            path.faces.append((turned, BACK_ID))
            path.layers.append((end, -1e6 + 100 * len(self.plan.collections) + i))
        self.heaps[act.by] = count + len(pile)
        self.plan.collections.append(
            {"trick": act.trick, "compass": act.by, "t_start": round(begin, 3), "t_end": round(end, 3)}
        )
        self.leave(hand, linger=0.1)
        self.clock = end

    def _gather(self, path: CardPath, begin: float, mid: float, at: Point) -> None:
        start = begin + float(self.rng.uniform(0, 0.5)) * (mid - begin)
        path.path.wait(start)
        now = path.path.keys[-1]
        x, y = (float(v) for v in self.rng.normal(0, 9, 2))
        turn = now.angle + float(self.rng.normal(0, 25))
        path.path.go(
            Key(mid, 0.2 * now.x + 0.8 * at[0] + x, 0.2 * now.y + 0.8 * at[1] + y, turn, now.lift + 3)
        )

    def _show(self, act: ShowHand) -> None:
        """A whole hand is put down, still in a heap, and spread out."""
        rest = self._reserve(act.seat, act.gap)
        x, y = self.places.edge(act.seat, float(self.rng.uniform(-0.12, 0.0)), 0.03)
        dx, dy = TOWARDS[act.seat]
        hand, home = self.hand(act.seat), self.home(act.seat)
        begin, spread = rest - self.pace(0.7), rest + self.pace(0.8)
        self.ready(hand, begin, home)
        hand.path.go(Key(rest, x + 30 * dx, y + 30 * dy, 0, 10))
        step = float(self.rng.uniform(16, 24))
        for i, card in enumerate(act.cards):
            path = self._card(card, Key(begin, home[0], home[1], TURN[act.seat], 30))
            path.path.go(Key(rest, x, y, TURN[act.seat], 0.15 * i))
            shift = (i - (len(act.cards) - 1) / 2) * step
            skew = TURN[act.seat] + float(self.rng.normal(0, 1.5))
            path.path.go(Key(spread, x + shift * abs(dy), y + shift * abs(dx), skew, 0.15 * i))
            self.where[card] = path
        half = step * len(act.cards) / 2
        hand.path.go(Key(spread, x + 35 * dx + half * abs(dy), y + 35 * dy + half * abs(dx), 0, 10))
        self.leave(hand, linger=0.1)
        self.clock = spread

    def _push_aside(self, act: PushAside) -> None:
        begin = self._reserve(act.seat, act.gap)
        end = begin + self.pace(0.9)
        paths = [self.where[card] for card in act.cards]
        near = paths[len(paths) // 2].path.at(begin)
        x, y = self.places.edge(act.towards, float(self.rng.uniform(-0.1, 0.1)), 0.12)
        dx, dy = TOWARDS[act.seat]
        hand = self.hand(act.seat)
        self.ready(hand, begin - self.pace(0.5), self.home(act.seat))
        hand.path.go(Key(begin, near.x + 20 * dx, near.y + 20 * dy, 0, 8))
        hand.path.go(Key(end, x + 20 * dx, y + 20 * dy, 0, 8))
        turn = float(self.rng.normal(0, 6))
        for path in paths:
            path.path.wait(begin)
            now = path.path.keys[-1]
            path.path.go(Key(end, x + now.x - near.x, y + now.y - near.y, now.angle + turn, now.lift))
        self.leave(hand, linger=0.1)
        self.clock = end

    def _discard(self, act: Discard) -> None:
        begin = self._reserve(act.seat, act.gap)
        end = begin + self.pace(0.6)
        x, y = self.places.edge(act.seat, float(self.rng.uniform(0.14, 0.22)) * self._side(), 0.07)
        dx, dy = TOWARDS[act.seat]
        hand, home = self.hand(act.seat), self.home(act.seat)
        self.ready(hand, begin, home)
        hand.path.go(Key(end, x + 30 * dx, y + 30 * dy, 0, 10))
        for i, card in enumerate(act.cards):
            path = self._card(card, Key(begin, home[0], home[1], TURN[act.seat], 40))
            shift = (i - (len(act.cards) - 1) / 2) * 24
            path.path.go(Key(end, x + shift * abs(dy), y + shift * abs(dx), TURN[act.seat], 0.2 * i))
        self.leave(hand, linger=0.15)
        self.clock = end

    # --- small things -----------------------------------------------------------------------------------------

    def _reserve(self, seat: str, gap: float, *, quantised: bool = True) -> float:
        """When the act comes to its point: after the gap, when the hand is free and had time to come."""
        lively = float(np.exp(self.rng.normal(0, 0.3)))
        t = max(self.clock + self.pace(gap) * lively, self.free.get(seat, 0.0) + self.pace(1.4), START)
        return float(np.ceil(t * self.look.fps)) / self.look.fps if quantised else t

    def _quad(self, goal: Key) -> list[list[float]]:
        laid = CardPath(Path([goal]), [(goal.t, "")], [(goal.t, 0.0)]).placed(goal.t)
        corners: Matrix = self.look.camera.project(card_corners(laid, self.look.finish, self.look.ratio))
        return [[round(float(x), 1), round(float(y), 1)] for x, y in corners]
