"""Finds the cards of a picture: the outline of each, covered parts included, and whether it lies face down."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import outline
from vision.plane import Plane
from vision.runtime import MODELS, Network, load_network, manifest

Image = NDArray[np.uint8]
Quads = NDArray[np.float32]

MODEL_NAME: Final = "finder.onnx"
INPUT_WIDTH: Final = 640
INPUT_HEIGHT: Final = 384
# Low, because the namer judges what is found: of a few more outlines it drops nearly all that belong to no card.
THRESHOLD: Final = 0.25
# Proposals that lie this close, in card lengths, are one card, and those that lie closer are averaged.
SAME: Final = 0.08
CLOSE: Final = 0.045
# The same once corners are exact: neighbours in a fan lie closer than rough corners tell.
SAME_EXACT: Final = 0.06
# A smaller outline within a surer one is a piece of that card: all cards of a table have one size.
PIECE: Final = 0.75
RIM: Final = 0.08
# Each round starts from better corners; a third one was measured and gains no names.
ROUNDS: Final = 2
# The network knows cards up to a quarter of its input's width. Where one is longer, the picture is looked at from
# farther away, at half the size, at most twice; outlines that are longer there than this are taken from there.
LONG: Final = 170.0
LONG_AT_HALF: Final = 60.0
SURE: Final = 0.5
FARTHEST: Final = 2
_GREY: Final = (114, 114, 114)


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


@dataclass(frozen=True, slots=True)
class Letterbox:
    """How a picture of any shape is fitted into the network's one input shape, and how to come back.

    An upright picture is turned by a quarter first: cards lie at any angle anyway, and so it keeps its resolution.
    """

    width: int
    height: int
    turned: bool
    scale: float
    left: int
    top: int
    size: tuple[int, int]

    @staticmethod
    def of(
        width: int, height: int, size: tuple[int, int] = (INPUT_WIDTH, INPUT_HEIGHT), *, share: float = 1.0
    ) -> Letterbox:
        """`share` of the input is filled by the picture; the rest is grey."""
        turned = height > width
        w, h = (height, width) if turned else (width, height)
        scale = share * min(size[0] / w, size[1] / h)
        left = (size[0] - max(1, round(w * scale))) // 2
        top = (size[1] - max(1, round(h * scale))) // 2
        return Letterbox(width, height, turned, scale, left, top, size)

    def apply(self, frame: Image) -> Image:
        picture = np.asarray(cv2.rotate(frame, cv2.ROTATE_90_CLOCKWISE), np.uint8) if self.turned else frame
        h, w = picture.shape[:2]
        size = max(1, round(w * self.scale)), max(1, round(h * self.scale))
        if size != (w, h):
            how = cv2.INTER_AREA if self.scale < 1 else cv2.INTER_LINEAR
            picture = np.asarray(cv2.resize(picture, size, interpolation=how), np.uint8)
        right, bottom = self.size[0] - size[0] - self.left, self.size[1] - size[1] - self.top
        full = cv2.copyMakeBorder(
            picture, self.top, bottom, self.left, right, cv2.BORDER_CONSTANT, value=_GREY
        )
        return np.asarray(full, np.uint8)

    def back(self, points: Quads) -> Quads:
        """Input pixels → pixels of the picture. Pixel centres are whole numbers on both sides."""
        w, h = (self.height, self.width) if self.turned else (self.width, self.height)
        fx, fy = w / max(1, round(w * self.scale)), h / max(1, round(h * self.scale))
        x = (points[..., 0] - self.left + 0.5) * fx - 0.5
        y = (points[..., 1] - self.top + 0.5) * fy - 0.5
        if self.turned:
            # A quarter clockwise took (x, y) to (height − 1 − y, x).
            x, y = y, (self.height - 1) - x
        return np.stack([x, y], axis=-1).astype(np.float32)


def _batch(picture: Image) -> NDArray[np.float32]:
    """A batch of one: RGB planes from 0 to 1."""
    # Plane by plane: OpenCV's own way to a blob takes a tenth of the network's time.
    batch = np.empty((1, 3, *picture.shape[:2]), np.float32)
    for plane, channel in zip(batch[0], reversed(cv2.split(picture)), strict=True):
        np.multiply(channel, np.float32(1 / 255), out=plane)
    return batch


def corner_distance(quad: Quads, others: Quads) -> NDArray[np.float32]:
    """Mean distance of corners, in card lengths, in the better of the two orders."""
    straight = np.linalg.norm(others - quad, axis=-1).mean(axis=-1)
    turned = np.linalg.norm(others - np.roll(quad, 2, axis=0), axis=-1).mean(axis=-1)
    length = 0.5 * np.linalg.norm(quad[3] - quad[0] + quad[2] - quad[1])
    return np.asarray(np.minimum(straight, turned) / max(float(length), 1.0), np.float32)


def _aligned(quad: Quads, others: Quads) -> Quads:
    """The others, each started at the end where `quad` starts."""
    straight = np.linalg.norm(others - quad, axis=-1).mean(axis=-1)
    turned = np.linalg.norm(others - np.roll(quad, 2, axis=0), axis=-1).mean(axis=-1)
    return np.where((turned < straight)[:, None, None], np.roll(others, 2, axis=1), others)


def merge(
    quads: Quads, scores: NDArray[np.float32], *, same: float, close: float
) -> tuple[Quads, NDArray[np.intp]]:
    """One outline per card out of many proposals (best first), and which proposal stands for each.

    Proposals within `same` card lengths are one card: corners tell covering cards apart where boxes and their overlap
    do not. Those within `close` are averaged.
    """
    left = np.ones(len(quads), bool)
    kept: list[Quads] = []
    which: list[int] = []
    for i in range(len(quads)):
        if not left[i]:
            continue
        distance = corner_distance(quads[i], quads)
        friends = left & (distance < close) & (scores > 0.4 * scores[i])
        friends[i] = True
        weight = scores[friends, None, None]
        kept.append((_aligned(quads[i], quads[friends]) * weight).sum(axis=0) / weight.sum())
        which.append(i)
        left &= distance >= same
    return np.array(kept, np.float32).reshape(-1, 4, 2), np.array(which, np.intp)


def pieces(quads: Quads, scores: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which outlines lie within a surer one and are clearly smaller."""
    edge = np.roll(quads, -1, axis=1) - quads
    areas = _area(quads)
    # Of each corner to each edge of each outline: how far inside, in shares of the outline's height over that edge.
    away = quads[:, None, :, None] - quads[None, :, None]
    depth = edge[None, :, None, :, 0] * away[..., 1] - edge[None, :, None, :, 1] * away[..., 0]
    within = (depth >= -RIM * areas[None, :, None, None]).all(axis=(2, 3))
    return np.asarray(
        (within & (areas[:, None] < PIECE * areas) & (scores[:, None] < scores)).any(axis=1), np.bool_
    )


