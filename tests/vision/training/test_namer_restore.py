"""An exported namer can be trained on: its checkpoint answers as the file does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs the train extra")
pytest.importorskip("onnx", reason="needs the train extra")

from vision.runtime import MODELS, load_network  # noqa: E402
from vision.training.namer_network import NamerNetwork  # noqa: E402
from vision.training.namer_restore import restore  # noqa: E402
from vision.training.namer_train import _take_weights  # noqa: E402


def test_the_checkpoint_answers_as_the_file_does(tmp_path: Path) -> None:
    crops = torch.rand(6, 3, 192, 96, generator=torch.Generator().manual_seed(4))
    assert restore(MODELS / "namer.onnx", [crops], tmp_path / "checkpoint.pt") < 1e-4
    network = NamerNetwork().eval()
    _take_weights(tmp_path / "checkpoint.pt", network)
    with torch.inference_mode():
        vectors, extras = (answer.numpy() for answer in network(crops))
    shipped = load_network(MODELS / "namer.onnx")
    expected = shipped.run(np.ascontiguousarray(crops.numpy()))
    assert np.abs(np.asarray(expected[0]) - vectors).max() < 0.01
    assert np.abs(np.asarray(expected[1]) - extras).max() < 0.05


def test_without_crops_there_is_nothing_to_measure(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="at least one batch"):
        restore(MODELS / "namer.onnx", [], tmp_path / "checkpoint.pt")
