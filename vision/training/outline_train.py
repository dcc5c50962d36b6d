"""Trains the small network that moves corners to the card's edge: crops around disturbed outlines."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment
from torch import Tensor, nn

from engine.cards import BACK_ID
from vision.detector import Finder, load_finder
from vision.outline import CROP_HEIGHT, CROP_WIDTH, crop, frame_in_crop, pyramid
from vision.proposals import corner_distance
from vision.rendering import Assets, Scene, SceneSpec, load_assets, render_scene
from vision.training.namer_crops import other_end_up

# The scale of the network's answers: crop pixels.
UNIT = 4.0
RATE = 2e-3
# Logarithms of the least and the greatest doubt in a coordinate, in crop pixels.
DOUBTS = (-2.5, 3.5)


class _Block(nn.Module):  # type: ignore[misc]
    """Two convolutions beside a shortcut."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _unit(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


def _unit(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU()
    )


class OutlineNet(nn.Module):  # type: ignore[misc]
    """A few convolutions and two layers that know where in the crop they look."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _unit(3, 24, 2), _unit(24, 40, 2), _unit(40, 72, 2), _Block(72), _unit(72, 96, 2), _Block(96)
        )
        self.thin = nn.Conv2d(96, 40, 1)
        self.head = nn.Sequential(
            nn.Flatten(), nn.Linear(40 * (CROP_HEIGHT // 16) * (CROP_WIDTH // 16), 160), nn.ReLU()
        )
        self.answer = nn.Linear(160, 16)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """(N,3,H,W) in 0..1 → (N,8) corner offsets in crop pixels, and (N,8) how far each is off on average."""
        found = self.answer(self.head(torch.relu(self.thin(self.body((x - 0.45) * 3.0))))).float()
        return found[:, :8] * UNIT, torch.exp(found[:, 8:].clamp(*DOUBTS))


def started(path: Path) -> dict[str, Tensor]:
    """The averaged weights of another run. One that gave offsets alone begins without knowing how sure it is."""
    state = torch.load(path, map_location="cpu", weights_only=True)["average"]
    weights = {k.removeprefix("module."): v for k, v in state.items() if k != "n_averaged"}
    for name in ("answer.weight", "answer.bias"):
        if len(weights[name]) == 8:
            weights[name] = torch.cat([weights[name], torch.zeros_like(weights[name])])
    return weights


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
    assets: Assets, seed: int, scenes: int, *, finder: Finder | None = None, per_card: int = 1
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Crops and the offsets that would be right for them: around disturbed outlines, and as the finder leaves them."""
    pictures, answers = [], []
    for index in range(scenes):
        rng = np.random.default_rng((seed, index))
        scene = render_scene(rng, assets, SceneSpec(*((1280, 720) if rng.random() < 0.85 else (960, 720))))
        levels = pyramid(scene.image)
        pairs = found_outlines(scene, finder) if finder is not None else []
        for card in scene.cards:
            least = 0.3 if card.card == BACK_ID else 0.18
            if card.visible < least or (card.card == BACK_ID and rng.random() < 0.6):
                continue
            pairs += [(disturbed(rng, card.quad, card.visible), card.quad) for _ in range(per_card)]
        for rough, quad in pairs:
            picture, to_picture = crop(levels, rough)
            truth = np.roll(quad, 2, axis=0) if other_end_up(rough, quad) else quad
            back = cv2.perspectiveTransform(truth[None].astype(np.float64), np.linalg.inv(to_picture))[0]
            offsets = (back - frame_in_crop()).astype(np.float32).ravel()
            if np.isfinite(offsets).all() and np.abs(offsets).max() < 0.5 * CROP_HEIGHT:
                pictures.append(picture)
                answers.append(offsets)
    return np.array(pictures), np.array(answers, np.float32)


