"""Limits: how often, how large, how deep."""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

_MARKS = re.compile(rb'\\.|["\[\]{}]', re.DOTALL)


@dataclass(slots=True)
class Buckets:
    """A token bucket per key; the keys longest unused are forgotten."""

    rate: float
    burst: float
    clock: Callable[[], float] = time.monotonic
    at_most: int = 10_000
    _levels: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def take(self, key: str) -> bool:
        now = self.clock()
        level, then = self._levels.pop(key, (self.burst, now))
        level = min(self.burst, level + (now - then) * self.rate)
        good = level >= 1
        self._levels[key] = (level - 1 if good else level, now)
        while len(self._levels) > self.at_most:
            self._levels.popitem(last=False)
        return good


def depth_of(body: bytes) -> int:
    """How deep a JSON text is nested, in one pass and without reading it."""
    depth = deepest = 0
    inside = False
    for mark in _MARKS.findall(body):
        if mark == b'"':
            inside = not inside
        elif not inside and len(mark) == 1:
            depth += 1 if mark in b"[{" else -1
            deepest = max(deepest, depth)
    return deepest
