"""Finds the cards of a picture: the outline of each, covered parts included, and whether it lies face down."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from vision import outline
from vision.letterbox import (
    INPUT_HEIGHT,
    INPUT_WIDTH,
    Image,
    Letterbox,
    Quads,
    Window,
    as_batch,
    window_around,
)
from vision.plane import Plane
from vision.proposals import Proposals, crossing, decode, joined, merge, pieces, within_larger
from vision.runtime import MODELS, Network, load_network, manifest

MODEL_NAME: Final = "finder.onnx"
# Low, because the namer judges what is found: of a few more outlines it drops nearly all that belong to no card.
THRESHOLD: Final = 0.25
# Once corners are exact outlines this close, in card lengths, are one card; rough corners tell neighbours in a fan less well.
SAME_EXACT: Final = 0.06
# Each round starts from better corners; a third one was measured and gains no names.
ROUNDS: Final = 2

# 16-bit floats move a score by so much, once in a hundred times by more.
ROUNDING: Final = 0.02

SURE: Final = 0.5
# The network knows cards up to a quarter of its input's width. Where one is longer, or no open card is sure, the picture is
# looked at from farther away, at half the size, at most twice; outlines longer there than this are taken from there.
LONG: Final = 170.0
LONG_AT_HALF: Final = 60.0
FARTHEST: Final = 2
# Where cards are tiny, or small and lie on each other, their part of the picture is looked at from nearer, so that they are
# this long at most. Sure ones that lie apart are found as well from farther.
LIKELY: Final = 0.3
TINY: Final = 45.0
PLAIN: Final = 0.6
NEARER: Final = 1.5
NEAR_LENGTH: Final = 150.0
WORTH_IT: Final = 1.15
AROUND: Final = 0.3


@dataclass(frozen=True, slots=True)
class Detections:
    """The cards of one picture, the surest first.

    `quads` (N,4,2): outlines in pixels, clockwise in the picture, from any of the two ends. `back` (N): face down.
    `scores` (N): how sure the finder is that a card lies there. `spread` (N,4,2): how far the outline network says that
    each corner may be off across and along its card, in pixels. `plane`: the view in which all cards have one size.
    """

    quads: Quads
    back: NDArray[np.bool_]
    scores: NDArray[np.float32]
    spread: Quads | None = None
    plane: Plane | None = None

    def __len__(self) -> int:
        return len(self.scores)

    @staticmethod
    def none() -> Detections:
        return Detections(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.bool_), np.zeros(0, np.float32))


class Finder(Protocol):
    """Whatever finds cards."""

    def find(self, frame_bgr: Image) -> Detections: ...


class NetworkFinder:
    """The finder network with everything around it, and the network that moves corners to the card's edge."""

    def __init__(
        self,
        network: Network,
        *,
        size: tuple[int, int] = (INPUT_WIDTH, INPUT_HEIGHT),
        refiner: outline.Refiner | None = None,
        threshold: float = THRESHOLD,
        once: bool = False,
        exact: Network | None = None,
    ) -> None:
        """`once`: a picture is looked at as a whole only, from one distance.

        `exact`: the same network with full floats, asked where the network is near its limit and rounds.
        """
        self.network = network
        self.exact = exact
        self.size = size
        self.refiner = refiner
        self.threshold = threshold
        self.once = once

    def find(self, frame_bgr: Image, plane: Plane | None = None) -> Detections:
        """With `plane` the view is taken as known: that of earlier pictures of a camera that stands still."""
        return self._exact(frame_bgr, self._proposals(frame_bgr), plane)

    def find_part(self, frame_bgr: Image, window: Window) -> Detections:
        """What lies within a part of the picture, which is looked at from as near as it allows."""
        return self._exact(frame_bgr, self._look(frame_bgr, window, 1.0)[0], None)

    def _exact(self, frame: Image, found: Proposals, plane: Plane | None) -> Detections:
        """Outlines moved to the cards' edges, each card once."""
        quads, back, scores = found.quads, found.back, found.scores
        if not len(scores):
            return Detections.none()
        if self.refiner is None:
            return Detections(quads, back, scores)
        # Two proposals that come to lie alike once they are exact were one card.
        exact = self.refiner.refine(frame, quads, rounds=ROUNDS, known=plane)
        quads, which = merge(exact.quads, scores, same=SAME_EXACT, close=0.0)
        spread = None if exact.spread is None else exact.spread[which]
        single = outline.Outlines(quads, spread, exact.plane)
        result = outline.one_size(frame, single, known=plane, guess=exact.plane)
        kept = ~pieces(result.quads, scores[which])
        which, spread = which[kept], None if spread is None else spread[kept]
        return Detections(result.quads[kept], back[which], scores[which], spread, result.plane)

    def _proposals(self, frame: Image) -> Proposals:
        """What the network offers, seen from the distance that suits the cards."""
        height, width = frame.shape[:2]
        near, nearest = self._look(frame, (0, 0, width, height), 1.0)
        if self.once:
            return near
        found, scale = near, nearest
        for times in range(1, FARTHEST + 1):
            if not _too_near(found, scale):
                break
            far, smaller = self._look(frame, (0, 0, width, height), 0.5**times)
            found, scale = _with_large(found, far, scale), smaller
        if found is not near or not len(found):
            return found
        # From farther away nothing larger was seen: what is doubtful may be too small.
        window = _where_small(near, nearest, frame, self.size)
        return found if window is None else joined(found, self._look(frame, window, 1.0)[0])

    def _look(self, frame: Image, window: Window, share: float) -> tuple[Proposals, float]:
        """At this part of the picture, which fills `share` of the input; and how large pixels are there."""
        x0, y0, x1, y1 = window
        box = Letterbox.of(x1 - x0, y1 - y0, self.size, share=share)
        quads, back, scores = self._decoded(as_batch(box.apply(frame[y0:y1, x0:x1])))
        corner = np.array([x0, y0], np.float32)
        return Proposals(box.back(quads) + corner, back, scores), box.scale

    def _decoded(self, batch: NDArray[np.float32]) -> tuple[Quads, NDArray[np.bool_], NDArray[np.float32]]:
        """As the quick network sees it, unless rounding may decide whether there is an outline."""
        raw = self.network.run(batch)[0][0]
        if self.exact is not None:
            _, _, scores = decode(raw, threshold=self.threshold - ROUNDING)
            if (scores < self.threshold + ROUNDING).any():
                raw = self.exact.run(batch)[0][0]
        return decode(raw, threshold=self.threshold)