def found_outlines(scene: Scene, finder: Finder) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """What the finder makes of a scene's cards: its outline and the true one. What is covered more counts twice."""
    cards = [c for c in scene.cards if c.visible >= (0.3 if c.card == BACK_ID else 0.18)]
    found = finder.find(scene.image)
    if not cards or not len(found):
        return []
    truth = np.array([c.quad for c in cards])
    away = np.array([corner_distance(quad, found.quads) for quad in truth])
    pairs = []
    for i, j in zip(*linear_sum_assignment(away), strict=True):
        if away[i, j] < 0.3:
            times = 2 if cards[i].visible < 0.8 and cards[i].card != BACK_ID else 1
            pairs += [(found.quads[j], truth[i])] * times
    return pairs


def train(
    root: Path,
    run: Path,
    *,
    minutes: float,
    seed: int,
    part: str,
    more: tuple[Path, ...] = (),
    finder: Path | None = None,
    render_share: float = 0.5,
    start_from: Path | None = None,
    aside: int = 2,
    rate: float = RATE,
) -> Path:
    """Renders a part, trains on parts rendered so far, and so on until the time is over. Resumable.

    Rendering ends after `render_share` of the time. `finder` is a network whose outlines are to be mended; without
    one, only outlines disturbed at random are learned from. The first `aside` parts are only measured on.
    """
    torch.manual_seed(seed)
    run.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    assets = load_assets(root, part, more=list(more)) if render_share > 0 else None
    rough = load_finder(finder, threads=1, threshold=0.2, exact=False) if finder is not None else None
    net = OutlineNet().to(memory_format=torch.channels_last)
    if start_from is not None:
        net.load_state_dict(started(start_from))
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
    average = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    spent, seen, last = 0.0, 0, run / "last.pt"
    if last.exists():
        state = torch.load(last, map_location="cpu", weights_only=True)
        net.load_state_dict(state["model"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        spent, seen = float(state["spent"]), int(state["seen"])
    start = time.monotonic() - spent
    while (share := (time.monotonic() - start) / (60 * minutes)) < 1:
        if assets is not None and share < render_share:
            number = len(list(run.glob("part-*.npz")))
            x, y = harvest(assets, seed + number, 100, finder=rough)
            np.savez(run / f"part-{number:03d}.npz", x=x, y=y)
        parts = sorted(run.glob("part-*.npz"))
        if len(parts) <= aside:  # these are measured on, and never learnt from
            if assets is None or share >= render_share:
                raise ValueError(
                    f"{run}: of {len(parts)} parts {aside} are kept aside; nothing is left to learn from"
                )
            continue
        train_on = parts[aside:]
        falling = rate * min(1.0, max(0.005, 1.6 * (1 - share)))
        error, crops = _epoch(net, average, optimiser, train_on, falling)
        seen += crops
        print(f"{share:.3f} of the time, {seen} crops, corner error {error:.3f} crop pixels", flush=True)
        state = {
            "model": net.state_dict(),
            "average": average.state_dict(),
            "optimiser": optimiser.state_dict(),
            "spent": time.monotonic() - start,
            "seen": seen,
        }
        torch.save(state, run / ".last.pt")
        (run / ".last.pt").replace(last)
    if aside:
        print(measured(average.module, sorted(run.glob("part-*.npz"))[:aside]), flush=True)
    return last


def _part(path: Path) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    with np.load(path, allow_pickle=False) as data:
        return data["x"], data["y"]


def _epoch(net: nn.Module, average: Any, optimiser: Any, parts: list[Path], rate: float) -> tuple[float, int]:
    """One round over six parts in an order of chance."""
    for group in optimiser.param_groups:
        group["lr"] = rate
    net.train()
    total, count = 0.0, 0
    for which in torch.randperm(len(parts))[:6].tolist():
        x, y = _part(parts[which])
        for rows in torch.randperm(len(x)).split(64):
            if len(rows) < 8:
                continue
            index = rows.numpy()
            pictures, aim = turned(
                torch.from_numpy(x[index][..., ::-1].copy()).permute(0, 3, 1, 2), torch.from_numpy(y[index])
            )
            light = 1 + 0.12 * torch.randn(len(rows), 3, 1, 1)
            with torch.autocast("cpu", torch.bfloat16):
                found, doubt = net(
                    (pictures.float() * (light / 255.0)).contiguous(memory_format=torch.channels_last)
                )
            loss = unlikely(found, doubt, aim).mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 10.0)
            optimiser.step()
            average.update_parameters(net)
            off = (found.detach() - aim).reshape(-1, 4, 2).norm(dim=2)
            total, count = total + float(off.sum()) / 4, count + len(rows)
    return total / max(1, count), count


def unlikely(found: Tensor, doubt: Tensor, aim: Tensor) -> Tensor:
    """How unlikely the truth is, errors being Laplace's. What is doubtful counts a little more than by that alone,
    or the network would soon learn nothing of covered cards."""
    return doubt.detach().sqrt() * ((found - aim).abs() / doubt + doubt.log())


def measured(net: nn.Module, parts: list[Path]) -> str:
    """Errors on parts that were not learned from: of all coordinates, by how sure the network was of them."""
    net.eval()
    off, doubts = [], []
    with torch.no_grad():
        for x, y in map(_part, parts):
            for start in range(0, len(x), 64):
                pictures = (
                    torch.from_numpy(x[start : start + 64, ..., ::-1].copy()).permute(0, 3, 1, 2) / 255.0
                )
                found, doubt = net(pictures.contiguous(memory_format=torch.channels_last))
                off.append((found - torch.from_numpy(y[start : start + 64])).abs().numpy().ravel())
                doubts.append(doubt.numpy().ravel())
    error, doubt = np.concatenate(off), np.concatenate(doubts)
    order = np.argsort(doubt)
    rows = [f"aside: mean {error.mean():.3f}, median {np.median(error):.3f} crop pixels"]
    for tenth in np.array_split(order, 5):
        rows.append(f"said {doubt[tenth].mean():.2f}, was {error[tenth].mean():.2f}")
    return "; ".join(rows)


def turned(pictures: Tensor, offsets: Tensor) -> tuple[Tensor, Tensor]:
    """The crops mirrored to the left, upside down, both or not, as chance has it, with the offsets that belong to them."""
    aim = offsets.reshape(-1, 4, 2)
    if torch.rand(()) < 0.5:
        pictures, aim = pictures.flip(3), aim[:, [1, 0, 3, 2]] * torch.tensor([-1.0, 1.0])
    if torch.rand(()) < 0.5:
        pictures, aim = pictures.flip(2), aim[:, [3, 2, 1, 0]] * torch.tensor([1.0, -1.0])
    return pictures, aim.reshape(-1, 8)


def export(checkpoint: Path, target: Path) -> float:
    """Writes the ONNX file; returns how far it differs from PyTorch at most."""
    import onnx
    import onnxruntime as ort
    import onnxslim  # type: ignore[import-not-found,unused-ignore]

    net = OutlineNet()
    net.load_state_dict(started(checkpoint))
    net.eval()
    example = torch.rand(3, 3, CROP_HEIGHT, CROP_WIDTH)
    names = ["offsets", "doubts"]
    with torch.no_grad():
        expected = [t.numpy() for t in net(example)]
        torch.onnx.export(
            net,
            (example,),
            str(target),
            opset_version=17,
            input_names=["crops"],
            output_names=names,
            dynamic_axes={name: {0: "n"} for name in ("crops", *names)},
            dynamo=False,
        )
    onnx.save(onnxslim.slim(onnx.load(str(target))), str(target))
    session = ort.InferenceSession(str(target), providers=["CPUExecutionProvider"])
    found = session.run(names, {"crops": example.numpy()})
    return max(float(np.abs(a - b).max()) for a, b in zip(found, expected, strict=True))
