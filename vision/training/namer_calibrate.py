"""Fits how far the namer may be trusted: `python -m vision.training.namer_calibrate --pictures DIR --shared DIR`.

The pictures show copies that training never saw. A known print is read with the copies that training did see, the
others enrolled with one scan per card, alone and beside the known decks; and without being enrolled. Logistic
regressions say how likely the deck is a known one, an answer right, and a card there at all; the limit is the lowest
at which confident answers are right as often as asked.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.cards import BACK_ID, BY_ID
from vision.bench import ASKED, length, matched, read_labels
from vision.decks import load_shipped
from vision.detector import MODEL_NAME as FINDER_FILE
from vision.detector import Detections, load_finder
from vision.identity import FITS, Embedder, Image, Marks, Prototypes, Trust, chosen, name, odds, ordered
from vision.images import read_picture
from vision.reading import (
    NAMER_FILE,
    PROTOTYPES_FILE,
    TRUST_FILE,
    Reader,
    SeenCard,
    Sight,
    load_trust,
)
from vision.runtime import MODELS, in_folder, load_network
from vision.training.namer_crops import shaky
from vision.training.namer_faces import load_copies, prototypes_of

KNOWN_COPY: Final = "piatnik-b2"
NAME_WEIGHTS: Final = ("margin", "best", "genuine", "visible", "finder", "pips", "deck")
CARD_WEIGHTS: Final = ("card_best", "card_genuine", "card_visible", "card_finder")
READ_TAUGHT: Final = 2
"""So often is each picture read with a deck that fits it."""
CAUTION: Final = 3.0
"""So many times counts a name where no card lies, or a wrong one on a deck that nobody taught: asking is better."""
BINS: Final = ((0.9, 1.01, 0.999), (0.5, 0.9, 0.995), (0.25, 0.5, 0.97))
"""From so much visible to so much; and how many of the confident answers must be right."""
LEAST: Final = 90.0
"""Of shorter cards, in pixels, so much is not asked when the limit is chosen."""


@dataclass(frozen=True, slots=True)
class Observations:
    """One row for each outline that was named."""

    marks: NDArray[np.float64]
    """margin, reached, best, odds of being genuine, visible, finder, pips; short and alike of the whole picture."""
    picture: NDArray[np.int64]
    taught: NDArray[np.bool_]
    """Whether the deck on the table was among those that it was read with."""
    card: NDArray[np.bool_]
    """Whether an open card lies there at all."""
    asked: NDArray[np.bool_]
    right: NDArray[np.bool_]
    shown: NDArray[np.float64]
    """The true visible share."""
    length: NDArray[np.float64]
    """The card's longer side in pixels."""

    def only(self, rows: NDArray[np.bool_]) -> Observations:
        return Observations(*(np.asarray(getattr(self, key))[rows] for key in self.__slots__))


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


def ways_to_read(
    embedder: Embedder, shared: Path, models: Path
) -> dict[str, list[tuple[bool, list[Prototypes]]]]:
    """For each held-out copy the decks to read it with, and whether its print is among them."""
    known = [ordered(deck.prototypes) for deck in load_shipped(models / PROTOTYPES_FILE)]
    ways: dict[str, list[tuple[bool, list[Prototypes]]]] = {}
    for copy in load_copies(shared / "decks", held_out=True):
        if copy.name == KNOWN_COPY:
            ways[copy.name] = [(True, known), (True, known)]  # as often as the others are read enrolled
        else:
            own = ordered(prototypes_of(embedder, copy.faces))
            ways[copy.name] = [(True, [own]), (True, [*known, own]), (False, known)]
    return ways


