"""Fits how far the namer may be trusted: `python -m vision.training.namer_calibrate --pictures DIR --shared DIR`.

The pictures show copies that training never saw. A known print is read with the copies that training did see, the
others with one scan per card; besides, all are read with the decks that are shipped. A logistic regression says how
likely an answer is right; the threshold is the lowest at which confident answers are right as often as asked.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.cards import BACK_ID, BY_ID
from vision.bench import ASKED, matched, read_labels
from vision.decks import Deck
from vision.detector import Detections, load_finder
from vision.identity import Embedder, Image, Looks, Trust, name
from vision.images import read_picture
from vision.reading import Reader, SeenCard, load_namer, load_trust, shipped_decks
from vision.runtime import MODELS
from vision.training.namer_crops import shaky
from vision.training.namer_faces import HELD_OUT, load_copies, prototypes_of

FEATURES: Final = ("margin", "best", "genuine", "visible")


class LabelFinder:
    """Stands in for a finder: the true outlines of a label, shaken as a finder would."""

    def __init__(self, unrest: float, seed: int = 5) -> None:
        self.unrest = unrest
        self.rng = np.random.default_rng(seed)
        self.label: dict[str, Any] = {"cards": []}

    def find(self, frame_bgr: Image) -> Detections:  # noqa: ARG002 - the answer is known without looking
        cards = [c for c in self.label["cards"] if c["visible"] >= ASKED]
        if not cards:
            return Detections.none()
        quads = [np.asarray(c["quad"], np.float32) for c in cards]
        if self.unrest:
            quads = [shaky(self.rng, q, c["visible"]) for q, c in zip(quads, cards, strict=True)]
        quads = [np.roll(q, 2, axis=0) if self.rng.random() < 0.5 else q for q in quads]
        back = np.array([c["card"] == BACK_ID for c in cards])
        return Detections(np.stack(quads), back, np.ones(len(cards), np.float32))


def decks_for_held_out(embedder: Embedder, shared: Path) -> dict[str, list[Deck]]:
    """For each held-out copy the decks to read it with: its print enrolled, or, for a known print, the shipped ones."""
    shipped = shipped_decks()
    decks: dict[str, list[Deck]] = {"piatnik-b2": shipped}
    for copy in load_copies(shared / "decks", held_out=True):
        if copy.name != "piatnik-b2":
            decks[copy.name] = [Deck(copy.name, prototypes_of(embedder, copy.faces))]
    return decks


def observe(
    folder: Path, readers: dict[str, Reader], limit: int
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """One row of features for each asked card that was found, and whether its best name was right."""
    rows, right = [], []
    loose = Trust(0, 0, 0, 0, 0, 2.0, -1.0, 0.0)
    for file, label in sorted(read_labels(folder).items())[:limit]:
        if label.get("deck") not in readers:
            continue
        reader = readers[label["deck"]]
        if isinstance(reader.finder, LabelFinder):
            reader.finder.label = label
        picture = read_picture(folder / file)
        found = reader.finder.find(picture)
        quads, looks = reader.look_at(picture, found.quads[~found.back])
        if not quads:
            continue
        pairs = matched(label["cards"], [SeenCard("??", q, 0.0) for q in quads])
        marks = _Marks(loose)
        names = name(looks, [d.prototypes for d in reader.decks], marks)
        for i, j in pairs.items():
            truth = label["cards"][i]
            if truth["card"] != BACK_ID and truth["visible"] >= ASKED:
                rows.append(marks.rows[j])
                right.append(int(names.cards[j]) == BY_ID[truth["card"]])
    return np.array(rows, np.float32), np.array(right, np.bool_)


class _Marks(Trust):
    """A trust that only writes down what it is asked about."""

    __slots__ = ("rows",)
    rows: NDArray[np.float32]

    def __init__(self, like: Trust) -> None:
        super().__init__(**asdict(like))
        object.__setattr__(self, "rows", np.zeros((0, 4), np.float32))

    def confidence(
        self, margin: NDArray[np.float32], best: NDArray[np.float32], looks: Looks
    ) -> NDArray[np.float32]:
        clipped = np.clip(looks.genuine, 1e-4, 1 - 1e-4)
        rows = np.stack([margin, best, np.log(clipped / (1 - clipped)), looks.visible], 1)
        object.__setattr__(self, "rows", rows)
        return np.zeros(len(margin), np.float32)


def fit(rows: NDArray[np.float32], right: NDArray[np.bool_]) -> tuple[float, dict[str, float]]:
    """Logistic regression with non-negative weights and a little ridge."""
    from scipy.optimize import minimize

    scale = np.maximum(rows.std(0), 1e-3)
    x = rows / scale

    def loss(w: NDArray[np.float64]) -> float:
        z = w[0] + x @ w[1:]
        return float(np.logaddexp(0, np.where(right, -z, z)).mean() + 1e-4 * (w[1:] ** 2).sum())

    bounds = [(None, None)] + [(0, None)] * len(FEATURES)
    best = minimize(loss, np.zeros(1 + len(FEATURES)), bounds=bounds, method="L-BFGS-B").x
    return float(best[0]), {k: float(w / s) for k, w, s in zip(FEATURES, best[1:], scale, strict=True)}


def lowest_threshold(confidence: NDArray[np.float32], right: NDArray[np.bool_], wanted: float) -> float:
    """The lowest confidence at and above which answers are right at the wanted rate, one error forgiven."""
    order = np.argsort(-confidence)
    wrong = np.cumsum(~right[order])
    count = np.arange(1, len(order) + 1)
    good = np.flatnonzero((wrong - 1).clip(0) / count <= 1 - wanted)
    return float(confidence[order[good[-1]]]) if len(good) else 0.999


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=Path, required=True, nargs="+", help="folders with labels.json")
    parser.add_argument("--shared", type=Path, required=True)
    parser.add_argument("--wanted", type=float, default=0.999)
    parser.add_argument("--limit", type=int, default=100000)
    parser.add_argument("--outlines", choices=("finder", "exact", "shaky"), default="finder")
    parser.add_argument("--dump", type=Path, help="keep the observations here")
    args = parser.parse_args()
    embedder, _ = load_namer()
    trust = load_trust(MODELS / "namer.toml")
    finder = load_finder() if args.outlines == "finder" else LabelFinder(float(args.outlines == "shaky"))
    decks = decks_for_held_out(embedder, args.shared)
    readers = {copy: Reader(finder, embedder, decks[copy], trust) for copy in HELD_OUT}
    parts = [observe(folder, readers, args.limit) for folder in args.pictures]
    rows, right = np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])
    if args.dump:
        np.savez(args.dump, rows=rows, right=right)
    bias, weights = fit(rows, right)
    fitted = replace(trust, bias=bias, **weights)
    looks = Looks(rows, 1 / (1 + np.exp(-rows[:, 2])), rows[:, 3], rows)
    confidence = fitted.confidence(rows[:, 0], rows[:, 1], looks)
    threshold = lowest_threshold(confidence, right, args.wanted)
    answered = confidence >= threshold
    print(json.dumps({"observed": len(right), "right": int(right.sum()), "answered": int(answered.sum())}))
    print(f"right among answered: {int(right[answered].sum())}/{int(answered.sum())}")
    for key, value in asdict(replace(fitted, threshold=threshold)).items():
        print(f"{key} = {value:.4f}")


if __name__ == "__main__":
    main()
