"""Trains the small network that moves corners to the card's edge: crops around disturbed outlines."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from engine.cards import BACK_ID
from vision.outline import CROP_HEIGHT, CROP_WIDTH, crop, frame_in_crop, pyramid
from vision.rendering import Assets, SceneSpec, load_assets, render_scene

# The scale of the network's answers: crop pixels.
UNIT = 4.0


class OutlineNet(nn.Module):  # type: ignore[misc]
    """A few convolutions and two layers that know where in the crop they look."""

    def __init__(self) -> None:
        super().__init__()
        widths = (3, 20, 32, 48, 64, 80)
        layers: list[nn.Module] = []
        for i, (a, b) in enumerate(pairwise(widths)):
            layers += [
                nn.Conv2d(a, b, 3, stride=2 if i < 4 else 1, padding=1, bias=False),
                nn.BatchNorm2d(b),
                nn.ReLU(),
            ]
            if 0 < i < 4:
                layers += [nn.Conv2d(b, b, 3, padding=1, groups=b, bias=False), nn.BatchNorm2d(b), nn.ReLU()]
        self.body = nn.Sequential(*layers)
        self.thin = nn.Conv2d(80, 24, 1)
        self.head = nn.Sequential(
            nn.Flatten(), nn.Linear(24 * (CROP_HEIGHT // 16) * (CROP_WIDTH // 16), 128), nn.ReLU()
        )
        self.answer = nn.Linear(128, 8)

    def forward(self, x: Tensor) -> Tensor:
        """(N,3,H,W) in 0..1 → (N,8) corner offsets in crop pixels."""
        return self.answer(self.head(torch.relu(self.thin(self.body(x - 0.45))))) * UNIT


def disturbed(rng: np.random.Generator, quad: NDArray[np.float32], visible: float) -> NDArray[np.float32]:
    """An outline as a finder gives it: shifted, scaled, turned, each corner off on its own; covered cards more."""
    size = np.linalg.norm(quad[3] - quad[0] + quad[2] - quad[1]) / 2
    middle = quad.mean(axis=0)
    shares = [0.3, 0.42, 0.2, 0.08] if visible > 0.8 else [0.15, 0.3, 0.3, 0.25]
    strength = float(rng.choice([0.4, 1.0, 2.0, 3.5], p=shares))
    a = rng.normal(0, 0.015 * strength)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]) * (1 + rng.normal(0, 0.018 * strength))
    moved = (quad - middle) @ turn.T + middle + rng.normal(0, 0.013 * strength, 2) * size
    moved = moved + rng.normal(0, 0.011 * strength, (4, 2)) * size
    return np.asarray(np.roll(moved, 2, axis=0) if rng.random() < 0.5 else moved, np.float32)


def harvest(
    assets: Assets, seed: int, scenes: int, *, per_card: int = 2
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Crops and the offsets that would be right for them."""
    pictures, answers = [], []
    for index in range(scenes):
        rng = np.random.default_rng((seed, index))
        scene = render_scene(rng, assets, SceneSpec(*((1280, 720) if rng.random() < 0.85 else (960, 720))))
        levels = pyramid(scene.image)
        for card in scene.cards:
            least = 0.3 if card.card == BACK_ID else 0.18
            if card.visible < least or (card.card == BACK_ID and rng.random() < 0.6):
                continue
            for _ in range(per_card):
                rough = disturbed(rng, card.quad, card.visible)
                picture, to_picture = crop(levels, rough)
                truth = _same_end(rough, card.quad)
                back = cv2.perspectiveTransform(truth[None].astype(np.float64), np.linalg.inv(to_picture))[0]
                pictures.append(picture)
                answers.append((back - frame_in_crop()).astype(np.float32).ravel())
    return np.array(pictures), np.array(answers, np.float32)


