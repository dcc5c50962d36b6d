"""Painting one card: its print and wear, gloss, bend, thickness and shadow."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.rendering.backs import paper
from vision.rendering.camera import Camera, Matrix
from vision.rendering.canvas import Canvas, Image, Sprite, density, inverse, placed, transform, warp
from vision.rendering.faces import CARD_WIDTH, card_mask, card_sprite
from vision.rendering.layouts import Placed

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Finish:
    """How all cards of one deck look: colours, wear, shape, gloss, and where the shadow falls (mm per mm height)."""

    mix: Matrix
    rim: float
    radius: float
    width: float
    stretch: float
    wear: float
    gloss: float
    shadow: tuple[float, float]
    depth: float
    softness: float
    rim_tone: tuple[int, int, int]


def any_finish(rng: Rng, variety: float = 1.0) -> Finish:
    """A new or old deck under any light. With variety 0 it looks as scanned."""
    mix = np.eye(3)
    tint = np.zeros((3, 1))
    if rng.random() < 0.75 * variety:
        mix = mix + rng.normal(0, 0.05, (3, 3))
        age = rng.uniform(0, 0.22) * (rng.random() < 0.5)
        mix = np.diag([1 - age, 1 - 0.35 * age, 1 - 0.15 * age]) @ mix
        contrast = rng.uniform(0.55, 1.1)
        mix, tint = mix * contrast, rng.uniform(0.3, 1.0) * 255 * (1 - contrast) * np.ones((3, 1))
    if rng.random() < 0.1 * variety:
        grey = np.ones((3, 3)) * np.array([0.114, 0.587, 0.299])
        mix = 0.3 * mix + 0.7 * grey
    a = rng.uniform(0, 2 * np.pi)
    return Finish(
        mix=np.hstack([mix, tint]),
        rim=float(rng.uniform(0.5, 5.0)) if rng.random() < 0.2 * variety else 0.0,
        radius=float(rng.uniform(2.0, 6.0)) if rng.random() < variety else 4.0,
        width=CARD_WIDTH * float(rng.uniform(0.94, 1.06)),
        stretch=float(np.clip(rng.normal(1.0, 0.015 * variety), 0.95, 1.05)),
        wear=float(rng.uniform(0, 1)) * variety * float(rng.random() < 0.6),
        gloss=float(rng.uniform(0, 1)) * float(rng.random() < 0.5),
        shadow=(float(np.cos(a)) * rng.uniform(0.4, 3.0), float(np.sin(a)) * rng.uniform(0.4, 3.0)),
        depth=float(rng.uniform(0.0, 0.6)),
        softness=float(rng.uniform(0.5, 6.0)),
        rim_tone=paper(rng),
    )


def finished(rng: Rng, picture: Image, finish: Finish) -> Image:
    """The printed face after years of play."""
    result = np.asarray(cv2.transform(picture, finish.mix), np.uint8)
    h, w = result.shape[:2]
    if finish.rim:
        r = max(1, round(finish.rim * w / finish.width))
        inner = cv2.resize(result, (max(4, w - 2 * r), max(4, h - 2 * r)), interpolation=cv2.INTER_AREA)
        result = np.asarray(
            cv2.copyMakeBorder(
                inner,
                r,
                h - r - inner.shape[0],
                r,
                w - r - inner.shape[1],
                cv2.BORDER_CONSTANT,
                value=finish.rim_tone,
            ),
            np.uint8,
        )
    if finish.wear > 0.05:
        _wear(rng, result, finish.wear)
    if finish.gloss and rng.random() < 0.5:
        result = _gloss(rng, result, finish.gloss)
    return result


def _wear(rng: Rng, picture: Image, amount: float) -> None:
    """Scratches, stains and a dirty edge, painted into the picture."""
    h, w = picture.shape[:2]
    for _ in range(int(rng.poisson(4 * amount))):
        a = (int(rng.integers(w)), int(rng.integers(h)))
        b = (a[0] + int(rng.normal(0, w / 3)), a[1] + int(rng.normal(0, h / 3)))
        tone = int(rng.integers(60, 255))
        cv2.line(picture, a, b, (tone, tone, tone), 1, cv2.LINE_AA)
    if rng.random() < amount:
        dirt = np.zeros((h, w), np.float32)
        cv2.rectangle(dirt, (0, 0), (w - 1, h - 1), float(rng.uniform(0.1, 0.55)), max(2, round(0.06 * w)))
        for _ in range(int(rng.poisson(1.2))):
            at = (int(rng.integers(w)), int(rng.integers(h)))
            cv2.circle(dirt, at, int(rng.integers(2, max(3, w // 4))), float(rng.uniform(0.05, 0.25)), -1)
        k = max(1, w // 8)
        picture[:] = (picture * (1.0 - cv2.blur(dirt, (k, k)))[..., None]).astype(np.uint8)


def _gloss(rng: Rng, picture: Image, amount: float) -> Image:
    """A band or spot of reflected light."""
    h, w = picture.shape[:2]
    a = rng.uniform(0, 2 * np.pi)
    x = np.linspace(-0.5, 0.5, w, dtype=np.float32)[None, :]
    y = np.linspace(-0.9, 0.9, h, dtype=np.float32)[:, None]
    u = np.cos(a) * x + np.sin(a) * y - rng.uniform(-0.9, 0.9)
    v = -np.sin(a) * x + np.cos(a) * y - rng.uniform(-0.9, 0.9)
    wide = rng.uniform(0.08, 0.5)
    spot = np.exp(-((u / wide) ** 2) - (v / wide) ** 2 * (rng.random() < 0.5))
    bright = picture + (rng.uniform(0.2, 1.0) * amount * 190 * spot)[..., None]
    return np.asarray(np.clip(bright, 0, 255), np.uint8)


def card_corners(laid: Placed, finish: Finish, ratio: float) -> Matrix:
    """The four corners of the straight edges on the table, clockwise from the printed top left, with heights."""
    w, h = finish.width / 2, finish.width * ratio * finish.stretch / 2
    c, s = np.cos(np.radians(laid.angle)), np.sin(np.radians(laid.angle))
    flat = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) @ np.array([[c, s], [-s, c]])
    return np.column_stack([flat + np.array([laid.x, laid.y]), np.full(4, laid.lift + max(0.0, laid.bend))])


def needed_height(camera: Camera, corners: Matrix) -> int:
    """How many rows a face's picture needs for this card."""
    p = camera.straight(corners)
    return max(8, int(np.linalg.norm(p[3] - p[0])), int(np.linalg.norm(p[2] - p[1])))


