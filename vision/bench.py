"""Measures recognition on labelled pictures and on this machine's clock: what `kiebitz bench vision` prints."""

from __future__ import annotations

import json
import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any, Final

import numpy as np

from engine.cards import BACK_ID, UNKNOWN_ID
from vision.identity import Image
from vision.images import PictureError, read_picture
from vision.reading import Reader, SeenCard, Sight, overlap

BINS: Final = (("0.9-1", 0.9, 1.01), ("0.5-0.9", 0.5, 0.9), ("0.25-0.5", 0.25, 0.5))
FOUND: Final = 0.5
"""An outline with this much overlap is the card's."""
ASKED: Final = 0.25
"""A card of which less is visible is not asked for."""


def wilson(count: int, total: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % confidence interval of a share."""
    if not total:
        return 0.0, 1.0
    share, spread = count / total, z * z / total
    middle = (share + spread / 2) / (1 + spread)
    reach = z * math.sqrt(share * (1 - share) / total + spread / (4 * total)) / (1 + spread)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def share(count: int, total: int) -> dict[str, Any]:
    low, high = wilson(count, total)
    value = round(count / total, 5) if total else None
    return {"count": count, "of": total, "share": value, "interval": [round(low, 5), round(high, 5)]}


@dataclass(slots=True)
class Tally:
    """Counts of one group of cards."""

    asked: int = 0
    found: int = 0
    answered: int = 0
    right: int = 0
    best: int = 0

    def add(self, truth: str, seen: SeenCard | None) -> None:
        self.asked += 1
        if seen is None:
            return
        self.found += 1
        self.answered += seen.card != UNKNOWN_ID
        self.right += seen.card == truth
        likeliest = seen.candidates[0][0] if seen.candidates else seen.card
        self.best += likeliest == truth

    def report(self) -> dict[str, Any]:
        return {
            "found": share(self.found, self.asked),
            "answered": share(self.answered, self.found),
            "right_of_answered": share(self.right, self.answered),
            "right_of_asked": share(self.right, self.asked),
            "likeliest_right": share(self.best, self.found),
        }


@dataclass(slots=True)
class Score:
    """What was measured on labelled pictures. Cards shorter than `least` pixels are neither asked for nor punished."""

    least: float = 0.0
    bins: dict[str, Tally] = field(default_factory=lambda: {name: Tally() for name, _, _ in BINS})
    decks: dict[str, dict[str, Tally]] = field(default_factory=dict)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    tricks: dict[str, list[int]] = field(default_factory=lambda: {name: [0, 0] for name, _, _ in BINS})
    """Whole four-card tricks, right and all, by how much is seen of the card that is covered most."""
    bare: int = 0
    bare_named: int = 0
    extra_named: int = 0
    extra_unsure: int = 0
    milliseconds: list[float] = field(default_factory=list)

    def add(self, label: dict[str, Any], seen: Iterable[SeenCard]) -> None:
        """Compares one picture's answer with its truth."""
        cards, answers = label["cards"], list(seen)
        pairs = matched(cards, answers, self.least)
        exact = True
        for i, truth in enumerate(cards):
            if not is_asked(truth, self.least):
                continue
            answer = answers[pairs[i]] if i in pairs else None
            exact &= answer is not None and answer.card == truth["card"]
            name = next(b for b, low, high in BINS if low <= truth["visible"] < high)
            per_deck = self.decks.setdefault(label.get("deck", "?"), {b: Tally() for b, _, _ in BINS})
            for tally in (self.bins[name], per_deck[name]):
                tally.add(truth["card"], answer)
            if answer is not None and answer.card not in (UNKNOWN_ID, truth["card"]):
                self.confusions[truth["card"], answer.card] += 1
        exact &= self._add_extras(cards, answers, pairs)
        faces = [c for c in cards if c["card"] != BACK_ID]
        if label.get("kind") == "trick" and len(faces) == 4 and all(is_asked(c, self.least) for c in faces):
            least = min(c["visible"] for c in faces)
            row = self.tricks[next(b for b, low, high in BINS if low <= least < high)]
            row[0] += exact
            row[1] += 1
        if not cards:
            self.bare += 1
            self.bare_named += any(a.card not in (BACK_ID, UNKNOWN_ID) for a in answers)

    def _add_extras(
        self, cards: list[dict[str, Any]], answers: list[SeenCard], pairs: dict[int, int]
    ) -> bool:
        """Counts what was reported and is no open card; whether there was nothing of that kind."""
        truth_of = {j: cards[i] for i, j in pairs.items()}
        clean = True
        for j, answer in enumerate(answers):
            truth = truth_of.get(j)
            if answer.card == BACK_ID or (truth is not None and truth["card"] != BACK_ID):
                continue
            self.extra_named += answer.card != UNKNOWN_ID
            self.extra_unsure += answer.card == UNKNOWN_ID
            # To be unsure about a card that lies face down adds no card to the table.
            clean &= answer.card == UNKNOWN_ID and truth is not None
            if answer.card != UNKNOWN_ID:
                self.confusions["BACK" if truth else "(nothing)", answer.card] += 1
        return clean

    def report(self) -> dict[str, Any]:
        whole: dict[str, Any] = {"by_visible_share": {n: t.report() for n, t in self.bins.items() if t.asked}}
        whole["by_deck"] = {
            deck: {n: t.report() for n, t in bins.items() if t.asked}
            for deck, bins in sorted(self.decks.items())
        }
        right, tricks = (sum(row[k] for row in self.tricks.values()) for k in (0, 1))
        whole["whole_tricks"] = share(right, tricks)
        whole["whole_tricks_by_least_visible"] = {n: share(*row) for n, row in self.tricks.items() if row[1]}
        whole["pictures_without_cards_named"] = share(self.bare_named, self.bare)
        whole["extra"] = {"named": self.extra_named, "unsure": self.extra_unsure}
        whole["confusions"] = [[a, b, n] for (a, b), n in self.confusions.most_common(12)]
        if self.milliseconds:
            ordered = sorted(self.milliseconds)
            whole["ms"] = {
                "median": round(median(ordered), 1),
                "p95": round(ordered[int(0.95 * len(ordered))], 1),
            }
        return whole


def length(quad: Any) -> float:
    """The longer side of an outline in pixels."""
    corners = np.asarray(quad, np.float32)
    return float(max(np.linalg.norm(corners[3] - corners[0]), np.linalg.norm(corners[2] - corners[1])))


def is_asked(card: dict[str, Any], least: float = 0.0) -> bool:
    """Whether a labelled card is open, visible and large enough to be asked for."""
    return card["card"] != BACK_ID and card["visible"] >= ASKED and length(card["quad"]) >= least


def matched(cards: list[dict[str, Any]], answers: list[SeenCard], least: float = 0.0) -> dict[int, int]:
    """Truth → answer with the best total overlap, one to one; what is asked for comes first."""
    from scipy.optimize import linear_sum_assignment

    if not cards or not answers:
        return {}
    weights = np.zeros((len(cards), len(answers)))
    for i, card in enumerate(cards):
        asked = is_asked(card, least)
        for j, answer in enumerate(answers):
            common = overlap(np.asarray(card["quad"], np.float32), answer.quad)
            weights[i, j] = common * (1.0 if asked else 0.01) if common >= FOUND else 0.0
    rows, columns = linear_sum_assignment(weights, maximize=True)
    return {int(i): int(j) for i, j in zip(rows, columns, strict=True) if weights[i, j] > 0}


def read_labels(folder: Path) -> dict[str, dict[str, Any]]:
    """File name → truth; ValueError where a label is none."""
    labels: dict[str, dict[str, Any]] = json.loads((folder / "labels.json").read_text("utf-8"))
    if not isinstance(labels, dict):
        raise ValueError("expected an object: file name → truth")
    for file, label in labels.items():
        if not isinstance(label, dict) or not isinstance(label.get("cards"), list):
            raise ValueError(f"{file}: expected an object with cards")
        for card in label["cards"]:
            if not isinstance(card, dict) or not _is_card(card):
                raise ValueError(f"{file}: each card needs card, quad (four corners) and visible (0 to 1)")
    return labels


def _is_card(row: dict[str, Any]) -> bool:
    try:
        quad = np.asarray(row["quad"], np.float64)
        return isinstance(row["card"], str) and quad.shape == (4, 2) and 0 <= float(row["visible"]) <= 1
    except (KeyError, TypeError, ValueError):
        return False


def score_folder(
    folder: Path,
    reader_for: Callable[[dict[str, Any]], Reader],
    *,
    chosen: Callable[[dict[str, Any]], bool] | None = None,
) -> Score:
    """Reads every labelled picture of a folder with the reader that is right for it."""
    score = Score()
    for file, label in sorted(read_labels(folder).items()):
        if chosen is not None and not chosen(label):
            continue
        begin = time.perf_counter()
        try:
            picture = read_picture(folder / file)
        except PictureError as error:
            raise PictureError(error.code, f"{folder / file}: {error}") from error
        reading = reader_for(label).read(picture)
        score.milliseconds.append(1000 * (time.perf_counter() - begin))
        score.add(label, reading.cards)
    return score


def time_reader(reader: Reader, pictures: Sequence[Image], rounds: int) -> dict[str, Any]:
    """Milliseconds for one picture from its file's bytes to its named cards, by the clock and of the processor."""
    import cv2

    from vision.images import decode

    quality = [cv2.IMWRITE_JPEG_QUALITY, 90]
    files = [cv2.imencode(".jpg", picture, quality)[1].tobytes() for picture in pictures]
    reader.read(decode(files[0]))
    took, worked, cards = [], [], []
    for n in range(rounds):
        begin, busy = time.perf_counter(), time.process_time()
        reading = reader.read(decode(files[n % len(files)]))
        took.append(1000 * (time.perf_counter() - begin))
        worked.append(1000 * (time.process_time() - busy))
        cards.append(len(reading.cards))
    took.sort()
    return {
        "median_ms": round(median(took), 1),
        "p95_ms": round(took[int(0.95 * len(took))], 1),
        "median_cpu_ms": round(median(worked), 1),
        "rounds": rounds,
        "cards_per_picture": round(sum(cards) / len(cards), 1),
        "width": pictures[0].shape[1],
        "height": pictures[0].shape[0],
    }


def sample_pictures(count: int = 12) -> list[Image]:
    """Tricks of the project's own deck at 1280 × 720, the same on every machine."""
    from vision.rendering import Assets, SceneSpec, load_deck, render_scene
    from vision.runtime import MODELS

    assets = Assets([load_deck(MODELS / "deck" / "png")])
    spec = SceneSpec(1280, 720, kind="trick", deck=assets.decks[0].name, variety=0.3)
    return [render_scene(np.random.default_rng((7, n)), assets, spec).image for n in range(count)]


def bench_vision(
    pictures: Sequence[Path] = (), *, rounds: int = 60, deck: str | None = None
) -> dict[str, Any]:
    """Times the whole chain, and measures it on folders of labelled pictures where there are any."""
    from vision.reading import load_reader

    for folder in pictures:  # told before a minute of timing, not after it
        read_labels(folder)
    begin = time.perf_counter()
    reader = load_reader(deck)
    report: dict[str, Any] = {"load_ms": round(1000 * (time.perf_counter() - begin))}
    report["engine"] = getattr(reader.embedder, "engine", "?")
    report["decks"] = [each.name for each in reader.decks]
    samples = sample_pictures()
    report["timing"] = time_reader(reader, samples, rounds)
    report["stages_ms"] = time_stages(reader, samples)
    report["beside_ultralytics"] = beside_ultralytics(samples)
    for folder in pictures:
        name = folder.name if [f.name for f in pictures].count(folder.name) == 1 else str(folder)
        report.setdefault("pictures", {})[name] = score_folder(folder, lambda _: reader).report()
    return report


def beside_ultralytics(pictures: Sequence[Image]) -> dict[str, Any]:
    """The finder beside Ultralytics' `predict` with the same weights; needs the `train` extra."""
    missing = [name for name in ("torch", "ultralytics", "onnx") if find_spec(name) is None]
    if missing:
        return {"skipped": f"{missing[0]} is not installed"}
    from vision.training.predict_speed import beside_predict

    return beside_predict(pictures)


def time_stages(reader: Reader, pictures: Sequence[Image]) -> dict[str, float]:
    """Where the time goes: decoding, finding, looking, naming (medians, milliseconds)."""
    import cv2

    from vision.images import decode

    rows: dict[str, list[float]] = {"decode": [], "find": [], "look": [], "name": []}
    for picture in pictures:
        data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
        marks = [time.perf_counter()]
        picture = decode(data)
        marks.append(time.perf_counter())
        found = reader.finder.find(picture)
        marks.append(time.perf_counter())
        quads, looks = reader.look_at(picture, found.quads[~found.back])
        marks.append(time.perf_counter())
        reader.name_all(Sight(quads, looks, found.scores[~found.back]))
        marks.append(time.perf_counter())
        for key, early, late in zip(rows, marks, marks[1:], strict=False):
            rows[key].append(1000 * (late - early))
    return {key: round(median(values), 2) for key, values in rows.items()}
