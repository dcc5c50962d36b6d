"""Gives an exported network its batch norms back, so that it can be trained on from where it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn


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


def unfold(
    fused: nn.Module, plain: nn.Module, batches: Iterable[Tensor], norm_of: Callable[[str], str]
) -> Tensor:
    """Fills `plain` so that it answers as `fused` does; returns the last batch, to compare them.

    An exported convolution has swallowed its batch norm. It gets one back with the mean and variance that the pictures
    (batches from 0 to 1) show, and with weights that undo exactly that. Whatever else both have is copied by its name.
    """
    convolutions = {n: m for n, m in fused.named_modules() if isinstance(m, nn.Conv2d)}
    moments = {n: _Moments() for n in convolutions}
    hooks = [m.register_forward_hook(moments[n].add) for n, m in convolutions.items()]
    shown: Tensor | None = None
    with torch.inference_mode():
        for shown in batches:
            fused(shown)
    for hook in hooks:
        hook.remove()
    if shown is None:
        raise ValueError("expected at least one batch of pictures")
    norms = {n: m for n, m in plain.named_modules() if isinstance(m, nn.BatchNorm2d)}
    known = fused.state_dict()
    with torch.no_grad():
        for name, value in plain.state_dict().items():
            if name in known and known[name].shape == value.shape:
                value.copy_(known[name])
        for name, convolution in convolutions.items():
            norm = norms.get(norm_of(name))
            if norm is None or convolution.bias is None:
                continue
            mean, variance = moments[name].both()
            norm.running_mean.copy_(mean - convolution.bias)
            norm.running_var.copy_(variance)
            norm.weight.copy_((variance + norm.eps).sqrt())
            norm.bias.copy_(mean)
    return shown


def keep(network: nn.Module, target: Path, **more: Any) -> None:
    """A checkpoint to start from."""
    target.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"average": network.state_dict(), **more}, target)
