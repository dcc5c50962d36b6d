"""Writes a finder checkpoint as ONNX, and checks it against PyTorch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch

from vision.training.finder_data import INPUT_HEIGHT, INPUT_WIDTH
from vision.training.finder_model import Exported, build


def load_average(checkpoint: Path) -> tuple[torch.nn.Module, dict[str, Any]]:
    """The averaged weights of a run, ready to compute."""
    state = torch.load(checkpoint, map_location="cpu", weights_only=True)
    model = build(state["head"], classes=int(state.get("classes", 2)))
    model.load_state_dict(state["average"])
    return model.eval(), state


def export(
    checkpoint: Path, target: Path, *, width: int = INPUT_WIDTH, height: int = INPUT_HEIGHT
) -> dict[str, Any]:
    """Writes the file; returns what is known about it."""
    import onnx
    import onnxslim  # type: ignore[import-not-found,unused-ignore]

    model, state = load_average(checkpoint)
    model.fuse(verbose=False)
    whole = Exported(model, state["head"]).eval()
    example = torch.rand(1, 3, height, width)
    with torch.no_grad():
        expected = whole(example).numpy()
        torch.onnx.export(
            whole,
            (example,),
            str(target),
            opset_version=17,
            input_names=["picture"],
            output_names=["cards"],
            dynamo=False,
        )
    slim = onnxslim.slim(onnx.load(str(target)))
    onnx.save(slim, str(target))
    import onnxruntime as ort

    session = ort.InferenceSession(str(target), providers=["CPUExecutionProvider"])
    found = session.run(None, {"picture": example.numpy()})[0]
    worst = float(np.abs(found - expected).max())
    if worst > 0.05:
        raise RuntimeError(f"the exported finder differs from the trained one by {worst:.3f}")
    return {"pictures": int(state["seen"]), "head": state["head"], "worst_difference": worst}
