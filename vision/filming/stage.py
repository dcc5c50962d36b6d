"""The painted parts of a film: the table with its things, the prints of the cards, the arms."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.filming.drawn_hands import drawn_hand
from vision.filming.look import Look, card_picture
from vision.filming.paths import HandPath
from vision.filming.places import Places
from vision.rendering.assets import Assets
from vision.rendering.camera import Matrix
from vision.rendering.canvas import Canvas, Image, Sprite, density, placed, transform, warp
from vision.rendering.cards import card_corners, finished, paint_card
from vision.rendering.hands import arm
from vision.rendering.layouts import Placed
from vision.rendering.objects import MAKERS, score_pad
from vision.rendering.surfaces import lay_surface, make_surface, polygon_mask, recoloured

Rng = np.random.Generator
STEPS: Final = 4
"""Sizes of a sprite that are kept, for each halving."""
NEAR: Final = 0.15
"""What is so much nearer to the camera than its tip, or behind it, is not painted."""


@dataclass(frozen=True, slots=True)
class Arm:
    """A hand with its sleeve, reaching along +x; `tip` is its fingertip in pixels of the sprite."""

    sprite: Sprite
    tip: Matrix
    shadow: float


class Stage:
    """Paints what a film is made of. Every part depends on the film's seed and its own name alone."""

    def __init__(self, look: Look, assets: Assets) -> None:
        self.look, self.assets = look, assets
        self.places = Places(look.camera)
        self._prints: dict[str, Image] = {}
        self._arms: dict[str, Arm] = {}
        self._shrunk: dict[tuple[int, int], tuple[Sprite, Sprite]] = {}

    def rng(self, *what: int) -> Rng:
        return np.random.default_rng([self.look.seed, 2, *what])

    # --- cards ------------------------------------------------------------------------------------------------

    def print_of(self, card: str) -> Image:
        """This copy of a card, with its wear."""
        if card not in self._prints:
            number = sum((i + 1) * ord(letter) for i, letter in enumerate(card))
            self._prints[card] = finished(
                self.rng(1, number), card_picture(self.look, card), self.look.finish
            )
        return self._prints[card]

    def paint(self, canvas: Canvas, laid: Placed) -> None:
        paint_card(canvas, self.look.camera, self.print_of(laid.card), laid, self.look.finish, 0)

    def outline(self, laid: Placed) -> Matrix:
        """Around the card and its shadow, in the straight picture."""
        return self.look.camera.straight(card_corners(laid, self.look.finish, self.look.ratio * 1.15))

    # --- the table ----------------------------------------------------------------------------------------------

    @cached_property
    def table(self) -> Image:
        """The table before the deal."""
        look, rng = self.look, self.rng(2)
        image = np.zeros((look.camera.height, look.camera.width, 3), np.uint8)
        image[:] = self._lay(rng, image)
        if rng.random() < 0.35 and look.things:
            self._edge(rng, image)
        canvas = Canvas(image)
        for i in range(look.things):
            self._thing(rng, canvas, pad=i == 0)
        return canvas.image

    def _art(self, rng: Rng) -> Image:
        pool = self.assets.photos or self.assets.surfaces
        return pool[int(rng.integers(len(pool)))] if pool else make_surface(rng, 128)

    def _lay(self, rng: Rng, image: Image) -> Image:
        if self.look.calm:
            return self._felt(rng, image)
        pool = self.assets.surfaces
        picture = pool[int(rng.integers(len(pool)))] if pool and rng.random() < 0.6 else make_surface(rng)
        picture = recoloured(rng, picture, 0.5) if rng.random() < 0.5 else picture
        piece, offset = float(rng.uniform(250, 900)), float(rng.uniform(0, 900))
        angle = float(rng.choice([0, 90]) + rng.normal(0, 4))
        return lay_surface(image, self.look.camera, picture, piece_mm=piece, angle=angle, offset=offset)

    def _felt(self, rng: Rng, image: Image) -> Image:
        """A green cloth without a pattern."""
        cloud = cv2.resize(
            rng.normal(0, 4, (9, 16)).astype(np.float32), image.shape[1::-1], interpolation=cv2.INTER_CUBIC
        )
        weave = rng.normal(0, 2.5, image.shape[:2])
        tone = np.array([62.0, 96.0, 40.0]) + (cloud + weave)[..., None]
        return np.asarray(np.clip(tone, 0, 255), np.uint8)

    def _edge(self, rng: Rng, image: Image) -> None:
        """Where the table ends, a floor is seen: all of it lies well outside the trick."""
        floor = (self._lay(rng, image) * rng.uniform(0.2, 0.7)).astype(np.uint8)
        seats = [self.places.at(x, y) for x, y in ((0.03, 0.97), (0.97, 0.97), (0.97, 0.03), (0.03, 0.03))]
        corners = np.array(seats) * rng.uniform(0.97, 1.1, (4, 2))
        mask = polygon_mask(image.shape[:2], transform(self.look.camera.plane(), corners))
        inside = Canvas(floor)
        inside.blend(image.copy(), mask, (0, 0, image.shape[1], image.shape[0]))
        image[:] = inside.image

    def _thing(self, rng: Rng, canvas: Canvas, *, pad: bool) -> None:
        """A pad, a glass, a mat, a phone: near the rim of the table."""
        across, down = float(rng.uniform(0.03, 0.97)), float(rng.uniform(0.04, 0.96))
        if abs(across - 0.5) < 0.34 and abs(down - 0.5) < 0.42:
            across = 0.1 if across < 0.5 else 0.9
        x, y = self.places.at(across, down)
        maker = score_pad if pad else MAKERS[int(rng.integers(len(MAKERS)))]
        sprite = maker(rng, self._art(rng))
        self._flat(
            canvas,
            sprite,
            placed(sprite, x, y, float(rng.uniform(0, 360))),
            0.0,
            float(rng.uniform(0.1, 0.4)),
        )

    # --- arms ---------------------------------------------------------------------------------------------------

    def arm(self, who: str) -> Arm:
        """Everybody has a hand and a sleeve of his own."""
        if who not in self._arms:
            rng = self.rng(3, sum((i + 1) * ord(letter) for i, letter in enumerate(who)))
            pool = self.assets.hands
            hand = pool[int(rng.integers(len(pool)))] if pool and rng.random() < 0.9 else drawn_hand(rng)
            seen = self.look.camera.straight(np.array([[0.0, 0, 0], [1.0, 0, 0]]))
            sprite, tip = arm(
                rng,
                hand,
                size_mm=float(rng.uniform(125, 175)),
                sleeve_mm=0.75 * self.places.width_mm,
                art=self._art(rng),
                finest=1.15 * float(np.linalg.norm(seen[1] - seen[0])),
            )
            self._arms[who] = Arm(sprite, tip, float(rng.uniform(0.05, 0.4)))
        return self._arms[who]

    def reach(self, hand: HandPath, t: float) -> tuple[Arm, Matrix, float]:
        """The arm at that moment: its sprite, where it is on the table, and its height."""
        thing, key = self.arm(hand.who), hand.path.at(t)
        angle = float(np.degrees(np.arctan2(key.y - hand.shoulder[1], key.x - hand.shoulder[0])))
        at = placed(thing.sprite, 0, 0, angle)
        tip = transform(at, thing.tip[None])[0]
        return thing, np.array([[1, 0, key.x - tip[0]], [0, 1, key.y - tip[1]], [0, 0, 1.0]]) @ at, key.lift

    def paint_arm(self, canvas: Canvas, hand: HandPath, t: float) -> None:
        thing, at, lift = self.reach(hand, t)
        self._flat(canvas, thing.sprite, at, max(4.0, lift), thing.shadow)

    def arm_outline(self, hand: HandPath, t: float) -> Matrix:
        thing, at, lift = self.reach(hand, t)
        to_image = self.look.camera.plane(max(4.0, lift)) @ at
        begin = _begin(thing.sprite, to_image)
        return _outline(_cut(thing.sprite, begin), to_image @ _along(begin))

    def _small(self, thing: Sprite, share: float) -> Sprite:
        """The sprite at about that share of its density: in steps, so that a moving arm is shrunk a few times only."""
        step = math.ceil(STEPS * math.log2(max(share, 1e-3)))
        if step >= 0:
            return thing
        key = id(thing), step
        if key not in self._shrunk:
            # The sprite itself is kept beside its copy, so that its number is not given to another one.
            self._shrunk[key] = thing, thing.shrunk(thing.per_mm * 2 ** (step / STEPS))
        return self._shrunk[key][1]

    def _flat(self, canvas: Canvas, thing: Sprite, on_table: Matrix, lift: float, shadow: float) -> None:
        to_image = self.look.camera.plane(lift) @ on_table
        begin = _begin(thing, to_image)
        seen = density(to_image @ _along(begin), _cut(thing, begin))
        small = self._small(thing, min(1.0, seen / thing.per_mm))
        if small is not thing:
            ratio = thing.mask.shape[1] / small.mask.shape[1], thing.mask.shape[0] / small.mask.shape[0]
            to_image = to_image @ np.diag([ratio[0], ratio[1], 1.0])
            begin = math.ceil(begin / ratio[0])
        small, to_image = _cut(small, begin), to_image @ _along(begin)
        outline = _outline(small, to_image)
        window = canvas.window(outline, 6) if float(np.abs(outline).max()) < 20000 else None
        if window is None:
            return
        colour, mask = warp(small, to_image, window)
        drop = 2 + round(0.25 * lift)
        canvas.shade(np.roll(mask, (drop, drop), (0, 1)), window, shadow, 5 + 0.3 * lift)
        canvas.blend(colour, mask, window)


