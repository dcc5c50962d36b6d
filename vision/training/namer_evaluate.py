"""Measures a namer on crops that were kept aside: `python -m vision.training.namer_evaluate --run DIR --aside DIR --shared DIR`.

Each print is enrolled with one scan per card (for a known print: of the copies that were trained on) and asked for
the cards of copies that training never saw, by visible share.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray

from engine.cards import IDS
from vision.identity import Embedder, compare, look
from vision.training.namer_faces import HELD_OUT, join, load_copies, prototypes_of
from vision.training.namer_network import Exported, NamerNetwork, Shape

BINS: Final = ((0.9, 1.01), (0.5, 0.9), (0.25, 0.5))


class TorchEmbedder:
    """A checkpoint as the namer sees networks."""

    def __init__(self, run: Path) -> None:
        settings = json.loads((run / "settings.json").read_text("utf-8"))
        self.network = NamerNetwork(Shape(widths=tuple(settings["widths"]), parts=settings["parts"]))
        state = torch.load(run / "checkpoint.pt", weights_only=True, map_location="cpu")
        averaged = {k.removeprefix("module."): v for k, v in state["average"].items() if k != "n_averaged"}
        self.network.load_state_dict(averaged)
        self.network.eval()

    def run(self, batch: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        with torch.inference_mode():
            answers = Exported(self.network)(torch.from_numpy(batch))
        return [answer.numpy() for answer in answers]


def evaluate(embedder: Embedder, aside: Path, shared: Path, limit: int) -> dict[str, Any]:
    copies = json.loads((aside / "copies.json").read_text("utf-8"))
    known = join(
        [
            prototypes_of(embedder, c.faces)
            for c in load_copies(shared / "decks", held_out=False)
            if c.print_name == "B"
        ]
    )
    decks = {c.name: prototypes_of(embedder, c.faces) for c in load_copies(shared / "decks", held_out=True)}
    decks["piatnik-b2"] = known
    pictures, labels, visible = _load(aside, limit)
    report: dict[str, Any] = {}
    looks = look(embedder, pictures, most=64)
    strangers = labels[:, 0] < 0
    report["strangers taken for cards"] = (
        f"{int((looks.genuine[strangers] > 0.5).sum())}/{int(strangers.sum())}"
    )
    clear = ~strangers & (visible > 0.25)
    report["cards taken for strangers"] = f"{int((looks.genuine[clear] < 0.5).sum())}/{int(clear.sum())}"
    for index, copy in enumerate(copies):
        name = copy["copy"]
        if name not in HELD_OUT:
            continue
        of_copy = labels[:, 0] == index
        likeness = compare(looks.vectors[of_copy], decks[name])
        best = likeness.cosines.argmax(1)
        truth, seen = labels[of_copy, 1], visible[of_copy]
        row: dict[str, Any] = {}
        for low, high in BINS:
            chosen = (seen >= low) & (seen < high)
            right = best[chosen] == truth[chosen]
            row[f"{low}-{min(high, 1)}"] = f"{100 * right.mean():.2f} % of {int(chosen.sum())}"
        wrong = (best != truth) & (seen >= 0.5)
        pairs = Counter((IDS[t], IDS[b]) for t, b in zip(truth[wrong], best[wrong], strict=True))
        row["confused"] = ", ".join(f"{a}>{b} {n}" for (a, b), n in pairs.most_common(8))
        report[name] = row
    return report


def _load(aside: Path, limit: int) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float32]]:
    pictures, labels, visible = [], [], []
    for path in sorted(aside.glob("[0-9]*.npz")):
        with np.load(path) as rest:
            labels.append(rest["labels"].astype(np.int64))
            visible.append(rest["visible"].astype(np.float32))
        pictures.append(np.load(path.with_suffix(".npy")))
    return np.concatenate(pictures)[:limit], np.concatenate(labels)[:limit], np.concatenate(visible)[:limit]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument(
        "--aside", type=Path, required=True, help="shards rendered with --held-out --invented 0"
    )
    parser.add_argument("--shared", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=4096)
    args = parser.parse_args()
    for key, value in evaluate(TorchEmbedder(args.run), args.aside, args.shared, args.limit).items():
        print(f"{key}: {value}", flush=True)


if __name__ == "__main__":
    main()
