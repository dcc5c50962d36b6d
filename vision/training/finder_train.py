"""Trains the finder on pictures that are rendered meanwhile; stopped at any moment, the same command goes on."""

from __future__ import annotations

import copy
import json
import math
import os
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn

from vision.training.finder_data import TablePictures, loader
from vision.training.finder_model import build, criterion


@dataclass(frozen=True, slots=True)
class Plan:
    """A run's settings. They are kept beside its results."""

    head: str = "quad"
    pictures: int = 60000
    batch: int = 16
    rate: float = 1.2e-3
    warmup: int = 2000
    decay_share: float = 0.3
    weight_decay: float = 0.01
    seed: int = 1
    width: int = 640
    height: int = 384
    part: str = "training"
    workers: int = 2
    threads: int = 2
    keep_at: tuple[int, ...] = ()
    classes: int = 2


def rate_at(plan: Plan, seen: int) -> float:
    """Up, level, then down to a hundredth, by pictures seen: where a run stops can be decided late."""
    up = min(1.0, (seen + plan.batch) / plan.warmup)
    start = plan.pictures * (1 - plan.decay_share)
    down = 1.0 if seen < start else max(0.01, 1 - (seen - start) / max(1.0, plan.pictures - start))
    return plan.rate * up * down


class Average:
    """The running mean of the weights, which is what is exported."""

    def __init__(self, model: nn.Module) -> None:
        self.model = copy.deepcopy(model).eval()
        for p in self.model.parameters():
            p.requires_grad_(False)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def update(self, model: nn.Module, step: int) -> None:
        keep = 0.998 * (1 - math.exp(-(step + 1) / 150))
        for mine, new in zip(self.model.state_dict().values(), model.state_dict().values(), strict=True):
            if mine.dtype.is_floating_point:
                mine.mul_(keep).add_(new.detach(), alpha=1 - keep)
            else:
                mine.copy_(new)


def _groups(model: nn.Module, decay: float) -> list[dict[str, Any]]:
    weights = [p for p in model.parameters() if p.ndim > 1]
    others = [p for p in model.parameters() if p.ndim <= 1]
    return [{"params": weights, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]


def _save(path: Path, state: dict[str, Any]) -> None:
    part = path.with_suffix(".part")
    torch.save(state, part)
    part.replace(path)


def train(
    root: Path,
    run: Path,
    plan: Plan,
    *,
    weights: Path | None = None,
    start: Path | None = None,
    more: tuple[Path, ...] = (),
    every: float = 180.0,
) -> Path:
    """Runs or resumes; returns the last checkpoint."""
    os.environ.setdefault("YOLO_AUTOINSTALL", "false")
    os.environ.setdefault("YOLO_OFFLINE", "true")
    torch.manual_seed(plan.seed)
    torch.set_num_threads(plan.threads)
    run.mkdir(parents=True, exist_ok=True)
    (run / "plan.json").write_text(json.dumps(asdict(plan), indent=1) + "\n", encoding="utf-8")
    last = run / "last.pt"
    fresh = not last.exists()
    model = build(
        plan.head,
        weights=weights if fresh else None,
        start=start if fresh else None,
        classes=plan.classes,
    ).to(memory_format=torch.channels_last)
    average = Average(model)
    optimiser = torch.optim.AdamW(_groups(model, plan.weight_decay), lr=plan.rate)
    seen = 0
    if last.exists():
        state = torch.load(last, map_location="cpu", weights_only=True)
        model.load_state_dict(state["model"])
        average.model.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        seen = int(state["seen"])
        print(f"resuming after {seen} pictures", flush=True)
    measure = criterion(plan.head, model)
    data = TablePictures(
        root,
        part=plan.part,
        seed=plan.seed,
        start=seen,
        size=(plan.width, plan.height),
        more=more,
        classes=plan.classes,
    )

    def keep(name: str) -> None:
        state = {
            "model": model.state_dict(),
            "average": average.model.state_dict(),
            "optimiser": optimiser.state_dict(),
        }
        _save(run / name, {**state, "seen": seen, "head": plan.head, "classes": plan.classes})

    model.train()
    saved = told = time.monotonic()
    sums: dict[str, float] = {}
    count = 0
    for batch in loader(data, batch=plan.batch, workers=plan.workers):
        if seen >= plan.pictures:
            break
        for group in optimiser.param_groups:
            group["lr"] = rate_at(plan, seen)
        parts = _step(model, measure, optimiser, batch)
        average.update(model, seen // plan.batch)
        seen += plan.batch
        count += 1
        for name, value in parts.items():
            sums[name] = sums.get(name, 0.0) + value
        now = time.monotonic()
        if now - told > 20:
            means = " ".join(f"{k} {v / count:.4f}" for k, v in sums.items())
            line = f"{seen} pictures, {count * plan.batch / (now - told):.1f}/s, {means}"
            print(line, flush=True)
            with (run / "log.txt").open("a", encoding="utf-8") as log:
                log.write(line + "\n")
            told, sums, count = now, {}, 0
        if any(seen <= n < seen + plan.batch for n in plan.keep_at):
            keep(f"at-{seen}.pt")
        if now - saved > every:
            keep("last.pt")
            saved = now
    keep("last.pt")
    return last


def _step(
    model: nn.Module, measure: Any, optimiser: torch.optim.Optimizer, batch: dict[str, Any]
) -> dict[str, float]:
    pictures = batch["img"].to(memory_format=torch.channels_last).float() / 255.0
    # Half-width floats are three times as fast on processors that have them, and as good here.
    with torch.autocast("cpu", torch.bfloat16):
        found = model(pictures)
    loss, parts = measure(found, batch)
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 10.0)
    optimiser.step()
    return dict(parts)
