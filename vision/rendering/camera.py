"""The camera: where a point of the table appears in the picture.

Table coordinates are millimetres: x to the right, y towards the player S, and a height above the table.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole (`projection`, 3×4 on x, y, height, 1) with mild radial distortion `k1` behind it."""

    projection: Matrix
    width: int
    height: int
    k1: float
    tilt: float

    def plane(self, lift: float = 0.0) -> Matrix:
        """Homography from the plane `lift` mm above the table to the picture, before distortion."""
        p = self.projection
        return np.column_stack([p[:, 0], p[:, 1], p[:, 2] * lift + p[:, 3]])

    def straight(self, points: Matrix) -> Matrix:
        """(N,3) points x, y, height → (N,2) pixels without the lens's distortion."""
        flat = points @ self.projection[:, :3].T + self.projection[:, 3]
        return np.asarray(flat[:, :2] / flat[:, 2:3])

    def project(self, points: Matrix) -> Matrix:
        """(N,3) points x, y, height → (N,2) pixels of the finished picture."""
        return self.distort(self.straight(points))

    @property
    def centre(self) -> Matrix:
        return np.array([(self.width - 1) / 2, (self.height - 1) / 2])

    @property
    def _zoom(self) -> float:
        # A barrel picture is enlarged until its corners are filled; pincushion corners are filled anyway.
        return 1.0 / (1.0 + min(self.k1, 0.0)) if self.k1 < 0 else 1.0

    def distort(self, pixels: Matrix) -> Matrix:
        """Pixels of the straight picture → pixels of the finished one."""
        if not self.k1:
            return pixels
        offset = pixels - self.centre
        r2 = (offset**2).sum(axis=1, keepdims=True) / float((self.centre**2).sum())
        # Far outside the picture a polynomial folds back; such points only have to stay outside.
        return np.asarray(self.centre + offset * (1.0 + self.k1 * np.minimum(r2, 2.0)) * self._zoom)

    def straighten(self, pixels: Matrix) -> Matrix:
        """The inverse of `distort`, by fixed-point steps (the distortion is mild, so few are enough)."""
        if not self.k1:
            return pixels
        target = (pixels - self.centre) / self._zoom
        offset = target.copy()
        for _ in range(8):
            r2 = (offset**2).sum(axis=1, keepdims=True) / float((self.centre**2).sum())
            offset = target / (1.0 + self.k1 * np.minimum(r2, 2.0))
        return np.asarray(self.centre + offset)

    def lens_map(self, step: int = 8) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """For cv2.remap: where each pixel of the finished picture comes from. Computed coarsely, then enlarged."""
        import cv2

        columns, rows = -(-self.width // step) + 2, -(-self.height // step) + 2
        x = (np.arange(columns) - 0.5) * step - 0.5
        y = (np.arange(rows) - 0.5) * step - 0.5
        grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        coarse = self.straighten(grid).reshape(rows, columns, 2).astype(np.float32)
        fine = cv2.resize(coarse, (columns * step, rows * step), interpolation=cv2.INTER_LINEAR)
        fine = fine[step : step + self.height, step : step + self.width]
        return np.ascontiguousarray(fine[..., 0]), np.ascontiguousarray(fine[..., 1])


def look_at(
    width: int,
    height: int,
    *,
    card_px: float,
    target: tuple[float, float] = (0.0, 0.0),
    tilt: float = 0.0,
    yaw: float = 0.0,
    fov: float = 55.0,
    shift: tuple[float, float] = (0.0, 0.0),
    roll: float = 0.0,
    k1: float = 0.0,
) -> Camera:
    """A camera that sees a card of 113 mm at `target` about `card_px` long.

    `tilt` leans it back from straight overhead towards S, `yaw` turns the table under it, `roll` turns the
    picture, `fov` is the horizontal field of view (all in degrees), `shift` moves the target off the picture's
    middle (shares of its width and height).
    """
    focal = width / 2 / np.tan(np.radians(fov) / 2)
    distance = focal * 113.0 / card_px
    t, a, g = np.radians(tilt), np.radians(yaw), np.radians(roll)
    turn = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1.0]])
    lean = np.array([[1.0, 0, 0], [0, np.cos(t), np.sin(t)], [0, -np.sin(t), np.cos(t)]])
    spin = np.array([[np.cos(g), -np.sin(g), 0], [np.sin(g), np.cos(g), 0], [0, 0, 1.0]])
    rotation = spin @ lean @ turn
    lens = np.array(
        [
            [focal, 0, (width - 1) / 2 + shift[0] * width],
            [0, focal, (height - 1) / 2 + shift[1] * height],
            [0, 0, 1.0],
        ]
    )
    goal = np.array([target[0], target[1], 0.0])
    # The camera's third axis points into the table, so a height above the table counts negative.
    move = np.array([0, 0, distance]) - rotation @ goal
    full = lens @ np.column_stack([rotation, move])
    full[:, 2] *= -1.0
    return Camera(full, width, height, k1, tilt)
