"""Shoots a planned film, frame by frame: only what moves is painted anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.filming.director import Plan
from vision.filming.paths import CardPath, HandPath
from vision.filming.stage import Stage, bounds
from vision.rendering.assets import Assets
from vision.rendering.canvas import Canvas, Image
from vision.rendering.layouts import Placed

STEP: Final = 18.0
"""What moves is painted anew every so many pixels while the shutter is open (for a picture 1280 wide)."""
MOST: Final = 5
Window = tuple[int, int, int, int]


def shoot(plan: Plan, assets: Assets) -> Iterator[Image]:
    """The frames of the film, from its first to its last."""
    studio = _Studio(plan, assets)
    for index in range(round(plan.duration * plan.look.fps)):
        yield studio.frame(index / plan.look.fps)


class _Studio:
    def __init__(self, plan: Plan, assets: Assets) -> None:
        self.plan, self.look = plan, plan.look
        self.stage = Stage(plan.look, assets)
        self.sensor = _Sensor(plan, self.stage.table)
        self.base = Canvas(self.stage.table.copy())
        self.lit = self.sensor.light(self.base.image, None)
        self.settled: list[tuple[int, Placed]] = []

    def frame(self, t: float) -> Image:
        begin = t - self.look.shutter
        resting, moving = self._sort(begin, t)
        hands = [h for h in self.plan.hands if self._in_sight(h, begin) or self._in_sight(h, t)]
        self._settle(resting)
        if not moving and not hands:
            return self.sensor.expose(self.lit, t)
        window, picture = self._smeared(moving, hands, begin, t)
        if window is None:
            return self.sensor.expose(self.lit, t)
        x0, y0, x1, y1 = window
        whole = self.lit.copy()
        whole[y0:y1, x0:x1] = self.sensor.light(picture, window)
        return self.sensor.expose(whole, t)

    def _sort(self, begin: float, end: float) -> tuple[list[tuple[int, Placed]], list[CardPath]]:
        """Cards that lie still, from below, and the moving ones with all that lies above them."""
        seen = [(card.layer(end), i, card) for i, card in enumerate(self.plan.cards) if card.seen(end)]
        resting: list[tuple[int, Placed]] = []
        moving: list[CardPath] = []
        for _, i, card in sorted(seen, key=lambda row: row[:2]):
            if moving or card.path.moves(begin, end):
                moving.append(card)
            else:
                resting.append((i, card.placed(end)))
        return resting, moving

    def _in_sight(self, hand: HandPath, t: float) -> bool:
        keys = hand.path.keys
        if t <= keys[0].t or t >= hand.path.end:
            return False
        window = bounds([self.stage.arm_outline(hand, t)], 8, self.look.camera.width, self.look.camera.height)
        return window is not None

    def _settle(self, resting: list[tuple[int, Placed]]) -> None:
        if resting == self.settled:
            return
        old = len(self.settled)
        if resting[:old] != self.settled:
            self.base = Canvas(self.stage.table.copy())
            old = 0
        for _, laid in resting[old:]:
            self.stage.paint(self.base, laid)
        self.settled = resting
        self.lit = self.sensor.light(self.base.image, None)

    def _smeared(
        self, moving: list[CardPath], hands: list[HandPath], begin: float, end: float
    ) -> tuple[Window | None, Image]:
        """What moves, as the open shutter sees it, and the part of the picture that it changes."""
        first, last = (
            [self.stage.outline(c.placed(s)) for c in moving] + [self.stage.arm_outline(h, s) for h in hands]
            for s in (begin, end)
        )
        outlines = first + last
        way = max(float(np.abs(b - a).max()) for a, b in zip(first, last, strict=True))
        way *= 1280 / self.look.camera.width
        parts = min(MOST, 2 + int(way / STEP)) if way > 0.1 else 1
        times = [begin + (end - begin) * k / (parts - 1) for k in range(parts)] if parts > 1 else [end]
        margin = 40 * self.look.camera.width // 1280
        window = bounds(outlines, margin, self.look.camera.width, self.look.camera.height)
        if window is None:
            return None, self.base.image
        x0, y0, x1, y1 = window
        total = np.zeros((y1 - y0, x1 - x0, 3), np.float32)
        for s in times:
            canvas = Canvas(self.base.image.copy())
            for card in moving:
                self.stage.paint(canvas, card.placed(s))
            for hand in hands:
                self.stage.paint_arm(canvas, hand, s)
            cv2.accumulate(canvas.image[y0:y1, x0:x1], total)
        return window, (total / len(times)).astype(np.uint8)


class _Sensor:
    """Light, lens and camera."""

    def __init__(self, plan: Plan, table: Image) -> None:
        look = self.look = plan.look
        size = look.camera.width, look.camera.height
        self.bright = np.asarray(cv2.resize(look.field, size, interpolation=cv2.INTER_LINEAR), np.float32)
        if self.bright.ndim == 2:
            self.bright = np.repeat(self.bright[..., None], 3, axis=2)
        self.glare: NDArray[np.float32] | None = None
        if look.glare is not None:
            self.glare = np.asarray(cv2.resize(look.glare, size, interpolation=cv2.INTER_LINEAR), np.float32)
        self.lens = look.camera.lens_map() if look.camera.k1 else None
        rng = np.random.default_rng([look.seed, 4])
        shape = size[1] + 64, size[0] + 64, 3
        self.noise = np.rint(rng.normal(0, max(look.grain, 0.1), shape)).astype(np.int16)
        self.rng = np.random.default_rng([look.seed, 5])
        self.mean = float(self.light(table, None)[::8, ::8].mean())
        self.answer = 1.0

    def light(self, image: Image, window: Window | None) -> Image:
        """The table under its lamps."""
        x0, y0, x1, y1 = window or (0, 0, image.shape[1], image.shape[0])
        result = cv2.multiply(image, np.ascontiguousarray(self.bright[y0:y1, x0:x1]), dtype=cv2.CV_32F)
        if self.glare is not None:
            result = result + self.glare[y0:y1, x0:x1, None]
        return np.clip(result, 0, 255).astype(np.uint8)

    def expose(self, lit: Image, t: float) -> Image:
        look = self.look
        lamp = _lamp(look.lamps, t)
        if look.exposure:
            now = float(lit[::16, ::16].mean()) * lamp
            wanted = (self.mean / max(now, 1.0)) ** look.exposure
            self.answer += 0.25 * (wanted - self.answer)
        level = np.clip(np.arange(256) * lamp * self.answer, 0, 255).astype(np.intp)
        table = np.clip(look.curve[level], 0, 255).astype(np.uint8)[None]
        image = np.asarray(cv2.LUT(lit, table), np.uint8)
        if self.lens is not None:
            image = np.asarray(
                cv2.remap(image, *self.lens, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.uint8
            )
        image = self._shaken(image, t)
        if look.blur:
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), look.blur), np.uint8)
        y, x = (int(v) for v in self.rng.integers(0, 64, 2))
        grain = np.ascontiguousarray(self.noise[y : y + image.shape[0], x : x + image.shape[1]])
        image = np.asarray(cv2.add(image, grain, dtype=cv2.CV_8U), np.uint8)
        if look.jpeg is not None:
            data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, look.jpeg])[1]
            image = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
        return image

    def _shaken(self, image: Image, t: float) -> Image:
        for since, size in self.look.shakes:
            age = t - since
            if 0 <= age < 0.8:
                swing = size * float(np.exp(-4 * age) * np.cos(21 * age))
                shift = np.array([[1, 0, 0.6 * swing], [0, 1, swing]], np.float64)
                turned = cv2.warpAffine(image, shift, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
                image = np.asarray(turned, np.uint8)
        return image


def _lamp(lamps: tuple[tuple[float, float, float], ...], t: float) -> float:
    now = 1.0
    for since, level, ramp in lamps:
        share = min(max((t - since) / ramp, 0.0), 1.0)
        now += share * (level - now)
    return now
