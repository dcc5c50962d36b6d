"""Tidying up after widgets when nobody looks: the collector of cycles runs in a pause, not while a card comes in."""

from __future__ import annotations

import gc
from typing import Final

from kivy.clock import Clock
from kivy.metrics import dispatch_pixel_scale

PAUSE: Final = 1.5  # seconds without a new picture
FULL_EVERY: Final = 2000  # of the middle generation's runs: when no pause comes for very long


class Tidy:
    """`later()` after each new picture; a full collection takes up to a fifth of a second, and is put off until a pause."""

    def __init__(self) -> None:
        young, middle, _ = gc.get_threshold()
        gc.set_threshold(max(young, 2000), middle, FULL_EVERY)
        self._due = Clock.create_trigger(lambda _: self.now(), PAUSE)
        gc.collect()
        gc.freeze()  # what was loaded for the start stays: it need not be looked at again and again

    def later(self) -> None:
        self._due.cancel()
        self._due()

    def now(self) -> None:
        gc.collect()
        # Kivy keeps a callback for each number of each widget, also of those that are gone, until the screen's density
        # is told anew; telling it takes a millisecond and drops them.
        dispatch_pixel_scale()
