"""The namer's network: from rectified crops to an embedding, what is visible of it, and where the corners really are.

The embedding is made of parts. The crop is divided into 3 × 6 fields; each field has a descriptor of unit length and a
weight that the network predicts from how much of the field it can see. So a covered half of a card adds nothing
to a comparison instead of adding noise. A pooled descriptor of everything visible joins them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional

CROP_WIDTH: Final = 96
CROP_HEIGHT: Final = 192
GRID: Final = (12, 6)
"""Cells of the last feature map (rows, columns); two by two cells are one field."""
PARTS: Final = 18
PART_DIM: Final = 32
GLOBAL_DIM: Final = 128
EMBEDDING: Final = PARTS * PART_DIM + GLOBAL_DIM
PARTS_SHARE: Final = 0.9
"""The weight of the parts in the vector. Trained with 0.8; measured on held-out crops, 0.9 tells covered cards better."""
KEPT_SHARE: Final = 0.987
"""The same in what is kept of a known card, to compare others with. Trained with 0.95; this tells covered cards better."""
EXTRAS: Final = 8 + 1 + 1
"""Eight corner offsets, the logit of "this is an open Tarock card", and the visible share."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What a trial may vary."""

    widths: tuple[int, int, int, int] = (24, 48, 96, 160)
    blocks: tuple[int, int, int] = (1, 1, 1)
    parts: bool = True


class _Unit(nn.Sequential):  # type: ignore[misc,unused-ignore]
    def __init__(self, inputs: int, outputs: int, stride: int = 1) -> None:
        super().__init__(
            nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU(inplace=True),
        )


class _Block(nn.Module):  # type: ignore[misc,unused-ignore]
    """Two convolutions beside a shortcut."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _Unit(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.second(self.first(x)))


class NamerNetwork(nn.Module):  # type: ignore[misc,unused-ignore]
    """Crops (N, 3, 192, 96), RGB from 0 to 1 → embeddings of unit length (N, 704) and extras (N, 10)."""

    def __init__(self, shape: Shape | None = None) -> None:
        super().__init__()
        shape = shape or Shape()
        self.shape = shape
        w = shape.widths
        layers: list[nn.Module] = [_Unit(3, w[0], 2)]
        for i, count in enumerate(shape.blocks):
            layers.append(_Unit(w[i], w[i + 1], 2))
            layers.extend(_Block(w[i + 1]) for _ in range(count))
        self.body = nn.Sequential(*layers)
        self.sight = nn.Conv2d(w[3], 2, 1)
        self.part = nn.Conv2d(w[3], PART_DIM, 1)
        self.whole = nn.Linear(w[3], GLOBAL_DIM)
        self.squeeze = nn.Conv2d(w[3], 24, 1)
        self.extras = nn.Sequential(
            nn.Linear(24 * GRID[0] * GRID[1], 96), nn.ReLU(inplace=True), nn.Linear(96, EXTRAS - 1)
        )

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        embedding, extras, _ = self.look(crops)
        return embedding, extras

    def look(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """As `forward`, and the logits of visibility per cell (N, 12, 6), which training supervises."""
        features = self.body((crops - 0.5) * 4.0)
        sight = self.sight(features)
        seen = torch.sigmoid(sight[:, :1])
        weight = seen * functional.softplus(sight[:, 1:]) + 1e-4

        pooled_weight = functional.avg_pool2d(weight, 2)
        fields = functional.avg_pool2d(features * weight, 2) / pooled_weight
        parts = _unit(self.part(fields), 1) * pooled_weight
        parts = _unit(parts.flatten(1), 1)
        whole = (features * weight).mean((2, 3)) / weight.mean((2, 3))
        whole = _unit(self.whole(whole), 1)
        if self.shape.parts:
            embedding = torch.cat([parts * PARTS_SHARE, whole * (1 - PARTS_SHARE**2) ** 0.5], 1)
        else:
            embedding = torch.cat([parts * 0.0, whole], 1)
        extras = self.extras(functional.relu(self.squeeze(features)).flatten(1))
        return embedding, torch.cat([extras, seen.mean((2, 3))], 1), sight[:, 0]


def evened(embedding: Tensor) -> Tensor:
    """What is kept of a known card: each field weighs the same, so that what can be seen of another one alone weighs."""
    fields = PARTS * PART_DIM
    parts = _unit(embedding[..., :fields].unflatten(-1, (PART_DIM, PARTS)), -2).flatten(-2)
    whole = _unit(embedding[..., fields:], -1)
    return torch.cat([parts * (KEPT_SHARE / PARTS**0.5), whole * (1 - KEPT_SHARE**2) ** 0.5], -1)


class Exported(nn.Module):  # type: ignore[misc,unused-ignore]
    """The network as it is shipped: what it sees in crops, and what is kept where they show known cards."""

    def __init__(self, network: NamerNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        embedding, extras = self.network(crops)
        return embedding, extras, evened(embedding)


def _unit(x: Tensor, dim: int) -> Tensor:
    return x / (x.square().sum(dim, keepdim=True) + 1e-8).sqrt()
