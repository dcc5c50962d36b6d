"""Trains the namer on rendered crops: `python -m vision.training.namer_train --data DIR --run DIR --minutes 30`.

Metric learning with proxies: every card of every copy has two of them, one for each end up. A crop is told from the
other cards of its copy, and, over all copies together, from the 53 other cards. Resumable: it goes on from the
run's checkpoint, with what is left of its steps.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.training.namer_network import EMBEDDING, NamerNetwork, Shape, evened
from vision.training.namer_variety import covered, toned

SCALE_OWN: Final = 26.0
SCALE_ALL: Final = 20.0
MARGIN: Final = 0.12
NEVER: Final = -1e4


@dataclass(frozen=True, slots=True)
class Settings:
    steps: int
    batch: int = 128
    rate: float = 2.5e-3
    seed: int = 1
    threads: int = 2
    parts: bool = True
    widths: tuple[int, int, int, int] = (24, 48, 96, 160)


@dataclass(frozen=True, slots=True)
class Batch:
    crops: Tensor
    labels: Tensor
    cells: Tensor
    offsets: Tensor
    visible: Tensor


class Shards:
    """The shards that are on disk now; the renderer may replace them at any moment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._opened: dict[str, tuple[float, NDArray[np.uint8], dict[str, NDArray[Any]]]] = {}

    def names(self) -> list[str]:
        return sorted(p.stem for p in self.folder.glob("[0-9]*.npz"))

    def open(self, name: str) -> tuple[NDArray[np.uint8], dict[str, NDArray[Any]]]:
        stamp = (self.folder / f"{name}.npz").stat().st_mtime
        known = self._opened.get(name)
        if known is None or known[0] != stamp:
            pictures = np.load(self.folder / f"{name}.npy", mmap_mode="r")
            with np.load(self.folder / f"{name}.npz") as stored:
                rest = {key: stored[key] for key in ("labels", "cells", "offsets", "visible")}
            known = (stamp, pictures, rest)
            self._opened[name] = known
        return known[1], known[2]


def batches(shards: Shards, size: int, rng: np.random.Generator, blocks: int = 4) -> Iterator[Batch]:
    """Batches of a few runs of neighbouring crops, each out of another shard, either end up, covered and toned anew."""
    run = size // blocks
    while True:
        pieces: list[tuple[NDArray[Any], ...]] = []
        names = shards.names()
        while len(pieces) < blocks:
            try:
                pictures, rest = shards.open(str(rng.choice(names)))
            except (OSError, ValueError):  # just being replaced
                names = shards.names()
                continue
            start = int(rng.integers(len(pictures) - run + 1))
            cut = slice(start, start + run)
            pieces.append(
                (np.array(pictures[cut]), *(rest[k][cut] for k in ("labels", "cells", "offsets", "visible")))
            )
        joined = [np.concatenate(column) for column in zip(*pieces, strict=True)]
        yield _to_batch(joined, rng)


def turned(columns: list[NDArray[Any]], which: NDArray[np.bool_]) -> None:
    """Turns some crops upside down, in place: the same card with its other end up."""
    pictures, labels, cells, offsets, _ = columns
    pictures[which] = pictures[which, ::-1, ::-1]
    cells[which] = cells[which, ::-1, ::-1]
    offsets[which] = -np.roll(offsets[which].reshape(-1, 4, 2), 2, axis=1).reshape(-1, 8)
    card = which & (labels[:, 0] >= 0)
    labels[card, 2] = 1 - labels[card, 2]


def _to_batch(columns: list[NDArray[Any]], rng: np.random.Generator) -> Batch:
    n = len(columns[0])
    turned(columns, rng.random(n) < 0.5)
    covered(columns, rng)
    toned(columns, rng)
    pictures, labels, cells, offsets, visible = columns
    gain = torch.from_numpy(rng.normal(1 / 255, 0.07 / 255, (n, 3, 1, 1)).astype(np.float32))
    lift = torch.from_numpy(rng.normal(0, 0.03, (n, 1, 1, 1)).astype(np.float32))
    rgb = torch.from_numpy(np.ascontiguousarray(pictures[..., ::-1])).permute(0, 3, 1, 2)
    crops = rgb.float().mul_(gain).add_(lift).clamp_(0, 1)
    return Batch(
        crops.contiguous(memory_format=torch.channels_last),
        torch.from_numpy(labels.astype(np.int64)),
        torch.from_numpy(cells.astype(np.float32)),
        torch.from_numpy(offsets.astype(np.float32)),
        torch.from_numpy(visible.astype(np.float32)),
    )