def _area(quads: Quads) -> NDArray[np.float32]:
    one, two = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return np.asarray(np.abs(one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]) / 2, np.float32)


def decode(
    raw: NDArray[np.float32], *, threshold: float, most: int = 400, same: float = SAME, close: float = CLOSE
) -> tuple[Quads, NDArray[np.bool_], NDArray[np.float32]]:
    """The network's rows (face, BACK, four corners; one column per anchor) → outlines in input pixels."""
    best = raw[:2].max(axis=0)
    sure = np.flatnonzero(best >= threshold)
    sure = sure[np.argsort(-best[sure], kind="stable")][:most]
    quads = np.ascontiguousarray(raw[2:, sure].T).reshape(-1, 4, 2)
    good = np.isfinite(quads).all(axis=(1, 2)) & _convex(quads)
    sure, quads = sure[good], quads[good]
    kept, which = merge(quads, best[sure], same=same, close=close)
    chosen = sure[which]
    return kept, np.asarray(raw[1, chosen] > raw[0, chosen]), np.asarray(best[chosen], np.float32)


def _convex(quads: Quads) -> NDArray[np.bool_]:
    """Clockwise in the picture, without dents, not thinner than a needle."""
    side = np.roll(quads, -1, axis=1) - quads
    follow = np.roll(side, -1, axis=1)
    cross = side[..., 0] * follow[..., 1] - side[..., 1] * follow[..., 0]
    return np.asarray((cross > 1.0).all(axis=1))


@dataclass(frozen=True, slots=True)
class _Proposals:
    """Outlines in pixels of the picture, before they are made exact."""

    quads: Quads
    back: NDArray[np.bool_]
    scores: NDArray[np.float32]

    def only(self, rows: NDArray[np.bool_]) -> _Proposals:
        return _Proposals(self.quads[rows], self.back[rows], self.scores[rows])

    def lengths(self) -> NDArray[np.float32]:
        sides = np.linalg.norm(self.quads - np.roll(self.quads, -1, axis=1), axis=-1)
        return np.asarray(sides.max(axis=1), np.float32)


def _too_long(found: _Proposals, scale: float) -> bool:
    """Whether a card is larger than the network knows them."""
    sure = found.scores >= SURE
    return bool((found.lengths()[sure] * scale > LONG).any())


