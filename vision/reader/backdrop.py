"""The table with everything that lies on it, learnt from what stays: hands are what differs."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reader.hands import Hands
from vision.reader.stillness import Image, Mask, apart

OTHER: Final = 26
"""So much a pixel must differ from the table to be something else: more than a soft shadow does."""
LIVELY: Final = 1.0
"""An arm that lays a card or draws in a trick has moved within so many seconds."""
ABSORB: Final = 2.0
"""What has not moved for so many seconds belongs to the table: glasses, pads, heaps."""
SLOW: Final = 8.0
"""The same where tricks lie, in seconds: what lies still there is more likely a card not found yet."""
MEMORY: Final = 3.0
"""So many seconds of hands are remembered."""
LIGHTER: Final = 0.05
"""From this change on the light has changed; below it, rounding would only spoil the memory."""
LEAST_LIGHT: Final = 16
"""Darker pixels say little about the light,"""
ENOUGH_LIT: Final = 200
"""and so many brighter ones are asked."""
FAINT: Final = 9
"""So much a pixel differs from the table at least where a dark sleeve crosses dark wood, or in a dim room."""
FLOOD: Final = 0.5
"""Where so much of the picture differs faintly, the light has changed and no arm is there."""
GAP: Final = 9
"""A dark sleeve on dark wood leaves gaps of so many small pixels in an arm."""
EDGE: Final = 3
"""What is so many small pixels or less from an edge of the picture reaches it."""
TELLING: Final = 12
"""So few pixels can tell a card from the table at least: a white card on a white cloth has its signs only."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Shares of a card's telling pixels that look as it did, and as what it was laid on; how many lie open, how many tell."""

    card: float
    table: float
    pixels: int
    telling: int


@dataclass(frozen=True, slots=True)
class _Layer:
    """Where a card was laid and how it looked there, a row for each pixel."""

    mask: Mask
    look: Image

    def without(self, rows: NDArray[np.bool_]) -> _Layer:
        mask = self.mask.copy()
        mask[self.mask] = ~rows
        return _Layer(mask, self.look[~rows])


