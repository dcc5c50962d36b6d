"""Measures a finder on labelled pictures: found, invented, and how exact the corners are."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from engine.cards import BACK_ID
from vision.detector import Detections, Finder
from vision.proposals import corner_distance
from vision.rendering import read_labels

BINS = ((0.9, 1.01), (0.5, 0.9), (0.25, 0.5))
Quads = NDArray[np.float32]
# Smaller cards than this are not promised; they may be found or not.
LEAST_PIXELS = 60.0


def overlap(a: Quads, b: Quads) -> float:
    """Intersection over union of two convex outlines."""
    x, y = cv2.convexHull(a), cv2.convexHull(b)
    first, second = cv2.contourArea(x), cv2.contourArea(y)
    if first <= 0 or second <= 0:
        return 0.0
    common = float(cv2.intersectConvexConvex(x, y)[0])
    return common / (first + second - common)


def _length(quad: Quads) -> float:
    """The longer side of a card in pixels."""
    return float(max(np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[2] - quad[1])))


def wilson(hits: int, of: int) -> tuple[float, float]:
    """95 % confidence interval of a share."""
    if of == 0:
        return 0.0, 1.0
    z = 1.96
    p, d = hits / of, 1 + z * z / of
    c, r = (p + z * z / (2 * of)) / d, z * sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / d
    return max(0.0, c - r), min(1.0, c + r)


@dataclass(slots=True)
class Tally:
    """Counts over many pictures."""

    asked: dict[str, int] = field(default_factory=dict)
    found: dict[str, int] = field(default_factory=dict)
    errors: dict[str, list[float]] = field(default_factory=dict)
    pictures: int = 0
    extra: int = 0
    extra_on_empty: int = 0
    empty: int = 0
    wrong_side: int = 0
    milliseconds: list[float] = field(default_factory=list)

    def add(self, rows: list[dict[str, Any]], found: Detections) -> None:
        """Compares one picture. Backs and what is seen less than a quarter may be found or not."""
        truth = [np.array(r["quad"], np.float32) for r in rows]
        self.pictures += 1
        self.empty += int(not rows)
        self.extra_on_empty += len(found) if not rows else 0
        shares = np.array([[overlap(t, q) for q in found.quads] for t in truth]).reshape(
            len(truth), len(found)
        )
        pairs = list(zip(*linear_sum_assignment(-shares), strict=True)) if shares.size else []
        match = {int(i): int(j) for i, j in pairs if shares[i, j] >= 0.5}
        # What is left over counts as invented only where no card at all lies like that.
        used = set(match.values())
        self.extra += sum(
            int(j not in used and (not truth or float(shares[:, j].max()) < 0.5)) for j in range(len(found))
        )
        for i, row in enumerate(rows):
            if row["card"] == BACK_ID or row["visible"] < 0.25 or _length(truth[i]) < LEAST_PIXELS:
                continue
            key = next(f"{low:.2f}" for low, high in BINS if low <= row["visible"] < high)
            self.asked[key] = self.asked.get(key, 0) + 1
            if i in match:
                self.found[key] = self.found.get(key, 0) + 1
                self.wrong_side += int(found.back[match[i]])
                error = float(corner_distance(truth[i], found.quads[match[i]][None])[0])
                self.errors.setdefault(key, []).append(error)

    def report(self) -> dict[str, Any]:
        """All figures, with confidence intervals."""
        bins = {}
        for low, _ in BINS:
            key = f"{low:.2f}"
            asked, hit, errors = self.asked.get(key, 0), self.found.get(key, 0), self.errors.get(key, [])
            if asked:
                a, b = wilson(hit, asked)
                bins[key] = {
                    "asked": asked,
                    "found": round(hit / asked, 4),
                    "interval": [round(a, 4), round(b, 4)],
                    "corner_error_median": round(float(np.median(errors)), 4) if errors else None,
                    "corner_error_p95": round(float(np.percentile(errors, 95)), 4) if errors else None,
                }
        return {
            "pictures": self.pictures,
            "by_visibility": bins,
            "invented": self.extra,
            "empty_pictures": self.empty,
            "invented_on_empty": self.extra_on_empty,
            "face_taken_for_back": self.wrong_side,
            "ms_median": round(float(np.median(self.milliseconds)), 1) if self.milliseconds else None,
        }


def labelled(folders: Iterable[Path]) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Pictures and their truth."""
    for folder in folders:
        for name, row in sorted(read_labels(folder).items()):
            yield folder / name, row


def evaluate(finder: Finder, folders: list[Path], *, by: str | None = None) -> dict[str, Any]:
    """Runs the finder over folders; `by` splits the figures by a field of the labels (kind, deck)."""
    tallies: dict[str, Tally] = {}
    for path, row in labelled(folders):
        picture = cv2.imread(str(path))
        if picture is None:
            raise FileNotFoundError(path)
        start = time.perf_counter()
        found = finder.find(np.asarray(picture, np.uint8))
        spent = 1000 * (time.perf_counter() - start)
        for key in {"all", str(row.get(by, "?")) if by else "all"}:
            tally = tallies.setdefault(key, Tally())
            tally.add(row["cards"], found)
            tally.milliseconds.append(spent)
    return {key: tally.report() for key, tally in sorted(tallies.items())}


def as_text(figures: dict[str, Any]) -> str:
    """One line of JSON per group."""
    return "\n".join(f"{key}: {json.dumps(value)}" for key, value in figures.items())
