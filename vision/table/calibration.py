"""What is known of a camera's view: the middle, the size of a card, the edges of the seats. Kept per camera as JSON."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.folders import data_folder
from vision.table.quads import centre_of, sides

SEATS: Final = "SENW"
FORMAT: Final = "kiebitz-calibration/1"
REACH: Final = 1.45
"""Cards of a trick lie within so many card lengths of the middle; heaps and an open talon lie beyond."""

SHAPE: Final = 1.83
"""A Tarock card's length by its width."""
STRAIGHT: Final = 0.94
INNER: Final = (0.36, 0.33)
"""Before the first card was laid the middle may be anywhere in the inner part of the picture: so far from its centre
do cards count, as shares of width and height. Cards that are held in hands are seen nearer to the edges."""
BEFORE: Final = 0.45
"""So many card lengths from the middle towards its player does a card lie, on the average."""

TOWARDS: Final = np.array([(0, 1), (1, 0), (0, -1), (-1, 0)])
"""Where S, E, N and W are looked for in a picture."""
TAP_EACH: Final = "the four corners do not span a table: tap each corner once"

Point = tuple[float, float]


class CalibrationError(Exception):
    """A calibration that cannot be used; the message says what would be right."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """A camera's view of a table, in pixels of a picture of `width` × `height`."""

    width: int
    height: int
    middle: Point
    card: float | None = None
    """Length of a card that lies in the middle, as `length_of` measures it; None until one was seen."""
    reach: float = REACH
    squash: float = 1.0
    """How much shorter an upright card is than one that lies across: an oblique camera foreshortens."""
    corners: tuple[Point, Point, Point, Point] | None = None
    """The table's corners as tapped: bottom left, bottom right, top right, top left."""
    found: bool = False
    """Whether the middle was set by a person or learnt from cards, and is not merely the picture's."""

    @staticmethod
    def guessed(width: int, height: int) -> Calibration:
        """Before anything is known: a camera looks at the middle of the table."""
        return Calibration(width, height, (width / 2, height / 2))

    @staticmethod
    def tapped(width: int, height: int, taps: list[Point]) -> Calibration:
        """From four taps on the table's corners, in any order; the diagonals meet in the middle."""
        if len(taps) != 4:
            raise CalibrationError(f"expected four corners of the table, got {len(taps)}")
        if not np.isfinite(taps).all():
            raise CalibrationError("the four corners must be points of the picture")
        if len(set(taps)) != 4:
            raise CalibrationError(TAP_EACH)
        whole = _in_order(taps)
        if _area(whole) < 0.02 * width * height:
            raise CalibrationError(TAP_EACH)
        x, y = centre_of(np.array(whole))
        if not (0 <= x <= width and 0 <= y <= height):
            raise CalibrationError(
                f"the middle of the four corners must lie in the picture of {width}x{height} pixels"
            )
        return Calibration(width, height, (float(x), float(y)), corners=whole, found=True)

    def directions(self) -> dict[str, NDArray[np.float64]]:
        """From the middle towards each seat, of unit length in the picture."""
        if self.corners is None:
            rows: list[Any] = list(TOWARDS)
        else:
            a, b, c, d = (np.array(p) for p in self.corners)
            middle = np.array(self.middle)
            rows = [(p + q) / 2 - middle for p, q in ((a, b), (b, c), (c, d), (d, a))]
        return {
            seat: np.asarray(row, np.float64) / max(float(np.linalg.norm(row)), 1e-6)
            for seat, row in zip(SEATS, rows, strict=True)
        }

    def distance(self, point: NDArray[np.float64]) -> float:
        """From the middle, in card lengths, as measured on the table."""
        return self._unsquashed(point - np.array(self.middle)) / self.card_length

    def length_of(self, quad: NDArray[np.floating[Any]]) -> float:
        """A card's length as it would be seen half way between lying and upright: the same however the card is turned."""
        return max(self.sides_of(quad))

    def sides_of(self, quad: NDArray[np.floating[Any]]) -> tuple[float, float]:
        """Both sides of a card, measured so."""
        one, two = sides(quad)
        return self._unsquashed(one), self._unsquashed(two)

    def _unsquashed(self, way: NDArray[np.float64]) -> float:
        return float(np.hypot(way[0], way[1] / self.squash)) * (1 + self.squash) / 2

    @property
    def card_length(self) -> float:
        return self.card or 0.19 * self.height

    def is_middle(self, point: NDArray[np.float64]) -> bool:
        """Whether a card whose centre this is would lie in the middle, where tricks lie."""
        if self.found:
            return self.distance(point) <= self.reach
        x, y = np.abs(point - np.array(self.middle)) / (self.width, self.height)
        return bool(x <= INNER[0] and y <= INNER[1])

    def offset(self, point: NDArray[np.float64]) -> NDArray[np.float64]:
        """From the middle to there, in card lengths."""
        return np.asarray((point - np.array(self.middle)) / self.card_length, np.float64)

    def anchored(self, laid: Sequence[tuple[NDArray[np.float64], str]], length: float) -> Calibration:
        """From the first cards that were laid, each with its seat: each lies before its player."""
        toward = self.directions()
        places = [centre - BEFORE * length * toward[seat] for centre, seat in laid]
        return self.centred(np.mean(places, axis=0), length)

    def centred(self, middle: NDArray[np.float64], length: float) -> Calibration:
        """With the middle there, where cards showed that it is."""
        return replace(self, middle=(float(middle[0]), float(middle[1])), card=float(length), found=True)

    def forgotten(self) -> Calibration:
        """As long a card, but nobody knows any more where the middle is."""
        return replace(self, middle=(self.width / 2, self.height / 2), found=False)

    def learn(self, centres: NDArray[np.float64], length: float) -> Calibration:
        """From a whole trick: where its four cards lay, and how long they were."""
        seen = centres.mean(axis=0)
        weight = 0.3 if self.corners is None else 0.1
        x, y = (1 - weight) * np.array(self.middle) + weight * seen
        card = length if self.card is None else 0.7 * self.card + 0.3 * length
        return replace(self, middle=(float(x), float(y)), card=float(card), found=True)

    def foreshortened(self, squash: float) -> Calibration:
        """With what cards anywhere in the picture show of the camera's tilt."""
        return replace(self, squash=float(np.clip(squash, 0.5, 1.6)))

    def scaled(self, width: int, height: int) -> Calibration:
        """The same view in a picture of another size."""
        fx, fy = width / self.width, height / self.height
        moved = None
        if self.corners is not None:
            a, b, c, d = ((x * fx, y * fy) for x, y in self.corners)
            moved = (a, b, c, d)
        return replace(
            self,
            width=width,
            height=height,
            middle=(self.middle[0] * fx, self.middle[1] * fy),
            card=None if self.card is None else self.card * (fx + fy) / 2,
            corners=moved,
        )

    def as_json(self) -> dict[str, Any]:
        return {"format": FORMAT, **asdict(self)}