class Backdrop:
    """The table with everything that lies on it, learnt from what stays; hands are what differs."""

    def __init__(self) -> None:
        self.table: Image = np.zeros((0, 0, 3), np.uint8)
        self.before: Image = self.table
        """What each pixel of the table showed before it last changed: uncovers the place of a hand that rested."""
        self.cards: Image = self.table
        self.owner: NDArray[np.int32] = np.zeros((0, 0), np.int32)
        """The number of the card that lies on top of each pixel; 0 where none does."""
        self.history: deque[Hands] = deque()
        self.threshold = float(OTHER)
        self._other: Mask = np.zeros((0, 0), np.bool_)
        self._faint: Mask = np.zeros((0, 0), np.bool_)
        self._freed: NDArray[np.float64] = np.zeros((0, 0), np.float64)
        self._moved: NDArray[np.float64] = np.zeros((0, 0), np.float64)
        self._changed: NDArray[np.float64] = np.zeros((0, 0), np.float64)
        """Since when each pixel has differed from the table."""
        self.beneath: Image = self.table
        """What shows again where the card that lies on top is lifted: the table, or the card that it was laid on."""
        self._layers: dict[int, _Layer] = {}
        """The cards that lie, the later ones on the earlier."""
        self._small: Image = self.table

    def feed(
        self,
        small: Image,
        moved: NDArray[np.float64],
        t: float,
        noise: float,
        held: Iterable[Mask],
        zone: Mask,
    ) -> Hands:
        """`held` are the outlines of cards in the air or not yet read: they belong neither to table nor hand.

        `zone` is where tricks lie: what lies there still is more likely a card not found yet than furniture.
        """
        if small.shape != self.table.shape:
            self._begin(small)
        self.threshold = OTHER + 3 * noise
        self._small = small
        self._follow_light(small)
        held = list(held)
        free = self.owner == 0
        for mask in held:
            free &= ~mask
        # What is too like the table to be seen moving must at least have stayed all the time.
        changed = free & (apart(small, self.table) > self.threshold * 0.6)
        np.minimum(self._changed, t, out=self._changed, where=changed)
        self._changed[~changed] = np.inf
        since = np.maximum(np.maximum(moved, self._freed), self._changed)
        changed &= since < t - np.where(zone, SLOW, ABSORB)
        if changed.any():
            self.before[changed] = self.table[changed]
            self.table[changed] = small[changed]
        self._moved = moved
        self._other = self._differs(small, self.threshold)
        self._faint = self._differs(small, FAINT + 3 * noise)
        if float(self._faint.mean()) > FLOOD:
            self._faint = self._other
        while self.history and self.history[0].t < t - MEMORY:
            self.history.popleft()
        self.history.append(self._find(t, held))
        return self.history[-1]

    def strange(self, zone: Mask) -> Mask:
        """The pixels there that belong neither to the table nor to a card that is known, nor to a hand from an edge."""
        hands = self.history[-1]
        arms = hands.edges.sum(axis=1) > 0
        return np.asarray(self._other & zone & ~arms[hands.labels], np.bool_)

    def look_again(self, held: Iterable[Mask]) -> Hands:
        """The hands of the same moment, now that it is known where cards are."""
        self.history[-1] = self._find(self.history[-1].t, held)
        return self.history[-1]

    def _begin(self, small: Image) -> None:
        self.table, self.before, self.cards, self.beneath = (small.copy() for _ in range(4))
        self.owner = np.zeros(small.shape[:2], np.int32)
        self._freed = np.full(small.shape[:2], -np.inf, np.float64)
        self._changed = np.full(small.shape[:2], np.inf, np.float64)
        self._layers.clear()
        self.history.clear()

    def visible_at(self, share: float) -> bool:
        """Whether the table would still show enough in so much of its light."""
        darkest = self.table[::4, ::4].min(axis=2).astype(np.float32)
        before, then = int((darkest > LEAST_LIGHT).sum()), int((share * darkest > LEAST_LIGHT).sum())
        return then >= min(before, ENOUGH_LIT)

    def _follow_light(self, small: Image) -> None:
        """Lamps and automatic exposure change everything at once: the memory is brightened as the picture is."""
        now = small[::4, ::4].reshape(-1, 3).astype(np.float32)
        then = self.table[::4, ::4].reshape(-1, 3).astype(np.float32)
        bright = then.min(axis=1) > LEAST_LIGHT
        if bright.sum() < ENOUGH_LIT:
            return
        gain = np.median((now[bright] + 2) / (then[bright] + 2), axis=0)
        if np.abs(gain - 1).max() > LIGHTER:
            self.table, self.before, self.cards, self.beneath = (
                _lit(memory, gain) for memory in (self.table, self.before, self.cards, self.beneath)
            )
            self._layers = {n: _Layer(each.mask, _lit(each.look, gain)) for n, each in self._layers.items()}

    def _differs(self, small: Image, by: float) -> Mask:
        other = (apart(small, self.table) > by) & (apart(small, self.before) > by)
        covered = self.owner > 0
        other &= ~(covered & ((apart(small, self.cards) <= by) | (apart(small, self.beneath) <= by)))
        return np.asarray(other, np.bool_)

    def _find(self, t: float, held: Iterable[Mask]) -> Hands:
        held = list(held)
        labels, edges, areas = self._joined(self._other.copy(), held)
        faint, faint_edges, _ = self._joined(self._faint.copy(), held)
        moving = np.bincount(labels[self._moved > t - LIVELY], minlength=len(areas))
        return Hands(t, labels, edges, areas, moving > 0, faint, faint_edges)

    def _joined(
        self, other: Mask, held: Iterable[Mask]
    ) -> tuple[NDArray[np.int32], NDArray[np.float32], NDArray[np.int32]]:
        """The pieces of what differs: their labels, how far each fills each edge, and how large it is."""
        for outline in held:
            other &= ~outline
        mask = cv2.morphologyEx(other.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        joined = cv2.dilate(mask, np.ones((GAP, GAP), np.uint8))
        count, joined_labels = cv2.connectedComponents(joined, connectivity=8)
        mask = cv2.dilate(mask, np.ones((3, 3), np.uint8))
        labels = np.asarray(np.where(mask > 0, joined_labels, 0), np.int32)
        areas = np.bincount(labels.ravel(), minlength=count)
        areas[0] = 0
        sides = (labels[-EDGE:], labels[:, -EDGE:], labels[:EDGE], labels[:, :EDGE])
        edges = np.stack([np.bincount(side.ravel(), minlength=count) for side in sides], axis=1)
        edges[0] = 0
        return labels, np.asarray(edges / EDGE, np.float32), areas.astype(np.int32)

    def lay(self, number: int, mask: Mask, small: Image) -> None:
        """A card lies here now, on top of what lay here."""
        self._layers[number] = _Layer(mask, small[mask])
        self._stack(number)

    def lift(self, number: int, t: float) -> None:
        """It lies here no more: what lay beneath it shows again."""
        mine = self.owner == number
        self._freed[mine] = t
        self._layers.pop(number, None)
        for below, each in self._layers.items():
            # Unless something else has come to light: a card that was pushed under this one.
            bared = mine[each.mask]
            other = bared & (_apart_from(self._small[each.mask], each.look) > self.threshold)
            if other.any():
                self._layers[below] = each.without(other)
        self.owner[:] = 0
        for below in sorted(self._layers):
            self._stack(below)

    def _stack(self, number: int) -> None:
        """This card on top of all that is stacked already."""
        layer = self._layers[number]
        on_card = layer.mask & (self.owner > 0)
        self.beneath[layer.mask] = self.table[layer.mask]
        self.beneath[on_card] = self.cards[on_card]
        self.cards[layer.mask] = layer.look
        self.owner[layer.mask] = number

    def relearn(self, mask: Mask, small: Image) -> None:
        """What lay here when the table was first seen has been taken away: this is the table."""
        mask = mask & (self.owner == 0)
        self.before[mask] = self.table[mask]
        self.table[mask] = small[mask]
        self._other &= ~mask

    def bare(self, mask: Mask) -> float:
        """Of the pixels there on which no card is known to lie: the share that shows the table."""
        open_table = mask & (self.owner == 0)
        count = int(open_table.sum())
        return float((~self._other & open_table).sum()) / count if count else 0.0

    def stranger(self, mask: Mask) -> NDArray[np.bool_]:
        """For each pixel there whether it shows neither the table nor the card that is known to lie there, nor what that lies on."""
        return self._other[mask]

    def strangeness(self, mask: Mask) -> float:
        """The share of the pixels there that show none of these."""
        return float(self.stranger(mask).mean()) if mask.any() else 0.0

    def open_pixels(self, number: int) -> int:
        """How many pixels of the card nothing is known to lie on."""
        return int((self.owner == number).sum())

    def presence(self, number: int, small: Image, hidden: Mask | None = None) -> Presence:
        """Whether the card still lies there, by its pixels that nothing lies on and that differ from all that it may bare.

        `hidden` is where something new lies that may be a card on top of it.
        """
        own = self.owner == number
        if hidden is not None:
            own = own & ~hidden
        rows = np.flatnonzero(own)
        open_pixels = len(rows)
        now, card, *bare_ones = (
            layer.reshape(-1, 3).take(rows, axis=0).astype(np.int16)
            for layer in (small, self.cards, self.table, self.before, self.beneath)
        )
        table, _, beneath = bare_ones
        telling = np.minimum(_apart(card, table), _apart(card, beneath)) > self.threshold
        if int(telling.sum()) < TELLING:
            return Presence(0.0, 0.0, 0, 0)
        now = now[telling]
        other = _apart(now, card[telling])
        bare = np.min([_apart(now, layer[telling]) for layer in bare_ones], axis=0)
        # In a dim light both are near: what counts is which of them is nearer.
        as_card = (other <= self.threshold) & (other <= bare)
        as_table = (bare <= self.threshold) & ~as_card
        return Presence(float(as_card.mean()), float(as_table.mean()), open_pixels, int(telling.sum()))


def _apart_from(one: Image, two: Image) -> NDArray[np.int16]:
    return _apart(one.astype(np.int16), two.astype(np.int16))


def _lit(memory: Image, gain: NDArray[np.float32]) -> Image:
    return np.asarray(np.clip(np.rint(memory * gain), 0, 255), np.uint8)


def _apart(one: NDArray[np.int16], two: NDArray[np.int16]) -> NDArray[np.int16]:
    """The largest difference of the three colours, per row: three columns are faster than an axis of three."""
    blue, green, red = np.abs(one - two).T
    return np.asarray(np.maximum(np.maximum(blue, green), red), np.int16)