def _too_near(found: Proposals, scale: float) -> bool:
    """Whether cards may be larger than the network knows them: one is too long, or only pieces were seen."""
    long = (found.lengths() * scale > LONG) & (found.scores >= LIKELY)
    return bool(long.any()) or not ((found.scores >= SURE) & ~found.back).any()


def _with_large(near: Proposals, far: Proposals, scale: float) -> Proposals:
    """Both looks as one; `scale` is that of the first, the second was half as large. Pieces of large cards go."""
    large = far.only(far.lengths() * scale / 2 >= LONG_AT_HALF)
    if not len(large):
        return near
    small = near.only(near.lengths() * scale < LONG)
    return joined(large, small.only(~within_larger(small.quads, large.quads)))


def _where_small(found: Proposals, scale: float, frame: Image, size: tuple[int, int]) -> Window | None:
    """The part of the picture in which small cards lie on each other; None where a nearer look would show no more."""
    likely = found.only(found.scores >= LIKELY)
    if not len(likely):
        return None
    height, width = frame.shape[:2]
    length = float(np.median(likely.lengths()))
    plain = bool((found.scores >= PLAIN).all()) and not crossing(found.quads)
    if plain and length * scale >= TINY:
        return None
    low = likely.quads.min(axis=(0, 1)) - AROUND * length
    high = likely.quads.max(axis=(0, 1)) + AROUND * length
    most = min(NEARER * scale, NEAR_LENGTH / length)
    return window_around(low, high, width, height, most=most, worth=WORTH_IT, size=size)


def load_finder(
    path: Path | None = None,
    *,
    threads: int = 2,
    engine: str | None = None,
    threshold: float = THRESHOLD,
    exact: bool = True,
    fast: bool = False,
) -> NetworkFinder:
    """The shipped finder, or another of the same form, with the outline network beside it unless `exact` is off.

    `fast`: with 16-bit floats alone where they are quicker, and one look at each picture, for films, where each card is seen often.
    """
    path = path or MODELS / MODEL_NAME
    network = load_network(path, threads=threads, engine=engine, fast=True)
    precise = load_network(path, threads=threads, engine=engine) if network.rounded and not fast else None
    rows = manifest(path.parent)
    # Batch, channels, height, width: a network made for larger pictures says so itself.
    height, width = (int(n) for n in rows[path.name].get("input", (1, 3, INPUT_HEIGHT, INPUT_WIDTH))[2:])
    refiner = None
    if exact and outline.MODEL_NAME in rows:
        refiner = outline.load_refiner(path.parent / outline.MODEL_NAME, threads=threads, engine=engine)
    return NetworkFinder(
        network, size=(width, height), refiner=refiner, threshold=threshold, once=fast, exact=precise
    )
