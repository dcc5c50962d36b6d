"""Where a card or a hand is at each moment: key positions with smooth ways between them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf

from vision.rendering.layouts import Placed


@dataclass(frozen=True, slots=True)
class Key:
    """A place in millimetres on the table at a time; `angle` in degrees, `lift` above the table."""

    t: float
    x: float
    y: float
    angle: float = 0.0
    lift: float = 0.0


def between(a: Key, b: Key, t: float) -> Key:
    """On the way from a to b, starting and stopping gently."""
    s = min(max((t - a.t) / max(b.t - a.t, 1e-9), 0.0), 1.0)
    s = s * s * (3 - 2 * s)
    return Key(
        t, a.x + s * (b.x - a.x), a.y + s * (b.y - a.y), a.angle + s * (b.angle - a.angle), a.lift + s * (b.lift - a.lift)
    )  # fmt: skip


@dataclass(slots=True)
class Path:
    """Keys in the order of their times."""

    keys: list[Key] = field(default_factory=list)
    _times: list[float] = field(default_factory=list)

    def go(self, key: Key) -> None:
        if self._times and key.t < self._times[-1]:
            raise ValueError(f"a key at {key.t:.3f} s after one at {self._times[-1]:.3f} s")
        self.keys.append(key)
        self._times.append(key.t)

    def wait(self, t: float) -> None:
        """Stays where it is until t."""
        last = self.keys[-1]
        if t > last.t:
            self.go(Key(t, last.x, last.y, last.angle, last.lift))

    @property
    def end(self) -> float:
        return self._times[-1] if self._times else -inf

    def at(self, t: float) -> Key:
        i = bisect_right(self._times, t)
        if i == 0:
            return self.keys[0]
        return self.keys[i - 1] if i == len(self.keys) else between(self.keys[i - 1], self.keys[i], t)

    def moves(self, begin: float, end: float) -> bool:
        """Whether it is on its way at some moment of that time."""
        first, last = bisect_right(self._times, begin), bisect_right(self._times, end)
        around = self.keys[max(0, first - 1) : last + 1]
        if end >= self.end and begin >= self.end:
            return False
        return any((a.x, a.y, a.angle, a.lift) != (b.x, b.y, b.angle, b.lift) for a, b in pairwise(around))  # fmt: skip


@dataclass(slots=True)
class CardPath:
    """A card's way. It is seen from its first key until `gone`, showing what `faces` says from each time on."""

    path: Path
    faces: list[tuple[float, str]]
    layers: list[tuple[float, float]]
    gone: float = inf

    def seen(self, t: float) -> bool:
        return self.path.keys[0].t <= t < self.gone

    def face(self, t: float) -> str:
        return [face for since, face in self.faces if since <= t or since == self.faces[0][0]][-1]

    def layer(self, t: float) -> float:
        """What has the higher layer lies on top."""
        return [layer for since, layer in self.layers if since <= t or since == self.layers[0][0]][-1]

    def placed(self, t: float) -> Placed:
        key = self.path.at(t)
        return Placed(self.face(t), key.x, key.y, key.angle, key.lift)


@dataclass(slots=True)
class HandPath:
    """A hand's way; it comes from `shoulder`, a place beyond the edge of the picture."""

    who: str
    path: Path
    shoulder: tuple[float, float]