class Proxies(nn.Module):  # type: ignore[misc,unused-ignore]
    """A learned prototype for each card of each copy, either end up, and the loss against them."""

    absent: Tensor

    def __init__(self, copies: list[dict[str, Any]]) -> None:
        super().__init__()
        self.copies = len(copies)
        self.points = nn.Parameter(torch.randn(self.copies, 54, 2, EMBEDDING) * 0.05)
        absent = torch.ones(self.copies, 54, dtype=torch.bool)
        for i, copy in enumerate(copies):
            absent[i, copy["cards"]] = False
        self.register_buffer("absent", absent)

    def forward(self, embedding: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
        """The loss within the copy and the loss over all copies."""
        copy, card, flip = labels.unbind(1)
        points = evened(self.points)
        cosines = (embedding @ points.flatten(0, 2).T).view(-1, self.copies, 54, 2)
        cosines = cosines.masked_fill(self.absent[None, :, :, None], NEVER)
        rows = torch.arange(len(card))

        own = cosines[rows, copy]
        true = own[rows, card, flip] - MARGIN
        rivals = own.clone()
        rivals[rows, card] = NEVER
        logits = torch.cat([true[:, None], rivals.flatten(1)], 1) * SCALE_OWN
        loss_own = functional.cross_entropy(logits, torch.zeros(len(card), dtype=torch.long))

        over_all = torch.logsumexp(cosines.permute(0, 2, 1, 3).flatten(2) * SCALE_ALL, 2)
        loss_all = functional.cross_entropy(over_all, card)
        return loss_own, loss_all

    @torch.no_grad()  # type: ignore[untyped-decorator,unused-ignore]
    def settle(self, network: NamerNetwork, shards: Shards, most: int = 14) -> None:
        """Starts each proxy at the mean of what a trained network sees in its crops, by how much is visible."""
        sums = torch.zeros(self.copies * 108, EMBEDDING)
        network.eval()
        for shard in shards.names()[-most:]:
            pictures, rest = shards.open(shard)
            for start in range(0, len(pictures), 128):
                labels = torch.from_numpy(rest["labels"][start : start + 128].astype(np.int64))
                real = labels[:, 0] >= 0
                rgb = np.ascontiguousarray(pictures[start : start + 128][..., ::-1])
                crops = torch.from_numpy(rgb).permute(0, 3, 1, 2).float().div_(255)
                with torch.autocast("cpu", torch.bfloat16):
                    embedding = network(crops)[0].float()
                seen = torch.from_numpy(rest["visible"][start : start + 128].astype(np.float32))
                places = labels[real] @ torch.tensor([108, 2, 1])
                sums.index_add_(0, places, embedding[real] * seen[real, None])
        known = sums.norm(dim=1) > 0
        start_points = functional.normalize(sums[known], dim=1) * self.points.flatten(0, 2).norm(dim=1).mean()
        self.points.flatten(0, 2)[known] = start_points


def losses(network: NamerNetwork, proxies: Proxies, batch: Batch) -> dict[str, Tensor]:
    with torch.autocast("cpu", torch.bfloat16):
        embedding, extras, sight = network.look(batch.crops)
    embedding, extras, sight = embedding.float(), extras.float(), sight.float()
    real = batch.labels[:, 0] >= 0
    own, everywhere = proxies(embedding[real], batch.labels[real])
    offsets = functional.smooth_l1_loss(extras[real, :8] * 10, batch.offsets[real] * 10, beta=0.2)
    genuine = functional.binary_cross_entropy_with_logits(extras[:, 8], real.float())
    cells = functional.binary_cross_entropy_with_logits(sight[real], batch.cells[real].clamp(0, 1))
    return {"own": own, "all": everywhere, "offsets": offsets, "genuine": genuine, "cells": cells}


WEIGHTS: Final = {"own": 1.0, "all": 0.4, "offsets": 2.0, "genuine": 0.5, "cells": 0.5}


def train(settings: Settings, data: Path, run: Path, minutes: float, *, start: Path | None = None) -> None:
    torch.set_num_threads(settings.threads)
    torch.manual_seed(settings.seed)
    copies = json.loads((data / "copies.json").read_text("utf-8"))
    network = NamerNetwork(Shape(widths=settings.widths, parts=settings.parts))
    network.to(memory_format=torch.channels_last)  # type: ignore[call-overload,unused-ignore]
    proxies = Proxies(copies)
    if start is not None and not (run / "checkpoint.pt").exists():
        _take_weights(start / "checkpoint.pt", network)
        if not _took_proxies(start / "checkpoint.pt", proxies):
            proxies.settle(network, Shards(data))
            print("proxies settled", flush=True)
    average = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    groups = [
        {"params": network.parameters(), "weight_decay": 0.02},
        {"params": proxies.parameters(), "weight_decay": 0.0, "lr_factor": 4.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=settings.rate)
    step = _resume(run / "checkpoint.pt", network, proxies, average, optimizer)
    (run / "settings.json").write_text(json.dumps(asdict(settings) | {"copies": len(copies)}), "utf-8")
    feed = batches(Shards(data), settings.batch, np.random.default_rng([settings.seed, step]))
    began, told, sums = time.monotonic(), time.monotonic(), dict.fromkeys(WEIGHTS, 0.0)
    stop = began + minutes * 60
    network.train()
    while step < settings.steps and time.monotonic() < stop:
        _set_rate(optimizer, settings, step)
        parts = losses(network, proxies, next(feed))
        loss = torch.stack([parts[key] * weight for key, weight in WEIGHTS.items()]).sum()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call,unused-ignore]
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimizer.step()
        average.update_parameters(network)
        step += 1
        for key in sums:
            sums[key] += float(parts[key].detach())
        if step % 100 == 0:
            text = " ".join(f"{key} {value / 100:.4f}" for key, value in sums.items())
            rate = 100 * settings.batch / (time.monotonic() - told)
            print(f"step {step}: {text}  {rate:.0f}/s", flush=True)
            told, sums = time.monotonic(), dict.fromkeys(WEIGHTS, 0.0)
        if step % 500 == 0:
            _save(run / "checkpoint.pt", step, network, proxies, average, optimizer)
    _save(run / "checkpoint.pt", step, network, proxies, average, optimizer)
    print(
        f"stopped at step {step} of {settings.steps} after {(time.monotonic() - began) / 60:.1f} min",
        flush=True,
    )


def _set_rate(optimizer: torch.optim.Optimizer, settings: Settings, step: int) -> None:
    """A short warm-up, then half a cosine down to nearly nothing."""
    warm = min(1.0, (step + 1) / 200)
    rate = float(settings.rate * warm * (0.5 * (1 + np.cos(np.pi * step / settings.steps)) * 0.995 + 0.005))
    for group in optimizer.param_groups:
        group["lr"] = rate * group.get("lr_factor", 1.0)


def _take_weights(path: Path, network: nn.Module) -> None:
    """The averaged weights of another run."""
    state = torch.load(path, weights_only=True)["average"]
    network.load_state_dict({k.removeprefix("module."): v for k, v in state.items() if k != "n_averaged"})


def _took_proxies(path: Path, proxies: nn.Module) -> bool:
    """The proxies of another run, if it kept some and learnt the same copies."""
    known = torch.load(path, weights_only=True).get("proxies", {})
    if "absent" not in known or not torch.equal(known["absent"], proxies.state_dict()["absent"]):
        return False
    proxies.load_state_dict(known)
    return True


def _resume(
    path: Path, network: nn.Module, proxies: nn.Module, average: nn.Module, optimizer: torch.optim.Optimizer
) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        return 0
    state = torch.load(path, weights_only=True)
    network.load_state_dict(state["network"])
    proxies.load_state_dict(state["proxies"])
    average.load_state_dict(state["average"])
    optimizer.load_state_dict(state["optimizer"])
    return int(state["step"])


def _save(
    path: Path,
    step: int,
    network: nn.Module,
    proxies: nn.Module,
    average: nn.Module,
    optimizer: torch.optim.Optimizer,
) -> None:
    part = path.with_suffix(".part")
    torch.save(
        {
            "step": step,
            "network": network.state_dict(),
            "proxies": proxies.state_dict(),
            "average": average.state_dict(),
            "optimizer": optimizer.state_dict(),
        },
        part,
    )
    part.replace(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="shards written by namer_render")
    parser.add_argument("--run", type=Path, required=True, help="where settings and checkpoint are kept")
    parser.add_argument("--start", type=Path, help="begin with the weights of this finished run")
    parser.add_argument("--steps", type=int, default=12000)
    parser.add_argument(
        "--minutes", type=float, default=60.0, help="stop after so long; the next call goes on"
    )
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=2.5e-3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument(
        "--one-vector", action="store_true", help="for comparison: a pooled embedding without parts"
    )
    args = parser.parse_args()
    settings = Settings(
        steps=args.steps, batch=args.batch, rate=args.rate, threads=args.threads, parts=not args.one_vector
    )
    train(settings, args.data, args.run, args.minutes, start=args.start)


if __name__ == "__main__":
    main()
