"""Cards of one table have one size: mends the outlines of covered cards by the view that the surer ones give.

Where a card ends under others has to be guessed; but all cards of a picture are one rectangle on one plane under one
camera. How the table leans, the focal length, a card's two sides and every card's place are fitted together, each
corner weighted by how sure it is. Then every corner goes as far towards its fitted card as it is doubtful.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Quads = NDArray[np.float32]
Floats = NDArray[np.float64]

# What cameras and cards are like before anything is seen: standard deviations, or mean and standard deviation.
LEAN: Final = 0.6
LOG_FOCAL: Final = (0.6, 0.35)
LOG_RATIO: Final = (float(np.log(1.83)), 0.04)
# How far a card may differ from its rectangle, in card lengths: bends, lenses, heaps.
UNEVEN: Final = 0.004
# The network is too sure of what it is not sure of: a doubt of one per cent of the length counts 1.75-fold.
MORE_DOUBT: Final = 75.0
# Residuals of more than a few standard deviations count less and less (Student's t with so many degrees).
FREEDOM: Final = 4.0
ITERATIONS: Final = 8
# A view that was nearly right before needs fewer.
AGAIN: Final = 4
_CORNERS: Final = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
_STEP: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Plane:
    """How the cards of a table look to a camera.

    `view`: the table's lean to the right and downwards (tangents), the logarithms of the focal length and of a card's
    width and length, both measured where the picture's middle meets the table. The unit is half of the longer side.
    """

    view: Floats

    @property
    def tilt(self) -> float:
        """How far the camera is from straight above, in degrees."""
        return float(np.degrees(np.arctan(np.hypot(self.view[0], self.view[1]))))

    def outlines(self, places: Floats, size: tuple[int, int]) -> Quads:
        """Cards at these places (N,3: x, y, angle clockwise) → their outlines in a picture of that size."""
        middle, unit = _frame(size)
        return np.asarray(_project(self.view[None], places[None])[0] * unit + middle, np.float32)


@dataclass(frozen=True, slots=True)
class Mended:
    """Outlines after mending, the view that they were mended by, and how far each card was from it, in deviations."""

    quads: Quads
    plane: Plane
    misfit: NDArray[np.float32]


def mended(
    quads: Quads,
    spread: Quads,
    size: tuple[int, int],
    *,
    plane: Plane | None = None,
    guess: Plane | None = None,
) -> Mended | None:
    """The outlines (N,4,2) once all cards have one size; nothing where that says nothing.

    `spread` (N,4,2): how far each corner may be off across and along its card, in pixels. `size`: width and height of
    the picture. With `plane` the view is taken as known, as from earlier pictures of a camera that stands still;
    `guess` is only where the search for it begins.
    """
    if len(quads) < (2 if plane is None else 1):
        return None
    middle, unit = _frame(size)
    seen = (quads.astype(np.float64) - middle) / unit
    length = np.linalg.norm(seen[:, 3] - seen[:, 0] + seen[:, 2] - seen[:, 1], axis=1)[:, None, None] / 2
    if not (np.isfinite(seen).all() and (length > 1e-3).all()):
        return None
    sigma = spread.astype(np.float64) / unit
    sigma = sigma * (1 + MORE_DOUBT * sigma / length)
    total = np.hypot(sigma, UNEVEN * length)
    axes = _axes(seen)
    view, places = _first_guess(seen, total)
    known = plane or guess
    if known is not None:
        view = known.view
        places[:, :2] = _on_table(view, seen.mean(axis=1))
    try:
        to_axes = np.linalg.inv(axes)
        rounds = ITERATIONS if guess is None else AGAIN
        view, places = _solve(
            seen, to_axes / total[..., None], view, places, free=plane is None, rounds=rounds
        )
    except np.linalg.LinAlgError:
        return None
    ideal = _project(view[None], places[None])[0]
    if not np.isfinite(ideal).all():
        return None
    away = np.einsum("ncij,ncj->nci", to_axes, seen - ideal)
    misfit = np.sqrt(((away / total) ** 2).mean(axis=(1, 2)))
    # A card that does not lie like the others, bent or lifted, is left alone the more it differs; and all are where
    # the sure ones contradict each other, as with a fan held above the table.
    order = np.argsort(sigma.sum(axis=(1, 2)) / length[:, 0, 0])
    common = float(np.quantile(misfit[order[: max(2, len(order) // 2)]], 0.65))
    uneven = UNEVEN * length * np.maximum(1, np.maximum(misfit, common))[:, None, None] ** 2
    keep = uneven**2 / (uneven**2 + sigma**2)
    result = ideal + np.einsum("ncij,ncj->nci", axes, keep * away)
    return Mended((result * unit + middle).astype(np.float32), Plane(view), misfit.astype(np.float32))


def _frame(size: tuple[int, int]) -> tuple[Floats, float]:
    """Where the picture's middle is, and half of its longer side."""
    return np.array([(size[0] - 1) / 2, (size[1] - 1) / 2]), max(size) / 2