def observe(
    folder: Path,
    see: Callable[[Image, dict[str, Any]], Sight],
    reader: Reader,
    ways: dict[str, list[tuple[bool, list[Prototypes]]]],
    first: int = 0,
) -> Observations:
    """Reads labelled pictures in each way; cards under a quarter visible are neither asked for nor punished."""
    rows: list[tuple[Any, ...]] = []
    for number, (file, label) in enumerate(sorted(read_labels(folder).items()), start=first):
        if label.get("deck") not in ways:
            continue
        sight = see(read_picture(folder / file), label)
        keep = reader.worth_naming(sight)
        if not keep:
            continue
        quads, looks, scores = [sight.quads[i] for i in keep], chosen(sight.looks, keep), sight.scores[keep]
        truth_of = {j: i for i, j in matched(label["cards"], [SeenCard("??", q, 0.0) for q in quads]).items()}
        truths = [label["cards"][truth_of[j]] if j in truth_of else None for j in range(len(quads))]
        for way, (taught, decks) in enumerate(ways[label["deck"]]):
            names = name(looks, decks, reader.trust, scores)
            for j, truth in enumerate(truths):
                face = truth is not None and truth["card"] != BACK_ID
                shown = float(truth["visible"]) if truth is not None and face else 0.0
                right = face and truth is not None and int(names.cards[j]) == BY_ID[truth["card"]]
                long = length(truth["quad"]) if truth is not None else 0.0
                asked = face and shown >= ASKED
                rows.append(
                    (_row(names.marks, j), 10 * number + way, taught, face, asked, right, shown, long)
                )
    columns = list(zip(*rows, strict=True))
    kinds = (np.float64, np.int64, np.bool_, np.bool_, np.bool_, np.bool_, np.float64, np.float64)
    return Observations(*(np.array(c, kind) for c, kind in zip(columns, kinds, strict=True)))


def _row(marks: Marks, j: int) -> list[float]:
    own = (
        marks.margin,
        marks.reached,
        marks.best,
        odds(marks.genuine),
        marks.visible,
        marks.finder,
        marks.pips,
    )
    return [*(float(values[j]) for values in own), marks.short, marks.alike]


