"""Turns an exported finder into a checkpoint to train on from: its batch norms are measured anew, its answers stay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from vision.training.finder_data import TablePictures, loader
from vision.training.finder_model import build
from vision.training.predict_speed import from_onnx
from vision.training.unfold import keep, unfold


def rendered(root: Path, pictures: int = 192) -> Iterator[Tensor]:
    """Batches of what the finder is trained on."""
    for batch in islice(loader(TablePictures(root, seed=77), batch=16, workers=0), pictures // 16):
        yield batch["img"].float() / 255


def restore(model: Path, batches: Iterable[Tensor], target: Path, *, head: str = "obb") -> float:
    """Writes the checkpoint; returns how far its answers are from the file's, in scores."""
    fused = from_onnx(model, head).eval()
    plain: Any = build(head).eval()
    shown = unfold(fused, plain, batches, lambda name: name.removesuffix("conv") + "bn")
    with torch.inference_mode():
        one, two = (_scores(m(shown)) for m in (fused, plain))
    keep(plain, target, head=head, classes=2, seen=0)
    return float((one - two).abs().max())


def _scores(found: Any) -> Tensor:
    answer = found[0] if isinstance(found, tuple) else found
    return torch.as_tensor(answer)[:, 4:6]
