"""The lot: a small generator of random numbers that gives the same draw on every machine.

SplitMix64 (Steele, Lea, Flood 2014) started from the SHA-256 of the published seed. The methods of `random.Random`
may change between Python versions; this arithmetic cannot.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from hashlib import sha256
from typing import TypeVar

_MASK = (1 << 64) - 1
_T = TypeVar("_T")


class Lot:
    """Numbers that follow from the seed alone."""

    __slots__ = ("_state",)

    def __init__(self, seed: int | str, purpose: str = "") -> None:
        digest = sha256(f"kiebitz-draw/1 {seed} {purpose}".encode("utf-8", "surrogatepass")).digest()
        self._state = int.from_bytes(digest[:8], "big")

    def bits(self) -> int:
        """The next 64 random bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A number from 0 to n − 1, each equally likely (what would favour the small ones is thrown again)."""
        limit = (1 << 64) - (1 << 64) % n
        while (x := self.bits()) >= limit:
            pass
        return x % n

    def shuffle(self, items: MutableSequence[_T]) -> None:
        """Fisher–Yates, from the last place to the first."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
