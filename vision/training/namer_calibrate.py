"""Fits how far the namer may be trusted: `python -m vision.training.namer_calibrate --pictures DIR --shared DIR`.

The pictures show copies that training never saw. A known print is read with the copies that training did see, the
others with one scan per card; besides, all are read with the decks that are shipped. A logistic regression says how
likely an answer is right; the threshold is the lowest at which confident answers are right as often as asked.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.cards import BACK_ID, BY_ID
from vision.bench import ASKED, matched, read_labels
from vision.decks import Deck, load_shipped
from vision.detector import Detections, load_finder
from vision.identity import Embedder, Image, Looks, Trust, name
from vision.images import read_picture
from vision.reading import NAMER_FILE, PROTOTYPES_FILE, TRUST_FILE, Reader, SeenCard, chosen, load_trust
from vision.runtime import MODELS, load_network
from vision.training.namer_crops import shaky
from vision.training.namer_faces import HELD_OUT, load_copies, prototypes_of

NAME_FEATURES: Final = ("margin", "best", "genuine", "visible", "finder")
CARD_FEATURES: Final = ("card_best", "card_genuine", "card_visible", "card_finder")


@dataclass(frozen=True, slots=True)
class Observations:
    """One row for each outline: what the namer measured, whether an open card lies there, and if its name was right."""

    rows: NDArray[np.float32]
    card: NDArray[np.bool_]
    asked: NDArray[np.bool_]
    right: NDArray[np.bool_]


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


def decks_for_held_out(embedder: Embedder, shared: Path, models: Path) -> dict[str, list[Deck]]:
    """For each held-out copy the decks to read it with: its print enrolled, or, for a known print, the trained ones."""
    shipped = load_shipped(models / PROTOTYPES_FILE)
    decks: dict[str, list[Deck]] = {"piatnik-b2": shipped}
    for copy in load_copies(shared / "decks", held_out=True):
        if copy.name != "piatnik-b2":
            decks[copy.name] = [Deck(copy.name, prototypes_of(embedder, copy.faces))]
    return decks


def observe(folder: Path, readers: dict[str, Reader], limit: int) -> Observations:
    """Reads labelled pictures and compares; cards under a quarter visible are neither asked for nor punished."""
    rows, kinds = [], []
    for file, label in sorted(read_labels(folder).items())[:limit]:
        reader = readers.get(label.get("deck", "piatnik-b2"))
        if reader is None:
            continue
        if isinstance(reader.finder, LabelFinder):
            reader.finder.label = label
        picture = read_picture(folder / file)
        found = reader.finder.find(picture)
        every, looks = reader.look_at(picture, found.quads[~found.back])
        keep = reader.worth_naming(every, looks)
        if not keep:
            continue
        quads, looks, scores = [every[i] for i in keep], chosen(looks, keep), found.scores[~found.back][keep]
        truth_of = {j: i for i, j in matched(label["cards"], [SeenCard("??", q, 0.0) for q in quads]).items()}
        marks = _Marks()
        names = name(looks, [d.prototypes for d in reader.decks], marks, scores)
        for j in range(len(quads)):
            truth = label["cards"][truth_of[j]] if j in truth_of else None
            face = truth is not None and truth["card"] != BACK_ID
            asked = face and truth is not None and truth["visible"] >= ASKED
            right = face and truth is not None and int(names.cards[j]) == BY_ID[truth["card"]]
            rows.append(marks.rows[j])
            kinds.append((face, asked, right))
    flags = np.array(kinds, np.bool_).reshape(-1, 3)
    return Observations(np.array(rows, np.float32).reshape(-1, 5), *flags.T)


class _Marks(Trust):
    """A trust that only writes down what it is asked about."""

    __slots__ = ("rows",)
    rows: NDArray[np.float32]

    def __init__(self) -> None:
        super().__init__(0, 0, 0, 0, 0, 2.0, -1.0, 0.0)
        object.__setattr__(self, "rows", np.zeros((0, 5), np.float32))

    def confidence(
        self,
        margin: NDArray[np.float32],
        best: NDArray[np.float32],
        looks: Looks,
        scores: NDArray[np.float32] | None = None,
    ) -> NDArray[np.float32]:
        clipped = np.clip(looks.genuine, 1e-4, 1 - 1e-4)
        known = scores if scores is not None else np.ones_like(margin)
        rows = np.stack([margin, best, np.log(clipped / (1 - clipped)), looks.visible, known], 1)
        object.__setattr__(self, "rows", rows)
        return np.zeros(len(margin), np.float32)


def fit(rows: NDArray[np.float32], right: NDArray[np.bool_]) -> tuple[float, list[float]]:
    """Logistic regression with weights that are not negative and a little ridge: the bias and the weights."""
    from scipy.optimize import minimize

    scale = np.maximum(rows.std(0), 1e-3)
    x = rows / scale

    def loss(w: NDArray[np.float64]) -> float:
        z = w[0] + x @ w[1:]
        return float(np.logaddexp(0, np.where(right, -z, z)).mean() + 1e-4 * (w[1:] ** 2).sum())

    bounds = [(None, None)] + [(0, None)] * rows.shape[1]
    best = minimize(loss, np.zeros(1 + rows.shape[1]), bounds=bounds, method="L-BFGS-B").x
    return float(best[0]), [float(w / s) for w, s in zip(best[1:], scale, strict=True)]


def lowest_threshold(confidence: NDArray[np.float32], right: NDArray[np.bool_], wanted: float) -> float:
    """The lowest confidence at and above which answers are right at the wanted rate, one error forgiven."""
    order = np.argsort(-confidence)
    wrong = np.cumsum(~right[order])
    count = np.arange(1, len(order) + 1)
    good = np.flatnonzero((wrong - 1).clip(0) / count <= 1 - wanted)
    return float(confidence[order[good[-1]]]) if len(good) else 0.999


def fit_trust(seen: Observations, trust: Trust, wanted: float, lowest: float) -> Trust:
    """Both regressions: is the name right, and is there a card at all."""
    counted = seen.asked | ~seen.card  # what is hidden too far may be named or not
    rows, right = seen.rows[counted], seen.right[counted] & seen.asked[counted]
    bias, weights = fit(rows, right)
    card_bias, card_weights = fit(seen.rows[counted][:, 1:], seen.asked[counted])
    fitted = replace(
        trust,
        bias=bias,
        card_bias=card_bias,
        **dict(zip(NAME_FEATURES, weights, strict=True)),
        **dict(zip(CARD_FEATURES, card_weights, strict=True)),
    )
    genuine = np.asarray(1 / (1 + np.exp(-rows[:, 2])), np.float32)
    looks = Looks(rows, genuine, rows[:, 3], rows)
    confidence = fitted.confidence(rows[:, 0], rows[:, 1], looks, rows[:, 4])
    threshold = max(lowest, min(0.995, lowest_threshold(confidence, right, wanted)))
    answered, asked = confidence >= threshold, seen.asked[counted]
    likely = fitted.plausible(rows[:, 1], looks, rows[:, 4]) >= 0.5
    print(
        f"outlines {len(rows)}, of cards that are asked for {int(asked.sum())}, named right {int(right.sum())}"
    )
    print(f"answered {int(answered.sum())}, right of them {int((answered & right).sum())}")
    print(
        f"not answered: {int((~answered & asked).sum())} cards, of them kept as ?? {int((~answered & asked & likely).sum())}"
    )
    print(
        f"outlines of no card kept as ??: {int((~answered & ~asked & likely).sum())} of {int((~asked).sum())}"
    )
    return replace(fitted, threshold=threshold)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=Path, required=True, nargs="+", help="folders with labels.json")
    parser.add_argument("--shared", type=Path, required=True)
    parser.add_argument("--models", type=Path, default=MODELS, help="finder, outline, namer and prototypes")
    parser.add_argument("--wanted", type=float, default=0.999)
    parser.add_argument("--limit", type=int, default=100000)
    parser.add_argument("--outlines", choices=("finder", "exact", "shaky"), default="finder")
    parser.add_argument("--lowest", type=float, default=0.9, help="no threshold below this")
    parser.add_argument("--write", type=Path, help="the file of the trust, as models/namer.toml")
    parser.add_argument("--dump", type=Path, help="keep the observations here")
    args = parser.parse_args()
    embedder = load_network(args.models / NAMER_FILE)
    trust = load_trust(args.models / TRUST_FILE)
    told = LabelFinder(float(args.outlines == "shaky"))
    finder = load_finder(args.models / "finder.onnx") if args.outlines == "finder" else told
    decks = decks_for_held_out(embedder, args.shared, args.models)
    readers = {copy: Reader(finder, embedder, decks[copy], trust) for copy in HELD_OUT}
    parts = [observe(folder, readers, args.limit) for folder in args.pictures]
    names = ("rows", "card", "asked", "right")
    seen = Observations(*(np.concatenate([getattr(p, n) for p in parts]) for n in names))
    if args.dump:
        np.savez(args.dump, rows=seen.rows, card=seen.card, asked=seen.asked, right=seen.right)
    fitted = fit_trust(seen, trust, args.wanted, args.lowest)
    lines = [f"{key} = {value:.4f}" for key, value in asdict(fitted).items()]
    if args.write:
        args.write.write_text("\n".join([*_HEAD, "[trust]", *lines, ""]), "utf-8")
    print("\n".join(lines))


_HEAD: Final = (
    "# How much the namer's answers are worth: weights of logistic regressions fitted on pictures kept aside",
    "# (python -m vision.training.namer_calibrate), and the limits beyond which a card is named or left out.",
)


if __name__ == "__main__":
    main()
