"""What cards lie on: cloth, wood, felt and stone drawn by code, and pictures of surfaces, as tables."""

from __future__ import annotations

import cv2
import numpy as np

from vision.rendering.backs import colour, ink, paper
from vision.rendering.camera import Camera, Matrix
from vision.rendering.canvas import Image, transform

Rng = np.random.Generator
NDArrayF = np.ndarray[tuple[int, ...], np.dtype[np.float32]]


def _grain(rng: Rng, shape: tuple[int, int], cells: tuple[int, int]) -> NDArrayF:
    coarse = rng.standard_normal((max(2, cells[0]), max(2, cells[1]))).astype(np.float32)
    return np.asarray(cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def _felt(rng: Rng, size: int) -> Image:
    base = np.array(ink(rng) if rng.random() < 0.7 else colour(rng), np.float32)
    noise = rng.uniform(2, 9) * rng.standard_normal((size, size, 1)).astype(np.float32)
    cloud = rng.uniform(0, 12) * _grain(rng, (size, size), (6, 6))[..., None]
    return np.asarray(np.clip(base + noise + cloud, 0, 255), np.uint8)


def _checks(rng: Rng, size: int) -> Image:
    one = np.array(paper(rng) if rng.random() < 0.7 else colour(rng), np.float32)
    two = np.array(ink(rng), np.float32)
    cells = int(rng.choice([4, 8, 16, 32]))
    line = (np.arange(size) * cells // size % 2).astype(np.float32)
    both = line[:, None] + line[None, :]
    luck = rng.random()
    share = (
        np.broadcast_to(line[:, None], (size, size)) if luck < 0.3 else both % 2 if luck < 0.5 else both / 2
    )
    cloth = one + (two - one) * share[..., None]
    weave = rng.uniform(1, 10) * rng.standard_normal((size, size, 1))
    return np.asarray(np.clip(cloth + weave, 0, 255), np.uint8)


def _wood(rng: Rng, size: int) -> Image:
    hue, light = int(rng.integers(5, 20)), int(rng.integers(50, 220))
    base = cv2.cvtColor(np.array([[[hue, rng.integers(40, 190), light]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    rings = _grain(rng, (size, size), (int(rng.integers(2, 5)), int(rng.integers(8, 40))))
    fine = _grain(rng, (size, size), (6, size // 2))
    tone = 1.0 + rng.uniform(0.05, 0.2) * np.sin(rings * rng.uniform(2, 9)) + rng.uniform(0.02, 0.1) * fine
    if rng.random() < 0.5:
        planks = int(rng.integers(2, 7))
        plank = np.arange(size) * planks // size
        tone *= (1.0 + rng.uniform(0.0, 0.12) * rng.standard_normal(planks))[plank][None, :].astype(
            np.float32
        )
        tone[:, np.flatnonzero(np.diff(plank))] *= 0.6
    return np.asarray(np.clip(base.astype(np.float32) * tone[..., None], 0, 255), np.uint8)


def _flowers(rng: Rng, size: int) -> Image:
    cloth = np.empty((size, size, 3), np.uint8)
    cloth[:] = paper(rng) if rng.random() < 0.5 else colour(rng)
    inks = [ink(rng) for _ in range(3)]
    for _ in range(int(rng.integers(10, 120))):
        x, y, r = (int(v) for v in rng.integers(0, size, 3))
        radius = 3 + r % int(rng.integers(6, 40))
        cv2.ellipse(
            cloth,
            (x, y),
            (radius, radius // 2 + 1),
            int(rng.integers(180)),
            0,
            360,
            inks[r % 3],
            -1,
            cv2.LINE_AA,
        )
    return cloth


_MAKERS = (_felt, _felt, _checks, _wood, _wood, _flowers)


def make_surface(rng: Rng, size: int = 192) -> Image:
    """A square piece of cloth or wood, to be repeated by mirroring."""
    return _MAKERS[int(rng.integers(len(_MAKERS)))](rng, size)


def recoloured(rng: Rng, picture: Image, strength: float = 1.0) -> Image:
    """The same picture in other colours and contrast."""
    mix = np.eye(3) + rng.normal(0, 0.12 * strength, (3, 3))
    gain = rng.uniform(1 - 0.35 * strength, 1 + 0.25 * strength)
    shift = rng.normal(0, 14 * strength, (3, 1))
    return np.asarray(cv2.transform(picture, np.hstack([mix * gain, shift])), np.uint8)


def lay_surface(
    image: Image, camera: Camera, picture: Image, *, piece_mm: float, angle: float, offset: float
) -> Image:
    """The table's top as the camera sees it, covering the whole picture."""
    plane = camera.plane()
    middle = np.array([[0.0, 0.0], [1.0, 0.0]])
    seen = transform(plane, middle)
    per_mm = max(0.05, float(np.linalg.norm(seen[1] - seen[0])))
    size = int(np.clip(piece_mm * per_mm, 16, picture.shape[0]))
    if size < 0.8 * picture.shape[0]:
        picture = np.asarray(cv2.resize(picture, (size, size), interpolation=cv2.INTER_AREA), np.uint8)
    k = piece_mm / picture.shape[0]
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    to_table = np.array([[c * k, -s * k, offset], [s * k, c * k, offset], [0, 0, 1.0]])
    size_out = image.shape[1], image.shape[0]
    return np.asarray(
        cv2.warpPerspective(
            picture, plane @ to_table, size_out, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        ),
        np.uint8,
    )


def polygon_mask(shape: tuple[int, int], corners: Matrix) -> Image:
    """White inside the polygon; smooth at its edge."""
    mask = np.zeros(shape, np.uint8)
    points = np.clip(corners, -30000, 30000) * 16
    cv2.fillConvexPoly(mask, points.round().astype(np.int32), 255, cv2.LINE_AA, 4)
    return mask
