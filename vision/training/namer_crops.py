"""One crop for the namer to learn from: a card among others under some light, cut out along a shaky outline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.identity import CROP_HEIGHT, CROP_WIDTH, card_in_crop, rectify
from vision.training.namer_faces import FACE_HEIGHT, FACE_WIDTH, Image
from vision.training.namer_light import shade, through_camera

Quad = NDArray[np.float32]
GRID_SHAPE: Final = (12, 6)


@dataclass(frozen=True, slots=True)
class Crop:
    """The picture, which of its 12 × 6 cells show the card, where the true corners are, and how much is visible."""

    picture: Image
    cells: NDArray[np.float32]
    offsets: NDArray[np.float32]
    visible: float
    flipped: bool = False


@dataclass(frozen=True, slots=True)
class World:
    """What lies on tables: surfaces, photographs (for what is strange), and hands with alpha."""

    surfaces: Sequence[Image]
    photos: Sequence[Image]
    hands: Sequence[Image]


Pyramid = tuple[Image, ...]


def card_mask(rng: Generator) -> Image:
    """The rounded outline of a card as alpha."""
    mask = np.zeros((FACE_HEIGHT, FACE_WIDTH), np.uint8)
    r = int(rng.uniform(2, 18))
    cv2.rectangle(mask, (r, 0), (FACE_WIDTH - 1 - r, FACE_HEIGHT - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (FACE_WIDTH - 1, FACE_HEIGHT - 1 - r), 255, -1)
    for x in (r, FACE_WIDTH - 1 - r):
        for y in (r, FACE_HEIGHT - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1)
    return mask


class Desk:
    """A patch of a camera's picture, on which cards are laid one over another."""

    def __init__(self, rng: Generator, world: World, length: float) -> None:
        self.rng = rng
        self.world = world
        self.length = length
        self.size = int(length * 1.5) + 12
        self.image = self._surface()
        self.tilt = self._camera()
        self.covered = np.zeros((self.size, self.size), np.uint8)
        self.masks = [card_mask(rng)]
        self.shadow = float(rng.uniform(0, 0.55))
        angle = rng.uniform(0, 2 * np.pi)
        reach = length * rng.uniform(0.004, 0.03)
        self.shadow_shift = (reach * np.cos(angle), reach * np.sin(angle))

    def _surface(self) -> NDArray[np.float32]:
        rng, n = self.rng, self.size
        source = self.world.photos if rng.random() < 0.15 else self.world.surfaces
        picture = source[int(rng.integers(len(source)))]
        side = int(min(picture.shape[:2]) * rng.uniform(0.15, 1.0))
        y = int(rng.integers(picture.shape[0] - side + 1))
        x = int(rng.integers(picture.shape[1] - side + 1))
        patch = cv2.resize(picture[y : y + side, x : x + side], (n, n), interpolation=cv2.INTER_AREA)
        if rng.random() < 0.3:
            plain = rng.integers(20, 240, 3)
            mix = rng.uniform(0.3, 1.0)
            patch = patch * (1 - mix) + plain * mix
        return np.asarray(patch, np.float32)

    def _camera(self) -> NDArray[np.float64]:
        """From the table's plane (card lengths, origin in the middle) to this patch."""
        rng = self.rng
        tilt = np.radians(min(abs(rng.normal(0, 24)), 55))
        turn, distance = rng.uniform(0, 2 * np.pi), rng.uniform(2.5, 14)
        c, s = np.cos(turn), np.sin(turn)
        spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
        plane = np.array([[1, 0, 0], [0, np.cos(tilt), 0], [0, np.sin(tilt) / distance, 1]])
        back = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
        squash = np.diag([rng.uniform(0.97, 1.03), 1.0, 1.0])
        scale, middle = self.length / np.sqrt(np.cos(tilt)), self.size / 2
        to_pixels = np.array([[scale, 0, middle], [0, scale, middle], [0, 0, 1]])
        matrix: NDArray[np.float64] = to_pixels @ squash @ back @ plane @ spin
        return matrix

    def outline(self, x: float, y: float, angle: float) -> Quad:
        """The corners of a card whose middle lies at (x, y), in card lengths."""
        half_w, half_h = 61 / 113 / 2, 0.5
        c, s = np.cos(angle), np.sin(angle)
        corners = np.array([[-half_w, -half_h], [half_w, -half_h], [half_w, half_h], [-half_w, half_h]])
        turned = corners @ np.array([[c, s], [-s, c]]) + [x, y]
        return np.asarray(cv2.perspectiveTransform(turned[None].astype(np.float64), self.tilt)[0], np.float32)

    def lay(self, face: Pyramid, quad: Quad, *, over: bool) -> NDArray[np.uint8]:
        """Draws a card; `over` records that what lies below is now covered. Returns its alpha."""
        level = min(len(face) - 1, max(0, int(np.log2(FACE_HEIGHT / max(self.length, 1)) + 0.4)))
        picture = face[level]
        h, w = picture.shape[:2]
        alpha = cv2.resize(self.masks[0], (w, h), interpolation=cv2.INTER_AREA) if level else self.masks[0]
        corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(corners, quad)
        size = (self.size, self.size)
        drawn = cv2.warpPerspective(
            picture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        mask = cv2.warpPerspective(alpha, matrix, size, flags=cv2.INTER_LINEAR)
        self.paint(np.asarray(drawn, np.uint8), np.asarray(mask, np.uint8), over=over)
        return np.asarray(mask, np.uint8)

    def paint(self, drawn: Image, mask: Image, *, over: bool) -> None:
        """Puts a drawn thing with its alpha onto the patch, its shadow first."""
        if self.shadow > 0.05:
            dx, dy = self.shadow_shift
            shift = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
            cast = cv2.warpAffine(mask, shift, (self.size, self.size))
            cast = cv2.blur(cast, (max(3, int(self.length * 0.03)),) * 2)
            self.image *= 1 - cast[..., None].astype(np.float32) * (self.shadow / 255)
        ink = mask[..., None].astype(np.float32) / 255
        self.image += (drawn.astype(np.float32) - self.image) * ink
        if over:
            np.maximum(self.covered, mask, out=self.covered)


def make_crop(
    rng: Generator, world: World, face: Pyramid, others: Sequence[Pyramid], *, effort: float = 1.0
) -> Crop:
    """A crop of `face`; `others` are faces (and backs) that may lie under and over it."""
    for attempt in range(4):
        desk = Desk(rng, world, float(np.exp(rng.uniform(np.log(44), np.log(270)))))
        quad = desk.outline(rng.uniform(-0.04, 0.04), rng.uniform(-0.04, 0.04), rng.uniform(0, 2 * np.pi))
        if others and rng.random() < 0.45:
            for _ in range(int(rng.integers(1, 4))):
                desk.lay(_any(rng, others), _neighbour(desk, quad), over=False)
        alpha = desk.lay(face, quad, over=False)
        if attempt < 3 and rng.random() < 0.72:
            _cover(desk, quad, others)
        seen = np.minimum(alpha, 255 - desk.covered)
        visible = float(seen.sum(dtype=np.int64)) / max(1.0, float(alpha.sum(dtype=np.int64)))
        if visible >= 0.14:
            break
    picture = through_camera(rng, shade(rng, desk.image, effort), desk.length, effort)
    guess = shaky(rng, quad, visible) if rng.random() < 0.4 else mended(rng, quad, hidden_corners(seen, quad))
    flip = bool(rng.random() < 0.5)  # nobody knows which end is up
    if flip:
        guess, quad = np.roll(guess, 2, axis=0), np.roll(quad, 2, axis=0)
    return cut(picture, seen, guess, quad, visible, flip)


def cut(picture: Image, seen: Image, guess: Quad, quad: Quad, visible: float, flip: bool = False) -> Crop:
    crop, matrix = rectify(picture, guess)
    cells = cv2.warpPerspective(seen, matrix, (CROP_WIDTH, CROP_HEIGHT), flags=cv2.INTER_LINEAR)
    cells = cv2.resize(cells, (GRID_SHAPE[1], GRID_SHAPE[0]), interpolation=cv2.INTER_AREA)
    true = cv2.perspectiveTransform(quad[None], matrix)[0]
    size = np.array([CROP_WIDTH, CROP_HEIGHT], np.float32)
    offsets = np.asarray((true - card_in_crop()) / size, np.float32).ravel()
    return Crop(crop, np.asarray(cells / 255, np.float32), offsets, visible, flip)


def _any(rng: Generator, others: Sequence[Pyramid]) -> Pyramid:
    return others[int(rng.integers(len(others)))]


def _neighbour(desk: Desk, quad: Quad) -> Quad:
    """Where another card of the same pile or trick may lie."""
    rng = desk.rng
    x, y = rng.normal(0, 0.45, 2).tolist()
    placed = desk.outline(x, y, rng.uniform(0, 2 * np.pi)) + (quad.mean(0) - desk.size / 2)
    return np.asarray(placed, np.float32)


def _cover(desk: Desk, quad: Quad, others: Sequence[Pyramid]) -> None:
    """Lays something over the card: a trick's cards, a fan, a hand, a stranger's edge, or the picture's border."""
    rng = desk.rng
    kind = rng.random()
    if kind < 0.3 and others:  # as in a trick: other cards at any angle
        for _ in range(int(rng.integers(1, 4))):
            radius, where = rng.uniform(0.2, 0.85), rng.uniform(0, 2 * np.pi)
            x, y, turn = radius * np.cos(where), radius * np.sin(where), rng.uniform(0, 2 * np.pi)
            desk.lay(_any(rng, others), desk.outline(x, y, turn), over=True)
    elif kind < 0.74 and others:
        _lay_fan(desk, quad, others)
    elif kind < 0.87 and desk.world.hands:
        _lay_hand(desk, quad)
    elif kind < 0.94:
        _lay_shape(desk, quad)
    else:
        _beyond_border(desk, quad)


def _lay_fan(desk: Desk, quad: Quad, others: Sequence[Pyramid]) -> None:
    """As in a fan or a row: almost parallel, shifted along one edge, most often so that a strip is left."""
    rng = desk.rng
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    if rng.random() < 0.75:
        share = rng.uniform(0.18, 0.5) if rng.random() < 0.6 else rng.uniform(0.4, 0.95)
        shift = across * share * rng.choice([-1, 1]) + down * rng.normal(0, 0.06)
    else:
        shift = down * rng.uniform(0.15, 0.9) * rng.choice([-1, 1]) + across * rng.normal(0, 0.06)
    angle = rng.normal(0, 0.12)
    end = np.pi if rng.random() < 0.5 else 0
    desk.lay(_any(rng, others), _turned(quad, angle + end) + shift.astype(np.float32), over=True)
    if rng.random() < 0.3:  # the next card of the fan
        desk.lay(
            _any(rng, others), _turned(quad, 2 * angle + end) + (2 * shift).astype(np.float32), over=True
        )


def _turned(quad: Quad, angle: float) -> Quad:
    middle = quad.mean(0)
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray((quad - middle) @ np.array([[c, s], [-s, c]], np.float32) + middle, np.float32)


def _lay_hand(desk: Desk, quad: Quad) -> None:
    rng = desk.rng
    hand = desk.world.hands[int(rng.integers(len(desk.world.hands)))]
    scale = desk.length * rng.uniform(0.6, 1.5) / max(hand.shape[:2])
    turn, target = rng.uniform(0, 360), quad.mean(0) + rng.normal(0, 0.42, 2) * desk.length
    matrix = cv2.getRotationMatrix2D((hand.shape[1] / 2, hand.shape[0] / 2), turn, scale)
    matrix[:, 2] += target - np.array([hand.shape[1], hand.shape[0]]) / 2
    drawn = cv2.warpAffine(hand, matrix, (desk.size, desk.size), flags=cv2.INTER_AREA)
    desk.paint(np.asarray(drawn[..., :3], np.uint8), np.ascontiguousarray(drawn[..., 3]), over=True)


def _lay_shape(desk: Desk, quad: Quad) -> None:
    """Anything: a sleeve, a phone, a glass, a beer mat."""
    rng, n = desk.rng, desk.size
    mask = np.zeros((n, n), np.uint8)
    middle = quad.mean(0) + rng.normal(0, 0.4, 2) * desk.length
    if rng.random() < 0.5:
        cv2.circle(
            mask, middle.astype(int).tolist(), int(desk.length * rng.uniform(0.12, 0.5)), 255, -1, cv2.LINE_AA
        )
    else:
        count = int(rng.integers(3, 7))
        angles = np.sort(rng.uniform(0, 2 * np.pi, count))
        radii = desk.length * rng.uniform(0.15, 0.7, count)
        points = middle + np.stack([radii * np.cos(angles), radii * np.sin(angles)], 1)
        cv2.fillPoly(mask, [points.astype(np.int32)], 255, cv2.LINE_AA)
    photo = desk.world.photos[int(rng.integers(len(desk.world.photos)))]
    drawn = cv2.resize(photo, (n, n))
    if rng.random() < 0.5:
        drawn = drawn // 4 + rng.integers(0, 190, 3).astype(np.uint8)
    desk.paint(np.asarray(drawn, np.uint8), mask, over=True)


def _beyond_border(desk: Desk, quad: Quad) -> None:
    """The card hangs out of the picture: there the crop stays black."""
    rng, n = desk.rng, desk.size
    normal = rng.uniform(0, 2 * np.pi)
    direction = np.array([np.cos(normal), np.sin(normal)])
    limit = float(quad.mean(0) @ direction) + desk.length * rng.uniform(-0.2, 0.35)
    ys, xs = np.mgrid[0:n, 0:n]
    outside = (xs * direction[0] + ys * direction[1]) > limit
    desk.image[outside] = 0
    desk.covered[outside] = 255


def hidden_corners(seen: Image, quad: Quad) -> NDArray[np.bool_]:
    """Which corners of the card lie under something, by what is seen just inside of them."""
    inside = quad + 0.12 * (quad.mean(0) - quad)
    top, left = np.array(seen.shape[:2]) - 1
    at = np.round(inside).astype(int)
    spots = [seen[min(max(y, 0), top), min(max(x, 0), left)] for x, y in at.tolist()]
    return np.array(spots) < 128


def other_end_up(rough: Quad, quad: Quad) -> bool:
    """Whether an outline begins at the end of the card where the true one does not."""
    return bool(np.abs(rough - np.roll(quad, 2, axis=0)).sum() < np.abs(rough - quad).sum())


def mended(rng: Generator, quad: Quad, hidden: NDArray[np.bool_]) -> Quad:
    """The outline as the outline network leaves it: exact where corners are seen, guessed where they are not.

    Guesses err together: a covered end is taken for too near or too far as a whole.
    """
    length = float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2
    exact = float(rng.choice([0.004, 0.008, 0.018], p=[0.4, 0.4, 0.2]))
    guessed = float(rng.choice([0.012, 0.03, 0.06], p=[0.4, 0.4, 0.2]))
    common, own = rng.normal(0, 0.8, 2), rng.normal(0, 1, (4, 2))
    error = np.where(hidden[:, None], (common + 0.6 * own) * guessed, own * exact)
    return np.asarray(quad + error * length, np.float32)


def shaky(rng: Generator, quad: Quad, visible: float) -> Quad:
    """The outline as a finder sees it: nearly right, sometimes a rotated rectangle, worse where much is covered."""
    length = float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2
    guess = quad.copy()
    if rng.random() < 0.25:
        box = cv2.boxPoints(cv2.minAreaRect(quad))
        first = int(np.argmin(np.linalg.norm(box - quad[0], axis=1)))
        guess = np.roll(box, -first, axis=0).astype(np.float32)
        if np.cross(np.append(guess[1] - guess[0], 0), np.append(guess[2] - guess[1], 0))[2] < 0:
            guess = guess[[0, 3, 2, 1]]
    unrest = float(rng.choice([0.25, 0.7, 1.0], p=[0.3, 0.4, 0.3])) * (1 + 1.2 * (1 - visible))
    angle = rng.normal(0, 0.025) * unrest
    guess = _turned(guess, angle)
    stretch = 1 + rng.normal(0, 0.025, 2).astype(np.float32) * unrest
    across, down = (guess[1] - guess[0]), (guess[3] - guess[0])
    for i, (u, v) in enumerate(((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))):
        guess[i] += across * u * (stretch[0] - 1) + down * v * (stretch[1] - 1)
    guess += rng.normal(0, 0.016, 2).astype(np.float32) * length * unrest
    guess += rng.normal(0, 0.013, (4, 2)).astype(np.float32) * length * unrest
    return np.asarray(guess, np.float32)