def fit(
    rows: NDArray[np.float64], right: NDArray[np.bool_], weight: NDArray[np.float64] | None = None
) -> tuple[float, list[float]]:
    """Logistic regression with a little ridge: the bias and the weights."""
    from scipy.optimize import minimize

    scale, middle = np.maximum(rows.std(0), 1e-3), rows.mean(0)
    x = (rows - middle) / scale
    counts = np.ones(len(x)) if weight is None else weight / weight.mean()

    def loss(w: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        z = w[0] + x @ w[1:]
        pull = counts * (1 / (1 + np.exp(-z)) - right) / len(x)
        value = float((counts * np.logaddexp(0, np.where(right, -z, z))).mean() + 1e-4 * (w[1:] ** 2).sum())
        return value, np.concatenate([[pull.sum()], x.T @ pull + 2e-4 * w[1:]])

    best = minimize(loss, np.zeros(1 + rows.shape[1]), jac=True, method="L-BFGS-B").x
    weights = best[1:] / scale
    return float(best[0] - middle @ weights), [float(w) for w in weights]


def fit_trust(seen: Observations, trust: Trust, lowest: float) -> Trust:
    """All three regressions, and the limit from which on a card is named."""
    trust = replace(trust, **_fit_deck(seen))
    counted = seen.only(seen.asked | ~seen.card)  # what is hidden too far may be named or not
    right = counted.right & counted.asked
    careful = np.where((~counted.taught | ~counted.card) & ~right, CAUTION, 1.0)
    bias, weights = fit(_name_rows(counted, trust), right, careful)
    card_bias, card_weights = fit(counted.marks[:, [2, 3, 4, 5]], counted.asked)
    trust = replace(
        trust,
        bias=bias,
        card_bias=card_bias,
        **dict(zip(NAME_WEIGHTS, weights, strict=True)),
        **dict(zip(CARD_WEIGHTS, card_weights, strict=True)),
    )
    confidence = confidences(counted, trust)
    fits = known_decks(counted, trust) >= FITS
    limits = [choose_limit(counted.only(rows), confidence[rows], lowest) for rows in (fits, ~fits)]
    return replace(trust, threshold=limits[0], doubtful=limits[1])


def _fit_deck(seen: Observations) -> dict[str, float]:
    """Each picture counts once, and taught decks as much as others."""
    _, first = np.unique(seen.picture, return_index=True)
    rows, taught = seen.marks[first][:, [7, 8]], seen.taught[first]
    weight = np.where(taught, 0.5 / max(taught.mean(), 1e-6), 0.5 / max((~taught).mean(), 1e-6))
    bias, (short, alike) = fit(rows, taught, weight)
    return {"deck_bias": bias, "deck_short": short, "deck_alike": alike}


def _name_rows(seen: Observations, trust: Trust) -> NDArray[np.float64]:
    return np.column_stack([seen.marks[:, [0, 1, 3, 4, 5, 6]], known_decks(seen, trust)])


def known_decks(seen: Observations, trust: Trust) -> NDArray[np.float64]:
    """Of each row the log odds that the deck in its picture was taught."""
    return np.array([trust.known_deck(short, alike) for short, alike in seen.marks[:, [7, 8]].tolist()])


def confidences(seen: Observations, trust: Trust) -> NDArray[np.float64]:
    weights = np.array([getattr(trust, key) for key in NAME_WEIGHTS])
    return np.asarray(1 / (1 + np.exp(-(trust.bias + _name_rows(seen, trust) @ weights))), np.float64)


def choose_limit(seen: Observations, confidence: NDArray[np.float64], lowest: float) -> float:
    """The lowest limit at which each bin of visibility is right as often as asked, one error forgiven."""
    seen, confidence = seen.only(seen.length >= LEAST), confidence[seen.length >= LEAST]
    right = seen.right & seen.asked
    limits: list[float] = [round(v, 2) for v in np.arange(max(lowest, 0.5), 0.991, 0.01).tolist()]
    good = [
        limit for limit in limits if all(_enough(seen, right, confidence >= limit, each) for each in BINS)
    ]
    return good[0] if good else limits[-1]


def _enough(
    seen: Observations, right: NDArray[np.bool_], named: NDArray[np.bool_], bin_: tuple[float, float, float]
) -> bool:
    low, high, wanted = bin_
    for taught in (True, False):
        rows = named & seen.asked & (seen.taught == taught) & (seen.shown >= low) & (seen.shown < high)
        times = READ_TAUGHT if taught else 1
        if max(0, int((rows & ~right).sum()) / times - 1) > (1 - wanted) * int(rows.sum()) / times:
            return False
    return True


def describe(seen: Observations, confidence: NDArray[np.float64], limits: Sequence[float]) -> str:
    """For some limits: what is answered and how many of the answers are wrong, by visibility; names where nothing is."""
    lines = []
    for taught in (True, False):
        for limit in limits:
            named, parts = confidence >= limit, []
            for low, high, _ in BINS:
                rows = seen.asked & (seen.taught == taught) & (seen.shown >= low) & (seen.shown < high)
                rows &= seen.length >= LEAST
                wrong = int((rows & named & ~seen.right).sum())
                parts.append(
                    f"{100 * (rows & named).sum() / max(1, rows.sum()):.1f} % of {rows.sum()}, {wrong} wrong"
                )
            nothing = int((named & ~seen.card & (seen.taught == taught)).sum())
            title = "known or enrolled" if taught else "not enrolled"
            lines.append(f"{title}, from {limit:.2f}: {'; '.join(parts)}; no card {nothing}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=Path, required=True, nargs="+", help="folders with labels.json")
    parser.add_argument("--shared", type=Path, required=True)
    parser.add_argument("--models", type=Path, default=MODELS, help="finder, outline, namer and prototypes")
    parser.add_argument("--outlines", choices=("finder", "exact", "shaky"), default="finder")
    parser.add_argument("--lowest", type=float, default=0.6, help="no limit below this")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--write", type=Path, help="the file of the trust, as models/namer.toml")
    args = parser.parse_args()
    embedder = load_network(args.models / NAMER_FILE, threads=args.threads)
    trust = load_trust(args.models / TRUST_FILE)
    told = LabelFinder(float(args.outlines == "shaky"))
    finder = (
        load_finder(in_folder(args.models, FINDER_FILE), threads=args.threads)
        if args.outlines == "finder"
        else told
    )
    reader = Reader(finder, embedder, load_shipped(args.models / PROTOTYPES_FILE), trust)

    def see(picture: Image, label: dict[str, Any]) -> Sight:
        told.label = label
        return reader.see(picture)

    ways = ways_to_read(embedder, args.shared, args.models)
    parts = [observe(folder, see, reader, ways, 100_000 * k) for k, folder in enumerate(args.pictures)]
    seen = Observations(*(np.concatenate([getattr(p, key) for p in parts]) for key in Observations.__slots__))
    fitted = fit_trust(seen, trust, args.lowest)
    fits = known_decks(seen, fitted) >= FITS
    for title, rows in (("the deck fits", fits), ("the deck may be another", ~fits)):
        limits = (0.6, 0.7, 0.8, 0.85, 0.9, 0.95, fitted.threshold, fitted.doubtful)
        print(f"{title}:\n{describe(seen.only(rows), confidences(seen, fitted)[rows], limits)}")
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
