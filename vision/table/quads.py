"""Four corners: where their diagonals cross, the two sides, and the long direction."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Corners = NDArray[np.floating[Any]]
Vector = NDArray[np.float64]


def centre_of(quad: Corners) -> Vector:
    """Where the diagonals cross."""
    a, b, c, d = np.asarray(quad, np.float64)
    along, across = c - a, d - b
    turn = along[0] * across[1] - along[1] * across[0]
    if abs(turn) < 1e-6:
        return np.asarray(np.mean(quad, axis=0), np.float64)
    step = ((b - a)[0] * across[1] - (b - a)[1] * across[0]) / turn
    return np.asarray(a + step * along)


def sides(quad: Corners) -> tuple[Vector, Vector]:
    """The two directions in which it extends, each as long as the mean of two opposite sides."""
    q = np.asarray(quad, np.float64)
    return (q[3] - q[0] + q[2] - q[1]) / 2, (q[1] - q[0] + q[2] - q[3]) / 2


def axis_of(quad: Corners) -> Vector:
    """The card's long direction, of unit length."""
    one, two = sides(quad)
    axis = one if np.linalg.norm(one) >= np.linalg.norm(two) else two
    return np.asarray(axis / max(float(np.linalg.norm(axis)), 1e-6))