def _same_end(rough: NDArray[np.float32], quad: NDArray[np.float32]) -> NDArray[np.float32]:
    turned = np.roll(quad, 2, axis=0)
    return turned if np.abs(rough - turned).sum() < np.abs(rough - quad).sum() else quad


def train(
    root: Path, run: Path, *, minutes: float, seed: int, part: str, more: tuple[Path, ...] = ()
) -> Path:
    """Renders a part, trains on all parts rendered so far, and so on until the time is over. Resumable."""
    torch.manual_seed(seed)
    run.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    assets = load_assets(root, part, more=list(more))
    net = OutlineNet()
    optimiser = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=0.01)
    spent, last = 0.0, run / "last.pt"
    if last.exists():
        state = torch.load(last, map_location="cpu", weights_only=True)
        net.load_state_dict(state["model"])
        optimiser.load_state_dict(state["optimiser"])
        spent = float(state["spent"])
    parts = [_part(p) for p in sorted(run.glob("part-*.npz"))]
    start = time.monotonic()
    while (now := spent + time.monotonic() - start) < 60 * minutes:
        # The last part of the time goes round over what is there.
        if now < 0.6 * 60 * minutes:
            path = run / f"part-{len(parts):03d}.npz"
            x, y = harvest(assets, seed + len(parts), 150)
            np.savez(path, x=x, y=y)
            parts.append(_part(path))
        share = (spent + time.monotonic() - start) / (60 * minutes)
        error = _epoch(net, optimiser, parts, 2e-3 * min(1.0, max(0.02, 2.0 * (1 - share))))
        count = sum(len(p[1]) for p in parts)
        print(
            f"{share:.2f} of the time, {count} crops, mean corner error {error:.3f} crop pixels", flush=True
        )
        torch.save(
            {
                "model": net.state_dict(),
                "optimiser": optimiser.state_dict(),
                "spent": spent + time.monotonic() - start,
            },
            last,
        )
    return last


def _part(path: Path) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    with np.load(path, allow_pickle=False) as data:
        return data["x"], data["y"]


def _epoch(net: nn.Module, optimiser: Any, parts: list[Any], rate: float) -> float:
    """One round over up to eight parts, in an order of chance."""
    for group in optimiser.param_groups:
        group["lr"] = rate
    net.train()
    total, count = 0.0, 0
    for which in torch.randperm(len(parts))[:8].tolist():
        x, y = parts[which]
        for rows in torch.randperm(len(x)).split(64):
            if len(rows) < 8:
                continue
            index = rows.numpy()
            pictures = torch.from_numpy(x[index][..., ::-1].transpose(0, 3, 1, 2).copy()).float() / 255.0
            aim = torch.from_numpy(y[index])
            found = net(pictures)
            distance = ((found - aim).reshape(-1, 4, 2).square().sum(-1) + 1e-3).sqrt()
            loss = (distance + 2.0 * torch.log1p(distance)).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            total, count = total + float(distance.detach().sum()) / 4, count + len(rows)
    return total / max(1, count)


def export(checkpoint: Path, target: Path) -> float:
    """Writes the ONNX file; returns how far it differs from PyTorch at most."""
    import onnx
    import onnxruntime as ort
    import onnxslim  # type: ignore[import-not-found,unused-ignore]

    from vision.outline import BATCH

    net = OutlineNet()
    net.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["model"])
    net.eval()
    example = torch.rand(BATCH, 3, CROP_HEIGHT, CROP_WIDTH)
    with torch.no_grad():
        expected = net(example).numpy()
        torch.onnx.export(
            net,
            (example,),
            str(target),
            opset_version=17,
            input_names=["crops"],
            output_names=["offsets"],
            dynamo=False,
        )
    onnx.save(onnxslim.slim(onnx.load(str(target))), str(target))
    found = ort.InferenceSession(str(target), providers=["CPUExecutionProvider"]).run(
        None, {"crops": example.numpy()}
    )[0]
    return float(np.abs(found - expected).max())