def paint_card(
    canvas: Canvas, camera: Camera, picture: Image, laid: Placed, finish: Finish, number: int
) -> float:
    """Paints a card. Returns the share of its rectangle that is card (round corners are not)."""
    height, width = picture.shape[:2]
    mask = card_mask(height, width, finish.radius * width / finish.width)
    filled = float(mask.mean()) / 255.0
    sprite = card_sprite(picture, mask, finish.width)
    # A print's own ratio is kept by the picture; `stretch` is how much this copy differs from it.
    grow = np.diag([1.0, finish.stretch, 1.0])
    on_table = placed(Sprite(sprite.colour, sprite.mask, sprite.per_mm), laid.x, laid.y, laid.angle)
    middle = np.array(
        [[1, 0, (sprite.mask.shape[1] - 1) / 2], [0, 1, (sprite.mask.shape[0] - 1) / 2], [0, 0, 1.0]]
    )
    on_table = on_table @ middle @ grow @ inverse(middle)
    to_image = camera.plane(laid.lift) @ on_table
    outline = transform(to_image, _rim(sprite))
    _cast_shadow(canvas, camera, sprite, on_table, laid, finish)
    margin = 3 + int(4 * abs(laid.bend) * density(to_image, sprite))
    window = canvas.window(outline, margin)
    if window is None:
        return filled
    if laid.bend:
        colour, alpha = _bent(camera, sprite, on_table, laid, window)
    else:
        colour, alpha = warp(sprite, to_image, window)
    canvas.blend(colour, alpha, window)
    canvas.own(alpha, window, number)
    return filled


def _rim(sprite: Sprite) -> Matrix:
    h, w = sprite.mask.shape
    return np.array([[0, 0], [w, 0], [w, h], [0, h]], float)


def _cast_shadow(
    canvas: Canvas, camera: Camera, sprite: Sprite, on_table: Matrix, laid: Placed, finish: Finish
) -> None:
    if finish.depth < 0.05:
        return
    reach = 0.5 + abs(laid.bend)
    shift = np.array([[1, 0, finish.shadow[0] * reach], [0, 1, finish.shadow[1] * reach], [0, 0, 1.0]])
    to_image = camera.plane(max(0.0, laid.lift - 0.3)) @ shift @ on_table
    soft = finish.softness * density(to_image, sprite)
    window = canvas.window(transform(to_image, _rim(sprite)), 2 + int(soft))
    if window is None:
        return
    x0, y0, x1, y1 = window
    matrix = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]]) @ to_image
    mask = cv2.warpPerspective(sprite.mask, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
    canvas.shade(np.asarray(mask, np.uint8), window, finish.depth, soft)


def _bent(
    camera: Camera, sprite: Sprite, on_table: Matrix, laid: Placed, window: tuple[int, int, int, int]
) -> tuple[Image, Image]:
    """A card whose ends (bend > 0) or middle (bend < 0) stand off the table by that many millimetres."""
    x0, y0, x1, y1 = window
    gx, gy = np.meshgrid(np.arange(x0, x1, dtype=np.float64), np.arange(y0, y1, dtype=np.float64))
    seen = np.column_stack([gx.ravel(), gy.ravel()])
    base, one = camera.plane(laid.lift) @ on_table, camera.plane(laid.lift + 1.0) @ on_table
    height = sprite.mask.shape[0]
    texture = transform(inverse(base), seen)
    for _ in range(3):
        along = np.clip(2 * texture[:, 1:2] / height - 1, -1.2, 1.2)
        rise = laid.bend * along**2 if laid.bend > 0 else -laid.bend * (1 - along**2)
        lifted = (transform(one, texture) - transform(base, texture)) * rise
        texture = transform(inverse(base), seen - lifted)
    across, down = (np.ascontiguousarray(t.reshape(y1 - y0, x1 - x0), np.float32) for t in texture.T)
    colour = cv2.remap(sprite.colour, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = cv2.remap(sprite.mask, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(colour, np.uint8), np.asarray(mask, np.uint8)
