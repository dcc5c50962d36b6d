"""Turns an exported namer into a run to train on from: `python -m vision.training.namer_restore --model MODELS/namer.onnx --data DIR --run RUN`.

`namer_train --start RUN` goes on with it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from vision.training.namer_network import NamerNetwork
from vision.training.namer_train import Shards, batches
from vision.training.unfold import keep, unfold


def exported(model: Path) -> NamerNetwork:
    """The network of the file: its convolutions have swallowed their batch norms, the other weights keep their names."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(model)).graph
    named = {t.name.removeprefix("network."): t for t in graph.initializer}
    stored = {name: torch.from_numpy(numpy_helper.to_array(t).copy()) for name, t in named.items()}
    network = NamerNetwork()
    network.eval()
    for module in [m for m in network.modules() if isinstance(m, nn.Sequential)]:
        for i in range(len(module) - 1):
            if isinstance(module[i], nn.Conv2d) and isinstance(module[i + 1], nn.BatchNorm2d):
                plain = module[i]
                module[i] = nn.Conv2d(plain.in_channels, plain.out_channels, 3, plain.stride, 1)
                module[i + 1] = nn.Identity()
    nameless = [n.input[1:3] for n in graph.node if n.op_type == "Conv" and n.input[1].startswith("onnx::")]
    state = network.state_dict()
    body = [n for n, m in network.body.named_modules() if isinstance(m, nn.Conv2d)]
    for name, (weight, bias) in zip(body, nameless, strict=True):
        stored[f"body.{name}.weight"], stored[f"body.{name}.bias"] = stored[weight], stored[bias]
    missing = [k for k in state if k not in stored or stored[k].shape != state[k].shape]
    if missing:
        raise ValueError(f"{model.name} lacks {len(missing)} of the network's weights, as {missing[0]}")
    network.load_state_dict({key: stored[key] for key in state})
    return network


def restore(model: Path, crops: Iterable[Tensor], target: Path) -> float:
    """Writes the checkpoint; returns how far its answers are from the file's network's."""
    fused, plain = exported(model), NamerNetwork().eval()
    shown = unfold(fused, plain, crops, _norm_of)
    with torch.inference_mode():
        found, expected = plain(shown), fused(shown)
    keep(plain, target)
    return max(float((one - two).abs().max()) for one, two in zip(found, expected, strict=True))


def _norm_of(convolution: str) -> str:
    """In each unit the norm is what follows."""
    unit, _, place = convolution.rpartition(".")
    return f"{unit}.{int(place) + 1}" if place.isdigit() else ""


def _crops(data: Path, count: int = 4096) -> Iterator[Tensor]:
    for batch in islice(batches(Shards(data), 128, np.random.default_rng(7)), count // 128):
        yield batch.crops


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, default=Path("models/namer.onnx"))
    parser.add_argument("--data", type=Path, required=True, help="shards written by namer_render")
    parser.add_argument("--run", type=Path, required=True)
    args = parser.parse_args()
    away = restore(args.model, _crops(args.data), args.run / "checkpoint.pt")
    print(f"{args.run}/checkpoint.pt: answers at most {away:.1e} from {args.model}")


if __name__ == "__main__":
    main()
