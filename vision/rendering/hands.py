"""Hands with sleeves that reach over the table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.rendering.backs import colour
from vision.rendering.camera import Matrix
from vision.rendering.canvas import Image, Sprite

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Hand:
    """A cut-out hand; `wrist` is where it leaves the cut-out, `reach` the direction of its fingers in degrees."""

    colour: Image
    mask: Image
    wrist: tuple[float, float]
    reach: float


def make_hand(picture: Image) -> Hand:
    """Finds the wrist of a BGRA cut-out: the border that the hand touches most, else the side far from its tip."""
    mask = np.ascontiguousarray(picture[..., 3])
    h, w = mask.shape
    depth = max(2, round(0.03 * max(h, w)))
    sides = {
        "top": mask[:depth].max(axis=0),
        "bottom": mask[-depth:].max(axis=0),
        "left": mask[:, :depth].max(axis=1),
        "right": mask[:, -depth:].max(axis=1),
    }
    name = max(sides, key=lambda side: int((sides[side] > 127).sum()))
    along = np.flatnonzero(sides[name] > 127)
    middle = float(along.mean()) if along.size else 0.0
    wrist = {
        "top": (middle, 0.0),
        "bottom": (middle, h - 1.0),
        "left": (0.0, middle),
        "right": (w - 1.0, middle),
    }[name]
    ys, xs = np.nonzero(mask > 127)
    dx, dy = float(xs.mean()) - wrist[0], float(ys.mean()) - wrist[1]
    # The colour is carried under the soft edge so that no foreign background shines through.
    solid = cv2.erode(mask, np.ones((3, 3), np.uint8)) > 200
    filled = cv2.inpaint(
        np.ascontiguousarray(picture[..., :3]), (~solid & (mask > 0)).astype(np.uint8), 2, cv2.INPAINT_TELEA
    )
    return Hand(np.asarray(filled, np.uint8), mask, wrist, float(np.degrees(np.arctan2(dy, dx))))


def arm(
    rng: Rng, hand: Hand, *, size_mm: float, sleeve_mm: float, art: Image, finest: float
) -> tuple[Sprite, Matrix]:
    """The hand with a forearm, as one sprite that reaches along +x.

    `finest` limits the pixels per millimetre. Returns the sprite and its fingertip's place in it (pixels).
    """
    h, w = hand.mask.shape
    scale = min(1.0, finest * size_mm / max(h, w))
    hand_size = max(4, round(w * scale)), max(4, round(h * scale))
    colours = cv2.resize(hand.colour, hand_size, interpolation=cv2.INTER_AREA)
    shape = cv2.resize(hand.mask, hand_size, interpolation=cv2.INTER_AREA)
    w, h = hand_size
    wrist = np.array(hand.wrist) * scale
    per_mm = max(h, w) / size_mm
    length, half = round(sleeve_mm * per_mm), 0.5 * 62.0 * per_mm * float(rng.uniform(0.75, 1.2))
    reach_px = float(np.hypot(h, w))
    size = round(length + reach_px + 2 * half), round(2 * reach_px)
    c, s = np.cos(np.radians(-hand.reach)), np.sin(np.radians(-hand.reach))
    at = np.array([length + half, size[1] / 2])
    turn = np.array([[c, -s, 0.0], [s, c, 0.0]])
    turn[:, 2] = at - turn[:, :2] @ wrist
    skin = cv2.warpAffine(colours, turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = cv2.warpAffine(shape, turn, size, flags=cv2.INTER_LINEAR)
    skin = cv2.transform(skin, np.eye(3) * rng.uniform(0.55, 1.15) + rng.normal(0, 0.03, (3, 3)))
    cloth = _cloth(rng, art, size)
    drop = float(rng.normal(0, 0.15))
    cuff = at[0] + rng.uniform(-0.3, 0.35) * half
    y = np.arange(size[1])[:, None] - at[1]
    x = np.arange(size[0])[None, :]
    sleeve = (x < cuff) & (np.abs(y - drop * (x - cuff)) < half * (1 + 0.25 * (cuff - x) / max(1.0, cuff)))
    bare = (x < at[0] + 0.2 * half) & (np.abs(y - drop * (x - cuff)) < 0.72 * half) & ~sleeve
    mean = cv2.mean(colours, (shape > 127).astype(np.uint8))[:3]
    skin[bare & (mask < 128)] = np.array(mean).astype(np.uint8)
    cv2.copyTo(cloth, sleeve.astype(np.uint8), skin)
    mask = np.maximum(mask, np.where(sleeve | bare, np.uint8(255), np.uint8(0)))
    tip = np.flatnonzero((mask > 127).any(axis=0))
    return (
        Sprite(
            np.ascontiguousarray(skin, np.uint8),
            np.asarray(cv2.blur(mask.astype(np.uint8), (2, 2)), np.uint8),
            per_mm,
        ),
        np.array([float(tip.max()) if tip.size else at[0], at[1]]),
    )


def _cloth(rng: Rng, art: Image, size: tuple[int, int]) -> Image:
    tone = np.array(colour(rng, 5, 235), np.float32)
    kind = rng.random()
    if kind < 0.3:
        return np.asarray(cv2.resize(art, size), np.uint8)
    stripe = (
        np.sin(np.arange(size[0]) / rng.uniform(2, 9))[None, :, None]
        if kind < 0.5
        else np.zeros((1, size[0], 1))
    )
    fold = cv2.resize(rng.standard_normal((6, 8)).astype(np.float32), size, interpolation=cv2.INTER_CUBIC)[
        ..., None
    ]
    return np.clip(tone * (1 + 0.12 * fold + 0.15 * stripe), 0, 255).astype(np.uint8)
