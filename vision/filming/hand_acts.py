"""What hands do beside laying cards: they come and go, hover, reach across, fidget; spectators point."""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.filming.look import Look
from vision.filming.paths import CardPath, HandPath, Key, Path
from vision.filming.places import TOWARDS, TURN, Places, Point
from vision.filming.script import Act, Fidget, Hover, Onlook, Reach, Rest

AIR: Final = 35.0


class HandActs:
    """The hands of a table and its clock."""

    def __init__(self, look: Look, places: Places, hands: list[HandPath], passing: list[CardPath]) -> None:
        self.look, self.places, self.hands, self.passing = look, places, hands, passing
        self.rng = np.random.default_rng([look.seed, 1])
        self.clock = 0.0
        self.free: dict[str, float] = {}
        self.along = {seat: float(self.rng.normal(0, 0.06)) for seat in "SENW"}
        self._hands: dict[str, HandPath] = {}

    def pace(self, seconds: float) -> float:
        """Seconds at this table's tempo."""
        return seconds / self.look.tempo

    def hand(self, who: str) -> HandPath:
        if who not in self._hands:
            self._hands[who] = HandPath(who, Path(), self.places.shoulder(who, self.along[who]))
            self.hands.append(self._hands[who])
        return self._hands[who]

    def home(self, seat: str) -> Point:
        return self.places.home(seat, self.along[seat])

    def spot(self, seat: str) -> Point:
        """Where a player puts a card: towards the middle, on his own side of it."""
        dx, dy = TOWARDS[seat]
        away = self.look.reach + float(self.rng.normal(0, 5))
        x, y = (float(v) for v in self.rng.normal(0, self.look.spread, 2))
        return away * dx + x, away * dy + y

    def ready(self, hand: HandPath, t: float, home: Point) -> None:
        """The hand is out of sight until t."""
        if hand.path.keys:
            hand.path.wait(max(t, hand.path.end))
        else:
            hand.path.go(Key(t, home[0], home[1], 0, AIR))

    def leave(self, hand: HandPath, *, linger: float) -> None:
        """The hand stays a moment and goes home."""
        last = hand.path.keys[-1]
        hand.path.wait(last.t + self.pace(linger))
        home = self.home(hand.who)
        end = hand.path.end + self.pace(float(self.rng.uniform(0.4, 0.7)))
        hand.path.go(Key(end, home[0], home[1], 0, AIR))
        self.free[hand.who] = end

    def hand_act(self, act: Act) -> None:
        match act:
            case Hover():
                self._hover(act)
            case Reach():
                self._reach(act)
            case Fidget():
                self._fidget(act)
            case Rest():
                self._rest(act)
            case Onlook():
                self._onlook(act)
            case _:
                raise ValueError(f"expected an act of the hands alone, not {act!r}")

    def _begin(self, seat: str, gap: float) -> tuple[HandPath, float]:
        hand = self.hand(seat)
        begin = max(self.clock + self.pace(gap), self.free.get(seat, 0.0) + 0.1, 0.2)
        self.ready(hand, begin, self.home(seat))
        return hand, begin

    def _hover(self, act: Hover) -> None:
        hand, begin = self._begin(act.seat, act.gap)
        home, (dx, dy) = self.home(act.seat), TOWARDS[act.seat]
        x, y = self.spot(act.seat)
        share = float(self.rng.uniform(0.45, 0.95))
        goal = home[0] + share * (x - home[0]), home[1] + share * (y - home[1])
        there = begin + self.pace(0.5)
        hand.path.go(Key(there, goal[0], goal[1], 0, AIR))
        stay = there + act.seconds
        self._tremble(hand, stay, 3.0, 0.25)
        hand.path.go(
            Key(stay, goal[0] + float(self.rng.normal(0, 8)), goal[1] + float(self.rng.normal(0, 8)), 0, AIR)
        )
        keys = hand.path.keys[-_count(hand, there) :]
        self.leave(hand, linger=0.0)
        if act.card is not None:
            self._held(act.card, act.seat, begin, [*keys, hand.path.keys[-1]], home, (dx, dy))

    def _held(self, card: str, seat: str, begin: float, keys: list[Key], home: Point, way: Point) -> None:
        """A card in a hand that comes and goes."""
        angle = TURN[seat] + float(self.rng.normal(0, 8))
        path = CardPath(Path(), [(begin, card)], [(begin, 1e6)])
        path.path.go(Key(begin, home[0] - 25 * way[0], home[1] - 25 * way[1], angle, AIR + 8))
        for key in keys:
            path.path.go(Key(key.t, key.x - 25 * way[0], key.y - 25 * way[1], angle, key.lift + 8))
        path.gone = keys[-1].t
        self.passing.append(path)

    def _tremble(self, hand: HandPath, until: float, size: float, step: float) -> None:
        last = hand.path.keys[-1]
        t = last.t + step
        while t < until:
            x, y = (float(v) for v in self.rng.normal(0, size, 2))
            hand.path.go(Key(t, last.x + x, last.y + y, 0, last.lift))
            t += step * float(self.rng.uniform(0.7, 1.4))

    def _reach(self, act: Reach) -> None:
        hand, begin = self._begin(act.seat, act.gap)
        x, y = self.places.edge(act.towards, float(self.rng.uniform(-0.3, 0.3)), 0.16)
        there = begin + self.pace(0.7)
        hand.path.go(Key(there, x, y, 0, AIR + 15))
        self._tremble(hand, there + 0.6, 6.0, 0.3)
        self.leave(hand, linger=0.15)

    def _fidget(self, act: Fidget) -> None:
        hand, begin = self._begin(act.seat, act.gap)
        x, y = self.places.edge(act.seat, self.along[act.seat] + float(self.rng.normal(0, 0.05)), 0.06)
        hand.path.go(Key(begin + self.pace(0.4), x, y, 0, 15))
        self._tremble(hand, begin + self.pace(0.4) + act.seconds, 16.0, 0.35)
        self.leave(hand, linger=0.05)

    def _rest(self, act: Rest) -> None:
        hand, begin = self._begin(act.seat, act.gap)
        x, y = self.places.edge(act.seat, self.along[act.seat], float(self.rng.uniform(0.06, 0.16)))
        there = begin + self.pace(0.5)
        hand.path.go(Key(there, x, y, 0, 10))
        hand.path.wait(there + act.seconds)
        self.leave(hand, linger=0.05)

    def _onlook(self, act: Onlook) -> None:
        home, shoulder = self.places.corner(act.corner)
        begin = max(self.clock + self.pace(act.gap), 0.2)
        hand = HandPath(f"onlooker {act.corner}", Path(), shoulder)
        hand.path.go(Key(begin, home[0], home[1], 0, 60))
        share = float(self.rng.uniform(0.45, 0.75))
        there = begin + 0.7
        hand.path.go(Key(there, home[0] * (1 - share), home[1] * (1 - share), 0, 50))
        self._tremble(hand, there + act.seconds, 6.0, 0.3)
        hand.path.wait(there + act.seconds)
        hand.path.go(Key(hand.path.end + 0.7, home[0], home[1], 0, 60))
        self.hands.append(hand)


def _count(hand: HandPath, since: float) -> int:
    return sum(key.t >= since for key in hand.path.keys)