def squash_of(quads: NDArray[np.float32]) -> float | None:
    """How much shorter upright things are than lying ones, by the shape of cards; None if no card lies straight."""
    found = []
    for quad in quads:
        long, short = sorted(sides(quad), key=lambda side: -float(np.linalg.norm(side)))
        ratio = float(np.linalg.norm(long) / max(float(np.linalg.norm(short)), 1e-6)) / SHAPE
        x, y = np.abs(long) / max(float(np.linalg.norm(long)), 1e-6)
        if max(x, y) > STRAIGHT:
            found.append(ratio if y > x else 1 / ratio)
    return float(np.median(found)) if found else None


def _area(corners: tuple[Point, ...]) -> float:
    x, y = np.array(corners).T
    return float(abs(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2


def path_for(camera: str, folder: Path | None = None) -> Path:
    """The file of a camera's calibration: a readable beginning, and a checksum so that no two cameras meet."""
    readable = re.sub(r"[^a-z0-9]+", "-", camera.lower()).strip("-")[:40]
    return (
        folder or data_folder() / "calibration"
    ) / f"{readable}-{hashlib.sha256(camera.encode()).hexdigest()[:10]}.json"


def save(calibration: Calibration, camera: str, folder: Path | None = None) -> Path:
    path = path_for(camera, folder)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_text(json.dumps(calibration.as_json(), indent=1), encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise CalibrationError(f"{path}: cannot be stored: {error.strerror or error}") from error
    return path


def load(camera: str, folder: Path | None = None) -> Calibration | None:
    """What is known of a camera from earlier days; None if that is nothing.

    Where a person said that the middle is stays; what cards showed may have been another table's, or seen from another
    arm: how long they are is a good guess, and the middle is sought anew.
    """
    path = path_for(camera, folder)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise CalibrationError(f"{path}: cannot be read: {error}") from error
    known = read(text, str(path))
    return known if known.corners is not None else known.forgotten()


def read(text: str, place: str = "calibration") -> Calibration:
    """A calibration from JSON, every field checked: the file may have been edited by hand."""
    try:
        row = json.loads(text)
        if not isinstance(row, dict) or row.pop("format", None) != FORMAT:
            raise ValueError(f"expected format {FORMAT}")
        corners = row.get("corners")
        taps = None if corners is None else tuple(_point(p) for p in corners)
        if taps is not None and len(taps) != 4:
            raise ValueError("expected four corners")
        known = {"width", "height", "middle", "card", "reach", "squash", "corners", "found"}
        if extra := set(row) - known:
            raise ValueError(f"unknown field {sorted(extra)[0]!r}")
        result = Calibration(
            _positive(row["width"], "width", whole=True),
            _positive(row["height"], "height", whole=True),
            _point(row["middle"]),
            None if row.get("card") is None else _positive(row["card"], "card"),
            _positive(row.get("reach", REACH), "reach"),
            _positive(row.get("squash", 1.0), "squash"),
            None if taps is None else (taps[0], taps[1], taps[2], taps[3]),
            bool(row.get("found", False)),
        )
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        what = f"missing {error}" if isinstance(error, KeyError) else str(error)
        raise CalibrationError(f"{place}: not a calibration ({what}); delete it to calibrate anew") from error
    return result


def _positive(value: Any, name: str, *, whole: bool = False) -> Any:
    good = isinstance(value, int) if whole else isinstance(value, int | float)
    if not good or isinstance(value, bool) or not 0 < value < 1e5:
        raise ValueError(f"{name}: expected a positive number, got {value!r}")
    return value


def _point(value: Any) -> Point:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise ValueError(f"expected [x, y], got {value!r}")
    x, y = (float(v) for v in value)
    if not (np.isfinite(x) and np.isfinite(y)):
        raise ValueError("a coordinate is not a number")
    return x, y


def _in_order(taps: Sequence[Point]) -> tuple[Point, Point, Point, Point]:
    """The corners as `corners` has them: around the table, so that its edges lie where the seats are looked for.

    An oblong table may stand so that its two lowest corners belong to a short side.
    """
    points = np.array(taps, np.float64)
    away = points - points.mean(axis=0)
    around = points[np.argsort(-np.arctan2(away[:, 1], away[:, 0]))]

    def fits(turn: int) -> float:
        turned = np.roll(around, turn, axis=0)
        out = (turned + np.roll(turned, -1, axis=0)) / 2 - turned.mean(axis=0)
        out /= np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-6)
        return float((out * TOWARDS).sum())

    a, b, c, d = (tuple(p) for p in np.roll(around, max(range(4), key=fits), axis=0).tolist())
    return a, b, c, d