def _begin(thing: Sprite, to_image: Matrix) -> int:
    """The first column of the sprite that lies before the camera: seen aslant, the sleeve of a near seat reaches behind it."""
    h, w = thing.mask.shape
    across, down, rest = (float(v) for v in to_image[2])
    near = NEAR * (across * w + down * h / 2 + rest)
    if across <= 0 or near <= 0:
        return 0
    first = max((near - rest - down * y) / across for y in (0, h))
    return int(min(max(0, math.ceil(first)), w - 2))


def _cut(thing: Sprite, begin: int) -> Sprite:
    """The sprite from this column on."""
    return Sprite(thing.colour[:, begin:], thing.mask[:, begin:], thing.per_mm) if begin else thing


def _along(begin: int) -> Matrix:
    """From the pixels of the sprite that is cut there to those of the whole."""
    return np.array([[1, 0, begin], [0, 1, 0], [0, 0, 1.0]])


def _outline(thing: Sprite, to_image: Matrix) -> Matrix:
    h, w = thing.mask.shape
    return transform(to_image, np.array([[0, 0], [w, 0], [w, h], [0, h]], float))


def bounds(outlines: list[Matrix], margin: int, width: int, height: int) -> tuple[int, int, int, int] | None:
    """The part of the picture that holds all outlines, x0 y0 x1 y1."""
    if not outlines:
        return None
    points: NDArray[np.float64] = np.clip(np.concatenate(outlines), -20000, 20000)
    x0, y0 = (max(0, int(v) - margin) for v in points.min(axis=0))
    x1, y1 = (int(v) + margin + 2 for v in points.max(axis=0))
    x1, y1 = min(width, x1), min(height, y1)
    return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None


def sheet_of(frames: list[Image], columns: int, width: int) -> Image:
    """Frames side by side, to be looked at."""
    small = [
        cv2.resize(f, (width, round(f.shape[0] * width / f.shape[1])), interpolation=cv2.INTER_AREA)
        for f in frames
    ]
    rows = [np.hstack(small[i : i + columns]) for i in range(0, len(small) - columns + 1, columns)]
    return np.asarray(np.vstack(rows), np.uint8)