def _joined(near: _Proposals, far: _Proposals, scale: float) -> _Proposals:
    """Both looks as one; `scale` is that of the first, the second was half as large. Pieces of large cards go."""
    large = far.only(far.lengths() * scale / 2 >= LONG_AT_HALF)
    if not len(large.scores):
        return near
    small = near.only(near.lengths() * scale < LONG)
    small = small.only(~_within(small.quads, large.quads))
    scores = np.concatenate([large.scores, small.scores])
    order = np.argsort(-scores, kind="stable")
    quads = np.concatenate([large.quads, small.quads])[order]
    quads, which = merge(quads, scores[order], same=SAME, close=0.0)
    return _Proposals(quads, np.concatenate([large.back, small.back])[order][which], scores[order][which])


def _within(quads: Quads, large: Quads) -> NDArray[np.bool_]:
    """Which outlines have their middle in one of the large ones and are clearly smaller."""
    sizes = _area(large)
    return np.array(
        [
            any(
                area < PIECE * size and cv2.pointPolygonTest(outline, middle, False) >= 0
                for outline, size in zip(large, sizes, strict=True)
            )
            for middle, area in zip(quads.mean(axis=1).tolist(), _area(quads), strict=True)
        ],
        np.bool_,
    )


class NetworkFinder:
    """The finder network with everything around it, and the network that moves corners to the card's edge."""

    def __init__(
        self,
        network: Network,
        *,
        size: tuple[int, int] = (INPUT_WIDTH, INPUT_HEIGHT),
        refiner: outline.Refiner | None = None,
        threshold: float = THRESHOLD,
        farther: int = 0,
    ) -> None:
        """`farther`: so many times halved a picture is looked at; a close-up fills more of it than a card of a table."""
        self.network = network
        self.size = size
        self.refiner = refiner
        self.threshold = threshold
        self.farther = farther

    def for_close_ups(self) -> list[NetworkFinder]:
        """The same finder looking from farther away, and from as far as it can."""
        return [
            NetworkFinder(
                self.network, size=self.size, refiner=self.refiner, threshold=self.threshold, farther=times
            )
            for times in range(1, FARTHEST + 1)
        ]

    def find(self, frame_bgr: Image, plane: Plane | None = None) -> Detections:
        """With `plane` the view is taken as known: that of earlier pictures of a camera that stands still."""
        found = self._proposals(frame_bgr)
        quads, back, scores = found.quads, found.back, found.scores
        if not len(scores):
            return Detections.none()
        if self.refiner is None:
            return Detections(quads, back, scores)
        # Two proposals that come to lie alike once they are exact were one card.
        exact = self.refiner.refine(frame_bgr, quads, rounds=ROUNDS, known=plane)
        quads, which = merge(exact.quads, scores, same=SAME_EXACT, close=0.0)
        spread = None if exact.spread is None else exact.spread[which]
        single = outline.Outlines(quads, spread, exact.plane)
        result = outline.one_size(frame_bgr, single, known=plane, guess=exact.plane)
        kept = ~pieces(result.quads, scores[which])
        which, spread = which[kept], None if spread is None else spread[kept]
        return Detections(result.quads[kept], back[which], scores[which], spread, result.plane)

    def _proposals(self, frame: Image) -> _Proposals:
        """What the network offers, in as many looks as large cards need."""
        found, scale = self._look(frame, self.farther)
        for times in range(self.farther + 1, FARTHEST + 1):
            if not _too_long(found, scale):
                break
            far, smaller = self._look(frame, times)
            found, scale = _joined(found, far, scale), smaller
        return found

    def _look(self, frame: Image, farther: int) -> tuple[_Proposals, float]:
        height, width = frame.shape[:2]
        box = Letterbox.of(width, height, self.size, share=0.5**farther)
        raw = self.network.run(_batch(box.apply(frame)))[0][0]
        quads, back, scores = decode(raw, threshold=self.threshold)
        return _Proposals(box.back(quads), back, scores), box.scale


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

    `fast`: with 16-bit floats where they are quicker, for films, where each card is looked at often.
    """
    path = path or MODELS / MODEL_NAME
    network = load_network(path, threads=threads, engine=engine, fast=fast)
    rows = manifest(path.parent)
    # Batch, channels, height, width: a network made for larger pictures says so itself.
    height, width = (int(n) for n in rows[path.name].get("input", (1, 3, INPUT_HEIGHT, INPUT_WIDTH))[2:])
    refiner = None
    if exact and outline.MODEL_NAME in rows:
        refiner = outline.load_refiner(path.parent / outline.MODEL_NAME, threads=threads, engine=engine)
    return NetworkFinder(network, size=(width, height), refiner=refiner, threshold=threshold)