def _project(views: Floats, places: Floats) -> Floats:
    """Views (B,5) and cards' places (B,N,3) → corners (B,N,4,2).

    With t the lean and f the focal length, a point u of the picture lies at u / (1 − t·u / f) on the table, in axes
    whose metric is 1 + t tᵀ; its root straightens them. This is the way back.
    """
    lean, focal = views[:, None, None, :2], np.exp(views[:, 2])[:, None, None]
    box = _CORNERS * np.exp(views[:, None, 3:5])
    c, s = np.cos(places[..., 2])[..., None], np.sin(places[..., 2])[..., None]
    across, along = box[:, None, :, 0], box[:, None, :, 1]
    points = np.stack(
        [places[..., 0, None] + c * across - s * along, places[..., 1, None] + s * across + c * along],
        axis=-1,
    )
    points = points - _by_root(lean, points)
    return np.asarray(points / (1 + (points * lean).sum(axis=-1) / focal)[..., None])


def _by_root(lean: Floats, points: Floats) -> Floats:
    """What the root of the plane's metric takes from the points."""
    root = np.sqrt(1 + (lean**2).sum(axis=-1, keepdims=True))
    return np.asarray((points * lean).sum(axis=-1, keepdims=True) * lean / (root * (root + 1)))


def _on_table(view: Floats, points: Floats) -> Floats:
    """Points of the picture (N,2) → places on the table."""
    lean = view[:2]
    flat = points / np.maximum(1 - points @ lean / np.exp(view[2]), 0.05)[:, None]
    return np.asarray(flat + (flat @ lean)[:, None] * lean / (np.sqrt(1 + lean @ lean) + 1))


def _axes(quads: Floats) -> Floats:
    """(N,4,2,2): for each corner the unit vectors across and along its card, as columns."""
    across = np.stack([quads[:, 1] - quads[:, 0], quads[:, 2] - quads[:, 3]], axis=1)[:, [0, 0, 1, 1]]
    along = np.stack([quads[:, 3] - quads[:, 0], quads[:, 2] - quads[:, 1]], axis=1)[:, [0, 1, 1, 0]]
    axes = np.stack([across, along], axis=-1)
    return np.asarray(axes / np.maximum(np.linalg.norm(axes, axis=2, keepdims=True), 1e-9))


def _first_guess(quads: Floats, spread: Floats) -> tuple[Floats, Floats]:
    """As seen from straight above, with the middle size of the cards."""
    across = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    along = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    trust = 1 / spread.mean(axis=(1, 2))
    sides = [_middle(np.log(np.linalg.norm(side, axis=1) + 1e-9), trust) for side in (across, along)]
    angle = np.arctan2(along[:, 1], along[:, 0]) - np.pi / 2
    return np.array([0.0, 0.0, LOG_FOCAL[0], *sides]), np.column_stack([quads.mean(axis=1), angle])


def _middle(values: Floats, trust: Floats) -> float:
    """The median, in which sure cards count more."""
    order = np.argsort(values)
    share = np.cumsum(trust[order])
    return float(values[order][np.searchsorted(share, share[-1] / 2)])


def _solve(
    seen: Floats, whiten: Floats, view: Floats, places: Floats, *, free: bool, rounds: int
) -> tuple[Floats, Floats]:
    """The most likely view and places, by Gauss and Newton; each card's place is eliminated before the view is solved.

    `whiten` takes a corner's residual to standard deviations. Without `free` the view stays as it is.
    """
    n = len(seen)
    prior = np.array([LEAN, LEAN, LOG_FOCAL[1], np.inf, np.inf]) ** -2.0
    ratio = np.array([0, 0, 0, -1.0, 1.0]) / LOG_RATIO[1]
    stiff = np.diag(prior) + np.outer(ratio, ratio) + 1e-9 * np.eye(5)
    for _ in range(rounds):
        views, many = np.repeat(view[None], 9, axis=0), np.repeat(places[None], 9, axis=0)
        views[np.arange(1, 6), np.arange(5)] += _STEP
        many[np.arange(6, 9), :, np.arange(3)] += _STEP
        corners = _project(views, many)
        slopes = whiten @ ((corners[1:] - corners[0]) / _STEP)[..., None]
        slopes = slopes.reshape(8, n, 8).transpose(1, 2, 0)
        off = (whiten @ (seen - corners[0])[..., None]).reshape(n, 8, 1)
        weighted = (slopes * (FREEDOM + 1) / (FREEDOM + off**2)).transpose(0, 2, 1)
        normal, right = weighted @ slopes, weighted @ off
        own = normal[:, 5:, 5:] + 1e-9 * np.eye(3)
        if not free:
            places = places + np.linalg.solve(own, right[:, 5:])[..., 0]
            continue
        solved = np.linalg.solve(own, np.concatenate([normal[:, 5:, :5], right[:, 5:]], axis=2))
        mixed = normal[:, :5, 5:]
        left = (normal[:, :5, :5] - mixed @ solved[..., :5]).sum(axis=0)
        rest = (right[:, :5] - mixed @ solved[..., 5:]).sum(axis=0)[:, 0]
        rest = rest - prior * (view - [0, 0, LOG_FOCAL[0], 0, 0])
        rest = rest - ratio * (ratio @ view - LOG_RATIO[0] / LOG_RATIO[1])
        step = np.clip(np.linalg.solve(left + stiff, rest), -0.3, 0.3)
        view, places = view + step, places + solved[..., 5] - solved[..., :5] @ step
    return view, places
