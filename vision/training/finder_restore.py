"""Turns an exported finder into a checkpoint to train on from: batch norms are measured anew, answers stay the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from vision.training.finder_data import TablePictures, loader
from vision.training.finder_model import build
from vision.training.predict_speed import from_onnx


class _Moments:
    """Mean and variance of each channel of what a convolution gave."""

    def __init__(self) -> None:
        self.count = 0
        self.sum: Tensor | float = 0.0
        self.squares: Tensor | float = 0.0

    def add(self, module: nn.Module, given: Any, result: Tensor) -> None:  # noqa: ARG002 - a hook's signature
        flat = result.detach().double().transpose(0, 1).flatten(1)
        self.count += flat.shape[1]
        self.sum = self.sum + flat.sum(1)
        self.squares = self.squares + flat.square().sum(1)

    def both(self) -> tuple[Tensor, Tensor]:
        mean = torch.as_tensor(self.sum) / self.count
        return mean.float(), (torch.as_tensor(self.squares) / self.count - mean.square()).clamp(
            min=1e-8
        ).float()


def rendered(root: Path, pictures: int = 192) -> Iterator[Tensor]:
    """Batches of what the finder is trained on."""
    for batch in islice(loader(TablePictures(root, seed=77), batch=16, workers=0), pictures // 16):
        yield batch["img"].float() / 255


def restore(model: Path, batches: Iterable[Tensor], target: Path, *, head: str = "obb") -> float:
    """Writes the checkpoint; returns how far its answers are from the file's, in scores.

    An exported convolution has swallowed its batch norm. It gets one back with the mean and variance that the pictures
    (batches from 0 to 1) show, and with weights that undo exactly that, so that training begins where the other one ended.
    """
    fused = from_onnx(model, head).eval()
    plain: Any = build(head).eval()
    convolutions = {n: m for n, m in fused.named_modules() if isinstance(m, nn.Conv2d)}
    moments = {n: _Moments() for n in convolutions}
    hooks = [m.register_forward_hook(moments[n].add) for n, m in convolutions.items()]
    shown: Tensor | None = None
    with torch.inference_mode():
        for shown in batches:
            fused(shown)
    for hook in hooks:
        hook.remove()
    norms = {n: m for n, m in plain.named_modules() if isinstance(m, nn.BatchNorm2d)}
    with torch.no_grad():
        for name, module in plain.named_modules():
            if not isinstance(module, nn.Conv2d) or name not in convolutions:
                continue
            known = convolutions[name]
            module.weight.copy_(known.weight)
            norm = norms.get(name.removesuffix("conv") + "bn")
            if norm is None or module.bias is not None:
                if module.bias is not None and known.bias is not None:
                    module.bias.copy_(known.bias)
                continue
            mean, variance = moments[name].both()
            norm.running_mean.copy_(mean - known.bias)
            norm.running_var.copy_(variance)
            norm.weight.copy_((variance + norm.eps).sqrt())
            norm.bias.copy_(mean)
    if shown is None:
        raise ValueError("expected at least one batch of pictures")
    with torch.inference_mode():
        one, two = (_scores(m(shown)) for m in (fused, plain))
    target.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"average": plain.state_dict(), "head": head, "classes": 2, "seen": 0}, target)
    return float((one - two).abs().max())


def _scores(found: Any) -> Tensor:
    answer = found[0] if isinstance(found, tuple) else found
    return torch.as_tensor(answer)[:, 4:6]
