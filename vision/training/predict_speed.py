"""Times the shipped finder beside Ultralytics' own `predict` with the same weights, on the same pictures in one run."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from vision.detector import NetworkFinder, load_finder
from vision.identity import Image
from vision.runtime import MODELS, manifest
from vision.training.finder_model import build


def from_onnx(path: Path, head: str) -> Any:
    """The network of an exported file as Ultralytics knows it: the weights keep their names in the file."""
    import onnx
    import torch
    from onnx import numpy_helper

    model: Any = build(head).eval()
    model.fuse(verbose=False)
    stored = {t.name: numpy_helper.to_array(t) for t in onnx.load(str(path)).graph.initializer}
    state = model.state_dict()
    taken = {k: torch.from_numpy(stored[f"model.{k}"].copy()) for k in state if f"model.{k}" in stored}
    missing = [k for k in state if k not in taken and not k.endswith("dfl.conv.weight")]
    if missing:
        raise ValueError(f"{path.name} lacks {len(missing)} of the network's weights, as {missing[0]}")
    model.load_state_dict({**state, **taken})
    return model


def beside_predict(
    pictures: Sequence[Image], *, rounds: int = 40, threads: int = 2, models: Path = MODELS
) -> dict[str, Any]:
    """Medians in milliseconds, picture by picture in turn, so that what else the machine does hits both alike.

    By the clock, and in time of the processor, which hardly depends on what else it does.
    """
    import torch
    from ultralytics import YOLO

    row = manifest(models)["finder.onnx"]
    if row.get("head") != "obb":
        return {"skipped": "Ultralytics has no predict for four free corners"}
    torch.set_num_threads(threads)
    height, width = (int(n) for n in row["input"][2:])
    theirs = YOLO("yolo11n-obb.yaml", task="obb", verbose=False)
    theirs.model = from_onnx(models / "finder.onnx", "obb")
    whole = load_finder(models / "finder.onnx", threads=threads)
    assert isinstance(whole, NetworkFinder)
    alone = NetworkFinder(whole.network, size=whole.size, threshold=whole.threshold, exact=whole.exact)
    quick = load_finder(models / "finder.onnx", threads=threads, exact=False, fast=True)
    settings = {"imgsz": (height, width), "conf": whole.threshold, "verbose": False, "device": "cpu"}
    ways: dict[str, Callable[[Image], object]] = {
        "predict": lambda picture: theirs.predict(picture, **settings),
        "finder": alone.find,
        "finder_as_for_films": quick.find,
        "finder_and_outlines": whole.find,
    }
    took: dict[str, list[float]] = {name: [] for name in ways}
    worked: dict[str, list[float]] = {name: [] for name in ways}
    for n in range(-2, rounds):
        for name, way in ways.items():
            begin, busy = time.perf_counter(), time.process_time()
            way(pictures[n % len(pictures)])
            if n >= 0:
                took[name].append(1000 * (time.perf_counter() - begin))
                worked[name].append(1000 * (time.process_time() - busy))
    report: dict[str, Any] = {f"{name}_ms": round(median(values), 1) for name, values in took.items()}
    report |= {f"{name}_cpu_ms": round(median(values), 1) for name, values in worked.items()}
    found = [len(alone.find(p)) for p in pictures]
    boxes = [len(theirs.predict(p, **settings)[0].obb) for p in pictures]
    report["cards_found"] = {"predict": int(np.sum(boxes)), "finder": int(np.sum(found))}
    report["times_as_fast"] = round(report["predict_ms"] / report["finder_ms"], 1)
    report["times_as_fast_by_cpu"] = round(report["predict_cpu_ms"] / report["finder_cpu_ms"], 1)
    report["times_as_fast_for_films"] = round(report["predict_ms"] / report["finder_as_for_films_ms"], 1)
    report["times_as_fast_for_films_by_cpu"] = round(
        report["predict_cpu_ms"] / report["finder_as_for_films_cpu_ms"], 1
    )
    return report | {"threads": threads, "rounds": rounds}
