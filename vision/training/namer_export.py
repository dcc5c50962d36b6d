"""Writes a trained namer and the prototypes of the known prints: `python -m vision.training.namer_export --run DIR --shared DIR`.

The weights and the prototypes are computed from the scans; of the pictures nothing is kept. Without `--run` the namer
stays, and the prototypes are made anew: the project's own deck was drawn anew.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

from vision.decks import make_prototypes
from vision.identity import CROP_HEIGHT, CROP_WIDTH, Embedder, Prototypes
from vision.runtime import load_network
from vision.training.manifest import enter
from vision.training.namer_evaluate import TorchEmbedder
from vision.training.namer_faces import Copy, flat_crop, join, load_copies
from vision.training.namer_network import Exported

DECK_NAMES: Final = {
    "B": "piatnik",
    "D": "type-d",
    "E": "budapest-1910",
    "F": "redrawn",
    "H": "slovenia-modern",
    "I": "slovenia-schmidt",
    "kiebitz": "kiebitz",
}
FILLED_FROM: Final = {"E": ("D", "B"), "I": ("H", "B"), "F": ("B",)}
"""Prints of which only some cards were scanned: the others are taken from these, so that a table can be read whole."""
COPIES_PER_PRINT: Final = 5
OUTPUTS: Final = ("embeddings", "extras", "prototypes")


def export_network(run: Path, target: Path) -> float:
    """Writes the ONNX file; returns how far ONNX Runtime's answers are from PyTorch's."""
    import onnx
    import onnxruntime
    import onnxslim  # type: ignore[import-not-found,unused-ignore]

    network = Exported(TorchEmbedder(run).network)
    example = torch.rand(4, 3, CROP_HEIGHT, CROP_WIDTH)
    with torch.inference_mode():
        expected = [t.numpy() for t in network(example)]
    torch.onnx.export(
        network,
        (example,),
        str(target),
        opset_version=17,
        input_names=["crops"],
        output_names=list(OUTPUTS),
        dynamic_axes={name: {0: "n"} for name in ("crops", *OUTPUTS)},
        dynamo=False,
    )
    onnx.save(onnxslim.slim(onnx.load(str(target))), str(target))
    session = onnxruntime.InferenceSession(str(target), providers=["CPUExecutionProvider"])
    found = session.run(None, {"crops": example.numpy()})
    return max(float(np.abs(a - b).max()) for a, b in zip(expected, found, strict=True))


def known_prints(embedder: Embedder, copies: list[Copy]) -> dict[str, Prototypes]:
    """The prototypes of each print, of its best copies; cards that no scan shows come from related prints."""
    prints: dict[str, list[Copy]] = {}
    for copy in sorted(copies, key=lambda c: -len(c.faces)):
        prints.setdefault(copy.print_name, []).append(copy)
    decks = {}
    for letter, group in prints.items():
        chosen = [_prototypes(embedder, copy, set(copy.faces)) for copy in group[:COPIES_PER_PRINT]]
        missing = set(range(54)) - {card for copy in group for card in copy.faces}
        for donor in FILLED_FROM.get(letter, ()):
            if missing and donor in prints:
                lender = prints[donor][0]
                chosen.append(_prototypes(embedder, lender, missing & set(lender.faces)))
                missing -= set(lender.faces)
        decks[DECK_NAMES[letter]] = join(chosen)
    return decks


def _prototypes(embedder: Embedder, copy: Copy, cards: set[int]) -> Prototypes:
    numbers = sorted(cards)
    return make_prototypes(embedder, np.stack([flat_crop(copy.faces[c]) for c in numbers]), numbers)


def save_prototypes(decks: dict[str, Prototypes], target: Path) -> None:
    arrays: dict[str, Any] = {}
    for name, prototypes in decks.items():
        arrays[f"{name}/vectors"] = prototypes.vectors.astype(np.float16)
        arrays[f"{name}/cards"] = prototypes.cards
        arrays[f"{name}/flipped"] = prototypes.flipped
    np.savez_compressed(target, **arrays)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", type=Path)
    parser.add_argument("--shared", type=Path, required=True)
    parser.add_argument("--own-deck", type=Path, default=Path("models/deck"))
    parser.add_argument("--out", type=Path, default=Path("models"))
    parser.add_argument("--everything", action="store_true", help="prototypes of the held-out copies as well")
    args = parser.parse_args()
    network = args.out / "namer.onnx"
    if args.run is not None:
        difference = export_network(args.run, network)
        enter(network, "namer", {"input": [-1, 3, CROP_HEIGHT, CROP_WIDTH]})
        print(f"{network}: {network.stat().st_size} bytes, at most {difference:.2e} from PyTorch")
    copies = load_copies(args.shared / "decks", args.own_deck, held_out=False)
    if args.everything:
        copies += load_copies(args.shared / "decks", held_out=True)
    decks = known_prints(load_network(network), copies)
    save_prototypes(decks, args.out / "prototypes.npz")
    enter(args.out / "prototypes.npz", "prototypes", {"decks": sorted(decks)})
    print(f"prototypes of {', '.join(sorted(decks))}")


if __name__ == "__main__":
    main()
